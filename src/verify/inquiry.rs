//! One problem, for somebody who waits: the answer first, as `tsumi solve` gives it, then
//! judgements with longer and longer limits, all on the tables of the answer.

use super::budget::Budget;
use super::judge::{Case, Verifier};
use super::replay;
use super::types::Judgement;
use crate::base::Problem;
use crate::shogi::SetupError;
use crate::solver::{ANSWER_NODES, Control, Lengths, Options, Outcome, Session, Verdict};
use std::time::Duration;

/// A problem that is asked about again and again. Made by [`Verifier::inquire`].
pub struct Inquiry<'a> {
    case: Case<'a>,
    control: Control<'a>,
    /// The best that is known of verdict and lengths; `None` while there is no verdict.
    known: Option<Outcome>,
}

impl Verifier {
    /// Begins an inquiry into a problem, with empty tables. The limits of the settings do not
    /// matter to it. What is found out while it is stopped is worth nothing.
    pub fn inquire<'a>(&'a mut self, problem: &'a Problem, control: Control<'a>) -> Inquiry<'a> {
        self.abandon_what_is_stopped();
        let budget = Budget::new(None, None, control);
        Inquiry {
            case: self.case(budget, problem, None),
            control,
            known: None,
        }
    }
}

impl<'a> Inquiry<'a> {
    /// The verdict, the lengths and the main line, within `time` and `nodes`, as
    /// [`Session::solve_along`] finds them along the declared line.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn answer(
        &mut self,
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Result<Outcome, SetupError> {
        let problem = self.case.problem;
        let line = replay(problem);
        let line = line.moves().unwrap_or_default();
        let declared = self
            .case
            .declared(Some(line).filter(|line| !line.is_empty()));
        let session = &mut self.case.solvers.main;
        session.set_options(Options {
            time,
            nodes,
            claimed: declared,
            lengths: Lengths::Quick,
            shortest_raw: false,
            // What the line leaves is then settled as thoroughly as a judgement does it.
            shortest_conventional: true,
            length_nodes: Some(ANSWER_NODES),
            ..session.options().clone()
        });
        let outcome = session.solve_along(&problem.position, line, self.control)?;
        self.known = Some(outcome.clone()).filter(is_decided);
        Ok(outcome)
    }

    /// Judges the problem within `time` and `nodes`, going on with what is known.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn judge(
        &mut self,
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Result<Judgement, SetupError> {
        self.case.budget = Budget::new(time, nodes, self.control);
        self.case.answer = self.known.take();
        self.case.is_warm = true;
        self.case.outlasted = None;
        let judgement = self.case.run()?;
        self.known = Some(judgement.outcome.clone()).filter(is_decided);
        Ok(judgement)
    }

    /// The tables, for further questions about the problem and what it leads to.
    pub fn session(&mut self) -> &mut Session<'a> {
        &mut self.case.solvers.main
    }
}

fn is_decided(outcome: &Outcome) -> bool {
    !matches!(outcome.verdict, Verdict::Unknown(_))
}
