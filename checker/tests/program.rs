//! The program `tsumi-check`: what it prints and how it ends.
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const MATE: &str = "\
tsumi-certificate 1
position 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
attacker black
claim mate 1
entries 1
8k/9/8P/9/9/9/9/9/9 2G G*1b 1
end
";

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tsumi-check"))
}

/// Exit code, standard output, standard error.
fn shown(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code().expect("no signal");
    (code, text(&output.stdout), text(&output.stderr))
}

fn run(args: &[&str]) -> (i32, String, String) {
    shown(&program().args(args).stdin(Stdio::null()).output().unwrap())
}

/// A file of this name in the test's own folder.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn one_file() {
    let good = file("one-good.tsc", MATE);
    assert_eq!(run(&[&good]), (0, "VERIFIED mate 1\n".into(), "".into()));
    assert_eq!(run(&["--threads", "4", &good]).1, "VERIFIED mate 1\n");
    let bad = file("one-bad.tsc", &MATE.replace("G*1b", "G*5b"));
    let said = "NOT VERIFIED line 6: G*5b gives no check\n";
    assert_eq!(run(&[&bad]), (1, said.into(), "".into()));
}

#[test]
fn several_files() {
    let good = file("several-good.tsc", MATE);
    let bad = file("several-bad.tsc", "");
    let none = format!("{good}.none");
    let (code, out, err) = run(&[&bad, &good]);
    assert_eq!(code, 1);
    let lines = format!(
        "{bad}: NOT VERIFIED line 1: expected: tsumi-certificate …\n{good}: VERIFIED mate 1\n"
    );
    assert_eq!((out, err), (lines, "".into()));
    let (code, out, err) = run(&[&good, &none, &bad]);
    assert_eq!(code, 2);
    assert_eq!(out.lines().count(), 2);
    assert!(
        err.starts_with(&format!("tsumi-check: {none}: cannot be read: ")),
        "{err}"
    );
    let (code, _, err) = run(&[env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!(code, 2);
    assert!(err.contains("cannot be read"), "{err}");
}

#[test]
fn standard_input() {
    for (text, code, said) in [
        (MATE, 0, "VERIFIED mate 1\n"),
        (
            &MATE[..MATE.len() - 4],
            1,
            "NOT VERIFIED line 7: expected: end, after the entries announced\n",
        ),
    ] {
        let mut command = program();
        command
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(shown(&output), (code, said.into(), "".into()));
    }
}

#[test]
fn help_and_version() {
    let version = format!("tsumi-check {}\n", env!("CARGO_PKG_VERSION"));
    for option in ["--version", "-V"] {
        assert_eq!(run(&[option]), (0, version.clone(), "".into()));
    }
    for option in ["--help", "-h"] {
        let (code, out, err) = run(&[option]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("Usage: tsumi-check"), "{out}");
    }
}

#[test]
fn wrong_usage() {
    for args in [
        &[][..],
        &["--threads", "0", "x"],
        &["--threads", "257", "x"],
        &["--threads", "two", "x"],
        &["x", "--threads"],
        &["--thread", "2", "x"],
        &["-x", "x"],
        &["--"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(
            err.starts_with("tsumi-check: ") && err.contains("--help"),
            "{err}"
        );
    }
}

/// After `--` there are only files, and a name cannot command the terminal.
#[test]
fn odd_names() {
    let names = ["--help", "-h", "--version", "-V", "--threads", "--", "-x"];
    let (code, out, err) = run(&[&["--"], &names[..]].concat());
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err.lines().count(), names.len());
    for (name, line) in names.iter().zip(err.lines()) {
        assert!(
            line.starts_with(&format!("tsumi-check: {name}: cannot be read")),
            "{err}"
        );
    }
    let (code, _, err) = run(&["\u{1b}[2J"]);
    assert_eq!(code, 2);
    assert!(
        err.starts_with("tsumi-check: ?[2J: cannot be read"),
        "{err}"
    );
}

/// A verdict that nobody could read is no success.
#[cfg(unix)]
#[test]
fn a_closed_output_is_no_success() {
    let good = file("closed.tsc", MATE);
    for args in [&[good.as_str()][..], &["--help"], &["--version"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program()
            .args(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let (code, _, err) = shown(&output);
        assert_eq!(code, 2, "{args:?}");
        assert!(
            err.starts_with("tsumi-check: the output cannot be written: "),
            "{err}"
        );
    }
    // The same with both outputs closed: no panic.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = program()
        .arg(&good)
        .stdout(writer.try_clone().unwrap())
        .stderr(writer)
        .output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}
