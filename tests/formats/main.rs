//! Readers and writers of problems and records.

mod addresses;
mod common;
mod endings;
mod errors;
mod fuzz;
mod habits;
mod oracle;
mod record_errors;
mod records;
mod round_trip;
