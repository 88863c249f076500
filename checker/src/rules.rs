//! The rules of shogi: one function a rule.
//!
//! [`is_legal`] is the law. [`legal_moves`] and [`checks`] list candidates and ask it
//! about each of them, so a reader has to be convinced of one thing about these two:
//! that no legal move is missing among the candidates. All positions have to be
//! without a [`fault`].
use crate::board::{Color, Hand, Kind, Move, Piece, Position, Square};
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
fn attacked_from(
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

/// The squares of the pieces of a side that attack this square. This is `attacked_from`
/// seen from the other end: the first piece on each of the eight lines, and the knights
/// a jump away.
pub(crate) fn attackers(
    position: &Position,
    square: Square,
    by: Color,
) -> impl Iterator<Item = Square> + '_ {
    let on_lines = ALL_AROUND.iter().filter_map(move |&direction| {
        let first = first_piece(position, square, direction);
        let (from, piece) = first.filter(|(_, piece)| piece.color == by)?;
        let back = seen_by(by, (-direction.0, -direction.1));
        let is_next = square.shifted(direction.0, direction.1) == Some(from);
        let steps_here = is_next && steps(piece.kind).contains(&back);
        let slides_here = slides(piece.kind).contains(&back);
        (steps_here || slides_here).then_some(from)
    });
    let knights = KNIGHT.iter().filter_map(move |&jump| {
        let (files, ranks) = seen_by(by, jump);
        let from = square.shifted(-files, -ranks)?;
        let knight = Piece {
            color: by,
            kind: Knight,
        };
        (position.at(from) == Some(knight)).then_some(from)
    });
    on_lines.chain(knights)
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
    position
        .king(color)
        .is_some_and(|king| attackers(position, king, color.other()).next().is_some())
}

/// The rank as its owner counts it: 1 is the far end of the board.
fn rank_seen_by(color: Color, square: Square) -> i8 {
    match color {
        Color::Black => square.rank(),
        Color::White => 10 - square.rank(),
    }
}

/// Can a piece never move again when it stands there (行き所のない駒)?
pub(crate) fn is_stuck(piece: Piece, square: Square) -> bool {
    let rank = rank_seen_by(piece.color, square);
    match piece.kind {
        Pawn | Lance => rank == 1,
        Knight => rank <= 2,
        _ => false,
    }
}

/// May a piece promote on this move? It has to be of a kind that promotes, and
/// to begin or end its move on the three ranks at the far end.
pub(crate) fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    let in_zone = |square| rank_seen_by(piece.color, square) <= 3;
    piece.kind.promoted().is_some() && (in_zone(from) || in_zone(to))
}

/// Has this side a pawn, not promoted, on the file of the square (二歩)?
fn has_pawn_on_file(position: &Position, color: Color, square: Square) -> bool {
    let pawn = Piece { color, kind: Pawn };
    (1..=9).any(|rank| {
        Square::new(square.file(), rank).is_some_and(|other| position.at(other) == Some(pawn))
    })
}

/// The position after a move that the pieces can make: a captured piece goes,
/// unpromoted, into the hand of the side that took it.
///
/// # Panics
/// When there is no piece to move or to drop, when the piece taken is a king, and
/// when a piece promotes that cannot promote.
pub fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    let color = position.turn;
    let hand = next.hand_mut(color);
    match mv {
        Move::Board { from, to, promote } => {
            if let Some(taken) = position.at(to) {
                let kind = taken.kind.unpromoted();
                hand.set(kind, hand.count(kind) + 1);
            }
            let mut piece = position.at(from).expect("a piece to move");
            if promote {
                piece.kind = piece.kind.promoted().expect("a piece that promotes");
            }
            next.put(from, None);
            next.put(to, Some(piece));
        }
        Move::Drop { kind, to } => {
            hand.set(kind, hand.count(kind) - 1);
            next.put(to, Some(Piece { color, kind }));
        }
    }
    next.turn = color.other();
    next
}

/// Is the move legal for the side to move?
pub fn is_legal(position: &Position, mv: Move) -> bool {
    match mv {
        Move::Board { from, to, promote } => is_legal_board_move(position, from, to, promote),
        Move::Drop { kind, to } => is_legal_drop(position, kind, to),
    }
}

fn is_legal_board_move(position: &Position, from: Square, to: Square, promote: bool) -> bool {
    let own = |piece: &Piece| piece.color == position.turn;
    // It moves a piece of one's own,
    let Some(piece) = position.at(from).filter(own) else {
        return false;
    };
    // as that piece moves,
    if !attacked_from(position, piece, from).any(|square| square == to) {
        return false;
    }
    // to an empty square or onto a piece of the other side that is no king.
    if position
        .at(to)
        .is_some_and(|taken| own(&taken) || taken.kind == King)
    {
        return false;
    }
    // It promotes only where it may, and does where it could not move on.
    if promote && !may_promote(piece, from, to) || !promote && is_stuck(piece, to) {
        return false;
    }
    // One's own king is not left in check.
    let next = after(position, Move::Board { from, to, promote });
    !is_in_check(&next, position.turn)
}

fn is_legal_drop(position: &Position, kind: Kind, to: Square) -> bool {
    let color = position.turn;
    // The piece is in hand, the square empty.
    if position.hand(color).count(kind) == 0 || position.at(to).is_some() {
        return false;
    }
    // The piece could move from there.
    if is_stuck(Piece { color, kind }, to) {
        return false;
    }
    // No second pawn on the file.
    if kind == Pawn && has_pawn_on_file(position, color, to) {
        return false;
    }
    // One's own king is not left in check.
    let next = after(position, Move::Drop { kind, to });
    if is_in_check(&next, color) {
        return false;
    }
    // No mate by dropping a pawn.
    !(kind == Pawn && is_mate_by_dropped_pawn(&next))
}

/// Is the side to move mated (打ち歩詰め), a pawn having been dropped just now?
///
/// Mate is to be in check without a legal move; a side that has no move but is not
/// in check is not mated. Only board moves are tried. The pawn alone gives check:
/// the king was not in check before the drop, and a drop opens no line. The pawn
/// stands next to the king, nothing can be put between them, and so no drop can
/// answer it.
fn is_mate_by_dropped_pawn(position: &Position) -> bool {
    let can_move = || {
        let moves = board_candidates(position, &helpful_squares(position));
        moves.into_iter().any(|mv| is_legal(position, mv))
    };
    is_in_check(position, position.turn) && !can_move()
}

/// Every legal move of the side to move.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let helpful = helpful_squares(position);
    let mut moves = board_candidates(position, &helpful);
    for kind in Kind::HAND {
        if position.hand(position.turn).count(kind) > 0 {
            moves.extend(helpful.iter().map(|&to| Move::Drop { kind, to }));
        }
    }
    moves.retain(|&mv| is_legal(position, mv));
    moves
}

/// Every legal move of the side to move that gives check.
pub fn checks(position: &Position) -> Vec<Move> {
    let color = position.turn;
    let Some(king) = position.king(color.other()) else {
        return Vec::new();
    };
    let mut moves = board_candidates(position, &helpful_squares(position));
    // What attacks the king is seen from his square along the lines and by the jumps that lead
    // there. Where a move touches none of these, nothing attacks him that did not before; and
    // nothing did, for the position is without a fault.
    moves.retain(|mv| match *mv {
        Move::Board { from, to, .. } => leads_to(from, king) || leads_to(to, king),
        Move::Drop { .. } => true,
    });
    // A piece that is dropped opens no line and so has to attack the king itself.
    // The squares from which it does are those that it would attack from the king's
    // square as a piece of the other side.
    for kind in Kind::HAND {
        if position.hand(color).count(kind) > 0 {
            let turned = Piece {
                color: color.other(),
                kind,
            };
            let squares = attacked_from(position, turned, king);
            moves.extend(squares.map(|to| Move::Drop { kind, to }));
        }
    }
    moves.retain(|&mv| gives_check(position, mv) && is_legal(position, mv));
    moves
}

/// Are two squares on one file, rank or diagonal, or a knight's jump apart?
fn leads_to(from: Square, to: Square) -> bool {
    let files = (from.file() - to.file()).abs();
    let ranks = (from.rank() - to.rank()).abs();
    files == 0 || ranks == 0 || files == ranks || (files, ranks) == (1, 2)
}

/// Is the other side's king attacked after a move that the pieces can make?
fn gives_check(position: &Position, mv: Move) -> bool {
    is_in_check(&after(position, mv), position.turn.other())
}

/// The moves that the pieces on the board can make, those that leave the own king
/// in check included; other pieces than the king go to helpful squares only.
fn board_candidates(position: &Position, helpful: &[Square]) -> Vec<Move> {
    let color = position.turn;
    let anywhere = helpful.len() == Square::ALL.len();
    let mut moves = Vec::new();
    for (from, kind) in position.pieces_of(color) {
        let piece = Piece { color, kind };
        for to in attacked_from(position, piece, from) {
            let is_own = position.at(to).is_some_and(|other| other.color == color);
            if is_own || kind != King && !anywhere && !helpful.contains(&to) {
                continue;
            }
            for promote in [false, true] {
                if !promote || may_promote(piece, from, to) {
                    moves.push(Move::Board { from, to, promote });
                }
            }
        }
    }
    moves
}

/// The squares to which a piece other than the king may have to go: all of them,
/// unless the side to move is in check. Then only a move onto the checker or between
/// it and the king can help, and none when there are two checkers.
fn helpful_squares(position: &Position) -> Vec<Square> {
    let Some(king) = position.king(position.turn) else {
        return Square::ALL.to_vec();
    };
    let checkers: Vec<Square> = attackers(position, king, position.turn.other()).collect();
    match checkers[..] {
        [] => Square::ALL.to_vec(),
        [checker] => squares_up_to(position, king, checker),
        _ => Vec::new(),
    }
}

/// The square of a checker and those between it and the king.
fn squares_up_to(position: &Position, king: Square, checker: Square) -> Vec<Square> {
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

/// The greatest number of pieces of each kind in [`Kind::HAND`]: those of a set.
const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];

/// All pieces but kings, on the board and in both hands, taken together as if they
/// were one hand; none when they are more of a kind than a set has.
pub fn pieces(position: &Position) -> Option<Hand> {
    let mut all = position.hand(Color::Black);
    for kind in Kind::HAND {
        let count = all
            .count(kind)
            .saturating_add(position.hand(Color::White).count(kind));
        all.set(kind, count);
    }
    for color in Color::ALL {
        for (_, kind) in position.pieces_of(color) {
            let kind = kind.unpromoted();
            if kind != King {
                all.set(kind, all.count(kind).saturating_add(1));
            }
        }
    }
    let is_possible = Kind::HAND
        .iter()
        .zip(SET)
        .all(|(&kind, most)| all.count(kind) <= most);
    is_possible.then_some(all)
}

/// What is wrong with a set-up, if anything; the numbers of pieces are counted by
/// [`pieces`]. From a position without a fault, legal moves lead to positions without one.
pub fn fault(position: &Position) -> Option<&'static str> {
    for color in Color::ALL {
        let pieces: Vec<(Square, Kind)> = position.pieces_of(color).collect();
        if pieces.iter().filter(|&&(_, kind)| kind == King).count() > 1 {
            return Some("the position has two kings of a side");
        }
        let is_stuck = |&(square, kind): &(Square, Kind)| is_stuck(Piece { color, kind }, square);
        if pieces.iter().any(is_stuck) {
            return Some("the position has a piece that can never move");
        }
        if has_two_pawns_on_a_file(&pieces) {
            return Some("the position has two pawns on a file");
        }
    }
    if is_in_check(position, position.turn.other()) {
        return Some("the position has a king that can be taken");
    }
    None
}

fn has_two_pawns_on_a_file(pieces: &[(Square, Kind)]) -> bool {
    let mut has_pawn = [false; 10];
    for &(square, kind) in pieces {
        if kind == Pawn {
            let file = &mut has_pawn[square.file() as usize];
            if *file {
                return true;
            }
            *file = true;
        }
    }
    false
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

    /// `attacked_from` and `attackers` answer the same question from two ends, and have to
    /// agree.
    #[test]
    fn attacks_are_the_same_from_both_ends() {
        let mut state = 2026;
        let mut attacks = 0;
        for _ in 0..300 {
            let position = random_board(&mut state);
            for square in Square::ALL {
                for by in Color::ALL {
                    let mut expected = Vec::new();
                    for (from, kind) in position.pieces_of(by) {
                        let piece = Piece { color: by, kind };
                        if attacked_from(&position, piece, from).any(|to| to == square) {
                            expected.push(from);
                        }
                    }
                    let found: Vec<Square> = attackers(&position, square, by).collect();
                    assert_eq!(found.len(), expected.len());
                    assert!(expected.iter().all(|from| found.contains(from)));
                    attacks += found.len();
                }
            }
        }
        assert!(attacks > 10_000, "{attacks}");
    }
}
