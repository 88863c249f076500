//! `tsumi bench`: what every problem of a file costs, and whether the answers
//! agree with what the file knows.

use super::args;
use super::bench_compare::Old;
use super::bench_row::{Row, peak_mib};
use super::exit::Exit;
use super::lang::Lang;
use super::panics::{self, Failed};
use super::plan::too_much;
use super::progress::Progress;
use super::render::Rendered;
use super::stop::Stop;
use super::text::grouped;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use tsumi::formats::text::shown;
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::solver::{Limit, Options, Solver, Verdict};

/// Totals over all problems.
#[derive(Default)]
struct Totals {
    problems: u64,
    decided: u64,
    nodes: u64,
    entries: usize,
    ms: f64,
    wrong: Vec<String>,
    differs: Vec<String>,
}

/// Runs the command.
pub fn run(args: &args::Bench) -> Result<Exit> {
    let inputs = Input::from_args(&args.files);
    let mut old = args.compare.as_deref().map(Old::read).transpose()?;
    let mut save = match &args.save {
        None => None,
        Some(path) => {
            let file = File::create(path)
                .with_context(|| format!("--save {}: cannot be written", path.display()))?;
            Some(BufWriter::new(file))
        }
    };
    let stop = Stop::listen()?;
    let progress = Progress::new(&inputs, false);
    let options = Options {
        threads: args.threads.into(),
        ..args.limits.options(args.limits.memory, !args.no_check)
    };
    let mut solver = Some(Solver::try_new(options.clone()).map_err(too_much)?);
    let mut exit = Exit::Decided;
    let mut totals = Totals::default();
    print(&progress, HEADING.to_string())?;
    let read = ReadOptions::default();
    for problem in inputs.iter().flat_map(|input| read_input(input, &read)) {
        if stop.quits() {
            break;
        }
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                exit = exit.max(Exit::Unreadable);
                let stderr = Lang::current().fault(&error) + "\n";
                let stdout = String::new();
                progress.print(&Rendered { stdout, stderr })?;
                continue;
            }
        };
        if args.fresh {
            solver = None;
        }
        let (row, one) = measure(&problem, &options, &mut solver, &progress, &stop);
        exit = exit.max(one);
        totals.add(&row);
        let compared = old.as_mut().map_or(String::new(), |old| old.compare(&row));
        print(&progress, line(&row, &compared))?;
        if let Some(save) = &mut save {
            serde_json::to_writer(&mut *save, &row)?;
            writeln!(save)?;
            save.flush()?;
        }
    }
    progress.end();
    let mut summary = totals.summary();
    if let Some(old) = &old {
        summary.push_str(&old.summary());
    }
    print(&progress, summary)?;
    if stop.interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

fn print(progress: &Progress, stdout: String) -> Result<()> {
    let stderr = String::new();
    Ok(progress.print(&Rendered { stdout, stderr })?)
}

/// Solves one problem.
fn measure(
    problem: &Problem,
    options: &Options,
    solver: &mut Option<Solver>,
    progress: &Progress,
    stop: &Stop,
) -> (Row, Exit) {
    let make = || Solver::new(options.clone());
    match panics::solve(problem, make, solver, progress, stop) {
        Ok(outcome) => {
            let mut row = Row::new(problem, &outcome);
            let exit = match outcome.verdict {
                Verdict::Unknown(Limit::SelfCheck) => {
                    let why = outcome.defect.as_deref().unwrap_or("a contradiction");
                    row.wrong
                        .push(format!("the certificate failed its check: {why}"));
                    Exit::SelfCheck
                }
                _ if !row.wrong.is_empty() => Exit::SelfCheck,
                Verdict::Unknown(_) => Exit::Undecided,
                _ => Exit::Decided,
            };
            (row, exit)
        }
        Err(Failed::Refused(why)) => (Row::broken(problem, &why), Exit::Unreadable),
        Err(Failed::Panicked(why)) => (Row::broken(problem, &why), Exit::SelfCheck),
    }
}

const HEADING: &str = "\
id                           result     plies    raw        nodes    seconds    nodes/s   \
entries  entries/node  peak MiB\n";

/// A line of the table. A star marks a length proved minimal.
fn line(row: &Row, compared: &str) -> String {
    let length = |n: Option<u32>, metric: &str| {
        let star = if row.minimal.iter().any(|m| m == metric) {
            "*"
        } else {
            ""
        };
        n.map_or_else(|| "-".to_string(), |n| format!("{n}{star}"))
    };
    let mut out = format!(
        "{:<28} {:<8} {:>7} {:>6} {:>12} {:>10.3} {:>10} {:>9} {:>13.4} {:>9.0}{compared}",
        shown(&row.id, 28),
        row.result,
        length(row.plies, "conventional"),
        length(row.raw_plies, "raw"),
        grouped(row.nodes),
        row.ms / 1e3,
        grouped((row.nodes as f64 * 1e3 / row.ms.max(1e-3)) as u64),
        grouped(row.entries as u64),
        row.entries as f64 / row.nodes.max(1) as f64,
        row.peak_mib,
    );
    if let (Some(reason), "unknown") = (&row.reason, row.result.as_str()) {
        out += &format!("  ({reason})");
    }
    for text in &row.differs {
        out += &format!("  differs: {text}");
    }
    for text in &row.wrong {
        out += &format!("  WRONG: {text}");
    }
    out.push('\n');
    out
}

impl Totals {
    fn add(&mut self, row: &Row) {
        self.problems += 1;
        self.decided += u64::from(row.decided());
        self.nodes += row.nodes;
        self.entries += row.entries;
        self.ms += row.ms;
        let id = shown(&row.id, 100);
        self.wrong
            .extend(row.wrong.iter().map(|t| format!("{id}: {t}")));
        self.differs
            .extend(row.differs.iter().map(|t| format!("{id}: {t}")));
    }

    fn summary(&self) -> String {
        let mut out = format!(
            "total: {} of {} decided, {} nodes, {:.3} s, {} nodes/s, {} entries, peak {:.0} MiB\n",
            self.decided,
            self.problems,
            grouped(self.nodes),
            self.ms / 1e3,
            grouped((self.nodes as f64 * 1e3 / self.ms.max(1e-3)) as u64),
            grouped(self.entries as u64),
            peak_mib(),
        );
        if !self.differs.is_empty() {
            out += &format!(
                "{} declared lengths differ (no proof against them is in the file): {}\n",
                self.differs.len(),
                self.differs.join("; ")
            );
        }
        if !self.wrong.is_empty() {
            out += &format!(
                "*** WRONG *** {} answers contradict what is proven:\n  {}\n",
                self.wrong.len(),
                self.wrong.join("\n  ")
            );
        }
        out
    }
}
