//! How threads and memory are shared out among problems.
//!
//! One thread for each problem as long as there are enough of them. With fewer problems
//! than threads each gets several from the beginning; what cannot be divided, and what
//! comes free when the problems run out, is lent (`solver::Spare`).

use std::sync::Arc;
use tsumi::base::message::{Message, message};
use tsumi::solver::{Options, OutOfMemory, Solver, Spare};

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
    /// Shares `threads` and `memory` among `problems`, of which more may follow.
    pub fn new(threads: usize, memory: usize, problems: usize) -> Plan {
        // A solver has a least size: more of them than the memory carries would exceed it.
        let most = (memory / Solver::LEAST).clamp(1, threads);
        let workers = problems.clamp(1, most);
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

    /// Makes sure, before the first problem, that the system gives the memory for what all
    /// workers need.
    ///
    /// # Errors
    /// When it does not.
    pub fn try_memory<T>(&self, make: impl Fn() -> Result<T, OutOfMemory>) -> Result<(), Message> {
        let all: Result<Vec<T>, _> = (0..self.workers).map(|_| make()).collect();
        all.map(drop).map_err(too_much)
    }

    /// A worker has ended and its tables are gone.
    pub fn ended(&self) {
        if let Some(spare) = &self.spare {
            spare.end(self.threads);
        }
    }
}

/// What is said when the system does not give the memory.
pub fn too_much(error: OutOfMemory) -> Message {
    let mib = (error.bytes >> 20).max(1) as u64;
    message!(
        "the system does not give {mib} MiB for a table; try a smaller --memory",
        "メモリ不足：表のための {mib} MiB を確保できない（--memory を小さくする）",
        mib
    )
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

    #[test]
    fn no_more_solvers_than_the_memory_carries() {
        for (memory, most) in [(16 << 20, 4), (1 << 20, 1), (1 << 30, 256)] {
            let plan = Plan::new(1024, memory, 5000);
            assert_eq!(plan.workers, most);
            assert_eq!(plan.workers * plan.threads, 1024);
        }
    }
}
