//! How threads and memory are shared out among problems.
//!
//! One thread for each problem as long as there are enough of them. With fewer problems
//! than threads each gets several from the beginning; what cannot be divided, and what
//! comes free when the problems run out, is lent (`solver::Spare`).

use std::sync::Arc;
use tsumi::solver::{Options, Solver, Spare};

/// A helper that comes later brings a repetition table: at most this part of the memory
/// of the one it helps.
const HELPER: usize = 8;

/// What every worker gets.
#[derive(Clone)]
pub struct Plan {
    /// Problems at a time.
    pub workers: usize,
    /// Threads of one of them.
    pub threads: usize,
    /// Bytes for the tables of one of them.
    pub memory: usize,
    /// Where the threads go that have nothing left to do; none with one thread.
    pub spare: Option<Arc<Spare>>,
}

impl Plan {
    /// `threads` and `memory` for so many `problems`, or more of them.
    pub fn new(threads: usize, memory: usize, problems: usize) -> Plan {
        let workers = problems.clamp(1, threads);
        let left = threads % workers;
        Plan {
            workers,
            threads: threads / workers,
            memory: match left {
                0 => memory / workers,
                _ => memory / (workers * HELPER + left) * HELPER,
            },
            spare: (workers > 1).then(|| Arc::new(Spare::new(workers, left))),
        }
    }

    /// A solver that borrows what is spare. Its `options` were made for this plan.
    pub fn solver(&self, options: Options) -> Solver {
        let mut solver = Solver::new(options);
        if let Some(spare) = &self.spare {
            solver.borrow_from(spare.clone());
        }
        solver
    }

    /// A worker has ended and its tables are gone.
    pub fn ended(&self) {
        if let Some(spare) = &self.spare {
            spare.end(self.threads);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_given_twice_and_nothing_forgotten() {
        for (threads, problems) in [(1, 9), (2, 1), (4, 4), (4, 9), (8, 3), (8, 5), (3, 2)] {
            let plan = Plan::new(threads, 1 << 30, problems);
            let free = plan.spare.as_ref().map_or(0, |s| s.free());
            assert_eq!(plan.workers * plan.threads + free, threads);
            assert!(plan.workers <= problems && plan.threads > 0);
            let helpers = free * plan.memory / HELPER;
            let used = plan.workers * plan.memory + helpers;
            assert!(used <= 1 << 30 && used > (1 << 30) - 1000, "{used}");
        }
    }
}
