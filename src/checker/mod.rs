//! The independent checker of certificates.
//!
//! A certificate (docs/certificate.md) is a list of positions, each with the
//! moves that settle it. The checker sets up every one of them, asks the rules
//! of shogi which moves there are, and looks each position reached up in the
//! list; there is no search here. It uses `std`, `shogi_core` and
//! `shogi_legality_lite` and no other part of tsumi, so that an error of the
//! solver cannot be an error of the checker too.
mod notation;
mod read;
mod rules;
#[cfg(test)]
mod tests;
mod verify;

use shogi_core::Color;
use std::fmt;
use std::io::BufRead;

/// What a certificate claims of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates within this many plies, every interposition counted.
    Mate(u32),
    /// The attacker, checking with every move, never mates.
    NoMate,
}

/// A certificate that passed: its claim is true of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What was claimed, and holds.
    pub claim: Claim,
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
    fn new(line: usize, reason: String, interrupted: bool) -> Self {
        Rejected {
            line,
            reason,
            interrupted,
        }
    }

    /// Puts the line to what is wrong there.
    fn at(line: usize) -> impl Fn(String) -> Self {
        move |reason| Rejected::new(line, reason, false)
    }
}

/// A condition of the format or of the rules, and what to say when it fails.
fn ensure(holds: bool, otherwise: &str) -> Result<(), &str> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.claim {
            Claim::Mate(plies) => write!(f, "VERIFIED mate {plies}"),
            Claim::NoMate => write!(f, "VERIFIED nomate"),
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NOT VERIFIED line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Rejected {}

/// A caller's way to end a check early; polled every few milliseconds.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Checks a certificate held in memory.
pub fn check(text: &str) -> Result<Verified, Rejected> {
    check_with(text.as_bytes(), 1, &|| false)
}

/// Checks a certificate line by line as it is read.
pub fn check_reader(input: impl BufRead) -> Result<Verified, Rejected> {
    check_with(input, 1, &|| false)
}

/// Checks a certificate with several threads, until `stop` says true. The
/// answer does not depend on the number of threads. A `&[u8]` is a reader.
pub fn check_with(input: impl BufRead, threads: usize, stop: Stop) -> Result<Verified, Rejected> {
    let certificate = read::read(input, stop)?;
    certificate.verify(threads, stop)?;
    Ok(Verified {
        claim: certificate.claim,
        entries: certificate.entries.len(),
        position: certificate.text,
        attacker: certificate.attacker,
    })
}
