//! Names and numbers as JSON has them.

use crate::search::Metric;
use crate::solver::{Limit, Outcome, Verdict};

/// The name of a limit in JSON.
pub fn reason(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Nodes => "nodes",
        Limit::Memory => "memory",
        Limit::Interrupted => "interrupted",
        Limit::SelfCheck => "self-check",
    }
}

/// The metrics in which the length is proved minimal, by their names in JSON.
pub fn minimal(verdict: &Verdict) -> Vec<&'static str> {
    let Verdict::Mate { raw, conventional } = verdict else {
        return Vec::new();
    };
    let mut out = Vec::new();
    if raw.is_minimal() {
        out.push("raw");
    }
    if conventional.is_minimal() {
        out.push("conventional");
    }
    out
}

/// The metrics in which the certificate proves the length from both sides; `leftover` where it
/// proves that pieces are left, and `nothing_left` where it proves the length of the longest
/// defence that leaves nothing.
pub fn proved(outcome: &Outcome) -> Vec<&'static str> {
    let metrics = [(Metric::Raw, "raw"), (Metric::Conventional, "conventional")];
    let metrics = metrics.into_iter();
    let proved = metrics.filter(|&(metric, _)| outcome.proves(metric));
    let leftover = outcome.proves_leftover().then_some("leftover");
    let nothing_left = outcome.proves_nothing_left().then_some("nothing_left");
    let left = leftover.into_iter().chain(nothing_left);
    proved.map(|(_, name)| name).chain(left).collect()
}

/// A number rounded to `digits` digits after the point.
pub fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}
