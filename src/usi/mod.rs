//! The engine side of the USI protocol, for mate solving: `go mate`, and a plain
//! `go` that plays the first move of a mate.
//!
//! The protocol is that of Shogidokoro's page; ShogiHome and cshogi are the clients it was
//! tried with. Answers come in time because of three threads: one reads commands
//! ([`engine::run`] starts it), one searches ([`worker`]), and that of the engine only waits
//! for a command, for a report of the search, or for the clock. When a search does not report
//! in time, the engine answers without it and drops its later report, so `stop` and the end of
//! the time are answered within 50 ms whatever the search is doing. Where there are no threads the
//! same engine and the same search take turns ([`turns`]).
//!
//! The answer is `checkmate nomate` only where that is proved. Everything else that is no mate
//! is `checkmate timeout`, or `checkmate notimplemented` for a position that no search can
//! start from, for a side to move that is mated already, and for a time that cannot be read.
//! All output is ASCII, because some clients read Shift_JIS and some UTF-8.

pub mod command;
mod current;
pub mod engine;
pub mod options;
pub mod output;
pub mod root;
pub mod turns;
pub mod worker;

pub use engine::run;
