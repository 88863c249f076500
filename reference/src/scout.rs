//! SCOUT and TEST.
//!
//! Pearl, J.: Asymptotic properties of minimax trees and game-searching procedures.
//! Artificial Intelligence 14 (1980) 113-138.
//!
//! TEST asks "is the value at least *b*?", a search with two answers. SCOUT values
//! the first child, then *tests* whether another one is better, and values only
//! those that are. Most tests fail, and a failing test is cheap.
use super::graph::{AndOrGraph, Player};
use super::limits::{Limits, Report, Stopped};
use super::minimax::{Game, Node, Window, seen_by, solve as minimax};

/// Solves the root, with the distance.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    minimax(graph, limits, eval)
}

/// The exact value of a node.
fn eval<G: AndOrGraph>(game: &mut Game<'_, G>, node: &Node<G>) -> Result<i32, Stopped> {
    if let Some(value) = game.terminal(node) {
        return Ok(value);
    }
    let known = game.bounds(node);
    if known.lower == known.upper {
        return Ok(known.lower);
    }
    let player = game.graph.player(node);
    let children = game.children(node)?;
    let Some((first, others)) = children.split_first() else {
        return Ok(game.lost(node));
    };
    let (mut value, mut best) = (eval(game, first)?, first);
    for child in others {
        let better = match player {
            Player::Attacker => test(game, child, value + 1)?,
            Player::Defender => !test(game, child, value)?,
        };
        if better {
            (value, best) = (eval(game, child)?, child);
        }
    }
    game.store(node, Window::full(node.1), value, Some(best))?;
    Ok(value)
}

/// Is the value at least `bound`?
///
/// # Errors
/// When a limit is reached.
pub fn test<G: AndOrGraph>(
    game: &mut Game<'_, G>,
    node: &Node<G>,
    bound: i32,
) -> Result<bool, Stopped> {
    if let Some(value) = game.terminal(node) {
        return Ok(value >= bound);
    }
    let known = game.bounds(node);
    if known.lower >= bound {
        return Ok(true);
    }
    if known.upper < bound {
        return Ok(false);
    }
    let player = game.graph.player(node);
    let enough = player == Player::Attacker;
    let (mut answer, mut best) = (!enough, None);
    let children = game.children(node)?;
    for child in &children {
        if test(game, child, bound)? == enough {
            (answer, best) = (enough, Some(child));
            break;
        }
    }
    // The answer is that of a search with the null window below `bound`.
    let value = if answer { bound } else { bound - 1 };
    debug_assert_eq!(seen_by(player, seen_by(player, value)), value);
    game.store(node, Window::null(bound), value, best)?;
    Ok(answer)
}
