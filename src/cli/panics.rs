//! Panics of the solver: one ends the problem in which it happened, but not the run.

use super::fault::too_much;
use super::progress::Progress;
use super::stop::Stop;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tsumi::base::message::Message;
use tsumi::formats::Problem;
use tsumi::formats::text::shown;
use tsumi::solver::{Control, OutOfMemory, Outcome, Session, Solver};

/// The most characters of a panic's text that are shown.
const LONGEST: usize = 300;

/// The text of a panic that was caught.
pub fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("the solver panicked");
    shown(text, LONGEST)
}

/// Why there is no outcome.
pub enum Failed {
    /// The position is not one a search can start from, or the system does not give the memory.
    Refused(Message),
    /// The solver panicked and was dropped; the next problem gets a new one.
    Panicked(String),
}

/// Solves one problem with the solver that is there, or with one that `make` makes, and does with
/// the outcome, and the session that has found it, what comes `then`.
///
/// # Errors
/// A position that is refused, memory that cannot be had, or a panic.
pub fn solve<T>(
    problem: &Problem,
    make: impl FnOnce() -> Result<Solver, OutOfMemory>,
    solver: &mut Option<Solver>,
    (progress, stop): (&Progress, &Stop),
    then: impl FnOnce(Session<'_>, Outcome) -> T,
) -> Result<T, Failed> {
    let report = |p: &tsumi::solver::Progress| progress.searching(&problem.id, p);
    let control = Control {
        stop: Some(stop.flag()),
        progress: Some(&report),
    };
    let solved = catch_unwind(AssertUnwindSafe(|| {
        let solver = match solver {
            Some(solver) => solver,
            None => solver.insert(make().map_err(too_much)?),
        };
        let mut session = solver.session(problem.attacker);
        let outcome = session.solve(&problem.position, control);
        let outcome = outcome.map_err(|error| error.message())?;
        Ok(then(session, outcome))
    }));
    match solved {
        Ok(solved) => solved.map_err(Failed::Refused),
        Err(panic) => {
            *solver = None;
            Err(Failed::Panicked(words(&*panic)))
        }
    }
}
