//! Making room in a full segment: a split while there is memory, then SmallTreeGC.
//!
//! SmallTreeGC (Nagai 1999) throws away the positions with the smallest searched
//! subtrees: they are the most numerous, and the cheapest to search again. Final entries are
//! measured like others. A bonus for them kept small ones instead of unresolved positions
//! whose numbers had taken long to find, and hard refutations took twice the nodes
//! (experiment 50). The thread that finds a segment full makes room in it; the others go on
//! in the rest of the table.

use super::entry::Entry;
use super::main_table::{FULL, OVERFULL, SEGMENT, Table};
use super::slot::Slot;
use super::tags::Tags;
use crate::shogi::Place;
use std::sync::atomic::Ordering::Relaxed;

/// A random weight of an entry, another one for each collection: it decides among entries
/// with equally large subtrees.
fn lot(e: &Entry, collections: u64) -> u16 {
    let Place { key, hand } = e.place;
    let x = (key ^ u64::from(hand.bits()) ^ collections).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x >> 48) as u16
}

impl Table {
    /// Splits the full segment `s` of `key`, or collects it when there is no memory left; does
    /// nothing when another thread is making room in it or has done so.
    pub(super) fn make_room(&self, s: usize, key: u64) {
        let used = || self.used[s].load(Relaxed);
        let ours = match self.rooms[s].try_lock() {
            None if used() >= OVERFULL => Some(self.rooms[s].lock()),
            ours => ours,
        };
        if ours.is_none() || self.directory.segment(key) != s || used() < FULL {
            return;
        }
        let split = self.directory.split(key);
        if let Some(split) = &split {
            self.touch(split.segment);
        }
        let _writing = self.write_segment(s);
        let mut scratch = self.borrow_scratch();
        match split {
            Some(split) => {
                self.take_out(s, &mut scratch, |_| true);
                let moves = |e: &Entry| self.directory.moves(&split, e.place.key);
                self.put_back(&scratch, |e| if moves(e) { split.segment } else { s });
                self.directory.publish(&split);
            }
            None => {
                self.take_better_half(s, &mut scratch);
                self.put_back(&scratch, |_| s);
            }
        }
        self.return_scratch(scratch);
    }

    /// Another question about the problem begins: results of earlier questions are kept while
    /// there is room, and are collected before those of this one. Otherwise the large subtrees
    /// of a long search would stay for ever and leave no room for the next (experiment 53).
    /// Does nothing where nothing had to be collected since the last time.
    pub fn age(&mut self) {
        let collections = *self.collections.get_mut();
        if std::mem::replace(&mut self.aged, collections) == collections {
            return;
        }
        let taken = self.directory.taken() * SEGMENT;
        self.slots.as_slice()[..taken].iter().for_each(Slot::age);
    }

    /// Makes the system map the memory of segment `s`, which is empty and not in use yet. That
    /// takes longer than filling it, so it is done before other threads have to wait.
    fn touch(&self, s: usize) {
        const PAGE: usize = 4096;
        let pages = self.slots_of(s).iter().step_by(PAGE / size_of::<Slot>());
        pages.for_each(Slot::empty);
    }

    /// Empties segment `s`; the better half of its entries goes to the scratch space.
    fn take_better_half(&self, s: usize, scratch: &mut Vec<Entry>) {
        let collections = self.collections.fetch_add(1, Relaxed) + 1;
        // Chance decides among subtrees of equal size. If those that come first were removed, the
        // end of the segment would fill up with long runs (experiment 53).
        let weight = |e: &Entry| {
            let amount = if self.smallest_go { e.amount } else { 0 };
            u32::from(amount) << 16 | u32::from(lot(e, collections))
        };
        let entries = self.slots_of(s).iter().map(Slot::load);
        let mut weights: Vec<u32> = entries
            .filter(|e| e.place.key != 0)
            .map(|e| weight(&e))
            .collect();
        // Half is kept. With 3/4 nine hard refutations took 1.12 times the nodes, with 1/4 1.40 times.
        let goes = weights.len() / 2;
        let (_, &mut limit, _) = weights.select_nth_unstable(goes);
        self.take_out(s, scratch, |e| weight(e) >= limit);
    }

    /// Moves the entries of segment `s` that pass `keep` to the scratch space and
    /// empties the segment.
    fn take_out(&self, s: usize, scratch: &mut Vec<Entry>, mut keep: impl FnMut(&Entry) -> bool) {
        scratch.clear();
        for slot in self.slots_of(s) {
            let e = slot.load();
            if e.place.key != 0 {
                if keep(&e) {
                    scratch.push(e);
                }
                slot.empty();
            }
        }
        self.tags_of(s).iter().for_each(Tags::clear);
        self.used[s].store(0, Relaxed);
    }

    /// Puts entries into the segments where they belong.
    fn put_back(&self, scratch: &[Entry], segment: impl Fn(&Entry) -> usize) {
        for e in scratch {
            self.insert(segment(e), e);
        }
    }

    fn borrow_scratch(&self) -> Vec<Entry> {
        self.scratch.lock().pop().unwrap_or_default()
    }

    fn return_scratch(&self, scratch: Vec<Entry>) {
        self.scratch.lock().push(scratch);
    }
}
