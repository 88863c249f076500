//! First numbers and a tie-break for moves that were never searched.
//!
//! df-pn+ (Nagai 2002) starts a leaf with numbers that guess how hard it is. The
//! guess weighs who bears on the target square before the move (kings count), in
//! the form that KomoringHeights reports, after the liberty estimator of
//! GPS-shogi.

use super::numbers::UNIT;
use crate::shogi::{Kind, Move, Position, Side, Square};

/// Numbers for the position after the attacker's move `mv`.
pub fn after_check(pos: &Position, mv: Move) -> (u32, u32) {
    let (attack, defend) = pos.count_support(mv.to());
    let (mut pn, mut dn) = (UNIT, UNIT);
    if defend >= 2 {
        pn += UNIT;
    }
    let supported = attack + mv.is_drop() as u8 > defend;
    if supported || matches!(mv.captured(), Some(Kind::Gold | Kind::Silver)) {
        dn += UNIT;
    } else {
        pn += UNIT;
    }
    (pn, dn)
}

/// Numbers for the position after the defender's move `mv`.
pub fn after_evasion(pos: &Position, mv: Move) -> (u32, u32) {
    if mv.captured().is_some() {
        return (2 * UNIT, UNIT);
    }
    if mv.kind() == Kind::King {
        return (UNIT, UNIT);
    }
    let (attack, defend) = pos.count_support(mv.to());
    if attack < defend + mv.is_drop() as u8 {
        (2 * UNIT, UNIT)
    } else {
        (UNIT, 2 * UNIT)
    }
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
