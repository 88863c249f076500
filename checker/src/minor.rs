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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    /// Is the one move a minor variant of the other one, and the other way round?
    fn minor(board: &str, moves: [&str; 2]) -> bool {
        let position = notation::position(&format!("{board} b -")).unwrap();
        let [intended, other] = moves.map(|mv| notation::usi(mv).unwrap());
        let is = is_minor(&position, intended, other);
        assert_eq!(is, is_minor(&position, other, intended), "{moves:?}");
        is
    }

    /// A long-ranged piece may be dropped nearer or farther on the same side of the king.
    #[test]
    fn drops() {
        let board = "9/9/9/9/4k4/9/9/9/9";
        for moves in [
            ["L*5f", "L*5i"],
            ["R*5f", "R*5i"],
            ["R*5d", "R*5a"],
            ["R*4e", "R*1e"],
            ["R*6e", "R*9e"],
            ["B*4d", "B*1a"],
            ["B*4f", "B*1i"],
            ["B*6d", "B*9a"],
            ["B*6f", "B*9i"],
        ] {
            assert!(minor(board, moves), "{moves:?}");
        }
        for moves in [
            // On another side,
            ["R*5f", "R*5d"],
            ["R*4e", "R*6e"],
            ["R*5f", "R*4e"],
            ["B*4d", "B*6f"],
            ["B*4d", "B*4f"],
            ["B*4d", "B*6d"],
            // another piece, or one that is not long-ranged,
            ["R*5f", "L*5g"],
            ["R*5f", "G*5f"],
            ["G*5f", "G*5g"],
            ["S*4f", "S*3g"],
            // or on no line with the king.
            ["R*4g", "R*3h"],
            ["B*4g", "B*3h"],
            ["R*4g", "R*5g"],
        ] {
            assert!(!minor(board, moves), "{moves:?}");
        }
    }

    /// The same piece goes to the same square, and promotes or not.
    #[test]
    fn promotion() {
        let board = "4k4/9/3SS4/9/4L4/9/9/9/9";
        assert!(minor(board, ["6c5b", "6c5b+"]));
        assert!(minor(board, ["5e5d", "5e5d+"]));
        assert!(!minor(board, ["6c5b", "5c5b"]), "another piece");
        assert!(!minor(board, ["6c5b", "5c5b+"]), "another piece");
        assert!(!minor(board, ["6c5b", "6c7b"]), "another square");
        assert!(!minor(board, ["6c5b", "6c7b+"]), "another square");
    }

    /// A long-ranged piece may go nearer or farther on the same side of the king.
    #[test]
    fn distance() {
        for piece in ["L", "R", "+R"] {
            let board = format!("4k4/9/9/9/9/9/9/9/4{piece}4");
            assert!(minor(&board, ["5i5c", "5i5d"]), "{piece}");
        }
        for piece in ["B", "+B"] {
            let board = format!("9/9/9/9/8k/9/9/9/4{piece}4");
            assert!(minor(&board, ["5i3g", "5i2f"]), "{piece}");
        }
        assert!(minor("4k4/9/9/9/9/9/9/9/4R4", ["5i5b+", "5i5c+"]));
        for (board, moves) in [
            // One move promotes, or takes something.
            ("4k4/9/9/9/9/9/9/9/4R4", ["5i5b+", "5i5c"]),
            ("4k4/9/4p4/9/9/9/9/9/4R4", ["5i5c", "5i5d"]),
            // Another rook, or one from the hand.
            ("4k4/9/9/9/9/9/9/4R4/4R4", ["5h5c", "5i5d"]),
            ("4k4/9/9/9/9/9/9/9/4R4", ["R*5c", "5i5d"]),
            // A gold is not long-ranged.
            ("4k4/9/5G3/9/9/9/9/9/9", ["4c5b", "4c5c"]),
            // Other sides of the king, and squares that are on no line with him.
            ("9/9/9/9/4k4/9/9/9/5R3", ["4i4e", "4i4d"]),
            ("9/9/9/9/4k4/9/9/9/6R2", ["3i3d", "3i3b"]),
        ] {
            assert!(!minor(board, moves), "{board} {moves:?}");
        }
    }
}
