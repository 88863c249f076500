//! The search: df-pn+ over checks and evasions.
//!
//! `driver` is the loop, `expand` builds a node, and every technique has a file of
//! its own: `initial` (df-pn+), `features` (what its learned part sees), `thresholds`
//! (1+ε, TCA), `overcount` (WPNS, SNDA), `delay` (chains of interpositions),
//! `simulation` (a proof tried again), `path` (repetition), `hands` (dominance),
//! `len` (length limits), `leaves` (a memory of leaf tests), `team` and `parallel`
//! (several threads), `spare` (threads that came free elsewhere).

mod conventional;
mod delay;
mod driver;
mod expand;
pub mod features;
pub mod frame;
pub mod hands;
mod horizon;
pub mod initial;
mod initial_weights;
mod leaves;
pub mod len;
pub mod limits;
pub mod numbers;
pub mod overcount;
mod parallel;
pub mod path;
mod report;
mod simulation;
mod source;
mod spare;
mod summary;
mod team;
#[cfg(test)]
mod testing;
mod thresholds;
mod tuning;

pub use conventional::Metric;
pub use driver::{Search, Workspace};
pub use report::Poll;
pub use spare::Spare;
pub use team::Crew;
pub use tuning::Tuning;
