//! What each line of a KIF, KI2 or BOD file is, told by its first characters.

use super::ki2_moves;
use super::kif_hand;
use super::kif_moves;
use crate::base::names::digit;
use shogi_core::Color;

/// What a line of a KIF file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Blank,
    /// `#` and `*` lines.
    Comment,
    /// The line of file numbers above the board.
    Files,
    /// `+-----+`
    Border,
    /// `| ・v玉 … |一`
    Row,
    /// The hand of a side.
    Hand(Color),
    /// Who is to move.
    Turn(Color),
    /// `key：value`
    Header,
    /// A numbered move.
    Move,
    /// Moves of a KI2 file: `▲７六歩    △３四歩`.
    Ki2Moves,
    /// `変化：12手`
    Variation,
    /// `まで69手で詰み`
    End,
    Other,
}

/// Characters that frame a row of the board.
pub const BARS: [char; 4] = ['|', '｜', '│', '┃'];

/// Says what a line is.
pub fn classify(line: &str) -> LineKind {
    let text = line.trim();
    let Some(first) = text.chars().next() else {
        return LineKind::Blank;
    };
    if matches!(first, '#' | '*' | '&') {
        return LineKind::Comment;
    }
    if BARS.contains(&first) {
        return LineKind::Row;
    }
    if text.starts_with("+-") || text.starts_with("+－") || text.starts_with('┌') {
        return LineKind::Border;
    }
    if ki2_moves::looks_like_moves(text) {
        return LineKind::Ki2Moves;
    }
    if let Some((side, _)) = kif_hand::label(text) {
        return LineKind::Hand(side);
    }
    let mut numbers = text.split_whitespace();
    let nine_to_one = (1..=9)
        .rev()
        .all(|n| numbers.next().is_some_and(|w| is_digit_word(w, n)));
    if nine_to_one {
        return LineKind::Files;
    }
    if text.starts_with("変化：") || text.starts_with("変化:") {
        return LineKind::Variation;
    }
    if text.starts_with("まで") {
        return LineKind::End;
    }
    if let Some(side) = turn(text) {
        return LineKind::Turn(side);
    }
    if digit(first).is_some() && kif_moves::looks_like_move(text) {
        return LineKind::Move;
    }
    if header(text).is_some() {
        return LineKind::Header;
    }
    LineKind::Other
}

fn is_digit_word(word: &str, n: u32) -> bool {
    let mut chars = word.chars();
    chars.next().and_then(digit) == Some(n) && chars.next().is_none()
}

/// True when a line is characteristic of KIF and BOD files.
pub fn belongs(line: &str) -> bool {
    !matches!(classify(line), LineKind::Blank | LineKind::Other) || line.starts_with('手')
}

/// True for a header about the form of a record: the set-up, and lengths.
pub fn is_about_form(key: &str) -> bool {
    matches!(key, "手合割" | "手数" | "詰手数" | "詰め手数")
}

/// `key：value`, with a key of at most twenty characters.
pub fn header(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(['：', ':'])?;
    let key = key.trim();
    let sane = !key.is_empty() && key.chars().count() <= 20 && !key.is_ascii();
    sane.then_some((key, value.trim()))
}

/// `後手番`, `上手番`, `手番：後手` and their like.
fn turn(text: &str) -> Option<Color> {
    let text = text.trim_end_matches(['。', ' ', '　']);
    let who = text
        .strip_suffix('番')
        .or_else(|| text.strip_prefix("手番：").or(text.strip_prefix("手番:")))?;
    kif_hand::side(who.trim())
}
