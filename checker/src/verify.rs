//! The content of a certificate: is every entry right, and do they show the claims?
//!
//! Each entry is checked at its own bounding hand, apart from all others, and so in
//! any order and by several threads. Why this makes the claims true is argued in
//! docs/certificate.md, "Why it is sound".
use crate::board::{Color, Hand, Move, Position};
use crate::conventional::{Lengths, is_normal};
use crate::index::EVER;
use crate::line::Line;
use crate::packed::{Entry, RUN, Says};
use crate::read::{CLAIM_LINE, Certificate};
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
    pub fn verify(&self, threads: usize, stop: &impl Stop) -> Result<(), Rejected> {
        for (i, claim) in self.claims.iter().enumerate() {
            self.is_shown(claim)
                .map_err(|reason| Rejected::at(CLAIM_LINE + i, reason))?;
        }
        let all = self.entries.records().len().div_ceil(RUN);
        let share = all.div_ceil(threads.clamp(1, MOST_THREADS));
        if share == all {
            return self.entries_are_right(0..all, stop);
        }
        std::thread::scope(|scope| {
            let mut runs = Vec::new();
            for from in (0..all).step_by(share) {
                let range = from..all.min(from + share);
                runs.push(scope.spawn(move || self.entries_are_right(range, stop)));
            }
            for run in runs {
                run.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            Ok(())
        })
    }

    /// The entries of these runs.
    fn entries_are_right(&self, runs: Range<usize>, stop: &impl Stop) -> Result<(), Rejected> {
        let records = self.entries.records().starting_with(runs.start);
        for (i, record) in (runs.start * RUN..runs.end * RUN).zip(records) {
            self.poll(i, stop)?;
            self.entry_is_right(&record.entry(self.attacker))
                .map_err(|reason| Rejected::at(self.line(i), reason))?;
        }
        Ok(())
    }

    /// Do the entries show this claim of the root?
    fn is_shown(&self, claim: &Claim) -> Verdict {
        let root = &self.root;
        let attacker_begins = root.turn == self.attacker;
        let hand = root.hand(self.attacker);
        let any_reply = |shows: &dyn Fn(Move) -> bool| {
            let mut replies = rules::legal_moves(root).into_iter();
            !attacker_begins && replies.any(shows)
        };
        let shown = match *claim {
            Claim::Only(_) => return self.no_other_mates(),
            Claim::Mate(plies) if attacker_begins => self.entries.is_mate(root, hand, plies),
            Claim::Mate(plies) => return self.every_reply_is_mate(root, plies),
            Claim::Within(plies) if attacker_begins => self.entries.is_within(root, hand, plies),
            Claim::Within(plies) => return self.is_mated_within(root, plies),
            Claim::Leaves(plies) if attacker_begins => self.entries.leaves(root, hand, plies),
            Claim::Leaves(plies) => return self.leaves(root, plies),
            Claim::Spares(plies) => attacker_begins && self.entries.spares(root, hand, plies),
            Claim::Spends(plies) => attacker_begins && self.lengths().spends(root, plies),
            Claim::NoMate => match self.reply {
                Some(reply) => return self.is_longer_after(root, reply, EVER),
                None if attacker_begins => self.entries.is_longer(root, hand, EVER),
                None => any_reply(&|reply| self.is_longer_after(root, reply, EVER).is_ok()),
            },
            Claim::Longer(plies) if attacker_begins => self.entries.is_longer(root, hand, plies),
            Claim::Longer(plies) => {
                any_reply(&|reply| self.is_longer_after(root, reply, plies).is_ok())
            }
            Claim::Beyond(plies) if attacker_begins => self.entries.is_beyond(root, hand, plies),
            Claim::Beyond(plies) => {
                any_reply(&|reply| self.lengths().shows_more(root, reply, plies))
            }
        };
        match (shown, claim) {
            (true, _) => Ok(()),
            (false, Claim::NoMate | Claim::Only(_)) => Err("the root is not covered".into()),
            (
                false,
                Claim::Mate(plies)
                | Claim::Within(plies)
                | Claim::Leaves(plies)
                | Claim::Spares(plies),
            ) => Err(format!("the root is not covered within {plies} plies")),
            (false, Claim::Longer(plies) | Claim::Beyond(plies) | Claim::Spends(plies)) => {
                Err(format!("the root is not covered beyond {plies} plies"))
            }
        }
    }

    /// At every position of the line with the attacker to move, each check but the one of the
    /// line and the exceptions has a reply after which there is no mate, unless by the line; and
    /// an exception with a number of plies has one after which there is none within these.
    fn no_other_mates(&self) -> Verdict {
        for node in self.line.iter().flat_map(|line| &line.nodes) {
            let ply = node.ply;
            let answered = |check: Move, shows: &dyn Fn(&Position, Move) -> Verdict| {
                let next = after(&node.position, check);
                let mut replies = rules::legal_moves(&next).into_iter();
                replies.any(|reply| shows(&next, reply).is_ok())
            };
            let checks = rules::checks(&node.position);
            for &(check, plies) in &node.except {
                if !checks.contains(&check) {
                    return Err(format!("ply {ply}: the exception {check} is no check"));
                }
                let Some(plies) = plies else { continue };
                let longer = |next: &Position, reply| self.is_longer_after(next, reply, plies - 1);
                if !answered(check, &longer) {
                    return Err(format!(
                        "ply {ply}: the check {check} is not refuted within {plies} plies"
                    ));
                }
            }
            let refuted = |next: &Position, reply| self.is_besides_after(next, reply, ply);
            for check in checks {
                let excepted = node.except.iter().any(|&(except, _)| except == check);
                if !(check == node.mv || excepted || answered(check, &refuted)) {
                    return Err(format!("ply {ply}: the check {check} is not refuted"));
                }
            }
        }
        Ok(())
    }

    /// Defender to move: this reply is legal, and after it there is no mate, unless by a position
    /// of the line at `ply` or before.
    fn is_besides_after(&self, position: &Position, reply: Move, ply: u32) -> Verdict {
        let next = after_legal(position, reply)?;
        let hand = next.hand(self.attacker);
        let on_line = |line: &Line| line.has(&next, hand, ply);
        // In this order, for there are many entries, and the line may be long.
        let is_besides =
            self.entries.is_besides(&next, hand, ply) || self.line.as_ref().is_some_and(on_line);
        covered(is_besides, reply, "", EVER)
    }

    fn entry_is_right(&self, entry: &Entry) -> Verdict {
        let position = self.set_up(entry)?;
        let (plies, first) = (entry.plies, entry.moves.first().copied());
        let the_move = || first.ok_or("an entry without its move");
        let after_the_check = || after_check(&position, the_move()?);
        match entry.says {
            Says::Mate => self.every_reply_is_mate(&after_the_check()?, plies - 1),
            Says::Within => self.is_mated_within(&after_the_check()?, plies - 1),
            Says::Mated => self.is_mated_within(&position, plies),
            Says::Leaves if plies == 1 => self.every_mate_in_one_leaves(&position, the_move()?),
            Says::Leaves => self.leaves(&after_the_check()?, plies - 1),
            Says::Spares => self.spares(&position, the_move()?, plies),
            Says::Spends => self.spends(&position, &entry.moves, plies),
            Says::Lasts => self.shows_more(&position, the_move()?, plies),
            Says::Longer => self.every_check_has(&position, &entry.moves, |next, reply| {
                self.is_longer_after(next, reply, less(plies))
            }),
            Says::Beyond => self.every_check_has(&position, &entry.moves, |next, reply| {
                self.is_beyond_after(next, reply, plies - 1)
            }),
            Says::BeyondExact => self.every_check_has(&position, &entry.moves, |next, reply| {
                self.shows_more(next, reply, plies - 1)
            }),
            Says::Besides => self.every_check_has(&position, &entry.moves, |next, reply| {
                self.is_besides_after(next, reply, plies)
            }),
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
        if let Some(fault) = rules::fault(&position) {
            return Err(fault.into());
        }
        if position.turn != self.attacker && !rules::is_in_check(&position, position.turn) {
            return Err("the defender is to move, but not in check".into());
        }
        Ok(position)
    }

    /// Defender to move: every legal reply leads to a mate within a ply less.
    fn every_reply_is_mate(&self, position: &Position, plies: u32) -> Verdict {
        for reply in rules::legal_moves(position) {
            // Without a ply left no entry can cover: their plies are odd.
            let plies = plies.saturating_sub(1);
            let next = after(position, reply);
            let is_mate = self.entries.is_mate(&next, next.hand(self.attacker), plies);
            covered(is_mate, reply, "within", plies)?;
        }
        Ok(())
    }

    /// Attacker to move: the checks listed, each followed by its reply, are all the legal checks
    /// there are, each once, and what has to hold of each reply, in the position after the check,
    /// does.
    fn every_check_has(
        &self,
        position: &Position,
        listed: &[Move],
        holds: impl Fn(&Position, Move) -> Verdict,
    ) -> Verdict {
        let mut checks = 0;
        for (check, next) in rules::after_checks(position) {
            let mut pairs = listed.chunks_exact(2);
            let Some(pair) = pairs.find(|pair| pair[0] == check) else {
                return Err(format!("the check {check} has no reply"));
            };
            holds(&next, pair[1])?;
            checks += 1;
        }
        // All checks are different, and all are listed.
        if listed.len() != 2 * checks {
            return Err("a reply to a move that is no legal check, or two to one".into());
        }
        Ok(())
    }

    /// Defender to move: this reply is legal, and no mate within a ply less comes after it.
    fn is_longer_after(&self, position: &Position, reply: Move, plies: u32) -> Verdict {
        let next = after_legal(position, reply)?;
        let hand = next.hand(self.attacker);
        let is_longer = self.entries.is_longer(&next, hand, less(plies));
        covered(is_longer, reply, "beyond", less(plies))
    }

    /// The same for the conventional length, and for all smaller hands too: the reply is one
    /// that always counts, and so is what comes after it.
    fn is_beyond_after(&self, position: &Position, reply: Move, plies: u32) -> Verdict {
        let next = after_legal(position, reply)?;
        if !is_normal(position, reply) {
            return Err(format!("reply {reply} may be futile"));
        }
        let hand = next.hand(self.attacker);
        let is_beyond = self.entries.is_beyond_for_less(&next, hand, less(plies));
        covered(is_beyond, reply, "beyond", less(plies))
    }

    /// Defender to move: this reply is legal, and shows a conventional length of more than
    /// `plies`.
    fn shows_more(&self, position: &Position, reply: Move, plies: u32) -> Verdict {
        after_legal(position, reply)?;
        let shows = self.lengths().shows_more(position, reply, plies);
        covered(shows, reply, "beyond", less(plies))
    }

    /// Defender to move: the conventional length is at most `plies`.
    fn is_mated_within(&self, position: &Position, plies: u32) -> Verdict {
        let within = self.lengths().is_mated_within(position, plies);
        within.or_else(|reply| covered(false, reply, "within", plies.saturating_sub(1)))
    }

    /// Defender to move: the same, and if the length is that, pieces are left.
    fn leaves(&self, position: &Position, plies: u32) -> Verdict {
        self.lengths()
            .leaves(position, plies)
            .or_else(|reply| match reply {
                Some(reply) => covered(false, reply, "within", plies.saturating_sub(1)),
                None => Err("nothing is left in hand".into()),
            })
    }

    /// Attacker to move: this check mates, and no check mates after which nothing is left in hand.
    /// (With the last move he leaves nothing if he can, because other last moves are allowed.)
    fn every_mate_in_one_leaves(&self, position: &Position, check: Move) -> Verdict {
        self.is_mated_within(&after_check(position, check)?, 0)?;
        for check in rules::checks(position) {
            let left = after(position, check).hand(self.attacker);
            if left == Hand::default() && !self.lengths().is_no_mate(position, check) {
                return Err(format!("{check} may mate and leaves nothing in hand"));
            }
        }
        Ok(())
    }

    /// Attacker to move: with this check the length with nothing left is at most `plies`, or there
    /// is none.
    fn spares(&self, position: &Position, check: Move, plies: u32) -> Verdict {
        after_check(position, check)?;
        let spares = self.lengths().spares(position, check, plies);
        spares.or_else(|reply| covered(false, reply, "within", plies))
    }

    /// Attacker to move: each check has a reply after which nothing is left, after `plies` plies or
    /// more in all, unless it is none of the shortest mates.
    fn spends(&self, position: &Position, listed: &[Move], plies: u32) -> Verdict {
        let hand = position.hand(self.attacker);
        let length = self.entries.length_at_most(position, hand);
        let length = length.ok_or("the length is not covered")?;
        let left = plies.saturating_sub(2).max(1);
        self.every_check_has(position, listed, |next, reply| {
            after_legal(next, reply)?;
            let shows = self.lengths().shows_spent(next, reply, length - 1, left);
            covered(shows, reply, "beyond", left)
        })
    }

    fn lengths(&self) -> Lengths<'_> {
        Lengths {
            entries: &self.entries,
        }
    }
}

/// A ply less; none at all stays none at all.
fn less(plies: u32) -> u32 {
    match plies {
        EVER => EVER,
        _ => plies.saturating_sub(1),
    }
}

/// The verdict on a reply: is the position after it covered?
fn covered(is: bool, reply: Move, how: &str, plies: u32) -> Verdict {
    match (is, plies) {
        (true, _) => Ok(()),
        (false, EVER) => Err(format!("reply {reply} is not covered")),
        (false, _) => Err(format!("reply {reply} is not covered {how} {plies} plies")),
    }
}

/// The position after a legal check.
fn after_check(position: &Position, check: Move) -> Result<Position, String> {
    let next = after_legal(position, check)?;
    if rules::is_in_check(&next, next.turn) {
        Ok(next)
    } else {
        Err(format!("{check} gives no check"))
    }
}

/// The position after a move, if that is legal.
fn after_legal(position: &Position, mv: Move) -> Result<Position, String> {
    rules::after_legal(position, mv).ok_or_else(|| format!("{mv} is not legal"))
}
