//! Multi-cut pruning. **Unsound**: it can miss a win or a shorter one.
//!
//! Björnsson, Y., Marsland, T. A.: Multi-cut αβ-pruning in game-tree search.
//! Theoretical Computer Science 252 (2001) 177-196.
//!
//! Where a null window expects a cut, the first *m* children are searched with *r*
//! plies less; when *c* of them reach beta the node is cut without the full
//! search. In chess that is a gamble with the odds in favour. In a mate search a
//! win with fewer plies is a win, but "no win with fewer plies" says nothing, so
//! cuts are wrong at the defender's nodes only: "no win" is answered too soon.
//! `tests/algorithms/failures.rs` counts how often.
use super::graph::{AndOrGraph, Player};
use super::limits::{Limits, Report, Stopped};
use super::minimax::{Game, Node, Window, seen_by, solve as minimax};
use super::negascout::{Again, null_windows};

/// The three parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiCut {
    /// The number of children to try.
    pub m: usize,
    /// The number of cuts that are enough.
    pub c: usize,
    /// The number of plies by which the tries are shorter.
    pub r: u32,
}

impl Default for MultiCut {
    /// As in the paper's chess experiments.
    fn default() -> Self {
        MultiCut { m: 10, c: 3, r: 2 }
    }
}

/// Solves the root, with the distance; either may be wrong.
pub fn solve<G: AndOrGraph>(graph: &G, cut: MultiCut, limits: Limits<'_>) -> Report {
    minimax(graph, limits, |game, root| {
        search(game, cut, root, Window::full(root.1))
    })
}

fn search<G: AndOrGraph>(
    game: &mut Game<'_, G>,
    cut: MultiCut,
    node: &Node<G>,
    window: Window,
) -> Result<i32, Stopped> {
    if let Some(value) = game.at_once(node, window) {
        return Ok(value);
    }
    let player = game.graph.player(node);
    let Window { alpha, beta } = window.seen_by(player);
    let children = game.children(node)?;
    if alpha + 1 == beta && node.1 > cut.r {
        let mut cuts = 0;
        for (state, left) in children.iter().take(cut.m) {
            let less = (state.clone(), left.saturating_sub(cut.r));
            let missing = (left - less.1) as i32;
            // A positive value is the number of plies to spare plus one, so it is smaller by
            // the plies that are missing.
            let shifted = |v: i32| if v > 0 { (v - missing).max(1) } else { v };
            let theirs = window_of(player, beta);
            let asked = Window::null(shifted(theirs.beta));
            let value = search(game, cut, &less, asked)?;
            let value = if value > 0 { value + missing } else { value };
            cuts += usize::from(seen_by(player, value) >= beta);
            if cuts >= cut.c {
                let value = seen_by(player, beta);
                game.store(node, window, value, None)?;
                return Ok(value);
            }
        }
    }
    let again = Again::FromBound;
    null_windows(
        game,
        again,
        node,
        window,
        &children,
        |game, child, window| search(game, cut, child, window),
    )
}

/// The null window below the player's `beta`, from the point of view of the attacker.
fn window_of(player: Player, beta: i32) -> Window {
    Window {
        alpha: beta - 1,
        beta,
    }
    .seen_by(player)
}
