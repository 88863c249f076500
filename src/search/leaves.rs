//! A memory of leaf tests.
//!
//! About every second node of a df-pn search was expanded before, and each time
//! the children without a table entry would be asked again for a mate in one. The
//! answer belongs to the position, not to the search, so a small array remembers
//! the last ones: a new answer replaces the old one in its slot. A leaf test costs
//! some 3,000 instructions, finding its answer here 20 (experiment 13).

use crate::shogi::{Hand, Open, Place};
use crate::table::memory::prefetch;

/// What a leaf test found, with the hands for which it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownLeaf {
    /// Mate in one with this proof hand.
    Mate(Hand),
    /// No check at all with this disproof hand.
    NoCheck(Hand),
    /// Neither.
    Open(Open),
}

impl KnownLeaf {
    /// False where mate in one was not looked for.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        !matches!(self, KnownLeaf::Open(Open { asked: false, .. }))
    }
}

/// Board and hand mixed into 64 bits, and what was found.
#[derive(Clone, Copy)]
struct Memo {
    tag: u64,
    leaf: KnownLeaf,
}

const _: () = assert!(size_of::<Memo>() == 16);

/// Slots: 256 KiB, half of a small second-level cache (experiment 79).
const SLOTS: usize = 1 << 14;

/// The memory of one thread. Answers belong to one problem, since another one may have other
/// pieces in the defender's hand: every problem has a salt, with which answers of earlier ones
/// are not found.
pub struct Leaves {
    slots: Box<[Memo]>,
    salt: u64,
}

impl Default for Leaves {
    fn default() -> Self {
        Self::new()
    }
}

impl Leaves {
    /// Remembers nothing.
    pub fn new() -> Leaves {
        let empty = Memo {
            tag: 0,
            leaf: KnownLeaf::Open(Open::default()),
        };
        Leaves {
            slots: vec![empty; SLOTS].into_boxed_slice(),
            salt: 0,
        }
    }

    /// Begins problem number `problem`; answers of other problems are not found from now on.
    pub fn begin(&mut self, problem: u64) {
        self.salt = problem.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }

    /// The tag of a board and a hand; never 0, which marks an empty slot, since bit 31 of a key
    /// is set and stays so.
    #[inline(always)]
    fn tag(&self, place: Place) -> u64 {
        let mixed = (place.hand.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.salt;
        place.key ^ (mixed & !(1 << 31))
    }

    #[inline(always)]
    fn index(tag: u64) -> usize {
        (tag >> 40) as usize & (SLOTS - 1)
    }

    /// The answer for a board and an attacker's hand, if it is remembered.
    #[inline(always)]
    pub fn find(&self, place: Place) -> Option<KnownLeaf> {
        let tag = self.tag(place);
        let slot = &self.slots[Self::index(tag)];
        (slot.tag == tag).then_some(slot.leaf)
    }

    /// Hints that board and hand will be asked soon: waiting for the slots took 7% of a
    /// search.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        prefetch(&self.slots[Self::index(self.tag(place))]);
    }

    /// Remembers an answer.
    #[inline(always)]
    pub fn insert(&mut self, place: Place, leaf: KnownLeaf) {
        let tag = self.tag(place);
        self.slots[Self::index(tag)] = Memo { tag, leaf };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::numbers;
    use crate::shogi::Kind;

    #[test]
    fn finds_what_was_noted_and_nothing_else() {
        let mut leaves = Leaves::new();
        let mut any = numbers();
        let gold = Hand::EMPTY.with_count(Kind::Gold, 1);
        for _ in 0..10_000 {
            let key = (any.below(u32::MAX) as u64) << 32 | any.below(u32::MAX) as u64 | 1 << 31;
            let place = |hand| Place { key, hand };
            assert_eq!(leaves.find(place(gold)), None);
            leaves.insert(place(Hand::EMPTY), KnownLeaf::Mate(gold));
            assert_eq!(leaves.find(place(Hand::EMPTY)), Some(KnownLeaf::Mate(gold)));
            assert_eq!(leaves.find(place(gold)), None, "another hand");
            leaves.insert(place(Hand::EMPTY), KnownLeaf::NoCheck(Hand::EMPTY));
            let known = leaves.find(place(Hand::EMPTY));
            assert_eq!(known, Some(KnownLeaf::NoCheck(Hand::EMPTY)));
            leaves.begin(key);
            assert_eq!(leaves.find(place(Hand::EMPTY)), None, "another problem");
        }
    }
}
