//! The declared line, replayed: legal, check after check, mate at the end.

use super::finding::Finding;
use super::judge::Case;
use super::line_finding::LineLength;
use super::quoted::{Failure, Quoted};
use super::types::Futile;
use crate::base::problem::{LineFault, Problem};
use crate::shogi::rules;
use shogi_core::{Color, Move, PartialPosition};

/// What replaying the declared line shows. No search is needed for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineState {
    /// No line is declared.
    None,
    /// It fails at `ply` (from 1; one past the last move when the end is at fault).
    Fails { ply: u32, why: Failure },
    /// It ends in mate: the defender has no reply that counts.
    Mate(Vec<Move>),
    /// It ends with the defender in check and with a reply that counts, which is given.
    Reply(Vec<Move>, Quoted),
}

impl LineState {
    /// The moves of the line, unless there is none or it fails before its end.
    pub fn moves(&self) -> Option<&[Move]> {
        match self {
            LineState::Mate(moves) | LineState::Reply(moves, _) => Some(moves),
            _ => None,
        }
    }
}

/// Replays the declared line of a problem, where interpositions count as `futile` says.
pub fn replay(problem: &Problem, futile: Futile) -> LineState {
    let attacker = problem.attacker;
    let mut position = problem.position.clone();
    if let Some(LineFault { before, message }) = &problem.line_fault {
        // A move before the fault that gives no check is the first failure of the line.
        return match checks(&mut position, 1, before, attacker) {
            Err((ply, why)) => LineState::Fails { ply, why },
            Ok(()) => LineState::Fails {
                ply: before.len() as u32 + 1,
                why: Failure::Unplayable(message.clone()),
            },
        };
    }
    let Some(moves) = &problem.line else {
        return LineState::None;
    };
    if let Err((ply, why)) = checks(&mut position, 1, moves, attacker) {
        return LineState::Fails { ply, why };
    }
    let ply = moves.len() as u32 + 1;
    if position.side_to_move() == attacker {
        return LineState::Fails {
            ply,
            why: Failure::EndsWithDefender,
        };
    }
    // A root with the defender to move is in check, or it would not have been read.
    match reply_left(&position, futile) {
        None => LineState::Mate(moves.clone()),
        Some(reply) => LineState::Reply(moves.clone(), reply),
    }
}

/// A reply to a check at the end of a line that counts; none where it is mate.
pub(super) fn reply_left(end: &PartialPosition, futile: Futile) -> Option<Quoted> {
    let reply = match futile {
        Futile::Return => rules::reply_that_counts(end),
        Futile::None => rules::legal_moves(end).first().copied(),
    };
    Some(Quoted::new(end, reply?))
}

/// Plays the moves, the first of which is ply `first`, in `position`.
///
/// # Errors
/// The ply and the reason where a move cannot be made or one of the attacker gives no check.
pub(super) fn checks(
    position: &mut PartialPosition,
    first: u32,
    moves: &[Move],
    attacker: Color,
) -> Result<(), (u32, Failure)> {
    for (ply, &mv) in (first..).zip(moves) {
        let by = position.side_to_move();
        let before = position.clone();
        if position.make_move(mv).is_none() {
            return Err((ply, Failure::Impossible(ply, Quoted::new(&before, mv))));
        }
        if by == attacker && !rules::in_check(position, attacker.flip()) {
            return Err((ply, Failure::NoCheck(ply, Quoted::new(&before, mv))));
        }
    }
    Ok(())
}

impl Case<'_> {
    /// Replays the declared line. Returns its moves when it holds, and otherwise adds a finding.
    pub(super) fn declared_line(&mut self) -> Option<Vec<Move>> {
        let (moves, fails) = match replay(self.problem, self.settings.futile) {
            LineState::None => (None, None),
            LineState::Fails { ply, why } => (None, Some((ply, why))),
            LineState::Mate(moves) => (Some(moves), None),
            LineState::Reply(moves, reply) => {
                let ply = moves.len() as u32 + 1;
                (None, Some((ply, Failure::ReplyLeft(reply))))
            }
        };
        if let Some((ply, why)) = fails {
            self.findings.push(Finding::LineFails { ply, why });
        }
        if let (Some(moves), Some(plies)) = (&moves, self.problem.plies)
            && moves.len() as u32 != plies
        {
            self.findings.push(Finding::LineLength(LineLength {
                plies: moves.len() as u32,
                declared: plies,
            }));
        }
        moves
    }
}
