//! How pieces move, and what they attack: steps, jumps and slides, whatever the rules say besides.
use crate::board::{Color, Kind, Piece, Position, Square};
use Kind::{Bishop, Dragon, Gold, Horse, King, Knight, Lance, Pawn, Rook, Silver};
use Kind::{PromotedKnight, PromotedLance, PromotedPawn, PromotedSilver};

/// A number of files and a number of ranks. Black's forward is one rank up, (0, -1).
type Shift = (i8, i8);

const FORWARD: Shift = (0, -1);
const STRAIGHT: [Shift; 4] = [FORWARD, (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [Shift; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const ALL_AROUND: [Shift; 8] = [
    (-1, -1),
    FORWARD,
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
const SILVER: [Shift; 5] = [(-1, -1), FORWARD, (1, -1), (-1, 1), (1, 1)];
const GOLD: [Shift; 6] = [(-1, -1), FORWARD, (1, -1), (-1, 0), (1, 0), (0, 1)];
const KNIGHT: [Shift; 2] = [(-1, -2), (1, -2)];

/// Where a black piece goes in one step or jump.
fn steps(kind: Kind) -> &'static [Shift] {
    match kind {
        Pawn => &[FORWARD],
        Knight => &KNIGHT,
        Silver => &SILVER,
        Gold | PromotedPawn | PromotedLance | PromotedKnight | PromotedSilver => &GOLD,
        King => &ALL_AROUND,
        Horse => &STRAIGHT,
        Dragon => &DIAGONAL,
        Lance | Bishop | Rook => &[],
    }
}

/// The directions in which a black piece goes as far as the board is empty.
fn slides(kind: Kind) -> &'static [Shift] {
    match kind {
        Lance => &[FORWARD],
        Bishop | Horse => &DIAGONAL,
        Rook | Dragon => &STRAIGHT,
        _ => &[],
    }
}

/// A shift as the other colour sees it: the board is turned round for White.
fn seen_by(color: Color, (files, ranks): Shift) -> Shift {
    match color {
        Color::Black => (files, ranks),
        Color::White => (-files, -ranks),
    }
}

/// The squares from a square in one direction: the empty ones next to it and, if
/// there is one, the first that is occupied.
fn line(
    position: &Position,
    from: Square,
    (files, ranks): Shift,
) -> impl Iterator<Item = Square> + '_ {
    let mut next = from.shifted(files, ranks);
    std::iter::from_fn(move || {
        let square = next?;
        let is_empty = position.at(square).is_none();
        next = square.shifted(files, ranks).filter(|_| is_empty);
        Some(square)
    })
}

/// The squares that a piece attacks when it stands on this square.
pub(crate) fn attacked_from(
    position: &Position,
    piece: Piece,
    from: Square,
) -> impl Iterator<Item = Square> + '_ {
    let stepped = steps(piece.kind).iter().filter_map(move |&step| {
        let (files, ranks) = seen_by(piece.color, step);
        from.shifted(files, ranks)
    });
    let slid = slides(piece.kind)
        .iter()
        .flat_map(move |&slide| line(position, from, seen_by(piece.color, slide)));
    stepped.chain(slid)
}

/// Does a piece attack the second square when it stands on the first one? This is
/// `attacked_from` for a single square.
pub(crate) fn attacks(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    points_at(piece, from, to) && is_open(position, from, to)
}

/// Does what stands on the second square attack the first one?
pub(crate) fn is_attacked_from(position: &Position, square: Square, from: Square) -> bool {
    let piece = position.at(from);
    piece.is_some_and(|piece| attacks(position, piece, from, square))
}

/// Would a piece attack the second square from the first one if the board were empty?
pub(crate) fn points_at(piece: Piece, from: Square, to: Square) -> bool {
    let shift = seen_by(piece.color, shift(from, to));
    let Some(direction) = direction(shift) else {
        return piece.kind == Knight && KNIGHT.contains(&shift);
    };
    slides(piece.kind).contains(&direction)
        || shift == direction && steps(piece.kind).contains(&shift)
}

/// Are the squares between two squares empty? There are none between squares that are not on
/// one line.
fn is_open(position: &Position, from: Square, to: Square) -> bool {
    direction(shift(from, to))
        .is_none_or(|direction| line(position, from, direction).any(|square| square == to))
}

/// How one comes from the first square to the second one.
fn shift(from: Square, to: Square) -> Shift {
    (to.file() - from.file(), to.rank() - from.rank())
}

/// The direction of a shift along a file, a rank or a diagonal; none for other shifts.
fn direction((files, ranks): Shift) -> Option<Shift> {
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (is_straight && (files, ranks) != (0, 0)).then(|| (files.signum(), ranks.signum()))
}

/// The squares of the pieces of a side that attack this square: of the first piece on each of
/// the eight lines, and of the knights a jump away.
pub(crate) fn attackers(
    position: &Position,
    square: Square,
    by: Color,
) -> impl Iterator<Item = Square> + '_ {
    let lines = ALL_AROUND.iter();
    let firsts = lines.filter_map(move |&line| first_piece(position, square, line));
    let knights = KNIGHT.iter().filter_map(move |&jump| {
        let (files, ranks) = seen_by(by, jump);
        let from = square.shifted(-files, -ranks)?;
        Some((from, position.at(from)?)).filter(|(_, piece)| piece.kind == Knight)
    });
    let near = firsts.chain(knights);
    let attack =
        near.filter(move |&(from, piece)| piece.color == by && points_at(piece, from, square));
    attack.map(|(from, _)| from)
}

/// The first piece that is met from a square in one direction.
fn first_piece(
    position: &Position,
    mut square: Square,
    (files, ranks): Shift,
) -> Option<(Square, Piece)> {
    loop {
        square = square.shifted(files, ranks)?;
        if let Some(piece) = position.at(square) {
            return Some((square, piece));
        }
    }
}

/// Is the king of this side attacked? A side without a king is never in check.
pub fn is_in_check(position: &Position, color: Color) -> bool {
    let king = position.king(color);
    king.is_some_and(|king| attackers(position, king, color.other()).any(|_| true))
}

/// Is a piece too far away to attack a square after its next move? Pieces that do not slide, and
/// do not when they are promoted, go at most one file and two ranks with a move, and attack as far.
pub(crate) fn is_far(kind: Kind, from: Square, to: Square) -> bool {
    let (files, ranks) = shift(from, to);
    slides(kind).is_empty() && (files.abs() > 2 || ranks.abs() > 4)
}

/// Is what stands on `square` all that is between the king and a piece of the side `by` that
/// would attack him along the line?
pub(crate) fn is_screen(position: &Position, square: Square, king: Square, by: Color) -> bool {
    let Some(away) = direction(shift(king, square)) else {
        return false;
    };
    let behind = first_piece(position, square, away);
    behind.is_some_and(|(from, piece)| piece.color == by && points_at(piece, from, king))
        && is_open(position, king, square)
}

/// The square of a checker and those between it and the king.
pub(crate) fn squares_up_to(position: &Position, king: Square, checker: Square) -> Vec<Square> {
    // A line ends with the first piece on it. When that is the checker, the squares
    // of the line are the ones looked for.
    for direction in ALL_AROUND {
        if first_piece(position, king, direction).is_some_and(|(square, _)| square == checker) {
            return line(position, king, direction).collect();
        }
    }
    // No line leads from the king to the checker, which is a knight.
    vec![checker]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    /// Boards with pieces anywhere, kings and dead pieces included.
    fn random_board(state: &mut u64) -> Position {
        let letters = [
            "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R",
        ];
        let mut below = |n: u64| {
            // xorshift64* (Vigna 2016)
            *state ^= *state >> 12;
            *state ^= *state << 25;
            *state ^= *state >> 27;
            (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
        };
        let density = 1 + below(60);
        let mut cells = Vec::new();
        for _ in 0..81 {
            let letter = letters[below(14) as usize];
            cells.push(match below(100) {
                n if n >= density => "1".to_string(),
                n if n % 2 == 0 => letter.to_string(),
                _ => letter.to_lowercase(),
            });
        }
        let ranks: Vec<String> = cells.chunks(9).map(|rank| rank.concat()).collect();
        notation::board(&ranks.join("/")).unwrap()
    }

    /// `attacked_from`, `attacks` and `attackers` answer the same question from three sides, and
    /// have to agree.
    #[test]
    fn attacks_are_the_same_from_both_ends() {
        let mut state = 2026;
        let mut count = 0;
        for _ in 0..300 {
            let position = random_board(&mut state);
            for square in Square::ALL {
                for by in Color::ALL {
                    let mut expected = Vec::new();
                    for (from, kind) in position.pieces_of(by) {
                        let piece = Piece { color: by, kind };
                        let is_attacked = attacks(&position, piece, from, square);
                        let mut attacked = attacked_from(&position, piece, from);
                        assert_eq!(attacked.any(|to| to == square), is_attacked);
                        if is_attacked {
                            expected.push(from);
                        }
                    }
                    let found: Vec<Square> = attackers(&position, square, by).collect();
                    assert_eq!(found.len(), expected.len());
                    assert!(expected.iter().all(|from| found.contains(from)));
                    count += found.len();
                }
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
