//! The engine side of the USI protocol, for mate solving: `go mate`, and a plain
//! `go` that plays the first move of a mate.
//!
//! Shogidokoro's page is the norm, ShogiHome and cshogi are the clients it was
//! tried with. Three threads keep its promises about time: one reads commands
//! ([`engine::run`] starts it), one searches ([`worker`]), and the engine itself
//! only waits, for whichever speaks first or for the clock. A search that does
//! not come back in time is answered for and its result dropped, so `stop` and the
//! end of the time are answered within 50 ms whatever the search is doing.
//!
//! `checkmate nomate` is said of proven cases only; everything else that is not
//! a mate is `checkmate timeout`, or `notimplemented` for a position that no search
//! can start from. All output is ASCII: some clients read Shift_JIS, some UTF-8.

pub mod command;
pub mod engine;
pub mod options;
pub mod output;
pub mod root;
pub mod worker;

pub use engine::run;
