//! The thread that searches: one solver, one job after the other.
//!
//! It reports the answer twice when further first moves are wanted (MultiPV): as
//! soon as the mate is known, and again when the rest is done, so that a `stop` in
//! between loses nothing.

use super::options::Settings;
use super::output::Output;
use super::root::Root;
use crate::formats::usi;
use crate::shogi::rules;
use crate::solver::{Control, Limit, Options, Outcome, Progress, Solver, Verdict};
use shogi_core::{Move, PartialPosition, ToUsi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// What the thread is asked for.
pub enum Request {
    /// Reserve the tables.
    Prepare(Settings),
    /// Search.
    Search(Box<Job>),
}

/// One search.
pub struct Job {
    /// Numbers are never used twice.
    pub number: u64,
    pub root: Root,
    pub settings: Settings,
    /// Node limit of the command, besides that of the settings.
    pub nodes: Option<u64>,
    pub stop: Arc<AtomicBool>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Mate, with the line.
    Mate(Vec<Move>),
    /// Proven: no mate. A defender to move escapes with the move.
    NoMate(Option<String>),
    /// Nothing is known.
    Unknown,
    /// The position cannot be searched.
    Refused,
}

/// What comes back.
pub struct Report {
    pub number: u64,
    pub found: Conclusion,
    /// False while further first moves are searched.
    pub last: bool,
}

/// Serves tasks until the engine is gone.
pub fn serve(tasks: &Receiver<Request>, send: &dyn Fn(Report) -> bool, output: &Output) {
    let mut worker = Worker {
        solver: None,
        memory: 0,
        output,
    };
    for task in tasks {
        match task {
            Request::Prepare(settings) => {
                worker.prepare(&settings.solver_options());
            }
            Request::Search(job) => {
                if !worker.search(&job, send) {
                    return;
                }
            }
        }
    }
}

/// Starts a thread that [`serve`]s the tasks.
pub fn start(
    tasks: Receiver<Request>,
    reports: impl Fn(Report) -> bool + Send + 'static,
    output: Arc<Output>,
) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name("search".into())
        .spawn(move || serve(&tasks, &reports, &output))?;
    Ok(())
}

struct Worker<'a> {
    solver: Option<Solver>,
    /// Memory that was asked for; less may have been given.
    memory: usize,
    output: &'a Output,
}

impl Worker<'_> {
    /// A solver with these options; the tables stay when their size does.
    fn prepare(&mut self, options: &Options) -> Option<&mut Solver> {
        if self.memory != options.memory || self.solver.is_none() {
            // The old tables go first, or both would need room.
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
    fn search(&mut self, job: &Job, send: &dyn Fn(Report) -> bool) -> bool {
        let report = |found: Conclusion, last: bool| {
            send(Report {
                number: job.number,
                found,
                last,
            })
        };
        let mut options = job.settings.solver_options();
        options.nodes = [options.nodes, job.nodes].into_iter().flatten().min();
        let info = Info::new(job, self.output);
        let outcome = self.solve(job, &job.root.position, &options, Some(&info));
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(found) => return report(found, true),
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
        let first = match &found {
            Conclusion::Mate(line) if job.settings.multi_pv > 1 && !job.root.defends() => {
                line.first().copied()
            }
            _ => None,
        };
        let Some(first) = first else {
            return report(found, true);
        };
        if !report(found.clone(), false) {
            return false;
        }
        // A hopeless move must not cost for ever what the mate cost once.
        let budget = outcome.nodes * ALTERNATIVE_SHARE + ALTERNATIVE_NODES;
        options.nodes = Some(options.nodes.map_or(budget, |n| n.min(budget)));
        self.alternatives(job, first, &outcome.line, &options, &info);
        report(found, true)
    }

    /// Solves a position; a panic costs the answer and not the engine.
    fn solve(
        &mut self,
        job: &Job,
        position: &PartialPosition,
        options: &Options,
        info: Option<&Info<'_>>,
    ) -> Result<Outcome, Conclusion> {
        let attacker = job.root.attacker;
        let Some(solver) = self.prepare(options) else {
            self.output.info(job.number, "info string no memory");
            return Err(Conclusion::Unknown);
        };
        let progress = |p: &Progress| {
            if let Some(info) = info {
                info.progress(p);
            }
        };
        let control = Control {
            stop: Some(&job.stop),
            progress: Some(&progress),
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

    /// Which other first moves mate, shortest first.
    fn alternatives(
        &mut self,
        job: &Job,
        first: Move,
        line: &[Move],
        options: &Options,
        info: &Info<'_>,
    ) {
        let root = &job.root.position;
        let mut lines = vec![line.to_vec()];
        // The lines that the GUI knows, by their ranks.
        let mut said = lines.clone();
        let mut undecided = Vec::new();
        let mut checks = rules::checks(root);
        checks.sort_by_key(ToUsi::to_usi_owned);
        for mv in checks {
            if job.stop.load(Ordering::Relaxed) {
                return;
            }
            let mut next = root.clone();
            if mv == first || next.make_move(mv).is_none() {
                continue;
            }
            let Ok(outcome) = self.solve(job, &next, options, None) else {
                continue;
            };
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
        // The first line stays first: it is the one that is answered with.
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

/// Another first move may cost this multiple of the nodes of the mate, and this number besides.
const ALTERNATIVE_SHARE: u64 = 8;
const ALTERNATIVE_NODES: u64 = 100_000;

/// The `info` lines of a search.
struct Info<'a> {
    number: u64,
    multi_pv: bool,
    /// Sign of the score: mate for whom.
    sign: &'static str,
    interval: Duration,
    begin: Instant,
    /// Milliseconds from the beginning to the last line.
    last: AtomicU64,
    deepest: AtomicU32,
    hashfull: AtomicU32,
    nodes: AtomicU64,
    output: &'a Output,
}

impl<'a> Info<'a> {
    fn new(job: &Job, output: &'a Output) -> Info<'a> {
        Info {
            number: job.number,
            multi_pv: job.settings.multi_pv > 1,
            sign: if job.root.defends() { "-" } else { "" },
            interval: job.settings.interval(),
            begin: Instant::now(),
            last: AtomicU64::new(0),
            deepest: AtomicU32::new(0),
            hashfull: AtomicU32::new(0),
            nodes: AtomicU64::new(0),
            output,
        }
    }

    /// `info` with depth and effort; `rest` follows, of the line of this rank if it is
    /// about one.
    fn say(&self, depth: usize, rank: Option<usize>, rest: &str) {
        let elapsed = self.begin.elapsed();
        let nodes = self.nodes.load(Ordering::Relaxed);
        let nps = (nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
        let deepest = self.deepest.load(Ordering::Relaxed).max(depth as u32);
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

    /// A report of the running search: the line it is looking at.
    fn progress(&self, p: &Progress) {
        self.deepest
            .fetch_max(p.line.len() as u32, Ordering::Relaxed);
        self.hashfull.store(p.hashfull, Ordering::Relaxed);
        self.nodes.store(p.nodes, Ordering::Relaxed);
        let now = self.begin.elapsed().as_millis() as u64;
        let due = self.last.load(Ordering::Relaxed) + self.interval.as_millis() as u64;
        if now < due || p.line.is_empty() {
            return;
        }
        self.last.store(now, Ordering::Relaxed);
        let line = &p.line[..p.line.len().min(SHOWN)];
        self.say(p.line.len(), Some(1), &format!(" pv {}", usi::line(line)));
    }

    /// The answer.
    fn result(&self, outcome: &Outcome) {
        self.nodes.store(outcome.nodes, Ordering::Relaxed);
        match outcome.verdict {
            Verdict::Mate { .. } => self.line(1, &outcome.line),
            _ => self.say(0, None, ""),
        }
    }

    /// A line that mates.
    fn line(&self, rank: usize, line: &[Move]) {
        let n = line.len();
        let pv = if n == 0 { "" } else { " pv " };
        let rest = format!(" score mate {}{n}{pv}{}", self.sign, usi::line(line));
        self.say(n, Some(rank), &rest);
    }

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

/// Most moves of a running search that are shown.
const SHOWN: usize = 40;
