//! The questions a search asks before it makes a node: is there a check at all,
//! an evasion at all, a mate in one.
//!
//! They run the very generators of `checks` and `evasions` with an early stop,
//! so they are exact by construction. Mate in one first throws out, without
//! playing them, the checks after which a flight square is certainly open; what
//! is left is played and asked for an evasion. A filter here may only ever say
//! "no mate", and only with a flight in its hand: false mates at the leaves are
//! the classic fault of such solvers (techniques, group A).
use super::attacks;
use super::bitboard::Bitboard;
use super::kind::Side;
use super::moves::Move;
use super::position::Position;
use super::square::Square;

impl Position {
    /// Does the attacker, who is to move, have a legal check?
    pub fn has_check(&self) -> bool {
        self.visit_checks(&mut |_| true)
    }

    /// Does the defender, who is to move and in check, have a legal move?
    pub fn has_evasion(&self) -> bool {
        let king = self.target();
        self.visit_flights(king, &mut |_| true) || self.visit_other_evasions(king, &mut |_| true)
    }

    /// A check of the attacker, who is to move, that leaves no evasion.
    pub fn mate_in_one(&self) -> Option<Move> {
        debug_assert!(self.turn == Side::Attacker);
        let king = self.target();
        let exits = self.exits(king);
        let mut board: Option<Position> = None;
        let mut mate = None;
        self.visit_checks(&mut |m| {
            if self.surely_leaves_flight(m, king, exits) {
                return false;
            }
            let board = board.get_or_insert_with(|| self.clone());
            board.make(m);
            let mated = !board.has_evasion();
            board.unmake(m);
            if mated {
                mate = Some(m);
            }
            mated
        });
        mate
    }

    /// Squares next to the defender's king that he could step to now, if it were his turn.
    #[inline(always)]
    fn exits(&self, king: Square) -> u128 {
        let without = self.occ() ^ 1 << king.0;
        let mut exits = 0;
        for to in Bitboard(attacks::king(king) & !self.sides[1]) {
            if self.bearing_on(to, Side::Attacker, without) == 0 {
                exits |= 1 << to.0;
            }
        }
        exits
    }

    /// True only if the king can certainly answer this check by stepping away
    /// or taking the piece. `exits` as above.
    #[inline(always)]
    fn surely_leaves_flight(&self, m: Move, king: Square, exits: u128) -> bool {
        let to = m.to();
        let bit = 1u128 << to.0;
        if m.is_drop() {
            // A dropped piece guards what it bears on, and opens no line.
            let without = self.occ() ^ 1 << king.0 | bit;
            return exits & !attacks::attacks(Side::Attacker, m.kind(), to, without) != 0;
        }
        let from = 1u128 << m.from().0;
        let without = (self.occ() ^ 1 << king.0) & !from | bit;
        // Other pieces' view of a square after the move, opened lines included.
        let guarded = |square| self.bearing_on(square, Side::Attacker, without) & !from & !bit != 0;
        if bit & attacks::king(king) != 0 && !guarded(to) {
            return true;
        }
        let open = exits & !bit & !attacks::attacks(Side::Attacker, m.kind_after(), to, without);
        Bitboard(open).any_square(|square| !guarded(square))
    }
}
