//! Knobs that experiments turn; `docs/experiments.md` has the measurements.

use super::numbers::UNIT;
use super::overcount::Cap;

/// How the search weighs and delays moves. Changes speed, never a verdict.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// What a further defence adds to a defender's node at most.
    pub and_cap: Cap,
    /// What a further check adds to an attacker's node at most.
    pub or_cap: Cap,
    /// All interposing drops of a line form one chain, supported or not.
    pub one_chain: bool,
    /// Steps along parent pointers in search of a shared source; 0 turns it off.
    pub source_hops: u32,
    /// Nodes that the first of several threads searches before the others begin:
    /// ten milliseconds, in which most problems are solved.
    pub alone: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            and_cap: Cap(10 * UNIT),
            or_cap: Cap(UNIT),
            one_chain: false,
            source_hops: 8,
            alone: 4096,
        }
    }
}
