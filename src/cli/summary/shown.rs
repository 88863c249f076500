//! The rows that a page shows, and how it words them.

use crate::cli::verify::row::Row;
use shogi_core::{Move, PartialPosition};
use tsumi::formats::{notation, sfen, usi};

/// Most problems on a page; a browser has to hold them all.
const MOST: usize = 5_000;

/// Rows for a page: all while they are few, then only those that differ or are
/// undecided.
#[derive(Default)]
pub struct Shown {
    pub rows: Vec<Row>,
    /// Rows that are not shown.
    pub left_out: u64,
    only_odd: bool,
}

impl Shown {
    /// Takes a row up.
    pub fn add(&mut self, row: &Row) {
        let odd = |row: &Row| row.differs || !row.decided();
        if self.rows.len() >= MOST && !self.only_odd {
            self.only_odd = true;
            let before = self.rows.len();
            self.rows.retain(odd);
            self.left_out += (before - self.rows.len()) as u64;
        }
        if self.rows.len() < MOST && (odd(row) || !self.only_odd) {
            self.rows.push(row.clone());
        } else {
            self.left_out += 1;
        }
    }

    /// A sentence about what is missing.
    pub fn note(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "{} problems are not shown: of more than {MOST} only those that differ or are \
                 undecided, up to as many.",
                self.left_out
            )
        })
    }
}

/// The position of a row.
pub fn position(row: &Row) -> Option<PartialPosition> {
    Some(sfen::parse(row.sfen.as_deref()?).ok()?.position)
}

/// A line in USI as moves; what cannot be played ends it.
pub fn moves(position: &PartialPosition, text: &str) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = usi::replay_onto(&mut position.clone(), text, &mut moves);
    moves
}

/// A line in Japanese notation.
pub fn japanese(position: &PartialPosition, text: &str) -> Vec<String> {
    notation::japanese(position, &moves(position, text))
}

/// The position before ply `ply` of a line.
pub fn before(position: &PartialPosition, text: &str, ply: u32) -> PartialPosition {
    let mut at = position.clone();
    for mv in moves(position, text).into_iter().take(ply as usize - 1) {
        if at.make_move(mv).is_none() {
            break;
        }
    }
    at
}
