//! Alpha-beta with a transposition table.
//!
//! Knuth, D. E., Moore, R. W.: An analysis of alpha-beta pruning. Artificial
//! Intelligence 6 (1975) 293-326; fail-soft: Fishburn 1983.
//!
//! The value of a node is searched inside a window. What the player to move can have
//! elsewhere is alpha, what his opponent will not allow is beta; when a child reaches
//! beta the others need not be searched. Fail-soft: a value outside the window is
//! returned and is a bound.
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
    if let Some(value) = game.at_once(node, window) {
        return Ok(value);
    }
    let player = game.graph.player(node);
    let children = game.children(node)?;
    game.best_of(node, window, &children, |game, child, window, _| {
        let value = alphabeta(game, child, window.seen_by(player))?;
        Ok(seen_by(player, value))
    })
}
