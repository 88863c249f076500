//! tsumi: a checkmate proof solver for shogi (tsume-shogi, 詰将棋).
//!
//! Give [`solver::Solver`] a position and it answers with a
//! [`Verdict`](solver::Verdict): mate with its length, no mate, or unknown when
//! a limit came first. Behind every mate and every no mate stands a
//! *certificate*, an explicit proof in plain text that [`checker`] has accepted;
//! the checker is a package of its own (`tsumi-check`) and shares no code with the
//! rest.
//!
//! ```
//! use std::time::Duration;
//! use tsumi::formats::{Input, ReadOptions, read_input, usi};
//! use tsumi::solver::{Control, Options, Solver, Verdict};
//!
//! let sfen = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
//! let problem = read_input(&Input::from_arg(sfen, 1), &ReadOptions::default())
//!     .next()
//!     .unwrap()?;
//!
//! let mut solver = Solver::new(Options {
//!     time: Some(Duration::from_secs(60)),
//!     memory: 64 << 20,
//!     shortest_conventional: true,
//!     ..Options::default()
//! });
//! let outcome = solver.solve(&problem.position, problem.attacker, Control::default())?;
//!
//! let Verdict::Mate { conventional, .. } = outcome.verdict else {
//!     panic!("a limit came first");
//! };
//! assert_eq!(conventional.upper, 9);
//! assert!(conventional.is_minimal());
//! assert!(usi::line(&outcome.line).starts_with("2d1c+ 1d1c R*2c"));
//! assert!(outcome.leftover.is_empty());
//!
//! // The proof stands on its own.
//! let certificate = outcome.certificate.unwrap();
//! let verified = tsumi::checker::check(&certificate.to_string())?;
//! assert_eq!(verified.to_string(), "VERIFIED mate 9");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position that comes from elsewhere is a `shogi_core::PartialPosition`; the
//! colour given to [`Solver::solve`](solver::Solver::solve) is the side that has
//! to give check. One solver serves many problems, one after the other; for
//! several at a time make one for each thread. [`solver::Control`] stops a search
//! from outside and reports its progress.
//!
//! | module | what it holds |
//! |---|---|
//! | [`solver`] | the front door |
//! | [`formats`] | SFEN, JSONL, KIF, KI2, CSA, JKF, BOD in; diagrams and lines of moves out |
//! | [`checker`] | the independent checker of certificates |
//! | [`shogi`] | the rules, fast |
//! | [`search`], [`table`] | df-pn and its transposition table |
//! | [`proof`] | from a verdict to a certificate and a main line |
//! | [`upper`] | one problem on many machines |
//! | [`verify`] | is the problem what it claims to be, and sound? |
//! | [`row`] | what is known of a problem as a line of a report |
//! | [`page`] | a solution as a web page |
//! | [`variations`] | the other defences of a mate, from its certificate |
//! | [`usi`] | the engine side of the USI protocol |
//! | [`service`] | the engine for pages and programs, in JSON |
//! | [`base`] | lengths, limits, messages, what a problem is: what the others are made of |
//!
//! `docs/architecture.md` in the repository tells how they hang together.
pub mod base;
pub mod formats;
pub mod page;
pub mod proof;
pub mod row;
pub mod search;
pub mod service;
pub mod shogi;
pub mod solver;
pub mod table;
pub mod upper;
pub mod usi;
pub mod variations;
pub mod verify;

pub use tsumi_check as checker;

/// The examples of the manual's page, compiled and run like those above.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
mod manual {}
