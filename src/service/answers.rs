//! What was proved of late, so that a page that goes on from an answer need not wait for it again.

use crate::solver::{Outcome, Verdict};
use parking_lot::Mutex;
use shogi_core::{Color, PartialPosition};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many answers are kept.
const KEPT: usize = 32;
/// Answers whose certificates have more entries than this, some tens of MiB, are not kept.
const ENTRIES: usize = 300_000;

/// The last answers, the latest first.
#[derive(Default)]
pub(super) struct Answers {
    kept: Mutex<VecDeque<(Key, Arc<Outcome>)>>,
}

/// A position without its move number, and who attacks.
type Key = (String, Color);

fn key(position: &PartialPosition, attacker: Color) -> Key {
    (super::value::sfen(position), attacker)
}

impl Answers {
    /// The answer for a position, where it is kept.
    pub(super) fn get(&self, position: &PartialPosition, attacker: Color) -> Option<Arc<Outcome>> {
        let key = key(position, attacker);
        let kept = self.kept.lock();
        let found = kept.iter().find(|(known, _)| *known == key);
        found.map(|(_, outcome)| outcome.clone())
    }

    /// Keeps an answer with a verdict.
    pub(super) fn put(&self, position: &PartialPosition, attacker: Color, outcome: Arc<Outcome>) {
        let unknown = matches!(outcome.verdict, Verdict::Unknown(_));
        if unknown || outcome.certificate_entries() > ENTRIES {
            return;
        }
        let key = key(position, attacker);
        let mut kept = self.kept.lock();
        kept.retain(|(known, _)| *known != key);
        kept.push_front((key, outcome));
        let mut entries = 0;
        let fits = |(_, outcome): &&(Key, Arc<Outcome>)| {
            entries += outcome.certificate_entries();
            entries <= ENTRIES
        };
        let most = kept.iter().take(KEPT).take_while(fits).count();
        kept.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Limit;
    use shogi_usi_parser::FromUsi;

    /// Each move that a reader played copied the whole certificate twice.
    #[test]
    fn an_answer_is_kept_and_found_without_a_copy() {
        let position = PartialPosition::from_usi("sfen 4k4/9/9/9/9/9/9/9/9 b G 1").unwrap();
        let answers = Answers::default();
        let outcome = Arc::new(Outcome {
            verdict: Verdict::NoMate,
            ..Outcome::unknown(Limit::Time)
        });
        answers.put(&position, Color::Black, outcome.clone());
        let found = answers.get(&position, Color::Black).unwrap();
        assert!(Arc::ptr_eq(&found, &outcome));
        assert!(answers.get(&position, Color::White).is_none());
        // What is not known is asked for again.
        let unknown = Arc::new(Outcome::unknown(Limit::Time));
        answers.put(&position, Color::White, unknown);
        assert!(answers.get(&position, Color::White).is_none());
    }
}
