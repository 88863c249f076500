//! What has been shown of which positions, while a proof is written.
//!
//! Millions of positions are looked up here while the tables are full, so a position takes
//! 16 bytes and its share of empty slots, an eighth to a third, and room is made in one part of the
//! keys after the other.

use crate::shogi::Hand;

/// The keys are cut into as many parts.
const PARTS: usize = 64;

/// Boards by their keys, each with hands of the attacker and a number of plies.
pub struct Places {
    parts: Vec<Part>,
}

/// Open addressing with linear probing.
#[derive(Default)]
struct Part {
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// The bits of a hand, or [`EMPTY`].
    hand: u32,
    plies: u32,
}

/// No hand has these bits.
const EMPTY: u32 = u32::MAX;

impl Default for Places {
    fn default() -> Places {
        Places {
            parts: (0..PARTS).map(|_| Part::default()).collect(),
        }
    }
}

impl Places {
    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let slots = self.parts.iter().map(|part| part.slots.capacity());
        slots.sum::<usize>() * size_of::<Slot>()
    }

    /// The hands of a board, each with its plies.
    pub fn of(&self, key: u64) -> impl Iterator<Item = (Hand, u32)> {
        let part = &self.parts[part_of(key)];
        let run = part.run(key).map(|at| &part.slots[at]);
        let used = run.take_while(|slot| slot.hand != EMPTY);
        used.filter(move |slot| slot.key == key)
            .map(|slot| (Hand::from_bits(slot.hand), slot.plies))
    }

    /// The plies of this very hand.
    pub fn exactly(&self, key: u64, hand: Hand) -> Option<u32> {
        self.of(key)
            .find(|&(h, _)| h == hand)
            .map(|(_, plies)| plies)
    }

    /// Adds a hand with its plies, in the place of one that it `replaces` where there is one.
    pub fn note(&mut self, key: u64, hand: Hand, plies: u32, replaces: impl Fn(Hand, u32) -> bool) {
        let part = &mut self.parts[part_of(key)];
        if (part.used + 1) * 8 > part.slots.len() * 7 {
            part.grow();
        }
        let hand = hand.bits();
        let goes_to = part.run(key).find(|&at| {
            let slot = &part.slots[at];
            slot.hand == EMPTY
                || slot.key == key && replaces(Hand::from_bits(slot.hand), slot.plies)
        });
        if let Some(at) = goes_to {
            part.used += usize::from(part.slots[at].hand == EMPTY);
            part.slots[at] = Slot { key, hand, plies };
        }
    }

    /// Adds a hand, or changes its plies.
    pub fn set(&mut self, key: u64, hand: Hand, plies: u32) {
        self.note(key, hand, plies, |other, _| other == hand);
    }
}

fn part_of(key: u64) -> usize {
    (key >> 58) as usize
}

impl Part {
    /// All places, from that of a key on.
    fn run(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let slots = self.slots.len();
        // The bits below those of the part.
        let home = (((key << 6) >> 32) * slots as u64) >> 32;
        let home = home as usize;
        (home..slots).chain(0..home)
    }

    /// Makes room for a quarter more.
    fn grow(&mut self) {
        let room = self.slots.len() * 5 / 4 + 16;
        let empty = Slot {
            key: 0,
            hand: EMPTY,
            plies: 0,
        };
        let before = std::mem::replace(&mut self.slots, vec![empty; room]);
        for slot in before.into_iter().filter(|slot| slot.hand != EMPTY) {
            let free = self.run(slot.key).find(|&at| self.slots[at].hand == EMPTY);
            if let Some(at) = free {
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Kind;
    use std::collections::BTreeMap;

    fn hand(n: u64) -> Hand {
        (0..n % 5).fold(Hand::EMPTY, |hand, _| hand.added(Kind::Pawn))
    }

    #[test]
    fn what_was_noted_is_found_and_little_memory_is_taken() {
        let mut random = fastrand::Rng::with_seed(5);
        let keys: Vec<u64> = (0..30_000).map(|_| random.u64(..)).collect();
        let (mut places, mut known) = (Places::default(), BTreeMap::new());
        assert_eq!(places.of(7).count(), 0);
        for _ in 0..100_000 {
            let key = keys[random.usize(..keys.len())];
            let (hand, plies) = (hand(random.u64(..)), random.u32(..9));
            places.set(key, hand, plies);
            known.insert((key, hand.bits()), plies);
        }
        for &key in &keys {
            let mut found: Vec<_> = places.of(key).map(|(h, p)| ((key, h.bits()), p)).collect();
            found.sort_unstable();
            let expected = known.range((key, 0)..=(key, EMPTY)).map(|(&k, &p)| (k, p));
            assert!(found.iter().copied().eq(expected));
        }
        let used: usize = places.parts.iter().map(|part| part.used).sum();
        assert_eq!(used, known.len());
        assert!(places.bytes() < 24 * used, "{} for {used}", places.bytes());
        assert_eq!(
            places.exactly(keys[0], hand(1)),
            known.get(&(keys[0], hand(1).bits())).copied()
        );
    }

    #[test]
    fn a_hand_takes_the_place_of_one_that_says_less() {
        let mut places = Places::default();
        let covers = |places: &mut Places, n, plies| {
            let hand = hand(n);
            places.note(9, hand, plies, |other, k| hand.covers(other) && plies >= k);
        };
        covers(&mut places, 1, 5);
        covers(&mut places, 2, 3);
        assert_eq!(places.of(9).count(), 2);
        covers(&mut places, 3, 5);
        // It took the place of the first; the other one says nothing more.
        let hands: Vec<_> = places.of(9).collect();
        assert_eq!(hands, [(hand(3), 5), (hand(2), 3)]);
        assert_eq!(places.of(8).count(), 0);
    }
}
