//! The engine of `tsumi compare`: runs contestants on problems, and turns what they
//! answered into rows, totals, CSV, JSON and a plot.
//!
//! A contestant is a closure that returns an [`Answer`], so that a solver from
//! elsewhere takes part beside the [algorithms](crate::algorithms) of this package.
pub mod plot;
mod row;
mod table;

pub use row::{Row, Verdict};
pub use table::{Table, Total};

use crate::algorithms::Algorithm;
use crate::graph::AndOrGraph;
use crate::limits::{Limits, Stopped, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// A problem by its name, with what is known of it before any search.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub id: String,
    /// Whether the attacker wins.
    pub mate: Option<bool>,
    /// Length of the shortest win, in plies.
    pub raw_plies: Option<u32>,
}

/// What a contestant answered, and what it cost.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether the attacker wins, or in one word why that stayed open.
    pub value: Result<bool, &'static str>,
    /// Length of the win found, in plies: exact or an upper bound.
    pub raw_plies: Option<u32>,
    /// Nodes whose successors were generated.
    pub nodes: u64,
    /// Most entries of a table or nodes of a tree held at one time.
    pub entries: u64,
    /// False for an algorithm that is known to err.
    pub sound: bool,
}

impl Answer {
    /// The answer of an algorithm of this package.
    pub fn of<G: AndOrGraph>(algorithm: Algorithm, graph: &G, limits: Limits<'_>) -> Answer {
        let report = algorithm.solve(graph, limits);
        Answer {
            value: match report.value {
                Value::Proved => Ok(true),
                Value::Disproved => Ok(false),
                Value::Unknown(why) => Err(word(why)),
            },
            raw_plies: report.distance,
            nodes: report.nodes,
            entries: report.entries as u64,
            sound: algorithm.is_sound(),
        }
    }
}

fn word(why: Stopped) -> &'static str {
    match why {
        Stopped::Nodes => "nodes",
        Stopped::Time => "time",
        Stopped::Interrupted => "interrupted",
        Stopped::Depth => "depth",
        Stopped::Memory => "memory",
        Stopped::Stuck => "stuck",
    }
}

/// Runs a contestant on a problem. An error that it returns and a panic both become
/// a row with the verdict [`Verdict::Error`].
pub fn measure(
    problem: &Problem,
    name: &str,
    contestant: impl FnOnce() -> Result<Answer, String>,
) -> Row {
    let begin = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(contestant))
        .unwrap_or_else(|_| Err("the search panicked".to_string()));
    let seconds = begin.elapsed().as_secs_f64();
    Row::new(problem, name, answer, seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explicit::Explicit;

    #[test]
    fn a_row_says_when_it_contradicts_what_is_known() {
        let graph = Explicit::parse("a or b\nb +").unwrap();
        let run = || Ok(Answer::of(Algorithm::AlphaBeta, &graph, Limits::default()));
        let mut problem = Problem::default();
        for (mate, raw_plies, wrong) in [
            (None, None, false),
            (Some(true), Some(1), false),
            (Some(false), None, true),
            (Some(true), Some(3), true),
        ] {
            (problem.mate, problem.raw_plies) = (mate, raw_plies);
            let row = measure(&problem, "alphabeta", run);
            assert_eq!(row.result, Verdict::Mate);
            assert_eq!((row.raw_plies, row.wrong), (Some(1), wrong));
        }
    }

    #[test]
    fn an_error_and_a_panic_become_rows() {
        let problem = Problem::default();
        let error = measure(&problem, "x", || Err("no king".into()));
        let panic = measure(&problem, "x", || panic!("this panic belongs to the test"));
        for (row, reason) in [(error, "no king"), (panic, "the search panicked")] {
            assert_eq!(row.result, Verdict::Error);
            assert!(row.wrong);
            assert_eq!(row.reason.as_deref(), Some(reason));
        }
    }
}
