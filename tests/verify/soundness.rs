//! How faults weigh, what is only noted, and whether a problem is sound.

use crate::common::{after, judge, judged, problem, said, tsume, zuko};
use shogi_core::{PartialPosition, ToUsi};
use tsumi::formats::usi;
use tsumi::row::Row;
use tsumi::solver::Verdict;
use tsumi::verify::{Cooks, Finding, Futile, Profile, Remark, Settings, Soundness, Status, Weight};

/// Mate in 7 with a lance left, in 5 with nothing left (tanuki7-042).
const LEFT: &str = "9/8k/8l/5N1S1/8R/9/9/9/9 b r2b4g3s3n3l18p 1";
const LEFT_LINE: &str = "2d1c+ 1b2a 1e2e 2a1a L*1b";
/// Mate in 5; another defence lasts as long, and after it the attacker has two ways (tanuki5-002).
const EQUAL: &str = "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1";
const EQUAL_LINE: &str = "4e3c 2a3a 1d4a+ 3a2b 2d2c+";
const NOMATE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

/// What was not asked for is not open: lengths by the convention where every interposition counts, and
/// for a position from a game what the longest defence leaves.
#[test]
fn what_was_not_asked_for_is_not_open() {
    let nine = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
    let every = Settings {
        futile: Futile::None,
        ..Settings::default()
    };
    let found = judge(&[nine, "9"], every);
    assert!(found.is_settled(), "{:?}", found.findings);
    let one = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let game = Settings {
        profile: Profile::Game,
        ..Settings::default()
    };
    let found = judge(&[one], game);
    assert!(found.is_settled(), "{:?}", found.findings);
}

#[test]
fn a_longer_defence_that_leaves_something_is_a_finding_of_its_own() {
    let found = judged(&zuko("069"), Settings::default());
    assert_eq!(found.statuses, [Status::LongerLeft]);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    let disputed = said(&found, Weight::Disputed);
    let whole = "mate takes 19 plies, 13 declared (変化長手数)";
    let left = "; it leaves 1 bishop; with nothing left as declared, by the custom of the classics \
                a variation";
    assert!(
        disputed[0].starts_with(whole) && disputed[0].ends_with(left),
        "{disputed:?}"
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
    // Nothing is declared.
    let found = tsume(&[LEFT]);
    assert_eq!(found.statuses, [Status::Cooked, Status::Leftover]);
    let left =
        "the longest defence, 7 plies, leaves 1 lance; with nothing left 5 plies (変長駒余り)";
    assert_eq!(said(&found, Weight::Disputed), [left]);
}

/// That every longest line leaves something is only said once it is settled.
#[test]
fn pieces_left_over_are_no_fault_while_that_is_open() {
    let (mut open, mut known) = (0, 0);
    for nodes in (100..2_000).step_by(20) {
        let settings = Settings {
            nodes: Some(nodes),
            cooks: Cooks::Off,
            ..Settings::default()
        };
        let found = judge(&[LEFT], settings);
        assert!(
            said(&found, Weight::Fatal).is_empty(),
            "{:?}",
            found.findings
        );
        let open_left = |f: &Finding| matches!(f, Finding::LeftoverOpen(_));
        open += usize::from(found.findings.iter().any(open_left));
        known += said(&found, Weight::Disputed).len();
    }
    assert!(open > 0 && known > 0, "{open} {known}");
}

/// What is left is asked for however late the length is proved minimal, and whatever comes first.
#[test]
fn what_is_left_is_said_wherever_the_length_is_proved() {
    let mut late = 0;
    for nodes in (100..6_000).step_by(20) {
        let settings = Settings {
            nodes: Some(nodes),
            ..Settings::default()
        };
        let found = judge(&[LEFT], settings);
        let Verdict::Mate { conventional, .. } = found.outcome.verdict else {
            continue;
        };
        let of_left = |f: &Finding| {
            matches!(
                f,
                Finding::LeftoverOpen(_) | Finding::LongerLeft(_) | Finding::Leftover(_)
            )
        };
        let said = found.findings.iter().any(of_left);
        assert_eq!(
            said,
            conventional.is_minimal(),
            "{nodes} nodes: {:?}",
            found.findings
        );
        late += usize::from(said && found.nodes > 1_000);
    }
    assert!(late > 0);
}

/// Where every interposition counts, the line is one by the convention: what it leaves is no fault
/// while it is not known to be a longest one.
#[test]
fn a_line_of_upper_bounds_is_not_faulted_for_what_it_leaves() {
    for nodes in (100..3_000).step_by(20) {
        let settings = Settings {
            nodes: Some(nodes),
            cooks: Cooks::Off,
            futile: Futile::None,
            ..Settings::default()
        };
        let found = judge(&[LEFT], settings);
        let fatal = said(&found, Weight::Fatal);
        assert!(fatal.is_empty(), "{nodes} nodes: {fatal:?}");
    }
}

/// Two plies longer than declared is a fault by today's custom. Whether it is a variation by the
/// custom of the classics is only said once it is settled.
#[test]
fn a_longer_defence_is_not_fatal_while_it_may_be_a_variation() {
    let (mut open, mut known) = (0, 0);
    for fields in [&[LEFT, "5"][..], &[LEFT, "5", LEFT_LINE]] {
        for nodes in (100..3_000).step_by(20) {
            let settings = Settings {
                nodes: Some(nodes),
                cooks: Cooks::Off,
                ..Settings::default()
            };
            let found = judge(fields, settings);
            let fatal = said(&found, Weight::Fatal);
            assert!(fatal.is_empty(), "{nodes} nodes: {fatal:?}");
            assert_ne!(found.soundness, Some(Soundness::Unsound));
            let longer = |f: &&Finding| f.status() == Some(Status::Longer);
            open += found.findings.iter().filter(longer).count();
            known += usize::from(found.statuses == [Status::LongerLeft]);
        }
    }
    assert!(open > 0 && known > 0, "{open} {known}");
    // Neither five plies with nothing left nor seven are three.
    let found = tsume(&[LEFT, "3"]);
    let length = "mate takes 7 plies, 3 declared (変化長手数); it leaves 1 lance";
    assert_eq!(said(&found, Weight::Fatal)[0], length);
}

#[test]
fn replies_that_last_longer_are_named_ply_by_ply() {
    // The best one with the whole line, and once.
    let nine = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
    let found = tsume(&[nine, "7", "2d1c+ 1d1c R*2c 1c1d 2c2e+ 1d1c 2e2c"]);
    let longer = |f: &&Finding| f.status() == Some(Status::Longer);
    let longer: Vec<_> = found.findings.iter().filter(longer).collect();
    assert_eq!(longer.len(), 1, "{longer:?}");
    assert_eq!(longer[0].ply(), Some(4));
    // Another ply, where not promoting lasts as long as another capture.
    let found = judged(&zuko("069"), Settings::default());
    let named = "ply 2, Bx7h=, +Bx7h: 6 plies longer (変長), 1 bishop left".to_string();
    let disputed = said(&found, Weight::Disputed);
    assert_eq!(disputed[1..], [named], "{disputed:?}");
    let finding = found.findings.iter().find(|f| f.ply() == Some(2)).unwrap();
    assert_eq!(finding.status(), Some(Status::LongerLeft));
    assert_eq!(finding.mv().unwrap().to_usi_owned(), "5f7h");
    // The line's own replies before the better one are none.
    let settings = Settings {
        cooks: Cooks::Off,
        ..Settings::default()
    };
    let found = judged(&zuko("007"), settings);
    let plies: Vec<_> = found.findings.iter().filter_map(Finding::ply).collect();
    assert_eq!(plies, [6], "{:?}", found.findings);
}

/// Of 019 of Shogi Zuko a single defence is proved to be a mere variation before that is known of
/// the whole.
#[test]
fn a_longer_defence_has_one_status() {
    let settings = Settings {
        nodes: Some(300_000),
        ..Settings::default()
    };
    let found = judged(&zuko("019"), settings);
    let longer = [Status::Longer, Status::LongerLeft];
    let said = found.statuses.iter().filter(|s| longer.contains(s)).count();
    assert_eq!(said, 1, "{:?}", found.findings);
}

/// Of 044 of Shogi Zuko the longer defence is known to be a variation only after the search for other
/// mates, which had left a check aside.
#[test]
fn a_variation_leaves_no_check_aside() {
    let found = judged(&zuko("044"), Settings::default());
    assert_eq!(found.statuses, [Status::LongerLeft]);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    assert!(found.open.is_empty() && found.is_settled());
}

/// Of these five plies four are futile interpositions and their captures (tanuki5-040).
#[test]
fn a_length_that_counts_futile_interpositions_is_no_fatal_fault() {
    let found = tsume(&["6G1k/9/7G1/8S/8L/9/9/9/9 b 2r2b2g3s4n3l18p 1", "5"]);
    assert_eq!(found.statuses, [Status::Shorter]);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    let counted = "mate in 1 ply; the 5 declared count futile interpositions (無駄合い)";
    assert_eq!(said(&found, Weight::Disputed), [counted]);
}

/// A cooked problem is settled, so the checks that are hard to refute are left aside, even without
/// limits (tanuki7-174).
#[test]
fn a_fault_ends_the_search_for_others() {
    let found = tsume(&[
        "9/4pg1G1/6PSk/7LB/9/9/9/9/9 b 2RSb2g2s4n3l16p 1",
        "7",
        "2b1b 1c2d R*2e 2d3c R*3d 3c4c S*5d",
    ]);
    assert_eq!(found.statuses, [Status::Cooked]);
    assert!(found.nodes < 2_000_000, "{}", found.nodes);
    assert!(!found.open.is_empty() && !found.is_settled());
    let aside = |f: &Finding| matches!(f, Finding::ChecksOpen(found) if found.limit.is_none());
    assert!(found.findings.iter().any(aside), "{:?}", found.findings);
}

/// A pass that asks because something is open beside a fault gives that the whole limit: of 082 of
/// Shogi Zuko some checks are left aside else.
#[test]
fn a_thorough_judge_leaves_nothing_aside() {
    let open = |thorough| {
        let settings = Settings {
            nodes: Some(1_000_000),
            thorough,
            ..Settings::default()
        };
        let found = judged(&zuko("082"), settings);
        assert_eq!(found.soundness, Some(Soundness::Unsound));
        found.open.len()
    };
    assert!(open(false) > 0 && open(true) == 0);
}

/// The shortest line after `3c5e` leads back to the position before it (tanuki5-043).
#[test]
fn the_line_of_a_cook_does_not_return() {
    let settings = Settings {
        nodes: Some(500_000),
        ..Settings::default()
    };
    let fields = [
        "4B4/9/2R1Sk3/9/9/3B5/9/9/9 b r4g3s4n4l18p 1",
        "5",
        "5a3c+ 4c5d 3c4d 5d6e 4d5e",
    ];
    let found = judge(&fields, settings);
    let root = problem("x.sfen", &["id", &fields.join("\t")].join("\t")).position;
    let place = |p: &PartialPosition| {
        let sfen = p.to_sfen_owned();
        sfen.rsplit_once(' ').unwrap().0.to_string()
    };
    for cook in &found.cooks {
        let before = after(&root, &found.main_line[..cook.ply as usize - 1]);
        for moves in 1..=cook.line.len() {
            let at = after(&before, &cook.line[..moves]);
            assert_ne!(place(&at), place(&before), "{:?}", usi::line(&cook.line));
        }
    }
    assert!(found.cooks.iter().any(|c| c.mv.to_usi_owned() == "3c5e"));
}

#[test]
fn equal_defences_and_a_second_way_after_them() {
    let found = tsume(&[EQUAL, "5", EQUAL_LINE]);
    assert_eq!(found.statuses, [Status::Ok]);
    assert!(!found.differs);
    assert_eq!(found.soundness, Some(Soundness::Disputed));
    let equal =
        "ply 2: instead of K-3a also K-2b, as long and nothing left (変化同手数, found by search)"
            .to_string();
    assert!(said(&found, Weight::Noted).contains(&equal));
    let cooked =
        "ply 3: after K-2b at ply 2, which lasts as long, B-2c+ mates too, in 5 plies (変別)";
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

/// Where a limit leaves open whether another move mates after an equally long defence, that is said.
#[test]
fn what_mates_after_an_equal_defence_is_not_left_open_in_silence() {
    let (mut known, mut open) = (0, 0);
    for nodes in 1..600 {
        let settings = Settings {
            nodes: Some(nodes),
            ..Settings::default()
        };
        let found = judge(&[EQUAL, "5", EQUAL_LINE], settings);
        let has = |is: fn(&Remark) -> bool| {
            let remark = |f: &Finding| matches!(f, Finding::Remark(remark) if is(remark));
            found.findings.iter().any(remark)
        };
        if has(|r| matches!(r, Remark::Equal(found) if found.ply == 2)) {
            let cooked = has(|r| matches!(r, Remark::EqualCooked(_)));
            let is_open = has(|r| matches!(r, Remark::EqualCooksOpen { .. }));
            assert!(cooked || is_open, "{nodes} nodes: {:?}", found.findings);
            assert!(!is_open || !found.is_settled());
            (known, open) = (known + u32::from(cooked), open + u32::from(is_open));
        }
    }
    assert!(known > 0 && open > 0, "{known} {open}");
}

/// What a remark says to be open is open, though it differs from nothing that was declared.
#[test]
fn an_open_remark_leaves_a_problem_unsettled() {
    let mut found = tsume(&[EQUAL, "5", EQUAL_LINE]);
    assert!(found.is_settled());
    let open = Remark::EqualOpen { moves: 1 };
    found.findings.push(Finding::Remark(open));
    assert!(!found.is_settled() && found.extent().is_settled());
}

#[test]
fn sound_is_what_was_looked_at_everywhere() {
    // Nothing else mates, at the last move either (tanuki3-002).
    let three = "4nk3/9/6G2/3LB4/9/9/9/9/9 b 2rb3g3s3n3l18p 1";
    let fields = [three, "3", "5d3b+ 4a5b 3b4b"];
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

/// Without its line a problem is judged along the line that is meant: of defences that last as
/// long the one after which nothing else mates.
#[test]
fn a_second_way_in_a_variation_is_no_cook_of_a_problem_without_a_line() {
    let with = tsume(&[EQUAL, "5", EQUAL_LINE]);
    for fields in [&[EQUAL, "5"][..], &[EQUAL]] {
        let found = tsume(fields);
        assert_eq!(found.soundness, with.soundness, "{:?}", found.findings);
        assert!(said(&found, Weight::Fatal).is_empty());
        assert_eq!(usi::line(&found.main_line), EQUAL_LINE);
        assert_eq!(found.outcome.line, found.main_line);
    }
}

/// The mate of a check that is found with the line barred may be longer than the shortest one.
#[test]
fn the_length_of_a_mate_besides_the_line_is_a_bound() {
    let found = tsume(&["6g2/5Bk2/8l/5p3/9/3b5/9/9/9 b RGSr2g3s4n3l17p 1"]);
    let silver = |cook: &&tsumi::verify::Cook| cook.mv.to_usi_owned() == "S*3b" && cook.ply == 3;
    let cook = found.cooks.iter().find(silver).unwrap();
    assert!(
        cook.conventional.lower <= 7 && cook.conventional.upper >= 7,
        "{:?}",
        cook.conventional
    );
}

/// A declared line without an interposition does not count futile ones, whatever the raw length is.
#[test]
fn a_shorter_mate_of_a_line_without_interpositions_is_fatal() {
    let found = tsume(&[
        "4R4/6k2/4+L4/9/9/9/9/9/9 b BGNLrb3g4s3n2l18p 1",
        "11",
        "B*4c 3b2c N*1e 2c1d 5a1a 1d2d G*2e 2d3c 2e3d 3c2b 4c2a+",
    ]);
    assert_eq!(found.soundness, Some(Soundness::Unsound));
    assert!(
        found.statuses.contains(&Status::Shorter),
        "{:?}",
        found.statuses
    );
    let disputed = said(&found, Weight::Disputed);
    assert!(disputed.is_empty(), "{disputed:?}");
}

/// Where only the number beside a line is wrong, the mate is neither shorter nor longer.
#[test]
fn a_wrong_number_beside_the_right_line() {
    let five = "9/9/8k/7R1/8G/9/9/9/9 b r2b3g4s4n4l18p 1";
    for number in ["3", "7"] {
        let found = tsume(&[five, number, "1e1d 1c1b 1d2c 1b1a 2c2b"]);
        assert_eq!(found.statuses, [Status::LineFails], "{number}");
        let wrong = format!("the line has 5 plies, {number} are declared");
        assert_eq!(said(&found, Weight::Fatal), [wrong]);
    }
}

/// A report shows the line that was looked at: here the one that leaves nothing, two plies shorter
/// than the longest.
#[test]
fn the_line_of_a_row_is_the_one_that_was_looked_at() {
    let sfen = "5p2k/6n2/7sN/5PS2/9/9/9/9/9 b G2SL2r2b3g2n3l16p 1";
    let problem = problem("x.sfen", &format!("id\t{sfen}"));
    let found = judged(&problem, Settings::default());
    let row = Row::of(&problem, "unknown").judged(&problem, &found);
    assert_eq!((row.plies, found.main_line.len()), (Some(11), 9));
    assert_eq!(row.main_line(), usi::line(&found.main_line));
    assert_eq!(row.searched.as_deref(), Some("nothing_left"));
}

/// Where every ply counts, a cook is as long as the plies say that count.
#[test]
fn a_cook_has_the_length_that_the_report_counts() {
    let every = Settings {
        futile: Futile::None,
        ..Settings::default()
    };
    let found = judge(
        &[
            "9/8k/9/9/7R1/9/9/9/9 b BLs 1",
            "5",
            "L*1f S*1c B*6g 1b1a 1f1c",
        ],
        every,
    );
    let all = [Weight::Fatal, Weight::Disputed, Weight::Open].map(|weight| said(&found, weight));
    let bishop = all
        .concat()
        .into_iter()
        .find(|said| said.contains("B*3d mates too"));
    assert!(bishop.is_some_and(|said| said.contains("5 plies") && !said.contains("早詰")));
}

/// Where every ply counts, a move that is better by the convention alone is not called better.
#[test]
fn a_better_move_is_one_in_the_plies_that_count() {
    let every = Settings {
        futile: Futile::None,
        ..Settings::default()
    };
    let cases = [
        (
            "9/8k/9/9/7R1/9/9/9/9 b BLs 1",
            "B*8i S*4e L*1d",
            "K-1a instead",
        ),
        (
            "1k7/3B5/+P+S7/9/9/9/9/9/9 b Rrb4g3s4n4l17p 1",
            "R*5a N*6a 9c9b",
            "R*1a instead",
        ),
    ];
    for (sfen, line, wrong) in cases {
        let found = judge(&[sfen, "3", line], every.clone());
        let said = found.findings.iter().map(|f| f.message().to_string());
        let said: Vec<String> = said.collect();
        assert!(said.iter().all(|said| !said.contains(wrong)), "{said:?}");
    }
}

/// With every interposition counted nobody asks for the conventional length; what is left over is
/// not known for all that before it is looked at. Here another last drop leaves nothing.
#[test]
fn nothing_is_left_over_only_because_nobody_asked() {
    let settings = Settings {
        futile: Futile::None,
        ..Settings::default()
    };
    let found = judge(&["9/9/9/9/9/9/b8/K1s6/9 w rnRB4G3S3N4L18P 1"], settings);
    assert!(
        said(&found, Weight::Fatal).is_empty(),
        "{:?}",
        found.findings
    );
}
