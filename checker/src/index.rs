//! Which entries of a certificate cover a position?
//!
//! A position is covered by an entry of the kind that is asked for, when the entry has its board,
//! a hand that bounds the attacker's hand (from below for a mate, from above for a no-mate; the
//! same hand for kinds that hold for one hand only), and plies that say enough. Hands that bound
//! from above and plies that do so are turned round, so that of two entries the one with the
//! smaller hand and the smaller number says more: a hand is replaced by what it lacks of the
//! whole set, plies by what they lack of [`EVER`].
//!
//! Cost. Beside the entries themselves (`packed`) there is a number for each board. The entries of
//! one board are looked through one after the other as long as
//! there are at most [`FEW`]. A board with more of them gets a table with the least
//! number for every hand there can be, 106,875 at most (18 pawns, 4 of four
//! kinds, 2 of two: 19 · 5⁴ · 3²), or 209 for each of these entries. It is filled
//! in seven passes, and a look into it takes one step. So the time for a
//! certificate is at most proportional to the number of its entries and of the
//! positions that are looked up.
use crate::board::{Hand, Kind, Position};
use crate::packed::{Entry, HoldsFor, Key, Packed, Record, Says};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Entries of one board that are looked through one after the other.
const FEW: usize = 512;

/// The plies of "no mate, however long it may take".
pub(crate) const EVER: u32 = u32::MAX;

/// No entry: a number greater than all that can be written.
const NONE: u32 = u32::MAX;

/// The entries of a certificate, by kind and board.
pub(crate) struct Index {
    /// All pieces of the root but the kings.
    set: Hand,
    records: Packed,
    /// By the hash of a key the place of the last record with it; each record has the place of
    /// the one before it. Nobody can write a file with many keys of one hash: the hasher is
    /// seeded by chance.
    last: HashMap<u64, usize>,
    hasher: RandomState,
    /// By key, of those that have more than [`FEW`] records.
    tables: HashMap<Box<[u8]>, Vec<u32>>,
    /// How many records were looked at, for the tests.
    #[cfg(test)]
    looked_at: std::sync::atomic::AtomicUsize,
}

impl Index {
    /// An index without entries; `set` is all pieces but the kings.
    pub fn new(set: Hand) -> Index {
        Index {
            set,
            records: Packed::default(),
            last: HashMap::new(),
            hasher: RandomState::new(),
            tables: HashMap::new(),
            #[cfg(test)]
            looked_at: Default::default(),
        }
    }

    /// Adds an entry with this hand of the attacker.
    pub fn add(&mut self, entry: &Entry, hand: Hand) {
        let (says, plies) = (entry.says, entry.plies);
        let key = Key::new(says, &entry.position, hand);
        let hash = self.hasher.hash_one(key.bytes());
        let last = self.last.get(&hash).copied();
        // Where only one hand counts, the entry that says most is all that has to be found.
        let same = last.map(|place| self.records.at(place));
        let same = same.filter(|r| says.holds_for() == HoldsFor::None && r.key == key.bytes());
        let (earlier, is_found) = match same {
            Some(r) => (r.earlier, number(says, plies) < number(says, r.plies)),
            None => (last, true),
        };
        let place = self.records.push(entry, &key, hand, earlier);
        if is_found {
            self.last.insert(hash, place);
        }
    }

    /// Makes the tables, after the last entry has been added. Stops early, and returns
    /// false, when `stop` returns true.
    pub fn complete(&mut self, stop: &impl Fn() -> bool) -> bool {
        for &last in self.last.values() {
            let key = self.records.at(last).key;
            if self.found(key).nth(FEW).is_none() {
                continue;
            }
            if stop() {
                return false;
            }
            let list: Vec<(Hand, u32)> = self.found(key).map(|r| self.turned(&r)).collect();
            self.tables.insert(key.into(), table(self.set, &list));
        }
        true
    }

    /// All entries, packed.
    pub fn records(&self) -> &Packed {
        &self.records
    }

    /// Is there an entry of this kind for this board and hand that says `plies` or better?
    pub fn covers(&self, says: Says, position: &Position, hand: Hand, plies: u32) -> bool {
        let key = Key::new(says, position, hand);
        let asked = number(says, plies);
        let held = self.as_lower_bound(says, hand);
        if let Some(table) = self.tables.get(key.bytes()) {
            return cell(self.set, held).is_some_and(|cell| table[cell] <= asked);
        }
        self.found(key.bytes()).any(|record| {
            let (least, number) = self.turned(&record);
            number <= asked && least.is_within(held)
        })
    }

    /// The plies of the entry of this kind for this board and hand that says most.
    pub fn best(&self, says: Says, position: &Position, hand: Hand) -> Option<u32> {
        let key = Key::new(says, position, hand);
        let held = self.as_lower_bound(says, hand);
        let best = match self.tables.get(key.bytes()) {
            Some(table) => {
                let least = table[cell(self.set, held)?];
                (least != NONE).then_some(least)
            }
            None => {
                let found = self.found(key.bytes()).map(|record| self.turned(&record));
                let fits = found.filter(|(least, _)| least.is_within(held));
                fits.map(|(_, number)| number).min()
            }
        };
        best.map(|best| number(says, best))
    }

    /// The records of a key, the last one first.
    fn found<'a>(&'a self, key: &'a [u8]) -> impl Iterator<Item = Record<'a>> {
        let mut next = self.last.get(&self.hasher.hash_one(key)).copied();
        let records = std::iter::from_fn(move || {
            let record = self.records.at(next?);
            #[cfg(test)]
            self.looked_at
                .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            next = record.earlier;
            Some(record)
        });
        records.filter(move |record| record.key == key)
    }

    /// The hand and the plies of a record, turned round where they bound from above.
    fn turned(&self, record: &Record<'_>) -> (Hand, u32) {
        let says = record.says();
        let hand = self.as_lower_bound(says, record.hand);
        (hand, number(says, record.plies))
    }

    /// A hand in the form that bounds from below: itself for a mate, what it lacks of the
    /// set for a no-mate. Where an entry holds for one hand, that is part of the key.
    fn as_lower_bound(&self, says: Says, hand: Hand) -> Hand {
        match says.holds_for() {
            HoldsFor::Less => self.set.without(hand),
            HoldsFor::More | HoldsFor::None => hand,
        }
    }
}

/// Plies, turned round where more of them say more.
fn number(says: Says, plies: u32) -> u32 {
    match says.is_lower_bound() {
        true => EVER - plies,
        false => plies,
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
    use crate::board::{Color, Piece, Square};
    use crate::{notation, rules};
    use std::sync::atomic::Ordering;

    /// All pieces of a set.
    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

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

    /// Adds an entry for the empty board, or another one.
    fn add(index: &mut Index, says: Says, hand: Hand, plies: u32) {
        add_at(index, &Position::empty(), says, hand, plies);
    }

    fn add_at(index: &mut Index, position: &Position, says: Says, hand: Hand, plies: u32) {
        let entry = Entry {
            position: position.clone(),
            says,
            plies,
            moves: Vec::new(),
        };
        index.add(&entry, hand);
    }

    /// An index of these entries, and of `more` entries of mates too distant to cover anything.
    fn index(entries: &[(Hand, u32)], says: Says, more: usize) -> Index {
        let mut index = Index::new(set());
        for &(hand, plies) in entries {
            add(&mut index, says, hand, plies);
        }
        for _ in 0..more {
            add(&mut index, Says::Mate, hands()[0], 1_000);
        }
        assert!(index.complete(&|| false));
        index
    }

    fn is_table(index: &Index) -> bool {
        !index.tables.is_empty()
    }

    #[test]
    fn a_table_is_made_when_entries_are_many() {
        for (many, expected) in [(1, false), (FEW, false), (FEW + 1, true)] {
            assert_eq!(is_table(&index(&[], Says::Mate, many)), expected);
        }
    }

    /// Of 200,000 entries of one board each is looked at twice at most while the tables are made, and
    /// none afterwards, or one where an entry holds for one hand: the time is no square of their
    /// number. As many entries of boards with a few each are looked at as often as there are of a board.
    #[test]
    fn many_entries_of_one_board_take_time_in_proportion() {
        const MANY: usize = 200_000;
        let whole = rules::pieces(&notation::position(START).unwrap()).unwrap();
        let hand_of = |i: usize| {
            let (mut hand, mut rest) = (Hand::default(), i);
            for kind in Kind::HAND {
                hand.set(kind, (rest % base(whole, kind)) as u8);
                rest /= base(whole, kind);
            }
            hand
        };
        let looks = |index: &Index| index.looked_at.swap(0, Ordering::Relaxed);
        for says in [Says::Mate, Says::Longer] {
            let mut index = Index::new(whole);
            for i in 0..MANY {
                add(&mut index, says, hand_of(i), 2 * (i % 99) as u32 + 1);
            }
            assert!(index.complete(&|| false));
            assert!(looks(&index) <= 2 * MANY);
            for i in 0..MANY {
                index.covers(says, &Position::empty(), hand_of(7 * i), 9);
                index.best(says, &Position::empty(), hand_of(11 * i));
            }
            assert_eq!(looks(&index), 0);
            assert_eq!(index.tables.len(), 1);
        }
        let mut index = Index::new(whole);
        for i in 0..MANY {
            add(&mut index, Says::Within, hand_of(3), 2 * i as u32 + 1);
        }
        assert!(index.complete(&|| false) && index.tables.is_empty());
        assert_eq!(
            index.best(Says::Within, &Position::empty(), hand_of(3)),
            Some(1)
        );
        assert!(looks(&index) <= 3);
        // As many entries of a board as are looked through one after the other.
        let mut index = Index::new(whole);
        let boards = Square::ALL.map(|square| {
            let mut position = Position::empty();
            let (kind, color) = (Kind::King, Color::White);
            position.put(square, Some(Piece { kind, color }));
            position
        });
        for i in 0..FEW * boards.len() {
            let board = &boards[i % boards.len()];
            add_at(&mut index, board, Says::Mate, hand_of(i), 1);
        }
        assert!(index.complete(&|| false) && index.tables.is_empty());
        looks(&index);
        for board in &boards {
            assert!(!index.covers(Says::Mate, board, Hand::default(), 0));
        }
        assert_eq!(looks(&index), FEW * boards.len());
    }

    /// Lists and tables give the answer of the definition.
    #[test]
    fn lists_and_tables_agree() {
        let position = Position::empty();
        let within_set = |hand: &Hand| hand.is_within(set());
        for says in [Says::Mate, Says::Longer] {
            let is_mate = says == Says::Mate;
            for first in hands() {
                for second in hands().into_iter().step_by(5) {
                    let distances = if is_mate { [3, 1] } else { [EVER, 5] };
                    let entries = [(first, distances[0]), (second, distances[1])];
                    let list = index(&entries, says, 0);
                    let table = index(&entries, says, if is_mate { FEW } else { 0 });
                    assert_eq!(is_table(&table), is_mate);
                    for held in hands().into_iter().filter(within_set) {
                        let best = list.best(says, &position, held);
                        let more = table.best(says, &position, held);
                        assert_eq!(more.filter(|&plies| plies != 1_000), best);
                        let says_it = |plies| list.covers(says, &position, held, plies);
                        assert!(best.is_none_or(says_it));
                        for plies in 0..8 {
                            let expected = entries.iter().any(|&(hand, distance)| {
                                if is_mate {
                                    hand.is_within(held) && distance <= plies
                                } else {
                                    held.is_within(hand) && distance >= plies
                                }
                            });
                            assert_eq!(list.covers(says, &position, held, plies), expected);
                            assert_eq!(table.covers(says, &position, held, plies), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_of_no_mates() {
        let position = Position::empty();
        let mut index = Index::new(set());
        for _ in 0..=FEW {
            add(&mut index, Says::Longer, hands()[0], EVER);
        }
        let [mut pawn, mut both] = [Hand::default(); 2];
        pawn.set(Kind::Pawn, 1);
        add(&mut index, Says::Longer, pawn, EVER);
        // More golds than the set has: as good as none.
        both.set(Kind::Rook, 1);
        both.set(Kind::Gold, 3);
        add(&mut index, Says::Longer, both, EVER);
        assert!(index.complete(&|| false) && is_table(&index));
        for held in hands().into_iter().filter(|hand| hand.is_within(set())) {
            let covered = held.is_within(pawn) || held.is_within(both);
            assert_eq!(
                index.covers(Says::Longer, &position, held, EVER),
                covered,
                "{held:?}"
            );
        }
    }

    #[test]
    fn boards_are_kept_apart() {
        let mut index = index(&[(Hand::default(), 1)], Says::Mate, 0);
        let other = crate::notation::board("9/9/9/9/4k4/9/9/9/9").unwrap();
        assert!(index.covers(Says::Mate, &Position::empty(), set(), 1));
        assert!(!index.covers(Says::Mate, &other, set(), 1));
        add_at(&mut index, &other, Says::Mate, Hand::default(), 1);
        assert!(index.covers(Says::Mate, &other, set(), 1));
    }

    /// So are kinds; and hands, but where an entry holds for greater or for smaller ones as well.
    #[test]
    fn kinds_and_hands_are_kept_apart() {
        let (position, smaller, greater) = (Position::empty(), Hand::default(), set());
        let mut pawn = Hand::default();
        pawn.set(Kind::Pawn, 1);
        let all = [
            (Says::Mate, false, true),
            (Says::Longer, true, false),
            (Says::Within, false, false),
            (Says::Mated, false, false),
            (Says::Leaves, false, false),
            (Says::Spares, false, false),
            (Says::Spends, false, false),
            (Says::Beyond, true, false),
            (Says::BeyondExact, false, false),
            (Says::Lasts, false, false),
            (Says::Besides, true, false),
        ];
        for (n, &(says, for_smaller, for_greater)) in all.iter().enumerate() {
            let mut index = Index::new(set());
            for &(other, ..) in all.iter().filter(|&&(other, ..)| other != says) {
                add(&mut index, other, pawn, 5);
            }
            let holds = |index: &Index, hand| {
                let covers = index.covers(says, &position, hand, 5);
                assert_eq!(index.best(says, &position, hand), covers.then_some(5));
                covers
            };
            assert!(!holds(&index, pawn), "{n}");
            add(&mut index, says, pawn, 5);
            assert!(holds(&index, pawn), "{n}");
            assert_eq!(holds(&index, smaller), for_smaller, "{n}");
            assert_eq!(holds(&index, greater), for_greater, "{n}");
        }
    }

    /// Of the entries for one hand the one that says most is found, in whatever order they come.
    #[test]
    fn the_best_of_exact_entries() {
        let position = Position::empty();
        for order in [[3, 1, 5], [1, 3, 5], [5, 3, 1], [3, 5, 1]] {
            let mut index = Index::new(set());
            for plies in order {
                for says in [Says::Within, Says::BeyondExact, Says::Mated, Says::Lasts] {
                    add(&mut index, says, set(), plies);
                }
            }
            let best = |says| index.best(says, &position, set());
            assert_eq!((best(Says::Within), best(Says::Mated)), (Some(1), Some(1)));
            assert_eq!(best(Says::BeyondExact), Some(5));
            assert_eq!(best(Says::Lasts), Some(5));
            assert!(index.covers(Says::BeyondExact, &position, set(), 5));
            assert!(!index.covers(Says::BeyondExact, &position, set(), 7));
        }
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
        let mut index = Index::new(set());
        for _ in 0..=FEW {
            add(&mut index, Says::Mate, Hand::default(), 1);
        }
        assert!(!index.complete(&|| true));
        assert!(!is_table(&index));
    }
}
