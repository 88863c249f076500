//! `tsumi solve`: problems in, proven answers out.

use super::args;
use super::certificates::Certificates;
use super::exit::Exit;
use super::pool;
use super::progress::Progress;
use super::render::{Rendered, render};
use super::report::{Report, Solved, at_problem};
use super::stop::Stop;
use anyhow::{Result, bail};
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, InputError, Problem, ReadOptions, read_input};
use tsumi::solver::{Control, Limit, Options, Solver, Verdict};

/// What a worker is given: a problem and the place of its certificate.
type Job = (Result<Problem, InputError>, Option<PathBuf>);

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
    let ahead = match (&args.certificate, threads) {
        (None, 1) => 0,
        (_, n) => n.max(2),
    };
    let first: Vec<_> = problems.by_ref().take(ahead).collect();
    let threads = if ahead == 0 {
        1
    } else {
        threads.min(first.len()).max(1)
    };
    let mut places = Certificates::new(args.certificate.as_deref(), first.len() > 1)?;
    let jobs = first.into_iter().chain(problems).map(move |problem| {
        let place = problem.as_ref().ok().and_then(|p| places.place(&p.id));
        (problem, place)
    });

    if let Some(time) = args.total_time {
        stop.after(time);
    }
    let options = args
        .limits
        .options(args.limits.memory / threads, !args.no_check);
    let (format, quiet) = (args.format, args.quiet);
    let make = {
        let (progress, stop) = (progress.clone(), stop.clone());
        move || {
            let (progress, stop, options) = (progress.clone(), stop.clone(), options.clone());
            let mut solver = None;
            move |(problem, place): Job| {
                let warnings = match &problem {
                    Ok(problem) if !quiet => warnings(problem),
                    _ => String::new(),
                };
                let report = match problem {
                    Err(error) => Report::Bad(Box::new(error)),
                    Ok(problem) => answer(problem, place, &options, &mut solver, &progress, &stop),
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
        threads,
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
fn warnings(problem: &Problem) -> String {
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
    }))
}
