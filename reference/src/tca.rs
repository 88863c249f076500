//! TCA: the threshold controlling algorithm.
//!
//! Kishimoto, A.: Dealing with infinite loops, underestimation, and overestimation
//! of depth-first proof-number search. AAAI 2010.
//!
//! The numbers stay df-pn's; nothing is left out of a sum. Instead the thresholds
//! are raised. Where a node is entered again and has an open *old* child (one that
//! is not farther from the root), stale numbers could turn the search away before
//! it has done anything, again and again. So from there on every threshold on the
//! way down is at least the node's own number plus one, until a node is searched
//! for the first time; then the thresholds are what they were. Every descent makes
//! a step, and on a finite graph the search ends.
use super::family::Variant;
use super::graph::AndOrGraph;

/// df-pn with threshold control.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tca;

impl<G: AndOrGraph> Variant<G> for Tca {
    fn controls_thresholds(&self) -> bool {
        true
    }
}
