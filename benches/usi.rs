//! How soon the USI engine answers, the quickest and the slowest of twenty tries:
//! `cargo bench --bench usi`. A GUI waits for it, and loses on time where it waits too
//! long: a new process with a table of 4 GiB until `readyok`, `stop` in the middle of a
//! search until `checkmate`, and how much later than asked `go mate 200` ends.
#[path = "../tests/program/common.rs"]
#[allow(dead_code)]
mod common;
#[path = "../tests/program/gui.rs"]
#[allow(dead_code)]
mod gui;

use gui::Gui;
use std::time::{Duration, Instant};

const TRIES: usize = 20;

fn show(what: &str, mut attempt: impl FnMut() -> Duration) {
    let took: Vec<Duration> = (0..TRIES).map(|_| attempt()).collect();
    let (least, most) = (took.iter().min().unwrap(), took.iter().max().unwrap());
    println!("{what:12} {least:>10.2?} to {most:>10.2?}");
}

fn main() {
    show("readyok", || {
        let begin = Instant::now();
        let mut gui = Gui::new(&["usi"]);
        gui.ask("setoption name USI_Hash value 4096\nisready", "readyok");
        let took = begin.elapsed();
        gui.send("quit");
        gui.end();
        took
    });
    let zuko = std::fs::read_to_string(common::repository("problems/zuko.sfen")).unwrap();
    let hard = zuko.lines().find(|l| l.starts_with("zuko-008\t")).unwrap();
    let mut gui = Gui::new(&["usi"]);
    gui.ask("setoption name USI_Hash value 64\nisready", "readyok");
    gui.send(&format!(
        "position sfen {}",
        hard.split('\t').nth(1).unwrap()
    ));
    show("stop", || {
        gui.send("go mate infinite");
        std::thread::sleep(Duration::from_millis(60));
        let begin = Instant::now();
        gui.ask("stop", "checkmate");
        begin.elapsed()
    });
    let asked = Duration::from_millis(200);
    show("go mate 200", || {
        let begin = Instant::now();
        gui.ask("go mate 200", "checkmate");
        begin.elapsed().saturating_sub(asked)
    });
    gui.send("quit");
    gui.end();
}
