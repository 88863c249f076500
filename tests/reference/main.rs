//! Every search of the literature, and the solver, on small positions of shogi.
#![cfg(feature = "cli")]

#[path = "../common/solver.rs"]
mod solver_common;
#[path = "../../src/cli/compare/tsume.rs"]
mod tsume;

mod positions;
