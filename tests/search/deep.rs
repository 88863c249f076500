//! Depth, limits, and the same answer every time.

use crate::common::{
    Problem, both_metrics, examine, jsonl, pick, position, solve, solve_until, zuko,
};
use crate::on_a_stack_of;
use shogi_core::Color;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tsumi::solver::{
    Certificate, Claim, Control, Lengths, Limit, Options, Outcome, Solver, Verdict,
};

fn of_zuko(id: &str) -> Problem {
    pick(&zuko(), &[id]).remove(0)
}

/// Mate in 611, the search thousands of plies deep, on a thread with 2 MiB.
#[test]
fn six_hundred_and_eleven_plies_on_a_small_stack() {
    let solve_it = || {
        let p = of_zuko("zuko-100");
        let mut solver = Solver::new(Options {
            nodes: Some(30_000_000),
            memory: 256 << 20,
            ..Options::default()
        });
        let o = solve(&mut solver, &p);
        let (raw, _) = examine(&p, &o).expect("a mate");
        assert!(raw >= 611, "{raw}");
        println!("zuko-100: {raw} plies, {} nodes, {:?}", o.nodes, o.elapsed);
    };
    on_a_stack_of(2 << 20, solve_it);
}

/// A bound of up to 1,600 plies is proved on a stack of 1 MiB, so one of 609 on 256 KiB: with every
/// ply counted, and by the convention where the quick look at that length is taken too.
#[test]
#[ignore = "long: about 40 s"]
fn the_proof_of_a_long_bound_on_a_small_stack() {
    let prove = |lengths, claim| {
        let p = of_zuko("zuko-100");
        let mut solver = Solver::new(Options {
            nodes: Some(12_000_000),
            memory: 256 << 20,
            shortest_raw: true,
            prove_lengths: true,
            lengths,
            ..Options::default()
        });
        let o = solve(&mut solver, &p);
        assert_eq!(examine(&p, &o).expect("a mate").0, 611);
        let certificate = o.certificate.expect("a mate has one");
        let claims = certificate.claims();
        assert!(claims.contains(&claim), "{claims:?}");
    };
    on_a_stack_of(256 << 10, move || {
        prove(Lengths::None, Claim::Longer { plies: 609 });
        prove(Lengths::Quick, Claim::Beyond { plies: 609 });
    });
}

fn easy() -> Problem {
    Problem {
        id: "easy".into(),
        position: position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        attacker: Color::Black,
        mate: true,
        plies: Some(1),
        raw_plies: Some(1),
    }
}

fn is_empty(o: &Outcome) -> bool {
    o.certificate.is_none() && o.line.is_empty() && o.leftover.is_empty() && !o.verified
}

/// A search that was cut short does not spoil the next ones of the same solver.
fn still_right(solver: &mut Solver) {
    let p = easy();
    assert_eq!(examine(&p, &solve(solver, &p)), Some((1, 1)));
    let p = &pick(&jsonl("pitfalls"), &["A9-only-pawn-drop-mate"])[0];
    assert_eq!(examine(p, &solve(solver, p)), None);
}

#[test]
fn the_time_limit() {
    let mut solver = Solver::new(Options {
        time: Some(Duration::from_millis(200)),
        memory: 64 << 20,
        ..Options::default()
    });
    let p = of_zuko("zuko-001");
    for _ in 0..3 {
        // Without the limit it would be mate, after millions of nodes.
        let o = solve(&mut solver, &p);
        assert_eq!(o.verdict, Verdict::Unknown(Limit::Time));
        assert!(is_empty(&o));
        assert!(o.elapsed >= Duration::from_millis(200), "{:?}", o.elapsed);
        still_right(&mut solver);
    }
}

#[test]
fn the_node_limit() {
    for nodes in [1, 1_000, 20_000] {
        let mut solver = Solver::new(Options {
            nodes: Some(nodes),
            memory: 64 << 20,
            ..Options::default()
        });
        let p = of_zuko("zuko-001");
        let o = solve(&mut solver, &p);
        assert_eq!(o.verdict, Verdict::Unknown(Limit::Nodes));
        assert!(is_empty(&o));
        // The counter is looked at every 1024 nodes.
        assert!((nodes..nodes + 1100).contains(&o.nodes), "{}", o.nodes);
        if nodes > 1 {
            still_right(&mut solver);
        }
    }
}

#[test]
fn the_stop_flag() {
    let mut solver = Solver::new(Options {
        memory: 64 << 20,
        ..Options::default()
    });
    let p = of_zuko("zuko-001");
    let stop = AtomicBool::new(false);
    let (o, raised) = solve_until(&stop, &mut solver, &p);
    assert_eq!(o.verdict, Verdict::Unknown(Limit::Interrupted));
    assert!(is_empty(&o));
    // Another thread raised it: how far the search had come by then is left to the clock.
    assert!(0 < raised && raised <= o.nodes, "{raised} {}", o.nodes);
    still_right(&mut solver);
    // A flag that is up from the start.
    let control = Control {
        stop: Some(&stop),
        progress: None,
    };
    let o = solver.solve(&p.position, p.attacker, control).unwrap();
    assert_eq!(o.verdict, Verdict::Unknown(Limit::Interrupted));
    still_right(&mut solver);
}

/// A limit that falls into the search for lengths leaves the verdict standing.
#[test]
fn a_limit_on_lengths_leaves_an_interval() {
    let p = of_zuko("zuko-002");
    let mut seen = [0; 3];
    for nodes in [15_000, 20_000, 30_000, 60_000, 3_000_000] {
        let mut solver = Solver::new(both_metrics(nodes));
        let o = solve(&mut solver, &p);
        match o.verdict {
            Verdict::Unknown(limit) => {
                assert_eq!(limit, Limit::Nodes);
                seen[0] += 1;
            }
            Verdict::Mate { raw, conventional } => {
                examine(&p, &o);
                assert!(raw.lower <= raw.upper && raw.upper >= 21, "{raw:?}");
                let both = raw.is_minimal() && conventional.is_minimal();
                seen[1 + usize::from(both)] += 1;
            }
            Verdict::NoMate => panic!("it is mate"),
        }
    }
    println!("undecided, decided, minimal: {seen:?}");
    assert!(seen[1] + seen[2] >= 1, "{seen:?}");
}

/// What of an outcome must not depend on anything but the problem.
fn answer(o: &Outcome) -> (Verdict, Vec<shogi_core::Move>, Option<Certificate>, u64) {
    (o.verdict, o.line.clone(), o.certificate.clone(), o.nodes)
}

#[test]
#[ignore = "long: about 10 s"]
fn the_same_problem_twice() {
    let mut solver = Solver::new(both_metrics(300_000));
    let mut problems = pick(&zuko(), &["zuko-030", "zuko-076"]);
    problems.extend(
        jsonl("pitfalls")
            .into_iter()
            .filter(|p| p.id.contains("B1"))
            .skip(1),
    );
    problems.extend(jsonl("game").into_iter().step_by(40));
    let mut differ = Vec::new();
    for p in &problems {
        let first = answer(&solve(&mut solver, p));
        let again = answer(&solve(&mut solver, p));
        let fresh = answer(&solve(&mut Solver::new(both_metrics(300_000)), p));
        assert_eq!(first.0, again.0, "{}", p.id);
        assert_eq!(first.0, fresh.0, "{}", p.id);
        if first != again || first != fresh {
            differ.push(format!("{}: {} {} {}", p.id, first.3, again.3, fresh.3));
        }
    }
    assert!(differ.is_empty(), "nodes or lines differ: {differ:?}");
}

/// Fifty problems of all sorts one after the other, as if each came first.
#[test]
fn one_solver_for_many_problems() {
    let options = || Options {
        memory: 32 << 20,
        shortest_conventional: false,
        ..both_metrics(3_000_000)
    };
    let mut problems: Vec<Problem> = jsonl("game").into_iter().step_by(10).collect();
    let pitfalls = jsonl("pitfalls").into_iter();
    problems.extend(pitfalls.filter(|p| p.id.starts_with('C') && !p.id.starts_with("C1")));
    problems.push(of_zuko("zuko-042"));
    problems.push(of_zuko("zuko-076"));
    let of = |id: &str, sfen: &str, attacker, plies: Option<u32>| Problem {
        id: id.into(),
        position: position(sfen),
        attacker,
        mate: plies.is_some(),
        plies,
        raw_plies: plies,
    };
    // Sets of pieces that are not whole, both attackers, both to move.
    problems.extend([
        of(
            "two pieces",
            "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            Color::Black,
            Some(1),
        ),
        of(
            "no piece",
            "4k4/9/4P4/9/9/9/9/9/9 b - 1",
            Color::Black,
            None,
        ),
        of(
            "white",
            "9/9/9/9/9/9/4p4/9/4K4 w g 1",
            Color::White,
            Some(1),
        ),
        of(
            "no gold left",
            "4k4/9/4P4/9/9/9/9/9/9 b 2S 1",
            Color::Black,
            None,
        ),
        of("to flee", "4k4/4R4/9/9/9/9/9/9/9 w - 1", Color::Black, None),
        of(
            "to be mated",
            "4k4/4G4/4P4/9/9/9/9/9/9 w - 1",
            Color::Black,
            Some(0),
        ),
        of(
            "easy again",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
            Color::Black,
            Some(1),
        ),
    ]);
    assert!(problems.len() >= 50, "{}", problems.len());
    let mut one = Solver::new(options());
    for p in &problems {
        let kept = solve(&mut one, p);
        let fresh = solve(&mut Solver::new(options()), p);
        let lengths = examine(p, &kept);
        assert_eq!(lengths, examine(p, &fresh), "{}", p.id);
        assert_eq!(lengths.is_some(), p.mate, "{}", p.id);
        if let (Some((raw, _)), Some(want)) = (lengths, p.raw_plies) {
            assert_eq!(raw, want, "{}", p.id);
        }
    }
    // An input that is none does no harm.
    let nothing = position("9/9/9/9/9/9/9/9/9 b - 1");
    assert!(
        one.solve(&nothing, Color::Black, Control::default())
            .is_err()
    );
    still_right(&mut one);
}
