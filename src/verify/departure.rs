//! Where a declared line leaves the best play.
//!
//! From its end backwards the line is as long as the position's length says, up to
//! the move that a better one exists for: a defence that lasts longer (変化長手数)
//! or a quicker mate (早詰). Near the end the lengths cost next to nothing, and the
//! walk stops at the first difference.
//!
//! A defence that lasts longer is a fault of the line whatever the length of the
//! problem: after the declared check the mate takes longer than declared, or there is a
//! better check. So while the problem's length is open, that is asked of the defender's
//! nodes alone (experiment 47).

use super::budget::{Aim, Budget};
use super::finding::Finding;
use super::judge::Case;
use super::length_finding::{Departure, LengthDiffers, Outlasted};
use super::lengths::two_longer;
use super::policy::{BESIDE_NODES, OTHER_REPLY_NODES, REPLY_SHARE};
use super::quoted::Quoted;
use super::types::{Futile, Profile};
use crate::shogi::Position;
use crate::solver::{Length, Outcome, Session, Verdict};
use shogi_core::{Color, Move, PartialPosition};

impl Case<'_> {
    /// Finds where the declared line leaves the best play, and says so in the finding that
    /// it is too long or too short.
    pub(super) fn find_departure(&mut self, line: &[Move], length: Length) {
        let differs = |f: &Finding| matches!(f, Finding::Length(_));
        let Some(at) = self.findings.iter().rposition(differs) else {
            return;
        };
        if self.outlasted == Some(true) || length.upper == line.len() as u32 {
            return;
        }
        let Some(found) = self.along(line).and_then(DeclaredLine::departure) else {
            return;
        };
        if let Finding::Length(LengthDiffers { departure, .. }) = &mut self.findings[at] {
            *departure = Some(found.clone());
        }
        self.departure = Some(found);
    }

    /// True when a defence lasts longer than the line says, with a finding about it. Asked
    /// where the mate that was found is longer than declared and not proved minimal, once.
    pub(super) fn is_outlasted(&mut self, line: &[Move], outcome: &Outcome) -> bool {
        let declared = line.len() as u32;
        let (_, length) = self.lengths(outcome);
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

    fn note_outlasting(&mut self, declared: u32, found: Outlasting) {
        let ply = found.ply;
        let last = |d: &Departure| ply - 1 + d.plies;
        let longest = found.longest.as_ref();
        self.findings.push(Finding::Outlasted(Outlasted {
            ply,
            line: found.declared,
            better: found.better,
            last: longest.map(|(d, _)| last(d)),
            declared,
            two_longer: longest.is_some_and(|(d, after)| two_longer(last(d), declared, after)),
        }));
        self.departure = found.longest.map(|(departure, _)| departure);
    }
}

/// A reply of the line that another one outlasts.
struct Outlasting {
    /// Its ply, from 1.
    ply: u32,
    declared: Quoted,
    /// The other reply, where it is known.
    better: Option<Quoted>,
    /// The best play from there on, where that is known, and what was found of it.
    longest: Option<(Departure, Outcome)>,
}

/// The declared line, and what asks about its positions.
struct DeclaredLine<'a, 'b> {
    session: &'a mut Session<'b>,
    budget: &'a mut Budget<'b>,
    attacker: Color,
    futile: Futile,
    line: &'a [Move],
    /// The root and what stands after each move.
    positions: Vec<PartialPosition>,
}

impl<'b> Case<'b> {
    /// `None` when a move of the line cannot be made.
    fn along<'a>(&'a mut self, line: &'a [Move]) -> Option<DeclaredLine<'a, 'b>> {
        let mut positions = vec![self.problem.position.clone()];
        for &mv in line {
            let mut next = positions.last()?.clone();
            next.make_move(mv)?;
            positions.push(next);
        }
        Some(DeclaredLine {
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
    /// Finds the last move of the line that is not best; `None` when the budget ends
    /// before one is found.
    fn departure(mut self) -> Option<Departure> {
        for index in (0..self.line.len()).rev() {
            let plies = self.plies(index);
            let (length, outcome) = self.ask(index, self.shortest(plies))?;
            let better = if self.attacks(index) {
                length.upper < plies
            } else {
                // Of a bound alone the line does not show the defence that lasts longest.
                length.lower > plies && length.is_minimal()
            };
            if better {
                return self.departure_at(index, length, &outcome);
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
            // A mate that is no longer than declared costs next to nothing along the line.
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

    /// What is said of a reply that another one outlasts: how long that one lasts, if it
    /// takes little to know, or else which one it is.
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

    /// A reply after which the mate takes longer than the line says. Drops are left out: a
    /// futile one may take longer and count for nothing (無駄合).
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

    fn attacks(&self, index: usize) -> bool {
        self.positions[index].side_to_move() == self.attacker
    }

    /// The question for the least number of plies, of which so many are claimed.
    fn shortest(&self, plies: u32) -> Aim {
        Aim {
            shortest_raw: self.futile == Futile::None,
            shortest_conventional: self.futile == Futile::Return,
            claimed: Some(plies),
            ..Aim::default()
        }
    }

    /// The length from the position `index` on; `None` when it is no mate or the budget is
    /// spent.
    fn ask(&mut self, index: usize, aim: Aim) -> Option<(Length, Outcome)> {
        let position = self.positions[index].clone();
        self.ask_at(&position, &self.line[index..], aim)
    }

    /// The length from a position on, with the help of a line from there.
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

    fn departure_at(&self, index: usize, length: Length, outcome: &Outcome) -> Option<Departure> {
        Some(Departure {
            ply: index as u32 + 1,
            attacker: self.attacks(index),
            declared: Quoted::new(&self.positions[index], self.line[index]),
            better: Quoted::new(&self.positions[index], *outcome.line.first()?),
            plies: length.upper,
        })
    }
}
