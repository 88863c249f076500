//! What the bench can save it can open: half-made positions in every format.

use super::common::{events_of, last, of_kind, service};
use serde_json::{Value, json};

/// Positions that are no problems, each with a word of what is wrong.
const HALF_MADE: [(&str, &str); 7] = [
    ("9/9/9/9/4G4/9/9/9/9 b 2r2b3g4s4n4l18p 1", "玉がない"),
    ("4k4/9/4P4/9/4P4/9/9/9/9 b G2r2b3g4s4n4l16p 1", "二歩"),
    (
        "4k4/4R4/9/9/9/9/9/9/9 b r2b4g4s4n4l18p 1",
        "玉（５一）を取れる",
    ),
    ("P3k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1", "行き所のない駒"),
    (
        "4k4/9/9/9/9/9/9/9/9 w G2r2b3g4s4n4l18p 1",
        "王手がかかっていない",
    ),
    ("4k3k/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "二つある"),
    (
        "9/9/9/9/9/9/9/9/4K4 b G2r2b3g4s4n4l18p 1",
        "王手がかかっていない",
    ),
];

fn ask(request: &Value) -> Vec<Value> {
    events_of(&mut service(), &request.to_string())
}

fn written(target: &str, sfen: &str) -> String {
    let request = json!({"method": "write", "target": target, "problems": [{"sfen": sfen}]});
    last(&ask(&request), "text")["text"]
        .as_str()
        .unwrap()
        .to_string()
}

/// The text is read as a problem with this position, and says what is wrong with it; where only
/// problems are read it is a fault with the same words.
fn is_read(text: &str, name: Option<&str>, sfen: &str, wrong: &str) {
    let mut request = json!({"method": "read", "text": text, "accept": "half_made", "name": name});
    let events = ask(&request);
    assert_eq!(of_kind(&events, "fault"), [&Value::Null; 0], "{text}");
    let read = last(&events, "problem");
    assert_eq!(read["problem"]["sfen"], sfen, "{text}");
    let warnings = read["warnings"].as_array().unwrap();
    let said = |warning: &Value| warning["message"]["ja"].as_str().unwrap().contains(wrong);
    assert!(warnings.iter().any(said), "{wrong}: {warnings:?}\n{text}");
    // Programs that want problems get none.
    for accept in [json!("problems"), Value::Null] {
        request["accept"] = accept.clone();
        if accept.is_null() {
            request.as_object_mut().unwrap().remove("accept");
        }
        let events = ask(&request);
        let fault = last(&events, "fault");
        let message = fault["message"]["ja"].as_str().unwrap();
        assert!(message.contains(wrong), "{message}\n{text}");
        assert_eq!(of_kind(&events, "problem").len(), 0, "{text}");
    }
}

#[test]
fn what_is_written_half_made_is_read_again() {
    for (sfen, wrong) in HALF_MADE {
        for target in ["sfen", "jsonl", "kif", "ki2", "csa", "jkf", "bod"] {
            let text = written(target, sfen);
            is_read(&text, Some(&format!("a.{target}")), sfen, wrong);
        }
    }
}

#[test]
fn a_link_to_a_half_made_position_is_read() {
    for (sfen, wrong) in HALF_MADE {
        let place = sfen.trim_end_matches(" 1").replace(' ', "_");
        is_read(
            &format!("http://localhost:8027/#{place}"),
            None,
            sfen,
            wrong,
        );
    }
}

/// Such a position stands among others in its place, and is judged with the attacker that is named.
#[test]
fn half_made_positions_stand_among_problems() {
    let (half, _) = HALF_MADE[0];
    let one = super::common::ONE;
    let text = format!("a\t{one}\nb\t{half}\nc\t4x4/9/9/9/9/9/9/9/9 b - 1\nd\t{one}");
    let events = ask(&json!({"method": "read", "text": text, "accept": "half_made"}));
    let kinds: Vec<&str> = events
        .iter()
        .map(|e| e["event"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["problem", "problem", "fault", "problem", "done"]);
    assert_eq!(events[1]["warnings"][0]["line"], 2);
    let only_white = "9/9/9/9/9/9/9/9/4k4 b G 1";
    let request = json!({"method": "read", "text": only_white, "accept": "half_made",
                         "attacker": "white", "rest": "defender"});
    let read = ask(&request);
    let read = &last(&read, "problem")["problem"];
    assert_eq!(read["attacker"], "white");
    assert_eq!(read["sfen"], "9/9/9/9/9/9/9/9/4k4 b 2R2B4G4S4N4L18P 1");
}

/// More pieces than a set has are no position for anybody, as in `position`.
#[test]
fn more_than_a_set_is_refused() {
    let board: Vec<String> = (0..9).map(|_| "G8".to_string()).collect();
    let sfen = format!("{} b - 1", board.join("/"));
    let csa: String = (1..=9).map(|n| format!("P+9{n}KI\n")).collect();
    for text in [sfen, format!("{csa}P-51OU\n+\n")] {
        let events = ask(&json!({"method": "read", "text": text, "accept": "half_made"}));
        let fault = last(&events, "fault");
        let message = fault["message"]["en"].as_str().unwrap();
        assert!(message.contains("a set has 4"), "{message}");
    }
}

/// A text without a name names nothing; what has a name keeps it.
#[test]
fn a_pasted_problem_has_no_id() {
    let one = super::common::ONE;
    for target in ["sfen", "jsonl", "kif", "ki2", "csa", "jkf", "bod"] {
        let text = written(target, one);
        for (name, id) in [(None, ""), (Some(format!("mine.{target}")), "mine")] {
            let events = ask(&json!({"method": "read", "text": text, "name": name}));
            let read = &last(&events, "problem")["problem"];
            let got = read["id"].as_str().unwrap();
            assert!(
                got.starts_with(id) && got.is_empty() == id.is_empty(),
                "{target}: {got}"
            );
            assert_eq!(read["title"], Value::Null);
        }
    }
    let events = ask(&json!({"method": "read", "text": format!("mine\t{one}")}));
    assert_eq!(last(&events, "problem")["problem"]["id"], "mine");
    let two = format!("{}\n{}", written("kif", one), written("kif", one));
    let events = ask(&json!({"method": "read", "text": two}));
    for event in of_kind(&events, "problem") {
        assert_eq!(event["problem"]["id"], "");
    }
    let no_king = written("kif", HALF_MADE[0].0);
    let events = ask(&json!({"method": "read", "text": no_king}));
    assert_eq!(last(&events, "fault")["id"], Value::Null);
}
