//! A position as an SVG picture of print quality: board, coordinates, hands.
//!
//! Pieces are text, White's upside down, as in books. Every browser and drawing program with a
//! Japanese font shows the picture. The marks of the sides (☗, ☖) are drawn, because some
//! Japanese fonts do not have them.

use super::diagram::hand;
use crate::base::markup::escaped;
use crate::base::names::{HAND_KINDS, KANJI_DIGITS, WIDE_DIGITS, base, kanji, set_size};
use shogi_core::{Color, PartialPosition, PieceKind, Square};
use std::fmt::Write;

/// Fonts of common systems that have every character of a picture.
pub const FAMILIES: [&str; 4] = [
    "Noto Serif CJK JP",
    "Hiragino Mincho ProN",
    "Yu Mincho",
    "MS Mincho",
];

/// Side of a square, in units of the picture.
const CELL: u32 = 60;
/// Left edge of the board, in units of the picture.
const LEFT: u32 = 80;
/// Upper edge of the board, in units of the picture.
const TOP: u32 = 50;

/// The hands that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    Both,
    Only(Color),
}

impl Hands {
    /// The hands as problems are printed: only the attacker's, because the defender has the
    /// rest of the set; both where pieces of the set are missing.
    pub fn usual(position: &PartialPosition, attacker: Color) -> Hands {
        let squares = Square::all().filter_map(|square| position.piece_at(square));
        let on_board: Vec<PieceKind> = squares.map(|piece| base(piece.piece_kind())).collect();
        let complete = HAND_KINDS.iter().all(|&kind| {
            let on_board = on_board.iter().filter(|&&k| k == kind).count() as u32;
            let held = Color::all().map(|side| position.hand_of_a_player(side).count(kind));
            let held: u32 = held.into_iter().flatten().map(u32::from).sum();
            on_board + held == set_size(kind)
        });
        match complete {
            true => Hands::Only(attacker),
            false => Hands::Both,
        }
    }

    fn shows(self, color: Color) -> bool {
        self == Hands::Both || self == Hands::Only(color)
    }
}

/// A position as an SVG picture; `title` is its name for readers who cannot see it.
pub fn svg(position: &PartialPosition, title: &str, hands: Hands) -> String {
    let side = 9 * CELL;
    // Beside the board there is room for a hand where one is shown, otherwise a margin.
    let room = |color: Color, with: u32| match hands.shows(color) {
        true => with,
        false => 30,
    };
    let from = LEFT - room(Color::White, LEFT);
    let width = LEFT + side + room(Color::Black, 100) - from;
    let height = TOP + side + 30;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{from} 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"'{}',serif\" \
         text-anchor=\"middle\">\n<title>{}</title>\n\
         <rect x=\"{from}\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        FAMILIES.join("','"),
        escaped(title)
    );
    grid(&mut out);
    for file in 1..=9u8 {
        for rank in 1..=9u8 {
            if let Some(piece) = Square::new(file, rank).and_then(|sq| position.piece_at(sq)) {
                let (x, y) = centre(file, rank);
                put_piece(&mut out, x, y, piece.piece_kind(), piece.color());
            }
        }
    }
    for color in Color::all().into_iter().filter(|&c| hands.shows(c)) {
        put_hand(&mut out, position, color);
    }
    out.push_str("</svg>\n");
    out
}

fn centre(file: u8, rank: u8) -> (u32, u32) {
    let x = LEFT + (9 - u32::from(file)) * CELL + CELL / 2;
    let y = TOP + (u32::from(rank) - 1) * CELL + CELL / 2;
    (x, y)
}

fn grid(out: &mut String) {
    let side = 9 * CELL;
    let _ = writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#000\" stroke-width=\"3\"/>"
    );
    let mut lines = String::new();
    for n in 1..9 {
        let (x, y) = (LEFT + n * CELL, TOP + n * CELL);
        let _ = write!(lines, "M{x} {TOP}v{side}M{LEFT} {y}h{side}");
    }
    let _ = writeln!(out, "<path d=\"{lines}\" stroke=\"#000\"/>");
    for (x, y) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
        let (x, y) = (LEFT + x * CELL, TOP + y * CELL);
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
    }
    out.push_str("<g font-size=\"20\">");
    for n in 1..=9u8 {
        let index = usize::from(n) - 1;
        let (x, y) = centre(n, n);
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{}\">{}</text>",
            TOP - 12,
            WIDE_DIGITS[index]
        );
        let right = LEFT + side + 16;
        let _ = write!(
            out,
            "<text x=\"{right}\" y=\"{}\">{}</text>",
            y + 7,
            KANJI_DIGITS[index]
        );
    }
    out.push_str("</g>\n");
}

fn put_piece(out: &mut String, x: u32, y: u32, kind: PieceKind, color: Color) {
    let turn = if color == Color::White {
        format!(" transform=\"rotate(180 {x} {y})\"")
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" font-size=\"44\"{turn}>{}</text>",
        y + 16,
        kanji(kind)
    );
}

/// Draws a hand from top to bottom beside the board: Black's on the right, White's on the left
/// and upside down.
fn put_hand(out: &mut String, position: &PartialPosition, color: Color) {
    let side = 9 * CELL;
    let (x, turn) = match color {
        Color::Black => (LEFT + side + 60, String::new()),
        Color::White => {
            let (x, y) = (LEFT - 45, TOP + side / 2);
            (x, format!(" transform=\"rotate(180 {x} {y})\""))
        }
    };
    // The mark of the side: the outline of a piece with its point up.
    let fill = if color == Color::Black {
        "#000"
    } else {
        "none"
    };
    let top = TOP + 2;
    let text = hand(position, color).replace('　', "");
    let _ = write!(
        out,
        "<g font-size=\"26\"{turn}><path d=\"M{x} {top}l8 5 3 17h-22l3 -17z\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"2\"/>"
    );
    for (n, c) in "持駒".chars().chain(text.chars()).enumerate() {
        let y = TOP + 52 + n as u32 * 28;
        let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{c}</text>");
    }
    out.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_usi_parser::FromUsi;

    #[test]
    fn every_piece_is_drawn_once() {
        let position = PartialPosition::from_usi("startpos").unwrap();
        let text = svg(&position, "a<b & \"c\"", Hands::Both);
        assert_eq!(text.matches("font-size=\"44\"").count(), 40);
        assert_eq!(text.matches("rotate(180").count(), 21);
        assert_eq!(text.matches('玉').count(), 2);
        assert!(text.contains("<title>a&lt;b &amp; &quot;c&quot;</title>"));
        assert!(text.contains("なし") || text.contains(">な</text>"));
    }

    #[test]
    fn the_defender_s_hand_is_drawn_when_it_is_not_the_rest_of_the_set() {
        let at = |text: &str| PartialPosition::from_usi(&format!("sfen {text}")).unwrap();
        let whole = at("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        let usual = Hands::usual(&whole, Color::Black);
        assert_eq!(usual, Hands::Only(Color::Black));
        // The king alone is turned.
        assert_eq!(svg(&whole, "", usual).matches("rotate").count(), 1);
        let less = at("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1");
        assert_eq!(Hands::usual(&less, Color::Black), Hands::Both);
    }

    #[test]
    fn pieces_stand_where_they_belong() {
        let position =
            PartialPosition::from_usi("sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
        let picture = svg(&position, "", Hands::Both);
        // 5a is the fifth square from the left, and White's king is turned.
        let (x, y) = (LEFT + 4 * CELL + CELL / 2, TOP + CELL / 2);
        assert!(
            picture.contains(&format!("rotate(180 {x} {y})\">玉<")),
            "{picture}"
        );
        // The king and White's hand.
        assert_eq!(picture.matches("rotate").count(), 2);
        assert!(picture.contains(">金<") && picture.contains(">十<") && picture.contains(">七<"));
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }
}
