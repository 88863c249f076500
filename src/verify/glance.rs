//! First looks for other mates: for an answer that says in passing what it knows of soundness, and
//! after a defence that is not the line's.

use super::budget::Budget;
use super::cooks::{CookSearch, Fault, Until};
use super::intended::Other;
use super::judge::Case;
use super::other_mates::OtherMates;
use super::policy::{EQUAL_COOK_NODES, GLANCE_NODES};
use super::solvers::Sessions;
use super::types::{Cooks, Settings};
use crate::base::Problem;
use crate::shogi::SetupError;
use crate::solver::{Control, Outcome, Session, Solver};
use shogi_core::{Color, Move, PartialPosition};
use std::time::Duration;

/// What a first look at the soundness of a mate has found.
pub struct Glance {
    /// Other mates along the line that was asked about, or along the one `instead`.
    pub found: OtherMates,
    /// A line as long that leaves nothing either and along which no other mate was found.
    pub instead: Option<Vec<Move>>,
}

/// Looks for other mates along a `line` of a problem within `nodes` and `time`, with
/// [`GLANCE_NODES`] for each check at first. The last move is not looked at. `session` is the one
/// that has found the `outcome`, a mate of proved length; a solver of its own searches for mates
/// that avoid the line. Where another move mates, no line is declared, and `line` is that of the
/// outcome and leaves nothing, lines as long are tried instead.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn glance(
    session: Session<'_>,
    barred: &mut Solver,
    (problem, outcome): (&Problem, &Outcome),
    line: &[Move],
    (nodes, time): (u64, Option<Duration>),
    control: Control<'_>,
) -> Result<Glance, SetupError> {
    let options = session.options().clone();
    let settings = Settings::default();
    let solvers = Sessions {
        main: session,
        barred,
    };
    let budget = Budget::new(time, Some(nodes), control);
    let mut case = Case::new(problem, &settings, None, solvers, budget);
    let found = case.glance(outcome, line);
    case.solvers.main.set_options(options);
    found
}

impl Case<'_> {
    fn glance(&mut self, outcome: &Outcome, line: &[Move]) -> Result<Glance, SetupError> {
        let (position, attacker) = (&self.problem.position, self.problem.attacker);
        let search = CookSearch::new(position, attacker, line, Cooks::Main)?;
        let search = search.from(1, GLANCE_NODES);
        let mut found = search.run(&mut self.solvers, &mut self.budget, 100, Fault::None)?;
        self.pace(line, &mut found, EQUAL_COOK_NODES)?;
        let may_be_another = self.problem.line.is_none()
            && line == outcome.line
            && outcome.leftover.is_empty()
            && self.is_as_long(outcome, line);
        let other = match self.first_cook(&found) {
            Some(at) if may_be_another => self.other_line(line, at)?,
            _ => Other::None,
        };
        Ok(match other {
            Other::Line(other, found) => Glance {
                found,
                instead: Some(other),
            },
            Other::None | Other::Open => Glance {
                found,
                instead: None,
            },
        })
    }
}

/// Looks once for other mates after the move at `ply` of a line, from 1, with
/// [`EQUAL_COOK_NODES`] for each check. The last move is not looked at.
///
/// # Errors
/// When a position is not one a search can start from.
pub(super) fn glance_after(
    (root, attacker): (&PartialPosition, Color),
    line: &[Move],
    ply: u32,
    solvers: &mut Sessions<'_>,
    budget: &mut Budget<'_>,
) -> Result<OtherMates, SetupError> {
    let search = CookSearch::new(root, attacker, line, Cooks::Main)?;
    let mut search = search.from(ply, EQUAL_COOK_NODES);
    search.pass(solvers, budget, 100, Until::AllAsked)?;
    Ok(search.found())
}
