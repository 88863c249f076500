//! Sets a benchmark beside an earlier one: ratios per problem and their
//! geometric mean, the only mean that does not depend on which run is "old".

use super::bench_row::Row;
use anyhow::{Context, Result};
use std::collections::HashMap;
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// An earlier run, by the ids of its problems.
pub struct Old {
    rows: HashMap<String, Row>,
    /// Logarithms of time and node ratios of problems decided in both runs.
    time: Vec<f64>,
    nodes: Vec<f64>,
    /// Sums over those problems: old and new milliseconds.
    sums: (f64, f64),
    changes: Vec<String>,
}

impl Old {
    /// Reads what `--save` wrote.
    pub fn read(path: &Path) -> Result<Old> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("--compare {name}: cannot be read"))?;
        let mut rows = HashMap::new();
        for (n, line) in BufReader::new(file).lines().enumerate() {
            let line = line.with_context(|| format!("--compare {name}: cannot be read"))?;
            if line.trim().is_empty() {
                continue;
            }
            let row: Row = serde_json::from_str(&line)
                .with_context(|| format!("{name}:{}: not a line saved by tsumi bench", n + 1))?;
            rows.insert(row.id.clone(), row);
        }
        Ok(Old {
            rows,
            time: Vec::new(),
            nodes: Vec::new(),
            sums: (0.0, 0.0),
            changes: Vec::new(),
        })
    }

    /// Takes note of a new row; the text to print behind it.
    pub fn compare(&mut self, row: &Row) -> String {
        let Some(old) = self.rows.get(&row.id) else {
            return "  (new)".to_string();
        };
        if old.result != row.result {
            self.changes
                .push(format!("{}: {} -> {}", row.id, old.result, row.result));
        } else if row.decided()
            && (old.plies != row.plies || old.raw_plies != row.raw_plies)
            && old.minimal == row.minimal
        {
            self.changes.push(format!(
                "{}: length {} (raw {}) -> {} (raw {})",
                row.id,
                number(old.plies),
                number(old.raw_plies),
                number(row.plies),
                number(row.raw_plies)
            ));
        }
        if !(old.decided() && row.decided()) {
            return format!("  ({} -> {})", old.result, row.result);
        }
        // Times below a tenth of a millisecond are noise.
        let time = row.ms.max(0.1) / old.ms.max(0.1);
        let nodes = row.nodes.max(1) as f64 / old.nodes.max(1) as f64;
        self.time.push(time.ln());
        self.nodes.push(nodes.ln());
        self.sums.0 += old.ms;
        self.sums.1 += row.ms;
        format!("  time x{time:.3}  nodes x{nodes:.3}")
    }

    /// The summary.
    pub fn summary(&self) -> String {
        let mut out = format!(
            "compared: {} problems decided in both runs\n",
            self.time.len()
        );
        if !self.time.is_empty() {
            let _ = writeln!(
                out,
                "geometric mean: time x{:.3}, nodes x{:.3} (below 1 is better)",
                geometric(&self.time),
                geometric(&self.nodes)
            );
            let _ = writeln!(
                out,
                "sum of times: {:.3} s -> {:.3} s, x{:.3}",
                self.sums.0 / 1e3,
                self.sums.1 / 1e3,
                self.sums.1 / self.sums.0.max(1e-6)
            );
        }
        for change in &self.changes {
            let _ = writeln!(out, "changed: {change}");
        }
        out
    }
}

fn number(n: Option<u32>) -> String {
    n.map_or_else(|| "-".to_string(), |n| n.to_string())
}

fn geometric(logarithms: &[f64]) -> f64 {
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_of_two_and_a_half_is_one() {
        assert!((geometric(&[2f64.ln(), 0.5f64.ln()]) - 1.0).abs() < 1e-12);
    }
}
