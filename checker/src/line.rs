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
    /// Other checks about which nothing is claimed, or only that they do not mate within a number
    /// of plies, themselves counted.
    pub except: Vec<(Move, Option<u32>)>,
}

impl Line {
    /// Reads moves, and behind a slash exceptions: plies with the checks that are excepted
    /// there, as in `3:G*2b` or `3:G*2b>15`. The attacker's moves have to give check.
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
            let exception = exception(word).and_then(|(ply, check, plies)| {
                let node = nodes.iter_mut().find(|node| node.ply == ply)?;
                node.except.push((check, plies));
                Some(())
            });
            exception.ok_or_else(|| format!("no exception: {word}"))?;
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

/// An exception: its ply, the check, and the number of plies behind `>`, which is odd.
fn exception(word: &str) -> Option<(u32, Move, Option<u32>)> {
    let (ply, check) = word.split_once(':')?;
    let (check, plies) = match check.split_once('>') {
        None => (check, None),
        Some((check, plies)) => (check, Some(number(plies).filter(|plies| plies % 2 == 1)?)),
    };
    Some((number(ply)?, notation::usi(check)?, plies))
}
