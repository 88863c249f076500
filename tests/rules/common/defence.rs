//! The defender's side of the law: evasions, their order, make and unmake.
use super::evasions_of;
use super::judges::{ours, theirs};
use super::tally::Tally;
use rsshogi::board::{Move32List, Position as Judge, generate_legal_all_move32};
use shogi_core::Color;
use tsumi::shogi::{Kind, Move, Position, Side, between, hand_before, key_before};

/// All the defender's questions; the evasions as codes.
pub fn check_defence(
    position: &mut Position,
    referee: &Judge,
    attacker: Color,
    tally: &mut Tally,
) -> Vec<u32> {
    let evasions = evasions_of(position);
    let list = ours(position, &evasions, attacker);
    let mut expected = Move32List::new();
    generate_legal_all_move32(referee, &mut expected);
    let sfen = || position.to_partial(attacker).to_sfen_owned();
    assert_eq!(list, theirs(&expected), "evasions {}", sfen());
    assert_eq!(
        position.has_evasion(),
        !evasions.is_empty(),
        "has_evasion {}",
        sfen()
    );
    tally.evasion_lists += 1;
    tally.evasions += evasions.len();
    tally.mates += usize::from(evasions.is_empty());
    tally.defender_pinned += usize::from(position.pinned(Side::Defender).any());
    check_order(position, &evasions, tally);
    let original = position.clone();
    for &m in &evasions {
        let (key, hand) = (position.key_after(m), position.attacker_hand_after(m));
        position.make(m);
        assert_eq!(position.board_key(), key);
        assert_eq!(position.key_from_scratch(), key);
        assert_eq!(position.attacker_hand(), hand);
        assert_eq!(key_before(key, m, Side::Defender), original.board_key());
        assert_eq!(
            hand_before(hand, m, Side::Defender),
            original.attacker_hand()
        );
        assert!(!position.in_check(Side::Defender));
        position.unmake(m);
    }
    assert_eq!(*position, original);
    list
}

/// Captures of the checker, king moves, interpositions by moves nearest first,
/// then by drops, square by square and P L N S B R G; the promoting twin comes
/// directly before the other.
fn check_order(position: &Position, evasions: &[Move], tally: &mut Tally) {
    let king = position.king(Side::Defender).expect("a king");
    let checkers = position.checkers();
    let line = match checkers.first() {
        Some(checker) if !checkers.more_than_one() => between(king, checker),
        _ => {
            assert!(
                evasions.iter().all(|m| m.kind() == Kind::King),
                "double check"
            );
            return;
        }
    };
    let distance = |m: &Move| {
        let (a, b) = (king, m.to());
        a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
    };
    let rank = |m: &Move| {
        if m.kind() == Kind::King {
            (1, 0, 0)
        } else if m.is_drop() {
            assert!(line.contains(m.to()));
            (3, distance(m), m.kind() as u8 + 1)
        } else if line.contains(m.to()) {
            (2, distance(m), 0)
        } else {
            assert!(checkers.contains(m.to()));
            (0, 0, 0)
        }
    };
    assert!(evasions.is_sorted_by_key(rank), "{evasions:?}");
    for (i, m) in evasions.iter().enumerate() {
        if m.is_promotion() {
            let twin = m.with_promotion(false);
            if evasions.contains(&twin) {
                assert_eq!(evasions[i + 1], twin);
            }
        }
    }
    tally.interpositions += evasions.iter().filter(|m| rank(m).0 >= 2).count();
    // A pawn that would mate the attacker's king must be absent (the judges say
    // so too); count that it happened.
    if let Some(home) = position.king(Side::Attacker)
        && position.defender_hand().has(Kind::Pawn)
        && home.rank() > 1
    {
        let before = tsumi::shogi::Square::new(home.index() as u8 - 1);
        if line.contains(before)
            && position.can_drop(Side::Defender, Kind::Pawn, before)
            && !evasions.contains(&Move::drop(Kind::Pawn, before))
        {
            tally.defender_pawn_mates += 1;
        }
    }
}
