//! What a search tells its caller besides the value of the root.

use super::frame::Frame;
use crate::base::Len;
use crate::shogi::Move;

/// A defender's reply at the root.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub mv: Move,
    /// It carries no length: a futile interposition.
    pub futile: bool,
    /// Mate within so many plies after it, when the root is mate.
    pub len: Len,
}

/// What a progress callback sees.
pub struct Poll<'a> {
    pub nodes: u64,
    pub pn: u32,
    pub dn: u32,
    pub fill: u32,
    pub frames: &'a [Frame],
}
