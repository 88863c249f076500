//! The rows that a page shows, and their moves in words.

use shogi_core::{Move, PartialPosition};
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::{notation, sfen, usi};
use tsumi::row::{CookRow, Row};
use tsumi::shogi::rules;

/// The most problems on a page, because a browser has to hold them all.
const MOST: usize = 5_000;

/// The rows of a page: all of them while they are at most [`MOST`], otherwise only those that
/// differ or are undecided.
#[derive(Default)]
pub struct Shown {
    pub rows: Vec<Row>,
    /// How many rows are not shown.
    pub left_out: u64,
    /// True once there were too many rows to show all.
    only_odd: bool,
}

impl Shown {
    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        if self.rows.len() >= MOST && !self.only_odd {
            self.only_odd = true;
            let before = self.rows.len();
            self.rows.retain(Row::is_odd);
            self.left_out += (before - self.rows.len()) as u64;
        }
        if self.rows.len() < MOST && (row.is_odd() || !self.only_odd) {
            self.rows.push(row.clone());
        } else {
            self.left_out += 1;
        }
    }

    /// A sentence about the rows that are left out, if any.
    pub fn note(&self) -> Option<Message> {
        (self.left_out > 0).then(|| {
            message!(
                "{n} problems are not shown: of more than {most} only those that differ or are \
                 undecided, {most} at most.",
                "{n}局は省略：{most}局を超えるときは、相違か未決のある作品を{most}局まで示す。",
                n = self.left_out,
                most = MOST
            )
        })
    }
}

/// The position of a row; `None` where it has none or it cannot be read.
pub fn position(row: &Row) -> Option<PartialPosition> {
    Some(sfen::parse(row.sfen.as_deref()?).ok()?.position)
}

/// The moves of a line in USI, up to the first one that cannot be played.
pub fn moves(position: &PartialPosition, text: &str) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = usi::replay_onto(&mut position.clone(), text, &mut moves);
    moves
}

/// A line as books in a language write it.
pub fn words(position: &PartialPosition, text: &str, lang: Lang) -> Vec<String> {
    notation::words(position, &moves(position, text), lang)
}

/// The position before the move at `ply` of a line, from 1.
pub fn before(position: &PartialPosition, text: &str, ply: u32) -> PartialPosition {
    rules::before(position, &moves(position, text), ply)
}

/// The moves of another mate in words; empty where the row has no position.
pub fn cook_in_words(row: &Row, cook: &CookRow, lang: Lang) -> Vec<String> {
    at_cook(row, cook, &cook.line, lang)
}

/// The move of the line in whose place another one mates, in words.
pub fn intended_in_words(row: &Row, cook: &CookRow, lang: Lang) -> String {
    at_cook(row, cook, &cook.intended, lang).concat()
}

/// Moves from the position before another mate on, in words.
fn at_cook(row: &Row, cook: &CookRow, moves: &str, lang: Lang) -> Vec<String> {
    position(row).map_or(Vec::new(), |position| {
        let at = before(&position, row.main_line(), cook.ply);
        words(&at, moves, lang)
    })
}
