//! Positions as arrays of numbers, with the numbers of cshogi, which those of dlshogi and of other
//! tools for learning are.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};
use tsumi::service::value::sfen;

/// The kinds with the numbers 1 to 14.
const KINDS: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Gold,
    PieceKind::King,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::ProBishop,
    PieceKind::ProRook,
];
/// What is added for a piece of White.
const WHITE: u8 = 16;

/// The kinds in the order of a hand.
const HELD: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
];

/// The SFEN of a position: 81 pieces, file by file from 1 and rank by rank from a, and the two
/// hands, Black's first.
#[pyfunction]
pub fn from_pieces(pieces: &[u8], hands: &[u8], white: bool) -> PyResult<String> {
    let wrong = |what: String| Err(PyValueError::new_err(what));
    if pieces.len() != 81 || hands.len() != 2 * HELD.len() {
        return wrong(format!(
            "a position has 81 pieces and 2 times 7 numbers in hand, not {} and {}",
            pieces.len(),
            hands.len()
        ));
    }
    let mut position = PartialPosition::empty();
    for (n, (square, &number)) in Square::all().zip(pieces).enumerate() {
        let color = match number & WHITE {
            0 => Color::Black,
            _ => Color::White,
        };
        match (
            number,
            KINDS.get(usize::from(number & !WHITE).wrapping_sub(1)),
        ) {
            (0, _) => {}
            (_, Some(&kind)) => position.piece_set(square, Some(Piece::new(kind, color))),
            (_, None) => return wrong(format!("pieces[{n}] is {number}, which is no piece")),
        }
    }
    for (hand, color) in hands.chunks(HELD.len()).zip([Color::Black, Color::White]) {
        let held = position.hand_of_a_player_mut(color);
        for (&kind, &count) in HELD.iter().zip(hand) {
            for _ in 0..count {
                match held.added(kind) {
                    Some(more) => *held = more,
                    None => return wrong(format!("{count} pieces of a kind in a hand")),
                }
            }
        }
    }
    position.side_to_move_set(if white { Color::White } else { Color::Black });
    Ok(sfen(&position))
}
