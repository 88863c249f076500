//! The transposition table: a fixed block of memory, chosen by the user.
//!
//! `numbers` are proof and disproof numbers, `entry` is what is known of a position, `slot` its
//! place in memory, `tags` says which slots are worth a look, `main_table` finds and stores,
//! `directory` knows which part of memory a key lives in, `collection` makes room (SmallTreeGC),
//! `readout` reads all of it, `sequence` lets threads share the table, `memory` is the block
//! itself; `repetition` keeps disproofs that hold on one path only.

mod collection;
mod directory;
pub mod entry;
mod main_table;
pub(crate) mod memory;
pub mod numbers;
mod readout;
pub mod repetition;
mod sequence;
#[cfg(test)]
mod sequence_tests;
mod slot;
mod tags;

pub use main_table::{Found, Table};
pub use memory::OutOfMemory;
pub use numbers::Numbers;

/// What `sequence` is made of.
mod sync {
    pub use std::hint::spin_loop;
    pub use std::sync::atomic::{AtomicU32, Ordering, fence};
    pub use std::thread::yield_now;
}
