//! Building a node: its moves, what the tables know of them, leaf tests.

use super::conventional::{Metric, Way};
use super::driver::Search;
use super::echoes::Outlook;
use super::features::Surroundings;
use super::frame::{Child, Frame, INDEPENDENT, NO_CHILD, Value};
use super::leaves::KnownLeaf;
use super::path;
use super::question::Question;
use super::{delay, hands, initial};
use crate::base::{Len, Limits};
use crate::shogi::{Hand, Leaf, Move, Open, Place, Side};
use crate::table::{Found, Numbers};
use std::ops::Range;

/// Frames a path may have; deeper lines count as undecided on this path.
pub(super) const MAX_FRAMES: usize = 12_000;

impl Search<'_> {
    /// Generates the moves of the last frame and evaluates them.
    pub(super) fn expand(&mut self) {
        let top = self.work.frames.len() - 1;
        let f = self.work.frames[top];
        self.work.moves.clear();
        if f.is_or() {
            self.pos.generate_checks(&mut self.work.moves);
        } else {
            self.pos.generate_evasions(&mut self.work.moves);
        }
        let conventional = self.counts_conventionally(f.len);
        if let Some(value) = self.at_once(f.side, f.place.hand, f.len, conventional) {
            self.work.frames[top].at_once = Some(value);
            return;
        }
        self.push_children(&f);
        self.around = None;
        let start = f.start as usize;
        if !self.tuning.order {
            self.work.children[start..]
                .iter_mut()
                .for_each(|c| c.order = 0);
        }
        self.work.frames[top].normals = (self.work.children.len() - start) as u16;
        if conventional && !f.is_or() {
            self.place_heads(top);
        }
        let end = self.work.children.len();
        let normals = self.work.frames[top].normals as usize;
        self.work.frames[top].end = end as u32;
        if f.len.is_zero() && normals > 0 {
            // A node with no plies left can be mate only where every reply is a futile drop.
            self.work.frames[top].at_once =
                Some(Value::nomate(f.place.hand, f.len, INDEPENDENT, 1));
            return;
        }
        let chained = if self.tuning.delay {
            let normals = &mut self.work.children[start..start + normals];
            delay::link(&self.pos, normals, self.tuning.one_chain)
        } else {
            0
        };
        let heads = &self.work.children[start + normals..];
        let hidden = heads.iter().filter(|c| c.hidden).count() as u16;
        self.work.frames[top].hidden = chained + hidden;
        if !self.evaluate_all(top, start..end) {
            self.open_gate(top);
        }
    }

    /// Makes a child of each move, and has the processor fetch what the tables know of it.
    #[inline(always)]
    fn push_children(&mut self, f: &Frame) {
        let king = self.pos.target();
        for &mv in self.work.moves.iter() {
            let place = self.pos.place_after(mv);
            self.table.prefetch(place.key);
            if !f.is_or() {
                self.work.leaves.prefetch(place);
            }
            self.work.children.push(Child {
                order: initial::order(&self.pos, mv, king),
                ..Child::new(place, mv, f.len.down())
            });
        }
    }

    /// Evaluates the children that are not hidden, and those that come to light by it; true when
    /// one of them decides the node.
    #[inline(always)]
    fn evaluate_all(&mut self, top: usize, children: Range<usize>) -> bool {
        let or = self.work.frames[top].is_or();
        for i in children {
            if self.work.children[i].hidden || self.work.children[i].known {
                continue;
            }
            self.evaluate(top, i);
            self.reveal(top, i);
            let v = &self.work.children[i].value;
            // One check that mates decides the node, or one defence that holds whatever was
            // played before this node.
            if (or && v.is_mate()) || (!or && v.is_nomate() && v.repetition > top as u16) {
                return true;
            }
        }
        false
    }

    /// What the board as it stands is worth after one look at its moves, before any of
    /// them is searched. The table is asked, and nothing is stored.
    pub fn look(&mut self) -> Value {
        debug_assert!(self.work.frames.is_empty());
        self.question = Question::new(Limits::default());
        let (mv, path, len) = (Move::NONE, self.salt.path, self.question.len);
        self.enter(mv, Way::Play, path, len, Numbers::UNBOUNDED, 0);
        let root = self.work.frames[0];
        let value = self.summary(&root).value;
        self.unwind();
        value
    }

    /// The value of a node without moves, or without plies left.
    fn at_once(&self, side: Side, hand: Hand, len: Len, conventional: bool) -> Option<Value> {
        let or = side == Side::Attacker;
        if self.work.moves.is_empty() {
            return Some(if or {
                Value::nomate(
                    hands::forbid_new_drops(&self.pos, hands::all(&self.pos)),
                    Len::INFINITE,
                    INDEPENDENT,
                    1,
                )
            } else {
                Value::mate(hands::keep_monopolies(&self.pos, Hand::EMPTY), Len::ZERO, 1)
            });
        }
        (len.is_zero() && (or || !conventional)).then(|| Value {
            // By the convention such a node may be mate where only drops are left.
            plain: or || self.work.moves.iter().any(|mv| !mv.is_drop()),
            ..Value::nomate(hand, len, INDEPENDENT, 1)
        })
    }

    /// Reveals the next member of the chain behind child `i`, and so on, as long as members are
    /// used up: no mate at an attacker's node, mate at a defender's.
    pub(super) fn reveal(&mut self, top: usize, mut i: usize) {
        let side = self.work.frames[top].side;
        let start = self.work.frames[top].start as usize;
        loop {
            let c = &self.work.children[i];
            let used_up = match side {
                Side::Attacker => c.value.is_nomate(),
                Side::Defender => c.value.is_mate(),
            };
            if !used_up || c.next == NO_CHILD {
                return;
            }
            let before = i;
            i = start + c.next as usize;
            if !self.work.children[i].hidden {
                return;
            }
            self.work.children[i].hidden = false;
            self.work.frames[top].hidden -= 1;
            self.evaluate(top, i);
            if self.is_worth_simulating(side, i)
                && let Some(value) = self.simulate(top, i, before)
            {
                self.work.children[i].value = value;
            }
        }
    }

    /// True for a revealed defence that is new and open, in the raw metric.
    fn is_worth_simulating(&self, side: Side, i: usize) -> bool {
        let c = &self.work.children[i];
        side == Side::Defender
            && self.tuning.simulation
            && c.first
            && !c.value.is_final()
            && !c.is_head()
            && !self.counts_conventionally(c.len)
    }

    /// Looks child `i` of frame `top` up for the first time. The board stands at the frame.
    pub(super) fn evaluate(&mut self, top: usize, i: usize) {
        self.work.children[i].known = true;
        if self.work.children[i].is_head() {
            self.start_head(top, i);
            return;
        }
        self.work.children[i].value = self.look_up(top, i);
    }

    /// The value of child `i` of frame `top` as it stands; sets its flags. The board stands
    /// at the frame. In one piece with its caller, so that the value need not go through memory
    /// (experiment 79).
    #[inline(always)]
    pub(super) fn look_up(&mut self, top: usize, i: usize) -> Value {
        self.note_crowd(top, i);
        let c = &mut self.work.children[i];
        c.first = false;
        c.old = false;
        if let Some(value) = self.cut_by_path(top, i) {
            return value;
        }
        self.remembered(top, i).unwrap_or_else(|bounds| {
            self.first_look(top, i).unwrap_or_else(|guess| {
                let guess = self.guess_by_raw(&self.work.children[i], guess);
                // Hands of the same board may give lower bounds.
                Value::open(guess.max(bounds), 0)
            })
        })
    }

    /// A child that is worth nothing to the attacker on this path: a repetition, a barred
    /// position, or a line that is too long.
    #[inline(always)]
    fn cut_by_path(&mut self, top: usize, i: usize) -> Option<Value> {
        let c = &self.work.children[i];
        let place = c.place;
        let nomate = |repetition| Some(Value::nomate(place.hand, Len::INFINITE, repetition, 1));
        let exact = self.counts_conventionally(c.len) || !self.tuning.smaller_hand;
        if !c.is_head() {
            let (work, base) = (&self.work, self.work.frames[top].base);
            if let Some(ancestor) = work.path.find(&work.frames, base, place, exact) {
                return nomate(ancestor as u16 + 1);
            }
        }
        // Depth 0 is before the root: such a disproof never becomes independent.
        if self.question.bars(place) {
            return nomate(0);
        }
        if top + 2 >= MAX_FRAMES {
            self.too_deep = true;
            return nomate(0);
        }
        None
    }

    /// What the tables know of a child. The error is for a child that was never searched: lower
    /// bounds of its numbers, 0 where nothing is known.
    #[inline(always)]
    fn remembered(&mut self, top: usize, i: usize) -> Result<Value, Numbers> {
        let Child { place, len, .. } = self.work.children[i];
        let depth = top as u16 + 2;
        let (found, plain) = self.find(place, depth, len);
        let Found::Open {
            numbers,
            amount,
            old,
            maybe_repetition,
        } = found
        else {
            return Ok(Value::known(found, plain));
        };
        if maybe_repetition {
            let path = self.child_path(top, i);
            let path = self.path_key(path, place);
            if let Some((start, len)) = self.repetition.find(path, len) {
                return Ok(Value {
                    plain: false,
                    ..Value::nomate(place.hand, len, start, amount)
                });
            }
        }
        let c = &mut self.work.children[i];
        c.old = old;
        c.first = amount == 0;
        match c.first {
            true => Err(numbers),
            false => Ok(Value::open(numbers, amount)),
        }
    }

    /// The value of a child that was never searched, where a leaf test or the horizon decides it.
    /// The error is for one that is open: its first numbers.
    #[inline(always)]
    fn first_look(&mut self, top: usize, i: usize) -> Result<Value, Numbers> {
        let f = self.work.frames[top];
        let Child {
            place,
            mv,
            len,
            way,
            head,
            ..
        } = self.work.children[i];
        if f.is_or()
            && way == Way::Play
            && let Some(plain) = self.refuted_at_horizon(mv, len)
        {
            return Ok(Value {
                plain,
                ..Value::nomate(place.hand, len, INDEPENDENT, 1)
            });
        }
        if f.is_or()
            && way == Way::Play
            && let Some(value) = self.refuted_before_horizon(mv, len)
        {
            return Ok(value);
        }
        match way {
            Way::Slide => Err(Numbers::LEAF),
            Way::Play if f.is_or() && !self.tuning.guess => Err(Numbers::LEAF),
            Way::Play if f.is_or() => {
                let (around, outlook) = self.surroundings();
                let view = self.view_after(&outlook, mv);
                let learned = self.tuning.learned;
                let guess = initial::after_check(&self.pos, mv, &around, learned);
                Err(guess.numbers(self.echo(&outlook, mv, view)))
            }
            Way::Play | Way::Inverted => {
                let mv = match way {
                    Way::Inverted => {
                        let reply = self.work.heads[f.heads as usize + head as usize].reply;
                        self.work.children[f.start as usize + reply as usize].mv
                    }
                    _ => mv,
                };
                let (around, outlook) = self.surroundings();
                let view = self.view_after(&outlook, mv);
                let mut open = match self.leaf(place, mv, len) {
                    Ok(value) => return Ok(value),
                    Err(_) if !self.tuning.guess => return Err(Numbers::LEAF),
                    Err(open) => open,
                };
                if way == Way::Play
                    && let Some(value) = self.holds_at_horizon(mv, len)
                {
                    return Ok(value);
                }
                if !self.tuning.mobility {
                    open.checks = 1;
                }
                let (pos, learned) = (&self.pos, self.tuning.learned);
                let guess = initial::after_evasion(pos, mv, &around, open, learned);
                Err(guess.numbers(self.echo(&outlook, mv, view)))
            }
        }
    }

    /// What the moves of the node on the board have in common.
    #[inline(always)]
    fn surroundings(&mut self) -> (Surroundings, Outlook) {
        if let Some(around) = self.around {
            return around;
        }
        let around = (Surroundings::of(&self.pos), self.outlook());
        self.around = Some(around);
        around
    }

    /// The key of the path to child `i` of frame `top`.
    pub(super) fn child_path(&self, top: usize, i: usize) -> u64 {
        let (f, c) = (&self.work.frames[top], &self.work.children[i]);
        let way = match c.way {
            Way::Play => 0,
            Way::Slide => 1,
            Way::Inverted => 2 + self.head_of(f, c).reply as u32,
        };
        path::extend(f.path, c.mv, (top as u32 + 2) | way << 16)
    }

    /// The key of a position on its path, for the repetition table.
    pub(super) fn path_key(&self, path: u64, place: Place) -> u64 {
        path ^ place.key.rotate_left(17)
            ^ (place.hand.bits() as u64).wrapping_mul(0xA24B_AED4_963E_E407)
    }

    /// Tests the attacker's node after the evasion `mv`: is there mate in one, or no check at
    /// all? The error is for a node with neither: what the test has seen.
    pub(super) fn leaf(&mut self, place: Place, mv: Move, len: Len) -> Result<Value, Open> {
        if len.is_zero() {
            return Ok(Value::nomate(place.hand, len, INDEPENDENT, 1));
        }
        if !self.tuning.leaves {
            self.pos.make(mv);
            let open = Open {
                exits: self.pos.king_exits().count() as u8,
                checks: self.pos.count_checks(),
                ..Open::default()
            };
            self.pos.unmake(mv);
            return Err(open);
        }
        // With one ply left, mate in one must be asked for: the answer decides the node.
        let last = len == Len::new(1);
        let known = match self.work.leaves.find(place) {
            Some(known) if !last || known.is_exact() => known,
            _ => {
                self.pos.make(mv);
                let known = self.leaf_here(last);
                self.pos.unmake(mv);
                self.work.leaves.insert(place, known);
                known
            }
        };
        match known {
            KnownLeaf::Mate(proof) => Ok(Value::mate(proof, Len::new(1), 1)),
            KnownLeaf::NoCheck(disproof) => {
                Ok(Value::nomate(disproof, Len::INFINITE, INDEPENDENT, 1))
            }
            // Open is no mate within one ply. Only where drops alone answer some check it may be
            // mate by the convention.
            KnownLeaf::Open(Open { only_drops, .. })
                if last && !(only_drops && self.question.metric == Metric::Conventional) =>
            {
                Ok(Value {
                    plain: !only_drops,
                    ..Value::nomate(place.hand, len, INDEPENDENT, 1)
                })
            }
            KnownLeaf::Open(open) => Err(open),
        }
    }

    fn leaf_here(&mut self, exactly: bool) -> KnownLeaf {
        let many = if exactly {
            u8::MAX
        } else {
            self.tuning.many_exits
        };
        match self.pos.leaf_below(many) {
            Leaf::Mate(mate) => {
                self.pos.make(mate);
                let proof = hands::keep_monopolies(&self.pos, Hand::EMPTY);
                self.pos.unmake(mate);
                KnownLeaf::Mate(hands::before(proof, mate))
            }
            Leaf::NoCheck => {
                KnownLeaf::NoCheck(hands::forbid_new_drops(&self.pos, hands::all(&self.pos)))
            }
            Leaf::Open(open) => KnownLeaf::Open(open),
        }
    }
}
