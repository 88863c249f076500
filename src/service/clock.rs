//! What is left of the limits of a request.

use super::Run;
use super::request::Limits;
use crate::base::clock::Instant;
use crate::base::limits::Limit;
use std::time::Duration;

/// The limits of a request, counted from its beginning.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    end: Option<Instant>,
    nodes: Option<u64>,
}

impl Clock {
    /// The limits of a request that has just begun.
    pub(super) fn new(limits: Limits, run: &Run<'_>) -> Clock {
        Clock {
            end: limits.time.and_then(|time| run.begin.checked_add(time)),
            nodes: limits.nodes,
        }
    }

    /// The same limits, and from now on `most` at most.
    pub(super) fn within(self, most: Duration) -> Clock {
        let end = Instant::now().checked_add(most);
        Clock {
            end: [self.end, end].into_iter().flatten().min(),
            ..self
        }
    }

    /// Time that is left; `None` without a limit.
    pub(super) fn time(&self) -> Option<Duration> {
        let now = Instant::now();
        self.end.map(|end| end.saturating_duration_since(now))
    }

    /// Nodes that are left; `None` without a limit.
    pub(super) fn nodes(&self, run: &Run<'_>) -> Option<u64> {
        self.nodes.map(|nodes| nodes.saturating_sub(run.nodes()))
    }

    /// The limit that is reached, or that the request was stopped.
    pub(super) fn reached(&self, run: &Run<'_>) -> Option<Limit> {
        let no_time = || self.time().is_some_and(|time| time.is_zero());
        Limit::first(run.is_stopped(), self.nodes(run) == Some(0), no_time)
    }

    /// True when a limit is reached or the request was stopped.
    pub(super) fn is_over(&self, run: &Run<'_>) -> bool {
        self.reached(run).is_some()
    }
}
