//! The conventional length (手数): futile interpositions (無駄合い) do not count.
//!
//! The rule is the *return rule* of the specification. At a defender's node P that
//! a slider X checks from afar, let L0 be the longest conventional length over the
//! replies that are not drops which X can capture with check. A drop on square `s`
//! that X can capture, again with check, is futile when Q(s), the position with X
//! moved to `s` and every hand as in P, is a mate of conventional length at most
//! L0. X may promote as it goes to `s`; the drop is futile when either way serves.
//!
//! In a search for "conventional length at most n" each such square gets a *head*
//! child that decides whether its drops are futile, and only when they are not are
//! the drops themselves searched. The head asks two kinds of questions, in turn:
//!
//! 1. is Q(s) a mate within b? (a defender's node; b = n at first, or less where the
//!    other replies are proved mates that are shorter)
//! 2. with l the length found: is L0 at least l? That is so when some other reply
//!    is no mate within l - 3 plies, an *inverted* child: its disproof helps the
//!    attacker. If every other reply is a mate that short, question 1 comes again
//!    with b = l - 2.
//!
//! What refutes a node is often a single drop, far behind others in any fixed order. So
//! heads of squares that the defender bears on, and of those where the raw search knows
//! a drop that holds, are there from the beginning, with b = n; they wait with question 2
//! until the other replies are proved. All others wait for that with question 1, and
//! for one another (experiment 52).
//!
//! So the answer is a function of the position alone. Lengths of this metric are
//! kept under keys of their own, and under the exact hand: with more pieces L0 may
//! be smaller and a drop no longer futile, so dominance does not hold for them.
//! What is mate within n plies, futile interpositions counted, is mate within n
//! conventionally, and what is no mate at all is none here, so those results are
//! taken from the raw search.
//!
//! Most positions have no such drops anywhere below them, and there dominance does
//! hold (experiment 24). A mate all of whose replies were answered is a raw mate and
//! is kept as one, with its proof hand. A disproof whose every defence is a reply
//! that no head is about is *plain*: with less in hand the attacker has fewer checks,
//! those replies are there all the same, and the longest of them is a lower bound of
//! L(P) whatever becomes of the drops. So is a defence by a drop whose square is not futile
//! for the simple reason that Q(s) is no mate within n, plainly. (A line that comes back to the position would
//! come back to it, with no more in hand, with fewer plies left than a shortest mate
//! over all those hands takes.) Plain disproofs have a key of their own.

use super::driver::Search;
use super::frame::{Child, NO_CHILD, Value};
use super::hands;
use crate::base::Len;
use crate::shogi::{Bitboard, Hand, Kind, Move, Side, Square};
use crate::table::Found;

/// How lengths are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Every ply.
    Raw,
    /// Futile interpositions do not count.
    Conventional,
}

/// How a child is reached from its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// By its move.
    Play,
    /// By moving the checking slider onto the square, the turn unchanged.
    Slide,
    /// By its move; a disproof there is a proof here.
    Inverted,
}

/// Key of the conventional metric for a board and a hand.
pub(super) fn key(board: u64, hand: Hand) -> u64 {
    let mut x = board ^ 0x6A09_E667_F3BC_C909;
    x ^= (hand.bits() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (x ^ (x >> 32)) | 1 << 31
}

/// Key of disproofs of the conventional metric in which no drop that may be futile has
/// a part, for a board. They hold for every smaller hand.
pub(super) fn plain_key(board: u64) -> u64 {
    let x = (board ^ 0xBB67_AE85_84CA_A73B).wrapping_mul(0x94D0_49BB_1331_11EB);
    (x ^ (x >> 31)) | 1 << 31
}

impl Search<'_> {
    /// True when lengths of limit `len` are counted by the convention.
    pub(super) fn counts_conventionally(&self, len: Len) -> bool {
        self.metric == Metric::Conventional && len.is_finite()
    }

    /// Sets heads before the drops that the checking slider can capture, at the
    /// defender's node `top`. Children are as generated: drops last, square by
    /// square.
    pub(super) fn place_heads(&mut self, top: usize) {
        let f = self.frames[top];
        let start = f.start as usize;
        let Some((checker, line)) = self.far_check() else {
            return;
        };
        let first_drop = (start..self.children.len()).find(|&i| self.children[i].mv.is_drop());
        let Some(first_drop) = first_drop else { return };
        let drops: Vec<Child> = self.children.drain(first_drop..).collect();
        let mut squares = Vec::new();
        for drops in drops.chunk_by(|a, b| a.mv.to() == b.mv.to()) {
            debug_assert!(line.contains(drops[0].mv.to()));
            match self.head(checker, &drops[0]) {
                Some(head) => squares.push((head, drops)),
                None => self.children.extend(drops),
            }
        }
        self.frames[top].normals = (self.children.len() - start) as u16;
        let mut late = Vec::new();
        for (mut head, drops) in squares {
            // What holds comes first; the others stay as they were.
            let (mut ordered, others): (Vec<Child>, Vec<Child>) =
                drops.iter().partition(|d| self.holds_raw(d));
            let (_, support) = self.pos.count_support(head.mv.to());
            head.early = !ordered.is_empty() || support > 0;
            ordered.extend(others);
            if head.early {
                self.push_square(start, head, &ordered);
            } else {
                late.push((head, ordered));
            }
        }
        // Squares that nothing but the drop defends follow one another, as in `delay`.
        let mut previous: Option<usize> = None;
        for (head, drops) in late {
            let at = self.push_square(start, head, &drops);
            if let Some(before) = previous {
                self.children[before].next_head = (at - start) as u16;
            }
            previous = Some(at);
        }
    }

    /// True for a drop that is no mate in time with every interposition counted.
    fn holds_raw(&self, drop: &Child) -> bool {
        let Child { key, hand, len, .. } = *drop;
        self.tuning.dominance && matches!(self.table.probe(key, hand, 0, len), Found::NoMate { .. })
    }

    /// Appends a head and the drops that wait behind it; where the head is.
    fn push_square(&mut self, start: usize, head: Child, drops: &[Child]) -> usize {
        let at = self.children.len();
        let hidden = !head.early;
        self.children.push(Child { hidden, ..head });
        let mut last = at;
        for d in drops {
            let i = self.children.len();
            self.children.push(Child { hidden: true, ..*d });
            self.children[last].next = (i - start) as u16;
            last = i;
        }
        self.children[at].last_drop = (last - start) as u16;
        at
    }

    /// The single slider that checks from afar, and the squares between.
    fn far_check(&self) -> Option<(Square, Bitboard)> {
        let checkers = self.pos.checkers();
        if checkers.more_than_one() {
            return None;
        }
        let checker = checkers.first()?;
        let line = crate::shogi::between(checker, self.pos.king(Side::Defender)?);
        (!line.is_empty()).then_some((checker, line))
    }

    /// A head for the square of `drop`, when the slider could capture there.
    fn head(&mut self, from: Square, drop: &Child) -> Option<Child> {
        let to = drop.mv.to();
        let mut head = *drop;
        head.step = Step::Slide;
        head.next = NO_CHILD;
        head.version = u8::MAX;
        head.strong = true;
        head.against = hands::all(&self.pos);
        head.mv = self.next_version(from, to, u8::MAX)?.0;
        Some(head)
    }

    /// The next way for the slider to go from `from` to `to` after `version`
    /// (`u8::MAX`: none yet): plain, then with promotion.
    fn next_version(&mut self, from: Square, to: Square, version: u8) -> Option<(Move, u8)> {
        let (_, kind) = self.pos.piece_on(from)?;
        let mut tries = Vec::with_capacity(2);
        if version == u8::MAX {
            tries.push((false, 0));
        }
        let promotes = matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook)
            && (from.rank() <= 3 || to.rank() <= 3);
        if version != 1 && promotes {
            tries.push((true, 1));
        }
        for (promote, number) in tries {
            self.pos.special_slide(from, to, promote);
            let checks = self.pos.in_check(Side::Defender);
            let safe =
                self.pos.king(Side::Attacker).is_none() || !self.pos.in_check(Side::Attacker);
            self.pos.special_unslide(from, to, promote);
            if checks && safe {
                return Some((Move::board(from, to, kind, None, promote), number));
            }
        }
        None
    }

    /// Starts head `i`: asks whether Q(s) is mate within the node's limit.
    pub(super) fn start_head(&mut self, top: usize, i: usize) {
        self.children[i].version = u8::MAX;
        self.next_slide(top, i);
    }

    /// Turns head `i` to its next way of sliding, or gives it up.
    fn next_slide(&mut self, top: usize, i: usize) {
        let c = self.children[i];
        match self.next_version(c.mv.from(), c.mv.to(), c.version) {
            Some((mv, version)) => {
                self.children[i].version = version;
                self.children[i].mv = mv;
                let limit = self.frames[top].len;
                let limit = match c.early {
                    true => limit,
                    false => limit.min(self.normals_within(top)),
                };
                self.ask_slide(top, i, limit);
            }
            None => self.settle_head(top, i, false),
        }
    }

    /// A bound of L0: every normal reply is proved mate before a head is asked.
    fn normals_within(&self, top: usize) -> Len {
        let f = &self.frames[top];
        let normals = &self.children[f.start as usize..][..f.normals as usize];
        let plies = normals.iter().map(|c| c.value.len.up());
        plies.max().unwrap_or(Len::ZERO)
    }

    /// Question 1 with limit `len`.
    fn ask_slide(&mut self, top: usize, i: usize, len: Len) {
        let mv = self.children[i].mv;
        let promote = mv.is_promotion();
        let key = self.pos.key_after_slide(mv.from(), mv.to(), promote);
        let c = &mut self.children[i];
        c.step = Step::Slide;
        c.key = key;
        c.hand = self.frames[top].hand;
        c.len = len;
        let value = self.look_up(top, i);
        self.advance_head(top, i, value);
    }

    /// Question 2 about normal reply `j`: no mate within `len` there?
    fn ask_reply(&mut self, top: usize, i: usize, j: u16, len: Len) {
        let start = self.frames[top].start as usize;
        let reply = self.children[start + j as usize];
        let c = &mut self.children[i];
        c.step = Step::Inverted;
        c.reply = j;
        c.key = reply.key;
        c.hand = reply.hand;
        c.len = len;
        let value = self.look_up(top, i);
        self.advance_head(top, i, value);
    }

    /// Takes the answer to the head's question and asks the next one.
    pub(super) fn advance_head(&mut self, top: usize, i: usize, value: Value) {
        let c = self.children[i];
        let normals = self.frames[top].normals;
        if !value.is_final() {
            let mut shown = value;
            if c.step == Step::Inverted {
                (shown.pn, shown.dn) = (value.dn, value.pn);
            }
            self.children[i].value = shown;
            return;
        }
        match c.step {
            Step::Slide if value.is_mate() => {
                let l = value.len.plies();
                self.children[i].found = value.len;
                self.children[i].strong = false;
                if l == 0 || (l <= 2 && normals > 0) {
                    self.settle_head(top, i, true);
                } else if self.frames[top].opened || normals == 0 {
                    self.compare_with_replies(top, i);
                } else {
                    self.children[i].waits = true;
                    self.children[i].hidden = true;
                    self.frames[top].hidden += 1;
                }
            }
            Step::Slide => {
                let strong = value.plain && c.len == self.frames[top].len;
                let head = &mut self.children[i];
                head.strong &= strong;
                head.rests = head.rests.min(value.repetition);
                head.against = head.against.intersection(value.hand);
                self.next_slide(top, i);
            }
            Step::Inverted if value.is_nomate() => self.settle_head(top, i, true),
            Step::Inverted => {
                let found = self.children[i].found;
                if c.reply + 1 < normals {
                    self.ask_reply(top, i, c.reply + 1, Len::new(found.plies() - 3));
                } else {
                    self.refine(top, i, found);
                }
            }
            Step::Play => unreachable!("a head slides or asks"),
        }
    }

    /// Question 2 from the first reply on: Q(s) is a mate within `found` plies.
    fn compare_with_replies(&mut self, top: usize, i: usize) {
        let found = self.children[i].found;
        if self.frames[top].normals == 0 {
            // L0 = 0 < l unless Q(s) is mate already.
            self.refine(top, i, found);
        } else {
            self.ask_reply(top, i, 0, Len::new(found.plies() - 3));
        }
    }

    /// L0 is below `found`: is Q(s) shorter still?
    fn refine(&mut self, top: usize, i: usize, found: Len) {
        if found.plies() < 2 {
            self.next_slide(top, i);
        } else {
            self.ask_slide(top, i, Len::new(found.plies() - 2));
        }
    }

    /// The head has decided: its drops are futile, or have to be searched.
    fn settle_head(&mut self, top: usize, i: usize, futile: bool) {
        let start = self.frames[top].start as usize;
        let hand = self.frames[top].hand;
        let silent = Value::mate(hand, Len::ZERO, 1);
        self.children[i].value = silent;
        self.children[i].silent = true;
        let Child {
            next_head,
            last_drop,
            strong,
            against,
            rests,
            ..
        } = self.children[i];
        for d in i + 1..=start + last_drop as usize {
            self.children[d].strong = strong && !futile;
            self.children[d].against = against;
            self.children[d].rests = rests;
        }
        if futile {
            for d in i + 1..=start + last_drop as usize {
                self.children[d].value = silent;
                self.children[d].silent = true;
                self.children[d].known = true;
                self.children[d].hidden = false;
                self.frames[top].hidden -= 1;
            }
            self.children[i].next = next_head;
        } else {
            self.children[start + last_drop as usize].next = next_head;
        }
    }

    /// Once every normal reply is proved mate, goes on with the early heads that wait for
    /// that, and shows the first of the others.
    pub(super) fn open_gate(&mut self, top: usize) {
        let f = self.frames[top];
        let heads = (f.start + f.normals as u32) as usize..self.children.len();
        if f.or || f.opened || heads.is_empty() {
            return;
        }
        let normals = &self.children[f.start as usize..heads.start];
        let proved = |c: &Child| c.known && !c.hidden && c.value.is_mate();
        if !normals.iter().all(proved) {
            return;
        }
        self.frames[top].opened = true;
        let is_late = |&i: &usize| {
            let c = &self.children[i];
            c.last_drop != NO_CHILD && !c.early
        };
        let first_late = heads.clone().find(is_late);
        let waiting = heads.filter(|&i| self.children[i].waits);
        for i in waiting.collect::<Vec<_>>() {
            self.show(top, i);
            self.compare_with_replies(top, i);
            self.reveal(top, i);
        }
        if let Some(i) = first_late {
            self.show(top, i);
            self.evaluate(top, i);
            self.reveal(top, i);
        }
    }

    fn show(&mut self, top: usize, i: usize) {
        self.children[i].hidden = false;
        self.frames[top].hidden -= 1;
    }
}
