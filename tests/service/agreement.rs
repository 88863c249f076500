//! The service says what `solve` and `verify` say.

use super::common::*;
use serde_json::json;
use std::time::Duration;
use tsumi::formats::{Input, ReadOptions, read_input, usi as moves};
use tsumi::shogi::rules;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi::verify::{Settings, Status, Verifier};

/// What is decided by both is the same; bounds of one hold for the other.
#[test]
fn zuko_with_a_second_for_each() {
    let input = Input::File("problems/zuko.sfen".into());
    let problems = read_input(&input, &ReadOptions::default());
    let time = Some(Duration::from_secs(1));
    let mut service = service();
    let mut solver = Solver::new(Options {
        memory: 64 << 20,
        time,
        ..Options::default()
    });
    let mut verifier = Verifier::new(Settings {
        memory: 64 << 20,
        time,
        ..Settings::default()
    });
    let (mut exact, mut settled) = (0, 0);
    for problem in problems.step_by(6) {
        let problem = problem.unwrap();
        let line: Vec<String> = problem
            .line
            .iter()
            .flatten()
            .map(|&mv| moves::line(&[mv]))
            .collect();
        let request = json!({"method": "analyse", "sfen": problem.sfen(), "plies": problem.plies,
                             "line": line, "limits": {"seconds": 1}});
        let events = events_of(&mut service, &request.to_string());
        let (answer, id) = (last(&events, "answer"), &problem.id);
        let solved = solver.solve(&problem.position, problem.attacker, Control::default());
        if let (Verdict::Mate { conventional, .. }, "mate") =
            (solved.unwrap().verdict, answer["verdict"].as_str().unwrap())
        {
            let bound = |key: &str| answer["conventional"][key].as_u64().unwrap() as u32;
            assert!(bound("lower") <= conventional.upper, "{id}");
            assert!(bound("upper") >= conventional.lower, "{id}");
            exact += usize::from(answer["conventional"]["state"] == "searched");
            let mut position = problem.position.clone();
            let mates = moves::replay(&mut position, &usi(&answer["line"])).unwrap();
            assert_eq!(mates.len() as u32, bound("upper"), "{id}");
            assert!(rules::in_check(&position, problem.attacker.flip()), "{id}");
        }
        let judged = verifier.judge(&problem, Control::default()).unwrap();
        let card = last(&events, "card");
        if card["settled"] == true && !judged.statuses.contains(&Status::Undecided) {
            settled += 1;
            let names: Vec<&str> = judged.statuses.iter().map(|s| s.name()).collect();
            assert_eq!(card["status"], json!(names), "{id}");
            assert_eq!(card["differs"], judged.differs, "{id}");
            let grade = judged.soundness.map(|grade| grade.name());
            assert_eq!(card["soundness"]["grade"], json!(grade), "{id}");
        }
    }
    assert!(exact > 3 && settled > 1, "{exact} {settled}");
}
