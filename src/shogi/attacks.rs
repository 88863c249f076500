//! Where a piece can go: step tables made at compile time, and sliding pieces
//! by branch-free rays on the `u128` board.
//!
//! A ray that grows in index finds its first blocker by a subtraction
//! (`o ^ (o - 1)` is everything up to and including the lowest bit); one that
//! falls finds it by counting leading zeros and cuts off the ray behind it.
//! Rays are 10 KiB; squares between two squares are the intersection of two
//! opposite rays, by a table of directions, instead of a 105 KiB table.
use super::bitboard::Bitboard;
use super::kind::{Kind, Side};
use super::square::Square;

// Directions; the opposite of `d` is `d ^ 4`. The first four fall in index.
const UP: usize = 0;
const RIGHT: usize = 1;
const UP_RIGHT: usize = 2;
const DOWN_RIGHT: usize = 3;
const DOWN: usize = 4;
const LEFT: usize = 5;
const DOWN_LEFT: usize = 6;
const UP_LEFT: usize = 7;
const STEPS: [(i32, i32); 8] = [
    (0, -1),
    (-1, 0),
    (-1, -1),
    (-1, 1),
    (0, 1),
    (1, 0),
    (1, 1),
    (1, -1),
];
/// "Not on one line" in the table of directions.
const NO_LINE: u8 = 8;

const fn bit(file: i32, rank: i32) -> u128 {
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
        1 << (file * 9 + rank)
    } else {
        0
    }
}

const fn build_rays() -> [[u128; 81]; 8] {
    let mut rays = [[0; 81]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (df, dr) = STEPS[direction];
        let mut square = 0;
        while square < 81 {
            let (mut file, mut rank) = (square / 9 + df, square % 9 + dr);
            while bit(file, rank) != 0 {
                rays[direction][square as usize] |= bit(file, rank);
                file += df;
                rank += dr;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
}

static RAYS: [[u128; 81]; 8] = build_rays();

const fn build_directions() -> [[u8; 81]; 81] {
    let rays = build_rays();
    let mut directions = [[NO_LINE; 81]; 81];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < 81 {
            let mut to = 0;
            while to < 81 {
                if rays[direction][from] >> to & 1 != 0 {
                    directions[from][to] = direction as u8;
                }
                to += 1;
            }
            from += 1;
        }
        direction += 1;
    }
    directions
}

static DIRECTIONS: [[u8; 81]; 81] = build_directions();

/// A table of steps for both sides. `moves` are the attacker's, as changes of file and rank;
/// the defender's are these upside down.
const fn build_steps(moves: &[(i32, i32)]) -> [[u128; 81]; 2] {
    let mut table = [[0; 81]; 2];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < moves.len() {
            let (df, dr) = moves[i];
            table[0][square as usize] |= bit(square / 9 + df, square % 9 + dr);
            table[1][square as usize] |= bit(square / 9 + df, square % 9 - dr);
            i += 1;
        }
        square += 1;
    }
    table
}

static PAWN: [[u128; 81]; 2] = build_steps(&[(0, -1)]);
static KNIGHT: [[u128; 81]; 2] = build_steps(&[(-1, -2), (1, -2)]);
static SILVER: [[u128; 81]; 2] = build_steps(&[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)]);
static GOLD: [[u128; 81]; 2] = build_steps(&[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
static KING: [[u128; 81]; 2] = build_steps(&STEPS);

/// The squares of a rank, 1..=9.
pub(super) const fn rank_bits(rank: u32) -> u128 {
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        bits |= 1 << (file * 9 + rank - 1);
        file += 1;
    }
    bits
}

/// The last three ranks of each side.
pub(super) const ZONE: [u128; 2] = [
    rank_bits(1) | rank_bits(2) | rank_bits(3),
    rank_bits(7) | rank_bits(8) | rank_bits(9),
];
/// Where pawn and lance have no further move.
pub(super) const LAST: [u128; 2] = [rank_bits(1), rank_bits(9)];
/// Where a knight has no further move.
pub(super) const LAST_TWO: [u128; 2] = [rank_bits(1) | rank_bits(2), rank_bits(8) | rank_bits(9)];

/// Where an unpromoted piece of that kind would be dead.
#[inline(always)]
pub(super) const fn dead_squares(side: Side, kind: Kind) -> u128 {
    match kind {
        Kind::Pawn | Kind::Lance => LAST[side as usize],
        Kind::Knight => LAST_TWO[side as usize],
        _ => 0,
    }
}

#[inline(always)]
pub(super) fn pawn(side: Side, square: Square) -> u128 {
    PAWN[side.index()][square.index()]
}

#[inline(always)]
pub(super) fn knight(side: Side, square: Square) -> u128 {
    KNIGHT[side.index()][square.index()]
}

#[inline(always)]
pub(super) fn silver(side: Side, square: Square) -> u128 {
    SILVER[side.index()][square.index()]
}

#[inline(always)]
pub(super) fn gold(side: Side, square: Square) -> u128 {
    GOLD[side.index()][square.index()]
}

#[inline(always)]
pub(super) fn king(square: Square) -> u128 {
    KING[0][square.index()]
}

#[inline(always)]
fn rising<const D: usize>(square: Square, occupied: u128) -> u128 {
    let ray = RAYS[D][square.index()];
    let blockers = occupied & ray;
    (blockers ^ blockers.wrapping_sub(1)) & ray
}

#[inline(always)]
fn falling<const D: usize>(square: Square, occupied: u128) -> u128 {
    let ray = RAYS[D][square.index()];
    // Bit 0 stands for "no blocker": no falling ray goes on from the corner.
    let blocker = 127 - (occupied & ray | 1).leading_zeros();
    ray & u128::MAX << blocker
}

#[inline(always)]
pub(super) fn lance(side: Side, square: Square, occupied: u128) -> u128 {
    match side {
        Side::Attacker => falling::<UP>(square, occupied),
        Side::Defender => rising::<DOWN>(square, occupied),
    }
}

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: u128) -> u128 {
    falling::<UP_RIGHT>(square, occupied)
        | falling::<DOWN_RIGHT>(square, occupied)
        | rising::<DOWN_LEFT>(square, occupied)
        | rising::<UP_LEFT>(square, occupied)
}

#[inline(always)]
pub(super) fn rook(square: Square, occupied: u128) -> u128 {
    falling::<UP>(square, occupied)
        | falling::<RIGHT>(square, occupied)
        | rising::<DOWN>(square, occupied)
        | rising::<LEFT>(square, occupied)
}

const fn build_cross(a: usize) -> [u128; 81] {
    let rays = build_rays();
    let mut cross = [0; 81];
    let mut square = 0;
    while square < 81 {
        cross[square] =
            rays[a][square] | rays[a ^ 4][square] | rays[a + 1][square] | rays[(a + 1) ^ 4][square];
        square += 1;
    }
    cross
}

static ROOK_LINES: [u128; 81] = build_cross(UP);
static BISHOP_LINES: [u128; 81] = build_cross(UP_RIGHT);

/// A rook's squares on an empty board.
#[inline(always)]
pub(super) fn rook_lines(square: Square) -> u128 {
    ROOK_LINES[square.index()]
}

/// A bishop's squares on an empty board.
#[inline(always)]
pub(super) fn bishop_lines(square: Square) -> u128 {
    BISHOP_LINES[square.index()]
}

/// A lance's squares on an empty board.
#[inline(always)]
pub(super) fn lance_line(side: Side, square: Square) -> u128 {
    RAYS[if side as u8 == 0 { UP } else { DOWN }][square.index()]
}

/// The squares a piece bears on, its own side's pieces included.
#[inline]
pub(super) fn attacks(side: Side, kind: Kind, square: Square, occupied: u128) -> u128 {
    match kind {
        Kind::Pawn => pawn(side, square),
        Kind::Lance => lance(side, square, occupied),
        Kind::Knight => knight(side, square),
        Kind::Silver => silver(side, square),
        Kind::Bishop => bishop(square, occupied),
        Kind::Rook => rook(square, occupied),
        Kind::King => king(square),
        Kind::Horse => bishop(square, occupied) | king(square),
        Kind::Dragon => rook(square, occupied) | king(square),
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            gold(side, square)
        }
    }
}

/// The squares a piece bears on, its own side's pieces included.
pub fn attacks_of(side: Side, kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(attacks(side, kind, square, occupied.0))
}

#[inline(always)]
pub(super) fn between_bits(a: Square, b: Square) -> u128 {
    let direction = DIRECTIONS[a.index()][b.index()] as usize;
    if direction == NO_LINE as usize {
        0
    } else {
        RAYS[direction][a.index()] & RAYS[direction ^ 4][b.index()]
    }
}

#[inline(always)]
pub(super) fn ray_through_bits(from: Square, through: Square) -> u128 {
    let direction = DIRECTIONS[from.index()][through.index()] as usize;
    if direction == NO_LINE as usize {
        0
    } else {
        RAYS[direction][from.index()]
    }
}

/// The squares strictly between two squares; empty when they are not on one line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(between_bits(a, b))
}

/// All squares from one square (exclusive) through another to the edge; empty when they are not on
/// one line.
#[inline(always)]
pub fn ray_through(from: Square, through: Square) -> Bitboard {
    Bitboard(ray_through_bits(from, through))
}
