//! Judging the branches (変化) of a record: legal checks, mates, lengths, detours.

use crate::common::{after, judged, problem};
use shogi_core::{Move, PartialPosition, ToUsi};
use tsumi::base::tree::{Ending, Tree};
use tsumi::formats::{Input, Problem, ReadOptions, read_input};
use tsumi::shogi::Position;
use tsumi::solver::{Control, Options, Solver};
use tsumi::verify::{Cooks, Judgement, Profile, Settings, Status, Verifier};

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
    problem("x.kif", text)
}

fn judge_it(problem: &Problem) -> Judgement {
    judged(problem, Settings::default())
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
        let changed = KIF.replacen(from, to, 1);
        assert_ne!(changed, KIF);
        let judged = judge_it(&kif(&changed));
        assert_eq!(judged.statuses, [Status::LineFails], "{to}");
        assert!(judged.differs);
        let finding = &judged.findings[0];
        assert_eq!(finding.ply(), Some(ply), "{to}: {finding:?}");
        let text = finding.message();
        assert!(text.english().contains(said), "{to}: {finding:?}");
        if ["not legal", "no such move"].contains(&said) {
            let line = 1 + changed.lines().position(|l| l == to).unwrap();
            let place = format!("line {line}, ");
            assert!(text.english().starts_with(&place), "{finding:?}");
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
            .find(move |f| f.status() == Some(Status::Longer) && f.ply() == Some(ply))
    };
    let branch = of(4).expect("the defence at ply 4 lasts to ply 7");
    assert_eq!(branch.mv().unwrap().to_usi_owned(), "1c1d");
    assert_eq!(branch.plies(), Some(7));
    let text = branch.message();
    assert!(text.english().contains("変化長手数"), "{text}");
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
        .filter(|f| f.status() == Some(Status::Longer));
    let places: Vec<_> = longer.map(|f| (f.ply(), f.mv())).collect();
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
            .filter(|f| f.status() == Some(Status::Shorter));
        let found = shorter
            .next()
            .unwrap_or_else(|| panic!("{}: {:?}", problem.id, judged.findings));
        let place = (found.ply(), found.plies());
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

/// A futile interposition that a file gives as a branch lasts no longer than it counts.
#[test]
fn a_futile_interposition_is_no_longer_defence() {
    let sfen = "6G2/7k1/7pn/7L1/9/9/5R3/9/9 b Sr2b3g3s3n3l17p 1";
    let mut problem = problem("x.sfen", &format!("id\t{sfen}\t3\t4g4b+ 2b1a S*1b"));
    let line = "4g4b+ P*3b 4b3b 2b1a S*1b";
    let mut position = problem.position.clone();
    let mut moves = Vec::new();
    tsumi::formats::usi::replay_onto(&mut position, line, &mut moves).unwrap();
    problem.tree.add_line(&moves, "");
    assert!(problem.tree.has_branches());
    let found = judged(&problem, Settings::default());
    assert_eq!(found.statuses, [Status::Ok], "{:?}", found.findings);
}

/// What a limit leaves open of an interposition is open, and no longer defence: here of C4 of
/// pitfalls.jsonl, with a branch that begins with a futile one.
#[test]
fn a_limit_makes_no_longer_defence_of_a_futile_interposition() {
    let sfen = "9/9/2+R6/9/4+p2n1/7G1/6pS1/5S3/7k1 b Lr2b3g2s3n3l13p 1";
    let line = "7c7i 2i2h 7i3i 2h1g L*1h";
    let branch = "7c7i S*6i 7i6i 2i2h S*1g 2e1g+ 6i3i";
    let mut problem = problem("x.sfen", &format!("id\t{sfen}\t5\t{line}"));
    let mut moves = Vec::new();
    let mut position = problem.position.clone();
    tsumi::formats::usi::replay_onto(&mut position, branch, &mut moves).unwrap();
    problem.tree.add_line(&moves, "");
    let (mut open, mut known) = (0, 0);
    for nodes in (20..800).step_by(5).map(Some).chain([None]) {
        let settings = Settings {
            nodes,
            cooks: Cooks::Off,
            ..Settings::default()
        };
        let found = judged(&problem, settings);
        let longer = found.statuses.contains(&Status::Longer);
        assert!(!longer, "{nodes:?} nodes: {:?}", found.findings);
        open += usize::from(found.statuses.contains(&Status::Undecided));
        known += usize::from(found.statuses == [Status::Ok]);
    }
    assert!(open > 0 && known > 0, "{open} {known}");
}
