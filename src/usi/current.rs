//! The search of a `go` that is not answered yet: when it is told to stop, and when it is answered.

use super::worker::Conclusion;
use crate::base::clock::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time after `stop` in which a search may report; then it is answered without its report.
pub(super) const GRACE: Duration = Duration::from_millis(30);

/// The kind of answer that a `go` demands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// `checkmate …`, after `go mate`.
    Mate,
    /// `bestmove …`, after any other `go`.
    Move,
}

/// When the time of a search begins.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// At once, with the time for the answer, if that is limited.
    Now(Option<Duration>),
    /// With `ponderhit`, before which there is no answer unless `stop` comes.
    Held {
        /// The time for the answer from then on, if that is limited.
        after_hit: Option<Duration>,
    },
}

impl Start {
    /// True when the time is limited, from whatever moment on.
    pub(super) fn is_limited(self) -> bool {
        let (Start::Now(time) | Start::Held { after_hit: time }) = self;
        time.is_some()
    }

    /// When a search is told to stop whose time begins now; `None` where it does not begin, or
    /// is not limited. That is a little before the end of its time, because stopping the search
    /// and the way of the answer to the GUI take time.
    fn deadline(self) -> Option<Instant> {
        let Start::Now(Some(time)) = self else {
            return None;
        };
        Some(Instant::now() + time.saturating_sub((time / 4).min(GRACE)))
    }
}

/// The search that is not answered yet.
pub(super) struct Current {
    pub(super) number: u64,
    pub(super) asked: Asked,
    /// Set to true, it stops the search.
    pub(super) stop: Arc<AtomicBool>,
    /// When the search is told to stop.
    pub(super) deadline: Option<Instant>,
    /// When it is answered at the latest; set once it was told to stop.
    pub(super) last_moment: Option<Instant>,
    /// The mate to fall back on while a shorter one is looked for.
    pub(super) known: Option<Conclusion>,
    /// What its last report says, as the answer.
    pub(super) found: Option<Conclusion>,
    /// True when the search has ended.
    pub(super) done: bool,
    /// Whether its time has begun. While it is held it is not answered.
    pub(super) start: Start,
}

impl Current {
    /// A search that begins now.
    pub(super) fn new(number: u64, asked: Asked, start: Start, stop: Arc<AtomicBool>) -> Current {
        Current {
            number,
            asked,
            stop,
            deadline: start.deadline(),
            last_moment: None,
            known: None,
            found: None,
            done: false,
            start,
        }
    }

    /// Stops the search, and allows its answer, which is due within [`GRACE`].
    pub(super) fn tell_to_stop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.release();
        self.last_moment.get_or_insert(Instant::now() + GRACE);
    }

    /// Allows the answer, and begins the time limit that begins with `ponderhit`.
    pub(super) fn release(&mut self) {
        if let Start::Held { after_hit } = self.start {
            self.start = Start::Now(after_hit);
            self.deadline = self.start.deadline();
        }
    }

    /// True when the answer is due.
    pub(super) fn is_due(&self) -> bool {
        let late = self.last_moment.is_some_and(|t| t <= Instant::now());
        let stopped = self.last_moment.is_some() && self.found.is_some();
        let held = matches!(self.start, Start::Held { .. });
        !held && (self.done || late || stopped)
    }

    /// The next moment at which something has to be done.
    pub(super) fn next(&self) -> Option<Instant> {
        self.last_moment.or(self.deadline)
    }
}
