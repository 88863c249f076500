//! Solving one position.

use crate::arguments::{self, Given, Text, named};
use crate::certificate::Certificate;
use crate::errors::{at, guarded, too_much};
use crate::problem::Problem;
use crate::watch::Watch;
use parking_lot::Mutex;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shogi_core::{Move, ToUsi};
use std::sync::Arc;
use tsumi::formats::{units, usi};
use tsumi::service::answer;
use tsumi::service::value::{Pieces, Plies};
use tsumi::solver::{self, Control, Custom, Lengths, Options, Outcome, Plan, Progress};

/// A solver that has used more bytes of its tables than this is not kept for the next problem.
const KEPT: usize = 32 << 20;

/// Bytes, of a text such as `512M`.
#[pyfunction]
pub fn bytes(text: Text) -> PyResult<usize> {
    units::bytes(&text.0).map_err(|why| PyValueError::new_err(why.english().to_string()))
}

/// Solvers with their tables, one for each call that runs at the same time.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Solver {
    options: Options,
    plan: Plan,
    idle: Mutex<Vec<solver::Solver>>,
}

#[pymethods]
impl Solver {
    /// Solvers for so many problems, with so many threads and bytes for tables all together, which
    /// prove the lengths where that is asked for.
    #[new]
    fn new(
        memory: usize,
        threads: &Bound<'_, PyAny>,
        problems: usize,
        proofs: &Bound<'_, PyAny>,
    ) -> PyResult<Solver> {
        let proofs = arguments::flag("proofs", proofs)?;
        let plan = Plan::new(arguments::threads(threads)?, memory, problems).for_proofs(proofs);
        let options = Options {
            memory: plan.memory,
            proof_memory: plan.proof_memory,
            threads: plan.threads,
            abandons: true,
            prove_lengths: proofs,
            ..Options::default()
        };
        let first = make(&options, &plan)?;
        Ok(Solver {
            options,
            plan,
            idle: Mutex::new(vec![first]),
        })
    }

    /// Problems at a time.
    #[getter]
    fn workers(&self) -> usize {
        self.plan.workers
    }

    /// One problem fewer will be solved at a time: its threads help with the others.
    fn end(&self) {
        self.idle.lock().pop();
        self.plan.ended();
    }

    /// Solves a problem.
    #[pyo3(signature = (
        problem, shortest, time, nodes, leftover, stop=None, on_progress=None
    ))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the keywords of tsumi.solve"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        problem: &Problem,
        shortest: &str,
        time: Given<'_>,
        nodes: Given<'_>,
        leftover: Given<'_>,
        stop: Given<'_>,
        on_progress: Option<Py<PyAny>>,
    ) -> PyResult<Found> {
        let customs = [(Custom::Today, "today"), (Custom::Classic, "classic")];
        let custom = leftover.map(|name| named("leftover", &name, &customs));
        let custom = custom.transpose()?;
        let stop = arguments::stop(stop)?;
        let options = Options {
            time: arguments::time(time)?,
            nodes: arguments::nodes(nodes)?,
            shortest_raw: matches!(shortest, "raw" | "both"),
            shortest_conventional: matches!(shortest, "conventional" | "both"),
            lengths: match shortest {
                "none" => Lengths::None,
                "quick" => Lengths::Quick,
                _ => Lengths::Answer,
            },
            ..self.options.clone()
        };
        let idle = self.idle.lock().pop();
        let mut solver = match idle {
            Some(solver) => solver,
            None => make(&self.options, &self.plan)?,
        };
        solver.set_options(options);
        let problem = problem.0.clone();
        let watch = Watch::new(stop.as_ref().map(Py::get));
        let report = |progress: &Progress| {
            if let Some(call) = &on_progress {
                watch.call(|py| call.call1(py, (Report::of(progress),)).map(drop));
            }
        };
        let control = Control {
            stop: Some(&watch.halt),
            progress: Some(&report),
        };
        // After a panic nobody knows what state the tables are in: they are dropped with it.
        let work = || {
            let solved = solver.solve(&problem.position, problem.attacker, control);
            (solver, solved)
        };
        let (solver, solved) = watch.during(py, work)?;
        let outcome = solved.map_err(|why| at(&problem, why.message()))?;
        if outcome.table_bytes <= KEPT {
            self.idle.lock().push(solver);
        }
        let custom = custom.unwrap_or_else(|| Custom::of(problem.plies, &outcome));
        Ok(Found::of(outcome, custom))
    }
}

fn make(options: &Options, plan: &Plan) -> PyResult<solver::Solver> {
    guarded(|| plan.solver(options.clone()))?.map_err(too_much)
}

/// A report from a running search.
#[derive(IntoPyObject)]
struct Report {
    nodes: u64,
    seconds: f64,
    proof_number: f64,
    disproof_number: f64,
    table: f64,
    line: Vec<String>,
    mate: Vec<String>,
}

/// The proof number of one leaf.
pub const LEAF: f64 = 16.0;

impl Report {
    fn of(progress: &Progress) -> Report {
        let usi = |line: &[Move]| line.iter().map(ToUsi::to_usi_owned).collect();
        Report {
            nodes: progress.nodes,
            seconds: progress.elapsed.as_secs_f64(),
            proof_number: f64::from(progress.numbers.pn) / LEAF,
            disproof_number: f64::from(progress.numbers.dn) / LEAF,
            table: f64::from(progress.hashfull) / 1e3,
            line: usi(&progress.line),
            mate: usi(&progress.mate),
        }
    }
}

/// A length: bounds, and what is known of it.
type Length = (u32, u32, &'static str);

/// What was found out about a position.
#[derive(IntoPyObject)]
struct Found {
    verdict: &'static str,
    reason: Option<&'static str>,
    conventional: Option<Length>,
    raw: Option<Length>,
    usi: String,
    leftover: Vec<(String, u32)>,
    nothing_left: Option<String>,
    certificate: Option<Certificate>,
    verified: bool,
    nodes: u64,
    seconds: f64,
    threads: usize,
    table: usize,
    text: String,
    japanese: String,
}

impl Found {
    fn of(outcome: Outcome, custom: Custom) -> Found {
        let (conventional, raw) = answer::lengths(&outcome);
        let length = |plies: Plies| (plies.lower, plies.upper, plies.state.name());
        let said = answer::sentence(&outcome);
        Found {
            verdict: answer::verdict(&outcome).name(),
            reason: answer::reason(&outcome),
            conventional: conventional.map(length),
            raw: raw.map(length),
            usi: usi::line(outcome.main_line(custom)),
            leftover: Pieces::held(outcome.left(custom)).letters().collect(),
            nothing_left: outcome.nothing_left.as_ref().map(|line| usi::line(line)),
            verified: outcome.verified,
            nodes: outcome.nodes,
            seconds: outcome.elapsed.as_secs_f64(),
            threads: outcome.threads,
            table: outcome.table_bytes,
            text: said.english().to_string(),
            japanese: said.japanese().to_string(),
            certificate: outcome.certificate.map(|c| Certificate(Arc::new(c))),
        }
    }
}
