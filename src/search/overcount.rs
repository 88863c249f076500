//! How the numbers of several children add up.
//!
//! Plain df-pn sums the disproof numbers at an attacker's node (proof numbers at a
//! defender's). In a graph with transpositions a leaf is then counted once for
//! every way to it, and the sum explodes. Two cures are combined:
//!
//! - WPNS (Ueda et al. 2008): the maximum, plus a little for every further child.
//!   Here "a little" is the child's own number, capped; the cap is lowest for an
//!   interposing drop, which along a line leads to much the same as its neighbours
//!   (experiment 39).
//! - SNDA (Kishimoto 2010): children known to share a source (`Child::shared`) add
//!   nothing beyond the maximum.

use crate::table::numbers::MOST;

/// The most that a further child adds to the maximum (experiments 1 and 39).
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

/// Children being combined, one at a time. Hidden ones are left out: any weight for
/// them made Zuko's set harder (experiment 3).
#[derive(Default)]
pub struct Adding {
    most: u32,
    share_of_most: u32,
    capped: u32,
}

impl Adding {
    /// One more child that is open and visible, and what it adds at most.
    #[inline(always)]
    pub fn add(&mut self, number: u32, cap: Cap, shared: bool) {
        let share = cap.share(number, shared);
        self.capped = self.capped.saturating_add(share);
        if number > self.most {
            self.most = number;
            self.share_of_most = share;
        }
    }

    /// The combined number of the children so far.
    #[inline(always)]
    pub fn total(&self) -> Total {
        let others = self.capped - self.share_of_most;
        Total {
            sum: self.most.saturating_add(others).min(MOST),
            capped: self.capped,
        }
    }
}

impl Cap {
    #[inline(always)]
    fn share(self, n: u32, shared: bool) -> u32 {
        if shared { 0 } else { n.min(self.0) }
    }

    /// The number a child with this cap must reach for the combined number to reach `threshold`.
    /// `number` is the one that it has now.
    #[inline(always)]
    pub fn threshold(self, total: Total, threshold: u32, number: u32, shared: bool) -> u32 {
        let others = total.capped - self.share(number, shared);
        threshold.saturating_sub(others).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::frame::{Child, Value};
    use crate::search::testing::{child, numbers};
    use crate::table::Numbers;

    impl Cap {
        /// Combines the numbers of the children that are open and visible.
        fn combine(self, children: &[Child], number: impl Fn(&Child) -> u32) -> Total {
            let mut adding = Adding::default();
            for c in children.iter().filter(|c| !c.hidden && !c.value.is_final()) {
                adding.add(number(c), self, c.shared);
            }
            adding.total()
        }
    }

    fn open(delta: u32, shared: bool) -> Child {
        let mut c = child();
        c.value = Value::open(Numbers::new(1, delta), 1);
        c.shared = shared;
        c
    }

    fn dn(c: &Child) -> u32 {
        c.value.numbers.dn
    }

    #[test]
    fn one_child_counts_whole() {
        for cap in [0, 1, 16, MOST] {
            let total = Cap(cap).combine(&[open(1000, false)], dn);
            assert_eq!(total.sum, 1000);
            assert_eq!(Cap(cap).threshold(total, 5000, 1000, false), 5000);
        }
    }

    #[test]
    fn the_others_add_up_to_the_cap_each() {
        let children = [open(100, false), open(30, false), open(7, false)];
        assert_eq!(Cap(10).combine(&children, dn).sum, 100 + 10 + 7);
        assert_eq!(Cap(0).combine(&children, dn).sum, 100);
        assert_eq!(Cap(MOST).combine(&children, dn).sum, 137);
    }

    #[test]
    fn shared_children_add_nothing_but_may_be_the_greatest() {
        let children = [open(100, false), open(30, true)];
        assert_eq!(Cap(10).combine(&children, dn).sum, 100);
        let children = [open(100, true), open(30, false)];
        assert_eq!(Cap(10).combine(&children, dn).sum, 110);
    }

    #[test]
    fn hidden_and_decided_children_add_nothing() {
        let mut hidden = open(500, false);
        hidden.hidden = true;
        let mut decided = open(500, false);
        decided.value.numbers.dn = 0;
        let total = Cap(10).combine(&[open(100, false), hidden, decided], dn);
        assert_eq!(total.sum, 100);
        assert_eq!(Cap(10).combine(&[], dn).sum, 0);
    }

    #[test]
    fn sums_saturate() {
        let children = vec![open(MOST, false); 600];
        assert_eq!(Cap(MOST).combine(&children, dn).sum, MOST);
        let total = Cap(MOST).combine(&children, dn);
        assert!(Cap(MOST).threshold(total, MOST + 1, MOST, false) >= 1);
    }

    /// A child that reaches its threshold takes the node to its own. (A shared one
    /// does when it is the greatest then; otherwise it counts nothing.)
    #[test]
    fn the_threshold_of_a_child_is_that_of_the_node() {
        let mut numbers = numbers();
        for round in 0..50_000 {
            let cap = Cap([0, 1, 16, 160, 100_000][numbers.below(5) as usize]);
            let count = 1 + numbers.below(8);
            let mut children: Vec<Child> = (0..count)
                .map(|_| open(1 + numbers.below(400), numbers.below(4) == 0))
                .collect();
            let total = cap.combine(&children, dn);
            assert!(total.sum >= children.iter().map(dn).max().unwrap());
            assert!(total.sum <= children.iter().map(dn).sum());
            let threshold = total.sum + 1 + numbers.below(300);
            let i = numbers.below(count) as usize;
            let (before, shared) = (dn(&children[i]), children[i].shared);
            let needed = cap.threshold(total, threshold, before, shared);
            let needed = needed.max(before + 1);
            children[i].value.numbers.dn = needed;
            let mut others = children.iter().enumerate().filter(|&(j, _)| j != i);
            if !shared || others.all(|(_, c)| dn(c) < needed) {
                let after = cap.combine(&children, dn).sum;
                assert!(after >= threshold, "{round}: {after} of {threshold}");
            }
        }
    }

    /// One below its threshold, the child has not taken the node to the node's threshold; not so
    /// where the threshold is the least that lets it be searched at all.
    #[test]
    fn the_threshold_of_the_greatest_child_is_the_least_that_serves() {
        let mut numbers = numbers();
        for _ in 0..50_000 {
            let cap = Cap([0, 1, 16, 160, 100_000][numbers.below(5) as usize]);
            let mut children: Vec<Child> = (0..1 + numbers.below(8))
                .map(|_| open(1 + numbers.below(400), false))
                .collect();
            children[0].value.numbers.dn = 401;
            let total = cap.combine(&children, dn);
            let threshold = total.sum + 1 + numbers.below(300);
            let needed = cap.threshold(total, threshold, 401, false);
            if needed > 402 {
                children[0].value.numbers.dn = needed - 1;
                assert!(cap.combine(&children, dn).sum < threshold);
            }
        }
    }
}
