//! Which positions do the entries of a certificate cover?
//!
//! A position is covered when an entry has the same board, a hand that bounds the
//! attacker's hand (from below for a mate, from above for a no-mate) and a distance
//! that is not too great. Both bounds are brought to one form, *entry's hand within
//! position's hand*: for a no-mate each hand is replaced by what it lacks of the
//! whole set.
//!
//! Cost. The entries of one board are looked through one after the other as long as
//! there are at most [`FEW`]. A board with more of them gets a table with the least
//! distance for every hand there can be, 106,875 at most (18 pawns, 4 of four
//! kinds, 2 of two: 19 · 5⁴ · 3²), or 209 for each of these entries. It is filled
//! in seven passes, and a look into it takes one step. So the time for a
//! certificate is at most proportional to the number of its entries and of the
//! positions that are looked up.
use crate::board::{Hand, Kind, Position};
use std::collections::HashMap;

/// Entries of one board that are looked through one after the other.
const FEW: usize = 512;

/// No entry: a distance greater than all that can be written.
const NONE: u32 = u32::MAX;

/// The entries of a certificate, by board.
pub(crate) struct Index {
    /// All pieces of the root but the kings.
    set: Hand,
    /// True when an entry's hand bounds from below, as for a mate.
    is_mate: bool,
    boards: HashMap<[u8; 81], Entries>,
}

/// The entries of one board: the hand and the distance of each, or a table.
enum Entries {
    List(Vec<(Hand, u32)>),
    Table(Vec<u32>),
}

impl Index {
    /// An index without entries.
    pub fn new(set: Hand, is_mate: bool) -> Index {
        Index {
            set,
            is_mate,
            boards: HashMap::new(),
        }
    }

    /// Adds an entry; for a no-mate the distance is 0.
    pub fn add(&mut self, position: &Position, hand: Hand, distance: u32) {
        let hand = self.as_lower_bound(hand);
        let new = || Entries::List(Vec::new());
        let entries = self.boards.entry(position.board_key()).or_insert_with(new);
        if let Entries::List(list) = entries {
            list.push((hand, distance));
        }
    }

    /// Makes the tables, after the last entry has been added. Stops early, and returns
    /// false, when `stop` returns true.
    pub fn complete(&mut self, stop: &dyn Fn() -> bool) -> bool {
        for entries in self.boards.values_mut() {
            let Entries::List(list) = entries else {
                continue;
            };
            if list.len() > FEW {
                if stop() {
                    return false;
                }
                *entries = Entries::Table(table(self.set, list));
            }
        }
        true
    }

    /// Is there an entry for this board and hand, of a distance of at most `plies`?
    pub fn covers(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        let hand = self.as_lower_bound(hand);
        match self.boards.get(&position.board_key()) {
            None => false,
            Some(Entries::List(list)) => list
                .iter()
                .any(|&(least, distance)| distance <= plies && least.is_within(hand)),
            Some(Entries::Table(table)) => {
                cell(self.set, hand).is_some_and(|cell| table[cell] <= plies)
            }
        }
    }

    /// A hand in the form that bounds from below: itself for a mate, what it lacks of the
    /// set for a no-mate.
    fn as_lower_bound(&self, hand: Hand) -> Hand {
        if self.is_mate {
            hand
        } else {
            self.set.without(hand)
        }
    }
}

/// The cell of a hand in a table: the numbers of pieces are the digits of a number, the
/// first kind's the lowest, and each kind has a base of its own. None for a hand that is
/// not within the set.
fn cell(set: Hand, hand: Hand) -> Option<usize> {
    let mut cell = 0;
    for kind in Kind::HAND.into_iter().rev() {
        cell = cell * base(set, kind) + usize::from(hand.count(kind));
    }
    hand.is_within(set).then_some(cell)
}

/// How many different numbers of pieces of a kind a hand within the set can have.
fn base(set: Hand, kind: Kind) -> usize {
    usize::from(set.count(kind)) + 1
}

/// For every hand within the set the least distance of an entry whose hand is
/// within that hand.
fn table(set: Hand, list: &[(Hand, u32)]) -> Vec<u32> {
    let size = Kind::HAND.iter().map(|&kind| base(set, kind)).product();
    let mut table = vec![NONE; size];
    // An entry with a hand that is not within the set covers nothing.
    for &(hand, distance) in list {
        if let Some(cell) = cell(set, hand) {
            table[cell] = table[cell].min(distance);
        }
    }
    // A piece more covers what was covered without it: first for pawns alone,
    // then for pawns and lances, and so on.
    let mut step = 1;
    for kind in Kind::HAND {
        let base = base(set, kind);
        for cell in 0..size {
            if cell / step % base > 0 {
                table[cell] = table[cell].min(table[cell - step]);
            }
        }
        step *= base;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands of up to two pieces of three kinds, of which the set has two pawns, a
    /// rook and no gold: some hands are not within it.
    fn hands() -> Vec<Hand> {
        let mut hands = Vec::new();
        for pawns in 0..=3 {
            for rooks in 0..=2 {
                for golds in 0..=1 {
                    let mut hand = Hand::default();
                    hand.set(Kind::Pawn, pawns);
                    hand.set(Kind::Rook, rooks);
                    hand.set(Kind::Gold, golds);
                    hands.push(hand);
                }
            }
        }
        hands
    }

    fn set() -> Hand {
        let mut set = Hand::default();
        set.set(Kind::Pawn, 2);
        set.set(Kind::Rook, 1);
        set
    }

    /// An index of these entries, and of `more` entries that are too distant to cover anything.
    fn index(entries: &[(Hand, u32)], is_mate: bool, more: usize) -> Index {
        let mut index = Index::new(set(), is_mate);
        let position = Position::empty();
        for &(hand, distance) in entries {
            index.add(&position, hand, distance);
        }
        for _ in 0..more {
            index.add(&position, hands()[0], 1_000);
        }
        assert!(index.complete(&|| false));
        index
    }

    fn is_table(index: &Index) -> bool {
        let entries = index.boards.values().next().unwrap();
        matches!(entries, Entries::Table(_))
    }

    #[test]
    fn a_table_is_made_when_entries_are_many() {
        for (many, expected) in [(1, false), (FEW, false), (FEW + 1, true)] {
            assert_eq!(is_table(&index(&[], true, many)), expected);
        }
    }

    /// Lists and tables give the answer of the definition.
    #[test]
    fn lists_and_tables_agree() {
        let position = Position::empty();
        let within_set = |hand: &Hand| hand.is_within(set());
        for is_mate in [true, false] {
            for first in hands() {
                for second in hands().into_iter().step_by(5) {
                    let distances = if is_mate { [3, 1] } else { [0, 0] };
                    let entries = [(first, distances[0]), (second, distances[1])];
                    let list = index(&entries, is_mate, 0);
                    let table = index(&entries, is_mate, if is_mate { FEW } else { 0 });
                    assert_eq!(is_table(&table), is_mate);
                    for held in hands().into_iter().filter(within_set) {
                        for plies in if is_mate { 0..5 } else { 0..1 } {
                            let expected = entries.iter().any(|&(hand, distance)| {
                                if is_mate {
                                    hand.is_within(held) && distance <= plies
                                } else {
                                    held.is_within(hand)
                                }
                            });
                            assert_eq!(list.covers(&position, held, plies), expected);
                            assert_eq!(table.covers(&position, held, plies), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_of_no_mates() {
        let position = Position::empty();
        let mut index = Index::new(set(), false);
        for _ in 0..=FEW {
            index.add(&position, hands()[0], 0);
        }
        let [mut pawn, mut both] = [Hand::default(); 2];
        pawn.set(Kind::Pawn, 1);
        index.add(&position, pawn, 0);
        // More golds than the set has: as good as none.
        both.set(Kind::Rook, 1);
        both.set(Kind::Gold, 3);
        index.add(&position, both, 0);
        assert!(index.complete(&|| false) && is_table(&index));
        for held in hands().into_iter().filter(|hand| hand.is_within(set())) {
            let covered = held.is_within(pawn) || held.is_within(both);
            assert_eq!(index.covers(&position, held, 0), covered, "{held:?}");
        }
    }

    #[test]
    fn boards_are_kept_apart() {
        let mut index = index(&[(Hand::default(), 1)], true, 0);
        let other = crate::notation::board("9/9/9/9/4k4/9/9/9/9").unwrap();
        assert!(index.covers(&Position::empty(), set(), 1));
        assert!(!index.covers(&other, set(), 1));
        index.add(&other, Hand::default(), 1);
        assert!(index.covers(&other, set(), 1));
    }

    /// The largest table has the size that is promised.
    #[test]
    fn the_size_of_a_table() {
        let mut full = Hand::default();
        for (kind, count) in Kind::HAND.into_iter().zip([18, 4, 4, 4, 4, 2, 2]) {
            full.set(kind, count);
        }
        let table = table(full, &[(Hand::default(), 1), (full, 7)]);
        assert_eq!(table.len(), 106_875);
        assert!(table.iter().all(|&distance| distance == 1));
    }

    #[test]
    fn making_tables_can_be_stopped() {
        let mut index = Index::new(set(), true);
        for _ in 0..=FEW {
            index.add(&Position::empty(), Hand::default(), 1);
        }
        assert!(!index.complete(&|| true));
        assert!(!is_table(&index));
    }
}
