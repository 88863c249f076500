//! Numbers that machines tell each other.
//!
//! Machines that search leaves of one problem (`upper`) meet the same positions below them, and
//! each finds the same proof and disproof numbers anew. So a machine reads out of its table the
//! positions that have cost it most, and the others take their numbers as first ones, better than
//! any guess (experiment 74).
//!
//! Nothing of it can be checked, so nothing is decided by it. Whatever the bytes say, a word has
//! the numbers of an open position, and it is taken only where the listener has none of its own.
//! A lie costs nodes. A result, too, is told as numbers, which say that it is nearly certain:
//! whoever needs it proves it again, and finds out quickly how. Proofs go round as certificates,
//! of whole leaves only (`solver/standing.rs`).

use crate::base::Len;
use crate::shogi::{Hand, Place, is_key};
use crate::table::entry::Entry;
use crate::table::{Numbers, Table};
use std::cmp::Reverse;

/// Which positions are told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// Those whose subtree measures so much at least (`Entry::amount`).
    pub least: u16,
    /// So many of them, the largest ones.
    pub most: usize,
}

impl Default for Telling {
    fn default() -> Self {
        Telling {
            least: 40,
            most: Hearsay::MOST,
        }
    }
}

/// What one machine tells: positions with their numbers, the largest subtree first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hearsay(Vec<Word>);

/// The numbers of one position, which is open for all that is told here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    place: Place,
    numbers: Numbers,
}

/// Why bytes are no hearsay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoHearsay {
    /// They are cut off, or too many.
    #[error("{0} bytes are no list of numbers")]
    Length(usize),
    /// No board has this key.
    #[error("{0:#x} is no key of a board")]
    Key(u64),
    /// No set of pieces has this hand.
    #[error("{0:#x} is no hand")]
    Hand(u32),
}

/// The depth at which a position that was heard of counts as met: at the root, as what was
/// learnt, since a path of another machine says nothing here.
const DEPTH: u16 = 1;

impl Hearsay {
    /// Words at most.
    pub const MOST: usize = 4000;

    /// What there is to tell of a table.
    pub(crate) fn read_out(table: &Table, telling: Telling) -> Hearsay {
        let mut found: Vec<(u16, Word)> = Vec::new();
        table.read_out(|entry| {
            if entry.amount >= telling.least
                && let Some(numbers) = numbers(entry)
            {
                found.push((entry.amount, Word::new(entry.place, numbers)));
            }
        });
        found.sort_unstable_by_key(|(amount, word)| (Reverse(*amount), word.place));
        found.truncate(telling.most.min(Hearsay::MOST));
        Hearsay(found.into_iter().map(|(_, word)| word).collect())
    }

    /// Puts into a table what it does not know itself.
    pub(crate) fn enter(&self, table: &Table) {
        for word in &self.0 {
            table.store_heard(word.place, DEPTH, word.numbers);
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True when there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As bytes, for other machines with the same version of this library.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_bytes()).collect()
    }

    /// From bytes of any origin. Numbers that an open position cannot have are changed to the
    /// nearest that it can.
    ///
    /// # Errors
    /// When the bytes are no such list.
    pub fn from_bytes(bytes: &[u8]) -> Result<Hearsay, NoHearsay> {
        let (words, rest) = bytes.as_chunks();
        if !rest.is_empty() || words.len() > Hearsay::MOST {
            return Err(NoHearsay::Length(bytes.len()));
        }
        let words: Result<Vec<Word>, NoHearsay> = words.iter().map(Word::from_bytes).collect();
        Ok(Hearsay(words?))
    }
}

/// What is told of a mate; of no mate it is the opposite.
const NEARLY_PROVED: Numbers = Numbers::new(1, 1 << 20);

/// What is told of an entry. Numbers of a position that a repetition has refuted on some path
/// belong to that path and mean nothing elsewhere.
fn numbers(entry: &Entry) -> Option<Numbers> {
    if entry.mate <= Len::INFINITE {
        return Some(NEARLY_PROVED);
    }
    if entry.nomate >= Len::INFINITE {
        return Some(NEARLY_PROVED.swapped());
    }
    let means_something = entry.has_numbers() && !entry.maybe_repetition();
    means_something.then_some(entry.numbers)
}

impl Word {
    const BYTES: usize = 20;

    /// The only way to make one: the numbers are those of an open position.
    fn new(place: Place, numbers: Numbers) -> Word {
        Word {
            place,
            numbers: numbers.as_open(),
        }
    }

    fn to_bytes(self) -> [u8; Word::BYTES] {
        let mut bytes = [0; Word::BYTES];
        bytes[..8].copy_from_slice(&self.place.key.to_le_bytes());
        let halves = [self.place.hand.bits(), self.numbers.pn, self.numbers.dn];
        for (half, at) in halves.iter().zip([8, 12, 16]) {
            bytes[at..at + 4].copy_from_slice(&half.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; Word::BYTES]) -> Result<Word, NoHearsay> {
        let half = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| bytes[at + n]));
        let key = u64::from(half(4)) << 32 | u64::from(half(0));
        if !is_key(key) {
            return Err(NoHearsay::Key(key));
        }
        let hand = Hand::read(half(8)).ok_or(NoHearsay::Hand(half(8)))?;
        let numbers = Numbers::new(half(12), half(16));
        Ok(Word::new(Place { key, hand }, numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Kind;
    use crate::table::Found;
    use crate::table::numbers::{INF, MOST};

    const ALL: Telling = Telling {
        least: 1,
        most: Hearsay::MOST,
    };

    fn table() -> Table {
        Table::new(1 << 20).unwrap()
    }

    fn key(n: u64) -> u64 {
        (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 << 31
    }

    fn hand(golds: u8) -> Hand {
        Hand::EMPTY.with_count(Kind::Gold, golds)
    }

    /// Board number `n` with so many golds.
    fn at(n: u64, golds: u8) -> Place {
        Place {
            key: key(n),
            hand: hand(golds),
        }
    }

    /// The numbers of an open position.
    fn numbers_of(table: &Table, place: Place) -> Option<Numbers> {
        match table.probe_exactly(place, 9, Len::INFINITE) {
            Found::Open { amount: 0, .. } => None,
            Found::Open { numbers, .. } => Some(numbers),
            found => panic!("decided: {found:?}"),
        }
    }

    #[test]
    fn numbers_come_over_and_own_ones_stay() {
        let (teller, listener) = (table(), table());
        for n in 0..10 {
            teller.store_open(at(n, 1), 3, Numbers::new(70 + n as u32, 90), 5, 0);
        }
        listener.store_open(at(0, 1), 3, Numbers::new(7, 9), 1, 0);
        // Only a length is known of this one.
        listener.store_nomate(at(1, 1), 3, Len::new(5), 1);
        let told = Hearsay::from_bytes(&Hearsay::read_out(&teller, ALL).to_bytes()).unwrap();
        assert_eq!(told.len(), 10);
        told.enter(&listener);
        assert_eq!(numbers_of(&listener, at(0, 1)), Some(Numbers::new(7, 9)));
        for n in 1..10 {
            let want = Some(Numbers::new(70 + n as u32, 90));
            assert_eq!(numbers_of(&listener, at(n, 1)), want, "{n}");
        }
        assert_eq!(numbers_of(&listener, at(1, 2)), None, "another hand");
        let bound = listener.probe(at(1, 1), 9, Len::new(5));
        assert!(matches!(bound, Found::NoMate { .. }), "{bound:?}");
    }

    #[test]
    fn the_largest_subtrees_are_told() {
        let teller = table();
        for n in 0..100 {
            teller.store_open(at(n, 0), 3, Numbers::new(40, n as u32 + 1), n as u16 + 1, 0);
        }
        let telling = Telling {
            least: 50,
            most: 20,
        };
        let told = Hearsay::read_out(&teller, telling);
        let sizes: Vec<u32> = told.0.iter().map(|word| word.numbers.dn).collect();
        assert_eq!(sizes, (81..=100).rev().collect::<Vec<_>>());
        let telling = Telling {
            least: 91,
            ..telling
        };
        assert_eq!(Hearsay::read_out(&teller, telling).len(), 10);
    }

    /// Results become numbers. What rests on a path, and a bound of a length, is not told.
    #[test]
    fn results_are_told_as_numbers() {
        let (teller, listener) = (table(), table());
        for n in 0..3 {
            teller.store_open(at(n, 1), 3, Numbers::new(40, 50), 9, 0);
        }
        teller.store_mate(at(0, 1), 3, Len::new(7), 9, 0);
        teller.store_nomate(at(1, 1), 3, Len::INFINITE, 9);
        teller.store_repetition(at(3, 1), 3, Numbers::new(40, 40), 9);
        teller.store_nomate(at(4, 1), 3, Len::new(7), 9);
        Hearsay::read_out(&teller, ALL).enter(&listener);
        let heard = [0, 1, 2, 3, 4].map(|n| numbers_of(&listener, at(n, 1)));
        let (mate, open) = (NEARLY_PROVED, Numbers::new(40, 50));
        let want = [Some(mate), Some(mate.swapped()), Some(open), None, None];
        assert_eq!(heard, want);
    }

    fn bytes(key: u64, hand: u32, pn: u32, dn: u32) -> Vec<u8> {
        let halves = [hand, pn, dn].map(u32::to_le_bytes);
        [key.to_le_bytes().as_slice(), halves.as_flattened()].concat()
    }

    /// Neither numbers that say so nor any others prove or refute anything, and nothing that is
    /// proved is open afterwards.
    #[test]
    fn no_verdict_is_made_or_lost() {
        let listener = table();
        listener.store_mate(at(100, 1), 3, Len::new(7), 9, 0);
        listener.store_nomate(at(101, 1), 3, Len::INFINITE, 9);
        let lies = [0, 1, MOST, INF, u32::MAX];
        let pairs = lies.iter().flat_map(|&pn| lies.map(|dn| (pn, dn)));
        for (n, (pn, dn)) in (0..).zip(pairs) {
            for key in [key(n), key(100), key(101)] {
                let told = Hearsay::from_bytes(&bytes(key, hand(1).bits(), pn, dn)).unwrap();
                told.enter(&listener);
            }
            let heard = numbers_of(&listener, at(n, 1)).unwrap();
            assert_eq!(heard, heard.as_open());
        }
        let found = listener.probe(at(100, 1), 9, Len::INFINITE);
        assert!(matches!(found, Found::Mate { .. }), "{found:?}");
        let found = listener.probe(at(101, 1), 9, Len::INFINITE);
        assert!(matches!(found, Found::NoMate { .. }), "{found:?}");
    }

    #[test]
    fn malformed_bytes_are_refused() {
        let good = bytes(key(0), hand(4).bits(), 40, 60);
        assert_eq!(Hearsay::from_bytes(&good).unwrap().to_bytes(), good);
        assert_eq!(Hearsay::from_bytes(&[]), Ok(Hearsay::default()));
        let error = |bytes: &[u8]| Hearsay::from_bytes(bytes).unwrap_err();
        assert_eq!(error(&good[..19]), NoHearsay::Length(19));
        assert_eq!(error(&[&good[..], &[0]].concat()), NoHearsay::Length(21));
        let most = good.repeat(Hearsay::MOST);
        assert_eq!(Hearsay::from_bytes(&most).unwrap().len(), Hearsay::MOST);
        let more = [most, good].concat();
        assert_eq!(error(&more), NoHearsay::Length(more.len()));
        for key in [0, key(0) & !(1 << 31)] {
            assert_eq!(error(&bytes(key, 0, 40, 60)), NoHearsay::Key(key));
        }
        // Five golds, a bit between two counts, a bit above all of them.
        for hand in [hand(4).bits() + hand(1).bits(), 1 << 5, 1 << 28] {
            assert_eq!(error(&bytes(key(0), hand, 40, 60)), NoHearsay::Hand(hand));
        }
    }
}
