//! The memory of the whole process.
#![cfg(target_os = "linux")]

use crate::common::{peak_kib, repository};
use std::io::Read;
use std::process::{Command, Stdio};

/// The whole process stays within `--memory` and 64 MiB, the proof of 52,000 entries
/// and its line included. (The line once took 80 MiB alone, which a slower machine did
/// not come to within the time then given: so nodes, not seconds.)
#[test]
#[ignore = "long: about 20 s"]
fn the_whole_process_stays_small() {
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let hard = zuko.lines().find(|l| l.starts_with("zuko-001\t")).unwrap();
    let sfen = hard.split('\t').nth(1).unwrap();
    for (memory, threads) in [(16, 1), (64, 1), (64, 4)] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
            .args([
                "solve",
                "--nodes",
                "8000000",
                "--threads",
                &threads.to_string(),
                "--memory",
                &format!("{memory}M"),
                sfen,
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            most = peak_kib(child.id()).map_or(most, |kib| kib.max(most));
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let mut text = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert!(text.contains("verified"), "{text}");
        println!(
            "--memory {memory}M --threads {threads}: peak {} MiB",
            most >> 10
        );
        assert!(most >> 10 <= memory + 64, "{} MiB", most >> 10);
        assert!(most >> 10 >= memory / 2, "{} MiB", most >> 10);
    }
}
