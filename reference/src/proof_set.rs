//! Proof-set search.
//!
//! Müller, M.: Proof-set search. Computers and Games 2002, LNCS 2883 (2003) 88-107.
//!
//! A proof number counts the leaves that are missing; where one leaf is reached twice
//! it is counted twice. Proof-set search keeps the *set*: at an AND node the
//! union of the successors' proof sets, at an OR node the smallest of them;
//! disproof sets the other way round. A leaf that is reached in many ways is one
//! element. The sets are not always the smallest possible (the smallest parts need
//! not have the smallest union), but never larger than the numbers; on trees both
//! are the same.
//!
//! The graph must be acyclic; `layered.rs` makes an acyclic graph of any other.
use super::graph::{AndOrGraph, Player};
use super::limits::{Limits, Meter, Report, Stopped};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Sorted numbers of leaves; `None` when no set of leaves is enough.
type Set = Option<Rc<[u32]>>;

struct Vertex<N> {
    player: Player,
    /// What is needed to expand it; gone once that is done.
    state: Option<N>,
    parents: Vec<usize>,
    children: Vec<usize>,
    proof: Set,
    disproof: Set,
}

/// A running search.
struct Search<'g, G: AndOrGraph> {
    graph: &'g G,
    vertices: Vec<Vertex<G::Node>>,
    index: HashMap<G::Key, usize>,
    /// Elements in all sets.
    elements: usize,
}

/// Elements that take about the memory of a vertex.
const ELEMENTS: usize = 64;

/// Solves the root of an acyclic graph.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    let mut meter = Meter::new(limits);
    let mut search = Search::new(graph);
    let result = search.run(&mut meter);
    Report::new(result, meter.nodes, search.vertices.len())
}

fn size(set: &Set) -> Option<usize> {
    set.as_ref().map(|s| s.len())
}

impl<'g, G: AndOrGraph> Search<'g, G> {
    /// The root alone.
    fn new(graph: &'g G) -> Self {
        let mut search = Search {
            graph,
            vertices: Vec::new(),
            index: HashMap::new(),
            elements: 0,
        };
        search.vertex(graph.root());
        search
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        while !self.is_final(0) {
            meter.count()?;
            meter.holding(self.vertices.len() + self.elements / ELEMENTS)?;
            let leaf = self.most_proving();
            self.expand(leaf);
        }
        Ok(size(&self.vertices[0].proof) == Some(0))
    }

    fn is_final(&self, at: usize) -> bool {
        let v = &self.vertices[at];
        size(&v.proof) == Some(0) || size(&v.disproof) == Some(0)
    }

    /// The vertex of a node, made when it is new.
    fn vertex(&mut self, state: G::Node) -> usize {
        let key = self.graph.key(&state);
        if let Some(&at) = self.index.get(&key) {
            return at;
        }
        let at = self.vertices.len();
        let nothing: Set = Some(Rc::from([]));
        let itself: Set = Some(Rc::from([at as u32]));
        let (proof, disproof) = match self.graph.terminal(&state) {
            Some(true) => (nothing, None),
            Some(false) => (None, nothing),
            None => (itself.clone(), itself),
        };
        self.vertices.push(Vertex {
            player: self.graph.player(&state),
            state: Some(state),
            parents: Vec::new(),
            children: Vec::new(),
            proof,
            disproof,
        });
        self.index.insert(key, at);
        at
    }

    fn most_proving(&self) -> usize {
        let mut at = 0;
        while !self.vertices[at].children.is_empty() {
            let v = &self.vertices[at];
            let effort = |&c: &usize| {
                let child = &self.vertices[c];
                let set = match v.player {
                    Player::Attacker => &child.proof,
                    Player::Defender => &child.disproof,
                };
                size(set).unwrap_or(usize::MAX)
            };
            at = v.children.iter().copied().min_by_key(effort).unwrap_or(at);
        }
        at
    }

    fn expand(&mut self, at: usize) {
        let Some(state) = self.vertices[at].state.take() else {
            return;
        };
        for (_, next) in self.graph.successors(&state) {
            let child = self.vertex(next);
            self.vertices[child].parents.push(at);
            self.vertices[at].children.push(child);
        }
        let mut waiting = VecDeque::from([at]);
        while let Some(at) = waiting.pop_front() {
            if self.mend(at) {
                waiting.extend(self.vertices[at].parents.iter().copied());
            }
        }
    }

    /// Computes the sets of a vertex; true when they changed.
    fn mend(&mut self, at: usize) -> bool {
        let v = &self.vertices[at];
        let children = || v.children.iter().map(|&c| &self.vertices[c]);
        let proofs = children().map(|c| &c.proof);
        let disproofs = children().map(|c| &c.disproof);
        let (proof, disproof) = match v.player {
            Player::Attacker => (smallest(proofs), union(disproofs)),
            Player::Defender => (union(proofs), smallest(disproofs)),
        };
        let changed = proof != v.proof || disproof != v.disproof;
        let elements = |a: &Set, b: &Set| size(a).unwrap_or(0) + size(b).unwrap_or(0);
        self.elements += elements(&proof, &disproof);
        self.elements -= elements(&v.proof, &v.disproof).min(self.elements);
        self.vertices[at].proof = proof;
        self.vertices[at].disproof = disproof;
        changed
    }
}

fn smallest<'s>(sets: impl Iterator<Item = &'s Set>) -> Set {
    sets.flatten().min_by_key(|s| s.len()).cloned()
}

fn union<'s>(sets: impl Iterator<Item = &'s Set>) -> Set {
    let mut all = Vec::new();
    for set in sets {
        all.extend_from_slice(set.as_ref()?);
    }
    all.sort_unstable();
    all.dedup();
    Some(all.into())
}
