//! Certificates and the checker that judges them.

#[path = "../common/solver.rs"]
mod common;
mod naive;

mod bounds;
mod hostile;
mod small;
mod tamper;
