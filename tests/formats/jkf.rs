//! JKF as its published schema allows it, and records in an array.

use crate::common::{has_japanese, line, problems, read_text};
use std::path::PathBuf;
use tsumi::formats::{Input, InputError, ReadOptions, read_input};

#[test]
fn null_is_as_good_as_nothing() {
    let text = r#"{"header":null,"initial":{"preset":"HIRATE","data":null},"moves":[
        {"comments":null,"move":null,"special":null,"forks":null},
        {"comments":null,"forks":null,"time":null,"move":{"color":0,"from":{"x":7,"y":7},
         "to":{"x":7,"y":6},"piece":"FU","same":null,"promote":null,"capture":null,"relative":null}}
    ]}"#;
    let all = problems("a.jkf", text);
    assert_eq!(line(&all[0]), "7g7f");
    assert_eq!(all[0].warnings, []);
    assert_eq!(
        problems("a.jkf", r#"{"initial":null,"moves":null}"#).len(),
        1
    );
}

/// A record that is wrong cost all others, and the message did not say which it was.
#[test]
fn a_bad_record_costs_no_other_and_has_its_number() {
    let good = r#"{"header":{},"moves":[{"comments":["],\\\""]}]}"#;
    let text = format!(
        "[\n{good},\n{{\"moves\": [{{\"move\": 3}}]}}, {good},\n{{\"initial\":{{\"preset\":\"x\"}}}}\n, {good}]"
    );
    let all = read_text("a.jkf", &text);
    let good: Vec<bool> = all.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, true, false, true]);
    let errors: Vec<_> = all.into_iter().filter_map(Result::err).collect();
    let said = errors[0].to_string();
    assert!(
        said.starts_with("a.jkf:3:21: record 2: not JKF: invalid type"),
        "{said}"
    );
    assert!(errors[0].japanese().to_string().contains("2番目の記録"));
    let said = errors[1].to_string();
    assert!(
        said.starts_with("a.jkf:4: record 4: no set-up is called"),
        "{said}"
    );
    assert_eq!(errors[1].id.as_deref(), Some("a-4"));
    assert!(errors.iter().all(has_japanese));
}

#[test]
fn an_array_that_is_broken_off_keeps_its_first_records() {
    for (text, place, good) in [
        (
            "[{}, {\"moves\": [",
            "a.jkf:1:16: record 2: not JKF: EOF",
            1,
        ),
        ("[{}, {}\n", "a.jkf:1:7: not JKF: EOF", 2),
        ("[{}, {},]", "a.jkf:1:9: not JKF: trailing comma", 2),
        ("[{}] x", "a.jkf:1:6: not JKF: trailing characters", 1),
        (
            "[{} {}]",
            "a.jkf:1:5: record 1: not JKF: trailing characters",
            0,
        ),
    ] {
        let all = read_text("a.jkf", text);
        assert_eq!(all.len(), good + 1, "{text}");
        let said = all[good].as_ref().unwrap_err().to_string();
        assert!(said.starts_with(place), "{text}: {said}");
    }
}

/// JKF in one line of this many bytes.
fn long_jkf(bytes: usize) -> String {
    let (begin, end) = (
        r#"{"header":{"備考":""#,
        r#""},"initial":{"preset":"HIRATE"},"moves":[{}]}"#,
    );
    let rest = bytes - begin.len() - end.len();
    format!("{begin}{}{end}", "x".repeat(rest))
}

/// A line that is a whole record was read from a file with the right extension only, and refused
/// elsewhere.
#[test]
fn one_text_gives_one_answer_from_a_file_and_from_memory() {
    let jkf = long_jkf((1 << 20) + 1);
    let jsonl = format!(
        "{{\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\",\"note\":\"{}\"}}\n4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "x".repeat(1 << 20)
    );
    for (name, text, want) in [
        ("long.jkf", &jkf, &[Ok(())][..]),
        ("long-jkf.txt", &jkf, &[Ok(())]),
        ("long-jkf", &format!("\n\u{feff} {jkf}"), &[Ok(())]),
        (
            "long-jsonl.txt",
            &jsonl,
            &[Err("longer than 1 MiB"), Ok(())],
        ),
        (
            "long-json.jsonl",
            &jsonl,
            &[Err("longer than 1 MiB"), Err("")],
        ),
    ] {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, text).unwrap();
        let bytes = text.as_bytes().to_vec();
        let memory = Input::Memory {
            name: name.to_string(),
            bytes,
        };
        let [file, memory] = [Input::File(file), memory].map(|input| {
            let read = read_input(&input, &ReadOptions::default());
            read.map(|r| r.map(|p| p.sfen())).collect::<Vec<_>>()
        });
        let place = |read: &Result<String, InputError>| match read {
            Ok(sfen) => Ok(sfen.clone()),
            Err(error) => Err((
                error.line,
                error.column,
                error.message.english().to_string(),
            )),
        };
        let [file, memory] = [&file, &memory].map(|all| all.iter().map(place).collect::<Vec<_>>());
        assert_eq!(file, memory, "{name}");
        assert_eq!(file.len(), want.len(), "{name}: {file:?}");
        for (got, want) in file.iter().zip(want) {
            match (got, want) {
                (Ok(_), Ok(())) => {}
                (Err((_, _, said)), Err(part)) => assert!(said.contains(part), "{name}: {said}"),
                _ => panic!("{name}: {got:?}"),
            }
        }
    }
}
