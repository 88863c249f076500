//! Where a slider that checks from afar could capture an interposed piece: the moves that the
//! rule about futile interpositions asks about (docs/conventional.md); and whether every reply to
//! a check is one of them.

use super::{Bitboard, Kind, Move, Position, Side, Square, between};

impl Position {
    /// The attacker's piece that gives check if it is the only one and does it from afar, and
    /// the squares between it and the king.
    pub fn far_check(&self) -> Option<(Square, Bitboard)> {
        let checkers = self.checkers();
        if checkers.more_than_one() {
            return None;
        }
        let checker = checkers.first()?;
        let line = between(checker, self.target());
        (!line.is_empty()).then_some((checker, line))
    }

    /// May the slider on `from`, which checks from afar, go to `to`, a square between it and the
    /// king, promoting or not, so that it still gives check and the attacker's own king is safe?
    pub fn can_capture(&mut self, from: Square, to: Square, promote: bool) -> bool {
        let Some((_, kind)) = self.piece_on(from) else {
            return false;
        };
        let promotes = matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook)
            && (from.rank() <= 3 || to.rank() <= 3);
        if promote && !promotes {
            return false;
        }
        self.special_slide(from, to, promote);
        let checks = self.in_check(Side::Defender);
        let safe = self.king(Side::Attacker).is_none() || !self.in_check(Side::Attacker);
        self.special_unslide(from, to, promote);
        checks && safe
    }

    /// A reply of the defender, who is to move and in check, that is no futile interposition; none
    /// where the conventional length is 0.
    ///
    /// Where every other reply is futile, L0 is 0, so that the drops on a square are futile when one
    /// of its positions Q has no such reply either. In Q the slider stands nearer to the king, which
    /// ends the recursion after seven steps at most.
    pub fn reply_that_counts(&mut self) -> Option<Move> {
        let mut replies = Vec::new();
        self.generate_evasions(&mut replies);
        let Some((slider, _)) = self.far_check() else {
            return replies.first().copied();
        };
        // Whatever is dropped on a square, its positions Q are the same.
        replies.dedup_by_key(|reply| (reply.is_drop(), reply.to()));
        let counts = |reply: &Move| !reply.is_drop() || !self.mates_on(slider, reply.to());
        replies.into_iter().find(counts)
    }

    /// Can the slider on `from` go to `to`, promoting or not, so that no reply counts there?
    fn mates_on(&mut self, from: Square, to: Square) -> bool {
        [false, true].into_iter().any(|promote| {
            if !self.can_capture(from, to, promote) {
                return false;
            }
            self.special_slide(from, to, promote);
            let mates = self.reply_that_counts().is_none();
            self.special_unslide(from, to, promote);
            mates
        })
    }
}
