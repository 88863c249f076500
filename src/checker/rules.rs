//! Legal moves and legal checks, asked of `shogi_legality_lite` in the ways in
//! which its answers are exact, and the set-up of a position.
//!
//! Three habits of that crate (0.1.3) are kept out, all about pawns and kings;
//! docs/certificate.md, "The rules crate", tells what they are:
//! - its test of mate by a pawn drop also strikes a drop that gives no check
//!   and leaves the other side without a move, and recurses through the pawn
//!   drops of both sides; `pawn_drop` below is written out instead;
//! - `is_legal_partial` refuses each pawn drop against a side without a king;
//!   `is_legal_partial_lite` does not;
//! - `all_checks_partial` lists drops that leave the dropper's own king in
//!   check; drops are tested here when that king is in check.
use super::notation::{Counts, FULL_SET};
use shogi_core::{Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};
use shogi_legality_lite::prelegality::{is_valid, will_king_be_captured};
use shogi_legality_lite::{
    all_checks_partial, all_drop_checks_partial, is_legal_partial_lite, normal_from_candidates,
};

/// Is the side to move in check?
pub(super) use shogi_legality_lite::is_in_check_partial_lite as in_check;

/// Is this move legal?
pub(super) fn legal(position: &PartialPosition, mv: Move) -> bool {
    match mv {
        Move::Drop { piece, to } if piece.piece_kind() == PieceKind::Pawn => {
            piece.color() == position.side_to_move() && pawn_drop(position, to)
        }
        _ => is_legal_partial_lite(position, mv),
    }
}

/// The position after a move that `legal` or one of the lists below vouches for.
pub(super) fn after(position: &PartialPosition, mv: Move) -> PartialPosition {
    let mut next = position.clone();
    let made = next.make_move(mv);
    debug_assert!(made.is_some());
    next
}

/// May the side to move drop a pawn here? Mate by a pawn drop is decided by
/// board moves alone: nothing can be put between a pawn and the next square.
fn pawn_drop(position: &PartialPosition, to: Square) -> bool {
    let side = position.side_to_move();
    let pawn = Piece::new(PieceKind::Pawn, side);
    let on_file = |rank| Square::new(to.file(), rank).and_then(|s| position.piece_at(s));
    if position.hand(pawn).is_none_or(|held| held == 0)
        || position.piece_at(to).is_some()
        || to.relative_rank(side) == 1
        || (1..=9).any(|rank| on_file(rank) == Some(pawn))
    {
        return false;
    }
    let next = after(position, Move::Drop { piece: pawn, to });
    will_king_be_captured(&next) != Some(true) && (!in_check(&next) || can_move_on_board(&next))
}

/// Has the side to move a legal move that is no drop?
fn can_move_on_board(position: &PartialPosition) -> bool {
    let mut own = position
        .player_bitboard(position.side_to_move())
        .into_iter();
    own.any(|from| !normal_from_candidates(position, from).is_empty())
}

/// Every legal move of the side to move.
pub(super) fn replies(position: &PartialPosition) -> Vec<Move> {
    let side = position.side_to_move();
    let mut moves = Vec::new();
    for from in position.player_bitboard(side) {
        for to in normal_from_candidates(position, from) {
            let both = [false, true].map(|promote| Move::Normal { from, to, promote });
            moves.extend(both.into_iter().filter(|&mv| is_valid(position, mv)));
        }
    }
    let kinds = held_kinds(position, side);
    if kinds.is_empty() {
        return moves;
    }
    // Whether a drop leaves the own king safe depends on its square alone:
    // the safety is asked once a square, with a gold put there by way of trial.
    let mut trial = position.clone();
    trial.side_to_move_set(side.flip());
    for to in position.vacant_bitboard() {
        trial.piece_set(to, Some(Piece::new(PieceKind::Gold, side)));
        if will_king_be_captured(&trial) != Some(true) {
            for &kind in &kinds {
                let mv = Move::Drop {
                    piece: Piece::new(kind, side),
                    to,
                };
                let pawn = kind == PieceKind::Pawn;
                if if pawn {
                    pawn_drop(position, to)
                } else {
                    is_valid(position, mv)
                } {
                    moves.push(mv);
                }
            }
        }
        trial.piece_set(to, None);
    }
    moves
}

/// Every legal move of the side to move that gives check.
pub(super) fn checks(position: &PartialPosition) -> Vec<Move> {
    let side = position.side_to_move();
    let mut no_hand = position.clone();
    *no_hand.hand_of_a_player_mut(side) = Hand::new();
    let mut moves = all_checks_partial(&no_hand);
    let Some(king) = position.king_position(side.flip()) else {
        return moves;
    };
    let in_danger = in_check(position);
    for kind in held_kinds(position, side) {
        let drop = |to| Move::Drop {
            piece: Piece::new(kind, side),
            to,
        };
        if kind == PieceKind::Pawn {
            let below = if side == Color::Black { 1 } else { -1 };
            moves.extend(
                king.shift(0, below)
                    .filter(|&to| pawn_drop(position, to))
                    .map(drop),
            );
        } else {
            let drops = all_drop_checks_partial(position, kind)
                .into_iter()
                .map(drop);
            moves.extend(drops.filter(|&mv| !in_danger || is_legal_partial_lite(position, mv)));
        }
    }
    moves
}

fn held_kinds(position: &PartialPosition, side: Color) -> Vec<PieceKind> {
    let held = |&kind: &PieceKind| position.hand(Piece::new(kind, side)).is_some_and(|n| n > 0);
    Hand::all_hand_pieces().filter(held).collect()
}

/// How many pieces of each hand kind stand on the board, promoted or not.
pub(super) fn on_board(position: &PartialPosition) -> Counts {
    std::array::from_fn(|i| {
        let kind = PieceKind::from_u8(i as u8 + 1);
        let both = [kind, kind.and_then(PieceKind::promote)];
        both.into_iter()
            .flatten()
            .map(|k| position.piece_kind_bitboard(k).count())
            .sum()
    })
}

/// How many kings each side has.
pub(super) fn kings(position: &PartialPosition) -> [u8; 2] {
    Color::all().map(|c| {
        position
            .piece_bitboard(Piece::new(PieceKind::King, c))
            .count()
    })
}

/// What is wrong with a set-up, if anything: too many pieces or kings, a piece
/// that can never move, two pawns on a file, a king that can be taken.
pub(super) fn fault(position: &PartialPosition, total: &Counts) -> Option<&'static str> {
    if total.iter().zip(FULL_SET).any(|(&have, full)| have > full) {
        return Some("more pieces than a set holds");
    }
    if kings(position).iter().any(|&n| n > 1) {
        return Some("two kings of a side");
    }
    for side in Color::all() {
        let (mut files, mut stuck) = (0u16, false);
        for (kind, first) in [
            (PieceKind::Pawn, 2),
            (PieceKind::Lance, 2),
            (PieceKind::Knight, 3),
        ] {
            for square in position.piece_bitboard(Piece::new(kind, side)) {
                stuck |= square.relative_rank(side) < first;
                if kind == PieceKind::Pawn && files & 1 << square.file() != 0 {
                    return Some("two pawns on a file");
                }
                files |= u16::from(kind == PieceKind::Pawn) << square.file();
            }
        }
        if stuck {
            return Some("a piece that can never move");
        }
    }
    (will_king_be_captured(position) == Some(true)).then_some("a king that can be taken")
}
