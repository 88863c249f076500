//! Several threads on one problem: the verdicts and the proved lengths of one thread,
//! whatever the threads do to each other. More threads than any machine of ours has
//! processors, and all of them from the first node on.

use crate::common::{Problem, both_metrics, examine, jsonl, pick, solve, solve_until, zuko};
use std::sync::atomic::AtomicBool;
use tsumi::search::Tuning;
use tsumi::solver::{Control, Limit, Options, Solver, Verdict};
use tsumi::verify::{Settings, Verifier};

const THREADS: usize = 8;

fn options(threads: usize, nodes: u64) -> Options {
    Options {
        threads,
        shortest_raw: false,
        shortest_conventional: false,
        tuning: Tuning {
            alone: 0,
            ..Tuning::default()
        },
        ..both_metrics(nodes)
    }
}

/// Problems with their verdicts and, where proved, their lengths.
fn compare(problems: &[Problem], nodes: u64) {
    let shortest = |threads, nodes| Options {
        shortest_raw: true,
        shortest_conventional: true,
        ..options(threads, nodes)
    };
    let mut one = Solver::new(shortest(1, nodes));
    let mut many = Solver::new(shortest(THREADS, 4 * nodes));
    let (mut minimal, mut skipped) = (0, 0);
    for p in problems {
        let (a, b) = (solve(&mut one, p), solve(&mut many, p));
        if a.verdict == Verdict::Unknown(Limit::Nodes) {
            skipped += 1;
            continue;
        }
        let lengths = (examine(p, &a), examine(p, &b));
        assert_eq!(lengths.1.is_some(), p.mate, "{}", p.id);
        if let (
            Verdict::Mate { raw, conventional },
            Verdict::Mate {
                raw: r,
                conventional: c,
            },
        ) = (a.verdict, b.verdict)
        {
            assert!(raw.lower <= r.upper && r.lower <= raw.upper, "{}", p.id);
            assert!(
                conventional.lower <= c.upper && c.lower <= conventional.upper,
                "{}",
                p.id
            );
            if raw.is_minimal() && r.is_minimal() && conventional.is_minimal() && c.is_minimal() {
                assert_eq!(lengths.0, lengths.1, "{}", p.id);
                minimal += 1;
            }
        }
    }
    println!(
        "{} problems, {minimal} with equal minimal lengths",
        problems.len()
    );
    assert!(skipped * 8 <= problems.len(), "{skipped} skipped");
    let mates = problems.iter().filter(|p| p.mate).count();
    assert!(minimal * 2 >= mates, "{minimal} of {mates}");
}

#[test]
#[ignore = "long: about 10 s"]
fn game_positions() {
    let game: Vec<Problem> = jsonl("game").into_iter().step_by(8).collect();
    compare(&game, 150_000);
}

#[test]
#[ignore = "long: about 15 s"]
fn pitfalls() {
    let easy = |p: &Problem| !p.id.starts_with("C15") && !p.id.starts_with("C17");
    let all: Vec<Problem> = jsonl("pitfalls").into_iter().filter(easy).collect();
    compare(&all, 150_000);
}

#[test]
fn small_problems_of_zuko() {
    let ids = [
        "zuko-002", "zuko-005", "zuko-018", "zuko-042", "zuko-045", "zuko-064", "zuko-092",
    ];
    compare(&pick(&zuko(), &ids), 400_000);
}

/// Rounds on one problem with a tiny table: collections and growth under everybody's
/// feet, and what is answered is proved.
#[test]
fn a_table_that_is_too_small() {
    let mut solver = Solver::new(Options {
        memory: 2 << 20,
        ..options(THREADS, 400_000)
    });
    let mut decided = 0;
    let ids = [
        "zuko-014", "zuko-022", "zuko-026", "zuko-035", "zuko-046", "zuko-071",
    ];
    for p in pick(&zuko(), &ids) {
        let o = solve(&mut solver, &p);
        assert!(o.table_bytes <= 2 << 20, "{}", p.id);
        match o.verdict {
            Verdict::Unknown(limit) => {
                assert!(matches!(limit, Limit::Nodes | Limit::Memory), "{limit:?}");
            }
            _ => decided += usize::from(examine(&p, &o).is_some()),
        }
    }
    println!("{decided} decided in 2 MiB");
    assert!(decided >= 2, "{decided}");
}

/// The work space of a thread is about a MiB: threads that would take more than half as much
/// as the tables do not begin.
#[test]
fn no_more_threads_than_the_memory_carries() {
    let p = pick(&zuko(), &["zuko-001"]).remove(0);
    for (memory, most) in [(2 << 20, 2), (8 << 20, 5), (64 << 20, 8)] {
        let mut solver = Solver::new(Options {
            memory,
            ..options(THREADS, 20_000)
        });
        assert_eq!(solve(&mut solver, &p).threads, most);
    }
}

#[test]
fn the_node_limit_is_one_for_all() {
    let p = pick(&zuko(), &["zuko-001"]).remove(0);
    let limit = 50_000;
    let mut solver = Solver::new(options(THREADS, limit));
    let o = solve(&mut solver, &p);
    assert_eq!(o.verdict, Verdict::Unknown(Limit::Nodes));
    // Each thread looks every 1,024 nodes, but not while a proof is followed, which takes 2,000
    // at most.
    let most = limit + (1024 + 2000) * THREADS as u64 + 1024;
    assert!((limit..=most).contains(&o.nodes), "{}", o.nodes);
}

#[test]
fn a_stop_reaches_everybody_and_the_solver_lives_on() {
    let problems = pick(&zuko(), &["zuko-001", "zuko-002"]);
    let mut solver = Solver::new(options(THREADS, 100_000_000));
    let stop = AtomicBool::new(false);
    let (o, _) = solve_until(&stop, &mut solver, &problems[0]);
    assert_eq!(o.verdict, Verdict::Unknown(Limit::Interrupted));
    let o = solve(&mut solver, &problems[1]);
    assert!(examine(&problems[1], &o).is_some());
}

/// The number of threads can change from one problem to the next; one thread does the
/// same every time, whatever was before.
#[test]
fn one_thread_stays_the_same() {
    let p = pick(&zuko(), &["zuko-014"]).remove(0);
    let mut solver = Solver::new(options(1, 10_000_000));
    let alone = solve(&mut solver, &p);
    solver.set_options(options(THREADS, 10_000_000));
    let together = solve(&mut solver, &p);
    assert_eq!(
        examine(&p, &alone).is_some(),
        examine(&p, &together).is_some()
    );
    solver.set_options(options(1, 10_000_000));
    let again = solve(&mut solver, &p);
    assert_eq!(alone.nodes, again.nodes);
    assert_eq!(alone.certificate, again.certificate);
}

/// Cooks: searches with barred positions on a table that is kept warm.
#[test]
fn verification() {
    let input = tsumi::formats::Input::from_arg("problems/zuko.sfen", 1);
    let problems = tsumi::formats::read_input(&input, &tsumi::formats::ReadOptions::default());
    let ids = ["zuko-002", "zuko-064"];
    let settings = |threads| Settings {
        threads,
        nodes: Some(2_000_000),
        ..Settings::default()
    };
    let mut one = Verifier::new(settings(1));
    let mut many = Verifier::new(settings(4));
    let problems = problems
        .filter_map(Result::ok)
        .filter(|p| ids.contains(&p.id.as_str()));
    let mut seen = 0;
    for p in problems {
        let a = one.judge(&p, Control::default()).unwrap();
        let b = many.judge(&p, Control::default()).unwrap();
        assert_eq!(a.statuses, b.statuses, "{}", p.id);
        seen += 1;
    }
    assert_eq!(seen, ids.len());
}
