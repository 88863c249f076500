//! df-pn(r): the minimal distance tells cycles apart.
//!
//! Kishimoto, A., Müller, M.: Df-pn in Go: an application to the one-eye problem.
//! Advances in Computer Games 10 (2003) 125-141.
//!
//! On a cycle the number of a node contains its own number, and grows without a
//! single new leaf. df-pn(r) keeps the least distance from the root of every node.
//! A child is *normal* when it is farther from the root than its parent, else
//! *old*: an edge to an old child may close a cycle. δ is the sum over normal
//! children; only when no normal child is open any more do the old ones count, and
//! then only the greatest δ of them. That ends the growth, and underestimates where
//! an old child does not lead back to an ancestor.
use super::family::{Seen, Variant};
use super::graph::{AndOrGraph, Player};
use super::numbers::add;

/// df-pn with minimal distances.
#[derive(Clone, Copy, Debug, Default)]
pub struct DfpnR;

impl<G: AndOrGraph> Variant<G> for DfpnR {
    fn sum(&self, player: Player, children: &[Seen<G::Key>]) -> u32 {
        let delta = |c: &Seen<G::Key>| c.numbers.delta(player);
        let normal = children.iter().filter(|c| !c.old).map(delta).fold(0, add);
        if normal > 0 {
            normal
        } else {
            children.iter().map(delta).max().unwrap_or(0)
        }
    }

    fn rest(&self, player: Player, children: &[Seen<G::Key>], best: usize) -> u32 {
        if children[best].old {
            return 0;
        }
        Variant::<G>::sum(self, player, children)
            .saturating_sub(children[best].numbers.delta(player))
    }
}
