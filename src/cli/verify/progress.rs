//! Progress on standard error while a collection is verified: how many problems are done, ok,
//! different and undecided, the rate, the time left, and the problem of each worker.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, ReadOptions, detect, read_input};
use tsumi::row::Row;

/// Draws progress, unless it is hidden.
pub struct Progress {
    bar: ProgressBar,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    ok: u64,
    differ: u64,
    undecided: u64,
    /// The id of the problem that each worker is at, by the worker's number.
    at: BTreeMap<usize, String>,
    /// The threads of the workers, by their numbers.
    workers: Vec<ThreadId>,
}

impl Progress {
    /// Progress over `inputs`, or over so many problems of them.
    pub fn new(inputs: &[Input], picked: Option<u64>, quiet: bool) -> Progress {
        let hidden = quiet || !std::io::stderr().is_terminal();
        let total = match hidden {
            true => None,
            false => picked.or_else(|| count(inputs)),
        };
        let target = if hidden {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => {
                "{elapsed} [{bar:20}] {pos}/{len}  {prefix}  {per_sec}, {eta} left  {wide_msg}"
            }
            None => "{spinner} {elapsed}  {pos} done  {prefix}  {per_sec}  {wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        if !hidden {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress {
            bar,
            state: Mutex::default(),
        }
    }

    /// Notes that the calling worker begins a problem.
    pub fn begins(&self, id: &str) {
        if self.bar.is_hidden() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let me = std::thread::current().id();
        let number = state.workers.iter().position(|&w| w == me);
        let number = number.unwrap_or_else(|| {
            state.workers.push(me);
            state.workers.len() - 1
        });
        state.at.insert(number, shown(id, 24));
        let at: Vec<&str> = state.at.values().map(String::as_str).collect();
        self.bar.set_message(format!("at {}", at.join(", ")));
    }

    /// Counts a problem that is done.
    pub fn finished(&self, row: &Row) {
        if self.bar.is_hidden() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if row.differs {
            state.differ += 1;
        } else if row.standing().is_decided() {
            state.ok += 1;
        }
        state.undecided += u64::from(!row.standing().is_settled());
        self.bar.set_prefix(format!(
            "ok {}, differing {}, undecided {}",
            state.ok, state.differ, state.undecided
        ));
        self.bar.inc(1);
    }

    /// Counts problems of an earlier run, which do not enter into the rate.
    pub fn skip(&self, problems: u64) {
        self.bar.inc(problems);
        self.bar.reset_eta();
    }

    /// Calls `print` while the bar is taken away.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Takes the bar away for good.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many problems there are; `None` when it would take long to count them.
fn count(inputs: &[Input]) -> Option<u64> {
    inputs.iter().map(count_one).sum()
}

/// Files with records of up to this many bytes are read before the search to count their
/// problems.
const READ: u64 = 1 << 20;

/// How many problems an input has. In the formats with a problem a line the lines are counted.
fn count_one(input: &Input) -> Option<u64> {
    let path = match input {
        Input::Stdin => return None,
        Input::Memory { .. } => return Some(1),
        Input::File(path) => path,
    };
    let metadata = path.metadata().ok()?;
    if !metadata.is_file() {
        return None;
    }
    match detect::by_extension(path) {
        Some(detect::Format::Sfen | detect::Format::Jsonl) => lines(path),
        _ if metadata.len() <= READ => {
            Some(read_input(input, &ReadOptions::default()).count() as u64)
        }
        _ => None,
    }
}

/// The number of lines that are neither empty nor comments; `None` when the file cannot be
/// read.
fn lines(path: &Path) -> Option<u64> {
    let mut file = File::open(path).ok()?;
    let mut buffer = vec![0; 1 << 16];
    let (mut count, mut at_start) = (0, true);
    loop {
        let n = file.read(&mut buffer).ok()?;
        if n == 0 {
            return Some(count);
        }
        for &byte in &buffer[..n] {
            if at_start && !matches!(byte, b'\n' | b'\r' | b'#') {
                count += 1;
            }
            at_start = byte == b'\n';
        }
    }
}
