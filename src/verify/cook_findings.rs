//! What the search for other mates (余詰) says of a problem.

use super::budget::Beside;
use super::cooked::{ChecksOpen, Cooked};
use super::cooks::{CookSearch, Fault};
use super::finding::Finding;
use super::judge::Case;
use super::other_mates::OtherMates;
use super::policy::{FIRST_LOOK_SHARE, PACE_NODES};
use super::types::{Cook, Cooks};
use super::walked::Walked;
use crate::shogi::SetupError;
use crate::solver::Limit;
use shogi_core::Move;

impl Case<'_> {
    /// A search of `line` for cooks, with what an earlier verification found out about it.
    pub(super) fn cook_search(&self, line: &[Move]) -> Result<CookSearch, SetupError> {
        let (position, attacker) = (&self.problem.position, self.problem.attacker);
        let search = CookSearch::new(position, attacker, line, self.settings.cooks)?;
        let declared = self.problem.line.as_deref() == Some(line);
        Ok(match self.earlier.filter(|_| declared) {
            Some(earlier) => search.after(earlier),
            None => search,
        })
    }

    /// Begins the search for cooks with a short one.
    pub(super) fn first_look(&mut self, line: &[Move]) -> Result<CookSearch, SetupError> {
        let mut search = self.cook_search(line)?;
        search.look(&mut self.solvers, &mut self.budget, FIRST_LOOK_SHARE)?;
        Ok(search)
    }

    /// Searches for other mates, or goes on with the search that was begun, until `share` percent
    /// of the budget are used, and adds findings about them.
    pub(super) fn cooks(
        &mut self,
        line: &[Move],
        begun: Option<CookSearch>,
        share: u32,
    ) -> Result<OtherMates, SetupError> {
        let found = self.search_cooks(line, begun, share)?;
        self.add_cooks(line, &found);
        Ok(found)
    }

    /// Searches for other mates, or goes on with the search that was begun, until `share` percent
    /// of the budget are used.
    pub(super) fn search_cooks(
        &mut self,
        line: &[Move],
        begun: Option<CookSearch>,
        share: u32,
    ) -> Result<OtherMates, SetupError> {
        let search = match begun {
            Some(search) => search,
            None => self.cook_search(line)?,
        };
        let fault = match self.is_unsound_today() {
            true => Fault::Proved,
            false => Fault::None,
        };
        let mut found = search.run(&mut self.solvers, &mut self.budget, share, fault)?;
        self.pace(line, &mut found, PACE_NODES)?;
        Ok(found)
    }

    /// Adds findings about what was found along a line.
    pub(super) fn add_cooks(&mut self, line: &[Move], found: &OtherMates) {
        if found.cooks.is_empty() && found.open.is_empty() {
            return;
        }
        let declared = self.problem.line.as_deref() == Some(line);
        let walked = Walked::new(&self.problem.position, line);
        // Before the first choice of the defender no other line can be meant.
        let choice = match declared {
            true => None,
            false => self.first_choice(line),
        };
        let cooked = |cook: &Cook| Cooked {
            ply: cook.ply,
            intended: walked.quoted(cook.ply, cook.intended),
            mv: walked.quoted(cook.ply, cook.mv),
            kind: cook.kind,
            length: self.settings.futile.length(cook.raw, cook.conventional),
            rest: line.len() as u32 + 1 - cook.ply,
            joins: joins(&walked, cook),
            meant: choice.is_none_or(|ply| cook.ply <= ply),
        };
        let counting = found.cooks.iter().filter(|cook| self.counts(cook));
        let cooked: Vec<Finding> = counting.map(cooked).map(Finding::Cooked).collect();
        self.findings.extend(cooked);
        if self.settings.cooks != Cooks::Off
            && let Some(&(ply, mv)) = found.open.first()
        {
            let limit = self.budget.blame();
            let aside = self.is_unsound_today()
                && self.budget.beside != Beside::Everything
                && limit != Limit::Interrupted;
            self.findings.push(Finding::ChecksOpen(ChecksOpen {
                open: found.open.len(),
                ply,
                mv: walked.quoted(ply, mv),
                limit: (!aside).then_some(limit),
                longer: None,
            }));
        }
    }

    /// True for another mate that is a fault by the settings.
    pub(super) fn counts(&self, cook: &Cook) -> bool {
        self.settings.cooks == Cooks::All || !cook.kind.is_minor()
    }
}

/// The ply before which the line of a cook stands where the main line stands at that moment.
fn joins(line: &Walked<'_>, cook: &Cook) -> Option<u32> {
    let mut there = line.before(cook.ply).clone();
    let rest = line.moves.len() + 1 - cook.ply as usize;
    for (&mv, ply) in cook.line.iter().take(rest).zip(cook.ply + 1..) {
        there.make_move(mv)?;
        if line.before(ply).to_sfen_owned() == there.to_sfen_owned() {
            return Some(ply);
        }
    }
    None
}
