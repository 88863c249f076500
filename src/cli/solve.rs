//! `tsumi solve`: problems in, proven answers out.

use super::args;
use super::exit::Exit;
use super::extras::{Asker, Extras};
use super::fault::Result;
use super::outputs::Outputs;
use super::panics::{self, Failed};
use super::plan::Plan;
use super::pool;
use super::progress::Progress;
use super::render::{Rendered, render};
use super::report::{Report, Solved, at_problem};
use super::stop::Stop;
use super::terminal::Terminal;
use super::text::verdict;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsumi::base::message::Message;
use tsumi::formats::notation;
use tsumi::formats::{InputError, Problem};
use tsumi::page::{Page, page};
use tsumi::solver::{Limit, Options, Solver, Verdict};

/// What a worker is given.
struct Job {
    problem: Result<Problem, InputError>,
    /// Where its certificate goes.
    certificate: Option<PathBuf>,
    /// Where its page goes.
    page: Option<PathBuf>,
}

/// The options of the files that are written.
const CERTIFICATE: &str = "--certificate";
const HTML: &str = "--html";

/// Runs the command.
pub fn run(args: &args::Solve, terminal: Terminal) -> Result<Exit> {
    let inputs = args.reading.inputs()?;
    let outputs = Outputs::new(args.force, &inputs);
    let stop = Stop::listen()?;
    let total = args.reading.picked();
    let progress = Arc::new(Progress::new(&inputs, total, args.quiet, terminal));
    let mut problems = args.reading.problems(inputs);

    // A look at the first few: no more workers than problems, and is it one or many?
    let threads = usize::from(args.threads);
    let ahead = match (&args.certificate, &args.html, threads) {
        (None, None, 1) => 0,
        (_, _, n) => n.max(2),
    };
    let first: Vec<_> = problems.by_ref().take(ahead).collect();
    let plan = Plan::new(threads, args.limits.memory, first.len());
    let many = first.len() > 1;
    let mut certificates = outputs.places(CERTIFICATE, "tsc", args.certificate.as_deref(), many)?;
    let mut pages = outputs.places(HTML, "html", args.html.as_deref(), many)?;
    let jobs = first.into_iter().chain(problems).map(move |problem| {
        let id = problem.as_ref().ok().map(|p| p.id.clone());
        Job {
            problem,
            certificate: id.as_deref().and_then(|id| certificates.place(id)),
            page: id.as_deref().and_then(|id| pages.place(id)),
        }
    });

    if let Some(time) = args.total_time {
        stop.after(time);
    }
    let worker = Worker {
        options: Options {
            threads: plan.threads,
            ..args.limits.options(plan.memory, !args.no_check)
        },
        format: args.format,
        quiet: args.quiet,
        shows_variations: args.variations.is_some(),
        extras: Extras {
            depth: args.variations.or(args.html.as_ref().map(|_| 1)),
            near_misses: args.near_misses,
        },
        plan: plan.clone(),
        outputs,
        progress: progress.clone(),
        stop: stop.clone(),
        terminal,
    };
    let options = &worker.options;
    plan.try_memory(|| Solver::try_new(options.clone()))?;
    let make = move || {
        let worker = worker.clone();
        let mut solver = None;
        move |job| worker.work(job, &mut solver)
    };
    let mut exit = Exit::Decided;
    let print = |(one, rendered): (Exit, Rendered)| {
        exit = exit.max(one);
        progress.print(&rendered)
    };
    let done = pool::run(jobs, &plan, &stop, make, print);
    progress.end();
    done?;
    if stop.interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// What all workers know.
#[derive(Clone)]
struct Worker {
    options: Options,
    format: args::Format,
    quiet: bool,
    /// The variations are part of the answer, and not of the page alone.
    shows_variations: bool,
    extras: Extras,
    plan: Plan,
    outputs: Outputs,
    progress: Arc<Progress>,
    stop: Stop,
    terminal: Terminal,
}

impl Worker {
    /// Answers one problem, with the solver at hand or a new one.
    fn work(&self, job: Job, solver: &mut Option<Solver>) -> (Exit, Rendered) {
        let warnings = match &job.problem {
            Ok(problem) if !self.quiet => self.terminal.warnings(problem),
            _ => String::new(),
        };
        let report = match job.problem {
            Err(error) => Report::Bad(Box::new(error)),
            Ok(problem) => self.solve(problem, job.certificate.as_deref(), solver),
        };
        let report = match (report, solver) {
            (Report::Solved(solved), Some(solver)) if self.extras.any() => {
                self.add_extras(solved, job.page.as_deref(), solver)
            }
            (report, _) => report,
        };
        let mut rendered = render(&report, self.format, self.terminal);
        rendered.stderr.insert_str(0, &warnings);
        self.progress.finished(&report);
        (report.exit(), rendered)
    }

    /// Solves one problem. A panic of the solver costs the problem, not the run.
    fn solve(
        &self,
        problem: Problem,
        certificate: Option<&Path>,
        solver: &mut Option<Solver>,
    ) -> Report {
        let make = || self.plan.solver(self.options.clone());
        let solved = panics::solve(&problem, make, solver, &self.progress, &self.stop);
        let mut outcome = match solved {
            Ok(outcome) => outcome,
            Err(Failed::Refused(why)) => return Report::Bad(Box::new(at_problem(&problem, why))),
            Err(Failed::Panicked(why)) => return Report::Broken(Box::new(problem), why),
        };
        if outcome.verdict == Verdict::Unknown(Limit::Interrupted) && self.stop.out_of_time() {
            outcome.verdict = Verdict::Unknown(Limit::Time);
        }
        let mut written = None;
        if let (Some(path), Some(text)) = (certificate, &outcome.certificate) {
            if let Err(message) = self.outputs.write(CERTIFICATE, path, text.as_bytes()) {
                return Report::Bad(Box::new(at_problem(&problem, message)));
            }
            written = Some(path.to_path_buf());
        }
        Report::Solved(Box::new(Solved {
            problem,
            outcome,
            certificate: written,
            variations: None,
            near_misses: None,
        }))
    }

    /// Adds variations and near misses, and writes the page.
    fn add_extras(
        &self,
        mut solved: Box<Solved>,
        page: Option<&Path>,
        solver: &mut Solver,
    ) -> Report {
        let mut asker = Asker::new(&solved, solver, &self.options, &self.stop);
        let depth = self.extras.depth;
        let found = depth.and_then(|depth| asker.variations(&solved, depth));
        let (variations, proofs) = found.unzip();
        if self.extras.near_misses {
            solved.near_misses = asker.near_misses(&solved);
        }
        drop(asker);
        if let Some(page) = page
            && let Err(error) = self.write_page(page, &solved, proofs)
        {
            return Report::Bad(Box::new(at_problem(&solved.problem, error)));
        }
        solved.variations = variations.filter(|_| self.shows_variations);
        Report::Solved(solved)
    }

    /// Writes the page of a mate; other verdicts have none.
    fn write_page(
        &self,
        path: &Path,
        solved: &Solved,
        proofs: Option<Vec<String>>,
    ) -> Result<(), Message> {
        let outcome = &solved.outcome;
        let (Some(certificate), Some(proofs)) = (&outcome.certificate, &proofs) else {
            return Ok(());
        };
        let mut certificates = vec![certificate.as_str()];
        certificates.extend(proofs.iter().map(String::as_str));
        let position = solved.position();
        let verdict = verdict(&outcome.verdict);
        let text = page(&Page {
            title: &solved.problem.id,
            position,
            attacker: solved.problem.attacker,
            line: &outcome.line,
            certificates: &certificates,
            near_misses: solved.near_misses.as_deref().unwrap_or_default(),
            verdict: [verdict.english(), verdict.japanese()],
            words: &notation::japanese(position, &outcome.line),
        });
        let text = text.map_err(|error| error.message())?;
        self.outputs.write(HTML, path, text.as_bytes())
    }
}
