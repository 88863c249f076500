//! All rows of a comparison, and what they add up to.
use super::row::{Row, Verdict};
use serde::Serialize;

/// What one contestant did on all problems. The fields are those of JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Total {
    pub algorithm: String,
    pub problems: u64,
    pub solved: u64,
    pub wrong: u64,
    pub nodes: u64,
    pub seconds: f64,
    /// Most entries on one problem.
    pub entries: u64,
}

impl Total {
    /// The total as a line of JSON, which differs from a row by its only key, `total`.
    pub fn json(&self) -> String {
        format!("{}\n", serde_json::json!({ "total": self }))
    }
}

/// All rows so far.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

impl Table {
    /// Adds a row. The rows of a problem come one after the other.
    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Seconds that a contestant took for each problem it solved, fastest first.
    pub fn times(&self, algorithm: &str) -> Vec<f64> {
        let rows = self.rows.iter().filter(|r| r.algorithm == algorithm);
        let solved = rows.filter(|r| r.decided() && !r.wrong);
        let mut times: Vec<f64> = solved.map(|r| r.seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// True when sound contestants gave different verdicts on the last problem.
    pub fn last_problem_is_disputed(&self) -> bool {
        let Some(last) = self.rows.last() else {
            return false;
        };
        let rows = self.rows.iter().rev();
        let mut verdicts = rows
            .take_while(|r| r.problem == last.problem)
            .filter(|r| r.sound && r.decided())
            .map(|r| r.result);
        let first: Option<Verdict> = verdicts.next();
        verdicts.any(|v| Some(v) != first)
    }

    /// Totals in the order of the contestants.
    pub fn totals(&self, names: &[&str]) -> Vec<Total> {
        let total = |name: &&str| {
            let mut total = Total {
                algorithm: name.to_string(),
                ..Total::default()
            };
            for row in self.rows.iter().filter(|r| r.algorithm == *name) {
                total.problems += 1;
                total.solved += u64::from(row.decided() && !row.wrong);
                total.wrong += u64::from(row.wrong);
                total.nodes += row.nodes;
                total.seconds += row.seconds;
                total.entries = total.entries.max(row.entries);
            }
            total
        };
        names.iter().map(total).collect()
    }
}
