//! Finding and storing positions.
//!
//! The table is cut into segments of 1 MiB, each an open-addressing hash table of
//! its own with linear probing up to the first empty slot, so all hands of one
//! board lie in one run and dominance is read off while probing. Only as many
//! segments as needed are in use: they double while there is memory, and after
//! that each full segment is collected by itself (`collection`), which takes about
//! a millisecond and never stops the search for long.

use super::entry::Entry;
use super::memory::{Slots, prefetch};
use crate::search::len::Len;
use crate::shogi::Hand;

/// Slots of one segment: 2^15 of 32 bytes, 1 MiB.
pub(super) const SEGMENT: usize = 1 << 15;
const MASK: usize = SEGMENT - 1;
/// A segment is full at 70%: the optimum of linear probing in the study of
/// KomoringHeights' author (2023) lies between 0.6 and 0.7.
const FULL: u32 = (SEGMENT as u32 / 10) * 7;

/// What the table knows of a position asked with a length limit.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// Mate within `len`, for every hand that covers `hand`.
    Mate { hand: Hand, len: Len, mv: u32 },
    /// No mate within `len`, for every hand that `hand` covers.
    NoMate { hand: Hand, len: Len },
    /// Neither is known.
    Open {
        /// Lower bound of the proof number, 0 when nothing is known.
        pn: u32,
        /// Lower bound of the disproof number, 0 when nothing is known.
        dn: u32,
        /// Searched amount, 0 when the very position was never searched.
        amount: u16,
        /// The numbers come from an entry met at a smaller depth (TCA's "old").
        old: bool,
        /// Some path through it ended in a repetition.
        maybe_repetition: bool,
    },
}

/// The main transposition table.
pub struct Table {
    pub(super) slots: Slots<Entry>,
    pub(super) used: Vec<u32>,
    /// Segments in use; the rest of the memory is untouched.
    pub(super) active: usize,
    /// Segments there may be.
    pub(super) capacity: usize,
    pub(super) scratch: Vec<Entry>,
    /// A collection throws the smallest subtrees away; else any entries.
    pub smallest_go: bool,
    /// Collections of a segment so far.
    pub collections: u64,
}

impl Table {
    /// A table of at most `bytes` bytes (at least one segment of 1 MiB).
    pub fn new(bytes: usize) -> Table {
        let capacity = (bytes / (SEGMENT * size_of::<Entry>())).max(1);
        Table {
            slots: Slots::new(capacity * SEGMENT),
            used: vec![0; capacity],
            active: 1,
            capacity,
            scratch: Vec::new(),
            smallest_go: true,
            collections: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for s in 0..self.active {
            if self.used[s] > 0 {
                self.slots.as_mut_slice()[s * SEGMENT..(s + 1) * SEGMENT].fill(Entry::EMPTY);
                self.used[s] = 0;
            }
        }
        self.active = 1;
        self.collections = 0;
    }

    /// Bytes in use: the segments that were touched.
    pub fn bytes(&self) -> usize {
        self.active * SEGMENT * size_of::<Entry>()
    }

    /// Fill of the whole capacity in thousandths.
    pub fn fill(&self) -> u32 {
        let used: u64 = self.used.iter().map(|&u| u as u64).sum();
        (used * 1000 / (self.capacity as u64 * SEGMENT as u64)) as u32
    }

    #[inline(always)]
    pub(super) fn segment(&self, key: u64) -> usize {
        (((key >> 32) * self.active as u64) >> 32) as usize
    }

    #[inline(always)]
    pub(super) fn home(key: u64) -> usize {
        key as usize & MASK
    }

    /// Hints that `key` will be asked soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.slots.as_slice()[self.segment(key) * SEGMENT + Self::home(key)]);
    }

    /// What is known of the board `key` with `hand` in the attacker's hand, met at
    /// `depth`, asked for a mate within `len`.
    pub fn probe(&self, key: u64, hand: Hand, depth: u16, len: Len) -> Found {
        let s = self.segment(key);
        let slots = &self.slots.as_slice()[s * SEGMENT..(s + 1) * SEGMENT];
        let mut at = Self::home(key);
        let (mut pn, mut dn) = (0, 0);
        let (mut amount, mut old, mut maybe_repetition) = (0, false, false);
        loop {
            let e = &slots[at & MASK];
            if e.key == 0 {
                break;
            }
            if e.key == key {
                let weaker = hand.covers(e.hand);
                let stronger = e.hand.covers(hand);
                if weaker && e.mate <= len {
                    return Found::Mate {
                        hand: e.hand,
                        len: e.mate,
                        mv: e.link,
                    };
                }
                if stronger && e.nomate >= len {
                    return Found::NoMate {
                        hand: e.hand,
                        len: e.nomate,
                    };
                }
                if weaker && stronger {
                    maybe_repetition = e.maybe_repetition();
                    amount = amount.max(e.amount);
                    let raised = e.pn > pn || e.dn > dn;
                    pn = pn.max(e.pn);
                    dn = dn.max(e.dn);
                    old |= raised && e.depth() < depth;
                } else if e.depth() <= depth {
                    // A weaker hand's disproof number and a stronger hand's proof
                    // number are lower bounds of ours.
                    if weaker && e.dn > dn && e.mate == Len::NONE_MATE {
                        dn = e.dn;
                        old |= e.depth() < depth;
                    } else if stronger && e.pn > pn && e.nomate == Len::NONE_NOMATE {
                        pn = e.pn;
                        old |= e.depth() < depth;
                    }
                }
            }
            at += 1;
        }
        Found::Open {
            pn,
            dn,
            amount,
            old,
            maybe_repetition,
        }
    }

    /// The same without dominance: only what was stored for this very hand.
    pub fn probe_exactly(&self, key: u64, hand: Hand, depth: u16, len: Len) -> Found {
        let stored = self.seek(key, hand).map(|i| &self.slots.as_slice()[i]);
        match stored {
            Some(e) if e.mate <= len => Found::Mate {
                hand,
                len: e.mate,
                mv: e.link,
            },
            Some(e) if e.nomate >= len => Found::NoMate {
                hand,
                len: e.nomate,
            },
            Some(e) => Found::Open {
                pn: e.pn,
                dn: e.dn,
                amount: e.amount,
                old: e.depth() < depth,
                maybe_repetition: e.maybe_repetition(),
            },
            None => Found::Open {
                pn: 0,
                dn: 0,
                amount: 0,
                old: false,
                maybe_repetition: false,
            },
        }
    }

    /// Where exactly this board and hand stand, if they do.
    fn seek(&self, key: u64, hand: Hand) -> Option<usize> {
        let base = self.segment(key) * SEGMENT;
        let slots = &self.slots.as_slice()[base..base + SEGMENT];
        let mut at = Self::home(key);
        loop {
            let e = &slots[at & MASK];
            if e.key == 0 {
                return None;
            }
            if e.key == key && e.hand == hand {
                return Some(base + (at & MASK));
            }
            at += 1;
        }
    }

    /// The move that led to an open position, if one is remembered.
    pub fn link(&self, key: u64, hand: Hand) -> Option<u32> {
        let e = &self.slots.as_slice()[self.seek(key, hand)?];
        (e.mate == Len::NONE_MATE && e.link != 0).then_some(e.link)
    }

    /// The slot of exactly this board and hand, made when missing.
    fn slot(&mut self, key: u64, hand: Hand, depth: u16) -> &mut Entry {
        debug_assert!(key != 0);
        if let Some(i) = self.seek(key, hand) {
            return &mut self.slots.as_mut_slice()[i];
        }
        let mut s = self.segment(key);
        if self.used[s] >= FULL {
            self.make_room(s);
            s = self.segment(key);
        }
        let i = self.insert_slot(s, key);
        let e = &mut self.slots.as_mut_slice()[i];
        *e = Entry::new(key, hand, depth);
        e
    }

    /// The first empty slot of the run of `key` in segment `s`, counted as used.
    pub(super) fn insert_slot(&mut self, s: usize, key: u64) -> usize {
        let slots = &self.slots.as_slice()[s * SEGMENT..(s + 1) * SEGMENT];
        let mut at = Self::home(key);
        while slots[at & MASK].key != 0 {
            at += 1;
        }
        self.used[s] += 1;
        s * SEGMENT + (at & MASK)
    }

    /// Stores the numbers of an unresolved position.
    #[allow(clippy::too_many_arguments)]
    pub fn store_open(
        &mut self,
        key: u64,
        hand: Hand,
        depth: u16,
        pn: u32,
        dn: u32,
        amount: u16,
        link: u32,
    ) {
        let e = self.slot(key, hand, depth);
        e.pn = pn;
        e.dn = dn;
        e.amount = e.amount.max(amount);
        e.lower_depth(depth);
        if e.mate == Len::NONE_MATE {
            e.link = link;
        }
    }

    /// Notes that a path through the position ended in a repetition.
    pub fn store_repetition(
        &mut self,
        key: u64,
        hand: Hand,
        depth: u16,
        pn: u32,
        dn: u32,
        amount: u16,
    ) {
        let e = self.slot(key, hand, depth);
        e.pn = pn;
        e.dn = dn;
        e.amount = e.amount.max(amount);
        e.lower_depth(depth);
        e.set_maybe_repetition();
    }

    /// Stores a proof: mate within `len` with `hand` or more, by `mv`.
    pub fn store_mate(&mut self, key: u64, hand: Hand, depth: u16, len: Len, amount: u16, mv: u32) {
        let e = self.slot(key, hand, depth);
        if len < e.mate {
            e.mate = len;
            e.link = mv;
        }
        e.amount = e.amount.max(amount);
        e.lower_depth(depth);
    }

    /// Stores a disproof: no mate within `len` with `hand` or less.
    pub fn store_nomate(&mut self, key: u64, hand: Hand, depth: u16, len: Len, amount: u16) {
        let e = self.slot(key, hand, depth);
        e.nomate = e.nomate.max(len);
        e.amount = e.amount.max(amount);
        e.lower_depth(depth);
    }
}

#[cfg(test)]
#[path = "main_table_tests.rs"]
mod tests;
