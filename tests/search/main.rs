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

/// Runs `work` on a thread whose stack has so many bytes.
fn on_a_stack_of(bytes: usize, work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(bytes).spawn(work);
    thread.unwrap().join().unwrap();
}
