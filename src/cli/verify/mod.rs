//! `tsumi verify`: whole collections compared with what they declare.
//!
//! The collection is a stream from end to end: problems are read as workers need them,
//! judged in parallel, and written in their order, each as soon as those before it are. Only
//! results that are finished early are held in memory.

mod collection;
pub mod output;
mod passes;
mod progress;
pub mod proofs;
pub mod report_file;
mod rows;
mod worker;

use super::args_verify::Verify;
use super::exit::Exit;
use super::fault::{Result, too_much};
use super::outputs::Outputs;
use super::pool;
use super::stop::Stop;
use super::summary::Totals;
use crate::cli::terminal::Terminal;
use collection::Member;
use output::Output;
use progress::Progress;
use report_file::{ReportFile, Rows};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::Input;
use tsumi::row::{self, Row};
use tsumi::solver::Plan;
use tsumi::verify::passes::Pass;
use worker::{Finished, Job, Worker};

/// Runs the command.
///
/// # Errors
/// Wrong usage, and files that cannot be read or written.
pub fn run(args: &Verify, lang: Lang) -> Result<Exit> {
    let begin = Instant::now();
    let inputs = args.reading.inputs()?;
    let path = args.resume.as_ref().or(args.report.as_ref());
    let outputs = Outputs::new(args.force, &inputs);
    let resume = args.resume.is_some();
    let report = path.map(|path| ReportFile::open(args.report_option(), path, &outputs, resume));
    let mut report = report.transpose()?;
    let folder = args.certificates.as_deref();
    let _locked = folder
        .map(|folder| proofs::make_folder(folder, &outputs, resume))
        .transpose()?;
    let stop = Stop::listen()?;
    if let Some(time) = args.total_time {
        stop.after(time);
    }
    let run = Run {
        args,
        lang,
        inputs,
        outputs,
        stop,
    };
    match args.easy_first {
        None => run.pass(&Pass::plain(), report.as_mut(), None, true),
        Some(limit) => passes::run(&run, limit, report, begin),
    }
}

/// What all passes of a run share.
struct Run<'a> {
    args: &'a Verify,
    lang: Lang,
    inputs: Vec<Input>,
    outputs: Outputs,
    stop: Stop,
}

impl Run<'_> {
    /// One pass over the collection. From the report `before` of the pass before it, rows that
    /// the pass does not ask again are taken over. Only a pass that `shows` prints.
    fn pass(
        &self,
        pass: &Pass,
        mut report: Option<&mut ReportFile>,
        before: Option<&Path>,
        shows: bool,
    ) -> Result<Exit> {
        let total = self.args.reading.picked();
        let progress = Arc::new(Progress::new(
            &self.inputs,
            total,
            self.args.quiet,
            self.lang,
        ));
        let mut members = self.members();
        let mut before = before.map(Rows::open).transpose()?.flatten();
        let mut output = Output::new(self.args, self.lang, shows)?;
        if let Some(report) = &mut report {
            progress.skip(report.kept);
            self.take_over(report, &mut members, before.as_mut(), &mut output)?;
        }

        let members = members.inspect(self.warner(&progress, shows));
        let mut jobs = self.jobs(members, before, pass.done);
        let (plan, first) = self.plan(pass, &mut jobs);
        let jobs = first.into_iter().chain(jobs).zip(0u64..);
        let worker = Worker::new(self.args, pass, &plan, &progress, &self.stop);
        plan.try_memory(|| worker.try_verifier())
            .map_err(too_much)?;
        let make = move || {
            let mut worker = worker.clone();
            move |(job, number): (Job, u64)| (number, worker.work(job))
        };
        let mut gapless = Gapless::default();
        let done = pool::run(jobs, &plan, &self.stop, make, |(number, finished)| {
            let Some(row) = gapless.next(number, finished)? else {
                return Ok(());
            };
            let put = progress.aside(|| put(&row, report.as_deref_mut(), &mut output));
            progress.finished(&row);
            put
        });
        progress.end();
        done?;
        output.end(self.is_stopped())?;
        if self.stop.out_of_time() && self.args.easy_first.is_none() {
            let said = message!(
                "--easy-first=3s gives every problem three seconds before the hard ones get more",
                "--easy-first=3s を付けると、まず全作品に3秒ずつ、その後で難しい作品に時間を使う"
            );
            output::remark(&said, self.lang);
        }
        Ok(self.exit(&output.totals))
    }

    /// Prints the warnings of a problem, where a pass `shows` and they are wanted.
    fn warner(
        &self,
        progress: &Arc<Progress>,
        shows: bool,
    ) -> impl FnMut(&Member) + Send + 'static {
        let (terminal, warns) = (Terminal { lang: self.lang }, shows && !self.args.quiet);
        let progress = progress.clone();
        move |member| {
            if let (Ok(problem), true) = (&member.read, warns) {
                // Moves that cannot be played are judged.
                let warnings = terminal.warnings(problem, |warning| !warning.of_moves);
                progress.aside(|| terminal.aside(&warnings));
            }
        }
    }

    /// How the threads and the memory are shared out, and the first jobs: these are read ahead, to
    /// see whether there are fewer than threads.
    fn plan(&self, pass: &Pass, jobs: &mut impl Iterator<Item = Job>) -> (Plan, Vec<Job>) {
        let threads = usize::from(self.args.threads);
        let first: Vec<Job> = match if pass.together { 1 } else { threads } {
            1 => Vec::new(),
            n => jobs.take(n).collect(),
        };
        let plan = Plan::new(threads, self.args.memory, first.len());
        (plan.for_proofs(self.args.proves()), first)
    }

    /// The problems of the collection.
    fn members(&self) -> impl Iterator<Item = Member> + Send + 'static {
        collection::members(self.inputs.clone(), &self.args.reading)
    }

    /// True when the run is to end before everything is done.
    fn is_stopped(&self) -> bool {
        self.stop.out_of_time() || self.stop.quits()
    }

    /// How the run ends with these totals.
    fn exit(&self, totals: &Totals) -> Exit {
        let mut exit = Exit::Decided;
        if !totals.all_well() || self.stop.out_of_time() {
            exit = Exit::Undecided;
        }
        if totals.errors > 0 {
            exit = exit.max(Exit::Unreadable);
        }
        if self.stop.interrupted() {
            exit = exit.max(Exit::Interrupted);
        }
        if totals.defects > 0 {
            exit = exit.max(Exit::SelfCheck);
        }
        exit
    }

    /// Takes over the rows that the report has already, each after a comparison with its
    /// problem.
    ///
    /// # Errors
    /// When a row belongs to another problem, or something cannot be read or written.
    fn take_over(
        &self,
        report: &mut ReportFile,
        members: &mut impl Iterator<Item = Member>,
        mut before: Option<&mut Rows<std::fs::File>>,
        output: &mut Output,
    ) -> Result<()> {
        let mut rows = report.rows()?;
        while let Some(row) = rows.next()? {
            let line = rows.count;
            let Some(member) = members.next() else {
                return Err(message!(
                    "line {line} of the report has no problem in the collection: it belongs to \
                     another one",
                    "報告の{line}行目にあたる作品が作品集にない：別の作品集の報告である",
                    line
                )
                .into());
            };
            let new = Row::new(&member.read, self.args.pin(&member.read));
            if let Some(before) = &mut before {
                same(before, &new, self.args.certificates.as_deref())?;
            }
            check(&row, line, &new, self.args.certificates.as_deref())?;
            output.put(&row, &rows.text())?;
            if self.stop.quits() {
                break;
            }
        }
        Ok(())
    }

    /// The jobs for the problems that are left, with their rows of the pass before.
    fn jobs(
        &self,
        members: impl Iterator<Item = Member> + Send + 'static,
        mut before: Option<Rows<std::fs::File>>,
        done: tsumi::verify::passes::Done,
    ) -> impl Iterator<Item = Job> + Send + 'static {
        let (args, stop) = (self.args.clone(), self.stop.clone());
        members
            .take_while(move |_| !stop.flag().load(Ordering::SeqCst))
            .map(move |member| {
                let new = Row::new(&member.read, args.pin(&member.read));
                let folder = args.certificates.as_deref();
                let row = match &mut before {
                    Some(rows) => same(rows, &new, folder),
                    None => Ok(None),
                };
                match row {
                    Err(error) => Job::Fatal(error),
                    Ok(Some(row)) if done.holds(&row.extent()) => Job::Done(Box::new(row)),
                    Ok(row) => Job::Problem {
                        member: Box::new(member),
                        new: Box::new(new),
                        before: row.map(Box::new),
                    },
                }
            })
    }
}

/// Which results become rows: the report has no gaps, so after a problem that was stopped or is
/// missing no further row is written.
#[derive(Default)]
struct Gapless {
    /// The number of the next problem, from 0.
    next: u64,
    ended: bool,
}

impl Gapless {
    /// The row to be written for the result of a problem, if any.
    ///
    /// # Errors
    /// When the run cannot go on.
    fn next(&mut self, number: u64, finished: Finished) -> Result<Option<Box<Row>>> {
        self.ended |= number != self.next;
        self.next += 1;
        match finished {
            _ if self.ended => Ok(None),
            Finished::Stopped => {
                self.ended = true;
                Ok(None)
            }
            Finished::Fatal(error) => Err(error),
            Finished::Row(row) => Ok(Some(row)),
        }
    }
}

/// The next row of an earlier pass, which has to be about the problem of the row `new`.
fn same(
    rows: &mut Rows<std::fs::File>,
    new: &Row,
    certificates: Option<&Path>,
) -> Result<Option<Row>> {
    let row = rows.next()?;
    if let Some(row) = &row {
        check(row, rows.count, new, certificates)?;
    }
    Ok(row)
}

/// Refuses a row that was made from something else than the problem of the row `new`, or
/// whose certificates are missing. `line` is its line in the report.
fn check(row: &Row, line: u64, new: &Row, certificates: Option<&Path>) -> Result<(), Message> {
    let gone = || certificates.and_then(|folder| proofs::missing(folder, row));
    match row::differs(row, new).or_else(gone) {
        None => Ok(()),
        Some(why) => Err(message!(
            "line {line} of the report cannot be taken over: {why}; to start anew, name a new \
             file with --report",
            "報告の {line} 行目は引き継げない：{why}。新しく始めるには、--report で新しい\
             ファイルを指定する",
            line,
            why
        )),
    }
}

/// Writes a row to the report and to the other outputs.
fn put(row: &Row, report: Option<&mut ReportFile>, output: &mut Output) -> Result<()> {
    let text = serde_json::to_string(row).map_err(|error| Message::from(error.to_string()))? + "\n";
    if let Some(report) = report {
        report.append(&text)?;
    }
    output.put(row, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_follows_a_gap() {
        let row = |line| Finished::Row(Box::new(Row::empty("x.sfen", line, row::UNKNOWN)));
        let written = |results: Vec<(u64, Finished)>| {
            let mut gapless = Gapless::default();
            let rows = results
                .into_iter()
                .filter_map(|(number, finished)| gapless.next(number, finished).unwrap());
            rows.map(|row| row.line).collect::<Vec<_>>()
        };
        assert_eq!(written(vec![(0, row(1)), (1, row(2))]), [1, 2]);
        assert_eq!(written(vec![(0, row(1)), (2, row(3)), (3, row(4))]), [1]);
        let stopped = vec![(0, row(1)), (1, Finished::Stopped), (2, row(3))];
        assert_eq!(written(stopped), [1]);
    }
}
