//! One entry of the main table: what is known of a board with one attacker's hand.
//!
//! An entry carries two bounds side by side, "mate within `mate` plies" and "no
//! mate within `nomate` plies", and between them the proof and disproof number of
//! the question that was last asked. Bounds instead of a single verdict are what
//! lets one table serve searches with different length limits (the idea of
//! KomoringHeights' length-aware df-pn).
//!
//! The hand of a final entry is a proof hand (least) or a disproof hand
//! (greatest); `Table::probe` reads other hands of the same board by dominance.

use super::numbers::Numbers;
use crate::base::Len;
use crate::shogi::Place;

/// An entry as threads read and write it, always as a whole; in memory it is a `Slot`.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is about; the key is 0 when the slot is empty.
    pub place: Place,
    /// A measure of the searched subtree, which the search gives, 65,535 at most; collections
    /// remove the entries with the smallest.
    pub amount: u16,
    /// Least depth at which the position was met (low 15 bits) and the flag
    /// "was disproved by repetition on some path" (top bit).
    pub(super) depth_flag: u16,
    /// Proof and disproof number of the unresolved question.
    pub numbers: Numbers,
    /// Mate within this number of plies is proved; `Len::NONE_MATE` when no mate is.
    pub mate: Len,
    /// No mate within this number of plies is proved; `Len::NONE_NOMATE` when nothing is.
    pub nomate: Len,
    /// The move that mates (final entries) or the move that led here (others).
    pub link: u32,
}

const REPETITION: u16 = 0x8000;

impl Entry {
    /// The numbers of a new entry.
    const NEW: Numbers = Numbers::new(1, 1);

    /// A new unresolved entry.
    pub fn new(place: Place, depth: u16) -> Entry {
        Entry {
            place,
            amount: 1,
            depth_flag: depth,
            numbers: Entry::NEW,
            mate: Len::NONE_MATE,
            nomate: Len::NONE_NOMATE,
            link: 0,
        }
    }

    /// Least depth at which the position was met.
    pub fn depth(&self) -> u16 {
        self.depth_flag & !REPETITION
    }

    /// Keeps the smaller depth.
    pub fn lower_depth(&mut self, depth: u16) {
        if depth < self.depth() {
            self.depth_flag = depth | (self.depth_flag & REPETITION);
        }
    }

    /// True when mate or no mate is proved without a limit on the length.
    pub fn is_decided(&self) -> bool {
        self.mate <= Len::INFINITE || self.nomate >= Len::INFINITE
    }

    /// True when a search has left numbers here. Those of a new entry are the least there are.
    pub fn has_numbers(&self) -> bool {
        self.numbers != Entry::NEW
    }

    /// True when some path ended in a disproof by repetition here.
    pub fn maybe_repetition(&self) -> bool {
        self.depth_flag & REPETITION != 0
    }

    /// Notes that the repetition table may know more.
    pub fn set_maybe_repetition(&mut self) {
        self.depth_flag |= REPETITION;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Hand;

    const PLACE: Place = Place {
        key: 7,
        hand: Hand::EMPTY,
    };

    #[test]
    fn a_new_entry_knows_nothing() {
        let e = Entry::new(PLACE, 3);
        assert!(!e.maybe_repetition());
        assert!(e.mate > Len::INFINITE, "no proof, not even without limit");
        assert_eq!((e.nomate, e.depth()), (Len::ZERO, 3));
    }

    #[test]
    fn depth_and_flag_share_a_word() {
        let mut e = Entry::new(PLACE, 0x7FFF);
        e.set_maybe_repetition();
        assert_eq!(e.depth(), 0x7FFF);
        e.lower_depth(12);
        e.lower_depth(13);
        assert_eq!(e.depth(), 12);
        assert!(e.maybe_repetition());
    }
}
