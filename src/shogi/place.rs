//! A position as tables and proofs know it: a board and the attacker's hand.
use super::hand::Hand;
use super::key::{hand_before, key_before};
use super::kind::Side;
use super::moves::Move;

/// The key of a board with the attacker's hand.
///
/// The key stands for the pieces on the board and the side to move, and for no hand. The
/// defender's hand needs no mention: within one problem he holds what is neither on the board
/// nor in the attacker's hand.
///
/// The hand is not part of the key because results reach beyond it. A mate with some hand is a
/// mate with every hand that covers it, and where there is no mate with a hand, there is none with
/// the hands that it covers. So whoever looks a position up finds its board by the key and then
/// compares the hands that are known there, kind by kind ([`Hand::covers`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The board's key (`Position::board_key`), or one that was made of it and stands for
    /// the same board in another kind of result.
    pub key: u64,
    /// The attacker's hand.
    pub hand: Hand,
}

impl Place {
    /// The same board with another hand.
    #[inline(always)]
    #[must_use]
    pub const fn with_hand(self, hand: Hand) -> Place {
        Place { hand, ..self }
    }

    /// True when the other place has the same board, and at most this hand.
    #[inline(always)]
    pub const fn covers(self, other: Place) -> bool {
        self.key == other.key && self.hand.covers(other.hand)
    }

    /// The place before a move of `mover`, from the one after it.
    #[inline]
    #[must_use]
    pub fn before(self, mv: Move, mover: Side) -> Place {
        Place {
            key: key_before(self.key, mv, mover),
            hand: hand_before(self.hand, mv, mover),
        }
    }
}
