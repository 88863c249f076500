//! The attacker's side of the law: checks, mate in one, make and unmake.
use super::checks_of;
use super::defence::check_defence;
use super::judges::{core_code, judge, judge_code, ours, sorted};
use super::tally::Tally;
use super::views::{mirrored, mirrored_move};
use rsshogi::board::Move32List;
use rsshogi::movegen::generate_checks_all_move32;
use shogi_core::PartialPosition;
use tsumi::shogi::{Kind, Leaf, Move, Open, Position, Side, hand_before, key_before};

/// All the attacker's questions about one position.
pub fn check_attack(partial: &PartialPosition, lite: bool, tally: &mut Tally) {
    let attacker = partial.side_to_move();
    let Ok(mut position) = Position::new(partial, attacker) else {
        return;
    };
    let sfen = partial.to_sfen_owned();
    assert_eq!(
        position.to_partial(attacker).to_sfen_owned(),
        sfen,
        "there and back"
    );
    let mut referee = judge(partial);

    let checks = checks_of(&position);
    let list = ours(&position, &checks, attacker);
    let mut expected = Move32List::new();
    generate_checks_all_move32(&referee, &mut expected);
    // rsshogi's list is pseudo-legal.
    assert_eq!(
        list,
        sorted(
            expected
                .iter()
                .filter(|m| referee.is_legal_move32(**m))
                .map(|&m| judge_code(m))
        ),
        "checks {sfen}"
    );
    if lite {
        // all_checks_partial 0.1.3 lists drops without asking whether the
        // dropping side's own king stays in check; its own legality test does.
        let expected = shogi_legality_lite::all_checks_partial(partial)
            .into_iter()
            .filter(|&m| shogi_legality_lite::is_legal_partial_lite(partial, m));
        assert_eq!(
            list,
            sorted(expected.map(core_code)),
            "checks (lite) {sfen}"
        );
        tally.lite_lists += 1;
    }
    assert_eq!(position.has_check(), !checks.is_empty(), "has_check {sfen}");
    let home = position.king(Side::Attacker);
    tally.check_lists += 1;
    tally.checks += checks.len();
    tally.no_check += usize::from(checks.is_empty());
    tally.kingless += usize::from(home.is_none());
    if let Some(home) = home {
        let checkers = position.attackers_to(home, Side::Defender, position.occupied());
        tally.attacker_in_check += usize::from(checkers.any());
        tally.attacker_in_double_check += usize::from(checkers.more_than_one());
        tally.attacker_pinned += usize::from(position.pinned(Side::Attacker).any());
    }
    let pawn_square = position.drop_checks(Kind::Pawn).first();
    let pawn_mates = position.attacker_hand().has(Kind::Pawn)
        && !position.in_check(Side::Attacker)
        && pawn_square.is_some_and(|to| !checks.contains(&Move::drop(Kind::Pawn, to)));
    tally.pawn_mates += usize::from(pawn_mates);
    for leaf in [position.leaf(), position.leaf_below(0)] {
        match leaf {
            Leaf::NoCheck => assert!(checks.is_empty(), "leaf {sfen}"),
            Leaf::Mate(m) => assert!(checks.contains(&m), "leaf {sfen}"),
            Leaf::Open(Open { checks: count, .. }) => {
                assert!(!checks.is_empty(), "leaf {sfen}");
                let all = checks.len() + usize::from(pawn_mates);
                assert_eq!(usize::from(count), all, "leaf {sfen}");
                tally.counted += 1;
            }
        }
    }

    let original = position.clone();
    let mut mates = Vec::new();
    for &m in &checks {
        let (key, hand) = (position.key_after(m), position.attacker_hand_after(m));
        position.make(m);
        assert_eq!(position.board_key(), key, "key after {m:?} {sfen}");
        assert_ne!(key, 0);
        assert_eq!(
            position.key_from_scratch(),
            key,
            "key from scratch {m:?} {sfen}"
        );
        assert_eq!(position.attacker_hand(), hand, "hand after {m:?} {sfen}");
        assert_eq!(key_before(key, m, Side::Attacker), original.board_key());
        assert_eq!(
            hand_before(hand, m, Side::Attacker),
            original.attacker_hand()
        );
        assert!(m.bits() < 1 << 24 && m != Move::NONE && Move::from_bits(m.bits()) == m);
        let checkers = position.checkers();
        assert!(checkers.any(), "{m:?} gives no check {sfen}");
        tally.double_checks += usize::from(checkers.more_than_one());
        tally.discovered += usize::from(!checkers.contains(m.to()));
        tally.king_checks += usize::from(m.kind() == Kind::King);
        tally.non_promotions += usize::from(
            !m.is_drop() && !m.is_promotion() && checks.contains(&m.with_promotion(true)),
        );

        let theirs_move = *expected
            .iter()
            .find(|&&e| judge_code(e) == core_code(original.to_core_move(m, attacker)))
            .expect("compared above");
        referee.apply_move32(theirs_move);
        let partial =
            (lite && tally.evasion_lists.is_multiple_of(8)).then(|| position.to_partial(attacker));
        let evasions = check_defence(&mut position, &referee, attacker, tally);
        if let Some(partial) = partial {
            let expected = shogi_legality_lite::all_legal_moves_partial(&partial);
            assert_eq!(
                evasions,
                sorted(expected.into_iter().map(core_code)),
                "evasions (lite) {sfen} {m:?}"
            );
            tally.lite_lists += 1;
        }
        if evasions.is_empty() {
            mates.push(m);
        }
        referee.undo_move32(theirs_move).expect("undo");
        position.unmake(m);
        assert_eq!(position, original, "make and unmake {m:?} {sfen}");
    }

    let mate = position.mate_in_one();
    match mate {
        Some(m) => assert!(mates.contains(&m), "false mate {m:?} {sfen}"),
        None => assert!(mates.is_empty(), "missed mate {mates:?} {sfen}"),
    }
    assert_eq!(
        rsshogi::mate::solve_mate_in_one(&referee).is_some(),
        mate.is_some(),
        "rsshogi's mate in one {sfen}"
    );
    tally.mate_in_one += usize::from(mate.is_some());

    // The board mirrored left to right: the same, mirrored.
    let twin = Position::new(&mirrored(partial), attacker).expect("as good as the original");
    let twin_checks = sorted(
        checks_of(&twin)
            .iter()
            .map(|&m| core_code(mirrored_move(twin.to_core_move(m, attacker)))),
    );
    assert_eq!(twin_checks, list, "mirrored {sfen}");
    assert_eq!(
        twin.mate_in_one().is_some(),
        mate.is_some(),
        "mirrored mate {sfen}"
    );
}
