//! `--near-misses`: the attacker's other checks, as text, as branches of a record
//! and for JSON.

use super::report::Solved;
use super::text::{Plies, wrapped_at};
use serde::Serialize;
use shogi_core::ToUsi;
use std::fmt::Write;
use tsumi::base::message::{Lang, message};
use tsumi::base::tree::{Ending, Tree};
use tsumi::formats::notation;
use tsumi::variations::near_misses::{Fate, NearMiss};

/// One paragraph for each ply.
pub fn text(solved: &Solved, found: &[NearMiss], lang: Lang) -> String {
    let heading = message!(
        "near misses (紛れ): other checks, each with a defence that escapes:",
        "紛れ（他の王手と、それを逃れる受け）："
    );
    let next = message!(",", "、");
    let mut out = format!("  {}\n", heading.text(lang));
    for group in found.chunk_by(|a, b| a.ply == b.ply) {
        let before = group[0].ply as usize - 1;
        let mut position = solved.position().clone();
        for &mv in &solved.line()[..before] {
            let _ = position.make_move(mv);
        }
        let ply = message!("at ply {n},", "{n}手目、", n = before + 1);
        let mut line = vec![ply.text(lang).to_string()];
        // Checks that are refuted come first, then those that mate, then those that are open.
        for rank in 0..3 {
            for miss in group {
                let (own, intro, reply) = match miss.fate {
                    Fate::Refuted(reply) => (0, None, Some(reply)),
                    Fate::Mates(plies) => {
                        let intro = message!(
                            "mates too, in at most {plies}:",
                            "{plies}以内で詰む：",
                            plies = Plies(plies)
                        );
                        (1, Some(intro), None)
                    }
                    Fate::Open => (2, Some(message!("undecided:", "未解決：")), None),
                };
                if own == rank {
                    line.extend(intro.map(|intro| intro.text(lang).to_string()));
                    let moves: Vec<_> = std::iter::once(miss.check).chain(reply).collect();
                    let moves = notation::japanese(&position, &moves).join(" ");
                    line.push(moves + next.text(lang));
                }
            }
        }
        if let Some(last) = line.last_mut() {
            last.truncate(last.len() - next.text(lang).len());
        }
        let _ = writeln!(out, "{}", wrapped_at(&line, 4));
    }
    out
}

/// Adds the checks that are refuted to a record, as branches.
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

/// All near misses for JSON.
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
