//! Pieces in hand, packed into 28 bits with one guard bit above every count.
//!
//! The guard bit makes "has at least as many of every kind" one subtraction and
//! one mask, the question that a table keyed by board alone asks at every probe.
//! It is always zero in a stored hand; the top four bits are free for the table.
use super::kind::{HAND_KINDS, Kind};

/// Pieces in hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u32);

const SHIFT: [u32; 7] = [0, 6, 10, 14, 18, 21, 24];
const MASK: [u32; 7] = [31, 7, 7, 7, 3, 3, 7];
/// Guards of the five-bit, the three-bit and the two-bit fields.
const GUARD5: u32 = 1 << 5;
const GUARD3: u32 = 1 << 9 | 1 << 13 | 1 << 17 | 1 << 27;
const GUARD2: u32 = 1 << 20 | 1 << 23;
const GUARDS: u32 = GUARD5 | GUARD3 | GUARD2;
/// Every field at its most, and at one.
const FULL: u32 = 31 | 7 << 6 | 7 << 10 | 7 << 14 | 3 << 18 | 3 << 21 | 7 << 24;
const ONES: u32 = 1 | 1 << 6 | 1 << 10 | 1 << 14 | 1 << 18 | 1 << 21 | 1 << 24;

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);

    /// From what `bits` gave.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Hand {
        debug_assert!(bits & GUARDS == 0 && bits >> 28 == 0);
        Hand(bits)
    }

    /// From bits of any origin: a hand that a set of pieces allows, or none.
    pub fn read(bits: u32) -> Option<Hand> {
        let hand = Hand(bits & FULL);
        let is_whole = hand.0 == bits;
        let mut counts = HAND_KINDS.iter().map(|&kind| (hand.count(kind), kind));
        let fits = counts.all(|(count, kind)| count <= Kind::TOTALS[kind.index()]);
        (is_whole && fits).then_some(hand)
    }

    /// The packed form, below 2^28.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many of one kind.
    #[inline(always)]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> SHIFT[kind as usize] & MASK[kind as usize]) as u8
    }

    /// True when there is one or more of the kind.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (MASK[kind as usize] << SHIFT[kind as usize]) != 0
    }

    /// A number that says of each kind whether there is none, one, or more.
    #[inline(always)]
    pub(super) const fn none_one_more(self) -> u32 {
        // A guard is set by the carry where a count is at least one, then at least two.
        let one = (self.0 + FULL) & GUARDS;
        let two = (self.0 + (FULL - ONES)) & GUARDS;
        one >> 1 | two
    }

    /// With one more of a kind.
    #[inline(always)]
    #[must_use]
    pub const fn added(self, kind: Kind) -> Hand {
        let sum = Hand(self.0 + (1 << SHIFT[kind as usize]));
        debug_assert!(sum.0 & GUARDS == 0);
        sum
    }

    /// With one less of a kind.
    #[inline(always)]
    #[must_use]
    pub const fn removed(self, kind: Kind) -> Hand {
        debug_assert!(self.has(kind));
        Hand(self.0 - (1 << SHIFT[kind as usize]))
    }

    /// With exactly that many of a kind.
    #[must_use]
    pub const fn with_count(self, kind: Kind, count: u8) -> Hand {
        let i = kind as usize;
        debug_assert!(count as u32 <= MASK[i]);
        Hand(self.0 & !(MASK[i] << SHIFT[i]) | (count as u32) << SHIFT[i])
    }

    /// At least as many of every kind as the other hand.
    #[inline(always)]
    pub const fn covers(self, other: Hand) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// Ones over every field in which `self` has at least as many as `other`.
    #[inline(always)]
    const fn fields_not_below(self, other: Hand) -> u32 {
        let guards = (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS;
        guards - ((guards & GUARD5) >> 5 | (guards & GUARD3) >> 3 | (guards & GUARD2) >> 2)
    }

    /// The larger count of every kind.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Hand) -> Hand {
        let mine = self.fields_not_below(other);
        Hand(self.0 & mine | other.0 & !mine)
    }

    /// The smaller count of every kind.
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: Hand) -> Hand {
        let mine = self.fields_not_below(other);
        Hand(other.0 & mine | self.0 & !mine)
    }

    /// Both hands together; the counts must stay within a set.
    #[inline(always)]
    #[must_use]
    pub const fn plus(self, other: Hand) -> Hand {
        let sum = Hand(self.0 + other.0);
        debug_assert!(sum.0 & GUARDS == 0);
        sum
    }

    /// Without the pieces of the other hand, which it must cover.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self, other: Hand) -> Hand {
        debug_assert!(self.covers(other));
        Hand(self.0 - other.0)
    }

    /// Nothing in hand.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces.
    pub fn total(self) -> u32 {
        HAND_KINDS
            .iter()
            .map(|&kind| u32::from(self.count(kind)))
            .sum()
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hand(")?;
        for (kind, letter) in HAND_KINDS.into_iter().zip("PLNSBRG".chars()) {
            if self.has(kind) {
                write!(f, "{letter}{}", self.count(kind))?;
            }
        }
        write!(f, ")")
    }
}
