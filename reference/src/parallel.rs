//! Parallel df-pn with virtual proof numbers.
//!
//! Kaneko, T.: Parallel depth first proof number search. AAAI 2010.
//!
//! Several threads run df-pn on one table. Without more they would all search the
//! same most-proving node. So a node counts the threads that are under it, and its φ
//! in the choice of its parent is raised by one for each of them (the *virtual*
//! number). Other threads then spread over the next best children. A thread whose
//! node was decided by another one leaves it.
//!
//! Disproofs by repetition hold on one line and are kept beside it, as in
//! `ghi.rs` (without the simulation).
use super::family::{NEVER, longer};
use super::graph::{AndOrGraph, Player};
use super::limits::{DEEPEST, Limits, Report, STACK, Stopped};
use super::numbers::{INF, MOST, Numbers, add};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

#[derive(Clone, Copy, Debug)]
struct Entry {
    numbers: Numbers,
    /// Threads that are searching it now.
    threads: u32,
    /// Least depth at which it was seen.
    distance: u32,
    visited: bool,
}

/// What all threads share.
struct Shared<'a, G: AndOrGraph> {
    graph: &'a G,
    limits: Limits<'a>,
    table: Mutex<HashMap<G::Key, Entry>>,
    twins: Mutex<HashMap<(G::Key, u64), u32>>,
    nodes: AtomicU64,
    done: AtomicBool,
}

/// One thread.
struct Worker<'s, 'a, G: AndOrGraph> {
    shared: &'s Shared<'a, G>,
    on_line: HashMap<G::Key, u32>,
}

/// What a parent knows of a child; the fields are those of `Entry` and of `family::Seen`.
#[derive(Clone, Copy)]
struct Seen {
    numbers: Numbers,
    threads: u32,
    start: u32,
    old: bool,
}

/// Solves the root with `limits.threads` threads.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    if let Some(won) = graph.terminal(&graph.root()) {
        return Report::new(Ok(won), 0, 1);
    }
    let shared = Shared {
        graph,
        limits,
        table: Mutex::new(HashMap::new()),
        twins: Mutex::new(HashMap::new()),
        nodes: AtomicU64::new(0),
        done: AtomicBool::new(false),
    };
    let mut result = Err(Stopped::Interrupted);
    std::thread::scope(|scope| {
        let spawn = |_| {
            let work = || {
                let on_line = HashMap::new();
                let result = Worker {
                    shared: &shared,
                    on_line,
                }
                .root();
                shared.done.store(true, Ordering::Relaxed);
                result
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, work)
        };
        let threads: Vec<_> = (0..limits.threads.max(1))
            .filter_map(|n| spawn(n).ok())
            .collect();
        for thread in threads {
            let one = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            let told_to_stop = one == Err(Stopped::Interrupted);
            if result.is_err() && !(told_to_stop && result != Err(Stopped::Interrupted)) {
                result = one;
            }
        }
    });
    let entries = shared.table.lock().len() + shared.twins.lock().len();
    Report::new(result, shared.nodes.load(Ordering::Relaxed), entries)
}

impl<G: AndOrGraph> Worker<'_, '_, G> {
    fn root(&mut self) -> Result<bool, Stopped> {
        let root = self.shared.graph.root();
        let key = self.shared.graph.key(&root);
        let endless = Numbers { pn: INF, dn: INF };
        let seen = self.mid(&root, key, endless, 0, longer(0, key), &mut false)?;
        Ok(seen.numbers.is_proved())
    }

    /// Counts a node and looks at the limits.
    fn count(&self, depth: u32) -> Result<(), Stopped> {
        let limits = &self.shared.limits;
        let nodes = self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        if self.shared.done.load(Ordering::Relaxed)
            || limits.stop.is_some_and(|s| s.load(Ordering::Relaxed))
        {
            return Err(Stopped::Interrupted);
        }
        if limits.nodes.is_some_and(|most| nodes >= most) {
            return Err(Stopped::Nodes);
        }
        if depth > limits.depth.min(DEEPEST) {
            return Err(Stopped::Depth);
        }
        if self.shared.table.lock().len() > limits.entries {
            return Err(Stopped::Memory);
        }
        match limits.deadline {
            Some(deadline) if nodes.is_multiple_of(64) && Instant::now() >= deadline => {
                Err(Stopped::Time)
            }
            _ => Ok(()),
        }
    }

    /// Searches a node until it is decided or reaches a threshold; see `family::Search::mid`.
    fn mid(
        &mut self,
        node: &G::Node,
        key: G::Key,
        thresholds: Numbers,
        depth: u32,
        code: u64,
        control: &mut bool,
    ) -> Result<Seen, Stopped> {
        self.count(depth)?;
        self.on_line.insert(key, depth);
        let graph = self.shared.graph;
        let player = graph.player(node);
        let children: Vec<(G::Key, G::Node)> = graph
            .successors(node)
            .into_iter()
            .map(|(_, next)| (graph.key(&next), next))
            .collect();
        let mut returning = self.enter(key, depth, &children);
        let result = loop {
            let seen: Vec<Seen> = self.look(key, depth, code, &children);
            if returning && seen.iter().any(|c| c.old) {
                *control = true;
            }
            returning = false;
            let mut limit = thresholds;
            let real = summed(player, &seen, false);
            let virt = summed(player, &seen, true);
            if *control {
                limit.pn = limit.pn.max(virt.pn.saturating_add(1));
                limit.dn = limit.dn.max(virt.dn.saturating_add(1));
            }
            if let Some(known) = self.decided_elsewhere(key) {
                break known;
            }
            if real.is_final() || real.reaches(limit) {
                break self.leave(player, (key, depth, code), &seen, real);
            }
            let (best, next) = choose(player, &seen, virt, limit);
            let child = &children[best];
            if self.begin(child.0) {
                *control = false;
            }
            let below = longer(code, child.0);
            let outcome = self.mid(&child.1, child.0, next, depth + 1, below, control);
            self.end(child.0);
            outcome?;
        };
        self.on_line.remove(&key);
        Ok(result)
    }

    /// Makes the entries of a node and its children. True when the node was searched
    /// before.
    fn enter(&self, key: G::Key, depth: u32, children: &[(G::Key, G::Node)]) -> bool {
        let mut table = self.shared.table.lock();
        let new = |numbers, distance| Entry {
            numbers,
            threads: 0,
            distance,
            visited: false,
        };
        let entry = table.entry(key).or_insert(new(Numbers::LEAF, depth));
        entry.distance = entry.distance.min(depth);
        let returning = std::mem::replace(&mut entry.visited, true);
        for (key, state) in children {
            let entry = table.entry(*key).or_insert_with(|| {
                let known = self.shared.graph.terminal(state);
                new(known.map_or(Numbers::LEAF, Numbers::of_terminal), depth + 1)
            });
            entry.distance = entry.distance.min(depth + 1);
        }
        returning
    }

    /// Counts this thread under the child. True when the child is searched for the first time.
    fn begin(&self, child: G::Key) -> bool {
        let mut table = self.shared.table.lock();
        let entry = table.get_mut(&child);
        entry.is_some_and(|e| {
            e.threads += 1;
            !e.visited
        })
    }

    /// Takes this thread out of the child's count.
    fn end(&self, child: G::Key) {
        if let Some(entry) = self.shared.table.lock().get_mut(&child) {
            entry.threads -= 1;
        }
    }

    /// What is known of all children.
    fn look(
        &self,
        key: G::Key,
        depth: u32,
        code: u64,
        children: &[(G::Key, G::Node)],
    ) -> Vec<Seen> {
        let table = self.shared.table.lock();
        let twins = self.shared.twins.lock();
        let here = table.get(&key).map_or(depth, |e| e.distance);
        let one = |key: &G::Key| {
            let mut seen = Seen {
                numbers: Numbers::LEAF,
                threads: 0,
                start: NEVER,
                old: false,
            };
            let entry = table.get(key);
            let known = entry.filter(|e| e.numbers.is_final());
            if let Some(known) = known {
                seen.numbers = known.numbers;
            } else if let Some(&depth) = self.on_line.get(key) {
                (seen.numbers, seen.start) = (Numbers::DISPROVED, depth);
            } else if let Some(&start) = twins.get(&(*key, longer(code, *key))) {
                (seen.numbers, seen.start) = (Numbers::DISPROVED, start);
            } else if let Some(e) = entry {
                (seen.numbers, seen.threads) = (e.numbers, e.threads);
                seen.old = e.visited && e.distance <= here;
            }
            seen
        };
        children.iter().map(|(key, _)| one(key)).collect()
    }

    /// The value of a node that another thread has decided.
    fn decided_elsewhere(&self, key: G::Key) -> Option<Seen> {
        let table = self.shared.table.lock();
        let numbers = table.get(&key).map(|e| e.numbers)?;
        numbers.is_final().then_some(Seen {
            numbers,
            threads: 0,
            start: NEVER,
            old: false,
        })
    }

    /// Stores what was found and returns it.
    fn leave(
        &self,
        player: Player,
        (key, depth, code): (G::Key, u32, u64),
        seen: &[Seen],
        numbers: Numbers,
    ) -> Seen {
        let mut start = NEVER;
        if numbers.is_disproved() {
            let starts = seen.iter().filter(|c| c.numbers.is_disproved());
            let starts = starts.map(|c| c.start);
            let from = match player {
                Player::Attacker => starts.min(),
                Player::Defender => starts.max(),
            };
            start = from.filter(|&s| s < depth).unwrap_or(NEVER);
        }
        let mut table = self.shared.table.lock();
        if let Some(entry) = table.get_mut(&key)
            && !entry.numbers.is_final()
        {
            entry.numbers = if start != NEVER {
                Numbers::LEAF
            } else if numbers.is_final() {
                numbers
            } else {
                let open = |n: u32| n.clamp(1, MOST);
                Numbers {
                    pn: open(numbers.pn),
                    dn: open(numbers.dn),
                }
            };
        }
        if start != NEVER {
            self.shared.twins.lock().insert((key, code), start);
        }
        Seen {
            numbers,
            threads: 0,
            start,
            old: false,
        }
    }
}

/// φ of a child, with what the threads under it add.
fn phi(player: Player, child: &Seen, virtually: bool) -> u32 {
    let phi = child.numbers.phi(player);
    if virtually && !child.numbers.is_final() {
        add(phi, child.threads)
    } else {
        phi
    }
}

/// The numbers of a node, from real or from virtual numbers of its children.
fn summed(player: Player, seen: &[Seen], virtually: bool) -> Numbers {
    let least = seen.iter().map(|c| phi(player, c, virtually)).min();
    let least = least.unwrap_or(INF);
    if least == 0 {
        return Numbers::of(player, 0, INF);
    }
    let delta = seen.iter().map(|c| c.numbers.delta(player));
    let delta = delta.fold(0, add);
    let phi = if delta == 0 { INF } else { least };
    Numbers::of(player, phi, delta)
}

/// The child that looks best with the virtual numbers, and its thresholds.
fn choose(player: Player, seen: &[Seen], virt: Numbers, limit: Numbers) -> (usize, Numbers) {
    let (mut best, mut least, mut second) = (0, INF, INF);
    for (i, child) in seen.iter().enumerate() {
        if child.numbers.is_final() {
            continue;
        }
        let phi = phi(player, child, true);
        if phi < least {
            second = least;
            (best, least) = (i, phi);
        } else {
            second = second.min(phi);
        }
    }
    let own = seen[best].numbers;
    let phi = limit.phi(player).min(second.saturating_add(1));
    let others = virt.delta(player) - own.delta(player);
    let delta = limit.delta(player).saturating_sub(others);
    let phi = phi.max(own.phi(player).saturating_add(1)).min(INF);
    let delta = delta.max(own.delta(player).saturating_add(1)).min(INF);
    (best, Numbers::of(player, phi, delta))
}
