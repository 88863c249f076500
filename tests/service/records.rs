//! `read` and `write`.

use super::common::{LONG, NINE, NINE_LINE, NONE, events_of, last, of_kind, service};
use serde_json::{Value, json};

fn read(request: &Value) -> Vec<Value> {
    let mut request = request.clone();
    request["method"] = json!("read");
    events_of(&mut service(), &request.to_string())
}

fn write(target: &str, problems: &Value) -> String {
    let request = json!({"method": "write", "target": target, "problems": problems});
    let events = events_of(&mut service(), &request.to_string());
    last(&events, "text")["text"].as_str().unwrap().to_string()
}

fn problem(events: &[Value]) -> &Value {
    &last(events, "problem")["problem"]
}

#[test]
fn what_is_written_is_read_again() {
    let text = format!("nine\t{NINE}\t9\t{NINE_LINE}");
    let first = read(&json!({"text": text}));
    let record = problem(&first);
    assert_eq!(record["id"], "nine");
    assert_eq!(
        (&record["plies"], &record["attacker"]),
        (&json!(9), &json!("black"))
    );
    assert_eq!(record["line"].as_array().unwrap().len(), 9);
    for target in ["sfen", "jsonl", "kif", "ki2", "csa", "jkf"] {
        let text = write(target, &json!([record]));
        let again = read(&json!({"text": text, "name": format!("nine.{target}")}));
        let again = problem(&again);
        for key in ["sfen", "attacker", "line"] {
            assert_eq!(again[key], record[key], "{target} {key}");
        }
    }
    let board = write("bod", &json!([record]));
    assert_eq!(
        problem(&read(&json!({"text": board})))["sfen"],
        record["sfen"]
    );
    let many = write("kif", &json!([record, record]));
    assert_eq!(of_kind(&read(&json!({"text": many})), "problem").len(), 2);
}

/// A problem that nobody has named is written without a name, and two of them stay apart.
#[test]
fn a_problem_without_a_name_is_written_without_one() {
    let nameless = json!({"sfen": NINE, "line": NINE_LINE.split(' ').collect::<Vec<_>>()});
    for target in ["sfen", "jsonl", "kif", "ki2", "csa", "jkf", "bod"] {
        let text = write(target, &json!([nameless, nameless]));
        for name in ["作品名", "$EVENT", "\"id\""] {
            assert!(!text.contains(name), "{target}: {text}");
        }
        let again = read(&json!({"text": text, "name": format!("two.{target}")}));
        let again = of_kind(&again, "problem");
        assert_eq!(again.len(), 2, "{target}: {text}");
        for one in again {
            assert_eq!(one["problem"]["sfen"], NINE, "{target}");
        }
    }
}

#[test]
fn branches_comments_and_headers_survive() {
    let tree = json!([
        {"parent": 0, "usi": null, "comments": ["序"]},
        {"parent": 0, "usi": "2d1c+", "comments": ["捨てる", "二行目"]},
        {"parent": 1, "usi": "1d1c"},
        {"parent": 1, "usi": "1d1e", "comments": ["変化"]},
        {"parent": 3, "usi": "R*1f", "ending": "TSUMI"},
    ]);
    let record = json!({"sfen": NINE, "title": "題", "author": "人", "tree": tree,
                        "headers": [["備考", "注"]]});
    for target in ["kif", "ki2", "jkf"] {
        let text = write(target, &json!([record]));
        let events = read(&json!({"text": text, "name": format!("a.{target}")}));
        let again = problem(&events);
        assert_eq!(
            (&again["title"], &again["author"]),
            (&json!("題"), &json!("人"))
        );
        assert!(
            again["headers"]
                .as_array()
                .unwrap()
                .contains(&json!(["備考", "注"]))
        );
        let nodes = again["tree"].as_array().unwrap();
        assert_eq!(nodes.len(), 5, "{target}");
        assert_eq!(nodes[0]["comments"], json!(["序"]), "{target}");
        let find = |usi: &str| nodes.iter().find(|node| node["usi"] == usi).unwrap();
        assert_eq!(find("2d1c+")["comments"], json!(["捨てる", "二行目"]));
        assert_eq!(find("R*1f")["ending"], "TSUMI", "{target}");
        // Written and read once more nothing changes.
        let text = write(target, &json!([again]));
        let events = read(&json!({"text": text, "name": format!("a.{target}")}));
        assert_eq!(problem(&events)["tree"], again["tree"], "{target}");
    }
}

/// Where an entry has an ending, what follows it are branches.
#[test]
fn a_branch_beside_an_ending_survives() {
    let tree = json!([
        {"parent": 0, "usi": null},
        {"parent": 0, "usi": "2d1c+"},
        {"parent": 1, "usi": "1d1c", "ending": "TORYO"},
        {"parent": 2, "usi": "R*2c"},
    ]);
    let record = json!({"sfen": NINE, "tree": tree});
    for target in ["kif", "ki2", "jkf"] {
        let text = write(target, &json!([record]));
        let events = read(&json!({"text": text, "name": format!("a.{target}")}));
        let again = problem(&events);
        let nodes = again["tree"].as_array().unwrap();
        assert_eq!((nodes.len(), &nodes[2]["ending"]), (4, &json!("TORYO")));
        assert_eq!(again["line"], json!(["2d1c+", "1d1c"]), "{target}: {text}");
    }
}

#[test]
fn a_title_replaces_that_of_the_headers() {
    let record =
        json!({"sfen": NINE, "title": "新", "headers": [["作品名", "旧"], ["作者", "人"]]});
    let text = write("kif", &json!([record]));
    assert!(text.contains("作品名：新") && !text.contains('旧') && text.contains("作者：人"));
    let record = json!({"sfen": NINE, "title": "新", "headers": [["表題", "旧"]]});
    let text = write("kif", &json!([record]));
    assert!(text.contains("表題：新") && !text.contains('旧') && !text.contains("作品名"));
    let events = read(&json!({"text": text, "name": "a.kif"}));
    assert_eq!(problem(&events)["title"], "新");
}

#[test]
fn faults_stand_at_their_place_among_the_problems() {
    let text = format!("# head\na\t{NINE}\nb\t4x4/9/9/9/9/9/9/9/9 b - 1\nc\t{NINE}\t9\t2d1c+ 1a1b");
    let events = read(&json!({"text": text}));
    let kinds: Vec<_> = events
        .iter()
        .map(|e| e["event"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["problem", "fault", "problem", "done"]);
    let fault = &events[1];
    assert_eq!(
        (&fault["id"], &fault["at"]),
        (&json!("b"), &json!({"line": 3, "column": 4}))
    );
    assert_eq!(fault["length"], 1);
    assert!(
        fault["message"]["ja"]
            .as_str()
            .unwrap()
            .contains("駒ではない")
    );
    let broken = &events[2];
    assert_eq!(broken["fault"]["ply"], 2);
    assert_eq!(broken["problem"]["line"], json!(["2d1c+"]));
}

#[test]
fn bytes_addresses_and_the_rest_of_the_set() {
    // 「詰将棋」 in Shift_JIS, as the name of a problem in KIF.
    let kif = write("kif", &json!([{"sfen": NINE, "title": "TITLE"}]));
    let head = kif.split("作品名：TITLE").next().unwrap();
    assert!(head.is_ascii());
    let mut bytes = b"\x8d\xec\x95i\x96\xbc\x81F\x8bl\x8f\xab\x8a\xfb\n".to_vec();
    bytes.extend(b"\x8e\xe8\x8d\x87\x8a\x84\x81F\x82\xbb\x82\xcc\x91\xbc\n");
    bytes.extend(format!("position sfen {NINE}\n").bytes().take(0));
    let events = read(&json!({"base64": base64(&bytes), "name": "a.kif"}));
    assert_eq!(
        of_kind(&events, "fault").len(),
        1,
        "a board is missing: {events:?}"
    );

    let address = "https://example.com/?sfen=4k4%2F9%2F4P4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201";
    let events = read(&json!({"text": address}));
    assert_eq!(problem(&events)["sfen"], "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(
        last(&events, "problem")["warnings"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let events = read(&json!({"text": address, "rest": "defender"}));
    assert_eq!(
        problem(&events)["sfen"],
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    );
    assert_eq!(last(&events, "problem")["warnings"], json!([]));
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let mut bits = 0u32;
        for n in 0..3 {
            bits = bits << 8 | u32::from(three.get(n).copied().unwrap_or(0));
        }
        for n in 0..=three.len() {
            out.push(DIGITS[(bits >> (18 - 6 * n) & 63) as usize] as char);
        }
    }
    out
}

#[test]
fn pictures() {
    let half = "9/9/4k4/9/9/9/9/9/9 b - 1";
    let request = json!({"method": "write", "target": "svg", "caption": "a<b", "hands": "both",
                         "problems": [{"sfen": half}]});
    let events = events_of(&mut service(), &request.to_string());
    let text = last(&events, "text")["text"].as_str().unwrap();
    assert!(text.starts_with("<svg ") && text.contains("a&lt;b"));
}

/// What the page of a solution knows, whatever the verdict.
#[test]
fn a_solution_as_a_page() {
    let mut service = service();
    for (request, verdict, knows) in [
        (
            json!({"sfen": NINE, "lang": "ja"}),
            "詰み：9手（最短・探索による）",
            "nodes",
        ),
        (json!({"sfen": NONE, "title": "<b>"}), "no mate", "escapes"),
        (
            json!({"sfen": LONG, "limits": {"nodes": 1000}}),
            "no verdict: out of nodes",
            "moves",
        ),
    ] {
        let mut request = request;
        request["method"] = json!("page");
        let events = events_of(&mut service, &request.to_string());
        let written = last(&events, "text");
        assert_eq!(written["target"], "html");
        let text = written["text"].as_str().unwrap();
        let (_, data) = text.split_once("id=\"data\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert!(data[knows].is_array(), "{data:#}");
        let lang = request["lang"].as_str().unwrap_or("en");
        let said = data["verdict"][lang].as_str().unwrap();
        assert!(said.starts_with(verdict), "{said}");
        assert!(text.contains(&format!("<html lang=\"{lang}\">")));
        assert!(!text.contains("<b>"), "a title is a text");
        // Every other check on the line is there, with what becomes of it.
        if knows == "nodes" {
            let tries = data["tries"]["0"].as_array().unwrap();
            let root = tsumi::formats::sfen::parse(NINE).unwrap().position;
            assert_eq!(tries.len(), tsumi::shogi::rules::checks(&root).len() - 1);
            assert!(tries.iter().any(|one| one["ending"] == "spent"));
        }
    }
}

/// A record keeps everything that a test file says.
#[test]
fn expectations_are_written_again() {
    let record = json!({
        "id": "x", "sfen": NINE, "attacker": "black", "expect": "mate", "raw_plies": 9, "raw_upper": 11,
    });
    let text = write("jsonl", &json!([record]));
    let again = read(&json!({"text": text, "name": "x.jsonl"}));
    for key in ["expect", "raw_plies", "raw_upper"] {
        assert_eq!(problem(&again)[key], record[key], "{key}: {text}");
    }
}
