//! MTD(f).
//!
//! Plaat, A., Schaeffer, J., Pijls, W., de Bruin, A.: Best-first fixed-depth minimax
//! algorithms. Artificial Intelligence 87 (1996) 255-293.
//!
//! Null windows only: each search gives an upper or a lower bound of the value, and
//! the next one has its window at the bound just found, until the bounds meet. The
//! table keeps what the searches have in common. The first guess *f* is "no win".
use super::alphabeta::alphabeta;
use super::graph::AndOrGraph;
use super::limits::{Limits, Report};
use super::minimax::{Window, solve as minimax};

/// Solves the root, with the distance.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    minimax(graph, limits, |game, root| {
        let (mut lower, mut upper) = (0, root.1 as i32 + 1);
        let mut guess = 0;
        while lower < upper {
            let beta = if guess == lower { guess + 1 } else { guess };
            guess = alphabeta(game, root, Window::null(beta))?;
            if guess < beta {
                upper = guess;
            } else {
                lower = guess;
            }
        }
        Ok(lower)
    })
}
