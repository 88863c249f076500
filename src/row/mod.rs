//! One line of a report: a JSON object with everything about a problem.
//!
//! Other programs rely on the keys, and so do `--resume` and `tsumi report`, which read them;
//! `schema` is raised when one of them changes its meaning. docs/verify.md describes them.

mod audit;
mod pin;
mod words;

pub use audit::{AuditRow, CheckRow, DefenceRow, OtherRow, PieceRow};
pub use pin::{Pin, differs, digest};
pub use words::{minimal, proved, reason, rounded};

use crate::base::message::{Lang, Message, message};
use crate::base::names::color;
use crate::formats::{InputError, Problem, usi};
use crate::proof::certificate::Claim;
use crate::solver::{self, Limit, Verdict};
use crate::verify::passes::Effort;
use crate::verify::{Cook, Earlier, Finding, Futile, Judgement, Standing, Status, Weight};
use serde::{Deserialize, Serialize};
use shogi_core::ToUsi;
use std::time::Duration;

const SCHEMA: u32 = 1;
/// The `status` of a finding that is a remark.
pub const NOTE: &str = "note";
/// The `result` of a problem without a verdict.
const UNKNOWN: &str = "unknown";

/// A line of a report.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
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
    /// The line that was searched for cooks: `declared`, or `proved` for that in `moves`.
    pub searched: Option<String>,
    pub cooks: Vec<CookRow>,
    pub checks: Checks,
    /// The other checks that were not decided.
    #[serde(default)]
    pub open: Vec<OpenCheck>,
    /// What `--audit` found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<AuditRow>,
    pub certificate: Option<Certificate>,
    /// The proof that another reply outlasts that of the declared line at its ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlasting: Option<OutlastingRow>,
    /// Why the checker refused the certificate, a defect of tsumi.
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

/// Another check that was not decided.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct OpenCheck {
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
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

impl Certificate {
    fn new(certificate: &solver::Certificate, verified: bool) -> Certificate {
        Certificate {
            file: None,
            claim: certificate.claim().to_string(),
            claims: certificate.claims().iter().map(Claim::to_string).collect(),
            entries: certificate.len(),
            verified,
        }
    }
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
            _ => &self.moves,
        }
    }

    /// Other mates that are not counted as cooks (非限定).
    pub fn minor(&self) -> impl Iterator<Item = &CookRow> {
        let cooked = self.has(Status::Cooked);
        let found = |c: &CookRow| {
            self.findings.iter().any(|f| {
                f.status == Status::Cooked.name()
                    && f.ply == Some(c.ply)
                    && f.mv.as_ref() == Some(&c.mv)
            })
        };
        self.cooks.iter().filter(move |c| !cooked || !found(c))
    }

    /// Other mates that are counted as cooks (余詰).
    pub fn counted(&self) -> Vec<&CookRow> {
        let minor: Vec<&CookRow> = self.minor().collect();
        self.cooks.iter().filter(|c| !minor.contains(c)).collect()
    }

    /// True when the problem differs from what is declared, or something is left open.
    pub fn is_odd(&self) -> bool {
        self.differs || self.has(Status::Undecided)
    }

    /// How much of the problem is known.
    pub fn standing(&self) -> Standing {
        Standing {
            differs: self.differs,
            undecided: self.has(Status::Undecided),
            has_verdict: self.result != UNKNOWN,
            minimal: self.minimal.len(),
            checks: self.checks.decided,
        }
    }

    /// What the next pass need not find out again; `None` when it should ask everything.
    pub fn earlier(&self, problem: &Problem, futile: Futile) -> Option<Earlier> {
        let proved = |metric: &str, plies: Option<u32>| {
            plies.filter(|_| self.minimal.iter().any(|m| m == metric))
        };
        let listed = self.checks.open as usize == self.open.len();
        if !listed || self.searched.as_deref() != Some("declared") {
            return None;
        }
        let open = self.open.iter().map(|c| (c.ply, c.mv.as_str()));
        let cooks = self.cooks.iter().map(|c| (c.ply, c.mv.as_str()));
        let wanted: Vec<(u32, &str)> = open.chain(cooks).collect();
        let mut position = problem.position.clone();
        let mut ask = Vec::new();
        for (&mv, ply) in problem.line.as_ref()?.iter().zip(1..) {
            let here = wanted.iter().filter(|w| w.0 == ply);
            for (_, text) in here {
                ask.push((ply, usi::parse_move(&position, text)?));
            }
            position.make_move(mv)?;
        }
        let earlier = Earlier {
            raw: proved("raw", self.raw_plies),
            conventional: proved("conventional", self.plies),
            open: self.open.len(),
            decided: self.checks.decided.checked_sub(self.cooks.len() as u32)?,
            effort: Effort {
                nodes: self.nodes,
                time: Duration::from_secs_f64((self.ms / 1e3).max(0.0)),
            },
            ask,
        };
        (earlier.ask.len() == wanted.len()).then_some(())?;
        earlier.if_useful(futile)
    }

    /// Adds the nodes and the time of another pass whose results enter into this row.
    pub fn add_effort(&mut self, earlier: &Row) {
        self.nodes += earlier.nodes;
        self.ms = rounded(self.ms + earlier.ms, 3);
    }

    /// The id, or the place of a problem that has none.
    pub fn name(&self) -> String {
        let place = || format!("{}:{}", self.file, self.line);
        self.id.clone().unwrap_or_else(place)
    }

    /// A row with nothing but a place and a result.
    pub fn empty(file: &str, line: u64, result: &str) -> Row {
        Row {
            schema: SCHEMA,
            id: None,
            file: file.to_string(),
            line,
            sfen: None,
            attacker: None,
            status: Vec::new(),
            differs: false,
            declared: Declared::default(),
            result: result.to_string(),
            plies: None,
            raw_plies: None,
            minimal: Vec::new(),
            proved: Vec::new(),
            leftover: None,
            moves: String::new(),
            nothing_left: None,
            findings: Vec::new(),
            soundness: None,
            searched: None,
            cooks: Vec::new(),
            checks: Checks::default(),
            open: Vec::new(),
            audit: None,
            certificate: None,
            outlasting: None,
            defect: None,
            nodes: 0,
            threads: 1,
            ms: 0.0,
            table_mib: 0.0,
            from: None,
        }
    }

    /// The row of a problem before the search, or of an error of the reader.
    pub fn new(read: &Result<Problem, InputError>, from: Pin) -> Row {
        let mut row = match read {
            Ok(problem) => Row::of(problem, UNKNOWN),
            Err(error) => Row::unreadable(error),
        };
        row.from = Some(from);
        row
    }

    /// The row of an error of the reader.
    fn unreadable(error: &InputError) -> Row {
        let mut row = Row::empty(&error.file, error.line, "error");
        row.id = error.id.clone();
        let (column, what) = (error.column, &error.message);
        let mut why = match column {
            0 => what.clone(),
            _ => message!(
                "column {column}: {what}",
                "{column}桁目：{what}",
                column,
                what
            ),
        };
        if let Some(hint) = &error.hint {
            why = message!(
                "{why} (hint: {hint})",
                "{why}（手掛かり：{hint}）",
                why,
                hint
            );
        }
        row.complain("input", &why);
        row
    }

    /// The row of a problem on which the solver panicked, or which it refused.
    pub fn broken(mut self, reason: &str, why: &Message) -> Row {
        self.result = "error".to_string();
        self.complain(reason, why);
        self
    }

    /// Adds an error to the statuses and the findings.
    pub fn complain(&mut self, reason: &str, why: &Message) {
        let error = Status::Error.name().to_string();
        self.status
            .retain(|s| s != Status::Ok.name() && *s != error);
        self.status.insert(0, error.clone());
        self.differs = true;
        let note = Note {
            status: error,
            weight: Some(Weight::Fatal.name().to_string()),
            ply: None,
            mv: None,
            plies: None,
            reason: Some(reason.to_string()),
            text: why.english().to_string(),
            ja: Some(why.japanese().to_string()),
        };
        self.findings.insert(0, note);
    }

    /// The row of a problem with what is declared of it.
    fn of(problem: &Problem, result: &str) -> Row {
        let mut row = Row::empty(&problem.source.file, problem.source.line, result);
        row.id = Some(problem.id.clone());
        row.sfen = Some(problem.sfen());
        row.attacker = Some(color(problem.attacker).to_string());
        row.declared = Declared {
            plies: problem.plies,
            line: problem.line.as_ref().map(|line| usi::line(line)),
            expect: problem
                .expect
                .mate
                .map(|m| if m { "mate" } else { "nomate" }.to_string()),
            raw_plies: problem.expect.raw_plies,
        };
        row
    }

    /// The row with the judgement of the problem.
    pub fn judged(self, problem: &Problem, judgement: &Judgement) -> Row {
        let outcome = &judgement.outcome;
        let (result, lengths) = match outcome.verdict {
            Verdict::Mate { raw, conventional } => ("mate", Some((raw, conventional))),
            Verdict::NoMate => ("nomate", None),
            Verdict::Unknown(_) => (UNKNOWN, None),
        };
        let mut row = self;
        row.result = result.to_string();
        row.status = names(&judgement.statuses);
        row.differs = judgement.differs;
        row.plies = lengths.map(|(_, conventional)| conventional.upper);
        row.raw_plies = lengths.map(|(raw, _)| raw.upper);
        let names = |metrics: Vec<&str>| metrics.into_iter().map(str::to_string).collect();
        row.minimal = names(minimal(&outcome.verdict));
        row.proved = names(proved(outcome));
        row.leftover = lengths.map(|_| outcome.leftover.iter().map(|&(_, n)| u32::from(n)).sum());
        row.moves = usi::line(&outcome.line);
        row.nothing_left = outcome.nothing_left.as_ref().map(|line| usi::line(line));
        row.findings = judgement.findings.iter().map(note).collect();
        row.soundness = judgement.soundness.map(|s| s.name().to_string());
        let line = &judgement.main_line;
        row.searched = (!line.is_empty()).then(|| {
            let declared = problem.line.as_ref() == Some(line);
            if declared { "declared" } else { "proved" }.to_string()
        });
        row.cooks = judgement.cooks.iter().map(cook).collect();
        row.checks = Checks {
            decided: judgement.decided,
            open: judgement.open.len() as u32,
        };
        let open = judgement.open.iter().map(|&(ply, mv)| OpenCheck {
            ply,
            mv: mv.to_usi_owned(),
        });
        row.open = open.collect();
        row.certificate = lengths
            .map(|_| ())
            .or((result == "nomate").then_some(()))
            .and(outcome.certificate.as_ref())
            .map(|certificate| Certificate::new(certificate, outcome.verified));
        let outlasting = judgement.outlasting.as_ref();
        row.outlasting = outlasting.map(|(ply, certificate)| OutlastingRow {
            ply: *ply,
            certificate: Certificate::new(certificate, true),
        });
        row.defect = outcome.defect.clone();
        row.nodes = judgement.nodes;
        row.threads = judgement.threads;
        row.ms = rounded(judgement.elapsed.as_secs_f64() * 1e3, 3);
        row.table_mib = rounded(judgement.table_bytes as f64 / f64::from(1 << 20), 1);
        row
    }

    /// True when a certificate did not pass its check, or the solver panicked.
    pub fn is_defect(&self) -> bool {
        let bad = |n: &Note| {
            n.reason.as_deref() == Some(reason(Limit::SelfCheck))
                || n.reason.as_deref() == Some("internal")
        };
        self.findings.iter().any(bad)
    }
}

/// The number of threads of a row that does not have it.
fn one() -> usize {
    1
}

fn names(statuses: &[Status]) -> Vec<String> {
    statuses.iter().map(|s| s.name().to_string()).collect()
}

fn note(finding: &Finding) -> Note {
    let said = finding.message();
    Note {
        status: finding.status().map_or(NOTE, Status::name).to_string(),
        weight: Some(finding.weight().name().to_string()),
        ply: finding.ply(),
        mv: finding.mv().map(|mv| mv.to_usi_owned()),
        plies: finding.plies(),
        reason: finding.limit().map(|l| reason(l).to_string()),
        text: said.english().to_string(),
        ja: Some(said.japanese().to_string()),
    }
}

fn cook(cook: &Cook) -> CookRow {
    CookRow {
        ply: cook.ply,
        intended: cook.intended.to_usi_owned(),
        mv: cook.mv.to_usi_owned(),
        kind: cook.kind.name().to_string(),
        plies: cook.plies.upper,
        minimal: cook.plies.is_minimal(),
        raw_plies: cook.raw.upper,
        line: usi::line(&cook.line),
        certificate: Certificate::new(&cook.certificate, cook.verified),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Input, ReadOptions, read_input};
    use crate::solver::Control;
    use crate::verify::{Settings, Verifier};

    const NINE: &str = "nine\t6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1\t9\t\
                        2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";

    fn nine() -> Problem {
        let input = Input::Memory {
            name: "x.sfen".into(),
            bytes: NINE.into(),
        };
        let mut read = read_input(&input, &ReadOptions::default());
        read.next().unwrap().unwrap()
    }

    /// No certificate of the solver is known that is refused, so the refusal is set by hand.
    #[test]
    fn a_row_says_why_the_checker_refused_the_certificate() {
        let problem = nine();
        let settings = Settings {
            nodes: Some(1),
            ..Settings::default()
        };
        let mut verifier = Verifier::new(settings);
        let mut judgement = verifier.judge(&problem, Control::default()).unwrap();
        let defect = Some("entry 3: no move".to_string());
        judgement.outcome.verdict = Verdict::Unknown(Limit::SelfCheck);
        judgement.outcome.defect = defect.clone();
        judgement.findings = vec![Finding::NoVerdict {
            limit: Limit::SelfCheck,
            defect: defect.clone(),
        }];
        let row = Row::of(&problem, UNKNOWN).judged(&problem, &judgement);
        assert!(row.is_defect());
        assert_eq!(row.defect, defect);
        let line = serde_json::to_string(&row).unwrap();
        assert!(line.contains("\"defect\":\"entry 3: no move\""), "{line}");
        let said = [Lang::En, Lang::Ja].map(|lang| row.findings[0].said(lang));
        let want = [
            "no verdict: a certificate failed its check, a defect of tsumi: entry 3: no move",
            "結論なし：証明書が検査に通らない（tsumi の欠陥）：entry 3: no move",
        ];
        assert_eq!(said, want);
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
