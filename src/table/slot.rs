//! The place of one entry in memory that several threads share.
//!
//! Every field is an atomic of its own, read and written relaxed, which costs what a
//! plain access costs. The `Sequence` of the slot's stripe makes sure that fields read
//! together belong together: only the key of a slot may be read without it.

use super::entry::Entry;
use super::numbers::Numbers;
use crate::base::Len;
use crate::shogi::{Hand, Place};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// 32 bytes, two a cache line; the fields of [`Entry`], the key first. All bytes zero
/// are an empty slot.
#[repr(C, align(32))]
pub struct Slot {
    key: AtomicU64,
    hand: AtomicU32,
    amount: AtomicU16,
    depth_flag: AtomicU16,
    pn: AtomicU32,
    dn: AtomicU32,
    mate: AtomicU16,
    nomate: AtomicU16,
    link: AtomicU32,
}

const _: () = assert!(size_of::<Slot>() == 32);

impl Slot {
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    #[inline(always)]
    pub fn hand(&self) -> Hand {
        Hand::from_bits(self.hand.load(Relaxed))
    }

    #[inline(always)]
    pub fn load(&self) -> Entry {
        Entry {
            place: Place {
                key: self.key(),
                hand: self.hand(),
            },
            amount: self.amount.load(Relaxed),
            depth_flag: self.depth_flag.load(Relaxed),
            numbers: Numbers {
                pn: self.pn.load(Relaxed),
                dn: self.dn.load(Relaxed),
            },
            mate: Len::from_raw(self.mate.load(Relaxed)),
            nomate: Len::from_raw(self.nomate.load(Relaxed)),
            link: self.link.load(Relaxed),
        }
    }

    /// Writes `e` into a slot that holds its key already, or is empty.
    #[inline(always)]
    pub fn store(&self, e: &Entry) {
        self.key.store(e.place.key, Relaxed);
        self.hand.store(e.place.hand.bits(), Relaxed);
        self.amount.store(e.amount, Relaxed);
        self.depth_flag.store(e.depth_flag, Relaxed);
        self.pn.store(e.numbers.pn, Relaxed);
        self.dn.store(e.numbers.dn, Relaxed);
        self.mate.store(e.mate.raw(), Relaxed);
        self.nomate.store(e.nomate.raw(), Relaxed);
        self.link.store(e.link, Relaxed);
    }

    /// Divides the size that the entry gives for its subtree by 64, so that the largest subtrees
    /// of an old search still count more than the many small ones of a new one. No other thread
    /// may write.
    pub fn age(&self) {
        let amount = self.amount.load(Relaxed);
        self.amount.store((amount >> 6).max(1), Relaxed);
    }

    /// Empties the slot. The other fields stay until the next entry overwrites them.
    #[inline(always)]
    pub fn empty(&self) {
        self.key.store(0, Relaxed);
    }
}
