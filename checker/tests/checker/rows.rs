//! Which rows of a report are proved, and what the others lack.
use std::collections::HashMap;
use std::io::BufReader;
use tsumi_check::rows::{Judged, Lacks, Rows};
use tsumi_check::{Claim, Color, Verified};

/// A mate in three plies: a gold is dropped, the king goes back, the second gold mates.
pub const ROOT: &str = "7k1/9/7P1/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
pub const LINE: &str = "G*3b 2a1a G*2b";

/// The same after the first move, with the defender to move.
const LATER: &str = "7k1/6G2/7P1/9/9/9/9/9/9 w G2r2b2g4s4n4l17p 2";

/// What a certificate of the root, or of the position after these moves, claims.
pub fn verified(moves: &[&str], claims: &[Claim]) -> Verified {
    let position = match moves {
        [] => ROOT,
        ["G*3b"] => LATER,
        ["G*3b", "2a1a", "G*1b"] => "8k/6G1G/7P1/9/9/9/9/9/9 w 2r2b2g4s4n4l17p 4",
        ["G*2b"] => "7k1/7G1/7P1/9/9/9/9/9/9 w G2r2b2g4s4n4l17p 2",
        other => panic!("{other:?}"),
    };
    Verified {
        claims: claims.to_vec(),
        entries: 1,
        position: position.into(),
        attacker: Color::Black,
    }
}

pub fn judge(rows: &str, accepted: &[(&str, Verified)]) -> Judged {
    let accepted: HashMap<String, Verified> = accepted
        .iter()
        .map(|(name, verified)| (name.to_string(), verified.clone()))
        .collect();
    Rows::read(rows.as_bytes()).unwrap().judge(&accepted)
}

/// A list of one row with these lines.
pub fn row(lines: &[&str]) -> String {
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("tsumi-rows 1\nrow one\nposition {ROOT}\nattacker black\n{lines}end 1\n")
}

/// What a row with these lines lacks, when the certificate `a.tsc` of the root claims this.
pub fn lacks(lines: &[&str], claims: &[Claim]) -> Option<Lacks> {
    let judged = judge(
        &row(&[lines, &["proof a.tsc"]].concat()),
        &[("a.tsc", verified(&[], claims))],
    );
    assert_eq!(judged.rows, 1);
    assert_eq!(judged.proved + judged.lacking.len() + judged.open, 1);
    judged.lacking.first().map(|(_, lacks)| *lacks)
}

/// The same of a row whose position is the one after the first move.
pub fn lacks_later(lines: &[&str], claims: &[Claim]) -> Option<Lacks> {
    let rows = row(&[lines, &["proof a.tsc"]].concat()).replace(ROOT, LATER);
    let judged = judge(&rows, &[("a.tsc", verified(&["G*3b"], claims))]);
    judged.lacking.first().map(|(_, lacks)| *lacks)
}

pub fn only(line: &str) -> Claim {
    Claim::Only(line.into())
}

#[test]
fn lengths_of_the_convention_and_raw_ones() {
    use Claim::{Beyond, Longer, Mate, Within};
    let ok = ["status ok", "looked nowhere", "result mate", "declared 5"];
    assert_eq!(lacks(&ok, &[Mate(5), Beyond(3)]), None);
    assert_eq!(lacks(&ok, &[Mate(7), Within(5), Beyond(3)]), None);
    let raw = [&ok[..], &["counts every-ply"]].concat();
    assert_eq!(lacks(&raw, &[Mate(5), Longer(3)]), None);
    for (lines, claims) in [
        (&ok[..], &[Mate(5)][..]),
        (&ok, &[Mate(5), Beyond(1)]),
        (&ok, &[Mate(7), Beyond(3)]),
        // A raw bound says nothing of the length by convention, which may be less.
        (&ok, &[Mate(5), Longer(3)]),
        (&raw, &[Mate(7), Within(5), Beyond(3)]),
    ] {
        assert_eq!(lacks(lines, claims), Some(Lacks::Length), "{claims:?}");
    }
    // Within alone shows no mate in the raw metric, of which `ok` speaks as well.
    assert_eq!(lacks(&ok, &[Within(5), Beyond(3)]), Some(Lacks::Mate));
    let both = [&ok[..], &["declared-raw 7"]].concat();
    let claims = [Mate(7), Longer(5), Within(5), Beyond(3)];
    assert_eq!(lacks(&both, &claims), None);
    assert_eq!(lacks(&both, &claims[1..]), Some(Lacks::Length));
    assert_eq!(lacks(&both, &[Mate(5), Beyond(3)]), Some(Lacks::Length));
    // A mate in one needs no bound from below.
    let one = ["status ok", "looked nowhere", "declared 1"];
    assert_eq!(lacks(&one, &[Mate(1)]), None);
}

#[test]
fn shorter_and_longer() {
    use Claim::{Beyond, Longer, Mate, Within};
    let shorter = ["status shorter", "declared 5"];
    assert_eq!(lacks(&shorter, &[Mate(3)]), None);
    assert_eq!(lacks(&shorter, &[Mate(9), Within(3)]), None);
    assert_eq!(lacks(&shorter, &[Mate(5)]), Some(Lacks::Shorter));
    assert_eq!(lacks(&shorter[..1], &[Mate(1)]), Some(Lacks::Shorter));
    for status in ["status longer", "status longer-left"] {
        let longer = [status, "declared 5"];
        let nothing_left = [Claim::Spends(5), Claim::Leaves(7)];
        let judged = |lines: &[&str], claim| lacks(lines, &[&[claim], &nothing_left[..]].concat());
        assert_eq!(judged(&longer, Beyond(5)), None);
        assert_eq!(judged(&longer, Beyond(3)), Some(Lacks::Longer));
        assert_eq!(judged(&longer, Longer(5)), Some(Lacks::Longer));
        assert_eq!(judged(&[status], Beyond(5)), Some(Lacks::Longer));
    }
    let raw = ["status longer", "declared-raw 5"];
    assert_eq!(lacks(&raw, &[Longer(5)]), None);
}

/// Longer, and with nothing left as declared: the length with nothing left is five, no more and no
/// less.
#[test]
fn as_declared_with_nothing_left() {
    use Claim::{Beyond, Leaves, Spares, Spends};
    let row = ["status longer-left", "declared 5"];
    let judged = |claims: &[Claim]| lacks(&row, &[&[Beyond(5)], claims].concat());
    assert_eq!(judged(&[Spends(5), Leaves(7)]), None);
    assert_eq!(judged(&[Spends(5), Spares(5)]), None);
    let open: [&[Claim]; 7] = [
        &[],
        &[Spends(5)],
        &[Spares(5)],
        &[Leaves(7)],
        &[Spends(3), Spares(5)],
        &[Spends(5), Spares(7)],
        &[Spends(5), Leaves(9)],
    ];
    for claims in open {
        assert_eq!(judged(claims), Some(Lacks::Leftover), "{claims:?}");
    }
    let raw = ["status longer-left", "declared 5", "counts every-ply"];
    let claims = [Beyond(5), Spends(5), Spares(5)];
    assert_eq!(lacks(&raw, &claims), Some(Lacks::Leftover));
}

/// A reply that outlasts the declared one: of five declared plies three are left from ply 2.
#[test]
fn outlasted() {
    let line = format!("line {LINE}");
    let declared = format!("declared-line {LINE}");
    let judged_of = |declared: &str, lines: &[&str], claims: &[Claim]| {
        let lines = [&["status longer", declared], lines].concat();
        let later = verified(&["G*3b"], claims);
        let judged = judge(
            &row(&lines),
            &[("b.tsc", later), ("c.tsc", verified(&[], claims))],
        );
        judged.proved == 1
    };
    let judged = |lines: &[&str], claims: &[Claim]| judged_of("declared 3", lines, claims);
    let good = [&*line, &*declared, "outlasted 2 b.tsc"];
    assert!(judged(&good, &[Claim::Beyond(2)]));
    assert!(!judged(&good, &[Claim::Beyond(1)]));
    assert!(!judged(&good, &[Claim::Longer(2)]));
    // The plies that are left are those of the line only where it has the declared ones.
    assert!(!judged_of("declared 5", &good, &[Claim::Beyond(4)]));
    // Of a ply beyond the end of the line nothing is shown.
    let short = ["line G*3b", "declared-line G*3b", "outlasted 4 b.tsc"];
    assert!(!judged(&short, &[Claim::Beyond(2)]));
    // Another line than the declared one, the attacker's ply, a file about another position.
    assert!(!judged(
        &[&good[..1], &good[2..]].concat(),
        &[Claim::Beyond(2)]
    ));
    assert!(!judged(
        &[&*line, &*declared, "outlasted 1 c.tsc"],
        &[Claim::Beyond(3)]
    ));
    assert!(!judged(
        &[&*line, &*declared, "outlasted 2 c.tsc"],
        &[Claim::Beyond(2)]
    ));
}

#[test]
fn only_the_line_mates() {
    let line = format!("line {LINE}");
    let mate = [Claim::Mate(3), Claim::Beyond(1)];
    let with = |claim: Claim| [&mate[..], &[claim]].concat();
    let base = ["status ok", "declared 3", &line];
    let looked = |how: &'static str| [&base[..], &[how]].concat();
    let missing = Some(Lacks::OnlyMate);
    for how in ["looked line", "looked everywhere", "looked first"] {
        assert_eq!(lacks(&looked(how), &mate), missing);
        assert_eq!(lacks(&looked(how), &with(only(LINE))), None);
        assert_eq!(lacks(&looked(how), &with(only("G*2b"))), missing);
    }
    // A declared line has to mate wherever it was looked for others.
    let nowhere = [
        "status ok",
        "declared 3",
        "looked nowhere",
        "declared-line G*3b 2a1a",
    ];
    assert_eq!(lacks(&nowhere, &mate), Some(Lacks::Line));
    // A row that does not say where it looked has to prove the line.
    assert_eq!(lacks(&base, &mate), missing);
    assert_eq!(lacks(&looked("looked nowhere"), &mate), None);
    // The last move counts only where everything does, and a reply at the end adds nothing.
    for short in ["G*3b 2a1a", "G*3b"] {
        assert_eq!(lacks(&looked("looked line"), &with(only(short))), None);
        assert_eq!(lacks(&looked("looked first"), &with(only(short))), None);
        let all = lacks(&looked("looked everywhere"), &with(only(short)));
        assert_eq!(all, missing);
    }
    // The line has to be one, to mate, and to be the declared one.
    for other in [
        "",
        "line G*3b 2a1a",
        "line G*3b 2a1a G*1b",
        "line G*2b 2a1a",
        "line x",
    ] {
        let lines = ["status ok", "declared 3", other, "looked line"];
        let claims = with(only(other.strip_prefix("line ").unwrap_or(LINE)));
        let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        assert_eq!(lacks(&lines, &claims), missing, "{other}");
    }
    let declared = format!("declared-line {LINE}");
    let lines = [&looked("looked line")[..], &[&declared]].concat();
    assert_eq!(lacks(&lines, &with(only(LINE))), None);
    let lines = [&looked("looked line")[..], &["declared-line G*2b"]].concat();
    assert_eq!(lacks(&lines, &with(only(LINE))), missing);
}

/// Exceptions have to be allowed by the row, which may allow what differs from the line in distance
/// or promotion; everywhere nothing is allowed.
#[test]
fn what_custom_allows() {
    let position = "7k1/9/9/5B3/9/5L3/9/9/9 b L2rb4g3s4n2l18p 1";
    let line = "L*2c 2a3a 4d2b+";
    let judged = |looked: &str, allowed: &str, except: &str| {
        let rows = format!(
            "tsumi-rows 1\nrow one\nposition {position}\nattacker black\ndeclared 3\n\
             line {line}\nlooked {looked}\nallowed {allowed}\nstatus ok\nproof a.tsc\nend 1\n"
        );
        let proof = Verified {
            claims: vec![
                Claim::Mate(3),
                Claim::Beyond(1),
                only(&format!("{line} / {except}")),
            ],
            position: position.into(),
            ..verified(&[], &[])
        };
        judge(&rows, &[("a.tsc", proof)]).proved == 1
    };
    assert!(judged("line", "1:L*2d 1:L*2i", "1:L*2i"));
    assert!(!judged("line", "1:L*2d", "1:L*2i"), "not said");
    assert!(!judged("everywhere", "1:L*2i", "1:L*2i"), "all count");
    // Such a mate is no cook, but where everything counts.
    for (looked, proved) in [("line", 0), ("everywhere", 1)] {
        let rows = format!(
            "tsumi-rows 1\nrow one\nposition {position}\nattacker black\nline {line}\n\
             looked {looked}\nstatus cooked\ncook 1 L*2i b.tsc\nend 1\n"
        );
        let mated = Verified {
            claims: vec![Claim::Mate(2)],
            position: "7k1/9/9/5B3/9/5L3/9/9/7L1 w 2rb4g3s4n2l18p 2".into(),
            ..verified(&[], &[])
        };
        assert_eq!(judge(&rows, &[("b.tsc", mated)]).proved, proved, "{looked}");
    }
    // Promotion at the last move, and another square on the same side of the king.
    assert!(judged("line", "3:4d2b", "3:4d2b"));
    for other in [
        "3:4d5e", "1:4d3c", "1:4d2b+", "2:2a1a", "0:L*2d", "4:L*2d", "L*2d",
    ] {
        assert!(
            !judged("line", &format!("1:L*2d {other}"), "1:L*2d"),
            "{other}"
        );
    }
}

#[test]
fn other_verdicts() {
    assert_eq!(lacks(&["status nomate"], &[Claim::NoMate]), None);
    assert_eq!(
        lacks(&["status nomate"], &[Claim::Longer(9)]),
        Some(Lacks::NoMate)
    );
    assert_eq!(
        lacks(&["status ok", "result nomate"], &[Claim::NoMate]),
        None
    );
    // Where a mate is declared, "no mate" is not what was declared.
    for declared in ["declared 9", "declared-raw 9", "declared-line G*3b"] {
        let lines = ["status ok", "result nomate", declared];
        assert_eq!(
            lacks(&lines, &[Claim::NoMate]),
            Some(Lacks::Mate),
            "{declared}"
        );
    }
    // The result is one that is shown, whatever the status.
    for (lines, claim, lacking) in [
        (["status nomate", "result mate"], Claim::NoMate, Lacks::Mate),
        (
            ["status mate", "result nomate"],
            Claim::Mate(3),
            Lacks::NoMate,
        ),
        (
            ["status undecided", "result mate"],
            Claim::Longer(3),
            Lacks::Mate,
        ),
        (
            ["status mate", "result both"],
            Claim::Mate(3),
            Lacks::Unknown,
        ),
    ] {
        assert_eq!(lacks(&lines, &[claim]), Some(lacking), "{lines:?}");
    }
    let of_a_mate = lacks(&["status ok", "result nomate"], &[Claim::Mate(1)]);
    assert_eq!(of_a_mate, Some(Lacks::NoMate));
    assert_eq!(lacks(&["status mate"], &[Claim::Mate(3)]), None);
    assert_eq!(
        lacks(&["status mate"], &[Claim::Within(3)]),
        Some(Lacks::Mate)
    );
    assert_eq!(
        lacks(&["status leftover"], &[Claim::Mate(3)]),
        Some(Lacks::Leftover)
    );
    assert_eq!(
        lacks(&["status new"], &[Claim::Mate(3)]),
        Some(Lacks::Unknown)
    );
    let leftover = ["status leftover"];
    let both = [Claim::Leaves(3), Claim::Beyond(1)];
    assert_eq!(lacks(&leftover, &both), None);
    assert_eq!(lacks(&leftover, &[Claim::Leaves(1)]), None);
    assert_eq!(lacks(&leftover, &both[..1]), Some(Lacks::Leftover));
    let raw = [leftover[0], "counts every-ply"];
    assert_eq!(lacks(&raw, &both), Some(Lacks::Leftover));
    // Each status has to be shown.
    let two = ["status shorter cooked", "declared 5"];
    assert_eq!(lacks(&two, &[Claim::Mate(3)]), Some(Lacks::Cook));
    // What is open is counted apart; what else the row says has to be proved all the same.
    for (status, open) in [("status undecided", 1), ("status mate undecided", 1)] {
        let lines = [status, "proof a.tsc"];
        let accepted = [("a.tsc", verified(&[], &[Claim::Mate(3)]))];
        let judged = judge(&row(&lines), &accepted);
        assert_eq!((judged.open, judged.proved), (open, 0));
    }
    assert_eq!(
        lacks(&["status nomate undecided"], &[]),
        Some(Lacks::NoMate)
    );
    assert_eq!(judge(&row(&[]), &[]).open, 1);
}

#[test]
fn cooks() {
    let line = format!("line {LINE}");
    let judged = |lines: &[&str], file: &str, moves: &[&str], claim: Claim| {
        let lines = [&["status cooked", &line], lines].concat();
        judge(&row(&lines), &[(file, verified(moves, &[claim]))]).proved == 1
    };
    let cook = "cook 1 G*2b b.tsc";
    assert!(judged(&[cook], "b.tsc", &["G*2b"], Claim::Mate(0)));
    assert!(!judged(&[cook], "b.tsc", &["G*2b"], Claim::Within(0)));
    assert!(!judged(&[cook], "b.tsc", &["G*3b"], Claim::Mate(2)));
    assert!(!judged(&[cook], "other.tsc", &["G*2b"], Claim::Mate(0)));
    assert!(!judged(
        &[cook, "allowed 1:G*2b"],
        "b.tsc",
        &["G*2b"],
        Claim::Mate(0)
    ));
    // Nor is a move beyond the end of the line, or along a line that does not mate.
    for cook in ["cook 5 G*2b b.tsc", "cook 99 G*2b b.tsc"] {
        assert!(!judged(&[cook], "b.tsc", &["G*2b"], Claim::Mate(0)));
    }
    for line in [
        "line G*3b",
        "line G*3b 2a1a",
        "line G*5e 2a1a G*2b",
        "allowed 3:G*1b",
    ] {
        let lines = ["status cooked", line, "cook 1 G*2b b.tsc"];
        let accepted = [("b.tsc", verified(&["G*2b"], &[Claim::Mate(0)]))];
        assert_eq!(judge(&row(&lines), &accepted).proved, 0, "{line}");
    }
    // The line's own move is no other mate, nor is a reply.
    assert!(!judged(
        &["cook 1 G*3b b.tsc"],
        "b.tsc",
        &["G*3b"],
        Claim::Mate(2)
    ));
    assert!(!judged(
        &["cook 2 2a3b b.tsc"],
        "b.tsc",
        &["G*3b"],
        Claim::Mate(2)
    ));
    // Of another attacker.
    let white = row(&["status cooked", &line, cook]).replace("attacker black", "attacker white");
    let accepted = [("b.tsc", verified(&["G*2b"], &[Claim::Mate(0)]))];
    assert_eq!(judge(&white, &accepted).proved, 0);
}

/// Of checks that are open a row may say that they do not mate within some plies; then the claim
/// `only` has to say so.
#[test]
fn open_checks() {
    let line = format!("line {LINE}");
    let base = ["status undecided", &line, "looked line"];
    let judged = |open: &str, claims: &[Claim]| lacks(&[&base[..], &[open]].concat(), claims);
    let one = "open 1:G*2b>5";
    let shown = |exceptions: &str| [only(&format!("G*3b 2a1a / {exceptions}"))];
    assert_eq!(judged(one, &shown("1:G*2b>5")), None);
    let missing = Some(Lacks::Open);
    assert_eq!(judged(one, &shown("1:G*2b>3")), missing);
    assert_eq!(judged(one, &shown("1:G*2b")), missing);
    assert_eq!(judged(one, &shown("1:G*2b>5 1:G*1b")), missing);
    assert_eq!(judged(one, &[only(LINE)]), missing);
    assert_eq!(judged(one, &[only("G*2b / 1:G*2b>5")]), missing);
    assert_eq!(judged(one, &[Claim::Mate(3)]), missing);
    let two = "open 1:G*2b>5 1:G*1b";
    for exceptions in ["1:G*2b>5 1:G*1b", "1:G*2b>5"] {
        assert_eq!(judged(two, &shown(exceptions)), None);
    }
    assert_eq!(judged(two, &shown("1:G*1b")), missing);
    // Of two mates besides the line one is open, and the other one is a cook of the row.
    let cooked = [&base[..], &[one, "cook 1 G*1b b.tsc"]].concat();
    assert_eq!(lacks(&cooked, &shown("1:G*2b>5 1:G*1b")), None);
    // Nothing is said of their plies, or nothing is open.
    assert_eq!(judged("open 1:G*2b", &[]), None);
    assert_eq!(lacks(&base, &[]), None);
    // It has to be shown even where other mates were looked for nowhere.
    let nowhere = ["status undecided", &line, "looked nowhere", one];
    assert_eq!(lacks(&nowhere, &[Claim::Mate(3)]), missing);
    assert_eq!(lacks(&nowhere, &shown("1:G*2b>5")), None);
}

/// The defender begins: the first move of the line is a reply, the second one a check.
#[test]
fn the_defender_begins() {
    use Claim::{Beyond, Leaves, Mate};
    let ok = ["status ok", "declared 2", "line 2a1a G*2b"];
    let judged = |how: &str, claims: &[Claim]| lacks_later(&[&ok[..], &[how]].concat(), claims);
    let mate = [Mate(2), Beyond(0)];
    // The reply needs no proof, and the last move only where everything does.
    assert_eq!(judged("looked first", &mate), None);
    assert_eq!(judged("looked line", &mate), None);
    let missing = Some(Lacks::OnlyMate);
    assert_eq!(judged("looked everywhere", &mate), missing);
    for (line, lacking) in [("2a1a G*2b", None), ("2a1a", missing)] {
        let claims = [&mate[..], &[only(line)]].concat();
        assert_eq!(judged("looked everywhere", &claims), lacking);
    }
    let leftover = ["status leftover"];
    assert_eq!(lacks_later(&leftover, &[Leaves(0)]), None);
    assert_eq!(lacks_later(&leftover, &[Leaves(2), Beyond(0)]), None);
    assert_eq!(lacks_later(&leftover, &[Leaves(2)]), Some(Lacks::Leftover));
    let line_fails = ["status line-fails", "declared-line 2a1a G*2b"];
    assert_eq!(lacks_later(&line_fails, &[]), Some(Lacks::LineFails));
    // At the last move custom allows other mates.
    for (looked, proved) in [("looked everywhere", 1), ("looked line", 0)] {
        let cook = [
            "status cooked",
            "line 2a1a G*2b",
            "cook 2 G*1b b.tsc",
            looked,
        ];
        let mated = verified(&["G*3b", "2a1a", "G*1b"], &[Mate(0)]);
        let cook = row(&cook).replace(ROOT, LATER);
        assert_eq!(judge(&cook, &[("b.tsc", mated)]).proved, proved);
    }
}

/// A certificate is about one attacker, and a mate in one about no other move of the line.
#[test]
fn what_a_certificate_is_about() {
    let white = row(&["status mate", "proof a.tsc"]).replace("attacker black", "attacker white");
    let judged = judge(&white, &[("a.tsc", verified(&[], &[Claim::Mate(3)]))]);
    assert_eq!(judged.lacking, [("one".to_string(), Lacks::Mate)]);
    let one = ["status ok", "declared 1", "line G*2b", "looked line"];
    assert_eq!(lacks(&one, &[Claim::Mate(1)]), None);
    let far = [Claim::Leaves(7), Claim::Beyond(3)];
    assert_eq!(lacks(&["status leftover"], &far), Some(Lacks::Leftover));
}

/// A line that fails is replayed; no certificate has a say.
#[test]
fn lines_that_fail() {
    for (line, fails) in [
        // Mate at the end: nothing fails.
        ("G*2b", false),
        // Not legal, no check, a reply that is not legal, the defender has a move left.
        ("G*3c 2a1a G*1b G*1b", true),
        ("G*5e", true),
        ("G*3b 2a2b", true),
        ("G*3b", true),
        ("G*3b 2a1a", true),
    ] {
        let line = format!("declared-line {line}");
        let found = lacks(&["status line-fails", &line], &[]);
        let expected = (!fails).then_some(Lacks::LineFails);
        assert_eq!(found, expected, "{line}");
    }
    assert_eq!(lacks(&["status line-fails"], &[]), Some(Lacks::LineFails));
    // Of a line that could not be read nothing is shown: it counts as open.
    let unreadable = judge(&row(&["status line-fails", "declared-line ?"]), &[]);
    assert_eq!((unreadable.open, unreadable.lacking.len()), (1, 0));
    // A line that ends where only futile interpositions are left may hold.
    let far = "tsumi-rows 1\nrow far\nposition 8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1\n\
               attacker black\ndeclared-line 1d2c+\nstatus line-fails\nend 1\n";
    assert_eq!(judge(far, &[]).lacking.len(), 1);
}

#[test]
fn the_summary() {
    let mut judged = Judged {
        rows: 3,
        proved: 2,
        ..Judged::default()
    };
    assert_eq!(judged.to_string(), "proved 2 of 3 rows");
    judged.open = 1;
    assert_eq!(
        judged.to_string(),
        "proved 2 of 3 rows; 1 with something open"
    );
    assert_eq!(Lacks::OnlyMate.to_string(), "that no other check mates");
}

#[test]
fn files() {
    let lines = [
        "outlasted 2 b.tsc",
        "cook 1 G*2b c.tsc",
        "proof a.tsc",
        "cook 1 G*1b d.tsc",
    ];
    let rows = Rows::read(row(&lines).as_bytes()).unwrap();
    let files: Vec<&str> = rows.files().collect();
    assert_eq!(files, ["a.tsc", "b.tsc", "c.tsc", "d.tsc"]);
}

#[test]
fn what_is_no_list() {
    let good = row(&["status ok"]);
    let fault = |text: &str| {
        let rejected = Rows::read(text.as_bytes()).unwrap_err();
        (rejected.line, rejected.reason)
    };
    let no_line = "not a line of a list of rows";
    for (old, new, line) in [
        ("tsumi-rows 1", "tsumi-rows 2", 1),
        ("row one\n", "", 2),
        ("status ok", "statuses ok", 5),
        ("status ok", "proof ", 5),
        ("status ok", "proof ../a.tsc", 5),
        ("status ok", "proof a\\b.tsc", 5),
        ("status ok", "cook 1 ../a.tsc", 5),
        ("status ok", "cook 1 G*2b ../a.tsc", 5),
        ("status ok", "cook one G*2b a.tsc", 5),
        ("status ok", "cook 0 G*2b a.tsc", 5),
        ("status ok", "outlasted 2 /a.tsc", 5),
        ("status ok", "outlasted 0 a.tsc", 5),
        ("status ok", "declared many", 5),
        ("status ok", "looked away", 5),
        ("status ok", "counts nothing", 5),
        ("status ok", "status ok\nstatus ok", 6),
        ("status ok", "declared 9\ndeclared 1", 6),
        ("status ok", "position 9/9/9/9/9/9/9/9/9 b -", 5),
        ("end 1", "end 2", 6),
        ("end 1\n", "end 1\nrow two\n", 7),
    ] {
        let text = good.replacen(old, new, 1);
        assert_ne!(text, good, "{old}");
        assert_eq!(fault(&text), (line, no_line.to_string()), "{new}");
    }
    let no_end = "the list of rows has no end, or no row";
    assert_eq!(fault(""), (1, no_end.into()));
    assert_eq!(fault("tsumi-rows 1\n"), (2, no_end.into()));
    assert_eq!(fault("tsumi-rows 1\nend 0\n"), (3, no_end.into()));
    assert_eq!(fault(&good.replace("end 1\n", "")), (6, no_end.into()));
    let endless = BufReader::new(std::io::repeat(b'x'));
    let rejected = Rows::read(endless).unwrap_err();
    assert_eq!(rejected.reason, "too long a line");
}
