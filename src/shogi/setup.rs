//! From a `PartialPosition` to the search's board, with every reason why one cannot be
//! searched named and placed, in the squares of the input.
//!
//! Whether a position makes sense is decided here and nowhere else: the readers of problem
//! files put the place in their text and a hint to what [`SetupError`] says.
use super::convert::{color_out, kind_out, side_in, square_in};
use super::kind::{HAND_KINDS, Kind, Side};
use super::position::Position;
use super::rules;
use crate::base::message::{Counted, Message, message};
use crate::base::names;
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};
use std::fmt;

/// Why a position cannot be searched. Squares are those of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupError {
    /// There is no king on the board.
    NoKing,
    /// The side to be mated has no king.
    NoDefenderKing { color: Color },
    /// A side has more than one king.
    TwoKings {
        color: Color,
        first: Square,
        second: Square,
    },
    /// A second unpromoted pawn of one side on a file (二歩).
    TwoPawns {
        color: Color,
        first: Square,
        second: Square,
    },
    /// A piece that can never move (行き所のない駒).
    DeadPiece {
        color: Color,
        kind: PieceKind,
        square: Square,
    },
    /// More pieces of a kind than a set has, promoted ones counted in.
    TooMany {
        kind: PieceKind,
        count: u32,
        limit: u32,
        /// Where the first piece beyond the limit is.
        at: Holder,
    },
    /// The side that is not to move is in check: its king could be taken.
    KingCapturable {
        /// The side whose king it is.
        owner: Color,
        /// True when that is the attacker's king.
        of_attacker: bool,
        king: Square,
        by: Square,
        kind: PieceKind,
    },
    /// The defender is to move but is not in check.
    DefenderNotInCheck { color: Color, king: Square },
}

/// Where a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// On the board.
    Square(Square),
    /// In a side's hand.
    Hand(Color),
}

impl SetupError {
    /// What is wrong, in both languages.
    pub fn message(&self) -> Message {
        match *self {
            SetupError::NoKing => message!(
                "no king on the board: the defender (玉方) needs one",
                "盤上に玉がない：玉方の玉が要る"
            ),
            SetupError::NoDefenderKing { color } => message!(
                "{color} is to be mated and has no king",
                "詰まされる側（{color}）に玉がない",
                color
            ),
            SetupError::TwoKings {
                color,
                first,
                second,
            } => message!(
                "two {color} kings, on {first} and {second}",
                "{color}の玉が{first}と{second}に二つある",
                color,
                first,
                second
            ),
            SetupError::TwoPawns {
                color,
                first,
                second,
            } => message!(
                "two {color} pawns on file {file}, on {first} and {second} (二歩)",
                "二歩：{color}の歩が{file}筋の{first}と{second}にある",
                color,
                file = second.file(),
                first,
                second
            ),
            SetupError::DeadPiece {
                color,
                kind,
                square,
            } => message!(
                "the {color} {kind} on {square} could never move (行き所のない駒)",
                "{square}の{color}の{kind}は行き所のない駒",
                color,
                kind,
                square
            ),
            SetupError::TooMany {
                kind, count, limit, ..
            } => message!(
                "{pieces} on the board and in the hands; a set has {limit}",
                "盤上と持駒に{pieces}ある。一組には{limit}枚しかない",
                pieces = Counted(count, kind),
                limit
            ),
            SetupError::KingCapturable {
                owner,
                of_attacker,
                king,
                by,
                kind,
            } => message!(
                "{mover} is to move and could capture the {role}'s king on {king} with the {kind} on {by}",
                "{mover}の手番なのに、{by}の{kind}で{role}の玉（{king}）を取れる",
                mover = owner.flip(),
                role = match of_attacker {
                    true => message!("attacker", "攻方"),
                    false => message!("defender", "玉方"),
                },
                king,
                kind,
                by
            ),
            SetupError::DefenderNotInCheck { color, king } => message!(
                "the defender ({color}) is to move and the king on {king} is not in check",
                "玉方（{color}）の手番なのに、{king}の玉に王手がかかっていない",
                color,
                king
            ),
        }
    }
}

/// In English, as [`SetupError::message`] has it.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for SetupError {}

/// Squares in the order of SFEN and of diagrams: 9a, 8a … 1a, 9b …
fn reading_order() -> impl Iterator<Item = Square> {
    (1..=9).flat_map(|rank| {
        (1..=9)
            .rev()
            .filter_map(move |file| Square::new(file, rank))
    })
}

/// Everything that keeps a search from starting, in reading order: first of the kings, then of
/// the numbers, then of the squares, then of whose turn it is. None when one can start.
pub fn faults(position: &PartialPosition, attacker: Color) -> Vec<SetupError> {
    let mut out = Vec::new();
    piece_faults(position, &mut out);
    start_faults(position, attacker, &mut out);
    out
}

/// Checks that the pieces are some of a set and that each may stand where it stands. Whose
/// turn it is and whether there is a king do not matter.
///
/// # Errors
/// The first fault in reading order: of the kings, then of the numbers, then of the squares.
pub fn check_pieces(position: &PartialPosition) -> Result<(), SetupError> {
    let mut out = Vec::new();
    piece_faults(position, &mut out);
    out.into_iter().next().map_or(Ok(()), Err)
}

fn piece_faults(position: &PartialPosition, out: &mut Vec<SetupError>) {
    king_faults(position, out);
    count_faults(position, out);
    square_faults(position, out);
}

/// At most one king a side.
fn king_faults(position: &PartialPosition, out: &mut Vec<SetupError>) {
    for color in Color::all() {
        let king = Piece::new(PieceKind::King, color);
        let mut seen = reading_order().filter(|&sq| position.piece_at(sq) == Some(king));
        if let (Some(first), Some(second)) = (seen.next(), seen.next()) {
            out.push(SetupError::TwoKings {
                color,
                first,
                second,
            });
        }
    }
}

/// No kind has more pieces than a set holds, on the board and in both hands.
fn count_faults(position: &PartialPosition, out: &mut Vec<SetupError>) {
    for kind in names::HAND_KINDS {
        let limit = names::set_size(kind);
        let mut count = 0;
        let mut at = None;
        let mut add = |n: u32, holder| {
            count += n;
            if count > limit && at.is_none() {
                at = Some(holder);
            }
        };
        for square in reading_order() {
            let there = position.piece_at(square);
            if there.is_some_and(|piece| names::base(piece.piece_kind()) == kind) {
                add(1, Holder::Square(square));
            }
        }
        for color in Color::all() {
            let held = position.hand_of_a_player(color).count(kind).unwrap_or(0);
            add(u32::from(held), Holder::Hand(color));
        }
        if let Some(at) = at {
            out.push(SetupError::TooMany {
                kind,
                count,
                limit,
                at,
            });
        }
    }
}

/// No piece without a further move, no two unpromoted pawns of a side on a file.
fn square_faults(position: &PartialPosition, out: &mut Vec<SetupError>) {
    let mut pawns: [[Option<Square>; 10]; 2] = [[None; 10]; 2];
    for square in reading_order() {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let (kind, color) = (piece.piece_kind(), piece.color());
        let far = square.relative_rank(color);
        let dead = match kind {
            PieceKind::Pawn | PieceKind::Lance => far == 1,
            PieceKind::Knight => far <= 2,
            _ => false,
        };
        if dead {
            out.push(SetupError::DeadPiece {
                color,
                kind,
                square,
            });
        }
        if kind == PieceKind::Pawn {
            let pawn = &mut pawns[color.array_index()][usize::from(square.file())];
            if let Some(first) = pawn.replace(square) {
                out.push(SetupError::TwoPawns {
                    color,
                    first,
                    second: square,
                });
            }
        }
    }
}

/// That a search can start: there is a king to be mated, the side that is not to move is not in
/// check, and a defender who is to move is in check.
fn start_faults(position: &PartialPosition, attacker: Color, out: &mut Vec<SetupError>) {
    let defender = attacker.flip();
    let Some(king) = rules::king(position, defender) else {
        out.push(match rules::king(position, attacker) {
            None => SetupError::NoKing,
            Some(_) => SetupError::NoDefenderKing { color: defender },
        });
        return;
    };
    let mover = position.side_to_move();
    let waiting = mover.flip();
    if let (Some(king), Some((by, kind))) = (
        rules::king(position, waiting),
        rules::checker(position, waiting),
    ) {
        out.push(SetupError::KingCapturable {
            owner: waiting,
            of_attacker: waiting == attacker,
            king,
            by,
            kind,
        });
    }
    if mover == defender && !rules::in_check(position, defender) {
        out.push(SetupError::DefenderNotInCheck {
            color: defender,
            king,
        });
    }
}

impl Position {
    /// The search's board for an attacker of that colour; either side may be to
    /// move. Pieces missing from a full set simply do not exist.
    ///
    /// # Errors
    /// When no search can start from it.
    pub fn new(partial: &PartialPosition, attacker: Color) -> Result<Position, SetupError> {
        match faults(partial, attacker).first() {
            None => Ok(Position::placed(partial, attacker)),
            Some(&fault) => Err(fault),
        }
    }

    /// The board as it stands, whether or not it makes sense; of two kings of a side the last
    /// one counts. For questions of the rules, not for a search.
    pub(super) fn placed(partial: &PartialPosition, attacker: Color) -> Position {
        let mut position = Position::empty();
        for square in Square::all() {
            if let Some(piece) = partial.piece_at(square) {
                let side = side_in(piece.color(), attacker);
                let (kind, square) = (Kind::from(piece.piece_kind()), square_in(square, attacker));
                if kind == Kind::King {
                    position.kings[side.index()] = Some(square);
                }
                position.put(side, kind, square);
            }
        }
        for side in [Side::Attacker, Side::Defender] {
            let held = partial.hand_of_a_player(color_out(side, attacker));
            let hand = &mut position.hands[side.index()];
            for kind in HAND_KINDS {
                let count = held.count(kind_out(kind)).unwrap_or(0);
                *hand = hand.with_count(kind, count.min(Kind::TOTALS[kind.index()]));
            }
        }
        if side_in(partial.side_to_move(), attacker) == Side::Defender {
            position.turn = Side::Defender;
            position.key ^= super::key::DEFENDER_TO_MOVE;
        }
        position
    }
}
