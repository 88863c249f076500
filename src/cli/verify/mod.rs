//! `tsumi verify`: whole collections held against what they declare.
//!
//! The collection is a stream from end to end: problems are read as workers take
//! them up, judged in parallel, and put out in their order, each at once. Nothing
//! is held but what workers finished ahead of their turn.

mod collection;
mod passes;
mod progress;
pub mod proofs;
mod resume;
pub mod row;
mod shares;

use super::args_verify::{Format, Verify};
use super::exit::Exit;
use super::fault::Fault;
use super::inputs::inputs;
use super::panics;
use super::plan::Plan;
use super::pool;
use super::stop::Stop;
use super::summary::{Totals, headline};
use super::terminal::Terminal;
use anyhow::{Result, anyhow, bail};
use collection::Entry;
use progress::Progress;
use proofs::Index;
use resume::Rows;
use row::Row;
use shares::Shares;
use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tsumi::base::message::message;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, Problem};
use tsumi::solver::{Control, Limit};
use tsumi::verify::{Settings, Verifier};

/// Runs the command.
pub fn run(args: &Verify, terminal: Terminal) -> Result<Exit> {
    let begin = Instant::now();
    let inputs = inputs(&args.inputs)?;
    let stop = Stop::listen()?;
    if let Some(time) = args.total_time {
        stop.after(time);
    }
    if let Some(folder) = &args.certificates {
        proofs::make_folder(folder)?;
    }
    let path = args.resume.as_ref().or(args.report.as_ref());
    let pass = Pass {
        args,
        terminal,
        settings: args.settings(args.memory),
        report: path.cloned(),
        resume: args.resume.is_some(),
        before: None,
        done: Row::decided,
        shares: None,
        together: false,
        shows: true,
    };
    match args.easy_first {
        None => pass.run(inputs, &stop),
        Some(limit) => passes::run(pass, limit, inputs, begin, &stop),
    }
}

/// One way through the collection.
#[derive(Clone)]
struct Pass<'a> {
    args: &'a Verify,
    terminal: Terminal,
    settings: Settings,
    report: Option<PathBuf>,
    resume: bool,
    /// The report of an earlier pass, of which the rows that are `done` are taken over.
    before: Option<PathBuf>,
    done: fn(&Row) -> bool,
    /// What of the total time a problem may take.
    shares: Option<Arc<Shares>>,
    /// All threads and all memory for one problem after the other.
    together: bool,
    /// Prints; only the last pass does.
    shows: bool,
}

/// What a worker is given.
enum Job {
    /// With what an earlier pass made of it.
    Problem(Box<Entry>, Option<Box<Row>>),
    /// Decided in an earlier pass.
    Done(Box<Row>),
    Fatal(String),
}

/// What a worker gives back.
enum Answer {
    Row(Box<Row>),
    /// It was stopped in the middle; nothing is known that would be worth a line.
    Stopped,
    Fatal(String),
}

impl Pass<'_> {
    fn run(&self, inputs: Vec<Input>, stop: &Stop) -> Result<Exit> {
        let progress = Arc::new(Progress::new(&inputs, self.args.quiet));
        let mut out = Out::new(self)?;
        let kept = self.earlier(&mut out)?;
        progress.skip(kept);
        let skipped = Arc::new(AtomicU64::new(0));
        let mut jobs = self.jobs(inputs, kept, skipped.clone(), stop.clone())?;
        let threads = usize::from(self.args.threads);
        let at_a_time = if self.together { 1 } else { threads };
        let first: Vec<Job> = match at_a_time {
            1 => Vec::new(),
            n => jobs.by_ref().take(n).collect(),
        };
        let plan = Plan::new(threads, self.settings.memory, first.len());
        let jobs = first.into_iter().chain(jobs).zip(0u64..);

        let settings = Settings {
            memory: plan.memory,
            threads: plan.threads,
            ..self.settings.clone()
        };
        plan.try_memory(|| Verifier::try_new(settings.clone()))?;
        let folder = self.args.certificates.clone();
        let make = {
            let (progress, stop) = (progress.clone(), stop.clone());
            let (shares, plan) = (self.shares.clone(), plan.clone());
            move || {
                let (progress, stop) = (progress.clone(), stop.clone());
                let (shares, plan) = (shares.clone(), plan.clone());
                let (settings, folder) = (settings.clone(), folder.clone());
                let mut verifier = None;
                move |(job, number): (Job, u64)| {
                    let answer = match job {
                        Job::Done(row) => Answer::Row(row),
                        Job::Fatal(message) => Answer::Fatal(message),
                        Job::Problem(entry, before) => {
                            if let Ok(problem) = &entry.read {
                                progress.begins(&problem.id);
                            }
                            let share = shares.as_ref().map(|s| s.next(plan.workers));
                            let settings = Settings {
                                time: settings.time.into_iter().chain(share).min(),
                                ..settings.clone()
                            };
                            let with = (&settings, &plan, before.as_deref());
                            answer(*entry, with, folder.as_deref(), &mut verifier, &stop)
                        }
                    };
                    (number, answer)
                }
            }
        };
        let mut next = 0;
        let mut ended = false;
        let mut put = |(number, answer)| {
            // After a stop the rows that follow would leave a gap.
            ended |= number != next;
            next += 1;
            match answer {
                _ if ended => Ok(()),
                Answer::Stopped => {
                    ended = true;
                    Ok(())
                }
                Answer::Fatal(message) => Err(std::io::Error::other(message)),
                Answer::Row(row) => {
                    let text = line(&row)?;
                    progress.aside(|| out.put(&row, &text))?;
                    progress.finished(&row);
                    Ok(())
                }
            }
        };
        let done = pool::run(jobs, &plan, stop, make, |answer| {
            put(answer).map_err(|error: std::io::Error| Fault::from(anyhow!(error)))
        });
        progress.end();
        done?;
        let stopped = stop.out_of_time() || stop.quits();
        let skipped = skipped.load(Ordering::SeqCst);
        if !stopped && skipped < kept {
            bail!(message!(
                "the report has {kept} lines and the collection only {skipped} problems: \
                 it belongs to another one",
                "報告は {kept} 行、作品集は {skipped} 題しかない：別の作品集の報告である",
                kept,
                skipped
            ));
        }
        out.end(stopped)?;
        Ok(self.exit(&out.totals, stop))
    }

    fn exit(&self, totals: &Totals, stop: &Stop) -> Exit {
        let mut exit = Exit::Decided;
        if !totals.all_well() || stop.out_of_time() {
            exit = Exit::Undecided;
        }
        if totals.errors > 0 {
            exit = exit.max(Exit::Unreadable);
        }
        if stop.interrupted() {
            exit = exit.max(Exit::Interrupted);
        }
        if totals.defects > 0 {
            exit = exit.max(Exit::SelfCheck);
        }
        exit
    }

    /// Takes over the lines of an earlier run; how many there are.
    fn earlier(&self, out: &mut Out) -> Result<u64> {
        let (Some(path), true) = (&self.report, self.resume) else {
            if let Some(path) = &self.report {
                out.report = Some(resume::append(path, 0)?);
            }
            return Ok(0);
        };
        let mut kept = (0, 0);
        if let Some(mut rows) = Rows::open(path)? {
            while let Some(row) = rows.next()? {
                let text = String::from_utf8_lossy(rows.raw()).into_owned();
                out.put(&row, &text)?;
            }
            kept = (rows.count, rows.end);
        }
        out.report = Some(resume::append(path, kept.1)?);
        Ok(kept.0)
    }

    /// The problems after those that are in the report already.
    fn jobs(
        &self,
        inputs: Vec<Input>,
        kept: u64,
        skipped: Arc<AtomicU64>,
        stop: Stop,
    ) -> Result<impl Iterator<Item = Job> + Send + 'static> {
        let open = |path: &Option<PathBuf>| match path {
            Some(path) => Rows::open(path),
            None => Ok(None),
        };
        let mut old = if kept > 0 { open(&self.report)? } else { None };
        let mut before = open(&self.before)?;
        let is_done = self.done;
        let read = self.args.sides.options();
        Ok(collection::entries(inputs, read)
            .take_while(move |_| !stop.flag().load(Ordering::SeqCst))
            .filter_map(move |entry| {
                let same = |rows: &mut Option<Rows>| match rows {
                    None => Ok(None),
                    Some(rows) => match rows.next() {
                        Ok(Some(row)) if belongs(&row, &entry) => Ok(Some(row)),
                        Ok(None) => Ok(None),
                        Ok(Some(row)) => Err(format!(
                            "line {} of the report is about {}, which is not the next problem of \
                             the collection: it belongs to another one",
                            rows.count,
                            shown(&row.name(), 100)
                        )),
                        Err(error) => Err(format!("{error:#}")),
                    },
                };
                let done = same(&mut before);
                if skipped.load(Ordering::SeqCst) < kept {
                    skipped.fetch_add(1, Ordering::SeqCst);
                    return same(&mut old).err().map(Job::Fatal);
                }
                Some(match done {
                    Err(message) => Job::Fatal(message),
                    Ok(Some(row)) if is_done(&row) => Job::Done(Box::new(row)),
                    Ok(row) => Job::Problem(Box::new(entry), row.map(Box::new)),
                })
            }))
    }
}

/// True when a row of a report is about this entry of the collection.
fn belongs(row: &Row, entry: &Entry) -> bool {
    match &entry.read {
        Ok(problem) => row.id.as_deref() == Some(&problem.id) && row.line == problem.source.line,
        Err(error) => row.id == error.id && row.line == error.line,
    }
}

/// The line of a row, with its end.
fn line(row: &Row) -> std::io::Result<String> {
    let mut text = serde_json::to_string(row).map_err(std::io::Error::other)?;
    text.push('\n');
    Ok(text)
}

/// Judges one problem. A panic of the solver costs the problem, not the run.
fn answer(
    entry: Entry,
    (settings, plan, before): (&Settings, &Plan, Option<&Row>),
    folder: Option<&Path>,
    verifier: &mut Option<Verifier>,
    stop: &Stop,
) -> Answer {
    let problem = match &entry.read {
        Ok(problem) => problem,
        Err(error) => return Answer::Row(Box::new(Row::unreadable(error))),
    };
    let control = Control {
        stop: Some(stop.flag()),
        progress: None,
    };
    let earlier = before.and_then(|row| row.earlier(problem, settings.futile));
    let judged = catch_unwind(AssertUnwindSafe(|| {
        verifier
            .get_or_insert_with(|| verifier_of(settings, plan))
            .judge_within(problem, settings.time, earlier.as_ref(), control)
    }));
    let mut row = match judged {
        Ok(Ok(judgement)) => {
            let stopped = |limit| limit == Some(Limit::Interrupted);
            if judgement.findings.iter().any(|f| stopped(f.limit)) {
                return Answer::Stopped;
            }
            let mut row = Row::judged(problem, &judgement);
            if let Some(before) = before
                && before.says_more_than(&row)
            {
                // With less time it came less far.
                let mut kept = before.clone();
                kept.add_effort(&row);
                return Answer::Row(Box::new(kept));
            }
            if let (Some(before), Some(_)) = (before, &earlier) {
                row.add_effort(before);
            }
            if let Some(folder) = folder
                && let Err(error) = proofs::write(folder, &entry.name, &judgement, &mut row)
            {
                return Answer::Fatal(format!("{error:#}"));
            }
            row
        }
        Ok(Err(error)) => Row::broken(problem, "input", error.to_string()),
        Err(panic) => {
            *verifier = None;
            Row::broken(problem, "internal", panics::words(&*panic))
        }
    };
    faults(problem, entry.duplicate, &mut row);
    Answer::Row(Box::new(row))
}

/// A verifier that borrows what is spare.
fn verifier_of(settings: &Settings, plan: &Plan) -> Verifier {
    let mut verifier = Verifier::new(settings.clone());
    if let Some(spare) = &plan.spare {
        verifier.borrow_from(spare.clone());
    }
    verifier
}

/// What is wrong with a problem besides its position.
fn faults(problem: &Problem, duplicate: bool, row: &mut Row) {
    if problem.id.contains('\u{fffd}') {
        let text = "the line is neither UTF-8 nor Shift_JIS".to_string();
        row.complain("encoding", text);
    }
    if duplicate {
        let text = format!("the id {} was given before", shown(&problem.id, 100));
        row.complain("duplicate", text);
    }
}

/// Everything that goes out.
struct Out {
    report: Option<File>,
    index: Index,
    format: Option<Format>,
    totals: Totals,
    terminal: Terminal,
}

impl Out {
    fn new(pass: &Pass<'_>) -> Result<Out> {
        let folder = pass.args.certificates.as_deref();
        Ok(Out {
            report: None,
            index: Index::new(folder.filter(|_| pass.shows))?,
            format: pass.shows.then_some(pass.args.format),
            totals: Totals::default(),
            terminal: pass.terminal,
        })
    }

    /// Puts a row everywhere; `text` is its line.
    fn put(&mut self, row: &Row, text: &str) -> std::io::Result<()> {
        if let Some(report) = &mut self.report {
            report.write_all(text.as_bytes())?;
        }
        self.index
            .add(row)
            .map_err(|e| std::io::Error::other(anyhow!(e)))?;
        self.totals.add(row);
        let mut stdout = std::io::stdout().lock();
        match self.format {
            Some(Format::Json) => stdout.write_all(text.as_bytes())?,
            Some(Format::Text) if row.differs || !row.decided() => {
                writeln!(stdout, "{}", headline(row, self.terminal.lang))?;
            }
            _ => {}
        }
        stdout.flush()
    }

    fn end(&self, stopped: bool) -> Result<()> {
        if self.format == Some(Format::Text) {
            self.terminal
                .answer(self.totals.table(self.terminal.lang))?;
        }
        if stopped && self.format.is_some() {
            self.terminal.remark(&message!(
                "stopped after {count} problems; --resume goes on from there",
                "{count} 題で停止（--resume で続けられる）",
                count = self.totals.problems
            ));
        }
        Ok(())
    }
}
