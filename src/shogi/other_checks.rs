//! The checks that the attacker could have given instead, along a line.

use super::position::Position;
use super::setup::SetupError;
use shogi_core::{Color, Move, PartialPosition};

/// An attacker's node of a line.
#[derive(Clone, Debug)]
pub struct LineNode {
    /// The ply of the line's own move, from 1.
    pub ply: u32,
    /// The position before it.
    pub position: PartialPosition,
    /// The line's own move.
    pub intended: Move,
    /// All other legal checks.
    pub rest: Vec<Move>,
}

/// The attacker's nodes along `line`, from the first to the last, with their other
/// checks.
///
/// # Errors
/// When a position cannot be set up, which a legal line does not lead to.
pub fn other_checks(
    root: &PartialPosition,
    attacker: Color,
    line: &[Move],
) -> Result<Vec<LineNode>, SetupError> {
    let mut nodes = Vec::new();
    let mut position = root.clone();
    for (ply, &intended) in (1..).zip(line) {
        if position.side_to_move() == attacker {
            let board = Position::new(&position, attacker)?;
            let mut checks = Vec::new();
            board.generate_checks(&mut checks);
            let checks = checks.into_iter().map(|m| board.to_core_move(m, attacker));
            nodes.push(LineNode {
                ply,
                position: position.clone(),
                intended,
                rest: checks.filter(|&m| m != intended).collect(),
            });
        }
        if position.make_move(intended).is_none() {
            break;
        }
    }
    Ok(nodes)
}
