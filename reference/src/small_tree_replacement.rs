//! SmallTreeReplacement: the smallest tree nearby makes room.
//!
//! Nagai, A.: Df-pn algorithm for searching AND/OR trees and its applications,
//! thesis, University of Tokyo 2002.
//!
//! A table of fixed size without pauses: a node may stand in one of a few
//! neighbouring slots. When all are taken, the entry under which the fewest nodes
//! were searched is overwritten.
use super::store::{Entry, Store};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Slots in which a node may stand.
const PROBES: usize = 8;

/// A table of fixed size.
#[derive(Clone, Debug)]
pub struct SmallTreeReplacement<K> {
    slots: Vec<Option<(K, Entry<K>)>>,
    used: usize,
    /// Entries overwritten so far.
    pub replaced: u64,
}

impl<K: Copy + Eq + Hash> SmallTreeReplacement<K> {
    /// An empty table of `most` entries, but of 8 at least.
    pub fn new(most: usize) -> SmallTreeReplacement<K> {
        SmallTreeReplacement {
            slots: vec![None; most.max(PROBES)],
            used: 0,
            replaced: 0,
        }
    }

    fn places(&self, key: &K) -> impl Iterator<Item = usize> + use<K> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let size = self.slots.len();
        let begin = (hasher.finish() % size as u64) as usize;
        (0..PROBES).map(move |i| (begin + i) % size)
    }

    fn find(&self, key: &K) -> Option<usize> {
        self.places(key)
            .find(|&i| self.slots[i].is_some_and(|(k, _)| k == *key))
    }
}

impl<K: Copy + Eq + Hash> Store<K> for SmallTreeReplacement<K> {
    fn get(&self, key: &K) -> Option<&Entry<K>> {
        let (_, entry) = self.slots[self.find(key)?].as_ref()?;
        Some(entry)
    }

    fn get_mut(&mut self, key: &K) -> Option<&mut Entry<K>> {
        let place = self.find(key)?;
        let (_, entry) = self.slots[place].as_mut()?;
        Some(entry)
    }

    fn entry(&mut self, key: K, new: Entry<K>) -> &mut Entry<K> {
        let place = self.find(&key).unwrap_or_else(|| {
            let amount = |i: &usize| self.slots[*i].map_or(0, |(_, e)| e.amount + 1);
            let place = self.places(&key).min_by_key(amount).unwrap_or(0);
            match self.slots[place] {
                Some(_) => self.replaced += 1,
                None => self.used += 1,
            }
            self.slots[place] = None;
            place
        });
        let (_, entry) = self.slots[place].get_or_insert((key, new));
        entry
    }

    fn len(&self) -> usize {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;

    #[test]
    fn the_smallest_nearby_is_replaced() {
        let mut store = SmallTreeReplacement::new(8);
        for key in 0..8u32 {
            store.entry(key, Entry::new(Numbers::LEAF, 0)).amount = 10 + u64::from(key);
        }
        assert_eq!((store.len(), store.replaced), (8, 0));
        store.entry(8, Entry::new(Numbers::LEAF, 0)).amount = 99;
        assert!(store.get(&0).is_none(), "the smallest of the eight");
        store.entry(9, Entry::new(Numbers::LEAF, 0)).amount = 99;
        assert!(store.get(&1).is_none() && store.get(&8).is_some());
        assert_eq!((store.len(), store.replaced), (8, 2));
    }
}
