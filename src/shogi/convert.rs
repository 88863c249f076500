//! Back and forth between the attacker's view and `shogi_core`, the public
//! vocabulary of the crate. When the attacker is White the board is turned by
//! 180 degrees, here and nowhere else.
use super::hand::Hand;
use super::kind::{HAND_KINDS, Kind, Side};
use super::moves::Move;
use super::position::Position;
use super::square::Square;
use shogi_core::{Color, PartialPosition, Piece, PieceKind};

pub(super) fn kind_in(kind: PieceKind) -> Kind {
    match kind {
        PieceKind::Pawn => Kind::Pawn,
        PieceKind::Lance => Kind::Lance,
        PieceKind::Knight => Kind::Knight,
        PieceKind::Silver => Kind::Silver,
        PieceKind::Gold => Kind::Gold,
        PieceKind::Bishop => Kind::Bishop,
        PieceKind::Rook => Kind::Rook,
        PieceKind::King => Kind::King,
        PieceKind::ProPawn => Kind::ProPawn,
        PieceKind::ProLance => Kind::ProLance,
        PieceKind::ProKnight => Kind::ProKnight,
        PieceKind::ProSilver => Kind::ProSilver,
        PieceKind::ProBishop => Kind::Horse,
        PieceKind::ProRook => Kind::Dragon,
    }
}

pub(super) fn kind_out(kind: Kind) -> PieceKind {
    match kind {
        Kind::Pawn => PieceKind::Pawn,
        Kind::Lance => PieceKind::Lance,
        Kind::Knight => PieceKind::Knight,
        Kind::Silver => PieceKind::Silver,
        Kind::Gold => PieceKind::Gold,
        Kind::Bishop => PieceKind::Bishop,
        Kind::Rook => PieceKind::Rook,
        Kind::King => PieceKind::King,
        Kind::ProPawn => PieceKind::ProPawn,
        Kind::ProLance => PieceKind::ProLance,
        Kind::ProKnight => PieceKind::ProKnight,
        Kind::ProSilver => PieceKind::ProSilver,
        Kind::Horse => PieceKind::ProBishop,
        Kind::Dragon => PieceKind::ProRook,
    }
}

impl From<PieceKind> for Kind {
    fn from(kind: PieceKind) -> Kind {
        kind_in(kind)
    }
}

impl From<Kind> for PieceKind {
    fn from(kind: Kind) -> PieceKind {
        kind_out(kind)
    }
}

pub(super) fn square_in(square: shogi_core::Square, attacker: Color) -> Square {
    let square = Square(square.index() - 1);
    if attacker == Color::Black {
        square
    } else {
        square.rotated()
    }
}

pub(super) fn square_out(square: Square, attacker: Color) -> shogi_core::Square {
    let square = if attacker == Color::Black {
        square
    } else {
        square.rotated()
    };
    match shogi_core::Square::from_u8(square.0 + 1) {
        Some(square) => square,
        None => unreachable!("a square is below 81"),
    }
}

pub(super) fn side_in(color: Color, attacker: Color) -> Side {
    if color == attacker {
        Side::Attacker
    } else {
        Side::Defender
    }
}

pub(super) fn color_out(side: Side, attacker: Color) -> Color {
    match side {
        Side::Attacker => attacker,
        Side::Defender => attacker.flip(),
    }
}

impl Square {
    /// The square as the input names it, for an attacker of that colour.
    pub fn to_core(self, attacker: Color) -> shogi_core::Square {
        square_out(self, attacker)
    }
}

impl Hand {
    /// The hand in the public vocabulary.
    pub fn to_core(self) -> shogi_core::Hand {
        let mut out = shogi_core::Hand::new();
        for kind in HAND_KINDS {
            for _ in 0..self.count(kind) {
                out = out.added(kind_out(kind)).unwrap_or(out);
            }
        }
        out
    }

    /// The hand of the public vocabulary; of a kind no more than a set has.
    pub fn from_core(hand: shogi_core::Hand) -> Hand {
        HAND_KINDS.into_iter().fold(Hand::EMPTY, |out, kind| {
            let count = hand.count(kind_out(kind)).unwrap_or(0);
            out.with_count(kind, count.min(Kind::TOTALS[kind.index()]))
        })
    }
}

impl Position {
    /// The piece on a square in the public vocabulary.
    pub fn core_piece_on(&self, square: Square, attacker: Color) -> Option<Piece> {
        let (side, kind) = self.piece_on(square)?;
        Some(Piece::new(kind_out(kind), color_out(side, attacker)))
    }

    /// The position in the public vocabulary, for an attacker of that colour.
    pub fn to_partial(&self, attacker: Color) -> PartialPosition {
        let mut partial = PartialPosition::empty();
        for square in self.occupied() {
            let piece = self.core_piece_on(square, attacker);
            partial.piece_set(square_out(square, attacker), piece);
        }
        for side in [Side::Attacker, Side::Defender] {
            *partial.hand_of_a_player_mut(color_out(side, attacker)) = self.hand(side).to_core();
        }
        partial.side_to_move_set(color_out(self.side_to_move(), attacker));
        partial
    }

    /// A move of the side to move in the public vocabulary.
    pub fn to_core_move(&self, m: Move, attacker: Color) -> shogi_core::Move {
        let to = square_out(m.to(), attacker);
        if m.is_drop() {
            let piece = Piece::new(kind_out(m.kind()), color_out(self.side_to_move(), attacker));
            shogi_core::Move::Drop { piece, to }
        } else {
            shogi_core::Move::Normal {
                from: square_out(m.from(), attacker),
                to,
                promote: m.is_promotion(),
            }
        }
    }

    /// A move of the side to move from the public vocabulary, when it is at
    /// least pseudo-legal here. The colour of a dropped piece is ignored
    /// (`shogi_usi_parser` always says Black).
    pub fn from_core_move(&self, m: shogi_core::Move, attacker: Color) -> Option<Move> {
        let m = match m {
            shogi_core::Move::Normal { from, to, promote } => {
                let (from, to) = (square_in(from, attacker), square_in(to, attacker));
                let (_, kind) = self.piece_on(from)?;
                Move::board(
                    from,
                    to,
                    kind,
                    self.piece_on(to).map(|(_, kind)| kind),
                    promote,
                )
            }
            shogi_core::Move::Drop { piece, to } => {
                let kind = kind_in(piece.piece_kind());
                if !HAND_KINDS.contains(&kind) {
                    return None;
                }
                Move::drop(kind, square_in(to, attacker))
            }
        };
        self.is_pseudo_legal(m).then_some(m)
    }
}
