//! A byte of the key for every slot, so that a look-up seldom reads a slot in vain.
//!
//! Slots come in groups of eight, and the tags of a group are one word. A look-up reads the words
//! from the home group of its key on, up to the first group that has an empty slot, and of the
//! slots only those with the right tag. Most look-ups find nothing, and would have to read five or
//! six slots to see that (experiment 77); the words of a table are a 32nd part of its slots and stay
//! in the caches of the processor. (The idea of Kulukundis 2017, "Designing a fast, efficient,
//! cache-friendly hash table, step by step", CppCon, known as Swiss tables.)

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots that share a word of tags.
pub const GROUP: usize = 8;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The tags of one group, 0 for an empty slot. Slots are taken in order and given back only all at
/// once, so those that are empty come last.
#[derive(Default)]
pub struct Tags(AtomicU64);

impl Tags {
    #[inline(always)]
    pub fn load(&self) -> Word {
        Word(self.0.load(Relaxed))
    }

    /// Takes the first empty slot for `tag`, and says which; `None` when there is none.
    pub fn claim(&self, tag: u8) -> Option<usize> {
        let mut word = self.load();
        loop {
            let at = word.first_empty()?;
            let with = word.0 | u64::from(tag) << (8 * at);
            match self.0.compare_exchange_weak(word.0, with, Relaxed, Relaxed) {
                Ok(_) => return Some(at),
                Err(now) => word = Word(now),
            }
        }
    }

    /// Gives all slots of the group back.
    pub fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

/// The tag of a key, never 0. The bits are none of those that choose the group or the segment.
#[inline(always)]
pub fn tag(key: u64) -> u8 {
    ((key >> 16) as u8).max(1)
}

/// The tags of a group as they were read.
#[derive(Clone, Copy)]
pub struct Word(u64);

impl Word {
    /// True when a slot is empty: no run goes on behind this group.
    #[inline(always)]
    pub fn has_empty(self) -> bool {
        zeros(self.0) != 0
    }

    #[inline(always)]
    fn first_empty(self) -> Option<usize> {
        self.has_empty()
            .then(|| zeros(self.0).trailing_zeros() as usize / 8)
    }

    /// The slots that may have this tag: all that do, and now and then another one.
    #[inline(always)]
    pub fn with(self, tag: u8) -> Matches {
        Matches(zeros(self.0 ^ (ONES * u64::from(tag))))
    }
}

/// The top bit of every byte that is zero. A byte above a zero byte may be marked too when it is 1;
/// the lowest mark is always right.
#[inline(always)]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// Slots of a group, the first one first.
pub struct Matches(u64);

impl Iterator for Matches {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0 - 1;
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_taken_in_order_until_the_group_is_full() {
        let tags = Tags::default();
        for (at, tag) in [7, 7, 1, 255, 128, 7, 2, 9].into_iter().enumerate() {
            assert!(tags.load().has_empty());
            assert_eq!(tags.claim(tag), Some(at));
        }
        assert!(!tags.load().has_empty());
        assert_eq!(tags.claim(3), None);
        assert_eq!(tags.load().with(7).collect::<Vec<_>>(), [0, 1, 5]);
        assert_eq!(tags.load().with(255).collect::<Vec<_>>(), [3]);
        assert_eq!(tags.load().with(77).count(), 0);
        tags.clear();
        assert_eq!(tags.load().with(7).count(), 0);
        assert_eq!(tags.claim(9), Some(0));
    }

    #[test]
    fn no_slot_with_the_tag_is_missed_and_no_key_has_the_tag_of_an_empty_one() {
        for mine in 1..=u8::MAX {
            for other in [1, mine.wrapping_sub(1).max(1), mine ^ 1 | 2, 255] {
                for places in 0..=255u64 {
                    let tags = Tags::default();
                    for at in 0..8 {
                        tags.claim(if places >> at & 1 == 1 { mine } else { other });
                    }
                    let found: Vec<_> = tags.load().with(mine).collect();
                    let all = (0..8).filter(|&at| places >> at & 1 == 1);
                    assert!(all.clone().all(|at| found.contains(&at)));
                }
            }
        }
        assert!((0..1 << 12).all(|n| tag(n << 12) != 0));
    }
}
