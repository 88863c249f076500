//! Which piece attacks a square: just enough geometry to say "the rook on 5a
//! gives check", for positions that may break every other rule.
//!
//! Plain stepping over `shogi_core` positions, a few hundred nanoseconds; it
//! is used once per problem, never in a search.

use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};

/// Steps as (file, rank) for Black: file grows to the left, rank downwards.
const GOLD: [(i8, i8); 6] = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
const SILVER: [(i8, i8); 5] = [(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const DIAGONAL: [(i8, i8); 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];
const STRAIGHT: [(i8, i8); 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];
const FORWARD: [(i8, i8); 1] = [(0, -1)];
const KNIGHT: [(i8, i8); 2] = [(1, -2), (-1, -2)];

/// Single steps and slides of a kind, for Black.
fn moves(kind: PieceKind) -> [(&'static [(i8, i8)], bool); 2] {
    const NONE: (&[(i8, i8)], bool) = (&[], false);
    match kind {
        PieceKind::Pawn => [(&FORWARD, false), NONE],
        PieceKind::Lance => [(&FORWARD, true), NONE],
        PieceKind::Knight => [(&KNIGHT, false), NONE],
        PieceKind::Silver => [(&SILVER, false), NONE],
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => [(&GOLD, false), NONE],
        PieceKind::Bishop => [(&DIAGONAL, true), NONE],
        PieceKind::Rook => [(&STRAIGHT, true), NONE],
        PieceKind::King => [(&DIAGONAL, false), (&STRAIGHT, false)],
        PieceKind::ProBishop => [(&DIAGONAL, true), (&STRAIGHT, false)],
        PieceKind::ProRook => [(&STRAIGHT, true), (&DIAGONAL, false)],
    }
}

/// True when `piece` on `from` attacks `to`.
pub fn attacks(position: &PartialPosition, piece: Piece, from: Square, to: Square) -> bool {
    let sign = if piece.color() == Color::Black { 1 } else { -1 };
    for (steps, slides) in moves(piece.piece_kind()) {
        for &(df, dr) in steps {
            let (mut file, mut rank) = (from.file() as i8, from.rank() as i8);
            loop {
                file += df * sign;
                rank += dr * sign;
                let Some(sq) = u8::try_from(file)
                    .ok()
                    .zip(u8::try_from(rank).ok())
                    .and_then(|(f, r)| Square::new(f, r))
                else {
                    break;
                };
                if sq == to {
                    return true;
                }
                if !slides || position.piece_at(sq).is_some() {
                    break;
                }
            }
        }
    }
    false
}

/// A piece of `by` that attacks `target`, if there is one.
pub fn attacker_of(
    position: &PartialPosition,
    target: Square,
    by: Color,
) -> Option<(Square, Piece)> {
    Square::all().find_map(|from| {
        let piece = position.piece_at(from)?;
        (piece.color() == by && attacks(position, piece, from, target)).then_some((from, piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_legality_lite::prelegality::will_king_be_captured;
    use shogi_usi_parser::FromUsi;

    /// Same answer as shogi_legality_lite on a board thrown together at random.
    #[test]
    fn agrees_with_the_library() {
        let mut random = fastrand::Rng::with_seed(0);
        for _ in 0..20_000 {
            let mut p = PartialPosition::empty();
            let king = Square::all().nth(random.usize(..81)).unwrap();
            p.piece_set(king, Some(Piece::new(PieceKind::King, Color::White)));
            for _ in 0..6 {
                let sq = Square::all().nth(random.usize(..81)).unwrap();
                let kind = PieceKind::all()[random.usize(..14)];
                let color = Color::all()[random.usize(..2)];
                // Such a piece attacks nothing, but the crate looks for its steps from
                // the king's side and takes the far end of the next file for one.
                let stuck = match kind {
                    PieceKind::Pawn | PieceKind::Lance => sq.relative_rank(color) == 1,
                    PieceKind::Knight => sq.relative_rank(color) <= 2,
                    _ => false,
                };
                if sq != king && kind != PieceKind::King && !stuck {
                    p.piece_set(sq, Some(Piece::new(kind, color)));
                }
            }
            assert_eq!(
                attacker_of(&p, king, Color::Black).is_some(),
                will_king_be_captured(&p).unwrap(),
                "{}",
                p.to_sfen_owned()
            );
        }
        let start = PartialPosition::from_usi("startpos").unwrap();
        assert!(attacker_of(&start, Square::SQ_5A, Color::Black).is_none());
    }
}
