//! What the rows of a report lack, where a claim says a little less than is needed, speaks of something
//! else, or says more.
use crate::rows::{LINE, ROOT, judge, lacks, lacks_later, only, row, verified};
use tsumi_check::rows::Lacks;
use tsumi_check::{Claim, Verified};

/// A line of five plies from `ROOT`, which need not be the best one.
const FIVE: &str = "2c2b 2a3b G*4c 3b4a G*4b";

/// A claim that says more than a row does shows the row.
#[test]
fn claims_that_say_more() {
    use Claim::{Beyond, Leaves, Longer, Mate, Within};
    for claim in [Mate(1), Within(1), Leaves(3)] {
        let shorter = ["status shorter", "declared 5"];
        assert_eq!(lacks(&shorter, &[claim]), None);
    }
    let longer = ["status longer", "declared 5"];
    assert_eq!(lacks(&longer, &[Beyond(7)]), None);
    let longer_raw = ["status longer", "declared-raw 5"];
    assert_eq!(lacks(&longer_raw, &[Longer(7)]), None);
    assert_eq!(lacks(&longer_raw, &[Beyond(7)]), None);
}

/// A claim of the right kind with a number that says too little.
#[test]
fn claims_that_say_too_little() {
    use Claim::{Beyond, Leaves, Longer, Mate, Within};
    let shorter = ["status shorter", "declared 5"];
    for claim in [Within(5), Leaves(5)] {
        let claims = [Mate(5), claim];
        assert_eq!(lacks(&shorter, &claims), Some(Lacks::Shorter));
    }
    let longer = ["status longer", "declared-raw 5"];
    assert_eq!(lacks(&longer, &[Longer(3)]), Some(Lacks::Longer));
    let ok = ["status ok", "looked nowhere", "declared 5"];
    let claims = [Mate(7), Within(7), Beyond(3)];
    assert_eq!(lacks(&ok, &claims), Some(Lacks::Length));
    // The defender begins, and may be mated already.
    let two = ["status ok", "looked nowhere", "declared 2"];
    assert_eq!(lacks_later(&two, &[Mate(2), Beyond(0)]), None);
    assert_eq!(lacks_later(&two, &[Mate(2)]), Some(Lacks::Length));
}

/// The raw length is not greater than declared because the one by convention is less, nor is that one
/// greater because the raw one is.
#[test]
fn a_bound_of_the_other_length() {
    use Claim::{Beyond, Leaves, Longer, Mate, Within};
    let raw = ["status shorter", "declared-raw 5"];
    assert_eq!(lacks(&raw, &[Mate(3)]), None);
    assert_eq!(lacks(&raw, &[Within(3)]), Some(Lacks::Shorter));
    let leftover = ["status leftover"];
    assert_eq!(lacks(&leftover, &[Leaves(3), Beyond(1)]), None);
    let claims = [Leaves(3), Longer(1)];
    assert_eq!(lacks(&leftover, &claims), Some(Lacks::Leftover));
}

/// Nothing is shorter than one ply, or than none where the defender begins.
#[test]
fn shorter_than_the_shortest() {
    use Claim::Mate;
    let one = ["status shorter", "declared 1"];
    assert_eq!(lacks(&one, &[Mate(1)]), Some(Lacks::Shorter));
    let none = ["status shorter", "declared 0"];
    assert_eq!(lacks_later(&none, &[Mate(0)]), Some(Lacks::Shorter));
    let two = ["status shorter", "declared 2"];
    assert_eq!(lacks_later(&two, &[Mate(0)]), None);
    assert_eq!(lacks_later(&two, &[Mate(2)]), Some(Lacks::Shorter));
}

/// A row that says nothing but `ok` says that there is a mate.
#[test]
fn ok_without_anything_declared() {
    let ok = ["status ok", "looked nowhere"];
    assert_eq!(lacks(&ok, &[Claim::Mate(3)]), None);
    assert_eq!(lacks(&ok, &[]), Some(Lacks::Mate));
    assert_eq!(lacks(&ok, &[Claim::Longer(1)]), Some(Lacks::Mate));
}

/// A reply outlasts a line that has the declared plies only where that line mates.
#[test]
fn outlasted_line_that_does_not_mate() {
    let judged = |line: &str| {
        let (line, declared) = (format!("line {line}"), format!("declared-line {line}"));
        let lines = ["status longer", "declared 3", "outlasted 2 b.tsc"];
        let lines = [&lines[..], &[&line, &declared]].concat();
        let later = verified(&["G*3b"], &[Claim::Beyond(2)]);
        judge(&row(&lines), &[("b.tsc", later)]).lacking
    };
    assert_eq!(judged(LINE), []);
    let longer = [("one".to_string(), Lacks::Longer)];
    assert_eq!(judged("G*3b 2a1a G*1b"), longer);
}

/// A row that names no other mate is no cook, and of several one has to be shown.
#[test]
fn one_of_the_named_checks_has_to_mate() {
    let line = format!("line {LINE}");
    let judged = |cooks: &[&str]| {
        let lines = [&["status cooked", &*line], cooks].concat();
        let accepted = [("b.tsc", verified(&["G*2b"], &[Claim::Mate(0)]))];
        judge(&row(&lines), &accepted).proved == 1
    };
    assert!(!judged(&[]));
    assert!(judged(&["cook 1 G*1b a.tsc", "cook 1 G*2b b.tsc"]));
    assert!(!judged(&["cook 1 G*1b a.tsc", "cook 1 G*2b a.tsc"]));
}

/// A mate after another reply of the defender is no other mate of the attacker.
#[test]
fn a_reply_is_no_cook() {
    let lines = [
        "status cooked",
        &format!("line {LINE}"),
        "cook 2 2a1b b.tsc",
    ];
    let after = Verified {
        position: "9/6G1k/7P1/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 3".into(),
        ..verified(&[], &[Claim::Mate(9)])
    };
    let judged = judge(&row(&lines), &[("b.tsc", after)]);
    assert_eq!(judged.lacking, [("one".to_string(), Lacks::Cook)]);
}

/// What is said of open checks is said along a line that mates and is the declared one.
#[test]
fn open_checks_beside_a_line_that_fails() {
    let judged = |line: &str, declared: &str| {
        let (line, claim) = (format!("line {line}"), format!("{line} / 1:G*2b>5"));
        let lines = ["status undecided", &line, "open 1:G*2b>5"];
        lacks(&[&lines[..], &[declared]].concat(), &[only(&claim)])
    };
    let declared = format!("declared-line {LINE}");
    assert_eq!(judged(LINE, &declared), None);
    assert_eq!(judged(LINE, "declared-line G*2b"), Some(Lacks::Open));
    assert_eq!(judged("G*3b 2a1a", "looked line"), Some(Lacks::Open));
}

/// Along a line of five plies the claim has to reach the third one.
#[test]
fn only_along_a_part_of_the_line() {
    let line = format!("line {FIVE}");
    let base = ["status ok", &line];
    let judged = |looked: &str, moves: usize| {
        let part: Vec<&str> = FIVE.split(' ').take(moves).collect();
        let claims = [Claim::Mate(5), only(&part.join(" "))];
        lacks(&[&base[..], &[looked]].concat(), &claims)
    };
    let missing = Some(Lacks::OnlyMate);
    for moves in 1..=5 {
        let expected = if moves < 3 { missing } else { None };
        assert_eq!(judged("looked line", moves), expected, "{moves}");
        let expected = if moves < 5 { missing } else { None };
        assert_eq!(judged("looked everywhere", moves), expected, "{moves}");
        assert_eq!(judged("looked first", moves), None, "{moves}");
    }
}

/// A line that ends with futile interpositions only may be shorter than that of the claim.
#[test]
fn only_along_more_than_the_line() {
    let position = "8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1";
    let rows = format!(
        "tsumi-rows 1\nrow far\nposition {position}\nattacker black\nline 1d2c+\n\
         looked everywhere\nstatus ok\nproof a.tsc\nend 1\n"
    );
    let judged = |line: &str| {
        let claims = [Claim::Mate(3), only(line)];
        let proof = Verified {
            position: position.into(),
            ..verified(&[], &claims)
        };
        judge(&rows, &[("a.tsc", proof)]).proved == 1
    };
    assert!(judged("1d2c+ P*1b P*1b"));
    assert!(judged("1d2c+"));
    assert!(!judged("1d2c P*1b"));
}

/// A reply after which the attacker has no move is no mate: his king cannot move, and his last piece
/// was taken.
#[test]
fn an_attacker_without_a_move_has_not_mated() {
    let position = "8k/9/9/9/9/9/ng7/9/K8 b G2r2b2g4s3n4l18p 1";
    let judged = |status: &str| {
        let lines = [status, "looked nowhere", "declared-line G*1b 1a1b"];
        let rows = row(&[&lines[..], &["proof a.tsc"]].concat()).replace(ROOT, position);
        let proof = Verified {
            position: position.into(),
            ..verified(&[], &[Claim::Mate(9)])
        };
        judge(&rows, &[("a.tsc", proof)]).lacking
    };
    assert_eq!(judged("status ok"), [("one".to_string(), Lacks::Line)]);
    assert_eq!(judged("status line-fails"), []);
}

/// A pawn that is dropped may not mate: neither as another mate nor in the line.
#[test]
fn an_illegal_move_proves_nothing() {
    let position = "7nk/9/8G/9/9/9/9/9/9 b GP2r2b2g4s3n4l17p 1";
    let row = |lines: &[&str]| row(lines).replace(ROOT, position);
    let mated = Verified {
        position: "7nk/8P/8G/9/9/9/9/9/9 w G2r2b2g4s3n4l17p 2".into(),
        ..verified(&[], &[Claim::Mate(0)])
    };
    let lines = [
        "status cooked",
        "line G*1b",
        "cook 1 P*1b b.tsc",
        "looked everywhere",
    ];
    let judged = judge(&row(&lines), &[("b.tsc", mated)]);
    assert_eq!(judged.lacking, [("one".to_string(), Lacks::Cook)]);
    let mate = Verified {
        position: position.into(),
        ..verified(&[], &[Claim::Mate(1)])
    };
    for (mv, lacking) in [("G*1b", None), ("P*1b", Some(Lacks::Line))] {
        let line = format!("declared-line {mv}");
        let lines = ["status ok", "looked nowhere", &line, "proof a.tsc"];
        let judged = judge(&row(&lines), &[("a.tsc", mate.clone())]);
        let found = judged.lacking.first().map(|(_, lacks)| *lacks);
        assert_eq!(found, lacking, "{mv}");
    }
}

/// What was not found out is open, and so is what could not be read.
#[test]
fn what_is_open() {
    for lines in [
        ["status undecided", "result unknown"],
        ["status error", "result error"],
        ["status undecided", "result error"],
        ["status error", "result unknown"],
    ] {
        let judged = judge(&row(&lines), &[]);
        assert_eq!((judged.open, judged.proved), (1, 0), "{lines:?}");
    }
}

/// A rook checks from afar, and only a pawn can be put in between. It is not futile: when the rook takes
/// it, the king takes the rook. So this line does not mate, though the silver's move would.
#[test]
fn a_line_that_ends_where_an_interposition_counts() {
    let position = "6G1k/9/6S2/8N/9/9/9/9/9 b Rp 1";
    let judged = |lines: &[&str], mv: &str| {
        let (line, declared) = (format!("line {mv}"), format!("declared-line {mv}"));
        let lines = [lines, &["declared 1", &line, &declared, "proof a.tsc"]].concat();
        let proof = Verified {
            position: position.into(),
            ..verified(&[], &[Claim::Mate(1)])
        };
        let rows = row(&lines).replace(ROOT, position);
        let judged = judge(&rows, &[("a.tsc", proof)]);
        judged.lacking.first().map(|(_, lacks)| *lacks)
    };
    for looked in ["looked nowhere", "looked line"] {
        assert_eq!(judged(&["status ok", looked], "3c2b+"), None);
        assert!(judged(&["status ok", looked], "R*1c").is_some(), "{looked}");
    }
    let fails = ["status line-fails"];
    assert_eq!(judged(&fails, "R*1c"), None);
    assert_eq!(judged(&fails, "3c2b+"), Some(Lacks::LineFails));
}

/// A line that mates fails all the same where another number of plies is declared.
#[test]
fn a_declared_line_has_the_declared_plies() {
    let declared = format!("declared-line {LINE}");
    for (plies, holds) in [("declared 3", true), ("declared 5", false)] {
        let fails = lacks(&["status line-fails", plies, &declared], &[]);
        assert_eq!(fails, holds.then_some(Lacks::LineFails), "{plies}");
        let bounds = match holds {
            true => [Claim::Mate(3), Claim::Beyond(1)],
            false => [Claim::Mate(5), Claim::Beyond(3)],
        };
        let ok = ["status ok", "looked nowhere", plies, &declared];
        let expected = (!holds).then_some(Lacks::Line);
        assert_eq!(lacks(&ok, &bounds), expected, "{plies}");
    }
}

/// Where every ply counts, a line does not end before a futile interposition.
#[test]
fn a_line_ends_where_no_reply_is_left_when_every_ply_counts() {
    let position = "8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1";
    for (counts, fails) in [("counts every-ply", true), ("looked line", false)] {
        let lines = [counts, "declared-line 1d2c+", "status line-fails"];
        let rows = row(&lines).replace(ROOT, position);
        assert_eq!(judge(&rows, &[]).proved == 1, fails, "{counts}");
    }
}
