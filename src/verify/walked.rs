//! A line with the positions along it, for those who look at many of its plies.

use super::quoted::Quoted;
use crate::shogi::rules;
use shogi_core::{Move, PartialPosition};

/// A line that can be played, and its positions.
pub(super) struct Walked<'l> {
    pub(super) moves: &'l [Move],
    /// The root, and the position after each move.
    positions: Vec<PartialPosition>,
}

impl<'l> Walked<'l> {
    /// Walks along a line.
    pub(super) fn new(root: &PartialPosition, moves: &'l [Move]) -> Walked<'l> {
        let positions = rules::positions(root, moves);
        Walked { moves, positions }
    }

    /// The position before the move at `ply`, from 1; that at its end where the line is shorter.
    pub(super) fn before(&self, ply: u32) -> &PartialPosition {
        let played = (ply as usize).saturating_sub(1);
        &self.positions[played.min(self.positions.len() - 1)]
    }

    /// A move at `ply` in words.
    pub(super) fn quoted(&self, ply: u32, mv: Move) -> Quoted {
        Quoted::new(self.before(ply), mv)
    }

    /// The line's own move at `ply` in words.
    pub(super) fn own(&self, ply: u32) -> Quoted {
        self.quoted(ply, self.moves[ply as usize - 1])
    }
}
