//! Certificates (docs/certificate.md) as values.
//!
//! A certificate is a root, the side that gives check, a claim, and entries: positions,
//! each with the moves that prove its part of the claim. The rooms of the program use this
//! value; the text of the format is made of it where it leaves the program
//! ([`Display`](std::fmt::Display), [`Certificate::reader`]) and read back by
//! [`FromStr`](std::str::FromStr). Reading looks at the form only. Whether a certificate
//! proves its claim is for the checker to say.
//!
//! There may be millions of entries, so they are kept packed (`packed`), in about half
//! the bytes of their text, and are unpacked one at a time.

mod board;
mod draft;
mod lookup;
mod packed;
mod read;
#[cfg(test)]
mod tests;
mod text;

pub use board::Board;
pub use draft::{MateDraft, NoMateDraft};
pub use lookup::Lookup;
pub use read::ReadError;

use crate::shogi::Hand;
use ahash::AHashSet;
use packed::{Packed, Record};
use shogi_core::{Color, Move, PartialPosition};
use std::fmt;

/// What a certificate says of its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates within this number of plies, every interposition counted.
    Mate { plies: u32 },
    /// The attacker, checking with every move, never mates. `reply` is the move that
    /// saves a defender who is to move at the root.
    NoMate { reply: Option<Move> },
}

/// The claim as the format writes it: `mate 5`, `nomate`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Mate { plies } => write!(f, "mate {plies}"),
            Claim::NoMate { .. } => write!(f, "nomate"),
        }
    }
}

/// An entry of a mate: the attacker, to move on this board with `hand` or more in hand,
/// mates by `mv` within `distance` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateEntry {
    pub board: Board,
    /// The least hand of the attacker.
    pub hand: Hand,
    pub mv: Move,
    /// The mate takes at most this number of plies, which is odd.
    pub distance: u32,
}

/// An entry of a no-mate: the attacker, to move on this board with `hand` or less in
/// hand, never mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMateEntry {
    pub board: Board,
    /// The greatest hand of the attacker.
    pub hand: Hand,
    /// Every legal check, with the reply to it.
    pub replies: Vec<(Move, Move)>,
}

/// A proof of a mate or a no-mate, to be put before the checker.
#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    position: PartialPosition,
    attacker: Color,
    claim: Claim,
    /// Mate entries or no-mate entries, as the claim says.
    entries: Packed,
}

impl Certificate {
    /// The root. It carries no last move.
    pub fn position(&self) -> &PartialPosition {
        &self.position
    }

    /// The side that gives check.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// What is claimed of the root.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True for a certificate without entries, as that of a defender who is mated.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of a mate, in the order of the text; none for a no-mate.
    pub fn mate_entries(&self) -> impl Iterator<Item = MateEntry> {
        let side = self.attacker;
        let records = match self.claim {
            Claim::Mate { .. } => Some(self.entries.records()),
            Claim::NoMate { .. } => None,
        };
        let entry = move |record: Record<'_>| MateEntry {
            board: record.board(),
            hand: record.hand,
            mv: record.move_at(0, side),
            distance: record.distance,
        };
        records.into_iter().flatten().map(entry)
    }

    /// The entries of a no-mate, in the order of the text; none for a mate.
    pub fn nomate_entries(&self) -> impl Iterator<Item = NoMateEntry> {
        let side = self.attacker;
        let records = match self.claim {
            Claim::Mate { .. } => None,
            Claim::NoMate { .. } => Some(self.entries.records()),
        };
        let entry = move |record: Record<'_>| NoMateEntry {
            board: record.board(),
            hand: record.hand,
            replies: record.pairs(side).collect(),
        };
        records.into_iter().flatten().map(entry)
    }

    /// True when an entry has the board of one of these positions, whatever the hands.
    /// Where this is false, no line that the certificate proves passes through any of them.
    pub fn passes_through(&self, positions: &[PartialPosition]) -> bool {
        let boards: AHashSet<_> = positions.iter().map(|p| Board::of(p).pack()).collect();
        self.entries.records().any(|r| boards.contains(r.board))
    }
}

/// The entries are left out: there may be millions.
impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate")
            .field("position", &self.position.to_sfen_owned())
            .field("attacker", &self.attacker)
            .field("claim", &self.claim)
            .field("entries", &self.len())
            .finish()
    }
}
