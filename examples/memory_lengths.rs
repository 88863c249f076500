//! The same verdicts and lengths whatever the memory: solves each problem of a
//! file with 16 MiB, 64 MiB and 1 GiB and sets the answers side by side.
//!
//! `cargo run --release --example memory_lengths -- problems/zuko.sfen --time 20s`
//!
//! A limit may come first, and sooner where the table is small; so a verdict is
//! compared where two memories have one, a length where two memories proved it
//! minimal. A star marks such a length, `=` a problem whose verdict and both lengths
//! were compared in all three. A length proved minimal that is above another's
//! upper bound, or below its lower bound, is a difference too. Any difference ends
//! the program with exit code 1.

use clap::Parser;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;
use tsumi::formats::{Input, Problem, ReadOptions, read_input, units};
use tsumi::solver::{Control, Length, Limit, Options, Outcome, Solver, Verdict};

/// Solve problems with 16 MiB, 64 MiB and 1 GiB and compare verdicts and lengths.
#[derive(Parser)]
struct Args {
    /// Problems: SFEN lines, JSONL, KIF, BOD
    file: String,
    /// Time limit for each problem and memory
    #[arg(long, value_parser = units::duration)]
    time: Option<Duration>,
    /// Node limit for each problem and memory
    #[arg(long, value_parser = units::count)]
    nodes: Option<u64>,
    /// Only the problems with these ids, separated by commas
    #[arg(long, value_delimiter = ',')]
    ids: Vec<String>,
    /// Leave out so many problems
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Stop after so many problems
    #[arg(long, default_value_t = usize::MAX)]
    count: usize,
    /// The memories to compare
    #[arg(long, value_delimiter = ',', default_value = "16M,64M,1GiB", value_parser = units::bytes)]
    memory: Vec<usize>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse();
    let mut solvers: Vec<Solver> = args.memory.iter().map(|&m| solver(&args, m)).collect();
    let input = Input::from_arg(&args.file, 1);
    let wanted = |p: &Problem| args.ids.is_empty() || args.ids.contains(&p.id);
    let mut totals = [0usize; 4];
    let mut differences = Vec::new();
    for problem in read_input(&input, &ReadOptions::default())
        .filter(|p| p.as_ref().map_or(true, wanted))
        .skip(args.skip)
        .take(args.count)
    {
        let problem = problem?;
        let mut outcomes = Vec::new();
        for solver in &mut solvers {
            outcomes.push(solver.solve(&problem.position, problem.attacker, Control::default())?);
        }
        let row = Row::new(&outcomes);
        totals[0] += 1;
        totals[1] += usize::from(row.decided);
        totals[2] += usize::from(row.raw);
        totals[3] += usize::from(row.raw && row.conventional);
        let shown: Vec<String> = outcomes.iter().map(cell).collect();
        let mark = if row.raw && row.conventional {
            '='
        } else {
            ' '
        };
        println!("{:<12} {mark} {}", problem.id, shown.join(" "));
        for difference in row.differences {
            println!("  DIFFERENCE: {difference}");
            differences.push(format!("{}: {difference}", problem.id));
        }
    }
    println!(
        "{} problems: verdict the same in all memories {}, raw length proved minimal in all {}, \
         both lengths {}; differences {}",
        totals[0],
        totals[1],
        totals[2],
        totals[3],
        differences.len()
    );
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}

fn solver(args: &Args, memory: usize) -> Solver {
    Solver::new(Options {
        time: args.time,
        nodes: args.nodes,
        memory,
        shortest_raw: true,
        shortest_conventional: true,
        ..Options::default()
    })
}

/// What the outcomes of one problem say together.
struct Row {
    /// All have the same verdict.
    decided: bool,
    /// All proved the length minimal, by metric.
    raw: bool,
    conventional: bool,
    differences: Vec<String>,
}

impl Row {
    fn new(outcomes: &[Outcome]) -> Row {
        let mut differences = Vec::new();
        let verdicts: Vec<Option<bool>> = outcomes.iter().map(|o| is_mate(&o.verdict)).collect();
        let known: Vec<bool> = verdicts.iter().copied().flatten().collect();
        if known.windows(2).any(|w| w[0] != w[1]) {
            differences.push(format!("verdicts {known:?}"));
        }
        if outcomes
            .iter()
            .any(|o| o.verdict == Verdict::Unknown(Limit::SelfCheck))
        {
            differences.push("a self-check failed".to_string());
        }
        let mut minimal = [false; 2];
        for (metric, minimal) in minimal.iter_mut().enumerate() {
            let of = |o: &Outcome| lengths(&o.verdict).map(|l| l[metric]);
            let all: Vec<Length> = outcomes.iter().filter_map(of).collect();
            *minimal = all.len() == outcomes.len() && all.iter().all(Length::is_minimal);
            let lower = all.iter().map(|l| l.lower).max();
            let upper = all.iter().map(|l| l.upper).min();
            if lower > upper {
                differences.push(format!(
                    "{} lengths {all:?}",
                    ["raw", "conventional"][metric]
                ));
            }
        }
        Row {
            decided: known.len() == outcomes.len() && known.windows(2).all(|w| w[0] == w[1]),
            raw: minimal[0],
            conventional: minimal[1],
            differences,
        }
    }
}

fn is_mate(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Mate { .. } => Some(true),
        Verdict::NoMate => Some(false),
        Verdict::Unknown(_) => None,
    }
}

fn lengths(verdict: &Verdict) -> Option<[Length; 2]> {
    match *verdict {
        Verdict::Mate { raw, conventional } => Some([raw, conventional]),
        _ => None,
    }
}

/// `raw/conventional`, the seconds and the MiB of the tables.
fn cell(outcome: &Outcome) -> String {
    let length = |l: Length| format!("{}{}", l.upper, if l.is_minimal() { "*" } else { "" });
    let answer = match outcome.verdict {
        Verdict::Mate { raw, conventional } => {
            format!("{}/{}", length(raw), length(conventional))
        }
        Verdict::NoMate => "no mate".to_string(),
        Verdict::Unknown(limit) => format!("{limit:?}"),
    };
    format!(
        "| {answer:<13} {:>7.2} s {:>5} MiB",
        outcome.elapsed.as_secs_f64(),
        outcome.table_bytes >> 20
    )
}
