//! A record as a KIF or KI2 file that a GUI opens, branches (変化) included.
//!
//! What is written is what every program reads: no `手合割：`, because a diagram needs none and
//! some programs refuse その他; the list of moves of KIF with its own heading before the first
//! number; last words (まで…) in the forms of the grammar of Kifu for JS, which otherwise refuses
//! the file; no line with `#` before a KI2, which it does not read either. A header `手数：` is
//! left out, because some readers take every line that begins with 手数 for that heading; a
//! length without a line stands as `詰手数：`.

use super::diagram::bod;
use super::kif_line::{LineKind, classify, header, is_about_form};
use super::notation::{japanese_move, kif_move};
use super::text::{self, in_a_line};
use super::write::{Document, Target, written};
use crate::base::problem::title;
pub use crate::base::tree::Ending;
use crate::base::tree::{ROOT, Tree};
use shogi_core::{Color, Move, PartialPosition, Square};
use std::fmt::Write;

/// Writes a KIF file of one line. `notes` become comments at its head.
pub fn kif(
    title: &str,
    position: &PartialPosition,
    moves: &[Move],
    ending: Ending,
    notes: &[String],
) -> String {
    let mut tree = Tree::of_line(moves, Some(ending));
    tree.node_mut(ROOT).comments = notes.to_vec();
    kif_tree(&Document {
        title,
        headers: &[],
        position,
        plies: None,
        tree: &tree,
    })
}

/// Writes a KIF file.
pub fn kif_tree(document: &Document<'_>) -> String {
    let mut out = String::from("#KIF version=2.0 encoding=UTF-8\n");
    let _ = writeln!(out, "# ---- tsumi {} ----", env!("CARGO_PKG_VERSION"));
    head(&mut out, document);
    out.push_str("手数----指手---------消費時間--\n");
    for first in document.tree.lines() {
        kif_line(&mut out, document, first);
    }
    out
}

/// Writes a KI2 file.
pub fn ki2(document: &Document<'_>) -> String {
    let mut out = String::new();
    head(&mut out, document);
    out.push('\n');
    for first in document.tree.lines() {
        ki2_line(&mut out, document, first);
    }
    out
}

/// Writes a BOD file: headers and the board, without the moves.
pub fn board(document: &Document<'_>) -> String {
    let mut out = String::new();
    headers(&mut out, document, document.plies);
    out.push_str(&bod(document.position));
    out
}

/// Headers and the diagram of a record.
fn head(out: &mut String, document: &Document<'_>) {
    headers(out, document, document.unshown_plies());
    out.push_str(&bod(document.position));
    for key in ["先手", "後手"] {
        let player = document.headers.iter().find(|h| h.0 == key);
        let name = player.map_or(String::new(), |h| in_a_line(&h.1));
        let _ = writeln!(out, "{key}：{name}");
    }
}

/// The headers but those of the players; `plies` is a length that no line shows.
fn headers(out: &mut String, document: &Document<'_>, plies: Option<u32>) {
    let players = |key: &str| matches!(key, "先手" | "後手");
    if !document.title.is_empty() && title(document.headers).is_none() {
        let _ = writeln!(out, "作品名：{}", in_a_line(document.title));
    }
    for (key, value) in document.headers.iter().filter(|h| !players(&h.0)) {
        let line = format!("{}：{}", in_a_line(key), in_a_line(value));
        // Other formats have headers of any name; one such as 手番 would not be a header here,
        // and 手数 a length.
        let is_header = classify(&line) == LineKind::Header && !is_about_form(key);
        if is_header && header(&line).is_some_and(|h| h.0 == key) {
            let _ = writeln!(out, "{line}");
        }
    }
    if let Some(plies) = plies {
        let _ = writeln!(out, "詰手数：{plies}手");
    }
}

/// Where the writing of a line has come to.
struct Place {
    position: PartialPosition,
    /// What 同 would stand for.
    last: Option<Square>,
    plies: usize,
}

impl Place {
    /// The place before `first`. A line that is not the main one begins with its
    /// heading, `変化：12手`.
    fn before(out: &mut String, document: &Document<'_>, first: usize) -> Place {
        let tree = document.tree;
        if first != ROOT {
            let _ = writeln!(out, "\n変化：{}手", tree.ply(first));
        }
        let parent = tree.node(first).parent;
        Place {
            position: tree.position(document.position, parent),
            last: tree.node(parent).mv.map(|mv| mv.to()),
            plies: tree.ply(parent),
        }
    }

    /// Goes on by a move; false when it cannot be played.
    fn play(&mut self, mv: Move) -> bool {
        self.plies += 1;
        self.last = Some(mv.to());
        self.position.make_move(mv).is_some()
    }
}

fn comments(out: &mut String, tree: &Tree, index: usize) {
    for comment in &tree.node(index).comments {
        out.push_str(&text::comment("*", comment));
    }
}

/// The last words of a line, `まで69手で詰み`, where `side` is to move; `None` where there are none
/// that other programs read.
fn last_words(ending: Ending, plies: usize, side: Color) -> Option<String> {
    let name = |side| {
        if side == Color::Black {
            "先手"
        } else {
            "後手"
        }
    };
    let (mover, last) = (name(side), name(side.flip()));
    let words = match ending {
        Ending::Entering | Ending::WinByDefault | Ending::LossByDefault => return None,
        Ending::Resign => format!("{last}の勝ち"),
        Ending::TimeUp => format!("時間切れにより{last}の勝ち"),
        Ending::Illegal | Ending::IllegalWin => format!("{mover}の{}", ending.names().kif),
        other => other.names().kif.to_string(),
    };
    Some(format!("まで{plies}手で{words}"))
}

/// Writes the ending of a node: in KIF in place of a move and in words, in KI2 in words.
fn end(out: &mut String, at: &Place, ending: Ending, target: Target) {
    let ending = written(ending, target);
    if target == Target::Kif {
        let _ = writeln!(out, "{:4} {}", at.plies + 1, ending.names().kif);
    }
    if let Some(words) = last_words(ending, at.plies, at.position.side_to_move()) {
        let _ = writeln!(out, "{words}");
    }
}

fn kif_line(out: &mut String, document: &Document<'_>, first: usize) {
    let tree = document.tree;
    let mut at = Place::before(out, document, first);
    for index in tree.line_from(first) {
        let node = tree.node(index);
        if let Some(mv) = node.mv {
            let text = kif_move(&at.position, mv, at.last);
            let _ = writeln!(out, "{:4} {text}", at.plies + 1);
            if !at.play(mv) {
                break;
            }
        }
        comments(out, tree, index);
        if let Some(ending) = node.ending {
            end(out, &at, ending, Target::Kif);
        }
    }
}

fn ki2_line(out: &mut String, document: &Document<'_>, first: usize) {
    let tree = document.tree;
    let mut at = Place::before(out, document, first);
    let mut column = 0;
    for index in tree.line_from(first) {
        let node = tree.node(index);
        if let Some(mv) = node.mv {
            out.push_str(if column == 0 { "" } else { "    " });
            out.push_str(&japanese_move(&at.position, mv));
            column += 1;
            if !at.play(mv) {
                break;
            }
        }
        let ends = node.ending.is_some() || !node.comments.is_empty();
        if column > 0 && (column == 6 || ends) {
            out.push('\n');
            column = 0;
        }
        comments(out, tree, index);
        if let Some(ending) = node.ending {
            end(out, &at, ending, Target::Ki2);
        }
    }
    if column > 0 {
        out.push('\n');
    }
}
