//! The verdict and the lengths of the mate, and their comparison with the declared ones.

use super::budget::Aim;
use super::cooks::CookSearch;
use super::finding::Finding;
use super::judge::Case;
use super::length_finding::{Counting, Left, LengthDiffers, LengthOpen};
use super::passes::Earlier;
use super::policy::{ALONG_SHARE, BESIDE_NODES, VERDICT_SHARE};
use super::types::{Cooks, Futile, Profile};
use crate::shogi::SetupError;
use crate::solver::{Length, Outcome, Verdict};
use shogi_core::Move;

impl Case<'_> {
    /// What the question for verdict and lengths has to prove, and its share of the budget.
    pub(super) fn aim(&self, line: Option<&[Move]>) -> Aim {
        let game = self.settings.profile == Profile::Game;
        let claims = self.problem.expect;
        Aim {
            shortest_raw: self.settings.shortest_raw
                || self.settings.futile == Futile::None
                || claims.raw_plies.is_some(),
            shortest_conventional: self.settings.futile == Futile::Return
                && (!game || self.problem.plies.is_some() || line.is_some()),
            // A reserve is kept for the cooks, as a long proof of minimality would use it up.
            share: match line {
                _ if game || self.settings.cooks == Cooks::Off => 100,
                None => VERDICT_SHARE,
                Some(_) => ALONG_SHARE,
            },
            claimed: self.declared(line),
            ..Aim::default()
        }
    }

    /// The verdict and the lengths. `search` is the search for cooks after its first pass.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn verdict(
        &mut self,
        line: Option<&[Move]>,
        search: Option<&CookSearch>,
    ) -> Result<Outcome, SetupError> {
        let cooked = search.is_some_and(CookSearch::is_cooked);
        let aim = self.aim(line);
        // The lengths get few nodes at first, as a cook or a reply that outlasts the declared
        // one may make them unnecessary.
        let first = Aim {
            length_nodes: (cooked || line.is_some()).then_some(BESIDE_NODES),
            ..aim
        };
        let moves = line.unwrap_or_default();
        let mut outcome = match self.answer.take() {
            Some(known) if !known.is_left_open() => known,
            known => {
                let now = self.solve_along(moves, first)?;
                match known {
                    Some(known) => self.closer(known, now),
                    None => now,
                }
            }
        };
        // Without a declared line other mates are searched for along the line of the outcome, whose
        // defences are the longest only where this search has proved the length.
        if let (Some(earlier), Some(_)) = (self.earlier, line) {
            take_lengths(&mut outcome, earlier);
        }
        let is_open = matches!(outcome.verdict, Verdict::Unknown(_));
        if is_open && (cooked || line.is_none()) && self.budget.spent().is_none() {
            // Where a difference is proved the verdict matters most among what is open, and without
            // verdict and line there is nothing else to ask.
            if cooked {
                self.budget.cut_back();
            }
            return self.solve_along(
                moves,
                Aim {
                    share: 100,
                    ..first
                },
            );
        }
        if cooked || first.length_nodes.is_none() || !self.lacks_length(&outcome, aim) {
            return Ok(outcome);
        }
        if self.is_outlasted(moves, &outcome) {
            self.budget.cut_back();
        }
        match self.budget.spent() {
            None if !self.left_few() => {
                let now = self.solve_along(moves, aim)?;
                Ok(self.closer(outcome, now))
            }
            _ => Ok(outcome),
        }
    }

    /// True for a mate with a length that `aim` asks for and that is not proved minimal.
    pub(super) fn lacks_length(&self, outcome: &Outcome, aim: Aim) -> bool {
        match outcome.verdict {
            Verdict::Mate { raw, .. } => {
                let asks = aim.shortest_raw || aim.shortest_conventional;
                asks && !self.length(outcome).is_minimal() || aim.shortest_raw && !raw.is_minimal()
            }
            _ => false,
        }
    }

    /// Searches for the lengths again with all that is left of the budget, once the search for
    /// cooks is done. Returns the outcome with the closer bounds ([`Case::spread`]), this one or
    /// `before`.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn measured(
        &mut self,
        before: Outcome,
        line: &[Move],
    ) -> Result<Outcome, SetupError> {
        if self.budget.spent().is_some() {
            return Ok(before);
        }
        // A claim that is refuted would hold the search for the length back.
        let length = self.length(&before);
        let aim = self.aim(Some(line));
        let aim = Aim {
            share: 100,
            claimed: aim.claimed.filter(|&n| n >= length.lower),
            ..aim
        };
        let now = self.solve_along(line, aim)?;
        Ok(match self.spread(&now) < self.spread(&before) {
            true => now,
            false => before,
        })
    }

    /// What is known after another search: its outcome, unless `before` says more.
    fn closer(&self, before: Outcome, now: Outcome) -> Outcome {
        match self.spread(&before) < self.spread(&now) {
            true => before,
            false => now,
        }
    }

    /// How far the bounds of the length that counts are apart, and those of the raw one; the most
    /// without a mate.
    fn spread(&self, outcome: &Outcome) -> (u32, u32) {
        let apart = |length: Length| length.upper - length.lower;
        match outcome.verdict {
            Verdict::Mate { raw, .. } => (apart(self.length(outcome)), apart(raw)),
            _ => (u32::MAX, u32::MAX),
        }
    }

    /// Searches for a length that is still open with all that is left of the limits, once
    /// everything else was asked, so that it costs no more than a search for it alone would.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn finished(
        &mut self,
        before: Outcome,
        line: Option<&[Move]>,
    ) -> Result<Outcome, SetupError> {
        if !self.lacks_length(&before, self.aim(line)) {
            return Ok(before);
        }
        self.budget.restore();
        let (known, moves) = (before.verdict, line.unwrap_or_default());
        let outcome = self.measured(before, moves)?;
        if outcome.verdict == known {
            return Ok(outcome);
        }
        let hangs_on_it = |f: &Finding| {
            matches!(
                f,
                Finding::Length(_)
                    | Finding::LengthOpen(_)
                    | Finding::MateUndeclared { .. }
                    | Finding::Leftover(_)
                    | Finding::LongerLeft(_)
                    | Finding::LeftoverOpen(_)
            )
        };
        self.findings.retain(|f| !hangs_on_it(f));
        if !self.compare_lengths(&outcome, line) {
            self.find_departure(moves, &outcome)?;
        } else if !self.is_game() {
            self.leftover(line, &outcome);
        }
        Ok(outcome)
    }

    fn solve_along(&mut self, line: &[Move], aim: Aim) -> Result<Outcome, SetupError> {
        let position = &self.problem.position;
        self.budget
            .solve_along(&mut self.solvers.main, position, line, aim)
    }

    /// The length of a mate that counts by the settings.
    pub(super) fn length(&self, outcome: &Outcome) -> Length {
        let (raw, conventional) = lengths(outcome);
        self.settings.futile.length(raw, conventional)
    }

    /// True when it is not known whether the mate is as long as declared, and cooks are
    /// searched for, which may decide it.
    pub(super) fn is_open(&self, outcome: &Outcome, line: &[Move]) -> bool {
        let length = self.length(outcome);
        let declared = self.declared(Some(line));
        let open = |n: u32| (length.lower..=length.upper).contains(&n);
        self.settings.cooks != Cooks::Off && !length.is_minimal() && declared.is_some_and(open)
    }

    /// Compares the declared lengths with the proved ones. True when all that are declared
    /// agree; otherwise findings are added.
    pub(super) fn compare_lengths(&mut self, outcome: &Outcome, line: Option<&[Move]>) -> bool {
        let (raw, _) = lengths(outcome);
        let length = self.length(outcome);
        let before = self.findings.len();
        let claims = self.problem.expect;
        if claims.mate == Some(false) {
            let plies = length.upper;
            self.findings.push(Finding::MateUndeclared { plies });
        }
        // Where the line is as long as the mate, only the number beside it is wrong, which the line
        // has a finding about.
        let is_as_long = line.is_some_and(|line| length.is_exactly(line.len() as u32));
        if let (Some(declared), false) = (self.declared(line), is_as_long && self.is_miscounted()) {
            let left = self.left_along(line, outcome);
            let counts_all = raw.is_exactly(declared) && line.is_none_or(|l| self.is_interposed(l));
            self.compare(Counting::Chosen, length, declared, (left, counts_all));
        }
        if let Some(declared) = claims.raw_plies {
            self.compare(Counting::Raw, raw, declared, (Left::default(), false));
        }
        if let Some(upper) = claims.raw_upper
            && raw.lower > upper
        {
            self.compare(Counting::Raw, raw, upper, (Left::default(), false));
        }
        self.findings.len() == before
    }

    /// True when the declared number of plies is not that of the declared line.
    fn is_miscounted(&self) -> bool {
        let miscounts = |f: &Finding| matches!(f, Finding::LineLength(_));
        self.findings.iter().any(miscounts)
    }

    /// True for a line in which the defender drops a piece that is taken at once, as a futile
    /// interposition is (無駄合い).
    fn is_interposed(&self, line: &[Move]) -> bool {
        let attacks = self.problem.position.side_to_move() == self.problem.attacker;
        let replies = line.get(usize::from(attacks)..).unwrap_or_default();
        let is_taken =
            |pair: &[Move]| matches!(pair[0], Move::Drop { to, .. } if pair[1].to() == to);
        replies.chunks_exact(2).any(is_taken)
    }

    /// Compares one declared length with the proved one. `counts_all` is true for a declared one
    /// that counts futile interpositions.
    fn compare(
        &mut self,
        counting: Counting,
        length: Length,
        declared: u32,
        (left, counts_all): (Left, bool),
    ) {
        if length.upper < declared || length.lower > declared {
            self.findings.push(Finding::Length(LengthDiffers {
                counting,
                length,
                declared,
                counts_all,
                left,
                departure: None,
            }));
        } else if !length.is_minimal() {
            let limit = self.budget.blame();
            self.findings.push(Finding::LengthOpen(LengthOpen {
                counting,
                plies: length.upper,
                declared,
                limit,
            }));
        }
    }
}

/// The raw and the conventional length of a mate.
fn lengths(outcome: &Outcome) -> (Length, Length) {
    match outcome.verdict {
        Verdict::Mate { raw, conventional } => (raw, conventional),
        _ => unreachable!("only a mate has a length"),
    }
}

/// Raises the lower bound of a length that an earlier verification proved minimal, where this
/// mate is as short.
fn take_lengths(outcome: &mut Outcome, earlier: &Earlier) {
    if let Verdict::Mate { raw, conventional } = &mut outcome.verdict {
        for (length, known) in [(raw, earlier.raw), (conventional, earlier.conventional)] {
            if known == Some(length.upper) {
                length.lower = length.upper;
            }
        }
    }
}
