//! What the program reads: folders, problems picked out of files, standard input.

use crate::common::{COMMANDS, MATE, NOMATE, file, folder, run, text, tsumi};

/// The ids of the answers in JSON.
fn ids(out: &str) -> Vec<String> {
    let id = |line: &str| {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        answer["id"].as_str().unwrap().to_string()
    };
    out.lines().map(id).collect()
}

#[test]
fn a_folder_stands_for_its_files() {
    let dir = folder("collection");
    std::fs::create_dir(dir.join("more")).unwrap();
    for (name, id) in [("b.sfen", "b"), ("a.sfen", "a"), ("more/c.sfen", "c")] {
        std::fs::write(dir.join(name), format!("{id}\t{MATE}\n")).unwrap();
    }
    std::fs::write(dir.join("notes.md"), "no problem").unwrap();
    std::fs::write(dir.join(".hidden.sfen"), "no problem").unwrap();
    // A pipe would never end; a socket cannot be read at all.
    #[cfg(unix)]
    let _socket = std::os::unix::net::UnixListener::bind(dir.join("d.sfen")).unwrap();
    let (code, out, err) = run(&["solve", text(&dir), "--format", "json"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(ids(&out), ["a", "b", "c"]);
    let (code, out, _) = run(&["show", text(&dir)], "");
    assert!(code == 0 && out.matches("先手の持駒").count() == 3, "{out}");
}

#[test]
fn problems_are_picked_by_id_or_number() {
    let lines = format!("a\t{MATE}\nbroken\tnonsense\nc\t{MATE}\nd\t{NOMATE}\n");
    let path = file("picked.sfen", lines);
    let solve = |more: &[&str]| {
        let args = [&["solve", text(&path), "--format", "json"], more].concat();
        run(&args, "")
    };
    let (code, out, err) = solve(&["--problem", "c", "--problem", "4"]);
    assert_eq!(
        (code, err.as_str()),
        (0, ""),
        "the broken one is not asked for"
    );
    assert_eq!(ids(&out), ["c", "d"]);
    let (code, out, _) = solve(&["--problem", "2"]);
    assert!(code == 2 && out.contains("\"line\":2"), "{out}");
    let (code, out, _) = solve(&["--problem", "5"]);
    assert!(code == 2 && out.contains("the input has 4"), "{out}");
    let page = ["show", text(&path), "--problem", "d"];
    assert!(run(&page, "").1.starts_with("d\n"));
}

#[test]
fn the_rest_goes_to_the_defender_when_asked() {
    let bare = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let (_, out, err) = run(&["convert", bare, "--to", "sfen"], "");
    assert!(out.contains(" b G 1"), "{out}");
    assert!(err.contains("--rest defender"), "{err}");
    let full = ["convert", bare, "--to", "sfen", "--rest", "defender"];
    let (code, out, err) = run(&full, "");
    assert_eq!((code, err.as_str()), (0, ""));
    let (_, hands) = MATE.split_once(" b ").unwrap();
    assert!(out.contains(&format!(" b {hands}")), "{out}");
}

#[test]
fn what_is_piped_in_without_a_command_is_not_met_with_silence() {
    let (code, out, err) = run(&[], &format!("{MATE}\n"));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("tsumi solve -"), "{err}");
    let (code, out, _) = run(&[], "usi\nquit\n");
    assert!(code == 0 && out.ends_with("usiok\n"), "{out}");
    let (code, out, _) = run(&[], "\nusi\nquit\n");
    assert!(code == 0 && out.ends_with("usiok\n"), "{out}");
}

/// It was read from a file only.
#[test]
fn a_record_in_one_long_line_is_read_from_standard_input() {
    let note = "x".repeat(1 << 20);
    let jkf = format!(
        r#"{{"header":{{"備考":"{note}"}},"initial":{{"preset":"HIRATE"}},"moves":[{{}}]}}"#
    );
    let (code, out, err) = run(&["convert", "-", "--to", "sfen"], &jkf);
    assert!(code == 0 && out.contains("lnsgkgsnl/"), "{err}");
    let jsonl = format!(r#"{{"sfen":"{MATE}","note":"{note}"}}"#);
    let (code, _, err) = run(&["convert", "-", "--to", "sfen"], &jsonl);
    assert!(code == 2 && err.contains("1 MiB"), "{err}");
}

/// The error came again and again, without end. The peak of memory of the tests of formats is
/// measured, so this is here.
#[test]
fn a_jkf_file_that_is_too_large_says_so_once() {
    let blanks = " ".repeat(9 << 20);
    for jkf in [
        format!("{{{blanks}\n{blanks}\"moves\":[]}}"),
        format!("{{{blanks}{blanks}\"moves\":[]}}"),
    ] {
        let path = file("huge.jkf", &jkf);
        for (input, stdin) in [(text(&path), ""), ("-", &jkf[..])] {
            let (code, _, err) = run(&["convert", input, "--to", "sfen"], stdin);
            let said = err.matches("larger than 16 MiB").count();
            // In one line that shows no key at its beginning standard input may be JSONL as well.
            let jsonl = err.matches("longer than 1 MiB").count();
            assert!(code == 2 && said + jsonl == 1, "{err}");
        }
    }
}

/// Three hundred thousand positions took 850 MB when they were held until the end.
#[cfg(target_os = "linux")]
#[test]
fn convert_holds_one_problem_at_a_time() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args(["convert", "-", "--to", "jsonl", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // The first answer is out before the input has ended.
    stdin.write_all(format!("{MATE}\n").as_bytes()).unwrap();
    let mut first = [0; 1];
    stdout.read_exact(&mut first).unwrap();
    assert_eq!(first[0], b'{');
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn every_help_page_has_an_example_and_names_all_commands() {
    let (_, help, _) = run(&["--help"], "");
    for command in COMMANDS {
        assert!(
            help.contains(&format!("\n  {command} ")),
            "{command}: {help}"
        );
        let (code, page, _) = run(&[command, "--help"], "");
        assert!(code == 0 && page.contains("Example"), "{page}");
        assert!(!page.contains('｜'), "{page}");
    }
}

/// Two links to the folder that they lie in are no endless way.
#[test]
#[cfg(unix)]
fn a_folder_is_walked_once() {
    let dir = folder("links");
    std::fs::write(dir.join("one.sfen"), format!("one\t{MATE}\n")).unwrap();
    for link in ["a", "b"] {
        std::os::unix::fs::symlink(".", dir.join(link)).unwrap();
    }
    let (code, out, err) = run(&["solve", text(&dir), "--format", "json"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(ids(&out), ["one"]);
}

/// A collection is verified with the warnings that `solve` gives.
#[test]
fn verify_warns_of_missing_pieces() {
    let bare = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let (_, _, err) = run(&["verify", bare], "");
    assert_eq!(err.matches("--rest defender").count(), 1, "{err}");
    assert_eq!(run(&["verify", bare, "--quiet"], "").2, "");
}

/// What cannot be read has its place in the card too, and nothing that was not asked.
#[test]
fn the_card_of_what_cannot_be_read() {
    let broken = file("broken-card.sfen", format!("a\t{MATE}\nb\tnonsense\n"));
    let one = ["verify", text(&broken), "--problem", "2"];
    for more in [&[][..], &["--details"]] {
        let (code, out, _) = run(&[&one[..], more].concat(), "");
        assert!(code == 2 && out.contains("broken-card.sfen:2: "), "{out}");
        assert!(!out.contains("nodes"), "{out}");
    }
}

/// Where one record of a JKF file cannot be read, the others keep their numbers.
#[test]
fn records_are_numbered_whether_they_can_be_read_or_not() {
    let (_, good, _) = run(&["convert", MATE, "--to", "jkf"], "");
    let bad = good.replace("\"OU\"", "\"XX\"");
    let both = file("numbers.jkf", format!("[{bad},{good}]"));
    let solve = |pick: &str| run(&["solve", text(&both), "--problem", pick], "");
    let (code, out, err) = solve("2");
    assert!(code == 0 && out.contains("mate in 1"), "{out}{err}");
    let (code, _, _) = solve("1");
    assert_eq!(code, 2);
}

/// Old archives unpack to names in Shift_JIS, which are no UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_file_may_have_a_name_of_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    let name = std::ffi::OsStr::from_bytes(b"\x8bl\x8f\xab\x8a\xfb.sfen");
    let path = folder("shift-jis-names").join(name);
    std::fs::write(&path, MATE).unwrap();
    let [certificate, report] = ["tsc", "jsonl"].map(|extension| path.with_extension(extension));
    let does = |command: &str, option: &str, written: &Path| {
        let mut program = tsumi();
        program.arg(command).arg(&path).arg(option).arg(written);
        let output = program.arg("--force").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("詰将棋-1"), "{said}");
    };
    does("solve", "--certificate", &certificate);
    does("verify", "--report", &report);
    for (command, file) in [("check", &certificate), ("report", &report)] {
        let output = tsumi().arg(command).arg(file).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

/// What was found in a folder is no part of an SFEN.
#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_needs_no_quotes() {
    let folder = folder("dangling");
    std::os::unix::fs::symlink("nowhere", folder.join("a.sfen")).unwrap();
    let (code, _, err) = run(&["solve", text(&folder)], "");
    assert!(
        code == 2 && err.contains("a.sfen: cannot be opened"),
        "{err}"
    );
    assert!(!err.contains("quotes"), "{err}");
}
