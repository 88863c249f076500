//! How another mate differs from the intended one: in more than distance or promotion (非限定)?

use super::types::CookKind;
use crate::shogi::rules;
use shogi_core::{Color, Move, PartialPosition, PieceKind, Square};

/// How `other` differs from the intended move.
pub(super) fn kind(
    position: &PartialPosition,
    attacker: Color,
    intended: Move,
    other: Move,
) -> CookKind {
    let slides = |kind: PieceKind| {
        use PieceKind::*;
        matches!(kind, Lance | Bishop | Rook | ProBishop | ProRook)
    };
    let same_piece = match (intended, other) {
        (Move::Drop { piece: a, .. }, Move::Drop { piece: b, .. }) => {
            a == b && slides(a.piece_kind())
        }
        (
            Move::Normal {
                from: a,
                to: s,
                promote: p,
            },
            Move::Normal {
                from: b,
                to: t,
                promote: q,
            },
        ) => {
            if a == b && s == t {
                return CookKind::Promotion;
            }
            let quiet = [s, t].iter().all(|&to| position.piece_at(to).is_none());
            a == b
                && p == q
                && quiet
                && position.piece_at(a).is_some_and(|x| slides(x.piece_kind()))
        }
        _ => false,
    };
    let one_side = || {
        let king = rules::king(position, attacker.flip())?;
        Some(side_of(king, intended.to())? == side_of(king, other.to())?)
    };
    if same_piece && one_side() == Some(true) {
        CookKind::Distance
    } else {
        CookKind::Move
    }
}

/// The direction from the king to a square on a file, rank or diagonal of the king; `None` for
/// any other square.
fn side_of(king: Square, square: Square) -> Option<(i8, i8)> {
    let file = square.file() as i8 - king.file() as i8;
    let rank = square.rank() as i8 - king.rank() as i8;
    let straight = file == 0 || rank == 0 || file.abs() == rank.abs();
    straight.then_some((file.signum(), rank.signum()))
}
