//! The declared line, replayed: legal, check after check, mate at the end.

use super::quoted::{Failure, Quoted};
use crate::base::problem::{LineFault, Problem};
use crate::shogi::rules;
use shogi_core::{Color, Move, PartialPosition};

/// What replaying the declared line shows without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineState {
    /// No line is declared.
    None,
    /// It fails at `ply` (from 1; one past the last move when the end is at fault).
    Fails { ply: u32, why: Failure },
    /// It ends in mate: the defender has no legal reply.
    Mate(Vec<Move>),
    /// It ends with the defender in check and a legal reply, which is given: mate only if
    /// every reply is futile.
    Reply(Vec<Move>, Move),
}

impl LineState {
    /// The moves of the line, unless there is none or it fails.
    pub fn moves(&self) -> Option<&[Move]> {
        match self {
            LineState::Mate(moves) | LineState::Reply(moves, _) => Some(moves),
            _ => None,
        }
    }
}

/// Replays the declared line of a problem.
pub fn replay(problem: &Problem) -> LineState {
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
    match rules::legal_moves(&position).into_iter().next() {
        None => LineState::Mate(moves.clone()),
        Some(reply) => LineState::Reply(moves.clone(), reply),
    }
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
