//! When a search has to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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

/// Limits of one search; copied into nested searches with a smaller budget.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop when the node counter reaches this.
    pub nodes: Option<u64>,
    /// Stop when it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// The clock is read once in so many nodes: about a millisecond.
pub const POLL: u64 = 1024;

impl Limits<'_> {
    /// These limits, and a stop when the node counter reaches `nodes` at the latest.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        let nodes = Some(self.nodes.map_or(nodes, |n| n.min(nodes)));
        Limits { nodes, ..self }
    }

    /// These limits, and a stop when half of what is left of them is used; `None` when
    /// there are none. `nodes` is the counter now.
    pub fn half(self, nodes: u64) -> Option<Self> {
        let now = Instant::now();
        let half = Limits {
            deadline: self
                .deadline
                .map(|d| now + d.saturating_duration_since(now) / 2),
            nodes: self.nodes.map(|n| nodes + n.saturating_sub(nodes) / 2),
            ..self
        };
        (half.deadline.is_some() || half.nodes.is_some()).then_some(half)
    }

    /// Nodes until the limit. `nodes` is the counter now.
    pub fn left(&self, nodes: u64) -> u64 {
        self.nodes.map_or(u64::MAX, |n| n.saturating_sub(nodes))
    }

    /// The limit that has been reached, if any. `nodes` is the counter now.
    pub fn reached(&self, nodes: u64) -> Option<Limit> {
        if self.nodes.is_some_and(|n| nodes >= n) {
            return Some(Limit::Nodes);
        }
        if self.stop.is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Some(Limit::Interrupted);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Limit::Time);
        }
        None
    }
}
