//! First numbers and a tie-break for moves that were never searched.
//!
//! df-pn+ (Nagai 2002) starts a leaf with numbers that guess how hard it is. The
//! guess weighs who bears on the target square before the move (kings count), in
//! the form that KomoringHeights reports, after the liberty estimator of
//! GPS-shogi, and the flight squares that a check leaves to the king. These weights
//! were found by trying changes on 45 problems of Shogi Zuko and on game positions
//! (experiment 14). The disproof number after an evasion is the number of checks the
//! attacker has then: all of them will have to be refuted (experiment 33).
//!
//! The proof number is then corrected by what solved trees teach about moves of its
//! kind (`features`, `initial_weights`): a sum of one weight for each feature, as the
//! logarithm of a factor (experiment 25).

use super::features::{self, Classes, Scene, Surroundings};
use super::initial_weights::{CHECK, EVASION, Weights};
use crate::shogi::{Kind, Move, Open, Position, Side, Square};
use crate::table::numbers::{Numbers, UNIT};

/// Proof number after a check that leaves no flight and that nothing speaks against.
const CHECK_PN: u32 = UNIT / 2;
/// Added to it for every flight square that the king keeps.
const FLIGHT_PN: u32 = UNIT / 2;
/// Added to it when two or more pieces of the defender bear on the target.
const DEFENDED_PN: u32 = UNIT;
/// Added to it when the checking piece stands without enough support.
const UNSUPPORTED_PN: u32 = UNIT;
/// Added to the proof number after an evasion for every square that the king can step to
/// (experiment 17).
const EXIT_PN: u32 = 3 * UNIT / 8;
/// Disproof number after an evasion for every check that the attacker has (experiment 33).
const CHECK_DN: u32 = 3 * UNIT / 2;
/// Disproof number after a check that stands well supported, or that takes a gold or a silver.
const SUPPORTED_DN: u32 = 3 * UNIT;

/// First numbers, and by how much they are to be corrected in 1/[`OCTAVE`] octaves.
#[derive(Clone, Copy)]
pub struct Guess {
    pub pn: u32,
    pub dn: u32,
    correction: i32,
}

impl Guess {
    /// The corrected numbers; `bias` is added to the correction of the proof number and taken from
    /// that of the disproof number (`echoes`).
    #[inline]
    pub fn numbers(self, bias: i32) -> Numbers {
        let pn = corrected(self.pn, self.correction + bias);
        let dn = match bias {
            0 => self.dn,
            _ => corrected(self.dn, -bias),
        };
        Numbers { pn, dn }
    }
}

/// Numbers for the position after the attacker's move `mv`. Without `learned`, the
/// guess as it is.
pub fn after_check(pos: &Position, mv: Move, around: &Surroundings, learned: bool) -> Guess {
    let scene = Scene::of_check(pos, mv, around);
    let mut pn = CHECK_PN + FLIGHT_PN * scene.flights as u32;
    let mut dn = UNIT;
    if scene.defend >= 2 {
        pn += DEFENDED_PN;
    }
    let supported = scene.attack + mv.is_drop() as u8 > scene.defend;
    if supported || matches!(mv.captured(), Some(Kind::Gold | Kind::Silver)) {
        dn = SUPPORTED_DN;
    } else {
        pn += UNSUPPORTED_PN;
    }
    let mut correction = 0;
    if learned {
        correction = sum(&CHECK, &features::of_check(pos, mv, &scene));
    }
    Guess { pn, dn, correction }
}

/// Numbers for the position after the defender's move `mv`, of which the leaf test saw
/// `open`. Without `learned`, the guess as it is.
pub fn after_evasion(
    pos: &Position,
    mv: Move,
    around: &Surroundings,
    open: Open,
    learned: bool,
) -> Guess {
    let Open { exits, checks, .. } = open;
    let scene = Scene::of_evasion(pos, mv, around, exits);
    let hard = match mv.kind() {
        _ if mv.captured().is_some() => true,
        Kind::King => false,
        _ => scene.attack < scene.defend + mv.is_drop() as u8,
    };
    let pn = UNIT * (1 + hard as u32) + EXIT_PN * exits as u32;
    let dn = (CHECK_DN * checks as u32).max(1);
    let mut correction = 0;
    if learned {
        correction = sum(&EVASION, &features::of_evasion(pos, mv, &scene));
    }
    Guess { pn, dn, correction }
}

/// Parts of an octave: a correction by this number doubles a first number.
pub const OCTAVE: i32 = 64;
/// The largest correction, up or down, in octaves.
const MOST_OCTAVES: i32 = 4;

/// 2^(i / 64) in units of 2^-16.
static ROOTS: [u32; OCTAVE as usize] = roots();

const fn roots() -> [u32; OCTAVE as usize] {
    /// 2^(1 / 64) in units of 2^-48.
    const ROOT: u128 = 284_540_038_248_454;
    let mut found = [0; OCTAVE as usize];
    let (mut power, mut i) = (1u128 << 48, 0);
    while i < found.len() {
        found[i] = ((power + (1 << 31)) >> 32) as u32;
        power = (power * ROOT) >> 48;
        i += 1;
    }
    found
}

/// The sum of the weights of a move's classes.
fn sum(weights: &Weights, classes: &Classes) -> i32 {
    let pairs = weights.iter().zip(classes);
    pairs.map(|(row, &class)| row[class as usize] as i32).sum()
}

/// `n`, at most a few dozen UNITs, times 2 to the power of `sum` in 1/[`OCTAVE`] octaves.
fn corrected(n: u32, sum: i32) -> u32 {
    let sum = sum.clamp(-MOST_OCTAVES * OCTAVE, MOST_OCTAVES * OCTAVE);
    let product = (n as u64 * ROOTS[(sum & (OCTAVE - 1)) as usize] as u64) << MOST_OCTAVES;
    let shift = 16 + MOST_OCTAVES - (sum >> OCTAVE.trailing_zeros());
    (((product >> (shift - 1)) + 1) >> 1).max(1) as u32
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

/// Tie-break among moves with equal numbers: smaller is searched first.
pub fn order(pos: &Position, mv: Move, king: Square) -> i16 {
    let mut value = 10 * mv.to().steps_to(king) as i16 - worth(mv.kind());
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

#[cfg(test)]
mod tests {
    use super::super::features::{CLASSES, FEATURES};
    use super::*;
    use crate::search::testing::numbers;

    /// Corrections are compared with floating point.
    #[test]
    fn a_correction_is_a_power_of_two() {
        let mut any = numbers();
        for _ in 0..20_000 {
            let n = 1 + any.below(1000);
            let mut weights = [[0; CLASSES]; FEATURES];
            let mut classes = [0; FEATURES];
            for (row, class) in weights.iter_mut().zip(&mut classes) {
                *class = any.below(CLASSES as u32) as u8;
                row[*class as usize] = any.below(41) as i16 - 20;
            }
            let sum: i16 = (0..FEATURES).map(|f| weights[f][classes[f] as usize]).sum();
            let exact = n as f64 * (sum as f64 / OCTAVE as f64).exp2();
            let exact = exact.max(1.0);
            let found = corrected(n, super::sum(&weights, &classes));
            assert!(
                (found as f64 - exact).abs() < 0.51 + exact / 10_000.0,
                "{n} {sum}: {found}"
            );
        }
    }

    #[test]
    fn a_correction_has_bounds() {
        for (weight, n, expected) in [
            (0, 7, 7),
            (i16::MAX, 100, 1600),
            (i16::MIN, 100, 6),
            (i16::MIN, 1, 1),
        ] {
            let weights = [[weight; CLASSES]; FEATURES];
            assert_eq!(corrected(n, super::sum(&weights, &[0; FEATURES])), expected);
        }
    }
}
