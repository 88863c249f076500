//! The declared line, replayed: legal, check after check, mate at the end. Where a reply is left
//! there, a search says whether it is futile.

use super::budget::Aim;
use super::finding::Finding;
use super::judge::Case;
use super::quoted::{Failure, Quoted};
use super::types::Futile;
use crate::base::problem::{LineFault, Problem};
use crate::shogi::{SetupError, rules};
use crate::solver::Verdict;
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

impl Case<'_> {
    /// Replays the declared line. Returns its moves when it holds, and otherwise adds a finding.
    pub(super) fn declared_line(&mut self) -> Result<Option<Vec<Move>>, SetupError> {
        let state = replay(self.problem);
        let moves = match state {
            LineState::None => None,
            LineState::Fails { ply, why } => {
                self.findings.push(Finding::LineFails { ply, why });
                None
            }
            LineState::Mate(moves) => Some(moves),
            LineState::Reply(moves, reply) => {
                let end = rules::along(&self.problem.position, &moves);
                let why = self.not_mate_yet(&end, reply)?;
                match why {
                    None => Some(moves),
                    Some(why) => {
                        let ply = moves.len() as u32 + 1;
                        self.findings.push(Finding::LineFails { ply, why });
                        None
                    }
                }
            }
        };
        if let (Some(moves), Some(plies)) = (&moves, self.problem.plies)
            && moves.len() as u32 != plies
        {
            self.findings.push(Finding::LineLength {
                plies: moves.len() as u32,
                declared: plies,
            });
        }
        Ok(moves)
    }

    /// Why the end of a line, at which `reply` is legal, is no mate. `None` when it is mate,
    /// because every reply is futile, or when that stays open, which adds a finding.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn not_mate_yet(
        &mut self,
        end: &PartialPosition,
        reply: Move,
    ) -> Result<Option<Failure>, SetupError> {
        let reply = Quoted::new(end, reply);
        if self.settings.futile == Futile::None {
            return Ok(Some(Failure::ReplyLeft { reply, more: None }));
        }
        let aim = Aim {
            shortest_conventional: true,
            ..Aim::default()
        };
        let outcome = self.budget.solve(&mut self.solvers.main, end, aim)?;
        Ok(match outcome.verdict {
            Verdict::Mate { conventional, .. } if conventional.upper == 0 => None,
            Verdict::Mate { conventional, .. } if conventional.lower > 0 => {
                let more = Some(conventional.upper);
                Some(Failure::ReplyLeft { reply, more })
            }
            Verdict::NoMate => Some(Failure::ReplyEscapes(reply)),
            Verdict::Mate { .. } | Verdict::Unknown(_) => {
                let limit = self.budget.blame();
                self.findings.push(Finding::ReplyOpen { reply, limit });
                None
            }
        })
    }
}
