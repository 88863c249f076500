//! A graph cut off after *n* plies: "does the attacker win within *n*?"
//!
//! A node is a node of the original graph together with the number of plies left, so
//! no line comes back to a node of its own: whatever the original was, this graph is
//! acyclic, and searches that know no repetition are sound on it.
use super::graph::{AndOrGraph, Player};
use super::numbers::Numbers;
use std::sync::atomic::{AtomicBool, Ordering};

/// `graph` with a limit.
pub struct Layered<'g, G> {
    graph: &'g G,
    plies: u32,
    cut: AtomicBool,
}

impl<'g, G: AndOrGraph> Layered<'g, G> {
    /// The graph cut off after `plies` plies.
    pub fn new(graph: &'g G, plies: u32) -> Layered<'g, G> {
        Layered {
            graph,
            plies,
            cut: AtomicBool::new(false),
        }
    }

    /// True when the limit has cut some line off: "not within the limit" is then
    /// not "never".
    pub fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }
}

impl<G: AndOrGraph> AndOrGraph for Layered<'_, G> {
    /// Node and plies left.
    type Node = (G::Node, u32);
    type Key = (G::Key, u32);
    type Move = G::Move;

    fn root(&self) -> Self::Node {
        (self.graph.root(), self.plies)
    }

    fn key(&self, (node, left): &Self::Node) -> Self::Key {
        (self.graph.key(node), *left)
    }

    fn player(&self, (node, _): &Self::Node) -> Player {
        self.graph.player(node)
    }

    fn terminal(&self, (node, left): &Self::Node) -> Option<bool> {
        let known = self.graph.terminal(node);
        if known.is_none() && *left == 0 {
            self.cut.store(true, Ordering::Relaxed);
            return Some(false);
        }
        known
    }

    fn successors(&self, (node, left): &Self::Node) -> Vec<(G::Move, Self::Node)> {
        let below = left.saturating_sub(1);
        let successors = self.graph.successors(node);
        successors
            .into_iter()
            .map(|(mv, next)| (mv, (next, below)))
            .collect()
    }

    fn guess(&self, (node, _): &Self::Node) -> Numbers {
        self.graph.guess(node)
    }
}
