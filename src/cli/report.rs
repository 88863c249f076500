//! The answer to one problem, before it is rendered in a format.

use super::exit::Exit;
use shogi_core::PartialPosition;
use std::path::PathBuf;
use tsumi::formats::{InputError, Message, Problem};
use tsumi::solver::{Limit, Outcome, Verdict};
use tsumi::variations::Variations;
use tsumi::variations::near_misses::NearMiss;

/// The result for one problem of the input.
pub enum Report {
    /// A search ended, with a verdict or without.
    Solved(Box<Solved>),
    /// The problem could not be read or set up, or a file of it could not be written.
    Bad(Box<InputError>),
    /// The solver panicked with this text: a defect of tsumi.
    Broken(Box<Problem>, String),
}

/// A finished search.
pub struct Solved {
    pub problem: Problem,
    pub outcome: Outcome,
    /// The file to which the certificate was written.
    pub certificate: Option<PathBuf>,
    /// The other defences, when they were asked for.
    pub variations: Option<Variations>,
    /// The other checks along the main line, when they were asked for.
    pub near_misses: Option<Vec<NearMiss>>,
}

impl Report {
    /// The end of the run, as far as this problem decides it.
    pub fn exit(&self) -> Exit {
        match self {
            Report::Bad(_) => Exit::Unreadable,
            Report::Broken(..) => Exit::SelfCheck,
            Report::Solved(solved) => match solved.outcome.verdict {
                Verdict::Mate { .. } | Verdict::NoMate => Exit::Decided,
                Verdict::Unknown(Limit::SelfCheck) => Exit::SelfCheck,
                Verdict::Unknown(_) => Exit::Undecided,
            },
        }
    }
}

impl Solved {
    /// The position of the problem.
    pub fn position(&self) -> &PartialPosition {
        &self.problem.position
    }

    /// How many pieces are left in the attacker's hand at the end (駒余り).
    pub fn leftover(&self) -> u32 {
        self.outcome
            .leftover
            .iter()
            .map(|&(_, n)| u32::from(n))
            .sum()
    }

    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.outcome.nodes as f64 / self.outcome.elapsed.as_secs_f64().max(1e-6)
    }
}

/// The name of a limit in JSON.
pub fn reason(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Nodes => "nodes",
        Limit::Memory => "memory",
        Limit::Interrupted => "interrupted",
        Limit::SelfCheck => "self-check",
    }
}

/// The metrics in which the length is proved minimal, by their names in JSON.
pub fn minimal(verdict: &Verdict) -> Vec<&'static str> {
    let Verdict::Mate { raw, conventional } = verdict else {
        return Vec::new();
    };
    let mut out = Vec::new();
    if raw.is_minimal() {
        out.push("raw");
    }
    if conventional.is_minimal() {
        out.push("conventional");
    }
    out
}

/// An error at the place of a problem that could be read.
pub fn at_problem(problem: &Problem, message: impl Into<Message>) -> InputError {
    let mut error = InputError::whole(&problem.source.file, message, None);
    error.line = problem.source.line;
    error.column = problem.source.column;
    error.with_id(Some(problem.id.clone()))
}
