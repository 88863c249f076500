//! The table of `tsumi compare` on standard output, each row as soon as it is measured.

use crate::cli::args::TableFormat;
use crate::cli::fault::{Fault, Result};
use crate::cli::terminal::Terminal;
use crate::cli::text::grouped;
use tsumi::base::message::{Lang, message};
use tsumi::formats::text::shown;
use tsumi_reference::compare::{Row, Total};

/// Prints rows, then totals.
pub struct Writer {
    format: TableFormat,
    terminal: Terminal,
    /// The problem of the row before.
    last: Option<String>,
}

impl Writer {
    /// Prints in a format.
    pub fn new(format: TableFormat, terminal: Terminal) -> Writer {
        Writer {
            format,
            terminal,
            last: None,
        }
    }

    /// Prints a row; before the first one of a problem its name, and before the first one of
    /// all the heading of CSV.
    ///
    /// # Errors
    /// When standard output is closed or full.
    pub fn row(&mut self, row: &Row) -> Result<()> {
        let heading = match self.format {
            TableFormat::Text => self.last.as_ref() != Some(&row.problem),
            TableFormat::Json => false,
            TableFormat::Csv => self.last.is_none(),
        };
        let cannot =
            |error: &dyn std::fmt::Display| Fault::Output(std::io::Error::other(error.to_string()));
        let text = match self.format {
            TableFormat::Text if heading => {
                let problem = shown(&row.problem, 100);
                format!("{problem}\n{}", text(row, self.terminal.lang)).into_bytes()
            }
            TableFormat::Text => text(row, self.terminal.lang).into_bytes(),
            TableFormat::Json => row.json().map_err(|error| cannot(&error))?.into_bytes(),
            TableFormat::Csv => row.csv(heading).map_err(|error| cannot(&error))?,
        };
        self.last = Some(row.problem.clone());
        self.terminal.answer(text)
    }

    /// Prints the totals. CSV has none, because a program that reads it can add up the rows.
    ///
    /// # Errors
    /// When standard output is closed or full.
    pub fn end(&mut self, totals: &[Total]) -> Result<()> {
        let text: String = match self.format {
            TableFormat::Text => {
                let heading = message!(
                    "total\n  algorithm                  solved  wrong         nodes    seconds     entries\n",
                    "合計\n  アルゴリズム               解けた   誤り        局面数         秒      エントリ\n"
                );
                let heading = heading.text(self.terminal.lang).to_string();
                heading + &totals.iter().map(total_text).collect::<String>()
            }
            TableFormat::Json => totals.iter().map(Total::json).collect(),
            TableFormat::Csv => String::new(),
        };
        self.terminal.answer(text)
    }
}

fn text(row: &Row, lang: Lang) -> String {
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
        let said = match row.sound {
            true => message!("  *** WRONG ***", "  *** 誤り ***"),
            false => message!("  wrong, as it may be", "  誤り（健全でないアルゴリズム）"),
        };
        line += said.text(lang);
    }
    line + "\n"
}

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
