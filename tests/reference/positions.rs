//! Over five hundred small positions with values that no search has found: all that
//! checks and evasions reach is written down, and a fixed point tells what is won
//! and in how many plies. The solver and every reference search must agree.
//!
//! Half of the positions are written down whole, which gives their value without
//! any limit. Hardly any of those are mates: positions with a mate mostly reach
//! too many others. The other half is written down to five plies; there the judge
//! knows the mates up to that length, and all of them are mates.

use crate::solver_common::{attacker_of, position};
use crate::tsume::Tsume;
use fastrand::Rng;
use tsumi::shogi::Position;
use tsumi::solver::{Control, Options, Solver, Verdict};
use tsumi_reference::algorithms::Algorithm;
use tsumi_reference::explicit::Explicit;
use tsumi_reference::graph::AndOrGraph;
use tsumi_reference::layered::Layered;
use tsumi_reference::limits::Limits;

/// A king near the edge, attackers close to him, perhaps a few of his own men in
/// his way, something in the attacker's hand.
fn sfen(random: &mut Rng, attackers: &[&str], defenders: usize, hands: &[&str]) -> String {
    let mut board = [[""; 9]; 9];
    let (file, rank) = (random.usize(..9), random.usize(..5) / 2);
    board[rank][file] = "k";
    let ours = 1 + random.usize(..3);
    for i in 0..ours + random.usize(..defenders + 1) {
        let (piece, reach) = if i < ours {
            (attackers[random.usize(..attackers.len())], 5)
        } else {
            (["p", "n", "l", "s", "g"][random.usize(..5)], 3)
        };
        let near = |at: usize, by: usize| (at + by).saturating_sub(reach / 2).min(8);
        let (x, y) = (
            near(file, random.usize(..reach)),
            near(rank, random.usize(..reach)),
        );
        let stuck = matches!((piece, y), ("P" | "L", 0) | ("N", 0 | 1));
        let two_pawns = matches!(piece, "P" | "p") && board.iter().any(|row| row[x] == piece);
        if board[y][x].is_empty() && !stuck && !two_pawns {
            board[y][x] = piece;
        }
    }
    let rows = board.map(|row| {
        let cells = row.map(|piece| if piece.is_empty() { "1" } else { piece });
        cells.concat()
    });
    let hand = hands[random.usize(..hands.len())];
    format!("{} b {hand} 1", rows.join("/"))
}

/// A bare king in the upper half, a few attackers near him, something in hand.
fn few(random: &mut Rng) -> String {
    let mut board = [[' '; 9]; 9];
    let (file, rank) = (random.usize(..9), random.usize(..3));
    board[rank][file] = 'k';
    for _ in 0..1 + random.usize(..4) {
        let piece = ['G', 'S', 'N', 'P', 'B', 'R', 'p', 's', 'g', 'L'][random.usize(..10)];
        let near = |at: usize, by: usize| (at + by).saturating_sub(2).min(8);
        let (x, y) = (near(file, random.usize(..5)), near(rank, random.usize(..5)));
        let stuck = matches!((piece, y), ('P' | 'L', 0) | ('N', 0 | 1) | ('p', 8));
        let two_pawns = matches!(piece, 'P' | 'p') && board.iter().any(|row| row[x] == piece);
        if board[y][x] == ' ' && !stuck && !two_pawns {
            board[y][x] = piece;
        }
    }
    let rows = board.map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for piece in row {
            if piece == ' ' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(piece);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    });
    let hands = [
        "-", "G", "S", "GS", "N", "2G", "P", "BP", "L", "Rp", "Gp", "SNp",
    ];
    format!(
        "{} b {} 1",
        rows.join("/"),
        hands[random.usize(..hands.len())]
    )
}

const LIMITS: Limits<'static> = Limits {
    nodes: Some(3_000),
    deadline: None,
    stop: None,
    depth: 60,
    entries: usize::MAX,
    threads: 2,
};

fn solver() -> Solver {
    Solver::new(Options {
        memory: 4 << 20,
        shortest_raw: true,
        nodes: Some(1_000_000),
        ..Options::default()
    })
}

/// A reference search must give the true value and distance, or give up.
fn check<G: AndOrGraph>(algorithm: Algorithm, graph: &G, truth: Option<u32>, sfen: &str) -> bool {
    let report = algorithm.solve(graph, LIMITS);
    let name = algorithm.name();
    match report.value.decided() {
        None => return false,
        Some(won) if algorithm.is_sound() => {
            assert_eq!(won, truth.is_some(), "{name}: {sfen}");
            if algorithm.measures_distance() {
                assert_eq!(report.distance, truth, "{name}: {sfen}");
            }
        }
        Some(_) => {}
    }
    true
}

#[test]
#[ignore = "long: about 20 s"]
fn positions_written_down_whole() {
    let mut random = Rng::with_seed(7);
    let mut solver = solver();
    let (mut count, mut mates, mut gave_up) = (0, 0, Algorithm::all().map(|_| 0));
    while count < 280 {
        let sfen = few(&mut random);
        let partial = position(&sfen);
        let attacker = attacker_of(&partial);
        let Ok(root) = Position::new(&partial, attacker) else {
            continue;
        };
        let tsume = Tsume::new(root);
        let Some(graph) = Explicit::explore(&tsume, 1500).filter(|g| g.vertices.len() >= 8) else {
            continue;
        };
        let truth = graph.distances()[0];
        count += 1;
        mates += usize::from(truth.is_some());
        let outcome = solver.solve(&partial, attacker, Control::default());
        match (outcome.unwrap().verdict, truth) {
            (Verdict::Mate { raw, .. }, Some(plies)) => {
                assert!(raw.is_minimal() && raw.upper == plies, "{sfen}: {raw:?}");
            }
            (Verdict::NoMate, None) => {}
            (verdict, _) => panic!("{sfen}: {verdict:?}, the truth is {truth:?}"),
        }
        for algorithm in Algorithm::all() {
            let mut decided = check(algorithm, &graph, truth, &sfen);
            // On the written graph all of them, on the board itself one in turn.
            if algorithm as usize == count % Algorithm::all().len() {
                decided &= check(algorithm, &tsume, truth, &sfen);
            }
            gave_up[algorithm as usize] += usize::from(!decided);
        }
    }
    println!("{count} positions, {mates} mates");
    for algorithm in Algorithm::all() {
        let gave_up = gave_up[algorithm as usize];
        println!("{:24} gave up {gave_up}", algorithm.name());
        assert!(gave_up == 0 || algorithm != Algorithm::Tca);
    }
}

#[test]
fn mates_within_five_plies() {
    let mut random = Rng::with_seed(11);
    let mut solver = solver();
    let (mut tries, mut lengths, mut gave_up) = (0, [0; 6], 0);
    while lengths.iter().sum::<usize>() < 230 && tries < 6000 {
        tries += 1;
        let attackers = ["G", "S", "+R", "+B", "+P", "N", "L", "P", "R", "B"];
        let hands = ["G", "GP", "GS", "SN", "GN", "S", "2G"];
        let sfen = sfen(&mut random, &attackers, 3, &hands);
        let partial = position(&sfen);
        let attacker = attacker_of(&partial);
        let Ok(root) = Position::new(&partial, attacker) else {
            continue;
        };
        let tsume = Tsume::new(root);
        let layered = Layered::new(&tsume, 5);
        let Some(graph) = Explicit::explore(&layered, 4000) else {
            continue;
        };
        let Some(plies) = graph.distances()[0] else {
            continue;
        };
        // Mates in one are plenty.
        if plies == 1 && lengths[1] >= 110 {
            continue;
        }
        lengths[plies as usize] += 1;
        let outcome = solver.solve(&partial, attacker, Control::default());
        match outcome.unwrap().verdict {
            Verdict::Mate { raw, .. } => {
                assert!(raw.is_minimal() && raw.upper == plies, "{sfen}: {raw:?}");
            }
            verdict => panic!("{sfen}: {verdict:?}, mate in {plies}"),
        }
        // A third of the searches at a time.
        for algorithm in Algorithm::all()
            .into_iter()
            .filter(|&a| (a as usize + tries).is_multiple_of(3))
        {
            for decided in [
                check(algorithm, &graph, Some(plies), &sfen),
                check(algorithm, &tsume, Some(plies), &sfen),
            ] {
                gave_up += usize::from(!decided);
            }
        }
    }
    println!("{tries} tries; mates by length {lengths:?}; gave up {gave_up} times");
    assert!(lengths.iter().sum::<usize>() >= 220, "{lengths:?}");
}
