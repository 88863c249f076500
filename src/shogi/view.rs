//! What a position looks like around the defender's king, as a number.
//!
//! Two positions with the same view have the same pieces within two steps of the king, in
//! the attacker's hand of each kind none, one or more alike, and, with the defender to move,
//! the same piece that has just moved to the same square to give check; what stands far away
//! may differ. The view is made of the Zobrist numbers of the board key (`key`), so the view
//! after a move costs a few of them.
use super::bitboard::Bitboard;
use super::hand::Hand;
use super::key::number;
use super::kind::{Kind, Side};
use super::moves::Move;
use super::position::Position;
use super::square::Square;

/// The squares at most two steps from the king, without his own.
pub fn zone(king: Square) -> Bitboard {
    ZONES[king.index()]
}

static ZONES: [Bitboard; Square::NUM] = zones();

const fn zones() -> [Bitboard; Square::NUM] {
    let mut found = [Bitboard::EMPTY; Square::NUM];
    let mut king = 0;
    while king < Square::NUM {
        let (mut bits, mut other) = (0u128, 0);
        while other < Square::NUM {
            let steps = Square::new(king as u8).steps_to(Square::new(other as u8));
            if steps <= 2 && other != king {
                bits |= 1 << other;
            }
            other += 1;
        }
        found[king] = Bitboard::from_bits(bits);
        king += 1;
    }
    found
}

fn of_hand(hand: Hand) -> u64 {
    u64::from(hand.none_one_more()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The piece that has just moved and gives check, wherever it stands. Its number is rotated,
/// so that it does not cancel the number of the same piece in the zone.
fn checker(mv: Move) -> u64 {
    number(Side::Attacker, mv.kind_after(), mv.to()).rotate_left(7)
}

impl Position {
    /// The pieces around the square `king`, and the defender's king on it.
    fn around(&self, king: Square) -> u64 {
        let zone = Bitboard(zone(king).bits() & self.occ());
        zone.fold(
            number(Side::Defender, Kind::King, king),
            |key, square| match self.piece_on(square) {
                Some((side, kind)) => key ^ number(side, kind, square),
                None => key,
            },
        )
    }

    /// The part of the view that the board gives; `view` and `view_after` add the hand and the
    /// checking piece, so one value serves all moves of a node.
    pub fn view_of_board(&self) -> u64 {
        self.around(self.target())
    }

    /// The view of the position that `last` led to; `board` is `view_of_board`.
    pub fn view(&self, board: u64, last: Move) -> u64 {
        let view = board ^ of_hand(self.attacker_hand());
        match self.side_to_move() {
            Side::Attacker => view,
            Side::Defender => view ^ checker(last),
        }
    }

    /// The view after `mv`; `board` is `view_of_board` before it.
    pub fn view_after(&self, board: u64, mv: Move) -> u64 {
        let (mover, king) = (self.side_to_move(), self.target());
        let hand = of_hand(self.attacker_hand_after(mv));
        if !mv.is_drop() && mv.from() == king {
            // The board still has the king on the square that he leaves: `left` takes him out.
            // His new square is no part of its zone, so a capture there changes nothing.
            let left = number(Side::Defender, Kind::King, king);
            return self.around(mv.to()) ^ left ^ hand;
        }
        let (zone, mut view) = (zone(king), board);
        if zone.contains(mv.to()) {
            view ^= number(mover, mv.kind_after(), mv.to());
            if let Some(captured) = mv.captured() {
                view ^= number(mover.opposite(), captured, mv.to());
            }
        }
        if !mv.is_drop() && zone.contains(mv.from()) {
            view ^= number(mover, mv.kind(), mv.from());
        }
        match mover {
            Side::Attacker => view ^ hand ^ checker(mv),
            Side::Defender => view ^ hand,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::search::testing::numbers;

    #[test]
    fn zones_end_at_the_edge() {
        assert_eq!(zone(Square::at(5, 5)).count(), 24);
        assert_eq!(zone(Square::at(1, 1)).count(), 8);
        assert_eq!(zone(Square::at(9, 8)).count(), 11);
        assert!(!zone(Square::at(3, 3)).contains(Square::at(3, 3)));
    }

    fn position(sfen: &str) -> Position {
        let problem = sfen::parse(sfen).unwrap();
        Position::new(&problem.position, shogi_core::Color::Black).unwrap()
    }

    fn view(pos: &Position) -> u64 {
        pos.view(pos.view_of_board(), Move::NONE)
    }

    /// On random play: checks from near and far, drops, captures, steps of the king.
    #[test]
    fn a_view_ahead_is_the_view_there() {
        let (mut any, mut moves, mut seen) = (numbers(), Vec::new(), 0);
        for sfen in [
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
            "9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p 1",
            "6l1l/3+l3BS/1p7/4p2g1/6k1n/9/9/1+R7/9 b BGSNr2g2s2nl16p 1",
            "k8/9/9/4+R4/9/9/9/4+B4/9 b RB4G4S4N4L18P 1",
        ] {
            for _ in 0..60 {
                let mut pos = position(sfen);
                for _ in 0..40 {
                    moves.clear();
                    match pos.side_to_move() {
                        Side::Attacker => pos.generate_checks(&mut moves),
                        Side::Defender => pos.generate_evasions(&mut moves),
                    }
                    let board = pos.view_of_board();
                    for &mv in &moves {
                        let ahead = pos.view_after(board, mv);
                        pos.make(mv);
                        assert_eq!(ahead, pos.view(pos.view_of_board(), mv), "{mv:?}");
                        pos.unmake(mv);
                        seen += 1;
                    }
                    let Some(count) = u32::try_from(moves.len()).ok().filter(|&n| n > 0) else {
                        break;
                    };
                    pos.make(moves[any.below(count) as usize]);
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }

    #[test]
    fn what_is_far_away_is_not_seen() {
        let here = view(&position("4k4/9/4P4/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1"));
        let far = view(&position("4k4/9/4P4/9/9/9/9/9/g8 b Gr2b2g4s4n4l17p 1"));
        assert_eq!(here, far, "a gold on the other side of the board");
        for other in [
            "4k4/9/5P3/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1",
            "5k3/9/4P4/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1",
            "4k4/9/4P4/9/9/9/9/9/9 b Sr2b4g3s4n4l17p 1",
            "4k4/9/4p4/9/9/9/9/9/9 b Gr2b3g4s4n4l17p 1",
        ] {
            assert_ne!(here, view(&position(other)), "{other}");
        }
    }
}
