//! The searches of the literature.

#[path = "../common/solver.rs"]
mod solver_common;

mod failures;
mod literature;
mod positions;
mod random;
