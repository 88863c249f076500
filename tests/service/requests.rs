//! Requests that are refused, and what is said of them.

use super::common::{NINE, events_of, last, service};
use serde_json::{Value, json};
use tsumi::service::{Code, Request};

fn refused(text: &str) -> (Code, String, Option<u64>) {
    let failure = Request::parse(text.as_bytes()).unwrap_err();
    (failure.code, failure.message.en, failure.place.line)
}

#[test]
fn a_request_that_cannot_be_read_says_why() {
    let (code, said, line) = refused("{\"method\":\n \"hello\"");
    assert_eq!((code, line), (Code::Request, Some(2)), "{said}");
    for (text, why) in [
        ("", "EOF"),
        ("[]", "method"),
        ("{}", "missing field `method`"),
        (r#"{"method": 1}"#, "invalid type: integer `1`"),
        (r#"{"method": "solve"}"#, "unknown variant `solve`"),
        (r#"{"method": "analyse"}"#, "missing field `sfen`"),
        (r#"{"method": "hello", "sfen": ""}"#, "unknown field `sfen`"),
        (r#"{"method": "position", "sfen": 1}"#, "string"),
        (
            r#"{"method": "position", "sfen": "", "attaker": "black"}"#,
            "unknown field `attaker`",
        ),
        (
            r#"{"method": "position", "sfen": "", "attacker": "grey"}"#,
            "unknown variant `grey`",
        ),
        (
            r#"{"method": "analyse", "sfen": "", "limits": {"seconds": -1}}"#,
            "negative",
        ),
        (
            r#"{"method": "analyse", "sfen": "", "limits": {"minutes": 1}}"#,
            "minutes",
        ),
    ] {
        let (code, said, _) = refused(text);
        assert_eq!(code, Code::Request);
        assert!(said.contains(why), "{text}: {said}");
    }
    assert!(Request::parse(b"{\"method\": \"hello\", \"\xff\": 1}").is_err());
}

/// The `error` of a request.
fn error(request: &Value) -> Value {
    let events = events_of(&mut service(), &request.to_string());
    assert_eq!(events.len(), 1, "{events:?}");
    last(&events, "error").clone()
}

#[test]
fn positions_and_moves_that_are_wrong() {
    let searching = ["analyse", "certificate", "reply"];
    for method in searching {
        let found = error(&json!({"method": method, "sfen": "4k4/9/9/4x4/9/9/9/9/9 b - 1"}));
        assert_eq!(
            (&found["code"], &found["column"]),
            (&json!("input"), &json!(10))
        );
        assert!(found["excerpt"].is_string() && found["hint"]["ja"].is_string());
        let found = error(&json!({"method": method, "sfen": "9/9/9/9/9/9/9/9/9 b - 1"}));
        assert_eq!(found["code"], "position");
        let two = "4k4/9/4P4/4P4/9/9/9/9/9 b G 1";
        let found = error(&json!({"method": method, "sfen": two}));
        assert_eq!(
            (&found["code"], &found["column"]),
            (&json!("position"), &json!(12))
        );
        assert!(found["message"]["ja"].as_str().unwrap().contains("二歩"));
    }
    let line = json!(["2d1c+", "1d1c", "1a1b"]);
    for method in ["variations", "near_misses"] {
        let found = error(&json!({"method": method, "sfen": NINE, "line": line}));
        assert_eq!(found["code"], "move");
        assert!(
            found["message"]["en"]
                .as_str()
                .unwrap()
                .contains("move 3, 1a1b")
        );
    }
    for mv in ["2d2e", "R*1d", "nonsense", ""] {
        let found = error(&json!({"method": "reply", "sfen": NINE, "move": mv}));
        assert_eq!(found["code"], "move", "{mv}");
    }
}

#[test]
fn writing_what_cannot_be_written() {
    for (request, code) in [
        (json!({"target": "pdf", "problems": []}), "request"),
        (json!({"target": "svg", "problems": []}), "request"),
        (
            json!({"target": "kif", "problems": [{"sfen": "x"}]}),
            "input",
        ),
        (
            json!({"target": "kif", "problems": [{"sfen": NINE, "line": ["1a1b"]}]}),
            "move",
        ),
        (
            json!({"target": "kif", "problems": [{"sfen": NINE, "tree": [{"parent": 7, "usi": "2d1c+"}]}]}),
            "move",
        ),
        (
            json!({"target": "kif", "problems": [{"sfen": NINE, "tree": [{"parent": 0}, {"parent": 1, "usi": "2d1c+"}]}]}),
            "move",
        ),
        (
            json!({"target": "kif", "problems": [{"sfen": NINE, "tree": [{"parent": 0, "ending": "X"}]}]}),
            "move",
        ),
    ] {
        let mut request = request;
        request["method"] = json!("write");
        assert_eq!(error(&request)["code"], code, "{request}");
    }
    for request in [
        json!({"method": "read"}),
        json!({"method": "read", "text": "", "base64": ""}),
        json!({"method": "read", "base64": "###"}),
    ] {
        assert_eq!(error(&request)["code"], "request", "{request}");
    }
}

#[test]
fn hello_says_who_speaks() {
    let events = events_of(&mut service(), r#"{"method": "hello"}"#);
    let hello = last(&events, "hello");
    assert_eq!(
        (&hello["interface"], &hello["engine"]),
        (&json!(1), &json!("native"))
    );
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    assert!(hello["targets"].as_array().unwrap().contains(&json!("svg")));
}

/// A line whose answer would take the memory of the machine is refused.
#[test]
fn a_line_may_be_too_long() {
    let line = vec!["5i5h"; 10_001];
    let found = error(&json!({"method": "position", "sfen": NINE, "line": line}));
    assert_eq!(found["code"], "large");
}
