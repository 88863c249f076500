//! Making room: growth while there is memory, then SmallTreeGC.
//!
//! SmallTreeGC (Nagai 1999) throws away the positions with the smallest searched
//! subtrees: they are the most and the cheapest to search again. Final entries get
//! a bonus, so that proofs stay together until they are written down (losing
//! finals is what hurts small tables, `docs/experiments.md`). One segment is
//! rebuilt at a time.

use super::entry::Entry;
use super::main_table::{SEGMENT, Table};

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
    /// Grows the table or collects segment `s`.
    pub(super) fn make_room(&mut self, s: usize) {
        if self.active < self.capacity {
            let to = (self.active * 2).min(self.capacity);
            self.grow(to);
        } else {
            self.collect(s);
        }
    }

    /// Spreads the entries over `to` segments. A key's segment never moves to a
    /// smaller number, so segments are emptied from the last to the first.
    fn grow(&mut self, to: usize) {
        let from = self.active;
        self.active = to;
        for s in (0..from).rev() {
            self.take_out(s, |_| true);
            self.put_back();
        }
    }

    fn collect(&mut self, s: usize) {
        self.collections += 1;
        let (smallest_go, collections) = (self.smallest_go, self.collections);
        let weight = |e: &Entry| match smallest_go {
            true => weight(e),
            false => lot(e, collections),
        };
        let mut weights: Vec<u16> = self.slots.as_slice()[s * SEGMENT..(s + 1) * SEGMENT]
            .iter()
            .filter(|e| e.key != 0)
            .map(&weight)
            .collect();
        let goes = weights.len() * (KEEP_DENOMINATOR - KEEP_NUMERATOR) / KEEP_DENOMINATOR;
        let (_, &mut limit, _) = weights.select_nth_unstable(goes);
        let below = weights[..goes].iter().filter(|&&w| w < limit).count();
        // Of the entries that weigh exactly the limit only so many go.
        let mut at_limit = goes - below;
        self.take_out(s, |e| {
            let w = weight(e);
            if w == limit && at_limit > 0 {
                at_limit -= 1;
                return false;
            }
            w >= limit
        });
        self.put_back();
    }

    /// Moves the entries of segment `s` that pass `keep` to the scratch space and
    /// empties the segment.
    fn take_out(&mut self, s: usize, mut keep: impl FnMut(&Entry) -> bool) {
        self.scratch.clear();
        let slots = &mut self.slots.as_mut_slice()[s * SEGMENT..(s + 1) * SEGMENT];
        for e in slots.iter_mut() {
            if e.key != 0 {
                if keep(e) {
                    self.scratch.push(*e);
                }
                *e = Entry::EMPTY;
            }
        }
        self.used[s] = 0;
    }

    fn put_back(&mut self) {
        let scratch = std::mem::take(&mut self.scratch);
        for e in &scratch {
            let s = self.segment(e.key);
            let i = self.insert_slot(s, e.key);
            self.slots.as_mut_slice()[i] = *e;
        }
        self.scratch = scratch;
    }
}
