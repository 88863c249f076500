//! What the tests of the solution page share: the browser, and what it has to show.

pub mod chromedriver;
pub mod webdriver;

use crate::common::starts;
use shogi_core::{PartialPosition, Square, ToUsi};
use tsumi::base::names;

/// The name of Chromium (`TSUMI_CHROMIUM`, else `chromium`), where it runs here.
pub fn chromium() -> Option<String> {
    let name = std::env::var("TSUMI_CHROMIUM").unwrap_or_else(|_| "chromium".into());
    starts(&name, &["--version"]).then_some(name)
}

/// What a board has to show: the squares in the order of reading, each with the letters of its piece.
pub fn shown(position: &PartialPosition) -> Vec<(String, String)> {
    let squares = (1..=9).flat_map(|rank| (1..=9).rev().map(move |file| (file, rank)));
    squares
        .map(|(file, rank)| {
            let square = Square::new(file, rank).unwrap();
            let piece = position.piece_at(square);
            let letters = piece.map_or(String::new(), |piece| piece.to_usi_owned());
            (names::square(square), letters)
        })
        .collect()
}
