//! How long a mate is: from an upper bound down to the proved minimum.
//!
//! "Mate within L - 2?" is asked again and again, each answer a new bound, until a
//! disproof ends it. Final results stay in the table, so each question starts
//! where the last one ended. The same loop serves both metrics.

use crate::search::len::Len;
use crate::search::{Metric, Search};
use crate::solver::{Length, Limit};

/// Brings a mate within `upper` plies down to the minimum in `metric`, or as far
/// as the limits go.
pub fn shorten(search: &mut Search<'_>, metric: Metric, upper: u32) -> (Length, Option<Limit>) {
    search.metric = metric;
    let mut bound = Length {
        lower: upper % 2,
        upper,
    };
    let mut stopped = None;
    while bound.lower < bound.upper {
        match search.solve_together(Len::new(bound.upper - 2)) {
            Ok(value) if value.is_mate() => bound.upper = value.len.plies(),
            Ok(_) => bound.lower = bound.upper,
            Err(limit) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    search.metric = Metric::Raw;
    (bound, stopped)
}
