//! The lists of moves and of checks, held against the law on a walk through many positions.
use tsumi_check::board::{Color, Kind, Move, Piece, Position, Square};
use tsumi_check::{notation, rules};

/// Moves in USI, sorted, with blanks between them.
fn names(moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    names.join(" ")
}

/// The lists leave out no legal move and name none twice: they are what is left
/// when every move that can be written is put to the law.
#[test]
fn the_lists_are_complete() {
    let starts = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p",
        "8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p",
        "7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p",
        "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p",
        "4k4/9/9/9/4N4/9/9/4L4/4K4 b 2b4g",
    ];
    let mut every_move = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            every_move.extend([false, true].map(|promote| Move::Board { from, to, promote }));
        }
    }
    for to in Square::ALL {
        every_move.extend(Kind::HAND.map(|kind| Move::Drop { kind, to }));
        every_move.push(Move::Drop {
            kind: Kind::King,
            to,
        });
        every_move.push(Move::Drop {
            kind: Kind::Horse,
            to,
        });
    }
    let mut dice = Dice(24);
    let (mut seen, mut in_check, mut double_checks) = (0, 0, 0);
    for start in starts {
        for _ in 0..5 {
            let mut position = notation::position(start).expect("a position");
            for _ in 0..60 {
                let mut all = every_move.clone();
                all.retain(|&mv| rules::is_legal(&position, mv));
                assert_eq!(names(&rules::legal_moves(&position)), names(&all));
                let enemy = position.turn.other();
                let mut checking = all.clone();
                checking.retain(|&mv| rules::is_in_check(&rules::after(&position, mv), enemy));
                assert_eq!(names(&rules::checks(&position)), names(&checking));
                assert_eq!(rules::fault(&position), None);
                let kings = Color::ALL.map(|color| {
                    let kind = Kind::King;
                    let is_king = |&at: &Square| position.at(at) == Some(Piece { color, kind });
                    Square::ALL.into_iter().find(is_king)
                });
                assert_eq!(kings, Color::ALL.map(|color| position.king(color)));
                seen += 1;
                in_check += usize::from(rules::is_in_check(&position, position.turn));
                if all.is_empty() {
                    break;
                }
                let from = if checking.is_empty() || dice.below(3) == 0 {
                    all
                } else {
                    checking
                };
                let mv = from[dice.below(from.len())];
                position = rules::after(&position, mv);
                double_checks += usize::from(is_double_check(&position));
            }
        }
    }
    println!("{seen} positions, {in_check} in check, {double_checks} in double check");
    assert!(seen > 800 && in_check > 200 && double_checks > 0);
}

/// Does neither piece's disappearance alone end the check?
fn is_double_check(position: &Position) -> bool {
    let enemy = position.turn.other();
    rules::is_in_check(position, position.turn)
        && Square::ALL.into_iter().all(|square| {
            let mut without = position.clone();
            if position
                .at(square)
                .is_some_and(|piece| piece.color == enemy)
            {
                without.put(
                    square,
                    Some(Piece {
                        color: position.turn,
                        kind: Kind::Gold,
                    }),
                );
            }
            rules::is_in_check(&without, position.turn)
        })
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
