//! Writes a record in CSA. CSA has no branches, so only the main line is written.

use super::csa::{code, hand_codes};
use super::text::{self, in_a_line};
use super::write::{Document, Target, written};
use crate::base::problem::title;
use crate::base::tree::ROOT;
use shogi_core::{Color, Move, PartialPosition, Square};
use std::fmt::Write;

fn sign(side: Color) -> char {
    if side == Color::Black { '+' } else { '-' }
}

/// The text of a record in CSA, version 2.2.
pub fn csa(document: &Document<'_>) -> String {
    let mut out = String::from("'CSA encoding=UTF-8\nV2.2\n");
    let header = |key: &str| {
        let mut headers = document.headers.iter();
        headers.find(|h| h.0 == key).map(|h| in_a_line(&h.1))
    };
    for (key, tag) in [("先手", "N+"), ("後手", "N-")] {
        if let Some(name) = header(key) {
            let _ = writeln!(out, "{tag}{name}");
        }
    }
    let title = in_a_line(title(document.headers).unwrap_or(document.title));
    if !title.is_empty() {
        let _ = writeln!(out, "$EVENT:{title}");
    }
    board(&mut out, document.position);
    let mut position = document.position.clone();
    for index in document.tree.line_from(ROOT) {
        let node = document.tree.node(index);
        if let Some(mv) = node.mv {
            let _ = writeln!(out, "{}", csa_move(&position, mv));
            if position.make_move(mv).is_none() {
                break;
            }
        }
        for comment in &node.comments {
            out.push_str(&text::comment("'*", comment));
        }
    }
    if let Some(ending) = document.tree.ending() {
        let ending = written(ending, Target::Csa).csa_for(position.side_to_move());
        let _ = writeln!(out, "%{ending}");
    }
    out
}

fn board(out: &mut String, position: &PartialPosition) {
    for rank in 1..=9 {
        let _ = write!(out, "P{rank}");
        for file in (1..=9).rev() {
            match Square::new(file, rank).and_then(|sq| position.piece_at(sq)) {
                None => out.push_str(" * "),
                Some(piece) => {
                    out.push(sign(piece.color()));
                    out.push_str(code(piece.piece_kind()));
                }
            }
        }
        out.push('\n');
    }
    for side in Color::all() {
        let codes = hand_codes(position, side);
        if codes.iter().all(|c| c.1 == 0) {
            continue;
        }
        let _ = write!(out, "P{}", sign(side));
        for (code, n) in codes {
            for _ in 0..n {
                let _ = write!(out, "00{code}");
            }
        }
        out.push('\n');
    }
    out.push(sign(position.side_to_move()));
    out.push('\n');
}

fn csa_move(position: &PartialPosition, mv: Move) -> String {
    let side = sign(position.side_to_move());
    let to = mv.to();
    let (from, kind) = match mv {
        Move::Drop { piece, .. } => ("00".to_string(), Some(piece.piece_kind())),
        Move::Normal { from, promote, .. } => {
            let kind = position.piece_at(from).map(|p| p.piece_kind());
            let after = if promote {
                kind.and_then(|k| k.promote())
            } else {
                kind
            };
            (format!("{}{}", from.file(), from.rank()), after)
        }
    };
    let code = kind.map_or("OU", code);
    format!("{side}{from}{}{}{code}", to.file(), to.rank())
}
