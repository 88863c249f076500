//! All squares the attacker bears on, computed for the whole board at once: one
//! shift per direction for all stepping pieces of a kind, one ray per sliding
//! piece. Cheaper than asking square by square as soon as three or four squares
//! around the king are in question.
use super::attacks;
use super::bitboard::ALL;
use super::kind::{Kind, Side};
use super::position::Position;

/// The rank that nothing moves up from, and the one nothing moves down from.
const TOP: u128 = attacks::rank_bits(1);
const TOP_TWO: u128 = attacks::rank_bits(1) | attacks::rank_bits(2);
const BOTTOM: u128 = attacks::rank_bits(9);

// Squares are numbered file by file, so a rank up is -1, a file to the left +9.
// A step up from the top rank, or down from the bottom one, would end in another
// file and is masked out; a step off a side falls out of the 81 bits.

/// The three squares before each piece.
#[inline(always)]
const fn forward(pieces: u128) -> u128 {
    let up = (pieces & !TOP) >> 1;
    up | up << 9 | up >> 9
}

/// The two squares diagonally behind each piece.
#[inline(always)]
const fn back_corners(pieces: u128) -> u128 {
    let down = (pieces & !BOTTOM) << 1;
    down << 9 | down >> 9
}

/// The squares beside and behind each piece.
#[inline(always)]
const fn beside_and_behind(pieces: u128) -> u128 {
    pieces << 9 | pieces >> 9 | (pieces & !BOTTOM) << 1
}

impl Position {
    /// The squares the attacker's pieces bear on, given an occupancy.
    pub(super) fn coverage(&self, occupied: u128) -> u128 {
        let own = self.sides[Side::Attacker.index()];
        let of = |kind: Kind| own & self.kinds[kind.index()];
        let royal = of(Kind::King) | of(Kind::Horse) | of(Kind::Dragon);
        let (gold, silver) = (own & self.golds() | royal, of(Kind::Silver) | royal);
        let knight = (of(Kind::Knight) & !TOP_TWO) >> 2;
        let mut found = of(Kind::Pawn) >> 1
            | forward(gold | silver)
            | beside_and_behind(gold)
            | back_corners(silver)
            | knight << 9
            | knight >> 9;
        for square in super::Bitboard(of(Kind::Lance)) {
            found |= attacks::lance(Side::Attacker, square, occupied);
        }
        for square in super::Bitboard(of(Kind::Bishop) | of(Kind::Horse)) {
            found |= attacks::bishop(square, occupied);
        }
        for square in super::Bitboard(of(Kind::Rook) | of(Kind::Dragon)) {
            found |= attacks::rook(square, occupied);
        }
        found & ALL
    }
}
