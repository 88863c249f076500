//! Does what differs from the intended move in promotion or distance alone take as long? Custom
//! allows 成不成非限定 where promotion changes nothing; a mate that takes more plies is another
//! one (余詰). About a piece that is dropped or moved farther off, so that interpositions count,
//! judges differ.

use super::budget::Aim;
use super::cooks::OtherMates;
use super::judge::{Case, before};
use super::types::{Cook, CookKind, Pace};
use crate::shogi::{SetupError, rules};
use crate::solver::Verdict;
use shogi_core::Move;

impl Case<'_> {
    /// Finds out, with `nodes` for each, how long the other mates along a line take that differ
    /// from its moves in promotion or distance alone, and makes faults of those of the first kind
    /// that take longer.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn pace(
        &mut self,
        line: &[Move],
        found: &mut OtherMates,
        nodes: u64,
    ) -> Result<(), SetupError> {
        for cook in found.cooks.iter_mut().filter(|c| c.kind.is_minor()) {
            let rest = line.len() as u32 + 1 - cook.ply;
            let length = self.settings.futile.length(cook.raw, cook.plies);
            cook.pace = match () {
                () if length.upper <= rest => Pace::Same,
                () if length.lower > rest => Pace::Longer,
                () => self.pace_of(line, cook, rest, nodes)?,
            };
            if (cook.kind, cook.pace) == (CookKind::Promotion, Pace::Longer) {
                cook.kind = CookKind::Move;
            }
        }
        Ok(())
    }

    /// Is there a mate within `rest` plies by another move, itself included? It may return to the
    /// line: a piece that is taken at once was as good promoted or not.
    fn pace_of(
        &mut self,
        line: &[Move],
        cook: &Cook,
        rest: u32,
        nodes: u64,
    ) -> Result<Pace, SetupError> {
        let position = before(&self.problem.position, line, cook.ply);
        let Some(after) =
            rules::after(&position, cook.mv).filter(|_| self.budget.spent().is_none())
        else {
            return Ok(Pace::Open);
        };
        let aim = Aim {
            claimed: Some(rest - 1),
            claim_only: true,
            nodes: Some(nodes),
            ..Aim::shortest(self.settings.futile)
        };
        let outcome = self.budget.solve(&mut self.solvers.main, &after, aim)?;
        Ok(match outcome.verdict {
            Verdict::Mate { raw, conventional } => {
                let length = self.settings.futile.length(raw, conventional);
                match (length.upper < rest, length.lower >= rest) {
                    (true, _) => Pace::Same,
                    (_, true) => Pace::Longer,
                    _ => Pace::Open,
                }
            }
            _ => Pace::Open,
        })
    }
}
