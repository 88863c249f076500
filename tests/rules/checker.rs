//! The move lists of the checker (`tsumi-check`, with rules of its own) against
//! those of three other programs: the crates `shogi_legality_lite` and `rsshogi` and
//! tsumi's own generators.
//!
//! Positions come from random play and from random set-ups that look like problems,
//! with a king of the attacker and without; everything follows from a fixed seed.
//! Where a foreign crate is known to be wrong its answer is not passed over: the
//! fault has a name in [`Fault`], the difference has to be exactly what the fault
//! explains, and it is counted.
use super::common::judges::{judge, judge_code, parse, sorted, theirs};
use super::common::{checks_of, evasions_of, judges};
use fastrand::Rng;
use rsshogi::board::{Move32List, generate_legal_all_move32};
use rsshogi::movegen::generate_checks_all_move32;
use shogi_core::{Color, Move as CoreMove, PartialPosition, Piece, PieceKind, Square};
use shogi_legality_lite as lite;
use std::collections::BTreeMap;
use tsumi::checker::board::{self as own, Kind};
use tsumi::checker::{notation, rules};
use tsumi::shogi::Position;

/// The known faults of `shogi_legality_lite` 0.1.3; of `rsshogi` 1.7 none is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// A pawn drop that leaves the other side without a move is refused as mate by a
    /// dropped pawn, whether that side is in check or not.
    Stalemate,
    /// `all_checks_partial` lists drops that leave the dropper's own king in check.
    OwnKing,
}

/// Positions in which a white pawn dropped on 5e leaves Black without a move, and not
/// in check: a bare king in the corner; and a pawn put between a pinned lance and the
/// king that it checks.
const STALEMATES: [&str; 2] = [
    "k8/9/9/9/9/7n1/9/6g2/8K w p 1",
    "4k4/9/9/9/9/9/1gn6/9/K3L3r w p 1",
];

/// What was met, so that the test cannot become true by never meeting a hard case.
#[derive(Default)]
struct Tally {
    positions: usize,
    moves: usize,
    checks: usize,
    in_check: usize,
    mates: usize,
    without_a_king: usize,
    attacks: usize,
    evasions: usize,
    pawn_mates: usize,
    faults: BTreeMap<Fault, usize>,
}

fn checkers_position(partial: &PartialPosition) -> own::Position {
    let sfen = partial.to_sfen_owned();
    notation::position(&sfen).unwrap_or_else(|| panic!("{sfen}"))
}

fn core_square(square: own::Square) -> Square {
    Square::new(square.file() as u8, square.rank() as u8).expect("a square")
}

/// A move of the checker as one of `shogi_core`.
fn core_move(mv: own::Move, color: Color) -> CoreMove {
    match mv {
        own::Move::Board { from, to, promote } => CoreMove::Normal {
            from: core_square(from),
            to: core_square(to),
            promote,
        },
        own::Move::Drop { kind, to } => {
            let kind = match kind {
                Kind::Pawn => PieceKind::Pawn,
                Kind::Lance => PieceKind::Lance,
                Kind::Knight => PieceKind::Knight,
                Kind::Silver => PieceKind::Silver,
                Kind::Gold => PieceKind::Gold,
                Kind::Bishop => PieceKind::Bishop,
                Kind::Rook => PieceKind::Rook,
                other => panic!("{other:?} in hand"),
            };
            let to = core_square(to);
            let piece = Piece::new(kind, color);
            CoreMove::Drop { piece, to }
        }
    }
}

fn codes(moves: &[CoreMove]) -> Vec<u32> {
    sorted(moves.iter().map(|&mv| judges::core_code(mv)))
}

/// Both lists of the checker against those of everybody else; returns them. With
/// `slow`, `shogi_legality_lite` is asked as well.
fn compare(
    partial: &PartialPosition,
    slow: bool,
    tally: &mut Tally,
) -> (Vec<CoreMove>, Vec<CoreMove>) {
    let sfen = partial.to_sfen_owned();
    let color = partial.side_to_move();
    let position = checkers_position(partial);
    assert_eq!(rules::fault(&position), None, "{sfen}");
    let in_core = |moves: Vec<own::Move>| -> Vec<CoreMove> {
        moves.into_iter().map(|mv| core_move(mv, color)).collect()
    };
    let moves = in_core(rules::legal_moves(&position));
    let checks = in_core(rules::checks(&position));
    let is_in_check = rules::is_in_check(&position, position.turn);
    tally.positions += 1;
    tally.moves += moves.len();
    tally.checks += checks.len();
    tally.in_check += usize::from(is_in_check);
    tally.mates += usize::from(is_in_check && moves.is_empty());
    let has_king = |color| partial.king_position(color).is_some();
    tally.without_a_king += usize::from(!Color::all().into_iter().all(has_king));

    with_rsshogi(partial, &moves, &checks);
    with_our_generators(partial, &moves, &checks, is_in_check, tally);
    if slow {
        with_lite(partial, &moves, &checks, tally);
    }
    (moves, checks)
}

fn with_rsshogi(partial: &PartialPosition, moves: &[CoreMove], checks: &[CoreMove]) {
    let sfen = partial.to_sfen_owned();
    let referee = judge(partial);
    let mut list = Move32List::new();
    generate_legal_all_move32(&referee, &mut list);
    assert_eq!(codes(moves), theirs(&list), "rsshogi, {sfen}");
    // Its list of checks is pseudo-legal.
    let mut list = Move32List::new();
    generate_checks_all_move32(&referee, &mut list);
    let mut legal = Vec::new();
    for &mv in list.iter() {
        if referee.is_legal_move32(mv) {
            legal.push(judge_code(mv));
        }
    }
    assert_eq!(codes(checks), sorted(legal.into_iter()), "rsshogi, {sfen}");
}

fn with_our_generators(
    partial: &PartialPosition,
    moves: &[CoreMove],
    checks: &[CoreMove],
    is_in_check: bool,
    tally: &mut Tally,
) {
    let sfen = partial.to_sfen_owned();
    let color = partial.side_to_move();
    // The side to move attacks: the checks, and the slow list of everything.
    if let Ok(position) = Position::new(partial, color) {
        let ours = judges::ours(&position, &checks_of(&position), color);
        assert_eq!(codes(checks), ours, "our checks, {sfen}");
        let ours = judges::ours(&position, &position.legal_moves(), color);
        assert_eq!(codes(moves), ours, "our legal moves, {sfen}");
        tally.attacks += 1;
        let unchecked = partial
            .hand(Piece::new(PieceKind::Pawn, color))
            .is_some_and(|pawns| pawns > 0);
        tally.pawn_mates += usize::from(unchecked && has_mate_by_pawn(partial, moves));
    }
    // It defends: the evasions.
    let attacker = color.flip();
    if is_in_check && let Ok(position) = Position::new(partial, attacker) {
        let ours = judges::ours(&position, &evasions_of(&position), attacker);
        assert_eq!(codes(moves), ours, "our evasions, {sfen}");
        tally.evasions += 1;
    }
}

/// Is a pawn drop in front of the other king refused, though the square is empty and
/// no pawn on the file? (Its own king in check may be a reason, too.)
fn has_mate_by_pawn(partial: &PartialPosition, moves: &[CoreMove]) -> bool {
    let color = partial.side_to_move();
    let below = if color == Color::Black { 1 } else { -1 };
    let Some(to) = partial
        .king_position(color.flip())
        .and_then(|king| king.shift(0, below))
    else {
        return false;
    };
    let piece = Piece::new(PieceKind::Pawn, color);
    let doubled = (1..=9).any(|rank| {
        Square::new(to.file(), rank).and_then(|at| partial.piece_at(at)) == Some(piece)
    });
    partial.piece_at(to).is_none()
        && !doubled
        && to.relative_rank(color) > 1
        && !lite::is_in_check_partial_lite(partial)
        && !moves.contains(&CoreMove::Drop { piece, to })
}

fn with_lite(
    partial: &PartialPosition,
    moves: &[CoreMove],
    checks: &[CoreMove],
    tally: &mut Tally,
) {
    let sfen = partial.to_sfen_owned();
    let theirs = lite::all_legal_moves_partial(partial);
    for &mv in &theirs {
        assert!(moves.contains(&mv), "lite has {mv:?} more, {sfen}");
    }
    for &mv in moves.iter().filter(|mv| !theirs.contains(mv)) {
        let is_fault = is_stalemate_by_pawn(partial, mv);
        assert!(is_fault, "lite lacks {mv:?}, {sfen}");
        *tally.faults.entry(Fault::Stalemate).or_default() += 1;
    }
    let theirs = lite::all_checks_partial(partial);
    for &mv in checks {
        assert!(theirs.contains(&mv), "lite lacks the check {mv:?}, {sfen}");
    }
    for &mv in theirs.iter().filter(|mv| !checks.contains(mv)) {
        let is_fault = leaves_own_king_in_check(partial, mv);
        assert!(is_fault, "lite has the check {mv:?} more, {sfen}");
        *tally.faults.entry(Fault::OwnKing).or_default() += 1;
    }
}

/// The difference that [`Fault::Stalemate`] explains.
fn is_stalemate_by_pawn(partial: &PartialPosition, mv: CoreMove) -> bool {
    let mut next = partial.clone();
    let is_pawn =
        matches!(mv, CoreMove::Drop { piece, .. } if piece.piece_kind() == PieceKind::Pawn);
    is_pawn
        && next.make_move(mv).is_some()
        && !lite::is_in_check_partial_lite(&next)
        && lite::all_legal_moves_partial(&next).is_empty()
}

/// The difference that [`Fault::OwnKing`] explains.
fn leaves_own_king_in_check(partial: &PartialPosition, mv: CoreMove) -> bool {
    let mut next = partial.clone();
    matches!(mv, CoreMove::Drop { .. })
        && next.make_move(mv).is_some()
        && lite::prelegality::will_king_be_captured(&next) == Some(true)
}

/// Random play: two of three moves are checks where there are any.
fn play(seed: &PartialPosition, plies: usize, random: &mut Rng, tally: &mut Tally) {
    let mut partial = seed.clone();
    for _ in 0..plies {
        let _ = partial.ply_set(1);
        let slow = random.usize(..4) == 0;
        let (moves, checks) = compare(&partial, slow, tally);
        let prefers_checks = !checks.is_empty() && random.usize(..3) > 0;
        let from = if prefers_checks { checks } else { moves };
        if from.is_empty() {
            return;
        }
        partial
            .make_move(from[random.usize(..from.len())])
            .expect("a legal move");
    }
}

/// A random set-up like a problem's: the defender's king, in half of them the
/// attacker's, some pieces of both sides on the board and the rest in the hands. None
/// when it is not sound.
fn set_up(random: &mut Rng) -> Option<PartialPosition> {
    let set = [
        (PieceKind::Pawn, 18),
        (PieceKind::Lance, 4),
        (PieceKind::Knight, 4),
        (PieceKind::Silver, 4),
        (PieceKind::Gold, 4),
        (PieceKind::Bishop, 2),
        (PieceKind::Rook, 2),
    ];
    let mut partial = PartialPosition::empty();
    let put = |random: &mut Rng, partial: &mut PartialPosition, piece| {
        let square = Square::from_u8(random.u8(1..=81)).expect("a square");
        if partial.piece_at(square).is_none() {
            partial.piece_set(square, Some(piece));
        }
    };
    let defender = Color::all()[random.usize(..2)];
    put(random, &mut partial, Piece::new(PieceKind::King, defender));
    if random.usize(..2) == 0 {
        let king = Piece::new(PieceKind::King, defender.flip());
        put(random, &mut partial, king);
    }
    let density = random.usize(..60);
    for (kind, count) in set {
        for _ in 0..count {
            let color = Color::all()[random.usize(..2)];
            let fate = random.usize(..100);
            if fate < density {
                let promoted = kind.promote().filter(|_| random.usize(..3) == 0);
                let piece = Piece::new(promoted.unwrap_or(kind), color);
                put(random, &mut partial, piece);
            } else if fate < density + 30 {
                let hand = partial.hand_of_a_player_mut(color);
                *hand = hand.added(kind).expect("a hand");
            }
        }
    }
    partial.side_to_move_set(Color::all()[random.usize(..2)]);
    let is_sound = rules::fault(&checkers_position(&partial)).is_none();
    is_sound.then_some(partial)
}

/// The comparison on at least this number of positions, a third of them set-ups.
fn compare_on(positions: usize) -> Tally {
    // With another seed `shogi_legality_lite` may take hours over one position: it asks
    // itself about the pawn drops of both sides in turn.
    let mut random = Rng::with_seed(24);
    let mut tally = Tally::default();
    while tally.positions < positions / 3 {
        if let Some(partial) = set_up(&mut random) {
            let slow = random.usize(..4) == 0;
            compare(&partial, slow, &mut tally);
        }
    }
    let texts = [
        include_str!("../data/rules-zuko.sfen"),
        include_str!("../data/rules-game.sfen"),
        include_str!("../data/rules-pitfalls.sfen"),
    ];
    let mut seeds: Vec<PartialPosition> = texts
        .iter()
        .flat_map(|text| text.lines().filter(|line| !line.starts_with('#')))
        .map(parse)
        .collect();
    seeds.push(parse(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ));
    // Pawns that leave no move are too rare to be met by chance.
    for sfen in STALEMATES {
        compare(&parse(sfen), true, &mut tally);
    }
    for i in 0.. {
        if tally.positions >= positions {
            break;
        }
        play(&seeds[i % seeds.len()], 60, &mut random, &mut tally);
    }
    println!(
        "{} positions, {} of them without one of the kings, {} in check, {} mates; \
         {} moves, {} checks; {} lists of our attackers, {} of our defenders; \
         {} mates by a dropped pawn; faults of shogi_legality_lite: {:?}",
        tally.positions,
        tally.without_a_king,
        tally.in_check,
        tally.mates,
        tally.moves,
        tally.checks,
        tally.attacks,
        tally.evasions,
        tally.pawn_mates,
        tally.faults,
    );
    assert!(tally.without_a_king * 10 > positions);
    assert!(tally.in_check * 10 > positions);
    assert!(tally.mates * 1_000 > positions);
    assert!(tally.attacks * 2 > positions);
    assert!(tally.evasions * 10 > positions);
    assert!(tally.pawn_mates > 0);
    assert!(tally.faults[&Fault::Stalemate] > 0);
    assert!(tally.faults[&Fault::OwnKing] > 0);
    tally
}

#[test]
fn the_checkers_lists_are_those_of_three_others() {
    compare_on(10_000);
}

#[test]
#[ignore = "long: 100,000 positions"]
fn the_checkers_lists_are_those_of_three_others_on_100_000_positions() {
    compare_on(100_000);
}

/// What each named fault looks like in its plainest form.
#[test]
fn a_pawn_that_leaves_no_move_is_refused_by_shogi_legality_lite() {
    for sfen in STALEMATES {
        let partial = parse(sfen);
        let to = Square::new(5, 5).expect("a square");
        let mv = CoreMove::Drop {
            piece: Piece::W_P,
            to,
        };
        assert!(is_stalemate_by_pawn(&partial, mv));
        assert!(!lite::is_legal_partial_lite(&partial, mv));
        let mut tally = Tally::default();
        let (moves, _) = compare(&partial, true, &mut tally);
        assert!(moves.contains(&mv));
        assert!(tally.faults[&Fault::Stalemate] > 0);
    }
}

#[test]
fn a_drop_that_leaves_the_own_king_in_check_is_listed_by_shogi_legality_lite() {
    // Black's king is checked by the rook on 5a: a gold on 1b would check too, but
    // leaves the king in check.
    let partial = parse("4r3k/9/8P/9/9/9/9/9/4K4 b G 1");
    let to = Square::new(1, 2).expect("a square");
    let mv = CoreMove::Drop {
        piece: Piece::B_G,
        to,
    };
    assert!(lite::all_checks_partial(&partial).contains(&mv));
    let mut tally = Tally::default();
    let (_, checks) = compare(&partial, true, &mut tally);
    assert!(!checks.contains(&mv));
    assert!(tally.faults[&Fault::OwnKing] > 0);
}

/// `is_legal_partial` (not `is_legal_partial_lite`) refuses every pawn drop against a
/// side without a king, for its test of mate has no answer then.
#[test]
fn a_pawn_drop_against_no_king_is_refused_by_shogi_legality_lite() {
    let partial = parse("8k/9/9/9/9/9/9/9/8L w 18p 1");
    let to = Square::new(1, 2).expect("a square");
    let mv = CoreMove::Drop {
        piece: Piece::W_P,
        to,
    };
    assert!(lite::is_legal_partial(&partial, mv).is_err());
    assert!(lite::is_legal_partial_lite(&partial, mv));
    let (moves, _) = compare(&partial, true, &mut Tally::default());
    assert!(moves.contains(&mv));
}
