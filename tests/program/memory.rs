//! The memory of the whole process.
#![cfg(target_os = "linux")]

use crate::common::{folder, peak_kib, repository, text};
use crate::gui::Gui;
use std::io::Read;
use std::process::{Command, Stdio};

/// The whole process stays within `--memory` and 64 MiB, and 1 MiB for each helping thread, the
/// proof of up to 92,000 entries and its line included. (The line once took 80 MiB alone, which a
/// slower machine did not come to within the time then given: so nodes, not seconds.)
#[test]
#[ignore = "long: about 20 s"]
fn the_whole_process_stays_small() {
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let hard = zuko.lines().find(|l| l.starts_with("zuko-001\t")).unwrap();
    let sfen = hard.split('\t').nth(1).unwrap();
    for (memory, threads) in [(16, 1), (64, 1), (64, 4)] {
        let (most, said) = peak(memory, threads, &["--nodes", "8000000", sfen]);
        assert!(said.contains("verified"), "{said}");
        assert!(most < memory + 64 + u64::from(threads), "{most} MiB");
        assert!(most >= memory / 2, "{most} MiB");
    }
}

/// So it does while a proof of half a million entries is written, and while it is checked. (With
/// smaller tables it depends on what they happen to lose whether such a proof ends in time.)
#[test]
#[ignore = "long: about 20 s"]
fn large_proofs_stay_small() {
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let line = zuko.lines().find(|l| l.starts_with("zuko-006\t")).unwrap();
    let sfen = line.split('\t').nth(1).unwrap();
    let file = folder("large-proofs").join("006.tsc.zst");
    let args = ["--shortest", "--certificate", text(&file), sfen];
    let (most, said) = peak(96, 1, &args);
    assert!(
        said.contains("mate in 81 plies (minimal, proved)"),
        "{said}"
    );
    assert!(file.metadata().unwrap().len() > 2 << 20);
    assert!(most <= 96 + 64, "{most} MiB");
}

/// Neither threads on one problem nor problems at a time make it more than that.
#[test]
fn many_threads_stay_small() {
    let zuko = repository("problems/zuko.sfen");
    let listed = std::fs::read_to_string(&zuko).unwrap();
    let hard = listed
        .lines()
        .find(|l| l.starts_with("zuko-001\t"))
        .unwrap();
    let one = hard.split('\t').nth(1).unwrap();
    let all = zuko.as_str();
    for (nodes, input) in [("100000", one), ("5000", all)] {
        let (most, _) = peak(16, 1024, &["--nodes", nodes, input]);
        assert!(most <= 16 + 64, "{most} MiB for {input}");
    }
}

/// The most memory of `tsumi solve`, in MiB, and what it printed.
fn peak(memory: u64, threads: u32, args: &[&str]) -> (u64, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .arg("solve")
        .args(["--threads", &threads.to_string()])
        .args(["--memory", &format!("{memory}M")])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let read = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).unwrap();
        text
    });
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = peak_kib(child.id()).map_or(most, |kib| kib.max(most));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    println!("{memory}M, {threads} threads: peak {} MiB", most >> 10);
    (most >> 10, read.join().unwrap())
}

/// What the system does not give is an error of the user, not a defect of tsumi.
#[test]
fn memory_that_is_not_there_is_refused() {
    let nine = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
    let program = assert_cmd::cargo::cargo_bin!("tsumi").display().to_string();
    let huge = "--memory 64G";
    for (command, options, limit) in [
        ("solve", huge, "4000000"),
        ("solve --threads 4 --format json", huge, "4000000"),
        ("bench", huge, "4000000"),
        ("verify", huge, "4000000"),
        // The usual memory, where the process may have 195 MiB in all.
        ("solve", "", "200000"),
        ("bench", "", "200000"),
        ("verify", "", "200000"),
    ] {
        let script = format!("ulimit -v {limit}; exec {program} {command} '{nine}' {options}");
        let out = Command::new("bash").args(["-c", &script]).output().unwrap();
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{command} {options}: {stderr}");
        assert!(stderr.contains("MiB"), "{command} {options}: {stderr}");
        assert!(
            !stderr.contains("defect") && !stderr.contains("panicked"),
            "{command} {options}: {stderr}"
        );
    }
}

/// The engine takes less where it cannot have as much as it was told to, and says so.
#[test]
fn the_engine_makes_do_with_less() {
    let program = assert_cmd::cargo::cargo_bin!("tsumi").display().to_string();
    let script = format!("ulimit -v 1000000; exec {program} usi");
    let mut engine = Gui::of(Command::new("bash").args(["-c", &script]));
    engine.send("setoption name USI_Hash value 4096");
    engine.send("isready");
    engine.send("position sfen 6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
    engine.send("go mate infinite");
    let said = engine.until("checkmate");
    let says = |what: &str| said.iter().any(|line| line.starts_with(what));
    assert!(says("info string not enough memory"), "{said:?}");
    assert!(says("checkmate 2d1c+"), "{said:?}");
    engine.send("quit");
    let (_, _, stderr) = engine.end();
    assert!(!stderr.contains("panicked"), "{stderr}");
}
