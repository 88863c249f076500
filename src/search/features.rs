//! The features of a move from which the learned part of a first number is computed.
//!
//! A feature puts a move into one of a few classes: which piece, how many squares are
//! left to the king, who bears on the target. The weights of a move's classes add up
//! to the logarithm of a factor (`initial`); `examples/learn_numbers.rs` learns them.
//! A new feature needs a name at the end of one of the lists below, its class in `of_check` or
//! `of_evasion`, and new weights. All boards are those before the move.

use crate::shogi::{Bitboard, Hand, Kind, Move, Position, Side, Square, attacks_of, between, zone};

/// The largest number of classes of a feature.
pub const CLASSES: usize = 34;
/// The number of features of a move.
pub const FEATURES: usize = 12;

/// The class of a move in every feature, each below `CLASSES`.
pub type Classes = [u8; FEATURES];

/// The features of a check, in the order of `of_check`.
pub const OF_CHECK: [&str; FEATURES] = [
    "piece, drop, promotion",
    "flights left",
    "who can take it",
    "support",
    "captured piece",
    "distance to the king",
    "direction from the king",
    "king's rank",
    "king's file",
    "attacker's hand",
    "exits before",
    "distance before",
];

/// The features of an evasion, in the order of `of_evasion`.
pub const OF_EVASION: [&str; FEATURES] = [
    "piece, drop",
    "exits",
    "who bears on the target",
    "captured piece",
    "attacker's hand",
    "kinds in that hand",
    "attackers within two squares",
    "king's rank",
    "king's file",
    "king's way, or distance to him",
    "defenders within two squares",
    "attacker's rooks and bishops",
];

/// What all moves of a node have in common, computed once. The parts that only the other side's
/// moves need are empty.
#[derive(Clone, Copy)]
pub struct Surroundings {
    king: Square,
    /// Before a check: squares the king could step to.
    exits: Bitboard,
    /// Before an evasion: number and kinds of the pieces in the attacker's hand (`size`,
    /// `kinds`), which an evasion does not change.
    size: u8,
    kinds: u8,
    /// Before an evasion: the number of the attacker's rooks, bishops, dragons and horses.
    sliders: u8,
    /// Before an evasion: pieces of either side within two squares of the king.
    near: [u8; 2],
}

impl Surroundings {
    /// For the moves of the side to move.
    pub fn of(pos: &Position) -> Surroundings {
        let king = pos.target();
        let mut found = Surroundings {
            king,
            exits: Bitboard::EMPTY,
            size: 0,
            kinds: 0,
            sliders: 0,
            near: [0; 2],
        };
        if pos.side_to_move() == Side::Attacker {
            found.exits = pos.king_exits();
        } else {
            let hand = pos.attacker_hand();
            let of = |kind| pos.pieces_of(Side::Attacker, kind).count() as u8;
            found.size = size(hand);
            found.kinds = kinds(hand);
            found.sliders = of(Kind::Rook) + of(Kind::Bishop) + of(Kind::Horse) + of(Kind::Dragon);
            found.near = near(pos, king);
        }
        found
    }
}

/// What both the guess and its correction ask of the board.
pub struct Scene {
    around: Surroundings,
    /// Pieces of the attacker that bear on the target.
    pub attack: u8,
    /// Pieces of the defender that bear on the target, the king counted.
    pub defend: u8,
    /// Squares the king could step to before a check, or can after an evasion.
    exits: u8,
    /// Exits that the checking piece does not bear on; lines that the move opens, and
    /// the capture of the piece itself, are left out of the count.
    pub flights: u8,
    /// The checking piece itself bears on the king.
    direct: bool,
}

impl Scene {
    /// Before the check `mv`.
    pub fn of_check(pos: &Position, mv: Move, around: &Surroundings) -> Scene {
        let (king, exits) = (around.king, around.exits);
        let to = Bitboard::single(mv.to());
        let scene = Scene::of_evasion(pos, mv, around, exits.count() as u8);
        let mut occupied = pos.occupied() & !Bitboard::single(king) | to;
        if !mv.is_drop() {
            occupied &= !Bitboard::single(mv.from());
        }
        let covered = attacks_of(Side::Attacker, mv.kind_after(), mv.to(), occupied);
        Scene {
            flights: (exits & !covered & !to).count() as u8,
            direct: covered.contains(king),
            ..scene
        }
    }

    /// Before the evasion `mv`, which leaves the king with `exits` squares to step to.
    pub fn of_evasion(pos: &Position, mv: Move, around: &Surroundings, exits: u8) -> Scene {
        let (attack, defend) = pos.count_support(mv.to());
        Scene {
            around: *around,
            attack,
            defend,
            exits,
            flights: 0,
            direct: false,
        }
    }
}

/// The classes of the check `mv`.
pub fn of_check(pos: &Position, mv: Move, scene: &Scene) -> Classes {
    let (to, king) = (mv.to(), scene.around.king);
    let (files, ranks) = offset(to, king);
    let near = to.steps_to(king) <= 1;
    let piece = if mv.is_drop() {
        mv.kind() as u8
    } else if mv.is_promotion() {
        14 + mv.kind() as u8
    } else {
        20 + mv.kind() as u8
    };
    let support = (scene.attack - !mv.is_drop() as u8).min(3);
    // 0: not next to the king. 1: next to him and unsupported, so that he may take it.
    // 2: next to him and supported.
    let by_king = match (near, support) {
        (false, _) => 0,
        (true, 0) => 1,
        (true, _) => 2,
    };
    let distance = match (scene.direct, near) {
        (false, _) => 7,
        (true, true) => 0,
        (true, false) => 1 + between(to, king).count().min(4) as u8,
    };
    let before = if mv.is_drop() {
        0
    } else {
        1 + mv.from().steps_to(king).min(4)
    };
    [
        piece,
        scene.flights,
        (scene.defend - near as u8).min(2) + 3 * by_king,
        support,
        worth(mv.captured()),
        distance,
        (ranks.signum() + 1) as u8 + 3 * files.unsigned_abs().min(2),
        king.rank(),
        edge(king),
        size(pos.attacker_hand_after(mv)),
        scene.exits,
        before,
    ]
}

/// The classes of the evasion `mv`.
pub fn of_evasion(pos: &Position, mv: Move, scene: &Scene) -> Classes {
    let (to, around) = (mv.to(), &scene.around);
    let (files, ranks) = offset(to, around.king);
    let is_king = mv.kind() == Kind::King;
    let steps = to.steps_to(around.king);
    // Defenders of the target besides the piece that moves and the king.
    let others = scene.defend - !mv.is_drop() as u8 - (!is_king && steps <= 1) as u8;
    let (king, [attackers, defenders], way) = if is_king {
        let way = (ranks.signum() + 1) as u8 + 3 * files.unsigned_abs().min(1);
        (to, near(pos, to), way)
    } else {
        (around.king, around.near, 8 + steps.min(5))
    };
    [
        if mv.is_drop() { 0 } else { 8 } + mv.kind() as u8,
        scene.exits,
        scene.attack.min(3) + 4 * others.min(2) + 12 * mv.is_drop() as u8,
        worth(mv.captured()),
        around.size,
        around.kinds,
        attackers,
        king.rank(),
        edge(king),
        way,
        defenders,
        around.sliders,
    ]
}

/// From `b` to `a`: the number of files to the left and of ranks down.
fn offset(a: Square, b: Square) -> (i8, i8) {
    (
        a.file() as i8 - b.file() as i8,
        a.rank() as i8 - b.rank() as i8,
    )
}

/// 1 on the edge, 5 in the middle.
fn edge(king: Square) -> u8 {
    king.file().min(10 - king.file())
}

fn worth(kind: Option<Kind>) -> u8 {
    match kind {
        None => 0,
        Some(Kind::Pawn) => 1,
        Some(Kind::Lance | Kind::Knight) => 2,
        Some(Kind::Silver | Kind::Gold) => 3,
        Some(Kind::Bishop | Kind::Rook | Kind::Horse | Kind::Dragon) => 4,
        Some(_) => 5,
    }
}

/// The number of pieces in a hand, eleven at most, with no more than two pawns counted.
fn size(hand: Hand) -> u8 {
    let pawns = hand.count(Kind::Pawn) as u32;
    (hand.total() - pawns + pawns.min(2)).min(11) as u8
}

/// Gold, silver, knight or lance, rook, bishop: one bit each.
fn kinds(hand: Hand) -> u8 {
    let bits = [
        hand.has(Kind::Gold),
        hand.has(Kind::Silver),
        hand.has(Kind::Knight) || hand.has(Kind::Lance),
        hand.has(Kind::Rook),
        hand.has(Kind::Bishop),
    ];
    bits.into_iter()
        .rev()
        .fold(0, |all, bit| all << 1 | bit as u8)
}

/// Pieces of either side at most two steps from the king, seven at most.
fn near(pos: &Position, king: Square) -> [u8; 2] {
    let zone = zone(king);
    let within = |side| (zone & pos.pieces(side)).count().min(7) as u8;
    [within(Side::Attacker), within(Side::Defender)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::search::testing::numbers;

    const POSITIONS: [&str; 4] = [
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p 1",
        "6l1l/3+l3BS/1p7/4p2g1/6k1n/9/9/1+R7/9 b BGSNr2g2s2nl16p 1",
        "k8/9/9/4+R4/9/9/9/4+B4/9 b RB4G4S4N4L18P 1",
    ];

    /// On random play from positions with near and far checks, drops and captures.
    #[test]
    fn classes_stay_within_their_tables() {
        let mut any = numbers();
        let (mut moves, mut checks, mut evasions) = (Vec::new(), 0, 0);
        for round in 0..400 {
            let problem = sfen::parse(POSITIONS[round % POSITIONS.len()]).unwrap();
            let mut pos = Position::new(&problem.position, shogi_core::Color::Black).unwrap();
            for _ in 0..40 {
                moves.clear();
                let or = pos.side_to_move() == Side::Attacker;
                if or {
                    pos.generate_checks(&mut moves);
                } else {
                    pos.generate_evasions(&mut moves);
                }
                let around = Surroundings::of(&pos);
                for &mv in &moves {
                    let classes = if or {
                        checks += 1;
                        let scene = Scene::of_check(&pos, mv, &around);
                        of_check(&pos, mv, &scene)
                    } else {
                        evasions += 1;
                        pos.make(mv);
                        let exits = pos.king_exits().count() as u8;
                        pos.unmake(mv);
                        of_evasion(&pos, mv, &Scene::of_evasion(&pos, mv, &around, exits))
                    };
                    assert!(
                        classes.iter().all(|&c| (c as usize) < CLASSES),
                        "{classes:?}"
                    );
                }
                let Some(count) = u32::try_from(moves.len()).ok().filter(|&n| n > 0) else {
                    break;
                };
                pos.make(moves[any.below(count) as usize]);
            }
        }
        assert!(checks > 10_000 && evasions > 10_000, "{checks} {evasions}");
    }

    /// A gold dropped in front of the king, next to a pawn that guards it.
    #[test]
    fn a_supported_drop() {
        let problem = sfen::parse(POSITIONS[0]).unwrap();
        let pos = Position::new(&problem.position, shogi_core::Color::Black).unwrap();
        let mv = Move::drop(Kind::Gold, Square::at(5, 2));
        let scene = Scene::of_check(&pos, mv, &Surroundings::of(&pos));
        assert_eq!((scene.attack, scene.defend, scene.flights), (1, 1, 0));
        let classes = of_check(&pos, mv, &scene);
        // Gold; no flight; the king may not take it; one supports it; adjacent, below
        // the king; nothing is left in hand; four exits before.
        assert_eq!(classes, [6, 0, 6, 1, 0, 0, 2, 1, 5, 0, 4, 0]);
    }
}
