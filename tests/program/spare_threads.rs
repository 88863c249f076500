//! Threads that have no problem any more help with those that are left: seen in the
//! number of threads that a report names, and in the names of the threads.

use crate::common::{MATE, NINE, folder, repository, rows, run, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Small problems and, at the end, those of Zuko.
fn collection(dir: &Path, last: &[&str]) -> PathBuf {
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let small = (0..6).map(|n| match n % 2 {
        0 => format!("s{n}\t{NINE}\t9"),
        _ => format!("s{n}\t{MATE}\t1"),
    });
    let line = |id: &&str| {
        let line = zuko.lines().find(|l| l.starts_with(&format!("{id}\t")));
        line.unwrap().to_string()
    };
    let lines: Vec<String> = small.chain(last.iter().map(line)).collect();
    let path = dir.join("collection.sfen");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

#[test]
fn the_last_problem_of_verify_gets_more_threads() {
    let dir = folder("spare-verify");
    let path = collection(&dir, &["zuko-078"]);
    let proofs = dir.join("proofs");
    let args = ["verify", "--format", "json", text(&path), "--threads"];
    let (code, one, _) = run(&[&args[..], &["1"]].concat(), "");
    assert_eq!(code, 0);
    let more = ["3", "--proofs", "verdicts", "--certificates", text(&proofs)];
    let (code, three, err) = run(&[&args[..], &more].concat(), "");
    assert_eq!((code, err.as_str()), (0, ""));
    // What a row says of a run, and not of the problem.
    let run_of = [
        "ms",
        "table_mib",
        "nodes",
        "certificate",
        "cooks",
        "moves",
        "from",
    ];
    let without: Vec<&str> = [&run_of[..], &["threads"]].concat();
    assert_eq!(rows(&three, &without), rows(&one, &without));
    let threads = |report: &str| -> Vec<u64> {
        let rows = rows(report, &[]);
        rows.iter()
            .map(|r| r["threads"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(threads(&one), [1; 7]);
    assert_eq!(threads(&three), [1, 1, 1, 1, 1, 1, 3]);
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!(code, 0, "{out}");
    assert!(out.matches(": VERIFIED").count() > 6);
}

#[test]
fn the_last_problem_of_solve_gets_more_threads() {
    let dir = folder("spare-solve");
    let path = collection(&dir, &["zuko-056"]);
    let proofs = dir.join("proofs");
    let args = ["solve", "--format", "json", "--shortest", text(&path)];
    let more = ["--threads", "2", "--certificate", text(&proofs)];
    let (code, out, err) = run(&[&args[..], &more].concat(), "");
    assert_eq!((code, err.as_str()), (0, ""));
    let rows = rows(&out, &[]);
    let ids: Vec<&Value> = rows.iter().map(|r| &r["id"]).collect();
    assert_eq!(ids, ["s0", "s1", "s2", "s3", "s4", "s5", "zuko-056"]);
    let last = &rows[6];
    assert_eq!((&last["plies"], &last["threads"]), (&25.into(), &2.into()));
    assert_eq!(last["certificate"]["verified"], true);
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!((code, out.matches(": VERIFIED").count()), (0, 7), "{out}");
}

#[test]
fn threads_that_cannot_be_divided_are_lent_from_the_beginning() {
    let dir = folder("spare-left");
    let path = dir.join("two.sfen");
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let hard = ["zuko-056\t", "zuko-078\t"];
    let lines = zuko
        .lines()
        .filter(|l| hard.iter().any(|id| l.starts_with(id)));
    std::fs::write(&path, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let args = ["solve", "--shortest", "--format", "json", "--threads", "3"];
    let (code, out, _) = run(&[&args[..], &[text(&path)]].concat(), "");
    assert_eq!(code, 0);
    let most = rows(&out, &[])
        .iter()
        .map(|r| r["threads"].as_u64().unwrap())
        .max();
    assert!(most >= Some(2), "{out}");
}

/// The program with two threads on small problems and one that takes for ever, once
/// the second thread helps with it.
#[cfg(target_os = "linux")]
fn helped(args: &[&str]) -> Child {
    let child = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let tasks = format!("/proc/{}/task", child.id());
    let helper = || {
        let tasks = std::fs::read_dir(&tasks).into_iter().flatten().flatten();
        let name = |t: std::fs::DirEntry| std::fs::read_to_string(t.path().join("comm"));
        let mut names = tasks.filter_map(|t| name(t).ok());
        names.any(|n| n.trim() == "search-1")
    };
    crate::common::wait_until("a second thread", helper);
    child
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_and_resumed_while_somebody_helps() {
    let dir = folder("spare-stopped");
    let path = collection(&dir, &["zuko-001"]);
    let report = dir.join("r.jsonl");
    let args = ["verify", "-q", "--threads", "2", text(&path), "--resume"];
    let args = [&args[..], &[text(&report)]].concat();
    let rows_now = || rows(&std::fs::read_to_string(&report).unwrap(), &[]).len();

    let child = helped(&args);
    crate::common::interrupt(&child);
    let said = child.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(130), "{said:?}");
    assert_eq!(rows_now(), 6, "the small ones are kept");

    let (code, _, err) = run(&[&args[..], &["--total-time", "2s"]].concat(), "");
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("stopped after 6 problems"), "{err}");
    assert!(err.contains("--easy-first=3s gives every problem"), "{err}");
    assert_eq!(rows_now(), 6);

    // With a limit of its own the last one has its row.
    let (code, _, err) = run(&[&args[..], &["--nodes", "20k"]].concat(), "");
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(rows_now(), 7);
}
