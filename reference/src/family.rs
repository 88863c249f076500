//! The loop that the descendants of df-pn share.
//!
//! It is df-pn (`dfpn.rs`) with the places marked where a paper changes something:
//! a [`Variant`] overrides one or two of them and leaves the rest as Nagai wrote
//! it. The other difference is how repetition is treated. A node met again on its
//! own line is a disproof here (the attacker gains nothing by going round), which
//! lets the search end on cycles, and makes disproofs depend on the line:
//!
//! - [`Paths::Forgotten`] keeps them in the table like all others. That is the
//!   graph-history-interaction fault; it exists to be measured.
//! - [`Paths::Kept`] keeps them beside the line they hold on (`ghi.rs`).
//!
//! Proofs never depend on the line.
use super::graph::{AndOrGraph, Player};
use super::limits::{Limits, Meter, Report, Stopped};
use super::numbers::{INF, MOST, Numbers, add};
use super::store::{Entry, Store};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a parent knows of a child now.
#[derive(Clone, Copy, Debug)]
pub struct Seen<K> {
    pub key: K,
    pub numbers: Numbers,
    /// Depth of the shallowest node that a disproof comes back to; [`NEVER`] when
    /// it holds on every line.
    pub start: u32,
    /// Known from a line not longer than the parent's: expanding it may lead back.
    pub old: bool,
    /// Children of one group are known to lead to a common node.
    pub group: usize,
}

/// The `start` of a disproof that rests on no repetition.
pub const NEVER: u32 = u32::MAX;

/// What a paper changes. The defaults of all methods are plain df-pn.
pub trait Variant<G: AndOrGraph>: Sync {
    /// Numbers of a node never searched.
    fn first(&self, _graph: &G, _node: &G::Node) -> Numbers {
        Numbers::LEAF
    }

    /// What the edge to a child adds to its numbers.
    fn cost(&self, _graph: &G, _child: &G::Node) -> Numbers {
        Numbers { pn: 0, dn: 0 }
    }

    /// δ of a node from its children. None of them wins for `player`.
    fn sum(&self, player: Player, children: &[Seen<G::Key>]) -> u32 {
        children
            .iter()
            .fold(0, |sum, c| add(sum, c.numbers.delta(player)))
    }

    /// The part of [`Variant::sum`] that does not come from the child `best`.
    fn rest(&self, player: Player, children: &[Seen<G::Key>], best: usize) -> u32 {
        self.sum(player, children) - children[best].numbers.delta(player)
    }

    /// The φ up to which the best child is searched, given the second best φ.
    fn stay(&self, second: u32) -> u32 {
        second.saturating_add(1)
    }

    /// True to raise thresholds below nodes with old children (TCA).
    fn controls_thresholds(&self) -> bool {
        false
    }

    /// True to look for nodes that are reached twice from one node (SNDA).
    fn finds_sources(&self) -> bool {
        false
    }

    /// True to try the proof of one reply on the others (tree simulation).
    fn borrows_proofs(&self) -> bool {
        false
    }
}

/// df-pn with nothing changed but the treatment of repetition.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: AndOrGraph> Variant<G> for Plain {}

/// What happens to a disproof that rests on a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paths {
    /// It is stored as if it held on every line (unsound on cyclic graphs).
    Forgotten,
    /// It is stored for its line only.
    Kept,
}

/// Pairs of children.
type Pairs<K> = Vec<(K, K)>;

/// A running search.
pub struct Search<'a, G: AndOrGraph, V, S> {
    pub(super) graph: &'a G,
    pub(super) variant: &'a V,
    pub(super) paths: Paths,
    pub(super) meter: Meter<'a>,
    pub(super) store: S,
    /// Keys of the current line and their depths.
    pub(super) line: Vec<G::Key>,
    pub(super) on_line: HashMap<G::Key, u32>,
    /// Disproofs that hold on one line: node and code of the line, depth returned to.
    pub(super) twins: HashMap<(G::Key, u64), u32>,
    /// For SNDA: pairs of children of a node that lead to a common node.
    pub(super) merged: HashMap<G::Key, Pairs<G::Key>>,
    /// The most entries that store and twins held at one time.
    most: usize,
}

/// Solves the root with a variant, a treatment of repetition and a table.
pub fn solve<G, V, S>(graph: &G, variant: &V, paths: Paths, store: S, limits: Limits<'_>) -> Report
where
    G: AndOrGraph,
    V: Variant<G>,
    S: Store<G::Key>,
{
    let mut search = Search {
        graph,
        variant,
        paths,
        meter: Meter::new(limits),
        store,
        line: Vec::new(),
        on_line: HashMap::new(),
        twins: HashMap::new(),
        merged: HashMap::new(),
        most: 1,
    };
    let result = search.root();
    Report::new(result, search.meter.nodes, search.most)
}

/// A node together with where it stands on the line.
pub(super) struct Place<'n, N, K> {
    pub state: &'n N,
    pub key: K,
    pub depth: u32,
    /// Code of the line that ends here.
    pub code: u64,
}

impl<N, K: Copy> Clone for Place<'_, N, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N, K: Copy> Copy for Place<'_, N, K> {}

/// The code of a line that is one node longer.
pub(super) fn longer<K: Hash>(code: u64, key: K) -> u64 {
    let mut hasher = DefaultHasher::new();
    (code, key).hash(&mut hasher);
    hasher.finish()
}

impl<'a, G: AndOrGraph, V: Variant<G>, S: Store<G::Key>> Search<'a, G, V, S> {
    /// The value of the root.
    fn root(&mut self) -> Result<bool, Stopped> {
        let root = self.graph.root();
        if let Some(won) = self.graph.terminal(&root) {
            return Ok(won);
        }
        let key = self.graph.key(&root);
        let place = Place {
            state: &root,
            key,
            depth: 0,
            code: longer(0, key),
        };
        let endless = Numbers { pn: INF, dn: INF };
        let seen = self.mid(place, endless, &mut false)?;
        debug_assert!(seen.numbers.is_final());
        Ok(seen.numbers.is_proved())
    }

    /// Searches a node until it reaches a threshold. `control` is true from where a
    /// node with an old child is entered again until a node is searched for the
    /// first time (TCA).
    fn mid(
        &mut self,
        at: Place<'_, G::Node, G::Key>,
        thresholds: Numbers,
        control: &mut bool,
    ) -> Result<Seen<G::Key>, Stopped> {
        self.meter.count()?;
        self.meter.at_depth(at.depth)?;
        let begin = self.meter.nodes;
        let player = self.graph.player(at.state);
        let children = self.graph.successors(at.state);
        self.line.push(at.key);
        self.on_line.insert(at.key, at.depth);
        let mut returning = self.enter(at);
        let mut seen = self.first_look(at, &children)?;
        let result = loop {
            for child in &mut seen {
                self.look_again(at, child);
            }
            self.group(at.key, &mut seen);
            let mut numbers = self.numbers(player, &seen);
            if numbers.is_final() {
                break self.decide(at, player, &seen, numbers);
            }
            numbers = self.with_costs(player, &seen, &children, numbers);
            if returning && self.variant.controls_thresholds() && seen.iter().any(|c| c.old) {
                *control = true;
            }
            returning = false;
            let mut limit = thresholds;
            if *control {
                limit.pn = limit.pn.max(numbers.pn.saturating_add(1));
                limit.dn = limit.dn.max(numbers.dn.saturating_add(1));
            }
            if numbers.reaches(limit) {
                break self.postpone(at, numbers);
            }
            let (best, next) = self.choose(player, &seen, &children, numbers, limit);
            let child = Place {
                state: &children[best].1,
                key: seen[best].key,
                depth: at.depth + 1,
                code: longer(at.code, seen[best].key),
            };
            if !self.store.get(&child.key).is_some_and(|e| e.visited) {
                *control = false;
            }
            seen[best] = self.mid(child, next, control)?;
            if seen[best].numbers.is_proved() && self.variant.borrows_proofs() {
                self.borrow_proof(&children, best)?;
            }
        };
        self.line.pop();
        self.on_line.remove(&at.key);
        if let Some(entry) = self.store.get_mut(&at.key) {
            entry.amount += self.meter.nodes - begin + 1;
        }
        self.most = self.most.max(self.store.len() + self.twins.len());
        self.meter.holding(self.store.len() + self.twins.len())?;
        Ok(result)
    }

    /// Notes that a node is searched, and how far from the root. True when it was
    /// searched before.
    fn enter(&mut self, at: Place<'_, G::Node, G::Key>) -> bool {
        let entry = self
            .store
            .entry(at.key, Entry::new(Numbers::LEAF, at.depth));
        entry.distance = entry.distance.min(at.depth);
        std::mem::replace(&mut entry.visited, true)
    }

    /// Makes entries for all children and looks at them.
    fn first_look(
        &mut self,
        at: Place<'_, G::Node, G::Key>,
        children: &[(G::Move, G::Node)],
    ) -> Result<Vec<Seen<G::Key>>, Stopped> {
        let mut seen = Vec::with_capacity(children.len());
        for (i, (_, state)) in children.iter().enumerate() {
            let key = self.graph.key(state);
            if self.store.get(&key).is_none() {
                let numbers = match self.graph.terminal(state) {
                    Some(won) => Numbers::of_terminal(won),
                    None => self.variant.first(self.graph, state),
                };
                let mut entry = Entry::new(numbers, at.depth + 1);
                entry.parent = Some(at.key);
                self.store.entry(key, entry);
            } else if self.variant.finds_sources() {
                self.find_source(at.key, key);
            }
            if let Some(entry) = self.store.get_mut(&key) {
                entry.distance = entry.distance.min(at.depth + 1);
            }
            if self.paths == Paths::Kept {
                let code = longer(at.code, key);
                let depth = at.depth + 1;
                self.simulate_root(Place {
                    state,
                    key,
                    depth,
                    code,
                })?;
            }
            let numbers = self.store.get(&key).map_or(Numbers::LEAF, |e| e.numbers);
            seen.push(Seen {
                key,
                numbers,
                start: NEVER,
                old: false,
                group: i,
            });
        }
        Ok(seen)
    }

    /// Updates what is known of a child. A child that the store has forgotten keeps its
    /// numbers.
    fn look_again(&self, at: Place<'_, G::Node, G::Key>, child: &mut Seen<G::Key>) {
        child.old = false;
        if let Some(&depth) = self.on_line.get(&child.key) {
            child.numbers = Numbers::DISPROVED;
            child.start = match self.paths {
                Paths::Kept => depth,
                Paths::Forgotten => NEVER,
            };
            return;
        }
        let Some(entry) = self.store.get(&child.key) else {
            return;
        };
        let here = self.store.get(&at.key).map_or(at.depth, |e| e.distance);
        if entry.numbers.is_final() {
            (child.numbers, child.start) = (entry.numbers, NEVER);
        } else if let Some(start) = self.twin(child.key, longer(at.code, child.key)) {
            (child.numbers, child.start) = (Numbers::DISPROVED, start);
        } else {
            child.numbers = entry.numbers;
            child.old = entry.visited && entry.distance <= here;
        }
    }

    /// The `start` of a disproof of the node that is kept for this very line.
    pub(super) fn twin(&self, key: G::Key, code: u64) -> Option<u32> {
        let known = self.store.get(&key).is_some_and(|e| e.twins);
        known.then(|| self.twins.get(&(key, code)).copied())?
    }

    /// The numbers of a node, without the costs of edges.
    fn numbers(&self, player: Player, seen: &[Seen<G::Key>]) -> Numbers {
        let phi = seen.iter().map(|c| c.numbers.phi(player)).min();
        let phi = phi.unwrap_or(INF);
        if phi == 0 {
            return Numbers::of(player, 0, INF);
        }
        let open = |c: &&Seen<G::Key>| c.numbers.delta(player) > 0;
        if seen.iter().filter(open).count() == 0 {
            return Numbers::of(player, INF, 0);
        }
        Numbers::of(player, phi, self.variant.sum(player, seen))
    }

    /// The numbers of an open node with the costs of edges (df-pn+). `free` are those without.
    fn with_costs(
        &self,
        player: Player,
        seen: &[Seen<G::Key>],
        children: &[(G::Move, G::Node)],
        free: Numbers,
    ) -> Numbers {
        let (mut phi, mut delta) = (INF, free.delta(player));
        for (c, (_, state)) in seen.iter().zip(children) {
            if !c.numbers.is_final() {
                let cost = self.variant.cost(self.graph, state);
                phi = phi.min(add(c.numbers.phi(player), cost.phi(player)));
                delta = add(delta, cost.delta(player));
            }
        }
        Numbers::of(player, phi, delta)
    }

    /// The child to search, and its thresholds.
    fn choose(
        &self,
        player: Player,
        seen: &[Seen<G::Key>],
        children: &[(G::Move, G::Node)],
        numbers: Numbers,
        limit: Numbers,
    ) -> (usize, Numbers) {
        let (mut best, mut least, mut second) = (0, INF, INF);
        let mut edge = Numbers { pn: 0, dn: 0 };
        for (i, c) in seen.iter().enumerate() {
            if c.numbers.is_final() {
                continue;
            }
            let cost = self.variant.cost(self.graph, &children[i].1);
            let phi = add(c.numbers.phi(player), cost.phi(player));
            if phi < least {
                second = least;
                (best, least, edge) = (i, phi, cost);
            } else {
                second = second.min(phi);
            }
        }
        let own = seen[best].numbers;
        let free = self.variant.sum(player, seen);
        let edges = numbers.delta(player).saturating_sub(free);
        let rest = self.variant.rest(player, seen, best);
        let delta = limit
            .delta(player)
            .saturating_sub(rest)
            .saturating_sub(edges);
        let phi = limit.phi(player).min(self.variant.stay(second));
        let phi = phi.saturating_sub(edge.phi(player));
        // With a threshold that is reached already the child would not be searched.
        let phi = phi.max(own.phi(player).saturating_add(1));
        let delta = delta.max(own.delta(player).saturating_add(1));
        (best, Numbers::of(player, phi.min(INF), delta.min(INF)))
    }

    /// Stores the numbers of a node that has reached a threshold.
    fn postpone(&mut self, at: Place<'_, G::Node, G::Key>, numbers: Numbers) -> Seen<G::Key> {
        let numbers = Numbers {
            pn: numbers.pn.clamp(1, MOST),
            dn: numbers.dn.clamp(1, MOST),
        };
        let entry = self.store.entry(at.key, Entry::new(numbers, at.depth));
        entry.numbers = numbers;
        self.result(at, numbers, NEVER)
    }

    /// Stores that a node is decided, perhaps on this line only.
    fn decide(
        &mut self,
        at: Place<'_, G::Node, G::Key>,
        player: Player,
        seen: &[Seen<G::Key>],
        numbers: Numbers,
    ) -> Seen<G::Key> {
        let decisive = match player {
            _ if numbers.is_proved() => seen.iter().find(|c| c.numbers.is_proved()),
            Player::Attacker => seen.iter().min_by_key(|c| c.start),
            Player::Defender => {
                let disproved = seen.iter().filter(|c| c.numbers.is_disproved());
                disproved.max_by_key(|c| c.start)
            }
        };
        let start = match decisive {
            Some(c) if numbers.is_disproved() => c.start,
            _ => NEVER,
        };
        let reply = decisive.map(|c| c.key);
        let entry = self.store.entry(at.key, Entry::new(numbers, at.depth));
        entry.reply = reply;
        // A repetition of this node or of one below it lies inside the disproof, which then
        // holds on every line.
        let start = if start >= at.depth { NEVER } else { start };
        if start == NEVER {
            entry.numbers = numbers;
        } else {
            entry.numbers = Numbers::LEAF;
            entry.twins = true;
            self.twins.insert((at.key, at.code), start);
        }
        self.result(at, numbers, start)
    }

    fn result(&self, at: Place<'_, G::Node, G::Key>, numbers: Numbers, start: u32) -> Seen<G::Key> {
        Seen {
            key: at.key,
            numbers,
            start,
            old: false,
            group: 0,
        }
    }
}
