//! What is found out about the pieces left in the attacker's hand (駒余り).

use super::length_finding::counted;
use crate::base::limits::Limit;
use crate::base::message::{Message, Plies, message};
use shogi_core::PieceKind;

/// Pieces are left in the attacker's hand at the end (駒余り).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    pub pieces: Vec<(PieceKind, u8)>,
}

impl Leftover {
    /// One sentence about the pieces.
    pub fn message(&self) -> Message {
        message!(
            "pieces left in hand at the end: {pieces} (駒余り)",
            "最後に持駒が余る：{pieces}（駒余り）",
            pieces = counted(&self.pieces)
        )
    }
}

/// Nothing is declared, the longest defence leaves these pieces, and the longest that leaves nothing
/// has fewer plies (変長駒余り).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongerLeft {
    pub pieces: Vec<(PieceKind, u8)>,
    pub plies: u32,
    /// The plies of the longest defence that leaves nothing.
    pub nothing_left: u32,
}

impl LongerLeft {
    /// One sentence about both defences.
    pub fn message(&self) -> Message {
        message!(
            "the longest defence, {plies}, leaves {pieces}; with nothing left {nothing_left} \
             (変長駒余り)",
            "最長の変化は{plies}で{pieces}余り。駒余りなしでは{nothing_left}（変長駒余り）",
            plies = Plies(self.plies),
            pieces = counted(&self.pieces),
            nothing_left = Plies(self.nothing_left)
        )
    }
}

/// A limit came before it was known whether every longest defence leaves pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftoverOpen {
    pub limit: Limit,
}

impl LeftoverOpen {
    /// One sentence about what is open.
    pub fn message(&self) -> Message {
        message!(
            "whether every longest defence leaves pieces (駒余り): {why}",
            "最長の変化がすべて駒余りかどうか不明：{why}",
            why = self.limit.message()
        )
    }
}
