//! Source-node detection (SNDA, Kishimoto 2010): one leaf, counted once.
//!
//! When a position is entered from one parent while the table remembers another,
//! two lines flow into it. Every open entry holds the move that led to it, which
//! is enough to step back to the remembered parent on the keys alone (Zobrist
//! numbers cancel). If that chain of parents meets the current path, the two lines
//! part at the node where they meet: both of its branches contain the position,
//! and its number would be added twice. The branches are marked `shared` and count
//! by their maximum (`overcount`). The walk along parent pointers follows
//! KomoringHeights' double-count elimination.

use super::driver::Search;
use super::frame::Frame;
use crate::shogi::Move;

impl Search<'_> {
    /// Marks the branches that share the position child `i` of the last frame `f`
    /// leads to. The board stands at `f`.
    pub(super) fn mark_shared_source(&mut self, f: &Frame, i: usize) {
        let mut place = self.work.children[i].place;
        let mut mover = f.side;
        for hop in 0..self.tuning.source_hops {
            let Some(link) = self.table.link(place) else {
                return;
            };
            let mv = Move::from_bits(link);
            place = place.before(mv, mover);
            mover = mover.opposite();
            if hop == 0 && place.key == f.place.key {
                return;
            }
            if let Some(meeting) = self.work.path.find(&self.work.frames, 0, place, true) {
                self.mark_branches(meeting as usize, mv);
                return;
            }
        }
    }

    /// Marks the branch of frame `index` on the path and the one that starts with
    /// `mv`.
    fn mark_branches(&mut self, index: usize, mv: Move) {
        let f = self.work.frames[index];
        let (start, end) = (f.start as usize, f.end as usize);
        let Some(other) = (start..end).find(|&i| self.work.children[i].mv == mv) else {
            return;
        };
        let current = start + f.current as usize;
        if other != current {
            self.work.children[other].shared = true;
            self.work.children[current].shared = true;
        }
    }
}
