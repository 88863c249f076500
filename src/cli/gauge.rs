//! The bar of a command with many problems, on standard error: whether it is drawn, and how much
//! there is to do. The crate indicatif draws it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::time::Duration;
use tsumi::formats::{Input, ReadOptions, detect, read_input};

/// Files with records of up to this many bytes are read before the search to count their
/// problems.
const READ: u64 = 1 << 20;

/// A bar over `inputs`, of which `picked` problems are read; all with `None`. `template` says how
/// it looks with so many problems in all, or with a number that nobody knows; besides the keys of
/// indicatif it may have `{rate}`, the problems in a second. When standard error is no terminal, or
/// with `quiet`, it is hidden.
pub fn gauge(
    inputs: &[Input],
    picked: Option<u64>,
    quiet: bool,
    template: impl FnOnce(Option<u64>) -> String,
) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    }
    let total = picked.or_else(|| inputs.iter().map(count).sum());
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(&template(total)) {
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.1}/s", state.per_sec());
        };
        bar.set_style(style.progress_chars("=> ").with_key("rate", rate));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// How many problems an input has; `None` when it would take long to count them. In the formats
/// with a problem a line the lines are counted.
fn count(input: &Input) -> Option<u64> {
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
