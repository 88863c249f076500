//! A line of moves in words: Japanese book notation and the moves of KIF files.

use crate::base::names::{KANJI_DIGITS, WIDE_DIGITS, kanji_in_move};
use shogi_core::{Color, Move, PartialPosition, Square};
use shogi_official_kifu::display_single_move_kansuji;

/// The whole line in book notation: `▲５四銀`, `△同玉` …
///
/// `shogi_official_kifu` knows the rules of the federation for 右左上引寄直 and 打. It tests
/// legality on the way, which takes a third of a millisecond a move.
pub fn japanese(position: &PartialPosition, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut out = Vec::with_capacity(moves.len());
    let mut last = None;
    for &mv in moves {
        out.push(japanese_move(&position, mv, last));
        last = Some(mv.to());
        if position.make_move(mv).is_none() {
            break;
        }
    }
    out
}

/// One move in book notation. A move that `shogi_official_kifu` cannot name, such as an
/// illegal one, is written as in a KIF file, with 同 for a move to the square `last`.
pub fn japanese_move(position: &PartialPosition, mv: Move, last: Option<Square>) -> String {
    display_single_move_kansuji(position, mv).unwrap_or_else(|| {
        let sign = if position.side_to_move() == Color::Black {
            '▲'
        } else {
            '△'
        };
        format!("{sign}{}", kif_move(position, mv, last))
    })
}

/// One move as in a KIF file: `５四銀打`, `同　玉(65)`, `７三角成(91)`.
pub fn kif_move(position: &PartialPosition, mv: Move, last: Option<Square>) -> String {
    let to = mv.to();
    let place = if last == Some(to) {
        "同　".to_string()
    } else {
        let file = WIDE_DIGITS[to.file() as usize - 1];
        let rank = KANJI_DIGITS[to.rank() as usize - 1];
        format!("{file}{rank}")
    };
    match mv {
        Move::Drop { piece, .. } => format!("{place}{}打", kanji_in_move(piece.piece_kind())),
        Move::Normal { from, promote, .. } => {
            let name = position
                .piece_at(from)
                .map_or("？", |piece| kanji_in_move(piece.piece_kind()));
            let promoted = if promote { "成" } else { "" };
            format!("{place}{name}{promoted}({}{})", from.file(), from.rank())
        }
    }
}
