//! Files that the program writes, and a standard output that takes nothing more.

use crate::common::{MATE, NINE, NOMATE, file, folder, fresh, run, text};
use std::fs;

/// Runs, and holds that the file is as it was.
fn spares(path: &std::path::Path, args: &[&str], said: &str) {
    let before = fs::read(path).unwrap();
    let (code, _, err) = run(args, "");
    assert_eq!(code, 2, "{args:?}: {err}");
    assert!(err.contains(said), "{args:?}: {err}");
    assert!(before == fs::read(path).unwrap(), "{args:?}");
}

#[test]
fn inputs_are_never_overwritten() {
    let row = format!("{{\"id\":\"m\",\"sfen\":\"{MATE}\"}}\n");
    let one = file("spared.sfen", format!("{MATE}\n"));
    let jsonl = file("spared.jsonl", row);
    let (sfen, json) = (text(&one), text(&jsonl));
    let again = folder("spared").join("../spared.sfen");
    for args in [
        &["solve", sfen, "--html", sfen][..],
        &["solve", sfen, "--certificate", text(&again)],
        &["convert", sfen, "-o", sfen],
        &["show", sfen, "-o", sfen, "--to", "svg"],
        &["compare", sfen, "--algorithms", "tsumi", "--svg", sfen],
    ] {
        spares(&one, args, "is an input of this command");
        spares(&one, &[args, &["--force"]].concat(), "is an input");
    }
    spares(&jsonl, &["bench", json, "--save", json], "is an input");
}

#[test]
fn files_that_exist_are_overwritten_only_when_asked() {
    let svg = fresh("kept.svg");
    let show = ["show", MATE, "-o", text(&svg)];
    assert_eq!(run(&show, "").0, 0);
    spares(&svg, &show, "add --force to overwrite it");
    let other = ["show", NINE, "-o", text(&svg), "--force"];
    let before = fs::read(&svg).unwrap();
    assert_eq!(run(&other, "").0, 0);
    assert!(before != fs::read(&svg).unwrap());

    let html = file("kept.html", "mine");
    let endless = "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1";
    // Refused before the search, not behind it.
    spares(
        &html,
        &["solve", endless, "--html", text(&html)],
        "exists already",
    );

    let dir = folder("kept");
    let two = format!("a\t{MATE}\nb\t{NOMATE}\n");
    let solve = ["solve", "-", "-q", "--certificate", text(&dir)];
    assert_eq!(run(&solve, &two).0, 0);
    let (code, _, err) = run(&solve, &two);
    assert!(
        code == 2 && err.matches("exists already").count() == 2,
        "{err}"
    );
    let force = [&solve[..], &["--force"]].concat();
    assert_eq!(run(&force, &two).0, 0);
    // A new problem may come into the folder.
    assert_eq!(run(&solve, &format!("c\t{MATE}\n")).0, 0);
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 3);
}

#[test]
fn the_name_of_a_file_must_say_what_it_is() {
    for (args, said) in [
        (["show", MATE, "-o", "x.jpg"], ".svg or .png"),
        (["show", MATE, "-o", "picture"], ".svg or .png"),
        (["convert", MATE, "-o", "x.doc"], ".kif, .ki2, .bod"),
    ] {
        let (code, _, err) = run(&args, "");
        assert!(code == 2 && err.contains(said), "{args:?}: {err}");
        assert!(!std::path::Path::new(args[3]).exists());
    }
}

#[test]
fn bod_is_the_board_alone() {
    let path = fresh("board.bod");
    let line = format!("m\t{MATE}\t1\tG*5b\n");
    let (code, _, err) = run(&["convert", "-", "-o", text(&path)], &line);
    assert_eq!(code, 0);
    assert!(err.contains("bod has no moves"), "{err}");
    let bod = fs::read_to_string(&path).unwrap();
    assert!(
        bod.contains("後手の持駒：") && !bod.contains("手数----"),
        "{bod}"
    );
    let (_, back, _) = run(&["convert", text(&path), "--to", "sfen"], "");
    assert!(back.contains(MATE.rsplit_once(' ').unwrap().0), "{back}");
}

/// Commands that say much, with what they read from standard input.
#[cfg(unix)]
fn talkative() -> Vec<(Vec<&'static str>, String)> {
    let many = format!("{MATE}\n").repeat(2000);
    let row = format!("{{\"id\":\"m\",\"sfen\":\"{MATE}\"}}\n");
    vec![
        (vec!["solve", "-q", "-"], many.clone()),
        (vec!["solve", "--format", "json", "-"], many.clone()),
        (vec!["convert", "--to", "kif", "-q", "-"], many.clone()),
        (vec!["show", "-"], many),
        (vec!["bench", "-"], row.repeat(500)),
        (vec!["completions", "zsh"], String::new()),
        (vec!["man"], String::new()),
        (vec!["usi"], "usi\nquit\n".to_string()),
        (vec!["--help"], String::new()),
        (vec!["solve", "--help", "--lang", "ja"], String::new()),
    ]
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_no_success() {
    for (args, stdin) in talkative() {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let input = file("talk.in", stdin);
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
            .args(&args)
            .stdin(fs::File::open(input).unwrap())
            .stdout(full)
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{args:?}: {err}");
        assert!(!err.contains("panicked"), "{args:?}: {err}");
        let said = ["standard output cannot be written", "標準出力に書けない"];
        assert!(said.iter().any(|s| err.contains(s)), "{args:?}: {err}");
    }
}

/// Runs the program as `tsumi … | head -1` does: its first line is read, then nobody reads.
#[cfg(unix)]
pub fn hang_up(command: &mut std::process::Command) -> std::process::Output {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = String::new();
    let mut reader = BufReader::with_capacity(64, child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    drop(reader);
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_success() {
    use std::process::Command;
    let tsc = fresh("gone.tsc");
    assert_eq!(run(&["solve", MATE, "--certificate", text(&tsc)], "").0, 0);
    let bad = file("gone-bad.tsc", "no certificate");
    let mut check = vec!["check"];
    check.extend([text(&tsc)].repeat(4000));
    check.push(text(&bad));
    let mut cases = talkative();
    cases.retain(|(args, _)| args.len() > 2 && args[0] != "completions");
    cases.retain(|(args, _)| !args.contains(&"--help"));
    cases.push((check, String::new()));
    for (args, stdin) in cases {
        let input = file("gone.in", stdin);
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"));
        let command = command.args(&args).stdin(fs::File::open(input).unwrap());
        let output = hang_up(command);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(4), "{}: {err}", args[0]);
        assert!(!err.contains("panicked"), "{}: {err}", args[0]);
    }
}

/// An answer that cannot be given is no reason to panic, nor is a remark.
#[cfg(unix)]
#[test]
fn a_standard_error_that_is_full_changes_nothing() {
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    for (args, code) in [
        (&["solve", "nowhere.sfen"][..], 2),
        (&["solve", "--nonsense"], 2),
        (&["show", "4k4/9/4P4/9/9/9/9/9/9 b G 1"], 0),
    ] {
        let status = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
            .args(args)
            .stdout(std::process::Stdio::null())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_compared_with_is_read_within_bounds() {
    let (code, _, err) = run(&["bench", MATE, "--compare", "/dev/zero"], "");
    assert!(
        code == 2 && err.contains("/dev/zero:1: not a line"),
        "{err}"
    );
}

/// A file has more names than one: standard input, and a hard link.
#[test]
#[cfg(unix)]
fn an_input_is_known_by_all_its_names() {
    let one = file("names.sfen", format!("{MATE}\n"));
    let link = fresh("names-link.sfen");
    fs::hard_link(&one, &link).unwrap();
    let convert = ["convert", text(&one), "-o", text(&link), "--force"];
    spares(&one, &convert, "is an input of this command");
    let before = fs::read(&one).unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"));
    command.args(["convert", "-", "--to", "sfen", "-o", text(&one), "--force"]);
    command
        .env("LC_ALL", "C")
        .stdin(fs::File::open(&one).unwrap());
    let ended = command.output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    let err = String::from_utf8_lossy(&ended.stderr);
    assert!(err.contains("is an input of this command"), "{err}");
    assert!(before == fs::read(&one).unwrap());
}

/// In the folder of `verify --certificates` what tsumi has not written stays as it is.
#[test]
fn a_folder_of_certificates_keeps_other_files() {
    let problems = file("theirs.sfen", format!("x\t{NINE}\t9\n"));
    let dir = folder("theirs");
    let verify = [
        "verify",
        text(&problems),
        "-q",
        "--certificates",
        text(&dir),
    ];
    for name in ["index.jsonl", "rows.txt"] {
        let mine = dir.join(name);
        fs::write(&mine, "mine\n").unwrap();
        spares(&mine, &verify, "is no file that tsumi has written");
        fs::remove_file(&mine).unwrap();
    }
    let mine = dir.join("x.tsc");
    fs::write(&mine, "mine\n").unwrap();
    spares(&mine, &verify, "is no file that tsumi has written");
    assert_eq!(fs::read(&mine).unwrap(), b"mine\n");
    fs::remove_file(&mine).unwrap();
    // What it has written it replaces when that is asked for.
    assert_ne!(run(&verify, "").0, 2);
    spares(&mine, &verify, "--force to replace them");
    let verify = [&verify[..], &["--force"]].concat();
    assert_ne!(run(&verify, "").0, 2);
    assert!(fs::read(&mine).unwrap().starts_with(b"tsumi-certificate"));
}

/// A run that comes to nothing leaves the report of an earlier one as it was.
#[test]
fn a_refused_run_leaves_the_report() {
    let problems = file("kept-report.sfen", format!("x\t{MATE}\n"));
    let report = fresh("kept-report.jsonl");
    let verify = ["verify", text(&problems), "-q", "--report", text(&report)];
    assert_eq!(run(&verify, "").0, 0);
    let easy = [
        "verify",
        "-",
        "--easy-first",
        "--force",
        "--report",
        text(&report),
    ];
    spares(&report, &easy, "standard input comes only once");
    let taken = [&verify[..], &["--force", "--certificates", text(&problems)]].concat();
    spares(&report, &taken, "is a file");
    // Another run replaces it only when that is asked for.
    let other = file("kept-other.sfen", format!("y\t{MATE}\n"));
    let verify = ["verify", text(&other), "-q", "--report", text(&report)];
    spares(&report, &verify, "--force to replace it");
    let verify = [&verify[..], &["--force"]].concat();
    assert_eq!(run(&verify, "").0, 0);
    let after = fs::read_to_string(&report).unwrap();
    assert!(
        after.lines().count() == 1 && after.contains("\"y\""),
        "{after}"
    );
    // `report` does not write over what it reads from standard input.
    let html = ["report", "-", "--html", text(&report), "--force"];
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"));
    command.args(html).stdin(fs::File::open(&report).unwrap());
    if cfg!(unix) {
        assert_eq!(command.output().unwrap().status.code(), Some(2));
        assert_eq!(fs::read_to_string(&report).unwrap(), after);
    }
}

/// An answer is told even where its files cannot be written, and what would be refused for certain is
/// refused before the search.
#[test]
fn an_answer_is_not_lost_with_its_files() {
    let nowhere = folder("unwritten").join("none/x.tsc");
    let endless = "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1";
    let (code, out, err) = run(&["solve", endless, "--certificate", text(&nowhere)], "");
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("none/x.tsc: cannot be written"), "{err}");

    if cfg!(target_os = "linux") {
        let full = [
            "solve",
            MATE,
            "--certificate",
            "/dev/full",
            "--format",
            "usi",
        ];
        let (code, out, err) = run(&full, "");
        assert_eq!(code, 2, "{err}");
        assert!(out.starts_with("checkmate "), "{out}");
        assert!(err.contains("/dev/full: cannot be written"), "{err}");
    }

    let dir = folder("unwritten-twice");
    let two = format!("a\t{endless}\nb\t{MATE}\n");
    fs::write(dir.join("a.tsc"), "mine").unwrap();
    let solve = [
        "solve",
        "-",
        "-q",
        "--format",
        "usi",
        "--certificate",
        text(&dir),
    ];
    let (code, out, err) = run(&solve, &two);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("a.tsc: exists already"), "{err}");
    assert!(
        out.starts_with("checkmate "),
        "the other one is solved: {out}"
    );
}
