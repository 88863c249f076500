//! Disproofs that hold on one path only (the graph-history-interaction problem).
//!
//! A position disproved because a line returns to an ancestor may be mate when it
//! is reached by another path. Such results live here under a key of the whole
//! path, until the ancestor itself is disproved and the result holds for good
//! (Kishimoto & Müller 2004; the separate table keyed by path after
//! KomoringHeights). Losing a slot costs time, never correctness: the oldest
//! generation of a bucket makes room.

use super::memory::{OutOfMemory, Slots};
use crate::base::Len;

/// Sixteen bytes: a path key, the depth of the repeated ancestor, the limit, the age.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PathDisproof {
    key: u64,
    /// Depth of the shallowest ancestor the disproof rests on.
    start: u16,
    /// On this path there is no mate within this number of plies.
    len: Len,
    generation: u32,
}

const _: () = assert!(size_of::<PathDisproof>() == 16);

/// Slots looked at for one key: one cache line.
const BUCKET: usize = 4;
/// A generation is this share of the capacity; twenty, after KomoringHeights.
const GENERATIONS: usize = 20;

/// Bytes of a page, the unit in which memory in use is counted.
const PAGE: usize = 4096;

/// The path-keyed table.
pub struct RepetitionTable {
    slots: Slots<PathDisproof>,
    /// One bit for each page that was written since the last `clear`.
    touched: Vec<u64>,
    pages: usize,
    buckets: usize,
    generation: u32,
    inserted: usize,
}

impl RepetitionTable {
    /// A table of at most `bytes` bytes.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(bytes: usize) -> Result<RepetitionTable, OutOfMemory> {
        let buckets = (bytes / (BUCKET * size_of::<PathDisproof>())).max(1);
        Ok(RepetitionTable {
            slots: Slots::new(buckets * BUCKET)?,
            touched: vec![0; (buckets * BUCKET * size_of::<PathDisproof>()).div_ceil(PAGE * 64)],
            pages: 0,
            buckets,
            generation: 1,
            inserted: 0,
        })
    }

    fn bucket(&self, key: u64) -> usize {
        ((key as u128 * self.buckets as u128) >> 64) as usize * BUCKET
    }

    /// Bytes in use: the pages written since the last `clear`.
    pub fn bytes(&self) -> usize {
        (self.pages * PAGE).min(self.buckets * BUCKET * size_of::<PathDisproof>())
    }

    /// Counts the page of slot `at` as written.
    fn touch(&mut self, at: usize) {
        let page = at * size_of::<PathDisproof>() / PAGE;
        let word = &mut self.touched[page / 64];
        let bit = 1 << (page % 64);
        self.pages += usize::from(*word & bit == 0);
        *word |= bit;
    }

    /// Begins another search. The slots stay as they are and make room first. What is in them
    /// cannot be taken for a result of the new search, whose path keys have a salt of their own.
    pub fn clear(&mut self) {
        if self.generation > u32::MAX - 1000 {
            for s in self.slots.as_mut_slice() {
                s.generation = 0;
                s.key = 0;
            }
            self.generation = 1;
        }
        self.generation += 1;
        self.inserted = 0;
        self.touched.fill(0);
        self.pages = 0;
    }

    /// Remembers that the path `key` ends in a disproof of limit `len` that
    /// rests on the ancestor at depth `start`.
    pub fn insert(&mut self, key: u64, start: u16, len: Len) {
        self.inserted += 1;
        if self.inserted * GENERATIONS > self.buckets * BUCKET {
            self.inserted = 0;
            self.generation = self.generation.wrapping_add(1);
        }
        let at = self.bucket(key);
        self.touch(at);
        let generation = self.generation;
        let bucket = &mut self.slots.as_mut_slice()[at..at + BUCKET];
        let mut victim = 0;
        for (i, slot) in bucket.iter().enumerate() {
            if slot.key == key {
                victim = i;
                break;
            }
            if slot.generation < bucket[victim].generation {
                victim = i;
            }
        }
        bucket[victim] = PathDisproof {
            key,
            start,
            len,
            generation,
        };
    }

    /// A disproof on path `key` that covers limit `len`: the depth of the ancestor that it rests
    /// on, and its own limit.
    pub fn find(&self, key: u64, len: Len) -> Option<(u16, Len)> {
        let at = self.bucket(key);
        self.slots.as_slice()[at..at + BUCKET]
            .iter()
            .find(|s| s.key == key && s.len >= len)
            .map(|s| (s.start, s.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u64) -> u64 {
        let x = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }

    #[test]
    fn a_disproof_covers_shorter_limits() {
        let mut t = RepetitionTable::new(1 << 12).unwrap();
        t.insert(key(1), 7, Len::new(9));
        assert_eq!(t.find(key(1), Len::new(9)), Some((7, Len::new(9))));
        assert_eq!(t.find(key(1), Len::new(3)), Some((7, Len::new(9))));
        assert_eq!(t.find(key(1), Len::new(11)), None);
        assert_eq!(t.find(key(1), Len::INFINITE), None);
        assert_eq!(t.find(key(2), Len::new(3)), None);
    }

    #[test]
    fn a_path_has_one_slot() {
        let mut t = RepetitionTable::new(64).unwrap();
        for (start, len) in [(7, Len::new(9)), (5, Len::INFINITE), (6, Len::new(3))] {
            t.insert(key(1), start, len);
            assert_eq!(t.find(key(1), Len::new(3)), Some((start, len)));
        }
        let used = t.slots.as_slice().iter().filter(|s| s.key != 0);
        assert_eq!(used.count(), 1);
    }

    #[test]
    fn the_oldest_generation_makes_room() {
        // Many buckets; within a generation all of one bucket's keys are equals.
        let mut t = RepetitionTable::new(64 * 100).unwrap();
        let mine: Vec<u64> = (0u64..)
            .map(key)
            .filter(|&k| t.bucket(k) == 0)
            .take(6)
            .collect();
        for &k in &mine[..4] {
            t.insert(k, 1, Len::INFINITE);
            t.generation += 1;
        }
        t.insert(mine[0], 2, Len::INFINITE);
        // mine[1] is the oldest now.
        t.insert(mine[4], 3, Len::INFINITE);
        let found = |k: u64| t.find(k, Len::ZERO).map(|f| f.0);
        assert_eq!(found(mine[1]), None);
        assert_eq!(found(mine[0]), Some(2));
        assert_eq!(found(mine[4]), Some(3));
        assert!(found(mine[2]).is_some() && found(mine[3]).is_some());
    }

    #[test]
    fn generations_pass_with_insertions() {
        let mut t = RepetitionTable::new(16 * 400).unwrap();
        let first = t.generation;
        for i in 0..400 {
            t.insert(key(i), 1, Len::INFINITE);
        }
        let passed = (t.generation - first) as usize;
        assert!(
            (GENERATIONS - 2..=GENERATIONS).contains(&passed),
            "{passed}"
        );
    }

    #[test]
    fn what_is_new_is_found_whatever_came_before() {
        let mut t = RepetitionTable::new(1 << 12).unwrap();
        for i in 0..10_000 {
            t.insert(key(i), (i % 900) as u16, Len::INFINITE);
            let found = t.find(key(i), Len::INFINITE);
            assert_eq!(found.map(|f| f.0), Some((i % 900) as u16));
        }
        // And the last few hundredths of the capacity are still there.
        let kept = (9_900..10_000).filter(|&i| t.find(key(i), Len::ZERO).is_some());
        assert!(kept.count() >= 90);
    }

    #[test]
    fn pages_in_use_are_counted_once() {
        let bytes = 100 * PAGE + 64;
        let mut t = RepetitionTable::new(bytes).unwrap();
        assert_eq!(t.bytes(), 0);
        t.insert(key(1), 1, Len::INFINITE);
        t.insert(key(1), 2, Len::INFINITE);
        assert_eq!(t.bytes(), PAGE);
        for i in 0..10_000 {
            t.insert(key(i), 1, Len::INFINITE);
        }
        assert_eq!(t.bytes(), bytes);
        t.clear();
        assert_eq!(t.bytes(), 0);
        t.insert(key(2), 1, Len::INFINITE);
        assert_eq!(t.bytes(), PAGE);
    }

    #[test]
    fn clearing_lets_the_old_go_first() {
        let mut t = RepetitionTable::new(64).unwrap();
        for i in 0..4 {
            t.insert(key(i), 1, Len::INFINITE);
        }
        t.clear();
        t.insert(key(9), 2, Len::INFINITE);
        t.insert(key(10), 2, Len::INFINITE);
        assert!(t.find(key(9), Len::ZERO).is_some());
        // The numbers do not run out.
        t.generation = u32::MAX - 1;
        t.clear();
        assert_eq!(t.generation, 2);
        assert!((0..11).all(|i| t.find(key(i), Len::ZERO).is_none()));
    }
}
