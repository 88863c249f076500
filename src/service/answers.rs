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
    pub(super) fn put(&self, position: &PartialPosition, attacker: Color, outcome: &Outcome) {
        let unknown = matches!(outcome.verdict, Verdict::Unknown(_));
        if unknown || outcome.certificate_entries() > ENTRIES {
            return;
        }
        let key = key(position, attacker);
        let mut kept = self.kept.lock();
        kept.retain(|(known, _)| *known != key);
        kept.push_front((key, Arc::new(outcome.clone())));
        let mut entries = 0;
        let fits = |(_, outcome): &&(Key, Arc<Outcome>)| {
            entries += outcome.certificate_entries();
            entries <= ENTRIES
        };
        let most = kept.iter().take(KEPT).take_while(fits).count();
        kept.truncate(most);
    }
}
