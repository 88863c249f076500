//! `variations`, `near_misses` and `reply`: off the line.

use super::common::*;
use serde_json::{Value, json};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;
use tsumi::formats::usi as moves;
use tsumi::shogi::rules;

fn ask(request: &Value) -> Vec<Value> {
    events_of(&mut service(), &request.to_string())
}

fn line() -> Vec<&'static str> {
    NINE_LINE.split(' ').collect()
}

#[test]
fn every_other_defence_with_its_length() {
    let events = ask(&json!({"method": "variations", "sfen": NINE, "line": line()}));
    let found = of_kind(&events, "variation");
    let mut position = PartialPosition::from_usi(&format!("sfen {NINE}")).unwrap();
    let mut others = 0;
    for (ply, text) in (1..).zip(line()) {
        let mv = moves::parse_move(&position, text).unwrap();
        if ply % 2 == 0 {
            let here = found.iter().filter(|v| v["ply"] == ply).count();
            assert_eq!(here, rules::legal_moves(&position).len() - 1, "{ply}");
            others += here;
        }
        position.make_move(mv).unwrap();
    }
    assert!(others > 1 && found.len() == others);
    for variation in found {
        assert_eq!(variation["verdict"], "mate");
        let length = &variation["conventional"];
        assert_eq!(length["lower"], length["upper"]);
        let plies = variation["line"].as_array().unwrap().len() as u64;
        assert_eq!(length["upper"], plies);
        let ply = variation["ply"].as_u64().unwrap();
        assert_eq!(variation["last"], ply - 1 + plies);
        assert!(ply - 1 + plies <= 9, "none outlasts the line");
        assert_eq!(variation["line"][0], variation["move"]);
    }
    assert_eq!(last(&events, "done")["settled"], true);
}

/// Each question of this line is answered before a limit is looked at.
#[test]
fn a_long_line_of_easy_questions_ends_with_the_limits() {
    let around = ["8i9i", "9a8a", "9i8i", "8a9a"];
    let line: Vec<&str> = around.into_iter().cycle().take(400).collect();
    let sfen = "k8/9/9/9/9/9/9/9/1R6K b r2b4g4s4n4l18p 1";
    let events = ask(
        &json!({"method": "variations", "sfen": sfen, "attacker": "black",
        "line": line, "limits": {"nodes": 100}}),
    );
    let done = last(&events, "done");
    assert_eq!(done["settled"], false);
    assert!(done["nodes"].as_u64().unwrap() < 200, "{done}");
}

/// After a rook's drop from afar every interposition is futile.
#[test]
fn futile_interpositions_are_marked() {
    let sfen = "7lk/8p/7P1/9/9/9/9/9/9 b R2Gr2b2g4s4n3l16p 1";
    let events = ask(&json!({"method": "analyse", "sfen": sfen}));
    let line = last(&events, "answer")["line"].clone();
    let events = ask(&json!({"method": "variations", "sfen": sfen, "line": line}));
    for variation in of_kind(&events, "variation") {
        let last = variation["last"].as_u64().unwrap();
        let longer = last > line.as_array().unwrap().len() as u64;
        assert_eq!(variation["futile"], longer, "{variation}");
    }
}

#[test]
fn every_other_check_is_met() {
    let events = ask(&json!({"method": "near_misses", "sfen": NINE, "line": line()}));
    let found = last(&events, "near_misses");
    assert_eq!(found["settled"], true);
    let checks = found["checks"].as_array().unwrap();
    let all: usize = checks
        .iter()
        .map(|c| 1 + c["alike"].as_array().unwrap().len())
        .sum();
    let position = PartialPosition::from_usi(&format!("sfen {NINE}")).unwrap();
    let first = rules::checks(&position).len();
    assert!(all > first, "{all}");
    let refuted = checks.iter().filter(|c| c["fate"] == "refuted");
    let lengths: Vec<_> = refuted
        .map(|c| c["line"].as_array().unwrap().len())
        .collect();
    assert!(
        lengths.is_sorted_by(|a, b| a >= b),
        "the longest first: {lengths:?}"
    );
    let mates = checks.iter().find(|c| c["fate"] == "mates").unwrap();
    assert!(mates["plies"].is_u64() && mates["line"] == json!([]));
    assert!(checks.iter().all(|c| c["fate"] != "open"));
}

#[test]
fn an_attack_is_played_to_the_mate() {
    let mut service = service();
    let mut sfen = NINE.to_string();
    let mut plies = 0;
    loop {
        let hint = events_of(
            &mut service,
            &json!({"method": "reply", "sfen": sfen}).to_string(),
        );
        let hint = last(&hint, "reply");
        assert_eq!(
            (&hint["verdict"], &hint["state"]),
            (&json!("mate"), &json!("goes_on"))
        );
        let request = json!({"method": "reply", "sfen": sfen, "move": hint["answer"]});
        let events = events_of(&mut service, &request.to_string());
        let reply = last(&events, "reply");
        plies += 1;
        if reply["state"] == "mated" {
            assert!(reply["answer"].is_null() && reply["text"]["ja"] == "詰み");
            break;
        }
        assert_eq!(reply["conventional"]["upper"], 9 - plies);
        sfen = reply["answer"]["sfen"].as_str().unwrap().to_string();
        plies += 1;
    }
    assert_eq!(plies, 9);
}

#[test]
fn a_weak_defence_is_punished_and_a_weak_attack_escaped() {
    let after = "6s2/6l2/8+B/6B1k/9/9/9/9/9 w RPr4g3s4n3l17p 1";
    let events = ask(&json!({"method": "reply", "sfen": after, "move": "1d1e"}));
    let reply = last(&events, "reply");
    assert_eq!(
        (&reply["verdict"], &reply["answer"]["usi"]),
        (&json!("mate"), &json!("R*1f"))
    );
    assert_eq!(reply["conventional"]["upper"], 1);

    let events = ask(&json!({"method": "reply", "sfen": NINE, "move": "R*1b"}));
    let reply = last(&events, "reply");
    assert_eq!(
        (&reply["verdict"], &reply["state"]),
        (&json!("nomate"), &json!("goes_on"))
    );
    assert!(reply["answer"]["usi"].is_string());

    let events = ask(&json!({"method": "reply", "sfen": NINE, "move": "2d1e"}));
    let reply = last(&events, "reply");
    assert_eq!(
        (&reply["state"], &reply["verdict"]),
        (&json!("free"), &json!("nomate"))
    );
    assert!(reply["text"]["en"].as_str().unwrap().contains("no check"));
}

/// Against a defender who is never mated the attacker runs out of checks, whatever he plays.
#[test]
fn a_no_mate_is_never_lost() {
    let mut service = service();
    let mut games = 0;
    let mut open = vec![NONE.to_string()];
    while let Some(sfen) = open.pop() {
        let position = PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap();
        let checks = rules::checks(&position);
        games += usize::from(checks.is_empty());
        for check in checks {
            let request = json!({"method": "reply", "sfen": sfen, "move": moves::line(&[check])});
            let events = events_of(&mut service, &request.to_string());
            let reply = last(&events, "reply");
            assert_eq!(reply["verdict"], "nomate");
            open.push(reply["answer"]["sfen"].as_str().unwrap().to_string());
        }
        assert!(open.len() < 1_000);
    }
    assert!(games > 1, "{games}");
}

#[test]
fn what_is_not_known_is_not_invented() {
    let long = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    let request = json!({"method": "reply", "sfen": long, "limits": {"nodes": 1000}});
    let events = ask(&request);
    let reply = last(&events, "reply");
    assert_eq!(
        (&reply["verdict"], &reply["reason"]),
        (&json!("unknown"), &json!("nodes"))
    );
    assert!(reply["answer"].is_null() && reply["conventional"].is_null());
}

/// A limit below a hundred nodes is used, too.
#[test]
fn few_nodes_are_not_none() {
    let request = json!({"method": "reply", "sfen": NINE, "limits": {"nodes": 99}});
    let done = last(&ask(&request), "done")["nodes"].clone();
    assert!(done.as_u64().unwrap() > 20, "{done}");
}

/// A defence that a limit left open is in the list.
#[test]
fn defences_that_no_limit_allowed_are_unknown() {
    let line: Vec<&str> = NINE_LINE.split(' ').collect();
    let defences = |nodes: Option<u64>| {
        let limits = json!({"seconds": null, "nodes": nodes});
        let request = json!({"method": "variations", "sfen": NINE, "line": line, "limits": limits});
        let events = events_of(&mut service(), &request.to_string());
        let found = of_kind(&events, "variation").into_iter();
        let found = found.map(|v| (v["ply"].as_u64().unwrap(), v["verdict"] == "unknown"));
        found.collect::<Vec<_>>()
    };
    let all = defences(None);
    assert!(
        !all.is_empty() && all.iter().all(|(_, open)| !open),
        "{all:?}"
    );
    for nodes in [0, 12] {
        let some = defences(Some(nodes));
        let plies = |list: &[(u64, bool)]| list.iter().map(|v| v.0).collect::<Vec<_>>();
        assert_eq!(plies(&some), plies(&all), "{nodes}");
        assert!(some.iter().any(|(_, open)| *open), "{nodes}");
    }
}
