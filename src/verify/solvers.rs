//! The solvers of a verifier, and how they share its memory.

use super::budget::{Aim, Budget};
use super::policy::BARRED_MEMORY;
use crate::search::Tuning;
use crate::shogi::SetupError;
use crate::solver::{Limit, Options, OutOfMemory, Outcome, Session, Solver, Spare};
use shogi_core::{Color, PartialPosition};
use std::sync::Arc;

/// Two solvers, each with tables of its own.
pub(super) struct Solvers {
    /// Answers all questions without barred positions.
    main: Solver,
    /// Searches for mates that avoid the main line.
    barred: Solver,
}

/// The solvers at work on one problem.
pub(super) struct Sessions<'s> {
    /// Answers all questions without barred positions.
    pub(super) main: Session<'s>,
    /// Searches for mates that avoid the main line.
    pub(super) barred: &'s mut Solver,
}

fn solver(memory: usize, threads: usize, tuning: Tuning) -> Result<Solver, OutOfMemory> {
    Solver::try_new(Options {
        memory,
        threads,
        tuning,
        ..Options::default()
    })
}

impl Solvers {
    /// Reserves the tables of both in `memory` bytes, which are taken only as they fill.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub(super) fn new(
        memory: usize,
        threads: usize,
        tuning: Tuning,
    ) -> Result<Solvers, OutOfMemory> {
        let barred = memory / BARRED_MEMORY;
        Ok(Solvers {
            main: solver(memory - barred, threads, tuning)?,
            barred: solver(barred, threads, tuning)?,
        })
    }

    /// From the next question on, a proof may take so many bytes beside the tables.
    pub(super) fn set_proof_memory(&mut self, bytes: usize) {
        for solver in [&mut self.main, &mut self.barred] {
            solver.set_options(Options {
                proof_memory: bytes,
                ..solver.options().clone()
            });
        }
    }

    /// From the next question on, what is stopped is given up at once
    /// ([`Options::abandons`](crate::solver::Options::abandons)).
    pub(super) fn abandon_what_is_stopped(&mut self) {
        for solver in [&mut self.main, &mut self.barred] {
            solver.set_options(Options {
                abandons: true,
                ..solver.options().clone()
            });
        }
    }

    /// From the next question on, threads that are free elsewhere help with those without
    /// barred positions.
    pub(super) fn borrow_from(&mut self, spare: Arc<Spare>) {
        self.main.borrow_from(spare);
    }

    /// Begins a problem.
    pub(super) fn begin(&mut self, attacker: Color) -> Sessions<'_> {
        Sessions {
            main: self.main.session(attacker),
            barred: &mut self.barred,
        }
    }
}

impl Sessions<'_> {
    /// How many threads work on a question; at least 1.
    pub(super) fn threads(&self) -> usize {
        self.main.options().threads.max(1)
    }

    /// Asks of several positions at once whether they are mates, each on an empty table and
    /// with a thread of its own; `positions` are at most as many as [`Self::threads`]. The first
    /// mate stops the others. The tables of the session are empty afterwards.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn ask_side_by_side(
        &mut self,
        budget: &mut Budget<'_>,
        positions: &[PartialPosition],
        attacker: Color,
        aim: Aim,
    ) -> Result<Vec<Outcome>, SetupError> {
        self.main.forget();
        if let [one] = positions {
            return Ok(vec![budget.decide(&mut self.main, one, aim)?]);
        }
        let options = self.main.options().clone();
        let each = options.memory / positions.len().max(1);
        self.main.lend_memory(|| {
            let with = |memory| {
                Solver::try_new(Options {
                    memory,
                    threads: 1,
                    ..options.clone()
                })
            };
            let one = |_| with(each).or_else(|_| with(0));
            match positions.iter().map(one).collect() {
                Ok(solvers) => budget.solve_side_by_side(solvers, positions, attacker, aim),
                // Somebody else has the memory that was given back: the questions stay open.
                Err(OutOfMemory { .. }) => {
                    Ok(vec![Outcome::unknown(Limit::Memory); positions.len()])
                }
            }
        })
    }
}
