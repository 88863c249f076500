//! Where a declared line leaves the best play.
//!
//! From its end backwards the line is as long as the position's length says, up to
//! the move that a better one exists for: a defence that lasts longer (変化長手数)
//! or a quicker mate (早詰). Near the end the lengths cost next to nothing, and the
//! walk stops at the first difference.

use super::budget::{Aim, Budget};
use super::types::{Departure, Futile};
use crate::solver::{Solver, Verdict};
use shogi_core::{Color, Move, PartialPosition};

/// Finds the last move of `line` that is not best; `None` when the budget ends
/// before one is found.
pub fn find(
    solver: &mut Solver,
    budget: &mut Budget<'_>,
    root: &PartialPosition,
    attacker: Color,
    line: &[Move],
    futile: Futile,
) -> Option<Departure> {
    let mut positions = vec![root.clone()];
    for &mv in line {
        let mut next = positions.last()?.clone();
        next.make_move(mv)?;
        positions.push(next);
    }
    let aim = Aim {
        shortest_raw: futile == Futile::None,
        shortest_conventional: futile == Futile::Return,
        ..Aim::default()
    };
    for (index, position) in positions.iter().enumerate().rev().skip(1) {
        if budget.spent().is_some() {
            return None;
        }
        let plies = (line.len() - index) as u32;
        let aim = Aim {
            claimed: Some(plies),
            ..aim
        };
        let rest = (&line[index..], true);
        let outcome = budget
            .solve_along(solver, position, attacker, rest, aim)
            .ok()?;
        let Verdict::Mate { raw, conventional } = outcome.verdict else {
            return None;
        };
        let length = futile.length(raw, conventional);
        let attacks = position.side_to_move() == attacker;
        let better = if attacks {
            length.upper < plies
        } else {
            // Of a bound alone the line does not show the defence that lasts longest.
            length.lower > plies && length.is_minimal()
        };
        if better {
            return Some(Departure {
                ply: index as u32 + 1,
                attacker: attacks,
                declared: line[index],
                better: *outcome.line.first()?,
                plies: length.upper,
            });
        }
        if !length.is_minimal() || length.upper != plies {
            return None;
        }
    }
    None
}
