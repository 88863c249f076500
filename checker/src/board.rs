//! What a game of shogi consists of: colours, pieces, squares, hands, moves and
//! positions. How pieces move is in `rules`.
use std::fmt;

/// Whose piece it is, or whose turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// The side that moves up the board, towards rank 1 (先手).
    Black,
    /// The side that moves down the board, towards rank 9 (後手).
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The opponent.
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// The kinds of pieces, promoted ones counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 金
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 玉
    King,
    /// と
    PromotedPawn,
    /// 成香
    PromotedLance,
    /// 成桂
    PromotedKnight,
    /// 成銀
    PromotedSilver,
    /// 馬, the promoted bishop.
    Horse,
    /// 龍, the promoted rook.
    Dragon,
}

use Kind::{Bishop, Dragon, Gold, Horse, Knight, Lance, Pawn, Rook, Silver};
use Kind::{PromotedKnight, PromotedLance, PromotedPawn, PromotedSilver};

impl Kind {
    /// All kinds, in the order of [`Kind`].
    pub const ALL: [Kind; 14] = [
        Pawn,
        Lance,
        Knight,
        Silver,
        Gold,
        Bishop,
        Rook,
        Kind::King,
        PromotedPawn,
        PromotedLance,
        PromotedKnight,
        PromotedSilver,
        Horse,
        Dragon,
    ];

    /// The kinds that can be held in hand, in the order of [`Kind`].
    pub const HAND: [Kind; 7] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook];

    /// What the piece becomes when it promotes; none for a gold, a king and a
    /// piece that is promoted already.
    pub fn promoted(self) -> Option<Kind> {
        match self {
            Pawn => Some(PromotedPawn),
            Lance => Some(PromotedLance),
            Knight => Some(PromotedKnight),
            Silver => Some(PromotedSilver),
            Bishop => Some(Horse),
            Rook => Some(Dragon),
            _ => None,
        }
    }

    /// What the piece is when it has been taken.
    pub fn unpromoted(self) -> Kind {
        match self {
            PromotedPawn => Pawn,
            PromotedLance => Lance,
            PromotedKnight => Knight,
            PromotedSilver => Silver,
            Horse => Bishop,
            Dragon => Rook,
            plain => plain,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

/// A square: file 1 to 9 (right to left in a diagram), rank 1 to 9 (top to
/// bottom).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    file: i8,
    rank: i8,
}

impl Square {
    /// The square of a file and a rank; none outside the board.
    pub fn new(file: i8, rank: i8) -> Option<Square> {
        let inside = (1..=9).contains(&file) && (1..=9).contains(&rank);
        inside.then_some(Square { file, rank })
    }

    /// All 81 squares, rank by rank.
    pub const ALL: [Square; 81] = {
        let mut all = [Square { file: 1, rank: 1 }; 81];
        let mut i = 0;
        while i < 81 {
            all[i].file = i as i8 % 9 + 1;
            all[i].rank = i as i8 / 9 + 1;
            i += 1;
        }
        all
    };

    /// The file, 1 to 9.
    pub fn file(self) -> i8 {
        self.file
    }

    /// The rank, 1 to 9.
    pub fn rank(self) -> i8 {
        self.rank
    }

    /// The square this number of files and ranks away; none outside the board.
    #[inline]
    pub fn shifted(self, files: i8, ranks: i8) -> Option<Square> {
        Square::new(self.file + files, self.rank + ranks)
    }

    /// The place in [`Square::ALL`].
    pub(crate) fn index(self) -> usize {
        ((self.rank - 1) * 9 + self.file - 1) as usize
    }
}

/// The pieces that a side holds, or any other numbers of pieces of the kinds in
/// [`Kind::HAND`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; 7]);

impl Hand {
    /// The number of pieces of a kind; 0 for kinds that no hand can hold.
    pub fn count(self, kind: Kind) -> u8 {
        self.0.get(kind as usize).copied().unwrap_or(0)
    }

    /// Sets the number of pieces of a kind.
    ///
    /// # Panics
    /// When no hand can hold the kind.
    pub fn set(&mut self, kind: Kind, count: u8) {
        self.0[kind as usize] = count;
    }

    /// Has this hand at most as many pieces as the other one, in every kind?
    pub fn is_within(self, other: Hand) -> bool {
        Kind::HAND
            .iter()
            .all(|&kind| self.count(kind) <= other.count(kind))
    }

    /// What is left of this hand without the pieces of another, kind by kind;
    /// 0 where the other one has more.
    pub fn without(self, other: Hand) -> Hand {
        let mut left = Hand::default();
        for kind in Kind::HAND {
            left.set(kind, self.count(kind).saturating_sub(other.count(kind)));
        }
        left
    }
}

/// A move, of the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A piece on the board moves.
    Board {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Does it promote?
        promote: bool,
    },
    /// A piece in hand is dropped.
    Drop {
        /// The piece.
        kind: Kind,
        /// Where it is put.
        to: Square,
    },
}

impl Move {
    /// The square that the piece goes to.
    pub fn to(self) -> Square {
        match self {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        }
    }
}

/// The square as USI writes it: `5a` is file 5, rank 1.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + (self.rank - 1) as u8);
        write!(f, "{}{letter}", self.file)
    }
}

/// The move as USI writes it: `7g7f`, `8h2b+`, `G*5b`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if promote { "+" } else { "" })
            }
            Move::Drop { kind, to } => {
                let letter = crate::notation::letter(kind);
                write!(f, "{letter}*{to}")
            }
        }
    }
}

/// A position: what stands on the board, what is in hand, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: [Option<Piece>; 81],
    /// Where the kings stand, so that no search of the board is needed; `put` updates it.
    kings: [Option<Square>; 2],
    hands: [Hand; 2],
    /// The side to move.
    pub turn: Color,
}

impl Position {
    /// An empty board, empty hands, Black to move.
    pub fn empty() -> Position {
        Position {
            board: [None; 81],
            kings: [None; 2],
            hands: [Hand::default(); 2],
            turn: Color::Black,
        }
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square, in place of what stood there, or clears it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let before = std::mem::replace(&mut self.board[square.index()], piece);
        let is_king = |piece: &Piece| piece.kind == Kind::King;
        if let Some(Piece { color, .. }) = before.filter(is_king) {
            let king = &mut self.kings[color as usize];
            *king = king.filter(|&there| there != square);
        }
        if let Some(Piece { color, .. }) = piece.filter(is_king) {
            self.kings[color as usize] = Some(square);
        }
    }

    /// Where the king of a side stands, the last one put there if there are two;
    /// none when the side has no king.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color as usize]
    }

    /// The hand of a side.
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color as usize]
    }

    /// The hand of a side, to be changed.
    pub fn hand_mut(&mut self, color: Color) -> &mut Hand {
        &mut self.hands[color as usize]
    }

    /// What stands on each square, in the order of [`Square::ALL`].
    pub(crate) fn board(&self) -> &[Option<Piece>; 81] {
        &self.board
    }

    /// The occupied squares, in the order of [`Square::ALL`], and what stands there.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let squares = Square::ALL.iter().zip(&self.board);
        squares.filter_map(|(&square, &piece)| Some((square, piece?)))
    }

    /// The squares on which a side has pieces, and what they are.
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Square, Kind)> {
        let pieces = self.pieces().filter(move |(_, piece)| piece.color == color);
        pieces.map(|(square, piece)| (square, piece.kind))
    }

    /// Does the same stand on every square, whatever the hands and the turn are?
    pub fn has_board_of(&self, other: &Position) -> bool {
        self.board == other.board
    }
}
