//! Two plies before the end of the plies allowed.
//!
//! In a search for "mate within n" most nodes lie at the horizon. A check with two
//! plies left after it is refuted by one reply after which no move mates at once, and
//! that takes no node, no frame and no table entry to find out: only leaf tests, until
//! one says no. (The same questions as a defender's node there would ask, in the same
//! order; experiment 18.)

use super::conventional::Metric;
use super::driver::Search;
use super::len::Len;
use crate::shogi::Move;

impl Search<'_> {
    /// True when the check `mv` on the board as it stands has a reply after which there
    /// is no mate in one, asked with two plies left after `mv`.
    pub(super) fn is_refuted_at_horizon(&mut self, mv: Move, len: Len) -> bool {
        if len != Len::new(2) || self.metric != Metric::Raw || !self.tuning.horizon {
            return false;
        }
        self.pos.make(mv);
        self.moves.clear();
        self.pos.generate_evasions(self.moves);
        let refuted = (0..self.moves.len()).any(|i| {
            let reply = self.moves[i];
            let (key, hand) = (self.pos.key_after(reply), self.pos.attacker_hand());
            let value = self.leaf(key, hand, reply, len.down());
            value.is_ok_and(|value| value.is_nomate())
        });
        self.pos.unmake(mv);
        refuted
    }
}
