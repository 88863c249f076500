//! SmallTreeGC: what took little work is forgotten.
//!
//! Nagai, A.: A new depth-first-search algorithm for AND/OR trees, master's thesis,
//! University of Tokyo 1999.
//!
//! Every entry knows how many nodes were searched under it. When the table is
//! full, the entries with the smallest trees go, half of the table at once: they
//! are the cheapest to find again.
use super::store::{Entry, Store};
use std::collections::HashMap;
use std::hash::Hash;

/// A table of at most `most` entries.
#[derive(Clone, Debug)]
pub struct SmallTreeGc<K> {
    entries: HashMap<K, Entry<K>>,
    most: usize,
    /// Collections so far.
    pub collections: u64,
}

impl<K> SmallTreeGc<K> {
    /// An empty table of at most `most` entries, but of 16 at least.
    pub fn new(most: usize) -> SmallTreeGc<K> {
        SmallTreeGc {
            entries: HashMap::new(),
            most: most.max(16),
            collections: 0,
        }
    }

    /// Forgets the half with the smaller trees. Of entries with equal trees at the limit
    /// arbitrary ones go, so that no more than half is forgotten.
    fn collect(&mut self) {
        self.collections += 1;
        let mut amounts: Vec<u64> = self.entries.values().map(|e| e.amount).collect();
        let middle = amounts.len() / 2;
        let median = *amounts.select_nth_unstable(middle).1;
        let mut equal = amounts[..middle].iter().filter(|&&a| a == median).count();
        self.entries.retain(|_, entry| {
            let goes = entry.amount < median || entry.amount == median && equal > 0;
            if goes && entry.amount == median {
                equal -= 1;
            }
            !goes
        });
    }
}

impl<K: Copy + Eq + Hash> Store<K> for SmallTreeGc<K> {
    fn get(&self, key: &K) -> Option<&Entry<K>> {
        self.entries.get(key)
    }

    fn get_mut(&mut self, key: &K) -> Option<&mut Entry<K>> {
        self.entries.get_mut(key)
    }

    fn entry(&mut self, key: K, new: Entry<K>) -> &mut Entry<K> {
        if self.entries.len() >= self.most && !self.entries.contains_key(&key) {
            self.collect();
        }
        self.entries.entry(key).or_insert(new)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;

    #[test]
    fn the_smaller_half_goes() {
        let mut store = SmallTreeGc::new(16);
        for key in 0..16u32 {
            store.entry(key, Entry::new(Numbers::LEAF, 0)).amount = u64::from(key) / 4;
        }
        assert_eq!((store.len(), store.collections), (16, 0));
        store.entry(16, Entry::new(Numbers::LEAF, 0));
        assert_eq!((store.len(), store.collections), (9, 1));
        assert!((8..=16).all(|key| store.get(&key).is_some()));
    }
}
