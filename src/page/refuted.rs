//! The page of a problem without mate: the reader attacks, and the page answers every check with
//! the defence that holds, until no check is left.

use super::{Head, filled, key};
use crate::solver::Certificate;
use crate::variations::refutation::Attack;
use serde_json::json;
use shogi_core::{Move, PartialPosition, ToUsi};
use std::collections::HashMap;

/// The most checks in a page, each of about 25 bytes. The positions on the longest lines come
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
/// Its graph is `{reply, nodes: [[[check, defence, node], …], …]}`. The attacker is to move in
/// node 0, after the `reply` that saves a defender who is to move. A check that leads to a node
/// which the list lacks is as far as the page goes.
pub fn refuted(
    head: Head<'_>,
    position: &PartialPosition,
    certificate: &Certificate,
) -> Option<String> {
    let mut attack = Attack::new(certificate)?;
    let mut numbers = Numbers::default();
    numbers.of(&attack.root);
    let mut lines: Vec<Vec<Move>> = Vec::new();
    for escape in attack.escapes().into_iter().take(LINES) {
        let mut at = attack.root.clone();
        for pair in escape.line.chunks(2) {
            let played = pair.iter().all(|&mv| at.make_move(mv).is_some());
            played.then(|| numbers.of(&at));
        }
        lines.push(attack.reply.into_iter().chain(escape.line).collect());
    }
    let (mut nodes, mut checks) = (Vec::new(), 0);
    while nodes.len() < numbers.positions.len() && checks < MOST_CHECKS {
        let at = numbers.positions[nodes.len()].clone();
        let found = attack.checks(&at);
        checks += found.len();
        let one = |((check, reply), next): &((Move, Move), _)| {
            json!([check.to_usi_owned(), reply.to_usi_owned(), numbers.of(next)])
        };
        nodes.push(found.iter().map(one).collect::<Vec<_>>());
    }
    let data = json!({
        "escape": {
            "reply": attack.reply.map(|mv| mv.to_usi_owned()),
            "cut": nodes.len() < numbers.positions.len(),
            "nodes": nodes,
        },
        "tries": {},
    });
    let lines: Vec<&[Move]> = lines.iter().map(Vec::as_slice).collect();
    Some(filled(head, position, data, &lines))
}
