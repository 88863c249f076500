//! Where a declared line leaves the best play.
//!
//! The walk begins at the end of the line and goes back. As long as the play is best, the rest
//! of the line is as long as the position's length; the first move where it is not has a
//! better one beside it: a defence that lasts longer (変化長手数) or a quicker mate (早詰).
//! Near the end the lengths cost next to nothing, and the walk stops at the first difference.
//!
//! A reply that another one outlasts is a fault of the line whatever the length of the
//! problem: either the mate takes longer than declared, or the attacker has a better check
//! before. So while the problem's length is open, only the defender's nodes are asked about,
//! and only for a reply that lasts longer (experiment 47).
//!
//! Once everything else is known, every reply of the line that lasts longer is named, ply by ply,
//! as far as a small budget allows.

use super::budget::{Aim, Beside, Budget};
use super::finding::Finding;
use super::judge::Case;
use super::length_finding::{ByClassics, Counting, Departure, Left, LongerReplies, Outlasted};
use super::policy::{
    BESIDE_NODES, CLASSICS_FIRST, LONGER_NODES, LONGER_PART, OTHER_REPLY_NODES, REPLY_SHARE,
};
use super::quoted::Quoted;
use super::remark::Remark;
use super::types::{Futile, Profile};
use super::walked::Walked;
use crate::shogi::{Position, SetupError, rules};
use crate::solver::{Length, Longer, Outcome, Session, Verdict};
use shogi_core::{Color, Move, PartialPosition};

impl Case<'_> {
    /// Finds where the declared line leaves the best play, and adds that to the finding that the
    /// length differs. What is left there is that of the defence which is named, where the longest
    /// line of the `outcome` goes another way before.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn find_departure(
        &mut self,
        line: &[Move],
        outcome: &Outcome,
    ) -> Result<(), SetupError> {
        // A raw length may be declared besides, and differ too.
        let differs =
            |f: &Finding| matches!(f, Finding::Length(found) if found.counting == Counting::Chosen);
        let Some(at) = self.findings.iter().position(differs) else {
            return Ok(());
        };
        let length = self.length(outcome);
        if self.outlasted == Some(true) || length.upper == line.len() as u32 {
            return Ok(());
        }
        if self.departure.is_none() {
            self.departure = self.search_departure(line)?;
        }
        let Some((departure, left)) = &self.departure else {
            return Ok(());
        };
        let parts = self.attacker_parts(line, outcome) && !departure.attacker;
        if let Finding::Length(found) = &mut self.findings[at] {
            found.departure = Some(departure.clone());
            if parts {
                found.left.clone_from(left);
            }
        }
        Ok(())
    }

    /// Searches for the last move of the line that is not best. What the better play leaves is
    /// settled too, as far as [`CLASSICS_FIRST`] nodes allow.
    fn search_departure(&mut self, line: &[Move]) -> Result<Option<(Departure, Left)>, SetupError> {
        let Some((departure, mut outcome)) = self.along(line).and_then(DeclaredLine::departure)
        else {
            return Ok(None);
        };
        if outcome.is_left_open() && !departure.attacker {
            let position = rules::before(&self.problem.position, line, departure.ply);
            let (session, nodes) = (&mut self.solvers.main, CLASSICS_FIRST);
            self.budget
                .settle_left(session, &position, &mut outcome, nodes)?;
        }
        let rest = (line.len() as u32 + 1).checked_sub(departure.ply);
        let left = Left::of(&outcome, self.settings.futile, rest);
        Ok(Some((departure, left)))
    }

    /// What a defence of the declared line leaves that lasts longer, as far as the longest line of
    /// the `outcome` says it.
    pub(super) fn left_along(&self, line: Option<&[Move]>, outcome: &Outcome) -> Left {
        match line.is_some_and(|line| self.attacker_parts(line, outcome)) {
            true => Left::unknown(self.settings.futile),
            false => Left::of(outcome, self.settings.futile, self.declared(line)),
        }
    }

    /// True where the longest line of the `outcome` leaves the declared one with a move of the
    /// attacker: it says nothing then of what the defences of the declared one leave.
    fn attacker_parts(&self, line: &[Move], outcome: &Outcome) -> bool {
        let pairs = line.iter().zip(&outcome.line);
        let shared = pairs.take_while(|(a, b)| a == b).count();
        let begins = self.problem.position.side_to_move() == self.problem.attacker;
        shared < line.len().min(outcome.line.len()) && (shared % 2 == 0) == begins
    }

    /// True when a reply outlasts that of the line, which adds a finding. Searched once, and
    /// only where the mate that was found is longer than declared and it is open whether one
    /// as short as declared exists.
    pub(super) fn is_outlasted(&mut self, line: &[Move], outcome: &Outcome) -> bool {
        let declared = line.len() as u32;
        let length = self.length(outcome);
        let open = length.lower <= declared && declared < length.upper;
        if !open
            || self.settings.profile == Profile::Game
            || self.declared(Some(line)) != Some(declared)
        {
            return false;
        }
        if self.outlasted.is_none() {
            let found = self.along(line).and_then(DeclaredLine::outlasting);
            self.outlasted = Some(found.is_some());
            if let Some(found) = found {
                self.note_outlasting(declared, found);
            }
        }
        self.outlasted == Some(true)
    }

    /// Adds the finding about a reply that outlasts that of the line.
    fn note_outlasting(&mut self, declared: u32, found: Outlasting) {
        let ply = found.ply;
        let longest = found.longest.map(|(departure, from)| {
            let left = Left::of(&from, self.settings.futile, Some(declared + 1 - ply));
            (departure, left)
        });
        self.findings.push(Finding::Outlasted(Outlasted {
            ply,
            line: found.declared,
            better: found.better,
            last: longest.as_ref().map(|(d, _)| ply - 1 + d.plies),
            declared,
            left: match &longest {
                Some((_, left)) => left.clone(),
                None => Left::unknown(self.settings.futile),
            },
        }));
        self.departure = longest;
    }
}

impl Case<'_> {
    /// Adds, where a defence lasts longer than declared, the other replies that do at every ply of
    /// the line, each with how much longer and what it leaves.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn name_longer_replies(&mut self, line: &[Move]) -> Result<(), SetupError> {
        let longer = |f: &Finding| match f {
            Finding::Length(_) | Finding::Outlasted(_) => f.by_classics(),
            _ => None,
        };
        let Some(by_classics) = self.findings.iter().find_map(longer) else {
            return Ok(());
        };
        if self.settings.futile == Futile::None || self.budget.beside == Beside::Nothing {
            return Ok(());
        }
        let most = self.budget.used + self.budget.used / LONGER_PART + LONGER_NODES;
        let walked = Walked::new(&self.problem.position, line);
        let mut open = 0;
        for index in (0..line.len()).rev() {
            let ply = index as u32 + 1;
            let position = walked.before(ply);
            if position.side_to_move() == self.problem.attacker {
                continue;
            }
            let plies = (line.len() - index) as u32;
            let end = self.budget.used + most.saturating_sub(self.budget.used) / 2;
            let Some(mut replies) = self.longer_replies(position, plies, end)? else {
                open += 1;
                continue;
            };
            // After the line's own reply it is another one that lasts longer, and one is named with
            // the whole line.
            replies.retain(|reply| {
                let mv = reply.line[0];
                let named = |f: &Finding| (f.ply(), f.mv()) == (Some(ply), Some(mv));
                mv != line[index] && !self.findings.iter().any(named)
            });
            self.note_longer_replies(by_classics, ply, position, plies, &replies);
        }
        if open > 0 {
            self.findings
                .push(Finding::Remark(Remark::LongerOpen { moves: open }));
        }
        Ok(())
    }

    /// The replies of a position that last longer than `plies`; `None` when `end` nodes are used
    /// before that is known.
    fn longer_replies(
        &mut self,
        position: &PartialPosition,
        plies: u32,
        end: u64,
    ) -> Result<Option<Vec<Longer>>, SetupError> {
        let aim = Aim {
            shortest_conventional: true,
            claimed: Some(plies),
            nodes: Some(end.saturating_sub(self.budget.used)),
            ..Aim::default()
        };
        if self.budget.used >= end {
            return Ok(None);
        }
        let session = &mut self.solvers.main;
        let outcome = self.budget.solve(session, position, aim)?;
        let Verdict::Mate { conventional, .. } = outcome.verdict else {
            return Ok(None);
        };
        let left = end.saturating_sub(self.budget.used);
        match conventional.upper {
            upper if upper <= plies => Ok(Some(Vec::new())),
            _ if left == 0 => Ok(None),
            upper => self
                .budget
                .longer_defences(session, position, (upper, plies), left),
        }
    }

    /// Adds a finding for the replies of one ply that last equally long and leave the same.
    fn note_longer_replies(
        &mut self,
        by_classics: ByClassics,
        ply: u32,
        position: &PartialPosition,
        plies: u32,
        replies: &[Longer],
    ) {
        let mut kinds: Vec<LongerReplies> = Vec::new();
        for reply in replies {
            let more = reply.line.len() as u32 - plies;
            let mv = Quoted::new(position, reply.line[0]);
            let same =
                |kind: &&mut LongerReplies| (kind.more, &kind.left) == (more, &reply.leftover);
            match kinds.iter_mut().find(same) {
                Some(kind) => kind.moves.push(mv),
                None => kinds.push(LongerReplies {
                    by_classics,
                    ply,
                    moves: vec![mv],
                    more,
                    left: reply.leftover.clone(),
                }),
            }
        }
        self.findings
            .extend(kinds.into_iter().map(Finding::LongerReplies));
    }
}

/// A reply of the line that another one outlasts.
struct Outlasting {
    /// Its ply, from 1.
    ply: u32,
    declared: Quoted,
    /// The other reply, where it is known.
    better: Option<Quoted>,
    /// The longest defence at this ply and the outcome that proves it, where they are known.
    longest: Option<(Departure, Outcome)>,
}

/// The declared line, with the session and the budget for questions about its positions.
struct DeclaredLine<'a, 'b> {
    session: &'a mut Session<'b>,
    budget: &'a mut Budget<'b>,
    attacker: Color,
    futile: Futile,
    line: &'a [Move],
    /// The root, and the position after each move.
    positions: Vec<PartialPosition>,
}

impl<'b> Case<'b> {
    /// The declared line, ready for questions; `None` when a move of it cannot be made.
    fn along<'a>(&'a mut self, line: &'a [Move]) -> Option<DeclaredLine<'a, 'b>> {
        let positions = rules::positions(&self.problem.position, line);
        let can_be_played = positions.len() == line.len() + 1;
        can_be_played.then_some(DeclaredLine {
            session: &mut self.solvers.main,
            budget: &mut self.budget,
            attacker: self.problem.attacker,
            futile: self.settings.futile,
            line,
            positions,
        })
    }
}

impl DeclaredLine<'_, '_> {
    /// Finds the last move of the line that is not best; `None` when all are, or when a length
    /// stays open before one is found.
    fn departure(mut self) -> Option<(Departure, Outcome)> {
        for index in (0..self.line.len()).rev() {
            let plies = self.plies(index);
            let (length, outcome) = self.ask(index, self.shortest(plies))?;
            let better = if self.attacks(index) {
                length.upper < plies
            } else {
                // Where the length is only a bound, the solver's line need not begin with the
                // longest defence.
                length.lower > plies && length.is_minimal()
            };
            if better {
                let found = self.departure_at(index, length, &outcome)?;
                return Some((found, outcome));
            }
            if !length.is_minimal() || length.upper != plies {
                return None;
            }
        }
        None
    }

    /// Finds the last reply of the line that another one outlasts; `None` when that stays
    /// open.
    fn outlasting(mut self) -> Option<Outlasting> {
        for index in (0..self.line.len()).rev() {
            if self.attacks(index) {
                continue;
            }
            let plies = self.plies(index);
            // Along the line a mate that is no longer than declared costs next to nothing to
            // prove.
            let (length, _) = self.ask(index, Aim::default())?;
            if length.upper <= plies {
                continue;
            }
            let aim = Aim {
                claim_only: true,
                share: REPLY_SHARE,
                ..self.shortest(plies)
            };
            let (length, _) = self.ask(index, aim)?;
            if length.upper > plies {
                return (length.lower > plies).then(|| self.outlasting_at(index));
            }
        }
        None
    }

    /// The details of a reply that another one outlasts: the longest defence if a short search
    /// proves it, otherwise another reply that lasts longer.
    fn outlasting_at(&mut self, index: usize) -> Outlasting {
        let aim = Aim {
            length_nodes: Some(BESIDE_NODES),
            ..self.shortest(self.plies(index))
        };
        let longest = self.ask(index, aim).and_then(|(length, outcome)| {
            let found = self.departure_at(index, length, &outcome)?;
            length.is_minimal().then_some((found, outcome))
        });
        let better = longest.as_ref().map(|(found, _)| found.better.clone());
        let other = better.is_none().then(|| self.other_reply(index)).flatten();
        let quoted = |mv| Quoted::new(&self.positions[index], mv);
        Outlasting {
            ply: index as u32 + 1,
            declared: quoted(self.line[index]),
            better: better.or(other.map(quoted)),
            longest,
        }
    }

    /// A reply after which the mate takes longer than the line says. Drops are left out: one
    /// may be a futile interposition (無駄合), which lasts longer without counting.
    fn other_reply(&mut self, index: usize) -> Option<Move> {
        let before = self.positions[index].clone();
        let board = Position::new(&before, self.attacker).ok()?;
        let mut evasions = Vec::new();
        board.generate_evasions(&mut evasions);
        let plies = self.plies(index) - 1;
        let aim = Aim {
            claim_only: true,
            nodes: Some(OTHER_REPLY_NODES),
            ..self.shortest(plies)
        };
        let moves = evasions
            .iter()
            .map(|&mv| board.to_core_move(mv, self.attacker));
        let moves: Vec<Move> = moves.filter(|mv| mv.from().is_some()).collect();
        moves.into_iter().find(|&mv| {
            let mut after = before.clone();
            let made = after.make_move(mv).is_some();
            let answer = made.then(|| self.ask_at(&after, &[], aim)).flatten();
            answer.is_some_and(|(length, _)| length.lower > plies)
        })
    }

    /// Plies of the line from the position `index` on.
    fn plies(&self, index: usize) -> u32 {
        (self.line.len() - index) as u32
    }

    /// True when the attacker is to move in the position `index`.
    fn attacks(&self, index: usize) -> bool {
        self.positions[index].side_to_move() == self.attacker
    }

    /// The question for the minimal length, where `plies` are claimed.
    fn shortest(&self, plies: u32) -> Aim {
        Aim {
            claimed: Some(plies),
            ..Aim::shortest(self.futile)
        }
    }

    /// The length from the position `index` on; `None` when no mate is proved.
    fn ask(&mut self, index: usize, aim: Aim) -> Option<(Length, Outcome)> {
        let position = self.positions[index].clone();
        self.ask_at(&position, &self.line[index..], aim)
    }

    /// The length from a position on, searched along a line from there; `None` when no mate is
    /// proved.
    fn ask_at(
        &mut self,
        position: &PartialPosition,
        line: &[Move],
        aim: Aim,
    ) -> Option<(Length, Outcome)> {
        if self.budget.spent().is_some() {
            return None;
        }
        let outcome = self
            .budget
            .solve_along(self.session, position, line, aim)
            .ok()?;
        match outcome.verdict {
            Verdict::Mate { raw, conventional } => {
                Some((self.futile.length(raw, conventional), outcome))
            }
            _ => None,
        }
    }

    /// The departure at the position `index`, whose outcome has the better move as the first
    /// of its line; `None` where that is the declared one, because a limit came before a line of
    /// the length was found, and where every ply counts, since the line is one by the convention.
    fn departure_at(&self, index: usize, length: Length, outcome: &Outcome) -> Option<Departure> {
        let declared = self.line[index];
        if self.futile == Futile::None {
            return None;
        }
        let better = outcome.line.first().filter(|&&mv| mv != declared)?;
        Some(Departure {
            ply: index as u32 + 1,
            attacker: self.attacks(index),
            declared: Quoted::new(&self.positions[index], declared),
            better: Quoted::new(&self.positions[index], *better),
            plies: length.upper,
        })
    }
}
