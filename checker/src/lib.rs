//! The independent checker of tsumi's certificates.
//!
//! A certificate (docs/certificate.md of tsumi) is a list of positions of a
//! tsume-shogi problem, each with the moves that prove it a mate or no mate. The
//! checker sets up every one of them, asks the rules of shogi which moves there are,
//! and looks each position reached up in the list; there is no search here. It uses
//! `std` and nothing else, no other part of tsumi either, so that an error of the
//! solver cannot be an error of the checker too.
//!
//! ```
//! let certificate = "\
//! tsumi-certificate 1
//! position 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
//! attacker black
//! claim mate 1
//! entries 1
//! 8k/9/8P/9/9/9/9/9/9 2G G*1b 1
//! end
//! ";
//! let verified = tsumi_check::check(certificate)?;
//! assert_eq!(verified.to_string(), "VERIFIED mate 1");
//! # Ok::<(), tsumi_check::Rejected>(())
//! ```
//!
//! To be read in this order: [`board`], `attacks` and [`rules`] (shogi), [`notation`], `read`
//! (the form of a certificate), `packed` (entries in memory), `index` and `entries` (which of
//! them cover a position),
//! `verify` (is each entry right?), `conventional` (futile interpositions), `line` (no other
//! check mates), [`rows`] (the rows of a report) and `shown` (what proves them).
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod attacks;
pub mod board;
mod conventional;
mod entries;
mod index;
mod line;
mod minor;
pub mod notation;
mod packed;
mod read;
pub mod rows;
pub mod rules;
mod shown;
mod verify;

pub use board::Color;

use std::fmt;
use std::io::BufRead;

/// What a certificate claims of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates within this many plies, every interposition counted.
    Mate(u32),
    /// The attacker, checking with every move, never mates.
    NoMate,
    /// The attacker does not mate within this many plies, every interposition counted.
    Longer(u32),
    /// The conventional length, futile interpositions not counted, is at most this.
    Within(u32),
    /// The conventional length is at most this; and if it is this, the attacker can leave pieces
    /// in his hand against every defence that lasts as long (駒余り).
    Leaves(u32),
    /// The length with nothing left in the attacker's hand is at most this, or there is none.
    Spares(u32),
    /// There is a length with nothing left, and it is at least this.
    Spends(u32),
    /// The conventional length is more than this, or there is no mate.
    Beyond(u32),
    /// Along a line no other check mates but those that are named, unless by way of the line:
    /// the moves, and behind a slash the exceptions, as the certificate writes them. An exception
    /// `3:G*2b>15` says that this check at ply 3 does not mate within 15 plies, itself counted.
    Only(String),
}

/// The claim as a certificate writes it.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Mate(plies) => write!(f, "mate {plies}"),
            Claim::NoMate => write!(f, "nomate"),
            Claim::Longer(plies) => write!(f, "longer {plies}"),
            Claim::Within(plies) => write!(f, "within {plies}"),
            Claim::Leaves(plies) => write!(f, "leaves {plies}"),
            Claim::Spares(plies) => write!(f, "spares {plies}"),
            Claim::Spends(plies) => write!(f, "spends {plies}"),
            Claim::Beyond(plies) => write!(f, "beyond {plies}"),
            Claim::Only(line) => write!(f, "only {line}"),
        }
    }
}

/// A certificate that passed: its claims are true of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What was claimed, and holds; one claim at least.
    pub claims: Vec<Claim>,
    /// How many entries were checked.
    pub entries: usize,
    /// The position, as the certificate writes it: board, side to move, hands.
    pub position: String,
    /// The side that gives check.
    pub attacker: Color,
}

/// A certificate that did not pass. That says nothing of its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The first line at fault, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
    /// The caller's stop flag ended the check; nothing was found wrong.
    pub interrupted: bool,
}

impl Rejected {
    fn at(line: usize, reason: impl Into<String>) -> Self {
        Rejected {
            line,
            reason: reason.into(),
            interrupted: false,
        }
    }

    fn interrupted_at(line: usize) -> Self {
        Rejected {
            line,
            reason: "interrupted".into(),
            interrupted: true,
        }
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claims: Vec<String> = self.claims.iter().map(Claim::to_string).collect();
        write!(f, "VERIFIED {}", claims.join(", "))
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NOT VERIFIED line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Rejected {}

/// A caller's way to end a check early: it is called every few milliseconds, and the
/// check ends when it returns true. It is no `dyn Fn`, because a WebAssembly module that puts a
/// check aside for a while can do so only where nothing is called through a pointer.
pub trait Stop: Fn() -> bool + Sync {}

impl<F: Fn() -> bool + Sync> Stop for F {}

/// Checks a certificate held in memory.
///
/// # Errors
/// When the text is no certificate, or one that does not prove its claim.
pub fn check(text: &str) -> Result<Verified, Rejected> {
    check_with(text.as_bytes(), 1, &|| false)
}

/// Checks a certificate line by line as it is read.
///
/// # Errors
/// When the input cannot be read, is no certificate, or does not prove its claim.
pub fn check_reader(input: impl BufRead) -> Result<Verified, Rejected> {
    check_with(input, 1, &|| false)
}

/// Checks a certificate with this number of threads (fewer than 1 count as 1, more
/// than 256 as 256), until `stop` returns true. The answer does not depend on the
/// number of threads. A `&[u8]` is a reader.
///
/// # Errors
/// When the input cannot be read, is no certificate, or does not prove its claim;
/// and when `stop` ended the check.
pub fn check_with(
    input: impl BufRead,
    threads: usize,
    stop: &impl Stop,
) -> Result<Verified, Rejected> {
    let certificate = read::read(input, stop)?;
    certificate.verify(threads, stop)?;
    Ok(Verified {
        claims: certificate.claims,
        entries: certificate.entries.records().len(),
        position: certificate.text,
        attacker: certificate.attacker,
    })
}
