//! Set-ups that records give by name: the even game and the handicaps (手合割).

use shogi_core::{Color, PartialPosition, Square};
use shogi_usi_parser::FromUsi;

/// The names in KIF, the name in JKF, and the squares from which White's pieces are removed.
type Setup = (&'static [&'static str], &'static str, &'static [(u8, u8)]);

/// All set-ups.
const SETUPS: [Setup; 16] = [
    (&["平手"], "HIRATE", &[]),
    (&["香落ち"], "KY", &[(1, 1)]),
    (&["右香落ち"], "KY_R", &[(9, 1)]),
    (&["角落ち"], "KA", &[(2, 2)]),
    (&["飛車落ち", "飛落ち"], "HI", &[(8, 2)]),
    (&["飛香落ち"], "HIKY", &[(8, 2), (1, 1)]),
    (&["二枚落ち"], "2", &[(8, 2), (2, 2)]),
    (&["三枚落ち"], "3", &[(8, 2), (2, 2), (9, 1)]),
    (&["四枚落ち"], "4", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    (
        &["五枚落ち"],
        "5",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)],
    ),
    (
        &["左五枚落ち"],
        "5_L",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)],
    ),
    (&["六枚落ち"], "6", SIX),
    (
        &["左七枚落ち"],
        "7_L",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)],
    ),
    (
        &["右七枚落ち"],
        "7_R",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)],
    ),
    (
        &["八枚落ち"],
        "8",
        &[
            (8, 2),
            (2, 2),
            (1, 1),
            (9, 1),
            (2, 1),
            (8, 1),
            (3, 1),
            (7, 1),
        ],
    ),
    (&["十枚落ち"], "10", TEN),
];

const SIX: &[(u8, u8)] = &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)];
#[rustfmt::skip]
const TEN: &[(u8, u8)] = &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)];

fn setup(found: Option<&Setup>) -> Option<PartialPosition> {
    let (_, _, without) = found?;
    let mut position = PartialPosition::from_usi("startpos").ok()?;
    for &(file, rank) in *without {
        position.piece_set(Square::new(file, rank)?, None);
    }
    if !without.is_empty() {
        // White gives the handicap, and the side that gives it begins.
        position.side_to_move_set(Color::White);
    }
    Some(position)
}

/// The set-up that KIF and KI2 call `name`.
pub fn by_kif(name: &str) -> Option<PartialPosition> {
    let name = name.trim();
    setup(SETUPS.iter().find(|s| s.0.contains(&name)))
}

/// The set-up that JKF calls `name`.
pub fn by_jkf(name: &str) -> Option<PartialPosition> {
    setup(SETUPS.iter().find(|s| s.1 == name))
}

/// True for the start of a game, even or with a handicap, whoever is to move. The pieces that it
/// lacks are in no hand.
pub fn is_set_up(position: &PartialPosition) -> bool {
    let same = |other: &PartialPosition| {
        let board = Square::all().all(|sq| position.piece_at(sq) == other.piece_at(sq));
        let hands = Color::all()
            .into_iter()
            .all(|side| position.hand_of_a_player(side) == other.hand_of_a_player(side));
        board && hands
    };
    SETUPS
        .iter()
        .any(|s| setup(Some(s)).as_ref().is_some_and(same))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_taken_off() {
        let count =
            |p: &PartialPosition| Square::all().filter(|&s| p.piece_at(s).is_some()).count();
        for (names, jkf, without) in SETUPS {
            let position = by_kif(names[0]).unwrap();
            assert_eq!(by_jkf(jkf), Some(position.clone()));
            assert!(is_set_up(&position), "{jkf}");
            assert_eq!(count(&position), 40 - without.len(), "{jkf}");
        }
        let two = by_kif("二枚落ち").unwrap().to_sfen_owned();
        assert!(two.starts_with("lnsgkgsnl/9/ppppppppp/"), "{two}");
        assert!(by_kif("その他").is_none() && by_kif("詰将棋").is_none());
    }
}
