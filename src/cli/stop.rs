//! Stopping: Ctrl-C and the limit for everything together.
//!
//! Searches look at one flag. The first Ctrl-C (or SIGTERM) sets it and lets
//! everybody finish with what is known; the second ends the process at once. A
//! `--total-time` that runs out sets the same flag, and is told apart here.

use super::exit::Exit;
use super::fault::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsumi::base::message::message;

/// The flags, shared by all threads.
#[derive(Clone, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
    deaf: Arc<AtomicBool>,
}

impl Stop {
    /// Listens for Ctrl-C from now on.
    ///
    /// # Errors
    /// When the system does not let it.
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

    /// Stops because nobody reads the output any more.
    pub fn output_is_gone(&self) {
        self.deaf.store(true, Ordering::SeqCst);
        self.flag.store(true, Ordering::SeqCst);
    }

    /// True when no further problem is to be taken up.
    pub fn quits(&self) -> bool {
        self.interrupted() || self.deaf.load(Ordering::SeqCst)
    }

    /// The flag that a search watches.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// True when the time for everything together has run out.
    pub fn out_of_time(&self) -> bool {
        self.flag.load(Ordering::SeqCst) && !self.quits()
    }

    /// True when the user asked for it.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}
