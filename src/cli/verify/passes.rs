//! The passes of a run with `--easy-first`, as [`tsumi::verify::passes`] plans them.
//!
//! A pass takes over what the pass before it has decided. The reports of all passes but the
//! last one are files beside that of the last one, and are removed once that is complete, so
//! `--resume` can go on in any pass.

use super::output::{Output, remark};
use super::report_file::{ReportFile, Rows};
use super::{Exit, Run};
use crate::cli::fault::Result;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tsumi::base::message::{Message, message};
use tsumi::formats::Input;
use tsumi::verify::passes::{Done, Schedule, Stage};

/// Runs all passes, the first one with `limit` for each problem. `report` is that of the last
/// pass.
///
/// # Errors
/// Wrong usage, and files that cannot be read or written.
pub(super) fn run(
    run: &Run<'_>,
    limit: Duration,
    report: Option<ReportFile>,
    begin: Instant,
) -> Result<Exit> {
    let args = run.args;
    let path = args.resume.as_ref().or(args.report.as_ref());
    let (Some(path), Some(mut report)) = (path, report) else {
        return Err(message!(
            "--easy-first needs --report or --resume, to keep what the first pass found",
            "--easy-first には、一巡目の結果を残す --report か --resume が要る"
        )
        .into());
    };
    if run.inputs.contains(&Input::Stdin) {
        return Err(message!(
            "--easy-first reads the collection twice, and standard input comes only once",
            "--easy-first は作品集を二度読むが、標準入力は一度しか読めない"
        )
        .into());
    }
    // Only the last pass takes over the rows of the report. They are checked now, so that the
    // user does not wait for the other passes to learn that they belong to another collection.
    let mut unseen = Output::new(args, run.lang, false)?;
    run.take_over(&mut report, &mut run.members(), None, &mut unseen)?;
    let threads = usize::from(args.threads);
    let schedule = Schedule::new(begin, limit, args.total_time, threads, args.memory);
    let mut written: Vec<PathBuf> = Vec::new();
    for &stage in schedule.stages() {
        let before = written.last().cloned();
        if stage == Stage::Last {
            let exit = pass(run, &schedule, stage, &mut report, before.as_deref())?;
            if !run.is_stopped() {
                remove(&written)?;
            }
            return Ok(exit);
        }
        let path = beside(path, stage.name());
        let option = args.report_option();
        let mut file = ReportFile::open(option, &path, &run.outputs, args.resume.is_some())?;
        written.push(path);
        pass(run, &schedule, stage, &mut file, before.as_deref())?;
        if run.is_stopped() {
            break;
        }
    }
    let said = message!(
        "stopped before the last pass; --resume goes on from there",
        "最後の一巡の前に停止（--resume で続けられる）"
    );
    remark(&said, run.lang);
    Ok(match run.stop.interrupted() {
        true => Exit::Interrupted,
        false => Exit::Undecided,
    })
}

/// Runs the pass of one stage, whose rows go to `file`; `before` is the report of the pass before.
fn pass(
    run: &Run<'_>,
    schedule: &Schedule,
    stage: Stage,
    file: &mut ReportFile,
    before: Option<&Path>,
) -> Result<Exit> {
    let kept = file.kept;
    let pass = schedule.pass(stage, |done| open_rows(before, done, kept))?;
    run.pass(&pass, Some(file), before, stage == Stage::Last)
}

/// `path` with a point and `name` appended.
fn beside(path: &Path, name: &str) -> PathBuf {
    let mut path = path.to_path_buf().into_os_string();
    path.push(".");
    path.push(name);
    path.into()
}

fn remove(paths: &[PathBuf]) -> Result<(), Message> {
    for path in paths {
        std::fs::remove_file(path).map_err(|error| {
            message!(
                "{name}: cannot be removed: {error}",
                "{name}：削除できない：{error}",
                name = path.display().to_string(),
                error = error.to_string()
            )
        })?;
    }
    Ok(())
}

/// How many rows of the report of a pass, after the first `kept`, `done` does not hold for.
fn open_rows(pass: Option<&Path>, done: Done, kept: u64) -> Result<u64> {
    let mut open = 0;
    if let Some(mut rows) = pass.map(Rows::open).transpose()?.flatten() {
        while let Some(row) = rows.next()? {
            open += u64::from(rows.count > kept && !done.holds(&row.extent()));
        }
    }
    Ok(open)
}
