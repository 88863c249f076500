//! The notations are read strictly.
use tsumi_check::board::{Color, Kind, Position};
use tsumi_check::notation::{board, hands, number, position, usi};

#[test]
fn boards() {
    let full = "9/9/9/9/9/9/9/9/";
    for bad in [
        "", "9/9", "8", "91", "99", "10", "+K8", "+G8", "++P8", "P+8", "p9", "x8", "9/", "8P+",
        "8é", "+",
    ] {
        assert!(board(&format!("{full}{bad}")).is_none(), "{bad}");
    }
    assert!(board(&"9/".repeat(300)).is_none());
    assert!(board(&full[2..]).is_none());
    assert_eq!(board(&format!("{full}45")), Some(Position::empty()));
    let pieces = board("PLNSGBRK1/plnsgbrk1/+P+L+N+S1+B+R2/+p+l+n+s1+b+r2/9/9/9/9/8K").unwrap();
    let shown: Vec<String> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            pieces
                .pieces_of(color)
                .map(|(square, kind)| format!("{square} {kind:?}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(
        shown.join(", "),
        "2a King, 3a Rook, 4a Bishop, 5a Gold, 6a Silver, 7a Knight, 8a Lance, 9a Pawn, \
         3c Dragon, 4c Horse, 6c PromotedSilver, 7c PromotedKnight, 8c PromotedLance, 9c PromotedPawn, 1i King, \
         2b King, 3b Rook, 4b Bishop, 5b Gold, 6b Silver, 7b Knight, 8b Lance, 9b Pawn, \
         3d Dragon, 4d Horse, 6d PromotedSilver, 7d PromotedKnight, 8d PromotedLance, 9d PromotedPawn",
    );
}

/// Boards are compared without hands and turn, and no two pieces look alike.
#[test]
fn equal_boards() {
    let text = "PLNSGBRK1/plnsgbrk1/+P+L+N+S1+B+R2/+p+l+n+s1+b+r2/9/9/9/9/9";
    let position = board(text).unwrap();
    let mut other = position.clone();
    other.turn = Color::White;
    other.hand_mut(Color::Black).set(Kind::Gold, 1);
    assert!(other.has_board_of(&position));
    let pieces = Color::ALL.iter().flat_map(|&c| position.pieces_of(c));
    let squares: Vec<_> = pieces.map(|(square, _)| square).collect();
    assert_eq!(squares.len(), 28);
    for &square in &squares {
        for &from in &squares {
            let mut changed = position.clone();
            changed.put(square, position.at(from));
            assert_eq!(changed.has_board_of(&position), square == from);
        }
    }
}

#[test]
fn both_hands() {
    for bad in [
        "",
        "--",
        "K",
        "k",
        "PP",
        "P2P",
        "1",
        "0P",
        "19P",
        "02P",
        "2",
        "P2",
        "99999999999P",
        "é",
        "P-",
        "-P",
        "+P",
    ] {
        assert!(hands(bad).is_none(), "{bad}");
    }
    let counts = |text: &str| {
        hands(text)
            .unwrap()
            .map(|hand| Kind::HAND.map(|kind| hand.count(kind)))
    };
    assert_eq!(counts("-"), [[0; 7]; 2]);
    assert_eq!(
        counts("R2B18p3n"),
        [[0, 0, 0, 0, 0, 2, 1], [18, 0, 3, 0, 0, 0, 0]]
    );
    assert_eq!(
        counts("1P4SGs4gl"),
        [[1, 0, 0, 4, 1, 0, 0], [0, 1, 0, 1, 4, 0, 0]]
    );
}

#[test]
fn positions() {
    let empty = "9/9/9/9/9/9/9/9/9";
    for bad in [
        "", " b", " x - 1", " b - 1 ", " b - x", " b - 01", "  b -", " b  -", " B -",
    ] {
        assert!(position(&format!("{empty}{bad}")).is_none(), "{bad}");
    }
    let white = position(&format!("{empty} w Pp 7")).unwrap();
    assert_eq!(white.turn, Color::White);
    assert_eq!(
        Color::ALL.map(|color| white.hand(color).count(Kind::Pawn)),
        [1, 1]
    );
    assert_eq!(position(&format!("{empty} b -")), Some(Position::empty()));
}

#[test]
fn moves() {
    for bad in [
        "", "7g", "7g7f-", "7g7f++", "7g7f ", "0a1b", "1a0b", "1j1a", "1`1a", "a1b1", "K*5e",
        "k*5e", "p*5e", "+P*5e", "P*5", "P*0a", "P*5j", "Z*5e", "P*5e+", "1a1b++", "é1b", "P-5e",
    ] {
        assert!(usi(bad).is_none(), "{bad}");
    }
    for good in [
        "7g7f", "8h2b+", "1a9i", "P*5e", "L*1a", "N*9i", "S*1i", "G*9a", "B*5e", "R*5e",
    ] {
        assert_eq!(usi(good).map(|mv| mv.to_string()).as_deref(), Some(good));
    }
}

#[test]
fn numbers() {
    for bad in [
        "",
        "-1",
        "+1",
        "01",
        "00",
        "1e9",
        "9999999999",
        "1000000000",
        " 1",
        "１",
    ] {
        assert!(number(bad).is_none(), "{bad}");
    }
    assert_eq!(number("0"), Some(0));
    assert_eq!(number("10"), Some(10));
    assert_eq!(number("999999999"), Some(999_999_999));
}
