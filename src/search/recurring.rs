//! The same fight once more on the path.
//!
//! A long problem fights the same few fights again and again while something far away changes.
//! Where a node of the attacker looks around the king (`shogi::view`) like an earlier one of the
//! path, the check that was played there is part of the plan so far. Echoes know such a check
//! only once a position with this view was proved, and the first to be proved is the last fight
//! of all: in act-no-yume four fifths of the nodes were spent under checks that had been tried in
//! vain in an earlier fight (experiment 91). So that check is preferred from the beginning:
//! its proof number may become sixteen times that of another one before the search leaves
//! it. The numbers of the node stay what they are; only the order of its checks changes. In searches
//! for a length it brought nothing and is not done.

use super::driver::Search;
use super::frame::{Child, Frame, NO_CHILD};
use super::numbers::MOST;
use super::summary::Choice;
use crate::shogi::Move;

/// The preferred check is left when its proof number is more than this many times that of
/// the best other one.
const FAVOUR: u32 = 16;

const BUCKETS: usize = 1 << 12;
const NONE: u32 = u32::MAX;

/// The attacker's nodes of the path by their views: chains of frames, as in `path`.
pub struct ViewIndex {
    newest: Box<[u32; BUCKETS]>,
}

impl Default for ViewIndex {
    fn default() -> Self {
        ViewIndex {
            newest: Box::new([NONE; BUCKETS]),
        }
    }
}

impl ViewIndex {
    #[inline(always)]
    fn bucket(view: u64) -> usize {
        (view.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize
    }

    /// Links `frame`, number `index` of the path, under `view`.
    fn push(&mut self, frame: &mut Frame, index: u32, view: u64) {
        let newest = &mut self.newest[Self::bucket(view)];
        frame.view = Some(view);
        frame.older_view = *newest;
        *newest = index;
    }

    /// Unlinks the last frame, if it was linked.
    pub fn pop(&mut self, frame: &Frame) {
        if let Some(view) = frame.view {
            self.newest[Self::bucket(view)] = frame.older_view;
        }
    }

    /// The deepest frame with this view and another board than `key`.
    fn find(&self, frames: &[Frame], view: u64, key: u64) -> Option<usize> {
        let mut at = self.newest[Self::bucket(view)];
        while at != NONE {
            let f = &frames[at as usize];
            if f.view == Some(view) && f.key != key {
                return Some(at as usize);
            }
            at = f.older_view;
        }
        None
    }
}

/// True for the same move, whatever it captures.
fn is_same(a: Move, b: Move) -> bool {
    const CAPTURED: u32 = 0xF0_0000;
    (a.bits() ^ b.bits()) & !CAPTURED == 0
}

impl Search<'_> {
    /// Looks for an earlier fight like that of the last frame, which was just expanded.
    #[inline(always)]
    pub(super) fn find_recurring(&mut self) {
        let top = self.work.frames.len() - 1;
        let f = self.work.frames[top];
        let has_choice = f.at_once.is_none() && f.end - f.start > 1;
        let wanted = self.tuning.recurring && f.or && !f.len.is_finite();
        if !wanted || !has_choice || !f.is_played() {
            return;
        }
        let view = match self.around {
            Some((_, outlook)) => outlook.view(),
            None => self.outlook().view(),
        };
        let frames = &self.work.frames;
        if let Some(before) = self.work.views.find(frames, view, f.key) {
            let mv = frames[before + 1].mv;
            let same = self.children_of(&f).iter().position(|c| is_same(c.mv, mv));
            self.work.frames[top].recurring = same.map_or(NO_CHILD, |i| i as u16);
        }
        let frame = &mut self.work.frames[top];
        self.work.views.push(frame, top as u32, view);
    }
}

/// The check to go on with, counted from the node's first, and the number at which it is left.
/// `choice` is what the numbers alone say; the node `f` has a check to be preferred.
pub(super) fn choose(children: &[Child], f: &Frame, choice: &Choice) -> (usize, u32) {
    let preferred = f.recurring as usize;
    let c = &children[preferred];
    let other = match preferred == choice.best {
        true => choice.second,
        false => choice.least.0,
    };
    let bound = other.saturating_mul(FAVOUR).min(MOST);
    let is_open = !c.hidden && !c.value.is_final();
    if is_open && c.value.pn < f.thpn && c.value.pn <= bound {
        (preferred, bound)
    } else {
        (choice.best, choice.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::frame::Value;
    use crate::search::testing::{child, frame};
    use crate::shogi::{Kind, Square};

    fn open(pn: u32) -> Child {
        let mut c = child();
        c.value = Value::open(pn, 16, 1);
        c
    }

    fn chosen(children: &[Child], preferred: u16, thpn: u32) -> (usize, u32) {
        let mut choice = Choice::default();
        for (i, c) in children.iter().enumerate() {
            if !c.hidden && !c.value.is_final() {
                choice.add(i, (c.value.pn, c.value.dn, 1, 0));
            }
        }
        let mut f = frame();
        (f.recurring, f.thpn) = (preferred, thpn);
        choose(children, &f, &choice)
    }

    #[test]
    fn the_preferred_check_may_be_sixteen_times_as_hard() {
        let children = [open(10), open(160), open(40)];
        assert_eq!(chosen(&children, 1, 1000), (1, 160));
        assert_eq!(chosen(&children, 2, 1000), (2, 160));
        assert_eq!(chosen(&children, 0, 1000), (0, 640), "the second is 40");
        let harder = [open(10), open(161), open(40)];
        assert_eq!(chosen(&harder, 1, 1000), (0, 40));
    }

    #[test]
    fn it_must_be_open_and_within_the_threshold() {
        let mut children = [open(10), open(50)];
        assert_eq!(chosen(&children, 1, 50).0, 0, "it would be left at once");
        children[1].hidden = true;
        assert_eq!(chosen(&children, 1, 1000).0, 0);
        children[1].hidden = false;
        children[1].value = Value::nomate(children[1].hand, children[1].len, 0, 1);
        assert_eq!(chosen(&children, 1, 1000).0, 0);
    }

    #[test]
    fn a_capture_is_the_same_move() {
        let (from, to) = (Square::at(2, 8), Square::at(2, 3));
        let rook = |captured| Move::board(from, to, Kind::Rook, captured, true);
        assert!(is_same(rook(None), rook(Some(Kind::Pawn))));
        assert!(!is_same(rook(None), rook(None).with_promotion(false)));
        assert!(!is_same(rook(None), Move::drop(Kind::Rook, to)));
    }

    #[test]
    fn the_deepest_node_with_the_view_and_another_board_is_found() {
        let mut index = ViewIndex::default();
        let mut frames: Vec<Frame> = Vec::new();
        // Views 5 and 7, and one in the bucket of 5.
        let twin = (6..).find(|&v| ViewIndex::bucket(v) == ViewIndex::bucket(5));
        let views = [5, 7, 5, twin.unwrap(), 5];
        for (n, view) in views.into_iter().enumerate() {
            let mut f = frame();
            f.key = n as u64;
            index.push(&mut f, n as u32, view);
            frames.push(f);
        }
        assert_eq!(index.find(&frames, 5, 9), Some(4));
        assert_eq!(index.find(&frames, 5, 4), Some(2), "another board");
        assert_eq!(index.find(&frames, 7, 1), None, "its own board alone");
        while let Some(f) = frames.pop() {
            index.pop(&f);
        }
        assert_eq!(index.find(&frames, 5, 9), None);
    }
}
