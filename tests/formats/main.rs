//! Readers and writers of problems and records.

mod common;

mod errors;
mod fuzz;
mod habits;
mod oracle;
mod record_errors;
mod records;
mod round_trip;
