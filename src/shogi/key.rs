//! Zobrist numbers for the board and the side to move, hands excluded.
//!
//! The numbers come from a fixed seed at compile time, so keys are the same in
//! every run and a stored table or a report can be compared. Bit 31 is zero in
//! every number and one in every key: a key is never 0, whatever is XORed in
//! (a bit in the middle, so that neither a table indexed by the low bits nor
//! one indexed by the high bits loses half its slots).
//! A move knows its kind and capture, so a key can also be run backwards.
use super::hand::Hand;
use super::kind::{Kind, Side};
use super::moves::Move;
use super::square::Square;

/// Set in every key, clear in every number.
const ALWAYS: u64 = 1 << 31;
/// The key of an empty board with the attacker to move.
pub(super) const EMPTY_BOARD: u64 = ALWAYS;

/// Steele, Lea and Flood's SplitMix64 (public domain), one output.
const fn splitmix(state: u64) -> u64 {
    let mut z = state
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(0x5448_4953_2D54_534D);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn build_numbers() -> [[[u64; 81]; 14]; 2] {
    let mut numbers = [[[0; 81]; 14]; 2];
    let mut n = 0;
    while n < 2 * 14 * 81 {
        numbers[n / (14 * 81)][n / 81 % 14][n % 81] = splitmix(n as u64 + 1) & !ALWAYS;
        n += 1;
    }
    numbers
}

static NUMBERS: [[[u64; 81]; 14]; 2] = build_numbers();
/// In the key when the defender is to move.
pub(super) const DEFENDER_TO_MOVE: u64 = splitmix(0) & !ALWAYS;

#[inline(always)]
pub(super) fn number(side: Side, kind: Kind, square: Square) -> u64 {
    NUMBERS[side.index()][kind.index()][square.index()]
}

/// What a move XORs into the key.
#[inline]
pub(super) fn delta(m: Move, mover: Side) -> u64 {
    let mut delta = DEFENDER_TO_MOVE ^ number(mover, m.kind_after(), m.to());
    if !m.is_drop() {
        delta ^= number(mover, m.kind(), m.from());
    }
    if let Some(captured) = m.captured() {
        delta ^= number(mover.opposite(), captured, m.to());
    }
    delta
}

/// False for a number that is no key of a board.
pub fn is_key(number: u64) -> bool {
    number & ALWAYS != 0
}

/// The key before a move, from the key after it.
#[inline]
pub fn key_before(key_after: u64, m: Move, mover: Side) -> u64 {
    key_after ^ delta(m, mover)
}

/// The attacker's hand after a move.
#[inline]
pub fn hand_after(attacker_hand: Hand, m: Move, mover: Side) -> Hand {
    match mover {
        Side::Defender => attacker_hand,
        Side::Attacker if m.is_drop() => attacker_hand.removed(m.kind()),
        Side::Attacker => m
            .captured()
            .map_or(attacker_hand, |kind| attacker_hand.added(kind.unpromoted())),
    }
}

/// The attacker's hand before a move, from the hand after it.
#[inline]
pub fn hand_before(attacker_hand_after: Hand, m: Move, mover: Side) -> Hand {
    match mover {
        Side::Defender => attacker_hand_after,
        Side::Attacker if m.is_drop() => attacker_hand_after.added(m.kind()),
        Side::Attacker => m.captured().map_or(attacker_hand_after, |kind| {
            attacker_hand_after.removed(kind.unpromoted())
        }),
    }
}
