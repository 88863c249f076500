//! The search and the solver: verdicts, lengths, limits, threads, and the table under them.

#[path = "../common/solver.rs"]
mod common;

mod ablations;
mod conventional_oracle;
mod deep;
mod depth;
mod game;
mod length_oracle;
mod memory;
mod oracle;
mod pitfalls;
mod spare_threads;
mod table_races;
mod threads;
