//! Finding and storing positions.
//!
//! The table is cut into segments of a mebibyte, each an open-addressing hash table of
//! its own: a key goes into the first group of eight slots from its home on that has one
//! empty (`tags`), so all hands of one board lie in one run of groups and dominance is read off
//! while probing. Only as many segments as needed are in use (`directory`): a full one is
//! split while there is memory, and after that collected (`collection`). Either takes a few
//! milliseconds and stops only the threads that want something of that very segment.
//!
//! Threads share a table. A segment is cut into stripes, and each has a `Sequence`
//! that guards the entries of all keys whose home lies in the stripe, wherever
//! probing has put them. Other keys' slots are only passed by: a key takes an empty slot by
//! compare-and-exchange of the group's tags, and leaves it only when the whole segment is
//! rebuilt. So a reader never stops too early, at a group that had an empty slot once, also on a
//! processor that reorders what it reads (ARM): its own `Sequence` puts it after the writer who
//! passed that group, and no later reading of a word sees an older value of it.

use super::directory::Directory;
use super::entry::Entry;
use super::memory::{OutOfMemory, Slots, prefetch};
use super::numbers::Numbers;
use super::sequence::{Sequence, Writing};
use super::slot::Slot;
use super::tags::{GROUP, Tags, tag};
use crate::base::Len;
use crate::shogi::{Hand, Place};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Slots of one segment: 2^15 of 32 bytes.
pub(super) const SEGMENT: usize = 1 << 15;
const GROUPS: usize = SEGMENT / GROUP;
/// Bytes of a segment: 1 MiB of slots, and 32 KiB of tags.
pub(super) const BYTES: usize = SEGMENT * size_of::<Slot>() + GROUPS * size_of::<Tags>();
/// A segment is full at 85% (experiment 77).
pub(super) const FULL: u32 = SEGMENT as u32 / 100 * 85;
/// The others may fill a full segment up to this while one thread makes room in it.
pub(super) const OVERFULL: u32 = SEGMENT as u32 / 100 * 92;
/// Stripes of a segment. Their numbers take 2 KiB a segment; a node writes once or
/// twice, for some 50 ns, so two of 64 threads seldom meet. What costs more is that a
/// writer takes the cache line of a number, and of those beside it, from the others: with
/// 64 stripes two threads were 2% slower (experiment 45).
pub(super) const STRIPES: usize = 512;
const STRIPE: usize = GROUPS / STRIPES;

/// What the table knows of a position asked with a length limit.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// Mate within `len`, for every hand that covers `hand`.
    Mate { hand: Hand, len: Len, mv: u32 },
    /// No mate within `len`, for every hand that `hand` covers.
    NoMate { hand: Hand, len: Len },
    /// Neither is known.
    Open {
        /// Lower bounds of the proof and the disproof number, each 0 where nothing is known.
        numbers: Numbers,
        /// `Entry::amount`, 0 when this very board and hand were never searched.
        amount: u16,
        /// The numbers come from an entry met at a smaller depth (TCA's "old").
        old: bool,
        /// Some path through it ended in a repetition.
        maybe_repetition: bool,
    },
}

impl Found {
    /// What is known of a position that was never met.
    pub const NOTHING: Found = Found::Open {
        numbers: Numbers::UNKNOWN,
        amount: 0,
        old: false,
        maybe_repetition: false,
    };
}

/// The main transposition table.
pub struct Table {
    pub(super) slots: Slots<Slot>,
    pub(super) tags: Slots<Tags>,
    pub(super) sequences: Slots<Sequence>,
    pub(super) used: Vec<AtomicU32>,
    /// One for each segment, locked by the thread that makes room in it.
    pub(super) rooms: Box<[Mutex<()>]>,
    /// Which segment each key lives in; the memory of segments not taken yet is untouched.
    pub(super) directory: Directory,
    /// Work space of earlier rebuilds, kept for the next ones.
    pub(super) scratch: Mutex<Vec<Vec<Entry>>>,
    /// A collection throws the smallest subtrees away; else any entries.
    pub smallest_go: bool,
    pub(super) collections: AtomicU64,
    /// The number of collections when the entries were last made to count less (`age`).
    pub(super) aged: u64,
}

impl Table {
    /// A table of at most `bytes` bytes (at least one segment).
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(bytes: usize) -> Result<Table, OutOfMemory> {
        let capacity = (bytes / BYTES).max(1);
        Ok(Table {
            // The slots come first: they alone can be refused, and where they are granted the
            // other parts are small.
            slots: Slots::new(capacity * SEGMENT)?,
            tags: Slots::new(capacity * GROUPS)?,
            sequences: Slots::new(capacity * STRIPES)?,
            used: (0..capacity).map(|_| AtomicU32::new(0)).collect(),
            rooms: (0..capacity).map(|_| Mutex::default()).collect(),
            directory: Directory::new(capacity),
            scratch: Mutex::default(),
            smallest_go: true,
            collections: AtomicU64::new(0),
            aged: 0,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for s in 0..self.directory.taken() {
            if std::mem::take(self.used[s].get_mut()) > 0 {
                self.slots.zero(s * SEGMENT..(s + 1) * SEGMENT);
                self.tags.zero(s * GROUPS..(s + 1) * GROUPS);
            }
        }
        self.directory.clear();
        *self.collections.get_mut() = 0;
        self.aged = 0;
    }

    /// Collections of a segment so far.
    pub fn collections(&self) -> u64 {
        self.collections.load(Relaxed)
    }

    /// Bytes in use: the segments that were touched.
    pub fn bytes(&self) -> usize {
        self.directory.taken() * BYTES
    }

    /// Fill of the whole capacity in thousandths.
    pub fn fill(&self) -> u32 {
        (self.entries() * 1000 / (self.directory.capacity() as u64 * SEGMENT as u64)) as u32
    }

    /// Entries that can be stored before others are forgotten, about; none once a segment was
    /// collected.
    pub fn room(&self) -> u64 {
        if self.collections() > 0 {
            return 0;
        }
        let most = self.directory.capacity() as u64 * u64::from(FULL);
        most.saturating_sub(self.entries())
    }

    /// Entries that are stored.
    fn entries(&self) -> u64 {
        self.used.iter().map(|u| u64::from(u.load(Relaxed))).sum()
    }

    /// The group of slots where to look first.
    #[inline(always)]
    fn home(key: u64) -> usize {
        key as usize / GROUP % GROUPS
    }

    #[inline(always)]
    pub(super) fn slots_of(&self, s: usize) -> &[Slot] {
        &self.slots.as_slice()[s * SEGMENT..(s + 1) * SEGMENT]
    }

    #[inline(always)]
    pub(super) fn tags_of(&self, s: usize) -> &[Tags] {
        &self.tags.as_slice()[s * GROUPS..(s + 1) * GROUPS]
    }

    /// The slots of segment `s` where entries of `key` may lie.
    #[inline(always)]
    fn run(&self, s: usize, key: u64) -> Run<'_> {
        Run {
            slots: self.slots_of(s),
            tags: self.tags_of(s),
            group: Self::home(key),
            key,
        }
    }

    /// What guards the entries of `key` in segment `s`.
    #[inline(always)]
    pub(super) fn sequence(&self, s: usize, key: u64) -> &Sequence {
        &self.sequences.as_slice()[s * STRIPES + Self::home(key) / STRIPE]
    }

    /// Hints that `key` will be asked soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let s = self.directory.segment(key);
        prefetch(&self.tags_of(s)[Self::home(key)]);
        prefetch(self.sequence(s, key));
    }

    /// What is known of a mate within `len` at `place`, met at `depth`. Entries of other hands on
    /// the board are used where they apply.
    pub fn probe(&self, place: Place, depth: u16, len: Len) -> Found {
        let s = self.directory.segment(place.key);
        let run = self.run(s, place.key);
        let look = || look(&run, place.hand, depth, len);
        self.sequence(s, place.key).read(look, meanwhile)
    }

    /// The entry of exactly this board and hand.
    fn entry(&self, place: Place) -> Option<Entry> {
        let s = self.directory.segment(place.key);
        let run = self.run(s, place.key);
        let look = || Some(run.seek(place.hand)?.load());
        self.sequence(s, place.key).read(look, meanwhile)
    }

    /// `probe` without dominance: only what was stored for this very hand.
    pub fn probe_exactly(&self, place: Place, depth: u16, len: Len) -> Found {
        let hand = place.hand;
        match self.entry(place) {
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
                numbers: e.numbers,
                amount: e.amount,
                old: e.depth() < depth,
                maybe_repetition: e.maybe_repetition(),
            },
            None => Found::NOTHING,
        }
    }

    /// The move that led to an open position, if one is remembered.
    pub fn link(&self, place: Place) -> Option<u32> {
        let e = self.entry(place)?;
        (e.mate == Len::NONE_MATE && e.link != 0).then_some(e.link)
    }

    /// Changes the entry of exactly this board and hand, which is made when it is missing. The
    /// position was met at `depth`, and `amount` measures its searched subtree.
    fn update(&self, place: Place, depth: u16, amount: u16, change: impl FnOnce(&mut Entry)) {
        let Place { key, hand } = place;
        let change = |e: &mut Entry| {
            change(e);
            e.amount = e.amount.max(amount);
            e.lower_depth(depth);
        };
        debug_assert!(key != 0);
        loop {
            let s = self.directory.segment(key);
            {
                let _writing = self.sequence(s, key).write();
                // The key may have another segment by now.
                if self.directory.segment(key) == s {
                    match self.run(s, key).seek(hand) {
                        Some(slot) => {
                            let mut e = slot.load();
                            change(&mut e);
                            slot.store(&e);
                            return;
                        }
                        None if self.has_room(s) => {
                            let mut e = Entry::new(place, depth);
                            change(&mut e);
                            self.insert(s, &e);
                            return;
                        }
                        None => {}
                    }
                }
            }
            self.make_room(s, key);
        }
    }

    /// True when one more entry may be written into segment `s`.
    #[inline(always)]
    fn has_room(&self, s: usize) -> bool {
        let used = self.used[s].load(Relaxed);
        used < FULL || used < OVERFULL && self.rooms[s].is_locked()
    }

    /// Writes a new entry into segment `s`, into the first slot of its run that is empty. The
    /// caller has the right to write.
    pub(super) fn insert(&self, s: usize, e: &Entry) {
        let tags = self.tags_of(s);
        let mut group = Self::home(e.place.key);
        let at = loop {
            match tags[group].claim(tag(e.place.key)) {
                Some(at) => break group * GROUP + at,
                None => group = (group + 1) % GROUPS,
            }
        };
        // Counted first: an atomic step would wait until the slot, seldom in the cache, is written.
        self.used[s].fetch_add(1, Relaxed);
        self.slots_of(s)[at].store(e);
    }

    /// The right to write anywhere in segment `s`.
    pub(super) fn write_segment(&self, s: usize) -> Vec<Writing<'_>> {
        let sequences = &self.sequences.as_slice()[s * STRIPES..(s + 1) * STRIPES];
        sequences.iter().map(Sequence::write).collect()
    }

    /// Stores the numbers of an unresolved position.
    pub fn store_open(&self, place: Place, depth: u16, numbers: Numbers, amount: u16, link: u32) {
        self.update(place, depth, amount, |e| {
            e.numbers = numbers;
            if e.mate == Len::NONE_MATE {
                e.link = link;
            }
        });
    }

    /// Takes numbers of a position from elsewhere as its first ones. Numbers that were found here,
    /// and results, stay as they are; and since nothing was searched here, the entry counts as the
    /// smallest when room is made.
    pub fn store_heard(&self, place: Place, depth: u16, numbers: Numbers) {
        self.update(place, depth, 1, |e| {
            if !e.is_decided() && !e.has_numbers() {
                e.numbers = numbers;
            }
        });
    }

    /// Notes that a path through the position ended in a repetition.
    pub fn store_repetition(&self, place: Place, depth: u16, numbers: Numbers, amount: u16) {
        self.update(place, depth, amount, |e| {
            e.numbers = numbers;
            e.set_maybe_repetition();
        });
    }

    /// Stores a proof: mate within `len` with the hand or more, by `mv`.
    pub fn store_mate(&self, place: Place, depth: u16, len: Len, amount: u16, mv: u32) {
        self.update(place, depth, amount, |e| {
            if len < e.mate {
                e.mate = len;
                e.link = mv;
            }
        });
    }

    /// Stores a disproof: no mate within `len` with the hand or less.
    pub fn store_nomate(&self, place: Place, depth: u16, len: Len, amount: u16) {
        self.update(place, depth, amount, |e| {
            e.nomate = e.nomate.max(len);
        });
    }
}

/// Called in the middle of every look-up; does nothing outside of tests.
#[inline(always)]
fn meanwhile() {
    #[cfg(test)]
    races_tests::meanwhile();
}

/// The slots of a segment where entries of `key` may lie.
struct Run<'a> {
    slots: &'a [Slot],
    tags: &'a [Tags],
    group: usize,
    key: u64,
}

impl<'a> Run<'a> {
    /// Shows `see` every slot of the key, until it has seen enough.
    #[inline(always)]
    fn find<R>(&self, mut see: impl FnMut(&'a Slot) -> Option<R>) -> Option<R> {
        let (mut group, tag) = (self.group, tag(self.key));
        loop {
            let word = self.tags[group].load();
            for at in word.with(tag) {
                let slot = &self.slots[group * GROUP + at];
                if slot.key() == self.key
                    && let Some(seen) = see(slot)
                {
                    return Some(seen);
                }
            }
            if word.has_empty() {
                return None;
            }
            group = (group + 1) % GROUPS;
        }
    }

    /// The slot of exactly this hand.
    #[inline(always)]
    fn seek(&self, hand: Hand) -> Option<&'a Slot> {
        self.find(|slot| (slot.hand() == hand).then_some(slot))
    }
}

/// Reads off a run what is known; see `Table::probe`.
#[inline(always)]
fn look(run: &Run, hand: Hand, depth: u16, len: Len) -> Found {
    let mut numbers = Numbers::UNKNOWN;
    let (mut amount, mut old, mut maybe_repetition) = (0, false, false);
    let decided = run.find(|slot| {
        let e = slot.load();
        let weaker = hand.covers(e.place.hand);
        let stronger = e.place.hand.covers(hand);
        if weaker && e.mate <= len {
            return Some(Found::Mate {
                hand: e.place.hand,
                len: e.mate,
                mv: e.link,
            });
        }
        if stronger && e.nomate >= len {
            return Some(Found::NoMate {
                hand: e.place.hand,
                len: e.nomate,
            });
        }
        if weaker && stronger {
            maybe_repetition = e.maybe_repetition();
            amount = amount.max(e.amount);
            let before = numbers;
            numbers = numbers.max(e.numbers);
            old |= numbers != before && e.depth() < depth;
        } else if e.depth() <= depth {
            // A weaker hand's disproof number and a stronger hand's proof
            // number are lower bounds of ours.
            if weaker && e.numbers.dn > numbers.dn && e.mate == Len::NONE_MATE {
                numbers.dn = e.numbers.dn;
                old |= e.depth() < depth;
            } else if stronger && e.numbers.pn > numbers.pn && e.nomate == Len::NONE_NOMATE {
                numbers.pn = e.numbers.pn;
                old |= e.depth() < depth;
            }
        }
        None
    });
    decided.unwrap_or(Found::Open {
        numbers,
        amount,
        old,
        maybe_repetition,
    })
}

#[cfg(test)]
#[path = "main_table_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "main_table_races_tests.rs"]
mod races_tests;
