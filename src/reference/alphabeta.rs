//! Alpha-beta with a transposition table.
//!
//! Knuth, D. E., Moore, R. W.: An analysis of alpha-beta pruning. Artificial
//! Intelligence 6 (1975) 293-326; fail-soft: Fishburn 1983.
//!
//! A node is asked for its value inside a window. What the player to move has
//! already elsewhere is alpha, what his opponent will not allow is beta; when a
//! child reaches beta the others need no look. Fail-soft: a value outside the
//! window is returned as the bound it is.
use super::graph::AndOrGraph;
use super::limits::{Limits, Report, Stopped};
use super::minimax::{Game, Node, Window, seen_by, solve as minimax};

/// Solves the root, with the distance.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    minimax(graph, limits, |game, root| {
        alphabeta(game, root, Window::full(root.1))
    })
}

/// The value of a node, exact inside the window.
///
/// # Errors
/// When a limit is reached.
pub fn alphabeta<G: AndOrGraph>(
    game: &mut Game<'_, G>,
    node: &Node<G>,
    window: Window,
) -> Result<i32, Stopped> {
    if let Some(value) = game.terminal(node) {
        return Ok(value);
    }
    let known = game.bounds(node);
    if known.lower >= window.beta || known.lower == known.upper {
        return Ok(known.lower);
    }
    if known.upper <= window.alpha {
        return Ok(known.upper);
    }
    let player = game.graph.player(node);
    let Window { mut alpha, beta } = window.seen_by(player);
    let (mut value, mut best) = (i32::MIN, None);
    let children = game.children(node)?;
    for child in &children {
        let window = Window { alpha, beta }.seen_by(player);
        let one = seen_by(player, alphabeta(game, child, window)?);
        if one > value {
            (value, best) = (one, Some(child));
        }
        alpha = alpha.max(one);
        if alpha >= beta {
            break;
        }
    }
    let value = if best.is_some() {
        seen_by(player, value)
    } else {
        lost(game, node)
    };
    game.store(node, window, value, best)?;
    Ok(value)
}

/// The value of a node at which nothing can be played.
pub fn lost<G: AndOrGraph>(game: &Game<'_, G>, node: &Node<G>) -> i32 {
    match game.graph.player(node) {
        super::graph::Player::Attacker => 0,
        super::graph::Player::Defender => node.1 as i32 + 1,
    }
}
