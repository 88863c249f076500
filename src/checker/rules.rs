//! Legal moves and checks, asked of `shogi_legality_lite` in the ways in which
//! its answers are exact; and whether a set-up makes sense.
//!
//! Three habits of that crate (0.1.3) are kept out; docs/certificate.md, "The
//! rules crate", tells more:
//! - its test of mate by a pawn drop also strikes a drop that gives no check
//!   and leaves the other side without a move, and recurses through the pawn
//!   drops of both sides; `pawn_drop` below is written out instead;
//! - `is_legal_partial` refuses each pawn drop against a side without a king;
//!   `is_legal_partial_lite` does not;
//! - `all_checks_partial` lists drops that leave the dropper's own king in
//!   check; every drop is tested here.
use shogi_core::{Bitboard, Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};
use shogi_legality_lite::prelegality::{is_valid, will_king_be_captured};
use shogi_legality_lite::{all_checks_partial, all_drop_checks_partial};
use shogi_legality_lite::{is_legal_partial_lite, normal_from_candidates};

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
    let piece = Piece::new(PieceKind::Pawn, side);
    let file = (1..=9).filter_map(|rank| Square::new(to.file(), rank));
    if position.hand(piece) == Some(0)
        || position.piece_at(to).is_some()
        || to.relative_rank(side) == 1
        || file
            .filter_map(|s| position.piece_at(s))
            .any(|p| p == piece)
    {
        return false;
    }
    let next = after(position, Move::Drop { piece, to });
    let mut answers = next.player_bitboard(side.flip()).into_iter();
    will_king_be_captured(&next) != Some(true)
        && (!in_check(&next) || answers.any(|s| !normal_from_candidates(&next, s).is_empty()))
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
    // Whether a drop leaves the own king safe depends on its square alone:
    // that is asked once a square, with a gold put there by way of trial.
    let mut safe = Bitboard::empty();
    let mut trial = position.clone();
    trial.side_to_move_set(side.flip());
    for to in position.vacant_bitboard() {
        trial.piece_set(to, Some(Piece::new(PieceKind::Gold, side)));
        if will_king_be_captured(&trial) != Some(true) {
            safe |= to;
        }
        trial.piece_set(to, None);
    }
    for piece in held(position) {
        let drops = safe.into_iter().map(|to| Move::Drop { piece, to });
        moves.extend(drops.filter(|&mv| legal(position, mv)));
    }
    moves
}

/// Every legal move of the side to move that gives check.
pub(super) fn checks(position: &PartialPosition) -> Vec<Move> {
    let side = position.side_to_move();
    let mut no_hand = position.clone();
    *no_hand.hand_of_a_player_mut(side) = Hand::new();
    let mut moves = all_checks_partial(&no_hand);
    let below = if side == Color::Black { 1 } else { -1 };
    let king = position.king_position(side.flip());
    for piece in held(position) {
        let squares = match piece.piece_kind() {
            PieceKind::Pawn => king
                .and_then(|king| king.shift(0, below))
                .map(Bitboard::single),
            kind => Some(all_drop_checks_partial(position, kind)),
        };
        let drops = squares
            .into_iter()
            .flatten()
            .map(|to| Move::Drop { piece, to });
        moves.extend(drops.filter(|&mv| legal(position, mv)));
    }
    moves
}

/// One piece of each kind that the side to move holds.
fn held(position: &PartialPosition) -> impl Iterator<Item = Piece> {
    let pieces = Hand::all_hand_pieces().map(|kind| Piece::new(kind, position.side_to_move()));
    pieces.filter(|&piece| position.hand(piece) > Some(0))
}

/// How many of this piece stand on the board.
pub(super) fn count(position: &PartialPosition, kind: PieceKind, side: Color) -> u8 {
    position.piece_bitboard(Piece::new(kind, side)).count()
}

/// What the board and both hands hold, colours and promotion apart; none when
/// it is more than a set has. Kings are not counted.
pub(super) fn pieces(position: &PartialPosition) -> Option<Hand> {
    let mut all = Hand::new();
    let limits = [18, 4, 4, 4, 4, 2, 2];
    for (kind, limit) in Hand::all_hand_pieces().zip(limits) {
        let mut sum = 0u32;
        for side in Color::all() {
            sum += u32::from(position.hand(Piece::new(kind, side))?);
            sum += u32::from(count(position, kind, side));
            sum += kind
                .promote()
                .map_or(0, |kind| u32::from(count(position, kind, side)));
        }
        (sum <= limit).then_some(())?;
        all = (0..sum).try_fold(all, |all, _| all.added(kind))?;
    }
    Some(all)
}

/// What is wrong with a set-up, if anything: a second king, a piece that can
/// never move, two pawns on a file, a king that can be taken.
pub(super) fn fault(position: &PartialPosition) -> Option<&'static str> {
    if Color::all()
        .iter()
        .any(|&side| count(position, PieceKind::King, side) > 1)
    {
        return Some("two kings of a side");
    }
    for square in position.occupied_bitboard() {
        let piece = position.piece_at(square)?;
        let pawn = piece.piece_kind() == PieceKind::Pawn;
        let ranks = match piece.piece_kind() {
            PieceKind::Knight => 2,
            kind => u8::from(pawn || kind == PieceKind::Lance),
        };
        if square.relative_rank(piece.color()) <= ranks {
            return Some("a piece that can never move");
        }
        let mut above = (1..square.rank()).filter_map(|rank| Square::new(square.file(), rank));
        if pawn && above.any(|s| position.piece_at(s) == Some(piece)) {
            return Some("two pawns on a file");
        }
    }
    (will_king_be_captured(position) == Some(true)).then_some("a king that can be taken")
}
