//! A real client: the `cshogi` package from PyPI drives a session and replays
//! every answer (`usi_client.py`). Needs a Python that has cshogi, named by
//! `TSUMI_PYTHON` (else `python3`); without one there is nothing to be tested with,
//! and the test says so.

use std::path::PathBuf;
use std::process::Command;

#[test]
fn cshogi_replays_every_answer() {
    let python = std::env::var("TSUMI_PYTHON").unwrap_or_else(|_| "python3".into());
    let has = Command::new(&python).args(["-c", "import cshogi"]).output();
    if !has.is_ok_and(|o| o.status.success()) {
        assert!(
            std::env::var("TSUMI_PYTHON").is_err(),
            "{python} has no cshogi"
        );
        eprintln!("skipped: {python} has no cshogi (pip install cshogi)");
        return;
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let all = std::fs::read_to_string(root.join("problems/game.jsonl")).unwrap();
    let some: Vec<&str> = all.lines().step_by(10).collect();
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("client.jsonl");
    std::fs::write(&file, some.join("\n")).unwrap();
    let output = Command::new(&python)
        .arg(root.join("tests/program/usi_client.py"))
        .arg(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args([file.to_str().unwrap(), "2000"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.starts_with("40 problems: "), "{said}");
    print!("{said}");
}
