//! Which line is meant where a problem declares none.
//!
//! Defences that last equally long and leave nothing (変化同手数) have the same right to be the main
//! line, and another mate is a fault (余詰) along the one that is meant only; along the others it is
//! a second way in a variation (変別). So where the attacker has another mate along the line that
//! the search gave, the defences before it that last as long are tried, until there is a line
//! without one. Eleven modern problems that are asked without a line were called cooked before; of ten
//! of them, asked with the line of the author, two are (experiment 94).

use super::finding::Finding;
use super::glance::glance_after;
use super::judge::Case;
use super::other_mates::OtherMates;
use super::policy::INTENDED_NODES;
use super::walked::Walked;
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
pub(super) enum Other {
    /// The line, and what was found along it.
    Line(Vec<Move>, OtherMates),
    None,
    /// A limit came first.
    Open,
}

impl Case<'_> {
    /// The line along which other mates are searched for: the declared one; otherwise the longest
    /// that leaves nothing, where no number of plies is declared or its own, and else the longest.
    pub(super) fn main_line(&self, line: Option<&[Move]>, outcome: &Outcome) -> Vec<Move> {
        let plies = self.problem.plies;
        let fits = |l: &&Vec<Move>| plies.is_none_or(|plies| plies == l.len() as u32);
        match (line, outcome.nothing_left.as_ref().filter(fits)) {
            (Some(line), _) => line.to_vec(),
            (None, Some(nothing_left)) => nothing_left.clone(),
            (None, None) => outcome.line.clone(),
        }
    }

    /// Searches for other mates along another line instead, where it is known now that the mate has
    /// another length or leaves something, or that a defence of the line before is not the longest.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn follow_length(
        &mut self,
        outcome: &Outcome,
        line: &mut Vec<Move>,
        found: &mut OtherMates,
    ) -> Result<(), SetupError> {
        let now = self.main_line(None, outcome);
        if now != *line {
            *line = now;
            self.take_cooks();
            *found = self.cooks(line, None, 100)?;
        }
        Ok(())
    }

    /// Settles along which line other mates are faults, once it is known how long the mate is and what
    /// it leaves, as far as the limits allow: puts another `line` in place of the solver's, with what
    /// was `found` along it, where that is the one that is meant. While a limit leaves that open, or
    /// the length of the problem, the line may be a mere variation, and other mates are no faults.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn settle_intended(
        &mut self,
        outcome: &mut Outcome,
        line: &mut Vec<Move>,
        found: &mut OtherMates,
    ) -> Result<(), SetupError> {
        let open = |f: &Finding| matches!(f, Finding::Cooked(found) if !found.meant);
        let is_longest = self.is_as_long(outcome, line) && outcome.leftover.is_empty();
        let Some(at) = self
            .first_cook(found)
            .filter(|_| is_longest && self.findings.iter().any(open))
        else {
            return Ok(());
        };
        match self.other_line(line, at)? {
            Other::Line(other, without) => {
                self.take_cooks();
                self.add_cooks(&other, &without);
                outcome.line.clone_from(&other);
                (*line, *found) = (other, without);
            }
            Other::None => {
                for finding in &mut self.findings {
                    if let Finding::Cooked(found) = finding {
                        found.meant = true;
                    }
                }
            }
            Other::Open => {}
        }
        Ok(())
    }

    /// The first ply of a line at which the defender has a choice.
    pub(super) fn first_choice(&self, line: &[Move]) -> Option<u32> {
        let mut position = self.problem.position.clone();
        (1..).zip(line).find_map(|(ply, &mv)| {
            let chooses = position.side_to_move() != self.problem.attacker
                && rules::legal_moves(&position).len() > 1;
            let _ = position.make_move(mv);
            chooses.then_some(ply)
        })
    }

    /// An equally long line that has no other mate, where the first one of `line`, which leaves
    /// nothing and is as long as the mate is proved to be, is at the ply `at`.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn other_line(&mut self, line: &[Move], at: u32) -> Result<Other, SetupError> {
        let most = self.budget.used + self.budget.used.max(INTENDED_NODES);
        let mut cooked = vec![Cooked {
            line: line.to_vec(),
            from: 1,
            at,
        }];
        let mut open = false;
        while let Some(head) = cooked.pop() {
            let walked = Walked::new(&self.problem.position, &head.line);
            for ply in (head.from..head.at).rev() {
                let Some(defences) = self.defences_as_long(&walked, ply, most)? else {
                    open = true;
                    continue;
                };
                for defence in defences {
                    let line = [&head.line[..ply as usize - 1], &defence].concat();
                    let Some(found) = self.cooks_from(&line, ply)? else {
                        open = true;
                        continue;
                    };
                    match self.first_cook(&found) {
                        Some(at) => cooked.push(Cooked {
                            line,
                            from: ply + 1,
                            at,
                        }),
                        None => return Ok(Other::Line(line, found)),
                    }
                }
            }
        }
        Ok(match open {
            true => Other::Open,
            false => Other::None,
        })
    }

    /// Other mates along a line, looked for from `ply` on first: one that is found there ends the
    /// search. `None` when a limit comes before each check there had its nodes.
    fn cooks_from(&mut self, line: &[Move], ply: u32) -> Result<Option<OtherMates>, SetupError> {
        let problem = (&self.problem.position, self.problem.attacker);
        let seen = glance_after(problem, line, ply, &mut self.solvers, &mut self.budget)?;
        if self.first_cook(&seen).is_some() {
            return Ok(Some(seen));
        }
        if self.budget.spent().is_some() {
            return Ok(None);
        }
        self.search_cooks(line, None, 100).map(Some)
    }

    /// Takes away what was said of other mates along a line.
    fn take_cooks(&mut self) {
        let of_cooks = |f: &Finding| matches!(f, Finding::Cooked(_) | Finding::ChecksOpen(_));
        self.findings.retain(|f| !of_cooks(f));
    }

    /// The ply of the first other mate that counts.
    pub(super) fn first_cook(&self, found: &OtherMates) -> Option<u32> {
        let counting = found.cooks.iter().filter(|cook| self.counts(cook));
        counting.map(|cook| cook.ply).min()
    }
}
