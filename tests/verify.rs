//! Judging single problems: lengths, lines, cooks, profiles.

use shogi_core::{Move, PartialPosition, ToUsi};
use tsumi::formats::tree::{Ending, Tree};
use tsumi::formats::{Input, Problem, ReadOptions, read_input, usi};
use tsumi::shogi::Position;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi::verify::{CookKind, Cooks, Judgement, LineState, Profile, Settings, Status, Verifier};
use tsumi::verify::{Futile, replay};

const NINE: &str = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
const LINE: &str = "2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";
const NOMATE: &str = "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1";

/// A problem from the fields of a line.
fn problem(fields: &[&str]) -> Problem {
    let input = Input::Memory {
        name: "x.sfen".into(),
        bytes: ["id", &fields.join("\t")].join("\t").into_bytes(),
    };
    let read = read_input(&input, &ReadOptions::default()).next().unwrap();
    read.unwrap()
}

fn judge(fields: &[&str], settings: Settings) -> Judgement {
    let settings = Settings {
        memory: 16 << 20,
        ..settings
    };
    let mut verifier = Verifier::new(settings);
    verifier
        .judge(&problem(fields), Control::default())
        .unwrap()
}

fn statuses(fields: &[&str]) -> Vec<Status> {
    judge(fields, Settings::default()).statuses
}

fn after(position: &PartialPosition, moves: &[Move]) -> PartialPosition {
    let mut position = position.clone();
    for &mv in moves {
        position.make_move(mv).unwrap();
    }
    position
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
    // The line says nine, the field seven.
    let both = statuses(&[NINE, "7", LINE]);
    assert_eq!(both, [Status::Longer, Status::LineFails]);
}

#[test]
fn the_line_fails_at_the_right_ply() {
    let state = |line: &str| replay(&problem(&[NINE, "9", line]));
    let ply = |line: &str| match state(line) {
        LineState::Fails { ply, why } => (ply, why),
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
    assert_eq!(departure.declared, moves[ply as usize - 1]);
    assert_eq!(departure.plies, 9 - (ply - 1));
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
    assert_eq!(judged.checks.1, 0);
    let minor: Vec<_> = judged.cooks.iter().map(|c| (c.ply, c.kind)).collect();
    assert_eq!(minor, [(7, CookKind::Promotion)]);
    for cook in &judged.cooks {
        let verified = tsumi::checker::check(&cook.certificate).unwrap();
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
    assert_eq!(judged.checks.0, others);
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
    assert_eq!((main.statuses, main.checks), (vec![Status::Ok], (0, 0)));
    let all = with(Cooks::All);
    assert_eq!(all.statuses, [Status::Cooked]);
    assert_eq!(all.cooks.len(), 1);
    assert_eq!((all.cooks[0].ply, all.cooks[0].plies.upper), (1, 1));
    assert_eq!(all.cooks[0].mv.to_usi_owned(), "G*2b");
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
    let mut apart = |barred: &[PartialPosition], warm| {
        solver
            .solve_apart(&start, p.attacker, barred, warm, Control::default())
            .unwrap()
    };
    let closed = apart(&[barred], false);
    assert_eq!(closed.verdict, Verdict::NoMate);
    assert!(closed.certificate.is_none());
    // What was found under the bar must not spoil what comes after it.
    for warm in [true, false] {
        let open = apart(&[], warm);
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

/// NINE with its line and two branches, and what makes branches go wrong.
const KIF: &str = "後手の持駒：飛　金四　銀三　桂四　香三　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・v銀 ・ ・|一
| ・ ・ ・ ・ ・ ・v香 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ 角 角v玉|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛　歩
手数----指手---------消費時間--
   1 １三角成(24)
   2 同　玉(14)
   3 ２三飛打
   4 １二玉(13)
   5 １三歩打
   6 １一玉(12)
   7 ２一飛成(23)
   8 同　玉(11)
   9 １二歩成(13)
まで9手で詰み

変化：4手
   4 １四玉(13)
   5 ２五飛成(23)
   6 １三玉(14)
   7 ２三龍(25)
まで7手で詰み

変化：2手
   2 １五玉(14)
   3 １六飛打
まで3手で詰み
";

fn kif(text: &str) -> Problem {
    let input = Input::Memory {
        name: "x.kif".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let read = read_input(&input, &ReadOptions::default()).next().unwrap();
    read.unwrap()
}

fn judge_it(problem: &Problem) -> Judgement {
    let settings = Settings {
        memory: 16 << 20,
        ..Settings::default()
    };
    let mut verifier = Verifier::new(settings);
    verifier.judge(problem, Control::default()).unwrap()
}

#[test]
fn branches_have_to_be_legal_checks_and_mates() {
    let judged = judge_it(&kif(KIF));
    assert_eq!(judged.statuses, [Status::Ok], "{:?}", judged.findings);
    // What stands in place of what, the ply at fault, and what is said of it.
    let cases = [
        ("   5 ２五飛成(23)", "   5 ９一歩打", 5, "not legal"),
        ("   3 １六飛打", "   3 ９六飛打", 3, "gives no check"),
        ("   3 １六飛打", "   3 １八飛打", 4, "the reply"),
        (
            "   7 ２三龍(25)\n",
            "",
            7,
            "ends with a move of the defender",
        ),
        ("変化：2手", "変化：20手", 8, "no such move"),
    ];
    for (from, to, ply, said) in cases {
        let text = KIF.replacen(from, to, 1);
        assert_ne!(text, KIF);
        let judged = judge_it(&kif(&text));
        assert_eq!(judged.statuses, [Status::LineFails], "{to}");
        assert!(judged.differs);
        let finding = &judged.findings[0];
        assert_eq!(finding.ply, Some(ply), "{to}: {finding:?}");
        assert!(finding.text.contains(said), "{to}: {finding:?}");
        if ["not legal", "no such move"].contains(&said) {
            let line = 1 + text.lines().position(|l| l == to).unwrap();
            let place = format!("line {line}, ");
            assert!(finding.text.starts_with(&place), "{finding:?}");
        }
    }
    // A branch that breaks off claims nothing.
    let broken_off = KIF.replacen("   3 １六飛打\nまで3手で詰み", "   3 １八飛打", 1);
    assert_ne!(broken_off, KIF);
    assert_eq!(judge_it(&kif(&broken_off)).statuses, [Status::Ok]);
    // In a game only illegal ones count.
    let settings = Settings {
        profile: Profile::Game,
        memory: 16 << 20,
        ..Settings::default()
    };
    let mut game = Verifier::new(settings);
    for (from, to, fails) in [
        ("   3 １六飛打", "   3 ９六飛打", false),
        ("   5 ２五飛成(23)", "   5 ９一歩打", true),
    ] {
        let problem = kif(&KIF.replacen(from, to, 1));
        let judged = game.judge(&problem, Control::default()).unwrap();
        assert_eq!(judged.statuses.contains(&Status::LineFails), fails, "{to}");
    }
}

#[test]
fn a_branch_longer_than_declared() {
    let mut problem = kif(KIF);
    problem.plies = Some(5);
    let judged = judge_it(&problem);
    let of = |ply: u32| {
        judged
            .findings
            .iter()
            .find(move |f| f.status == Status::Longer && f.ply == Some(ply))
    };
    let branch = of(4).expect("the defence at ply 4 lasts to ply 7");
    assert_eq!(branch.mv.unwrap().to_usi_owned(), "1c1d");
    assert_eq!(branch.plies, Some(7));
    assert!(branch.text.contains("変化長手数"), "{}", branch.text);
    assert_eq!(of(2), None, "the defence at ply 2 is mated at ply 3");
    // The weaker defence as the main line, the longest one as a branch: said once.
    let line = problem.line.clone().unwrap();
    let branches = problem.tree.lines();
    let weak = problem.tree.line_from(branches[1]);
    let mut swapped = problem.clone();
    let mut moves = line[..3].to_vec();
    moves.extend(weak.iter().filter_map(|&n| problem.tree.node(n).mv));
    swapped.plies = Some(7);
    swapped.tree = Tree::of_line(&moves, Some(Ending::Mate));
    swapped.line = Some(moves);
    let mut at = swapped.tree.line_from(0)[3];
    for &mv in &line[3..] {
        at = swapped.tree.add(at, mv);
    }
    let judged = judge_it(&swapped);
    let longer = judged
        .findings
        .iter()
        .filter(|f| f.status == Status::Longer);
    let places: Vec<_> = longer.map(|f| (f.ply, f.mv)).collect();
    assert_eq!(places, [(Some(4), Some(line[3]))]);
}

/// A defence beside the line, and a mate after it that goes on past the line's end: the
/// ply, the moves, and the ply at which the best play would have mated.
fn detour(
    problem: &Problem,
    line: &[Move],
    solver: &mut Solver,
) -> Option<(usize, Vec<Move>, usize)> {
    let attacker = problem.attacker;
    let mut solve = |position: &PartialPosition| {
        let found = solver.solve(position, attacker, Control::default());
        found.unwrap().line
    };
    let moves = |position: &PartialPosition| {
        let board = Position::new(position, attacker).unwrap();
        let mut moves = Vec::new();
        match position.side_to_move() == attacker {
            true => board.generate_checks(&mut moves),
            false => board.generate_evasions(&mut moves),
        }
        let core = moves.into_iter().map(|mv| board.to_core_move(mv, attacker));
        core.collect::<Vec<Move>>()
    };
    for ply in (1..line.len()).step_by(2) {
        let at = after(&problem.position, &line[..ply]);
        for reply in moves(&at).into_iter().filter(|&mv| mv != line[ply]) {
            let defended = after(&at, &[reply]);
            for check in moves(&defended) {
                let rest = solve(&after(&defended, &[check]));
                if ply + 2 + rest.len() > line.len() && !rest.is_empty() {
                    let total = ply + 1 + solve(&defended).len();
                    return Some((ply, [vec![reply, check], rest].concat(), total));
                }
            }
        }
    }
    None
}

#[test]
fn a_branch_that_takes_a_detour_past_the_declared_length() {
    let mut solver = Solver::new(Options {
        shortest_raw: true,
        shortest_conventional: true,
        nodes: Some(20_000),
        memory: 16 << 20,
        ..Options::default()
    });
    let mut verifier = Verifier::new(Settings {
        cooks: Cooks::Off,
        memory: 16 << 20,
        ..Settings::default()
    });
    let input = Input::File("problems/game.jsonl".into());
    let read = read_input(&input, &ReadOptions::default()).map(Result::unwrap);
    let mut seen = 0;
    for mut problem in read.filter(|p| p.expect.raw_plies.is_some_and(|n| (3..=5).contains(&n))) {
        let root = solver.solve(&problem.position, problem.attacker, Control::default());
        let line = root.unwrap().line;
        let Some((ply, moves, total)) = detour(&problem, &line, &mut solver) else {
            continue;
        };
        if total > line.len() {
            continue;
        }
        seen += 1;
        problem.plies = Some(line.len() as u32);
        problem.tree = Tree::of_line(&line, Some(Ending::Mate));
        let mut at = problem.tree.line_from(0)[ply];
        for mv in moves {
            at = problem.tree.add(at, mv);
        }
        // Only futile interpositions may be left there.
        problem.tree.node_mut(at).ending = Some(Ending::Mate);
        problem.line = Some(line);
        let judged = verifier.judge(&problem, Control::default()).unwrap();
        let mut shorter = judged
            .findings
            .iter()
            .filter(|f| f.status == Status::Shorter);
        let found = shorter
            .next()
            .unwrap_or_else(|| panic!("{}: {:?}", problem.id, judged.findings));
        let place = (found.ply, found.plies);
        assert_eq!(
            place,
            (Some(ply as u32 + 1), Some(total as u32)),
            "{}",
            problem.id
        );
    }
    println!("{seen} detours");
    assert!(seen >= 5, "{seen}");
}
