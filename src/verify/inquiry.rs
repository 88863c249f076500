//! One problem, for somebody who waits: the answer first, as `tsumi solve` gives it, then
//! judgements with longer and longer limits, all on the tables of the answer.

use super::budget::Budget;
use super::judge::{Case, Verifier};
use super::replay;
use super::types::Judgement;
use crate::base::Problem;
use crate::shogi::SetupError;
use crate::solver::{ANSWER_NODES, Control, Lengths, Options, Outcome, Session, Verdict};
use shogi_core::Move;
use std::time::Duration;

/// So long a problem with a declared line is searched without its help where nothing limits the time.
const ALONE: Duration = Duration::from_secs(60);

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
    /// The verdict, the lengths and the main line, within `time` and `nodes`, as `tsumi solve` finds
    /// them. A declared line helps where the first half of the limits was not enough without it:
    /// to walk along it takes long, and says nothing before its end.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn answer(
        &mut self,
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Result<Outcome, SetupError> {
        let line = replay(self.case.problem, self.case.settings.futile);
        let line = line.moves().unwrap_or_default();
        let mut outcome = if line.is_empty() {
            self.ask(line, time, nodes)?
        } else {
            let alone = time.map_or(ALONE, |time| time / 2);
            self.ask(&[], Some(alone), nodes.map(|nodes| nodes / 2))?
        };
        if !line.is_empty() && !is_decided(&outcome) {
            let (before, took) = (outcome.nodes, outcome.elapsed);
            let time = time.map(|time| time.saturating_sub(took));
            let nodes = nodes.map(|nodes| nodes.saturating_sub(before));
            outcome = self.ask(line, time, nodes)?;
            outcome.nodes += before;
        }
        self.known = Some(outcome.clone()).filter(is_decided);
        Ok(outcome)
    }

    /// Decides the problem with the help of a line, which may be empty.
    fn ask(
        &mut self,
        line: &[Move],
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Result<Outcome, SetupError> {
        let problem = self.case.problem;
        let declared = replay(problem, self.case.settings.futile);
        let declared = declared.moves().filter(|line| !line.is_empty());
        let claimed = self.case.declared(declared);
        let session = &mut self.case.solvers.main;
        session.set_options(Options {
            time,
            nodes,
            claimed,
            lengths: Lengths::Quick,
            // What the line leaves is then settled as thoroughly as a judgement does it.
            shortest_conventional: true,
            length_nodes: Some(ANSWER_NODES),
            ..session.options().clone().deciding()
        });
        session.solve_along(&problem.position, line, self.control)
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
