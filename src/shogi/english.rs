//! What messages call pieces, squares and sides.

use shogi_core::{Color, PieceKind, Square};

/// English name of a kind.
pub fn kind(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::ProBishop => "promoted bishop",
        PieceKind::ProRook => "promoted rook",
    }
}

/// A square as in USI: `5d`.
pub fn square(sq: Square) -> String {
    format!("{}{}", sq.file(), (b'a' + sq.rank() - 1) as char)
}

/// `black` or `white`.
pub fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
