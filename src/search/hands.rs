//! Proof hands and disproof hands (証明駒・反証駒).
//!
//! A proof found with one hand in the attacker's hand holds for every hand that
//! covers its *proof hand*, a disproof for every hand that its *disproof hand*
//! covers (Seo 1999, Nagai 2002). What the attacker does not hold is the
//! defender's, so a smaller hand may give the defender a kind of piece to
//! interpose with, and a larger one may give the attacker a new check by drop.
//! A better kind in hand never stands for a lesser one: that would not be sound, because
//! the defender has whatever the attacker lacks.

use crate::shogi::{HAND_KINDS, Hand, Kind, Move, Position, Side, between};

fn hand_kind(captured: Kind) -> Kind {
    captured.unpromoted()
}

/// The proof hand or disproof hand before the attacker's move `mv`, from the one after it:
/// a dropped piece returns, a captured one is given up when it is there.
pub fn before(after: Hand, mv: Move) -> Hand {
    if mv.is_drop() {
        return after.added(mv.kind());
    }
    match mv.captured() {
        Some(k) if after.count(hand_kind(k)) > 0 => after.removed(hand_kind(k)),
        _ => after,
    }
}

/// Completes the proof hand of a defender's node: kinds that the defender lacks,
/// and could interpose if he had them, must stay with the attacker. `pos` has the
/// defender to move.
pub fn keep_monopolies(pos: &Position, proof: Hand) -> Hand {
    let checkers = pos.checkers();
    let Some(king) = pos.king(Side::Defender) else {
        return proof;
    };
    if checkers.more_than_one() {
        return proof;
    }
    let Some(checker) = checkers.into_iter().next() else {
        return proof;
    };
    let line = between(checker, king);
    if line.is_empty() {
        return proof;
    }
    let mut proof = proof;
    for kind in HAND_KINDS {
        let held = pos.attacker_hand().count(kind);
        if held > proof.count(kind)
            && pos.defender_hand().count(kind) == 0
            && Iterator::any(&mut line.into_iter(), |s| {
                pos.can_drop(Side::Defender, kind, s)
            })
        {
            proof = proof.with_count(kind, held);
        }
    }
    proof
}

/// Everything that is in either hand.
pub fn all(pos: &Position) -> Hand {
    pos.attacker_hand().plus(pos.defender_hand())
}

/// Completes the disproof hand of an attacker's node: kinds that the attacker
/// lacks, and could check with if he had them, must not be in it. `pos` has the
/// attacker to move.
pub fn forbid_new_drops(pos: &Position, disproof: Hand) -> Hand {
    let mut disproof = disproof;
    for kind in HAND_KINDS {
        if disproof.count(kind) > 0
            && pos.attacker_hand().count(kind) == 0
            && !pos.drop_checks(kind).is_empty()
        {
            disproof = disproof.with_count(kind, 0);
        }
    }
    disproof
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::position;
    use crate::shogi::Square;

    fn hand(pieces: &[(Kind, u8)]) -> Hand {
        let none = Hand::EMPTY;
        pieces.iter().fold(none, |h, &(k, n)| h.with_count(k, n))
    }

    #[test]
    fn a_drop_needs_the_piece() {
        let mv = Move::drop(Kind::Gold, Square::at(5, 2));
        let after = hand(&[(Kind::Silver, 1)]);
        let with_gold = hand(&[(Kind::Silver, 1), (Kind::Gold, 1)]);
        assert_eq!(before(after, mv), with_gold);
    }

    #[test]
    fn a_capture_gives_the_piece_if_it_is_needed() {
        let (a, b) = (Square::at(5, 5), Square::at(5, 4));
        let mv = Move::board(a, b, Kind::Rook, Some(Kind::ProSilver), false);
        let one = hand(&[(Kind::Silver, 1)]);
        assert_eq!(before(one, mv), Hand::EMPTY);
        assert_eq!(before(one.added(Kind::Silver), mv), one);
        assert_eq!(before(Hand::EMPTY, mv), Hand::EMPTY);
        let quiet = Move::board(a, b, Kind::Rook, None, true);
        assert_eq!(before(one, quiet), one);
    }

    /// Whatever hand covers the proof hand before, covers it after the move; and
    /// the disproof hand covers afterwards what it covered before.
    #[test]
    fn before_and_after_agree() {
        let mut numbers = crate::search::testing::numbers();
        let (a, b) = (Square::at(5, 5), Square::at(5, 4));
        for _ in 0..20_000 {
            let mut any = || {
                HAND_KINDS.iter().fold(Hand::EMPTY, |h, &k| {
                    let most = Kind::TOTALS[k.index()].min(3);
                    h.with_count(k, numbers.below(u32::from(most)) as u8)
                })
            };
            let (held, final_hand) = (any(), any());
            let kind = HAND_KINDS[numbers.below(7) as usize];
            let captured = (numbers.below(3) > 0).then_some(kind);
            for mv in [
                Move::drop(kind, b),
                Move::board(a, b, Kind::King, captured, false),
            ] {
                if mv.is_drop() && !held.has(kind) {
                    continue;
                }
                let after = if mv.is_drop() {
                    held.removed(kind)
                } else {
                    captured.map_or(held, |k| held.added(k))
                };
                let least = before(final_hand, mv);
                assert_eq!(held.covers(least), after.covers(final_hand));
                // A disproof hand after a capture covers the hand held there, and so
                // contains the captured piece; others do not occur.
                let short = captured.is_some_and(|k| !mv.is_drop() && !final_hand.has(k));
                if !short {
                    assert_eq!(least.covers(held), final_hand.covers(after));
                }
            }
        }
    }

    #[test]
    fn what_only_the_attacker_has_stays_with_him() {
        // A rook checks from afar; the defender holds a bishop only.
        let p = position("4k4/9/9/9/4R4/9/9/9/9 w 2Pb 1");
        assert_eq!(
            keep_monopolies(&p, Hand::EMPTY),
            hand(&[(Kind::Pawn, 2)]),
            "both pawns: with one of them he could interpose"
        );
        // He has one himself, or it could not be dropped (two pawns).
        let p = position("4k4/9/9/9/4R4/9/9/9/9 w 2Pbp 1");
        assert_eq!(keep_monopolies(&p, Hand::EMPTY), Hand::EMPTY);
        let p = position("4k4/9/9/9/4R4/9/9/4p4/9 w 2PGb 1");
        assert_eq!(keep_monopolies(&p, Hand::EMPTY), hand(&[(Kind::Gold, 1)]));
        // A check from next to the king, and a double check: nothing to interpose.
        let p = position("4k4/4R4/9/9/9/9/9/9/9 w 2Pb 1");
        assert_eq!(keep_monopolies(&p, Hand::EMPTY), Hand::EMPTY);
        let p = position("4k4/9/6B2/9/4R4/9/9/9/9 w 2P 1");
        assert_eq!(keep_monopolies(&p, Hand::EMPTY), Hand::EMPTY);
    }

    #[test]
    fn no_new_kind_of_drop_in_a_disproof() {
        let p = position("4k4/9/9/9/9/9/9/9/9 b Pgrbn 1");
        let all = all(&p);
        let kept = forbid_new_drops(&p, all);
        // A pawn he has already; everything else would be a new check.
        assert_eq!(kept, hand(&[(Kind::Pawn, 1)]));
        // A king whom no knight can check (he stands in the last two ranks).
        let p = position("9/9/9/9/9/9/9/9/4k4 b gn 1");
        let kept = forbid_new_drops(&p, super::all(&p));
        assert_eq!(kept, hand(&[(Kind::Knight, 1)]));
    }
}
