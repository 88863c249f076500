//! A first look for other mates, for an answer that says in passing what it knows of soundness.

use super::budget::Budget;
use super::cooks::{CookSearch, OtherMates};
use super::judge::Verifier;
use super::policy::GLANCE_NODES;
use super::types::Cooks;
use crate::base::Problem;
use crate::shogi::SetupError;
use crate::solver::Control;
use shogi_core::Move;

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
        search.run(&mut solvers, &mut budget, 100)
    }
}
