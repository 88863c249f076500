//! From a `PartialPosition` to the search's board, with every reason why one
//! cannot be searched named and placed, in the squares of the input.
use super::attacks;
use super::convert::{color_out, kind_out, side_in, square_in, square_out};
use super::hand::Hand;
use super::kind::{HAND_KINDS, Kind, Side};
use super::position::Position;
use crate::base::names;
use shogi_core::{Color, PartialPosition, PieceKind};

/// Why a position cannot be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The side to be mated has no king.
    #[error("the defender ({}) has no king", names::color(*.color))]
    NoDefenderKing { color: Color },
    /// A side has more than one king; the second one's square is given.
    #[error("{} has two kings, the second on {}", names::color(*.color), names::square(*.square))]
    TwoKings {
        color: Color,
        square: shogi_core::Square,
    },
    /// A second unpromoted pawn of one side on a file (二歩).
    #[error("{} has two pawns on file {}, the second on {}", names::color(*.color), .square.file(), names::square(*.square))]
    TwoPawns {
        color: Color,
        square: shogi_core::Square,
    },
    /// A piece that can never move (行き所のない駒).
    #[error("the {} on {} has no further move", names::english(*.kind), names::square(*.square))]
    DeadPiece {
        kind: PieceKind,
        square: shogi_core::Square,
    },
    /// More pieces than a set has; `square` is the last of them on the board, if any is there.
    #[error("{count} pieces of the kind {} ({limit} exist){}", names::english(*.kind), also_on(*.square))]
    TooMany {
        kind: PieceKind,
        count: u8,
        limit: u8,
        square: Option<shogi_core::Square>,
    },
    /// The attacker is to move and could take the king.
    #[error("the defender's king on {} can be captured by the piece on {}", names::square(*.king), names::square(*.by))]
    DefenderKingCapturable {
        king: shogi_core::Square,
        by: shogi_core::Square,
    },
    /// The defender is to move but is not in check.
    #[error("the defender is to move, but his king on {} is not in check", names::square(*.king))]
    DefenderNotInCheck { king: shogi_core::Square },
    /// The defender is to move and could take the attacker's king.
    #[error("the attacker's king on {} can be captured by the piece on {}", names::square(*.king), names::square(*.by))]
    AttackerKingCapturable {
        king: shogi_core::Square,
        by: shogi_core::Square,
    },
}

fn also_on(square: Option<shogi_core::Square>) -> String {
    square.map_or(String::new(), |square| {
        format!(", one of them on {}", names::square(square))
    })
}

impl Position {
    /// The search's board for an attacker of that colour; either side may be to
    /// move. Pieces missing from a full set simply do not exist.
    ///
    /// # Errors
    /// When no search can start from it.
    pub fn new(partial: &PartialPosition, attacker: Color) -> Result<Position, SetupError> {
        let mut position = Position::empty();
        for square in shogi_core::Square::all() {
            if let Some(piece) = partial.piece_at(square) {
                position.place(square, piece, attacker)?;
            }
        }
        for side in [Side::Attacker, Side::Defender] {
            let held = partial.hand_of_a_player(color_out(side, attacker));
            for kind in HAND_KINDS {
                let count = held.count(kind_out(kind)).unwrap_or(0);
                let limit = Kind::TOTALS[kind.index()];
                if count > limit {
                    return Err(SetupError::TooMany {
                        kind: kind_out(kind),
                        count,
                        limit,
                        square: None,
                    });
                }
                position.hands[side.index()] = position.hands[side.index()].with_count(kind, count);
            }
        }
        position.check_counts(attacker)?;
        if side_in(partial.side_to_move(), attacker) == Side::Defender {
            position.turn = Side::Defender;
            position.key ^= super::key::DEFENDER_TO_MOVE;
        }
        position.check_kings(attacker)?;
        Ok(position)
    }

    fn place(
        &mut self,
        at: shogi_core::Square,
        piece: shogi_core::Piece,
        attacker: Color,
    ) -> Result<(), SetupError> {
        let (side, kind) = (
            side_in(piece.color(), attacker),
            Kind::from(piece.piece_kind()),
        );
        let square = square_in(at, attacker);
        if kind == Kind::King {
            if self.kings[side.index()].is_some() {
                return Err(SetupError::TwoKings {
                    color: piece.color(),
                    square: at,
                });
            }
            self.kings[side.index()] = Some(square);
        }
        if attacks::dead_squares(side, kind) >> square.0 & 1 != 0 {
            return Err(SetupError::DeadPiece {
                kind: piece.piece_kind(),
                square: at,
            });
        }
        if kind == Kind::Pawn && self.pawn_free_files(side) >> square.0 & 1 == 0 {
            return Err(SetupError::TwoPawns {
                color: piece.color(),
                square: at,
            });
        }
        self.put(side, kind, square);
        Ok(())
    }

    fn check_counts(&self, attacker: Color) -> Result<(), SetupError> {
        for kind in HAND_KINDS {
            let mut on_board = self.kinds[kind.index()];
            if kind.can_promote() {
                on_board |= self.kinds[kind.promoted().index()];
            }
            let held: u8 = self.hands.iter().map(|hand: &Hand| hand.count(kind)).sum();
            let count = on_board.count_ones() as u8 + held;
            let limit = Kind::TOTALS[kind.index()];
            if count > limit {
                let square = super::Bitboard(on_board)
                    .last()
                    .map(|square| square_out(square, attacker));
                return Err(SetupError::TooMany {
                    kind: kind_out(kind),
                    count,
                    limit,
                    square,
                });
            }
        }
        Ok(())
    }

    fn check_kings(&self, attacker: Color) -> Result<(), SetupError> {
        let out = |square| square_out(square, attacker);
        let Some(target) = self.kings[1] else {
            return Err(SetupError::NoDefenderKing {
                color: attacker.flip(),
            });
        };
        let checker = self
            .attackers_to(target, Side::Attacker, self.occupied())
            .first();
        match (self.turn, checker) {
            (Side::Attacker, Some(by)) => {
                return Err(SetupError::DefenderKingCapturable {
                    king: out(target),
                    by: out(by),
                });
            }
            (Side::Defender, None) => {
                return Err(SetupError::DefenderNotInCheck { king: out(target) });
            }
            _ => {}
        }
        if let (Side::Defender, Some(king)) = (self.turn, self.kings[0])
            && let Some(by) = self
                .attackers_to(king, Side::Defender, self.occupied())
                .first()
        {
            return Err(SetupError::AttackerKingCapturable {
                king: out(king),
                by: out(by),
            });
        }
        Ok(())
    }
}
