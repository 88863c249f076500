//! Refutations of other checks along a line, written down: what the claim `only` of a certificate
//! rests on (docs/certificate.md).

use super::{Limit, Outcome, Task, Verdict};
use crate::proof::certificate::{BoundDraft, Claim, EVER, EntryKind};
use crate::proof::{ClosedSet, Failure};
use shogi_core::{Color, Move};

/// The greatest number of positions in the refutations of one line: some 150 MiB, and
/// twice as much again for their check.
const MOST_ENTRIES: usize = 3_000_000;

/// The refutations of the other checks along a line while they are made.
pub struct Refutations {
    draft: BoundDraft,
    /// Positions without a mate.
    set: ClosedSet,
    /// Positions without a mate unless by a position of the line at this ply or before.
    besides: Option<(u32, ClosedSet)>,
}

impl Refutations {
    /// No refutation yet.
    pub fn new(attacker: Color) -> Refutations {
        Refutations {
            draft: BoundDraft::new(attacker),
            set: ClosedSet::default(),
            besides: None,
        }
    }

    /// What is proved once every other check at every ply of `line` has been refuted, but for those
    /// of `except`.
    pub fn finish(mut self, line: Vec<Move>, except: Vec<(u32, Move)>) -> BoundDraft {
        self.draft.trim();
        self.draft.claim(Claim::Only { line, except });
        self.draft
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
        } = found;
        let (set, says) = match self.question.barred {
            [] => (set, (EntryKind::Longer, EVER)),
            _ => {
                // Fewer positions are barred at an earlier ply, so each has a set of its own.
                let of_ply = besides.take().filter(|(of, _)| *of == ply);
                let (_, set) = besides.insert(of_ply.unwrap_or((ply, ClosedSet::default())));
                (set, (EntryKind::Besides, ply))
            }
        };
        set.build(&mut self.search, self.question, &mut |pos, answers| {
            draft.push_answers(pos, says, answers);
        })?;
        if draft.len() > MOST_ENTRIES {
            return Err(Limit::Memory.into());
        }
        outcome.verdict = Verdict::NoMate;
        Ok(())
    }
}
