//! The rules of shogi for all rooms that speak `shogi_core`: is this legal, is this check, is
//! this mate, which moves are there.
//!
//! Readers, `verify`, the USI engine and the pages ask here, so that there is one answer. It is
//! the slow judge of the search's board ([`Position::is_legal`], `legal.rs`); the independent
//! checker has rules of its own. A position need not make sense as a problem: either side may
//! lack its king, and the side to move need not give check.
//!
//! ```
//! use shogi_core::{Color, PartialPosition};
//! use shogi_usi_parser::FromUsi;
//! use tsumi::shogi::rules;
//!
//! let position = PartialPosition::from_usi("sfen 4k4/4G4/4P4/9/9/9/9/9/9 w - 1").unwrap();
//! assert!(rules::is_mate(&position));
//! assert!(rules::in_check(&position, Color::White));
//! assert!(rules::legal_moves(&position).is_empty());
//! ```
use super::convert::{side_in, square_out};
use super::kind::Side;
use super::position::Position;
use shogi_core::{Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};

/// The board as the side to move sees it.
fn board(position: &PartialPosition) -> (Position, Color) {
    let mover = position.side_to_move();
    (Position::placed(position, mover), mover)
}

/// All legal moves of the side to move.
pub fn legal_moves(position: &PartialPosition) -> Vec<Move> {
    let (board, mover) = board(position);
    let moves = board.legal_moves().into_iter();
    moves.map(|mv| board.to_core_move(mv, mover)).collect()
}

/// True when the side to move may play this. A piece to be dropped must be of its colour.
pub fn is_legal(position: &PartialPosition, mv: Move) -> bool {
    let (board, mover) = board(position);
    if matches!(mv, Move::Drop { piece, .. } if piece.color() != mover) {
        return false;
    }
    let inside = board.from_core_move(mv, mover);
    inside.is_some_and(|mv| board.is_legal(mv))
}

/// Makes a move if it is legal, and returns whether it is.
pub fn play(position: &mut PartialPosition, mv: Move) -> bool {
    is_legal(position, mv) && position.make_move(mv).is_some()
}

/// The position after a legal move; none when the move is not legal.
pub fn after(position: &PartialPosition, mv: Move) -> Option<PartialPosition> {
    let mut next = position.clone();
    play(&mut next, mv).then_some(next)
}

/// All legal moves of the side to move that give check.
pub fn checks(position: &PartialPosition) -> Vec<Move> {
    let (board, mover) = board(position);
    let moves = board.legal_moves().into_iter();
    moves
        .filter(|&mv| board.gives_check(mv))
        .map(|mv| board.to_core_move(mv, mover))
        .collect()
}

/// Where a side's king stands; none without a king. `shogi_core`'s own `king_position` still
/// names the square of a king that was taken off the board.
pub fn king(position: &PartialPosition, color: Color) -> Option<Square> {
    let king = Some(Piece::new(PieceKind::King, color));
    Square::all().find(|&square| position.piece_at(square) == king)
}

/// True when a side's king is attacked, whoever is to move; false without a king.
pub fn in_check(position: &PartialPosition, color: Color) -> bool {
    checker(position, color).is_some()
}

/// A piece that gives check to a side's king, whoever is to move: the first in the order of
/// `Square::all`.
pub fn checker(position: &PartialPosition, color: Color) -> Option<(Square, PieceKind)> {
    let by = checkers(position, color).into_iter().next()?;
    Some((by, position.piece_at(by)?.piece_kind()))
}

/// Where the pieces stand that give check to a side's king, whoever is to move, in the order of
/// `Square::all`; empty without a king.
pub fn checkers(position: &PartialPosition, color: Color) -> Vec<Square> {
    let (board, mover) = board(position);
    let side = side_in(color, mover);
    let Some(king) = board.king(side) else {
        return Vec::new();
    };
    let squares = board.attackers_to(king, side.opposite(), board.occupied());
    let mut squares: Vec<Square> = squares.map(|square| square_out(square, mover)).collect();
    squares.sort_by_key(|square| square.index());
    squares
}

/// True when the side to move is in check and has no legal move (詰み).
pub fn is_mate(position: &PartialPosition) -> bool {
    let (board, _) = board(position);
    board.in_check(Side::Attacker) && board.legal_moves().is_empty()
}

/// A reply of the side to move, which is in check, that is no futile interposition (無駄合い). There
/// is none where it is mate by the convention: the conventional length is 0 (docs/conventional.md).
pub fn reply_that_counts(position: &PartialPosition) -> Option<Move> {
    let attacker = position.side_to_move().flip();
    let mut board = Position::placed(position, attacker);
    let reply = board.reply_that_counts()?;
    Some(board.to_core_move(reply, attacker))
}

/// The pieces in a side's hand, with their numbers.
pub fn held(position: &PartialPosition, color: Color) -> Vec<(PieceKind, u8)> {
    let hand = position.hand_of_a_player(color);
    let held = |kind| hand.count(kind).filter(|&n| n > 0).map(|n| (kind, n));
    Hand::all_hand_pieces().filter_map(held).collect()
}

/// The position after as many of these moves as can be made, one after the other. Legality is not
/// asked: the line is one that was read or found.
pub fn along(position: &PartialPosition, moves: &[Move]) -> PartialPosition {
    let mut at = position.clone();
    for &mv in moves {
        if at.make_move(mv).is_none() {
            break;
        }
    }
    at
}

/// The position before the move at `ply` of a line, from 1; that at its end where it is shorter.
/// Who goes along the line asks for [`positions`] once.
pub fn before(root: &PartialPosition, line: &[Move], ply: u32) -> PartialPosition {
    let played = (ply as usize).saturating_sub(1).min(line.len());
    along(root, &line[..played])
}

/// The root of a line and the position after each of its moves, as far as they can be made.
pub fn positions(root: &PartialPosition, line: &[Move]) -> Vec<PartialPosition> {
    let mut all = vec![root.clone()];
    let mut at = root.clone();
    for &mv in line {
        if at.make_move(mv).is_none() {
            break;
        }
        all.push(at.clone());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_usi_parser::FromUsi;

    #[test]
    fn the_position_before_a_ply_is_that_of_the_walk() {
        let root = PartialPosition::from_usi("sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let drop = checks(&root)[0];
        let reply = legal_moves(&along(&root, &[drop])).first().copied();
        let line: Vec<Move> = [drop].into_iter().chain(reply).collect();
        let walked = positions(&root, &line);
        assert_eq!(walked.len(), line.len() + 1);
        for (ply, position) in (1..).zip(&walked) {
            assert_eq!(&before(&root, &line, ply), position);
        }
        assert_eq!(before(&root, &line, 0), root);
        assert_eq!(&before(&root, &line, u32::MAX), walked.last().unwrap());
        // The same drop twice cannot be made.
        assert_eq!(positions(&root, &[drop, drop]).len(), 2);
    }
}
