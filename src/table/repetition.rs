//! Disproofs that hold on one path only (the graph-history-interaction problem).
//!
//! A position disproved because a line returns to an ancestor may be mate when it
//! is reached by another path. Such results live here under a key of the whole
//! path, until the ancestor itself is disproved and the result holds for good
//! (Kishimoto & Müller 2004; the separate table keyed by path after
//! KomoringHeights). Losing a slot costs time, never correctness: the oldest
//! generation of a bucket makes room.

use super::memory::Slots;
use crate::search::len::Len;

/// Sixteen bytes: a path key, the depth of the repeated ancestor, the limit.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    key: u64,
    /// Depth of the shallowest ancestor the disproof rests on.
    start: u16,
    /// "No mate within so many plies" on this path.
    len: Len,
    generation: u32,
}

const _: () = assert!(size_of::<Slot>() == 16);

/// Slots looked at for one key: one cache line.
const BUCKET: usize = 4;
/// A generation is this share of the capacity; twenty, after KomoringHeights.
const GENERATIONS: usize = 20;

/// The path-keyed table.
pub struct RepetitionTable {
    slots: Slots<Slot>,
    buckets: usize,
    generation: u32,
    inserted: usize,
}

impl RepetitionTable {
    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> RepetitionTable {
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        RepetitionTable {
            slots: Slots::new(buckets * BUCKET),
            buckets,
            generation: 1,
            inserted: 0,
        }
    }

    fn bucket(&self, key: u64) -> usize {
        ((key as u128 * self.buckets as u128) >> 64) as usize * BUCKET
    }

    /// Forgets everything, by starting a new range of generations.
    pub fn clear(&mut self) {
        if self.generation > u32::MAX - 1000 {
            for s in self.slots.as_mut_slice() {
                s.generation = 0;
                s.key = 0;
            }
            self.generation = 1;
        }
        // Keys of different problems are kept apart by the salt of the path key;
        // the age makes the old slots go first.
        self.generation += 1;
        self.inserted = 0;
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
        bucket[victim] = Slot {
            key,
            start,
            len,
            generation,
        };
    }

    /// The ancestor's depth of a disproof on path `key` that covers limit `len`.
    pub fn find(&self, key: u64, len: Len) -> Option<(u16, Len)> {
        let at = self.bucket(key);
        self.slots.as_slice()[at..at + BUCKET]
            .iter()
            .find(|s| s.key == key && s.len >= len)
            .map(|s| (s.start, s.len))
    }
}
