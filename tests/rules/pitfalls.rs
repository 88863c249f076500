//! Faults other solvers had at their leaves (cshogi, shtsume, KomoringHeights), pinned
//! as small facts about the generators. A brute-force mate search of a few
//! plies, with no table and no ordering, stands in for the search.

use crate::common::judges::parse;
use crate::common::{checks_of as checks, evasions_of as evasions};
use shogi_core::Color;
use shogi_usi_parser::FromUsi;
use tsumi::shogi::{Kind, Move, Position, Side, Square};

fn position(sfen: &str) -> Position {
    let partial = parse(sfen);
    let attacker = if sfen.contains(" w ") {
        Color::White
    } else {
        Color::Black
    };
    Position::new(&partial, attacker).unwrap_or_else(|e| panic!("{sfen}: {e}"))
}

fn usi(position: &Position, text: &str) -> Move {
    let m = shogi_core::Move::from_usi(text).expect("a move");
    position
        .from_core_move(m, Color::Black)
        .unwrap_or_else(|| panic!("{text} is not playable"))
}

/// Mate in at most `plies`, using only the checks that `allowed` lets through?
fn mates(position: &mut Position, plies: u32, allowed: fn(&[Move], Move) -> bool) -> bool {
    if plies == 1 && allowed(&[], Move::NONE) {
        return position.mate_in_one().is_some();
    }
    let checks = checks(position);
    checks.iter().any(|&m| {
        if !allowed(&checks, m) {
            return false;
        }
        position.make(m);
        let mut answers = Vec::new();
        position.generate_evasions(&mut answers);
        let mated = (answers.is_empty() || plies > 1)
            && answers.iter().all(|&answer| {
                position.make(answer);
                let mated = mates(position, plies - 2, allowed);
                position.unmake(answer);
                mated
            });
        position.unmake(m);
        mated
    })
}

fn any(_: &[Move], _: Move) -> bool {
    true
}

/// Leaves out every non-promotion whose promoting twin also gives check.
fn promotions_first_only(checks: &[Move], m: Move) -> bool {
    !m.is_none() && (m.is_drop() || m.is_promotion() || !checks.contains(&m.with_promotion(true)))
}

#[test]
fn a1_a_capture_frees_the_file_for_a_pawn() {
    let mut root = position(
        "1g1+N+N1+P1l/4+B4/4Np+P2/l1p1p1ppk/3PsnP1p/+r4P3/1pPG3PL/p2S1SGbP/SRK6 b GLPp 141",
    );
    assert!(!mates(&mut root, 1, any));
    assert!(mates(&mut root, 3, any));
    // After 5b4a 1d1c a lance on 1d mates: the pawn on 1e is past it.
    let m = usi(&root, "5b4a");
    assert!(checks(&root).contains(&m));
    root.make(m);
    let m = usi(&root, "1d1c");
    assert!(evasions(&root).contains(&m));
    root.make(m);
    let mate = root.mate_in_one().expect("L*1d");
    root.make(mate);
    assert!(!root.has_evasion());

    // After a rook has taken the defender's pawn on its file, a pawn may be dropped on that
    // file in answer; not so when another pawn of his stands on it.
    let pawn_answers = |sfen: &str| {
        let mut position = position(sfen);
        let m = usi(&position, "1e5e");
        assert!(checks(&position).contains(&m));
        position.make(m);
        evasions(&position).contains(&Move::drop(Kind::Pawn, Square::at(5, 3)))
    };
    assert!(pawn_answers("4k4/9/9/9/4p3R/9/9/9/9 b p 1"));
    assert!(!pawn_answers("4k4/9/9/9/4b3R/9/4p4/9/9 b p 1"));
}

#[test]
fn two_pawns_are_counted_after_the_capture() {
    // The bishop takes the pawn on 5e and checks from there, along 6d and 7c.
    let mut position = position("9/1k7/9/9/4p4/9/2p6/7B1/9 b p 1");
    let m = usi(&position, "2h5e");
    assert!(checks(&position).contains(&m));
    position.make(m);
    let answers = evasions(&position);
    // File 6 is free; on file 7 a pawn of the defender stands already.
    assert!(answers.contains(&Move::drop(Kind::Pawn, Square::at(6, 4))));
    assert!(!answers.contains(&Move::drop(Kind::Pawn, Square::at(7, 3))));
}

#[test]
fn a2_a3_a4_interpositions_in_the_middle_save_the_king() {
    for sfen in [
        "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1",
        "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1",
        "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1",
    ] {
        assert!(!mates(&mut position(sfen), 5, any), "{sfen}");
    }
}

#[test]
fn a5_no_false_mate_near_the_root() {
    let mut root =
        position("2+P5+N/5P1B1/p2sg2p+P/2p2s1P1/8R/5KP1s/P3+BNN1g/1S4+p1g/+p1R1Lk2+l b NL4Pgl3p 1");
    assert!(!mates(&mut root, 5, any));
}

#[test]
fn a7_non_promotions_are_needed() {
    let mut root = position("5R3/6pk1/6N2/6P2/7p1/7N1/9/9/9 b N2Pr2b4g4sn4l13p 1");
    assert!(mates(&mut root, 7, any));
    assert!(!mates(&mut root, 7, promotions_first_only));
    assert!(!mates(&mut root, 5, any));
}

#[test]
fn a8_a_pawn_drop_may_not_mate() {
    let mut root = position("7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1");
    let pawn = Move::drop(Kind::Pawn, Square::at(1, 2));
    assert!(root.drop_checks(Kind::Pawn).contains(pawn.to()));
    assert!(!checks(&root).contains(&pawn));
    assert!(!root.is_legal(pawn));
    assert_eq!(root.mate_in_one(), None);
    assert!(!mates(&mut root, 7, any));
}

#[test]
fn a_pawn_drop_is_not_mate_when_it_can_be_taken() {
    let pawn = Move::drop(Kind::Pawn, Square::at(1, 2));
    // By a piece that is free, …
    assert!(
        checks(&position("6gnk/9/8G/9/9/9/9/9/9 b P 1"))
            .iter()
            .all(|&m| m != pawn)
    );
    assert!(
        checks(&position("7nk/6g2/8G/9/9/9/9/9/9 b P 1"))
            .iter()
            .all(|&m| m != pawn)
    );
    assert!(checks(&position("7gk/9/8G/9/9/9/9/9/9 b P 1")).contains(&pawn));
    // … not by one that is pinned, …
    assert!(!checks(&position("5R1gk/9/8G/9/9/9/9/9/9 b P 1")).contains(&pawn));
    // … but by one that is pinned along the file of the pawn.
    assert!(checks(&position("7nk/9/8r/6NNL/9/9/9/9/9 b P 1")).contains(&pawn));
}

/// 打ち歩詰め binds the defender too: an interposing pawn may not mate the attacker.
#[test]
fn a_pawn_interposition_may_not_mate_the_attacker() {
    let pawn = Move::drop(Kind::Pawn, Square::at(5, 8));
    let other = Move::drop(Kind::Pawn, Square::at(4, 7));
    // The king on 5i has no square, and the bishop that gives check is pinned. (The pawn
    // on 9g can move: shogi_legality_lite takes a stalemate by a pawn drop for a mate.)
    let pinned = "9/9/9/9/9/6k2/P3g1n2/9/r2BK4 w p 1";
    for (sfen, illegal) in [
        (pinned.to_string(), true),
        (pinned.replace("r2BK4", "3BK4"), false),
    ] {
        let partial = parse(&sfen);
        let position = Position::new(&partial, Color::Black).expect("a position");
        let answers = evasions(&position);
        assert!(answers.contains(&other), "{sfen}");
        assert_eq!(!answers.contains(&pawn), illegal, "{sfen}");
        assert_eq!(position.is_legal(pawn), !illegal);
        let mut expected = shogi_legality_lite::all_legal_moves_partial(&partial);
        let mut found: Vec<_> = answers
            .iter()
            .map(|&m| position.to_core_move(m, Color::Black))
            .collect();
        expected.sort_by_key(|m| format!("{m:?}"));
        found.sort_by_key(|m| format!("{m:?}"));
        assert_eq!(found, expected, "{sfen}");
    }
}

#[test]
fn a_discovered_check_may_come_from_the_king() {
    let position = position("9/4k4/9/9/4K4/9/4R4/9/9 b - 1");
    let checks = checks(&position);
    assert_eq!(checks.len(), 6, "{checks:?}");
    assert!(
        checks
            .iter()
            .all(|m| m.kind() == Kind::King && m.to().file() != 5)
    );
}

#[test]
fn an_attacker_in_check_must_parry_with_check() {
    // The rook on 5a checks the king on 5i; only a parry that gives check counts.
    let position = position("4r3k/9/7P1/9/9/9/9/9/4K4 b GR 1");
    assert!(position.in_check(Side::Attacker));
    assert!(checks(&position).is_empty() && !position.has_check());
    // A bishop can parry on 5e and give check at once.
    let position = self::position("4r3k/9/9/9/9/9/9/9/4K4 b B 1");
    assert_eq!(
        checks(&position),
        [Move::drop(Kind::Bishop, Square::at(5, 5))]
    );
    assert!(position.has_check());
}

#[test]
fn mate_in_one_agrees_with_replaying_every_check() {
    for sfen in [
        "4k4/9/4S4/9/9/9/9/9/9 b G2r2b3g3s4n4l18p 1",
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1",
    ] {
        let mut position = position(sfen);
        let slow = checks(&position).into_iter().any(|m| {
            position.make(m);
            let mated = evasions(&position).is_empty();
            position.unmake(m);
            mated
        });
        assert_eq!(position.mate_in_one().is_some(), slow, "{sfen}");
    }
}
