//! What the table knows of a position, in the metric of the question.

use super::conventional;
use super::driver::Search;
use super::frame::Child;
use crate::base::Len;
use crate::shogi::Place;
use crate::table::{Found, Numbers};

impl Search<'_> {
    /// Asks the table in the metric of the question. The flag says of a final answer whether it
    /// is plain (`conventional`).
    pub(super) fn find(&self, place: Place, depth: u16, len: Len) -> (Found, bool) {
        if !self.tuning.dominance {
            return self.find_exactly(place, depth, len);
        }
        self.find_with(place, len, |place| self.table.probe(place, depth, len))
    }

    #[cold]
    fn find_exactly(&self, place: Place, depth: u16, len: Len) -> (Found, bool) {
        self.find_with(place, len, |place| {
            self.table.probe_exactly(place, depth, len)
        })
    }

    /// Looks under all the keys of the metric.
    #[inline(always)]
    fn find_with(&self, place: Place, len: Len, ask: impl Fn(Place) -> Found) -> (Found, bool) {
        if !self.counts_conventionally(len) {
            let found = ask(place);
            if let (true, Found::NoMate { len, .. }) = (self.question.notes_plain, found)
                && len.is_finite()
            {
                let plain = ask(conventional::plain(place));
                let known = matches!(plain, Found::NoMate { .. });
                return (if known { plain } else { found }, known);
            }
            return (found, true);
        }
        match ask(place) {
            found @ Found::Mate { .. } => return (found, true),
            found @ Found::NoMate {
                len: Len::INFINITE, ..
            } => return (found, true),
            _ => {}
        }
        if let found @ Found::NoMate { .. } = ask(conventional::plain(place)) {
            return (found, true);
        }
        match ask(conventional::exact(place)) {
            // With no plies left an entry that knows nothing also says "no mate within 0";
            // by the convention a position with replies may be mate already.
            Found::NoMate { len, .. } if len.is_zero() => (Found::NOTHING, false),
            found => (found, false),
        }
    }

    /// What the raw search knows of a mate within the plies that are left after a move; nothing
    /// where a result serves only the hand that it was found with.
    pub(super) fn known_raw(&self, child: &Child) -> Found {
        match self.tuning.dominance {
            true => self.table.probe(child.place, 0, child.len),
            false => Found::NOTHING,
        }
    }

    /// The first numbers of a child in a search for a conventional length, after what the raw search
    /// knows of it; `guess` where that is nothing. A position without a raw mate within the plies that
    /// are left mostly has none by the convention either, and numbers that the raw search has worked
    /// for are better than a guess (experiment 96).
    #[inline(always)]
    pub(super) fn guess_by_raw(&self, child: &Child, guess: Numbers) -> Numbers {
        if !self.counts_conventionally(child.len) || !self.tuning.raw_numbers {
            return guess;
        }
        match self.known_raw(child) {
            Found::NoMate { .. } => {
                let Numbers { pn, dn } = guess;
                Numbers::new(pn.saturating_mul(RAW_NOMATE), dn / RAW_NOMATE).as_open()
            }
            Found::Open {
                numbers,
                amount: 1..,
                ..
            } => numbers,
            _ => guess,
        }
    }
}

/// Where the raw search has found no mate, the first proof number is multiplied by this and the
/// first disproof number divided by it (4 is better than 1, and 16 no better: experiment 96).
const RAW_NOMATE: u32 = 4;
