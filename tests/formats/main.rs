//! Readers and writers of problems and records.

mod addresses;
mod common;
mod endings;
mod errors;
mod fuzz;
mod habits;
mod hands;
mod jkf;
mod joined;
mod oracle;
mod record_errors;
mod records;
mod round_trip;
