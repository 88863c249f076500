//! The front door of writing: a problem in any format.
//!
//! ```
//! use tsumi::formats::write::{Target, write};
//! use tsumi::formats::{Input, ReadOptions, read_input};
//!
//! let line = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\t1\tG*5b";
//! let input = Input::Memory { name: "a.sfen".into(), bytes: line.into() };
//! let problem = read_input(&input, &ReadOptions::default()).next().unwrap()?;
//! assert!(write(&problem, Target::Ki2).ends_with("▲５二金\nまで1手で詰み\n"));
//! assert!(write(&problem, Target::Csa).ends_with("+0052KI\n%TSUMI\n"));
//! # Ok::<(), tsumi::formats::InputError>(())
//! ```

use super::record;
use super::text::shown;
use super::usi;
use super::{csa_write, jkf, kif_write};
use crate::base::problem::{Problem, TITLES};
use crate::base::tree::{Ending, ROOT, Tree};
use serde_json::{Map, Value};
use shogi_core::PartialPosition;
use std::path::Path;

/// What a writer is given.
pub struct Document<'a> {
    /// The name, where no header has one.
    pub title: &'a str,
    pub headers: &'a [(String, String)],
    pub position: &'a PartialPosition,
    /// Declared length.
    pub plies: Option<u32>,
    pub tree: &'a Tree,
}

impl Document<'_> {
    /// The declared length, where it is not that of a line that ends in mate.
    pub fn unshown_plies(&self) -> Option<u32> {
        let mated = self.tree.ending() == Some(Ending::Mate) && !self.tree.is_empty();
        let line = mated.then(|| self.tree.main_line().len() as u32);
        self.plies.filter(|&n| line != Some(n))
    }
}

/// The formats that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// `id, sfen, plies, line` between tabs, one problem a line.
    Sfen,
    /// One JSON object a line, as [`super::jsonl`] reads it.
    Jsonl,
    Kif,
    Ki2,
    /// The position alone, as a board drawn in text.
    Bod,
    Csa,
    Jkf,
}

impl Target {
    /// All of them, with the name that is also the extension.
    pub const ALL: [(Target, &'static str); 7] = [
        (Target::Sfen, "sfen"),
        (Target::Jsonl, "jsonl"),
        (Target::Kif, "kif"),
        (Target::Ki2, "ki2"),
        (Target::Bod, "bod"),
        (Target::Csa, "csa"),
        (Target::Jkf, "jkf"),
    ];

    /// Extension of its files.
    pub fn extension(self) -> &'static str {
        Target::ALL
            .iter()
            .find(|t| t.0 == self)
            .map_or("txt", |t| t.1)
    }

    /// The format that the name of a file asks for.
    pub fn by_extension(path: &Path) -> Option<Target> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "usi" => Target::Sfen,
            "json" | "ndjson" => Target::Jsonl,
            "kifu" => Target::Kif,
            "ki2u" => Target::Ki2,
            other => return Target::ALL.iter().find(|t| t.1 == other).map(|t| t.0),
        })
    }

    /// True when it keeps the moves.
    pub fn keeps_moves(self) -> bool {
        self != Target::Bod
    }

    /// True when it keeps how the moves end.
    pub fn keeps_endings(self) -> bool {
        self == Target::Csa || self.keeps_branches()
    }

    /// True when it keeps branches and comments.
    pub fn keeps_branches(self) -> bool {
        matches!(self, Target::Kif | Target::Ki2 | Target::Jkf)
    }
}

fn document(problem: &Problem) -> Document<'_> {
    Document {
        title: &problem.id,
        headers: &problem.headers,
        position: &problem.position,
        plies: problem.plies,
        tree: &problem.tree,
    }
}

/// What a format has no place for: what a problem declares, by its names in JSONL, and what a
/// record says besides.
pub fn left_out(problem: &Problem, target: Target) -> Vec<&'static str> {
    let no_plies = target == Target::Csa && document(problem).unshown_plies().is_some();
    let expect = problem.expect;
    // Players and title go through CSA.
    let kept = |key: &str| matches!(key, "先手" | "後手") || TITLES.contains(&key);
    let no_headers = match target {
        Target::Sfen => !problem.headers.is_empty(),
        Target::Csa => problem.headers.iter().any(|(key, _)| !kept(key)),
        _ => false,
    };
    let keeps_comments = target == Target::Csa || target.keeps_branches();
    let mut nodes = (0..problem.tree.len()).map(|index| problem.tree.node(index));
    [
        ("headers", no_headers),
        (
            "comments",
            !keeps_comments && nodes.any(|node| !node.comments.is_empty()),
        ),
        ("plies", no_plies),
        ("expect", target != Target::Jsonl && expect.mate.is_some()),
        (
            "raw_plies",
            target != Target::Jsonl && expect.raw_plies.is_some(),
        ),
        (
            "raw_upper",
            target != Target::Jsonl && expect.raw_upper.is_some(),
        ),
    ]
    .into_iter()
    .filter_map(|(name, lost)| lost.then_some(name))
    .collect()
}

/// The ending that a format has for one for which it has no word, or that other programs do not
/// read there; any other ending is written as it is.
pub fn written(ending: Ending, target: Target) -> Ending {
    match (target, ending) {
        (Target::Kif | Target::Ki2, Ending::Draw | Ending::MaxMoves) => Ending::Impasse,
        (Target::Ki2, Ending::Entering | Ending::WinByDefault | Ending::LossByDefault)
        | (Target::Csa | Target::Jkf, Ending::WinByDefault | Ending::LossByDefault) => {
            Ending::Unknown
        }
        (_, kept) => kept,
    }
}

/// The first ending of a problem that a format has no word for, and the one that is written.
pub fn changed_ending(problem: &Problem, target: Target) -> Option<(Ending, Ending)> {
    let tree = &problem.tree;
    let mut lines = match target {
        _ if target.keeps_branches() => tree.lines(),
        _ if target.keeps_endings() => vec![ROOT],
        _ => Vec::new(),
    }
    .into_iter();
    lines.find_map(|first| {
        let ending = tree.node(*tree.line_from(first).last()?).ending?;
        let instead = written(ending, target);
        (instead != ending).then_some((ending, instead))
    })
}

/// Writes one problem, with the end of its last line.
pub fn write(problem: &Problem, target: Target) -> String {
    let document = document(problem);
    match target {
        Target::Sfen => sfen(problem),
        Target::Jsonl => jsonl(problem),
        Target::Kif => kif_write::kif_tree(&document),
        Target::Ki2 => kif_write::ki2(&document),
        Target::Bod => kif_write::board(&document),
        Target::Csa => csa_write::csa(&document),
        Target::Jkf => jkf::write(&document) + "\n",
    }
}

/// Writes several problems into one file.
pub fn write_all(problems: &[Problem], target: Target) -> String {
    let mut sheet = Sheet::new(target);
    let mut out: String = problems.iter().map(|p| sheet.next(p)).collect();
    out += &sheet.end();
    out
}

/// A file in the making, which holds one problem at a time.
pub struct Sheet {
    target: Target,
    /// Problems so far.
    count: u64,
    /// The first problem in JKF: alone it is the file, with others it begins an array.
    first: Option<String>,
}

impl Sheet {
    /// An empty file.
    pub fn new(target: Target) -> Sheet {
        Sheet {
            target,
            count: 0,
            first: None,
        }
    }

    /// The text of the next problem, with what stands between it and the one before.
    pub fn next(&mut self, problem: &Problem) -> String {
        self.count += 1;
        let text = write(problem, self.target);
        match (self.target, self.count) {
            (Target::Jkf, 1) => {
                self.first = Some(text);
                String::new()
            }
            (Target::Jkf, _) => {
                let begun = match self.first.take() {
                    Some(first) => format!("[\n{}", first.trim_end()),
                    None => String::new(),
                };
                format!("{begun},\n{}", text.trim_end())
            }
            (Target::Sfen | Target::Jsonl, _) | (_, 1) => text,
            (Target::Csa, _) => format!("/\n{text}"),
            (Target::Kif | Target::Ki2 | Target::Bod, _) => format!("\n{text}"),
        }
    }

    /// What stands behind the last problem.
    pub fn end(self) -> String {
        match (self.first, self.target) {
            (Some(first), _) => first,
            (None, Target::Jkf) if self.count > 0 => "\n]\n".to_string(),
            _ => String::new(),
        }
    }
}

fn sfen(problem: &Problem) -> String {
    let plies = problem.plies.map_or("-".to_string(), |n| n.to_string());
    let line = usi::line(problem.line.as_deref().unwrap_or_default());
    let id = shown(&problem.id, 200);
    let mut fields = vec![id.clone(), problem.sfen(), plies, line];
    while fields.len() > 2 && matches!(fields[fields.len() - 1].as_str(), "" | "-") {
        fields.pop();
    }
    let text = fields.join("\t");
    // An id that would be read as something else, as one that begins with #, is left out.
    if record::fields(&text).is_none_or(|read| read.id != Some(id.trim())) {
        fields.remove(0);
        return fields.join("\t") + "\n";
    }
    text + "\n"
}

fn jsonl(problem: &Problem) -> String {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| {
        object.insert(key.into(), value);
    };
    if !problem.id.is_empty() {
        put("id", problem.id.clone().into());
    }
    put("sfen", problem.sfen().into());
    if let Some(mate) = problem.expect.mate {
        put("expect", if mate { "mate" } else { "nomate" }.into());
    }
    for (key, number) in [
        ("plies", problem.plies),
        ("raw_plies", problem.expect.raw_plies),
        ("raw_upper", problem.expect.raw_upper),
    ] {
        if let Some(number) = number {
            put(key, number.into());
        }
    }
    if let Some(line) = &problem.line {
        put("line", usi::line(line).into());
    }
    let mut headers = Map::new();
    for (key, value) in &problem.headers {
        headers.insert(key.clone(), value.clone().into());
    }
    if !headers.is_empty() {
        put("headers", headers.into());
    }
    Value::Object(object).to_string() + "\n"
}
