//! What the tests of the judge share.

use shogi_core::{Move, PartialPosition};
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::solver::Control;
use tsumi::verify::{Judgement, Settings, Verifier};

/// The first problem of a text; its name says the format.
pub fn problem(name: &str, text: &str) -> Problem {
    let input = Input::Memory {
        name: name.into(),
        bytes: text.as_bytes().to_vec(),
    };
    let read = read_input(&input, &ReadOptions::default()).next().unwrap();
    read.unwrap()
}

/// What is found of a problem, with little memory.
pub fn judged(problem: &Problem, settings: Settings) -> Judgement {
    let settings = Settings {
        memory: 16 << 20,
        ..settings
    };
    let mut verifier = Verifier::new(settings);
    verifier.judge(problem, Control::default()).unwrap()
}

/// The position after some moves.
pub fn after(position: &PartialPosition, moves: &[Move]) -> PartialPosition {
    let mut position = position.clone();
    for &mv in moves {
        position.make_move(mv).unwrap();
    }
    position
}

/// A problem of Shogi Zuko.
pub fn zuko(number: &str) -> Problem {
    let all = include_str!("../../problems/zuko.sfen");
    let id = format!("zuko-{number}\t");
    let line = all.lines().find(|line| line.starts_with(&id)).unwrap();
    problem("zuko.sfen", line)
}
