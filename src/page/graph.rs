//! What is known of a mate: the positions with the attacker to move, each with his move and every
//! legal defence, as the certificates have them.

use super::names::Names;
// A position is the key of its node.
use crate::formats::sfen::without_number as key;
use crate::shogi::SetupError;
use crate::solver::Certificate;
use crate::variations::defences;
use crate::variations::strategy::Strategy;
use serde_json::{Value, json};
use shogi_core::{Color, Move, PartialPosition};
use std::collections::HashMap;

/// The most nodes of the graph. The positions of the lines come first, then those that are the
/// fewest moves away from a line; a defence that would need one node more leads to none.
const MAX_NODES: usize = if cfg!(test) { 30 } else { 30_000 };

struct Graph<'a> {
    attacker: Color,
    strategy: Strategy,
    names: &'a mut Names,
    /// The numbers of nodes by the keys of their positions.
    known: HashMap<String, usize>,
    /// The positions of all nodes, in the order of their numbers.
    positions: Vec<PartialPosition>,
    /// The attacker's moves of the lines by the keys of the positions before them.
    line: HashMap<String, Move>,
}

impl Graph<'_> {
    /// Adds nodes for a line.
    fn put_line(&mut self, root: &PartialPosition, line: &[Move]) {
        let mut position = root.clone();
        for &mv in line {
            if position.side_to_move() == self.attacker {
                self.number(&position);
                self.line.entry(key(&position)).or_insert(mv);
            }
            if position.make_move(mv).is_none() {
                break;
            }
        }
    }

    /// The number of a position's node, which is added when it is new; `None` when there are
    /// too many nodes.
    fn number(&mut self, position: &PartialPosition) -> Option<usize> {
        let next = self.known.len();
        let key = key(position);
        if let Some(&n) = self.known.get(&key) {
            return Some(n);
        }
        if next >= MAX_NODES {
            return None;
        }
        self.known.insert(key, next);
        self.positions.push(position.clone());
        Some(next)
    }

    /// The defences in a position as `[move, node, plies]`. The node is -1 where the graph has
    /// none. The plies count from the defence on, itself included; `null` where the certificates
    /// have no entry.
    fn defences(&mut self, position: &PartialPosition) -> Result<Value, SetupError> {
        let mut out = Vec::new();
        for mv in defences(position, self.attacker)? {
            let mut next = position.clone();
            if next.make_move(mv).is_none() {
                continue;
            }
            let plies = self.strategy.attack(&next).map(|(_, n)| n + 1);
            let on_line = self.line.contains_key(&key(&next));
            let node = match plies {
                None if !on_line => None,
                _ => self.number(&next),
            };
            out.push((self.names.of(position, mv), node, plies, on_line));
        }
        // The defences of the lines come first, then the longest ones.
        out.sort_by_key(|&(_, _, plies, on_line)| (!on_line, std::cmp::Reverse(plies)));
        let value = |&(name, node, plies, _): &(usize, Option<usize>, Option<u32>, bool)| {
            json!([name, node.map_or(-1, |n| n as i64), plies])
        };
        Ok(Value::Array(out.iter().map(value).collect()))
    }
}

/// The graph as `(root, nodes)`. `root` is `null` where the attacker is to move, and then node 0
/// is the root; otherwise it is the list of defences. A node is `[move, defences]`, or `null`
/// where no move of the attacker is known.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn graph(
    root: &PartialPosition,
    attacker: Color,
    lines: &[&[Move]],
    certificates: &[&Certificate],
    names: &mut Names,
) -> Result<(Value, Vec<Value>), SetupError> {
    let mut strategy = Strategy::new(attacker);
    for certificate in certificates {
        strategy.add(certificate);
    }
    let mut graph = Graph {
        attacker,
        strategy,
        names,
        known: HashMap::new(),
        positions: Vec::new(),
        line: HashMap::new(),
    };
    for line in lines {
        graph.put_line(root, line);
    }
    let first = if root.side_to_move() == attacker {
        // Node 0, unless a line has begun there.
        graph.number(root);
        Value::Null
    } else {
        graph.defences(root)?
    };
    let mut nodes = Vec::new();
    while nodes.len() < graph.positions.len() {
        let position = graph.positions[nodes.len()].clone();
        let mv = match graph.line.get(&key(&position)) {
            Some(&mv) => Some(mv),
            None => graph.strategy.attack(&position).map(|(mv, _)| mv),
        };
        let mut next = position.clone();
        nodes.push(match mv.filter(|&mv| next.make_move(mv).is_some()) {
            None => Value::Null,
            Some(mv) => json!([graph.names.of(&position, mv), graph.defences(&next)?]),
        });
    }
    Ok((first, nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::solver::{Control, Lengths, Options, Solver, Verdict};

    /// A proof that has many more positions than there may be nodes.
    #[test]
    fn a_line_is_whole_where_the_graph_is_not() {
        // Shogi Zuko 12 (Ito Kanju, 1755).
        let sfen = "5+rl1s/7k1/8n/6p1+B/9/9/9/9/9 b R2NPb4g3sn3l16p 1";
        let root = sfen::parse(sfen).unwrap().position;
        let mut solver = Solver::new(Options {
            memory: 4 << 20,
            lengths: Lengths::None,
            ..Options::default()
        });
        let found = solver
            .solve(&root, Color::Black, Control::default())
            .unwrap();
        assert!(matches!(found.verdict, Verdict::Mate { .. }));
        let certificate = found.certificate.unwrap();
        assert!(certificate.len() > 2 * MAX_NODES, "{}", certificate.len());
        let mut names = Names::default();
        let line = names.line(&root, &found.line);
        let lines = [&found.line[..]];
        let (_, nodes) = graph(&root, Color::Black, &lines, &[&certificate], &mut names).unwrap();
        assert_eq!(nodes.len(), MAX_NODES);
        // Each node of the line has the line's move, and the defence of the line comes first.
        let mut at = 0;
        for pair in line.chunks(2) {
            assert_eq!(nodes[at][0], json!(pair[0]));
            if let Some(&defence) = pair.get(1) {
                assert_eq!(nodes[at][1][0][0], json!(defence));
                at = nodes[at][1][0][1].as_u64().unwrap() as usize;
            }
        }
    }
}
