//! Ply limits that double, and distances from searches that only answer yes or no.
//!
//! A search for "won or not" finds a distance when it is asked "within *n* plies?"
//! with several *n*: first 1, 2, 4, 8 … until the answer is yes, then the binary
//! search between the last no and the first yes. Nagai's thesis treats it under
//! multi-valued df-pn; the doubling keeps the cost near that of the last question.
//!
//! Other searches that need an acyclic graph use the doubling alone.
use super::dfpn;
use super::graph::AndOrGraph;
use super::layered::Layered;
use super::limits::{Limits, Report, Stopped, Value};

/// Asks `search` with ply limits that double until it says yes, or says no without
/// having been cut off. `distance` is the last limit, in plies, when `search` gives none.
pub fn doubling<G: AndOrGraph>(
    graph: &G,
    limits: Limits<'_>,
    mut search: impl FnMut(&Layered<'_, G>, Limits<'_>) -> Report,
) -> Report {
    let (mut nodes, mut entries) = (0, 0);
    let mut plies = 1;
    loop {
        let layered = Layered::new(graph, plies);
        let left = limits.nodes.map(|most| most.saturating_sub(nodes));
        let report = search(
            &layered,
            Limits {
                nodes: left,
                ..limits
            },
        );
        nodes += report.nodes;
        entries = entries.max(report.entries);
        let value = match report.value {
            Value::Disproved if !layered.was_cut() => Value::Disproved,
            Value::Disproved if plies >= limits.depth => Value::Unknown(Stopped::Stuck),
            Value::Disproved => {
                plies = (2 * plies).min(limits.depth);
                continue;
            }
            other => other,
        };
        let distance = match value {
            Value::Proved => report.distance.or(Some(plies)),
            _ => None,
        };
        return Report {
            value,
            distance,
            nodes,
            entries,
        };
    }
}

/// The distance of a win by df-pn: doubling, then binary search.
pub fn multi_valued<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    let mut report = doubling(graph, limits, |layered, limits| {
        dfpn::solve(layered, limits)
    });
    let (Value::Proved, Some(upper)) = (report.value, report.distance) else {
        return report;
    };
    let (mut yes, mut no) = (upper, upper / 2);
    if graph.terminal(&graph.root()) == Some(true) {
        (yes, no) = (0, 0);
    }
    report.distance = None;
    while no + 1 < yes {
        let middle = no + (yes - no) / 2;
        let left = limits.nodes.map(|most| most.saturating_sub(report.nodes));
        let layered = Layered::new(graph, middle);
        let answer = dfpn::solve(
            &layered,
            Limits {
                nodes: left,
                ..limits
            },
        );
        report.nodes += answer.nodes;
        report.entries = report.entries.max(answer.entries);
        match answer.value {
            Value::Proved => yes = middle,
            Value::Disproved => no = middle,
            // The win is proved, its length is not.
            Value::Unknown(_) => return report,
        }
    }
    report.distance = Some(yes);
    report
}
