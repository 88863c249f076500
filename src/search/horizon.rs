//! Checks after which two or four plies are left of the length limit.
//!
//! In a search for "mate within n" most nodes lie at the horizon. A check with two
//! plies left after it is refuted by one reply after which no move mates at once, and
//! that takes no node, no frame and no table entry to find out: only leaf tests, until
//! one says no. (A defender's node there would ask these questions in this order as well;
//! experiment 18.)
//!
//! A check with four plies left is tried in the same way when it is first looked at: it is
//! refuted by one reply after which every check fails at the horizon. Left to the search, such
//! a node is looked at, gets open numbers and is left again, and most never come to an
//! answer (experiment 60). Only the reply with the fewest checks is followed, as others
//! seldom hold where that one does not. The positions whose moves are generated count as
//! nodes, and what is refuted goes to the table.

use super::conventional::Metric;
use super::driver::Search;
use super::frame::{INDEPENDENT, Value};
use super::hands;
use crate::base::Len;
use crate::shogi::{Hand, Move};
use crate::table::Found;

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
        let start = self.work.moves.len();
        self.pos.generate_evasions(&mut self.work.moves);
        let mut refuted = None;
        for i in start..self.work.moves.len() {
            let reply = self.work.moves[i];
            // Drops come last, and are never plain.
            if reply.is_drop() && (conventional || refuted.is_some()) {
                break;
            }
            let place = self.pos.place_after(reply);
            let value = self.leaf(place, reply, len.down());
            let Some(value) = value.ok().filter(|value| value.is_nomate()) else {
                continue;
            };
            let plain = value.plain && !reply.is_drop();
            refuted = Some(plain);
            if plain || !self.question.notes_plain {
                break;
            }
        }
        self.work.moves.truncate(start);
        self.pos.unmake(mv);
        refuted
    }

    /// Refutes the check `mv`, after which `len` plies are left, by a reply that holds for all of
    /// them. `None` when no such reply is seen at once, or `len` is not four plies.
    pub(super) fn refuted_before_horizon(&mut self, mv: Move, len: Len) -> Option<Value> {
        if len != Len::new(4) || !self.tuning.horizon || !self.may_look_ahead() {
            return None;
        }
        self.pos.make(mv);
        self.nodes += 1;
        let start = self.work.moves.len();
        self.pos.generate_evasions(&mut self.work.moves);
        let replies = self.work.moves.len() - start;
        let holds = self.reply_that_holds(start, len.down());
        self.work.moves.truncate(start);
        let value = holds.map(|(reply, v)| {
            let amount = replies.min(u16::MAX as usize) as u16;
            let value = Value::nomate(v.hand, v.len.up(), INDEPENDENT, amount);
            self.keep_disproof(Value {
                plain: v.plain && !reply.is_drop(),
                ..value
            })
        });
        self.pos.unmake(mv);
        value
    }

    /// The disproof after the evasion `mv` where all checks fail at the horizon. `None` when some
    /// check does not, or when `len`, the plies left after it, are not three.
    pub(super) fn holds_at_horizon(&mut self, mv: Move, len: Len) -> Option<Value> {
        if len != Len::new(3) || !self.tuning.horizon {
            return None;
        }
        self.pos.make(mv);
        let value = self.no_mate_at_horizon(len);
        self.pos.unmake(mv);
        value
    }

    /// Of the replies that stand from `start` on in the list of moves, one after which there is
    /// no mate within `len` plies, and what is known of the position after it.
    fn reply_that_holds(&mut self, start: usize, len: Len) -> Option<(Move, Value)> {
        let conventional = self.counts_conventionally(len);
        let mut fewest: Option<(u8, Move)> = None;
        for i in start..self.work.moves.len() {
            let reply = self.work.moves[i];
            // By the convention a drop may be futile.
            if conventional && reply.is_drop() {
                continue;
            }
            let place = self.pos.place_after(reply);
            let value = match self.find(place, 0, len) {
                (Found::Open { .. }, _) => match self.leaf(place, reply, len) {
                    Ok(value) => value,
                    Err(open) => {
                        if fewest.is_none_or(|(checks, _)| open.checks < checks) {
                            fewest = Some((open.checks, reply));
                        }
                        continue;
                    }
                },
                (found, plain) => Value::known(found, plain),
            };
            if value.is_nomate() && (value.plain || !conventional) {
                return Some((reply, value));
            }
        }
        let (_, reply) = fewest?;
        self.pos.make(reply);
        let value = self.no_mate_at_horizon(len);
        self.pos.unmake(reply);
        let value = value.filter(|value| value.plain || !conventional);
        value.map(|value| (reply, value))
    }

    /// The disproof of the attacker's node on the board, where all checks fail at the horizon.
    /// `len`, the plies left, are three.
    fn no_mate_at_horizon(&mut self, len: Len) -> Option<Value> {
        if !self.may_look_ahead() {
            return None;
        }
        self.nodes += 1;
        let start = self.work.moves.len();
        self.pos.generate_checks(&mut self.work.moves);
        let checks = self.work.moves.len() - start;
        let mut disproof = Value {
            hand: hands::all(&self.pos),
            ..Value::nomate(Hand::EMPTY, Len::INFINITE, INDEPENDENT, checks as u16 + 1)
        };
        let mut fails = true;
        for i in start..start + checks {
            let check = self.work.moves[i];
            let value = self.failed_check(check, len.down());
            let Some(value) = value else {
                fails = false;
                break;
            };
            let before = hands::before(value.hand, check);
            disproof.hand = disproof.hand.intersection(before);
            disproof.len = disproof.len.min(value.len.up());
            disproof.plain &= value.plain;
        }
        self.work.moves.truncate(start);
        if !fails {
            return None;
        }
        disproof.hand = hands::forbid_new_drops(&self.pos, disproof.hand);
        Some(self.keep_disproof(disproof))
    }

    /// What the table or the horizon says of a check that fails; `len` plies are left after it.
    fn failed_check(&mut self, check: Move, len: Len) -> Option<Value> {
        let place = self.pos.place_after(check);
        match self.find(place, 0, len) {
            (found @ Found::NoMate { .. }, plain) => Some(Value::known(found, plain)),
            (Found::Mate { .. }, _) => None,
            (Found::Open { .. }, _) => {
                let plain = self.refuted_at_horizon(check, len)?;
                Some(Value {
                    plain,
                    ..Value::nomate(place.hand, len, INDEPENDENT, 1)
                })
            }
        }
    }

    /// Stores a disproof of the position on the board, which holds on every path.
    fn keep_disproof(&mut self, mut value: Value) -> Value {
        let depth = self.work.frames.len() as u16 + 1;
        self.store_disproof(self.pos.place(), depth, &mut value);
        value
    }

    /// False where the next node would pass the limit, which is kept to the node.
    fn may_look_ahead(&self) -> bool {
        self.question.limits.left_to_the_node(self.nodes) > 0
    }
}
