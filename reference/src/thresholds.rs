//! Longer stays: δ and 1+ε.
//!
//! Pawlewicz, J., Lew, L.: Improving depth-first pn-search: 1+ε trick. Computers
//! and Games 2006, LNCS 4630 (2007) 160-171.
//!
//! df-pn leaves the best child as soon as the second best is better by one. When a
//! table is full the work on the one is lost while the other is searched. Staying
//! until the number exceeds the second best by a constant δ helps little when the
//! numbers are large; staying until it exceeds it by a fraction ε makes the number
//! of re-visits logarithmic.
use super::family::Variant;
use super::graph::AndOrGraph;

/// The constant δ: the best child is left when its number exceeds the second best by δ.
#[derive(Clone, Copy, Debug)]
pub struct Delta(pub u32);

impl<G: AndOrGraph> Variant<G> for Delta {
    fn stay(&self, second: u32) -> u32 {
        second.saturating_add(self.0.max(1))
    }
}

/// 1/ε: the best child is left when its number exceeds the second best by the fraction ε of it.
#[derive(Clone, Copy, Debug)]
pub struct Epsilon(pub u32);

impl<G: AndOrGraph> Variant<G> for Epsilon {
    fn stay(&self, second: u32) -> u32 {
        let more = second.div_ceil(self.0.max(1)).max(1);
        second.saturating_add(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explicit::Explicit;

    #[test]
    fn both_pass_the_second_best() {
        let delta = |d, n| Variant::<Explicit>::stay(&Delta(d), n);
        assert_eq!((delta(1, 7), delta(5, 7), delta(0, 7)), (8, 12, 8));
        let epsilon = |e, n| Variant::<Explicit>::stay(&Epsilon(e), n);
        assert_eq!(
            (epsilon(4, 1), epsilon(4, 100), epsilon(0, 7)),
            (2, 125, 14)
        );
    }
}
