//! Mates that avoid given positions, for the search of cooks (余詰).
//!
//! Whether another check than the intended one mates is a question about the
//! position after it, with one condition: a line that only leads back to the
//! main line and mates from there (迂回手順) is no other mate. So the positions of
//! the main line are *barred*: they count as repetitions, worth nothing to the
//! attacker. A mate found in spite of that is an ordinary mate with an ordinary
//! certificate. A refutation may rest on the barred positions and proves only
//! that there is no mate *besides*, so it has no certificate and is kept out of
//! every table that outlives the search.
//!
//! The table may be kept from one such search to the next while the barred set
//! gets smaller: refutations in it hold on every path, and a proof that avoided
//! more positions avoids fewer.

use super::{Control, Limit, Outcome, Solver, Start, Task, Verdict};
use crate::base::Len;
use crate::shogi::{Position, SetupError};
use shogi_core::{Color, PartialPosition};

impl Solver {
    /// Decides whether `attacker` mates without passing through one of `barred`
    /// (positions with the attacker to move; one whose hand is smaller on the same
    /// board is barred with it). [`Verdict::NoMate`] means that there is no such
    /// mate and comes without a certificate; the lengths of a mate are upper bounds
    /// unless said to be minimal.
    ///
    /// With `warm` the table is kept from the call before, which must have been
    /// one of this method, on the same problem, with all of `barred` barred.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub fn solve_apart(
        &mut self,
        position: &PartialPosition,
        attacker: Color,
        barred: &[PartialPosition],
        warm: bool,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        let barred = barred
            .iter()
            .map(|p| Position::new(p, attacker).map(|p| (p.board_key(), p.attacker_hand())))
            .collect::<Result<Vec<_>, _>>()?;
        let start = Start {
            warm,
            barred,
            ..Start::default()
        };
        self.search(position, attacker, control, start, |task| task.run_apart())
    }
}

impl Task<'_> {
    fn run_apart(&mut self) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        outcome.verdict = match self.search.solve_together(Len::INFINITE) {
            Err(limit) => {
                outcome.left_at = self.search.left_at;
                Verdict::Unknown(limit)
            }
            Ok(value) if value.is_mate() => match self.mate(value.len, &mut outcome) {
                Ok(()) => outcome.verdict,
                Err(failure) => Verdict::Unknown(failure.limit()),
            },
            // Cut at the greatest depth: not even "no mate besides" is proved.
            Ok(value) if value.repetition == 0 && self.search.too_deep => {
                Verdict::Unknown(Limit::Memory)
            }
            Ok(_) => Verdict::NoMate,
        };
        outcome
    }
}
