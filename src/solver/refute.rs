//! Refutations of other checks along a line, written down: what the claim `only` of a certificate
//! rests on (docs/certificate.md).

use super::{Limit, Outcome, Task, Verdict};
use crate::base::Len;
use crate::proof::{Bound, BoundProof, Dossier};
use crate::search::Metric;

impl Task<'_> {
    /// Decides the position, which a check at `ply` has led to, and where there is no mate, barred
    /// positions apart, adds the refutation. Where a limit comes first, what was added has to be
    /// taken back.
    pub(super) fn refute(&mut self, ply: u32, dossier: &mut Dossier) -> Outcome {
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
            Ok(_) => {
                let refuted = dossier.refute(ply, &mut self.search, self.question);
                refuted.map(|()| outcome.verdict = Verdict::NoMate)
            }
        };
        outcome.or_unknown(decided)
    }

    /// Shows of the position, which a check has led to, within how many plies there is no mate, `most`
    /// at most, as far as the limits allow; 0 where nothing is added.
    pub(super) fn hold_out(&mut self, most: u32, dossier: &mut Dossier) -> u32 {
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
        let bound = Bound::Longer(longest);
        match BoundProof::add(bound, dossier, &mut self.search, self.question) {
            Ok(()) => longest,
            Err(_) => 0,
        }
    }
}
