//! The value of a node from those of its children.
//!
//! At an attacker's node one mate is enough and all disproofs are needed, at a
//! defender's node the other way round; in between the numbers combine as
//! `overcount` says. Proof and disproof hands, lengths and the ancestor that a
//! repetition rests on are put together here as well.

use super::driver::Search;
use super::frame::{Child, Frame, INDEPENDENT, NO_CHILD, NO_HEAD, Value};
use super::hands;
use super::overcount::{Adding, Total};
use super::question::Reply;
use super::recurring;
use super::stay;
use super::team;
use crate::base::Len;
use crate::shogi::{Hand, Move};
use crate::table::numbers::{INF, Numbers};

/// What a node's children amount to.
pub(super) struct Summary {
    pub value: Value,
    /// Of an open node: the combined number of its children.
    pub total: Total,
    /// The child to search next, counted from the node's first, and the number of the
    /// second best.
    pub best: usize,
    pub second: u32,
}

/// The best of some open children, as they are added.
pub(super) struct Choice {
    /// The number that it was added under; `usize::MAX` before any is added.
    pub best: usize,
    /// Its rank.
    pub least: Rank,
    /// The number of the second best.
    pub second: u32,
}

/// The number a child is chosen by; the number that adds up, the size of the subtree and
/// the move's order break ties.
type Rank = (u32, u32, u16, i16);

impl Default for Choice {
    fn default() -> Self {
        Choice {
            best: usize::MAX,
            least: (u32::MAX, 0, 0, 0),
            second: INF,
        }
    }
}

impl Choice {
    #[inline(always)]
    pub(super) fn add(&mut self, i: usize, rank: Rank) {
        if rank < self.least {
            self.second = self.second.min(self.least.0);
            (self.best, self.least) = (i, rank);
        } else {
            self.second = self.second.min(rank.0);
        }
    }
}

impl Summary {
    /// A final value, with which nothing is to be searched.
    fn of(value: Value) -> Summary {
        Summary {
            value,
            total: Total::default(),
            best: usize::MAX,
            second: INF,
        }
    }
}

impl Search<'_> {
    /// The bits of the check with the shortest proved mate; 0 at a defender's node, or without a
    /// mate.
    pub(super) fn mating_move(&self, f: &Frame) -> u32 {
        if !f.is_or() {
            return 0;
        }
        self.children_of(f)
            .iter()
            .filter(|c| !c.hidden && c.value.is_mate())
            .min_by_key(|c| c.value.len)
            .map_or(0, |c| c.mv.bits())
    }

    /// The reply that holds, or the check that mates.
    pub(super) fn deciding_move(&self, f: &Frame) -> Move {
        if f.is_or() {
            return Move::from_bits(self.mating_move(f));
        }
        self.children_of(f)
            .iter()
            .filter(|c| c.known && c.value.is_nomate())
            .max_by_key(|c| (c.value.repetition, c.value.len))
            .map_or(Move::default(), |c| c.mv)
    }

    /// The defender's replies at the root `f`.
    pub(super) fn replies(&self, f: &Frame) -> Vec<Reply> {
        if f.is_or() {
            return Vec::new();
        }
        let played = self.children_of(f).iter().filter(|c| !c.is_head());
        let reply = |c: &Child| Reply {
            mv: c.mv,
            futile: c.silent,
            len: c.value.len,
        };
        played.map(reply).collect()
    }

    pub(super) fn children_of(&self, f: &Frame) -> &[Child] {
        &self.work.children[f.start as usize..f.end as usize]
    }

    pub(super) fn has_old_child(&self, f: &Frame) -> bool {
        self.children_of(f)
            .iter()
            .any(|c| c.old && !c.hidden && !c.value.is_final())
    }

    /// The value of a frame from its children, and which of them is next. The board
    /// stands at the frame.
    pub(super) fn summary(&self, f: &Frame) -> Summary {
        if let Some(value) = f.at_once {
            return Summary::of(value);
        }
        let children = self.children_of(f);
        let (mut amount, mut decided): (u16, Option<&Child>) = (1, None);
        let mut choice = Choice::default();
        let mut adding = Adding::default();
        let mut crowd = 0;
        for (i, c) in children.iter().enumerate() {
            if c.hidden {
                continue;
            }
            let v = &c.value;
            amount = amount.max(v.amount);
            if v.is_final() {
                // The shortest mate; the least path-dependent disproof, then the one
                // that says most.
                let says = |v: &Value| (v.repetition, v.len, v.plain);
                let better = |d: &Child| {
                    let d = &d.value;
                    if f.is_or() {
                        v.len < d.len
                    } else {
                        says(v) > says(d)
                    }
                };
                if f.is_or() == v.is_mate() && decided.is_none_or(better) {
                    decided = Some(c);
                }
                continue;
            }
            let (phi, delta) = v.numbers.seen_by(f.side);
            adding.add(
                delta,
                self.tuning.cap(f.side, c.mv, self.question.metric),
                c.shared,
            );
            crowd |= c.crowd;
            choice.add(i, (phi, delta, v.amount, c.order));
        }
        let amount = amount.saturating_add((children.len() as u16).saturating_sub(1));
        if let Some(c) = decided {
            return Summary::of(self.decided_by(f, c, amount));
        }
        if choice.best == usize::MAX && f.hidden == 0 {
            return Summary::of(self.exhausted(f, children, amount));
        }
        let total = adding.total();
        let numbers = Numbers::of(f.side, choice.least.0, total.sum).as_open();
        let thpn = f.thresholds.pn;
        // But for the last, these are ways to choose a check, whose number is the proof number.
        let (best, second) = match crowd {
            1.. if numbers.pn < thpn => team::choose(children, thpn),
            _ if self.stays_with_checks(f, numbers) => (stay::choose(children, thpn), INF),
            _ if f.recurring != NO_CHILD => recurring::choose(children, f, &choice),
            _ => (choice.best, choice.second),
        };
        Summary {
            value: Value::open(numbers, amount),
            total,
            best,
            second,
        }
    }

    /// One child is enough: a mating check, or a defence that holds.
    fn decided_by(&self, f: &Frame, c: &Child, amount: u16) -> Value {
        let v = &c.value;
        if f.is_or() {
            let hand = hands::before(v.hand, c.mv);
            let value = Value::mate(hand, v.len.up(), amount);
            return Value {
                plain: v.plain,
                ..value
            };
        }
        // A drop that is not futile rests on what the head of its square found as well.
        let head = (c.head != NO_HEAD).then(|| self.head_of(f, c));
        let rests = head.map_or(INDEPENDENT, |head| head.rests);
        let value = Value::nomate(v.hand, v.len.up(), v.repetition.min(rests), amount);
        // Where there is no mate of any length, there is none by the convention either.
        if v.len == Len::INFINITE && v.repetition == INDEPENDENT {
            return value;
        }
        let strong = head.filter(|head| head.strong);
        Value {
            plain: v.plain && (self.is_normal(f, c) || strong.is_some()),
            hand: strong.map_or(value.hand, |head| value.hand.intersection(head.against)),
            ..value
        }
    }

    /// True for a reply that no head asks about. Without heads, in the raw metric, every drop
    /// counts as one that a head may ask about.
    fn is_normal(&self, f: &Frame, c: &Child) -> bool {
        if !self.counts_conventionally(f.len) {
            return !c.mv.is_drop();
        }
        let normals = &self.children_of(f)[..f.normals as usize];
        normals.as_ptr_range().contains(&std::ptr::from_ref(c))
    }

    /// Every child is final: all checks fail, or all defences are mated.
    fn exhausted(&self, f: &Frame, children: &[Child], amount: u16) -> Value {
        if f.is_or() {
            let mut hand = hands::all(&self.pos);
            let (mut len, mut repetition) = (Len::INFINITE, INDEPENDENT);
            let mut plain = true;
            for c in children {
                plain &= c.value.plain;
                hand = hand.intersection(hands::before(c.value.hand, c.mv));
                len = len.min(c.value.len.up());
                repetition = repetition.min(c.value.repetition);
            }
            let hand = hands::forbid_new_drops(&self.pos, hand);
            Value {
                plain,
                ..Value::nomate(hand, len, repetition, amount)
            }
        } else {
            let mut hand = Hand::EMPTY;
            let mut len = Len::ZERO;
            let mut plain = true;
            // Heads are no replies; here all of them have decided.
            for c in children.iter().filter(|c| !c.is_head()) {
                plain &= c.value.plain && !c.silent;
                hand = hand.union(c.value.hand);
                if !c.silent {
                    len = len.max(c.value.len.up());
                }
            }
            let hand = hands::keep_monopolies(&self.pos, hand);
            Value {
                plain,
                ..Value::mate(hand, len, amount)
            }
        }
    }
}
