//! The entries of a certificate, found by the position that they are to cover.
//!
//! Entries of four kinds speak of a hand and all greater ones, or all smaller ones; each kind
//! has an [`Index`]. Those of four kinds speak of exactly one hand; each kind has a map.
//!
//! A bound from below is kept as what it lacks of [`EVER`], so that in each index the
//! stronger entry is the one with the smaller number.
use crate::board::{Hand, Position};
use crate::index::Index;
use crate::read::Strategy;
use std::collections::HashMap;

/// The plies of "no mate, however long it may take".
pub(crate) const EVER: u32 = u32::MAX;

/// The entries of a certificate.
pub(crate) struct Entries {
    mate: Index,
    longer: Index,
    beyond: Index,
    besides: Index,
    within: Exact,
    mated: Exact,
    beyond_exact: Exact,
    lasts: Exact,
}

/// Entries for exactly one board and hand of the attacker, with their plies.
type Exact = HashMap<([u8; 81], Hand), u32>;

impl Entries {
    /// No entries yet; `set` is all pieces but the kings.
    pub fn new(set: Hand) -> Entries {
        Entries {
            mate: Index::new(set, true),
            longer: Index::new(set, false),
            beyond: Index::new(set, false),
            besides: Index::new(set, false),
            within: Exact::new(),
            mated: Exact::new(),
            beyond_exact: Exact::new(),
            lasts: Exact::new(),
        }
    }

    /// Adds an entry; `hand` is the attacker's.
    pub fn add(&mut self, position: &Position, hand: Hand, strategy: &Strategy) {
        let place = (position.board_key(), hand);
        match *strategy {
            Strategy::Mate { plies, .. } => self.mate.add(position, hand, plies),
            Strategy::Longer { plies, .. } => self.longer.add(position, hand, EVER - plies),
            Strategy::Beyond { plies, .. } => self.beyond.add(position, hand, EVER - plies),
            Strategy::Besides { ply, .. } => self.besides.add(position, hand, ply),
            Strategy::Within { plies, .. } => keep_least(&mut self.within, place, plies),
            Strategy::Mated { plies } => keep_least(&mut self.mated, place, plies),
            Strategy::BeyondExact { plies, .. } => {
                keep_greatest(&mut self.beyond_exact, place, plies);
            }
            Strategy::Lasts { plies, .. } => keep_greatest(&mut self.lasts, place, plies),
        }
    }

    /// Prepares the entries to be asked, after the last one has been added. Stops early, and
    /// returns false, when `stop` returns true.
    pub fn complete(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let Entries {
            mate,
            longer,
            beyond,
            besides,
            ..
        } = self;
        let mut indices = [mate, longer, beyond, besides].into_iter();
        indices.all(|index| index.complete(stop))
    }

    /// Attacker to move: is there a mate within `plies`, every interposition counted?
    pub fn is_mate(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.mate.covers(position, hand, plies)
    }

    /// Attacker to move: is there no mate within `plies`, every interposition counted? No
    /// mate has 0 plies.
    pub fn is_longer(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        plies == 0 || self.longer.covers(position, hand, EVER - plies)
    }

    /// Attacker to move: is the conventional length at most `plies`? It is not greater than
    /// that of any mate.
    pub fn is_within(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        let within = self.within.get(&(position.board_key(), hand));
        within.is_some_and(|&least| least <= plies) || self.is_mate(position, hand, plies)
    }

    /// Attacker to move: is the conventional length more than `plies`? It is where there is no
    /// mate at all, and no length is 0.
    pub fn is_beyond(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        let exact = self.beyond_exact.get(&(position.board_key(), hand));
        exact.is_some_and(|&most| most >= plies) || self.is_beyond_for_less(position, hand, plies)
    }

    /// The same, with this hand and with every smaller one.
    pub fn is_beyond_for_less(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        plies == 0
            || self.beyond.covers(position, hand, EVER - plies)
            || self.longer.covers(position, hand, 0)
    }

    /// Attacker to move: is there no mate, unless by a position of the line at `ply` or before?
    pub fn is_besides(&self, position: &Position, hand: Hand, ply: u32) -> bool {
        self.besides.covers(position, hand, ply) || self.longer.covers(position, hand, 0)
    }

    /// Defender to move: the least number of plies that the conventional length is at most.
    pub fn mated(&self, position: &Position, hand: Hand) -> Option<u32> {
        self.mated.get(&(position.board_key(), hand)).copied()
    }

    /// Defender to move: the greatest number of plies that the conventional length is more
    /// than.
    pub fn lasts(&self, position: &Position, hand: Hand) -> Option<u32> {
        self.lasts.get(&(position.board_key(), hand)).copied()
    }
}

fn keep_least(map: &mut Exact, place: ([u8; 81], Hand), plies: u32) {
    let least = map.entry(place).or_insert(plies);
    *least = plies.min(*least);
}

fn keep_greatest(map: &mut Exact, place: ([u8; 81], Hand), plies: u32) {
    let most = map.entry(place).or_insert(plies);
    *most = plies.max(*most);
}
