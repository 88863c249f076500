//! NegaScout and PVS.
//!
//! Marsland, T. A., Campbell, M.: Parallel search of strongly ordered game trees.
//! Computing Surveys 14 (1982) 533-551 (PVS); Reinefeld, A.: An improvement to the
//! Scout tree-search algorithm. ICCA Journal 6 (1983) 4-14 (NegaScout).
//!
//! SCOUT's idea inside alpha-beta: the first child gets the window, the others a
//! *null window* that only asks whether they are better. One that is gets searched
//! again. PVS opens the second window from alpha, as for a child never seen;
//! NegaScout from the value that the null window has returned, which is a bound,
//! and needs no second search where that is beta or more.
use super::graph::AndOrGraph;
use super::limits::{Limits, Report, Stopped};
use super::minimax::{Game, Node, Window, seen_by, solve as minimax};

/// Where the second search of a better child begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// At alpha (PVS).
    FromAlpha,
    /// At the bound found (NegaScout).
    FromBound,
}

/// Solves the root, with the distance.
pub fn solve<G: AndOrGraph>(graph: &G, again: Again, limits: Limits<'_>) -> Report {
    minimax(graph, limits, |game, root| {
        search(game, again, root, Window::full(root.1))
    })
}

fn search<G: AndOrGraph>(
    game: &mut Game<'_, G>,
    again: Again,
    node: &Node<G>,
    window: Window,
) -> Result<i32, Stopped> {
    if let Some(value) = game.at_once(node, window) {
        return Ok(value);
    }
    let children = game.children(node)?;
    null_windows(
        game,
        again,
        node,
        window,
        &children,
        |game, child, window| search(game, again, child, window),
    )
}

/// The value of a node, by null windows after its first child. `value` searches a
/// child; both values are from the point of view of the attacker.
///
/// # Errors
/// When a limit is reached.
pub(super) fn null_windows<G: AndOrGraph>(
    game: &mut Game<'_, G>,
    again: Again,
    node: &Node<G>,
    window: Window,
    children: &[Node<G>],
    value: impl Fn(&mut Game<'_, G>, &Node<G>, Window) -> Result<i32, Stopped>,
) -> Result<i32, Stopped> {
    let player = game.graph.player(node);
    game.best_of(node, window, children, |game, child, window, first| {
        let mut ask = |alpha, beta| {
            let window = Window { alpha, beta }.seen_by(player);
            Ok(seen_by(player, value(game, child, window)?))
        };
        let Window { alpha, beta } = window;
        if first {
            return ask(alpha, beta);
        }
        let one = ask(alpha, alpha + 1)?;
        if one <= alpha || one >= beta {
            return Ok(one);
        }
        let from = match again {
            Again::FromAlpha => alpha,
            Again::FromBound => one - 1,
        };
        ask(from, beta)
    })
}
