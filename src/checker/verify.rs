//! The content of a certificate: is every entry right, and is the root covered?
//!
//! Each entry is checked at its own bounding hand, apart from all others, and
//! so in any order and by several threads. Why this makes the claim true is
//! argued in docs/certificate.md, "Why it is sound".
use super::read::{CLAIM_LINE, Certificate, board_of};
use super::{Claim, Rejected, Stop, ensure, rules};
use shogi_core::{Color, Hand, Move, PartialPosition, ToUsi};
use std::panic::resume_unwind;

/// Threads at most, whatever the caller asks for.
const MOST_THREADS: usize = 256;

type Verdict = Result<(), String>;

impl Certificate {
    /// Checks the root and every entry; reports the first line at fault. Each
    /// thread has one run of the entries and reports the first fault in it.
    pub fn verify(&self, threads: usize, stop: Stop) -> Result<(), Rejected> {
        self.root_is_covered().map_err(Rejected::at(CLAIM_LINE))?;
        let all = self.entries.len();
        let run = all.div_ceil(threads.clamp(1, MOST_THREADS)).max(1);
        let right = |i| {
            self.poll(i, stop)?;
            self.entry_is_right(i).map_err(Rejected::at(self.line(i)))
        };
        if run >= all {
            return (0..all).try_for_each(right);
        }
        std::thread::scope(|scope| {
            let begin = |from| scope.spawn(move || (from..all.min(from + run)).try_for_each(right));
            let runs: Vec<_> = (0..all).step_by(run).map(begin).collect();
            let mut verdicts = runs.into_iter().map(|run| run.join());
            verdicts.try_for_each(|verdict| verdict.unwrap_or_else(|panic| resume_unwind(panic)))
        })
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

    fn entry_is_right(&self, i: usize) -> Verdict {
        let entry = self.entry(&self.entries[i]);
        let (mut position, moves, distance) = entry.ok_or("not an entry")?;
        // Everything the attacker does not hold is the defender's.
        let rest = rules::pieces(&position).and_then(|used| minus(self.set, used));
        let rest = rest.ok_or("more pieces than the root has")?;
        *position.hand_of_a_player_mut(self.attacker.flip()) = rest;
        let kings = |p: &PartialPosition| Color::all().map(|side| p.king_position(side).is_some());
        let same = kings(&position) == kings(&self.root);
        ensure(same, "other kings than at the root")?;
        rules::sound(&position)?;
        if self.claim != Claim::NoMate {
            let next = play(&position, moves[0])?;
            let no_check = || format!("{} gives no check", moves[0].to_usi_owned());
            rules::in_check(&next).then_some(()).ok_or_else(no_check)?;
            return self.every_reply(&next, distance - 1);
        }
        let checks = rules::checks(&position);
        for &check in &checks {
            let pair = moves.chunks_exact(2).find(|pair| pair[0] == check);
            let none = || format!("the check {} has no reply", check.to_usi_owned());
            self.this_reply(&rules::after(&position, check), pair.ok_or_else(none)?[1])?;
        }
        let surplus = "a reply to a move that is no legal check, or two to one";
        Ok(ensure(moves.len() == 2 * checks.len(), surplus)?)
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
        self.reach(&play(position, reply)?, 0, Some(reply))
    }

    /// Is there an entry for this position, reached by this reply or the root,
    /// and within so many plies?
    fn reach(&self, position: &PartialPosition, plies: u32, reply: Option<Move>) -> Verdict {
        let held = position.hand_of_a_player(self.attacker);
        let covers = |&(hand, distance): &(Hand, u32)| match self.claim {
            Claim::Mate(_) => distance <= plies && minus(held, hand).is_some(),
            Claim::NoMate => minus(hand, held).is_some(),
        };
        let entries = self.index.get(&board_of(position));
        if entries.into_iter().flatten().any(covers) {
            return Ok(());
        }
        let name = reply.map(|mv| format!("reply {}", mv.to_usi_owned()));
        let name = name.unwrap_or("the root".into());
        Err(match self.claim {
            Claim::Mate(_) => format!("{name} is not covered within {plies} plies"),
            Claim::NoMate => format!("{name} is not covered"),
        })
    }
}

/// The position after a move, if that is legal.
fn play(position: &PartialPosition, mv: Move) -> Result<PartialPosition, String> {
    let legal = rules::legal(position, mv).then(|| rules::after(position, mv));
    legal.ok_or_else(|| format!("{} is not legal", mv.to_usi_owned()))
}

/// What is left of one hand without another; none when it does not hold that.
fn minus(hand: Hand, less: Hand) -> Option<Hand> {
    Hand::all_hand_pieces().try_fold(hand, |left, kind| {
        (0..less.count(kind)?).try_fold(left, |left, _| left.removed(kind))
    })
}
