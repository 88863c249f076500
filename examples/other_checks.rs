//! Collects refutations: the checks beside the main line that take long to disprove.
//!
//! ```sh
//! cargo run --release --example other_checks -- problems/zuko.sfen > refutations.jsonl
//! cargo run --release --bin tsumi -- bench refutations.jsonl
//! ```
//!
//! A collection is verified by refuting every check its author did not play, and a search
//! that is quick to find mates may be slow at that. So changes to the search are measured
//! on such positions too (set R of experiment 33, `docs/log`): of each problem a few that were
//! disproved, from the shortest to the longest.

use clap::Parser;
use serde_json::json;
use shogi_core::{Move, ToUsi};
use std::error::Error;
use tsumi::formats::{Input, Problem, ReadOptions, read_input, units};
use tsumi::shogi::other_checks;
use tsumi::solver::{Control, Options, Solver, Verdict};

/// Print positions after checks beside the main line that are no mate, as JSONL.
#[derive(Parser)]
struct Args {
    /// Problems with their lines: SFEN lines, JSONL, KIF
    #[arg(required = true)]
    files: Vec<String>,
    /// Node limit for each check; what takes more is left out
    #[arg(long, value_parser = units::count, default_value = "600k")]
    nodes: u64,
    /// Nodes a refutation has to take
    #[arg(long, value_parser = units::count, default_value = "60k")]
    least: u64,
    /// Plies of the main line that are looked at
    #[arg(long, default_value_t = 14)]
    plies: usize,
    /// Positions of one problem at most
    #[arg(long, default_value_t = 4)]
    each: usize,
}

/// A disproved check.
struct Refutation {
    name: String,
    sfen: String,
    nodes: u64,
}

/// All that fit, in the order of the line.
fn refutations(
    problem: &Problem,
    solver: &mut Solver,
    args: &Args,
) -> Result<Vec<Refutation>, Box<dyn Error>> {
    let line = problem.line.as_deref().unwrap_or_default();
    let line = &line[..line.len().min(args.plies)];
    let mut found = Vec::new();
    for node in other_checks(&problem.position, problem.attacker, line)? {
        // Not the intended move without its promotion, or with one.
        let way = |mv: Move| mv.from().map(|from| (from, mv.to()));
        let twin = |mv: Move| way(mv).is_some() && way(mv) == way(node.intended);
        for check in node.rest.into_iter().filter(|&mv| !twin(mv)) {
            let mut after = node.position.clone();
            if after.make_move(check).is_none() {
                return Err(format!("{}: {check:?} cannot be played", problem.id).into());
            }
            let outcome = solver.solve(&after, problem.attacker, Control::default())?;
            if outcome.verdict == Verdict::NoMate && outcome.nodes >= args.least {
                found.push(Refutation {
                    name: format!("{}-{}-{}", problem.id, node.ply, check.to_usi_owned()),
                    sfen: after.to_sfen_owned(),
                    nodes: outcome.nodes,
                });
            }
        }
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let mut solver = Solver::new(Options {
        nodes: Some(args.nodes),
        memory: 256 << 20,
        lengths: tsumi::solver::Lengths::None,
        check: false,
        ..Options::default()
    });
    for file in &args.files {
        for problem in read_input(&Input::from_arg(file, 1), &ReadOptions::default()) {
            let mut all = refutations(&problem?, &mut solver, &args)?;
            all.sort_by_key(|r| r.nodes);
            let steps = args.each.min(all.len());
            for step in 0..steps {
                let r = &all[step * (all.len() - 1) / (steps - 1).max(1)];
                let line = json!({"id": r.name, "sfen": r.sfen, "expect": "nomate"});
                println!("{line}");
            }
        }
    }
    Ok(())
}
