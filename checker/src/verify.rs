//! The content of a certificate: is every entry right, and is the root covered?
//!
//! Each entry is checked at its own bounding hand, apart from all others, and so in
//! any order and by several threads. Why this makes the claim true is argued in
//! docs/certificate.md, "Why it is sound".
use crate::board::{Color, Move, Position};
use crate::read::{CLAIM_LINE, Certificate, Entry, Strategy};
use crate::rules::{self, after};
use crate::{Claim, Rejected, Stop};
use std::ops::Range;
use std::panic::resume_unwind;

/// The greatest number of threads, even where the caller asks for more.
const MOST_THREADS: usize = 256;

/// Nothing when something is right, else what is wrong.
type Verdict = Result<(), String>;

impl Certificate {
    /// Checks the root and every entry; reports the first line at fault. Each
    /// thread has one run of the entries and reports the first fault in it.
    pub fn verify(&self, threads: usize, stop: Stop) -> Result<(), Rejected> {
        self.root_is_covered()
            .map_err(|reason| Rejected::at(CLAIM_LINE, reason))?;
        let all = self.entries.len();
        let run = all.div_ceil(threads.clamp(1, MOST_THREADS));
        if run == all {
            return self.entries_are_right(0..all, stop);
        }
        std::thread::scope(|scope| {
            let mut runs = Vec::new();
            for from in (0..all).step_by(run) {
                let range = from..all.min(from + run);
                runs.push(scope.spawn(move || self.entries_are_right(range, stop)));
            }
            for run in runs {
                run.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            Ok(())
        })
    }

    fn entries_are_right(&self, entries: Range<usize>, stop: Stop) -> Result<(), Rejected> {
        for i in entries {
            self.poll(i, stop)?;
            self.entry_is_right(&self.entries[i])
                .map_err(|reason| Rejected::at(self.line(i), reason))?;
        }
        Ok(())
    }

    fn root_is_covered(&self) -> Verdict {
        let attacker_begins = self.root.turn == self.attacker;
        match (self.claim, self.reply) {
            (Claim::Mate(plies), _) if attacker_begins => self.is_covered(&self.root, plies, None),
            (Claim::Mate(plies), _) => self.every_reply_is_covered(&self.root, plies),
            (Claim::NoMate, None) => self.is_covered(&self.root, 0, None),
            (Claim::NoMate, Some(reply)) => self.this_reply_is_covered(&self.root, reply),
        }
    }

    fn entry_is_right(&self, line: &str) -> Verdict {
        let entry = self.entry(line).ok_or("not an entry")?;
        let position = self.set_up(&entry)?;
        match entry.strategy {
            Strategy::Mate { check, distance } => {
                let next = after_legal(&position, check)?;
                if !rules::is_in_check(&next, next.turn) {
                    return Err(format!("{check} gives no check"));
                }
                self.every_reply_is_covered(&next, distance - 1)
            }
            Strategy::NoMate { replies } => self.every_check_is_answered(&position, &replies),
        }
    }

    /// The position of an entry at its bounding hand. Everything that is neither on
    /// the board nor in the attacker's hand is in the defender's.
    fn set_up(&self, entry: &Entry) -> Result<Position, String> {
        let mut position = entry.position.clone();
        let used = rules::pieces(&position).filter(|used| used.is_within(self.set));
        let used = used.ok_or("more pieces than the root has")?;
        *position.hand_mut(self.attacker.other()) = self.set.without(used);
        for color in Color::ALL {
            if position.king(color).is_some() != self.root.king(color).is_some() {
                return Err("other kings than at the root".into());
            }
        }
        match rules::fault(&position) {
            Some(fault) => Err(fault.into()),
            None => Ok(position),
        }
    }

    /// Mate: every legal move of the defender, before which this number of plies is left,
    /// leads to a covered position.
    fn every_reply_is_covered(&self, position: &Position, plies: u32) -> Verdict {
        for reply in rules::legal_moves(position) {
            // Without a ply left no entry can cover: their distances are odd.
            let plies = plies.saturating_sub(1);
            self.is_covered(&after(position, reply), plies, Some(reply))?;
        }
        Ok(())
    }

    /// No mate: the checks listed are all the legal checks there are, each once, and
    /// each reply is right.
    fn every_check_is_answered(&self, position: &Position, replies: &[(Move, Move)]) -> Verdict {
        let checks = rules::checks(position);
        for &check in &checks {
            let Some((_, reply)) = replies.iter().find(|&&(listed, _)| listed == check) else {
                return Err(format!("the check {check} has no reply"));
            };
            self.this_reply_is_covered(&after(position, check), *reply)?;
        }
        // All checks are different, and all are listed.
        if replies.len() != checks.len() {
            return Err("a reply to a move that is no legal check, or two to one".into());
        }
        Ok(())
    }

    /// No mate: this move of the defender is legal and leads to a covered position.
    fn this_reply_is_covered(&self, position: &Position, reply: Move) -> Verdict {
        self.is_covered(&after_legal(position, reply)?, 0, Some(reply))
    }

    /// Is there an entry that covers this position within this number of plies? `reply` is
    /// the move that led to it, none for the root.
    fn is_covered(&self, position: &Position, plies: u32, reply: Option<Move>) -> Verdict {
        let hand = position.hand(self.attacker);
        if self.index.covers(position, hand, plies) {
            return Ok(());
        }
        let name = match reply {
            Some(reply) => format!("reply {reply}"),
            None => "the root".into(),
        };
        Err(match self.claim {
            Claim::Mate(_) => format!("{name} is not covered within {plies} plies"),
            Claim::NoMate => format!("{name} is not covered"),
        })
    }
}

/// The position after a move, if that is legal.
fn after_legal(position: &Position, mv: Move) -> Result<Position, String> {
    if rules::is_legal(position, mv) {
        Ok(after(position, mv))
    } else {
        Err(format!("{mv} is not legal"))
    }
}
