//! Counts of move sequences against numbers that two other programs agree on.
//! Each file in `tests/perft/` has a note on its source, an SFEN and a line
//! `all …` (every legal move, from shogi's rules) or `tsume …` (checks and
//! evasions in turn, from the generators of the search) with the count at depth 1, 2, ….
use shogi_core::{Color, PartialPosition};
use shogi_usi_parser::FromUsi;
use tsumi::shogi::{Move, Position, Side};

fn tsume(position: &mut Position, depth: usize) -> u64 {
    let mut moves = Vec::new();
    match position.side_to_move() {
        Side::Attacker => position.generate_checks(&mut moves),
        Side::Defender => position.generate_evasions(&mut moves),
    }
    walk(position, &moves, depth, tsume)
}

fn all(position: &mut Position, depth: usize) -> u64 {
    let moves = position.legal_moves();
    walk(position, &moves, depth, all)
}

fn walk(
    position: &mut Position,
    moves: &[Move],
    depth: usize,
    count: fn(&mut Position, usize) -> u64,
) -> u64 {
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&m| {
            position.make(m);
            let below = count(position, depth - 1);
            position.unmake(m);
            below
        })
        .sum()
}

fn run(file: &str, text: &str) {
    let mut position = None;
    for line in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
    {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let count = match word {
            "sfen" => {
                let partial = PartialPosition::from_usi(line).expect("an SFEN");
                let attacker = partial.side_to_move();
                position = Some(Position::new(&partial, attacker).expect("a position"));
                continue;
            }
            "all" => all,
            "tsume" => tsume,
            _ => panic!("{file}: {line}"),
        };
        let position = position.as_mut().expect("the SFEN comes first");
        let before = position.clone();
        for (depth, expected) in (1..).zip(rest.split(' ')) {
            assert_eq!(
                count(position, depth).to_string(),
                expected,
                "{file} {word} depth {depth}"
            );
            assert_eq!(*position, before, "{file}: make and unmake");
        }
    }
}

macro_rules! perft {
    ($($name:ident $file:literal)*) => {$(
        #[test]
        fn $name() {
            run($file, include_str!(concat!("../perft/", $file, ".perft")));
        }
    )*};
}

perft! {
    startpos "startpos"
    max_moves "max-moves"
    matsuri "matsuri"
    zuko_001_all "zuko-001-all"
    zuko_001 "zuko-001"
    zuko_005 "zuko-005"
    zuko_007 "zuko-007"
    bare_king "bare-king"
}

#[test]
fn every_file_is_run() {
    let files =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft")).expect("the folder");
    assert_eq!(files.count(), 8);
}

#[test]
fn both_colours_count_the_same() {
    let text = include_str!("../perft/zuko-005.perft");
    let sfen = text
        .lines()
        .find(|line| line.starts_with("sfen"))
        .expect("an SFEN");
    let black = PartialPosition::from_usi(sfen).expect("an SFEN");
    let position = Position::new(&black, Color::Black).expect("a position");
    let white = position.to_partial(Color::White);
    let mut turned = Position::new(&white, Color::White).expect("a position");
    assert_eq!(turned, position);
    assert_eq!(tsume(&mut turned, 4), 2509);
}
