//! What has been shown of which positions, while a proof is written.
//!
//! Millions of positions are looked up here while the tables are full, so a position takes 8 bytes, 10
//! with its plies, and its share of empty slots, an eighth to a third; and room is made in one part of
//! the keys after the other. Of a key 57 bits are told apart: among ten million positions one look in
//! 10^10 mistakes a board for another, and then the checker refuses the proof.

use crate::shogi::{HAND_KINDS, Hand, Kind, Place};

/// Parts of the table; the highest [`PART_BITS`] bits of a key say which.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 10;
/// Bits of the rest of a key that a slot holds; above them it holds the number of a hand.
const KEY_BITS: u32 = 47;

/// Boards by their keys, each with hands of the attacker, and a number of plies where that is wanted.
#[derive(Default)]
pub struct Places {
    /// All of them, or none before the first position.
    parts: Vec<Part>,
    has_plies: bool,
}

/// Open addressing with linear probing.
#[derive(Clone, Default)]
struct Part {
    slots: Vec<u64>,
    /// The plies of each slot; empty without `has_plies`.
    plies: Vec<u16>,
    used: usize,
}

/// An empty slot: the number of a hand never has all its bits set.
const EMPTY: u64 = u64::MAX;

impl Places {
    /// Places with plies, 65,535 at most.
    pub fn with_plies() -> Places {
        Places {
            has_plies: true,
            ..Places::default()
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let part =
            |part: &Part| size_of::<Part>() + part.slots.capacity() * 8 + part.plies.capacity() * 2;
        self.parts.iter().map(part).sum()
    }

    /// The hands of a board, each with its plies, 0 where there are none.
    pub fn of(&self, key: u64) -> impl Iterator<Item = (Hand, u32)> {
        let part = self.parts.get(part_of(key));
        part.into_iter().flat_map(move |part| {
            let run = part.run(rest_of(key));
            let used = run.take_while(|&at| part.slots[at] != EMPTY);
            let same = used.filter(move |&at| part.is_of(at, rest_of(key)));
            same.map(|at| (part.hand(at), part.plies(at)))
        })
    }

    /// The plies of this very place.
    pub fn exactly(&self, place: Place) -> Option<u32> {
        self.of(place.key)
            .find(|&(hand, _)| hand == place.hand)
            .map(|(_, plies)| plies)
    }

    /// Adds a place with its plies, instead of another hand of the board that it `replaces` where
    /// there is one.
    pub fn note(&mut self, place: Place, plies: u32, replaces: impl Fn(Hand, u32) -> bool) {
        if self.parts.is_empty() {
            self.parts = vec![Part::default(); PARTS];
        }
        let part = &mut self.parts[part_of(place.key)];
        let rest = rest_of(place.key);
        if (part.used + 1) * 8 > part.slots.len() * 7 {
            part.grow(self.has_plies);
        }
        let goes_to = part.run(rest).find(|&at| {
            part.slots[at] == EMPTY
                || part.is_of(at, rest) && replaces(part.hand(at), part.plies(at))
        });
        if let Some(at) = goes_to {
            part.used += usize::from(part.slots[at] == EMPTY);
            part.slots[at] = number(place.hand) << KEY_BITS | rest;
            if self.has_plies {
                part.plies[at] = plies.min(u32::from(u16::MAX)) as u16;
            }
        }
    }

    /// Adds a place, or changes its plies.
    pub fn set(&mut self, place: Place, plies: u32) {
        self.note(place, plies, |other, _| other == place.hand);
    }
}

fn part_of(key: u64) -> usize {
    (key >> (u64::BITS - PART_BITS)) as usize
}

/// The bits of a key that a slot holds.
fn rest_of(key: u64) -> u64 {
    (key << PART_BITS) >> (u64::BITS - KEY_BITS)
}

/// How many different numbers of a kind there can be in a hand.
fn base(kind: Kind) -> u64 {
    u64::from(Kind::TOTALS[kind.index()]) + 1
}

/// A hand as a number below 106,875, with the numbers of pieces as its digits.
fn number(hand: Hand) -> u64 {
    HAND_KINDS
        .iter()
        .fold(0, |n, &kind| n * base(kind) + u64::from(hand.count(kind)))
}

fn hand(mut number: u64) -> Hand {
    let mut hand = Hand::EMPTY;
    for &kind in HAND_KINDS.iter().rev() {
        for _ in 0..number % base(kind) {
            hand = hand.added(kind);
        }
        number /= base(kind);
    }
    hand
}

impl Part {
    /// All places, from that of a key on.
    fn run(&self, rest: u64) -> impl Iterator<Item = usize> + use<> {
        let slots = self.slots.len();
        let home = ((u128::from(rest) * slots as u128) >> KEY_BITS) as usize;
        (home..slots).chain(0..home)
    }

    /// Does this slot hold a hand of this board?
    fn is_of(&self, at: usize, rest: u64) -> bool {
        self.slots[at] & ((1 << KEY_BITS) - 1) == rest
    }

    fn hand(&self, at: usize) -> Hand {
        hand(self.slots[at] >> KEY_BITS)
    }

    fn plies(&self, at: usize) -> u32 {
        self.plies.get(at).copied().map_or(0, u32::from)
    }

    /// Makes room for a quarter more.
    fn grow(&mut self, has_plies: bool) {
        let room = self.slots.len() * 5 / 4 + 8;
        let before = std::mem::replace(&mut self.slots, vec![EMPTY; room]);
        let plies = if has_plies { vec![0; room] } else { Vec::new() };
        let plies = std::mem::replace(&mut self.plies, plies);
        for (from, slot) in before.into_iter().enumerate() {
            let rest = slot & ((1 << KEY_BITS) - 1);
            let mut run = self.run(rest).filter(|&at| self.slots[at] == EMPTY);
            if let (true, Some(at)) = (slot != EMPTY, run.next()) {
                drop(run);
                self.slots[at] = slot;
                if has_plies {
                    self.plies[at] = plies[from];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Kind;
    use std::collections::BTreeMap;

    fn pawns(n: u64) -> Hand {
        (0..n % 5).fold(Hand::EMPTY, |hand, _| hand.added(Kind::Pawn))
    }

    #[test]
    fn what_was_noted_is_found_and_little_memory_is_taken() {
        let mut random = fastrand::Rng::with_seed(5);
        let keys: Vec<u64> = (0..200_000).map(|_| random.u64(..)).collect();
        let (mut places, mut known) = (Places::with_plies(), BTreeMap::new());
        let mut plain = Places::default();
        assert_eq!(places.of(7).count(), 0);
        for _ in 0..600_000 {
            let key = keys[random.usize(..keys.len())];
            let (hand, plies) = (pawns(random.u64(..)), random.u32(..9));
            places.set(Place { key, hand }, plies);
            plain.set(Place { key, hand }, plies);
            known.insert((key, hand.bits()), plies);
        }
        for &key in &keys {
            let mut found: Vec<_> = places.of(key).map(|(h, p)| ((key, h.bits()), p)).collect();
            found.sort_unstable();
            let expected = known.range((key, 0)..=(key, u32::MAX));
            let expected: Vec<_> = expected.map(|(&k, &p)| (k, p)).collect();
            assert_eq!(found, expected);
            let without = expected.iter().map(|&((_, hand), _)| (hand, 0));
            let mut hands: Vec<_> = plain.of(key).map(|(h, p)| (h.bits(), p)).collect();
            hands.sort_unstable();
            assert!(without.eq(hands));
        }
        let used: usize = places.parts.iter().map(|part| part.used).sum();
        assert_eq!(used, known.len());
        // What the parts themselves take counts little where there are millions.
        let parts = PARTS * size_of::<Part>();
        assert!(places.bytes() - parts < 15 * used, "{}", places.bytes());
        assert!(plain.bytes() - parts < 12 * used, "{}", plain.bytes());
        let (key, hand) = (keys[0], pawns(1));
        let expected = known.get(&(key, hand.bits())).copied();
        assert_eq!(places.exactly(Place { key, hand }), expected);
    }

    #[test]
    fn a_hand_takes_the_place_of_one_that_says_less() {
        let mut places = Places::with_plies();
        let covers = |places: &mut Places, n, plies| {
            let hand = pawns(n);
            let place = Place { key: 9, hand };
            places.note(place, plies, |other, k| hand.covers(other) && plies >= k);
        };
        covers(&mut places, 1, 5);
        covers(&mut places, 2, 3);
        assert_eq!(places.of(9).count(), 2);
        covers(&mut places, 3, 5);
        // It took the place of the first; the other one says nothing more.
        let hands: Vec<_> = places.of(9).collect();
        assert_eq!(hands, [(pawns(3), 5), (pawns(2), 3)]);
        assert_eq!(places.of(9 << 32).count(), 0);
    }

    #[test]
    fn every_hand_has_its_number() {
        let mut seen = std::collections::HashSet::new();
        for n in 0..106_875 {
            assert_eq!(number(hand(n)), n);
            seen.insert(hand(n).bits());
        }
        assert_eq!(seen.len(), 106_875);
    }
}
