//! The page of a problem without mate: the reader attacks, and the page answers every check with
//! the defence that holds, until no check is left.

use super::names::Names;
use super::{Head, filled};
// A position is the key of its node.
use crate::formats::sfen::without_number as key;
use crate::solver::Certificate;
use crate::variations::refutation::{Attack, Refutation};
use serde_json::{Value, json};
use shogi_core::{Move, PartialPosition};
use std::collections::HashMap;

/// The most checks in a page, each of about 15 bytes. The positions on the longest lines come
/// first, then those that can be reached soonest.
const MOST_CHECKS: usize = 60_000;

/// The longest lines, which are in every page.
const LINES: usize = 10;

/// Numbers of positions with the attacker to move, in the order in which they came up.
#[derive(Default)]
struct Numbers {
    known: HashMap<String, usize>,
    positions: Vec<PartialPosition>,
}

impl Numbers {
    fn of(&mut self, position: &PartialPosition) -> usize {
        let next = self.positions.len();
        let number = *self.known.entry(key(position)).or_insert(next);
        if number == next {
            self.positions.push(position.clone());
        }
        number
    }
}

/// The page as HTML; `None` when the certificate is one of a mate.
///
/// Its `escapes` are `[[[check, defence, node], …], …]`. The attacker is to move in node 0, after the
/// `reply` that saves a defender who is to move. A check that leads to a node which the list lacks
/// is as far as the page goes.
pub fn refuted(head: Head<'_>, certificate: &Certificate) -> Option<String> {
    let mut attack = Attack::new(certificate)?;
    let found = Refutation {
        escapes: attack.escapes(),
        reply: attack.reply,
    };
    let (mut numbers, mut names) = (Numbers::default(), Names::default());
    numbers.of(&attack.root);
    for escape in found.escapes.iter().take(LINES) {
        let mut at = attack.root.clone();
        for pair in escape.line.chunks(2) {
            let played = pair.iter().all(|&mv| at.make_move(mv).is_some());
            played.then(|| numbers.of(&at));
        }
    }
    let (mut nodes, mut checks) = (Vec::new(), 0);
    while nodes.len() < numbers.positions.len() && checks < MOST_CHECKS {
        let at = numbers.positions[nodes.len()].clone();
        let found = attack.checks(&at);
        checks += found.len();
        let one = |((check, reply), next): &((Move, Move), _)| {
            let pair = names.line(&at, &[*check, *reply]);
            json!([pair[0], pair[1], numbers.of(next)])
        };
        nodes.push(found.iter().map(one).collect::<Vec<_>>());
    }
    let groups = found.groups();
    let shown = &groups[..groups.len().min(LINES)];
    let root = attack.root.clone();
    let refutation: Vec<Value> = shown
        .iter()
        .map(|group| {
            let alike = group[1..].iter().map(|e| names.of(&root, e.line[0]));
            json!({
                "alike": alike.collect::<Vec<_>>(),
                "line": names.line(&root, &group[0].line),
            })
        })
        .collect();
    let lines: Vec<Vec<Move>> = shown
        .iter()
        .map(|group| found.reply.iter().chain(&group[0].line).copied().collect())
        .collect();
    let lines: Vec<&[Move]> = lines.iter().map(Vec::as_slice).collect();
    let data = json!({
        "length": null,
        "line": [],
        "reply": found.reply.map(|mv| names.of(head.position, mv)),
        "escapes": nodes,
        "refutation": refutation,
        "more": groups.len() - shown.len(),
    });
    Some(filled(head, data, &names, &lines))
}
