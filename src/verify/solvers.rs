//! The solvers of a verifier, and what they may take of its memory.

use super::budget::{Aim, Budget};
use crate::search::Tuning;
use crate::shogi::SetupError;
use crate::solver::{Options, Outcome, Solver, Spare};
use shogi_core::{Color, PartialPosition};
use std::sync::Arc;

/// The part of the memory for mates that avoid the main line: there are few of them.
const BARRED: usize = 8;

/// Two solvers, each with its tables.
pub(super) struct Solvers {
    /// For all plain questions about a problem.
    pub(super) main: Solver,
    /// For mates that avoid the main line.
    pub(super) barred: Solver,
    spare: Option<Arc<Spare>>,
}

fn solver(memory: usize, threads: usize, tuning: Tuning) -> Solver {
    Solver::new(Options {
        memory,
        threads,
        tuning,
        ..Options::default()
    })
}

impl Solvers {
    /// Reserves the tables (lazily mapped).
    pub(super) fn new(memory: usize, threads: usize, tuning: Tuning) -> Solvers {
        let barred = memory / BARRED;
        Solvers {
            main: solver(memory - barred, threads, tuning),
            barred: solver(barred, threads, tuning),
            spare: None,
        }
    }

    /// From the next question on, threads that are free elsewhere help with the plain ones.
    pub(super) fn borrow_from(&mut self, spare: Arc<Spare>) {
        self.main.borrow_from(spare.clone());
        self.spare = Some(spare);
    }

    /// Threads that work on a question.
    pub(super) fn threads(&self) -> usize {
        self.main.options().threads.max(1)
    }

    /// Asks of several positions at once whether they are mates, each on an empty table and
    /// with a thread of its own, at most as many as there are threads. The first mate ends it.
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
        if let [one] = positions {
            return Ok(vec![budget.solve_apart(
                &mut self.main,
                one,
                attacker,
                &[],
                false,
                aim,
            )?]);
        }
        let Options {
            memory,
            threads,
            tuning,
            ..
        } = *self.main.options();
        // The table goes before others come.
        self.main = solver(0, 1, tuning);
        let each = memory / positions.len().max(1);
        let hunters = positions.iter().map(|_| solver(each, 1, tuning));
        let outcomes = budget.solve_side_by_side(hunters.collect(), positions, attacker, aim);
        self.main = solver(memory, threads, tuning);
        if let Some(spare) = &self.spare {
            self.main.borrow_from(spare.clone());
        }
        outcomes
    }
}
