//! The content of a certificate: is every entry right, and is the root covered?
//!
//! Each entry is checked at its own bounding hand, apart from all others, and
//! so in any order and by several threads. Why the bounding hand speaks for
//! every other hand, and why this makes the claim true, is argued in
//! docs/certificate.md, "Why it is sound".
use super::notation::{self, Counts};
use super::read::{Certificate, Entry};
use super::{Claim, Rejected, Stop, rules};
use shogi_core::{Move, PartialPosition, ToUsi};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Entries a thread takes at a time, and looks at the stop flag after.
const BLOCK: usize = 64;
/// Threads at most, whatever the caller asks for.
const MOST_THREADS: usize = 256;

type Verdict = Result<(), String>;

impl Certificate {
    /// Checks the root and every entry; reports the first line at fault.
    pub fn verify(&self, threads: usize, stop: Stop) -> Result<(), Rejected> {
        self.root_is_covered()
            .map_err(|reason| Rejected::new(self.claim_line, reason))?;
        let next = AtomicUsize::new(0);
        let left_out = AtomicBool::new(false);
        let limit = AtomicUsize::new(self.entries.len());
        let first = Mutex::new((usize::MAX, String::new()));
        // A block once taken is checked to its end or to its first fault, or
        // else `left_out` is set; blocks are taken in order. So at the end all
        // entries before the first fault have been checked, whoever did it.
        let work = || {
            loop {
                let block = next.fetch_add(BLOCK, Relaxed);
                if block >= limit.load(Relaxed) {
                    return;
                }
                if left_out.load(Relaxed) || stop() {
                    return left_out.store(true, Relaxed);
                }
                for i in block..(block + BLOCK).min(self.entries.len()) {
                    let Err(reason) = self.entry_is_right(i) else {
                        continue;
                    };
                    limit.fetch_min(i, Relaxed);
                    let mut first = first
                        .lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner());
                    if i < first.0 {
                        *first = (i, reason);
                    }
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(MOST_THREADS) {
                scope.spawn(work);
            }
            work();
        });
        let (failed, reason) = first
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if left_out.into_inner() {
            Err(Rejected::stopped(self.first_line))
        } else if failed < self.entries.len() {
            Err(Rejected::new(self.first_line + failed, reason))
        } else {
            Ok(())
        }
    }

    fn root_is_covered(&self) -> Verdict {
        let attacks = self.root.side_to_move() == self.attacker;
        match (self.claim, self.reply) {
            (Claim::Mate(plies), _) if attacks => {
                self.reach(&self.root, plies, || "the root".into())
            }
            (Claim::Mate(plies), _) => self.every_reply(&self.root, plies),
            (Claim::NoMate, None) => self.reach(&self.root, 0, || "the root".into()),
            (Claim::NoMate, Some(reply)) => self.this_reply(&self.root, reply),
        }
    }

    /// The position of an entry, with everything the attacker does not hold in
    /// the defender's hand.
    fn set_up(&self, entry: &Entry) -> Result<PartialPosition, String> {
        let mut position = notation::unpack(&entry.board);
        position.side_to_move_set(self.attacker);
        let board = rules::on_board(&position);
        let mut rest = Counts::default();
        for (i, rest) in rest.iter_mut().enumerate() {
            let left = self.total[i].checked_sub(board[i]);
            let left = left.and_then(|left| left.checked_sub(entry.hand[i]));
            *rest = left.ok_or("more pieces than the root has")?;
        }
        if rules::kings(&position) != rules::kings(&self.root) {
            return Err("other kings than at the root".into());
        }
        *position.hand_of_a_player_mut(self.attacker) = notation::hand(&entry.hand);
        *position.hand_of_a_player_mut(self.attacker.flip()) = notation::hand(&rest);
        match rules::fault(&position, &self.total) {
            Some(fault) => Err(format!("the position has {fault}")),
            None => Ok(position),
        }
    }

    fn entry_is_right(&self, i: usize) -> Verdict {
        let entry = &self.entries[i];
        let position = self.set_up(entry)?;
        if self.claim != Claim::NoMate {
            let mv = self.moves(i).next().ok_or("no move")?;
            if !rules::legal(&position, mv) {
                return Err(format!("{} is not legal", mv.to_usi_owned()));
            }
            let next = rules::after(&position, mv);
            if !rules::in_check(&next) {
                return Err(format!("{} gives no check", mv.to_usi_owned()));
            }
            return self.every_reply(&next, entry.distance - 1);
        }
        let checks = rules::checks(&position);
        for &check in &checks {
            let mut pairs = self.moves(i).zip(self.moves(i).skip(1)).step_by(2);
            let Some((_, reply)) = pairs.find(|pair| pair.0 == check) else {
                return Err(format!("the check {} has no reply", check.to_usi_owned()));
            };
            self.this_reply(&rules::after(&position, check), reply)?;
        }
        if self.moves(i).count() != 2 * checks.len() {
            return Err("a reply to a move that is no legal check, or two to one".into());
        }
        Ok(())
    }

    /// Mate: every legal move of the defender, with so many plies left before
    /// it, reaches an entry.
    fn every_reply(&self, position: &PartialPosition, plies: u32) -> Verdict {
        rules::replies(position).into_iter().try_for_each(|reply| {
            let next = rules::after(position, reply);
            let name = || format!("reply {}", reply.to_usi_owned());
            self.reach(&next, plies.saturating_sub(1), name)
        })
    }

    /// No mate: this move of the defender is legal and reaches an entry.
    fn this_reply(&self, position: &PartialPosition, reply: Move) -> Verdict {
        let name = || format!("reply {}", reply.to_usi_owned());
        if !rules::legal(position, reply) {
            return Err(format!("{} is not legal", name()));
        }
        self.reach(&rules::after(position, reply), 0, name)
    }

    /// Is there an entry for this position, within so many plies?
    fn reach(&self, position: &PartialPosition, plies: u32, name: impl Fn() -> String) -> Verdict {
        let held = notation::counts(position.hand_of_a_player(self.attacker));
        let within = |small: &Counts, large: &Counts| small.iter().zip(large).all(|(s, l)| s <= l);
        let covers = |entry: &Entry| match self.claim {
            Claim::Mate(_) => entry.distance <= plies && within(&entry.hand, &held),
            Claim::NoMate => within(&held, &entry.hand),
        };
        if self.with_board(&notation::pack(position)).any(covers) {
            return Ok(());
        }
        Err(match self.claim {
            Claim::Mate(_) => format!("{} is not covered within {plies} plies", name()),
            Claim::NoMate => format!("{} is not covered", name()),
        })
    }
}
