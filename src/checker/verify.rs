//! The content of a certificate: is every entry right, and is the root covered?
//!
//! Each entry is checked at its own bounding hand, apart from all others, and
//! so in any order and by several threads. Why the bounding hand speaks for
//! every other hand, and why this makes the claim true, is argued in
//! docs/certificate.md, "Why it is sound".
use super::notation;
use super::read::{Certificate, Entry};
use super::{Claim, Rejected, Stop, rules};
use shogi_core::{Color, Hand, Move, PartialPosition, PieceKind, ToUsi};
use std::ops::Range;
use std::panic::resume_unwind;

/// Entries between two looks at the stop flag.
const PATIENCE: usize = 64;
/// Threads at most, whatever the caller asks for.
const MOST_THREADS: usize = 256;

type Verdict = Result<(), String>;

impl Certificate {
    /// Checks the root and every entry; reports the first line at fault. Each
    /// thread has one run of the entries and reports the first fault in it.
    pub fn verify(&self, threads: usize, stop: Stop) -> Result<(), Rejected> {
        let root = self.root_is_covered();
        root.map_err(|reason| Rejected::new(self.claim_line, reason))?;
        let all = self.entries.len();
        let run = all.div_ceil(threads.clamp(1, MOST_THREADS)).max(1);
        std::thread::scope(|scope| {
            let begin = |from| scope.spawn(move || self.run(from..all.min(from + run), stop));
            let runs: Vec<_> = (0..all).step_by(run).map(begin).collect();
            let mut verdicts = runs.into_iter().map(|run| run.join());
            verdicts.try_for_each(|verdict| verdict.unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    fn run(&self, entries: Range<usize>, stop: Stop) -> Result<(), Rejected> {
        for i in entries {
            let line = self.first_line + i;
            if i % PATIENCE == 0 && stop() {
                return Err(Rejected::stopped(line));
            }
            let verdict = self.entry_is_right(i);
            verdict.map_err(|reason| Rejected::new(line, reason))?;
        }
        Ok(())
    }

    fn root_is_covered(&self) -> Verdict {
        let attacks = self.root.side_to_move() == self.attacker;
        match (self.claim, self.reply) {
            (Claim::Mate(plies), _) if attacks => self.reach(&self.root, plies, None),
            (Claim::Mate(plies), _) => self.every_reply(&self.root, plies),
            (Claim::NoMate, None) => self.reach(&self.root, 0, None),
            (Claim::NoMate, Some(reply)) => self.this_reply(&self.root, reply),
        }
    }

    /// The position of an entry, with everything the attacker does not hold in
    /// the defender's hand.
    fn set_up(&self, entry: &Entry) -> Result<PartialPosition, String> {
        let mut position = notation::unpack(&entry.board);
        position.side_to_move_set(self.attacker);
        *position.hand_of_a_player_mut(self.attacker) = entry.hand;
        let rest = rules::pieces(&position).and_then(|used| minus(self.set, used));
        *position.hand_of_a_player_mut(self.attacker.flip()) =
            rest.ok_or("more pieces than the root has")?;
        let kings = |p| Color::all().map(|side| rules::count(p, PieceKind::King, side));
        if kings(&position) != kings(&self.root) {
            return Err("other kings than at the root".into());
        }
        match rules::fault(&position) {
            Some(fault) => Err(format!("the position has {fault}")),
            None => Ok(position),
        }
    }

    fn entry_is_right(&self, i: usize) -> Verdict {
        let (entry, moves) = (&self.entries[i], self.moves(i));
        let position = self.set_up(entry)?;
        if self.claim != Claim::NoMate {
            let next = self.play(&position, moves[0])?;
            if !rules::in_check(&next) {
                return Err(format!("{} gives no check", moves[0].to_usi_owned()));
            }
            return self.every_reply(&next, entry.distance - 1);
        }
        let checks = rules::checks(&position);
        for &check in &checks {
            let pair = moves.chunks_exact(2).find(|pair| pair[0] == check);
            let none = || format!("the check {} has no reply", check.to_usi_owned());
            self.this_reply(&rules::after(&position, check), pair.ok_or_else(none)?[1])?;
        }
        if moves.len() != 2 * checks.len() {
            return Err("a reply to a move that is no legal check, or two to one".into());
        }
        Ok(())
    }

    fn play(&self, position: &PartialPosition, mv: Move) -> Result<PartialPosition, String> {
        if !rules::legal(position, mv) {
            return Err(format!("{} is not legal", mv.to_usi_owned()));
        }
        Ok(rules::after(position, mv))
    }

    /// Mate: every legal move of the defender, with so many plies left before
    /// it, reaches an entry.
    fn every_reply(&self, position: &PartialPosition, plies: u32) -> Verdict {
        let plies = plies.saturating_sub(1);
        let mut replies = rules::replies(position).into_iter();
        replies.try_for_each(|mv| self.reach(&rules::after(position, mv), plies, Some(mv)))
    }

    /// No mate: this move of the defender is legal and reaches an entry.
    fn this_reply(&self, position: &PartialPosition, reply: Move) -> Verdict {
        self.reach(&self.play(position, reply)?, 0, Some(reply))
    }

    /// Is there an entry for this position, reached by this reply or the root,
    /// and within so many plies?
    fn reach(&self, position: &PartialPosition, plies: u32, reply: Option<Move>) -> Verdict {
        let held = position.hand_of_a_player(self.attacker);
        let covers = |entry: &Entry| match self.claim {
            Claim::Mate(_) => entry.distance <= plies && minus(held, entry.hand).is_some(),
            Claim::NoMate => minus(entry.hand, held).is_some(),
        };
        if self.with_board(&notation::pack(position)).any(covers) {
            return Ok(());
        }
        let name = reply.map_or("the root".into(), |mv| {
            format!("reply {}", mv.to_usi_owned())
        });
        Err(match self.claim {
            Claim::Mate(_) => format!("{name} is not covered within {plies} plies"),
            Claim::NoMate => format!("{name} is not covered"),
        })
    }
}

/// What is left of one hand without another; none when it does not hold that.
fn minus(hand: Hand, less: Hand) -> Option<Hand> {
    Hand::all_hand_pieces().try_fold(hand, |left, kind| {
        (0..less.count(kind)?).try_fold(left, |left, _| left.removed(kind))
    })
}
