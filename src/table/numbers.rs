//! Proof and disproof numbers (Allis, van der Meulen & van den Herik 1994).
//!
//! The proof number of a position says how much work is left at least to prove it a mate, the
//! disproof number how much is left to refute it. For the side to move, φ is the number that
//! is 0 when that side has reached its goal, and δ the other one (Nagai 2002); so one formula
//! serves the attacker's nodes (OR) and the defender's (AND).
//!
//! `UNIT` stands for one leaf, so that the initial numbers can say "half again as
//! hard". Every sum saturates: numbers that wrapped around have given false
//! verdicts in more than one solver.

use crate::shogi::Side;

/// The number of one leaf.
pub const UNIT: u32 = 16;
/// The proof number of what is disproved, and the disproof number of what is proved.
pub const INF: u32 = 1 << 30;
/// The largest number of an unresolved node.
pub const MOST: u32 = INF - 1;

/// A proof number and a disproof number; also the thresholds of both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbers {
    /// The proof number.
    pub pn: u32,
    /// The disproof number.
    pub dn: u32,
}

impl Numbers {
    /// Those of a mate.
    pub const PROVED: Numbers = Numbers::new(0, INF);
    /// Those of a position without a mate.
    pub const DISPROVED: Numbers = Numbers::new(INF, 0);
    /// Those of one leaf.
    pub const LEAF: Numbers = Numbers::new(UNIT, UNIT);
    /// Lower bounds that say nothing.
    pub const UNKNOWN: Numbers = Numbers::new(0, 0);
    /// Thresholds that nothing but a result reaches.
    pub const UNBOUNDED: Numbers = Numbers::new(MOST + 1, MOST + 1);

    /// From the proof and the disproof number.
    #[inline(always)]
    pub const fn new(pn: u32, dn: u32) -> Numbers {
        Numbers { pn, dn }
    }

    /// From φ and δ of a side.
    #[inline(always)]
    pub fn of(side: Side, phi: u32, delta: u32) -> Numbers {
        match side {
            Side::Attacker => Numbers::new(phi, delta),
            Side::Defender => Numbers::new(delta, phi),
        }
    }

    /// φ and δ of a side: for the attacker they are the proof and the disproof number.
    #[inline(always)]
    pub fn seen_by(self, side: Side) -> (u32, u32) {
        match side {
            Side::Attacker => (self.pn, self.dn),
            Side::Defender => (self.dn, self.pn),
        }
    }

    /// Those of the opposite question: a proof of the one is a disproof of the other.
    #[inline(always)]
    #[must_use]
    pub fn swapped(self) -> Numbers {
        Numbers::new(self.dn, self.pn)
    }

    /// The larger proof number and the larger disproof number.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Numbers) -> Numbers {
        Numbers::new(self.pn.max(other.pn), self.dn.max(other.dn))
    }

    /// The nearest numbers that an unresolved node can have: at least 1, below `INF`.
    #[inline(always)]
    #[must_use]
    pub fn as_open(self) -> Numbers {
        Numbers::new(self.pn.clamp(1, MOST), self.dn.clamp(1, MOST))
    }

    /// True when one of them has come to its threshold.
    #[inline(always)]
    pub fn reaches(self, thresholds: Numbers) -> bool {
        self.pn >= thresholds.pn || self.dn >= thresholds.dn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_own_view() {
        let numbers = Numbers::new(3, 5);
        for (side, seen) in [(Side::Attacker, (3, 5)), (Side::Defender, (5, 3))] {
            assert_eq!(numbers.seen_by(side), seen);
            assert_eq!(numbers.swapped().seen_by(side.opposite()), seen);
            assert_eq!(Numbers::of(side, seen.0, seen.1), numbers);
        }
    }

    #[test]
    fn one_number_at_its_threshold_is_enough() {
        let reaches = |pn, dn| Numbers::new(pn, dn).reaches(Numbers::new(10, 20));
        assert!(!reaches(9, 19) && reaches(10, 1) && reaches(1, 20));
        assert!(!Numbers::new(MOST, MOST).reaches(Numbers::UNBOUNDED));
        assert!(Numbers::PROVED.reaches(Numbers::UNBOUNDED));
        assert!(Numbers::DISPROVED.reaches(Numbers::UNBOUNDED));
    }

    #[test]
    fn open_numbers_are_neither_0_nor_infinite() {
        assert_eq!(Numbers::PROVED.as_open(), Numbers::new(1, MOST));
        assert_eq!(Numbers::DISPROVED.as_open(), Numbers::new(MOST, 1));
        assert_eq!(Numbers::new(7, u32::MAX).as_open(), Numbers::new(7, MOST));
    }
}
