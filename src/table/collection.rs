//! Making room: growth while there is memory, then SmallTreeGC.
//!
//! SmallTreeGC (Nagai 1999) throws away the positions with the smallest searched
//! subtrees: they are the most and the cheapest to search again. Final entries get
//! a bonus, so that proofs stay together until they are written down (losing
//! finals is what hurts small tables, `docs/experiments.md`). One segment is
//! rebuilt at a time.

use super::entry::Entry;
use super::main_table::{FULL, Table};
use super::slot::Slot;
use std::sync::atomic::Ordering::{Relaxed, Release};

/// A final entry counts as if its subtree were larger by this much; the figure of
/// KomoringHeights.
const FINAL_BONUS: u16 = 1000;
/// Entries to keep after a collection: 1/2 of what was there.
const KEEP_NUMERATOR: usize = 1;
const KEEP_DENOMINATOR: usize = 2;

fn weight(e: &Entry) -> u16 {
    if e.is_final() {
        e.amount.saturating_add(FINAL_BONUS)
    } else {
        e.amount
    }
}

/// A weight that says nothing, another one for each collection: what goes is chance.
fn lot(e: &Entry, collections: u64) -> u16 {
    let x = (e.key ^ u64::from(e.hand.bits()) ^ collections).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x >> 48) as u16
}

impl Table {
    /// Grows the table or collects segment `s`, which was full when `active` segments
    /// were in use; does nothing when another thread has done it.
    pub(super) fn make_room(&self, s: usize, active: usize) {
        if active < self.capacity {
            self.grow(active, (active * 2).min(self.capacity));
        } else {
            self.collect(s);
        }
    }

    /// Spreads the entries of `from` segments over `to`. A key's segment never moves
    /// to a smaller number, so segments are emptied from the last to the first.
    /// Everybody waits; it happens once for each doubling.
    fn grow(&self, from: usize, to: usize) {
        // All of them, in ascending order like every thread, so nobody waits in a ring.
        let _writing: Vec<_> = (0..from).map(|s| self.write_segment(s)).collect();
        if self.active() != from {
            return;
        }
        let mut scratch = self.borrow_scratch();
        for s in (0..from).rev() {
            self.take_out(s, &mut scratch, |_| true);
            self.put_back(&scratch, to);
        }
        self.return_scratch(scratch);
        self.active.store(to, Release);
    }

    /// Rebuilds segment `s` with the better half of its entries; who wants something
    /// of this segment waits.
    fn collect(&self, s: usize) {
        let _writing = self.write_segment(s);
        if self.used[s].load(Relaxed) < FULL {
            return;
        }
        let collections = self.collections.fetch_add(1, Relaxed) + 1;
        let weight = |e: &Entry| match self.smallest_go {
            true => weight(e),
            false => lot(e, collections),
        };
        let entries = self.slots_of(s).iter().map(Slot::load);
        let mut weights: Vec<u16> = entries.filter(|e| e.key != 0).map(|e| weight(&e)).collect();
        let goes = weights.len() * (KEEP_DENOMINATOR - KEEP_NUMERATOR) / KEEP_DENOMINATOR;
        let (_, &mut limit, _) = weights.select_nth_unstable(goes);
        let below = weights[..goes].iter().filter(|&&w| w < limit).count();
        // Of the entries that weigh exactly the limit only so many go.
        let mut at_limit = goes - below;
        let mut scratch = self.borrow_scratch();
        self.take_out(s, &mut scratch, |e| {
            let w = weight(e);
            if w == limit && at_limit > 0 {
                at_limit -= 1;
                return false;
            }
            w >= limit
        });
        self.put_back(&scratch, self.active());
        self.return_scratch(scratch);
    }

    /// Moves the entries of segment `s` that pass `keep` to the scratch space and
    /// empties the segment.
    fn take_out(&self, s: usize, scratch: &mut Vec<Entry>, mut keep: impl FnMut(&Entry) -> bool) {
        scratch.clear();
        for slot in self.slots_of(s) {
            let e = slot.load();
            if e.key != 0 {
                if keep(&e) {
                    scratch.push(e);
                }
                slot.empty();
            }
        }
        self.used[s].store(0, Relaxed);
    }

    /// Puts entries where they belong when `active` segments are in use.
    fn put_back(&self, scratch: &[Entry], active: usize) {
        for e in scratch {
            self.insert(Self::segment(e.key, active), Self::home(e.key), e);
        }
    }

    fn borrow_scratch(&self) -> Vec<Entry> {
        self.scratch.lock().pop().unwrap_or_default()
    }

    fn return_scratch(&self, scratch: Vec<Entry>) {
        self.scratch.lock().push(scratch);
    }
}
