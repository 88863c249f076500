//! The same fight once more on the path.
//!
//! A long problem fights the same few fights again and again while something far away changes.
//! Where a node of the attacker looks around the king (`shogi::view`) like an earlier one of the
//! path, the check that was played there is part of the plan so far. Echoes know such a check
//! only once a position with this view was proved, and the first to be proved is the last fight
//! of all: in act-no-yume four fifths of the nodes were spent under checks that had been tried in
//! vain in an earlier fight (experiment 91). So that check is preferred from the beginning:
//! its proof number may become sixteen times that of another one before the search leaves
//! it. The numbers of the node stay what they are; only the order of its checks changes. In
//! searches for a length it brought nothing and is not done.

use super::driver::Search;
use super::frame::{Child, Frame, NO_CHILD};
use super::summary::Choice;
use crate::table::numbers::MOST;

/// The preferred check is left when its proof number is more than this many times that of
/// the best other one.
const FAVOUR: u32 = 16;

impl Search<'_> {
    /// Looks for an earlier fight like that of the last frame, which was just expanded.
    #[inline(always)]
    pub(super) fn find_recurring(&mut self) {
        let top = self.work.frames.len() - 1;
        let f = &self.work.frames[top];
        let has_choice = f.at_once.is_none() && f.end - f.start > 1;
        if !self.tuning.recurring || !f.is_or() || f.len.is_finite() || !has_choice {
            return;
        }
        let view = match self.around {
            Some((_, outlook)) => outlook.view,
            None => self.outlook().view,
        };
        let frames = &self.work.frames;
        let mut recurring = None;
        if let Some(before) = self.work.path.find_view(frames, view, f.place.key) {
            let mv = frames[before as usize + 1].mv.without_capture();
            let mut checks = self.children_of(f).iter();
            recurring = checks.position(|c| c.mv.without_capture() == mv);
        }
        let frame = &mut self.work.frames[top];
        frame.recurring = recurring.map_or(NO_CHILD, |i| i as u16);
        self.work.path.push_view(frame, top as u32, view);
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
    let pn = c.value.numbers.pn;
    if is_open && pn < f.thresholds.pn && pn <= bound {
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
    use crate::table::Numbers;

    fn open(pn: u32) -> Child {
        let mut c = child();
        c.value = Value::open(Numbers::new(pn, 16), 1);
        c
    }

    fn chosen(children: &[Child], preferred: u16, thpn: u32) -> (usize, u32) {
        let mut choice = Choice::default();
        for (i, c) in children.iter().enumerate() {
            if !c.hidden && !c.value.is_final() {
                choice.add(i, (c.value.numbers.pn, c.value.numbers.dn, 1, 0));
            }
        }
        let mut f = frame();
        (f.recurring, f.thresholds.pn) = (preferred, thpn);
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
        children[1].value = Value::nomate(children[1].place.hand, children[1].len, 0, 1);
        assert_eq!(chosen(&children, 1, 1000).0, 0);
    }
}
