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
use super::alphabeta::lost;
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
        let mut ask = |alpha, beta| {
            let window = Window { alpha, beta }.seen_by(player);
            Ok(seen_by(player, search(game, again, child, window)?))
        };
        let mut one;
        if best.is_none() {
            one = ask(alpha, beta)?;
        } else {
            one = ask(alpha, alpha + 1)?;
            if one > alpha && one < beta {
                let from = match again {
                    Again::FromAlpha => alpha,
                    Again::FromBound => one - 1,
                };
                one = ask(from, beta)?;
            }
        }
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
