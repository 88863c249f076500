//! A real client: the `cshogi` package from PyPI drives a session and replays
//! every answer (`usi_client.py`).

use crate::common::{python, starts};
use std::path::PathBuf;
use std::process::Command;

#[test]
fn cshogi_replays_every_answer() {
    let python = python();
    if !starts(&python, &["-c", "import cshogi"]) {
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
