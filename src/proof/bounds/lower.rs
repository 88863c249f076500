//! Bounds from below: "no mate within n plies", in either metric.

use super::BoundProof;
use crate::base::Len;
use crate::proof::Failure;
use crate::proof::certificate::EntryKind;
use crate::search::Metric;
use crate::shogi::{Move, Place};
use crate::table::Found;

/// Where the table knows that there is no mate at all, that is proved from this number of plies
/// on; a smaller bound takes fewer entries.
const EVER_FROM: u32 = 9;

/// For which hands of the attacker a bound from below is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// For the one on the board.
    Exact,
    /// For that and for every smaller one.
    ForLess,
}

impl BoundProof<'_, '_> {
    /// Attacker to move: shows that there is no mate within `plies`.
    pub(super) fn show_lower(&mut self, plies: u32) -> Result<Strength, Failure> {
        let here = self.here();
        if let Some(strength) = self.known_lower(here, plies) {
            return Ok(strength);
        }
        let ever = self.search.probe(here, Len::INFINITE);
        if plies >= EVER_FROM && matches!(ever, Found::NoMate { .. }) {
            self.close()?;
            return Ok(Strength::ForLess);
        }
        let outer = self.pending.insert(here, plies);
        let shown = self.answer_checks(plies);
        match outer {
            Some(outer) => self.pending.insert(here, outer),
            None => self.pending.remove(&here),
        };
        shown
    }

    /// What has been shown of a position with the attacker to move, or is being shown.
    fn known_lower(&self, place: Place, plies: u32) -> Option<Strength> {
        let shown = self.for_less.of(place.key);
        let mut holds = shown.filter(|&(most, k)| most.covers(place.hand) && k >= plies);
        if plies == 0 || holds.next().is_some() || self.dossier.closed.covers(place) {
            return Some(Strength::ForLess);
        }
        let at_least = |k: Option<u32>| k.is_some_and(|k| k >= plies);
        if at_least(self.exact.exactly(place)) {
            return Some(Strength::Exact);
        }
        // With every ply counted each entry will hold for smaller hands.
        let strength = match self.metric {
            Metric::Raw => Strength::ForLess,
            Metric::Conventional => Strength::Exact,
        };
        at_least(self.pending.get(&place).copied()).then_some(strength)
    }

    /// Finds a reply to every check, and adds the entry.
    fn answer_checks(&mut self, plies: u32) -> Result<Strength, Failure> {
        let mut moves = Vec::new();
        let mut strength = Strength::ForLess;
        for check in self.search.checks() {
            let (reply, shown) = self.after(check, |proof| proof.show_reply(plies - 1))?;
            moves.extend([check, reply]);
            strength = strength.min(shown);
        }
        let here = self.here();
        let kind = match (self.metric, strength) {
            (Metric::Raw, _) => EntryKind::Longer,
            (Metric::Conventional, Strength::ForLess) => EntryKind::Beyond,
            (Metric::Conventional, Strength::Exact) => EntryKind::BeyondExact,
        };
        self.push(kind, plies, moves)?;
        match strength {
            Strength::ForLess => {
                let says_less = |less, k| here.hand.covers(less) && plies >= k;
                self.for_less.note(here, plies, says_less);
            }
            Strength::Exact => self.exact.set(here, plies),
        }
        Ok(strength)
    }

    /// Defender to move: finds a reply after which there is no mate within a ply less, and shows
    /// that and, where the reply may be futile, that it is not.
    pub(super) fn show_reply(&mut self, plies: u32) -> Result<(Move, Strength), Failure> {
        let left = plies.saturating_sub(1);
        let (normal, others) = match self.metric {
            Metric::Raw => (self.replies(), Vec::new()),
            Metric::Conventional => self.sorted_replies(),
        };
        let pos = self.position();
        let places = normal.iter().map(|&mv| (mv, pos.place_after(mv)));
        let places: Vec<(Move, Place)> = places.collect();
        let shown = places
            .iter()
            .filter_map(|&(mv, place)| Some((mv, self.known_lower(place, left)?)));
        if let Some(shown) = shown.max_by_key(|&(_, strength)| strength) {
            return Ok(shown);
        }
        let in_table = places.iter().find(|&&(_, place)| {
            let len = Len::new(left);
            self.search.knows_longer(place, len, self.metric)
        });
        let reply = match in_table {
            Some(&(mv, ..)) => mv,
            None => self.searched_reply(plies, normal.iter().chain(&others))?,
        };
        let mut strength = self.after(reply, |proof| proof.show_lower(left))?;
        if others.contains(&reply) {
            self.show_not_futile(reply, plies, &normal)?;
            strength = Strength::Exact;
        }
        Ok((reply, strength))
    }

    /// A reply that the search finds: one after which there is no mate within a ply less, and
    /// which is not futile.
    fn searched_reply<'m>(
        &mut self,
        plies: u32,
        mut replies: impl Iterator<Item = &'m Move>,
    ) -> Result<Move, Failure> {
        let answer = self.ask(plies, self.metric)?;
        if !answer.value.is_nomate() {
            return Err(Failure::Contradiction);
        }
        if answer.mv != Move::default() {
            return Ok(answer.mv);
        }
        // The search saw it without playing a move.
        let futile = |mv: Move| answer.is_futile(mv);
        let metric = self.metric;
        let left = plies.saturating_sub(1);
        loop {
            let &mv = replies.next().ok_or(Failure::Contradiction)?;
            if !futile(mv) && self.after(mv, |proof| proof.is_beyond(left, metric))? {
                return Ok(mv);
            }
        }
    }

    /// Defender to move: shows that the drop `mv` counts, so far as a length of more than `plies`
    /// is concerned. `normal` are the replies that always count.
    pub(super) fn show_not_futile(
        &mut self,
        mv: Move,
        plies: u32,
        normal: &[Move],
    ) -> Result<(), Failure> {
        let slides = self.captures(mv.to());
        let mut least = plies;
        for &slide in &slides {
            least = least.min(self.slid(slide, |proof| proof.greatest_lower(plies))?);
        }
        for slide in slides {
            self.slid(slide, |proof| proof.show_lasts(least))?;
        }
        if least < plies {
            // The other replies have to be mates before that.
            let left = least.checked_sub(1);
            for &mv in normal {
                let left = left.ok_or(Failure::Contradiction)?;
                self.after(mv, |proof| proof.show_upper(left))?;
            }
        }
        Ok(())
    }

    /// Defender to move: the greatest even number, `most` at most, that the conventional length
    /// is more than.
    fn greatest_lower(&mut self, most: u32) -> Result<u32, Failure> {
        let mut bound = most;
        loop {
            let value = self.ask(bound, Metric::Conventional)?.value;
            if value.is_nomate() {
                return Ok(bound);
            }
            let length = value.len.plies();
            bound = length.checked_sub(2).ok_or(Failure::Contradiction)?;
        }
    }

    /// Defender to move: shows that the conventional length is more than `plies`, with an entry.
    fn show_lasts(&mut self, plies: u32) -> Result<(), Failure> {
        let here = self.here();
        if self.lasts.exactly(here).is_some_and(|k| k >= plies) {
            return Ok(());
        }
        let (reply, _) = self.show_reply(plies)?;
        self.push(EntryKind::Lasts, plies, [reply])?;
        self.lasts.set(here, plies);
        Ok(())
    }

    /// Defender to move, by the convention: shows that the longest of the replies that always
    /// count has at least `l` plies, if that is so.
    pub(super) fn show_l0(&mut self, l: u32, normal: &[Move]) -> Result<bool, Failure> {
        let left = l.saturating_sub(3);
        for &mv in normal {
            if left == 0 || self.after(mv, |proof| proof.is_beyond(left, Metric::Conventional))? {
                self.after(mv, |proof| proof.show_lower(left))?;
                return Ok(true);
            }
        }
        Ok(l == 0)
    }
}
