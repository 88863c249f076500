//! `tsumi solve`: problems in, proved answers out.

use super::args;
use super::certificates;
use super::exit::Exit;
use super::extras::{Asker, Extras};
use super::fault::{Result, too_much};
use super::outputs::{Outputs, Places, cannot_write};
use super::panics::{self, Failed};
use super::pool;
use super::progress::Progress;
use super::render::{Rendered, render};
use super::report::{Report, Solved, at_problem, looked_along};
use super::stop::Stop;
use super::terminal::Terminal;
use super::text::answer;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsumi::base::message::Message;
use tsumi::base::problem::{author, title};
use tsumi::formats::{InputError, Problem};
use tsumi::page::{Head, Listed, index, of_outcome};
use tsumi::shogi::rules;
use tsumi::solver::{
    Certificate, Control, Custom, Lengths, Limit, Options, Outcome, Plan, Session, Solver, Verdict,
};
use tsumi::verify::{Glance, glance};

/// A problem for a worker.
struct Job {
    problem: Result<Problem, InputError>,
    /// The file for its certificate.
    certificate: Option<PathBuf>,
    /// The file for its page.
    page: Option<PathBuf>,
}

/// The option that names the file or folder of certificates, for messages.
const CERTIFICATE: &str = "--certificate";
/// The option that names the file or folder of pages, for messages.
const HTML: &str = "--html";

/// Runs the command.
pub fn run(args: &args::Solve, terminal: Terminal) -> Result<Exit> {
    let inputs = args.reading.inputs()?;
    let outputs = Outputs::new(args.force, &inputs);
    let stop = Stop::listen()?;
    let total = args.reading.picked();
    let progress = Arc::new(Progress::new(&inputs, total, args.quiet, terminal));
    let mut problems = args.reading.problems(inputs);

    let first: Vec<_> = problems.by_ref().take(ahead(args)).collect();
    let threads = usize::from(args.threads);
    let plan = Plan::new(threads, args.limits.memory, first.len());
    let plan = plan.for_proofs(proves_lengths(args));
    let mut files = Files::new(args, &outputs, first.len() > 1)?;
    let list = files.list.clone();
    let in_folder = matches!(files.certificates, Places::Folder { .. });
    let problems = first.into_iter().chain(problems);
    let jobs = problems.map(move |problem| files.job(problem));

    if let Some(time) = args.total_time {
        stop.after(time);
    }
    let worker = Worker {
        options: options(args, &plan),
        extras: Extras {
            depth: args.variations.or(args.html.as_ref().map(|_| 1)),
            near_misses: args.near_misses.is_some(),
        },
        args: args.clone(),
        in_folder,
        plan: plan.clone(),
        outputs: outputs.clone(),
        progress: progress.clone(),
        stop: stop.clone(),
        terminal,
    };
    let options = &worker.options;
    plan.try_memory(|| Solver::try_new(options.clone()))
        .map_err(too_much)?;
    let make = move || {
        let worker = worker.clone();
        let mut solver = None;
        move |job| worker.work(job, &mut solver)
    };
    let mut exit = Exit::Decided;
    let mut listed = Vec::new();
    let print = |(one, rendered, page): (Exit, Rendered, Option<Listed>)| {
        exit = exit.max(one);
        listed.extend(page);
        progress.print(&rendered)
    };
    let done = pool::run(jobs, &plan, &stop, make, print);
    progress.end();
    done?;
    if let Some(list) = list {
        outputs.write(HTML, &list, index(&listed, terminal.lang).as_bytes())?;
    }
    if stop.interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// How many problems are read ahead, so that there are no more workers than problems, and to
/// know whether files or folders are written.
fn ahead(args: &args::Solve) -> usize {
    match (&args.certificate, &args.html, usize::from(args.threads)) {
        (None, None, 1) => 0,
        (_, _, n) => n.max(2),
    }
}

/// True when the certificates prove the lengths too.
fn proves_lengths(args: &args::Solve) -> bool {
    args.certificate.is_some() && args.proofs == args::Proofs::All
}

/// The options of the solver of each worker.
fn options(args: &args::Solve, plan: &Plan) -> Options {
    Options {
        threads: plan.threads,
        proof_memory: plan.proof_memory,
        prove_lengths: proves_lengths(args),
        ..args.limits.options(plan.memory, !args.no_check)
    }
}

/// The files of a run.
struct Files {
    certificates: Places,
    pages: Places,
    /// The list of the pages, when they go into a folder.
    list: Option<PathBuf>,
}

impl Files {
    /// Files for `many` problems or one.
    ///
    /// # Errors
    /// When something is in their place, and when a folder cannot be made.
    fn new(args: &args::Solve, outputs: &Outputs, many: bool) -> Result<Files, Message> {
        let certificates = outputs.places(CERTIFICATE, "tsc", args.certificate.as_deref(), many)?;
        let mut pages = outputs.places(HTML, "html", args.html.as_deref(), many)?;
        let list = pages
            .reserve("index")
            .map(|folder| folder.join("index.html"));
        if let Some(list) = &list {
            outputs.check(HTML, list)?;
        }
        Ok(Files {
            certificates,
            pages,
            list,
        })
    }

    /// A problem with its files.
    fn job(&mut self, problem: Result<Problem, InputError>) -> Job {
        let id = problem.as_ref().ok().map(|p| p.id.as_str());
        Job {
            certificate: id.and_then(|id| self.certificates.place(id)),
            page: id.and_then(|id| self.pages.place(id)),
            problem,
        }
    }
}

/// A first look for other mates may take the nodes of the answer divided by this, and
/// [`GLANCE_LEAST`] more.
const GLANCE_SHARE: u64 = 8;
/// The nodes that any first look may take, some hundredths of a second.
const GLANCE_LEAST: u64 = 10_000;
/// The most nodes of a first look, a quarter of a second.
const GLANCE_MOST: u64 = 100_000;

/// What every worker has.
#[derive(Clone)]
struct Worker {
    args: args::Solve,
    options: Options,
    extras: Extras,
    /// True when certificates go into a folder.
    in_folder: bool,
    plan: Plan,
    outputs: Outputs,
    progress: Arc<Progress>,
    stop: Stop,
    terminal: Terminal,
}

impl Worker {
    /// Answers one problem, with the solver that is there or a new one.
    fn work(&self, job: Job, solver: &mut Option<Solver>) -> (Exit, Rendered, Option<Listed>) {
        let warnings = match &job.problem {
            Ok(problem) if !self.args.quiet => self.terminal.warnings(problem, |_| true),
            _ => String::new(),
        };
        let report = match job.problem {
            Err(error) => Report::Bad(Box::new(error)),
            Ok(problem) => match self.may_write(job.certificate.as_deref(), job.page.as_deref()) {
                Ok(()) => self.solve(problem, job.certificate.as_deref(), solver),
                Err(message) => Report::Bad(Box::new(at_problem(&problem, message))),
            },
        };
        let (report, listed) = match (report, solver) {
            (Report::Solved(solved), Some(solver)) if self.extras.any() => {
                self.add_extras(solved, job.page.as_deref(), solver)
            }
            (report, _) => (report, None),
        };
        let mut rendered = render(&report, self.args.format, self.terminal);
        rendered.stderr.insert_str(0, &warnings);
        self.progress.finished(&report);
        (report.exit(), rendered, listed)
    }

    /// Refuses a problem before its search when a file of it is there already.
    fn may_write(&self, certificate: Option<&Path>, page: Option<&Path>) -> Result<(), Message> {
        if let Some(path) = certificate {
            self.outputs.check(CERTIFICATE, path)?;
            if self.in_folder {
                self.outputs
                    .check(CERTIFICATE, &certificates::compressed(path))?;
            }
        }
        page.map_or(Ok(()), |path| self.outputs.check(HTML, path))
    }

    /// Writes a certificate, and returns its path: in a folder a large one is compressed.
    fn write(&self, path: &Path, proof: &Certificate) -> Result<PathBuf, Message> {
        let path = match self.in_folder {
            true => certificates::in_folder(path.to_path_buf(), proof),
            false => path.to_path_buf(),
        };
        let text = certificates::packed(&path, proof.reader())
            .map_err(|error| cannot_write(CERTIFICATE, &path, &error))?;
        self.outputs.copy(CERTIFICATE, &path, text)?;
        Ok(path)
    }

    /// Solves one problem, and writes its certificate.
    fn solve(
        &self,
        problem: Problem,
        certificate: Option<&Path>,
        solver: &mut Option<Solver>,
    ) -> Report {
        let make = || self.plan.solver(self.options.clone());
        let control = (&*self.progress, &self.stop);
        let solved = panics::solve(&problem, make, solver, control, |session, mut outcome| {
            let custom = match self.args.leftover {
                Some(asked) => asked.into(),
                None => Custom::of(problem.plies, &outcome),
            };
            let glance = self.glance(session, &problem, &outcome, custom);
            let (found, instead) = glance.map(|g| (g.found, g.instead)).unzip();
            if let Some(line) = instead.flatten() {
                outcome.line = line;
            }
            (outcome, custom, found)
        });
        let (mut outcome, custom, glance) = match solved {
            Ok(solved) => solved,
            Err(Failed::Refused(why)) => return Report::Bad(Box::new(at_problem(&problem, why))),
            Err(Failed::Panicked(why)) => return Report::Broken(Box::new(problem), why),
        };
        if outcome.verdict == Verdict::Unknown(Limit::Interrupted) && self.stop.out_of_time() {
            outcome.verdict = Verdict::Unknown(Limit::Time);
        }
        // An answer is told even where its files cannot be written.
        let written = certificate.zip(outcome.certificate.as_ref());
        let written = written.map(|(path, proof)| self.write(path, proof));
        let (certificate, unwritten) = match written.transpose() {
            Ok(path) => (path, Vec::new()),
            Err(message) => (None, vec![at_problem(&problem, message)]),
        };
        Report::Solved(Box::new(Solved {
            custom,
            glance,
            problem,
            outcome,
            certificate,
            unwritten,
            variations: None,
            near_misses: None,
            most: self.args.near_misses.unwrap_or(10) as usize,
        }))
    }

    /// A first look for other mates, where the problem looks composed (the attacker has no king),
    /// its length is proved, and people read the answer.
    fn glance(
        &self,
        session: Session<'_>,
        problem: &Problem,
        outcome: &Outcome,
        custom: Custom,
    ) -> Option<Glance> {
        let composed = rules::king(&problem.position, problem.attacker).is_none();
        let proved = matches!(outcome.verdict, Verdict::Mate { conventional, .. }
            if conventional.is_minimal());
        let asked = self.options.lengths == Lengths::Answer
            && matches!(
                self.args.format,
                args::Format::Text | args::Format::Ja | args::Format::Kif
            );
        if !(composed && proved && asked) {
            return None;
        }
        let (options, share) = (&self.options, outcome.nodes / GLANCE_SHARE);
        let nodes = (share + GLANCE_LEAST).min(GLANCE_MOST);
        let left = options.nodes.map(|n| n.saturating_sub(outcome.nodes));
        let control = Control {
            stop: Some(self.stop.flag()),
            progress: None,
        };
        let mut barred = Solver::try_new(Options {
            memory: 0,
            ..Options::default()
        })
        .ok()?;
        let line = looked_along(problem, outcome.main_line(custom));
        let nodes = left.map_or(nodes, |left| left.min(nodes));
        let time = options.time.map(|t| t.saturating_sub(outcome.elapsed));
        let limits = (nodes, time);
        glance(
            session,
            &mut barred,
            (problem, outcome),
            line,
            limits,
            control,
        )
        .ok()
    }

    /// Adds variations and near misses, and writes the page.
    fn add_extras(
        &self,
        mut solved: Box<Solved>,
        page: Option<&Path>,
        solver: &mut Solver,
    ) -> (Report, Option<Listed>) {
        let mut asker = Asker::new(&solved, solver, &self.options, &self.stop);
        let depth = self.extras.depth;
        let found = depth.and_then(|depth| asker.variations(&solved, depth));
        let (variations, proofs) = found.unzip();
        if self.extras.near_misses {
            solved.near_misses = asker.near_misses(&solved);
        }
        drop(asker);
        let proofs = proofs.unwrap_or_default();
        let written = page.map(|page| self.write_page(page, &solved, &proofs));
        let listed = written.transpose().unwrap_or_else(|message| {
            let error = at_problem(&solved.problem, message);
            solved.unwritten.push(error);
            None
        });
        solved.variations = variations.filter(|_| self.args.variations.is_some());
        (Report::Solved(solved), listed)
    }

    /// Writes the page of a problem. Returns its line in the list of pages.
    fn write_page(
        &self,
        path: &Path,
        solved: &Solved,
        proofs: &[Certificate],
    ) -> Result<Listed, Message> {
        let (problem, outcome) = (&solved.problem, &solved.outcome);
        let verdict = answer(solved);
        let head = Head {
            title: title(&problem.headers).unwrap_or(&problem.id),
            author: author(&problem.headers),
            verdict: &verdict,
            lang: self.terminal.lang,
            position: solved.position(),
            attacker: problem.attacker,
        };
        let near_misses = solved.near_misses.as_deref().unwrap_or_default();
        let text = of_outcome(head, outcome, solved.custom, proofs, near_misses)
            .map_err(|error| error.message())?;
        self.outputs.write(HTML, path, text.as_bytes())?;
        let file = path.file_name().unwrap_or_default();
        Ok(Listed {
            file: file.to_string_lossy().into_owned(),
            title: head.title.to_string(),
            author: head.author.map(str::to_string),
            verdict: verdict.clone(),
        })
    }
}
