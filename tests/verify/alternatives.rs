//! What custom allows besides the intended move: other last moves (最終手余詰), promotion and distance
//! (非限定), and detours (迂回手順).

use crate::common::{judge, judged, problem, said, tsume, zuko};
use tsumi::row::Row;
use tsumi::solver::Control;
use tsumi::verify::{Cooks, Futile, Judgement, Settings, Soundness, Status, Verifier, Weight};

/// Mate in 1 with two golds to choose from.
const GOLDS: &str = "8k/9/7PP/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";
/// Mate in 9 with a way back to the line at ply 7.
const DETOUR: [&str; 3] = [
    "9/6S2/8B/6G1N/7Lk/9/9/7B1/9 b G2r2g3s3n3l18p 1",
    "9",
    "1c2d+ 1e2f G*1g 2f3f 2d4f 3f2e 4f3e 2e1e 3e2d",
];

#[test]
fn what_custom_allows_is_noted() {
    let lances = tsume(&[
        "7k1/9/9/5B3/9/5L3/9/9/9 b L2rb4g4s4n2l18p 1",
        "3",
        "L*2c 2a3a 4d2b+",
    ]);
    assert_eq!(lances.statuses, [Status::Ok]);
    assert_eq!(lances.soundness, Some(Soundness::Sound));
    assert_eq!(
        said(&lances, Weight::Noted),
        ["ply 1: instead of L*2c also L*2d, L*2e, L*2f, L*2g, L*2h, L*2i (打点非限定)"]
    );
    let golds = tsume(&[GOLDS, "1", "G*1b"]);
    assert_eq!(golds.soundness, Some(Soundness::Sound));
    assert_eq!(
        said(&golds, Weight::Noted),
        ["ply 1: also G*2b at the last move (最終手余詰)"]
    );
    let all = Settings {
        cooks: Cooks::All,
        ..Settings::default()
    };
    let golds = judge(&[GOLDS, "1", "G*1b"], all);
    assert_eq!(
        golds.soundness,
        Some(Soundness::Unsound),
        "nothing is allowed"
    );
    assert!(said(&golds, Weight::Noted).is_empty());
    let detour = tsume(&DETOUR);
    assert_eq!(
        detour.soundness,
        Some(Soundness::Unsound),
        "there are cooks too"
    );
    assert_eq!(
        said(&detour, Weight::Noted),
        [
            "ply 7: only a way back to the line: +B-2d (迂回手順)",
            "ply 9: also G-2f (3 plies), +B-2f (5 plies), B-3g (3 plies) at the last move \
             (最終手余詰)"
        ]
    );
}

/// What a pass over a collection tells the next one has everything that the card of the next one says.
#[test]
fn a_later_pass_knows_the_detours_of_an_earlier_one() {
    let problem = problem("x.sfen", &["id", &DETOUR.join("\t")].join("\t"));
    let first = judged(&problem, Settings::default());
    let row = Row::of(&problem, "unknown").judged(&problem, &first);
    let earlier = row.earlier(&problem, Futile::Return).unwrap();
    assert_eq!(earlier.detours, first.detours);
    let mut verifier = Verifier::new(Settings::default());
    let later = verifier
        .judge_within(&problem, None, Some(&earlier), Control::default())
        .unwrap();
    assert_eq!(later.soundness, first.soundness);
    assert_eq!(said(&later, Weight::Noted), said(&first, Weight::Noted));
    // A row of an older version does not say which checks are detours.
    let old = Row {
        detours: None,
        ..row
    };
    assert_eq!(old.earlier(&problem, Futile::Return), None);
}

/// At the last move custom allows other promotions and distances, but they are alternatives.
#[test]
fn alternatives_at_the_last_move_are_noted() {
    let promotion = tsume(&["6k2/3p5/4+pP2+P/3P5/9/9/9/9/9 b RSr2b4g3s4n4l13p 1"]);
    let distance = tsume(&["5b1g1/7k1/7N1/7+P1/9/7Sp/9/9/9 b GL2rb2g3s3n3l16p 1"]);
    for (found, word) in [(promotion, "成不成非限定"), (distance, "打点非限定")] {
        assert_eq!(found.soundness, Some(Soundness::Sound));
        let noted = said(&found, Weight::Noted);
        let last = format!("ply {}: ", found.main_line.len());
        let here = |said: &&String| said.starts_with(&last) && said.contains(word);
        assert!(noted.iter().any(|said| here(&said)), "{noted:?}");
    }
}

/// Another last move that does not mate at once is an alternative all the same.
#[test]
fn another_last_move_that_mates_later_is_noted() {
    let five = "9/9/8k/7R1/8G/9/9/9/9 b r2b3g4s4n4l18p 1";
    let found = tsume(&[five, "5", "1e1d 1c1b 1d2c 1b1a 2c2b"]);
    assert_eq!(found.soundness, Some(Soundness::Sound));
    let noted = said(&found, Weight::Noted);
    assert!(
        noted[0].ends_with("at the last move (最終手余詰)"),
        "{noted:?}"
    );
    assert!(noted[0].contains(" plies)"), "{noted:?}");
    let hurried = Settings {
        nodes: Some(40),
        ..Settings::default()
    };
    let found = judge(&[five, "5", "1e1d 1c1b 1d2c 1b1a 2c2b"], hurried);
    assert_ne!(
        found.soundness,
        Some(Soundness::Flawless),
        "nobody has looked"
    );
}

/// What mates at once needs no search, so it is known when nothing is left of the limits.
#[test]
fn other_last_moves_that_mate_at_once_cost_nothing() {
    let hurried = Settings {
        nodes: Some(3),
        ..Settings::default()
    };
    let noted = said(&judge(&[GOLDS], hurried), Weight::Noted);
    assert_eq!(noted[0], "ply 1: also G*2b at the last move (最終手余詰)");
    assert!(noted[1].ends_with("is open"), "{noted:?}");
}

/// Promotion that is left out is allowed where that changes nothing (成不成非限定). Where the mate
/// takes longer it is another solution (tanuki5-171), unless it only goes round and returns to the
/// line (tanuki3-101).
#[test]
fn promotion_that_makes_the_mate_longer_is_a_cook() {
    let rook = tsume(&[
        "5G1kB/9/9/9/8N/9/9/9/9 b Rrb3g4s3n4l18p 1",
        "5",
        "R*3a 2a1b 3a3b+ 1b1a 1e2c",
    ]);
    assert_eq!(rook.soundness, Some(Soundness::Unsound));
    let fatal = said(&rook, Weight::Fatal);
    assert!(
        fatal[0].starts_with("ply 3: R-3b= mates too, in at most "),
        "{fatal:?}"
    );
    let silver = tsume(&[
        "5B2r/8k/9/8S/9/9/9/9/9 b rb4g3s4n4l18p 1",
        "3",
        "1d2c+ 1b2a 4a3b+",
    ]);
    assert_eq!(silver.soundness, Some(Soundness::Sound));
    assert_eq!(
        said(&silver, Weight::Noted),
        [
            "ply 1: instead of S-2c+ also S-2c= (7 plies), a way round that returns to the line \
          (成不成非限定)"
        ]
    );
}

/// About the same rook from farther off that takes more plies judges differ (tanuki3-396).
#[test]
fn a_longer_mate_from_farther_off_is_disputed() {
    let found = tsume(&[
        "7k1/8p/9/9/6R2/9/9/9/9 b R2b4g4s4n4l17p 1",
        "3",
        "R*3a 2a2b 3e3c+",
    ]);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    let disputed = said(&found, Weight::Disputed);
    let begins = "ply 1: instead of R*3a also R*4a (at most ";
    assert!(disputed[0].starts_with(begins), "{disputed:?}");
    assert!(
        disputed[0].ends_with("which takes longer (打点非限定)"),
        "{disputed:?}"
    );
}

/// However long the raw interpositions after another last move go on, it is found, or said to be open.
#[test]
fn other_last_moves_are_not_forgotten() {
    let found = tsume(&[
        "8k/6+R2/9/4P1L1G/n3SG3/9/9/9/B8 b rb2g3s3n3l17p 1",
        "1",
        "5e4f",
    ]);
    assert_eq!(found.soundness, Some(Soundness::Sound));
    let noted = said(&found, Weight::Noted);
    assert!(noted.iter().any(|said| said.contains("S-6d")), "{noted:?}");
    let few = Settings {
        nodes: Some(100_000),
        ..Settings::default()
    };
    let sfen = "8+p/5S1k1/9/6B1g/9/9/9/9/9 b RSPr2p 1";
    let all = tsume(&[sfen, "3", "S*3c 2b2a R*9a"]);
    let some = judge(&[sfen, "3", "S*3c 2b2a R*9a"], few);
    let named = |found: &Judgement| {
        let noted = said(found, Weight::Noted);
        (3..=8).all(|file| {
            noted
                .iter()
                .any(|said| said.contains(&format!("R*{file}a")))
        })
    };
    assert!(
        named(&all) && named(&some),
        "{:?}",
        said(&some, Weight::Noted)
    );
}

/// Of 022 of Shogi Zuko two captures on 5b may be exchanged; that is said of the other mate.
#[test]
fn exchanged_moves_are_named() {
    let limited = Settings {
        nodes: Some(500_000),
        ..Settings::default()
    };
    let fatal = said(&judged(&zuko("022"), limited), Weight::Fatal);
    assert_eq!(fatal.len(), 1, "{fatal:?}");
    let exchanged = "(余詰, 手順前後: at ply 33 the same position)";
    assert!(fatal[0].ends_with(exchanged), "{fatal:?}");
}
