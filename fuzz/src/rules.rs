//! The rules of shogi: our generators, our slow judge and the checker, which has rules of its
//! own, give the same moves.

use crate::board::{self, Bytes};
use shogi_core::{Move, PartialPosition, Piece, Square, ToUsi};
use tsumi::base::names::HAND_KINDS;
use tsumi::checker::board as plain;
use tsumi::checker::{notation, rules as law};
use tsumi::shogi::{self, Position, Side, rules};

/// A position and a game from it: at each position all lists are compared, and one move that
/// may be none.
pub fn moves(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut position = board::position(&mut bytes);
    for _ in 0..12 {
        let _ = position.ply_set(1);
        let Some(moves) = compare(&position) else {
            return;
        };
        let [a, b, c] = [(); 3].map(|()| bytes.next());
        any_move(&position, &moves, [a, b, c]);
        let checks = rules::checks(&position);
        let from = if c & 3 > 0 && !checks.is_empty() {
            &checks
        } else {
            &moves
        };
        let Some(&mv) = from.get(usize::from(a) % from.len().max(1)) else {
            return;
        };
        position = rules::after(&position, mv).expect("a legal move");
    }
}

/// A position as the checker reads it.
pub fn plain(position: &PartialPosition) -> plain::Position {
    let sfen = position.to_sfen_owned();
    notation::position(&sfen).expect("a position in SFEN")
}

/// All moves of the side to move; none where the position is not sound.
fn compare(position: &PartialPosition) -> Option<Vec<Move>> {
    let sfen = position.to_sfen_owned();
    let (mover, other) = (position.side_to_move(), position.side_to_move().flip());
    let referee = plain(position);
    if law::fault(&referee).is_some() {
        for attacker in [mover, other] {
            assert!(Position::new(position, attacker).is_err(), "{sfen}");
        }
        return None;
    }
    let moves = rules::legal_moves(position);
    assert_eq!(ours(&moves), theirs(&law::legal_moves(&referee)), "{sfen}");
    let checks = theirs(&law::checks(&referee));
    assert_eq!(ours(&rules::checks(position)), checks, "{sfen}");
    let in_check = law::is_in_check(&referee, referee.turn);
    assert_eq!(rules::in_check(position, mover), in_check, "{sfen}");
    assert_eq!(
        rules::is_mate(position),
        in_check && moves.is_empty(),
        "{sfen}"
    );

    let king = |color| rules::king(position, color).is_some();
    let attack = Position::new(position, mover);
    assert_eq!(attack.is_ok(), king(other), "{sfen}");
    if let Ok(mut board) = attack {
        let mut list = Vec::new();
        board.generate_checks(&mut list);
        let core = |&mv: &shogi::Move| board.to_core_move(mv, mover);
        assert_eq!(
            ours(&list.iter().map(core).collect::<Vec<_>>()),
            checks,
            "{sfen}"
        );
        assert_eq!(board.has_check(), !checks.is_empty(), "{sfen}");
        let mates: Vec<String> = law::checks(&referee)
            .into_iter()
            .filter(|&mv| law::legal_moves(&law::after(&referee, mv)).is_empty())
            .map(|mv| mv.to_string())
            .collect();
        match board.mate_in_one() {
            Some(mv) => assert!(mates.contains(&core(&mv).to_usi_owned()), "{sfen}"),
            None => assert!(mates.is_empty(), "{mates:?}, {sfen}"),
        }
        there_and_back(&mut board, &list);
    }
    let defence = Position::new(position, other);
    assert_eq!(defence.is_ok(), king(mover) && in_check, "{sfen}");
    if let Ok(mut board) = defence {
        let mut list = Vec::new();
        board.generate_evasions(&mut list);
        let core = |&mv: &shogi::Move| board.to_core_move(mv, other);
        let evasions = list.iter().map(core).collect::<Vec<_>>();
        assert_eq!(ours(&evasions), ours(&moves), "{sfen}");
        assert_eq!(board.has_evasion(), !moves.is_empty(), "{sfen}");
        there_and_back(&mut board, &list);
    }
    Some(moves)
}

/// Each move and back again, with the keys that are kept on the way.
fn there_and_back(board: &mut Position, list: &[shogi::Move]) {
    let before = board.clone();
    for &mv in list {
        let (key, hand) = (board.key_after(mv), board.attacker_hand_after(mv));
        board.make(mv);
        assert_eq!(board.board_key(), key);
        assert_eq!(board.key_from_scratch(), key);
        assert_eq!(board.attacker_hand(), hand);
        let waiting = match board.side_to_move() {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        };
        assert!(!board.in_check(waiting));
        board.unmake(mv);
        assert_eq!(*board, before);
    }
}

/// Any move at all is legal when it is among the legal moves, and then only.
fn any_move(position: &PartialPosition, moves: &[Move], [a, b, c]: [u8; 3]) {
    let square = |byte: u8| Square::from_u8(byte % 81 + 1).expect("a square");
    let (from, to) = (square(a), square(b));
    let kind = HAND_KINDS[usize::from(a) % HAND_KINDS.len()];
    let piece = Piece::new(kind, position.side_to_move());
    let mv = match c & 3 {
        0 => Move::Drop { piece, to },
        1 => Move::Normal {
            from,
            to,
            promote: true,
        },
        _ => Move::Normal {
            from,
            to,
            promote: false,
        },
    };
    let is_legal = moves.contains(&mv);
    let sfen = position.to_sfen_owned();
    assert_eq!(rules::is_legal(position, mv), is_legal, "{mv:?}, {sfen}");
    let text = notation::usi(&mv.to_usi_owned()).expect("a move in USI");
    assert_eq!(
        law::is_legal(&plain(position), text),
        is_legal,
        "{mv:?}, {sfen}"
    );
}

fn ours(moves: &[Move]) -> Vec<String> {
    sorted(moves.iter().map(ToUsi::to_usi_owned))
}

fn theirs(moves: &[plain::Move]) -> Vec<String> {
    sorted(moves.iter().map(ToString::to_string))
}

fn sorted(moves: impl Iterator<Item = String>) -> Vec<String> {
    let mut moves: Vec<String> = moves.collect();
    moves.sort_unstable();
    moves
}
