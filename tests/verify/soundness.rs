//! How faults weigh, what is only noted, and whether a problem is sound.

use crate::common::{judged, problem, zuko};
use shogi_core::ToUsi;
use tsumi::formats::usi;
use tsumi::verify::{Cooks, Finding, Judgement, Profile, Settings, Soundness, Status, Weight};

/// Mate in 7 with a lance left, in 5 with nothing left (tanuki7-042).
const LEFT: &str = "9/8k/8l/5N1S1/8R/9/9/9/9 b r2b4g3s3n3l18p 1";
const LEFT_LINE: &str = "2d1c+ 1b2a 1e2e 2a1a L*1b";
/// Mate in 5; another defence lasts as long, and after it the attacker has two ways (tanuki5-002).
const EQUAL: &str = "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1";
const EQUAL_LINE: &str = "4e3c 2a3a 1d4a+ 3a2b 2d2c+";
/// Mate in 1 with two golds to choose from.
const GOLDS: &str = "8k/9/7PP/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";
const NOMATE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

fn judge(fields: &[&str], settings: Settings) -> Judgement {
    let line = ["id", &fields.join("\t")].join("\t");
    judged(&problem("x.sfen", &line), settings)
}

fn tsume(fields: &[&str]) -> Judgement {
    judge(fields, Settings::default())
}

/// The findings of a weight, in English.
fn said(judged: &Judgement, weight: Weight) -> Vec<String> {
    let here = |f: &&Finding| f.weight() == weight;
    let found = judged.findings.iter().filter(here);
    found.map(|f| f.message().to_string()).collect()
}

#[test]
fn a_longer_defence_that_leaves_something_is_a_finding_of_its_own() {
    let found = judged(&zuko("069"), Settings::default());
    assert_eq!(found.statuses, [Status::LongerLeft]);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    assert_eq!(
        said(&found, Weight::Disputed),
        [
            "mate takes 19 plies, 13 declared (変化長手数); ply 6: 7i6h instead of 7h8i lasts 6 \
             plies longer; it leaves 1 bishop; with nothing left as declared, by the custom of the \
             classics a variation"
        ]
    );
    // Another move mates too, which neither custom allows.
    let found = tsume(&[LEFT, "5", LEFT_LINE]);
    assert_eq!(found.statuses, [Status::LongerLeft, Status::Cooked]);
    assert_eq!(found.soundness, Some(Soundness::Unsound));
    // Declared as it is by today's custom.
    let found = tsume(&[LEFT, "7"]);
    assert!(!found.statuses.contains(&Status::LongerLeft));
    // Declared as neither custom has it.
    let found = tsume(&[LEFT, "3"]);
    assert_eq!(found.statuses[0], Status::Longer);
}

#[test]
fn equal_defences_and_a_second_way_after_them() {
    let found = tsume(&[EQUAL, "5", EQUAL_LINE]);
    assert_eq!(found.statuses, [Status::Ok]);
    assert!(!found.differs);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    let equal =
        "ply 2: instead of 2a3a also 2a2b, as long and nothing left (変化同手数, found by search)"
            .to_string();
    assert!(said(&found, Weight::Noted).contains(&equal));
    let cooked =
        "ply 3: after 2a2b at ply 2, which lasts as long, 1d2c+ mates too, in 5 plies (変別)";
    assert_eq!(said(&found, Weight::Disputed), [cooked]);
    let at = found
        .findings
        .iter()
        .find(|f| f.weight() == Weight::Disputed);
    let mv = at.and_then(Finding::mv).map(|mv| mv.to_usi_owned());
    assert_eq!(
        (at.and_then(Finding::ply), mv.as_deref()),
        (Some(3), Some("1d2c+"))
    );
}

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
        ["ply 1: instead of L*2c also L*2d, L*2e, L*2f, L*2g, L*2h, L*2i (距離非限定)"]
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
    let detour = tsume(&[
        "9/6S2/8B/6G1N/7Lk/9/9/7B1/9 b G2r2g3s3n3l18p 1",
        "9",
        "1c2d+ 1e2f G*1g 2f3f 2d4f 3f2e 4f3e 2e1e 3e2d",
    ]);
    assert_eq!(
        detour.soundness,
        Some(Soundness::Unsound),
        "there are cooks too"
    );
    assert_eq!(
        said(&detour, Weight::Noted),
        ["ply 7: only a way back to the line: 4f2d (迂回手順)"]
    );
}

#[test]
fn sound_is_what_was_looked_at_everywhere() {
    let five = "9/9/8k/7R1/8G/9/9/9/9 b r2b3g4s4n4l18p 1";
    let fields = [five, "5", "1e1d 1c1b 1d2c 1b1a 2c2b"];
    assert_eq!(tsume(&fields).soundness, Some(Soundness::Flawless));
    let grade = |settings| judge(&fields, settings).soundness;
    for cooks in [Cooks::First, Cooks::Off] {
        let settings = Settings {
            cooks,
            ..Settings::default()
        };
        assert_eq!(grade(settings), Some(Soundness::Open), "{cooks:?}");
    }
    let few = Settings {
        nodes: Some(10),
        ..Settings::default()
    };
    assert_eq!(grade(few), Some(Soundness::Open));
    let game = Settings {
        profile: Profile::Game,
        ..Settings::default()
    };
    assert_eq!(grade(game), None);
    assert_eq!(tsume(&[NOMATE, "1"]).soundness, Some(Soundness::Unsound));
}

/// What a defence that lasts longer costs is not taken from the search for the length: 033 of
/// Shogi Zuko takes 17 plies, not "17 to 19".
#[test]
fn a_length_is_as_exact_as_in_a_search_for_it_alone() {
    let settings = Settings {
        nodes: Some(500_000),
        ..Settings::default()
    };
    let found = judged(&zuko("033"), settings);
    let said = said(&found, Weight::Fatal);
    assert!(
        said[0].starts_with("mate takes 17 plies, 15 declared"),
        "{said:?}"
    );
    assert!(usi::line(&found.outcome.line).starts_with("8d8e 9e9d 8e8c P*8e"));
}
