//! What is wrong with a position, and how many pieces it may have.
use tsumi_check::board::{Kind, Position};
use tsumi_check::{notation, rules};

fn position(sfen: &str) -> Position {
    notation::position(sfen).unwrap_or_else(|| panic!("{sfen}"))
}

#[test]
fn what_is_wrong_with_a_set_up() {
    for (sfen, expected) in [
        ("9/9/9/9/9/9/9/9/9 b -", None),
        ("4k4/9/9/9/9/9/9/9/4K4 b -", None),
        (
            "kK7/9/9/9/9/9/9/9/9 b -",
            Some("the position has a king that can be taken"),
        ),
        (
            "kk7/9/9/9/9/9/9/9/9 b -",
            Some("the position has two kings of a side"),
        ),
        (
            "9/9/9/9/9/9/9/9/K7K w -",
            Some("the position has two kings of a side"),
        ),
        (
            "4P4/9/9/9/9/9/9/9/9 b -",
            Some("the position has a piece that can never move"),
        ),
        (
            "9/9/9/9/9/9/9/9/4l4 b -",
            Some("the position has a piece that can never move"),
        ),
        (
            "9/4N4/9/9/9/9/9/9/9 b -",
            Some("the position has a piece that can never move"),
        ),
        (
            "9/9/9/9/9/9/9/4n4/9 w -",
            Some("the position has a piece that can never move"),
        ),
        (
            "+P3+L3+N/9/9/9/9/9/9/9/p3l3S b -",
            Some("the position has a piece that can never move"),
        ),
        (
            "+P3+L3+N/9/9/9/9/9/9/9/+p3+l3n b -",
            Some("the position has a piece that can never move"),
        ),
        ("+P3+L3+N/9/9/9/9/9/9/9/+p3+l3+n b -", None),
        (
            "8P/9/8P/9/9/9/9/9/9 b -",
            Some("the position has a piece that can never move"),
        ),
        (
            "9/8P/8P/9/9/9/9/9/9 b -",
            Some("the position has two pawns on a file"),
        ),
        (
            "9/p8/9/9/9/9/9/p8/9 b -",
            Some("the position has two pawns on a file"),
        ),
        ("9/pP7/9/9/9/P8/9/1p7/9 b -", None),
        (
            "9/9/9/9/4k3R/9/9/9/9 b -",
            Some("the position has a king that can be taken"),
        ),
        ("9/9/9/9/4k3R/9/9/9/9 w -", None),
    ] {
        assert_eq!(rules::fault(&position(sfen)), expected, "{sfen}");
    }
    // A fault of Black's is named first, and of one side's in this order.
    let all = "PPk6/9/P8/9/9/9/9/9/KK7 w -";
    assert_eq!(
        rules::fault(&position(all)),
        Some("the position has two kings of a side")
    );
}

#[test]
fn no_more_pieces_than_a_set_has() {
    let all = rules::pieces(&position("4k4/+P+l+N+s1+b+R2/9/9/9/9/9/9/4K4 b P2G2r"))
        .map(|all| Kind::HAND.map(|kind| all.count(kind)));
    assert_eq!(all, None, "three rooks");
    let all = rules::pieces(&position("4k4/+P+l+N+s1+b+R2/9/9/9/9/9/9/4K4 b P2Gr")).unwrap();
    assert_eq!(
        Kind::HAND.map(|kind| all.count(kind)),
        [2, 1, 1, 1, 2, 1, 2]
    );
    for (fits, too_many) in [
        ("18P", "18Pp"),
        ("4L", "4Ll"),
        ("4N", "2N3n"),
        ("4S", "S4s"),
        ("2G2g", "4Gg"),
        ("Bb", "B2b"),
        ("2R", "2Rr"),
    ] {
        let is_possible = |hands| {
            let position = position(&format!("9/9/9/9/9/9/9/9/9 b {hands}"));
            rules::pieces(&position).is_some()
        };
        assert!(is_possible(fits) && !is_possible(too_many), "{too_many}");
    }
}
