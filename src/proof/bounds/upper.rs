//! Bounds from above of the conventional length.
//!
//! Where every reply leads to a mate that is soon enough with every ply counted, the entries of
//! such mates do. The others are for interpositions that are futile.

use super::BoundProof;
use crate::base::Len;
use crate::proof::certificate::EntryKind;
use crate::proof::{Dossier, Failure, a_mate};
use crate::search::Metric;
use crate::shogi::{Move, Square};
use crate::table::Found;

impl BoundProof<'_, '_> {
    /// Attacker to move: shows that the conventional length is at most `plies`.
    pub(super) fn show_upper(&mut self, plies: u32) -> Result<(), Failure> {
        let here = self.here();
        let mate = self.dossier.mates.find(here);
        let within = self.within.exactly(here);
        if within.is_some_and(|k| k <= plies) || mate.is_some_and(|node| node.distance <= plies) {
            return Ok(());
        }
        if self.is_mate(plies) {
            return self.show_mate(plies);
        }
        let answer = a_mate(self.ask(plies, Metric::Conventional)?)?;
        if self.is_mate(plies) {
            return self.show_mate(plies);
        }
        let plies = answer.value.len.plies();
        self.after(answer.mv, |proof| proof.show_mated(plies - 1))?;
        self.push(EntryKind::Within, plies, [answer.mv])?;
        self.within.set(here, plies);
        Ok(())
    }

    /// Does the table know a mate within `plies`, every ply counted?
    fn is_mate(&self, plies: u32) -> bool {
        let found = self.search.probe(self.here(), Len::new(plies));
        matches!(found, Found::Mate { .. })
    }

    /// Adds the proof of a mate, every ply counted.
    fn show_mate(&mut self, plies: u32) -> Result<(), Failure> {
        let question = self.question.within(Len::new(plies)).counted(Metric::Raw);
        let Dossier { draft, mates, .. } = &mut *self.dossier;
        mates.build(self.search, question, &mut |pos, node| {
            draft.push(pos, node.hand, (EntryKind::Mate, node.distance), [node.mv]);
        })
    }

    /// Defender to move: shows that the conventional length is at most `plies`.
    pub(super) fn show_mated(&mut self, plies: u32) -> Result<(), Failure> {
        let answer = a_mate(self.ask(plies, Metric::Conventional)?)?;
        let plies = answer.value.len.plies();
        let (normal, others) = self.sorted_replies();
        for &mv in &normal {
            let left = plies.checked_sub(1).ok_or(Failure::Contradiction)?;
            self.after(mv, |proof| proof.show_upper(left))?;
        }
        let mut futile: Vec<Square> = Vec::new();
        for mv in others {
            if futile.contains(&mv.to()) {
                continue;
            }
            if answer.is_futile(mv) {
                self.show_futile(mv, plies, &normal)?;
                futile.push(mv.to());
            } else {
                let left = plies.checked_sub(1).ok_or(Failure::Contradiction)?;
                self.after(mv, |proof| proof.show_upper(left))?;
            }
        }
        Ok(())
    }

    /// Defender to move: shows that drops on the square of `mv` are futile, where the length is
    /// at most `plies`. `normal` are the replies that always count.
    pub(super) fn show_futile(
        &mut self,
        mv: Move,
        plies: u32,
        normal: &[Move],
    ) -> Result<(), Failure> {
        for slide in self.captures(mv.to()) {
            let mut most = plies;
            loop {
                let value = self
                    .slid(slide, |proof| proof.ask(most, Metric::Conventional))?
                    .value;
                if !value.is_mate() {
                    break;
                }
                let length = value.len.plies();
                if self.show_l0(length, normal)? {
                    return self.slid(slide, |proof| proof.show_mated_here(length));
                }
                most = length.checked_sub(2).ok_or(Failure::Contradiction)?;
            }
        }
        Err(Failure::Contradiction)
    }

    /// Defender to move: shows that the conventional length is at most `plies`, with an entry.
    fn show_mated_here(&mut self, plies: u32) -> Result<(), Failure> {
        let here = self.here();
        if self.mated.exactly(here).is_some_and(|k| k <= plies) {
            return Ok(());
        }
        self.show_mated(plies)?;
        self.push(EntryKind::Mated, plies, [])?;
        self.mated.set(here, plies);
        Ok(())
    }
}
