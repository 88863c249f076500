//! The output of a run of `verify` besides the report: rows and totals on standard output, and
//! the index of the certificates.

use super::proofs::Index;
use crate::cli::args::Proofs;
use crate::cli::args_verify::{Format, Verify};
use crate::cli::fault::{Fault, Result};
use crate::cli::summary::{Totals, card, headline};
use std::io::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::row::{ERROR, Row};

/// The outputs of a pass besides the report.
pub struct Output {
    index: Index,
    format: Format,
    lang: Lang,
    /// True when this pass prints.
    shows: bool,
    /// True when a report is written, which another run may continue.
    keeps: bool,
    /// True for everything about each problem.
    details: bool,
    /// The first problem, until there is a second one: a single problem gets all details.
    first: Option<Box<Row>>,
    pub totals: Totals,
}

impl Output {
    /// Begins the index, if there is a folder for certificates. Without `shows` neither the
    /// index nor standard output is written.
    ///
    /// # Errors
    /// When the index cannot be written.
    pub fn new(args: &Verify, lang: Lang, shows: bool) -> Result<Output> {
        let folder = args.certificates.as_deref();
        Ok(Output {
            index: Index::new(folder.filter(|_| shows), args.proofs == Proofs::All)?,
            format: args.format,
            lang,
            shows,
            keeps: args.keeps_a_report(),
            details: args.details || args.audit,
            first: None,
            totals: Totals::default(),
        })
    }

    /// Adds a row to the index and the totals, and prints it; `text` is its line in the report.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn put(&mut self, row: &Row, text: &str) -> Result<()> {
        self.index.add(row)?;
        self.totals.add(row);
        match self.format {
            _ if !self.shows => Ok(()),
            Format::Json => say(text),
            Format::Text if self.totals.problems == 1 => {
                self.first = Some(Box::new(row.clone()));
                Ok(())
            }
            Format::Text => {
                if let Some(first) = self.first.take() {
                    self.one_of_many(&first)?;
                }
                self.one_of_many(row)
            }
        }
    }

    /// Prints what is said of one of several problems: with `--details` everything, otherwise a
    /// line of what differs or is open.
    fn one_of_many(&self, row: &Row) -> Result<()> {
        match row.is_odd() {
            _ if self.details && row.result != ERROR => say(&(card(row, self.lang) + "\n")),
            true => say(&(headline(row, self.lang) + "\n")),
            false => Ok(()),
        }
    }

    /// Ends the index and prints the totals, and with `stopped` that the run can be continued.
    ///
    /// # Errors
    /// When standard output or the index cannot be written.
    pub fn end(&mut self, stopped: bool) -> Result<()> {
        if !self.shows {
            return Ok(());
        }
        if !stopped {
            self.index.end()?;
        }
        match (&self.first, self.format) {
            // Nothing was searched.
            (Some(row), _) if row.result == ERROR => say(&(headline(row, self.lang) + "\n"))?,
            (Some(row), _) => {
                let effort = self.totals.effort();
                say(&format!(
                    "{}  {}\n",
                    card(row, self.lang),
                    effort.text(self.lang)
                ))?;
            }
            (None, Format::Text) => say(&self.totals.table(self.lang))?,
            (None, Format::Json) => {}
        }
        if stopped && self.keeps {
            let said = message!(
                "stopped after {n} problems; --resume goes on from there",
                "{n}局で停止（--resume で続けられる）",
                n = self.totals.problems
            );
            remark(&said, self.lang);
        }
        Ok(())
    }
}

/// Writes to standard output and flushes it.
///
/// # Errors
/// When it is closed or full.
pub fn say(text: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    written.map_err(Fault::Output)
}

/// Writes a message about the run to standard error. When that fails, there is no way to report
/// it.
pub fn remark(said: &Message, lang: Lang) {
    let _ = writeln!(std::io::stderr(), "tsumi: {}", said.text(lang));
}
