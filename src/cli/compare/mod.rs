//! `tsumi compare`: the solver and the algorithms of the literature on the same problems.
//!
//! Every contestant solves every problem, each with empty tables and the same limits. The
//! solver can take part several times, each time with one of its techniques changed
//! (`--ablate`).

mod tsume;
mod writer;

use super::args;
use super::exit::Exit;
use super::fault::{Result, too_much};
use super::inputs::inputs;
use super::outputs::Outputs;
use super::report::at_problem;
use super::stop::Stop;
use super::terminal::Terminal;
use std::time::{Duration, Instant};
use tsume::Tsume;
use tsumi::base::message::{List, Message, message};
use tsumi::formats::text::shown;
use tsumi::formats::{InputError, Problem, ReadOptions, read_input};
use tsumi::row::reason;
use tsumi::search::Tuning;
use tsumi::shogi::Position;
use tsumi::solver::{Control, Options, Outcome, Solver, Verdict};
use tsumi_reference::algorithms::Algorithm;
use tsumi_reference::compare::{self, Answer, Row, Table, plot};
use tsumi_reference::limits::Limits;
use writer::Writer;

/// A program that takes part.
#[derive(Clone, Debug)]
enum Contestant {
    /// The solver, under a name that says which technique is changed.
    Tsumi(String, Tuning),
    Reference(Algorithm),
}

impl Contestant {
    fn name(&self) -> &str {
        match self {
            Contestant::Tsumi(name, _) => name,
            Contestant::Reference(algorithm) => algorithm.name(),
        }
    }
}

/// Time for each search when no limit is given, because some algorithms may never end.
const PATIENCE: Duration = Duration::from_secs(10);

/// The name of the solver in the list of algorithms.
const MAIN: &str = "tsumi";

/// The solver with one technique changed at a time.
fn ablations() -> Vec<Contestant> {
    let variants = Tuning::ablations().into_iter();
    variants
        .map(|(name, tuning)| Contestant::Tsumi(format!("{MAIN} {name}"), tuning))
        .collect()
}

fn contestants(args: &args::Compare) -> Result<Vec<Contestant>, Message> {
    let mut all: Vec<Contestant> = Vec::new();
    let mut add = |one: Contestant| {
        if all.iter().all(|c| c.name() != one.name()) {
            all.push(one);
        }
    };
    for name in &args.algorithms {
        match name.as_str() {
            MAIN => add(Contestant::Tsumi(MAIN.into(), Tuning::default())),
            "all" => {
                add(Contestant::Tsumi(MAIN.into(), Tuning::default()));
                Algorithm::all()
                    .into_iter()
                    .for_each(|a| add(Contestant::Reference(a)));
            }
            name => {
                let reference = Algorithm::by_name(name).map(Contestant::Reference);
                let ablation = || ablations().into_iter().find(|a| a.name() == name);
                match reference.or_else(ablation) {
                    Some(one) => add(one),
                    None => return Err(unknown(name)),
                }
            }
        }
    }
    if args.ablate {
        add(Contestant::Tsumi(MAIN.into(), Tuning::default()));
        ablations().into_iter().for_each(add);
    }
    Ok(all)
}

/// The error for a name that no contestant has.
fn unknown(name: &str) -> Message {
    let mut known = vec!["all".to_string(), MAIN.to_string()];
    known.extend(Algorithm::all().map(|a| a.name().to_string()));
    known.extend(ablations().iter().map(|a| format!("\"{}\"", a.name())));
    message!(
        "--algorithms: there is no \"{name}\"; known are {known}",
        "--algorithms：「{name}」はない。使えるのは {known}",
        name = shown(name, 100),
        known = List(known)
    )
}

/// The option that names the plot, for messages.
const SVG: &str = "--svg";

/// Runs the command.
pub fn run(args: &args::Compare, terminal: Terminal) -> Result<Exit> {
    let contestants = contestants(args)?;
    let limits = limits(args);
    Solver::try_new(limits.options(limits.memory, true)).map_err(too_much)?;
    let inputs = inputs(&args.files)?;
    let outputs = Outputs::new(args.force, &inputs);
    if let Some(path) = &args.svg {
        outputs.check(SVG, path)?;
    }
    let mut comparison = Comparison {
        contestants: &contestants,
        limits,
        threads: args.threads,
        stop: Stop::listen()?,
        terminal,
        writer: Writer::new(args.format, terminal),
        table: Table::default(),
        exit: Exit::Decided,
    };
    let read = ReadOptions::default();
    for problem in inputs.iter().flat_map(|input| read_input(input, &read)) {
        match problem.and_then(with_root) {
            Ok((problem, root)) if comparison.problem(&problem, &root)? => {}
            Ok(_) => break,
            Err(error) => {
                comparison.exit = comparison.exit.max(Exit::Unreadable);
                terminal.aside(&terminal.fault(&error));
            }
        }
    }
    let table = &comparison.table;
    let names: Vec<&str> = contestants.iter().map(Contestant::name).collect();
    comparison.writer.end(&table.totals(&names))?;
    if let Some(path) = &args.svg {
        let svg = plot::svg(table, &names).map_err(|why| {
            message!(
                "--svg: cannot be drawn: {why}",
                "--svg：描けない：{why}",
                why = why.to_string()
            )
        })?;
        outputs.write(SVG, path, svg.as_bytes())?;
    }
    let stopped = match comparison.stop.interrupted() {
        true => Exit::Interrupted,
        false => Exit::Decided,
    };
    Ok(comparison.exit.max(stopped))
}

/// The limits of every search.
fn limits(args: &args::Compare) -> args::Limits {
    let mut limits = args.limits.clone();
    if limits.time.is_none() && limits.nodes.is_none() {
        limits.time = Some(PATIENCE);
    }
    // The rivals stop at the first mate, too.
    limits.quick |= limits.shortest.is_none() && !limits.no_lengths;
    limits
}

/// A problem with its position in the vocabulary of the search.
fn with_root(problem: Problem) -> Result<(Problem, Position), InputError> {
    match Position::new(&problem.position, problem.attacker) {
        Ok(root) => Ok((problem, root)),
        Err(error) => Err(at_problem(&problem, error.message())),
    }
}

/// A comparison, as far as it has come.
struct Comparison<'a> {
    contestants: &'a [Contestant],
    limits: args::Limits,
    threads: u16,
    stop: Stop,
    terminal: Terminal,
    writer: Writer,
    table: Table,
    exit: Exit,
}

impl Comparison<'_> {
    /// Lets all contestants solve a problem. Returns false when the run is to end.
    fn problem(&mut self, problem: &Problem, root: &Position) -> Result<bool> {
        for contestant in self.contestants {
            if self.stop.quits() {
                return Ok(false);
            }
            let row = self.measure(contestant, problem, root);
            if row.wrong && row.sound {
                self.exit = self.exit.max(Exit::SelfCheck);
            }
            self.writer.row(&row)?;
            self.table.push(row);
        }
        if self.table.last_problem_is_disputed() {
            let id = shown(&problem.id, 100);
            self.terminal.remark(&message!(
                "*** {id}: sound algorithms contradict each other ***",
                "*** {id}：正しいはずのアルゴリズムが互いに矛盾する ***",
                id
            ));
            self.exit = self.exit.max(Exit::SelfCheck);
        }
        Ok(true)
    }

    /// Lets one contestant solve one problem.
    fn measure(&self, contestant: &Contestant, problem: &Problem, root: &Position) -> Row {
        let known = compare::Problem {
            id: problem.id.clone(),
            mate: problem.expect.mate,
            raw_plies: problem.expect.raw_plies,
        };
        let limits = &self.limits;
        compare::measure(&known, contestant.name(), || match contestant {
            Contestant::Tsumi(_, tuning) => {
                let options = Options {
                    tuning: *tuning,
                    ..limits.options(limits.memory, true)
                };
                let control = Control {
                    stop: Some(self.stop.flag()),
                    progress: None,
                };
                Solver::new(options)
                    .solve(&problem.position, problem.attacker, control)
                    .map(|outcome| answer(&outcome))
                    .map_err(|error| error.to_string())
            }
            Contestant::Reference(algorithm) => {
                let limits = Limits {
                    nodes: limits.nodes,
                    deadline: limits.time.map(|t| Instant::now() + t),
                    stop: Some(self.stop.flag()),
                    entries: limits.memory / algorithm.bytes_per_entry::<Tsume>(),
                    threads: usize::from(self.threads),
                    ..Limits::default()
                };
                Ok(Answer::of(*algorithm, &Tsume::new(root.clone()), limits))
            }
        })
    }
}

/// Bytes of an entry of the solver's table.
const ENTRY: usize = 32;

/// The answer of the solver.
fn answer(outcome: &Outcome) -> Answer {
    let (value, raw_plies) = match outcome.verdict {
        Verdict::Mate { raw, .. } => (Ok(true), Some(raw.upper)),
        Verdict::NoMate => (Ok(false), None),
        Verdict::Unknown(limit) => (Err(reason(limit)), None),
    };
    Answer {
        value,
        raw_plies,
        nodes: outcome.nodes,
        entries: (outcome.table_bytes / ENTRY) as u64,
        sound: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_and_its_ablations_have_names_of_their_own() {
        let mut names: Vec<&str> = Algorithm::all().map(Algorithm::name).to_vec();
        names.push(MAIN);
        let ablations = ablations();
        names.extend(ablations.iter().map(Contestant::name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
