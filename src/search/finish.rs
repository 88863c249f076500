//! What happens to the result of a node: it goes to the table and to the parent's list of children.

use super::conventional::{self, Way};
use super::driver::Search;
use super::frame::{INDEPENDENT, Value};
use super::question::Answer;
use crate::shogi::{Hand, Place};
use crate::table::numbers::{MOST, Numbers, UNIT};

impl Search<'_> {
    /// Stores the result of the root, the last frame left.
    pub(super) fn finish_root(&mut self, value: Value) -> Answer {
        let root = self.work.frames[0];
        let (mv, replies) = (self.deciding_move(&root), self.replies(&root));
        Answer {
            value: self.finish(0, value),
            mv,
            replies,
            too_deep: self.too_deep,
        }
    }

    /// Stores the result of the last frame, removes the frame and tells the parent.
    pub(super) fn finish(&mut self, top: usize, mut value: Value) -> Value {
        let f = self.work.frames[top];
        let depth = top as u16 + 1;
        if top > 0 && value.is_final() {
            self.note_outcome(&f, &value);
        }
        let conventional = self.counts_conventionally(f.len);
        let place = self.kept_at(f.place, conventional);
        let plain = self.settle_hand(f.place.hand, conventional, &mut value);
        if value.is_mate() {
            let mv = self.mating_move(&f);
            let place = if plain { f.place } else { place }.with_hand(value.hand);
            self.table
                .store_mate(place, depth, value.len, value.amount, mv);
        } else if value.is_nomate() {
            if value.repetition >= depth {
                value.repetition = INDEPENDENT;
                self.store_disproof(f.place, depth, &mut value);
            } else {
                let path = self.path_key(f.path, f.place);
                self.repetition.insert(path, value.repetition, value.len);
                // On other paths the position is open, but not promising: it gets the threshold of
                // its proof number as its proof number (experiment 4).
                let pn = if self.tuning.give_up {
                    f.thresholds.pn.min(MOST / 4)
                } else {
                    UNIT
                };
                let numbers = Numbers::new(pn, UNIT);
                self.table
                    .store_repetition(place, depth, numbers, value.amount);
            }
        } else {
            self.table
                .store_open(place, depth, value.numbers, value.amount, f.mv.bits());
        }
        self.hand_back(top, value);
        value
    }

    /// Where the table keeps in the metric what is known of a position.
    #[inline(always)]
    fn kept_at(&self, place: Place, conventional: bool) -> Place {
        match conventional {
            true => conventional::exact(place),
            false => place,
        }
    }

    /// Stores the disproof `value` of a position that was met at `depth`. It holds on every path.
    /// Its hand becomes the very hand where it holds for no other.
    pub(super) fn store_disproof(&self, place: Place, depth: u16, value: &mut Value) {
        let conventional = self.counts_conventionally(self.question.len);
        let plain = self.settle_hand(place.hand, conventional, value);
        let notes = self.question.notes_plain && !conventional && value.len.is_finite();
        let store = |place: Place| {
            let place = place.with_hand(value.hand);
            self.table
                .store_nomate(place, depth, value.len, value.amount);
        };
        if plain || notes && value.plain {
            store(conventional::plain(place));
        }
        if !plain {
            store(self.kept_at(place, conventional));
        }
    }

    /// Makes `hand` the hand of a value that holds for no other. True where a value by the
    /// convention holds as it would with every ply counted, for the hands that dominate too.
    #[inline(always)]
    fn settle_hand(&self, hand: Hand, conventional: bool, value: &mut Value) -> bool {
        let plain = conventional && value.plain && self.tuning.dominance;
        if conventional && !plain || !self.tuning.dominance {
            value.hand = hand;
        }
        plain
    }

    /// Removes the last frame and tells the parent its value.
    pub(super) fn hand_back(&mut self, top: usize, value: Value) {
        let f = self.work.frames[top];
        self.step_off(&f);
        self.work.frames.pop();
        self.work.children.truncate(f.start as usize);
        self.work.heads.truncate(f.heads as usize);
        if top > 0 {
            self.take_back(&f);
            self.around = None;
            let parent = self.work.frames[top - 1];
            let i = (parent.start + parent.current as u32) as usize;
            let c = &mut self.work.children[i];
            c.first = false;
            c.old = false;
            if c.way == Way::Play {
                c.value = value;
            } else {
                self.advance_head(top - 1, i, value);
            }
            self.note_crowd(top - 1, i);
            self.reveal(top - 1, i);
            if !parent.is_or() {
                self.open_gate(top - 1);
            }
        }
    }
}
