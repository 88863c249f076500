//! What is asked of a position by the law of the generators, and who answers.

pub mod attack;
pub mod defence;
pub mod judges;
pub mod tally;
pub mod views;

use tsumi::shogi::{Move, Position};

pub fn checks_of(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate_checks(&mut moves);
    moves
}

pub fn evasions_of(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate_evasions(&mut moves);
    moves
}
