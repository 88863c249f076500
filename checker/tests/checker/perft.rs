//! Counts of move sequences against numbers that two other programs agree on
//! (`shogi_legality_lite` 0.1.3 and `rsshogi` 1.7, each asked separately).
use tsumi_check::board::{Move, Position};
use tsumi_check::{notation, rules};

/// The number of sequences of so many moves; which moves there are is asked of
/// `lists`, one list a ply in turn.
fn count(position: &Position, lists: &[fn(&Position) -> Vec<Move>]) -> usize {
    let [list, rest @ ..] = lists else { return 1 };
    let moves = list(position);
    if rest.is_empty() {
        return moves.len();
    }
    let positions = moves.iter().map(|&mv| rules::after(position, mv));
    positions.map(|next| count(&next, rest)).sum()
}

/// Every legal move at each ply.
fn all(sfen: &str, expected: &[usize]) {
    let position = notation::position(sfen).unwrap();
    for (depth, &expected) in (1..).zip(expected) {
        let lists = vec![rules::legal_moves as fn(&_) -> _; depth];
        assert_eq!(count(&position, &lists), expected, "{sfen} depth {depth}");
    }
}

/// Checks and replies to them in turn.
fn tsume(sfen: &str, expected: &[usize]) {
    let position = notation::position(sfen).unwrap();
    for (depth, &expected) in (1..).zip(expected) {
        let both = [rules::checks as fn(&_) -> _, rules::legal_moves];
        let lists: Vec<_> = both.into_iter().cycle().take(depth).collect();
        assert_eq!(count(&position, &lists), expected, "{sfen} depth {depth}");
    }
}

#[test]
fn the_even_game() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    all(start, &[30, 900, 25_470, 719_731]);
}

#[test]
fn a_middle_game_full_of_drops_and_promotions() {
    all(
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        &[207, 28_684, 4_809_015],
    );
}

#[test]
fn the_most_moves_there_can_be() {
    all(
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        &[593, 105_677],
    );
}

/// Shogi Zuko no. 1, 5 and 7 (Ito Kanju, 1755); the attacker has no king.
#[test]
fn shogi_zuko() {
    let first = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
    all(first, &[164, 38_590]);
    tsume(first, &[10, 35, 264, 1_227, 8_717, 45_611]);
    tsume(
        "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1",
        &[12, 102, 434, 2_509, 12_434, 62_948],
    );
    tsume(
        "1nkg5/2s6/3rp4/1B7/r8/1PN6/9/9/9 b BG3SN2gn4l16p 1",
        &[12, 46, 498, 2_804, 34_355],
    );
}

#[test]
fn a_bare_king() {
    tsume(
        "7k1/9/9/9/9/9/9/9/9 b B2G2SL2P2rb2g2s4n3l16p 1",
        &[25, 440, 8_068, 108_784],
    );
}
