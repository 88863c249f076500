//! The command line as a user meets it, as far as no search is needed: usage,
//! exit codes, messages, and errors as JSON objects.

use crate::common::{file, folder, run, text, tsumi};
use serde_json::Value;

#[test]
fn help_and_version() {
    let (code, out, _) = run(&["--help"], "");
    assert_eq!(code, 0);
    for word in ["solve", "check", "bench"] {
        assert!(out.contains(word));
    }
    let (code, out, _) = run(&["solve", "--help"], "");
    assert_eq!(code, 0);
    for option in [
        "--time",
        "--nodes",
        "--memory",
        "--threads",
        "--shortest",
        "--attacker",
        "--certificate",
        "--format",
        "--quiet",
        "--no-check",
        "--total-time",
        "130",
    ] {
        assert!(out.contains(option), "{option}");
    }
    assert_eq!(run(&["--version"], "").0, 0);
}

#[test]
fn usage_errors_exit_2_and_name_the_flag() {
    for (args, word) in [
        (&["solve", "--time", "3x", "-"][..], "unknown unit 'x'"),
        (&["solve", "--time", "soon", "-"], "--time"),
        (&["solve", "--memory", "1k", "-"], "less than 1 MiB"),
        (&["solve", "--nodes", "0", "-"], "at least 1"),
        (&["solve", "--threads", "0", "-"], "--threads"),
        (&["solve", "--shortest=longest", "-"], "conventional"),
        (&["solve", "--attacker", "red", "-"], "black"),
        (&["solve", "--format", "xml", "-"], "json"),
        (&["solve", "--no-such-flag"], "--no-such-flag"),
        (&["check"], "FILE"),
        (&["bench"], "FILE"),
        (&["dance"], "dance"),
        (&[], "Usage"),
    ] {
        let (code, out, err) = run(args, "");
        assert_eq!(code, 2, "{args:?}");
        assert!(out.is_empty() && err.contains(word), "{args:?}: {err}");
    }
}

#[test]
fn unreadable_inputs_exit_2() {
    let (code, out, err) = run(&["solve", "no-such-file.sfen"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.starts_with("no-such-file.sfen: cannot be opened"),
        "{err}"
    );
    assert!(err.contains("quotes"));
    let (_, out, _) = run(&["verify", "no-such-file.sfen"], "");
    let said = "no-such-file.sfen error              no-such-file.sfen: cannot be opened";
    assert!(out.contains(said) && !out.contains(":0"), "{out}");
    let (code, _, err) = run(&["solve"], "");
    assert_eq!(code, 2);
    assert!(err.contains("<stdin>: no problem in this input"), "{err}");
    let empty = folder("no-problems");
    let (code, _, err) = run(&["solve", text(&empty)], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("no file with problems in this folder"),
        "{err}"
    );
    let (code, _, err) = run(&["bench", "no-such-file.jsonl"], "");
    assert_eq!(code, 2);
    assert!(err.contains("no-such-file.jsonl"), "{err}");
    let (code, _, err) = run(&["check", "no-such-file.tsc"], "");
    assert_eq!(code, 2);
    assert!(err.contains("no-such-file.tsc: cannot be read"), "{err}");
}

#[test]
fn bad_input_is_shown_with_place_caret_and_hint() {
    let (code, out, err) = run(&["solve", "-"], "# x\n4k5/9/4P4/9/9/9/9/9/9 b G 1\n");
    assert_eq!((code, out.as_str()), (2, ""));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], "<stdin>:2:3: rank a has 10 files; it needs 9");
    assert_eq!(lines[1], "    4k5/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(lines[2], "      ^");
    assert!(lines[3].starts_with("    hint: "));
    let (code, _, err) = run(&["solve", "4k4/9/4P4/9/9/9/9/9/9 b K 1"], "");
    assert_eq!(code, 2);
    assert!(err.starts_with("argument-1:1:25: a king in hand"), "{err}");
    let (code, _, err) = run(
        &[
            "solve",
            "--attacker",
            "white",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        ],
        "",
    );
    assert_eq!(code, 2);
    assert!(err.contains("has no king"), "{err}");
}

#[test]
fn errors_are_objects_of_the_json_stream() {
    let path = file(
        "errors.sfen",
        b"a\t4k5/9/4P4/9/9/9/9/9/9 b G 1\nb\t4k4/9/4P4/4P4/9/9/9/9/9 b G 1\n",
    );
    let name = path.to_str().unwrap();
    let (code, out, err) = run(&["solve", "--format", "json", name, "gone.kif"], "");
    assert_eq!((code, err.as_str()), (2, ""));
    let objects: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 3);
    for o in &objects {
        assert_eq!(o["schema"], 1);
        assert_eq!(o["result"], "error");
        assert_eq!(o["reason"], "input");
        assert!(o["message"].is_string());
    }
    let o = &objects[1];
    assert_eq!(
        (&o["id"], &o["line"], &o["column"]),
        (&"b".into(), &2.into(), &14.into())
    );
    assert_eq!(o["file"], name);
    assert!(o["message"].as_str().unwrap().contains("二歩"));
    assert!(o["hint"].is_string());
    assert_eq!(objects[2]["file"], "gone.kif");
    assert_eq!(objects[2]["line"], 0);
}

#[test]
fn errors_keep_their_order_with_threads() {
    let lines: String = (0..300).map(|n| format!("{n}\t9/9/{n} b - 1\n")).collect();
    let (code, out, _) = run(
        &["solve", "--format", "json", "--threads", "4", "-"],
        &lines,
    );
    assert_eq!(code, 2);
    let numbers: Vec<u64> = out
        .lines()
        .map(|l| {
            serde_json::from_str::<Value>(l).unwrap()["line"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(numbers, (1..=300).collect::<Vec<_>>());
}

#[test]
fn a_certificate_folder_that_is_a_file_is_refused() {
    let path = file("occupied", b"x");
    let many = "4k5/9 b - 1\n4k5/9 b - 1\n";
    let (code, _, err) = run(
        &["solve", "--certificate", path.to_str().unwrap(), "-"],
        many,
    );
    assert_eq!(code, 2);
    assert!(err.contains("is a file"), "{err}");
}

#[test]
fn compare_wants_what_save_wrote() {
    let path = file("old.jsonl", b"{\"id\": 1}\n");
    let (code, _, err) = run(
        &["bench", "x.jsonl", "--compare", path.to_str().unwrap()],
        "",
    );
    assert_eq!(code, 2);
    assert!(err.contains("old.jsonl:1"), "{err}");
}

/// Reading stops early and nobody complains: `tsumi … | head -1`.
#[cfg(unix)]
#[test]
fn a_broken_pipe_is_silent() {
    use std::process::Command;
    let lines: String = (0..20_000)
        .map(|n| format!("{n}\t9/9/{n} b - 1\n"))
        .collect();
    let path = file("many.sfen", lines.as_bytes());
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"));
    let command = command.args(["solve", "--format", "json"]).arg(path);
    let output = crate::outputs::hang_up(command);
    assert_eq!(output.status.code(), Some(4), "no success");
    assert!(output.stderr.is_empty());
}

#[test]
fn japanese_by_option_and_by_locale() {
    let (code, help, _) = run(&["solve", "--help", "--lang", "ja"], "");
    assert_eq!(code, 0);
    assert!(
        help.contains("使い方：") && help.contains("1題ごとの制限時間"),
        "{help}"
    );
    assert!(
        help.contains("［既定：256M］") && !help.contains("Memory for"),
        "{help}"
    );
    let said = |variable: &str, value: &str, args: &[&str]| {
        let output = tsumi().env(variable, value).args(args).output().unwrap();
        let code = output.status.code().unwrap();
        (code, String::from_utf8(output.stderr).unwrap())
    };
    for (variable, value, args, word) in [
        (
            "LANG",
            "ja_JP.UTF-8",
            &["solve", "--dance"][..],
            "知らない引数：--dance",
        ),
        (
            "LANG",
            "ja_JP.UTF-8",
            &["solve", "--time", "3x", "-"],
            "--time <TIME> の値「3x」は使えない",
        ),
        (
            "LANG",
            "ja_JP.UTF-8",
            &["solve", "--format", "xml"],
            "［値：text、ja、usi、kif、json］",
        ),
        ("LC_ALL", "ja", &["check"], "足りない引数：<FILE>"),
        ("LC_MESSAGES", "ja", &["dance"], "知らないコマンド：dance"),
        (
            "LC_ALL",
            "ja",
            &["convert", "4k4/9/4P4/9/9/9/9/9/9 b G 1"],
            "-o でファイルを",
        ),
        (
            "LANG",
            "ja_JP.UTF-8",
            &["--lang", "en", "dance"],
            "unrecognized subcommand",
        ),
        (
            "LANG",
            "ja_JP.UTF-8",
            &["solve", "--lang", "fr", "-"],
            "［値：en、ja］",
        ),
        (
            "LANG",
            "de_DE.UTF-8",
            &["solve", "--dance"],
            "unexpected argument",
        ),
    ] {
        let (code, err) = said(variable, value, args);
        assert_eq!(code, 2, "{args:?}");
        assert!(err.contains(word), "{args:?}: {err}");
    }
}

#[test]
fn faults_of_input_are_said_in_japanese() {
    let text = "two\t4k4/9/4P4/4P4/9/9/9/9/9 b G 1\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n";
    for command in ["solve", "convert", "show", "bench"] {
        let mut args = vec![command, "-", "--lang", "ja"];
        if command == "convert" {
            args.extend(["--to", "kif"]);
        }
        let (code, _, err) = run(&args, text);
        assert_eq!(code, 2, "{command}: {err}");
        for said in [
            ":1:16: 二歩：先手の歩が5筋の５三と５四にある\n",
            "\n    ヒント：どちらかは と（+P）か、相手の歩かもしれない\n",
        ] {
            assert!(err.contains(said), "{command}: {err}");
        }
        if command != "bench" {
            let odd = ":2: 警告：一組のうち36枚がどこにもない（飛2枚、角2枚、金3枚、";
            assert!(err.contains(odd), "{command}: {err}");
        }
    }
    // What programs read stays English.
    let json = ["solve", "-", "--lang", "ja", "--format", "json"];
    let (_, out, _) = run(&json, text);
    assert!(
        out.contains("\"message\":\"two black pawns on file 5"),
        "{out}"
    );
    let (_, _, err) = run(&["solve", "-", "--lang", "ja", "--time", "5x"], "");
    assert!(
        err.contains("「5x」は使えない（単位「x」は使えない。500ms"),
        "{err}"
    );
}
