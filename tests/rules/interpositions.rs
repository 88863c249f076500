//! Checks after which every reply is a futile interposition: what `rules` says of them is what the
//! independent checker says of a declared line that ends with such a check.

use fastrand::Rng;
use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, Square, ToUsi};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use tsumi::checker::rows::{Lacks, Rows};
use tsumi::shogi::{Position, rules};

const SLIDERS: [PieceKind; 5] = [
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Lance,
    PieceKind::ProRook,
    PieceKind::ProBishop,
];
const STEPPERS: [PieceKind; 5] = [
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Knight,
    PieceKind::Pawn,
    PieceKind::ProPawn,
];

/// A king at the edge, sliders of the attacker anywhere, and other pieces near the king; the defender
/// holds some. None when it is not sound.
fn set_up(random: &mut Rng) -> Option<PartialPosition> {
    let mut partial = PartialPosition::empty();
    let attacker = Color::all()[random.usize(..2)];
    let (file, rank) = (random.u8(1..=4), random.u8(1..=3));
    let at = |file: u8, rank: u8| match attacker {
        Color::Black => Square::new(file, rank),
        Color::White => Square::new(10 - file, 10 - rank),
    };
    let king = Piece::new(PieceKind::King, attacker.flip());
    partial.piece_set(at(file, rank)?, Some(king));
    let mut put = |square: Option<Square>, kind, color| {
        let free = square.filter(|&square| partial.piece_at(square).is_none());
        free.inspect(|&square| partial.piece_set(square, Some(Piece::new(kind, color))));
    };
    for _ in 0..random.u8(1..=3) {
        let square = at(random.u8(1..=9), random.u8(1..=9));
        put(square, SLIDERS[random.usize(..SLIDERS.len())], attacker);
    }
    for _ in 0..random.u8(2..=6) {
        let near = at(
            (file + random.u8(0..=4)).saturating_sub(2),
            (rank + random.u8(0..=4)).saturating_sub(2),
        );
        let color = Color::all()[random.usize(..2)];
        put(near, STEPPERS[random.usize(..STEPPERS.len())], color);
    }
    for _ in 0..random.u8(1..=3) {
        let kinds = [
            PieceKind::Pawn,
            PieceKind::Lance,
            PieceKind::Gold,
            PieceKind::Bishop,
        ];
        let hand = partial.hand_of_a_player_mut(attacker.flip());
        *hand = hand.added(kinds[random.usize(..kinds.len())])?;
    }
    partial.side_to_move_set(attacker);
    Position::new(&partial, attacker).is_ok().then_some(partial)
}

/// Which of these lines of one check mate, by the checker: of a line that does, it does not see that
/// the line fails.
fn mates_of_checker(checks: &[(PartialPosition, Move)]) -> HashSet<usize> {
    let mut text = String::from("tsumi-rows 1\n");
    for (number, (before, check)) in checks.iter().enumerate() {
        let color = match before.side_to_move() {
            Color::Black => "black",
            Color::White => "white",
        };
        let (sfen, check) = (before.to_sfen_owned(), check.to_usi_owned());
        writeln!(
            text,
            "row {number}\nposition {sfen}\nattacker {color}\ndeclared-line {check}\n\
             status line-fails"
        )
        .unwrap();
    }
    writeln!(text, "end {}", checks.len()).unwrap();
    let judged = Rows::read(text.as_bytes()).unwrap().judge(&HashMap::new());
    let lacking = judged.lacking.into_iter();
    let mates = lacking.map(|(number, lacks)| {
        assert_eq!(lacks, Lacks::LineFails);
        number.parse().unwrap()
    });
    mates.collect()
}

#[test]
fn every_reply_is_futile_where_the_checker_says_so() {
    let mut random = Rng::with_seed(31);
    let mut checks: Vec<(PartialPosition, Move)> = Vec::new();
    while checks.len() < 100_000 {
        let Some(before) = set_up(&mut random) else {
            continue;
        };
        let here = rules::checks(&before).into_iter();
        checks.extend(here.map(|check| (before.clone(), check)));
    }
    let mates = mates_of_checker(&checks);
    let (mut futile, mut counts) = (0, 0);
    for (number, (before, check)) in checks.iter().enumerate() {
        let after = rules::after(before, *check).unwrap();
        let replies = rules::legal_moves(&after);
        let left = rules::reply_that_counts(&after);
        assert!(left.is_none_or(|reply| replies.contains(&reply)));
        let sfen = after.to_sfen_owned();
        assert_eq!(left.is_none(), mates.contains(&number), "{sfen}");
        let are_drops = replies
            .iter()
            .all(|reply| matches!(reply, Move::Drop { .. }));
        futile += usize::from(left.is_none() && !replies.is_empty());
        counts += usize::from(left.is_some() && are_drops);
    }
    println!("{futile} with futile replies alone, {counts} with a drop that counts");
    assert!(futile > 300 && counts > 300, "{futile} {counts}");
}
