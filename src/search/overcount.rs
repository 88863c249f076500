//! How the numbers of several children add up.
//!
//! Plain df-pn sums the disproof numbers at an attacker's node (proof numbers at a
//! defender's). In a graph with transpositions a leaf is then counted once for
//! every way to it, and the sum explodes. Two cures are combined:
//!
//! - WPNS (Ueda et al. 2008): the maximum, plus a little for every further child.
//!   Here "a little" is the child's own number, capped.
//! - SNDA (Kishimoto 2010): children known to share a source (`Child::shared`) add
//!   nothing beyond the maximum.

use super::frame::Child;
use super::numbers::MOST;

/// What a further child adds at most; see `docs/experiments.md`.
#[derive(Clone, Copy, Debug)]
pub struct Cap(pub u32);

/// The combined number of all visible, open children and the parts it is made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    /// The combined number.
    pub sum: u32,
    /// The sum of the capped numbers of the children that are not shared.
    capped: u32,
}

impl Cap {
    #[inline(always)]
    fn share(self, n: u32, shared: bool) -> u32 {
        if shared { 0 } else { n.min(self.0) }
    }

    /// Combines `number(child)` over the children that are still open and visible.
    /// Hidden ones add nothing: any weight for them made Zuko's set harder
    /// (experiment 3).
    pub fn combine(self, children: &[Child], number: impl Fn(&Child) -> u32) -> Total {
        let (mut most, mut share_of_most, mut capped) = (0, 0, 0u32);
        for c in children {
            if c.hidden || c.value.is_final() {
                continue;
            }
            let n = number(c);
            let share = self.share(n, c.shared);
            capped = capped.saturating_add(share);
            if n > most {
                most = n;
                share_of_most = share;
            }
        }
        let sum = most.saturating_add(capped - share_of_most).min(MOST);
        Total { sum, capped }
    }

    /// The number `child` must reach for the combined number to reach `threshold`.
    #[inline(always)]
    pub fn threshold(self, total: Total, threshold: u32, number: u32, shared: bool) -> u32 {
        let others = total.capped - self.share(number, shared);
        threshold.saturating_sub(others).max(1)
    }
}
