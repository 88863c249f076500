//! The solver's conventional lengths and what its lines leave, compared with the oracle's.

use crate::common::{Problem, attacker_of, both_metrics, examine, jsonl, pick, position, solve};
use crate::oracle::{Oracle, Tally, compare, end_of_line};
use fastrand::Rng;
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square as CoreSquare};
use tsumi::shogi::Position;
use tsumi::solver::{Control, Lengths, Options, Solver, Verdict};

#[test]
fn the_futile_group() {
    let mut solver = Solver::new(both_metrics(2_000_000));
    let ids = [
        "A1-capture-frees-nifu",
        "A8-non-promotion",
        "B10-counter-check-twin",
        "B12-gold-interposition-twin",
        "C1-pinned-supporter",
        "C2-futile",
        "C4-futile",
        "C6-leftover-before-length",
        "C9-futile",
        "C11-futile",
        "C12-futile",
        "D15-nine",
        "D15-smoke",
    ];
    let mut tally = Tally::default();
    for p in pick(&jsonl("pitfalls"), &ids) {
        assert!(compare(&mut solver, &p, 13, 9, &mut tally), "{}", p.id);
    }
    println!("{tally:?}");
    assert!(tally.shorter >= 6, "{tally:?}");
}

#[test]
fn positions_from_games() {
    let mut solver = Solver::new(both_metrics(2_000_000));
    let mut tally = Tally::default();
    for p in jsonl("game") {
        if tally.compared < 70 && p.raw_plies.is_some_and(|n| n <= 7) {
            compare(&mut solver, &p, 7, 7, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.compared >= 60, "{tally:?}");
}

/// Positions in which the attacker has one, two or three pieces in hand: now and then the longest
/// defence leaves one, and a shorter one does not.
#[test]
fn what_is_left_of_changed_problems() {
    let mut solver = Solver::new(both_metrics(20_000));
    let group: Vec<Problem> = jsonl("game").into_iter().chain(jsonl("pitfalls")).collect();
    let mut random = Rng::with_seed(25);
    let mut tally = Tally::default();
    for n in 0..3_000 {
        let origin = &group[random.usize(..group.len())];
        let mut position = mutated(&origin.position, &mut random);
        for kind in shogi_core::Hand::all_hand_pieces() {
            while let Some(held) = position.hand_of_a_player(origin.attacker).removed(kind) {
                *position.hand_of_a_player_mut(origin.attacker) = held;
                let other = position.hand_of_a_player_mut(origin.attacker.flip());
                *other = other.added(kind).expect("at most eighteen");
            }
        }
        for _ in 0..1 + n % 3 {
            position = given(&position, origin.attacker.flip(), &mut random);
        }
        if Position::new(&position, origin.attacker).is_err() {
            continue;
        }
        let p = Problem {
            id: format!("{} changed", origin.id),
            position,
            ..origin.clone()
        };
        if let Verdict::Mate { raw, conventional } = solve(&mut solver, &p).verdict
            && raw.upper <= 5
            && raw.is_minimal()
            && conventional.is_minimal()
        {
            compare(&mut solver, &p, 5, 5, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.equal >= 100, "{tally:?}");
    assert!(tally.classic >= 5, "{tally:?}");
}

/// Positions whose printed line was shorter than both lengths that were printed with it:
/// the defender hasn't the pieces for which the entries of the certificate are right.
#[test]
fn the_line_is_as_long_as_the_length_says() {
    let roots = [
        ("9/9/K8/1l7/1+n+b1p4/3p5/9/3P5/9 w 3L2rsn2p 1", false),
        ("9/k4L3/9/6B2/N8/2L6/9/9/9 b B2r4g4s3n2l18p 1", false),
        ("3p5/9/6n2/9/4g4/9/9/7b1/1k1+R5 w RBG2gnp 1", false),
        ("3p5/9/6n2/9/4g4/9/9/7b1/1k1+R5 w RBG2gnp 1", true),
    ];
    for (sfen, shortest) in roots {
        let position = position(sfen);
        let p = Problem {
            id: sfen.into(),
            attacker: attacker_of(&position),
            position,
            mate: true,
            plies: None,
            raw_plies: None,
        };
        let o = solve(
            &mut Solver::new(Options {
                nodes: Some(if shortest { 2_000 } else { 3_000 }),
                memory: 16 << 20,
                shortest_raw: shortest,
                shortest_conventional: shortest,
                ..Options::default()
            }),
            &p,
        );
        examine(&p, &o).expect("a mate");
        end_of_line(&p, &o.line);
    }
}

/// With little to spend, when the lengths mostly stay open, the line is still legal (by another
/// library's rules), checks with every move, ends in a mate, and has as many plies as the length
/// printed; the certificate is accepted. Returns how many mates there were.
fn lines_of_lengths_that_stayed_open(seed: u64, tries: usize) -> u32 {
    let mut random = Rng::with_seed(seed);
    let roots: Vec<Problem> = jsonl("game").into_iter().chain(jsonl("pitfalls")).collect();
    let (mut mates, mut open, mut proofs) = (0, 0, 0);
    for n in 0..tries {
        let from = &roots[random.usize(..roots.len())];
        let position = mutated(&from.position, &mut random);
        let shortest = n % 3 == 0;
        let lengths = [Lengths::None, Lengths::Quick, Lengths::Answer][n % 5 % 3];
        let mut solver = Solver::new(Options {
            nodes: Some(100 << random.u32(..6)),
            memory: 2 << 20,
            shortest_raw: shortest,
            shortest_conventional: shortest,
            lengths,
            ..Options::default()
        });
        let p = Problem {
            id: position.to_sfen_owned(),
            attacker: from.attacker,
            position,
            mate: true,
            plies: None,
            raw_plies: None,
        };
        let solved = solver.solve(&p.position, p.attacker, Control::default());
        let Ok(o) = solved else { continue };
        let Verdict::Mate { raw, conventional } = o.verdict else {
            continue;
        };
        examine(&p, &o);
        end_of_line(&p, &o.line);
        mates += 1;
        open += u32::from(!conventional.is_minimal());
        proofs += u32::from(conventional.upper < raw.upper);
    }
    println!("{mates} mates, {open} lengths open, {proofs} shorter than the certificate");
    assert!(mates > 300 && open > 50 && proofs > 20);
    mates
}

#[test]
fn lines_of_open_lengths() {
    lines_of_lengths_that_stayed_open(24, 1_500);
}

#[test]
#[ignore = "long: about a minute"]
fn thousands_of_lines_of_open_lengths() {
    assert!(lines_of_lengths_that_stayed_open(25, 12_000) > 2_000);
}

/// Moves pieces between board and hands, or over the board, a few times; all 40
/// pieces stay. What comes out may be no position at all.
fn mutated(position: &PartialPosition, random: &mut Rng) -> PartialPosition {
    let mut p = position.clone();
    for _ in 0..1 + random.usize(..3) {
        let any = |random: &mut Rng| CoreSquare::from_u8(1 + random.usize(..81) as u8).unwrap();
        let occupied: Vec<CoreSquare> = CoreSquare::all()
            .filter(|&s| p.piece_at(s).is_some())
            .collect();
        let at = occupied[random.usize(..occupied.len())];
        let (kind, color) = p.piece_at(at).unwrap().to_parts();
        match random.usize(..4) {
            // A piece goes elsewhere.
            0 | 1 => {
                let to = any(random);
                if p.piece_at(to).is_none() {
                    p.piece_set(to, p.piece_at(at));
                    p.piece_set(at, None);
                }
            }
            // A piece goes to the defender's hand.
            2 if kind != PieceKind::King => {
                let hand = p.hand_of_a_player_mut(Color::White);
                *hand = hand.added(kind.unpromote().unwrap_or(kind)).unwrap();
                p.piece_set(at, None);
            }
            // A piece comes from his hand, for either side.
            _ => {
                let kinds = [
                    PieceKind::Rook,
                    PieceKind::Bishop,
                    PieceKind::Lance,
                    PieceKind::Gold,
                    PieceKind::Silver,
                    PieceKind::Knight,
                    PieceKind::Pawn,
                ];
                let kind = kinds[random.usize(..7)];
                let to = any(random);
                let less = p.hand_of_a_player(Color::White).removed(kind);
                if let (Some(less), None) = (less, p.piece_at(to)) {
                    *p.hand_of_a_player_mut(Color::White) = less;
                    let promoted = kind
                        .promote()
                        .filter(|_| random.usize(..3) == 0)
                        .unwrap_or(kind);
                    let color = if random.usize(..3) > 0 {
                        Color::Black
                    } else {
                        color
                    };
                    p.piece_set(to, Some(Piece::new(promoted, color)));
                }
            }
        }
    }
    p
}

/// A solver of both metrics with a small table, and the pitfalls of the conventional one.
fn solver_and_origins() -> (Solver, Vec<Problem>) {
    let mut options = both_metrics(30_000);
    options.memory = 32 << 20;
    let mut group = jsonl("pitfalls");
    group.retain(|p| p.id.starts_with('C') && !p.id.starts_with("C17"));
    (Solver::new(options), group)
}

fn mutations(seed: u64, wanted: u32) {
    let (mut solver, group) = solver_and_origins();
    let mut random = Rng::with_seed(seed);
    let mut tally = Tally::default();
    let (mut tried, mut distant) = (0, 0);
    while distant < wanted {
        tried += 1;
        assert!(tried < 20_000, "{tally:?}");
        let origin = &group[random.usize(..group.len())];
        let position = mutated(&origin.position, &mut random);
        if Position::new(&position, Color::Black).is_err() {
            continue;
        }
        let p = Problem {
            id: format!("{} #{tried}", origin.id),
            position,
            ..origin.clone()
        };
        let before = tally.futile;
        let lengths = solve(&mut solver, &p).verdict;
        if lengths == Verdict::NoMate {
            compare(&mut solver, &p, 7, 7, &mut tally);
        }
        let Verdict::Mate { raw, conventional } = lengths else {
            continue;
        };
        if raw.upper <= 7 && raw.is_minimal() && conventional.is_minimal() {
            compare(&mut solver, &p, 7, 7, &mut tally);
            distant += u32::from(tally.futile > before);
        }
    }
    println!("{tried} tried, {distant} with futile drops, {tally:?}");
    assert!(
        tally.shorter > wanted / 4 && tally.no_mate > wanted,
        "{tally:?}"
    );
}

#[test]
#[ignore = "long: about 10 s"]
fn changed_positions_of_the_futile_group() {
    mutations(0x9E37_79B9_7F4A_7C15, 60);
}

#[test]
fn more_changed_positions_of_the_futile_group() {
    mutations(0xD1B5_4A32_D192_ED03, 60);
}

/// The same board with a piece or two given from one hand to the other.
fn other_hands(position: &PartialPosition, random: &mut Rng) -> PartialPosition {
    let mut p = position.clone();
    for _ in 0..1 + random.usize(..2) {
        let giver = [Color::Black, Color::White][random.usize(..2)];
        p = given(&p, giver, random);
    }
    p
}

/// The same board with a piece of some kind given to the other side, if `giver` has one in hand.
fn given(position: &PartialPosition, giver: Color, random: &mut Rng) -> PartialPosition {
    let mut p = position.clone();
    let kinds: Vec<PieceKind> = shogi_core::Hand::all_hand_pieces().collect();
    let kind = kinds[random.usize(..kinds.len())];
    let held = p.hand_of_a_player(giver).removed(kind);
    let given = p.hand_of_a_player(giver.flip()).added(kind);
    if let (Some(held), Some(given)) = (held, given) {
        *p.hand_of_a_player_mut(giver) = held;
        *p.hand_of_a_player_mut(giver.flip()) = given;
    }
    p
}

/// One table for a board with several hands: what is found with one must hold for those
/// it is taken for.
fn warm_hands(seed: u64, wanted: u32) {
    let (mut solver, group) = solver_and_origins();
    let mut random = Rng::with_seed(seed);
    let (mut boards, mut compared, mut futile, mut shorter) = (0, 0, 0, 0);
    while futile < u64::from(wanted) {
        boards += 1;
        assert!(boards < 20_000, "{compared} compared, {futile} futile");
        let board = mutated(&group[random.usize(..group.len())].position, &mut random);
        let mut session = solver.session(Color::Black);
        for _ in 0..8 {
            let position = other_hands(&board, &mut random);
            let Ok(mut pos) = Position::new(&position, Color::Black) else {
                break;
            };
            let Ok(o) = session.solve(&position, Control::default()) else {
                break;
            };
            let Verdict::Mate { raw, conventional } = o.verdict else {
                continue;
            };
            if raw.upper <= 9 && raw.is_minimal() && conventional.is_minimal() {
                let mut oracle = Oracle::default();
                let length = oracle.length(&mut pos, conventional.upper);
                let sfen = position.to_sfen_owned();
                assert_eq!(length, Some(conventional.upper), "{sfen}: {raw:?}");
                compared += 1;
                futile += u64::from(oracle.futile > 0);
                shorter += u32::from(conventional.upper < raw.upper);
            }
        }
    }
    println!("{boards} boards, {compared} compared, {futile} with futile drops");
    assert!(shorter > wanted / 4, "{shorter} shorter by the convention");
}

#[test]
#[ignore = "long: about 15 s"]
fn a_warm_table_with_other_hands() {
    warm_hands(0xA076_1D64_78BD_642F, 300);
}
