//! `tsumi solve`: problems in, proven answers out.

use super::args;
use super::exit::Exit;
use super::extras::{Asker, Wanted};
use super::lang::{Lang, both, say};
use super::panics::{self, Failed};
use super::places::Places;
use super::plan::Plan;
use super::pool;
use super::progress::Progress;
use super::render::{Rendered, render};
use super::report::{Report, Solved, at_problem};
use super::stop::Stop;
use anyhow::{Context, Result, bail};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsumi::formats::notation;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, InputError, Message, Problem, ReadOptions, read_input};
use tsumi::page::{Head, Listed, Page, index, page, plain};
use tsumi::solver::{Certificate, Limit, Options, Solver, Verdict};

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
    let plan = Plan::new(threads, args.limits.memory, first.len());
    let many = first.len() > 1;
    let mut places = Places::new("--certificate", "tsc", args.certificate.as_deref(), many)?;
    let mut pages = Places::new("--html", "html", args.html.as_deref(), many)?;
    let folder = pages.folder_with("index");
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
        threads: plan.threads,
        ..args.limits.options(plan.memory, !args.no_check)
    };
    plan.try_memory(|| Solver::try_new(options.clone()))?;
    let (format, quiet) = (args.format, args.quiet);
    let shows_variations = args.variations.is_some();
    let wanted = Wanted {
        depth: args.variations.or(args.html.as_ref().map(|_| 1)),
        near_misses: args.near_misses,
    };
    let make = {
        let (progress, stop, plan) = (progress.clone(), stop.clone(), plan.clone());
        move || {
            let (progress, stop, options) = (progress.clone(), stop.clone(), options.clone());
            let plan = plan.clone();
            let mut solver = None;
            move |(problem, place, page): Job| {
                let warnings = match &problem {
                    Ok(problem) if !quiet => warnings(problem),
                    _ => String::new(),
                };
                let report = match problem {
                    Err(error) => Report::Bad(Box::new(error)),
                    Ok(problem) => {
                        let make = || plan.solver(options.clone());
                        answer(problem, place, make, &mut solver, &progress, &stop)
                    }
                };
                let mut listed = None;
                let report = match (report, wanted, &mut solver) {
                    (Report::Solved(mut solved), wanted, Some(solver)) if wanted.any() => {
                        let mut asker = Asker::new(&solved, solver, &options, &stop);
                        let depth = wanted.depth;
                        let found = depth.and_then(|depth| asker.variations(&solved, depth));
                        let (variations, proofs) = found.unzip();
                        if wanted.near_misses {
                            solved.near_misses = asker.near_misses(&solved);
                        }
                        drop(asker);
                        match page
                            .map(|page| write_page(&page, &solved, proofs))
                            .transpose()
                        {
                            Err(error) => Report::Bad(Box::new(at_problem(&solved.problem, error))),
                            Ok(page) => {
                                listed = page;
                                solved.variations = variations.filter(|_| shows_variations);
                                Report::Solved(solved)
                            }
                        }
                    }
                    (report, ..) => report,
                };
                let mut rendered = render(&report, format);
                rendered.stderr.insert_str(0, &warnings);
                progress.finished(&report);
                (report.exit(), rendered, listed)
            }
        }
    };
    let mut exit = Exit::Decided;
    let mut listed = Vec::new();
    let done = pool::run(
        jobs,
        &plan,
        &stop,
        make,
        |(one, rendered, page): (Exit, Rendered, Option<Listed>)| {
            exit = exit.max(one);
            listed.extend(page);
            progress.print(&rendered)
        },
    );
    progress.end();
    done?;
    if let Some(folder) = folder {
        let path = folder.join("index.html");
        let text = index(&listed, language());
        std::fs::write(&path, text)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    if stop.interrupted() {
        exit = exit.max(Exit::Interrupted);
    }
    Ok(exit)
}

/// The inputs named by the arguments; standard input when there are none.
pub fn inputs(args: &[String]) -> Result<Vec<Input>> {
    if !args.is_empty() {
        return Ok(Input::from_args(args));
    }
    if std::io::stdin().is_terminal() {
        bail!(say!(
            "nothing to solve: name a file, give an SFEN in quotes, or - for standard input",
            "問題がない：ファイル、引用符に入れた SFEN、または標準入力の - を指定する"
        ));
    }
    Ok(vec![Input::Stdin])
}

/// The oddities of a problem, for standard error.
pub fn warnings(problem: &Problem) -> String {
    let one = |w: &tsumi::formats::Warning| {
        let file = shown(&problem.source.file, 400);
        let column = match w.column {
            0 => String::new(),
            n => format!(":{n}"),
        };
        say!(
            "{file}:{}{column}: warning: {}\n",
            "{file}:{}{column}: 警告：{}\n",
            w.line,
            Lang::current().text(&w.message)
        )
    };
    problem.warnings.iter().map(one).collect()
}

/// Solves one problem. A panic of the solver costs the problem, not the run.
fn answer(
    problem: Problem,
    place: Option<PathBuf>,
    make: impl FnOnce() -> Solver,
    solver: &mut Option<Solver>,
    progress: &Progress,
    stop: &Stop,
) -> Report {
    let mut outcome = match panics::solve(&problem, make, solver, progress, stop) {
        Ok(outcome) => outcome,
        Err(Failed::Refused(why)) => return Report::Bad(Box::new(at_problem(&problem, why))),
        Err(Failed::Panicked(why)) => return Report::Broken(Box::new(problem), why),
    };
    if outcome.verdict == Verdict::Unknown(Limit::Interrupted) && stop.out_of_time() {
        outcome.verdict = Verdict::Unknown(Limit::Time);
    }
    let mut written = None;
    if let (Some(place), Some(certificate)) = (place, &outcome.certificate) {
        if let Err(error) = certificate.write_file(&place) {
            let message = both!(
                "cannot write the certificate {}: {error}",
                "証明書 {} を書けない：{error}",
                place.display()
            );
            return Report::Bad(Box::new(at_problem(&problem, message)));
        }
        written = Some(place);
    }
    Report::Solved(Box::new(Solved {
        problem,
        outcome,
        certificate: written,
        variations: None,
        near_misses: None,
    }))
}

/// Writes the page of a problem, and says what a list of pages says of it.
fn write_page(
    path: &Path,
    solved: &Solved,
    proofs: Option<Vec<Certificate>>,
) -> Result<Listed, Message> {
    let (problem, outcome) = (&solved.problem, &solved.outcome);
    let header = |name: &str| {
        let found = problem.headers.iter().find(|h| h.0 == name);
        found.map(|h| h.1.as_str()).filter(|text| !text.is_empty())
    };
    let verdict = Message::new(
        Lang::En.words().verdict(&outcome.verdict),
        Lang::Ja.words().verdict(&outcome.verdict),
    );
    let head = Head {
        title: header("作品名").unwrap_or(&problem.id),
        author: header("作者"),
        verdict: &verdict,
        lang: language(),
    };
    let position = solved.position();
    let text = match (outcome.verdict, &outcome.certificate, &proofs) {
        (Verdict::Mate { .. }, Some(certificate), Some(proofs)) => {
            let certificates: Vec<_> = std::iter::once(certificate).chain(proofs).collect();
            page(&Page {
                head,
                position,
                attacker: problem.attacker,
                line: &outcome.line,
                certificates: &certificates,
                near_misses: solved.near_misses.as_deref().unwrap_or_default(),
                words: &notation::japanese(position, &outcome.line),
            })
            .map_err(|e| e.to_string())?
        }
        _ => plain(head, position, problem.attacker, outcome.saving_reply()),
    };
    std::fs::write(path, text).map_err(|e| {
        both!(
            "cannot write the page {}: {e}",
            "ページ {} を書けない：{e}",
            path.display()
        )
    })?;
    let file = path.file_name().unwrap_or_default();
    Ok(Listed {
        file: file.to_string_lossy().into_owned(),
        title: head.title.to_string(),
        author: head.author.map(str::to_string),
        verdict: verdict.clone(),
    })
}

/// The language of pages.
fn language() -> tsumi::base::message::Lang {
    match Lang::current() {
        Lang::En => tsumi::base::message::Lang::En,
        Lang::Ja => tsumi::base::message::Lang::Ja,
    }
}
