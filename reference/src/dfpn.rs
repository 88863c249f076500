//! df-pn, depth-first proof-number search.
//!
//! Nagai, A.: Df-pn algorithm for searching AND/OR trees and its applications,
//! thesis, University of Tokyo 2002.
//!
//! The most-proving node of proof-number search, found depth first: every node is
//! entered with a threshold for each number and left when one of them is reached.
//! The child with the least φ is searched until its φ passes that of the second
//! best (then another child is the better one) or until the node's own δ is
//! reached. A table keeps the numbers of everything seen; the tree itself is
//! forgotten.
//!
//! Repetition: on entering a node its *thresholds* go into the table, so that a
//! search that comes back to it on the same line finds its thresholds reached and
//! turns away. That makes no wrong answers, but on a cycle the numbers feed on
//! themselves: see `tests/algorithms/failures.rs`. Cures are in `family.rs`.
use super::graph::{AndOrGraph, Player};
use super::limits::{Limits, Meter, Report, Stopped};
use super::numbers::{MOST, Numbers, combine};
use std::collections::HashMap;

struct Search<'a, G: AndOrGraph> {
    graph: &'a G,
    meter: Meter<'a>,
    table: HashMap<G::Key, Numbers>,
}

/// Solves the root.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    let mut search = Search {
        graph,
        meter: Meter::new(limits),
        table: HashMap::new(),
    };
    let root = graph.root();
    let result = search.root(&root);
    Report::new(result, search.meter.nodes, search.table.len())
}

impl<G: AndOrGraph> Search<'_, G> {
    /// The value of the root.
    fn root(&mut self, root: &G::Node) -> Result<bool, Stopped> {
        if self.look_up(root).is_final() {
            return Ok(self.look_up(root).is_proved());
        }
        // No number of an undecided node is above MOST: one that reaches it ends the search.
        self.mid(root, Numbers { pn: MOST, dn: MOST }, 0)?;
        let numbers = self.look_up(root);
        if numbers.is_final() {
            Ok(numbers.is_proved())
        } else {
            Err(Stopped::Stuck)
        }
    }

    /// Numbers from the table, or of a node never seen.
    fn look_up(&self, node: &G::Node) -> Numbers {
        let known = self.table.get(&self.graph.key(node)).copied();
        known.unwrap_or_else(|| {
            self.graph
                .terminal(node)
                .map_or(Numbers::LEAF, Numbers::of_terminal)
        })
    }

    /// Multiple iterative deepening: searches a node until it reaches a threshold.
    fn mid(&mut self, node: &G::Node, thresholds: Numbers, depth: u32) -> Result<(), Stopped> {
        self.meter.count()?;
        self.meter.at_depth(depth)?;
        let key = self.graph.key(node);
        let player = self.graph.player(node);
        self.table.insert(key, thresholds);
        self.meter.holding(self.table.len())?;
        let children = self.graph.successors(node);
        loop {
            let of_children: Vec<Numbers> = children.iter().map(|(_, c)| self.look_up(c)).collect();
            let numbers = combine(player, of_children.iter().copied());
            if numbers.reaches(thresholds) {
                self.table.insert(key, numbers);
                return Ok(());
            }
            let (best, second) = two_best(player, &of_children);
            let phi = thresholds.phi(player).min(second.saturating_add(1));
            let delta =
                thresholds.delta(player) - numbers.delta(player) + of_children[best].delta(player);
            let next = Numbers::of(player, phi, delta.min(MOST));
            self.mid(&children[best].1, next, depth + 1)?;
        }
    }
}

/// The child with the least φ and the second least φ.
fn two_best(player: Player, children: &[Numbers]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
    for (i, child) in children.iter().enumerate() {
        let phi = child.phi(player);
        if phi < least {
            second = least;
            (best, least) = (i, phi);
        } else {
            second = second.min(phi);
        }
    }
    (best, second)
}
