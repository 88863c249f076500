//! Refutations of other checks along a line, written down: what the claim `only` of a certificate
//! rests on (docs/certificate.md).

use super::{Limit, Outcome, Task, Verdict};
use crate::base::Len;
use crate::proof::certificate::{BoundDraft, Claim, EVER, EntryKind, Exception};
use crate::proof::{Bound, BoundProof, ClosedSet, Failure};
use crate::search::Metric;
use shogi_core::{Color, Move};

/// The refutations of the other checks along a line while they are made.
pub struct Refutations {
    draft: BoundDraft,
    /// Positions without a mate.
    set: ClosedSet,
    /// Positions without a mate unless by a position of the line at this ply or before.
    besides: Option<(u32, ClosedSet)>,
    /// Bytes that both sets together may take.
    room: usize,
}

impl Refutations {
    /// No refutation yet. They may take so many bytes beside their draft.
    pub fn new(attacker: Color, room: usize) -> Refutations {
        Refutations {
            draft: BoundDraft::new(attacker),
            set: ClosedSet::within(room),
            besides: None,
            room,
        }
    }

    /// What is proved once every other check at every ply of `line` has been refuted, but for those
    /// of `except`.
    ///
    /// # Errors
    /// When what was put into a file cannot be read.
    pub fn finish(self, line: Vec<Move>, except: Vec<Exception>) -> std::io::Result<BoundDraft> {
        let Refutations {
            draft,
            set,
            besides,
            ..
        } = self;
        // Removing superfluous entries takes memory.
        drop((set, besides));
        draft.claiming(Claim::Only { line, except })
    }
}

impl Task<'_> {
    /// Decides the position, which a check at `ply` has led to, and where there is no mate, barred
    /// positions apart, adds the refutation. Where a limit comes first, what was added must not be
    /// used.
    pub(super) fn refute(&mut self, ply: u32, found: &mut Refutations) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        let decided = match self.search.solve_together(self.question) {
            Err(stopped) => Err(stopped.into()),
            Ok(answer) if answer.value.is_mate() => {
                let length = super::Length {
                    lower: 0,
                    upper: answer.value.len.plies(),
                };
                outcome.verdict = Verdict::Mate {
                    raw: length,
                    conventional: length,
                };
                Ok(())
            }
            Ok(_) => self.write_refutation(ply, found, &mut outcome),
        };
        outcome.or_unknown(decided)
    }

    /// Shows of the position, which a check has led to, within how many plies there is no mate, `most`
    /// at most, as far as the limits allow; 0 where nothing is added.
    pub(super) fn hold_out(&mut self, most: u32, found: &mut Refutations) -> u32 {
        let mut longest = 0;
        for plies in (2..=most).step_by(2) {
            let question = self.question.within(Len::new(plies)).counted(Metric::Raw);
            match self.search.solve_together(question) {
                Ok(answer) if answer.value.is_nomate() => longest = plies,
                _ => break,
            }
        }
        if longest == 0 {
            return 0;
        }
        let (attacker, room) = (self.attacker, self.options.proof_memory);
        let bound = Bound::Longer(longest);
        let proof = BoundProof::of(bound, &mut self.search, self.question, attacker, room);
        let taken = proof.is_ok_and(|proof| found.draft.take(proof).is_ok());
        if taken { longest } else { 0 }
    }

    fn write_refutation(
        &mut self,
        ply: u32,
        found: &mut Refutations,
        outcome: &mut Outcome,
    ) -> Result<(), Failure> {
        let Refutations {
            draft,
            set,
            besides,
            room,
        } = found;
        let (set, says) = match self.question.barred {
            [] => (set, (EntryKind::Longer, EVER)),
            _ => {
                // Fewer positions are barred at an earlier ply, so each has a set of its own.
                let of_ply = besides.take().filter(|(of, _)| *of == ply);
                let left = room.saturating_sub(set.bytes());
                let (_, set) = besides.insert(of_ply.unwrap_or((ply, ClosedSet::within(left))));
                (set, (EntryKind::Besides, ply))
            }
        };
        set.build(&mut self.search, self.question, &mut |pos, answers| {
            draft.push_answers(pos, says, answers);
        })?;
        outcome.verdict = Verdict::NoMate;
        Ok(())
    }
}
