//! What the tests of the judge share.

use shogi_core::{Move, PartialPosition};
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::solver::Control;
use tsumi::verify::{Finding, Judgement, Settings, Verifier, Weight};

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

/// What is found of the problem of these columns, of which the first is the position.
pub fn judge(fields: &[&str], settings: Settings) -> Judgement {
    let line = ["id", &fields.join("\t")].join("\t");
    judged(&problem("x.sfen", &line), settings)
}

/// What is found of it as a composition, without limits.
pub fn tsume(fields: &[&str]) -> Judgement {
    judge(fields, Settings::default())
}

/// The findings of a weight, in English.
pub fn said(judged: &Judgement, weight: Weight) -> Vec<String> {
    let here = |f: &&Finding| f.weight() == weight;
    let found = judged.findings.iter().filter(here);
    found.map(|f| f.message().to_string()).collect()
}
