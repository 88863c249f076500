//! Tsume-shogi as an AND/OR graph: checks and evasions.
//!
//! The move generators are those of the solver, which `tests/rules/law.rs` tests against a
//! second implementation of the rules; nothing else is shared with it. A node is a board with
//! the attacker's hand, from which the defender's hand follows. The game is the plain one:
//! neither dominance of hands nor conventions about futile interpositions are used, and no
//! move is left out.
use tsumi::shogi::{Move, Place, Position, Side};
use tsumi_reference::graph::{AndOrGraph, Player};
use tsumi_reference::numbers::Numbers;

/// A problem as a graph.
#[derive(Clone, Debug)]
pub struct Tsume {
    root: Position,
}

impl Tsume {
    /// The graph under a position.
    pub fn new(root: Position) -> Tsume {
        Tsume { root }
    }
}

impl AndOrGraph for Tsume {
    type Node = Position;
    type Key = Place;
    type Move = Move;

    fn root(&self) -> Position {
        self.root.clone()
    }

    fn key(&self, node: &Position) -> Place {
        node.place()
    }

    fn player(&self, node: &Position) -> Player {
        match node.side_to_move() {
            Side::Attacker => Player::Attacker,
            Side::Defender => Player::Defender,
        }
    }

    fn terminal(&self, node: &Position) -> Option<bool> {
        match node.side_to_move() {
            Side::Attacker => (!node.has_check()).then_some(false),
            Side::Defender => (!node.has_evasion()).then_some(true),
        }
    }

    fn successors(&self, node: &Position) -> Vec<(Move, Position)> {
        moves(node)
            .into_iter()
            .map(|mv| {
                let mut next = node.clone();
                next.make(mv);
                (mv, next)
            })
            .collect()
    }

    /// For the opponent of the player to move a node is as hard as the number of its moves, for
    /// the player to move it is 1.
    fn guess(&self, node: &Position) -> Numbers {
        let count = moves(node).len().max(1) as u32;
        match node.side_to_move() {
            Side::Attacker => Numbers { pn: 1, dn: count },
            Side::Defender => Numbers { pn: count, dn: 1 },
        }
    }
}

fn moves(node: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    match node.side_to_move() {
        Side::Attacker => node.generate_checks(&mut moves),
        Side::Defender => node.generate_evasions(&mut moves),
    }
    moves
}
