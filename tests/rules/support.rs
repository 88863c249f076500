//! The questions about lines and support against a reference that walks the
//! board one step at a time, plus slides and their keys.
use shogi_core::{Color, PartialPosition};
use shogi_usi_parser::FromUsi;
use tsumi::shogi::{
    Bitboard, HAND_KINDS, Kind, Move, Position, Side, Square, attacks_of, between, ray_through,
};

const SIDES: [Side; 2] = [Side::Attacker, Side::Defender];

fn positions() -> Vec<Position> {
    [
        include_str!("../data/rules-zuko.sfen"),
        include_str!("../data/rules-game.sfen"),
        include_str!("../data/rules-pitfalls.sfen"),
    ]
    .concat()
    .lines()
    .filter(|line| !line.starts_with('#'))
    .map(|sfen| {
        let partial = PartialPosition::from_usi(&format!("sfen {sfen}")).expect("an SFEN");
        let attacker = partial.side_to_move();
        Position::new(&partial, attacker)
            .or_else(|_| Position::new(&partial, attacker.flip()))
            .unwrap_or_else(|e| panic!("{sfen}: {e}"))
    })
    .collect()
}

fn squares() -> impl Iterator<Item = Square> {
    (0..81).map(Square::new)
}

/// Steps and rides of a kind for the attacker, as (file, rank) and "goes on".
fn directions(kind: Kind) -> Vec<(i8, i8, bool)> {
    let gold = [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
    let cross = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let with =
        |list: &[(i8, i8)], rides| list.iter().map(|&(f, r)| (f, r, rides)).collect::<Vec<_>>();
    match kind {
        Kind::Pawn => with(&[(0, -1)], false),
        Kind::Lance => with(&[(0, -1)], true),
        Kind::Knight => with(&[(-1, -2), (1, -2)], false),
        Kind::Silver => with(&[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)], false),
        Kind::Bishop => with(&diagonal, true),
        Kind::Rook => with(&cross, true),
        Kind::King => [with(&cross, false), with(&diagonal, false)].concat(),
        Kind::Horse => [with(&cross, false), with(&diagonal, true)].concat(),
        Kind::Dragon => [with(&cross, true), with(&diagonal, false)].concat(),
        _ => with(&gold, false),
    }
}

fn walk(side: Side, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for (df, dr, rides) in directions(kind) {
        let dr = if side == Side::Attacker { dr } else { -dr };
        let (mut file, mut rank) = (from.file() as i8 + df, from.rank() as i8 + dr);
        while (1..=9).contains(&file) && (1..=9).contains(&rank) {
            let square = Square::at(file as u8, rank as u8);
            reached |= Bitboard::single(square);
            if !rides || occupied.contains(square) {
                break;
            }
            (file, rank) = (file + df, rank + dr);
        }
    }
    reached
}

fn bearing(position: &Position, square: Square, side: Side, occupied: Bitboard) -> Bitboard {
    position
        .pieces(side)
        .filter(|&from| {
            let (_, kind) = position.piece_on(from).expect("a piece");
            walk(side, kind, from, occupied).contains(square)
        })
        .fold(Bitboard::EMPTY, |all, from| all | Bitboard::single(from))
}

#[test]
fn attackers_and_support() {
    for position in positions() {
        let occupied = position.occupied();
        for square in squares() {
            let expected = SIDES.map(|side| bearing(&position, square, side, occupied));
            for side in SIDES {
                assert_eq!(
                    position.attackers_to(square, side, occupied),
                    expected[side.index()]
                );
            }
            let count = expected.map(|pieces| pieces.count() as u8);
            assert_eq!(position.count_support(square), (count[0], count[1]));
            if let Some((side, kind)) = position.piece_on(square) {
                assert_eq!(
                    attacks_of(side, kind, square, occupied),
                    walk(side, kind, square, occupied)
                );
            }
        }
        let king = position.king(Side::Defender).expect("a king");
        assert_eq!(
            position.checkers(),
            bearing(&position, king, Side::Attacker, occupied)
        );
        // Every piece a line depends on: take it away and see.
        for side in SIDES {
            let Some(home) = position.king(side) else {
                assert!(position.pinned(side).is_empty());
                continue;
            };
            let now = bearing(&position, home, side.opposite(), occupied);
            assert_eq!(position.in_check(side), now.any());
            let pinned = position
                .pieces(side)
                .filter(|&piece| {
                    piece != home
                        && bearing(
                            &position,
                            home,
                            side.opposite(),
                            occupied ^ Bitboard::single(piece),
                        ) != now
                })
                .fold(Bitboard::EMPTY, |all, piece| all | Bitboard::single(piece));
            assert_eq!(position.pinned(side), pinned);
        }
    }
}

#[test]
fn drops() {
    for position in positions() {
        let king = position.king(Side::Defender).expect("a king");
        for kind in HAND_KINDS {
            let mut checks = Bitboard::EMPTY;
            for square in squares() {
                for side in SIDES {
                    let far = match side {
                        Side::Attacker => square.rank() - 1,
                        Side::Defender => 9 - square.rank(),
                    };
                    let dead = match kind {
                        Kind::Pawn | Kind::Lance => far == 0,
                        Kind::Knight => far <= 1,
                        _ => false,
                    };
                    let second = kind == Kind::Pawn && {
                        let mut pawns = position.pieces_of(side, Kind::Pawn);
                        Iterator::any(&mut pawns, |pawn| pawn.file() == square.file())
                    };
                    let can = !position.occupied().contains(square) && !dead && !second;
                    assert_eq!(
                        position.can_drop(side, kind, square),
                        can,
                        "{side:?} {kind:?} {square}"
                    );
                    if side == Side::Attacker
                        && can
                        && walk(side, kind, square, position.occupied()).contains(king)
                    {
                        checks |= Bitboard::single(square);
                    }
                }
            }
            assert_eq!(position.drop_checks(kind), checks);
        }
    }
}

#[test]
fn pawn_files_one_by_one() {
    // Each square once with a single pawn, for both sides: only its file is closed.
    for side in SIDES {
        for pawn in squares() {
            if pawn.rank() == (if side == Side::Attacker { 1 } else { 9 }) {
                continue;
            }
            let king = if pawn.file() == 9 {
                Square::at(1, 5)
            } else {
                Square::at(9, 5)
            };
            let mut partial = PartialPosition::empty();
            let color = if side == Side::Attacker {
                Color::Black
            } else {
                Color::White
            };
            let piece = |kind, color| Some(shogi_core::Piece::new(kind, color));
            partial.piece_set(
                king.to_core(Color::Black),
                piece(shogi_core::PieceKind::King, Color::White),
            );
            partial.piece_set(
                pawn.to_core(Color::Black),
                piece(shogi_core::PieceKind::Pawn, color),
            );
            let position = Position::new(&partial, Color::Black).expect("a position");
            for square in
                squares().filter(|square| (2..=8).contains(&square.rank()) && *square != king)
            {
                assert_eq!(
                    position.can_drop(side, Kind::Pawn, square),
                    square.file() != pawn.file(),
                    "{side:?} pawn {pawn} drop {square}"
                );
            }
        }
    }
}

#[test]
fn lines() {
    for a in squares() {
        for b in squares() {
            let (df, dr) = (
                b.file() as i8 - a.file() as i8,
                b.rank() as i8 - a.rank() as i8,
            );
            let aligned = a != b && (df == 0 || dr == 0 || df.abs() == dr.abs());
            let mut inside = Bitboard::EMPTY;
            let mut ray = Bitboard::EMPTY;
            if aligned {
                let (mut file, mut rank) =
                    (a.file() as i8 + df.signum(), a.rank() as i8 + dr.signum());
                let mut before = true;
                while (1..=9).contains(&file) && (1..=9).contains(&rank) {
                    let square = Square::at(file as u8, rank as u8);
                    before &= square != b;
                    ray |= Bitboard::single(square);
                    if before {
                        inside |= Bitboard::single(square);
                    }
                    (file, rank) = (file + df.signum(), rank + dr.signum());
                }
            }
            assert_eq!(between(a, b), inside, "{a} {b}");
            assert_eq!(Position::between(a, b), inside);
            assert_eq!(ray_through(a, b), ray, "{a} {b}");
        }
    }
}

#[test]
fn slides() {
    for mut position in positions() {
        let before = position.clone();
        for from in before.pieces(Side::Attacker) {
            let (_, kind) = before.piece_on(from).expect("a piece");
            if kind == Kind::King {
                continue;
            }
            for to in attacks_of(Side::Attacker, kind, from, before.occupied()) & !before.occupied()
            {
                for promote in [false, true] {
                    if promote && !kind.can_promote() {
                        continue;
                    }
                    let key = position.key_after_slide(from, to, promote);
                    position.special_slide(from, to, promote);
                    assert_eq!(position.board_key(), key);
                    assert_eq!(position.key_from_scratch(), key);
                    assert_eq!(position.side_to_move(), before.side_to_move());
                    assert_eq!(position.attacker_hand(), before.attacker_hand());
                    let after = if promote { kind.promoted() } else { kind };
                    assert_eq!(position.piece_on(to), Some((Side::Attacker, after)));
                    assert_eq!(position.piece_on(from), None);
                    position.special_unslide(from, to, promote);
                    assert_eq!(position, before);
                }
            }
        }
    }
}

#[test]
fn moves_say_what_they_are() {
    let m = Move::board(
        Square::at(2, 3),
        Square::at(3, 2),
        Kind::Silver,
        Some(Kind::ProPawn),
        true,
    );
    assert_eq!((m.from(), m.to()), (Square::at(2, 3), Square::at(3, 2)));
    assert_eq!((m.kind(), m.kind_after()), (Kind::Silver, Kind::ProSilver));
    assert_eq!(m.captured(), Some(Kind::ProPawn));
    assert!(m.is_promotion() && !m.is_drop());
    assert_eq!(m.with_promotion(false).kind_after(), Kind::Silver);
    let drop = Move::drop(Kind::Pawn, Square::at(1, 1));
    assert!(drop.is_drop() && drop != Move::NONE && drop.captured().is_none());
    assert_eq!((drop.kind(), drop.kind_after()), (Kind::Pawn, Kind::Pawn));
    assert_eq!(Move::default(), Move::NONE);
    assert_eq!(format!("{m:?} {drop:?}"), "2c3b+ P*1a");
}

#[test]
fn keys_tell_boards_and_sides_apart() {
    let mut keys: Vec<u64> = positions().iter().map(Position::board_key).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert!(keys.len() > count * 9 / 10, "{} of {count}", keys.len());
    assert!(keys.iter().all(|key| key >> 31 & 1 == 1));
    let turn = |side: &str| {
        let sfen = format!("sfen 4k4/4P4/4G4/9/9/9/9/9/9 {side} - 1");
        PartialPosition::from_usi(&sfen).expect("an SFEN")
    };
    let defender = Position::new(&turn("w"), Color::Black)
        .expect("a position")
        .board_key();
    let other = PartialPosition::from_usi("sfen 4k4/9/4G4/9/9/9/9/9/9 b P 1").expect("an SFEN");
    let mut attacker = Position::new(&other, Color::Black).expect("a position");
    let drop = Move::drop(Kind::Pawn, Square::at(5, 2));
    assert_eq!(attacker.key_after(drop), defender);
    attacker.make(drop);
    assert_eq!(attacker.board_key(), defender);
}
