//! What the entries of a certificate show of a position: the questions that `verify` and
//! `conventional` ask.
use crate::board::{Hand, Position};
use crate::index::{EVER, Index};
use crate::packed::Says;

impl Index {
    /// Attacker to move: is there a mate within `plies`, every interposition counted?
    pub fn is_mate(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.covers(Says::Mate, position, hand, plies)
    }

    /// Attacker to move: is there no mate within `plies`, every interposition counted? No
    /// mate has 0 plies.
    pub fn is_longer(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        plies == 0 || self.covers(Says::Longer, position, hand, plies)
    }

    /// Attacker to move: is the conventional length at most `plies`? It is not greater than
    /// that of any mate.
    pub fn is_within(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.covers(Says::Within, position, hand, plies) || self.is_mate(position, hand, plies)
    }

    /// Attacker to move: is the conventional length at most `plies`, and are pieces left in hand
    /// if it is that? With a shorter length nothing is asked.
    pub fn leaves(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.covers(Says::Leaves, position, hand, plies)
            || plies > 2 && self.is_within(position, hand, plies - 2)
    }

    /// Attacker to move: is the length with nothing left at most `plies`, or is there none? It is
    /// never greater than the conventional length.
    pub fn spares(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.covers(Says::Spares, position, hand, plies)
            || self.covers(Says::Leaves, position, hand, plies + 2)
            || self.is_within(position, hand, plies)
    }

    /// Attacker to move: is there no length with nothing left?
    pub fn spares_always(&self, position: &Position, hand: Hand) -> bool {
        self.covers(Says::Leaves, position, hand, 1) || self.covers(Says::Spares, position, hand, 0)
    }

    /// Attacker to move: is there a length with nothing left, of at least `plies`?
    pub fn spends(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.covers(Says::Spends, position, hand, plies)
    }

    /// Attacker to move: the least number of plies that the conventional length is at most.
    pub fn length_at_most(&self, position: &Position, hand: Hand) -> Option<u32> {
        let kinds = [Says::Mate, Says::Within, Says::Leaves].into_iter();
        kinds
            .filter_map(|says| self.best(says, position, hand))
            .min()
    }

    /// Attacker to move: the greatest number of plies that the conventional length is more than.
    pub fn length_more_than(&self, position: &Position, hand: Hand) -> u32 {
        let kinds = [Says::Beyond, Says::BeyondExact].into_iter();
        let known = kinds.filter_map(|says| self.best(says, position, hand));
        known.max().unwrap_or(0)
    }

    /// Attacker to move: is the conventional length more than `plies`? It is where there is no
    /// mate at all, and no length is 0.
    pub fn is_beyond(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        self.covers(Says::BeyondExact, position, hand, plies)
            || self.is_beyond_for_less(position, hand, plies)
    }

    /// The same, with this hand and with every smaller one.
    pub fn is_beyond_for_less(&self, position: &Position, hand: Hand, plies: u32) -> bool {
        plies == 0
            || self.covers(Says::Beyond, position, hand, plies)
            || self.covers(Says::Longer, position, hand, EVER)
    }

    /// Attacker to move: is there no mate, unless by a position of the line at `ply` or before?
    pub fn is_besides(&self, position: &Position, hand: Hand, ply: u32) -> bool {
        self.covers(Says::Besides, position, hand, ply)
            || self.covers(Says::Longer, position, hand, EVER)
    }

    /// Defender to move: the least number of plies that the conventional length is at most.
    pub fn mated(&self, position: &Position, hand: Hand) -> Option<u32> {
        self.best(Says::Mated, position, hand)
    }

    /// Defender to move: the greatest number of plies that the conventional length is more
    /// than.
    pub fn lasts(&self, position: &Position, hand: Hand) -> Option<u32> {
        self.best(Says::Lasts, position, hand)
    }
}
