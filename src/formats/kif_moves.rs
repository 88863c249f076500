//! Moves of a KIF file: `   1 ５四銀打   ( 0:01/00:00:01)`, `   2 同　玉(65)`.
//!
//! They are read as the declared line. Reading never fails a problem: at the
//! first move that is not understood or not legal the line is given up and a
//! sentence says why.

use super::names::{digit, kanji_digit, kind_of_kanji};
use super::text::shown;
use shogi_core::{Move, PartialPosition, Piece, PieceKind, Square};
use shogi_legality_lite::is_legal_partial_lite;

/// Words that end a record in place of a move.
const ENDINGS: [&str; 14] = [
    "中断",
    "投了",
    "持将棋",
    "千日手",
    "詰み",
    "詰",
    "切れ負け",
    "時間切れ",
    "反則",
    "入玉勝ち",
    "不戦",
    "不詰",
    "不明",
    "勝ち",
];

/// The text of the move in a numbered line, without number and times.
fn body(line: &str) -> Option<&str> {
    let text = line.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() || !rest.starts_with(|c: char| c.is_whitespace()) {
        return None;
    }
    Some(rest.trim())
}

/// True when a line can only be a numbered move.
pub fn looks_like_move(line: &str) -> bool {
    body(line).is_some_and(|b| {
        let b = b.trim_start_matches(['▲', '△', '☗', '☖']);
        let is_square = || {
            let mut c = b.chars();
            c.next().and_then(digit).is_some()
                && c.next()
                    .is_some_and(|c| digit(c).or(kanji_digit(c)).is_some())
                && c.next()
                    .is_some_and(|c| c == '成' || kind_of_kanji(c).is_some())
        };
        b.starts_with('同') || ENDINGS.iter().any(|e| b.starts_with(e)) || is_square()
    })
}

/// Plays the numbered lines on `position`.
pub fn replay(position: &mut PartialPosition, lines: &[&str]) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    for line in lines {
        let Some(text) = body(line) else { continue };
        if ENDINGS.iter().any(|e| text.starts_with(e)) {
            break;
        }
        let last = moves.last().map(|mv: &Move| mv.to());
        let number = moves.len() + 1;
        let mv = parse_move(position, text, last)
            .ok_or_else(|| format!("move {number}, {}, is not understood", shown(text, 20)))?;
        if !is_legal_partial_lite(position, mv) || position.make_move(mv).is_none() {
            return Err(format!(
                "move {number}, {}, is not legal there",
                shown(text, 20)
            ));
        }
        moves.push(mv);
    }
    Ok(moves)
}

/// Reads one move for the side to move. `last` is the square 同 stands for.
pub fn parse_move(position: &PartialPosition, text: &str, last: Option<Square>) -> Option<Move> {
    let text = text.trim_start_matches(['▲', '△', '☗', '☖']);
    let mut chars = text.chars().peekable();
    let first = chars.next()?;
    let to = if first == '同' {
        while chars.next_if(|c| c.is_whitespace()).is_some() {}
        last?
    } else {
        let rank = chars.next()?;
        let rank = digit(rank).or_else(|| kanji_digit(rank))?;
        Square::new(digit(first)? as u8, rank as u8)?
    };
    let mut kind = chars.next()?;
    let prefix = kind == '成';
    if prefix {
        kind = chars.next()?;
    }
    let kind = kind_of_kanji(kind)?;
    let kind = if prefix { kind.promote()? } else { kind };
    let mut promote = false;
    let mut unpromoted = false;
    for c in chars.by_ref() {
        match c {
            '成' => promote = !unpromoted,
            '不' => unpromoted = true,
            '(' | '（' => {
                return board_move(position, &mut chars, to, kind, promote);
            }
            '打' | '右' | '左' | '上' | '引' | '寄' | '直' | '行' | '入' => {}
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

/// The part after the bracket: `65)`.
fn board_move(
    position: &PartialPosition,
    chars: &mut impl Iterator<Item = char>,
    to: Square,
    kind: PieceKind,
    promote: bool,
) -> Option<Move> {
    let file = digit(chars.next()?)?;
    let rank = chars.next()?;
    let rank = digit(rank).or_else(|| kanji_digit(rank))?;
    let from = Square::new(file as u8, rank as u8)?;
    let named = position.piece_at(from)?.piece_kind() == kind;
    named.then_some(Move::Normal { from, to, promote })
}
