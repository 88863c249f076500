//! The board of the search: make and unmake on one value, with no undo stack (a move
//! carries its capture) and no tables of attacks (authors of other solvers report that they
//! are slower than computing attacks when they are needed). A mailbox answers "what stands
//! here", bitboards per side and per kind answer everything else.
use super::bitboard::Bitboard;
use super::hand::Hand;
use super::key;
use super::kind::{Kind, Side};
use super::moves::Move;
use super::place::Place;
use super::square::Square;

/// An empty square in the mailbox: kind 15, as in a move that captures nothing.
pub(super) const VACANT: u8 = 15;
/// The owner's bit in the mailbox.
const OWNER: u8 = 4;

/// A position, seen from the attacker (who moves toward rank 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) sides: [u128; 2],
    /// By kind; index 14 holds gold and all that moves like it.
    pub(super) kinds: [u128; 15],
    pub(super) board: [u8; 81],
    pub(super) kings: [Option<Square>; 2],
    pub(super) hands: [Hand; 2],
    pub(super) turn: Side,
    pub(super) key: u64,
}

const GOLDS: usize = 14;

impl Position {
    /// No pieces, the attacker to move.
    pub(super) fn empty() -> Position {
        Position {
            sides: [0; 2],
            kinds: [0; 15],
            board: [VACANT; 81],
            kings: [None; 2],
            hands: [Hand::EMPTY; 2],
            turn: Side::Attacker,
            key: key::EMPTY_BOARD,
        }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.turn
    }

    /// Pieces on the board and side to move, hands excluded; never 0 (bit 31 is always set).
    #[inline(always)]
    pub fn board_key(&self) -> u64 {
        self.key
    }

    /// A side's pieces in hand.
    #[inline(always)]
    pub fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// The attacker's pieces in hand.
    #[inline(always)]
    pub fn attacker_hand(&self) -> Hand {
        self.hands[0]
    }

    /// The defender's pieces in hand.
    #[inline(always)]
    pub fn defender_hand(&self) -> Hand {
        self.hands[1]
    }

    /// The board with the attacker's hand.
    #[inline(always)]
    pub fn place(&self) -> Place {
        Place {
            key: self.key,
            hand: self.attacker_hand(),
        }
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<(Side, Kind)> {
        let code = self.board[square.index()];
        if code == VACANT {
            return None;
        }
        let side = if code >> OWNER == 0 {
            Side::Attacker
        } else {
            Side::Defender
        };
        Some((side, Kind::from_u8(code & 15)))
    }

    /// Where a side's king stands. The defender always has one, the attacker may have none.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.kings[side.index()]
    }

    /// The defender's king.
    #[inline(always)]
    pub fn target(&self) -> Square {
        match self.kings[1] {
            Some(square) => square,
            None => unreachable!("set-up demands a defender's king and no legal move takes it"),
        }
    }

    /// All squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        Bitboard(self.occ())
    }

    #[inline(always)]
    pub(super) fn occ(&self) -> u128 {
        self.sides[0] | self.sides[1]
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> Bitboard {
        Bitboard(self.sides[side.index()])
    }

    /// The squares of one side's pieces of one kind.
    #[inline(always)]
    pub fn pieces_of(&self, side: Side, kind: Kind) -> Bitboard {
        Bitboard(self.of(side, kind))
    }

    #[inline(always)]
    pub(super) fn of(&self, side: Side, kind: Kind) -> u128 {
        self.sides[side.index()] & self.kinds[kind.index()]
    }

    /// Gold and all that moves like it, of both sides.
    #[inline(always)]
    pub(super) fn golds(&self) -> u128 {
        self.kinds[GOLDS]
    }

    /// The number of the kind on a square, 15 when vacant: what a move stores as captured.
    #[inline(always)]
    pub(super) fn kind_code(&self, square: Square) -> u8 {
        self.board[square.index()] & 15
    }

    #[inline(always)]
    pub(super) fn put(&mut self, side: Side, kind: Kind, square: Square) {
        debug_assert!(self.board[square.index()] == VACANT);
        self.toggle(side, kind, square);
        self.board[square.index()] = kind as u8 | (side as u8) << OWNER;
    }

    #[inline(always)]
    fn take(&mut self, side: Side, kind: Kind, square: Square) {
        debug_assert!(self.board[square.index()] == kind as u8 | (side as u8) << OWNER);
        self.toggle(side, kind, square);
        self.board[square.index()] = VACANT;
    }

    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let bit = square.bit();
        self.sides[side.index()] ^= bit;
        self.kinds[kind.index()] ^= bit;
        if kind.is_goldlike() {
            self.kinds[GOLDS] ^= bit;
        }
        self.key ^= key::number(side, kind, square);
    }

    /// Plays a move of the side to move. It must be at least pseudo-legal here.
    pub fn make(&mut self, m: Move) {
        let mover = self.turn;
        let to = m.to();
        if m.is_drop() {
            self.hands[mover.index()] = self.hands[mover.index()].removed(m.kind());
            self.put(mover, m.kind(), to);
        } else {
            let kind = m.kind();
            if let Some(captured) = m.captured() {
                debug_assert!(captured != Kind::King);
                self.take(mover.opposite(), captured, to);
                self.hands[mover.index()] = self.hands[mover.index()].added(captured.unpromoted());
            }
            self.take(mover, kind, m.from());
            self.put(mover, m.kind_after(), to);
            if kind == Kind::King {
                self.kings[mover.index()] = Some(to);
            }
        }
        self.turn = mover.opposite();
        self.key ^= key::DEFENDER_TO_MOVE;
    }

    /// Takes back the move that was made last.
    pub fn unmake(&mut self, m: Move) {
        let mover = self.turn.opposite();
        let to = m.to();
        if m.is_drop() {
            self.take(mover, m.kind(), to);
            self.hands[mover.index()] = self.hands[mover.index()].added(m.kind());
        } else {
            let kind = m.kind();
            self.take(mover, m.kind_after(), to);
            self.put(mover, kind, m.from());
            if let Some(captured) = m.captured() {
                self.put(mover.opposite(), captured, to);
                self.hands[mover.index()] =
                    self.hands[mover.index()].removed(captured.unpromoted());
            }
            if kind == Kind::King {
                self.kings[mover.index()] = Some(m.from());
            }
        }
        self.turn = mover;
        self.key ^= key::DEFENDER_TO_MOVE;
    }

    /// The board key after a move of the side to move.
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        self.key ^ key::delta(m, self.turn)
    }

    /// The attacker's hand after a move of the side to move.
    #[inline]
    pub fn attacker_hand_after(&self, m: Move) -> Hand {
        key::hand_after(self.hands[0], m, self.turn)
    }

    /// The board with the attacker's hand after a move of the side to move.
    #[inline]
    pub fn place_after(&self, m: Move) -> Place {
        Place {
            key: self.key_after(m),
            hand: self.attacker_hand_after(m),
        }
    }

    /// Moves an attacker's piece to a vacant square; hands and side to move stay. The test for
    /// futile interpositions asks about such positions (docs/conventional.md).
    pub fn special_slide(&mut self, from: Square, to: Square, promote: bool) {
        let kind = self.slider(from);
        self.take(Side::Attacker, kind, from);
        self.put(
            Side::Attacker,
            if promote { kind.promoted() } else { kind },
            to,
        );
    }

    /// Undoes `special_slide` with the same arguments.
    pub fn special_unslide(&mut self, from: Square, to: Square, promote: bool) {
        let kind = self.slider(to);
        self.take(Side::Attacker, kind, to);
        self.put(
            Side::Attacker,
            if promote { kind.unpromoted() } else { kind },
            from,
        );
    }

    /// The board key after `special_slide`.
    pub fn key_after_slide(&self, from: Square, to: Square, promote: bool) -> u64 {
        let kind = self.slider(from);
        let after = if promote { kind.promoted() } else { kind };
        self.key ^ key::number(Side::Attacker, kind, from) ^ key::number(Side::Attacker, after, to)
    }

    fn slider(&self, square: Square) -> Kind {
        debug_assert!(self.sides[0] >> square.0 & 1 != 0 && self.kings[0] != Some(square));
        Kind::from_u8(self.kind_code(square))
    }
}
