//! The answer to one problem, before it is rendered in a format.

use super::exit::Exit;
use shogi_core::{Move, PartialPosition, PieceKind};
use std::path::PathBuf;
use tsumi::formats::{InputError, Message, Problem};
use tsumi::solver::{Custom, Limit, Outcome, Verdict};
use tsumi::variations::Variations;
use tsumi::variations::near_misses::NearMiss;
use tsumi::variations::refutation::{Refutation, refutation};
use tsumi::verify::{Futile, LineState, OtherMates, replay};

/// The result for one problem of the input.
pub enum Report {
    /// A search ended, with a verdict or without.
    Solved(Box<Solved>),
    /// The problem could not be read or set up, or a file of it is there already.
    Bad(Box<InputError>),
    /// The solver panicked with this text: a defect of tsumi.
    Broken(Box<Problem>, String),
}

/// A finished search.
pub struct Solved {
    pub problem: Problem,
    pub outcome: Outcome,
    /// Which line is the main line.
    pub custom: Custom,
    /// What a first look for other mates along the line found, where one was taken.
    pub glance: Option<OtherMates>,
    /// The file to which the certificate was written.
    pub certificate: Option<PathBuf>,
    /// Why files of the problem could not be written.
    pub unwritten: Vec<InputError>,
    /// The other defences, when they were asked for.
    pub variations: Option<Variations>,
    /// The other checks along the main line, when they were asked for.
    pub near_misses: Option<Vec<NearMiss>>,
    /// How many near misses, or checks where there is no mate, are shown to a person.
    pub most: usize,
}

impl Report {
    /// The end of the run, as far as this problem decides it.
    pub fn exit(&self) -> Exit {
        match self {
            Report::Bad(_) => Exit::Unreadable,
            Report::Broken(..) => Exit::SelfCheck,
            Report::Solved(solved) if !solved.unwritten.is_empty() => Exit::Unreadable,
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

    /// The main line.
    pub fn line(&self) -> &[Move] {
        self.outcome.main_line(self.custom)
    }

    /// The line along which a first look for other mates is taken ([`looked_along`]).
    pub fn looked_along(&self) -> &[Move] {
        looked_along(&self.problem, self.line())
    }

    /// What is left in the attacker's hand at the end of the main line (駒余り).
    pub fn left(&self) -> &[(PieceKind, u8)] {
        self.outcome.left(self.custom)
    }

    /// Why there is no mate, where that is proved.
    pub fn refutation(&self) -> Option<Refutation> {
        refutation(self.outcome.certificate.as_ref()?)
    }

    /// The number of pieces left at the end of the main line.
    pub fn leftover(&self) -> u32 {
        self.left().iter().map(|&(_, n)| u32::from(n)).sum()
    }

    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.outcome.nodes as f64 / self.outcome.elapsed.as_secs_f64().max(1e-6)
    }
}

/// The line along which a first look for other mates is taken: the declared one where it is as long
/// as the `main` line and ends in mate, otherwise the main line.
pub fn looked_along<'a>(problem: &'a Problem, main: &'a [Move]) -> &'a [Move] {
    let declared = problem.line.as_deref();
    let same = declared.filter(|line| line.len() == main.len());
    let mates = |_: &_| matches!(replay(problem, Futile::Return), LineState::Mate(_));
    same.filter(mates).unwrap_or(main)
}

/// An error at the place of a problem that could be read.
pub fn at_problem(problem: &Problem, message: impl Into<Message>) -> InputError {
    let mut error = InputError::whole(&problem.source.file, message, None);
    error.line = problem.source.line;
    error.column = problem.source.column;
    error.with_id(Some(problem.id.clone()))
}
