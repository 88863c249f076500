//! A limit takes answers away; it never makes other ones. What is said of a problem with
//! few nodes has to hold with many, whatever line and length are declared.

use crate::common::{after, judged, problem};
use shogi_core::Move;
use tsumi::formats::{Problem, usi};
use tsumi::shogi::Position;
use tsumi::solver::{Control, Limit, Options, Solver, Verdict};
use tsumi::verify::{Judgement, Settings, Status};

/// A problem with another line and length.
fn declared(p: &Problem, plies: usize, line: &[Move]) -> Problem {
    let fields = [&p.id, &p.sfen(), &plies.to_string(), &usi::line(line)];
    problem("x.sfen", &fields.map(String::as_str).join("\t"))
}

/// The declared line with another reply at one of its plies, and a mate from there.
fn other_lines(p: &Problem) -> Vec<Problem> {
    let line = p.line.as_ref().unwrap();
    let mut solver = Solver::new(Options {
        memory: 16 << 20,
        nodes: Some(20_000),
        ..Options::default()
    });
    let mut found = Vec::new();
    for ply in (1..line.len()).step_by(2) {
        let at = after(&p.position, &line[..ply]);
        let board = Position::new(&at, p.attacker).unwrap();
        let mut replies = Vec::new();
        board.generate_evasions(&mut replies);
        for reply in replies {
            let reply = board.to_core_move(reply, p.attacker);
            let next = after(&at, &[reply]);
            let outcome = solver.solve(&next, p.attacker, Control::default());
            let rest = outcome.unwrap().line;
            if reply != line[ply] && !rest.is_empty() {
                let other = [&line[..ply], &[reply], &rest].concat();
                found.push(declared(p, other.len(), &other));
            }
        }
    }
    found
}

fn with(p: &Problem, nodes: u64) -> Judgement {
    let settings = Settings {
        nodes: Some(nodes),
        ..Settings::default()
    };
    judged(p, settings)
}

/// Without a line nothing else could use what the verdict leaves.
#[test]
fn an_open_verdict_gets_the_whole_limit() {
    let sfen = crate::common::zuko("021").sfen();
    let undeclared = problem("x.sfen", &["x", &sfen].join("\t"));
    let found = with(&undeclared, 30_000);
    let open = Verdict::Unknown(Limit::Nodes);
    assert_eq!((found.outcome.verdict, found.nodes), (open, 30_000));
    assert!(!found.is_settled());
}

#[test]
#[ignore = "long: about 10 s"]
fn what_is_said_under_a_limit_holds_without_it() {
    let all = include_str!("../../problems/zuko.sfen");
    let mut said = 0;
    for number in ["050", "085", "092"] {
        let id = format!("zuko-{number}\t");
        let line = all.lines().find(|line| line.starts_with(&id)).unwrap();
        let p = problem("zuko.sfen", line);
        let (line, plies) = (p.line.clone().unwrap(), p.plies.unwrap() as usize);
        let mut claims: Vec<_> = (plies - 2..=plies + 2)
            .step_by(2)
            .map(|plies| declared(&p, plies, &[]))
            .collect();
        claims.push(declared(&p, plies, &line));
        claims.extend(other_lines(&p).into_iter().step_by(2));
        for p in claims {
            let many = with(&p, 200_000);
            for nodes in [300, 3_000, 30_000] {
                let few = with(&p, nodes);
                let sure = few.statuses.iter().filter(|s| **s != Status::Undecided);
                for status in sure {
                    said += 1;
                    let held = many.statuses.contains(status);
                    let line = p.line.as_deref().map(usi::line);
                    assert!(
                        held,
                        "{} {line:?}, {nodes} nodes: {few:?}, {many:?}",
                        p.sfen()
                    );
                }
            }
        }
    }
    assert!(said > 30, "{said} statuses other than undecided");
}
