//! Threads that have nothing left to do, lent to the searches that still run.
//!
//! At the end of a collection there are fewer problems than threads. A worker that
//! finds no further problem ends and adds its threads to this count; a running search
//! asks now and then (`parallel`), and goes on with one thread more. No thread waits for
//! another: what is lent is only a number, and the borrower starts a new thread.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// The spare threads of a program.
#[derive(Debug)]
pub struct Spare {
    /// Workers that have not ended yet.
    working: AtomicUsize,
    /// Threads that were ever free to be lent.
    given: AtomicUsize,
    /// Threads that are free now.
    free: AtomicUsize,
}

impl Spare {
    /// For a program of `workers`, with `free` threads besides from the beginning.
    pub fn new(workers: usize, free: usize) -> Spare {
        Spare {
            working: AtomicUsize::new(workers),
            given: AtomicUsize::new(free),
            free: AtomicUsize::new(free),
        }
    }

    /// A worker that had `threads` threads has ended and given its tables back.
    pub fn end(&self, threads: usize) {
        self.working.fetch_sub(1, SeqCst);
        self.given.fetch_add(threads, SeqCst);
        self.free.fetch_add(threads, SeqCst);
    }

    /// Threads that are free now.
    pub fn free(&self) -> usize {
        self.free.load(SeqCst)
    }

    /// Lends a thread to a worker that has borrowed `has` threads already; false when none is
    /// free, or when it has an equal share of all that were ever free.
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

    /// Takes back `threads` threads that were lent.
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
