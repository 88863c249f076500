//! The same answers whatever the memory, and never more memory than was said.

use crate::common::{Problem, both_metrics, examine, jsonl, muso, pick, solve, zuko};
use tsumi::solver::{Lengths, Limit, Options, Solver, Verdict};

/// Forty of Zuko's that take some ten thousand nodes; the last ones take more.
const ZUKO: [u32; 40] = [
    2, 5, 7, 11, 13, 16, 18, 19, 28, 29, 30, 34, 42, 45, 58, 63, 64, 66, 69, 70, 74, 76, 77, 80,
    81, 82, 85, 92, 94, 14, 22, 26, 35, 36, 38, 46, 51, 71, 91, 100,
];
/// Zuko's of which both lengths are proved minimal fast.
const SHORTEST: [&str; 12] = [
    "zuko-002", "zuko-005", "zuko-018", "zuko-033", "zuko-036", "zuko-042", "zuko-045", "zuko-051",
    "zuko-058", "zuko-064", "zuko-092", "zuko-096",
];

fn sixty() -> Vec<Problem> {
    let ids: Vec<String> = ZUKO.iter().map(|n| format!("zuko-{n:03}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut problems = pick(&zuko(), &ids);
    problems.extend(jsonl("game").into_iter().step_by(20));
    assert_eq!(problems.len(), 60);
    problems
}

/// For verdicts or for both lengths.
fn options(memory: usize, shortest: bool) -> Options {
    Options {
        memory,
        lengths: Lengths::Quick,
        shortest_raw: shortest,
        shortest_conventional: shortest,
        ..both_metrics(10_000_000)
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn sixteen_megabytes_and_a_gigabyte() {
    let problems = sixty();
    let mut solvers = [16 << 20, 64 << 20, 1 << 30].map(|m| Solver::new(options(m, false)));
    let mut most = [0; 3];
    for p in &problems {
        for (solver, most) in solvers.iter_mut().zip(&mut most) {
            let memory = solver.options().memory;
            let o = solve(solver, p);
            assert_eq!(examine(p, &o).is_some(), p.mate, "{} in {memory}", p.id);
            assert!(o.table_bytes <= memory, "{} in {memory}", p.id);
            *most = o.table_bytes.max(*most);
        }
    }
    println!("largest tables: {most:?}");
    // The test means something only when the small table was full.
    assert!(most[0] >= 13 << 20 && most[2] > 16 << 20, "{most:?}");
}

#[test]
fn lengths_in_any_memory() {
    let mut solvers = [16 << 20, 64 << 20, 1 << 30].map(|m| Solver::new(options(m, true)));
    let game: Vec<Problem> = sixty().into_iter().skip(ZUKO.len()).collect();
    let short = |p: &Problem| p.raw_plies.is_none_or(|n| n <= 15);
    let pitfalls = jsonl("pitfalls")
        .into_iter()
        .filter(|p| p.id.starts_with('C') && !p.id.starts_with("C15") && !p.id.starts_with("C17"));
    let mut compared = 0;
    let game = game.into_iter().filter(short);
    for p in pick(&zuko(), &SHORTEST)
        .into_iter()
        .chain(game)
        .chain(pitfalls)
    {
        let mut lengths = Vec::new();
        for solver in &mut solvers {
            let o = solve(solver, &p);
            if let Verdict::Mate { raw, conventional } = o.verdict {
                assert!(raw.is_minimal() && conventional.is_minimal(), "{}", p.id);
            }
            lengths.push(examine(&p, &o));
        }
        assert!(
            lengths.iter().all(|l| *l == lengths[0]),
            "{}: {lengths:?}",
            p.id
        );
        compared += 1;
    }
    println!("{compared} compared");
    assert!(compared >= 32, "{compared}");
}

/// A full table loses proofs and lines, so the shortest mate is written down while the search goes
/// on. Before that was done muso-092 had 53 plies after 100,000 nodes and 61 after 200,000.
#[test]
fn more_nodes_never_make_a_mate_longer() {
    let cases = [
        (pick(&muso(), &["muso-092"]).remove(0), 2 << 20),
        (pick(&zuko(), &["zuko-071"]).remove(0), 5 << 20),
    ];
    for (problem, memory) in cases {
        let mut before = (u32::MAX, u32::MAX);
        for nodes in [100_000, 200_000, 400_000] {
            let mut solver = Solver::new(Options {
                memory,
                shortest_raw: false,
                ..both_metrics(nodes)
            });
            let lengths = examine(&problem, &solve(&mut solver, &problem)).unwrap();
            let (raw, conventional) = lengths;
            assert!(raw <= before.0, "{}: {nodes} nodes, raw {raw}", problem.id);
            assert!(conventional <= before.1, "{}: {nodes} nodes", problem.id);
            before = lengths;
        }
    }
}

/// A table that throws away half of itself again and again gives right answers or
/// none at all.
#[test]
fn two_megabytes_are_slow_but_never_wrong() {
    let mut solver = Solver::new(Options {
        nodes: Some(400_000),
        // The search for the length fills the table again and again.
        lengths: Lengths::Answer,
        ..options(2 << 20, false)
    });
    let mut undecided = 0;
    for p in sixty() {
        let o = solve(&mut solver, &p);
        assert!(o.table_bytes <= 2 << 20, "{}", p.id);
        match o.verdict {
            Verdict::Unknown(limit) => {
                assert!(
                    matches!(limit, Limit::Nodes | Limit::Memory),
                    "{}: {limit:?}",
                    p.id
                );
                undecided += 1;
            }
            _ => assert_eq!(examine(&p, &o).is_some(), p.mate, "{}", p.id),
        }
    }
    println!("{undecided} undecided in 2 MiB");
    assert!(undecided <= 10, "{undecided}");
}
