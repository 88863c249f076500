//! The line of the claim `only`: its moves, its exceptions, and the positions that are worth
//! nothing to the attacker.
use crate::board::{Color, Hand, Move, Position};
use crate::notation::{self, number};
use crate::rules::{self, after};

/// A legal line from the root.
pub(crate) struct Line {
    /// The positions on it with the attacker to move, each with its ply, from 1.
    pub nodes: Vec<Node>,
}

/// A position of the line with the attacker to move.
pub(crate) struct Node {
    pub ply: u32,
    pub position: Position,
    /// The move of the line.
    pub mv: Move,
    /// Other checks about which nothing is claimed.
    pub except: Vec<Move>,
}

impl Line {
    /// Reads moves, and behind a slash exceptions: plies with the moves that are excepted
    /// there. The attacker's moves have to give check.
    pub fn read(text: &str, root: &Position, attacker: Color) -> Result<Line, String> {
        let (moves, exceptions) = text.split_once(" / ").unwrap_or((text, ""));
        let mut nodes = Vec::new();
        let mut position = root.clone();
        for (word, ply) in moves.split(' ').zip(1..) {
            let mv = notation::usi(word).filter(|&mv| rules::is_legal(&position, mv));
            let mv = mv.ok_or_else(|| format!("no legal move of the line: {word}"))?;
            let next = after(&position, mv);
            if position.turn == attacker {
                if !rules::is_in_check(&next, next.turn) {
                    return Err(format!("a move of the line gives no check: {word}"));
                }
                let except = Vec::new();
                nodes.push(Node {
                    ply,
                    position,
                    mv,
                    except,
                });
            }
            position = next;
        }
        for word in exceptions.split(' ').filter(|word| !word.is_empty()) {
            let (ply, mv) = word.split_once(':').unwrap_or_default();
            let node = number(ply).and_then(|ply| nodes.iter_mut().find(|n| n.ply == ply));
            match (node, notation::usi(mv)) {
                (Some(node), Some(mv)) => node.except.push(mv),
                _ => return Err(format!("no exception: {word}")),
            }
        }
        Ok(Line { nodes })
    }

    /// Is this a position of the line at `ply` or before, with no more in the attacker's hand?
    pub fn has(&self, position: &Position, hand: Hand, ply: u32) -> bool {
        self.nodes.iter().any(|node| {
            let there = &node.position;
            node.ply <= ply
                && there.has_board_of(position)
                && hand.is_within(there.hand(there.turn))
        })
    }
}
