//! How long a child is searched before its siblings get another look.
//!
//! df-pn leaves the best child when its number passes the second best. With that
//! bound raised by a fraction (the 1+ε trick, Pawlewicz & Lew 2007) the search
//! stays longer in one subtree and re-expands less. The fraction is large at the
//! attacker's nodes and small at the defender's (`tuning`, experiment 34).

use crate::table::numbers::{MOST, Numbers, UNIT};

/// ε, in 64ths of the second best number; at most 255, so that no sum overflows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epsilon(pub u32);

impl Epsilon {
    /// The best child is left as soon as it is worse than the second.
    pub const NONE: Epsilon = Epsilon(0);
}

/// The bound of the best child, given the second best number and the node's bound.
#[inline(always)]
pub fn best_child(second: u32, node: u32, epsilon: Epsilon) -> u32 {
    let more = match epsilon {
        Epsilon::NONE => 1,
        // `second` is at most 2^30.
        Epsilon(e) => ((second as u64 * e as u64) >> 6) as u32 + UNIT / 8,
    };
    node.min(second.saturating_add(more).min(MOST))
}

/// The thresholds of a node with old children (TCA, Kishimoto 2010): they are raised above the
/// node's current numbers, so that the node is searched once more.
#[inline(always)]
pub fn just_enough(thresholds: Numbers, current: Numbers) -> Numbers {
    let beyond = |n: u32| n.saturating_add(1);
    let raised = thresholds.max(Numbers::new(beyond(current.pn), beyond(current.dn)));
    Numbers::new(raised.pn.min(MOST + 1), raised.dn.min(MOST + 1))
}

/// Tells when TCA is needed. It costs nodes (experiment 15), so it is used only while the search
/// seems to go round in a cycle for ever, which is what it prevents: then hardly any node is new.
#[derive(Default)]
pub struct Stall {
    /// True while TCA is needed.
    pub on: bool,
    nodes: u64,
    fresh: u64,
}

/// Usually one node in two is new; when fewer than one in this many is, the search makes no
/// headway.
const STANDSTILL: u64 = 32;

impl Stall {
    /// Looks at the search since the last call; of `nodes` nodes in all, `fresh` were new.
    pub fn update(&mut self, nodes: u64, fresh: u64) {
        self.on = (fresh - self.fresh) * STANDSTILL < nodes - self.nodes;
        (self.nodes, self.fresh) = (nodes, fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::numbers::INF;

    #[test]
    fn the_best_child_stays_until_it_is_worse_than_the_second() {
        for second in [1, 5, 16, 17, 160, 5_000, 1 << 29] {
            for e in [1, 8, 32, 64] {
                let bound = best_child(second, MOST + 1, Epsilon(e));
                assert!(bound > second, "{second}");
                assert!(bound <= second + second / 64 * e + e + UNIT / 8);
            }
            assert_eq!(best_child(second, MOST + 1, Epsilon::NONE), second + 1);
        }
    }

    #[test]
    fn never_beyond_the_node() {
        for epsilon in [Epsilon(32), Epsilon::NONE] {
            assert_eq!(best_child(100, 50, epsilon), 50);
            assert_eq!(best_child(INF, 50, epsilon), 50);
        }
    }

    #[test]
    fn thresholds_saturate() {
        // No second child: the node's bound, or as far as numbers go.
        for epsilon in [Epsilon(32), Epsilon::NONE] {
            assert_eq!(best_child(INF, MOST + 1, epsilon), MOST);
            assert_eq!(best_child(u32::MAX, u32::MAX, epsilon), MOST);
        }
        for (thresholds, current) in [
            (Numbers::new(5, MOST + 1), Numbers::new(MOST, 3)),
            (Numbers::new(u32::MAX, u32::MAX), Numbers::new(u32::MAX, 1)),
        ] {
            assert_eq!(just_enough(thresholds, current), Numbers::UNBOUNDED);
        }
    }

    #[test]
    fn old_children_get_one_step_more() {
        let with = |pn, dn| just_enough(Numbers::new(10, 10), Numbers::new(pn, dn));
        assert_eq!(with(9, 10), Numbers::new(10, 11));
        assert_eq!(with(500, 9), Numbers::new(501, 10));
    }

    #[test]
    fn a_standstill_is_seen_and_ends() {
        let mut stall = Stall::default();
        stall.update(0, 0);
        assert!(!stall.on, "nothing was done yet");
        stall.update(1000, 500);
        assert!(!stall.on);
        stall.update(2000, 510);
        assert!(stall.on, "ten new nodes of a thousand");
        stall.update(3000, 800);
        assert!(!stall.on);
    }
}
