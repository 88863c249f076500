//! A move in 24 bits that says all about itself: the moving kind and what it
//! captures, so that it can be unmade, hashed backwards and stored in a table
//! without the position it was made in.
use super::kind::Kind;
use super::square::Square;

/// A move: to (7 bits), from (7), promotes (1), drop (1), kind before (4), captured kind or 15 (4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Move(u32);

/// "Captures nothing" in the top four bits.
const NOTHING: u32 = 15;
const PROMOTE: u32 = 1 << 14;
const DROP: u32 = 1 << 15;

impl Move {
    /// No move. (As bits: a pawn on 1a that takes a pawn on 1a.)
    pub const NONE: Move = Move(0);

    /// A move on the board. `captured` is the number of the captured kind, 15 for none.
    #[inline(always)]
    pub(super) const fn board_raw(from: u8, to: u8, kind: u8, captured: u8, promote: bool) -> Move {
        debug_assert!(from < 81 && to < 81 && kind < 14 && captured < 16);
        Move(
            to as u32
                | (from as u32) << 7
                | (promote as u32) << 14
                | (kind as u32) << 16
                | (captured as u32) << 20,
        )
    }

    /// A move on the board.
    pub const fn board(
        from: Square,
        to: Square,
        kind: Kind,
        captured: Option<Kind>,
        promote: bool,
    ) -> Move {
        let captured = match captured {
            Some(kind) => kind as u8,
            None => NOTHING as u8,
        };
        Move::board_raw(from.0, to.0, kind as u8, captured, promote)
    }

    /// A drop.
    #[inline(always)]
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move(to.0 as u32 | DROP | (kind as u32) << 16 | NOTHING << 20)
    }

    /// Where the piece came from. Meaningless for a drop.
    #[inline(always)]
    pub const fn from(self) -> Square {
        debug_assert!(!self.is_drop());
        Square((self.0 >> 7 & 127) as u8)
    }

    /// Where it goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 & 127) as u8)
    }

    /// From the hand.
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.0 & DROP != 0
    }

    /// Turns the piece over.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// The kind before the move.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::from_u8((self.0 >> 16 & 15) as u8)
    }

    /// The kind after the move.
    #[inline(always)]
    pub const fn kind_after(self) -> Kind {
        Kind::from_u8((self.0 >> 16 & 15 | self.0 >> 11 & 8) as u8)
    }

    /// What it captures, as it stood on the board.
    #[inline(always)]
    pub const fn captured(self) -> Option<Kind> {
        let captured = self.0 >> 20;
        if captured == NOTHING {
            None
        } else {
            Some(Kind::from_u8(captured as u8))
        }
    }

    /// The same move with or without promotion.
    #[inline(always)]
    #[must_use]
    pub const fn with_promotion(self, promote: bool) -> Move {
        Move(self.0 & !PROMOTE | (promote as u32) << 14)
    }

    /// The same move as if it captured nothing.
    #[inline(always)]
    #[must_use]
    pub const fn without_capture(self) -> Move {
        Move(self.0 | NOTHING << 20)
    }

    /// The packed form, below 2^24.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// From what `bits` gave.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Move {
        debug_assert!(bits >> 24 == 0);
        Move(bits)
    }

    /// True for `NONE`.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_none() {
            return write!(f, "none");
        }
        if self.is_drop() {
            return write!(
                f,
                "{}*{}",
                b"PLNSBRG"[self.kind().index()] as char,
                self.to()
            );
        }
        write!(
            f,
            "{}{}{}",
            self.from(),
            self.to(),
            if self.is_promotion() { "+" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_its_capture_a_move_is_the_same() {
        let (from, to) = (Square::at(2, 8), Square::at(2, 3));
        let rook = |captured| Move::board(from, to, Kind::Rook, captured, true);
        let taking = rook(Some(Kind::Pawn));
        assert_eq!(taking.without_capture(), rook(None));
        assert_eq!(taking.without_capture().captured(), None);
        assert_ne!(taking.without_capture(), rook(None).with_promotion(false));
        let drop = Move::drop(Kind::Rook, to);
        assert_eq!(drop.without_capture(), drop);
        assert_ne!(taking.without_capture(), drop);
    }
}
