//! From a verdict to something another program can check.
//!
//! `graph` is an explicit proof of a mate, which `graph_walk` fills from the table and whose
//! longest line `graph_line` finds; `closed_set` is an explicit disproof, `bounds` a proof that a
//! length is at least or at most some number, and `dossier` all that is claimed of a problem. `certificate` is the
//! form in which both leave the search. `places` is what a walk
//! remembers of what it has shown. `lengths` asks for shorter mates, `main_line` chooses the line
//! that is printed, and `leftover` finds what it can leave in the attacker's hand.

mod bounds;
pub mod certificate;
mod closed_set;
mod dossier;
mod graph;
mod graph_line;
mod graph_walk;
pub mod leftover;
pub mod lengths;
pub mod main_line;
mod places;

pub use bounds::{Bound, BoundProof, Spending};
pub use closed_set::ClosedSet;
pub use dossier::Dossier;
pub use graph::{MateGraph, Node};
use places::Places;

use crate::base::Limit;
use crate::search::{Answer, Stopped};

/// Why a proof could not be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A limit came first.
    Limit(Limit),
    /// The table contradicts itself; a defect, and the verdict is withheld.
    Contradiction,
}

/// An answer that has to be a mate, because the search has found one before.
///
/// # Errors
/// When it is none.
fn a_mate(answer: Answer) -> Result<Answer, Failure> {
    match answer.value.is_mate() {
        true => Ok(answer),
        false => Err(Failure::Contradiction),
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Limit(stopped.limit)
    }
}

impl From<Limit> for Failure {
    fn from(l: Limit) -> Failure {
        Failure::Limit(l)
    }
}

impl Failure {
    /// The limit to report.
    pub fn limit(self) -> Limit {
        match self {
            Failure::Limit(l) => l,
            Failure::Contradiction => Limit::SelfCheck,
        }
    }

    /// The defect of tsumi that it is, if it is one.
    pub fn defect(self) -> Option<String> {
        let is_one = self == Failure::Contradiction;
        is_one.then(|| "the tables contradict themselves".to_string())
    }
}
