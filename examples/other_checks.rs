//! Collects refutations: the checks beside the main line that take long to disprove.
//!
//! ```sh
//! cargo run --release --example other_checks -- problems/zuko.sfen > refutations.jsonl
//! cargo run --release --bin tsumi -- bench refutations.jsonl
//! ```
//!
//! A collection is verified by refuting every check its author did not play, and a search
//! that is quick to find mates may be slow at that. So changes to the search are measured
//! on such positions too (set R of `docs/experiments.md`): of each problem a few that were
//! disproved, from the shortest to the longest.

use anyhow::{Result, bail};
use clap::Parser;
use serde_json::json;
use shogi_core::{Move, PartialPosition, ToUsi};
use tsumi::formats::{Input, Problem, ReadOptions, read_input, units};
use tsumi::shogi::Position;
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
fn refutations(problem: &Problem, solver: &mut Solver, args: &Args) -> Result<Vec<Refutation>> {
    let (mut found, mut position) = (Vec::new(), problem.position.clone());
    for (ply, &intended) in problem.line.iter().flatten().take(args.plies).enumerate() {
        if ply % 2 == 0 {
            for check in checks(&position, problem, intended)? {
                let mut after = position.clone();
                if after.make_move(check).is_none() {
                    bail!("{}: {check:?} cannot be played", problem.id);
                }
                let outcome = solver.solve(&after, problem.attacker, Control::default())?;
                if outcome.verdict == Verdict::NoMate && outcome.nodes >= args.least {
                    found.push(Refutation {
                        name: format!("{}-{ply}-{}", problem.id, check.to_usi_owned()),
                        sfen: after.to_sfen_owned(),
                        nodes: outcome.nodes,
                    });
                }
            }
        }
        if position.make_move(intended).is_none() {
            bail!("{}: {intended:?} cannot be played", problem.id);
        }
    }
    Ok(found)
}

/// The checks but the intended one and its promoting or non-promoting twin.
fn checks(position: &PartialPosition, problem: &Problem, intended: Move) -> Result<Vec<Move>> {
    let ours = Position::new(position, problem.attacker)?;
    let mut moves = Vec::new();
    ours.generate_checks(&mut moves);
    let way = |mv: &Move| match *mv {
        Move::Normal { from, to, .. } => (Some(from), None, to),
        Move::Drop { piece, to } => (None, Some(piece), to),
    };
    let moves = moves.into_iter();
    let all = moves.map(|mv| ours.to_core_move(mv, problem.attacker));
    Ok(all.filter(|mv| way(mv) != way(&intended)).collect())
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut solver = Solver::new(Options {
        nodes: Some(args.nodes),
        memory: 256 << 20,
        lengths: false,
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
