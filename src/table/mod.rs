//! The transposition table: a fixed block of memory, chosen by the user.
//!
//! `entry` is what is known of a position, `slot` its place in memory, `main_table`
//! finds and stores, `collection` makes room (SmallTreeGC), `sequence` keeps threads
//! that share the table apart; `repetition` keeps disproofs that hold on one path only.

mod collection;
pub mod entry;
mod main_table;
mod memory;
pub mod repetition;
mod sequence;
mod slot;

pub use main_table::{Found, Table};
