//! The length with nothing left in the attacker's hand, from both sides.
//!
//! docs/conventional.md says what it is, docs/certificate.md what the entries `spends` and `spares`
//! need. In both walks the exact length of each position is known, so the attacker's shortest mates
//! are: those checks after which the length is a ply less.

use super::{BoundProof, Spending};
use crate::proof::certificate::EntryKind;
use crate::proof::leftover::holds_too_many;
use crate::proof::{Failure, lengths};
use crate::search::Metric;
use crate::shogi::{Move, Place, Side};
use std::cmp::Reverse;

/// What is known of a position: its length with nothing left is at least `holds`, or not as much as
/// `fails`.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    holds: u32,
    fails: Option<u32>,
}

/// A reply that counts, and the length after it.
type Reply = (Move, u32);

impl BoundProof<'_, '_> {
    /// Attacker to move: shows that there is a length with nothing left, of at least the plies of
    /// `bound`, which are odd. False where that is not so.
    pub(super) fn show_spends(&mut self, bound: Spending) -> Result<bool, Failure> {
        let Spending { plies, length } = bound;
        let here = self.here();
        let known = self.spent.get(&here).copied().unwrap_or_default();
        if known.holds >= plies {
            return Ok(true);
        }
        if plies > length
            || holds_too_many(here.hand, length)
            || known.fails.is_some_and(|n| n <= plies)
        {
            return Ok(false);
        }
        let shown = match length {
            1 => self.show_spending_mate()?,
            _ => self.show_spending_replies(bound)?,
        };
        let known = self.spent.entry(here).or_default();
        match shown {
            true => known.holds = plies,
            false => known.fails = Some(plies),
        }
        Ok(shown)
    }

    /// Attacker to move: finds a mating move after which nothing is left. No entry is needed.
    fn show_spending_mate(&mut self) -> Result<bool, Failure> {
        for check in self.search.checks() {
            if !self.position().attacker_hand_after(check).is_empty() {
                continue;
            }
            let is_mate = self.after(check, |proof| {
                let is_mate = proof.ask(0, Metric::Conventional)?.value.is_mate();
                if is_mate {
                    proof.show_mated(0)?;
                }
                Ok::<bool, Failure>(is_mate)
            })?;
            if is_mate {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Attacker to move: finds a reply to each of the shortest mates after which nothing is left,
    /// and shows that the other checks are not as short.
    fn show_spending_replies(&mut self, bound: Spending) -> Result<bool, Failure> {
        let Spending { plies, length } = bound;
        let left = plies.saturating_sub(2).max(1);
        let mut moves = Vec::new();
        for check in self.search.checks() {
            match self.after(check, |proof| proof.show_spending_reply(length - 1, left))? {
                Some(reply) => moves.extend([check, reply]),
                None => return Ok(false),
            }
        }
        self.show_upper(length)?;
        self.push(EntryKind::Spends, plies, moves)?;
        Ok(true)
    }

    /// Defender to move: finds a reply after which nothing is left, after `left` plies or more, or
    /// one that shows a length of more than `plies`.
    fn show_spending_reply(&mut self, plies: u32, left: u32) -> Result<Option<Move>, Failure> {
        let Some(replies) = self.replies_that_count(plies)? else {
            return self.show_reply(plies).map(|(reply, _)| Some(reply));
        };
        for (mv, length) in replies {
            let bound = Spending {
                plies: left,
                length,
            };
            if length >= left && self.after(mv, |proof| proof.show_spends(bound))? {
                let (normal, others) = self.sorted_replies();
                if others.contains(&mv) {
                    self.show_not_futile(mv, plies, &normal)?;
                }
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Attacker to move: shows that the length with nothing left is at most the plies of `bound`, or
    /// there is none; with 0, that there is none. False where that is not so.
    pub(super) fn show_spares(&mut self, bound: Spending) -> Result<bool, Failure> {
        let Spending { plies, length } = bound;
        let here: (Place, u32) = (self.here(), plies);
        if let Some(&shown) = self.spared.get(&here) {
            return Ok(shown);
        }
        let shown = if plies >= length {
            self.show_upper(length).map(|()| true)?
        } else if length == 1 || plies > 0 && plies + 2 == length {
            // What leaves something in spite of every longest defence loses two plies at least.
            self.show_leaves(length)?
        } else {
            self.show_sparing_check(bound)?
        };
        self.spared.insert(here, shown);
        Ok(shown)
    }

    /// Attacker to move: finds a shortest mate after which every reply loses this much.
    fn show_sparing_check(&mut self, bound: Spending) -> Result<bool, Failure> {
        let Spending { plies, length } = bound;
        let left = plies.saturating_sub(2);
        for check in self.search.checks() {
            let spares = self.after(check, |proof| {
                let Some(replies) = proof.replies_that_count(length - 1)? else {
                    return Ok(false);
                };
                for (mv, length) in replies {
                    let bound = Spending {
                        plies: left,
                        length,
                    };
                    if !proof.after(mv, |proof| proof.show_spares(bound))? {
                        return Ok(false);
                    }
                }
                proof.show_mated(length - 1).map(|()| true)
            })?;
            if spares {
                self.show_lower(length - 2)?;
                self.push(EntryKind::Spares, plies, [check])?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Defender to move: the replies that are not futile, each with the length after it, the longest
    /// first. `None` when the length is more than `plies`.
    fn replies_that_count(&mut self, plies: u32) -> Result<Option<Vec<Reply>>, Failure> {
        debug_assert_eq!(self.position().side_to_move(), Side::Defender);
        let answer = self.ask(plies, Metric::Conventional)?;
        if !answer.value.is_mate() {
            return Ok(None);
        }
        let mut replies = Vec::new();
        for r in answer.replies.iter().filter(|r| plies > 0 && !r.futile) {
            let question = self.question.counted(Metric::Conventional);
            let length = lengths::length_after(self.search, question, r.mv, r.len.plies(), 0)?;
            replies.push((r.mv, length));
        }
        replies.sort_by_key(|&(_, length)| Reverse(length));
        Ok(Some(replies))
    }
}
