//! Progress on standard error while a search runs.
//!
//! One problem gets a line: nodes, speed, proof and disproof number of the root, table, the
//! line that is searched. Many problems get a bar with counts before that.

use super::fault::Result;
use super::gauge::gauge;
use super::render::Rendered;
use super::report::Report;
use super::terminal::Terminal;
use super::text::grouped;
use indicatif::ProgressBar;
use std::sync::Mutex;
use tsumi::base::message::message;
use tsumi::base::words::length;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, usi};
use tsumi::solver::{self, Length, Verdict};

/// Draws progress, unless it is hidden.
pub struct Progress {
    bar: ProgressBar,
    /// Problems that are done: mate, no mate, unknown, bad.
    counts: Mutex<[u64; 4]>,
    /// True unless there is exactly one problem.
    many: bool,
    terminal: Terminal,
}

impl Progress {
    /// Progress over `inputs`, of which `total` problems are read; all with `None`.
    pub fn new(inputs: &[Input], total: Option<u64>, quiet: bool, terminal: Terminal) -> Progress {
        let template = |total| match total {
            Some(1) => "{spinner} {wide_msg}",
            Some(_) => "{elapsed} [{bar:20}] {pos}/{len}  {prefix}  {wide_msg}",
            None => "{spinner} {elapsed}  {pos}  {prefix}  {wide_msg}",
        };
        let bar = gauge(inputs, total, quiet, |total| template(total).to_string());
        Progress {
            many: bar.length() != Some(1),
            bar,
            counts: Mutex::default(),
            terminal,
        }
    }

    /// Shows a report of the search of problem `id`.
    pub fn searching(&self, id: &str, p: &solver::Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let mut message = String::new();
        if self.many {
            message = format!("{}: ", shown(id, 40));
        }
        // The mate that is being shortened says more than the line that is searched.
        let mut line = &p.line;
        if !p.mate.is_empty() {
            line = &p.mate;
            let found = Length {
                lower: 0,
                upper: line.len() as u32,
            };
            let length = length(found, false);
            let mate = message!("mate in {length}  ", "詰み：{length}  ", length);
            message += mate.text(self.terminal.lang);
        }
        let seconds = p.elapsed.as_secs_f64();
        let said = message!(
            "{nodes} nodes  {seconds:.0} s  {speed}/s  pn {pn} dn {dn}  table {full}‰  {line}",
            "局面数 {nodes}  {seconds:.0} 秒  毎秒 {speed}  証明数 {pn} 反証数 {dn}  置換表 {full}‰  {line}",
            nodes = grouped(p.nodes),
            seconds,
            speed = grouped((p.nodes as f64 / seconds.max(1e-3)) as u64),
            pn = infinite(p.numbers.pn),
            dn = infinite(p.numbers.dn),
            full = p.hashfull,
            line = usi::line(&line[..line.len().min(12)])
        );
        message += said.text(self.terminal.lang);
        self.bar.set_message(message);
    }

    /// Counts a problem that is done.
    pub fn finished(&self, report: &Report) {
        if self.bar.is_hidden() {
            return;
        }
        let index = match report {
            Report::Solved(s) => match s.outcome.verdict {
                Verdict::Mate { .. } => 0,
                Verdict::NoMate => 1,
                Verdict::Unknown(_) => 2,
            },
            Report::Bad(_) | Report::Broken(..) => 3,
        };
        let mut counts = self.counts.lock().unwrap_or_else(|e| e.into_inner());
        counts[index] += 1;
        let names = [
            message!("mate", "詰み"),
            message!("no mate", "不詰"),
            message!("unknown", "不明"),
            message!("bad", "誤り"),
        ];
        let shown = names.iter().zip(*counts).filter(|&(_, n)| n > 0);
        let lang = self.terminal.lang;
        let words: Vec<String> = shown
            .map(|(name, n)| format!("{} {n}", name.text(lang)))
            .collect();
        self.bar.set_prefix(words.join(", "));
        self.bar.inc(1);
    }

    /// Writes both streams while the bar is taken away.
    ///
    /// # Errors
    /// When standard output is closed or full.
    pub fn print(&self, rendered: &Rendered) -> Result<()> {
        self.bar.suspend(|| {
            self.terminal.aside(&rendered.stderr);
            self.terminal.answer(&rendered.stdout)
        })
    }

    /// Takes the bar away for good.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// A proof number; ∞ for those so great that they stand for infinity.
fn infinite(n: u32) -> String {
    if n >= u32::MAX / 4 {
        "∞".to_string()
    } else {
        grouped(u64::from(n))
    }
}
