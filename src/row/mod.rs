//! One line of a report: a JSON object with everything about a problem.
//!
//! Other programs rely on the keys, and so do `--resume` and `tsumi report`, which read them;
//! `schema` is raised when one of them changes its meaning. docs/verify.md describes them.

mod audit;
mod judged;
mod pin;
mod words;

pub use audit::{AuditRow, CheckRow, DefenceRow, OtherRow, PieceRow};
pub use pin::{Besides, Pin, differs, digest};
pub use words::{minimal, proved, reason, rounded};

use crate::base::message::{Lang, Message, message};
use crate::formats::{Problem, usi};
use crate::shogi::rules;
use crate::solver::Limit;
use crate::verify::passes::Effort;
use crate::verify::{CookKind, Earlier, Extent, Futile, Soundness, Status, Weight};
use serde::{Deserialize, Serialize};
use shogi_core::{Move, PartialPosition};
use std::time::Duration;

const SCHEMA: u32 = 1;
/// The `status` of a finding that is a remark.
pub const NOTE: &str = "note";
/// The `result` of a problem without a verdict.
pub const UNKNOWN: &str = "unknown";

/// The `result` of a problem that could not be read, or was not searched to its end.
pub const ERROR: &str = "error";

/// A line of a report.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Row {
    pub schema: u32,
    pub id: Option<String>,
    pub file: String,
    pub line: u64,
    pub sfen: Option<String>,
    pub attacker: Option<String>,
    pub status: Vec<String>,
    pub differs: bool,
    pub declared: Declared,
    pub result: String,
    pub plies: Option<u32>,
    pub raw_plies: Option<u32>,
    pub minimal: Vec<String>,
    /// The metrics in which the certificate proves the length; reports of older versions do not
    /// have it.
    #[serde(default)]
    pub proved: Vec<String>,
    pub leftover: Option<u32>,
    pub moves: String,
    /// The longest line that leaves nothing, where `moves` leaves something.
    #[serde(default)]
    pub nothing_left: Option<String>,
    pub findings: Vec<Note>,
    /// Whether it is sound as a composition; reports of older versions do not have it.
    #[serde(default)]
    pub soundness: Option<String>,
    /// The line that was searched for cooks: `declared`, `nothing_left`, or `proved` for that in
    /// `moves`.
    pub searched: Option<String>,
    pub cooks: Vec<CookRow>,
    pub checks: Checks,
    /// The other checks that were not decided.
    #[serde(default)]
    pub open: Vec<OpenCheck>,
    /// The other checks that mate only by a detour (迂回手順); reports of older versions do not have
    /// them.
    #[serde(default)]
    pub detours: Option<Vec<DetourRow>>,
    /// What `--audit` found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<AuditRow>,
    pub certificate: Option<Certificate>,
    /// The proof that another reply outlasts that of the declared line at its ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlasting: Option<OutlastingRow>,
    /// Why a certificate was refused, or what contradicted itself while one was written: a defect of
    /// tsumi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defect: Option<String>,
    pub nodes: u64,
    /// The most threads that searched at once.
    #[serde(default = "one")]
    pub threads: usize,
    pub ms: f64,
    pub table_mib: f64,
    /// What the row was made from; reports of older versions do not have it.
    #[serde(default)]
    pub from: Option<Pin>,
}

/// What the collection declares.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Declared {
    pub plies: Option<u32>,
    pub line: Option<String>,
    pub expect: Option<String>,
    pub raw_plies: Option<u32>,
}

/// A finding.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Note {
    /// The status that it gives the problem, or [`NOTE`].
    pub status: String,
    /// `fatal`, `disputed`, `noted` or `open`; reports of older versions do not have it.
    #[serde(default)]
    pub weight: Option<String>,
    pub ply: Option<u32>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub plies: Option<u32>,
    pub reason: Option<String>,
    /// The sentence in English.
    pub text: String,
    /// The sentence in Japanese; reports of older versions do not have it.
    #[serde(default)]
    pub ja: Option<String>,
}

impl Note {
    /// The sentence in a language; in English where the report has no other.
    pub fn said(&self, lang: Lang) -> &str {
        match (lang, &self.ja) {
            (Lang::Ja, Some(japanese)) => japanese,
            _ => &self.text,
        }
    }
}

/// Another move that mates.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct CookRow {
    pub ply: u32,
    pub intended: String,
    #[serde(rename = "move")]
    pub mv: String,
    pub kind: String,
    pub plies: u32,
    pub minimal: bool,
    pub raw_plies: u32,
    pub line: String,
    pub certificate: Certificate,
}

/// A reply of the declared line that another one outlasts.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct OutlastingRow {
    pub ply: u32,
    pub certificate: Certificate,
}

/// How many other checks along the main line were decided, and how many were left open.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Checks {
    pub decided: u32,
    pub open: u32,
}

/// Another check that mates only by a detour.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct DetourRow {
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
}

/// Another check that was not decided.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct OpenCheck {
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
    /// The certificate proves that it does not mate within this number of plies, itself counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longer: Option<u32>,
}

/// A certificate, without its entries.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Certificate {
    /// Its file in the folder of `--certificates`.
    pub file: Option<String>,
    pub claim: String,
    /// All that it claims, `claim` first; reports of older versions do not have it.
    #[serde(default)]
    pub claims: Vec<String>,
    pub entries: usize,
    pub verified: bool,
}

/// As what another mate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// As a cook (余詰).
    Fault,
    /// It is allowed by custom (非限定).
    Allowed,
    /// As a cook, unless another line is meant.
    Open,
}

impl Row {
    /// True when the problem has this status.
    pub fn has(&self, status: Status) -> bool {
        self.status.iter().any(|s| s == status.name())
    }

    /// The line that was searched for cooks.
    pub fn main_line(&self) -> &str {
        match (self.searched.as_deref(), &self.declared.line) {
            (Some("declared"), Some(line)) => line,
            (Some("nothing_left"), _) => self.nothing_left.as_deref().unwrap_or(&self.moves),
            _ => &self.moves,
        }
    }

    /// The other mates that count as this.
    pub fn mates(&self, counts: Counts) -> Vec<&CookRow> {
        let these = self.cooks.iter().filter(|cook| self.counts(cook) == counts);
        these.collect()
    }

    /// As what another mate counts.
    fn counts(&self, cook: &CookRow) -> Counts {
        let is_cooked = self.findings.iter().any(|f| {
            f.status == Status::Cooked.name()
                && f.ply == Some(cook.ply)
                && f.mv.as_ref() == Some(&cook.mv)
        });
        match is_cooked {
            true => Counts::Fault,
            false if cook.kind == CookKind::Move.name() => Counts::Open,
            false => Counts::Allowed,
        }
    }

    /// True when the problem differs from what is declared, something is left open, or tsumi has a
    /// defect.
    pub fn is_odd(&self) -> bool {
        self.differs || self.leaves_open() || self.is_defect()
    }

    /// True when a limit left something open, whether it matters to the answer or not.
    fn leaves_open(&self) -> bool {
        let open = |note: &Note| note.weight.as_deref() == Some(Weight::Open.name());
        self.has(Status::Undecided) || self.findings.iter().any(open)
    }

    /// How much of the problem is known.
    pub fn extent(&self) -> Extent {
        Extent {
            differs: self.differs,
            undecided: self.leaves_open(),
            has_verdict: self.result != UNKNOWN,
            soundness_open: self.soundness.as_deref() == Some(Soundness::Open.name()),
            minimal: self.minimal.len(),
            checks: self.checks.decided,
        }
    }

    /// What the next pass need not find out again; `None` when it should ask everything.
    pub fn earlier(&self, problem: &Problem, futile: Futile) -> Option<Earlier> {
        let proved = |metric: &str, plies: Option<u32>| {
            plies.filter(|_| self.minimal.iter().any(|m| m == metric))
        };
        let listed = self.checks.open as usize == self.open.len() && self.detours.is_some();
        if !listed || self.searched.as_deref() != Some("declared") {
            return None;
        }
        let line = problem.line.as_ref()?;
        let open = self.open.iter().map(|c| (c.ply, c.mv.as_str()));
        let cooks = self.cooks.iter().map(|c| (c.ply, c.mv.as_str()));
        let detours = self.detours.iter().flatten();
        let detours = detours.map(|c| (c.ply, c.mv.as_str())).collect();
        let earlier = Earlier {
            raw: proved("raw", self.raw_plies),
            conventional: proved("conventional", self.plies),
            open: self.open.len(),
            decided: self.checks.decided.checked_sub(self.cooks.len() as u32)?,
            effort: Effort {
                nodes: self.nodes,
                time: Duration::try_from_secs_f64(self.ms / 1e3).ok()?,
            },
            ask: checks(&problem.position, line, open.chain(cooks).collect())?,
            detours: checks(&problem.position, line, detours)?,
        };
        earlier.if_useful(futile)
    }

    /// Adds the nodes and the time of another pass whose results enter into this row, and the defect
    /// that it met.
    pub fn add_effort(&mut self, earlier: &Row) {
        self.note_defect(earlier.defect.as_ref());
        self.nodes = self.nodes.saturating_add(earlier.nodes);
        self.ms = rounded(self.ms + earlier.ms, 3);
    }

    /// The id, or the place of a problem that has none.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.place())
    }

    /// File and line; the file alone where it is meant as a whole, as one that cannot be opened.
    pub fn place(&self) -> String {
        match self.line {
            0 => self.file.clone(),
            line => format!("{}:{line}", self.file),
        }
    }

    /// A row with nothing but a place and a result.
    pub fn empty(file: &str, line: u64, result: &str) -> Row {
        Row {
            schema: SCHEMA,
            file: file.to_string(),
            line,
            result: result.to_string(),
            threads: 1,
            ..Row::default()
        }
    }

    /// True when a certificate did not pass its check, or the solver panicked.
    pub fn is_defect(&self) -> bool {
        self.defect.is_some() || self.names_self_check() || self.has_reason("internal")
    }

    /// The defect in words, where no finding names it: it changes nothing about the answer then.
    pub fn defect_besides(&self) -> Option<Message> {
        let why = self.defect.as_ref().filter(|_| !self.names_self_check())?;
        Some(message!(
            "{what}: {why}",
            "{what}：{why}",
            what = Limit::SelfCheck.message(),
            why
        ))
    }

    /// Keeps the first defect.
    pub fn note_defect(&mut self, why: Option<&String>) {
        if self.defect.is_none() {
            self.defect = why.cloned();
        }
    }

    fn names_self_check(&self) -> bool {
        self.has_reason(reason(Limit::SelfCheck))
    }

    fn has_reason(&self, reason: &str) -> bool {
        let has = |n: &Note| n.reason.as_deref() == Some(reason);
        self.findings.iter().any(has)
    }
}

/// The moves of checks along a line, in the order of their plies; `None` where one cannot be
/// played.
fn checks(
    root: &PartialPosition,
    line: &[Move],
    mut texts: Vec<(u32, &str)>,
) -> Option<Vec<(u32, Move)>> {
    texts.sort_by_key(|text| text.0);
    let positions = rules::positions(root, line);
    let read = |(ply, text)| {
        let played = (ply as usize).checked_sub(1).filter(|&n| n < line.len())?;
        Some((ply, usi::parse_move(positions.get(played)?, text)?))
    };
    texts.into_iter().map(read).collect()
}

/// The number of threads of a row that does not have it.
fn one() -> usize {
    1
}

#[cfg(test)]
mod tests {
    use super::judged::tests::nine;
    use super::*;
    use crate::solver::Control;
    use crate::verify::{Settings, Verifier};

    /// Another mate that is a cook unless another line is meant is nothing that custom allows.
    #[test]
    fn what_is_open_is_not_allowed() {
        let problem = nine();
        let mut verifier = Verifier::new(Settings::default());
        let judgement = verifier.judge(&problem, Control::default()).unwrap();
        let mut row = Row::of(&problem, UNKNOWN).judged(&problem, &judgement);
        let counts =
            |row: &Row| [Counts::Fault, Counts::Open, Counts::Allowed].map(|c| row.mates(c).len());
        assert_eq!(counts(&row), [0, 0, 1], "from another square");
        row.cooks[0].kind = CookKind::Move.name().into();
        assert_eq!(counts(&row), [0, 1, 0]);
        let mut finding = row.findings[0].clone();
        finding.status = Status::Cooked.name().into();
        finding.ply = Some(row.cooks[0].ply);
        finding.mv = Some(row.cooks[0].mv.clone());
        row.findings.push(finding);
        assert_eq!(counts(&row), [1, 0, 0]);
    }

    #[test]
    fn a_row_tells_the_next_pass_what_is_left_to_ask() {
        let problem = nine();
        let mut verifier = Verifier::new(Settings::default());
        let judgement = verifier.judge(&problem, Control::default()).unwrap();
        let row = Row::of(&problem, UNKNOWN).judged(&problem, &judgement);
        let cooks: Vec<_> = judgement.cooks.iter().map(|c| (c.ply, c.mv)).collect();
        assert_eq!(cooks.len(), 1);
        let left = |row: &Row| row.earlier(&problem, Futile::Return);
        let earlier = left(&row).unwrap();
        assert_eq!(earlier.conventional, Some(9));
        assert_eq!(
            (earlier.ask, earlier.decided),
            (cooks.clone(), row.checks.decided - 1)
        );

        let mut with_open = row.clone();
        with_open.checks = Checks {
            decided: row.checks.decided - 1,
            open: 1,
        };
        assert_eq!(left(&with_open), None, "which one is not said");
        let open = OpenCheck {
            ply: 3,
            mv: "R*4c".into(),
            longer: None,
        };
        with_open.open.push(open);
        let earlier = left(&with_open).unwrap();
        assert_eq!(earlier.decided, row.checks.decided - 2);
        assert_eq!(earlier.ask.len(), 2);
        assert!(cooks.iter().all(|c| earlier.ask.contains(c)));
        with_open.open[0].ply = 99;
        assert_eq!(left(&with_open), None, "no such ply");

        let mut row = row;
        row.searched = Some("proved".into());
        assert_eq!(left(&row), None, "another line");
        row.searched = Some("declared".into());
        row.minimal.clear();
        assert_eq!(left(&row), None, "its length is open");
    }
}
