//! A solution as one web page that needs nothing else: the board, the main line,
//! and the answer to every defence.
//!
//! The page knows no rules of shogi. It is given a graph made from the certificate:
//! nodes with the attacker to move, his move, every legal defence and the node it
//! leads to. Walking the graph is all the script does, so whatever a reader tries
//! is answered with a proved mate. Beside the main line it may be given what becomes of
//! the attacker's other checks ([`near_misses`](crate::variations::near_misses)).

use crate::base::markup::escaped;
use crate::base::message::{Lang, Message};
use crate::shogi::SetupError;
use crate::solver::Certificate;
use crate::variations::defences;
use crate::variations::near_misses::{Fate, NearMiss};
use crate::variations::strategy::Strategy;
use serde_json::{Value, json};
use shogi_core::{Color, Move, PartialPosition, ToUsi};
use std::collections::{BTreeMap, HashMap};

mod folder;
mod plain;

pub use folder::{Listed, index};
pub use plain::plain;

const TEMPLATE: &str = include_str!("page.html");

/// Nodes of the graph at most; defences beyond it say that they are left out.
const MAX_NODES: usize = 30_000;

/// What stands above the board of any page.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// The name of the problem (作品名), or its id.
    pub title: &'a str,
    /// Who composed it (作者).
    pub author: Option<&'a str>,
    pub verdict: &'a Message,
    /// The language of the page; that of a mate can be switched.
    pub lang: Lang,
}

impl Head<'_> {
    /// The language as HTML names it.
    fn code(&self) -> &'static str {
        code(self.lang)
    }
}

fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Ja => "ja",
    }
}

/// What the page of a mate shows.
pub struct Page<'a> {
    pub head: Head<'a>,
    pub position: &'a PartialPosition,
    pub attacker: Color,
    /// The main line.
    pub line: &'a [Move],
    /// The certificate of the mate, and those of positions it does not speak of.
    pub certificates: &'a [&'a Certificate],
    /// The attacker's other checks along the main line; empty when they were not asked for.
    pub near_misses: &'a [NearMiss],
    /// The main line in book notation.
    pub words: &'a [String],
}

/// Writes the page.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn page(page: &Page<'_>) -> Result<String, SetupError> {
    let data = json!({
        "language": page.head.code(),
        "author": page.head.author,
        "sfen": page.position.to_sfen_owned(),
        "attacker": if page.attacker == Color::Black { "b" } else { "w" },
        "line": page.line.iter().map(ToUsi::to_usi_owned).collect::<Vec<_>>(),
        "verdict": { "en": page.head.verdict.english(), "ja": page.head.verdict.japanese() },
        "graph": graph(page)?,
        "tries": tries(page.near_misses),
    });
    // In a script element only this sign could end the element.
    let data = data.to_string().replace('<', "\\u003c");
    Ok(TEMPLATE
        .replace("@LANG@", page.head.code())
        .replace("@TITLE@", &escaped(page.head.title))
        .replace(
            "@VERDICT@",
            &escaped(page.head.verdict.text(page.head.lang)),
        )
        .replace("@WORDS@", &escaped(&page.words.join(" ")))
        .replace("@DATA@", &data))
}

/// By the number of moves before them: `[check, reply that escapes, plies to mate]`,
/// those that fail first, then those that mate too, then what is open.
fn tries(found: &[NearMiss]) -> Value {
    let mut by_ply: BTreeMap<u32, Vec<(u8, Value)>> = BTreeMap::new();
    for miss in found {
        let (rank, reply, plies) = match miss.fate {
            Fate::Refuted(reply) => (0, Some(reply.to_usi_owned()), None),
            Fate::Mates(plies) => (1, None, Some(plies)),
            Fate::Open => (2, None, None),
        };
        let one = json!([miss.check.to_usi_owned(), reply, plies]);
        by_ply.entry(miss.ply - 1).or_default().push((rank, one));
    }
    let sorted = |mut tries: Vec<(u8, Value)>| {
        tries.sort_by_key(|&(rank, _)| rank);
        tries.into_iter().map(|(_, one)| one).collect()
    };
    let lists = by_ply.into_iter();
    Value::Object(lists.map(|(ply, t)| (ply.to_string(), sorted(t))).collect())
}

/// A node is known by its board and the attacker's hand.
fn key(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.rsplit_once(' ').map_or(sfen.clone(), |s| s.0.into())
}

struct Graph<'a> {
    attacker: Color,
    strategy: Strategy,
    /// Nodes by position; the positions still to be described.
    known: HashMap<String, usize>,
    open: Vec<PartialPosition>,
    /// The main line's own moves.
    line: HashMap<String, &'a Move>,
}

impl Graph<'_> {
    /// The number of a node, given out when it is new; `None` when there are too many.
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
        self.open.push(position.clone());
        Some(next)
    }

    /// The defences in a position as `[move, node, plies]`; the node is -1 where
    /// the page has none.
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
            out.push((mv, node, plies, on_line));
        }
        // The main line first, then the longest.
        out.sort_by_key(|&(_, _, plies, on_line)| (!on_line, std::cmp::Reverse(plies)));
        let value = |(mv, node, plies, _): &(Move, Option<usize>, Option<u32>, bool)| {
            json!([mv.to_usi_owned(), node.map_or(-1, |n| n as i64), plies])
        };
        Ok(Value::Array(out.iter().map(value).collect()))
    }
}

/// `{root: defences or node, nodes: [[move, defences], …]}`
fn graph(page: &Page<'_>) -> Result<Value, SetupError> {
    let mut strategy = Strategy::new(page.attacker);
    for certificate in page.certificates {
        strategy.add(certificate);
    }
    let mut line = HashMap::new();
    let mut position = page.position.clone();
    for mv in page.line {
        if position.side_to_move() == page.attacker {
            line.insert(key(&position), mv);
        }
        if position.make_move(*mv).is_none() {
            break;
        }
    }
    let mut graph = Graph {
        attacker: page.attacker,
        strategy,
        known: HashMap::new(),
        open: Vec::new(),
        line,
    };
    let root = if page.position.side_to_move() == page.attacker {
        graph.number(page.position);
        Value::Null
    } else {
        graph.defences(page.position)?
    };
    let mut nodes = Vec::new();
    while nodes.len() < graph.open.len() {
        let position = graph.open[nodes.len()].clone();
        let mv = match graph.line.get(&key(&position)) {
            Some(&&mv) => Some(mv),
            None => graph.strategy.attack(&position).map(|(mv, _)| mv),
        };
        let mut next = position;
        nodes.push(match mv.filter(|&mv| next.make_move(mv).is_some()) {
            None => Value::Null,
            Some(mv) => json!([mv.to_usi_owned(), graph.defences(&next)?]),
        });
    }
    Ok(json!({ "root": root, "nodes": nodes }))
}
