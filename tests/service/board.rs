//! `position`: half-made positions are looked at, and nothing is left unsaid.

use super::common::{NINE, ONE, events_of, last, service};
use serde_json::{Value, json};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;
use tsumi::shogi::rules;

fn look(request: &Value) -> Value {
    let mut request = request.clone();
    request["method"] = json!("position");
    let events = events_of(&mut service(), &request.to_string());
    last(&events, "position").clone()
}

#[test]
fn a_board_as_data() {
    let seen = look(&json!({"sfen": format!("sfen {NINE}").replace(' ', "_")}));
    assert_eq!(seen["sfen"], NINE);
    assert_eq!(
        (&seen["turn"], &seen["attacker"]),
        (&json!("black"), &json!("black"))
    );
    assert_eq!(
        seen["board"][3],
        json!([null, null, null, null, null, null, "B", "B", "k"])
    );
    assert_eq!(seen["hands"]["black"], json!({"R": 1, "P": 1}));
    assert_eq!(seen["box"], json!({}));
    assert_eq!(seen["kings"], json!({"black": null, "white": "1d"}));
    assert_eq!(seen["faults"], json!([]));
    assert_eq!(
        (&seen["ready"], &seen["mated"]),
        (&json!(true), &json!(false))
    );
    let position = PartialPosition::from_usi(&format!("sfen {NINE}")).unwrap();
    let moves = seen["moves"].as_array().unwrap();
    assert_eq!(moves.len(), rules::legal_moves(&position).len());
    let checks = moves.iter().filter(|mv| mv["check"] == true).count();
    assert_eq!(checks, rules::checks(&position).len());
    let first = moves.iter().find(|mv| mv["usi"] == "2d1c+").unwrap();
    let want = json!({"usi": "2d1c+", "en": "B-1c+", "ja": "▲１三角成", "check": true, "from": "2d", "drop": null,
                      "to": "1c", "promotes": true, "takes": null,
                      "sfen": "6s2/6l2/8+B/6B1k/9/9/9/9/9 w RPr4g3s4n3l17p 1"});
    assert_eq!(first, &want);
    let drop = moves.iter().find(|mv| mv["usi"] == "R*1b").unwrap();
    assert_eq!((&drop["from"], &drop["drop"]), (&Value::Null, &json!("R")));
}

#[test]
fn everything_that_is_wrong_is_said() {
    let empty = look(&json!({"sfen": "9/9/9/9/9/9/9/9/9 b - 1"}));
    assert_eq!(empty["ready"], false);
    assert_eq!(empty["faults"].as_array().unwrap().len(), 1, "no king");
    assert_eq!(
        empty["box"],
        json!({"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18})
    );
    assert_eq!(empty["moves"], json!([]));

    // A dead lance, and two pawns on a file.
    let sfen = "L3k4/9/4P4/4P4/9/9/9/9/9 b G 1";
    let seen = look(&json!({ "sfen": sfen }));
    let faults = seen["faults"].as_array().unwrap();
    let at: Vec<_> = faults.iter().map(|f| &f["at"]).collect();
    assert_eq!(at, ["9a", "5d"], "{seen:#}");
    let seen = look(&json!({"sfen": "4k4/9/9/9/9/9/9/9/4R4 b - 1"}));
    assert_eq!(seen["faults"][0]["at"], "5a");
    assert_eq!(seen["checks"], json!({"black": [], "white": ["5i"]}));
    let seen = look(&json!({"sfen": "4k4/9/9/9/9/9/9/9/K8 w - 1", "attacker": "black"}));
    assert_eq!(seen["faults"].as_array().unwrap().len(), 1, "not in check");
    let seen = look(&json!({"sfen": "4k4/9/9/9/4k4/9/9/9/9 b - 1"}));
    assert_eq!(seen["faults"][0]["at"], "5e", "a second king");
}

#[test]
fn the_rest_goes_to_the_defender_where_that_is_asked_for() {
    let seen = look(&json!({"sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1"}));
    assert_eq!(seen["box"]["P"], 17);
    assert_eq!(
        (&seen["sfen"], &seen["ready"]),
        (&json!("4k4/9/4P4/9/9/9/9/9/9 b G 1"), &json!(true))
    );
    let seen = look(&json!({"sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1", "rest": "defender"}));
    assert_eq!((&seen["sfen"], &seen["box"]), (&json!(ONE), &json!({})));
}

#[test]
fn a_line_is_shown_as_far_as_it_is_legal() {
    let steps = |line: Value| look(&json!({"sfen": NINE, "line": line}))["line"].clone();
    let three = steps(json!(["2d1c+", "1d1c", "R*2c"]));
    assert_eq!(three.as_array().unwrap().len(), 3);
    assert_eq!(three[1]["ja"], "△同玉");
    assert_eq!(
        steps(json!(["2d1c+", "1a1b", "R*2c"]))
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Steps of an event are taken as they are.
    assert_eq!(steps(three.clone()), three);
}

#[test]
fn a_mated_king() {
    let seen = look(&json!({"sfen": "4k4/4G4/4P4/9/9/9/9/9/9 w - 1"}));
    assert_eq!(
        (&seen["mated"], &seen["ready"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(seen["checks"]["white"], json!(["5b"]));
}
