//! Where a slider that checks from afar could capture an interposed piece: the moves that the
//! rule about futile interpositions asks about (docs/conventional.md).

use super::{Bitboard, Kind, Position, Side, Square, between};

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
}
