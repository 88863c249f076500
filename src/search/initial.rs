//! First numbers and a tie-break for moves that were never searched.
//!
//! df-pn+ (Nagai 2002) starts a leaf with numbers that guess how hard it is. The
//! guess weighs who bears on the target square before the move (kings count), in
//! the form that KomoringHeights reports after the liberty estimator of
//! GPS-shogi, and the flight squares that a check leaves to the king. The weights
//! were found by trying changes on 45 problems of Shogi Zuko and on game positions
//! (experiment 14).

use super::numbers::UNIT;
use crate::shogi::{Bitboard, Kind, Move, Position, Side, Square, attacks_of};

/// A check that leaves no flight and that nothing speaks against.
const CHECK_PN: u32 = UNIT / 2;
/// Every flight square the king keeps.
const FLIGHT_PN: u32 = UNIT / 2;
/// Two or more pieces of the defender bear on the target.
const DEFENDED_PN: u32 = UNIT;
/// The checking piece stands without enough support.
const UNSUPPORTED_PN: u32 = UNIT;
/// Every square the king can step to before the next check (experiment 17).
const EXIT_PN: u32 = 3 * UNIT / 8;
/// A check that stands well supported, or that takes a gold or a silver.
const SUPPORTED_DN: u32 = 3 * UNIT;

/// Numbers for the position after the attacker's move `mv`. `exits` are the squares
/// the king could step to before it.
pub fn after_check(pos: &Position, mv: Move, exits: Bitboard) -> (u32, u32) {
    let (attack, defend) = pos.count_support(mv.to());
    let mut pn = CHECK_PN + FLIGHT_PN * flights(pos, mv, exits);
    let mut dn = UNIT;
    if defend >= 2 {
        pn += DEFENDED_PN;
    }
    let supported = attack + mv.is_drop() as u8 > defend;
    if supported || matches!(mv.captured(), Some(Kind::Gold | Kind::Silver)) {
        dn = SUPPORTED_DN;
    } else {
        pn += UNSUPPORTED_PN;
    }
    (pn, dn)
}

/// The exits that the piece moved does not bear on; lines that the move opens, and
/// the capture of the piece itself, are left out of the count.
fn flights(pos: &Position, mv: Move, exits: Bitboard) -> u32 {
    let king = pos
        .king(Side::Defender)
        .map_or(Bitboard::EMPTY, Bitboard::single);
    let to = Bitboard::single(mv.to());
    let mut occupied = pos.occupied() & !king | to;
    if !mv.is_drop() {
        occupied &= !Bitboard::single(mv.from());
    }
    let covered = attacks_of(Side::Attacker, mv.kind_after(), mv.to(), occupied);
    (exits & !covered & !to).count()
}

/// Numbers for the position after the defender's move `mv`, which leaves the king
/// with `exits` squares to step to.
pub fn after_evasion(pos: &Position, mv: Move, exits: u8) -> (u32, u32) {
    let (pn, dn) = if mv.captured().is_some() {
        (2 * UNIT, UNIT)
    } else if mv.kind() == Kind::King {
        (UNIT, UNIT)
    } else {
        let (attack, defend) = pos.count_support(mv.to());
        if attack < defend + mv.is_drop() as u8 {
            (2 * UNIT, 2 * UNIT)
        } else {
            (UNIT, 2 * UNIT)
        }
    };
    (pn + EXIT_PN * exits as u32, dn)
}

/// Value of the piece that moves, in tenths of a pawn's move; KomoringHeights' table.
fn worth(kind: Kind) -> i16 {
    match kind {
        Kind::Pawn => 10,
        Kind::Lance | Kind::Knight => 20,
        Kind::Silver => 30,
        Kind::King | Kind::Horse | Kind::Dragon => 80,
        _ => 50,
    }
}

fn distance(a: Square, b: Square) -> i16 {
    let files = (a.file() as i16 - b.file() as i16).abs();
    let ranks = (a.rank() as i16 - b.rank() as i16).abs();
    files.max(ranks)
}

/// Tie-break among moves with equal numbers: smaller is searched first.
pub fn order(pos: &Position, mv: Move, king: Square) -> i16 {
    let mut value = 10 * distance(mv.to(), king) - worth(mv.kind());
    if !mv.is_promotion() && !mv.is_drop() && declines(pos, mv) {
        value += 1000;
    }
    value
}

/// True for a pawn, bishop or rook that could promote and does not.
fn declines(pos: &Position, mv: Move) -> bool {
    if !matches!(mv.kind(), Kind::Pawn | Kind::Bishop | Kind::Rook) {
        return false;
    }
    let in_zone = |s: Square| match pos.side_to_move() {
        Side::Attacker => s.rank() <= 3,
        Side::Defender => s.rank() >= 7,
    };
    in_zone(mv.to()) || in_zone(mv.from())
}
