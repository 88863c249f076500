//! Judging single problems: lengths, lines, cooks, profiles. Branches are judged in
//! `branches.rs`.

use crate::common::{after, judged, zuko};
use shogi_core::{Move, ToUsi};
use tsumi::formats::{Problem, usi};
use tsumi::shogi::Position;
use tsumi::shogi::other_checks;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi::verify::{
    CookKind, Cooks, Counting, Earlier, Finding, Futile, Judgement, LineState, Profile, Settings,
    Status, Verifier, replay,
};

const NINE: &str = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
const LINE: &str = "2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";
const NOMATE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

/// A problem from the fields of a line.
fn problem(fields: &[&str]) -> Problem {
    let line = ["id", &fields.join("\t")].join("\t");
    crate::common::problem("x.sfen", &line)
}

fn judge(fields: &[&str], settings: Settings) -> Judgement {
    judged(&problem(fields), settings)
}

fn statuses(fields: &[&str]) -> Vec<Status> {
    judge(fields, Settings::default()).statuses
}

#[test]
fn lengths_are_held_against_the_declared_ones() {
    assert_eq!(statuses(&[NINE, "9", LINE]), [Status::Ok]);
    assert_eq!(statuses(&[NINE, "9"]), [Status::Ok]);
    assert_eq!(statuses(&[NINE]), [Status::Mate]);
    assert_eq!(statuses(&[NINE, "7"]), [Status::Longer]);
    assert_eq!(statuses(&[NINE, "11"]), [Status::Shorter]);
    assert_eq!(statuses(&[NOMATE, "1"]), [Status::NoMate]);
    let none = Settings {
        futile: Futile::None,
        ..Settings::default()
    };
    assert_eq!(judge(&[NINE, "9", LINE], none).statuses, [Status::Ok]);
    // The line says nine, the field seven: no defence is longer than meant.
    assert_eq!(statuses(&[NINE, "7", LINE]), [Status::LineFails]);
}

#[test]
fn the_line_fails_at_the_right_ply() {
    let state = |line: &str| replay(&problem(&[NINE, "9", line]), Futile::Return);
    let ply = |line: &str| match state(line) {
        LineState::Fails { ply, why } => (ply, why.message().to_string()),
        other => panic!("{other:?}"),
    };
    assert!(matches!(state(LINE), LineState::Mate(moves) if moves.len() == 9));
    let (at, why) = ply("2d1c+ 1d1c R*1c");
    assert_eq!(at, 3);
    assert!(why.contains("not legal"), "{why}");
    let (at, why) = ply("2d1c+ 1d1c P*5e 1c1d 3d2c+");
    assert_eq!(at, 3);
    assert!(why.contains("gives no check"), "{why}");
    // No check at ply 3 comes before nonsense at ply 4.
    assert_eq!(ply("2d1c+ 1d1c P*5e 9a9i").0, 3);
    let (at, why) = ply("2d1c+ 1d1c R*2c 1c1b");
    assert_eq!(at, 5);
    assert!(why.contains("defender"), "{why}");
    assert!(matches!(state("2d1c+ 1d1c R*2c"), LineState::Reply(..)));
    let judged = judge(&[NINE, "3", "2d1c+ 1d1c R*2c"], Settings::default());
    assert!(
        judged.statuses.contains(&Status::LineFails),
        "{:?}",
        judged.findings
    );
    assert!(
        judged.statuses.contains(&Status::Longer),
        "{:?}",
        judged.findings
    );
}

/// What a longer defence leaves is what is left after it, not at the end of the longest line, which
/// may begin with another move of the attacker. Lengths and what is left are those of an exhaustive
/// search: both defences last two and four plies longer, and leave nothing.
#[test]
fn what_a_longer_defence_leaves_is_left_after_it() {
    for (sfen, plies, line) in [
        (
            "9/8k/8l/5N1S1/8R/9/9/9/9 b r2b4g3s3n3l18p 1",
            "5",
            "1e1c 1b2b 1c2c+ 2b3a 2c3b",
        ),
        (
            "3gk4/4B1G2/6R2/4G4/9/9/9/9/9 b rbg4s4n4l18p 1",
            "3",
            "3b4a 5a5b 3c3b+",
        ),
    ] {
        let settings = Settings {
            nodes: Some(60_000),
            ..Settings::default()
        };
        let found = judge(&[sfen, plies, line], settings);
        assert!(found.statuses.contains(&Status::Longer), "{found:?}");
        assert!(!found.statuses.contains(&Status::LongerLeft), "{found:?}");
        let said = found.findings.iter().map(|f| f.message().to_string());
        let longer: Vec<String> = said.filter(|said| said.contains("変化長手数")).collect();
        assert!(!longer.is_empty(), "{found:?}");
        assert!(!longer.iter().any(|s| s.contains("leaves")), "{longer:?}");
    }
}

#[test]
fn a_line_with_a_weak_defence_is_longer_from_there() {
    let p = problem(&[NINE]);
    let line = usi::replay(&mut p.position.clone(), LINE).unwrap();
    let mut solver = Solver::new(Options {
        shortest_conventional: true,
        memory: 16 << 20,
        ..Options::default()
    });
    // A defence on the way that is mated sooner, and the line after it.
    let mut weak = None;
    for ply in [1, 3, 5, 7] {
        let at = after(&p.position, &line[..ply]);
        let board = Position::new(&at, p.attacker).unwrap();
        let mut replies = Vec::new();
        board.generate_evasions(&mut replies);
        for reply in replies {
            let mut moves = line[..ply].to_vec();
            moves.push(board.to_core_move(reply, p.attacker));
            let end = after(&p.position, &moves);
            let rest = solver.solve(&end, p.attacker, Control::default()).unwrap();
            moves.extend(rest.line);
            if moves.len() < line.len() {
                weak = Some((ply as u32 + 1, moves));
            }
        }
    }
    let (ply, moves) = weak.expect("some reply is mated sooner");
    let declared = moves.len().to_string();
    let judged = judge(&[NINE, &declared, &usi::line(&moves)], Settings::default());
    assert!(
        judged.statuses.contains(&Status::Longer),
        "{:?}",
        judged.findings
    );
    let departure = judged.departure.unwrap();
    assert_eq!((departure.ply, departure.attacker), (ply, false));
    assert_eq!(departure.declared.mv, moves[ply as usize - 1]);
    assert_eq!(departure.plies, 9 - (ply - 1));
}

#[test]
fn a_defence_that_lasts_longer_is_found_before_the_length_of_the_problem() {
    let settings = |nodes| Settings {
        nodes: Some(nodes),
        cooks: Cooks::Off,
        ..Settings::default()
    };
    for (number, ply, better, last) in [
        ("047", 18, Some("7g7h"), Some(29)),
        ("089", 24, Some("6b5a"), None),
        ("091", 14, None, None),
    ] {
        let p = zuko(number);
        let judged = judged(&p, settings(600_000));
        assert!(judged.differs, "{number}");
        let finding = &judged.findings[0];
        assert_eq!(
            (finding.status(), finding.ply()),
            (Some(Status::Longer), Some(ply))
        );
        let mv = finding.mv().map(|mv| mv.to_usi_owned());
        assert_eq!(mv.as_deref(), better, "{number}");
        assert_eq!(finding.plies(), last, "{number}");
        let departure = judged.departure.map(|d| Some(d.ply - 1 + d.plies));
        assert_eq!(departure.flatten(), last, "{number}");
    }
}

#[test]
fn leftover_pieces_and_games() {
    let two = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    assert_eq!(statuses(&[two, "1", "G*5b"]), [Status::Leftover]);
    let game = || Settings {
        profile: Profile::Game,
        ..Settings::default()
    };
    let judged = judge(&[two, "1", "G*5b"], game());
    assert_eq!((judged.statuses, judged.differs), (vec![Status::Ok], false));
    let judged = judge(&[NOMATE], game());
    assert_eq!(
        (judged.statuses, judged.differs),
        (vec![Status::NoMate], false)
    );
    let judged = judge(&[NOMATE, "1"], game());
    assert!(judged.differs, "a mate was declared");
}

#[test]
fn cooks_are_those_that_mate_without_the_main_line() {
    let p = problem(&[NINE, "9", LINE]);
    let line = p.line.clone().unwrap();
    let judged = judge(&[NINE, "9", LINE], Settings::default());
    assert_eq!(judged.open, []);
    let minor: Vec<_> = judged.cooks.iter().map(|c| (c.ply, c.kind)).collect();
    assert_eq!(minor, [(7, CookKind::Promotion)]);
    for cook in &judged.cooks {
        let verified = tsumi::checker::check(&cook.certificate.to_string()).unwrap();
        let mut moves = line[..cook.ply as usize - 1].to_vec();
        moves.push(cook.mv);
        let root = after(&p.position, &moves).to_sfen_owned();
        assert!(
            verified
                .position
                .starts_with(root.rsplit_once(' ').unwrap().0)
        );
    }
    // Every other check, solved by itself: a mate is a cook.
    let mut solver = Solver::new(Options {
        memory: 16 << 20,
        ..Options::default()
    });
    let mut others = 0;
    for ply in [0, 2, 4, 6] {
        let at = after(&p.position, &line[..ply]);
        let board = Position::new(&at, p.attacker).unwrap();
        let mut checks = Vec::new();
        board.generate_checks(&mut checks);
        for check in checks {
            let mv = board.to_core_move(check, p.attacker);
            if mv == line[ply] {
                continue;
            }
            others += 1;
            let next = after(&at, &[mv]);
            let outcome = solver.solve(&next, p.attacker, Control::default()).unwrap();
            let mates = matches!(outcome.verdict, Verdict::Mate { .. });
            let cook = judged
                .cooks
                .iter()
                .any(|c| c.ply as usize == ply + 1 && c.mv == mv);
            assert_eq!(mates, cook, "ply {} {}", ply + 1, mv.to_usi_owned());
        }
    }
    assert_eq!(judged.decided, others);
}

#[test]
fn what_was_refuted_before_is_not_asked_again() {
    let p = problem(&[NINE, "9", LINE]);
    let mut verifier = Verifier::new(Settings::default());
    let whole = verifier.judge(&p, Control::default()).unwrap();
    let again = |ask: Vec<(u32, Move)>| {
        let mut verifier = Verifier::new(Settings::default());
        let decided = whole.decided - ask.len() as u32;
        let earlier = Earlier {
            ask,
            decided,
            conventional: Some(9),
            ..Earlier::default()
        };
        let judged = verifier.judge_within(&p, None, Some(&earlier), Control::default());
        judged.unwrap()
    };
    let lengths = |judged: &Judgement| match judged.outcome.verdict {
        Verdict::Mate { raw, conventional } => (raw, conventional),
        _ => panic!("a mate"),
    };
    let cooks = |judged: &Judgement| -> Vec<_> {
        let cooks = judged.cooks.iter();
        cooks.map(|c| (c.ply, c.mv, c.verified)).collect()
    };
    let found: Vec<(u32, Move)> = whole.cooks.iter().map(|c| (c.ply, c.mv)).collect();
    assert_eq!(found.len(), 1);
    let cheaper = again(found);
    assert_eq!(cooks(&cheaper), cooks(&whole));
    assert_eq!((cheaper.decided, &cheaper.open), (whole.decided, &vec![]));
    assert_eq!(cheaper.statuses, whole.statuses);
    assert!(cheaper.nodes < whole.nodes);
    assert_eq!(lengths(&cheaper).1, lengths(&whole).1);
    // It is taken at its word, but not where the position says otherwise.
    let silent = again(Vec::new());
    assert_eq!((cooks(&silent), silent.decided), (vec![], whole.decided));
    let wrong = Earlier {
        conventional: Some(7),
        ..Earlier::default()
    };
    let judged = verifier.judge_within(&p, None, Some(&wrong), Control::default());
    let length = lengths(&judged.unwrap()).1;
    assert_eq!((length.lower, length.upper), (9, 9));
}

#[test]
fn a_few_checks_left_open_come_before_the_length() {
    let p = problem(&[NINE, "9", LINE]);
    let judge = |earlier: Option<&Earlier>| {
        let mut verifier = Verifier::new(Settings::default());
        let judged = verifier.judge_within(&p, None, earlier, Control::default());
        judged.unwrap()
    };
    let whole = judge(None);
    let cooks: Vec<(u32, Move)> = whole.cooks.iter().map(|c| (c.ply, c.mv)).collect();
    let nodes = other_checks(&p.position, p.attacker, p.line.as_ref().unwrap()).unwrap();
    let all = nodes
        .iter()
        .flat_map(|n| n.rest.iter().map(|&mv| (n.ply, mv)));
    let open: Vec<(u32, Move)> = all.filter(|c| !cooks.contains(c)).take(2).collect();
    let earlier = Earlier {
        decided: whole.decided - 2 - cooks.len() as u32,
        ask: [open, cooks].concat(),
        open: 2,
        ..Earlier::default()
    };
    assert!(earlier.left_few() && !Earlier::default().left_few());
    let judged = judge(Some(&earlier));
    assert_eq!(judged.statuses, whole.statuses);
    assert_eq!((judged.decided, judged.open), (whole.decided, vec![]));
    match judged.outcome.verdict {
        Verdict::Mate { conventional, .. } => assert!(conventional.is_minimal()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cook_that_was_added_is_found() {
    // A gold more in hand.
    let cooked = "6s2/6l2/9/6BBk/9/9/9/9/9 b RGPr3g3s4n3l17p 1";
    let judged = judge(&[cooked, "9", LINE], Settings::default());
    assert!(
        judged.statuses.contains(&Status::Cooked),
        "{:?}",
        judged.findings
    );
    assert!(judged.differs);
    let first = judged
        .cooks
        .iter()
        .find(|c| c.kind == CookKind::Move)
        .unwrap();
    assert!(first.verified);
    let off = Settings {
        cooks: Cooks::Off,
        ..Settings::default()
    };
    assert!(judge(&[cooked, "9", LINE], off).cooks.is_empty());
}

#[test]
fn custom_lets_the_last_move_pass() {
    // Gold on 1b or on 2b.
    let either = "8k/9/7PP/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";
    let with = |cooks| {
        let settings = Settings {
            cooks,
            ..Settings::default()
        };
        judge(&[either, "1", "G*1b"], settings)
    };
    let main = with(Cooks::Main);
    assert_eq!((main.statuses, main.decided), (vec![Status::Ok], 0));
    let all = with(Cooks::All);
    assert_eq!(all.statuses, [Status::Cooked]);
    assert_eq!(all.cooks.len(), 1);
    assert_eq!((all.cooks[0].ply, all.cooks[0].conventional.upper), (1, 1));
    assert_eq!(all.cooks[0].mv.to_usi_owned(), "G*2b");
}

/// Of two declared lengths that both differ it is the one by the convention that says where the line
/// leaves the best play.
#[test]
fn the_departure_is_said_of_the_length_that_counts() {
    let mut p = problem(&[NINE, "7", "2d1c+ 1d1c R*2c 1c1d 2c2e+ 1d1c 2e2c"]);
    p.expect.raw_plies = Some(7);
    let found = judged(&p, Settings::default());
    let lengths = found.findings.iter().filter_map(|f| match f {
        Finding::Length(found) => Some((found.counting, found.departure.is_some())),
        _ => None,
    });
    let wanted = [(Counting::Chosen, true), (Counting::Raw, false)];
    assert_eq!(lengths.collect::<Vec<_>>(), wanted);
}

#[test]
fn barred_positions_are_worth_nothing() {
    let p = problem(&[NINE]);
    let line = usi::replay(&mut p.position.clone(), LINE).unwrap();
    let (start, barred) = (
        after(&p.position, &line[..1]),
        after(&p.position, &line[..2]),
    );
    let mut solver = Solver::new(Options {
        memory: 16 << 20,
        ..Options::default()
    });
    let control = Control::default();
    let mut apart = solver.apart(p.attacker, &[barred]).unwrap();
    let closed = apart.decide(&start, control).unwrap();
    assert_eq!(closed.verdict, Verdict::NoMate);
    assert!(closed.certificate.is_none());
    // What was found under the bar must not spoil what comes after it.
    let mut session = apart.open();
    for empty in [false, true] {
        if empty {
            session.forget();
        }
        let open = session.decide(&start, control).unwrap();
        assert!(matches!(open.verdict, Verdict::Mate { raw, .. } if raw.upper == 8));
        assert!(open.verified);
    }
}

#[test]
fn limits_leave_it_undecided() {
    let nodes = Settings {
        nodes: Some(5),
        ..Settings::default()
    };
    let judged = judge(&[NINE, "9", LINE], nodes);
    assert!(
        judged.statuses.contains(&Status::Undecided),
        "{:?}",
        judged.findings
    );
    assert!(!judged.differs);
}
