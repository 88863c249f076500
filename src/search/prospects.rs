//! What a search that was left open has found of the moves at its root: first numbers for whoever
//! goes on below them (`upper`).

use super::driver::Search;
use super::frame::Child;
use crate::shogi::Move;
use crate::table::Numbers;

/// A move at the root and the numbers of the position after it, which are those of an open one, 16
/// for one leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    pub mv: Move,
    pub numbers: Numbers,
}

impl Search<'_> {
    /// Keeps the numbers of the moves at the root, the only frame left.
    pub(super) fn keep_prospects(&mut self) {
        let root = self.work.frames[0];
        let moves = self.children_of(&root).iter().filter(|c| !c.is_head());
        self.prospects = moves.map(Prospect::of).collect();
    }

    /// The numbers of the moves at the root of a question that was left open.
    pub fn prospects(&self) -> &[Prospect] {
        &self.prospects
    }
}

impl Prospect {
    /// What is decided keeps a number of 1: the result may rest on the path. A reply that waits for
    /// a similar one counts as decided, so that it waits on.
    fn of(c: &Child) -> Prospect {
        let numbers = match c.hidden {
            true => Numbers::PROVED,
            false => c.value.numbers,
        };
        Prospect {
            mv: c.mv,
            numbers: numbers.as_open(),
        }
    }
}
