//! Proof and disproof numbers.
//!
//! `UNIT` stands for one leaf, so that the initial numbers can say "half again as
//! hard". Every sum saturates: numbers that wrapped around have given false
//! verdicts in more than one solver.

/// The number of one leaf.
pub const UNIT: u32 = 16;
/// The proof number of what is disproved, and the disproof number of what is proved.
pub const INF: u32 = 1 << 30;
/// The largest number of an unresolved node.
pub const MOST: u32 = INF - 1;

/// The number of an unresolved node: at least 1, below `INF`.
#[inline(always)]
pub fn open(n: u32) -> u32 {
    n.clamp(1, MOST)
}
