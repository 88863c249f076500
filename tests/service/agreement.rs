//! The service says what `solve` and `verify` say.

use super::common::*;
use serde_json::json;
use std::time::Duration;
use tsumi::formats::{Input, ReadOptions, read_input, usi as moves};
use tsumi::shogi::rules;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi::verify::{Settings, Verifier};

/// Problems of Zuko about which everything is known within a second: sound ones, a longer defence,
/// one that leaves pieces, other mates, and a shorter mate.
const QUICK: [&str; 10] = [
    "zuko-033", "zuko-042", "zuko-045", "zuko-058", "zuko-064", "zuko-067", "zuko-068", "zuko-069",
    "zuko-092", "zuko-096",
];

#[test]
fn everything_about_ten_problems_of_zuko() {
    let input = Input::File("problems/zuko.sfen".into());
    let problems = read_input(&input, &ReadOptions::default());
    let time = Some(Duration::from_secs(60));
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
    let mut asked = 0;
    for problem in problems.flatten().filter(|p| QUICK.contains(&&p.id[..])) {
        asked += 1;
        let line: Vec<String> = problem
            .line
            .iter()
            .flatten()
            .map(|&mv| moves::line(&[mv]))
            .collect();
        let request = json!({"method": "analyse", "sfen": problem.sfen(), "plies": problem.plies,
                             "line": line, "limits": {"seconds": 60}});
        let events = events_of(&mut service, &request.to_string());
        let (answer, id) = (last(&events, "answer"), &problem.id);
        let solved = solver.solve(&problem.position, problem.attacker, Control::default());
        let Verdict::Mate { raw, conventional } = solved.unwrap().verdict else {
            panic!("{id} is mate");
        };
        assert_eq!(answer["verdict"], "mate");
        for (key, found) in [("conventional", conventional), ("raw", raw)] {
            let bound = |end: &str| answer[key][end].as_u64().unwrap() as u32;
            assert!(
                bound("lower") <= found.upper && found.lower <= bound("upper"),
                "{id}"
            );
        }
        assert_eq!(answer["conventional"]["state"], "searched", "{id}");
        let mut position = problem.position.clone();
        let mates = moves::replay(&mut position, &usi(&answer["line"])).unwrap();
        assert_eq!(answer["conventional"]["upper"], mates.len(), "{id}");
        assert!(rules::in_check(&position, problem.attacker.flip()), "{id}");

        let judged = verifier.judge(&problem, Control::default()).unwrap();
        let card = last(&events, "card");
        assert_eq!(card["settled"], true, "{id}");
        let names: Vec<&str> = judged.statuses.iter().map(|s| s.name()).collect();
        assert_eq!(card["status"], json!(names), "{id}");
        assert_eq!(card["differs"], judged.differs, "{id}");
        let grade = judged.soundness.map(|grade| grade.name());
        assert_eq!(card["soundness"]["grade"], json!(grade), "{id}");
        assert_eq!(
            cooks_of(card),
            judged.cooks.iter().filter(|c| !c.kind.is_minor()).count()
        );
    }
    assert_eq!(asked, QUICK.len());
}

/// How many other mates a card names.
fn cooks_of(card: &serde_json::Value) -> usize {
    let groups = card["groups"].as_array().unwrap().iter();
    let findings = groups.flat_map(|group| group["findings"].as_array().unwrap());
    let cooked = findings.filter(|finding| finding["status"] == "cooked");
    cooked
        .map(|finding| 1 + finding["alike"].as_array().unwrap().len())
        .sum()
}
