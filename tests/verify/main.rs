//! The judge of declared problems, as a library.

mod common;
#[path = "../common/solver.rs"]
mod solver_common;

mod along;
mod alternatives;
mod audit;
mod branches;
mod limits;
mod lines;
mod problems;
mod proofs;
mod soundness;
