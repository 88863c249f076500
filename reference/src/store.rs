//! The table of the df-pn family, and the plainest way to keep one: forget nothing.
//!
//! What a table may forget is a policy (`small_tree_gc.rs`,
//! `small_tree_replacement.rs`).
use super::numbers::Numbers;
use std::collections::HashMap;
use std::hash::Hash;

/// What is known of a node, whatever line it is reached by.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K> {
    pub numbers: Numbers,
    /// Least depth at which it was seen.
    pub distance: u32,
    /// True when it was searched, not only seen.
    pub visited: bool,
    /// The node from which it was seen first.
    pub parent: Option<K>,
    /// Nodes searched under it so far.
    pub amount: u64,
    /// True when there are disproofs of it that hold on one line only.
    pub twins: bool,
    /// The successor that decided it.
    pub reply: Option<K>,
}

impl<K> Entry<K> {
    /// The entry of a node that was seen, but not searched.
    pub fn new(numbers: Numbers, distance: u32) -> Entry<K> {
        Entry {
            numbers,
            distance,
            visited: false,
            parent: None,
            amount: 0,
            twins: false,
            reply: None,
        }
    }
}

/// A table. It may forget anything whenever an entry is made.
pub trait Store<K> {
    fn get(&self, key: &K) -> Option<&Entry<K>>;

    fn get_mut(&mut self, key: &K) -> Option<&mut Entry<K>>;

    /// The entry of a node, made from `new` when there is none.
    fn entry(&mut self, key: K, new: Entry<K>) -> &mut Entry<K>;

    /// Number of entries.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A table that forgets nothing.
#[derive(Clone, Debug)]
pub struct Everything<K>(HashMap<K, Entry<K>>);

impl<K> Default for Everything<K> {
    fn default() -> Self {
        Everything(HashMap::new())
    }
}

impl<K: Copy + Eq + Hash> Store<K> for Everything<K> {
    fn get(&self, key: &K) -> Option<&Entry<K>> {
        self.0.get(key)
    }

    fn get_mut(&mut self, key: &K) -> Option<&mut Entry<K>> {
        self.0.get_mut(key)
    }

    fn entry(&mut self, key: K, new: Entry<K>) -> &mut Entry<K> {
        self.0.entry(key).or_insert(new)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
