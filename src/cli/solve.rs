//! `tsumi solve`: problems in, proven answers out.

use super::args;
use super::certificates::Places;
use super::exit::Exit;
use super::pool;
use super::progress::Progress;
use super::render::{Rendered, render};
use super::report::{Report, Solved, at_problem};
use super::stop::Stop;
use anyhow::{Result, bail};
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsumi::formats::notation;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, InputError, Problem, ReadOptions, read_input};
use tsumi::page::{Page, page};
use tsumi::solver::{Control, Limit, Options, Solver, Verdict};
use tsumi::variations::Variations;

/// What a worker is given: a problem, the places of its certificate and its page.
type Job = (
    Result<Problem, InputError>,
    Option<PathBuf>,
    Option<PathBuf>,
);

/// Runs the command.
pub fn run(args: &args::Solve) -> Result<Exit> {
    let inputs = inputs(&args.inputs)?;
    let read = ReadOptions {
        attacker: args.attacker.map(Into::into),
    };
    let stop = Stop::listen()?;
    let progress = Arc::new(Progress::new(&inputs, args.quiet));
    let mut problems = inputs
        .into_iter()
        .flat_map(move |input| read_input(&input, &read));

    // A look at the first few: no more workers than problems, and is it one or many?
    let threads = usize::from(args.threads);
    let ahead = match (&args.certificate, &args.html, threads) {
        (None, None, 1) => 0,
        (_, _, n) => n.max(2),
    };
    let first: Vec<_> = problems.by_ref().take(ahead).collect();
    let workers = if ahead == 0 {
        1
    } else {
        threads.min(first.len()).max(1)
    };
    let many = first.len() > 1;
    let mut places = Places::new("--certificate", "tsc", args.certificate.as_deref(), many)?;
    let mut pages = Places::new("--html", "html", args.html.as_deref(), many)?;
    let jobs = first.into_iter().chain(problems).map(move |problem| {
        let place = |places: &mut Places| {
            let id = problem.as_ref().ok().map(|p| &p.id)?;
            places.place(id)
        };
        let found = (place(&mut places), place(&mut pages));
        (problem, found.0, found.1)
    });

    if let Some(time) = args.total_time {
        stop.after(time);
    }
    let options = Options {
        threads: threads / workers,
        ..args
            .limits
            .options(args.limits.memory / workers, !args.no_check)
    };
    let (format, quiet) = (args.format, args.quiet);
    let shows_variations = args.variations.is_some();
    let depth = args.variations.or(args.html.as_ref().map(|_| 1));
    let make = {
        let (progress, stop) = (progress.clone(), stop.clone());
        move || {
            let (progress, stop, options) = (progress.clone(), stop.clone(), options.clone());
            let mut solver = None;
            move |(problem, place, page): Job| {
                let warnings = match &problem {
                    Ok(problem) if !quiet => warnings(problem),
                    _ => String::new(),
                };
                let report = match problem {
                    Err(error) => Report::Bad(Box::new(error)),
                    Ok(problem) => answer(problem, place, &options, &mut solver, &progress, &stop),
                };
                let report = match (report, depth, &mut solver) {
                    (Report::Solved(mut solved), Some(depth), Some(solver)) => {
                        let depth = depth.max(1);
                        let found = variations(&solved, depth, solver, &options, &stop);
                        let (variations, proofs) = found.unzip();
                        if let Some(page) = &page
                            && let Err(error) = write_page(page, &solved, proofs)
                        {
                            Report::Bad(Box::new(at_problem(&solved.problem, error)))
                        } else {
                            solved.variations = variations.filter(|_| shows_variations);
                            Report::Solved(solved)
                        }
                    }
                    (report, ..) => report,
                };
                let mut rendered = render(&report, format);
                rendered.stderr.insert_str(0, &warnings);
                progress.finished(&report);
                (report.exit(), rendered)
            }
        }
    };
    let mut exit = Exit::Decided;
    let done = pool::run(
        jobs,
        workers,
        &stop,
        make,
        |(one, rendered): (Exit, Rendered)| {
            exit = exit.max(one);
            progress.print(&rendered)
        },
    );
    progress.end();
    done?;
    if stop.interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// The inputs named by the arguments; standard input when there are none.
pub fn inputs(args: &[String]) -> Result<Vec<Input>> {
    if !args.is_empty() {
        let numbered = args.iter().zip(1..);
        return Ok(numbered.map(|(arg, n)| Input::from_arg(arg, n)).collect());
    }
    if std::io::stdin().is_terminal() {
        bail!("nothing to solve: name a file, give an SFEN in quotes, or - for standard input");
    }
    Ok(vec![Input::Stdin])
}

/// The oddities of a problem, for standard error.
pub fn warnings(problem: &Problem) -> String {
    let one = |w: &tsumi::formats::Warning| {
        let file = shown(&problem.source.file, 400);
        format!("{file}:{}: warning: {}\n", w.line, w.message)
    };
    problem.warnings.iter().map(one).collect()
}

/// Solves one problem. A panic of the solver costs the problem, not the run.
fn answer(
    problem: Problem,
    place: Option<PathBuf>,
    options: &Options,
    solver: &mut Option<Solver>,
    progress: &Progress,
    stop: &Stop,
) -> Report {
    let report = |p: &tsumi::solver::Progress| progress.searching(&problem.id, p);
    let control = Control {
        stop: Some(stop.flag()),
        progress: Some(&report),
    };
    let solved = catch_unwind(AssertUnwindSafe(|| {
        solver
            .get_or_insert_with(|| Solver::new(options.clone()))
            .solve(&problem.position, problem.attacker, control)
    }));
    let mut outcome = match solved {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => return Report::Bad(Box::new(at_problem(&problem, error.to_string()))),
        Err(panic) => {
            *solver = None;
            let text = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("the solver panicked");
            return Report::Broken(Box::new(problem), shown(text, 300));
        }
    };
    if outcome.verdict == Verdict::Unknown(Limit::Interrupted) && stop.out_of_time() {
        outcome.verdict = Verdict::Unknown(Limit::Time);
    }
    let mut written = None;
    if let (Some(place), Some(text)) = (place, &outcome.certificate) {
        if let Err(error) = std::fs::write(&place, text) {
            let message = format!("cannot write the certificate {}: {error}", place.display());
            return Report::Bad(Box::new(at_problem(&problem, message)));
        }
        written = Some(place);
    }
    Report::Solved(Box::new(Solved {
        problem,
        outcome,
        certificate: written,
        variations: None,
    }))
}

/// The other defences of a mate; positions that its certificate does not speak of
/// are solved with some multiple of the effort of the mate.
fn variations(
    solved: &Solved,
    depth: u32,
    solver: &mut Solver,
    options: &Options,
    stop: &Stop,
) -> Option<(Variations, Vec<String>)> {
    let outcome = &solved.outcome;
    let certificate = outcome.certificate.as_deref()?;
    if !matches!(outcome.verdict, Verdict::Mate { .. }) {
        return None;
    }
    let attacker = solved.problem.attacker;
    let control = Control {
        stop: Some(stop.flag()),
        progress: None,
    };
    let mut budget = outcome.nodes * VARIATION_SHARE + VARIATION_NODES;
    let mut proofs = Vec::new();
    let mut prove = |position: &shogi_core::PartialPosition| {
        solver.set_options(Options {
            nodes: Some(budget),
            shortest_raw: false,
            shortest_conventional: false,
            ..options.clone()
        });
        let solved = catch_unwind(AssertUnwindSafe(|| {
            solver.solve(position, attacker, control)
        }));
        let proof = solved.ok()?.ok()?;
        budget = budget.saturating_sub(proof.nodes).max(1);
        let mate = matches!(proof.verdict, Verdict::Mate { .. });
        let text = proof.certificate.filter(|_| mate)?;
        proofs.push(text.clone());
        Some(text)
    };
    let position = &solved.problem.position;
    let found = tsumi::variations::variations(
        position,
        attacker,
        &outcome.line,
        certificate,
        depth,
        &mut prove,
    );
    solver.set_options(options.clone());
    Some((found.ok()?, proofs))
}

/// Writes the page of a mate; other verdicts have none.
fn write_page(path: &Path, solved: &Solved, proofs: Option<Vec<String>>) -> Result<(), String> {
    let outcome = &solved.outcome;
    let (Some(certificate), Some(proofs)) = (&outcome.certificate, &proofs) else {
        return Ok(());
    };
    let mut certificates = vec![certificate.as_str()];
    certificates.extend(proofs.iter().map(String::as_str));
    let position = solved.position();
    let text = page(&Page {
        title: &solved.problem.id,
        position,
        attacker: solved.problem.attacker,
        line: &outcome.line,
        certificates: &certificates,
        verdict: [
            &super::text::verdict(&outcome.verdict),
            &super::ja::verdict(&outcome.verdict),
        ],
        words: &notation::japanese(position, &outcome.line),
    });
    let text = text.map_err(|e| e.to_string())?;
    std::fs::write(path, text).map_err(|e| format!("cannot write the page {}: {e}", path.display()))
}

/// Variations may cost so many times the nodes of the mate, and so many more.
const VARIATION_SHARE: u64 = 8;
const VARIATION_NODES: u64 = 100_000;
