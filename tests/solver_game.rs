//! Four hundred positions from games, both kings on the board: every verdict right,
//! every raw length the shortest, every certificate accepted.
mod solver_common;

use solver_common::{both_metrics, examine, jsonl, solve};
use tsumi::solver::{Solver, Verdict};

/// Nodes that any of them may take; the hardest takes about a tenth.
const NODES: u64 = 4_000_000;

fn every_second(first: usize) {
    let mut solver = Solver::new(both_metrics(NODES));
    let (mut mates, mut known, mut shorter) = (0, 0, 0);
    let mut most = (0, String::new());
    for p in jsonl("game").iter().skip(first).step_by(2) {
        let o = solve(&mut solver, p);
        most = most.max((o.nodes, p.id.clone()));
        let found = examine(p, &o);
        assert_eq!(found.is_some(), p.mate, "{}", p.id);
        let Verdict::Mate { raw, conventional } = o.verdict else {
            continue;
        };
        mates += 1;
        shorter += u32::from(conventional.upper < raw.upper);
        assert!(raw.is_minimal(), "{}: {raw:?}", p.id);
        match p.raw_plies {
            Some(plies) => known += u32::from(plies == raw.upper),
            None => assert!(raw.upper <= p.raw_upper.unwrap(), "{}: {raw:?}", p.id),
        }
        assert!(
            p.raw_plies.is_none_or(|n| n == raw.upper),
            "{}: {raw:?}",
            p.id
        );
        assert!(conventional.is_minimal(), "{}: {conventional:?}", p.id);
    }
    println!(
        "{mates} mates, {known} of known length, {shorter} shorter by convention, most nodes {most:?}"
    );
    assert!(mates > 50);
}

#[test]
fn positions_with_even_numbers() {
    every_second(0);
}

#[test]
fn positions_with_odd_numbers() {
    every_second(1);
}
