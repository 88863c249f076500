//! Aspiration windows.
//!
//! Baudet, G.: On the branching factor of the alpha-beta pruning algorithm.
//! Artificial Intelligence 10 (1978) 173-199; the name is from the chess programs
//! of the 1970s.
//!
//! Alpha-beta with a narrow window around a guess. When the value lies outside, the
//! search is repeated on that side. The guess here is "no win": while the ply limits
//! double it is right every time but the last.
use super::alphabeta::alphabeta;
use super::graph::AndOrGraph;
use super::limits::{Limits, Report};
use super::minimax::{Window, solve as minimax};

/// Width of the first window, in plies.
const WIDTH: i32 = 2;

/// Solves the root, with the distance.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    minimax(graph, limits, |game, root| {
        let full = Window::full(root.1);
        let narrow = Window {
            alpha: full.alpha,
            beta: full.beta.min(WIDTH),
        };
        let value = alphabeta(game, root, narrow)?;
        if value < narrow.beta {
            return Ok(value);
        }
        let above = Window {
            alpha: value - 1,
            beta: full.beta,
        };
        alphabeta(game, root, above)
    })
}
