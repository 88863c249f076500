//! How long a list of checks, a list of evasions and a mate in one take, on
//! positions of random check-and-evade play from the problems in `tests/data/`,
//! and how long rsshogi takes for the same. `cargo bench --bench movegen`
use rsshogi::board::{Move32List, Position as Other};
use rsshogi::movegen::{generate_checks_all_move32, generate_legal_all_move32};
use shogi_core::{Color, PartialPosition};
use shogi_usi_parser::FromUsi;
use std::hint::black_box;
use std::time::Instant;
use tsumi::shogi::{Move, Position, Side};

fn random(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(0x5851_F42D_4C95_7F2D)
        .wrapping_add(0x1405_7B7E_F767_814F);
    (*state >> 33) as usize
}

/// Positions with the attacker and with the defender to move.
fn collect(text: &str) -> [Vec<Position>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let mut state = 1;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let partial = PartialPosition::from_usi(&format!("sfen {line}")).expect("an SFEN");
        let Ok(seed) = Position::new(&partial, partial.side_to_move()) else {
            continue;
        };
        for _ in 0..8 {
            let mut position = seed.clone();
            for _ in 0..24 {
                let mut moves = Vec::new();
                let side = position.side_to_move();
                match side {
                    Side::Attacker => position.generate_checks(&mut moves),
                    Side::Defender => position.generate_evasions(&mut moves),
                }
                found[side.index()].push(position.clone());
                if moves.is_empty() {
                    break;
                }
                position.make(moves[random(&mut state) % moves.len()]);
            }
        }
    }
    found
}

/// Seconds of the fastest of several rounds, with the sum the work gave.
fn fastest(mut work: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = f64::MAX;
    let mut sum = 0;
    for _ in 0..15 {
        let start = Instant::now();
        sum = black_box(work());
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, sum)
}

fn report(what: &str, count: usize, unit: &str, (seconds, sum): (f64, usize)) {
    println!(
        "{what:34} {:8.3} us each {:9.2} M/s  ({count} positions, {sum} {unit})",
        seconds / count as f64 * 1e6,
        count as f64 / seconds / 1e6
    );
}

fn others(positions: &[Position]) -> Vec<Other> {
    positions
        .iter()
        .map(|position| {
            let mut other = Other::from_sfen(&position.to_partial(Color::Black).to_sfen_owned())
                .expect("an SFEN");
            other.init_stack();
            other
        })
        .collect()
}

fn main() {
    for (name, text) in [
        ("zuko", include_str!("../tests/data/rules-zuko.sfen")),
        ("game", include_str!("../tests/data/rules-game.sfen")),
    ] {
        println!("{name}");
        let [mut attack, mut defence] = collect(text);
        attack.truncate(6000);
        defence.truncate(6000);
        let mut moves: Vec<Move> = Vec::with_capacity(1024);
        let lists = |positions: &[Position],
                     moves: &mut Vec<Move>,
                     generate: fn(&Position, &mut Vec<Move>)| {
            positions
                .iter()
                .map(|position| {
                    moves.clear();
                    generate(position, moves);
                    moves.len()
                })
                .sum()
        };
        let timed = fastest(|| lists(&attack, &mut moves, Position::generate_checks));
        report("  list of checks", attack.len(), "checks", timed);
        let timed = fastest(|| lists(&defence, &mut moves, Position::generate_evasions));
        report("  list of evasions", defence.len(), "evasions", timed);
        let timed = fastest(|| {
            attack
                .iter()
                .filter(|position| position.has_check())
                .count()
        });
        report("  is there a check", attack.len(), "have one", timed);
        let timed = fastest(|| {
            defence
                .iter()
                .filter(|position| position.has_evasion())
                .count()
        });
        report("  is there an evasion", defence.len(), "have one", timed);
        let timed = fastest(|| {
            attack
                .iter()
                .filter(|position| position.mate_in_one().is_some())
                .count()
        });
        report("  mate in one", attack.len(), "have one", timed);
        let (mut boards, mut total) = (attack.clone(), 0);
        let mut checks = Vec::new();
        for position in &attack {
            let mut moves = Vec::new();
            position.generate_checks(&mut moves);
            total += moves.len();
            checks.push(moves);
        }
        let timed = fastest(|| {
            let mut sum = 0;
            for (position, moves) in boards.iter_mut().zip(&checks) {
                for &m in moves {
                    position.make(m);
                    sum += position.board_key() as usize & 1;
                    position.unmake(m);
                }
            }
            sum
        });
        report("  make and unmake", total, "odd keys", timed);

        let (their_attack, their_defence) = (others(&attack), others(&defence));
        let mut list = Move32List::new();
        let timed = fastest(|| {
            their_attack
                .iter()
                .map(|position| {
                    list.clear();
                    generate_checks_all_move32(position, &mut list);
                    list.len()
                })
                .sum()
        });
        report("  rsshogi: list of checks", attack.len(), "checks", timed);
        let timed = fastest(|| {
            their_defence
                .iter()
                .map(|position| {
                    list.clear();
                    generate_legal_all_move32(position, &mut list);
                    list.len()
                })
                .sum()
        });
        report(
            "  rsshogi: list of evasions",
            defence.len(),
            "evasions",
            timed,
        );
        let timed = fastest(|| {
            their_attack
                .iter()
                .filter(|position| rsshogi::mate::solve_mate_in_one(position).is_some())
                .count()
        });
        report("  rsshogi: mate in one", attack.len(), "have one", timed);
    }
}
