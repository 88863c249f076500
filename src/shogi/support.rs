//! Who bears on what: attackers of a square, checkers, pins, and where a drop
//! would give check. All of it is computed from the bitboards when asked.
use super::attacks;
use super::bitboard::Bitboard;
use super::kind::{Kind, Side};
use super::position::Position;
use super::square::Square;

impl Position {
    /// The pieces of a side that bear on a square, given an occupancy.
    #[inline]
    pub(super) fn bearing_on(&self, square: Square, side: Side, occupied: u128) -> u128 {
        let mut found = self.stepping_on(square, side);
        // Few sliding pieces are ever on a line with the square, so looking at
        // each is cheaper than casting eight rays.
        for sniper in Bitboard(self.snipers(square, side)) {
            if attacks::between_bits(square, sniper) & occupied == 0 {
                found |= sniper.bit();
            }
        }
        found
    }

    /// The pieces of a side that bear on a square by a step.
    #[inline(always)]
    fn stepping_on(&self, square: Square, side: Side) -> u128 {
        let back = side.opposite();
        let kinds = &self.kinds;
        let royal =
            kinds[Kind::King.index()] | kinds[Kind::Horse.index()] | kinds[Kind::Dragon.index()];
        (attacks::pawn(back, square) & kinds[Kind::Pawn.index()]
            | attacks::knight(back, square) & kinds[Kind::Knight.index()]
            | attacks::silver(back, square) & kinds[Kind::Silver.index()]
            | attacks::gold(back, square) & self.golds()
            | attacks::king(square) & royal)
            & self.sides[side.index()]
    }

    /// Does any piece of a side, other than those in `without`, bear on a square, given an occupancy?
    #[inline]
    pub(super) fn is_guarded(
        &self,
        square: Square,
        side: Side,
        occupied: u128,
        without: u128,
    ) -> bool {
        self.stepping_on(square, side) & !without != 0
            || Bitboard(self.snipers(square, side) & !without)
                .any_square(|sniper| attacks::between_bits(square, sniper) & occupied == 0)
    }

    /// The pieces of a side that bear on a square, given an occupancy.
    #[inline]
    pub fn attackers_to(&self, square: Square, side: Side, occupied: Bitboard) -> Bitboard {
        Bitboard(self.bearing_on(square, side, occupied.0))
    }

    /// The attacker's pieces that give check to the defender's king.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(self.bearing_on(self.target(), Side::Attacker, self.occ()))
    }

    /// Is that side's king attacked? False for a side without a king.
    #[inline]
    pub fn in_check(&self, side: Side) -> bool {
        self.kings[side.index()]
            .is_some_and(|king| self.bearing_on(king, side.opposite(), self.occ()) != 0)
    }

    /// The sliding pieces of a side on a line with a square, whatever stands between.
    #[inline]
    pub(super) fn snipers(&self, square: Square, side: Side) -> u128 {
        let kinds = &self.kinds;
        (attacks::lance_line(side.opposite(), square) & kinds[Kind::Lance.index()]
            | attacks::bishop_lines(square)
                & (kinds[Kind::Bishop.index()] | kinds[Kind::Horse.index()])
            | attacks::rook_lines(square)
                & (kinds[Kind::Rook.index()] | kinds[Kind::Dragon.index()]))
            & self.sides[side.index()]
    }

    /// Pieces of either side that stand alone between a square and a sliding piece of `side`.
    #[inline]
    pub(super) fn lone_blockers(&self, square: Square, side: Side) -> u128 {
        let occupied = self.occ();
        let mut blockers = 0;
        for sniper in Bitboard(self.snipers(square, side)) {
            let line = attacks::between_bits(square, sniper) & occupied;
            if line & line.wrapping_sub(1) == 0 {
                blockers |= line;
            }
        }
        blockers
    }

    /// The pieces of a side that are pinned to its own king.
    #[inline]
    pub fn pinned(&self, side: Side) -> Bitboard {
        Bitboard(self.kings[side.index()].map_or(0, |king| {
            self.lone_blockers(king, side.opposite()) & self.sides[side.index()]
        }))
    }

    /// The squares strictly between two squares; empty when they are not on one line.
    #[inline(always)]
    pub fn between(a: Square, b: Square) -> Bitboard {
        attacks::between(a, b)
    }

    /// The squares of the files on which that side has no unpromoted pawn.
    #[inline]
    pub(super) fn pawn_free_files(&self, side: Side) -> u128 {
        const BOTTOM: u128 = attacks::LAST[1];
        // Adding 255 to every nine-bit file carries into its top bit (the last
        // rank) exactly when the rest is not empty; a pawn on the last rank
        // itself is in that bit already.
        let pawns = self.of(side, Kind::Pawn);
        let carried = (((pawns & !BOTTOM) + (BOTTOM - (BOTTOM >> 8))) | pawns) & BOTTOM;
        let full = (carried << 1) - (carried >> 8);
        !full & super::bitboard::ALL
    }

    /// Could that side drop that kind there, if it had one: vacant, not dead, no
    /// second pawn on the file. Mate by the pawn is not considered.
    pub fn can_drop(&self, side: Side, kind: Kind, square: Square) -> bool {
        self.drop_squares(side, kind) >> square.0 & 1 != 0
    }

    /// All squares where `can_drop` holds.
    #[inline]
    pub(super) fn drop_squares(&self, side: Side, kind: Kind) -> u128 {
        let free = !self.occ() & super::bitboard::ALL & !attacks::dead_squares(side, kind);
        if kind == Kind::Pawn {
            free & self.pawn_free_files(side)
        } else {
            free
        }
    }

    /// The vacant squares from which a piece dropped by the attacker would give
    /// check. Two pawns and dead squares are respected; mate by the pawn, and
    /// the attacker's own king, are not considered.
    pub fn drop_checks(&self, kind: Kind) -> Bitboard {
        let from_king = attacks::attacks(Side::Defender, kind, self.target(), self.occ());
        Bitboard(from_king & self.drop_squares(Side::Attacker, kind))
    }

    /// How many pieces of the attacker and of the defender (kings included) bear on a square now:
    /// the sizes of `bearing_on` for both sides, computed at once.
    pub fn count_support(&self, square: Square) -> (u8, u8) {
        let kinds = &self.kinds;
        let of = |kind: Kind| kinds[kind.index()];
        let royal = of(Kind::King) | of(Kind::Horse) | of(Kind::Dragon);
        let steps = |side: Side| {
            let back = side.opposite();
            attacks::pawn(back, square) & of(Kind::Pawn)
                | attacks::knight(back, square) & of(Kind::Knight)
                | attacks::silver(back, square) & of(Kind::Silver)
                | attacks::gold(back, square) & self.golds()
        };
        let lances =
            |side: Side| attacks::lance_line(side.opposite(), square) & self.sides[side.index()];
        let [attacker, defender] = self.sides;
        let mut found = attacks::king(square) & royal
            | steps(Side::Attacker) & attacker
            | steps(Side::Defender) & defender;
        let snipers = (lances(Side::Attacker) | lances(Side::Defender)) & of(Kind::Lance)
            | attacks::bishop_lines(square) & (of(Kind::Bishop) | of(Kind::Horse))
            | attacks::rook_lines(square) & (of(Kind::Rook) | of(Kind::Dragon));
        let occupied = self.occ();
        for sniper in Bitboard(snipers) {
            if attacks::between_bits(square, sniper) & occupied == 0 {
                found |= sniper.bit();
            }
        }
        let count = |side: u128| (found & side).count_ones() as u8;
        (count(attacker), count(defender))
    }
}
