//! The notations a certificate is written in: SFEN boards and hands, USI
//! moves, plain decimal numbers.
//!
//! Written out here, by hand and without a parser crate, so that the checker
//! leans on nothing but the rules. Every function refuses what it does not
//! know and allocates nothing that its input could make large.
//! SFEN and USI: <http://hgm.nubati.net/usi.html>.
use shogi_core::{Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};

/// A board in 56 bytes, twelve squares of five bits a word: key of the index.
pub(super) type Board = [u64; 7];

fn kind(letter: u8) -> Option<PieceKind> {
    let index = b"PLNSGBRK"
        .iter()
        .position(|&l| l == letter.to_ascii_uppercase())?;
    PieceKind::from_u8(index as u8 + 1)
}

/// A board in SFEN: nine ranks, each filling nine files exactly.
pub(super) fn board(text: &str) -> Option<PartialPosition> {
    let mut position = PartialPosition::empty();
    let (mut file, mut rank, mut promoted) = (9u8, 1u8, false);
    for byte in text.bytes() {
        match byte {
            b'/' if file == 0 && rank < 9 && !promoted => (file, rank) = (9, rank + 1),
            b'1'..=b'9' if !promoted => file = file.checked_sub(byte - b'0')?,
            b'+' if !promoted => promoted = true,
            _ => {
                let color = [Color::White, Color::Black][usize::from(byte.is_ascii_uppercase())];
                let plain = Piece::new(kind(byte)?, color);
                let piece = if promoted { plain.promote()? } else { plain };
                position.piece_set(Square::new(file, rank)?, Some(piece));
                (file, promoted) = (file - 1, false);
            }
        }
    }
    (file == 0 && rank == 9 && !promoted).then_some(position)
}

/// Both hands in SFEN, Black's (upper case) first: `-`, or letters, each at
/// most once and with its number before it when there are several.
pub(super) fn hands(text: &str) -> Option<[Hand; 2]> {
    let mut hands = [Hand::new(); 2];
    let mut rest = text.as_bytes();
    if text == "-" {
        return Some(hands);
    }
    while let Some(digits) = rest.iter().position(|byte| !byte.is_ascii_digit()) {
        let many = match digits {
            0 => 1,
            _ => number(std::str::from_utf8(&rest[..digits]).ok()?)?,
        };
        let hand = &mut hands[usize::from(rest[digits].is_ascii_lowercase())];
        let kind = kind(rest[digits])?;
        if hand.count(kind)? > 0 || !(1..=18).contains(&many) {
            return None;
        }
        for _ in 0..many {
            *hand = hand.added(kind)?;
        }
        rest = &rest[digits + 1..];
    }
    (rest.is_empty() && !text.is_empty()).then_some(hands)
}

/// A move in USI, made by `side`.
pub(super) fn usi(text: &str, side: Color) -> Option<Move> {
    let square = |at: &[u8]| Square::new(at[0].wrapping_sub(b'0'), at[1].wrapping_sub(b'a' - 1));
    match text.as_bytes() {
        [letter @ b'A'..=b'Z', b'*', to @ ..] if to.len() == 2 => Some(Move::Drop {
            piece: Piece::new(kind(*letter).filter(|&k| Hand::is_hand_piece(k))?, side),
            to: square(to)?,
        }),
        bytes if bytes.len() == 4 || (bytes.len() == 5 && bytes[4] == b'+') => Some(Move::Normal {
            from: square(&bytes[..2])?,
            to: square(&bytes[2..4])?,
            promote: bytes.len() == 5,
        }),
        _ => None,
    }
}

/// A decimal number of at most nine digits without sign or leading zeros, so
/// that sums of two of them cannot overflow.
pub(super) fn number(text: &str) -> Option<u32> {
    let plain = (1..=9).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// The key of the board of a position; hands and side to move do not count.
pub(super) fn pack(position: &PartialPosition) -> Board {
    let mut board = Board::default();
    for square in position.occupied_bitboard() {
        let (index, piece) = (usize::from(square.index() - 1), position.piece_at(square));
        board[index / 12] |= piece.map_or(0, |p| u64::from(p.as_u8())) << (index % 12 * 5);
    }
    board
}

/// The position with the board of a key: hands empty, Black to move.
pub(super) fn unpack(board: &Board) -> PartialPosition {
    let mut position = PartialPosition::empty();
    for square in Square::all() {
        let index = usize::from(square.index() - 1);
        let code = (board[index / 12] >> (index % 12 * 5) & 31) as u8;
        let color = [Color::Black, Color::White][usize::from(code >= 16)];
        if let Some(kind) = PieceKind::from_u8(code & 15) {
            position.piece_set(square, Some(Piece::new(kind, color)));
        }
    }
    position
}
