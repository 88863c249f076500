//! SNDA: source node detection.
//!
//! Kishimoto, A.: Dealing with infinite loops, underestimation, and overestimation
//! of depth-first proof-number search. AAAI 2010.
//!
//! In a DAG a leaf that is reached in two ways is counted twice where the ways
//! part, in the sum of δ. Every table entry names one parent. When a node sees a
//! child that has another parent, the parents are followed upward; where that walk
//! meets the current line is the *source*: two of its children lead to the same
//! node. Their δ is no longer added there; the greater one counts.
use super::family::{Search, Seen, Variant};
use super::graph::{AndOrGraph, Player};
use super::numbers::add;
use super::store::Store;

/// df-pn with source node detection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snda;

/// Steps upward before giving up.
const HOPS: usize = 64;

impl<G: AndOrGraph> Variant<G> for Snda {
    fn finds_sources(&self) -> bool {
        true
    }

    fn sum(&self, player: Player, children: &[Seen<G::Key>]) -> u32 {
        groups(player, children, usize::MAX)
    }

    fn rest(&self, player: Player, children: &[Seen<G::Key>], best: usize) -> u32 {
        groups(player, children, children[best].group)
    }
}

/// The sum of the greatest δ of every group but `without`.
fn groups<K>(player: Player, children: &[Seen<K>], without: usize) -> u32 {
    let mut sum = 0;
    for group in 0..children.len() {
        if group != without {
            let members = children.iter().filter(|c| c.group == group);
            sum = add(
                sum,
                members.map(|c| c.numbers.delta(player)).max().unwrap_or(0),
            );
        }
    }
    sum
}

impl<G: AndOrGraph, V: Variant<G>, S: Store<G::Key>> Search<'_, G, V, S> {
    /// Looks for the source of a `child` of `node` that was first seen elsewhere.
    pub(super) fn find_source(&mut self, node: G::Key, child: G::Key) {
        let mut below = child;
        for _ in 0..HOPS {
            let Some(parent) = self.store.get(&below).and_then(|e| e.parent) else {
                return;
            };
            if parent == node {
                return;
            }
            if let Some(&depth) = self.on_line.get(&parent) {
                if let Some(&ours) = self.line.get(depth as usize + 1)
                    && ours != below
                {
                    let pairs = self.merged.entry(parent).or_default();
                    if !pairs.contains(&(ours, below)) {
                        pairs.push((ours, below));
                    }
                }
                return;
            }
            below = parent;
        }
    }

    /// Numbers the groups of a node's children.
    pub(super) fn group(&self, node: G::Key, seen: &mut [Seen<G::Key>]) {
        for (i, child) in seen.iter_mut().enumerate() {
            child.group = i;
        }
        let Some(pairs) = self.merged.get(&node) else {
            return;
        };
        for (a, b) in pairs {
            let group = |key| seen.iter().find(|c| c.key == key).map(|c| c.group);
            if let (Some(a), Some(b)) = (group(*a), group(*b)) {
                for child in seen.iter_mut().filter(|c| c.group == b) {
                    child.group = a;
                }
            }
        }
    }
}
