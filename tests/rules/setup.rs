//! Set-up and conversion: every reason to refuse a position, with the square in
//! the input's own coordinates, and the way back out.
use shogi_core::{
    Color, Move as CoreMove, PartialPosition, Piece, PieceKind, Square as CoreSquare,
};
use shogi_usi_parser::FromUsi;
use tsumi::shogi::{Holder, Kind, Move, Position, SetupError, Side, Square, rules};

fn parse(sfen: &str) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap_or_else(|e| panic!("{sfen}: {e:?}"))
}

fn at(file: u8, rank: u8) -> CoreSquare {
    CoreSquare::new(file, rank).expect("a square")
}

fn refused(sfen: &str, attacker: Color) -> SetupError {
    Position::new(&parse(sfen), attacker).expect_err(sfen)
}

#[test]
fn no_defender_king() {
    assert_eq!(
        refused("9/9/9/9/9/9/9/9/4K4 b G 1", Color::Black),
        SetupError::NoDefenderKing {
            color: Color::White
        }
    );
    assert_eq!(
        refused("4k4/9/9/9/9/9/9/9/9 w g 1", Color::White),
        SetupError::NoDefenderKing {
            color: Color::Black
        }
    );
}

/// Found by fuzzing: `shogi_core` remembers a king that was taken off the board.
#[test]
fn no_king_where_one_stood_before() {
    let mut position = parse("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    position.piece_set(at(5, 1), None);
    let error = Position::new(&position, Color::Black).expect_err("no king");
    assert_eq!(error, SetupError::NoKing);
}

#[test]
fn king_can_be_captured() {
    let error = refused("4k4/4P4/9/9/9/9/9/9/9 b G 1", Color::Black);
    assert_eq!(
        error,
        SetupError::KingCapturable {
            owner: Color::White,
            of_attacker: false,
            king: at(5, 1),
            by: at(5, 2),
            kind: PieceKind::Pawn
        }
    );
    assert_eq!(
        error.to_string(),
        "black is to move and could capture the defender's king on 5a with the pawn on 5b"
    );
    // Seen from White the squares stay those of the input.
    assert_eq!(
        refused("9/9/9/9/9/9/9/7p1/7K1 w g 1", Color::White),
        SetupError::KingCapturable {
            owner: Color::Black,
            of_attacker: false,
            king: at(2, 9),
            by: at(2, 8),
            kind: PieceKind::Pawn
        }
    );
}

#[test]
fn defender_to_move() {
    assert_eq!(
        refused("4k4/9/9/9/9/9/9/9/9 w - 1", Color::Black),
        SetupError::DefenderNotInCheck {
            color: Color::White,
            king: at(5, 1)
        }
    );
    assert_eq!(
        refused("4k4/4P4/9/9/9/9/9/4p4/4K4 w - 1", Color::Black),
        SetupError::KingCapturable {
            owner: Color::Black,
            of_attacker: true,
            king: at(5, 9),
            by: at(5, 8),
            kind: PieceKind::Pawn
        }
    );
    let position =
        Position::new(&parse("4k4/4P4/4G4/9/9/9/9/9/9 w - 1"), Color::Black).expect("in check");
    assert_eq!(position.side_to_move(), Side::Defender);
    assert!(position.in_check(Side::Defender));
}

#[test]
fn impossible_pieces() {
    assert_eq!(
        refused("4k4/9/P8/9/P8/9/9/9/9 b - 1", Color::Black),
        SetupError::TwoPawns {
            color: Color::Black,
            first: at(9, 3),
            second: at(9, 5)
        }
    );
    assert_eq!(
        refused("4k4/9/8p/9/8p/9/9/9/9 b G 1", Color::Black),
        SetupError::TwoPawns {
            color: Color::White,
            first: at(1, 3),
            second: at(1, 5)
        }
    );
    for (sfen, color, kind, square) in [
        (
            "P3k4/9/9/9/9/9/9/9/9 b - 1",
            Color::Black,
            PieceKind::Pawn,
            at(9, 1),
        ),
        (
            "4k3L/9/9/9/9/9/9/9/9 b - 1",
            Color::Black,
            PieceKind::Lance,
            at(1, 1),
        ),
        (
            "4k4/N8/9/9/9/9/9/9/9 b - 1",
            Color::Black,
            PieceKind::Knight,
            at(9, 2),
        ),
        (
            "4k4/9/9/9/9/9/9/8n/9 b - 1",
            Color::White,
            PieceKind::Knight,
            at(1, 8),
        ),
        (
            "4k4/9/9/9/9/9/9/9/8p b - 1",
            Color::White,
            PieceKind::Pawn,
            at(1, 9),
        ),
        (
            "4k4/9/9/9/9/9/9/9/8l b - 1",
            Color::White,
            PieceKind::Lance,
            at(1, 9),
        ),
    ] {
        assert_eq!(
            refused(sfen, Color::Black),
            SetupError::DeadPiece {
                color,
                kind,
                square
            }
        );
        assert!(matches!(
            refused(&sfen.replace(" b ", " w "), Color::Black),
            SetupError::DeadPiece { .. }
        ));
    }
    // Promoted and friendly pieces on the same squares are fine.
    let fine = "+P3k3+L/+N8/9/9/9/9/9/9/9 b - 1";
    assert!(Position::new(&parse(fine), Color::Black).is_ok());
    // A promoted pawn does not count for two pawns on a file.
    assert!(Position::new(&parse("4k4/9/P8/9/+P8/9/9/9/9 b - 1"), Color::Black).is_ok());
}

#[test]
fn too_many() {
    let error = refused("4k4/9/9/9/9/9/9/2+R3R2/9 b r 1", Color::Black);
    let SetupError::TooMany {
        kind: PieceKind::Rook,
        count: 3,
        limit: 2,
        at: Holder::Hand(Color::White),
    } = error
    else {
        panic!("{error:?}")
    };
    assert!(matches!(
        refused("4k4/9/9/9/9/9/9/9/9 b 3G2g 1", Color::Black),
        SetupError::TooMany {
            kind: PieceKind::Gold,
            count: 5,
            limit: 4,
            at: Holder::Hand(Color::White)
        }
    ));
    assert!(matches!(
        refused("4k4/9/9/9/9/9/9/9/9 b 10P9p 1", Color::Black),
        SetupError::TooMany {
            kind: PieceKind::Pawn,
            count: 19,
            limit: 18,
            at: Holder::Hand(Color::White)
        }
    ));
}

#[test]
fn two_kings_of_one_side() {
    assert_eq!(
        refused("4k4/9/9/9/9/9/9/9/k8 b G 1", Color::Black),
        SetupError::TwoKings {
            color: Color::White,
            first: at(5, 1),
            second: at(9, 9)
        }
    );
    assert_eq!(
        refused("4k4/9/9/9/9/9/9/K8/K8 b G 1", Color::Black),
        SetupError::TwoKings {
            color: Color::Black,
            first: at(9, 8),
            second: at(9, 9)
        }
    );
}

#[test]
fn there_and_back_for_both_colours() {
    let sfen = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
    let black = parse(sfen);
    let position = Position::new(&black, Color::Black).expect("a position");
    assert_eq!(
        position.to_partial(Color::Black).to_sfen_owned(),
        black.to_sfen_owned()
    );
    let white = position.to_partial(Color::White);
    assert_eq!(white.side_to_move(), Color::White);
    assert_eq!(
        Position::new(&white, Color::White).expect("a position"),
        position
    );
    assert_eq!(position.king(Side::Defender), Some(Square::at(6, 5)));
    assert_eq!(white.king_position(Color::Black), Some(at(4, 5)));
}

#[test]
fn moves_there_and_back() {
    let sfen = "9/4k4/9/4P4/9/9/9/9/9 b GP 1";
    for attacker in [Color::Black, Color::White] {
        let position = Position::new(&parse(sfen), Color::Black).expect("a position");
        let partial = position.to_partial(attacker);
        let position = Position::new(&partial, attacker).expect("a position");
        for m in position.legal_moves() {
            let core = position.to_core_move(m, attacker);
            assert_eq!(position.from_core_move(core, attacker), Some(m));
            let mut played = partial.clone();
            played.make_move(core).expect("a move");
            let mut after = position.clone();
            after.make(m);
            let _ = played.ply_set(1);
            assert_eq!(
                after.to_partial(attacker).to_sfen_owned(),
                played.to_sfen_owned()
            );
        }
    }
}

#[test]
fn the_colour_of_a_drop_is_ignored() {
    // shogi_usi_parser makes every dropped piece a Black one.
    let position =
        Position::new(&parse("9/9/9/9/9/9/9/4K4/9 w g 1"), Color::White).expect("a position");
    let m = shogi_core::Move::from_usi("G*5g").expect("a move");
    assert_eq!(
        position.from_core_move(m, Color::White),
        Some(Move::drop(Kind::Gold, Square::at(5, 3)))
    );
}

#[test]
fn shapes_that_are_refused() {
    let position =
        Position::new(&parse("9/4k4/9/4P4/9/9/9/9/9 b GP 1"), Color::Black).expect("a position");
    for usi in [
        "5d5b", "5d4c", "5b5a", "1a1b", "S*1a", "P*5h", "P*1a", "G*5b", "G*5d", "5d5d",
    ] {
        let m = shogi_core::Move::from_usi(usi).expect("a move");
        assert_eq!(position.from_core_move(m, Color::Black), None, "{usi}");
    }
    for usi in ["5d5c", "5d5c+", "P*4b", "G*5c"] {
        let m = shogi_core::Move::from_usi(usi).expect("a move");
        assert!(position.from_core_move(m, Color::Black).is_some(), "{usi}");
    }
    assert!(!position.is_legal(Move::NONE));
}

/// A pawn put between leaves Black, whose king is boxed in and whose pieces are all pinned,
/// without a legal move. He is not in check, so it is no mate by a pawn drop (打ち歩詰め), and
/// White's drop is legal. (`shogi_legality_lite` 0.1.3 calls it illegal.)
#[test]
fn a_pawn_drop_that_stalemates_is_legal() {
    let checked = parse("3lkl3/2sn1b3/4Rn3/1s1K3Br/9/3g5/9/9/9 w p 1");
    let drop = CoreMove::Drop {
        piece: Piece::new(PieceKind::Pawn, Color::White),
        to: at(5, 2),
    };
    assert!(!shogi_legality_lite::is_legal_partial_lite(&checked, drop));
    assert_eq!(rules::legal_moves(&checked), [drop]);
    assert!(rules::is_legal(&checked, drop) && !rules::is_mate(&checked));
    let after = rules::after(&checked, drop).expect("legal");
    assert!(rules::legal_moves(&after).is_empty());
    assert!(!rules::in_check(&after, Color::Black) && !rules::is_mate(&after));
    // With the pawn gone from the hand it is mate.
    let mate = parse("3lkl3/2sn1b3/4Rn3/1s1K3Br/9/3g5/9/9/9 w - 1");
    assert!(rules::is_mate(&mate));
}
