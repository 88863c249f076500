//! The positions on which solvers have erred (`problems/pitfalls.jsonl`): verdicts
//! and lengths, also in the mirror and with the colours exchanged.
//!
//! Lengths that differ from the file on purpose:
//! - B1-bishop-saw: 351 by the return rule; the 21 of the file count every
//!   interposition against the saw as futile, which the rule does not.
//! - C4-futile: 5, not 7, again the return rule.
//! - D8-taniguchi-sub: declared 23, but a certificate proves mate within 19.

use crate::common::{
    Problem, attacker_of, both_metrics, examine, flipped, jsonl, mirrored, pick, position, solve,
    zuko,
};
use shogi_core::Color;
use tsumi::solver::{Options, Solver, Verdict};

/// Take seconds each: only the verdict, and what the certificate proves.
const LONG: [&str; 8] = [
    "A2-middle-interposition",
    "A4-moving-interposition",
    "A7-second-best",
    "B1-bishop-saw",
    "B3-repetition",
    "C15-no-futile",
    "D15-defender-to-move-29",
    "D8-taniguchi-sub",
];
/// Takes a minute or more: whatever comes within the limit must be right.
const VERY_LONG: &str = "C17-thirty-nine";

fn conventional(p: &Problem) -> Option<u32> {
    match p.id.as_str() {
        id if id.starts_with("C4-futile") => Some(5),
        "B1-bishop-saw" => Some(351),
        _ => p.plies,
    }
}

/// Solves with both lengths proved and compares with the file.
fn exactly(solver: &mut Solver, p: &Problem) -> Option<(u32, u32)> {
    let o = solve(solver, p);
    let found = examine(p, &o);
    assert_eq!(found.is_some(), p.mate, "{}", p.id);
    if let Verdict::Mate {
        raw,
        conventional: c,
    } = o.verdict
    {
        assert!(
            raw.is_minimal() && c.is_minimal(),
            "{}: {raw:?} {c:?}",
            p.id
        );
        assert!(
            p.raw_plies.is_none_or(|n| n == raw.upper),
            "{}: {raw:?}",
            p.id
        );
        assert!(
            conventional(p).is_none_or(|n| n == c.upper),
            "{}: {c:?}",
            p.id
        );
    }
    found
}

#[test]
fn every_short_one_exactly() {
    let mut solver = Solver::new(both_metrics(3_000_000));
    let mut count = 0;
    for p in jsonl("pitfalls") {
        if !LONG.contains(&p.id.as_str()) && p.id != VERY_LONG {
            exactly(&mut solver, &p);
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

fn verdict_only(ids: &[&str], nodes: u64) {
    let mut solver = Solver::new(Options {
        shortest_raw: false,
        shortest_conventional: false,
        ..both_metrics(nodes)
    });
    for p in pick(&jsonl("pitfalls"), ids) {
        let o = solve(&mut solver, &p);
        let found = examine(&p, &o);
        assert_eq!(found.is_some(), p.mate, "{}", p.id);
        if let (
            Verdict::Mate {
                raw,
                conventional: c,
            },
            Some(n),
        ) = (o.verdict, p.raw_plies)
        {
            // The certificate proves the upper end; the truth is in between.
            assert!((raw.lower..=raw.upper).contains(&n), "{}: {raw:?}", p.id);
            assert!(c.lower <= n, "{}: {c:?}", p.id);
        }
    }
}

#[test]
fn long_ones_by_certificate() {
    verdict_only(&LONG[..4], 20_000_000);
}

#[test]
fn long_ones_by_certificate_too() {
    verdict_only(&LONG[4..7], 20_000_000);
}

#[test]
fn lengths_of_medium_ones_exactly() {
    let mut solver = Solver::new(both_metrics(20_000_000));
    for p in pick(
        &jsonl("pitfalls"),
        &["A7-second-best", "B3-repetition", "C15-no-futile"],
    ) {
        exactly(&mut solver, &p);
    }
}

/// Not a short one, but the longest by far.
#[test]
fn lengths_of_the_bishop_saw_exactly() {
    let mut solver = Solver::new(both_metrics(20_000_000));
    let p = &pick(&jsonl("pitfalls"), &["B1-bishop-saw"])[0];
    assert_eq!(exactly(&mut solver, p), Some((353, 351)));
}

/// Declared 23 plies, but shorter; the certificate is the witness.
#[test]
fn taniguchi_study_is_shorter_than_declared() {
    let mut solver = Solver::new(Options {
        shortest_raw: true,
        nodes: Some(400_000),
        memory: 128 << 20,
        ..Options::default()
    });
    let p = &pick(&jsonl("pitfalls"), &["D8-taniguchi-sub"])[0];
    let o = solve(&mut solver, p);
    let (raw, _) = examine(p, &o).expect("a mate");
    assert!(raw <= 19, "{raw}");
}

/// The questions for its length fill a small table and use all the nodes up; the mate that
/// was found before them stays found and proved. (It was lost once: "unknown".)
#[test]
fn a_mate_is_not_lost_over_its_length() {
    let p = &pick(&jsonl("pitfalls"), &["D8-taniguchi-sub"])[0];
    for (memory, nodes) in [(16, 400_000), (4, 250_000)] {
        let mut solver = Solver::new(Options {
            nodes: Some(nodes),
            memory: memory << 20,
            ..both_metrics(nodes)
        });
        let o = solve(&mut solver, p);
        let (raw, _) = examine(p, &o).expect("a mate");
        assert!((19..=31).contains(&raw), "{raw}");
    }
}

#[test]
fn thirty_nine_never_gets_a_wrong_answer() {
    let mut solver = Solver::new(both_metrics(400_000));
    let p = &pick(&jsonl("pitfalls"), &[VERY_LONG])[0];
    let o = solve(&mut solver, p);
    match o.verdict {
        Verdict::Unknown(_) => assert!(o.certificate.is_none() && o.line.is_empty()),
        Verdict::Mate { .. } => assert!(examine(p, &o).is_some()),
        Verdict::NoMate => panic!("it is mate in 39"),
    }
}

/// Group A and every short one else: the same in the mirror, for White, and both.
#[test]
fn mirrors_and_colours() {
    let mut solver = Solver::new(both_metrics(3_000_000));
    for p in jsonl("pitfalls") {
        if LONG.contains(&p.id.as_str()) || p.id == VERY_LONG {
            continue;
        }
        let want = exactly(&mut solver, &p);
        for q in [mirrored(&p), flipped(&p), flipped(&mirrored(&p))] {
            assert_eq!(exactly(&mut solver, &q), want, "{}", q.id);
        }
    }
}

#[test]
fn long_ones_of_group_a_in_the_mirror_for_white() {
    let mut solver = Solver::new(Options {
        shortest_raw: false,
        shortest_conventional: false,
        ..both_metrics(20_000_000)
    });
    for p in pick(&jsonl("pitfalls"), &LONG[..3]) {
        let p = flipped(&mirrored(&p));
        let o = solve(&mut solver, &p);
        assert_eq!(examine(&p, &o).is_some(), p.mate, "{}", p.id);
    }
}

/// After the first move of a mate the defender is to move, and one ply is gone.
#[test]
fn the_defender_to_move() {
    let mut solver = Solver::new(both_metrics(3_000_000));
    let ids = [
        "A8-non-promotion",
        "B12-gold-interposition-twin",
        "C1-pinned-supporter",
        "C2-futile",
    ];
    for p in pick(
        &jsonl("pitfalls"),
        &[&ids[..], &["C12-futile", "C14-futile"]].concat(),
    ) {
        let o = solve(&mut solver, &p);
        let (_, plies) = examine(&p, &o).unwrap();
        for p in [p.clone(), flipped(&p)] {
            let mut q = p.clone();
            // The line of the colour at hand.
            let o = solve(&mut solver, &p);
            q.position.make_move(o.line[0]).unwrap();
            let (raw, after) = examine(&q, &solve(&mut solver, &q)).unwrap();
            assert_eq!(after, plies - 1, "{}", q.id);
            assert_eq!(raw % 2, 0, "{}", q.id);
        }
    }
    // A root that is mate already: the shortest of all.
    let mated = position("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
    let p = Problem {
        id: "mated".into(),
        attacker: attacker_of(&mated),
        position: mated,
        mate: true,
        plies: Some(0),
        raw_plies: Some(0),
    };
    assert_eq!(p.attacker, Color::Black);
    assert_eq!(exactly(&mut solver, &p), Some((0, 0)));
    assert_eq!(exactly(&mut solver, &flipped(&p)), Some((0, 0)));
    // A defender who is never mated.
    let flees = position("4k4/4R4/9/9/9/9/9/9/9 w r2b4g4s4n4l18p 1");
    let p = Problem {
        id: "flees".into(),
        attacker: Color::Black,
        position: flees,
        mate: false,
        plies: None,
        raw_plies: None,
    };
    assert_eq!(exactly(&mut solver, &p), None);
    assert_eq!(exactly(&mut solver, &flipped(&p)), None);
}

/// A defender's node with no plies left and only drops to play is no mate raw and may be
/// one by the convention; kept for both it once made this 17 plies (experiment 24).
#[test]
fn the_end_by_futile_drops_is_no_disproof() {
    let problem = pick(&zuko(), &["zuko-029"]).remove(0);
    let mut solver = Solver::new(both_metrics(3_000_000));
    let Verdict::Mate { raw, conventional } = solve(&mut solver, &problem).verdict else {
        panic!("a mate");
    };
    assert_eq!((raw.lower, raw.upper), (17, 17));
    assert_eq!((conventional.lower, conventional.upper), (15, 15));
}
