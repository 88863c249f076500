//! The rows of `tsumi compare`, their totals, and the three ways to print them.

use super::args::TableFormat;
use super::report::reason;
use super::text::grouped;
use serde::Serialize;
use std::io::{Stdout, Write};
use tsumi::formats::Problem;
use tsumi::formats::text::shown;
use tsumi::reference::algorithms::Algorithm;
use tsumi::reference::limits::{Report, Stopped, Value};
use tsumi::solver::{Outcome, Verdict};

/// What one contestant did on one problem.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub problem: String,
    pub algorithm: String,
    /// `mate`, `nomate`, `unknown` or `error`.
    pub result: &'static str,
    /// Of `unknown` and `error`.
    pub reason: Option<String>,
    /// Raw length found; exact from the algorithms that measure it, else an upper
    /// bound.
    pub raw_plies: Option<u32>,
    pub nodes: u64,
    pub seconds: f64,
    /// Entries of the table or nodes of the tree.
    pub entries: u64,
    /// It contradicts what the file knows.
    pub wrong: bool,
    /// False for the algorithms that are known to err.
    pub sound: bool,
}

/// Bytes of an entry of the solver's table.
const ENTRY: usize = 32;

impl Row {
    fn new(problem: &Problem, algorithm: &str) -> Row {
        Row {
            problem: problem.id.clone(),
            algorithm: algorithm.to_string(),
            result: "unknown",
            reason: None,
            raw_plies: None,
            nodes: 0,
            seconds: 0.0,
            entries: 0,
            wrong: false,
            sound: true,
        }
    }

    /// Of the solver.
    pub fn of_solver(problem: &Problem, name: &str, outcome: &Outcome) -> Row {
        let mut row = Row::new(problem, name);
        match outcome.verdict {
            Verdict::Mate { raw, .. } => {
                row.result = "mate";
                row.raw_plies = Some(raw.upper);
            }
            Verdict::NoMate => row.result = "nomate",
            Verdict::Unknown(limit) => row.reason = Some(reason(limit).to_string()),
        }
        row.nodes = outcome.nodes;
        row.entries = (outcome.table_bytes / ENTRY) as u64;
        row.compare_with_file(problem);
        row
    }

    /// Of a reference search.
    pub fn of_reference(problem: &Problem, algorithm: Algorithm, report: &Report) -> Row {
        let mut row = Row::new(problem, algorithm.name());
        match report.value {
            Value::Proved => row.result = "mate",
            Value::Disproved => row.result = "nomate",
            Value::Unknown(why) => row.reason = Some(why_stopped(why).to_string()),
        }
        row.raw_plies = report.distance;
        row.nodes = report.nodes;
        row.entries = report.entries as u64;
        row.sound = algorithm.is_sound();
        row.compare_with_file(problem);
        row
    }

    /// Of a search that broke down.
    pub fn broken(problem: &Problem, name: &str, message: &str) -> Row {
        let mut row = Row::new(problem, name);
        row.result = "error";
        row.reason = Some(message.to_string());
        row.wrong = true;
        row
    }

    /// The verdict, as far as there is one.
    pub fn decided(&self) -> bool {
        matches!(self.result, "mate" | "nomate")
    }

    fn compare_with_file(&mut self, problem: &Problem) {
        if let (Some(mate), true) = (problem.expect.mate, self.decided()) {
            self.wrong = mate != (self.result == "mate");
        }
        if let (Some(fact), Some(found)) = (problem.expect.raw_plies, self.raw_plies) {
            self.wrong |= found < fact;
        }
    }
}

fn why_stopped(why: Stopped) -> &'static str {
    match why {
        Stopped::Nodes => "nodes",
        Stopped::Time => "time",
        Stopped::Interrupted => "interrupted",
        Stopped::Depth => "depth",
        Stopped::Memory => "memory",
        Stopped::Stuck => "stuck",
    }
}

/// What one contestant did on all problems.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Total {
    pub algorithm: String,
    pub problems: u64,
    pub solved: u64,
    pub wrong: u64,
    pub nodes: u64,
    pub seconds: f64,
    /// Most entries on one problem.
    pub entries: u64,
}

/// All rows so far.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

impl Table {
    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Seconds that a contestant took for each problem it solved, fastest first.
    pub fn times(&self, algorithm: &str) -> Vec<f64> {
        let rows = self.rows.iter().filter(|r| r.algorithm == algorithm);
        let solved = rows.filter(|r| r.decided() && !r.wrong);
        let mut times: Vec<f64> = solved.map(|r| r.seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// Sound contestants gave two verdicts on the last problem.
    pub fn last_problem_is_disputed(&self) -> bool {
        let Some(last) = self.rows.last() else {
            return false;
        };
        let rows = self.rows.iter().rev();
        let mut verdicts = rows
            .take_while(|r| r.problem == last.problem)
            .filter(|r| r.sound && r.decided())
            .map(|r| r.result);
        let first = verdicts.next();
        verdicts.any(|v| Some(v) != first)
    }

    /// Totals in the order of the contestants.
    pub fn totals(&self, names: &[&str]) -> Vec<Total> {
        let total = |name: &&str| {
            let mut total = Total {
                algorithm: name.to_string(),
                ..Total::default()
            };
            for row in self.rows.iter().filter(|r| r.algorithm == *name) {
                total.problems += 1;
                total.solved += u64::from(row.decided() && !row.wrong);
                total.wrong += u64::from(row.wrong);
                total.nodes += row.nodes;
                total.seconds += row.seconds;
                total.entries = total.entries.max(row.entries);
            }
            total
        };
        names.iter().map(total).collect()
    }
}

/// Prints rows as they come.
pub enum Writer {
    Text(Stdout, String),
    Json(Stdout),
    Csv(Box<csv::Writer<Stdout>>),
}

impl Writer {
    /// Prints what stands above the rows.
    pub fn new(format: TableFormat) -> std::io::Result<Writer> {
        let stdout = std::io::stdout();
        Ok(match format {
            TableFormat::Text => Writer::Text(stdout, String::new()),
            TableFormat::Json => Writer::Json(stdout),
            TableFormat::Csv => Writer::Csv(Box::new(csv::Writer::from_writer(stdout))),
        })
    }

    /// Prints a row.
    pub fn row(&mut self, row: &Row) -> anyhow::Result<()> {
        match self {
            Writer::Text(out, last) => {
                if *last != row.problem {
                    writeln!(out, "{}", shown(&row.problem, 100))?;
                    *last = row.problem.clone();
                }
                out.write_all(text(row).as_bytes())?;
            }
            Writer::Json(out) => writeln!(out, "{}", serde_json::to_string(row)?)?,
            Writer::Csv(out) => {
                out.serialize(row)?;
                out.flush()?;
            }
        }
        Ok(())
    }

    /// Prints the totals; CSV has none, it is for programs that add up themselves.
    pub fn end(&mut self, totals: &[Total]) -> anyhow::Result<()> {
        match self {
            Writer::Text(out, _) => {
                writeln!(out, "total\n{HEADING}")?;
                for total in totals {
                    out.write_all(total_text(total).as_bytes())?;
                }
            }
            Writer::Json(out) => {
                for total in totals {
                    let total = serde_json::json!({ "total": total });
                    writeln!(out, "{total}")?;
                }
            }
            Writer::Csv(out) => out.flush()?,
        }
        Ok(())
    }
}

fn text(row: &Row) -> String {
    let raw = row.raw_plies.map_or("-".to_string(), |n| n.to_string());
    let mut line = format!(
        "  {:<24} {:<8} {:>5} {:>13} {:>10.3} {:>11} {:>11}",
        row.algorithm,
        row.result,
        raw,
        grouped(row.nodes),
        row.seconds,
        grouped((row.nodes as f64 / row.seconds.max(1e-6)) as u64),
        grouped(row.entries),
    );
    if let Some(reason) = &row.reason {
        line += &format!("  ({reason})");
    }
    if row.wrong {
        line += if row.sound {
            "  *** WRONG ***"
        } else {
            "  wrong, as it may be"
        };
    }
    line + "\n"
}

const HEADING: &str =
    "  algorithm                  solved  wrong         nodes    seconds     entries";

fn total_text(total: &Total) -> String {
    let solved = format!("{}/{}", total.solved, total.problems);
    format!(
        "  {:<24} {:>8} {:>6} {:>13} {:>10.3} {:>11}\n",
        total.algorithm,
        solved,
        total.wrong,
        grouped(total.nodes),
        total.seconds,
        grouped(total.entries),
    )
}
