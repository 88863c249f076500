//! A solution as one web page that needs no other file: a board on which a reader solves the
//! problem, plays every defence, and tries other checks.
//!
//! The page is made of the same modules as the bench (`web/`; [`parts`] puts them into one file),
//! and it knows no rules of shogi. Instead of an engine it has a book (`web/book.js`): a graph made
//! from the certificate, whose nodes are positions with the attacker to move. Each has his move,
//! every legal defence and the node it leads to, so every defence that a reader tries is answered
//! with a proved mate. Along the main line the page knows the attacker's other checks, and where
//! that was asked for what becomes of them ([`near_misses`](crate::variations::near_misses)). Where
//! there is no mate the reader attacks, and the page defends ([`refuted`]).

use crate::base::Length;
use crate::base::markup::escaped;
use crate::base::message::{Lang, Message};
use crate::formats::notation;
use crate::formats::sfen::without_number;
use crate::formats::svg::{Hands, svg};
use crate::shogi::{SetupError, other_checks};
use crate::solver::{Certificate, Custom, Outcome, Verdict};
use crate::variations::near_misses::{Fate, NearMiss};
use crate::variations::refutation::twins;
use names::Names;
use serde_json::{Map, Value, json};
use shogi_core::{Color, Move, PartialPosition};
use std::collections::BTreeMap;

mod folder;
mod graph;
mod names;
pub mod parts;
mod refuted;

pub use folder::{Listed, index};
pub use refuted::refuted;

/// The usual port of `tsumi serve`.
pub const PORT: u16 = 8027;

const BODY: &str = include_str!("page.html");

/// The heading of a page, and its problem.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// The name of the problem (作品名 or 表題), or its id.
    pub title: &'a str,
    /// Who composed it (作者).
    pub author: Option<&'a str>,
    pub verdict: &'a Message,
    /// The language of the page. The reader can switch to the other one.
    pub lang: Lang,
    pub position: &'a PartialPosition,
    pub attacker: Color,
}

/// What the page of a mate shows.
pub struct Page<'a> {
    pub head: Head<'a>,
    /// The main line.
    pub line: &'a [Move],
    /// What is known of its length, of which the line is the upper bound.
    pub length: Length,
    /// True when the certificate proves that length.
    pub proved: bool,
    /// The other line where the customs about pieces left over differ, with its name.
    pub other: Option<(&'a [Move], Message)>,
    /// The certificate of the mate, and those of positions that it has no entry for.
    pub certificates: &'a [&'a Certificate],
    /// The attacker's other checks along the main line; empty when they were not asked for.
    pub near_misses: &'a [NearMiss],
}

/// The page of an answer as HTML: of a mate or of a refutation where a certificate proves it,
/// otherwise the position and what is said of it.
///
/// Of a mate it shows the lines that `custom` chooses. `proofs` are certificates of positions that
/// its own has no entry for, and `near_misses` what becomes of the attacker's other checks along
/// the main line; both may be empty.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn of_outcome(
    head: Head<'_>,
    outcome: &Outcome,
    custom: Custom,
    proofs: &[Certificate],
    near_misses: &[NearMiss],
) -> Result<String, SetupError> {
    let Some(certificate) = &outcome.certificate else {
        return Ok(plain(head));
    };
    if !matches!(outcome.verdict, Verdict::Mate { .. }) {
        return Ok(refuted(head, certificate).unwrap_or_else(|| plain(head)));
    }
    let certificates: Vec<_> = std::iter::once(certificate).chain(proofs).collect();
    let (length, proved) = outcome.main_length(custom);
    page(&Page {
        head,
        line: outcome.main_line(custom),
        length,
        proved,
        other: outcome.other_line(custom),
        certificates: &certificates,
        near_misses,
    })
}

/// The page of a mate as HTML.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn page(page: &Page<'_>) -> Result<String, SetupError> {
    let Head {
        position, attacker, ..
    } = page.head;
    let mut names = Names::default();
    let line = names.line(position, page.line);
    let certificates = page.certificates;
    let other = page.other.as_ref();
    let lines: Vec<&[Move]> = std::iter::once(page.line)
        .chain(other.map(|other| other.0))
        .collect();
    let (root, nodes) = graph::graph(position, attacker, &lines, certificates, &mut names)?;
    let state = match (page.length.is_minimal(), page.proved) {
        (true, true) => "proved",
        (true, false) => "searched",
        (false, _) => "bound",
    };
    let data = json!({
        "length": {"lower": page.length.lower, "upper": page.length.upper, "state": state},
        "line": line,
        "root": root,
        "nodes": nodes,
        "tries": tries(page, &mut names)?,
        "other": other.map(|(line, name)| json!({
            "line": names.line(position, line),
            "name": { "en": name.english(), "ja": name.japanese() },
        })),
    });
    Ok(filled(page.head, data, &names, &lines))
}

/// The page of a problem without a proof: its position and what is said of it.
pub fn plain(head: Head<'_>) -> String {
    filled(
        head,
        json!({ "length": null, "line": [] }),
        &Names::default(),
        &[],
    )
}

/// The address of a position in the bench, where `tsumi serve` runs on its usual port. `moves` in USI
/// are declared of it; none is empty.
pub fn bench_address(position: &PartialPosition, moves: &str) -> String {
    let problem = match moves {
        "" => without_number(position),
        moves => format!("{} moves {moves}", without_number(position)),
    };
    format!("http://localhost:{PORT}/#{}", problem.replace(' ', "_"))
}

/// The page with its data. The lines are for print and for readers without scripts.
fn filled(head: Head<'_>, mut data: Value, names: &Names, lines: &[&[Move]]) -> String {
    data["language"] = json!(parts::code(head.lang));
    data["author"] = json!(head.author);
    data["title"] = json!(head.title);
    data["sfen"] = json!(head.position.to_sfen_owned());
    data["attacker"] = json!(match head.attacker {
        Color::Black => "b",
        Color::White => "w",
    });
    data["verdict"] = json!({ "en": head.verdict.english(), "ja": head.verdict.japanese() });
    data["moves"] = names.value();
    // Without the sign `<` the data cannot end the script element that they stand in.
    let data = data.to_string().replace('<', "\\u003c");
    let line = |line: &&[Move]| {
        let words = notation::words(head.position, line, head.lang);
        format!("<p>{}</p>", escaped(&words.join(" ")))
    };
    let diagram = svg(
        head.position,
        head.title,
        Hands::usual(head.position, head.attacker),
    );
    let author = head.author.unwrap_or_default();
    let body = BODY
        .replace("@TITLE@", &escaped(head.title))
        .replace("@AUTHOR@", &escaped(author))
        .replace("@VERDICT@", &escaped(head.verdict.text(head.lang)))
        .replace("@LINES@", &lines.iter().map(line).collect::<String>())
        .replace("@DIAGRAM@", &diagram)
        .replace("@BENCH@", &escaped(&bench_address(head.position, "")))
        .replace("@DATA@", &data);
    parts::page(head.lang, head.title, "", &body, "solution.js")
}

/// All other checks of the attacker along the main line, by the number of moves before them, with
/// what is known of them.
fn tries(page: &Page<'_>, names: &mut Names) -> Result<Value, SetupError> {
    let Head {
        position, attacker, ..
    } = page.head;
    let mut found: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    for node in other_checks(position, attacker, page.line)? {
        let known = page.near_misses.iter().filter(|m| m.ply == node.ply);
        let known: Vec<&NearMiss> = known.collect();
        let refuted = known.iter().filter_map(|m| m.escape());
        let groups = twins(refuted, |escape| escape.idea.clone());
        // The first check of the idea that another one shares.
        let leader = |check: Move| {
            let mut groups = groups.iter();
            let group = groups.find(|g| g[1..].iter().any(|escape| escape.line[0] == check))?;
            Some(group[0].line[0])
        };
        let mut one = |&check: &Move| {
            let mut value = Map::new();
            value.insert("check".into(), json!(names.of(&node.position, check)));
            if let Some(leader) = leader(check) {
                value.insert("like".into(), json!(names.of(&node.position, leader)));
            }
            match known.iter().find(|m| m.check == check).map(|m| &m.fate) {
                Some(Fate::Refuted(escape)) => {
                    let line = names.line(&node.position, &escape.line);
                    value.insert("line".into(), json!(line[1..]));
                    value.insert("ending".into(), json!(escape.ending.name()));
                }
                Some(Fate::Mates(plies)) => {
                    value.insert("plies".into(), json!(plies));
                }
                Some(Fate::Open) | None => {}
            }
            Value::Object(value)
        };
        let all: Vec<Value> = node.rest.iter().map(&mut one).collect();
        if !all.is_empty() {
            found.insert(node.ply - 1, all);
        }
    }
    Ok(json!(found))
}
