//! Writes a record in JKF.

use super::csa::{code, hand_codes};
use super::jkf::{Cell, DEPTH, Entry, Initial, Jkf, Place, State, Step};
use super::kif_line::is_about_form;
use super::notation::japanese_move;
use super::write::{Document, Target, written};
use crate::base::problem::title;
use crate::base::tree::ROOT;
use serde_json::Value;
use shogi_core::{Color, Move, PartialPosition, PieceKind, Square};
use std::collections::BTreeMap;

/// Writes one record, in one line.
pub fn write(document: &Document<'_>) -> String {
    let mut header: BTreeMap<String, Value> = document
        .headers
        .iter()
        .filter(|(key, _)| !is_about_form(key))
        .map(|(key, value)| (key.clone(), Value::String(value.clone())))
        .collect();
    if !document.title.is_empty() && title(document.headers).is_none() {
        header.insert("作品名".into(), document.title.into());
    }
    if let Some(plies) = document.unshown_plies() {
        header.insert("詰手数".into(), format!("{plies}手").into());
    }
    let jkf = Jkf {
        header,
        initial: Some(Initial {
            preset: "OTHER".into(),
            data: Some(state(document.position)),
        }),
        moves: entries(document, ROOT, 0),
    };
    serde_json::to_string(&jkf).unwrap_or_default()
}

fn state(position: &PartialPosition) -> State {
    let cell = |file, rank| {
        let piece = Square::new(file, rank).and_then(|sq| position.piece_at(sq));
        piece.map_or_else(Cell::default, |piece| Cell {
            color: Some(piece.color().array_index() as u8),
            kind: Some(code(piece.piece_kind()).to_string()),
        })
    };
    let hand = |side| {
        let codes = hand_codes(position, side).into_iter();
        codes
            .map(|(code, n)| (code.to_string(), n.into()))
            .collect()
    };
    State {
        color: position.side_to_move().array_index() as u8,
        board: (1..=9)
            .map(|file| (1..=9).map(|rank| cell(file, rank)).collect())
            .collect(),
        hands: Some(Color::all().map(hand).into_iter().collect()),
    }
}

/// The entries of the line that begins with `first`.
fn entries(document: &Document<'_>, first: usize, depth: usize) -> Vec<Entry> {
    let tree = document.tree;
    let parent = tree.node(first).parent;
    let mut position = tree.position(document.position, parent);
    let mut last = tree.node(parent).mv.map(|mv| mv.to());
    // Branches stand beside the entry in whose place they come.
    let forks = |index: usize| {
        let branches = tree.branches(index).iter().filter(|_| depth < DEPTH);
        branches
            .map(|&branch| entries(document, branch, depth + 1))
            .collect()
    };
    let mut out = Vec::new();
    for index in tree.line_from(first) {
        let node = tree.node(index);
        let mut entry = Entry {
            comments: node.comments.clone(),
            ..Entry::default()
        };
        if let Some(mv) = node.mv {
            entry.mv = Some(step(&position, mv, last));
            last = Some(mv.to());
            if position.make_move(mv).is_none() {
                break;
            }
        }
        if index != first {
            entry.forks = forks(node.parent);
        }
        out.push(entry);
        if let Some(ending) = node.ending {
            let ending = written(ending, Target::Jkf);
            out.push(Entry {
                special: Some(ending.csa_for(position.side_to_move())),
                forks: forks(index),
                ..Entry::default()
            });
        }
    }
    out
}

fn step(position: &PartialPosition, mv: Move, last: Option<Square>) -> Step {
    let place = |sq: Square| Place {
        x: sq.file(),
        y: sq.rank(),
    };
    let side = position.side_to_move();
    let to = mv.to();
    let (from, kind, promote) = match mv {
        Move::Drop { piece, .. } => (None, piece.piece_kind(), None),
        Move::Normal { from, promote, .. } => {
            let kind = position
                .piece_at(from)
                .map_or(PieceKind::King, |p| p.piece_kind());
            let zone = from.relative_rank(side) <= 3 || to.relative_rank(side) <= 3;
            let may = zone && kind.promote().is_some();
            (Some(from), kind, may.then_some(promote))
        }
    };
    // The words of book notation, in the letters of JKF.
    let letters: String = japanese_move(position, mv)
        .chars()
        .skip(3)
        .filter_map(|c| match c {
            '左' => Some('L'),
            '直' => Some('C'),
            '右' => Some('R'),
            '上' => Some('U'),
            '寄' => Some('M'),
            '引' => Some('D'),
            '打' => Some('H'),
            _ => None,
        })
        .collect();
    Step {
        color: Some(side.array_index() as u8),
        from: from.map(place),
        to: Some(place(to)),
        piece: code(kind).to_string(),
        same: (last == Some(to)).then_some(true),
        promote,
        capture: position
            .piece_at(to)
            .map(|p| code(p.piece_kind()).to_string()),
        relative: (!letters.is_empty()).then_some(letters),
    }
}
