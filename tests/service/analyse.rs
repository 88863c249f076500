//! `analyse` and `certificate`: the answer grows, and the card is that of `verify`.

use super::common::*;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

fn analyse(request: &Value) -> Vec<Value> {
    let mut request = request.clone();
    request["method"] = json!("analyse");
    events_of(&mut service(), &request.to_string())
}

/// To walk along a declared line can take minutes, so the first answer does not wait for that.
#[test]
fn a_declared_line_does_not_hold_the_answer_back() {
    let line: Vec<&str> = NINE_LINE.split(' ').collect();
    let with = analyse(&json!({"sfen": NINE, "plies": 9, "line": line}));
    let without = analyse(&json!({"sfen": NINE, "plies": 9}));
    let first = |events: &[Value]| of_kind(events, "answer")[0]["nodes"].clone();
    assert_eq!(first(&with), first(&without));
}

/// All findings of a card, each with its weight.
fn findings(card: &Value) -> Vec<(&str, &Value)> {
    let groups = card["groups"].as_array().unwrap().iter();
    groups
        .flat_map(|group| {
            let weight = group["weight"].as_str().unwrap();
            let findings = group["findings"].as_array().unwrap().iter();
            findings.map(move |finding| (weight, finding))
        })
        .collect()
}

#[test]
fn a_sound_problem() {
    let line: Vec<&str> = NINE_LINE.split(' ').collect();
    let events = analyse(&json!({"sfen": NINE, "plies": 9, "line": line, "proofs": true}));
    let answers = of_kind(&events, "answer");
    let first = answers[0];
    assert_eq!(
        (&first["verdict"], &first["verified"]),
        (&json!("mate"), &json!(true))
    );
    assert_eq!(first["text"]["ja"], "詰み：9手（最短・探索による）");
    assert_eq!(first["leftover"], json!({}));
    assert_eq!(
        first["conventional"],
        json!({"lower": 9, "upper": 9, "state": "searched"})
    );
    assert!(first["nothing_left"].is_null() && first["refutation"].is_null());
    assert_eq!(first["line"].as_array().unwrap().len(), 9);
    let last_answer = answers.last().unwrap();
    assert_eq!(last_answer["conventional"]["state"], "proved");
    assert_eq!(
        last_answer["text"]["en"],
        "mate in 9 plies (minimal, proved)"
    );
    assert_eq!(
        last_answer["certificate"]["claims"],
        json!(["mate 9", "beyond 7"])
    );

    let card = last(&events, "card");
    assert_eq!(card["soundness"]["grade"], "sound");
    assert_eq!(
        (&card["settled"], &card["differs"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        (&card["along"], &card["status"]),
        (&json!("declared"), &json!(["ok"]))
    );
    assert!(findings(card).iter().all(|(weight, _)| *weight == "noted"));
    assert_eq!(last(&events, "done")["settled"], true);
}

/// The answer is there before the card, and both before the end.
#[test]
fn the_answer_comes_first() {
    let events = analyse(&json!({"sfen": NINE}));
    let at = |kind: &str| events.iter().position(|e| e["event"] == kind).unwrap();
    assert!(at("answer") < at("card") && at("card") < at("done"));
    assert_eq!(last(&events, "card")["along"], "found");
}

#[test]
fn a_cooked_problem_names_the_other_mates() {
    // The gold can be dropped on either side of the king's head.
    let sfen = "3nkn3/9/3PPP3/9/9/9/9/9/9 b G2r2b3g4s2n4l15p 1";
    let events = analyse(&json!({"sfen": sfen}));
    assert_eq!(last(&events, "answer")["conventional"]["upper"], 1);
    let card = last(&events, "card");
    // Other last moves are allowed.
    assert_eq!(findings(card)[0].0, "noted");

    // Zuko 68 has another mate at its 25th ply.
    let text = std::fs::read_to_string("problems/zuko.sfen").unwrap();
    let row = text.lines().find(|l| l.starts_with("zuko-068\t")).unwrap();
    let fields: Vec<&str> = row.split('\t').collect();
    let line: Vec<&str> = fields[3].split(' ').collect();
    let events = analyse(&json!({"sfen": fields[1], "plies": 27, "line": line}));
    let card = last(&events, "card");
    assert_eq!(card["soundness"]["grade"], "unsound");
    let (weight, cook) = findings(card)[0];
    assert_eq!((weight, &cook["status"]), ("fatal", &json!("cooked")));
    assert_eq!(
        (&cook["ply"], &cook["usi"], &cook["plies"]),
        (&json!(25), &json!("5e2e"), &json!(3))
    );
    assert!(usi(&cook["line"]).starts_with("5e2e "));
    assert!(cook["text"]["ja"].as_str().unwrap().contains("25手目"));
}

#[test]
fn no_mate_shows_how_the_defender_escapes() {
    let events = analyse(&json!({"sfen": NONE}));
    let answer = last(&events, "answer");
    assert_eq!(
        (&answer["verdict"], &answer["verified"]),
        (&json!("nomate"), &json!(true))
    );
    assert!(answer["conventional"].is_null() && answer["line"] == json!([]));
    let checks = answer["refutation"]["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 2);
    assert!(
        checks
            .iter()
            .all(|c| c["fate"] == "refuted" && c["line"].as_array().unwrap().len() > 1)
    );
    let card = last(&events, "card");
    assert_eq!(
        (findings(card)[0].0, &findings(card)[0].1["status"]),
        ("fatal", &json!("nomate"))
    );
}

#[test]
fn a_line_that_fails_and_a_length_that_differs() {
    let events = analyse(&json!({"sfen": NINE, "plies": 11, "line": ["2d1c+", "1a1b"]}));
    let card = last(&events, "card");
    let status: Vec<_> = findings(card)
        .into_iter()
        .map(|f| f.1["status"].clone())
        .collect();
    assert!(
        status.contains(&json!("line-fails")) && status.contains(&json!("shorter")),
        "{card:#}"
    );
    assert_eq!(card["along"], "found");
}

#[test]
fn positions_from_games_are_not_graded() {
    let events = analyse(&json!({"sfen": NINE, "profile": "game"}));
    let card = last(&events, "card");
    assert!(card["soundness"].is_null() && card["settled"] == true);
}

#[test]
fn what_a_limit_leaves_open_is_open() {
    let events = analyse(&json!({"sfen": NINE, "limits": {"nodes": 3}}));
    let answer = last(&events, "answer");
    assert_eq!(
        (&answer["verdict"], &answer["reason"]),
        (&json!("unknown"), &json!("nodes"))
    );
    assert_eq!(answer["verified"], false);
    let card = last(&events, "card");
    assert_eq!(
        (&card["soundness"]["grade"], &card["settled"]),
        (&json!("open"), &json!(false))
    );
    assert_eq!(last(&events, "done")["settled"], false);
}

#[test]
fn a_stopped_search_ends_at_once() {
    let mut service = service();
    let request = json!({"method": "analyse", "sfen": LONG, "limits": {"seconds": null}});
    let stop = AtomicBool::new(false);
    let events = events_until(&mut service, &request.to_string(), &stop, |event| {
        event["event"] == "progress"
    });
    let done = last(&events, "done");
    let nodes = |event: &Value| event["nodes"].as_u64().unwrap();
    let more = nodes(done) - nodes(of_kind(&events, "progress")[0]);
    assert!(more < 5_000, "{more} nodes after the stop");
    assert_eq!(
        (&done["stopped"], &done["settled"]),
        (&json!(true), &json!(false))
    );
    let progress = last(&events, "progress");
    assert!(progress["nodes"].as_u64().unwrap() > 1_000 && progress["stage"] == "verdict");
    // The next request has nothing to do with it.
    let events = events_of(
        &mut service,
        &json!({"method": "analyse", "sfen": ONE}).to_string(),
    );
    assert_eq!(last(&events, "answer")["conventional"]["upper"], 1);
}

#[test]
fn the_certificate_passes_the_checker() {
    let mut service = service();
    for (sfen, proofs, want) in [
        (NINE, false, "VERIFIED mate 9"),
        (NINE, true, "VERIFIED mate 9, beyond 7"),
        (NONE, false, "VERIFIED nomate"),
    ] {
        let request = json!({"method": "certificate", "sfen": sfen, "proofs": proofs});
        let events = events_of(&mut service, &request.to_string());
        let found = last(&events, "certificate");
        let verified = tsumi::checker::check(found["text"].as_str().unwrap()).unwrap();
        assert_eq!(verified.to_string(), want);
        assert_eq!(found["verified"], true);
    }
    let request = json!({"method": "certificate", "sfen": LONG, "limits": {"nodes": 1000}});
    let events = events_of(&mut service, &request.to_string());
    assert_eq!(last(&events, "answer")["verdict"], "unknown");
    assert_eq!(of_kind(&events, "certificate").len(), 0);
}

/// Of a game nobody asks for the least length: where it is open the judgement ends all the same,
/// without a limit too. (The least length of Zuko 011 takes more than an answer may.)
#[test]
fn a_game_without_limits_ends() {
    let sfen = "r+b2n4/1Pk1p4/pp1sG4/N1+s1+p4/2P1+R4/+pB1LN4/9/9/9 b SN3gs3l11p 1";
    let request = json!({"sfen": sfen, "profile": "game", "limits": {"seconds": null}});
    let events = analyse(&request);
    let length = &last(&events, "answer")["conventional"];
    assert!(
        length["lower"].as_u64() < length["upper"].as_u64(),
        "{length}"
    );
    assert!(of_kind(&events, "card").len() < 20);
    last(&events, "done");
}
