//! Compares a benchmark with an earlier one: ratios for each problem and their geometric
//! mean. Of the usual means it is the only one of which the value with the runs exchanged is
//! the reciprocal.

use super::bench_row::Row;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::text::shown;

/// The most bytes of a line; tsumi writes none that is longer.
const LONGEST: u64 = 1 << 20;

/// An earlier run, by the ids of its problems.
pub struct Old {
    rows: HashMap<String, Row>,
    /// For each problem decided in both runs the natural logarithm of new time / old time.
    time: Vec<f64>,
    /// For each problem decided in both runs the natural logarithm of new nodes / old nodes.
    nodes: Vec<f64>,
    /// Milliseconds of the problems decided in both runs: the sums of the old and the new ones.
    sums: (f64, f64),
    /// Verdicts and lengths that are not those of the earlier run.
    changes: Vec<Message>,
}

impl Old {
    /// Reads what `--save` wrote.
    ///
    /// # Errors
    /// When the file cannot be read, or holds something else.
    pub fn read(path: &Path) -> Result<Old, Message> {
        let name = path.display().to_string();
        let cannot = |error: std::io::Error| {
            message!(
                "--compare {name}: cannot be read: {error}",
                "--compare {name}：読めない：{error}",
                name,
                error = error.to_string()
            )
        };
        let mut reader = BufReader::new(File::open(path).map_err(cannot)?);
        let mut rows = HashMap::new();
        let mut line = Vec::new();
        for number in 1u64.. {
            line.clear();
            let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line);
            if read.map_err(cannot)? == 0 {
                break;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let row: Row = serde_json::from_slice(&line).map_err(|_| {
                message!(
                    "--compare {name}:{number}: not a line saved by tsumi bench",
                    "--compare {name}:{number}：tsumi bench が保存した行ではない",
                    name,
                    number
                )
            })?;
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

    /// Compares a new row with the old one of its problem. Returns the text that follows the row
    /// in the table.
    pub fn compare(&mut self, row: &Row) -> Message {
        let Some(old) = self.rows.get(&row.id) else {
            return message!("  (new)", "（新規）");
        };
        let id = shown(&row.id, 100);
        if old.result != row.result {
            self.changes.push(message!(
                "{id}: {old} -> {new}",
                "{id}：{old} -> {new}",
                id,
                old = shown(&old.result, 20),
                new = row.result
            ));
        } else if row.decided()
            && (old.plies != row.plies || old.raw_plies != row.raw_plies)
            && old.minimal == row.minimal
        {
            self.changes.push(message!(
                "{id}: length {old} (raw {old_raw}) -> {new} (raw {new_raw})",
                "{id}：手数 {old}（全手数 {old_raw}）-> {new}（全手数 {new_raw}）",
                id,
                old = number(old.plies),
                old_raw = number(old.raw_plies),
                new = number(row.plies),
                new_raw = number(row.raw_plies)
            ));
        }
        if !(old.decided() && row.decided()) {
            return Message::from(format!("  ({} -> {})", shown(&old.result, 20), row.result));
        }
        // Times below a tenth of a millisecond are mostly chance.
        let time = row.ms.max(0.1) / old.ms.max(0.1);
        let nodes = row.nodes.max(1) as f64 / old.nodes.max(1) as f64;
        self.time.push(time.ln());
        self.nodes.push(nodes.ln());
        self.sums.0 += old.ms;
        self.sums.1 += row.ms;
        message!(
            "  time x{time:.3}  nodes x{nodes:.3}",
            "  時間 x{time:.3}  局面数 x{nodes:.3}",
            time,
            nodes
        )
    }

    /// The comparison of all problems, and every change.
    pub fn summary(&self, lang: Lang) -> String {
        let mut said = vec![message!(
            "compared: {count} problems decided in both runs",
            "比較：どちらでも解決した{count}局",
            count = self.time.len()
        )];
        if !self.time.is_empty() {
            said.push(message!(
                "geometric mean: time x{time:.3}, nodes x{nodes:.3} (below 1 is better)",
                "幾何平均：時間 x{time:.3}、局面数 x{nodes:.3}（1 より小さければ改善）",
                time = geometric(&self.time),
                nodes = geometric(&self.nodes)
            ));
            said.push(message!(
                "sum of times: {old:.3} s -> {new:.3} s, x{ratio:.3}",
                "時間の合計：{old:.3} 秒 -> {new:.3} 秒、x{ratio:.3}",
                old = self.sums.0 / 1e3,
                new = self.sums.1 / 1e3,
                ratio = self.sums.1 / self.sums.0.max(1e-6)
            ));
        }
        let changed = |change: &Message| message!("changed: {change}", "変化：{change}", change);
        said.extend(self.changes.iter().map(changed));
        said.iter()
            .map(|m| m.text(lang).to_string() + "\n")
            .collect()
    }
}

fn number(n: Option<u32>) -> String {
    n.map_or_else(|| "-".to_string(), |n| n.to_string())
}

/// The geometric mean of the numbers with these natural logarithms.
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
