//! One certificate made of several, and of entries that join them.
//!
//! An entry is right or wrong whatever others stand beside it, and the more there are, the more
//! positions are covered. So the entries of several certificates about positions of one problem
//! may stand in one, and claims that rest on all of them get entries of their own. What comes
//! twice is left out: of 16 bytes an entry a hash is remembered, and a hash that is met twice
//! by chance makes a certificate that is refused, never one that is wrong.

use super::draft::Draft;
use super::packed::Record;
use super::{Certificate, Claim, EntryKind};
use crate::shogi::{self, Position};
use ahash::{HashMap, RandomState};
use shogi_core::{Color, Move, PartialPosition};

/// A certificate of a verdict while it is put together. It is either of a mate or of no mate.
pub struct Composition {
    draft: Draft,
    state: RandomState,
    /// The least plies of the entries so far, by a hash of board, hand and kind.
    seen: HashMap<u64, u32>,
}

impl Composition {
    /// Nothing yet, about this position.
    pub fn new(position: &PartialPosition, attacker: Color) -> Composition {
        Composition {
            draft: Draft::new(position, attacker),
            state: RandomState::with_seed(0),
            seen: HashMap::default(),
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.draft.entries.len()
    }

    /// True before the first entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the proof of the verdict of `part`, which is about a position with the same pieces and
    /// the same attacker.
    pub fn take(&mut self, part: &Certificate) {
        for record in part.verdict_records() {
            if self.is_new(&record) {
                self.draft.entries.push_again(&record);
            }
        }
    }

    fn is_new(&mut self, record: &Record<'_>) -> bool {
        let hash = (record.board, record.hand, record.kind as u8);
        let least = self.seen.entry(self.state.hash_one(hash));
        let mut is_new = false;
        let least = least.or_insert_with(|| {
            is_new = true;
            record.plies
        });
        is_new |= record.plies < *least;
        *least = record.plies.min(*least);
        is_new
    }

    /// Adds an entry: `mv` mates within `plies` from this position.
    pub fn push_mate(&mut self, position: &Position, mv: shogi::Move, plies: u32) {
        let says = (EntryKind::Mate, plies);
        let hand = position.attacker_hand();
        self.draft.push_node(position, hand, says, [mv]);
    }

    /// Adds an entry: there is no mate from this position, for each check has its reply.
    pub fn push_nomate(&mut self, position: &Position, replies: &[(shogi::Move, shogi::Move)]) {
        self.draft.push_refuted(position, replies);
    }

    /// The certificate: the attacker mates within `plies`.
    pub fn mate(self, plies: u32) -> Certificate {
        self.draft.finish(Claim::Mate { plies })
    }

    /// The certificate: the attacker never mates. `reply` is the move that saves a defender who
    /// is to move at the root.
    pub fn nomate(self, reply: Option<Move>) -> Certificate {
        self.draft.finish(Claim::NoMate { reply })
    }
}
