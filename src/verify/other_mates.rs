//! What a search for other mates (余詰) has found.

use super::types::Cook;
use shogi_core::Move;

/// The result of a search for cooks.
#[derive(Default)]
pub struct OtherMates {
    /// Other checks that mate, in the order of their plies.
    pub cooks: Vec<Cook>,
    /// Other checks that mate only by returning to the line (迂回手順).
    pub detours: Vec<(u32, Move)>,
    /// How many other checks were decided.
    pub decided: u32,
    /// The other checks that were not decided: plies, from 1, and moves.
    pub open: Vec<(u32, Move)>,
}

impl OtherMates {
    /// Those that custom does not allow.
    pub fn faults(&self) -> impl Iterator<Item = &Cook> {
        self.cooks.iter().filter(|cook| !cook.kind.is_minor())
    }

    /// The shortest of them, the first in the line among equals.
    pub fn shortest(&self) -> Option<&Cook> {
        self.faults()
            .min_by_key(|cook| (cook.conventional.upper, cook.ply))
    }

    /// Adds what a later search of the checks that were open has found.
    pub fn add(&mut self, later: OtherMates) {
        self.cooks.extend(later.cooks);
        self.detours.extend(later.detours);
        (self.decided, self.open) = (later.decided, later.open);
        self.sort();
    }

    /// Puts all in the order of their plies.
    pub(super) fn sort(&mut self) {
        self.cooks.sort_by_key(|cook| cook.ply);
        self.detours.sort_by_key(|&(ply, _)| ply);
    }
}
