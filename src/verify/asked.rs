//! Questions within the budget of a problem.

use super::budget::{Aim, Budget};
use crate::base::clock;
use crate::shogi::SetupError;
use crate::solver::{
    Apart, Bound, Certificate, Control, Cost, Dossier, Limit, Lines, Longer, Outcome, Session,
    Solver, Verdict,
};
use shogi_core::{Color, Move, PartialPosition};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, ScopedJoinHandle};
use std::time::Duration;

/// Time between two looks whether searches side by side have ended or are to stop.
const LOOK: Duration = Duration::from_millis(5);

impl Budget<'_> {
    /// Has a session asked with what `aim` may take, and counts that.
    fn ask<'s>(
        &mut self,
        session: &mut Session<'s>,
        aim: Aim,
        ask: impl FnOnce(&mut Session<'s>, Control<'_>) -> Result<Outcome, SetupError>,
    ) -> Result<Outcome, SetupError> {
        session.set_options(self.allowed(session.options(), aim));
        let outcome = ask(session, self.control)?;
        self.note_outcome(&outcome);
        Ok(outcome)
    }

    /// [`Budget::ask`] for something that is no outcome; what it costs comes with it.
    fn ask_besides<'s, T>(
        &mut self,
        session: &mut Session<'s>,
        aim: Aim,
        ask: impl FnOnce(&mut Session<'s>, Control<'_>) -> Result<(T, Cost), SetupError>,
    ) -> Result<T, SetupError> {
        session.set_options(self.allowed(session.options(), aim));
        let (found, cost) = ask(session, self.control)?;
        self.note(cost);
        Ok(found)
    }

    /// [`Session::solve`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn solve(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        aim: Aim,
    ) -> Result<Outcome, SetupError> {
        self.solve_along(session, position, &[], aim)
    }

    /// [`Session::solve_along`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn solve_along(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        line: &[Move],
        aim: Aim,
    ) -> Result<Outcome, SetupError> {
        self.ask(session, aim, |s, control| {
            s.solve_along(position, line, control)
        })
    }

    /// [`Session::decide`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn decide(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        aim: Aim,
    ) -> Result<Outcome, SetupError> {
        self.ask(session, aim, |s, control| s.decide(position, control))
    }

    /// [`Session::settle_left`] within the budget and `nodes`.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn settle_left(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        found: &mut Outcome,
        nodes: u64,
    ) -> Result<(), SetupError> {
        self.ask_besides(session, Aim::at_most(nodes), |s, control| {
            let cost = s.settle_left(position, found, control)?;
            Ok(((), cost))
        })
    }

    /// [`Session::equal_defences`] within the budget and `nodes`.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn equal_defences(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        plies: u32,
        nodes: u64,
    ) -> Result<Option<Lines>, SetupError> {
        self.ask_besides(session, Aim::at_most(nodes), |s, control| {
            s.equal_defences(position, plies, control)
        })
    }

    /// [`Session::longer_defences`] within the budget and `nodes`.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn longer_defences(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        (upper, plies): (u32, u32),
        nodes: u64,
    ) -> Result<Option<Vec<Longer>>, SetupError> {
        self.ask_besides(session, Aim::at_most(nodes), |s, control| {
            s.longer_defences(position, upper, plies, control)
        })
    }

    /// [`Session::prove_lengths`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn prove_lengths(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        found: &mut Outcome,
        dossier: &mut Dossier,
    ) -> Result<(), SetupError> {
        self.ask_besides(session, Aim::default(), |s, control| {
            let cost = s.prove_lengths(position, found, dossier, control)?;
            Ok(((), cost))
        })
    }

    /// [`Session::conclude`], stopped as everything else.
    pub fn conclude(&self, session: &mut Session<'_>, found: &mut Outcome, dossier: Dossier) {
        session.conclude(found, dossier, self.control);
    }

    /// [`Session::prove_bound`] within the budget. That the checker has refused the certificate is
    /// noted.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn prove_bound(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        bound: Bound,
    ) -> Result<Option<Certificate>, SetupError> {
        let proof = self.ask_besides(session, Aim::default(), |s, control| {
            s.prove_bound(position, bound, control)
        })?;
        self.note_defect(proof.as_ref().and_then(|proof| proof.as_ref().err()));
        Ok(proof.and_then(Result::ok))
    }

    /// [`Session::refute`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn refute(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        ply: u32,
        dossier: &mut Dossier,
    ) -> Result<Outcome, SetupError> {
        self.ask(session, Aim::default(), |s, control| {
            s.refute(position, ply, dossier, control)
        })
    }

    /// [`Session::hold_out`] within the budget and `nodes`.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn hold_out(
        &mut self,
        session: &mut Session<'_>,
        position: &PartialPosition,
        (most, nodes): (u32, u64),
        dossier: &mut Dossier,
    ) -> Result<u32, SetupError> {
        self.ask_besides(session, Aim::at_most(nodes), |s, control| {
            s.hold_out(position, most, dossier, control)
        })
    }

    /// [`Apart::refute`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn refute_apart(
        &mut self,
        apart: &mut Apart<'_>,
        position: &PartialPosition,
        ply: u32,
        dossier: &mut Dossier,
    ) -> Result<Outcome, SetupError> {
        apart.set_options(self.allowed(apart.options(), Aim::default()));
        let outcome = apart.refute(position, ply, dossier, self.control)?;
        self.note_outcome(&outcome);
        Ok(outcome)
    }

    /// [`Apart::decide`] within the budget.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn decide_apart(
        &mut self,
        apart: &mut Apart<'_>,
        position: &PartialPosition,
        aim: Aim,
    ) -> Result<Outcome, SetupError> {
        apart.set_options(self.allowed(apart.options(), aim));
        let outcome = apart.decide(position, self.control)?;
        self.note_outcome(&outcome);
        Ok(outcome)
    }

    /// [`Session::decide`] by one solver for each position, all at once and within the
    /// budget. The first mate that is found stops the other solvers.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub fn solve_side_by_side(
        &mut self,
        mut solvers: Vec<Solver>,
        positions: &[PartialPosition],
        attacker: Color,
        aim: Aim,
    ) -> Result<Vec<Outcome>, SetupError> {
        for solver in &mut solvers {
            solver.set_options(self.allowed(solver.options(), aim));
        }
        let over = AtomicBool::new(false);
        let given = self.control.stop;
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let over = &over;
            let ask = |(mut solver, position): (Solver, &'_ PartialPosition)| {
                let position = position.clone();
                let work = move || {
                    let control = Control {
                        stop: Some(over),
                        progress: None,
                    };
                    let outcome = solver.session(attacker).decide(&position, control);
                    let mates = |o: &Outcome| matches!(o.verdict, Verdict::Mate { .. });
                    if outcome.as_ref().is_ok_and(mates) {
                        over.store(true, Ordering::Relaxed);
                    }
                    outcome
                };
                // Where the system gives no more threads, the question stays open.
                Builder::new().spawn_scoped(scope, work).ok()
            };
            let asked: Vec<_> = solvers.into_iter().zip(positions).map(ask).collect();
            while asked.iter().flatten().any(|thread| !thread.is_finished()) {
                if given.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                    over.store(true, Ordering::Relaxed);
                }
                clock::pause();
                std::thread::sleep(LOOK);
            }
            let end = |thread: Option<ScopedJoinHandle<'_, _>>| match thread.map(|t| t.join()) {
                None => Ok(Outcome::unknown(Limit::Memory)),
                Some(Ok(outcome)) => outcome,
                Some(Err(panic)) => std::panic::resume_unwind(panic),
            };
            asked.into_iter().map(end).collect()
        });
        self.threads = self.threads.max(positions.len());
        let together: usize = outcomes.iter().flatten().map(|o| o.table_bytes).sum();
        self.table_bytes = self.table_bytes.max(together);
        let outcomes: Result<Vec<Outcome>, _> = outcomes.into_iter().collect();
        outcomes.inspect(|all| all.iter().for_each(|o| self.note_outcome(o)))
    }
}
