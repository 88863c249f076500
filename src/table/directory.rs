//! Which segment a key lives in: extendible hashing (Fagin, Nievergelt, Pippenger,
//! Strong 1979).
//!
//! All keys are cut into as many equal parts as there may be segments. At first one
//! segment holds them all; one that is full hands the upper half of its parts over to
//! a new one, until each has a single part. So a table grows segment by segment, and only
//! threads that want the segment that is split have to wait; when the whole table was
//! doubled at once, all of them had to (experiment 45). New segments are taken in the order of
//! memory, so that none is touched before it is needed.

use std::ops::Range;
use std::sync::atomic::{
    AtomicU32, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// The segment of every part of the keys.
pub struct Directory {
    segments: Box<[AtomicU32]>,
    taken: AtomicUsize,
}

impl Directory {
    /// For `capacity` segments, at least one; a single one is taken.
    pub fn new(capacity: usize) -> Directory {
        Directory {
            segments: (0..capacity).map(|_| AtomicU32::new(0)).collect(),
            taken: AtomicUsize::new(1),
        }
    }

    /// Back to a single segment.
    pub fn clear(&mut self) {
        self.segments.iter_mut().for_each(|s| *s.get_mut() = 0);
        *self.taken.get_mut() = 1;
    }

    /// Segments there may be.
    pub fn capacity(&self) -> usize {
        self.segments.len()
    }

    /// The number of segments that were taken; they are numbered from 0.
    pub fn taken(&self) -> usize {
        self.taken.load(Relaxed)
    }

    /// The segments in which keys are found. One that a split is just filling is not among them.
    pub fn published(&self) -> impl Iterator<Item = usize> {
        let mut last = None;
        let each = self.segments.iter().map(|s| s.load(Acquire) as usize);
        // The parts of a segment lie side by side.
        each.filter(move |&s| last.replace(s) != Some(s))
    }

    #[inline(always)]
    fn part(&self, key: u64) -> usize {
        (((key >> 32) * self.segments.len() as u64) >> 32) as usize
    }

    /// The segment of `key`. A thread that sees a new one also sees what was moved there.
    #[inline(always)]
    pub fn segment(&self, key: u64) -> usize {
        self.segments[self.part(key)].load(Acquire) as usize
    }

    /// The parts of the segment of `key`. No other thread may split it meanwhile.
    fn parts(&self, key: u64) -> Range<usize> {
        let part = self.part(key);
        let segment = self.segments[part].load(Relaxed);
        let other = |s: &AtomicU32| s.load(Relaxed) != segment;
        let before = self.segments[..part].iter().rposition(other);
        let after = self.segments[part..].iter().position(other);
        before.map_or(0, |p| p + 1)..after.map_or(self.segments.len(), |n| part + n)
    }

    /// Takes a new segment for the upper half of the parts of the segment of `key`,
    /// which no other thread may split meanwhile; `None` when that is a single part.
    pub fn split(&self, key: u64) -> Option<Split> {
        let parts = self.parts(key);
        let upper = parts.start + parts.len() / 2..parts.end;
        (parts.len() > 1).then(|| Split {
            segment: self.taken.fetch_add(1, Relaxed),
            parts: upper,
        })
    }

    /// True for a key that a split hands over.
    #[inline(always)]
    pub fn moves(&self, split: &Split, key: u64) -> bool {
        split.parts.contains(&self.part(key))
    }

    /// From now on all threads find the keys of a split in its new segment.
    pub fn publish(&self, split: &Split) {
        for part in &self.segments[split.parts.clone()] {
            part.store(split.segment as u32, Release);
        }
    }
}

/// A segment that takes over some of the keys of another.
pub struct Split {
    pub segment: usize,
    parts: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key of part `part` of `capacity`.
    fn key_of(part: usize, capacity: usize) -> u64 {
        (((part as u64) << 32) / capacity as u64 + 1) << 32
    }

    #[test]
    fn splits_end_with_a_segment_for_each_part() {
        for capacity in [1, 2, 3, 7, 8, 100] {
            let mut directory = Directory::new(capacity);
            for round in 0..2 {
                assert_eq!(directory.taken(), 1, "{round}");
                let mut next = 0;
                for step in 0..10 * capacity {
                    let key = key_of(step * 11 % capacity, capacity);
                    let from = directory.segment(key);
                    let Some(split) = directory.split(key) else {
                        continue;
                    };
                    next += 1;
                    assert_eq!(split.segment, next);
                    let keys = (0..capacity).map(|p| key_of(p, capacity));
                    let homes: Vec<_> = keys.clone().map(|k| directory.segment(k)).collect();
                    assert!(directory.published().all(|s| s != split.segment));
                    directory.publish(&split);
                    let mut moved = 0;
                    for (key, before) in keys.zip(homes) {
                        let moves = directory.moves(&split, key);
                        let now = if moves { split.segment } else { before };
                        assert_eq!(directory.segment(key), now);
                        assert!(!moves || before == from);
                        moved += usize::from(moves);
                    }
                    assert!(moved > 0);
                    let mut published: Vec<_> = directory.published().collect();
                    published.sort_unstable();
                    assert_eq!(published, (0..directory.taken()).collect::<Vec<_>>());
                }
                assert_eq!(directory.taken(), capacity);
                let keys = (0..capacity).map(|p| key_of(p, capacity));
                let all: std::collections::HashSet<_> =
                    keys.map(|k| directory.segment(k)).collect();
                assert_eq!(all.len(), capacity);
                directory.clear();
            }
        }
    }
}
