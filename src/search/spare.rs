//! Threads that have nothing left to do, lent to the searches that still run.
//!
//! At the end of a collection there are fewer problems than threads. A worker that
//! finds no problem any more ends and leaves its threads here; a running search looks
//! in now and then (`parallel`), and goes on with one thread more. Nobody waits for
//! anybody: what is lent is only a number, and the thread itself is a new one.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// The spare threads of a program.
#[derive(Debug)]
pub struct Spare {
    /// Workers that have not ended.
    working: AtomicUsize,
    /// Threads there have been to lend, all together.
    given: AtomicUsize,
    /// Those of them that nobody has.
    free: AtomicUsize,
}

impl Spare {
    /// For so many `workers`, with so many `free` threads besides from the beginning.
    pub fn new(workers: usize, free: usize) -> Spare {
        Spare {
            working: AtomicUsize::new(workers),
            given: AtomicUsize::new(free),
            free: AtomicUsize::new(free),
        }
    }

    /// A worker has ended and given its tables back; it had so many `threads`.
    pub fn end(&self, threads: usize) {
        self.working.fetch_sub(1, SeqCst);
        self.given.fetch_add(threads, SeqCst);
        self.free.fetch_add(threads, SeqCst);
    }

    /// Threads that nobody has.
    pub fn free(&self) -> usize {
        self.free.load(SeqCst)
    }

    /// Lends a thread to a worker that `has` some already, unless there is none, or it
    /// has its part of all.
    pub(super) fn take(&self, has: usize) -> bool {
        if self.free() == 0 {
            return false;
        }
        let working = self.working.load(SeqCst).max(1);
        has < self.given.load(SeqCst).div_ceil(working)
            && self
                .free
                .fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1))
                .is_ok()
    }

    /// Takes so many `threads` back.
    pub(super) fn take_back(&self, threads: usize) {
        self.free.fetch_add(threads, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_who_works_gets_a_part() {
        let spare = Spare::new(4, 0);
        assert!(!spare.take(0), "nobody has ended");
        spare.end(1);
        assert!(spare.take(0) && !spare.take(0), "one thread, lent once");
        spare.end(1);
        assert!(!spare.take(1), "two for two: the other one's");
        assert!(spare.take(0));
        spare.end(1);
        assert!(
            spare.take(1) && !spare.take(2),
            "all three for the last one"
        );
        spare.take_back(2);
        assert_eq!(spare.free(), 2);
    }

    #[test]
    fn what_is_left_over_from_the_beginning_is_lent_too() {
        let spare = Spare::new(3, 2);
        assert!(spare.take(0) && !spare.take(1) && spare.take(0) && !spare.take(0));
    }
}
