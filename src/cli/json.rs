//! JSON: one object a line for each problem, in the order of the input.
//!
//! Other programs rely on the keys, so `schema` is raised when one of them changes its
//! meaning. Errors are objects of the same stream. docs/using.md describes all of them.

use super::report::{Report, Solved};
use super::variations::{Branch, branches};
use super::{near_misses, refutation};
use serde::Serialize;
use shogi_core::ToUsi;
use tsumi::base::names::color;
use tsumi::formats::{InputError, Message, Problem};
use tsumi::proof::certificate::Claim;
use tsumi::row::{minimal, proved, reason, rounded};
use tsumi::solver::{Custom, Verdict};

const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    id: &'a str,
    sfen: String,
    /// The attacking side, without which the verdict means nothing.
    attacker: &'static str,
    result: &'static str,
    plies: Option<u32>,
    raw_plies: Option<u32>,
    plies_lower: Option<u32>,
    raw_lower: Option<u32>,
    minimal: Vec<&'static str>,
    /// The metrics in which the certificate proves the length as it is given.
    proved: Vec<&'static str>,
    leftover: Option<u32>,
    moves: Vec<String>,
    nothing_left: Option<NothingLeft>,
    /// True when the length is minimal and it is open what the longest lines leave.
    left_open: bool,
    nodes: u64,
    threads: usize,
    ms: f64,
    table_mib: f64,
    certificate: Option<Certificate>,
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refutation: Option<Vec<refutation::Object>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<Branch>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near_misses: Option<Vec<near_misses::Object>>,
}

/// The longest line that leaves nothing, and whether it is the main line.
#[derive(Serialize)]
struct NothingLeft {
    plies: usize,
    moves: Vec<String>,
    is_main: bool,
}

#[derive(Serialize)]
struct Certificate {
    entries: usize,
    verified: bool,
    /// What it proves: `mate 17`, `beyond 15`.
    claims: Vec<String>,
}

#[derive(Serialize)]
struct Failure<'a> {
    schema: u32,
    id: Option<&'a str>,
    sfen: Option<String>,
    result: &'static str,
    reason: &'static str,
    file: &'a str,
    line: u64,
    column: usize,
    message: &'a str,
    hint: Option<&'a str>,
}

/// The line of a report, with a line feed at the end.
pub fn line(report: &Report) -> String {
    let text = match report {
        Report::Solved(solved) => serde_json::to_string(&answer(solved)),
        Report::Bad(error) => serde_json::to_string(&failure(error)),
        Report::Broken(problem, message) => serde_json::to_string(&broken(problem, message)),
    };
    let mut text = text.unwrap_or_else(|e| format!("{{\"result\":\"error\",\"reason\":\"{e}\"}}"));
    text.push('\n');
    text
}

fn answer(solved: &Solved) -> Answer<'_> {
    let outcome = &solved.outcome;
    let (result, lengths, why) = match outcome.verdict {
        Verdict::Mate { raw, conventional } => ("mate", Some((raw, conventional)), None),
        Verdict::NoMate => ("nomate", None, None),
        Verdict::Unknown(limit) => ("unknown", None, Some(reason(limit))),
    };
    Answer {
        schema: SCHEMA,
        id: &solved.problem.id,
        sfen: solved.problem.sfen(),
        attacker: color(solved.problem.attacker),
        result,
        plies: lengths.map(|(_, conventional)| conventional.upper),
        raw_plies: lengths.map(|(raw, _)| raw.upper),
        plies_lower: lengths.map(|(_, conventional)| conventional.lower),
        raw_lower: lengths.map(|(raw, _)| raw.lower),
        minimal: minimal(&outcome.verdict),
        proved: proved(outcome),
        leftover: lengths.map(|_| solved.leftover()),
        moves: main_line(solved),
        nothing_left: outcome.nothing_left.as_ref().map(|line| NothingLeft {
            plies: line.len(),
            moves: line.iter().map(ToUsi::to_usi_owned).collect(),
            is_main: solved.custom == Custom::Classic,
        }),
        left_open: outcome.is_left_open(),
        nodes: outcome.nodes,
        threads: outcome.threads,
        ms: rounded(outcome.elapsed.as_secs_f64() * 1e3, 3),
        table_mib: rounded(outcome.table_bytes as f64 / f64::from(1 << 20), 1),
        certificate: outcome.certificate.as_ref().map(|certificate| Certificate {
            claims: certificate.claims().iter().map(Claim::to_string).collect(),
            entries: outcome.certificate_entries(),
            verified: outcome.verified,
        }),
        reason: why,
        refutation: solved.refutation().map(|found| refutation::objects(&found)),
        variations: solved.variations.as_ref().map(branches),
        near_misses: solved.near_misses.as_deref().map(near_misses::objects),
    }
}

/// The main line; where the defender begins and is not mated, the reply that holds.
fn main_line(solved: &Solved) -> Vec<String> {
    let reply = solved.outcome.saving_reply();
    let line = solved.line().iter().copied().chain(reply);
    line.map(|mv| mv.to_usi_owned()).collect()
}

fn failure(error: &InputError) -> Failure<'_> {
    Failure {
        schema: SCHEMA,
        id: error.id.as_deref(),
        sfen: None,
        result: "error",
        reason: "input",
        file: &error.file,
        line: error.line,
        column: error.column,
        message: error.message.english(),
        hint: error.hint.as_ref().map(Message::english),
    }
}

fn broken<'a>(problem: &'a Problem, message: &'a str) -> Failure<'a> {
    Failure {
        schema: SCHEMA,
        id: Some(&problem.id),
        sfen: Some(problem.sfen()),
        result: "error",
        reason: "internal",
        file: &problem.source.file,
        line: problem.source.line,
        column: problem.source.column,
        message,
        hint: Some("a defect of tsumi: please report it with this position"),
    }
}
