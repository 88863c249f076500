//! Legal moves and checks, asked of `shogi_legality_lite` (0.1.3) in the ways
//! in which its answers are exact; and whether a set-up makes sense.
//!
//! Not asked are its rule of mate by a pawn drop, which also strikes drops that
//! give no check, and whether its checks by a drop leave the own king safe:
//! `legal` judges every drop. See docs/certificate.md, "The rules crate".
use super::ensure;
use shogi_core::PieceKind::{self, Gold, King, Knight, Lance, Pawn};
use shogi_core::{Bitboard, Color, Hand, Move, PartialPosition, Piece, Square};
use shogi_legality_lite::prelegality::will_king_be_captured;
use shogi_legality_lite::{all_checks_partial, all_drop_checks_partial};
use shogi_legality_lite::{all_legal_moves_partial, is_legal_partial_lite, normal_from_candidates};
use std::iter::successors;

/// Is the side to move in check?
pub(super) use shogi_legality_lite::is_in_check_partial_lite as in_check;

/// Is this move legal? A drop is when the piece is in hand and the square
/// empty, which `make_move` sees to, when the set-up after it is sound, and
/// when it is not mate by a pawn. That is decided by board moves alone: nothing
/// can be put between a pawn and the next square.
pub(super) fn legal(position: &PartialPosition, mv: Move) -> bool {
    let Move::Drop { piece, .. } = mv else {
        return is_legal_partial_lite(position, mv);
    };
    let mut next = position.clone();
    let mates = |next| in_check(next) && moves(next, all_legal_moves_partial, |_| None).is_empty();
    next.make_move(mv).is_some()
        && sound(&next).is_ok()
        && !(piece.piece_kind() == Pawn && mates(&next))
}

/// The position after a move that `legal` or one of the lists below vouches for.
pub(super) fn after(position: &PartialPosition, mv: Move) -> PartialPosition {
    let mut next = position.clone();
    next.make_move(mv).expect("a legal move can be made");
    next
}

/// Every legal move of the side to move.
pub(super) fn replies(position: &PartialPosition) -> Vec<Move> {
    let king = position.king_position(position.side_to_move());
    let Some(king) = king.filter(|_| in_check(position)) else {
        let vacant = |_| Some(position.vacant_bitboard());
        return moves(position, all_legal_moves_partial, vacant);
    };
    let squares = parrying(position, king);
    let listed = |bare: &_| parries(bare, king, squares);
    moves(position, listed, |_| Some(squares))
}

/// The legal moves on the board of a side in check: its king's, and those of other
/// pieces to one of these squares.
fn parries(position: &PartialPosition, king: Square, squares: Bitboard) -> Vec<Move> {
    let normal = |from, to, promote| Move::Normal { from, to, promote };
    let steps = normal_from_candidates(position, king).map(|to| normal(king, to, false));
    let ways = |from| squares.flat_map(move |to| [false, true].map(|p| normal(from, to, p)));
    let movers = position.player_bitboard(position.side_to_move());
    let others = movers.filter(|&from| from != king).flat_map(ways);
    let legal = |mv: &Move| is_legal_partial_lite(position, *mv);
    steps.chain(others.filter(legal)).collect()
}

/// Where a piece other than the king may end the check, and perhaps other squares: on a
/// piece that checks, or from the king towards one. Each piece of the other side is
/// replaced by a gold of the king's side by way of trial; when that ends the check, it
/// came from there alone, and when no trial does, there are two and none of these moves
/// helps. A piece that is neither on a line with the king nor a knight's jump away gives
/// no check and is not tried. Where the mover came from does not matter: that a square
/// gets empty takes no check away.
fn parrying(position: &PartialPosition, king: Square) -> Bitboard {
    let side = position.side_to_move();
    let mut trial = position.clone();
    trial.side_to_move_set(side.flip());
    let mut found = Bitboard::empty();
    let may_check = |piece: &Square| {
        let file = piece.file().abs_diff(king.file());
        let rank = piece.rank().abs_diff(king.rank());
        file == 0 || rank == 0 || file == rank || (file, rank) == (1, 2)
    };
    for checker in position.player_bitboard(side.flip()).filter(may_check) {
        let mut trial = trial.clone();
        trial.piece_set(checker, Some(Piece::new(Gold, side)));
        if will_king_be_captured(&trial) != Some(true) {
            let file = checker.file().cmp(&king.file()) as i8;
            let rank = checker.rank().cmp(&king.rank()) as i8;
            let next = |from: &Square| from.shift(file, rank);
            let vacant = |to: &Square| position.piece_at(*to).is_none();
            let between = successors(next(&king), next).take_while(vacant);
            between.chain([checker]).for_each(|to| found |= to);
        }
    }
    found
}

/// Every legal move of the side to move that gives check.
pub(super) fn checks(position: &PartialPosition) -> Vec<Move> {
    let side = position.side_to_move();
    let below = if side == Color::Black { 1 } else { -1 };
    let king = position.king_position(side.flip());
    moves(position, all_checks_partial, |kind| match kind {
        Pawn => king?.shift(0, below).map(Bitboard::single),
        _ => Some(all_drop_checks_partial(position, kind)),
    })
}

/// What the crate lists for an empty hand, and the legal ones among these drops.
fn moves(
    position: &PartialPosition,
    listed: impl Fn(&PartialPosition) -> Vec<Move>,
    drops: impl Fn(PieceKind) -> Option<Bitboard>,
) -> Vec<Move> {
    let side = position.side_to_move();
    let mut bare = position.clone();
    *bare.hand_of_a_player_mut(side) = Hand::new();
    let mut moves = listed(&bare);
    for piece in Hand::all_hand_pieces().map(|kind| Piece::new(kind, side)) {
        if position.hand(piece) > Some(0) {
            let squares = drops(piece.piece_kind()).into_iter().flatten();
            let drops = squares.map(|to| Move::Drop { piece, to });
            moves.extend(drops.filter(|&mv| legal(position, mv)));
        }
    }
    moves
}

/// All pieces but kings, whoever has them; none when they are more than a set.
pub(super) fn pieces(position: &PartialPosition) -> Option<Hand> {
    let mut all = Hand::new();
    for (kind, limit) in Hand::all_hand_pieces().zip([18, 4, 4, 4, 4, 2, 2]) {
        let on_board = |kind| position.piece_kind_bitboard(kind).count();
        let mut sum = on_board(kind) + kind.promote().map_or(0, on_board);
        for side in Color::all() {
            sum += position.hand(Piece::new(kind, side))?;
        }
        (sum <= limit).then_some(())?;
        all = (0..sum).try_fold(all, |all, _| all.added(kind))?;
    }
    Some(all)
}

/// What is wrong with a set-up, if anything, the number of pieces apart.
pub(super) fn sound(position: &PartialPosition) -> Result<(), &'static str> {
    for side in Color::all() {
        let squares = |kind| position.piece_bitboard(Piece::new(kind, side));
        let kings = squares(King).count();
        ensure(kings <= 1, "the position has two kings of a side")?;
        for (kind, ranks) in [(Pawn, 1), (Lance, 1), (Knight, 2)] {
            let movable = squares(kind).all(|square| square.relative_rank(side) > ranks);
            ensure(movable, "the position has a piece that can never move")?;
        }
        let mut files = [0; 10];
        squares(Pawn).for_each(|square| files[usize::from(square.file())] += 1);
        let single = files.into_iter().all(|pawns| pawns <= 1);
        ensure(single, "the position has two pawns on a file")?;
    }
    let safe = will_king_be_captured(position) != Some(true);
    ensure(safe, "the position has a king that can be taken")
}
