//! Building a node: its moves, what the table knows of them, leaf look-ahead.

use super::driver::Search;
use super::frame::{Child, NO_CHILD, Value};
use super::numbers::INF;
use super::path;
use super::{delay, hands, initial};
use crate::search::len::Len;
use crate::shogi::{Hand, Move, Side};
use crate::table::Found;

/// Frames a path may have; deeper lines count as undecided on this path.
pub(super) const MAX_FRAMES: usize = 12_000;

impl Search<'_> {
    /// Generates the moves of the last frame and evaluates them.
    pub(super) fn expand(&mut self) {
        let top = self.frames.len() - 1;
        let f = self.frames[top];
        self.moves.clear();
        if f.or {
            self.pos.generate_checks(&mut self.moves);
        } else {
            self.pos.generate_evasions(&mut self.moves);
        }
        if let Some(value) = self.at_once(f.or, f.hand, f.len) {
            self.frames[top].settled = Some(value);
            return;
        }
        let king = self.pos.king(Side::Defender).expect("validated: the defender has a king");
        for &mv in &self.moves {
            let key = self.pos.key_after(mv);
            self.table.prefetch(key);
            self.children.push(Child {
                key,
                hand: self.pos.attacker_hand_after(mv),
                mv,
                value: Value::open(INF - 1, INF - 1, 0),
                next: NO_CHILD,
                order: initial::order(&self.pos, mv, king),
                hidden: false,
                first: true,
                old: false,
                shared: false,
                known: false,
            });
        }
        let start = f.start as usize;
        let end = self.children.len();
        self.frames[top].end = end as u32;
        self.frames[top].hidden = delay::link(&self.pos, &mut self.children[start..], self.tuning.one_chain);
        for i in start..end {
            if self.children[i].hidden || self.children[i].known {
                continue;
            }
            self.evaluate(top, i);
            self.reveal(top, i);
            let v = &self.children[i].value;
            // One winning answer settles the node.
            if (f.or && v.is_mate()) || (!f.or && v.is_nomate() && v.repetition > top as u16) {
                break;
            }
        }
    }

    /// A node without moves, or without plies left.
    fn at_once(&self, or: bool, hand: Hand, len: Len) -> Option<Value> {
        if self.moves.is_empty() {
            return Some(if or {
                Value::nomate(
                    hands::forbid_new_drops(&self.pos, hands::all(&self.pos)),
                    Len::INFINITE,
                    super::frame::INDEPENDENT,
                    1,
                )
            } else {
                Value::mate(hands::keep_monopolies(&self.pos, Hand::EMPTY), Len::ZERO, 1)
            });
        }
        len.is_zero().then(|| Value::nomate(hand, len, super::frame::INDEPENDENT, 1))
    }

    /// Shows the chain behind child `i` as long as its members are used up.
    pub(super) fn reveal(&mut self, top: usize, mut i: usize) {
        let or = self.frames[top].or;
        let start = self.frames[top].start as usize;
        loop {
            let c = &self.children[i];
            let used_up = if or { c.value.is_nomate() } else { c.value.is_mate() };
            if !used_up || c.next == NO_CHILD {
                return;
            }
            i = start + c.next as usize;
            if !self.children[i].hidden {
                return;
            }
            self.children[i].hidden = false;
            self.frames[top].hidden -= 1;
            self.evaluate(top, i);
        }
    }

    /// Looks child `i` of frame `top` up: path, table, leaf search, first numbers.
    /// The board stands at frame `top`.
    pub(super) fn evaluate(&mut self, top: usize, i: usize) {
        let f = &self.frames[top];
        let (or, len) = (f.or, f.len.down());
        let depth = top as u16 + 2;
        let mut c = self.children[i];
        c.known = true;
        if let Some(ancestor) = self.path.find(&self.frames, 0, c.key, c.hand) {
            c.value = Value::nomate(c.hand, Len::INFINITE, ancestor as u16 + 1, 1);
            c.first = false;
            self.children[i] = c;
            return;
        }
        if top + 2 >= MAX_FRAMES {
            c.value = Value::nomate(c.hand, Len::INFINITE, 0, 1);
            self.children[i] = c;
            return;
        }
        match self.table.probe(c.key, c.hand, depth, len) {
            Found::Mate { hand, len, .. } => {
                c.value = Value::mate(hand, len, 1);
                c.first = false;
            }
            Found::NoMate { hand, len } => {
                c.value = Value::nomate(hand, len, super::frame::INDEPENDENT, 1);
                c.first = false;
            }
            Found::Open { pn, dn, amount, old, maybe_repetition } => {
                c.first = amount == 0;
                c.old = old;
                if maybe_repetition
                    && let Some((start, len)) =
                        self.repetition.find(self.path_key(path::extend(f.path, c.mv, depth as u32), c.key, c.hand), len)
                {
                    c.value = Value::nomate(c.hand, len, start, amount);
                    c.old = false;
                } else if c.first {
                    if !or && let Some(value) = self.leaf(c.mv, len) {
                        c.value = value;
                    } else {
                        let first = if or {
                            let (a, b) = initial::after_check(&self.pos, c.mv);
                            (a, b)
                        } else {
                            initial::after_evasion(&self.pos, c.mv)
                        };
                        c.value = Value::open(first.0.max(pn), first.1.max(dn), 0);
                    }
                } else {
                    c.value = Value::open(pn, dn, amount);
                }
            }
        }
        self.children[i] = c;
    }

    /// The key of a position on its path, for the repetition table.
    pub(super) fn path_key(&self, path: u64, key: u64, hand: Hand) -> u64 {
        path ^ key.rotate_left(17) ^ (hand.bits() as u64).wrapping_mul(0xA24B_AED4_963E_E407)
    }

    /// Looks at the attacker's node after the evasion `mv`: mate in one ply, or no
    /// check at all.
    fn leaf(&mut self, mv: Move, len: Len) -> Option<Value> {
        self.pos.make(mv);
        let value = self.leaf_here(len);
        self.pos.unmake(mv);
        value
    }

    fn leaf_here(&mut self, len: Len) -> Option<Value> {
        use super::frame::INDEPENDENT;
        let hand = self.pos.attacker_hand();
        if len.is_zero() {
            return Some(Value::nomate(hand, len, INDEPENDENT, 1));
        }
        if let Some(mate) = self.pos.mate_in_one() {
            self.pos.make(mate);
            let proof = hands::keep_monopolies(&self.pos, Hand::EMPTY);
            self.pos.unmake(mate);
            return Some(Value::mate(hands::proof_before(proof, mate), Len::new(1), 1));
        }
        if !self.pos.has_check() {
            let disproof = hands::forbid_new_drops(&self.pos, hands::all(&self.pos));
            return Some(Value::nomate(disproof, Len::INFINITE, INDEPENDENT, 1));
        }
        if len == Len::new(1) {
            return Some(Value::nomate(hand, len, INDEPENDENT, 1));
        }
        None
    }
}
