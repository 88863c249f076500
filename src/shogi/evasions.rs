//! Every legal answer of the defender to a check, in a fixed order: captures of
//! the checker, king moves, interpositions by a move (nearest the king first),
//! interpositions by a drop (square by square from the king outwards, cheap
//! kinds first). The search relies on that order to chain interpositions.
//!
//! A piece pinned to the king can neither take the checker nor interpose: its
//! line holds only the piece that pins it, and that one does not give check.
use super::attacks;
use super::bitboard::Bitboard;
use super::kind::{HAND_KINDS, Kind, Side};
use super::moves::Move;
use super::position::Position;
use super::square::Square;

impl Position {
    /// Appends exactly the legal moves of the defender, who is to move and in check.
    pub fn generate_evasions(&self, out: &mut Vec<Move>) {
        self.visit_evasions(&mut |m| {
            out.push(m);
            false
        });
    }

    /// Calls `visit` with every legal evasion until it returns true; true when it did.
    #[inline(always)]
    fn visit_evasions(&self, visit: &mut impl FnMut(Move) -> bool) -> bool {
        debug_assert!(self.turn == Side::Defender);
        let king = self.target();
        let occupied = self.occ();
        let checkers = Bitboard(self.bearing_on(king, Side::Attacker, occupied));
        debug_assert!(checkers.any(), "the defender is not in check");
        let Some(checker) = checkers.first() else {
            return false;
        };
        if checkers.more_than_one() {
            return self.visit_flights(king, visit);
        }
        let free = !self.lone_blockers(king, Side::Attacker) & !king.bit();
        self.visit_captures(checker, free, visit)
            || self.visit_flights(king, visit)
            || self.visit_interpositions(king, checker, free, visit)
    }

    /// The evasions other than moves of the king.
    #[inline(always)]
    pub(super) fn visit_other_evasions(
        &self,
        king: Square,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let checkers = Bitboard(self.bearing_on(king, Side::Attacker, self.occ()));
        debug_assert!(checkers.any(), "the defender is not in check");
        let Some(checker) = checkers.first() else {
            return false;
        };
        if checkers.more_than_one() {
            return false;
        }
        let free = !self.lone_blockers(king, Side::Attacker) & !king.bit();
        self.visit_captures(checker, free, visit)
            || self.visit_interpositions(king, checker, free, visit)
    }

    /// Captures of the only checker by pieces in `free` (not the king, not pinned).
    #[inline(always)]
    fn visit_captures(
        &self,
        checker: Square,
        free: u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let takers = self.bearing_on(checker, Side::Defender, self.occ()) & free;
        self.visit_defences(checker, takers, visit)
    }

    /// Interpositions against the only checker, moves before drops.
    #[inline(always)]
    fn visit_interpositions(
        &self,
        king: Square,
        checker: Square,
        free: u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let line = attacks::between_bits(king, checker);
        if line == 0 {
            return false;
        }
        let occupied = self.occ();
        let outwards = checker > king;
        any_from(line, outwards, |square| {
            let movers = self.bearing_on(square, Side::Defender, occupied) & free;
            self.visit_defences(square, movers, visit)
        }) || self.visit_interposing_drops(line, outwards, visit)
    }

    /// Moves of the king to squares that are not attacked once he has left.
    #[inline(always)]
    pub(super) fn visit_flights(&self, king: Square, visit: &mut impl FnMut(Move) -> bool) -> bool {
        Bitboard(self.exits(king)).any_square(|to| {
            visit(Move::board_raw(
                king.0,
                to.0,
                Kind::King as u8,
                self.kind_code(to),
                false,
            ))
        })
    }

    /// Moves of some pieces to one square, promotion first.
    #[inline(always)]
    fn visit_defences(
        &self,
        to: Square,
        movers: u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let captured = self.kind_code(to);
        let bit = to.bit();
        Bitboard(movers).any_square(|from| {
            let code = self.kind_code(from);
            let kind = Kind::from_u8(code);
            kind.can_promote()
                && (bit | from.bit()) & attacks::ZONE[1] != 0
                && visit(Move::board_raw(from.0, to.0, code, captured, true))
                || attacks::dead_squares(Side::Defender, kind) & bit == 0
                    && visit(Move::board_raw(from.0, to.0, code, captured, false))
        })
    }

    #[inline(always)]
    fn visit_interposing_drops(
        &self,
        line: u128,
        outwards: bool,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let hand = self.hands[1];
        if hand.is_empty() {
            return false;
        }
        let pawn_squares = if hand.has(Kind::Pawn) {
            self.pawn_free_files(Side::Defender)
        } else {
            0
        };
        any_from(line, outwards, |square| {
            let bit = square.bit();
            HAND_KINDS.into_iter().any(|kind| {
                hand.has(kind)
                    && attacks::dead_squares(Side::Defender, kind) & bit == 0
                    && (kind != Kind::Pawn
                        || pawn_squares & bit != 0 && !self.mates_by_pawn(square))
                    && visit(Move::drop(kind, square))
            })
        })
    }

    /// Would a defender's pawn dropped there mate the attacker's king?
    #[inline(always)]
    fn mates_by_pawn(&self, square: Square) -> bool {
        self.kings[0].is_some_and(|king| {
            attacks::pawn(Side::Defender, square) >> king.0 & 1 != 0
                && self.pawn_drop_mates(Side::Defender, square)
        })
    }
}

/// Asks the question square by square, by rising or falling index.
#[inline(always)]
fn any_from(mut squares: u128, rising: bool, mut question: impl FnMut(Square) -> bool) -> bool {
    while squares != 0 {
        let index = if rising {
            squares.trailing_zeros()
        } else {
            127 - squares.leading_zeros()
        };
        squares ^= 1 << index;
        if question(Square(index as u8)) {
            return true;
        }
    }
    false
}
