//! What stands on a board, without hands and side to move.

use crate::shogi::Position;
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square, ToUsi};
use std::fmt;

/// The pieces on the 81 squares, in real colours; the key of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// [`Piece::as_u8`] by [`Square::array_index`], 0 where nothing stands.
    squares: [u8; 81],
}

/// The letter that USI has for each unpromoted kind, in the order of `PieceKind`'s numbers.
const LETTERS: [(u8, PieceKind); 8] = [
    (b'P', PieceKind::Pawn),
    (b'L', PieceKind::Lance),
    (b'N', PieceKind::Knight),
    (b'S', PieceKind::Silver),
    (b'G', PieceKind::Gold),
    (b'B', PieceKind::Bishop),
    (b'R', PieceKind::Rook),
    (b'K', PieceKind::King),
];

/// The kind of a letter, capital or small.
pub(super) fn kind_of(letter: u8) -> Option<PieceKind> {
    let found = LETTERS.iter().find(|l| l.0 == letter.to_ascii_uppercase());
    found.map(|l| l.1)
}

impl Board {
    const EMPTY: Board = Board { squares: [0; 81] };

    /// The board of a position.
    pub fn of(position: &PartialPosition) -> Board {
        let mut board = Board::EMPTY;
        for square in position.occupied_bitboard() {
            board.put(square, position.piece_at(square));
        }
        board
    }

    /// The board of the search, for an attacker of that colour.
    pub(super) fn of_search(position: &Position, attacker: Color) -> Board {
        let mut board = Board::EMPTY;
        for square in position.occupied() {
            board.put(
                square.to_core(attacker),
                position.core_piece_on(square, attacker),
            );
        }
        board
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.array_index()] = piece.map_or(0, Piece::as_u8);
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        piece_of(self.squares[square.array_index()])
    }

    /// The board as a position with empty hands, Black to move.
    pub fn to_position(&self) -> PartialPosition {
        let mut position = PartialPosition::empty();
        for square in Square::all() {
            if let Some(piece) = self.piece_at(square) {
                position.piece_set(square, Some(piece));
            }
        }
        position
    }

    /// The first field of an SFEN: nine ranks that fill nine files each.
    pub(super) fn parse(text: &str) -> Option<Board> {
        let mut board = Board::EMPTY;
        let (mut file, mut rank, mut promoted) = (9u8, 1u8, false);
        for byte in text.bytes() {
            match byte {
                b'/' if file == 0 && rank < 9 && !promoted => (file, rank) = (9, rank + 1),
                b'1'..=b'9' if !promoted => file = file.checked_sub(byte - b'0')?,
                b'+' if !promoted => promoted = true,
                _ => {
                    let color = match byte.is_ascii_uppercase() {
                        true => Color::Black,
                        false => Color::White,
                    };
                    let plain = Piece::new(kind_of(byte)?, color);
                    let piece = if promoted { plain.promote()? } else { plain };
                    board.put(Square::new(file, rank)?, Some(piece));
                    (file, promoted) = (file - 1, false);
                }
            }
        }
        (file == 0 && rank == 9 && !promoted).then_some(board)
    }

    /// The board in 11 bytes for the occupied squares, a bit each, and one byte for each piece.
    pub(super) fn pack(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(51);
        self.pack_to(&mut out);
        out
    }

    pub(super) fn pack_to(&self, out: &mut Vec<u8>) {
        let occupied = (0..81).filter(|&i| self.squares[i] != 0);
        let bits = occupied.fold(0u128, |bits, i| bits | 1 << i);
        out.extend(&bits.to_le_bytes()[..OCCUPIED]);
        out.extend(self.squares.iter().filter(|&&piece| piece != 0));
    }

    /// The board of bytes that `pack_to` wrote.
    pub(super) fn unpack(bytes: &[u8]) -> Board {
        let (occupied, pieces) = bytes.split_at(OCCUPIED);
        let mut bits = occupied_of(occupied);
        let mut board = Board::EMPTY;
        for &piece in pieces {
            board.squares[bits.trailing_zeros() as usize] = piece;
            bits &= bits - 1;
        }
        board
    }

    /// How many bytes the board takes that `bytes` begin with.
    pub(super) fn packed_len(bytes: &[u8]) -> usize {
        OCCUPIED + occupied_of(&bytes[..OCCUPIED]).count_ones() as usize
    }
}

/// Bytes of 81 bits.
const OCCUPIED: usize = 11;

fn occupied_of(bytes: &[u8]) -> u128 {
    let mut whole = [0; 16];
    whole[..OCCUPIED].copy_from_slice(bytes);
    u128::from_le_bytes(whole)
}

fn piece_of(number: u8) -> Option<Piece> {
    let color = match number & 16 {
        0 => Color::Black,
        _ => Color::White,
    };
    PieceKind::from_u8(number & 15).map(|kind| Piece::new(kind, color))
}

impl Board {
    /// The first field of an SFEN.
    pub(super) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for rank in 1..=9 {
            let mut vacant = 0;
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.piece_at(square));
                let Some(piece) = piece else {
                    vacant += 1;
                    continue;
                };
                put_vacant(&mut vacant, out)?;
                piece.to_usi(out)?;
            }
            put_vacant(&mut vacant, out)?;
            if rank < 9 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }
}

fn put_vacant(vacant: &mut u8, out: &mut impl fmt::Write) -> fmt::Result {
    match std::mem::take(vacant) {
        0 => Ok(()),
        n => out.write_char(char::from(b'0' + n)),
    }
}

/// The first field of an SFEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
