//! The upper tree with real workers, lazy ones, lost ones and liars.

use super::*;
use crate::base::problem::Problem;
use crate::formats::{Input, ReadOptions, read_input, sfen};
use crate::solver::{Options, Worker};
use crate::table::Numbers;
use fastrand::Rng;

fn worker(problem: &PartialPosition, attacker: Color) -> Worker {
    let options = Options {
        memory: 2 << 20,
        ..Options::default()
    };
    Worker::try_new(problem, attacker, options).unwrap()
}

/// Tasks that stay small, so that the upper tree is deep.
fn tiny(least_nodes: u64) -> Policy {
    Policy {
        least_nodes,
        parts: 1 << 20,
        ..Policy::default()
    }
}

/// The problems of a file of the repository, with what is known of them.
fn problems(name: &str) -> Vec<Problem> {
    let path = format!("{}/problems/{name}", env!("CARGO_MANIFEST_DIR"));
    let problems = read_input(&Input::File(path.into()), &ReadOptions::default());
    problems.map(|p| p.unwrap()).collect()
}

/// Certificates by position.
type Parts = HashMap<String, Standing>;

fn composed(upper: &Upper, parts: &Parts) -> Certificate {
    let fetch = &mut |p: &PartialPosition| parts.get(&p.to_sfen_owned())?.certificate.clone();
    upper.compose(fetch, || false).unwrap()
}

fn stand(worker: &Worker, task: &Task) -> Standing {
    worker.stand(&task.position, task.ceiling, None).unwrap()
}

/// One worker does all until the problem is decided.
fn solve(upper: &mut Upper, worker: &Worker) -> Parts {
    let mut parts = Parts::default();
    while let Some(task) = upper.next_leaf(0) {
        let standing = stand(worker, &task);
        upper.give_back(task.id, 0, &standing).unwrap();
        parts.insert(task.position.to_sfen_owned(), standing);
    }
    parts
}

/// What one worker has proved another one need not search.
#[test]
fn workers_learn_from_each_other() {
    let ceiling = Ceiling {
        nodes: 1_000_000,
        leave_at: Numbers::new(u32::MAX, u32::MAX),
    };
    let (mut verdicts, mut nodes) = ([0, 0], [0, 0]);
    for problem in problems("game.jsonl").iter().step_by(4) {
        let (position, attacker) = (&problem.position, problem.attacker);
        let first = worker(position, attacker);
        let first = first.stand(position, ceiling, None).unwrap();
        let second = worker(position, attacker);
        second.learn(first.certificate.as_ref().unwrap());
        let second = second.stand(position, ceiling, None).unwrap();
        let again = second.certificate.unwrap();
        checker::check_reader(again.reader()).unwrap();
        let mate = matches!(again.claim(), Claim::Mate { .. });
        assert_eq!(Some(mate), problem.expect.mate, "{}", problem.id);
        verdicts[usize::from(mate)] += 1;
        nodes = [nodes[0] + first.nodes, nodes[1] + second.nodes];
    }
    assert!(verdicts.iter().all(|&n| n > 10), "{verdicts:?}");
    assert!(nodes[1] < nodes[0] / 4, "{nodes:?}");
}

/// A worker that never finds anything out.
fn nothing(task: &Task) -> Standing {
    Standing {
        certificate: None,
        numbers: Numbers::LEAF,
        moves: Vec::new(),
        spent: true,
        nodes: task.ceiling.nodes,
    }
}

/// Small problems of every kind, and whether they are mates: either side attacking, either to
/// move, with repetitions and with a king of the attacker.
const SMALL: [(&str, Color, bool); 9] = [
    (
        "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1",
        Color::Black,
        true,
    ),
    (
        "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1",
        Color::Black,
        true,
    ),
    (
        "9/9/9/9/9/Kbb6/9/2L6/2S6 w rpR4G3S4N3L17P 31",
        Color::White,
        true,
    ),
    (
        "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1",
        Color::Black,
        false,
    ),
    (
        "9/9/9/9/9/9/g8/9/KN7 w p2R2B3G4S3N4L17P 1",
        Color::White,
        false,
    ),
    (
        "6s2/6l2/8+B/6B1k/9/9/9/9/9 w RPr4g3s4n3l17p 2",
        Color::Black,
        true,
    ),
    (
        "8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1",
        Color::Black,
        true,
    ),
    ("8k/9/8P/9/9/9/9/9/4K4 b 2G 1", Color::Black, true),
    // The rook checks for ever.
    (
        "4k4/9/4P4/9/9/9/9/9/R8 b r2b4g4s4n4l17p 1",
        Color::Black,
        false,
    ),
];

/// Tasks grow with what was searched, up to a limit: so the death of a worker costs little.
#[test]
fn tasks_grow_up_to_a_limit() {
    let (text, attacker, _) = SMALL[0];
    let position = sfen::parse(text).unwrap().position;
    let policy = Policy::default();
    let least = policy.least_nodes;
    for (spent, most) in [(0, least), (80 * least, 10 * least), (1 << 40, 20_000_000)] {
        let mut upper = Upper::new(&position, attacker, policy).unwrap();
        let task = upper.next_leaf(0).unwrap();
        assert_eq!(task.ceiling.nodes, least);
        let found = Standing {
            nodes: spent,
            spent: false,
            ..nothing(&task)
        };
        upper.give_back(task.id, 0, &found).unwrap();
        let next = upper.next_leaf(0).unwrap();
        assert_eq!(next.ceiling.nodes, most);
    }
}

#[test]
fn the_tree_alone_solves_what_is_small() {
    for (text, attacker, mate) in SMALL {
        let position = sfen::parse(text).unwrap().position;
        let mut upper = Upper::new(&position, attacker, Policy::default()).unwrap();
        while let Some(task) = upper.next_leaf(0) {
            upper.give_back(task.id, 0, &nothing(&task)).unwrap();
            assert!(upper.status().positions < 200_000, "{text}");
        }
        assert_eq!(upper.verdict(), Some(mate), "{text}");
        composed(&upper, &Parts::default());
    }
}

#[test]
fn the_last_check_can_be_stopped() {
    let (text, attacker, _) = SMALL[0];
    let position = sfen::parse(text).unwrap().position;
    let mut upper = Upper::new(&position, attacker, Policy::default()).unwrap();
    while let Some(task) = upper.next_leaf(0) {
        upper.give_back(task.id, 0, &nothing(&task)).unwrap();
    }
    let why = upper.compose(&mut |_| None, || true).unwrap_err();
    assert!(why.to_string().contains("interrupted"), "{why}");
}

/// With tasks of a few nodes the tree is deep, and has cycles and comparable hands.
#[test]
fn positions_from_games_get_their_verdicts() {
    let (mut verdicts, mut most) = ([0, 0], 0);
    for problem in problems("game.jsonl").iter().step_by(2) {
        let (position, attacker) = (&problem.position, problem.attacker);
        let mut upper = Upper::new(position, attacker, tiny(60)).unwrap();
        let parts = solve(&mut upper, &worker(position, attacker));
        assert_eq!(upper.verdict(), problem.expect.mate, "{}", problem.id);
        composed(&upper, &parts);
        verdicts[usize::from(upper.verdict() == Some(true))] += 1;
        most = most.max(upper.status().positions);
    }
    assert!(
        verdicts[0] > 40 && verdicts[1] > 140 && most > 200,
        "{verdicts:?} {most}"
    );
}

/// Several workers; results come back in any order, late, or never.
#[test]
fn workers_may_die_or_come_back_late() {
    let mut random = Rng::with_seed(28);
    let (mut lost, mut late) = (0, 0);
    for problem in problems("game.jsonl").iter().skip(1).step_by(8) {
        let attacker = problem.attacker;
        let workers = [(); 4].map(|()| worker(&problem.position, attacker));
        let mut upper = Upper::new(&problem.position, attacker, tiny(60)).unwrap();
        let mut parts = Parts::default();
        let mut out: Vec<(Task, usize, Standing)> = Vec::new();
        while upper.verdict().is_none() {
            while out.len() < workers.len() {
                let worker = random.usize(..workers.len());
                let Some(task) = upper.next_leaf(worker as u32) else {
                    break;
                };
                let (_, (pn, dn)) = upper.record(task.id.parts().0).out.unwrap();
                let Numbers {
                    pn: proof,
                    dn: disproof,
                } = task.ceiling.leave_at;
                assert!(
                    u64::from(proof) > pn && u64::from(disproof) > dn,
                    "left at the numbers that it has, it would come back at once"
                );
                let standing = stand(&workers[worker], &task);
                out.push((task, worker, standing));
            }
            assert!(upper.status().out <= out.len());
            let (task, worker, standing) = out.swap_remove(random.usize(..out.len()));
            if random.u32(..4) == 0 {
                upper.lost(task.id).unwrap();
                lost += 1;
                if random.bool() {
                    continue;
                }
                late += 1;
            }
            upper.give_back(task.id, worker as u32, &standing).unwrap();
            parts.insert(task.position.to_sfen_owned(), standing);
        }
        assert_eq!(upper.verdict(), problem.expect.mate, "{}", problem.id);
        composed(&upper, &parts);
    }
    assert!(lost > 100 && late > 50, "{lost} {late}");
}

#[test]
fn a_liar_costs_its_leaf_only() {
    let nine = sfen::parse(SMALL[1].0).unwrap().position;
    let mut upper = Upper::new(&nine, Color::Black, tiny(50)).unwrap();
    let own = worker(&nine, Color::Black);
    let mut refused = [0, 0];
    let mut parts = Parts::default();
    while let Some(task) = upper.next_leaf(0) {
        let standing = stand(&own, &task);
        if let Some(certificate) = &standing.certificate {
            let lie = |text: String| Standing {
                certificate: Some(text.parse().unwrap()),
                ..standing.clone()
            };
            let text = certificate.to_string();
            // An entry is missing; it is about another position.
            let mut lines: Vec<&str> = text.lines().collect();
            let entries = certificate.len();
            let announced = format!("entries {}", entries - 1);
            let at = lines.iter().position(|l| l.starts_with("entries")).unwrap();
            lines.remove(at + entries);
            lines[at] = &announced;
            let short = lie(lines.join("\n") + "\n");
            let other = lie(text
                .replace("position ", "position 9/")
                .replacen("/9 ", " ", 1));
            let before = upper.status().positions;
            let answer = upper.give_back(task.id, 0, &short);
            if matches!(answer, Err(Refused::False(_))) {
                refused[0] += 1;
                assert!(
                    upper.status().positions > before,
                    "its moves are asked instead"
                );
            }
            let answer = upper.give_back(task.id, 0, &other);
            refused[1] += usize::from(answer == Err(Refused::Other));
            assert_eq!(upper.verdict(), None);
        }
        upper.give_back(task.id, 0, &standing).unwrap();
        parts.insert(task.position.to_sfen_owned(), standing);
    }
    assert_eq!(upper.verdict(), Some(true));
    assert!(refused.iter().all(|&n| n > 0), "{refused:?}");
    composed(&upper, &parts);
    let stray = TaskId::of(7_777 << 32 | 1);
    let standing = parts.values().next().unwrap();
    let answer = upper.give_back(stray, 0, standing);
    assert_eq!(answer, Err(Refused::Unknown));
}

/// A leaf that is out may be expanded for another worker. After a restart it is so again, though
/// the leaf itself came back before its nodes ran out.
#[test]
fn what_came_back_about_the_inside_of_a_task_is_not_lost() {
    let nine = sfen::parse(SMALL[1].0).unwrap().position;
    let new = || Upper::new(&nine, Color::Black, tiny(50)).unwrap();
    let mut upper = new();
    let root = upper.next_leaf(0).unwrap();
    let inside = upper.next_leaf(1).unwrap();
    assert_ne!(root.position, inside.position);
    let unspent = |task: &Task| Standing {
        spent: false,
        nodes: 7,
        ..nothing(task)
    };
    let known = [root, inside].map(|task| {
        upper.give_back(task.id, 0, &unspent(&task)).unwrap();
        (task.position.clone(), unspent(&task))
    });
    let before = upper.status();
    let mut upper = new();
    for (position, standing) in &known {
        upper.recall(position, standing).unwrap();
    }
    let next = upper.next_leaf(0).unwrap();
    assert_eq!(upper.status().positions, before.positions);
    assert_ne!(
        next.position, known[0].0,
        "it does not go out again as a whole"
    );
}

/// Stopped at any moment and begun again with what had come back, in any order, it goes on where
/// it was.
#[test]
fn nothing_that_came_back_is_lost() {
    let mut random = Rng::with_seed(28);
    let mut restarts = 0;
    for problem in problems("game.jsonl").iter().skip(3).step_by(16) {
        let attacker = problem.attacker;
        let new = || Upper::new(&problem.position, attacker, tiny(60)).unwrap();
        let mut upper = new();
        let mut own = worker(&problem.position, attacker);
        let mut parts = Parts::default();
        while let Some(task) = upper.next_leaf(0) {
            if random.u32(..10) == 0 {
                restarts += 1;
                let before = upper.status();
                upper = new();
                let mut again: Vec<_> = parts.iter().collect();
                again.sort_by(|a, b| a.0.cmp(b.0));
                random.shuffle(&mut again);
                for (text, standing) in again {
                    let position = sfen::parse(text).unwrap().position;
                    upper.recall(&position, standing).unwrap();
                }
                let after = upper.status();
                assert_eq!(after.nodes, before.nodes, "{}", problem.id);
                own = worker(&problem.position, attacker);
                continue;
            }
            let text = task.position.to_sfen_owned();
            let known = parts.get(&text).is_some_and(|s| s.certificate.is_some());
            assert!(!known, "{}: {text} was proved", problem.id);
            let standing = stand(&own, &task);
            upper.give_back(task.id, 0, &standing).unwrap();
            // The nodes of all its tasks.
            let nodes = standing.nodes + parts.get(&text).map_or(0, |s| s.nodes);
            parts.insert(text, Standing { nodes, ..standing });
        }
        assert_eq!(upper.verdict(), problem.expect.mate, "{}", problem.id);
        composed(&upper, &parts);
    }
    assert!(restarts > 15, "{restarts}");
}
