//! Building a node: its moves, what the table knows of them, leaf look-ahead.

use super::conventional::{self, Metric, Step};
use super::driver::Search;
use super::echoes::Outlook;
use super::features::Surroundings;
use super::frame::{Child, INDEPENDENT, NO_CHILD, Value};
use super::leaves::Answer;
use super::numbers::{INF, MOST, UNIT};
use super::path;
use super::{delay, hands, initial};
use crate::base::Len;
use crate::shogi::{Hand, Leaf, Move, Open, Side};
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
            self.pos.generate_checks(self.moves);
        } else {
            self.pos.generate_evasions(self.moves);
        }
        let conventional = self.counts_conventionally(f.len);
        if let Some(value) = self.at_once(f.or, f.hand, f.len, conventional) {
            self.frames[top].settled = Some(value);
            return;
        }
        let king = self
            .pos
            .king(Side::Defender)
            .expect("validated: the defender has a king");
        for &mv in self.moves.iter() {
            let key = self.pos.key_after(mv);
            let hand = self.pos.attacker_hand_after(mv);
            self.table.prefetch(key);
            if !f.or {
                self.leaves.prefetch(key, hand);
            }
            self.children.push(Child {
                key,
                hand,
                mv,
                value: Value::open(INF - 1, INF - 1, 0),
                next: NO_CHILD,
                order: initial::order(&self.pos, mv, king),
                hidden: false,
                first: true,
                old: false,
                shared: false,
                known: false,
                silent: false,
                crowd: 0,
                len: f.len.down(),
                step: Step::Play,
                version: 0,
                reply: 0,
                found: Len::ZERO,
                next_head: NO_CHILD,
                last_drop: NO_CHILD,
                early: false,
                waits: false,
                strong: false,
                against: Hand::EMPTY,
                rests: INDEPENDENT,
            });
        }
        self.around = None;
        let start = f.start as usize;
        if !self.tuning.order {
            self.children[start..].iter_mut().for_each(|c| c.order = 0);
        }
        self.frames[top].normals = (self.children.len() - start) as u16;
        if conventional && !f.or {
            self.place_heads(top);
        }
        let end = self.children.len();
        let normals = self.frames[top].normals as usize;
        self.frames[top].end = end as u32;
        if f.len.is_zero() && normals > 0 {
            // Only futile drops would still be mate.
            self.frames[top].settled = Some(Value::nomate(f.hand, f.len, INDEPENDENT, 1));
            return;
        }
        let chained = if self.tuning.delay {
            let normals = &mut self.children[start..start + normals];
            delay::link(&self.pos, normals, self.tuning.one_chain)
        } else {
            0
        };
        let heads = &self.children[start + normals..];
        let hidden = heads.iter().filter(|c| c.hidden).count() as u16;
        self.frames[top].hidden = chained + hidden;
        for i in start..end {
            if self.children[i].hidden || self.children[i].known {
                continue;
            }
            self.evaluate(top, i);
            self.reveal(top, i);
            let v = &self.children[i].value;
            // One winning answer settles the node.
            if (f.or && v.is_mate()) || (!f.or && v.is_nomate() && v.repetition > top as u16) {
                return;
            }
        }
        self.open_gate(top);
    }

    /// What the board as it stands is worth after one look at its moves, before any of
    /// them is searched. The table is asked, and nothing is stored.
    pub fn look(&mut self) -> Value {
        debug_assert!(self.frames.is_empty());
        let bounds = (MOST + 1, MOST + 1);
        let (mv, path, len) = (Move::NONE, self.salt.path, Len::INFINITE);
        self.enter(mv, Step::Play, path, len, bounds, 0);
        let root = self.frames[0];
        let value = self.summary(&root).value;
        self.unwind();
        value
    }

    /// A node without moves, or without plies left.
    fn at_once(&self, or: bool, hand: Hand, len: Len, conventional: bool) -> Option<Value> {
        if self.moves.is_empty() {
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
            // By the convention it may be mate where only drops are left.
            plain: or || self.moves.iter().any(|mv| !mv.is_drop()),
            ..Value::nomate(hand, len, INDEPENDENT, 1)
        })
    }

    /// Shows the chain behind child `i` as long as its members are used up.
    pub(super) fn reveal(&mut self, top: usize, mut i: usize) {
        let or = self.frames[top].or;
        let start = self.frames[top].start as usize;
        loop {
            let c = &self.children[i];
            let used_up = if or {
                c.value.is_nomate()
            } else {
                c.value.is_mate()
            };
            if !used_up || c.next == NO_CHILD {
                return;
            }
            let before = i;
            i = start + c.next as usize;
            if !self.children[i].hidden {
                return;
            }
            self.children[i].hidden = false;
            self.frames[top].hidden -= 1;
            self.evaluate(top, i);
            if self.is_worth_simulating(or, i)
                && let Some(value) = self.simulate(top, i, before)
            {
                self.children[i].value = value;
            }
        }
    }

    /// True for a revealed defence that is new and open.
    fn is_worth_simulating(&self, or: bool, i: usize) -> bool {
        let c = &self.children[i];
        !or && self.tuning.simulation
            && c.first
            && !c.value.is_final()
            && c.step == Step::Play
            && !self.counts_conventionally(c.len)
    }

    /// Looks child `i` of frame `top` up: path, table, leaf search, first numbers.
    /// The board stands at frame `top`.
    pub(super) fn evaluate(&mut self, top: usize, i: usize) {
        self.children[i].known = true;
        if self.children[i].step != Step::Play {
            self.start_head(top, i);
            return;
        }
        self.children[i].value = self.look_up(top, i);
    }

    /// The value of child `i` as it stands, its first numbers if it is new; sets its
    /// flags. Finds repetitions and leaves.
    pub(super) fn look_up(&mut self, top: usize, i: usize) -> Value {
        self.note_crowd(top, i);
        let f = self.frames[top];
        let depth = top as u16 + 2;
        let Child {
            key,
            hand,
            mv,
            len,
            step,
            reply,
            ..
        } = self.children[i];
        let c = &mut self.children[i];
        c.first = false;
        c.old = false;
        let exact = self.counts_conventionally(len) || !self.tuning.smaller_hand;
        if step == Step::Play
            && let Some(ancestor) = self.path.find(self.frames, f.base, key, hand, exact)
        {
            return Value::nomate(hand, Len::INFINITE, ancestor as u16 + 1, 1);
        }
        // Depth 0 is before the root: such a disproof never becomes independent.
        if self.is_barred(key, hand) {
            return Value::nomate(hand, Len::INFINITE, 0, 1);
        }
        if top + 2 >= MAX_FRAMES {
            self.too_deep = true;
            return Value::nomate(hand, Len::INFINITE, 0, 1);
        }
        let (found, plain) = self.find(key, hand, depth, len);
        match found {
            Found::Open {
                pn,
                dn,
                amount,
                old,
                maybe_repetition,
            } => {
                if maybe_repetition {
                    let path = self.child_path(f.path, i, depth);
                    let path = self.path_key(path, key, hand);
                    if let Some((start, len)) = self.repetition.find(path, len) {
                        return Value {
                            plain: false,
                            ..Value::nomate(hand, len, start, amount)
                        };
                    }
                }
                let c = &mut self.children[i];
                c.old = old;
                c.first = amount == 0;
                if !c.first {
                    return Value::open(pn, dn, amount);
                }
                if f.or
                    && step == Step::Play
                    && let Some(plain) = self.refuted_at_horizon(mv, len)
                {
                    return Value {
                        plain,
                        ..Value::nomate(hand, len, INDEPENDENT, 1)
                    };
                }
                let guess = match step {
                    Step::Slide => (UNIT, UNIT),
                    Step::Play if f.or && !self.tuning.guess => (UNIT, UNIT),
                    Step::Play if f.or => {
                        let (around, outlook) = self.surroundings();
                        let view = self.view_after(&outlook, mv);
                        let learned = self.tuning.learned;
                        let guess = initial::after_check(&self.pos, mv, &around, learned);
                        guess.numbers(self.echo(&outlook, mv, view))
                    }
                    Step::Play | Step::Inverted => {
                        let mv = match step {
                            Step::Inverted => self.children[f.start as usize + reply as usize].mv,
                            _ => mv,
                        };
                        let (around, outlook) = self.surroundings();
                        let view = self.view_after(&outlook, mv);
                        match self.leaf(key, hand, mv, len) {
                            Ok(value) => return value,
                            Err(_) if !self.tuning.guess => (UNIT, UNIT),
                            Err(mut open) => {
                                if !self.tuning.mobility {
                                    open.checks = 1;
                                }
                                let (pos, learned) = (&self.pos, self.tuning.learned);
                                let guess = initial::after_evasion(pos, mv, &around, open, learned);
                                guess.numbers(self.echo(&outlook, mv, view))
                            }
                        }
                    }
                };
                Value::open(guess.0.max(pn), guess.1.max(dn), 0)
            }
            known => Value::known(known, plain),
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

    /// True for a position the attacker may not pass through.
    #[inline(always)]
    pub(super) fn is_barred(&self, key: u64, hand: Hand) -> bool {
        !self.barred.is_empty() && self.barred.iter().any(|b| b.0 == key && b.1.covers(hand))
    }

    /// Asks the table in the metric of the search. True with a final answer that is
    /// plain (`conventional`).
    pub(super) fn find(&self, key: u64, hand: Hand, depth: u16, len: Len) -> (Found, bool) {
        if !self.tuning.dominance {
            return self.find_exactly(key, hand, depth, len);
        }
        self.find_with(key, hand, len, |key| {
            self.table.probe(key, hand, depth, len)
        })
    }

    #[cold]
    fn find_exactly(&self, key: u64, hand: Hand, depth: u16, len: Len) -> (Found, bool) {
        self.find_with(key, hand, len, |key| {
            self.table.probe_exactly(key, hand, depth, len)
        })
    }

    /// Looks under all the keys of the metric.
    #[inline(always)]
    fn find_with(
        &self,
        key: u64,
        hand: Hand,
        len: Len,
        ask: impl Fn(u64) -> Found,
    ) -> (Found, bool) {
        if !self.counts_conventionally(len) {
            let found = ask(key);
            if let (true, Found::NoMate { len, .. }) = (self.notes_plain, found)
                && len.is_finite()
            {
                let plain = ask(conventional::plain_key(key));
                let known = matches!(plain, Found::NoMate { .. });
                return (if known { plain } else { found }, known);
            }
            return (found, true);
        }
        match ask(key) {
            found @ Found::Mate { .. } => return (found, true),
            found @ Found::NoMate {
                len: Len::INFINITE, ..
            } => return (found, true),
            _ => {}
        }
        if let found @ Found::NoMate { .. } = ask(conventional::plain_key(key)) {
            return (found, true);
        }
        match ask(conventional::key(key, hand)) {
            // An entry of which nothing is known says as much; by the convention a
            // position with replies may be mate already.
            Found::NoMate { len, .. } if len.is_zero() => (Found::NOTHING, false),
            found => (found, false),
        }
    }

    /// The key of the path to child `i`.
    pub(super) fn child_path(&self, path: u64, i: usize, depth: u16) -> u64 {
        let c = &self.children[i];
        let way = match c.step {
            Step::Play => 0,
            Step::Slide => 1,
            Step::Inverted => 2 + c.reply as u32,
        };
        path::extend(path, c.mv, depth as u32 | way << 16)
    }

    /// The key of a position on its path, for the repetition table.
    pub(super) fn path_key(&self, path: u64, key: u64, hand: Hand) -> u64 {
        path ^ key.rotate_left(17) ^ (hand.bits() as u64).wrapping_mul(0xA24B_AED4_963E_E407)
    }

    /// Looks at the attacker's node after the evasion `mv`: mate in one ply, or no
    /// check at all. If neither, what is seen of it.
    pub(super) fn leaf(&mut self, key: u64, hand: Hand, mv: Move, len: Len) -> Result<Value, Open> {
        if len.is_zero() {
            return Ok(Value::nomate(hand, len, INDEPENDENT, 1));
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
        // With one ply left the answer decides.
        let last = len == Len::new(1);
        let answer = match self.leaves.find(key, hand) {
            Some(answer) if !last || answer.is_exact() => answer,
            _ => {
                self.pos.make(mv);
                let answer = self.leaf_here(last);
                self.pos.unmake(mv);
                self.leaves.insert(key, hand, answer);
                answer
            }
        };
        match answer {
            Answer::Mate(proof) => Ok(Value::mate(proof, Len::new(1), 1)),
            Answer::NoCheck(disproof) => Ok(Value::nomate(disproof, Len::INFINITE, INDEPENDENT, 1)),
            // Mate by the convention after a check that only drops answer: perhaps.
            Answer::Open(Open { only_drops, .. })
                if last && !(only_drops && self.metric == Metric::Conventional) =>
            {
                Ok(Value {
                    plain: !only_drops,
                    ..Value::nomate(hand, len, INDEPENDENT, 1)
                })
            }
            Answer::Open(open) => Err(open),
        }
    }

    fn leaf_here(&mut self, exactly: bool) -> Answer {
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
                Answer::Mate(hands::proof_before(proof, mate))
            }
            Leaf::NoCheck => {
                Answer::NoCheck(hands::forbid_new_drops(&self.pos, hands::all(&self.pos)))
            }
            Leaf::Open(open) => Answer::Open(open),
        }
    }
}
