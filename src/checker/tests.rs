//! The checker's own moves against the rules crate's, and the three places
//! where the two are known to differ.
use super::notation::{self, board};
use super::read::board_of;
use super::rules;
use shogi_core::{Color, Move, PartialPosition, ToUsi};
use shogi_legality_lite as lite;

fn position(sfen: &str) -> PartialPosition {
    notation::position(sfen).unwrap()
}

fn names(moves: Vec<Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|mv| mv.to_usi_owned()).collect();
    names.sort();
    names
}

/// A small generator of numbers (xorshift64*, Vigna 2016), enough to walk with.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}

#[test]
fn moves_are_those_of_the_crate_on_random_walks() {
    let starts = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p",
        "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p",
        "7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p",
        "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p",
    ];
    let mut dice = Dice(2);
    let (mut seen, mut checks_seen, mut stalemates) = (0, 0, 0);
    for start in starts.into_iter().cycle().take(250) {
        let mut position = position(start);
        for _ in 0..120 {
            let moves = rules::replies(&position);
            let mut theirs = lite::all_legal_moves_partial(&position);
            let more: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| !theirs.contains(mv))
                .collect();
            for &mv in &more {
                let next = rules::after(&position, mv);
                assert!(rules::replies(&next).is_empty() && !rules::in_check(&next));
            }
            stalemates += more.len();
            theirs.extend(more);
            assert_eq!(names(moves.clone()), names(theirs));
            for &mv in &moves {
                assert!(rules::legal(&position, mv));
            }
            let gives_check = |mv: &Move| rules::in_check(&rules::after(&position, *mv));
            let checking: Vec<Move> = moves.iter().copied().filter(gives_check).collect();
            checks_seen += checking.len();
            assert_eq!(names(rules::checks(&position)), names(checking.clone()));
            let mut read = self::position(&position.to_sfen_owned());
            let _ = read.ply_set(position.ply());
            assert_eq!(read.to_sfen_owned(), position.to_sfen_owned());
            assert_eq!(board_of(&read), board_of(&position));
            assert_eq!(rules::sound(&position), Ok(()));
            seen += 1;
            if moves.is_empty() {
                break;
            }
            let prefer = !checking.is_empty() && dice.below(3) > 0;
            let from = if prefer { checking } else { moves };
            position = rules::after(&position, from[dice.below(from.len())]);
        }
    }
    println!("{seen} positions, {checks_seen} checks, {stalemates} stalemating drops");
    assert!(seen > 10_000 && checks_seen > 10_000 && stalemates > 0);
}

#[test]
fn a_pawn_drop_that_stalemates_is_legal() {
    // Black has a bare king in the corner, which no pawn on 5e makes a mate of.
    let position = position("k8/9/9/9/9/7n1/9/6g2/8K w p");
    let mv = notation::usi("P*5e", Color::White).unwrap();
    let next = rules::after(&position, mv);
    assert!(rules::replies(&next).is_empty() && !rules::in_check(&next));
    assert!(!lite::is_legal_partial_lite(&position, mv));
    assert!(rules::legal(&position, mv));
    assert!(rules::replies(&position).contains(&mv));
}

#[test]
fn a_side_without_a_king_may_be_dropped_a_pawn_on() {
    let position = position("8k/9/9/9/9/9/9/9/8L w 18p");
    let mv = notation::usi("P*1b", Color::White).unwrap();
    assert!(lite::is_legal_partial(&position, mv).is_err());
    assert!(rules::legal(&position, mv));
    assert!(rules::replies(&position).contains(&mv));
}

#[test]
fn a_drop_check_must_meet_a_check() {
    // Black's king is checked by the rook on 5a: a gold on 1b would check too,
    // but leaves the king in check.
    let position = position("4r3k/9/8P/9/9/9/9/9/4K4 b G");
    let mv = notation::usi("G*1b", Color::Black).unwrap();
    assert!(lite::all_checks_partial(&position).contains(&mv));
    assert!(!rules::checks(&position).contains(&mv));
}

#[test]
fn mate_by_a_pawn_drop() {
    let drop = notation::usi("P*1b", Color::Black).unwrap();
    // Held by the gold, the pawn mates; a silver on 2a's side can take it.
    assert!(!rules::legal(&position("7nk/9/8G/9/9/9/9/9/9 b P"), drop));
    assert!(rules::legal(
        &position("6r1k/7+p1/8G/9/9/9/9/9/9 b P"),
        drop
    ));
    // The capture is pinned by the bishop: mate again.
    assert!(!rules::legal(
        &position("7nk/7s1/6BG1/8G/9/9/9/9/9 b P"),
        drop
    ));
}

#[test]
fn notation_is_strict() {
    let full = "9/9/9/9/9/9/9/9/";
    for bad in [
        "", "9/9", "8", "91", "10", "+K8", "++P8", "P+8", "p9", "x8", "9/", "8P+",
    ] {
        assert!(board(&format!("{full}{bad}")).is_none(), "{bad}");
    }
    assert!(board(&"9/".repeat(300)).is_none());
    assert!(board(&format!("{full}4+p+R3")).is_some());
    for bad in [
        "",
        "--",
        "K",
        "PP",
        "1",
        "0P",
        "19P",
        "02P",
        "2",
        "P2",
        "99999999999P",
        "é",
        "-P",
    ] {
        assert!(notation::hands(bad).is_none(), "{bad}");
    }
    assert!(notation::hands("R2B18p3n").is_some());
    for bad in [
        "", "7g", "7g7f-", "0a1b", "1j1a", "K*5e", "p*5e", "+P*5e", "P*5", "1a1b++", "é1b",
    ] {
        assert!(notation::usi(bad, Color::Black).is_none(), "{bad}");
    }
    for bad in ["", "-1", "+1", "01", "1e9", "9999999999", " 1", "１"] {
        assert!(notation::number(bad).is_none(), "{bad}");
    }
    assert_eq!(notation::number("999999999"), Some(999_999_999));
}
