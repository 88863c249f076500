//! The board as text in the format BOD, which every Japanese program reads. It is the picture
//! on a terminal as well, and [`super::kif`] reads the same position from it.

use crate::base::names::{HAND_KINDS, KANJI_DIGITS, kanji, kanji_number};
use shogi_core::{Color, PartialPosition, Square};
use std::fmt::Write;

/// A hand as `飛　角二　歩十八`, or `なし`.
pub fn hand(position: &PartialPosition, side: Color) -> String {
    let hand = position.hand_of_a_player(side);
    let mut words = Vec::new();
    for kind in HAND_KINDS {
        match hand.count(kind).unwrap_or(0) {
            0 => {}
            1 => words.push(kanji(kind).to_string()),
            n => words.push(format!("{}{}", kanji(kind), kanji_number(u32::from(n)))),
        }
    }
    if words.is_empty() {
        return "なし".to_string();
    }
    words.join("　")
}

/// A position in BOD: board and hands, and `後手番` below when White is to move.
pub fn bod(position: &PartialPosition) -> String {
    let mut out = format!("後手の持駒：{}\n", hand(position, Color::White));
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9u8 {
        out.push('|');
        for file in (1..=9u8).rev() {
            match Square::new(file, rank).and_then(|sq| position.piece_at(sq)) {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.color() == Color::White {
                        'v'
                    } else {
                        ' '
                    });
                    out.push(kanji(piece.piece_kind()));
                }
            }
        }
        let _ = writeln!(out, "|{}", KANJI_DIGITS[rank as usize - 1]);
    }
    out.push_str("+---------------------------+\n");
    let _ = writeln!(out, "先手の持駒：{}", hand(position, Color::Black));
    if position.side_to_move() == Color::White {
        out.push_str("後手番\n");
    }
    out
}
