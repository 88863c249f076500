//! A solution as one web page that needs no other file: the board, the main line, and the
//! answer to every defence.
//!
//! The page knows no rules of shogi. Its script walks a graph made from the certificate, whose
//! nodes are positions with the attacker to move: each has his move, every legal defence and
//! the node it leads to. So every defence that a reader tries is answered with a proved mate.
//! The page may also list the attacker's other checks along the main line and their results
//! ([`near_misses`](crate::variations::near_misses)). Where there is no mate the reader attacks,
//! and the page defends ([`refuted`]).

use crate::base::markup::escaped;
use crate::base::message::{Lang, Message};
use crate::formats::notation::japanese;
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
mod refuted;

pub use folder::{Listed, index};
pub use plain::plain;
pub use refuted::refuted;

const TEMPLATE: &str = include_str!("page.html");

/// The most nodes of the graph. A defence that would need another one leads to no node.
const MAX_NODES: usize = 30_000;

/// The heading of a page.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// The name of the problem (作品名), or its id.
    pub title: &'a str,
    /// Who composed it (作者).
    pub author: Option<&'a str>,
    pub verdict: &'a Message,
    /// The language of the page. The reader can switch a page with moves to the other one.
    pub lang: Lang,
}

impl Head<'_> {
    /// The code of the language in HTML.
    fn code(&self) -> &'static str {
        code(self.lang)
    }
}

/// The code of a language in HTML.
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
    /// The other line where the customs about pieces left over differ, with its name.
    pub other: Option<(&'a [Move], Message)>,
    /// The certificate of the mate, and those of positions that it has no entry for.
    pub certificates: &'a [&'a Certificate],
    /// The attacker's other checks along the main line; empty when they were not asked for.
    pub near_misses: &'a [NearMiss],
}

/// The page of a mate as HTML.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn page(page: &Page<'_>) -> Result<String, SetupError> {
    let usi = |line: &[Move]| line.iter().map(ToUsi::to_usi_owned).collect::<Vec<_>>();
    let lines: Vec<&[Move]> = std::iter::once(page.line)
        .chain(page.other.as_ref().map(|o| o.0))
        .collect();
    let data = json!({
        "line": usi(page.line),
        "graph": graph(page)?,
        "tries": tries(page.near_misses),
        "other": page.other.as_ref().map(|(line, name)| json!({
            "line": usi(line),
            "name": { "en": name.english(), "ja": name.japanese() },
        })),
    });
    Ok(filled(page.head, page.position, data, &lines))
}

/// The page with its data. The lines are for print and for readers without scripts.
fn filled(
    head: Head<'_>,
    position: &PartialPosition,
    mut data: Value,
    lines: &[&[Move]],
) -> String {
    data["language"] = json!(head.code());
    data["author"] = json!(head.author);
    data["sfen"] = json!(position.to_sfen_owned());
    data["verdict"] = json!({ "en": head.verdict.english(), "ja": head.verdict.japanese() });
    // Without the sign `<` the data cannot end the script element that they stand in.
    let data = data.to_string().replace('<', "\\u003c");
    let words = |line: &&[Move]| escaped(&japanese(position, line).join(" "));
    TEMPLATE
        .replace("@LANG@", head.code())
        .replace("@TITLE@", &escaped(head.title))
        .replace("@VERDICT@", &escaped(head.verdict.text(head.lang)))
        .replace(
            "@WORDS@",
            &lines.iter().map(words).collect::<Vec<_>>().join("<br>"),
        )
        .replace("@DATA@", &data)
}

/// The other checks, by the number of moves before them, each as `[check, line after it that
/// escapes, plies to mate]`, without a line and with `null` where that is not known.
fn tries(found: &[NearMiss]) -> Value {
    let mut by_ply: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    for miss in found {
        let (line, plies) = match &miss.fate {
            Fate::Refuted(escape) => (&escape.line[1..], None),
            Fate::Mates(plies) => (&[][..], Some(plies)),
            Fate::Open => (&[][..], None),
        };
        let line: Vec<_> = line.iter().map(ToUsi::to_usi_owned).collect();
        let one = json!([miss.check.to_usi_owned(), line, plies]);
        by_ply.entry(miss.ply - 1).or_default().push(one);
    }
    json!(by_ply)
}

/// The key of a node: the SFEN of its position without the move number.
fn key(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.rsplit_once(' ').map_or(sfen.clone(), |s| s.0.into())
}

struct Graph<'a> {
    attacker: Color,
    strategy: Strategy,
    /// The numbers of nodes by the keys of their positions.
    known: HashMap<String, usize>,
    /// The positions of all nodes, in the order of their numbers.
    positions: Vec<PartialPosition>,
    /// The attacker's moves of the lines by the keys of the positions before them.
    line: HashMap<String, &'a Move>,
}

impl Graph<'_> {
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
            out.push((mv, node, plies, on_line));
        }
        // The defences of the lines come first, then the longest ones.
        out.sort_by_key(|&(_, _, plies, on_line)| (!on_line, std::cmp::Reverse(plies)));
        let value = |(mv, node, plies, _): &(Move, Option<usize>, Option<u32>, bool)| {
            json!([mv.to_usi_owned(), node.map_or(-1, |n| n as i64), plies])
        };
        Ok(Value::Array(out.iter().map(value).collect()))
    }
}

/// The graph as `{root, nodes: [[move, defences] or null, …]}`. `root` is `null` where the
/// attacker is to move, and then the root is node 0; otherwise it is the list of defences. A
/// node is `null` where no move of the attacker is known.
fn graph(page: &Page<'_>) -> Result<Value, SetupError> {
    let mut strategy = Strategy::new(page.attacker);
    for certificate in page.certificates {
        strategy.add(certificate);
    }
    let mut line = HashMap::new();
    let other = page.other.as_ref().map_or(&[][..], |other| other.0);
    for moves in [page.line, other] {
        let mut position = page.position.clone();
        for mv in moves {
            if position.side_to_move() == page.attacker {
                line.entry(key(&position)).or_insert(mv);
            }
            if position.make_move(*mv).is_none() {
                break;
            }
        }
    }
    let mut graph = Graph {
        attacker: page.attacker,
        strategy,
        known: HashMap::new(),
        positions: Vec::new(),
        line,
    };
    let root = if page.position.side_to_move() == page.attacker {
        graph.number(page.position);
        Value::Null
    } else {
        graph.defences(page.position)?
    };
    let mut nodes = Vec::new();
    while nodes.len() < graph.positions.len() {
        let position = graph.positions[nodes.len()].clone();
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
