//! Positions out of bytes, nearly all of them sound.

use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};
use tsumi::base::names::{HAND_KINDS, base, set_size};

/// Bytes that are used up one after the other; zeros come after the last.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }
}

/// The kinds on a board; kings come first so that small numbers make a problem.
const KINDS: [PieceKind; 14] = [
    PieceKind::King,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::ProBishop,
    PieceKind::ProRook,
];

/// A position: a byte for the side to move and the number of pieces on the board, two for each
/// of these (square and piece), one for each kind in the hands. A piece is left out where
/// its square is taken, and where a set has no more of it.
pub fn position(bytes: &mut Bytes<'_>) -> PartialPosition {
    let mut position = PartialPosition::empty();
    let first = bytes.next();
    position.side_to_move_set(color(first));
    let mut left = HAND_KINDS.map(|kind| set_size(kind) as u8);
    let mut kings = [true; 2];
    for _ in 0..first >> 1 & 63 {
        let (square, piece) = (bytes.next(), bytes.next());
        let square = Square::from_u8(square % 81 + 1).expect("a square");
        let (color, kind) = (color(piece), KINDS[usize::from(piece >> 1) % 14]);
        let slot = HAND_KINDS.iter().position(|&k| k == base(kind));
        let is_left = match slot {
            Some(slot) => left[slot] > 0,
            None => kings[color.array_index()],
        };
        if position.piece_at(square).is_some() || !is_left {
            continue;
        }
        match slot {
            Some(slot) => left[slot] -= 1,
            None => kings[color.array_index()] = false,
        }
        position.piece_set(square, Some(Piece::new(kind, color)));
    }
    for (kind, mut left) in HAND_KINDS.into_iter().zip(left) {
        let held = bytes.next();
        for (color, wanted) in [(Color::Black, held & 15), (Color::White, held >> 4)] {
            let n = left.min(wanted);
            left -= n;
            let hand = position.hand_of_a_player_mut(color);
            for _ in 0..n {
                *hand = hand.added(kind).expect("no more than a set");
            }
        }
    }
    position
}

fn color(byte: u8) -> Color {
    if byte & 1 == 0 {
        Color::Black
    } else {
        Color::White
    }
}
