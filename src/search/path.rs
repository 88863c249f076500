//! The current path: repetition, and repetition with an inferior hand.
//!
//! A line that returns to a position of its own path is worth nothing to the
//! attacker. The same board with at most the ancestor's hand in the attacker's
//! hand is no better for him than the ancestor, so it counts as a repetition as
//! well (KomoringHeights; 26% fewer nodes in maou). Frames are found by board key
//! through a small array of chains, so the depth of the path costs nothing; and in the same way
//! by what they look like around the king (`recurring`).

use super::frame::Frame;
use crate::shogi::{Move, Place};

const BUCKETS: usize = 1 << 12;
const NONE: u32 = u32::MAX;

/// Chains of frames whose keys fall into one bucket, each from the newest to the oldest.
struct Chains {
    newest: Box<[u32; BUCKETS]>,
}

impl Chains {
    fn new() -> Chains {
        Chains {
            newest: Box::new([NONE; BUCKETS]),
        }
    }

    #[inline(always)]
    fn bucket(key: u64) -> usize {
        (key >> 40) as usize & (BUCKETS - 1)
    }

    /// Adds frame `index`; returns the next older one of its chain.
    #[inline(always)]
    fn push(&mut self, key: u64, index: u32) -> u32 {
        std::mem::replace(&mut self.newest[Self::bucket(key)], index)
    }

    /// Removes the newest frame; `older` is what `push` returned for it.
    #[inline(always)]
    fn pop(&mut self, key: u64, older: u32) {
        self.newest[Self::bucket(key)] = older;
    }

    /// The frames of the chain of `key`, newest first; `older` tells what `push` returned.
    #[inline(always)]
    fn walk(&self, key: u64, older: impl Fn(u32) -> u32) -> impl Iterator<Item = u32> {
        let some = |at| (at != NONE).then_some(at);
        let newest = self.newest[Self::bucket(key)];
        std::iter::successors(some(newest), move |&at| some(older(at)))
    }
}

/// The frames of the path by their boards and by what they look like around the king.
pub struct PathIndex {
    boards: Chains,
    views: Chains,
}

impl Default for PathIndex {
    fn default() -> Self {
        Self::new()
    }
}

impl PathIndex {
    /// An empty path.
    pub fn new() -> PathIndex {
        PathIndex {
            boards: Chains::new(),
            views: Chains::new(),
        }
    }

    /// Links `frame`, which becomes number `index` of the path.
    pub fn push(&mut self, frame: &mut Frame, index: u32) {
        frame.older = self.boards.push(frame.place.key, index);
    }

    /// Links `frame`, the last one and number `index` of the path, under its view too.
    pub fn push_view(&mut self, frame: &mut Frame, index: u32, view: u64) {
        frame.view = Some(view);
        frame.older_view = self.views.push(view, index);
    }

    /// Unlinks the last frame.
    pub fn pop(&mut self, frame: &Frame) {
        self.boards.pop(frame.place.key, frame.older);
        if let Some(view) = frame.view {
            self.views.pop(view, frame.older_view);
        }
    }

    /// The shallowest index from `base` on of a frame that covers `place` (equals it when
    /// `exact`).
    #[inline]
    pub fn find(&self, frames: &[Frame], base: u32, place: Place, exact: bool) -> Option<u32> {
        let matches = |f: &Frame| {
            if exact {
                f.place == place
            } else {
                f.place.covers(place)
            }
        };
        self.boards
            .walk(place.key, |at| frames[at as usize].older)
            .take_while(|&at| at >= base)
            .filter(|&at| matches(&frames[at as usize]))
            .last()
    }

    /// The deepest index of a frame with this view and another board than `key`.
    pub fn find_view(&self, frames: &[Frame], view: u64, key: u64) -> Option<u32> {
        let matches = |f: &Frame| f.view == Some(view) && f.place.key != key;
        self.views
            .walk(view, |at| frames[at as usize].older_view)
            .find(|&at| matches(&frames[at as usize]))
    }
}

/// The path key after one more move at `depth`.
#[inline(always)]
pub fn extend(path: u64, mv: Move, depth: u32) -> u64 {
    let mut x =
        path ^ ((mv.bits() as u64) << 20 | depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::frame;
    use crate::shogi::{Hand, Kind};

    /// A path of positions, some with keys of one bucket.
    struct Path {
        index: PathIndex,
        frames: Vec<Frame>,
    }

    impl Path {
        fn new() -> Path {
            Path {
                index: PathIndex::new(),
                frames: Vec::new(),
            }
        }

        fn push(&mut self, key: u64, golds: u8) {
            let mut f = frame();
            f.place = place(key, golds);
            self.index.push(&mut f, self.frames.len() as u32);
            self.frames.push(f);
        }

        fn pop(&mut self) {
            let f = self.frames.pop().unwrap();
            self.index.pop(&f);
        }

        fn find(&self, base: u32, key: u64, golds: u8, exact: bool) -> Option<u32> {
            self.index
                .find(&self.frames, base, place(key, golds), exact)
        }
    }

    fn place(key: u64, golds: u8) -> Place {
        let hand = Hand::EMPTY.with_count(Kind::Gold, golds);
        Place { key, hand }
    }

    #[test]
    fn the_shallowest_that_covers_the_hand() {
        let mut p = Path::new();
        for (key, golds) in [(7, 1), (8, 0), (7, 2), (9, 0), (7, 3)] {
            p.push(key, golds);
        }
        assert_eq!(p.find(0, 7, 0, false), Some(0));
        assert_eq!(p.find(0, 7, 1, false), Some(0));
        assert_eq!(p.find(0, 7, 2, false), Some(2));
        assert_eq!(p.find(0, 7, 3, false), Some(4));
        assert_eq!(p.find(0, 7, 4, false), None);
        assert_eq!(p.find(0, 6, 0, false), None);
    }

    #[test]
    fn the_same_hand_only_when_exact() {
        let mut p = Path::new();
        for (key, golds) in [(7, 3), (7, 1), (7, 1)] {
            p.push(key, golds);
        }
        assert_eq!(p.find(0, 7, 1, true), Some(1));
        assert_eq!(p.find(0, 7, 2, true), None);
        assert_eq!(p.find(0, 7, 2, false), Some(0));
    }

    #[test]
    fn nothing_before_the_base() {
        let mut p = Path::new();
        for golds in [3, 2, 1] {
            p.push(7, golds);
        }
        assert_eq!(p.find(1, 7, 1, false), Some(1));
        assert_eq!(p.find(2, 7, 1, false), Some(2));
        assert_eq!(p.find(2, 7, 2, false), None);
        assert_eq!(p.find(3, 7, 0, false), None);
    }

    #[test]
    fn keys_of_one_bucket_are_kept_apart_and_popped_in_order() {
        // The bucket is made of bits 40 to 51.
        let keys = [1, 2, 1 << 60 | 1, 3];
        let mut p = Path::new();
        for (i, &key) in keys.iter().enumerate() {
            p.push(key, i as u8);
        }
        for n in (0..keys.len()).rev() {
            for (i, &key) in keys.iter().enumerate() {
                let want = (i <= n).then_some(i as u32);
                assert_eq!(p.find(0, key, i as u8, false), want);
            }
            p.pop();
        }
        assert!(p.index.boards.newest.iter().all(|&h| h == NONE));
    }

    #[test]
    fn the_deepest_with_the_view_and_another_board() {
        let mut p = Path::new();
        // Views 5 and 7, and one in the bucket of 5.
        for (n, view) in [5, 7, 5, 1 << 60 | 5, 5].into_iter().enumerate() {
            p.push(n as u64, 0);
            p.index.push_view(&mut p.frames[n], n as u32, view);
        }
        assert_eq!(p.index.find_view(&p.frames, 5, 9), Some(4));
        assert_eq!(p.index.find_view(&p.frames, 5, 4), Some(2), "another board");
        assert_eq!(
            p.index.find_view(&p.frames, 7, 1),
            None,
            "its own board alone"
        );
        while !p.frames.is_empty() {
            p.pop();
        }
        assert_eq!(p.index.find_view(&p.frames, 5, 9), None);
    }

    #[test]
    fn path_keys_depend_on_order_and_depth() {
        let (a, b) = (Move::from_bits(0x12345), Move::from_bits(0x54321));
        let ab = extend(extend(1, a, 1), b, 2);
        let ba = extend(extend(1, b, 1), a, 2);
        assert_ne!(ab, ba);
        assert_ne!(extend(1, a, 1), extend(1, a, 2));
        assert_ne!(extend(1, a, 1), extend(2, a, 1));
        assert_ne!(extend(1, a, 1), extend(1, a, 1 | 1 << 16));
    }
}
