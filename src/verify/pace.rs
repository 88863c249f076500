//! Does what differs from the intended move in promotion or distance alone take as long? Custom
//! allows 成不成非限定 where promotion changes nothing; a mate that takes more plies is another
//! one (余詰). About a piece that is dropped or moved farther off, so that interpositions count,
//! judges differ.

use super::budget::Aim;
use super::judge::Case;
use super::other_mates::OtherMates;
use super::types::{Cook, CookKind, Pace};
use super::walked::Walked;
use crate::base::length::Length;
use crate::shogi::{SetupError, rules};
use crate::solver::Verdict;
use shogi_core::{Move, PartialPosition};

impl Case<'_> {
    /// Finds out, with `nodes` for each, how long the other mates along a line take that differ
    /// from its moves in promotion or distance alone. Those of the first kind that take longer
    /// become faults, unless they only return to the line later.
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
            cook.pace = self.pace_of(line, cook, nodes)?;
            if (cook.kind, cook.pace) == (CookKind::Promotion, Pace::Longer) {
                cook.pace = self.way_of(line, cook, nodes)?;
                if cook.pace == Pace::Longer {
                    cook.kind = CookKind::Move;
                }
            }
        }
        Ok(())
    }

    /// Does a longer mate by another move only return to the line later, or does it come to no
    /// position of the line?
    fn way_of(&mut self, line: &[Move], cook: &Cook, nodes: u64) -> Result<Pace, SetupError> {
        let attacker = self.problem.attacker;
        let walked = Walked::new(&self.problem.position, line);
        let Some(after) = rules::after(walked.before(cook.ply), cook.mv) else {
            return Ok(Pace::Open);
        };
        let all = (1..=line.len() as u32).map(|ply| walked.before(ply));
        let own = all.filter(|p| p.side_to_move() == attacker).cloned();
        let own: Vec<PartialPosition> = own.collect();
        let mut apart = self.solvers.barred.apart(attacker, &own)?;
        let outcome = self
            .budget
            .decide_apart(&mut apart, &after, Aim::at_most(nodes))?;
        Ok(match outcome.verdict {
            Verdict::Mate { .. } => Pace::Longer,
            Verdict::NoMate => Pace::Returns,
            Verdict::Unknown(_) => Pace::Open,
        })
    }

    /// Is there a mate by another move within the plies that the line has left? It may return to
    /// the line: a piece that is taken at once was as good promoted or not.
    fn pace_of(&mut self, line: &[Move], cook: &Cook, nodes: u64) -> Result<Pace, SetupError> {
        let rest = line.len() as u32 + 1 - cook.ply;
        let found = self.settings.futile.length(cook.raw, cook.conventional);
        if found.upper <= rest || found.lower > rest {
            return Ok(pace(found, rest));
        }
        let position = rules::before(&self.problem.position, line, cook.ply);
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
                pace(length.after_a_move(), rest)
            }
            _ => Pace::Open,
        })
    }
}

/// What a length says beside `rest` plies.
fn pace(length: Length, rest: u32) -> Pace {
    match length {
        Length { upper, .. } if upper <= rest => Pace::Same,
        Length { lower, .. } if lower > rest => Pace::Longer,
        _ => Pace::Open,
    }
}
