//! The current path: repetition, and repetition with an inferior hand.
//!
//! A line that returns to a position of its own path is worth nothing to the
//! attacker. The same board with at most the ancestor's hand in the attacker's
//! hand is no better for him than the ancestor, so it counts as a repetition as
//! well (KomoringHeights; 26% fewer nodes in maou). Frames are found by board key
//! through a small array of chains, so the depth of the path costs nothing.

use super::frame::Frame;
use crate::shogi::{Hand, Move};

const HEADS: usize = 1 << 12;
const NONE: u32 = u32::MAX;

/// Chains of frames by board key.
pub struct PathIndex {
    heads: Box<[u32; HEADS]>,
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
            heads: Box::new([NONE; HEADS]),
        }
    }

    #[inline(always)]
    fn bucket(key: u64) -> usize {
        (key >> 40) as usize & (HEADS - 1)
    }

    /// Links `frame`, which becomes number `index` of the path.
    pub fn push(&mut self, frame: &mut Frame, index: u32) {
        let head = &mut self.heads[Self::bucket(frame.key)];
        frame.older = *head;
        *head = index;
    }

    /// Unlinks the last frame.
    pub fn pop(&mut self, frame: &Frame) {
        self.heads[Self::bucket(frame.key)] = frame.older;
    }

    /// The shallowest index from `base` on of a frame with this board whose hand
    /// covers `hand` (equals it when `exact`).
    #[inline]
    pub fn find(
        &self,
        frames: &[Frame],
        base: u32,
        key: u64,
        hand: Hand,
        exact: bool,
    ) -> Option<u32> {
        let mut at = self.heads[Self::bucket(key)];
        let mut found = None;
        while at != NONE && at >= base {
            let f = &frames[at as usize];
            if f.key == key
                && (if exact {
                    f.hand == hand
                } else {
                    f.hand.covers(hand)
                })
            {
                found = Some(at);
            }
            at = f.older;
        }
        found
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
