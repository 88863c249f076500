//! The heads of squares whose drops may be futile: what they ask, and when.
//!
//! `conventional` tells what is to be found out; question 1 and question 2, Q(s) and L0 are
//! those of that file. At a node in which a slider checks from afar, each square that it could
//! capture on gets a head, a child of its own kind, and the drops on the square wait behind it
//! (`Child::next`). The replies before the first head are called normal.

use super::conventional::Way;
use super::driver::Search;
use super::frame::{Child, Frame, Head, INDEPENDENT, NO_CHILD, Value};
use super::hands;
use crate::base::Len;
use crate::shogi::{Move, Place, Square};
use crate::table::Found;

/// The most squares between a slider and the king that it checks.
const BETWEEN: usize = 7;

/// Drops, square by square.
fn by_square(drops: &[Child]) -> impl Iterator<Item = &[Child]> {
    drops.chunk_by(|a, b| a.mv.to() == b.mv.to())
}

impl Search<'_> {
    /// The head that child `c` of frame `f` is or waits behind.
    #[inline(always)]
    pub(super) fn head_of(&self, f: &Frame, c: &Child) -> &Head {
        &self.work.heads[f.heads as usize + c.head as usize]
    }

    /// The state of head `i` of frame `top`.
    fn head_mut(&mut self, top: usize, i: usize) -> &mut Head {
        let number = self.work.children[i].head as usize;
        &mut self.work.heads[self.work.frames[top].heads as usize + number]
    }

    /// The state of head `i` of frame `top`, to read.
    fn head_at(&self, top: usize, i: usize) -> &Head {
        self.head_of(&self.work.frames[top], &self.work.children[i])
    }

    /// Sets heads before the drops that the checking slider can capture, at the
    /// defender's node `top`. Children are as generated: drops last, square by
    /// square.
    pub(super) fn place_heads(&mut self, top: usize) {
        let f = self.work.frames[top];
        let start = f.start as usize;
        let Some((checker, line)) = self.pos.far_check() else {
            return;
        };
        let first_drop =
            (start..self.work.children.len()).find(|&i| self.work.children[i].mv.is_drop());
        let Some(first_drop) = first_drop else { return };
        let mut drops = std::mem::take(&mut self.work.drops);
        drops.clear();
        drops.extend(self.work.children.drain(first_drop..));
        let mut heads = [None; BETWEEN];
        for (head, drops) in heads.iter_mut().zip(by_square(&drops)) {
            debug_assert!(line.contains(drops[0].mv.to()));
            *head = self.new_head(checker, &drops[0]);
            if head.is_none() {
                self.work.children.extend_from_slice(drops);
            }
        }
        self.work.frames[top].normals = (self.work.children.len() - start) as u16;
        let mut late = [None; BETWEEN];
        for ((head, drops), late) in heads.into_iter().zip(by_square(&drops)).zip(&mut late) {
            let Some(head) = head else { continue };
            let holds = self.hold_raw(drops);
            let (_, support) = self.pos.count_support(head.mv.to());
            if holds != 0 || support > 0 {
                self.push_square(top, head, true, drops, holds);
            } else {
                *late = Some(head);
            }
        }
        // Squares that nothing but the drop defends follow one another, as in `delay`.
        let mut previous: Option<usize> = None;
        for (head, drops) in late.into_iter().zip(by_square(&drops)) {
            let Some(head) = head else { continue };
            let at = self.push_square(top, head, false, drops, 0);
            if let Some(before) = previous {
                self.head_mut(top, before).next = (at - start) as u16;
            }
            previous = Some(at);
        }
        self.work.drops = drops;
    }

    /// Which of the drops hold in the raw metric, a bit for each: the table has a disproof of a
    /// mate within the plies that are left after it.
    fn hold_raw(&self, drops: &[Child]) -> u8 {
        let holds = |drop| matches!(self.known_raw(drop), Found::NoMate { .. });
        let bits = drops
            .iter()
            .zip(0..)
            .map(|(drop, bit)| u8::from(holds(drop)) << bit);
        bits.sum()
    }

    /// Appends a head and the drops that wait behind it to the children of frame `top`, which is
    /// the last frame: first those with a bit in `holds`. Returns the index of the head.
    fn push_square(
        &mut self,
        top: usize,
        head: Child,
        early: bool,
        drops: &[Child],
        holds: u8,
    ) -> usize {
        let start = self.work.frames[top].start as usize;
        let number = self.work.heads.len() as u32 - self.work.frames[top].heads;
        let number = number as u8;
        let at = self.work.children.len();
        let hidden = !early;
        self.work.children.push(Child {
            hidden,
            head: number,
            ..head
        });
        let mut last = at;
        let with = |wanted: bool| {
            let bits = drops.iter().zip(0..);
            bits.filter(move |&(_, bit)| (holds >> bit & 1 == 1) == wanted)
        };
        for (d, _) in with(true).chain(with(false)) {
            let i = self.work.children.len();
            self.work.children.push(Child {
                hidden: true,
                head: number,
                ..*d
            });
            self.work.children[last].next = (i - start) as u16;
            last = i;
        }
        self.work.heads.push(Head {
            version: u8::MAX,
            reply: 0,
            found: Len::ZERO,
            next: NO_CHILD,
            last_drop: (last - start) as u16,
            early,
            waits: false,
            strong: true,
            against: hands::all(&self.pos),
            rests: INDEPENDENT,
        });
        at
    }

    /// A head for the square of `drop`, when the slider could capture there.
    fn new_head(&mut self, from: Square, drop: &Child) -> Option<Child> {
        let (mv, _) = self.next_version(from, drop.mv.to(), u8::MAX)?;
        Some(Child {
            way: Way::Slide,
            next: NO_CHILD,
            mv,
            ..*drop
        })
    }

    /// The next way for the slider to go from `from` to `to` after `version`
    /// (`u8::MAX`: none yet): plain, then with promotion.
    fn next_version(&mut self, from: Square, to: Square, version: u8) -> Option<(Move, u8)> {
        let (_, kind) = self.pos.piece_on(from)?;
        for (promote, number) in [(false, 0), (true, 1)] {
            let is_next = version == u8::MAX || version < number;
            if is_next && self.pos.can_capture(from, to, promote) {
                return Some((Move::board(from, to, kind, None, promote), number));
            }
        }
        None
    }

    /// Starts head `i`: asks whether Q(s) is mate within the node's limit.
    pub(super) fn start_head(&mut self, top: usize, i: usize) {
        self.head_mut(top, i).version = u8::MAX;
        self.next_slide(top, i);
    }

    /// Turns head `i` to its next way of sliding, or gives it up.
    fn next_slide(&mut self, top: usize, i: usize) {
        let (mv, head) = (self.work.children[i].mv, *self.head_at(top, i));
        match self.next_version(mv.from(), mv.to(), head.version) {
            Some((mv, version)) => {
                self.head_mut(top, i).version = version;
                self.work.children[i].mv = mv;
                let limit = self.work.frames[top].len;
                let limit = match head.early {
                    true => limit,
                    false => limit.min(self.normals_within(top)),
                };
                self.ask_slide(top, i, limit);
            }
            None => self.close_head(top, i, false),
        }
    }

    /// An upper bound of L0, for a head that is not early: every normal reply is a proved mate
    /// before it is asked.
    fn normals_within(&self, top: usize) -> Len {
        let f = &self.work.frames[top];
        let normals = &self.work.children[f.start as usize..][..f.normals as usize];
        let plies = normals.iter().map(|c| c.value.len.up());
        plies.max().unwrap_or(Len::ZERO)
    }

    /// Question 1 with limit `len`.
    fn ask_slide(&mut self, top: usize, i: usize, len: Len) {
        let mv = self.work.children[i].mv;
        let promote = mv.is_promotion();
        let key = self.pos.key_after_slide(mv.from(), mv.to(), promote);
        let hand = self.work.frames[top].place.hand;
        let c = &mut self.work.children[i];
        c.way = Way::Slide;
        c.place = Place { key, hand };
        c.len = len;
        let value = self.look_up(top, i);
        self.advance_head(top, i, value);
    }

    /// Question 2 about normal reply `j`: is there no mate within `len` plies after it?
    fn ask_reply(&mut self, top: usize, i: usize, j: u16, len: Len) {
        let start = self.work.frames[top].start as usize;
        let reply = self.work.children[start + j as usize];
        self.head_mut(top, i).reply = j;
        let c = &mut self.work.children[i];
        c.way = Way::Inverted;
        c.place = reply.place;
        c.len = len;
        let value = self.look_up(top, i);
        self.advance_head(top, i, value);
    }

    /// Takes the answer to the head's question and asks the next one.
    pub(super) fn advance_head(&mut self, top: usize, i: usize, value: Value) {
        let c = self.work.children[i];
        let normals = self.work.frames[top].normals;
        if !value.is_final() {
            let mut shown = value;
            if c.way == Way::Inverted {
                shown.numbers = value.numbers.swapped();
            }
            self.work.children[i].value = shown;
            return;
        }
        match c.way {
            Way::Slide if value.is_mate() => {
                let l = value.len.plies();
                let head = self.head_mut(top, i);
                head.found = value.len;
                head.strong = false;
                if l == 0 || (l <= 2 && normals > 0) {
                    self.close_head(top, i, true);
                } else if self.work.frames[top].opened || normals == 0 {
                    self.compare_with_replies(top, i);
                } else {
                    self.head_mut(top, i).waits = true;
                    self.work.children[i].hidden = true;
                    self.work.frames[top].hidden += 1;
                }
            }
            Way::Slide => {
                let strong = value.plain && c.len == self.work.frames[top].len;
                let head = self.head_mut(top, i);
                head.strong &= strong;
                head.rests = head.rests.min(value.repetition);
                head.against = head.against.intersection(value.hand);
                self.next_slide(top, i);
            }
            Way::Inverted if value.is_nomate() => self.close_head(top, i, true),
            Way::Inverted => {
                let Head { found, reply, .. } = *self.head_at(top, i);
                if reply + 1 < normals {
                    self.ask_reply(top, i, reply + 1, Len::new(found.plies() - 3));
                } else {
                    self.refine(top, i, found);
                }
            }
            Way::Play => unreachable!("a head slides or asks"),
        }
    }

    /// Question 2 from the first reply on: Q(s) is a mate within `found` plies.
    fn compare_with_replies(&mut self, top: usize, i: usize) {
        let found = self.head_at(top, i).found;
        if self.work.frames[top].normals == 0 {
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
    fn close_head(&mut self, top: usize, i: usize, futile: bool) {
        let start = self.work.frames[top].start as usize;
        let hand = self.work.frames[top].place.hand;
        let silent = Value::mate(hand, Len::ZERO, 1);
        self.work.children[i].value = silent;
        self.work.children[i].silent = true;
        let Head {
            next, last_drop, ..
        } = *self.head_at(top, i);
        let last = start + last_drop as usize;
        if !futile {
            self.work.children[last].next = next;
            return;
        }
        for d in i + 1..=last {
            let drop = &mut self.work.children[d];
            drop.value = silent;
            drop.silent = true;
            drop.known = true;
            drop.hidden = false;
            self.work.frames[top].hidden -= 1;
        }
        self.work.children[i].next = next;
    }

    /// Once every normal reply is a proved mate, goes on with the early heads that wait for
    /// that, and with the first of the others.
    pub(super) fn open_gate(&mut self, top: usize) {
        let f = self.work.frames[top];
        let heads = (f.start + f.normals as u32) as usize..self.work.children.len();
        if f.is_or() || f.opened || heads.is_empty() {
            return;
        }
        let normals = &self.work.children[f.start as usize..heads.start];
        let proved = |c: &Child| c.known && !c.hidden && c.value.is_mate();
        if !normals.iter().all(proved) {
            return;
        }
        self.work.frames[top].opened = true;
        let is_head = |&i: &usize| self.work.children[i].is_head();
        let mut heads = heads.filter(is_head);
        let mut waiting = [None; BETWEEN];
        let waits = heads.clone().filter(|&i| self.head_at(top, i).waits);
        waiting
            .iter_mut()
            .zip(waits)
            .for_each(|(w, i)| *w = Some(i));
        let first_late = heads.find(|&i| !self.head_at(top, i).early);
        for i in waiting.into_iter().flatten() {
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
        self.work.children[i].hidden = false;
        self.work.frames[top].hidden -= 1;
    }
}
