//! `--variations`: the other defences, as text and for JSON.

use super::text::wrapped_at;
use super::words::Words;
use serde::Serialize;
use shogi_core::{PartialPosition, ToUsi};
use std::fmt::Write;
use tsumi::base::tree::ROOT;
use tsumi::formats::notation;
use tsumi::variations::Variations;

/// The variations below the main line, one paragraph each.
pub fn text(position: &PartialPosition, variations: &Variations, words: &Words) -> String {
    let tree = &variations.tree;
    let mut out = format!("  {}\n", words.variations);
    for first in tree.lines() {
        if first == ROOT {
            continue;
        }
        let parent = tree.node(first).parent;
        let at = tree.position(position, parent);
        let nodes = tree.line_from(first);
        let moves: Vec<_> = nodes.iter().filter_map(|&n| tree.node(n).mv).collect();
        let mut line = vec![(words.at_ply)(tree.ply(first))];
        if let Some(&length) = variations.lengths.get(&first) {
            line.push((words.plies)(length));
        }
        line.extend(notation::japanese(&at, &moves));
        let _ = writeln!(out, "{}", wrapped_at(&line, 4));
    }
    if variations.missing > 0 {
        let _ = writeln!(out, "  {}", (words.missing)(variations.missing));
    }
    out
}

/// A variation in JSON.
#[derive(Serialize)]
pub struct Branch {
    /// The line it leaves: 0 for the main line, 1 for the first variation …
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
