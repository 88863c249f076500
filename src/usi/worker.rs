//! The thread that searches: one solver, one job after the other.
//!
//! When further first moves are wanted (MultiPV), it reports the answer twice: as soon as the
//! mate is known, so that it can be given when `stop` comes, and again when the others are
//! done. So it does where there is no mate, before it reads the refutation.

use super::options::Settings;
use super::output::Output;
use super::root::Root;
use crate::base::clock::Instant;
use crate::formats::usi;
use crate::shogi::rules;
use crate::solver::{Control, Lengths, Limit, Options, Outcome, Progress, Solver, Verdict};
use crate::variations::refutation::{Ending, refutation};
use parking_lot::Mutex;
use shogi_core::{Move, PartialPosition, ToUsi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// A task for the thread.
pub enum Request {
    /// Reserve the tables.
    Prepare(Settings),
    /// Search a position.
    Search(Box<Job>),
}

/// One search.
pub struct Job {
    /// From 1 on, a new one for each search.
    pub number: u64,
    pub root: Root,
    pub settings: Settings,
    /// Node limit of the command, besides that of the settings.
    pub nodes: Option<u64>,
    /// True when the command limits the time or the nodes: then all of it is for the answer.
    pub limited: bool,
    /// Set to true, it stops the search.
    pub stop: Arc<AtomicBool>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Mate, with the line.
    Mate(Vec<Move>),
    /// No mate, proved. With the defender to move, the move in USI that escapes.
    NoMate(Option<String>),
    /// There is no verdict: a limit came first, or the search failed.
    Unknown,
    /// The position cannot be searched.
    Refused,
}

/// Takes a report; false when the engine has gone.
pub type Reports<'a> = &'a (dyn Fn(Report) -> bool + Sync);

/// What the thread reports of a search.
pub struct Report {
    pub number: u64,
    pub found: Conclusion,
    pub stage: Stage,
}

/// How far a search is when it reports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A mate is proved, and a shorter one is looked for.
    Shortening,
    /// That is the answer; more is said of it.
    Answered,
    /// The search has ended.
    Ended,
}

/// Starts a thread that does tasks until the engine has gone. `reports` takes a report, and is false
/// when the engine has gone.
///
/// # Errors
/// When the thread cannot be started.
pub fn start(
    tasks: Receiver<Request>,
    reports: impl Fn(Report) -> bool + Send + Sync + 'static,
    output: Arc<Output>,
) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name("search".into())
        .spawn(move || {
            let mut worker = Worker::new(output);
            tasks.iter().all(|task| worker.execute(task, &reports))
        })?;
    Ok(())
}

/// Who searches.
pub struct Worker {
    solver: Option<Solver>,
    /// Bytes of memory that were asked for; the solver may have got less.
    memory: usize,
    output: Arc<Output>,
}

impl Worker {
    /// A worker without a solver, which writes what it knows meanwhile to `output`.
    pub fn new(output: Arc<Output>) -> Worker {
        Worker {
            solver: None,
            memory: 0,
            output,
        }
    }

    /// Does a task; false when the engine no longer takes reports.
    pub fn execute(&mut self, task: Request, send: Reports<'_>) -> bool {
        match task {
            Request::Prepare(settings) => {
                self.prepare(&settings.solver_options());
                true
            }
            Request::Search(job) => self.search(&job, send),
        }
    }

    /// The solver with these options; its tables are kept unless their size changes. `None` when
    /// there is no memory for the smallest ones.
    fn prepare(&mut self, options: &Options) -> Option<&mut Solver> {
        if self.memory != options.memory || self.solver.is_none() {
            // The old tables are freed first, so that there is never memory for both.
            self.solver = None;
            self.memory = options.memory;
            let mut options = options.clone();
            while self.solver.is_none() && options.memory >= 2 << 20 {
                self.solver = Solver::try_new(options.clone()).ok();
                if self.solver.is_none() {
                    options.memory /= 2;
                    let mib = options.memory >> 20;
                    let text = format!("info string not enough memory, trying {mib} MiB");
                    self.output.say(&text);
                }
            }
        }
        let solver = self.solver.as_mut()?;
        solver.set_options(options.clone());
        Some(solver)
    }

    /// Does a job; false when the engine no longer takes reports.
    fn search(&mut self, job: &Job, send: Reports<'_>) -> bool {
        let report = |found: Conclusion, stage: Stage| {
            send(Report {
                number: job.number,
                found,
                stage,
            })
        };
        let mut options = job.settings.solver_options();
        options.nodes = [options.nodes, job.nodes].into_iter().flatten().min();
        options.shortest_conventional = job.limited && options.lengths == Lengths::Answer;
        let output = self.output.clone();
        let info = Info::new(job, &output, send);
        let outcome = self.solve(job, &job.root.position, &options, &|p| info.progress(p));
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(found) => return report(found, Stage::Ended),
        };
        info.result(&outcome);
        let found = match outcome.verdict {
            Verdict::Mate { .. } => Conclusion::Mate(outcome.line.clone()),
            Verdict::NoMate => {
                let reply = outcome.saving_reply();
                Conclusion::NoMate(reply.map(|mv| mv.to_usi_owned()))
            }
            Verdict::Unknown(limit) => {
                info.unknown(limit);
                Conclusion::Unknown
            }
        };
        if outcome.verdict == Verdict::NoMate {
            if !report(found.clone(), Stage::Answered) {
                return false;
            }
            info.refutation(&outcome, job.settings.multi_pv);
            return report(found, Stage::Ended);
        }
        let wanted = job.settings.multi_pv > 1 && !job.root.defends();
        if !wanted || !matches!(&found, Conclusion::Mate(line) if !line.is_empty()) {
            return report(found, Stage::Ended);
        }
        if !report(found.clone(), Stage::Answered) {
            return false;
        }
        // The limit is one for the whole search.
        let left = options.nodes.map(|n| n.saturating_sub(outcome.nodes));
        // Without this limit a first move that does not mate could take for ever.
        options.nodes = Some(outcome.verdict_nodes * ALTERNATIVE_SHARE + ALTERNATIVE_NODES);
        options.shortest_conventional = false;
        if options.lengths == Lengths::Answer {
            options.lengths = Lengths::Quick;
        }
        self.alternatives(job, &outcome.line, &options, left, &info);
        report(found, Stage::Ended)
    }

    /// Solves a position. After a panic there is no answer and no solver, but the thread goes
    /// on.
    fn solve(
        &mut self,
        job: &Job,
        position: &PartialPosition,
        options: &Options,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Outcome, Conclusion> {
        let attacker = job.root.attacker;
        let Some(solver) = self.prepare(options) else {
            self.output.info(job.number, "info string no memory");
            return Err(Conclusion::Unknown);
        };
        let control = Control {
            stop: Some(&job.stop),
            progress: Some(progress),
        };
        let solved = catch_unwind(AssertUnwindSafe(|| {
            solver.solve(position, attacker, control)
        }));
        match solved {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(error)) => {
                let text = format!("info string {error}");
                self.output.info(job.number, &text);
                Err(Conclusion::Refused)
            }
            Err(_) => {
                self.solver = None;
                let text = "info string internal error, a defect of tsumi";
                self.output.info(job.number, text);
                Err(Conclusion::Unknown)
            }
        }
    }

    /// Searches the other first moves than that of `line`, each with `options` and all together
    /// within the nodes that are `left`, and lists those that mate, the shortest first.
    fn alternatives(
        &mut self,
        job: &Job,
        line: &[Move],
        options: &Options,
        mut left: Option<u64>,
        info: &Info<'_>,
    ) {
        let root = &job.root.position;
        let mut lines = vec![line.to_vec()];
        // The lines that were written to the GUI, by their ranks.
        let mut said = lines.clone();
        let mut undecided = Vec::new();
        let mut checks = rules::checks(root);
        checks.sort_by_key(ToUsi::to_usi_owned);
        for mv in checks {
            if job.stop.load(Ordering::Relaxed) {
                return;
            }
            let mut next = root.clone();
            if line.first() == Some(&mv) || next.make_move(mv).is_none() {
                continue;
            }
            if left == Some(0) {
                undecided.push(mv.to_usi_owned());
                continue;
            }
            let options = Options {
                nodes: options.nodes.into_iter().chain(left).min(),
                ..options.clone()
            };
            let before = info.nodes.load(Ordering::Relaxed);
            let progress = |p: &Progress| {
                info.hashfull.store(p.hashfull, Ordering::Relaxed);
                info.effort(1 + p.line.len(), before + p.nodes);
            };
            let Ok(outcome) = self.solve(job, &next, &options, &progress) else {
                continue;
            };
            left = left.map(|n| n.saturating_sub(outcome.nodes));
            info.effort(1, before + outcome.nodes);
            match outcome.verdict {
                Verdict::Mate { .. } => {
                    let mut found = vec![mv];
                    found.extend(&outcome.line);
                    lines.push(found);
                    if lines.len() as u64 <= job.settings.multi_pv {
                        info.line(lines.len(), &lines[lines.len() - 1]);
                        said.clone_from(&lines);
                    }
                }
                Verdict::Unknown(_) => undecided.push(mv.to_usi_owned()),
                Verdict::NoMate => {}
            }
        }
        // The first line is the answer, so it stays first.
        lines[1..].sort_by_key(Vec::len);
        lines.truncate(usize::try_from(job.settings.multi_pv).unwrap_or(usize::MAX));
        for (n, line) in lines.iter().enumerate() {
            if said.get(n) != Some(line) {
                info.line(n + 1, line);
            }
        }
        if !undecided.is_empty() {
            let text = format!("info string undecided: {}", undecided.join(" "));
            self.output.info(job.number, &text);
        }
    }
}

/// Another first move may take this many times the nodes of the mate, and
/// [`ALTERNATIVE_NODES`] besides.
const ALTERNATIVE_SHARE: u64 = 8;
/// See [`ALTERNATIVE_SHARE`].
const ALTERNATIVE_NODES: u64 = 100_000;

/// The `info` lines of a search.
struct Info<'a> {
    number: u64,
    multi_pv: bool,
    send: Reports<'a>,
    /// The sign of the score: `-` when the side to move is mated.
    sign: &'static str,
    /// Time between two lines about a running search.
    interval: Duration,
    begin: Instant,
    /// Milliseconds from the beginning of the search to the last such line.
    last: AtomicU64,
    /// The greatest number of plies of a line so far.
    deepest: AtomicU32,
    /// Permille of the table in use.
    hashfull: AtomicU32,
    nodes: AtomicU64,
    /// The mate that was written last.
    said: Mutex<Option<Vec<Move>>>,
    output: &'a Output,
}

impl<'a> Info<'a> {
    fn new(job: &Job, output: &'a Output, send: Reports<'a>) -> Info<'a> {
        Info {
            number: job.number,
            multi_pv: job.settings.multi_pv > 1,
            send,
            sign: if job.root.defends() { "-" } else { "" },
            interval: job.settings.interval(),
            begin: Instant::now(),
            last: AtomicU64::new(0),
            deepest: AtomicU32::new(0),
            hashfull: AtomicU32::new(0),
            nodes: AtomicU64::new(0),
            said: Mutex::default(),
            output,
        }
    }

    /// Writes an `info` line with depth, effort and `rest`, and with the rank of the line of
    /// moves that it is about, if any.
    fn say(&self, depth: usize, rank: Option<usize>, rest: &str) {
        let elapsed = self.begin.elapsed();
        let nodes = self.nodes.load(Ordering::Relaxed);
        let nps = (nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
        self.deepest.fetch_max(depth as u32, Ordering::Relaxed);
        let deepest = self.deepest.load(Ordering::Relaxed);
        let rank = match rank {
            Some(rank) if self.multi_pv => format!(" multipv {rank}"),
            _ => String::new(),
        };
        let text = format!(
            "info depth {depth} seldepth {deepest} time {} nodes {nodes} nps {nps} hashfull {}{rank}{rest}",
            elapsed.as_millis(),
            self.hashfull.load(Ordering::Relaxed),
        );
        self.output.info(self.number, &text);
    }

    /// Writes the line that the running search is at, unless the last such line is too recent.
    fn progress(&self, p: &Progress) {
        self.deepest
            .fetch_max(p.line.len() as u32, Ordering::Relaxed);
        self.hashfull.store(p.hashfull, Ordering::Relaxed);
        self.nodes.store(p.nodes, Ordering::Relaxed);
        if !p.mate.is_empty() {
            self.mate(&p.mate);
        }
        if p.line.is_empty() || !self.is_due() {
            return;
        }
        let line = &p.line[..p.line.len().min(SHOWN)];
        self.say(p.line.len(), Some(1), &format!(" pv {}", usi::line(line)));
    }

    /// Writes the depth of the search of another first move and the nodes of all searches,
    /// unless the last line about a running search is too recent.
    fn effort(&self, depth: usize, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        if self.is_due() {
            self.say(depth, None, "");
        }
    }

    /// True when it is time for another line about the running search, which is then written.
    fn is_due(&self) -> bool {
        let now = self.begin.elapsed().as_millis() as u64;
        let due = self.last.load(Ordering::Relaxed) + self.interval.as_millis() as u64;
        if now >= due {
            self.last.store(now, Ordering::Relaxed);
        }
        now >= due
    }

    /// Writes the result of the search.
    fn result(&self, outcome: &Outcome) {
        self.nodes.store(outcome.nodes, Ordering::Relaxed);
        match outcome.verdict {
            Verdict::Mate { .. } => self.mate(&outcome.line),
            _ => self.say(0, None, ""),
        }
    }

    /// Writes the shortest mate so far, unless the last line that was written is the same.
    fn mate(&self, line: &[Move]) {
        let mut said = self.said.lock();
        if said.as_deref() != Some(line) {
            self.line(1, line);
            *said = Some(line.to_vec());
            // So the mate is not lost when `stop` finds the search at the proof of a shorter one.
            (self.send)(Report {
                number: self.number,
                found: Conclusion::Mate(line.to_vec()),
                stage: Stage::Shortening,
            });
        }
    }

    /// Writes a line that mates.
    fn line(&self, rank: usize, line: &[Move]) {
        let n = line.len();
        let pv = if n == 0 { "" } else { " pv " };
        let rest = format!(" score mate {}{n}{pv}{}", self.sign, usi::line(line));
        self.say(n, Some(rank), &rest);
    }

    /// Writes the `most` checks that last longest, each with the defences that hold: lines of
    /// moves without a score, so that none is taken for a mate.
    fn refutation(&self, outcome: &Outcome, most: u64) {
        let Some(found) = outcome.certificate.as_ref().and_then(refutation) else {
            return;
        };
        let groups = found.groups();
        let mut lines: Vec<_> = groups.iter().map(|group| group[0].line.clone()).collect();
        if lines.is_empty() && found.reply.is_some() {
            lines.push(Vec::new());
        }
        lines.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        for (n, line) in lines.into_iter().enumerate() {
            let line: Vec<Move> = found.reply.into_iter().chain(line).collect();
            let rest = format!(" pv {}", usi::line(&line));
            self.say(line.len(), Some(n + 1), &rest);
        }
        let why = match groups
            .first()
            .map(|group| (&group[0].line, group[0].ending))
        {
            None => "there is no check".to_string(),
            Some((line, Ending::Spent)) => format!("the attack lasts {} plies", line.len()),
            Some((line, Ending::Repeats)) => {
                format!("the attack repeats after {} plies", line.len())
            }
            Some((line, Ending::GoesOn)) => {
                format!("the attack lasts {} plies and more", line.len())
            }
        };
        let text = format!("info string no mate: {why}");
        self.output.info(self.number, &text);
    }

    /// Writes why there is no verdict, unless the time was over or `stop` came.
    fn unknown(&self, limit: Limit) {
        let why = match limit {
            Limit::Nodes => "the node limit was reached",
            Limit::Memory => "the tables are too small (USI_Hash)",
            Limit::SelfCheck => "a certificate failed its check, a defect of tsumi",
            Limit::Time | Limit::Interrupted => return,
        };
        let text = format!("info string {why}");
        self.output.info(self.number, &text);
    }
}

/// The most moves of a running search that are shown.
const SHOWN: usize = 40;
