//! How threads and memory are shared out among problems.
//!
//! As long as there are at least as many problems as threads, each problem has one thread.
//! With fewer problems each gets several from the beginning. The threads that remain when
//! they cannot be divided evenly, and those that come free when no problem is left to begin,
//! are lent to problems that are being solved (`solver::Spare`).

use super::{Options, OutOfMemory, PROOF_MEMORY, REPETITION_SHARE, Solver, Spare};
use std::sync::Arc;

/// A thread that is lent needs a repetition table of its own: at most one part in this many of
/// the memory of the solver that it helps.
const HELPER: usize = REPETITION_SHARE;

/// Where proofs are asked for, one part in this many of the memory is for writing them, less what
/// they may take in any case.
const PROOFS: usize = 8;

/// What every worker gets.
#[derive(Clone)]
pub struct Plan {
    /// How many problems are solved at a time.
    pub workers: usize,
    /// Threads of each worker.
    pub threads: usize,
    /// Bytes for the tables of each worker.
    pub memory: usize,
    /// Bytes that each may take for a proof while it is written.
    pub proof_memory: usize,
    /// The threads to be lent; `None` with one worker.
    pub spare: Option<Arc<Spare>>,
}

impl Plan {
    /// Shares `threads` (0 counts as 1) and `memory` (in bytes) among at least `problems` problems.
    pub fn new(threads: usize, memory: usize, problems: usize) -> Plan {
        let threads = threads.max(1);
        // Each solver takes at least `Solver::LEAST` bytes, and together they must not take
        // more than the memory.
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
            proof_memory: PROOF_MEMORY / workers,
            spare: (workers > 1).then(|| Arc::new(Spare::new(workers, left))),
        }
    }

    /// A plan for workers of one thread that need no tables.
    pub fn without_tables(workers: usize) -> Plan {
        Plan {
            workers,
            threads: 1,
            memory: 0,
            proof_memory: 0,
            spare: None,
        }
    }

    /// The plan, with a part of each worker's memory for proofs instead of tables where they are
    /// asked for.
    pub fn for_proofs(self, asked: bool) -> Plan {
        let part = match asked {
            true => (self.memory / PROOFS).saturating_sub(PROOF_MEMORY),
            false => 0,
        };
        Plan {
            memory: self.memory - part,
            proof_memory: self.proof_memory + part,
            ..self
        }
    }

    /// A solver of one worker, which borrows spare threads. Threads and memory are this plan's,
    /// whatever `options` say.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn solver(&self, options: Options) -> Result<Solver, OutOfMemory> {
        let mut solver = Solver::try_new(Options {
            threads: self.threads,
            memory: self.memory,
            proof_memory: self.proof_memory,
            ..options
        })?;
        if let Some(spare) = &self.spare {
            solver.borrow_from(spare.clone());
        }
        Ok(solver)
    }

    /// Reserves the memory of all workers at once and frees it again, so that the user is told
    /// before the first problem when there is too little.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn try_memory<T>(
        &self,
        make: impl Fn() -> Result<T, OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let all: Result<Vec<T>, _> = (0..self.workers).map(|_| make()).collect();
        all.map(drop)
    }

    /// Lends the threads of a worker that has ended. Its tables must be freed.
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
        for (threads, problems) in [
            (1, 9),
            (2, 1),
            (4, 4),
            (4, 9),
            (8, 3),
            (8, 5),
            (3, 2),
            (1, 0),
        ] {
            let plan = Plan::new(threads, 1 << 30, problems);
            let free = plan.spare.as_ref().map_or(0, |s| s.free());
            assert_eq!(plan.workers * plan.threads + free, threads);
            assert!(plan.workers <= problems.max(1) && plan.threads > 0);
            let helpers = free * plan.memory / HELPER;
            let used = plan.workers * plan.memory + helpers;
            assert!(used <= 1 << 30 && used > (1 << 30) - 1000, "{used}");
        }
    }

    #[test]
    fn no_thread_is_one_thread() {
        let plan = Plan::new(0, 1 << 30, 3);
        assert_eq!((plan.workers, plan.threads), (1, 1));
    }

    #[test]
    fn proofs_take_their_memory_from_large_tables() {
        let plan = Plan::new(2, 1 << 30, 9);
        let with = plan.clone().for_proofs(true);
        assert_eq!(plan.proof_memory, PROOF_MEMORY / 2);
        assert_eq!(with.memory, 480 << 20);
        let small = Plan::new(2, 512 << 20, 9);
        assert_eq!(small.clone().for_proofs(true).memory, small.memory);
        let taken = with.memory + with.proof_memory;
        assert_eq!(taken, plan.memory + plan.proof_memory);
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
