//! The transposition table: a fixed block of memory, chosen by the user.
//!
//! `entry` is one slot, `main_table` finds and stores, `collection` makes room
//! (SmallTreeGC), `repetition` keeps disproofs that hold on one path only.

mod collection;
pub mod entry;
mod main_table;
mod memory;
pub mod repetition;

pub use main_table::{Found, Table};
