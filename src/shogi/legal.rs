//! The slow reference: a move is tried on a copy of the board and judged by the position
//! after it. It is for the edges of the program and for tests, not for the search.
use super::attacks;
use super::bitboard::Bitboard;
use super::kind::{HAND_KINDS, Kind, Side};
use super::moves::Move;
use super::position::Position;

impl Position {
    /// True when the side to move could play this if it might leave its own king in check and
    /// mate by the drop of a pawn. The move must fit the position (kind and capture), and it must
    /// not capture a king.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        if m.to().index() >= 81 || m.is_none() {
            return false;
        }
        let mover = self.turn;
        let (to, kind) = (m.to(), m.kind());
        let dead = |kind| attacks::dead_squares(mover, kind) >> to.0 & 1 != 0;
        if m.is_drop() {
            return HAND_KINDS.contains(&kind)
                && m == Move::drop(kind, to)
                && self.hand(mover).has(kind)
                && self.can_drop(mover, kind, to);
        }
        let from = m.from();
        if from.index() >= 81 || self.piece_on(from) != Some((mover, kind)) {
            return false;
        }
        let captured = self.piece_on(to);
        if captured.is_some_and(|(side, kind)| side == mover || kind == Kind::King)
            || captured.map(|(_, kind)| kind) != m.captured()
            || attacks::attacks(mover, kind, from, self.occ()) >> to.0 & 1 == 0
        {
            return false;
        }
        if m.is_promotion() {
            kind.can_promote() && attacks::ZONE[mover.index()] & (from.bit() | to.bit()) != 0
        } else {
            !dead(kind)
        }
    }

    /// Is this a legal move of the side to move, by the rules of shogi? (The
    /// duty of the attacker to give check is not part of it: see `gives_check`.)
    pub fn is_legal(&self, m: Move) -> bool {
        if !self.is_pseudo_legal(m) {
            return false;
        }
        let mut after = self.clone();
        after.make(m);
        if after.in_check(self.turn) {
            return false;
        }
        let pawn_mate = m.is_drop()
            && m.kind() == Kind::Pawn
            && after.in_check(after.turn)
            && after.legal_moves().is_empty();
        !pawn_mate
    }

    /// Does this pseudo-legal move leave the other side's king in check?
    pub fn gives_check(&self, m: Move) -> bool {
        let mut after = self.clone();
        after.make(m);
        after.in_check(after.turn)
    }

    /// All legal moves of the side to move, checks or not.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let side = self.turn;
        let mut offer = |m: Move| {
            if self.is_legal(m) {
                moves.push(m);
            }
        };
        for from in self.pieces(side) {
            let Some((_, kind)) = self.piece_on(from) else {
                continue;
            };
            for to in Bitboard(attacks::attacks(side, kind, from, self.occ())) {
                let captured = self.piece_on(to).map(|(_, kind)| kind);
                if captured != Some(Kind::King) {
                    offer(Move::board(from, to, kind, captured, true));
                    offer(Move::board(from, to, kind, captured, false));
                }
            }
        }
        for kind in HAND_KINDS {
            if self.hand(side).has(kind) {
                for to in Bitboard(self.drop_squares(side, kind)) {
                    offer(Move::drop(kind, to));
                }
            }
        }
        moves
    }

    /// Recomputes the key from the board; for tests and assertions.
    #[doc(hidden)]
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = super::key::EMPTY_BOARD;
        for side in [Side::Attacker, Side::Defender] {
            for square in self.pieces(side) {
                if let Some((_, kind)) = self.piece_on(square) {
                    key ^= super::key::number(side, kind, square);
                }
            }
        }
        if self.turn == Side::Defender {
            key ^ super::key::DEFENDER_TO_MOVE
        } else {
            key
        }
    }
}
