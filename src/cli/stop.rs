//! Stopping: Ctrl-C and the time limit for everything together.
//!
//! All searches watch one flag. The first Ctrl-C (or SIGTERM) sets it, so that every search
//! ends with what is known; the second ends the process at once. When `--total-time` is over,
//! the same flag is set; the other flags say which of them it was.

use super::exit::Exit;
use super::fault::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsumi::base::message::message;

/// The flags, shared by all threads.
#[derive(Clone, Default)]
pub struct Stop {
    /// True when all searches are to end.
    flag: Arc<AtomicBool>,
    /// True when the user has interrupted.
    interrupted: Arc<AtomicBool>,
    /// True when standard output is closed or full.
    output_gone: Arc<AtomicBool>,
}

impl Stop {
    /// Listens for Ctrl-C from now on.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn listen() -> Result<Stop> {
        let stop = Stop::default();
        let inner = stop.clone();
        let set = ctrlc::set_handler(move || {
            if inner.interrupted.swap(true, Ordering::SeqCst) {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            inner.flag.store(true, Ordering::SeqCst);
        });
        set.map_err(|error| {
            message!(
                "Ctrl-C cannot be listened for: {error}",
                "Ctrl-C を受け取れない：{error}",
                error = error.to_string()
            )
        })?;
        Ok(stop)
    }

    /// Stops everything after `time`.
    pub fn after(&self, time: Duration) {
        let flag = self.flag.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            flag.store(true, Ordering::SeqCst);
        });
    }

    /// Stops everything because standard output is closed or full.
    pub fn output_is_gone(&self) {
        self.output_gone.store(true, Ordering::SeqCst);
        self.flag.store(true, Ordering::SeqCst);
    }

    /// True when the run is to end without further problems. It is false when only the time is
    /// over: `solve` then reports the problems that are left as undecided.
    pub fn quits(&self) -> bool {
        self.interrupted() || self.output_gone.load(Ordering::SeqCst)
    }

    /// The flag that a search watches.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// True when nothing is to be searched any more.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// True when the time for everything together is over.
    pub fn out_of_time(&self) -> bool {
        self.is_set() && !self.quits()
    }

    /// True when the user has interrupted.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}
