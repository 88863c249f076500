//! Each rule of shogi on small positions.
use tsumi_check::board::{Color, Kind, Move, Piece, Position, Square};
use tsumi_check::{notation, rules};

fn position(sfen: &str) -> Position {
    notation::position(sfen).unwrap_or_else(|| panic!("{sfen}"))
}

fn usi(text: &str) -> Move {
    notation::usi(text).unwrap_or_else(|| panic!("{text}"))
}

/// Is the move legal? The lists have to say the same as the law.
fn legal(sfen: &str, mv: &str) -> bool {
    let position = position(sfen);
    let mv = usi(mv);
    let is_legal = rules::is_legal(&position, mv);
    assert_eq!(
        rules::legal_moves(&position).contains(&mv),
        is_legal,
        "{sfen} {mv}"
    );
    is_legal
}

/// Moves in USI, sorted, with blanks between them.
fn names(moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    names.join(" ")
}

/// The legal moves of the side to move.
fn moves(sfen: &str) -> String {
    names(&rules::legal_moves(&position(sfen)))
}

/// Its legal checks.
fn checks(sfen: &str) -> String {
    names(&rules::checks(&position(sfen)))
}

/// The squares to which the piece on 5e can move, on a board that has nothing else.
fn targets(letter: &str) -> String {
    let position = position(&format!("9/9/9/9/4{letter}4/9/9/9/9 b -"));
    let mut position = position;
    if letter.ends_with(|c: char| c.is_ascii_lowercase()) {
        position.turn = Color::White;
    }
    let moves = rules::legal_moves(&position);
    let mut squares: Vec<String> = moves
        .iter()
        .map(|mv| match mv {
            Move::Board { from, to, .. } => {
                assert_eq!(from.to_string(), "5e");
                to.to_string()
            }
            Move::Drop { .. } => panic!("nothing is in hand"),
        })
        .collect();
    squares.sort();
    squares.dedup();
    squares.join(" ")
}

#[test]
fn how_each_piece_moves() {
    for (letter, expected) in [
        ("P", "5d"),
        ("p", "5f"),
        ("L", "5a 5b 5c 5d"),
        ("l", "5f 5g 5h 5i"),
        ("N", "4c 6c"),
        ("n", "4g 6g"),
        ("S", "4d 4f 5d 6d 6f"),
        ("s", "4d 4f 5f 6d 6f"),
        ("G", "4d 4e 5d 5f 6d 6e"),
        ("g", "4e 4f 5d 5f 6e 6f"),
        ("K", "4d 4e 4f 5d 5f 6d 6e 6f"),
        ("k", "4d 4e 4f 5d 5f 6d 6e 6f"),
        ("B", "1a 1i 2b 2h 3c 3g 4d 4f 6d 6f 7c 7g 8b 8h 9a 9i"),
        ("R", "1e 2e 3e 4e 5a 5b 5c 5d 5f 5g 5h 5i 6e 7e 8e 9e"),
        (
            "+B",
            "1a 1i 2b 2h 3c 3g 4d 4e 4f 5d 5f 6d 6e 6f 7c 7g 8b 8h 9a 9i",
        ),
        (
            "+r",
            "1e 2e 3e 4d 4e 4f 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e 6f 7e 8e 9e",
        ),
    ] {
        assert_eq!(targets(letter), expected, "{letter}");
    }
    for letter in ["+P", "+L", "+N", "+S"] {
        assert_eq!(targets(letter), targets("G"));
        assert_eq!(targets(&letter.to_lowercase()), targets("g"));
    }
}

#[test]
fn pieces_stop_at_the_edge_and_at_other_pieces() {
    // The first piece of the other side is taken, one's own is not.
    assert_eq!(
        moves("9/9/9/4p4/3PRp3/9/4P4/9/9 b -"),
        "5e4e 5e5d 5e5f 5g5f 6e6d"
    );
    // Nothing leads round the edge.
    assert_eq!(
        moves("9/9/9/9/9/9/9/9/G7G b -"),
        "1i1h 1i2h 1i2i 9i8h 9i8i 9i9h"
    );
}

#[test]
fn a_move_is_made_by_a_piece_of_the_side_to_move() {
    let sfen = "9/9/9/9/4R1g2/9/9/9/9 b -";
    assert!(legal(sfen, "5e3e"));
    assert!(!legal(sfen, "5e2e"), "through a piece");
    assert!(!legal(sfen, "3e3f"), "the other side's");
    assert!(!legal(sfen, "5f5g"), "from an empty square");
    assert!(!legal(sfen, "5e4d"), "as a rook does not move");
    assert!(!legal(sfen, "5e5e"), "nowhere");
    assert!(!legal("9/9/9/9/4RG3/9/9/9/9 b -", "5e4e"), "onto its own");
}

#[test]
fn no_king_is_taken() {
    // No such position comes up in play; all the same the answer is no.
    assert!(!legal("9/9/9/9/4R1k2/9/9/9/9 b -", "5e3e"));
}

#[test]
fn promotion_in_the_zone() {
    // Into it, within it and out of it, by choice.
    for (sfen, with, without, plain) in [
        ("9/9/9/4S4/9/9/9/9/9 b -", "5d5c+", "5d5c", "5d4e+"),
        ("9/9/4S4/9/9/9/9/9/9 b -", "5c4d+", "5c4d", "5c5d+"),
        ("9/9/9/9/9/4s4/9/9/9 w -", "5f5g+", "5f5g", "5f4e+"),
        ("9/9/9/9/9/9/4s4/9/9 w -", "5g4f+", "5g4f", "5g5f+"),
        ("9/4B4/9/9/9/9/9/9/9 b -", "5b9f+", "5b9f", "5b5c+"),
    ] {
        assert!(
            legal(sfen, with) && legal(sfen, without) && !legal(sfen, plain),
            "{sfen}"
        );
    }
    // Neither gold nor king nor a promoted piece promotes.
    for letter in ["G", "K", "+P", "+L", "+N", "+S", "+B", "+R"] {
        let sfen = format!("9/4{letter}4/9/9/9/9/9/9/9 b -");
        assert!(legal(&sfen, "5b5a") && !legal(&sfen, "5b5a+"), "{letter}");
    }
    for letter in ["P", "L", "N", "S", "B", "R"] {
        let kind = notation::board(&format!("9/9/9/9/4+{letter}4/9/9/9/9")).unwrap();
        let piece = kind.at(Square::new(5, 5).unwrap()).unwrap();
        assert_eq!(piece.kind.unpromoted().promoted(), Some(piece.kind));
    }
}

#[test]
fn a_piece_must_be_able_to_move_on() {
    // A pawn and a lance on the last rank, a knight on the last two.
    assert_eq!(moves("9/4P4/9/9/9/9/9/9/9 b -"), "5b5a+");
    assert_eq!(moves("9/9/4L4/9/9/9/9/9/9 b -"), "5c5a+ 5c5b 5c5b+");
    assert_eq!(moves("9/9/4N4/9/9/9/9/9/9 b -"), "5c4a+ 5c6a+");
    assert_eq!(moves("9/9/9/4N4/9/9/9/9/9 b -"), "5d4b+ 5d6b+");
    assert_eq!(moves("9/9/9/9/4N4/9/9/9/9 b -"), "5e4c 5e4c+ 5e6c 5e6c+");
    assert_eq!(moves("9/9/9/9/9/9/9/4p4/9 w -"), "5h5i+");
    assert_eq!(moves("9/9/9/9/9/4n4/9/9/9 w -"), "5f4h+ 5f6h+");
    // Dropped likewise.
    for (letter, first) in [
        ("P", 2),
        ("L", 2),
        ("N", 3),
        ("S", 1),
        ("G", 1),
        ("B", 1),
        ("R", 1),
    ] {
        for rank in 1..=9_u8 {
            let square = |rank: u8| format!("{letter}*5{}", char::from(b'a' - 1 + rank));
            let black = format!("9/9/9/9/9/9/9/9/9 b {letter}");
            assert_eq!(
                legal(&black, &square(rank)),
                rank >= first,
                "{letter} {rank}"
            );
            let white = format!("9/9/9/9/9/9/9/9/9 w {}", letter.to_lowercase());
            assert_eq!(
                legal(&white, &square(10 - rank)),
                rank >= first,
                "{letter} {rank}"
            );
        }
    }
}

#[test]
fn a_drop_needs_the_piece_and_an_empty_square() {
    let sfen = "9/9/9/9/4k4/9/4P4/9/4K4 b Gp";
    assert!(legal(sfen, "G*5h"));
    assert!(!legal(sfen, "S*5h"), "not in hand");
    assert!(!legal(sfen, "P*4h"), "in the other hand");
    assert!(!legal(sfen, "G*5g"), "on one's own piece");
    assert!(
        !legal("9/9/9/9/4k4/9/4p4/9/4K4 b G", "G*5g"),
        "on the other side's piece"
    );
    // All empty squares, with nothing else on the board.
    assert_eq!(
        rules::legal_moves(&position("9/9/9/9/9/9/9/9/9 b G")).len(),
        81
    );
}

#[test]
fn two_pawns_on_a_file() {
    let sfen = "9/9/9/9/9/9/4P4/9/9 b P";
    assert!(!legal(sfen, "P*5b") && !legal(sfen, "P*5h") && legal(sfen, "P*4b"));
    let edge = "9/P8/9/9/9/9/9/9/8P b P";
    assert!(!legal(edge, "P*9i") && !legal(edge, "P*1b") && legal(edge, "P*8b"));
    // White's may stand on any rank but the ninth.
    let white = "p8/9/9/9/9/9/9/7p1/9 w p";
    assert!(!legal(white, "P*9e") && !legal(white, "P*2e") && legal(white, "P*7e"));
    // A promoted pawn, the other side's, and other pieces do not count.
    assert!(legal("9/9/9/9/9/9/4+P4/9/9 b P", "P*5d"));
    assert!(legal("9/9/9/9/9/9/4p4/9/9 b P", "P*5d"));
    assert!(legal("9/9/9/9/9/9/4P4/9/9 b L", "L*5d"));
    // A promoted pawn that was taken is a pawn.
    let next = rules::after(&position("9/9/9/9/9/4+p4/4P4/9/9 b -"), usi("5g5f"));
    assert_eq!(next.hand(Color::Black).count(Kind::Pawn), 1);
}

#[test]
fn what_a_move_does() {
    let start = position("9/9/4+s4/4L4/9/9/9/9/9 b 2Sg");
    let taken = rules::after(&start, usi("5d5c+"));
    assert_eq!(taken, position("9/9/4+L4/9/9/9/9/9/9 w 3Sg"));
    let back = rules::after(&taken, usi("G*5b"));
    assert_eq!(back, position("9/4g4/4+L4/9/9/9/9/9/9 b 3S"));
    let dropped = rules::after(&back, usi("S*1i"));
    assert_eq!(dropped, position("9/4g4/4+L4/9/9/9/9/9/8S w 2S"));
}

#[test]
fn the_position_knows_where_its_kings_are() {
    let mut position = position("4k4/9/9/9/9/9/9/9/4K4 b -");
    let square = |file, rank| Square::new(file, rank).unwrap();
    assert_eq!(position.king(Color::White), Some(square(5, 1)));
    position = rules::after(&position, usi("5i5h"));
    assert_eq!(position.king(Color::Black), Some(square(5, 8)));
    assert_eq!(position.king(Color::White), Some(square(5, 1)));
    position.put(square(5, 1), None);
    assert_eq!(position.king(Color::White), None);
    let (color, kind) = (Color::White, Kind::Gold);
    position.put(square(5, 8), Some(Piece { color, kind }));
    assert_eq!(position.king(Color::Black), None);
}

#[test]
fn a_pinned_piece_keeps_to_the_line() {
    // The gold on 5h stands between the king and a rook: it may go up the file, the
    // silver not even there, for want of such a move.
    let golds = moves("4r4/9/9/9/9/9/9/4G4/4K4 b -");
    assert_eq!(golds, "5h5g 5i4h 5i4i 5i6h 5i6i");
    // A bishop may take the one that pins it.
    assert!(legal("9/9/9/2b6/9/4B4/5K3/9/9 b -", "5f7d"));
    assert!(legal("9/9/9/2b6/9/4B4/5K3/9/9 b -", "5f6e"));
    assert!(!legal("9/9/9/2b6/9/4B4/5K3/9/9 b -", "5f6g"));
    // By a lance, a horse, a dragon; two pieces between are no pin.
    assert!(!legal("9/9/4l4/9/4G4/9/4K4/9/9 b -", "5e4e"));
    assert!(legal("9/9/4l4/4P4/4G4/9/4K4/9/9 b -", "5e4e"));
    assert!(!legal("9/9/9/1+b7/9/3S5/4K4/9/9 b -", "6f6e"));
    assert!(!legal("9/9/9/9/9/9/+r2S1K3/9/9 b -", "6g6f"));
    // Behind its back a lance pins nothing.
    assert!(legal("9/9/4K4/9/4G4/9/4l4/9/9 b -", "5e4e"));
    // Taking a piece is no excuse.
    assert!(!legal("4r4/9/9/9/9/9/9/3pG4/4K4 b -", "5h6h"));
}

#[test]
fn a_king_does_not_walk_into_check() {
    assert_eq!(moves("4k4/9/4G4/9/9/9/9/9/9 w -"), "5a4a 5a6a");
    // Not along the line of the check either: the king covers the square behind it.
    assert_eq!(
        moves("9/9/9/9/4k3R/9/9/9/9 w -"),
        "5e4d 5e4f 5e5d 5e5f 5e6d 5e6f"
    );
    // Not onto a piece that is protected; onto one that is not.
    assert!(!legal("4k4/4G4/4P4/9/9/9/9/9/9 w -", "5a5b"));
    assert!(legal("4k4/4G4/9/9/9/9/9/9/9 w -", "5a5b"));
    // Kings keep apart.
    assert!(!legal("9/9/4k4/9/4K4/9/9/9/9 b -", "5e5d"));
}

#[test]
fn a_check_is_answered() {
    // By the king, by taking the checker, by what is put between.
    assert_eq!(
        moves("4k4/3g5/9/5s3/4L4/9/9/9/9 w p"),
        "4d5c 4d5e 5a4a 5a4b 5a6a 6b5b 6b5c P*5b P*5c P*5d",
    );
    // Nothing can be put between a knight or a neighbour and the king.
    assert_eq!(
        moves("4k4/9/3N5/9/9/9/9/9/9 w g"),
        "5a4a 5a4b 5a5b 5a6a 5a6b"
    );
    assert_eq!(moves("3sksg2/4G4/4P4/9/9/9/9/9/9 w g"), "4a5b 6a5b");
    assert_eq!(
        moves("3sksg2/9/3N5/9/9/9/9/3r5/9 w -"),
        "5a4b 5a5b 5a6b 6h6c 6h6c+"
    );
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    // By a lance and a knight: the rook could take the one, the bishop the other.
    let both = "4k4/9/3N5/9/8b/9/3r5/9/4L4 w g";
    assert_eq!(moves(both), "5a4a 5a4b 5a6a 5a6b");
    assert!(!legal(both, "6g6c") && !legal(both, "1e5i") && !legal(both, "G*5b"));
    assert!(legal("4k4/9/3N5/9/8b/9/3r5/9/9 w g", "6g6c"));
    assert!(legal("4k4/9/9/9/8b/9/3r5/9/4L4 w g", "1e5i"));
    assert!(legal("4k4/9/9/9/8b/9/3r5/9/4L4 w g", "G*5b"));
}

#[test]
fn discovered_checks() {
    assert_eq!(checks("4k4/9/9/9/4S4/9/9/9/4R4 b -"), "5e4d 5e4f 5e6d 5e6f",);
    // The king may uncover a check as well, and give none itself.
    assert_eq!(
        checks("4k4/9/9/9/9/9/4K4/9/4R4 b -"),
        "5g4f 5g4g 5g4h 5g6f 5g6g 5g6h",
    );
}

/// With a move and an attack a knight comes over four ranks, other pieces over two files or ranks.
#[test]
fn checks_from_as_far_as_a_piece_can_give_one() {
    assert_eq!(checks("4k4/9/9/9/4N4/9/9/9/9 b -"), "5e4c 5e6c");
    assert_eq!(checks("9/9/9/9/4n4/9/9/9/4K4 w -"), "5e4g 5e6g");
    assert_eq!(checks("4k4/9/2S6/9/9/9/9/9/9 b -"), "7c6b 7c6b+");
    assert_eq!(checks("9/9/9/9/9/9/6g2/9/4K4 w -"), "3g4h");
    assert_eq!(checks("4k4/9/4P4/9/9/9/9/9/9 b -"), "5c5b 5c5b+");
}

#[test]
fn checks_by_drops() {
    assert_eq!(
        checks("9/9/9/9/4k4/9/9/9/9 b PLNSG"),
        "G*4e G*4f G*5d G*5f G*6e G*6f L*5f L*5g L*5h L*5i N*4g N*6g P*5f \
         S*4d S*4f S*5f S*6d S*6f",
    );
    assert_eq!(
        checks("9/9/9/9/4K4/9/9/9/9 w ln"),
        "L*5a L*5b L*5c L*5d N*4c N*6c"
    );
    let sliders = position("9/9/9/4P4/4k4/9/9/9/9 b RB");
    assert_eq!(rules::checks(&sliders).len(), 16 + 12);
    // Nobody to be checked.
    assert_eq!(checks("9/9/9/4P4/9/9/9/9/9 b RB"), "");
    assert_eq!(checks("9/9/9/4P4/9/9/9/9/4K4 b RB"), "");
}

#[test]
fn a_check_has_to_meet_a_check() {
    // The rook checks Black's king: a gold on 1b would check back and not help, a
    // bishop on 5e does both.
    assert_eq!(checks("4r3k/9/8P/9/9/9/9/9/4K4 b G"), "");
    assert_eq!(checks("4r3k/9/9/9/9/9/9/9/4K4 b B"), "B*5e");
    // A pinned piece gives no check; it does check all the same that it is there.
    let pinned = "4k4/9/9/9/9/4r4/9/4R4/4K4 b -";
    assert_eq!(checks(pinned), "5h5f");
}

#[test]
fn mate_by_a_dropped_pawn() {
    // Held by the gold, the pawn mates.
    assert!(!legal("7nk/9/8G/9/9/9/9/9/9 b P", "P*1b"));
    assert_eq!(checks("7nk/9/8G/9/9/9/9/9/9 b P"), "1c1b 1c2b");
    // The promoted pawn can take it.
    assert!(legal("6r1k/7+p1/8G/9/9/9/9/9/9 b P", "P*1b"));
    // The gold can take it, unless a bishop pins the gold.
    assert!(legal("7nk/7g1/8G/9/9/9/9/9/9 b P", "P*1b"));
    assert!(!legal("7nk/7g1/6B1G/9/9/9/9/9/9 b P", "P*1b"));
    assert!(!legal("7nk/7s1/6BG1/8G/9/9/9/9/9 b P", "P*1b"));
    // The king can take it, or go away.
    assert!(legal("7nk/9/9/9/9/9/9/9/9 b P", "P*1b"));
    assert!(legal("8k/9/8G/9/9/9/9/9/9 b P", "P*1b"));
    // A pawn that moves may mate, and so may any other piece that is dropped.
    assert!(legal("7nk/9/8P/8L/9/9/9/9/9 b -", "1c1b"));
    assert!(legal("7nk/9/8G/9/9/9/9/9/9 b L", "L*1b"));
    // White's.
    assert!(!legal("9/9/9/9/9/9/8g/9/7NK w p", "P*1h"));
    assert!(legal("9/9/9/9/9/9/8g/9/8K w p", "P*1h"));
}

#[test]
fn an_interposed_pawn_may_not_mate_either() {
    // It stands between the rook and White's king, and checks Black's, whose rook is
    // pinned by the bishop and cannot take it.
    let boxed = "9/7b1/4g4/k4R3/3PKP3/3GGG3/9/9/9 w p";
    assert!(!legal(boxed, "P*5d"));
    assert!(legal(boxed, "P*6d") && legal(boxed, "P*7d") && legal(boxed, "P*8d"));
    // With a way out it is no mate.
    assert!(legal("9/7b1/4g4/k4R3/3PKP3/3G1G3/9/9/9 w p", "P*5d"));
}

#[test]
fn a_dropped_pawn_may_leave_no_move_without_mating() {
    // Black has a bare king in the corner, which no pawn on 5e makes a mate of.
    let bare = "k8/9/9/9/9/7n1/9/6g2/8K w p";
    assert!(legal(bare, "P*5e"));
    assert_eq!(
        rules::legal_moves(&rules::after(&position(bare), usi("P*5e"))),
        []
    );
    // The same with a pawn that is put between a lance, pinned by the rook, and
    // White's king.
    let between = "4k4/9/9/9/9/9/1gn6/9/K3L3r w p";
    assert!(rules::is_in_check(&position(between), Color::White));
    assert!(legal(between, "P*5e"));
    let next = rules::after(&position(between), usi("P*5e"));
    assert_eq!(rules::legal_moves(&next), []);
    assert!(!rules::is_in_check(&next, Color::Black));
}

#[test]
fn a_side_without_a_king_is_never_in_check() {
    let bare = position("9/9/9/9/4r4/9/9/9/9 b G");
    assert!(!rules::is_in_check(&bare, Color::Black));
    assert!(legal("8k/9/9/9/9/9/9/9/8L w 18p", "P*1b"));
    assert_eq!(rules::legal_moves(&bare).len(), 80);
}
