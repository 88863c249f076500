//! Moves of a KIF file: `   1 ５四銀打   ( 0:01/00:00:01)`, `   2 同　玉(65)`.
//!
//! One line, one move; [`super::kif_tree`] puts them together.

use super::ki2_moves::SIGNS;
use crate::base::names::{digit, kanji_digit, kind_of_kanji, read_kind, read_square};
use crate::base::tree::Ending;
use shogi_core::{Move, PartialPosition, Piece, PieceKind, Square};
use std::iter::Peekable;

/// Words for the ending of a record. Where one is part of another, the longer one comes first.
const ENDINGS: [(&str, Ending); 21] = [
    ("不詰", Ending::NoMate),
    ("詰", Ending::Mate),
    ("千日手", Ending::Repetition),
    ("持将棋", Ending::Impasse),
    ("中断", Ending::Unknown),
    ("時間切れ", Ending::TimeUp),
    ("切れ負け", Ending::TimeUp),
    ("反則勝", Ending::IllegalWin),
    ("反則", Ending::Illegal),
    ("入玉", Ending::Entering),
    ("勝ち宣言", Ending::Entering),
    ("宣言", Ending::Entering),
    ("不戦勝", Ending::WinByDefault),
    ("不戦敗", Ending::LossByDefault),
    ("引き分け", Ending::Draw),
    ("引分", Ending::Draw),
    ("最大手数", Ending::MaxMoves),
    ("投了", Ending::Resign),
    ("不明", Ending::Unknown),
    ("の勝ち", Ending::Resign),
    ("勝ち", Ending::Unknown),
];

/// The ending that stands in place of a move: `4 投了`.
pub fn ending(text: &str) -> Option<Ending> {
    first_of(|word| text.starts_with(word))
}

/// The ending that a sentence names: `まで69手で詰み`.
pub fn ending_within(sentence: &str) -> Option<Ending> {
    first_of(|word| sentence.contains(word))
}

fn first_of(is_there: impl Fn(&str) -> bool) -> Option<Ending> {
    let found = ENDINGS.iter().find(|(word, _)| is_there(word));
    found.map(|&(_, ending)| ending)
}

/// True for a word that is meant as an ending, though not as one of those that are known here
/// (封じ手, トライ). A move has a square or 同 and a piece.
pub fn is_other_ending(text: &str) -> bool {
    let is_kana = |c: char| ('ぁ'..='ヿ').contains(&c);
    let is_kanji = |c: char| ('一'..='龯').contains(&c) || c == '々';
    let begins_move = |c| c == '同' || kanji_digit(c).is_some();
    let ends_move = |c| matches!(c, '成' | '打' | '生') || kind_of_kanji(c).is_some();
    text.chars().all(|c| is_kana(c) || is_kanji(c))
        && !text.starts_with(begins_move)
        && !text.ends_with(ends_move)
}

/// The text of a numbered line without the number.
pub fn body(line: &str) -> Option<&str> {
    let text = line.trim();
    let rest = text.trim_start_matches(|c| digit(c).is_some());
    if rest.len() == text.len() || !rest.starts_with(|c: char| c.is_whitespace()) {
        return None;
    }
    Some(rest.trim())
}

/// The move alone, without the times behind it: `１二玉(13)   ( 0:01/00:00:01)`.
pub fn without_times(body: &str) -> &str {
    let starts_times = |rest: &str| rest.trim_start().starts_with(['(', '（']);
    let blank = |&(at, c): &(usize, char)| c.is_whitespace() && starts_times(&body[at..]);
    body.char_indices()
        .find(blank)
        .map_or(body, |(at, _)| &body[..at])
}

/// True when a line can only be a numbered move.
pub fn looks_like_move(line: &str) -> bool {
    body(line).is_some_and(|b| {
        let b = b.trim_start_matches(SIGNS);
        let is_square = || {
            let mut c = b.chars();
            c.next().and_then(digit).is_some()
                && c.next()
                    .is_some_and(|c| digit(c).or(kanji_digit(c)).is_some())
                && c.next()
                    .is_some_and(|c| c == '成' || kind_of_kanji(c).is_some())
        };
        b.starts_with('同') || ending(b).is_some() || is_square()
    })
}

/// Reads one move for the side to move. `last` is the square 同 stands for.
pub fn parse_move(position: &PartialPosition, text: &str, last: Option<Square>) -> Option<Move> {
    let text = text.trim_start_matches(SIGNS);
    let mut chars = text.chars().peekable();
    let (to, kind) = destination(&mut chars, last)?;
    let mut promote = false;
    let mut unpromoted = false;
    let mut drop = false;
    for c in chars.by_ref() {
        match c {
            '成' => promote = !unpromoted,
            '不' | '生' => unpromoted = true,
            // Some programs write a drop as 打(00).
            '(' | '（' if drop => break,
            '(' | '（' => {
                return board_move(position, &mut chars, to, kind, promote);
            }
            '打' => drop = true,
            '右' | '左' | '上' | '引' | '寄' | '直' | '行' | '入' => {}
            // A plus behind the move says that there are branches.
            '+' => break,
            c if c.is_whitespace() => break,
            _ => return None,
        }
    }
    // No square in brackets: a drop; the time may still stand in brackets.
    (!promote && !unpromoted).then_some(Move::Drop {
        piece: Piece::new(kind, position.side_to_move()),
        to,
    })
}

/// The beginning that moves of KIF and KI2 share: a square or 同, which stands for
/// `last`, and the piece.
pub fn destination(
    chars: &mut Peekable<impl Iterator<Item = char>>,
    last: Option<Square>,
) -> Option<(Square, PieceKind)> {
    let to = if chars.next_if_eq(&'同').is_some() {
        while chars.next_if(|c| c.is_whitespace()).is_some() {}
        last?
    } else {
        read_square(chars)?
    };
    Some((to, read_kind(chars)?))
}

/// The part after the bracket: `65)`.
fn board_move(
    position: &PartialPosition,
    chars: &mut impl Iterator<Item = char>,
    to: Square,
    kind: PieceKind,
    promote: bool,
) -> Option<Move> {
    let from = read_square(chars)?;
    let named = position.piece_at(from)?.piece_kind() == kind;
    named.then_some(Move::Normal { from, to, promote })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_quoted_without_its_times() {
        for (body, quoted) in [
            ("１二玉(13)   ( 0:01/00:00:01)", "１二玉(13)"),
            ("同　玉(13) （0:01）", "同　玉(13)"),
            ("５四銀打", "５四銀打"),
        ] {
            assert_eq!(without_times(body), quoted);
        }
    }
}
