//! When a search has to stop.

use crate::base::clock::Instant;
use crate::base::message::{Message, message};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Why a search ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time ran out.
    Time,
    /// The node budget ran out.
    Nodes,
    /// The table is too small to make progress.
    Memory,
    /// The caller asked to stop.
    Interrupted,
    /// The certificate did not pass the independent checker (a defect of tsumi).
    SelfCheck,
}

impl Limit {
    /// Which of these to name where a search has to end: a stop before nodes, and nodes before time.
    /// So the clock is read only where nothing else ends it.
    pub fn first(stopped: bool, no_nodes: bool, no_time: impl FnOnce() -> bool) -> Option<Limit> {
        if stopped {
            Some(Limit::Interrupted)
        } else if no_nodes {
            Some(Limit::Nodes)
        } else {
            no_time().then_some(Limit::Time)
        }
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Limit::Time => message!("out of time", "時間切れ"),
            Limit::Nodes => message!("out of nodes", "局面数の上限"),
            Limit::Memory => message!("the tables are too small", "置換表の不足"),
            Limit::Interrupted => message!("interrupted", "中断"),
            Limit::SelfCheck => message!(
                "a certificate failed its check, a defect of tsumi",
                "証明書の検査に失敗（tsumi の欠陥）"
            ),
        }
    }
}

/// Limits of a search, or of one question of it.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop when the node counter reaches this, to the node (with several threads: nearly).
    pub nodes: Option<u64>,
    /// Stop at the first reading of the clock (one in [`POLL`] nodes) at which the node counter
    /// has reached this: the share of a question that need not be answered.
    pub budget: Option<u64>,
    /// Stop when it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// Nodes between two readings of the clock: about a millisecond.
pub const POLL: u64 = 1024;

/// `percent` of a number of nodes, rounded down.
pub fn share_of_nodes(nodes: u64, percent: u32) -> u64 {
    let share = u128::from(nodes) * u128::from(percent) / 100;
    u64::try_from(share).unwrap_or(u64::MAX)
}

/// `percent` of a time, but for a few nanoseconds; no more than there can be.
pub fn share_of_time(time: Duration, percent: u32) -> Duration {
    (time / 100).saturating_mul(percent)
}

impl Limits<'_> {
    /// These limits, and a budget that ends when the node counter is at `nodes`.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        let budget = Some(self.budget.map_or(nodes, |n| n.min(nodes)));
        Limits { budget, ..self }
    }

    /// These limits, and a stop when half of what is left of them is used; `None` when
    /// there are none. `nodes` is the counter now.
    pub fn half(self, nodes: u64) -> Option<Self> {
        let now = Instant::now();
        let half = Limits {
            deadline: self
                .deadline
                .map(|d| now + d.saturating_duration_since(now) / 2),
            budget: self.end().map(|n| nodes + n.saturating_sub(nodes) / 2),
            ..self
        };
        (half.deadline.is_some() || half.budget.is_some()).then_some(half)
    }

    /// The value of the node counter at which the search ends, by `nodes` or by `budget`.
    pub fn end(&self) -> Option<u64> {
        self.nodes.into_iter().chain(self.budget).min()
    }

    /// Nodes until the end. `nodes` is the counter now.
    pub fn left(&self, nodes: u64) -> u64 {
        self.end().map_or(u64::MAX, |n| n.saturating_sub(nodes))
    }

    /// Nodes until the limit `nodes`, which is kept to the node. The argument is the counter now.
    pub fn left_to_the_node(&self, nodes: u64) -> u64 {
        self.nodes.map_or(u64::MAX, |n| n.saturating_sub(nodes))
    }

    /// The limit that has been reached, if any. `nodes` is the counter now.
    pub fn reached(&self, nodes: u64) -> Option<Limit> {
        let stopped = self.stop.is_some_and(|s| s.load(Ordering::Relaxed));
        let no_time = || self.deadline.is_some_and(|d| Instant::now() >= d);
        Limit::first(stopped, self.left(nodes) == 0, no_time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever limits are looked at, the same one is named, and the clock is not read in vain.
    #[test]
    fn a_stop_comes_before_nodes_and_nodes_before_time() {
        let never = || panic!("the clock is read");
        assert_eq!(Limit::first(true, true, never), Some(Limit::Interrupted));
        assert_eq!(Limit::first(false, true, never), Some(Limit::Nodes));
        assert_eq!(Limit::first(false, false, || true), Some(Limit::Time));
        assert_eq!(Limit::first(false, false, || false), None);
        let stop = AtomicBool::new(true);
        let limits = Limits {
            deadline: Some(Instant::now()),
            nodes: Some(1),
            stop: Some(&stop),
            ..Limits::default()
        };
        assert_eq!(limits.reached(1), Some(Limit::Interrupted));
        stop.store(false, Ordering::Relaxed);
        assert_eq!(limits.reached(1), Some(Limit::Nodes));
        assert_eq!(limits.reached(0), Some(Limit::Time));
    }

    #[test]
    fn shares_of_little_and_of_much() {
        assert_eq!(share_of_nodes(99, 20), 19);
        assert_eq!(share_of_nodes(u64::MAX, 100), u64::MAX);
        assert_eq!(share_of_nodes(u64::MAX, 101), u64::MAX);
        let second = Duration::from_secs(1);
        assert_eq!(share_of_time(second, 20), second / 5);
        assert_eq!(share_of_time(Duration::MAX, 200), Duration::MAX);
    }
}
