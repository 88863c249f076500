//! The passes of a run with `--easy-first`.
//!
//! A short pass over everything leaves the hard problems. With a total time those that
//! are not settled, or have no verdict, share what remains of it in two more: a middle one,
//! after which most are and have one, and a late one for the others. Where a difference is proved and some other check
//! is open, it has its turn in the late pass if the middle one has settled everything.
//! When each of them has so long that a thread would fill its part of the memory, they
//! get all threads and all memory one after the other (experiment 46). What they do not use
//! goes to those that are still not settled in the last pass, with another seed: a long search
//! that went astray seldom does so twice (experiments 48 and 53).
//! A pass takes over what the pass before it has done; its report lies beside the last
//! one's until that is written, so `--resume` goes on in any of them.

use super::resume::Rows;
use super::row::Row;
use super::shares::Shares;
use super::{Exit, Pass, Stop, Terminal};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumi::base::message::message;
use tsumi::formats::Input;

/// Percent of the total time that is kept back for writing and checking, but at least so
/// much, though never more than a quarter.
const KEPT: u32 = 2;
const LEAST_KEPT: Duration = Duration::from_secs(1);
/// Percent of what the first pass leaves of it, for the middle one: few problems need
/// more than their share of this, and those need far more.
const MIDDLE: u32 = 45;
/// The middle pass gives no problem more than so many times what the first did: what it
/// leaves open is begun anew (experiment 44).
const GROWTH: u32 = 6;
/// With less than this left of the total time the last pass asks nothing any more.
const AGAIN: Duration = Duration::from_secs(10);
/// Bytes of its table that a thread fills in a second: 600,000 nodes, most of them new.
const FILLED: f64 = 16e6;

/// Runs all of them: first with `limit` for each problem, the last like `last`.
pub(super) fn run(
    mut last: Pass<'_>,
    limit: Duration,
    inputs: Vec<Input>,
    begin: Instant,
    stop: &Stop,
) -> Result<Exit> {
    let Some(path) = last.report.clone() else {
        bail!(message!(
            "--easy-first needs --report or --resume, to keep what the first pass found",
            "--easy-first には、一巡目の結果を残す --report か --resume が要る"
        ));
    };
    if inputs.contains(&Input::Stdin) {
        bail!(message!(
            "--easy-first reads the collection twice, and standard input comes only once",
            "--easy-first は作品集を二度読むが、標準入力は一度しか読めない"
        ));
    }
    let [easy, middle, late] = ["easy", "middle", "late"].map(|name| beside(&path, name));
    let mut settings = last.settings.clone();
    settings.time = Some(settings.time.map_or(limit, |t| t.min(limit)));
    let first = Pass {
        settings,
        report: Some(easy.clone()),
        shows: false,
        ..last.clone()
    };
    first.run(inputs.clone(), stop)?;
    if stopped(stop) {
        return Ok(broken_off(stop, last.terminal));
    }
    let mut written = vec![easy.clone()];
    last.before = Some(easy.clone());
    if let Some(total) = last.args.total_time {
        let end = begin + given(total);
        let now = Instant::now();
        let part = end.saturating_duration_since(now) * MIDDLE / 100;
        let done = |path: &PathBuf| last.resume.then(|| path.clone());
        let open = open_rows(&easy, done(&middle).as_deref(), Row::answered)?;
        let shares = Shares::until(now + part, open).of_at_most(limit * GROWTH);
        let second = Pass {
            done: Row::answered,
            report: Some(middle.clone()),
            shares: Some(Arc::new(shares)),
            shows: false,
            ..last.clone()
        };
        second.run(inputs.clone(), stop)?;
        if stopped(stop) {
            return Ok(broken_off(stop, last.terminal));
        }
        let mut third = Pass {
            report: Some(late.clone()),
            before: Some(middle.clone()),
            shows: false,
            ..last.clone()
        };
        if open_rows(&middle, None, Row::answered)? > 0 {
            third.done = Row::answered;
        }
        let open = open_rows(&middle, done(&late).as_deref(), third.done)?;
        third.share_until(end, open);
        third.run(inputs.clone(), stop)?;
        if stopped(stop) {
            return Ok(broken_off(stop, last.terminal));
        }
        let open = open_rows(&late, done(&path).as_deref(), Row::answered)?;
        last.before = Some(late.clone());
        last.settings.seed += 1;
        last.done = match end.saturating_duration_since(Instant::now()) > AGAIN {
            true => Row::answered,
            false => |_| true,
        };
        last.share_until(end, open);
        written.extend([middle, late]);
    }
    let exit = last.run(inputs, stop)?;
    if !stopped(stop) {
        for path in written {
            std::fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", path.display()))?;
        }
    }
    Ok(exit)
}

impl Pass<'_> {
    /// Shares the time until `end` out among so many problems.
    fn share_until(&mut self, end: Instant, problems: u64) {
        let left = end.saturating_duration_since(Instant::now());
        let threads = usize::from(self.args.threads);
        self.together = fills(left, problems, threads, self.settings.memory);
        self.shares = Some(Arc::new(Shares::until(end, problems)));
    }
}

/// What of the total time is given away to problems.
fn given(total: Duration) -> Duration {
    total - (total * KEPT / 100).max(LEAST_KEPT.min(total / 4))
}

/// True when so many problems side by side would fill their tables in that time.
fn fills(time: Duration, problems: u64, threads: usize, memory: usize) -> bool {
    let threads = threads as f64;
    let each = time.as_secs_f64() * threads / problems.max(1) as f64;
    each * FILLED > memory as f64 / threads
}

/// `path` with something after its name.
fn beside(path: &Path, name: &str) -> PathBuf {
    let mut path = path.to_path_buf().into_os_string();
    path.push(".");
    path.push(name);
    path.into()
}

fn stopped(stop: &Stop) -> bool {
    stop.out_of_time() || stop.quits()
}

fn broken_off(stop: &Stop, terminal: Terminal) -> Exit {
    terminal.remark(&message!(
        "stopped before the last pass; --resume goes on from there",
        "最後の一巡の前に停止（--resume で続けられる）"
    ));
    if stop.interrupted() {
        Exit::Interrupted
    } else {
        Exit::Undecided
    }
}

/// How many problems a pass left that are not `done`, those that the next one has in its
/// report already, `resumed`, not counted.
fn open_rows(pass: &Path, resumed: Option<&Path>, done: fn(&Row) -> bool) -> Result<u64> {
    let mut next = match resumed {
        Some(path) => Rows::open(path)?,
        None => None,
    };
    let mut open = 0;
    if let Some(mut rows) = Rows::open(pass)? {
        while let Some(row) = rows.next()? {
            let before = match &mut next {
                Some(next) => next.next()?.is_some(),
                None => false,
            };
            open += u64::from(!before && !done(&row));
        }
    }
    Ok(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_to_write_is_kept_back() {
        let given = |ms| given(Duration::from_millis(ms)).as_millis();
        let minutes = 20 * 60_000;
        assert_eq!([2000, 8000, minutes].map(given), [1500, 7000, 1_176_000]);
    }

    #[test]
    fn few_hard_problems_get_everything_and_many_do_not() {
        let (minutes, gib) = (Duration::from_secs(720), 1 << 30);
        assert!(fills(minutes, 6, 2, gib), "two minutes each");
        assert!(fills(minutes, 25, 2, gib));
        assert!(!fills(minutes, 100, 2, gib), "seven seconds each");
        assert!(!fills(minutes, 6, 2, 64 * gib), "more than they can fill");
        assert!(fills(minutes, 0, 2, gib));
    }
}
