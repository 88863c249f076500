//! The audit: every check, the other defences, and which pieces could go.

use crate::common::problem;
use shogi_core::{Piece, PieceKind, Square, ToUsi};
use tsumi::formats::Problem;
use tsumi::shogi::rules;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi::verify::{Audit, Fate, Settings, Soundness, Verifier, Without};

/// Mate in 5 with another defence as long, after which there are two ways (tanuki5-002).
const EQUAL: &str =
    "id\t7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1\t5\t4e3c 2a3a 1d4a+ 3a2b 2d2c+";

fn audited(problem: &Problem, settings: Settings) -> Audit {
    let settings = Settings {
        memory: 16 << 20,
        ..settings
    };
    let mut verifier = Verifier::new(settings);
    let judged = verifier.judge(problem, Control::default()).unwrap();
    verifier
        .audit(problem, &judged, Control::default())
        .unwrap()
}

/// Every legal check is there once, and what is said of it is what a solver says that knows
/// nothing of the audit.
#[test]
fn every_check_with_its_length_or_its_refutation() {
    let p = problem("x.sfen", EQUAL);
    let audit = audited(&p, Settings::default());
    let mut position = p.position.clone();
    let mut all = Vec::new();
    let mut solver = Solver::new(Options {
        memory: 16 << 20,
        shortest_conventional: true,
        ..Options::default()
    });
    for (&own, ply) in p.line.as_ref().unwrap().iter().zip(1..) {
        if position.side_to_move() == p.attacker {
            for mv in rules::checks(&position) {
                let after = rules::after(&position, mv).unwrap();
                let alone = solver
                    .solve(&after, p.attacker, Control::default())
                    .unwrap();
                all.push((ply, mv, mv == own, after, alone));
            }
        }
        position.make_move(own).unwrap();
    }
    assert_eq!(audit.checks.len(), all.len());
    for (ply, mv, own, after, alone) in &all {
        let mut here = audit.checks.iter().filter(|c| (c.ply, c.mv) == (*ply, *mv));
        let found = here.next().unwrap();
        assert_eq!((found.intended, here.count()), (*own, 0));
        match (&found.fate, alone.verdict) {
            (Fate::Mates { length, line }, Verdict::Mate { conventional, .. }) => {
                assert_eq!(
                    (length.lower, length.upper),
                    (conventional.lower + 1, conventional.upper + 1)
                );
                assert_eq!(line.len() as u32, length.upper);
            }
            (Fate::Refuted { reply }, Verdict::NoMate) => {
                let next = rules::after(after, reply.unwrap()).unwrap();
                let escaped = solver.solve(&next, p.attacker, Control::default()).unwrap();
                assert_eq!(escaped.verdict, Verdict::NoMate);
            }
            other => panic!("{} {other:?}", mv.to_usi_owned()),
        }
    }
    let defences: Vec<_> = audit
        .defences
        .iter()
        .map(|d| (d.ply, d.mv.to_usi_owned(), d.length.unwrap().upper))
        .collect();
    assert_eq!(defences, [(2, "2a2b".to_string(), 4)]);
    let cooks: Vec<_> = audit.defences[0]
        .cooks
        .iter()
        .map(|c| (c.0, c.1.to_usi_owned(), c.2.upper))
        .collect();
    assert_eq!(cooks, [(3, "1d2c+".to_string(), 5)]);
}

/// A pawn far away can go; nothing else can.
#[test]
fn a_piece_that_does_nothing_can_go() {
    let line = "id\t9/9/8k/7R1/8G/9/9/9/P8 b r2b3g4s4n4l17p 1\t5\t1e1d 1c1b 1d2c 1b1a 2c2b";
    let p = problem("x.sfen", line);
    let audit = audited(&p, Settings::default());
    assert_eq!(audit.pieces.len(), 3);
    for removal in &audit.pieces {
        assert!(removal.attacks);
        match (removal.piece.piece_kind(), &removal.without) {
            (PieceKind::Pawn, Without::Same(Soundness::Sound)) => {
                assert_eq!(removal.square, Square::new(9, 9));
            }
            (
                PieceKind::Rook | PieceKind::Gold,
                Without::Differs(_) | Without::Unplayable { .. },
            ) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// A piece without which the mate takes longer is needed, though that leaves pieces and is no fault to
/// some (tanuki3-355: the silver is taken on the way).
#[test]
fn a_piece_that_makes_the_mate_shorter_is_needed() {
    let line = "id\t8S/8k/8l/6R2/9/9/9/9/9 b Sr2b4g2s4n3l18p 1\t3";
    let p = problem("x.sfen", line);
    let settings = Settings {
        nodes: Some(60_000),
        ..Settings::default()
    };
    let audit = audited(&p, settings);
    let silver = audit.pieces.iter().find(|p| p.square == Square::new(1, 1));
    let without = &silver.unwrap().without;
    let Without::Differs(finding) = without else {
        panic!("{without:?}")
    };
    assert!(
        finding
            .message()
            .to_string()
            .starts_with("mate takes 5 plies"),
        "{finding:?}"
    );
}

/// Of a problem whose longer defence is a variation by the custom of the classics a piece can go that
/// does nothing (zuko-069 with a pawn besides); without it nobody looks for the ply of the defence.
#[test]
fn a_piece_that_does_nothing_can_go_beside_a_longer_defence() {
    let mut p = crate::common::zuko("069");
    let pawn = Piece::new(PieceKind::Pawn, p.attacker);
    let square = Square::new(1, 5).unwrap();
    assert!(p.position.piece_at(square).is_none());
    p.position.piece_set(square, Some(pawn));
    let audit = audited(&p, Settings::default());
    let removal = audit
        .pieces
        .iter()
        .find(|r| r.square == Some(square))
        .unwrap();
    assert!(
        matches!(removal.without, Without::Same(Soundness::Disputed)),
        "{:?}",
        removal.without
    );
}

/// Without nodes nothing is known, and nothing is said to be refuted or to be needed.
#[test]
fn what_was_not_decided_is_open() {
    let p = problem("x.sfen", EQUAL);
    let mut verifier = Verifier::new(Settings::default());
    let judged = verifier.judge(&p, Control::default()).unwrap();
    let mut hurried = Verifier::new(Settings {
        nodes: Some(1),
        ..Settings::default()
    });
    let audit = hurried.audit(&p, &judged, Control::default()).unwrap();
    assert!(audit.checks.len() > 10);
    let open = audit
        .checks
        .iter()
        .filter(|c| matches!(c.fate, Fate::Open(_)));
    assert!(open.count() + 2 >= audit.checks.len(), "{:?}", audit.checks);
    let [defence] = &audit.defences[..] else {
        panic!("{:?}", audit.defences)
    };
    assert!(defence.length.is_none() && defence.line == [defence.mv]);
    for removal in &audit.pieces {
        assert!(
            matches!(removal.without, Without::Open | Without::Unplayable { .. }),
            "{removal:?}"
        );
    }
}
