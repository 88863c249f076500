//! The entries of a no-mate, found by their boards and not one after the other.

use super::packed::Record;
use super::{Board, Certificate, Claim};
use crate::base::clock;
use crate::shogi::Hand;
use ahash::RandomState;
use shogi_core::{Move, PartialPosition};

/// After so many entries, in about a millisecond, a search without a thread of its own may be put
/// aside.
const PAUSE_EVERY: usize = 4096;

/// Where the entries of a no-mate stand: 16 bytes for each of them.
pub struct Lookup<'a> {
    certificate: &'a Certificate,
    state: RandomState,
    /// Hashes of boards and places of their entries, sorted.
    places: Vec<(u64, usize)>,
}

impl Lookup<'_> {
    /// Prepares to look up entries; of a mate there are none.
    pub fn new(certificate: &Certificate) -> Lookup<'_> {
        let state = RandomState::with_seed(0);
        let mut places = Vec::new();
        if let Claim::NoMate { .. } = certificate.claim() {
            let found = certificate.entries.places();
            let found = found.filter(|(_, record)| certificate.is_of_verdict(record));
            for (n, (at, record)) in found.enumerate() {
                if n.is_multiple_of(PAUSE_EVERY) {
                    clock::pause();
                }
                places.push((state.hash_one(record.board), at));
            }
        }
        places.sort_unstable();
        Lookup {
            certificate,
            state,
            places,
        }
    }

    /// The checks in a position with the attacker to move, and the replies to them, by the first
    /// entry that holds for it; none where there is no entry. The entry may be of a greater hand,
    /// and then have drops that this attacker lacks.
    pub fn replies(&self, position: &PartialPosition) -> Vec<(Move, Move)> {
        let side = self.certificate.attacker;
        let hand = Hand::from_core(position.hand_of_a_player(side));
        let board = Board::of(position).pack();
        let hash = self.state.hash_one(&board[..]);
        let first = self.places.partition_point(|&(h, _)| h < hash);
        let same = self.places[first..]
            .iter()
            .take_while(|place| place.0 == hash);
        let mut records = same.map(|&(_, at)| self.certificate.entries.record_at(at));
        let holds = |r: &Record<'_>| r.board == board && r.hand.covers(hand);
        let found = records.find(holds);
        found.map(|r| r.pairs(side).collect()).unwrap_or_default()
    }
}
