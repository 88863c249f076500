//! A declared line as a help: it changes what is found soon, never what is true.

use crate::solver_common::{Problem, both_metrics, examine, jsonl, pick, solve, zuko};
use shogi_core::Move;
use tsumi::formats::{Input, ReadOptions, read_input};
use tsumi::solver::{Control, Length, Outcome, Solver, Verdict};
use tsumi::verify::{Settings, Status, Verifier};

fn lengths(o: &Outcome) -> Option<[Length; 2]> {
    match o.verdict {
        Verdict::Mate { raw, conventional } => Some([raw, conventional]),
        _ => None,
    }
}

/// Lines that are good, cut short, bad from some ply on, or no line at all.
fn lines(p: &Problem, good: &[Move]) -> Vec<Vec<Move>> {
    let mut lines = vec![good.to_vec(), good[..good.len() / 2].to_vec(), Vec::new()];
    for at in [0, 1, good.len() / 2] {
        let mut position = p.position.clone();
        let mut line = good[..at.min(good.len())].to_vec();
        for &mv in &line {
            position.make_move(mv).unwrap();
        }
        // Whatever is legal, the last one first: not what anybody would play.
        while line.len() < good.len() {
            let legal = shogi_legality_lite::all_legal_moves_partial(&position);
            let Some(mv) = legal.into_iter().next_back() else {
                break;
            };
            position.make_move(mv).unwrap();
            line.push(mv);
        }
        lines.push(line);
    }
    lines
}

#[test]
fn a_line_changes_no_verdict_and_no_length() {
    let ids = ["zuko-002", "zuko-018"];
    let mut problems = pick(&zuko(), &ids);
    problems.extend(jsonl("game").into_iter().step_by(60));
    let mut plain = Solver::new(both_metrics(3_000_000));
    let mut helped = Solver::new(both_metrics(3_000_000));
    let mut minimal = 0;
    for p in &problems {
        let want = solve(&mut plain, p);
        for line in lines(p, &want.line) {
            helped.set_options(tsumi::solver::Options {
                claimed: Some(line.len() as u32),
                ..both_metrics(3_000_000)
            });
            let mut session = helped.session(p.attacker);
            for _ in 0..2 {
                let got = session.solve_along(&p.position, &line, Control::default());
                let got = got.unwrap();
                assert_eq!(examine(p, &got).is_some(), p.mate, "{}", p.id);
                let Some((want, got)) = lengths(&want).zip(lengths(&got)) else {
                    continue;
                };
                for (want, got) in want.into_iter().zip(got) {
                    assert!(
                        want.lower <= got.upper && got.lower <= want.upper,
                        "{}",
                        p.id
                    );
                    if want.is_minimal() && got.is_minimal() {
                        assert_eq!(want, got, "{}", p.id);
                        minimal += 1;
                    }
                }
            }
        }
    }
    assert!(minimal > 40, "{minimal}");
}

/// On the tables of a search with barred positions, as `verify` goes on from its cooks.
#[test]
fn what_was_barred_leaves_nothing_false_behind() {
    let mut solver = Solver::new(both_metrics(3_000_000));
    let mut plain = Solver::new(both_metrics(3_000_000));
    for p in pick(&zuko(), &["zuko-002", "zuko-018", "zuko-064"]) {
        let want = solve(&mut plain, &p);
        let mut positions = Vec::new();
        let mut position = p.position.clone();
        for &mv in &want.line {
            if position.side_to_move() == p.attacker {
                positions.push(position.clone());
            }
            position.make_move(mv).unwrap();
        }
        // With all of the line but its beginning barred, then nothing.
        let barred = &positions[1..];
        let control = Control::default();
        let mut apart = solver.apart(p.attacker, barred).unwrap();
        apart.decide(&p.position, control).unwrap();
        let got = apart.open().solve_along(&p.position, &want.line, control);
        let got = got.unwrap();
        examine(&p, &got);
        assert_eq!(lengths(&got), lengths(&want), "{}", p.id);
    }
}

/// The declared line leaves the longest defence, which took millions of nodes to see.
#[test]
fn a_line_with_a_longer_defence_is_seen_soon() {
    let input = Input::from_arg("problems/zuko.sfen", 1);
    let problem = read_input(&input, &ReadOptions::default())
        .filter_map(Result::ok)
        .find(|p| p.id == "zuko-057")
        .unwrap();
    let mut verifier = Verifier::new(Settings {
        nodes: Some(600_000),
        ..Settings::default()
    });
    let judged = verifier.judge(&problem, Control::default()).unwrap();
    assert_eq!(judged.statuses, [Status::Longer], "{:?}", judged.findings);
}
