//! The table of `tsumi compare` on standard output, row by row as they come.
use crate::cli::args::TableFormat;
use crate::cli::text::grouped;
use std::io::{Stdout, Write};
use tsumi::formats::text::shown;
use tsumi_reference::compare::{Row, Total};

/// Prints rows, then totals.
pub struct Writer {
    out: Stdout,
    format: TableFormat,
    /// The problem of the row before.
    last: Option<String>,
}

impl Writer {
    pub fn new(format: TableFormat) -> Writer {
        Writer {
            out: std::io::stdout(),
            format,
            last: None,
        }
    }

    /// Prints a row, below what stands above it: the problem, or the headings of CSV.
    pub fn row(&mut self, row: &Row) -> anyhow::Result<()> {
        let heading = match self.format {
            TableFormat::Text => self.last.as_ref() != Some(&row.problem),
            TableFormat::Json => false,
            TableFormat::Csv => self.last.is_none(),
        };
        match self.format {
            TableFormat::Text => {
                if heading {
                    writeln!(self.out, "{}", shown(&row.problem, 100))?;
                }
                self.out.write_all(text(row).as_bytes())?;
            }
            TableFormat::Json => self.out.write_all(row.json()?.as_bytes())?,
            TableFormat::Csv => self.out.write_all(&row.csv(heading)?)?,
        }
        self.last = Some(row.problem.clone());
        Ok(self.out.flush()?)
    }

    /// Prints the totals; CSV has none, it is for programs that add up themselves.
    pub fn end(&mut self, totals: &[Total]) -> anyhow::Result<()> {
        match self.format {
            TableFormat::Text => {
                writeln!(self.out, "total\n{HEADING}")?;
                for total in totals {
                    self.out.write_all(total_text(total).as_bytes())?;
                }
            }
            TableFormat::Json => {
                for total in totals {
                    self.out.write_all(total.json().as_bytes())?;
                }
            }
            TableFormat::Csv => {}
        }
        Ok(self.out.flush()?)
    }
}

fn text(row: &Row) -> String {
    let raw = row.raw_plies.map_or("-".to_string(), |n| n.to_string());
    let mut line = format!(
        "  {:<24} {:<8} {:>5} {:>13} {:>10.3} {:>11} {:>11}",
        row.algorithm,
        row.result,
        raw,
        grouped(row.nodes),
        row.seconds,
        grouped((row.nodes as f64 / row.seconds.max(1e-6)) as u64),
        grouped(row.entries),
    );
    if let Some(reason) = &row.reason {
        line += &format!("  ({reason})");
    }
    if row.wrong {
        line += if row.sound {
            "  *** WRONG ***"
        } else {
            "  wrong, as it may be"
        };
    }
    line + "\n"
}

const HEADING: &str =
    "  algorithm                  solved  wrong         nodes    seconds     entries";

fn total_text(total: &Total) -> String {
    let solved = format!("{}/{}", total.solved, total.problems);
    format!(
        "  {:<24} {:>8} {:>6} {:>13} {:>10.3} {:>11}\n",
        total.algorithm,
        solved,
        total.wrong,
        grouped(total.nodes),
        total.seconds,
        grouped(total.entries),
    )
}
