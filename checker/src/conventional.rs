//! The conventional length: futile interpositions (無駄合い) do not count.
//!
//! The rule is that of docs/conventional.md, whose letters stand here too. At a position P,
//! the defender to move, X is the only checker and checks from afar. A drop between X and
//! the king is futile when Q, the position with X moved onto its square and every hand as
//! in P, has a length of at most L0, the longest after the other replies. Why
//! the functions below are right, docs/certificate.md says ("Why it is sound").
use crate::board::{Hand, Move, Piece, Position, Square};
use crate::index::Index;
use crate::rules::{self, after};

/// The entries as facts about positions, for the conventional length.
pub(crate) struct Lengths<'a> {
    pub entries: &'a Index,
}

impl Lengths<'_> {
    /// Defender to move at `p`: is the conventional length at most `plies`? The error is a
    /// reply for which the entries do not show it.
    pub fn is_mated_within(&self, p: &Position, plies: u32) -> Result<(), Move> {
        let replies = rules::legal_moves(p).into_iter();
        let mut open = replies.filter(|&reply| {
            !(self.is_mate_after(p, reply, plies) || self.is_futile(p, reply, plies))
        });
        open.next().map_or(Ok(()), Err)
    }

    /// Defender to move at `p`: is the conventional length at most `plies`, and are pieces left in
    /// the attacker's hand if it is that? The error is a reply for which the entries do not show
    /// it; none when `p` is mate with nothing left.
    pub fn leaves(&self, p: &Position, plies: u32) -> Result<(), Option<Move>> {
        if plies == 0 {
            self.is_mated_within(p, 0).map_err(Some)?;
            let left = p.hand(p.turn.other()) != Hand::default();
            return if left { Ok(()) } else { Err(None) };
        }
        let replies = rules::legal_moves(p).into_iter();
        let mut open = replies.filter(|&reply| {
            let next = after(p, reply);
            let hand = next.hand(next.turn);
            !(self.entries.leaves(&next, hand, plies - 1) || self.is_futile(p, reply, plies))
        });
        open.next().map_or(Ok(()), |reply| Err(Some(reply)))
    }

    /// Attacker to move at `p`: is this check, after which nothing is left in his hand, no mate?
    pub fn is_no_mate(&self, p: &Position, check: Move) -> bool {
        let next = after(p, check);
        let mut replies = rules::legal_moves(&next).into_iter();
        replies.any(|reply| self.shows_more(&next, reply, 0))
    }

    /// Attacker to move at `p`: is the length with nothing left at most `plies`, or is there none,
    /// because of this check? With 0 plies: is there none? The error is a reply for which the entries
    /// do not show it, or the check, where a mate in one is not excluded: for that, how it may leave
    /// nothing is for an entry `leaves` to say.
    ///
    /// The check has to be one of the shortest mates: either the length before it is known to be
    /// more than `least`, or it is `plies` at most, and then so is that with nothing left.
    pub fn spares(&self, p: &Position, check: Move, plies: u32) -> Result<(), Move> {
        let least = plies.max(self.entries.length_more_than(p, p.hand(p.turn)));
        if least == 0 {
            return Err(check);
        }
        let next = after(p, check);
        self.is_mated_within(&next, least + 1)?;
        let replies = rules::legal_moves(&next).into_iter();
        let mut open = replies.filter(|&reply| {
            let later = after(&next, reply);
            let hand = later.hand(later.turn);
            let spares = match plies.checked_sub(2) {
                Some(plies) => self.entries.spares(&later, hand, plies),
                None => self.entries.spares_always(&later, hand),
            };
            !(spares || self.is_futile(&next, reply, least + 1))
        });
        open.next().map_or(Ok(()), Err)
    }

    /// Attacker to move at `p`: can the defender have it that nothing is left in hand, after
    /// `plies` plies or more? With the last move that is what the attacker wants.
    pub fn spends(&self, p: &Position, plies: u32) -> bool {
        let leaves_nothing = |&check: &Move| {
            let next = after(p, check);
            next.hand(p.turn) == Hand::default() && self.is_mated_within(&next, 0).is_ok()
        };
        self.entries.spends(p, p.hand(p.turn), plies)
            || plies == 1 && rules::checks(p).iter().any(leaves_nothing)
    }

    /// Defender to move at `p`, after a check in a position of length `plies` + 1 at most: does this
    /// legal reply show that the check is none of the shortest mates, or that nothing is left, after
    /// `left` plies or more?
    pub fn shows_spent(&self, p: &Position, reply: Move, plies: u32, left: u32) -> bool {
        let is_spent = || self.spends(&after(p, reply), left);
        (self.is_beyond_after(p, reply, plies) || is_spent()) && self.counts(p, reply, plies)
    }

    /// Defender to move at `p`: does this legal reply show that the conventional length is
    /// more than `plies`?
    pub fn shows_more(&self, p: &Position, reply: Move, plies: u32) -> bool {
        self.is_beyond_after(p, reply, plies) && self.counts(p, reply, plies)
    }

    /// Is the length after this reply more than `plies` less one?
    fn is_beyond_after(&self, p: &Position, reply: Move, plies: u32) -> bool {
        let next = after(p, reply);
        let hand = next.hand(next.turn);
        self.entries.is_beyond(&next, hand, plies.saturating_sub(1))
    }

    /// Does this reply count, so far as a length of more than `plies` is concerned?
    fn counts(&self, p: &Position, reply: Move, plies: u32) -> bool {
        is_normal(p, reply) || self.is_not_futile(p, reply, plies)
    }

    /// Is the length after this reply less than `plies`?
    fn is_mate_after(&self, p: &Position, reply: Move, plies: u32) -> bool {
        let next = after(p, reply);
        plies > 0
            && self
                .entries
                .is_within(&next, next.hand(next.turn), plies - 1)
    }

    /// Is this reply a futile interposition? Its Q has a length of at most l, and l, which
    /// may be `plies` at most, is not greater than L0.
    fn is_futile(&self, p: &Position, reply: Move, plies: u32) -> bool {
        let attacker = p.turn.other();
        captures(p, reply).iter().any(|q| {
            let l = self.entries.mated(q, q.hand(attacker));
            l.is_some_and(|l| l <= plies && self.is_l0_at_least(p, l))
        })
    }

    /// Is L0 of `p` at least `l`, an even number? It is when the length after some normal
    /// reply is more than l - 3.
    fn is_l0_at_least(&self, p: &Position, l: u32) -> bool {
        l == 0
            || normal_replies(p).any(|reply| {
                let next = after(p, reply);
                let hand = next.hand(next.turn);
                self.entries.is_beyond(&next, hand, l.saturating_sub(3))
            })
    }

    /// Does this drop count, so far as a length of more than `plies` is concerned? Every Q
    /// has a length of more than b. If b is `plies` or more, then either L0 is more than
    /// `plies`, or it is not and the drop counts. If b is less, L0 has to be at most b.
    fn is_not_futile(&self, p: &Position, reply: Move, plies: u32) -> bool {
        let attacker = p.turn.other();
        let mut least = plies;
        for q in captures(p, reply) {
            match self.entries.lasts(&q, q.hand(attacker)) {
                Some(b) => least = least.min(b),
                None => return false,
            }
        }
        least == plies || normal_replies(p).all(|reply| self.is_mate_after(p, reply, least))
    }
}

/// A reply that counts whatever the hands are: it is no drop that the checker could capture.
pub(crate) fn is_normal(p: &Position, reply: Move) -> bool {
    captures(p, reply).is_empty()
}

/// Defender to move and in check at `p`: is the conventional length 0, so that every reply is futile? With
/// no normal reply L0 is 0, and a drop is futile when one of its positions Q is such a mate, too.
pub(crate) fn is_mate(p: &Position) -> bool {
    let mut futile = Vec::new();
    let mut replies = rules::legal_moves(p).into_iter();
    replies.all(|reply| {
        // Whatever is dropped on a square, its positions Q are the same.
        let is_known = matches!(reply, Move::Drop { to, .. } if futile.contains(&to));
        let is_futile = is_known || captures(p, reply).iter().any(is_mate);
        if is_futile && !is_known {
            futile.push(reply.to());
        }
        is_futile
    })
}

fn normal_replies(p: &Position) -> impl Iterator<Item = Move> {
    let replies = rules::legal_moves(p).into_iter();
    replies.filter(|&reply| is_normal(p, reply))
}

/// The positions Q of a drop: the checker X has moved to its square, promoting or not, and
/// every hand is as in `p`. There are none for a board move, for a drop that X cannot capture
/// with check, and where X is not the only checker, or stands next to the king.
fn captures(p: &Position, reply: Move) -> Vec<Position> {
    let Move::Drop { to, .. } = reply else {
        return Vec::new();
    };
    let Some((from, piece)) = far_checker(p) else {
        return Vec::new();
    };
    let moved = |promote: bool| {
        let mut q = p.clone();
        let kind = match promote {
            true => piece.kind.promoted()?,
            false => piece.kind,
        };
        let allowed = match promote {
            true => rules::may_promote(piece, from, to),
            false => !rules::is_stuck(piece, to),
        };
        q.put(from, None);
        q.put(to, Some(Piece { kind, ..piece }));
        let checks = rules::is_in_check(&q, p.turn) && !rules::is_in_check(&q, piece.color);
        (allowed && checks).then_some(q)
    };
    // A drop that is a legal reply stands between X and the king, so that X can go there.
    [false, true].into_iter().filter_map(moved).collect()
}

/// X: the only piece that gives check, if a square at least lies between it and the king.
fn far_checker(p: &Position) -> Option<(Square, Piece)> {
    let king = p.king(p.turn)?;
    let mut checkers = rules::attackers(p, king, p.turn.other());
    let from = checkers.next()?;
    if checkers.next().is_some() {
        return None;
    }
    let (files, ranks) = (king.file() - from.file(), king.rank() - from.rank());
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let is_far = files.abs().max(ranks.abs()) > 1;
    Some((from, p.at(from)?)).filter(|_| is_line && is_far)
}
