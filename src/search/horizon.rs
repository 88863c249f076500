//! Checks after which two plies are left of the length limit.
//!
//! In a search for "mate within n" most nodes lie at the horizon. A check with two
//! plies left after it is refuted by one reply after which no move mates at once, and
//! that takes no node, no frame and no table entry to find out: only leaf tests, until
//! one says no. (A defender's node there would ask these questions in this order as well;
//! experiment 18.)

use super::conventional::Metric;
use super::driver::Search;
use crate::base::Len;
use crate::shogi::Move;

impl Search<'_> {
    /// Refutes the check `mv`, after which `len` plies are left, by a reply after which there is
    /// no mate in one. `None` when there is no such reply, or `len` is not two plies; else whether
    /// the refutation is plain (`conventional`).
    pub(super) fn refuted_at_horizon(&mut self, mv: Move, len: Len) -> Option<bool> {
        if len != Len::new(2) || !self.tuning.horizon {
            return None;
        }
        let conventional = self.question.metric == Metric::Conventional;
        self.pos.make(mv);
        self.work.moves.clear();
        self.pos.generate_evasions(&mut self.work.moves);
        let mut refuted = None;
        for i in 0..self.work.moves.len() {
            let reply = self.work.moves[i];
            // Drops come last, and are never plain.
            if reply.is_drop() && (conventional || refuted.is_some()) {
                break;
            }
            let (key, hand) = (self.pos.key_after(reply), self.pos.attacker_hand());
            let value = self.leaf(key, hand, reply, len.down());
            let Some(value) = value.ok().filter(|value| value.is_nomate()) else {
                continue;
            };
            let plain = value.plain && !reply.is_drop();
            refuted = Some(plain);
            if plain || !self.question.notes_plain {
                break;
            }
        }
        self.pos.unmake(mv);
        refuted
    }
}
