//! What the tests of the solution page share: the browser, and what it has to show.

pub mod webdriver;

use crate::common::starts;
use shogi_core::{Color, PartialPosition, Square};
use tsumi::base::names::kanji;

/// The name of Chromium (`TSUMI_CHROMIUM`, else `chromium`), where it runs here.
pub fn chromium() -> Option<String> {
    let name = std::env::var("TSUMI_CHROMIUM").unwrap_or_else(|_| "chromium".into());
    starts(&name, &["--version"]).then_some(name)
}

/// What the page has to show on a square: side (`b`, `w` or a blank) and sign.
pub fn shown(position: &PartialPosition, square: Square) -> (char, String) {
    match position.piece_at(square) {
        None => (' ', String::new()),
        Some(piece) => {
            let side = match piece.color() {
                Color::Black => 'b',
                Color::White => 'w',
            };
            // The page writes a dragon as its moves do.
            let sign = kanji(piece.piece_kind()).to_string();
            (side, sign.replace('龍', "竜"))
        }
    }
}
