//! What a defence that lasts longer than declared is by the custom of the classics: a fault too, or a
//! variation (docs/conventional.md), and what hangs on that.

use super::branch_finding::BranchFinding;
use super::budget::Beside;
use super::finding::Finding;
use super::judge::Case;
use super::length_finding::{ByClassics, Outlasted};
use super::other_mates::OtherMates;
use super::passes::Earlier;
use super::policy::BESIDE_FAULT_NODES;
use crate::shogi::SetupError;
use crate::solver::Outcome;
use shogi_core::Move;

impl Case<'_> {
    /// True when a finding is a fault by today's custom, and not known to be none by that of the
    /// classics.
    pub(super) fn is_unsound_today(&self) -> bool {
        let longer = |f: &Finding| f.by_classics() == Some(ByClassics::Open);
        self.is_unsound() || self.findings.iter().any(longer)
    }

    /// Settles what the mate leaves where a finding hangs on that. It may take as many nodes as were
    /// used until then, and `least` at least; beside a fatal fault only [`BESIDE_FAULT_NODES`],
    /// unless the budget is thorough.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn settle_left(
        &mut self,
        outcome: &mut Outcome,
        line: Option<&[Move]>,
        least: u64,
    ) -> Result<(), SetupError> {
        let hangs = |f: &Finding| match f {
            Finding::LeftoverOpen(_) => true,
            Finding::Length(_) => f.by_classics() == Some(ByClassics::Open),
            _ => false,
        };
        let asks = outcome.is_left_open() && self.findings.iter().any(hangs);
        if !asks || self.budget.spent().is_some() {
            return Ok(());
        }
        let nodes = match self.is_unsound() && self.budget.beside != Beside::Everything {
            true => BESIDE_FAULT_NODES,
            false => self.budget.used.max(least),
        };
        let (session, position) = (&mut self.solvers.main, &self.problem.position);
        self.budget.settle_left(session, position, outcome, nodes)?;
        let left = self.left_along(line, outcome);
        for finding in &mut self.findings {
            if let Finding::Length(found) = finding
                && found.left.by_classics == ByClassics::Open
            {
                found.left = left.clone();
            }
        }
        let open = |f: &Finding| matches!(f, Finding::LeftoverOpen(_));
        if self.findings.iter().any(open) {
            self.findings.retain(|f| !open(f));
            self.leftover(line, outcome);
        }
        Ok(())
    }

    /// Makes the findings about single defences that last longer say of what is left what is known
    /// of the whole line: a defence may be a mere variation by the custom of the classics, and
    /// another one not.
    pub(super) fn agree_on_what_is_left(&mut self) {
        let whole = self.findings.iter().find_map(|finding| match finding {
            Finding::Length(_) => finding.by_classics(),
            _ => None,
        });
        let Some(by_classics) = whole else {
            return;
        };
        for finding in &mut self.findings {
            match finding {
                Finding::Outlasted(Outlasted { left, .. })
                | Finding::Branch {
                    what: BranchFinding::Longer { left, .. },
                    ..
                } => left.by_classics = by_classics,
                _ => {}
            }
        }
    }

    /// Goes on with a search for other mates that was left aside beside a longer defence, where that
    /// is known now to be no fault by every custom.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn go_on_with_cooks(
        &mut self,
        line: &[Move],
        found: &mut OtherMates,
    ) -> Result<(), SetupError> {
        let aside = |f: &Finding| matches!(f, Finding::ChecksOpen(found) if found.limit.is_none());
        if self.is_unsound_today() || !self.findings.iter().any(aside) {
            return Ok(());
        }
        self.findings.retain(|f| !aside(f));
        let earlier = Earlier {
            open: found.open.len(),
            ask: std::mem::take(&mut found.open),
            decided: found.decided,
            ..Earlier::default()
        };
        let search = self.cook_search(line)?.after(&earlier);
        found.add(self.cooks(line, Some(search), 100)?);
        Ok(())
    }
}
