//! `--near-misses`: the attacker's other checks, as text, as branches of a record
//! and for JSON.

use super::report::Solved;
use super::text::wrapped_at;
use super::words::Words;
use serde::Serialize;
use shogi_core::ToUsi;
use std::fmt::Write;
use tsumi::base::tree::{Ending, Tree};
use tsumi::formats::notation;
use tsumi::variations::near_misses::{Fate, NearMiss};

/// One paragraph for each ply.
pub fn text(solved: &Solved, found: &[NearMiss], words: &Words) -> String {
    let mut out = format!("  {}\n", words.near_misses);
    for group in found.chunk_by(|a, b| a.ply == b.ply) {
        let before = group[0].ply as usize - 1;
        let mut position = solved.position().clone();
        for &mv in &solved.outcome.line[..before] {
            let _ = position.make_move(mv);
        }
        let mut line = vec![(words.at_ply)(before + 1)];
        // Those that escape first, then the mates, then what is open.
        for rank in 0..3 {
            for miss in group {
                let (own, intro, reply) = match miss.fate {
                    Fate::Refuted(reply) => (0, None, Some(reply)),
                    Fate::Mates(plies) => (1, Some((words.mates_too)(plies)), None),
                    Fate::Open => (2, Some(words.undecided.to_string()), None),
                };
                if own == rank {
                    line.extend(intro);
                    let moves: Vec<_> = std::iter::once(miss.check).chain(reply).collect();
                    line.push(notation::japanese(&position, &moves).join(" ") + words.next);
                }
            }
        }
        if let Some(last) = line.last_mut() {
            last.truncate(last.len() - words.next.len());
        }
        let _ = writeln!(out, "{}", wrapped_at(&line, 4));
    }
    out
}

/// Puts the checks that are refuted into a record as branches.
pub fn add_branches(tree: &mut Tree, found: &[NearMiss]) {
    let line = tree.line_from(tsumi::base::tree::ROOT);
    for miss in found {
        let Some(&before) = line.get(miss.ply as usize - 1) else {
            continue;
        };
        if let Fate::Refuted(reply) = miss.fate {
            let check = tree.add(before, miss.check);
            tree.node_mut(check).comments.push("紛れ".to_string());
            let reply = tree.add(check, reply);
            tree.node_mut(reply).ending = Some(Ending::NoMate);
        }
    }
}

/// Another check in JSON.
#[derive(Serialize)]
pub struct Object {
    ply: u32,
    #[serde(rename = "move")]
    check: String,
    /// `nomate`, `mate` or `unknown`.
    result: &'static str,
    /// The defence that escapes.
    reply: Option<String>,
    /// Plies to mate, the check included; an upper bound.
    plies: Option<u32>,
}

/// All of them for JSON.
pub fn objects(found: &[NearMiss]) -> Vec<Object> {
    let one = |miss: &NearMiss| {
        let (result, reply, plies) = match miss.fate {
            Fate::Refuted(reply) => ("nomate", Some(reply.to_usi_owned()), None),
            Fate::Mates(plies) => ("mate", None, Some(plies)),
            Fate::Open => ("unknown", None, None),
        };
        Object {
            ply: miss.ply,
            check: miss.check.to_usi_owned(),
            result,
            reply,
            plies,
        }
    };
    found.iter().map(one).collect()
}
