//! Proof hands and disproof hands (証明駒・反証駒).
//!
//! A proof found with one hand in the attacker's hand holds for every hand that
//! covers its *proof hand*, a disproof for every hand that its *disproof hand*
//! covers (Seo 1999, Nagai 2002). What the attacker does not hold is the
//! defender's, so a smaller hand may give the defender a kind of piece to
//! interpose with, and a larger one may give the attacker a new check by drop.
//! Kinds are never exchanged for one another: that is not sound under
//! conservation.

use crate::shogi::{HAND_KINDS, Hand, Kind, Move, Position, Side, between};

fn hand_kind(captured: Kind) -> Kind {
    captured.unpromoted()
}

/// The proof hand before the attacker's move `mv`, from the one after it.
pub fn proof_before(after: Hand, mv: Move) -> Hand {
    if mv.is_drop() {
        return after.added(mv.kind());
    }
    match mv.captured() {
        Some(k) if after.count(hand_kind(k)) > 0 => after.removed(hand_kind(k)),
        _ => after,
    }
}

/// The disproof hand before the attacker's move `mv`, from the one after it.
pub fn disproof_before(after: Hand, mv: Move) -> Hand {
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
