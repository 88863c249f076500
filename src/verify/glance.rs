//! First looks for other mates: for an answer that says in passing what it knows of soundness, and
//! after a defence that is not the line's.

use super::budget::Budget;
use super::cooks::{CookSearch, OtherMates};
use super::judge::Verifier;
use super::policy::{EQUAL_COOK_NODES, GLANCE_NODES};
use super::solvers::Sessions;
use super::types::Cooks;
use crate::base::Problem;
use crate::shogi::SetupError;
use crate::solver::Control;
use shogi_core::{Color, Move, PartialPosition};

impl Verifier {
    /// Looks for other mates along a `line` of the problem, with [`GLANCE_NODES`] for each check
    /// at first and the nodes of the settings for all of them. The last move is not looked at.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn glance(
        &mut self,
        problem: &Problem,
        line: &[Move],
        control: Control<'_>,
    ) -> Result<OtherMates, SetupError> {
        let (position, attacker) = (&problem.position, problem.attacker);
        let search = CookSearch::new(position, attacker, line, Cooks::Main)?;
        let search = search.from(1, GLANCE_NODES);
        let mut budget = Budget::new(self.settings.time, self.settings.nodes, control);
        let mut solvers = self.solvers.begin(attacker);
        search.run(&mut solvers, &mut budget, 100, false)
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
    search.pass(solvers, budget, 100, false)?;
    Ok(search.found())
}
