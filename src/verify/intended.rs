//! Which line is meant where a problem declares none.
//!
//! Defences that last equally long and leave nothing (変化同手数) have the same right to be the main
//! line, and another mate is a fault (余詰) along the one that is meant only; along the others it is
//! a second way in a variation (変別). So where the attacker has another mate along the line that
//! the search gave, the defences before it that last as long are tried, until there is a line
//! without one. Eleven modern problems that are asked without a line were called cooked before; of ten
//! of them, asked with the line of the author, two are (experiment 94).

use super::cooks::OtherMates;
use super::finding::Finding;
use super::glance::glance_after;
use super::judge::{Case, before};
use super::policy::INTENDED_NODES;
use super::types::{Cook, Cooks};
use crate::shogi::{SetupError, rules};
use crate::solver::Outcome;
use shogi_core::Move;

/// A line along which the attacker has another mate.
struct Cooked {
    line: Vec<Move>,
    /// The ply from which on its defences have not been tried.
    from: u32,
    /// The ply of the first other mate.
    at: u32,
}

/// What comes of the search for another line.
enum Other {
    Line(Vec<Move>),
    None,
    /// A limit came first.
    Open,
}

impl Case<'_> {
    /// The line along which other mates are searched for: the declared one; otherwise the solver's,
    /// the longest that leaves nothing, unless the longest is as long as declared.
    pub(super) fn main_line(&self, line: Option<&[Move]>, outcome: &Outcome) -> Vec<Move> {
        let plies = self.problem.plies;
        let fits = |l: &&Vec<Move>| plies.is_none_or(|plies| plies == l.len() as u32);
        match (line, outcome.nothing_left.as_ref().filter(fits)) {
            (Some(line), _) => line.to_vec(),
            (None, Some(nothing_left)) => nothing_left.clone(),
            (None, None) => outcome.line.clone(),
        }
    }

    /// Asks again what hangs on the length and on what the mate leaves, now that more is known of
    /// them: the line along which other mates are searched for, and whether it is the one that is
    /// meant.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn settle_intended(
        &mut self,
        outcome: &mut Outcome,
        line: &mut Vec<Move>,
        found: &mut OtherMates,
    ) -> Result<(), SetupError> {
        let now = self.main_line(None, outcome);
        if now.len() != line.len() {
            *line = now;
            self.take_cooks();
            *found = self.cooks(line, None, 100)?;
        }
        self.find_intended(outcome, line, found)
    }

    /// Where the attacker has another mate along the solver's `line`, puts an equally long line in
    /// its place that has none, if there is one, with what was `found` along it. Other mates are no
    /// faults yet where a limit comes first, or where it is not known how long the problem is: then
    /// the line may be a mere variation.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn find_intended(
        &mut self,
        outcome: &mut Outcome,
        line: &mut Vec<Move>,
        found: &mut OtherMates,
    ) -> Result<(), SetupError> {
        let Some(at) = self
            .first_cook(found)
            .filter(|&at| self.has_choice(line, at))
        else {
            return Ok(());
        };
        let is_longest = self.is_as_long(outcome, line) && outcome.leftover.is_empty();
        let mut open = !is_longest;
        if is_longest {
            match self.other_line(line, at, found)? {
                Other::Line(other) => {
                    outcome.line.clone_from(&other);
                    *line = other;
                    return Ok(());
                }
                Other::None => {}
                Other::Open => open = true,
            }
        }
        for finding in &mut self.findings {
            if let Finding::Cooked { meant, .. } = finding {
                *meant = !open;
            }
        }
        Ok(())
    }

    /// True when it is open whether the solver's `line` is meant, and more may be known now.
    pub(super) fn is_line_open(&self, line: &[Move], outcome: &Outcome) -> bool {
        let open = |f: &Finding| matches!(f, Finding::Cooked { meant: false, .. });
        self.main_line(None, outcome).len() != line.len() || self.findings.iter().any(open)
    }

    /// True when the defender has a choice before the ply `at` of a line.
    fn has_choice(&self, line: &[Move], at: u32) -> bool {
        (1..at).any(|ply| {
            let position = before(&self.problem.position, line, ply);
            position.side_to_move() != self.problem.attacker
                && rules::legal_moves(&position).len() > 1
        })
    }

    /// An equally long line that has no other mate, where the first one of `line` is at the ply `at`.
    fn other_line(
        &mut self,
        line: &[Move],
        at: u32,
        found: &mut OtherMates,
    ) -> Result<Other, SetupError> {
        let most = self.budget.used + self.budget.used.max(INTENDED_NODES);
        let mut cooked = vec![Cooked {
            line: line.to_vec(),
            from: 1,
            at,
        }];
        let mut open = false;
        while let Some(head) = cooked.pop() {
            for ply in (head.from..head.at).rev() {
                let Some(defences) = self.defences_as_long(&head.line, ply, most)? else {
                    open = true;
                    continue;
                };
                for defence in defences {
                    let other = [&head.line[..ply as usize - 1], &defence].concat();
                    match self.cook_along(&other, ply, found)? {
                        Some(at) => cooked.push(Cooked {
                            line: other,
                            from: ply + 1,
                            at,
                        }),
                        None => return Ok(Other::Line(other)),
                    }
                }
            }
        }
        Ok(match open {
            true => Other::Open,
            false => Other::None,
        })
    }

    /// The ply of the first other mate along a line that leaves the one before it at `ply`; `None`
    /// where there is none, and then what was found and said of other mates is about this line.
    fn cook_along(
        &mut self,
        line: &[Move],
        ply: u32,
        found: &mut OtherMates,
    ) -> Result<Option<u32>, SetupError> {
        let problem = (&self.problem.position, self.problem.attacker);
        let seen = glance_after(problem, line, ply, &mut self.solvers, &mut self.budget)?;
        if let Some(at) = self.first_cook(&seen) {
            return Ok(Some(at));
        }
        let before = self.take_cooks();
        let now = self.cooks(line, None, 100)?;
        let cook = self.first_cook(&now);
        match cook {
            None => *found = now,
            Some(_) => {
                self.take_cooks();
                self.findings.extend(before);
            }
        }
        Ok(cook)
    }

    /// Takes away what was said of other mates along a line.
    fn take_cooks(&mut self) -> Vec<Finding> {
        let of_cooks =
            |f: &mut Finding| matches!(f, Finding::Cooked { .. } | Finding::ChecksOpen { .. });
        self.findings.extract_if(.., of_cooks).collect()
    }

    /// The ply of the first other mate that counts.
    fn first_cook(&self, found: &OtherMates) -> Option<u32> {
        let counts = |c: &&Cook| self.settings.cooks == Cooks::All || !c.kind.is_minor();
        found.cooks.iter().filter(counts).map(|c| c.ply).min()
    }
}
