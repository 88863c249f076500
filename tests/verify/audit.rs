//! The audit: every check, the other defences, and which pieces could go.

use crate::common::problem;
use shogi_core::{PieceKind, Square, ToUsi};
use tsumi::formats::Problem;
use tsumi::shogi::rules;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi::verify::{Audit, CheckResult, Finding, Futile, Settings, Soundness, Verifier, Without};

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
        match (&found.result, alone.verdict) {
            (CheckResult::Mates { length, line }, Verdict::Mate { conventional, .. }) => {
                assert_eq!(
                    (length.lower, length.upper),
                    (conventional.lower + 1, conventional.upper + 1)
                );
                assert_eq!(line.len() as u32, length.upper);
            }
            (CheckResult::Refuted { reply }, Verdict::NoMate) => {
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

/// A pawn far away can go beside a longer defence that is a variation by the custom of the classics:
/// where it is missing nobody looks for the ply of that defence, but the length is the same.
#[test]
fn a_piece_that_does_nothing_can_go_beside_a_longer_defence() {
    let sfen = "9/8k/5S3/6R2/8S/9/9/9/P8 b Sr2b4gs4n4l17p 1";
    let p = problem("x.sfen", &format!("id\t{sfen}\t3\t3d3b+ 1b1a S*1b"));
    let settings = Settings {
        nodes: Some(100_000),
        ..Settings::default()
    };
    let audit = audited(&p, settings);
    let pawn = audit.pieces.iter().find(|p| p.square == Square::new(9, 9));
    let without = &pawn.unwrap().without;
    let is_same = matches!(without, Without::Same(Soundness::Disputed));
    assert!(is_same, "{without:?}");
}

/// Where every ply counts, another mate after a defence has the plies that count: seven with the
/// interpositions that are futile by the convention.
#[test]
fn another_mate_has_the_length_that_counts() {
    let p = problem("x.sfen", "id\t9/7k1/9/5N3/7N1/9/9/9/9 b RGr2b3g4s2n4l17p 1");
    let settings = Settings {
        futile: Futile::None,
        nodes: Some(50_000),
        ..Settings::default()
    };
    let audit = audited(&p, settings);
    let cooks = audit.defences.iter().flat_map(|defence| &defence.cooks);
    let mut drops = cooks.filter(|(_, mv, _)| mv.to_usi_owned() == "R*4a");
    let (ply, _, length) = drops.next().unwrap();
    assert_eq!((*ply, length.upper), (3, 7));
}

/// Without nodes nothing is known, and nothing is said to be refuted or to be needed but where the
/// line, replayed without a piece, does not mate.
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
        .filter(|c| matches!(c.result, CheckResult::Open(_)));
    assert!(open.count() + 2 >= audit.checks.len(), "{:?}", audit.checks);
    let [defence] = &audit.defences[..] else {
        panic!("{:?}", audit.defences)
    };
    assert!(defence.length.is_none() && defence.line == [defence.mv]);
    for removal in &audit.pieces {
        let is_replayed = match &removal.without {
            Without::Open | Without::Unplayable { .. } => true,
            Without::Differs(finding) => matches!(**finding, Finding::LineFails { .. }),
            Without::Same(_) => false,
        };
        assert!(is_replayed, "{removal:?}");
    }
}
