//! How long a mate is: from an upper bound down to the proved minimum.
//!
//! "Mate within L - 2?" is asked again and again, each answer a new bound, until a
//! disproof ends it. Final results stay in the table, so each question starts
//! where the last one ended. Both metrics are shortened in this way.

use crate::base::Len;
use crate::base::{Length, Limit};
use crate::search::{Metric, Search};

/// Asks "mate within `plies`?" in `metric`, and narrows `bound` by the answer; the limit
/// that came first, if any.
pub fn ask(
    search: &mut Search<'_>,
    metric: Metric,
    bound: &mut Length,
    plies: u32,
) -> Option<Limit> {
    search.metric = metric;
    let answer = search.solve_together(Len::new(plies));
    search.metric = Metric::Raw;
    match answer {
        Ok(value) if value.is_mate() => bound.upper = value.len.plies(),
        Ok(_) => bound.lower = plies + 2,
        Err(limit) => return Some(limit),
    }
    None
}

/// Brings `bound` down to the minimum in `metric`, or as far as the limits go.
pub fn shorten(search: &mut Search<'_>, metric: Metric, bound: &mut Length) -> Option<Limit> {
    while bound.lower < bound.upper {
        let limit = ask(search, metric, bound, bound.upper - 2);
        if limit.is_some() {
            return limit;
        }
    }
    None
}
