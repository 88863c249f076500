//! The rules of shogi: one function a rule. How pieces move is in `attacks`.
//!
//! [`is_legal`] is the law. [`legal_moves`] and [`checks`] list candidates and ask it
//! about each of them, so a reader has to be convinced of one thing about these two:
//! that no legal move is missing among the candidates. All positions have to be
//! without a [`fault`].
use crate::attacks::{attacked_from, attacks, is_attacked_from, is_far};
use crate::attacks::{is_screen, points_at, squares_up_to};
use crate::board::{Color, Hand, Kind, Move, Piece, Position, Square};
use Kind::{King, Knight, Lance, Pawn};

pub(crate) use crate::attacks::attackers;
pub use crate::attacks::is_in_check;

/// Lists of moves begin with room for so many, so that they seldom have to grow.
const USUAL: usize = 64;

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
            let piece = position.at(from).expect("a piece to move");
            next.put(from, None);
            next.put(to, Some(moved(piece, promote)));
        }
        Move::Drop { kind, to } => {
            hand.set(kind, hand.count(kind) - 1);
            next.put(to, Some(Piece { color, kind }));
        }
    }
    next.turn = color.other();
    next
}

/// What a piece is after its move.
///
/// # Panics
/// When it promotes and cannot.
fn moved(piece: Piece, promote: bool) -> Piece {
    let kind = match promote {
        true => piece.kind.promoted().expect("a piece that promotes"),
        false => piece.kind,
    };
    Piece { kind, ..piece }
}

/// Is the move legal for the side to move?
pub fn is_legal(position: &Position, mv: Move) -> bool {
    after_legal(position, mv).is_some()
}

/// The position after a move; none when that is not legal for the side to move.
pub(crate) fn after_legal(position: &Position, mv: Move) -> Option<Position> {
    let can_be_made = match mv {
        Move::Board { from, to, promote } => can_move(position, from, to, promote),
        Move::Drop { kind, to } => can_drop(position, kind, to),
    };
    if !can_be_made {
        return None;
    }
    let next = after(position, mv);
    // One's own king is not left in check.
    if is_in_check(&next, position.turn) {
        return None;
    }
    // No mate by dropping a pawn.
    if matches!(mv, Move::Drop { kind: Pawn, .. }) && is_mate_by_dropped_pawn(&next) {
        return None;
    }
    Some(next)
}

/// Can the piece on this square go to the other one, and promote or not?
fn can_move(position: &Position, from: Square, to: Square, promote: bool) -> bool {
    let own = |piece: &Piece| piece.color == position.turn;
    // It is a piece of one's own,
    let Some(piece) = position.at(from).filter(own) else {
        return false;
    };
    // which moves like that,
    if !attacks(position, piece, from, to) {
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
    match promote {
        true => may_promote(piece, from, to),
        false => !is_stuck(piece, to),
    }
}

/// Can a piece of this kind be dropped there?
fn can_drop(position: &Position, kind: Kind, to: Square) -> bool {
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
    !(kind == Pawn && has_pawn_on_file(position, color, to))
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
    after_checks(position).map(|(check, _)| check).collect()
}

/// Every legal move of the side to move that gives check, and the position after it.
pub(crate) fn after_checks(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let color = position.turn;
    let king = position.king(color.other());
    let candidates = king.map(|king| check_candidates(position, king));
    candidates.into_iter().flatten().filter_map(move |check| {
        let next = after_legal(position, check)?;
        let is_check =
            is_attacked_from(&next, king?, check.to()) || is_in_check(&next, color.other());
        is_check.then_some((check, next))
    })
}

/// The moves that may give check to this king of the other side, whom nothing attacks yet.
fn check_candidates(position: &Position, king: Square) -> Vec<Move> {
    let color = position.turn;
    let mut moves = Vec::with_capacity(USUAL);
    // After a move on the board the piece that moved attacks the king, or one behind the square
    // that it left.
    for (from, kind) in position.pieces_of(color) {
        let piece = Piece { color, kind };
        let is_screen = is_screen(position, from, king, color);
        if !is_screen && is_far(kind, from, king) {
            continue;
        }
        add_moves(position, from, piece, &mut moves, |to, there| {
            is_screen || points_at(there, to, king)
        });
    }
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
    moves
}

/// The moves that the pieces on the board can make, those that leave the own king
/// in check included; other pieces than the king go to helpful squares only.
fn board_candidates(position: &Position, helpful: &[Square]) -> Vec<Move> {
    let color = position.turn;
    let anywhere = helpful.len() == Square::ALL.len();
    let mut moves = Vec::with_capacity(USUAL);
    for (from, kind) in position.pieces_of(color) {
        let piece = Piece { color, kind };
        add_moves(position, from, piece, &mut moves, |to, _| {
            kind == King || anywhere || helpful.contains(&to)
        });
    }
    moves
}

/// Adds those moves of a piece that are wanted, which is asked about the square it goes to and
/// what it is there. They take no piece of its own side, and promote where they may.
fn add_moves(
    position: &Position,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
    wanted: impl Fn(Square, Piece) -> bool,
) {
    attacked_from(position, piece, from).for_each(|to| {
        if position
            .at(to)
            .is_some_and(|other| other.color == piece.color)
        {
            return;
        }
        for promote in [false, true] {
            let may = !promote || may_promote(piece, from, to);
            if may && wanted(to, moved(piece, promote)) {
                moves.push(Move::Board { from, to, promote });
            }
        }
    });
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
    let mut on_board = [0; Kind::ALL.len()];
    for (_, piece) in position.pieces() {
        on_board[piece.kind as usize] += 1;
    }
    for (kind, count) in Kind::ALL.into_iter().zip(on_board) {
        let kind = kind.unpromoted();
        if kind != King {
            all.set(kind, all.count(kind).saturating_add(count));
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
    // By side.
    let mut kings = [0; 2];
    let mut has_stuck = [false; 2];
    let mut has_pawn = [[false; 10]; 2];
    let mut has_two_pawns = [false; 2];
    for (square, piece) in position.pieces() {
        let side = piece.color as usize;
        has_stuck[side] |= is_stuck(piece, square);
        match piece.kind {
            King => kings[side] += 1,
            Pawn => {
                let pawn = &mut has_pawn[side][square.file() as usize];
                has_two_pawns[side] |= *pawn;
                *pawn = true;
            }
            _ => {}
        }
    }
    for side in Color::ALL.map(|color| color as usize) {
        if kings[side] > 1 {
            return Some("the position has two kings of a side");
        }
        if has_stuck[side] {
            return Some("the position has a piece that can never move");
        }
        if has_two_pawns[side] {
            return Some("the position has two pawns on a file");
        }
    }
    if is_in_check(position, position.turn.other()) {
        return Some("the position has a king that can be taken");
    }
    None
}
