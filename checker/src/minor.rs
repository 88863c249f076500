//! What custom allows besides the intended move (非限定): the same move with or without promotion,
//! or a long-ranged piece put at another distance. docs/verify.md has the words.
use crate::board::{Kind, Move, Position, Square};

/// Does the check `other` differ from the `intended` one only in promotion or distance?
pub(crate) fn is_minor(position: &Position, intended: Move, other: Move) -> bool {
    let slides = |kind| {
        use Kind::{Bishop, Dragon, Horse, Lance, Rook};
        matches!(kind, Lance | Bishop | Rook | Horse | Dragon)
    };
    let slider = match (intended, other) {
        (Move::Drop { kind: a, .. }, Move::Drop { kind: b, .. }) => a == b && slides(a),
        (
            Move::Board { from, to, promote },
            Move::Board {
                from: other_from,
                to: other_to,
                promote: other_promotes,
            },
        ) => {
            if from == other_from && to == other_to {
                return true;
            }
            let quiet = position.at(to).is_none() && position.at(other_to).is_none();
            let slider = position.at(from).is_some_and(|piece| slides(piece.kind));
            from == other_from && promote == other_promotes && quiet && slider
        }
        _ => false,
    };
    let Some(king) = position.king(position.turn.other()) else {
        return false;
    };
    let side = side_of(king, intended.to());
    slider && side.is_some() && side == side_of(king, other.to())
}

/// The direction from the king to a square on a file, rank or diagonal of the king; none for any
/// other square.
fn side_of(king: Square, square: Square) -> Option<(i8, i8)> {
    let (files, ranks) = (square.file() - king.file(), square.rank() - king.rank());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    straight.then_some((files.signum(), ranks.signum()))
}
