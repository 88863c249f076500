//! The search: df-pn+ over checks and evasions.
//!
//! `driver` is the loop, `expand` builds a node, and every technique has a file of
//! its own: `initial` (df-pn+), `features` (what its learned part sees), `thresholds`
//! (1+ε, TCA), `overcount` and `source` (WPNS, SNDA), `delay` (chains of interpositions),
//! `simulation` (a proof tried again), `echoes` (positions that look alike around the king),
//! `recurring` (the same fight once more on the path), `path` (repetition), `hands` (dominance),
//! `conventional` and `heads` (futile interpositions),
//! `horizon` (the last plies of a length limit), `stay` (not leaving a check that was begun),
//! `leaves` (a memory of leaf tests), `team` and `parallel` (several threads), `spare` (threads
//! that came free elsewhere), `hearsay` (numbers from other machines), `tuning` (the switch or
//! the value of each). `question` is what a search is asked and what it answers, `prospects`
//! what an open one says of the moves at its root, `frame` what it keeps of a position,
//! `summary` a node's value from its children, `finish` what is stored of it and told its parent,
//! `known` what the table knows of it, `workspace` the memory that a search uses again.

mod conventional;
mod delay;
mod driver;
mod echoes;
mod expand;
pub mod features;
mod finish;
pub mod frame;
pub mod hands;
mod heads;
mod hearsay;
mod horizon;
pub mod initial;
mod initial_weights;
mod known;
mod leaves;
pub mod overcount;
mod parallel;
pub mod path;
mod prospects;
mod question;
mod recurring;
mod simulation;
mod source;
mod spare;
mod stay;
mod summary;
mod team;
#[cfg(test)]
pub(crate) mod testing;
pub mod thresholds;
mod tuning;
mod workspace;

pub use conventional::Metric;
pub use driver::Search;
pub use hearsay::{Hearsay, NoHearsay, Telling};
pub use prospects::Prospect;
pub use question::{Answer, Poll, Question, Reply, Stopped};
pub use spare::Spare;
pub use team::Crew;
pub use tuning::{CHECK_CAP, DROP_CAP, REPLY_CAP, Tuning};
pub use workspace::{Salt, Tools, Workspace};
