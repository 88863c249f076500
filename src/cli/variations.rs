//! `--variations`: the other defences, as text and for JSON.

use super::text::{Plies, wrapped_at};
use serde::Serialize;
use shogi_core::{PartialPosition, ToUsi};
use std::fmt::Write;
use tsumi::base::message::{Lang, message};
use tsumi::base::tree::ROOT;
use tsumi::formats::notation;
use tsumi::variations::Variations;

/// The variations below the main line, one paragraph each.
pub fn text(position: &PartialPosition, variations: &Variations, lang: Lang) -> String {
    let tree = &variations.tree;
    let heading = message!(
        "variations (変化); lengths count every interposition, and are upper bounds:",
        "変化（手数は無駄合いも数えた上限）："
    );
    let mut out = format!("  {}\n", heading.text(lang));
    for first in tree.lines() {
        if first == ROOT {
            continue;
        }
        let parent = tree.node(first).parent;
        let at = tree.position(position, parent);
        let nodes = tree.line_from(first);
        let moves: Vec<_> = nodes.iter().filter_map(|&n| tree.node(n).mv).collect();
        let ply = message!("at ply {n},", "{n}手目", n = tree.ply(first));
        let mut line = vec![ply.text(lang).to_string()];
        if let Some(&length) = variations.lengths.get(&first) {
            let length = message!("{plies}:", "{plies}：", plies = Plies(length));
            line.push(length.text(lang).to_string());
        }
        line.extend(notation::words(&at, &moves, lang));
        let _ = writeln!(out, "{}", wrapped_at(&line, 4));
    }
    if variations.missing > 0 {
        let more = message!(
            "{n} more could not be shown within the limits",
            "他に{n}手あり（制限内では示せず）",
            n = variations.missing
        );
        let _ = writeln!(out, "  {}", more.text(lang));
    }
    out
}

/// A variation in JSON.
#[derive(Serialize)]
pub struct Branch {
    /// The line that it leaves: 0 is the main line, 1 the first variation, and so on.
    of: usize,
    /// The ply of its first move, counted from the root.
    ply: usize,
    /// Plies to mate, its first move included; an upper bound.
    plies: Option<u32>,
    moves: Vec<String>,
}

/// All variations for JSON.
pub fn branches(variations: &Variations) -> Vec<Branch> {
    let tree = &variations.tree;
    let lines = tree.lines();
    let mut line_of = vec![0; tree.len()];
    for (n, &first) in lines.iter().enumerate() {
        for node in tree.line_from(first) {
            line_of[node] = n;
        }
    }
    let one = |&first: &usize| Branch {
        of: line_of[tree.node(first).parent],
        ply: tree.ply(first),
        plies: variations.lengths.get(&first).copied(),
        moves: tree
            .line_from(first)
            .iter()
            .filter_map(|&n| tree.node(n).mv)
            .map(|mv| mv.to_usi_owned())
            .collect(),
    };
    lines.iter().skip(1).map(one).collect()
}
