//! A problem and its solution as a KIF file that a GUI opens.
//!
//! Two habits matter: `手合割：その他` together with a diagram is what programs
//! accept for a position that is not a handicap, and the list of moves needs its
//! own heading before the first number. A header `手数：` is left out, because
//! some readers take every line that begins with 手数 for that heading.

use super::diagram::bod;
use super::notation::kif_move;
use super::text::shown;
use shogi_core::{Move, PartialPosition};
use std::fmt::Write;

/// The end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The line ends in mate.
    Mate,
    /// There is no mate (不詰).
    NoMate,
    /// Nobody knows yet (不明).
    Unknown,
}

/// Writes a KIF file. `notes` become comment lines.
pub fn kif(
    title: &str,
    position: &PartialPosition,
    moves: &[Move],
    ending: Ending,
    notes: &[String],
) -> String {
    let mut out = String::from("# KIF version=2.0 encoding=UTF-8\n");
    let _ = writeln!(out, "# ---- tsumi {} ----", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "作品名：{}", shown(title, 200));
    out.push_str("手合割：その他\n");
    out.push_str(&bod(position));
    out.push_str("先手：\n後手：\n手数----指手---------消費時間--\n");
    for note in notes {
        let _ = writeln!(out, "*{}", shown(note, 500));
    }
    let mut at = position.clone();
    let mut last = None;
    for (n, &mv) in moves.iter().enumerate() {
        let _ = writeln!(out, "{:4} {}", n + 1, kif_move(&at, mv, last));
        last = Some(mv.to());
        if at.make_move(mv).is_none() {
            break;
        }
    }
    match ending {
        Ending::Mate => {
            let _ = writeln!(out, "{:4} 詰み", moves.len() + 1);
            let _ = writeln!(out, "まで{}手で詰み", moves.len());
        }
        Ending::NoMate => out.push_str("   1 中断\n*不詰\n"),
        Ending::Unknown => out.push_str("   1 中断\n*不明\n"),
    }
    out
}
