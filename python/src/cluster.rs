//! One problem on many machines: the upper proof tree for the master, and the searches of a worker.

use crate::arguments::{Given, count, threads};
use crate::certificate::{Certificate, read};
use crate::errors::{InternalError, at, guarded, too_much};
use crate::problem::Problem;
use crate::solve::LEAF;
use crate::watch::{Stop, Watch, apart};
use parking_lot::Mutex;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use shogi_core::{PartialPosition, ToUsi};
use std::sync::Arc;
use tsumi::formats::{sfen, usi};
use tsumi::solver::{self, Ceiling, NotSearched, Options, Telling};
use tsumi::table::Numbers;
use tsumi::upper::{self, Policy, Refused, TaskId};

/// A position of a task.
fn position(text: &str) -> PyResult<PartialPosition> {
    let read = sfen::parse(text).map_err(|fault| PyValueError::new_err(fault.message.to_string()));
    Ok(read?.position)
}

/// What a search of a position has come to.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Standing {
    position: String,
    found: solver::Standing,
}

/// Moves in USI with the proof and the disproof number after each.
type Moves = Vec<(String, u32, u32)>;

#[pymethods]
impl Standing {
    #[new]
    #[pyo3(signature = (position, nodes, pn, dn, spent, moves, certificate))]
    #[expect(clippy::too_many_arguments, reason = "they are a row of a state file")]
    fn new(
        py: Python<'_>,
        position: String,
        nodes: u64,
        pn: u32,
        dn: u32,
        spent: bool,
        moves: Moves,
        certificate: Option<&str>,
    ) -> PyResult<Standing> {
        let at = self::position(&position)?;
        let numbers = |(text, pn, dn): (String, u32, u32)| {
            let wrong = || PyValueError::new_err(format!("{text:?} is no move"));
            let mv = usi::parse_move(&at, &text).ok_or_else(wrong)?;
            Ok((mv, Numbers { pn, dn }))
        };
        Ok(Standing {
            found: solver::Standing {
                certificate: certificate.map(|text| read(py, text)).transpose()?,
                numbers: Numbers { pn, dn },
                moves: moves.into_iter().map(numbers).collect::<PyResult<_>>()?,
                spent,
                nodes,
            },
            position,
        })
    }

    /// The position, in SFEN.
    #[getter]
    fn position(&self) -> &str {
        &self.position
    }

    /// Positions whose moves were generated.
    #[getter]
    fn nodes(&self) -> u64 {
        self.found.nodes
    }

    /// Proof number, without a certificate; 16 for one leaf.
    #[getter]
    fn pn(&self) -> u32 {
        self.found.numbers.pn
    }

    /// Disproof number, without a certificate; 16 for one leaf.
    #[getter]
    fn dn(&self) -> u32 {
        self.found.numbers.dn
    }

    /// The nodes ran out, and not the numbers.
    #[getter]
    fn spent(&self) -> bool {
        self.found.spent
    }

    /// The numbers after the moves that the search has looked at.
    #[getter]
    fn moves(&self) -> Moves {
        let moves = self.found.moves.iter();
        moves
            .map(|&(mv, Numbers { pn, dn })| (mv.to_usi_owned(), pn, dn))
            .collect()
    }

    /// The text of the proof, if there is one.
    #[getter]
    fn certificate(&self, py: Python<'_>) -> PyResult<Option<String>> {
        apart(py, || Some(self.found.certificate.as_ref()?.to_string()))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let (own, py) = (slf.get(), slf.py());
        let state = (
            own.position(),
            own.nodes(),
            own.pn(),
            own.dn(),
            own.spent(),
            own.moves(),
            own.certificate(py)?,
        );
        let state = state.into_pyobject(py)?.into_any().unbind();
        Ok((slf.get_type().into_any().unbind(), state))
    }
}

/// Numbers that one worker tells the others.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Hearsay(solver::Hearsay);

#[pymethods]
impl Hearsay {
    /// From bytes of any origin.
    #[new]
    fn new(told: &[u8]) -> PyResult<Hearsay> {
        let read = solver::Hearsay::from_bytes(told);
        Ok(Hearsay(
            read.map_err(|why| PyValueError::new_err(why.to_string()))?,
        ))
    }

    /// The number of positions.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// As bytes, 20 for each position: the key of its board, the attacker's hand, proof and
    /// disproof number.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (Py<PyBytes>,)) {
        let told = slf.get().__bytes__(slf.py());
        (slf.get_type().into_any().unbind(), (told.unbind(),))
    }
}

/// Searches positions of one problem on one table; several threads may call it at a time.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Worker(solver::Worker);

#[pymethods]
impl Worker {
    /// A worker for a problem, with so many bytes of tables for so many threads.
    #[new]
    fn new(problem: &Problem, memory: usize, threads: &Bound<'_, PyAny>) -> PyResult<Worker> {
        let options = Options {
            memory,
            threads: self::threads(threads)?,
            ..Options::default()
        };
        let problem = &problem.0;
        let make = || solver::Worker::try_new(&problem.position, problem.attacker, options);
        let worker = guarded(make)?;
        Ok(Worker(worker.map_err(|why| refused(problem, why))?))
    }

    /// Takes over what another worker has proved; the text of a certificate that was accepted.
    fn learn(&self, py: Python<'_>, certificate: &str) -> PyResult<()> {
        let certificate = read(py, certificate)?;
        apart(py, || self.0.learn(&certificate))
    }

    /// The numbers of the positions that have cost this worker most.
    fn tell(&self, py: Python<'_>) -> PyResult<Hearsay> {
        apart(py, || Hearsay(self.0.tell(Telling::default())))
    }

    /// Takes over numbers that another worker tells, true or false.
    fn hear(&self, py: Python<'_>, hearsay: &Hearsay) -> PyResult<()> {
        apart(py, || self.0.hear(&hearsay.0))
    }

    /// Searches a position until the nodes run out or the numbers reach these.
    #[pyo3(signature = (position, nodes, pn, dn, stop=None))]
    fn stand(
        &self,
        py: Python<'_>,
        position: String,
        nodes: u64,
        pn: u32,
        dn: u32,
        stop: Option<PyRef<'_, Stop>>,
    ) -> PyResult<Standing> {
        let at = self::position(&position)?;
        let watch = Watch::new(stop.as_deref());
        let leave_at = Numbers { pn, dn };
        let ceiling = Ceiling { nodes, leave_at };
        let stood = watch.during(py, || self.0.stand(&at, ceiling, Some(&watch.halt)))?;
        let found = stood.map_err(|why| match why {
            NotSearched::Memory(error) => too_much(error),
            why => PyValueError::new_err(why.to_string()),
        })?;
        Ok(Standing { position, found })
    }
}

fn refused(problem: &tsumi::formats::Problem, why: NotSearched) -> PyErr {
    match why {
        NotSearched::Setup(why) => at(problem, why.message()),
        NotSearched::Memory(error) => too_much(error),
        NotSearched::OtherPieces => PyValueError::new_err(why.to_string()),
    }
}

/// The upper proof tree of a problem.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Upper(Mutex<upper::Upper>);

impl Upper {
    /// Works on the tree while other Python threads may run. It is waited for without the
    /// interpreter, which another thread that has the tree may need.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut upper::Upper) -> T + Send,
    ) -> PyResult<T> {
        apart(py, || work(&mut self.0.lock()))
    }
}

/// A task: its name, its position, nodes, proof and disproof number.
type Task = (u64, String, u64, u32, u32);

#[pymethods]
impl Upper {
    /// A tree with nothing but its root. Tasks get so many nodes at least.
    #[new]
    #[pyo3(signature = (problem, least_nodes=None))]
    fn new(problem: &Problem, least_nodes: Given<'_>) -> PyResult<Upper> {
        let usual = Policy::default();
        let policy = Policy {
            least_nodes: match least_nodes {
                Some(nodes) => count("least_nodes", &nodes)?.max(1),
                None => usual.least_nodes,
            },
            ..usual
        };
        let problem = &problem.0;
        let tree = guarded(|| upper::Upper::new(&problem.position, problem.attacker, policy))?;
        let tree = tree.map_err(|why| at(problem, why.message()))?;
        Ok(Upper(Mutex::new(tree)))
    }

    /// A leaf for this worker; `None` when the problem is decided.
    fn next_leaf(&self, py: Python<'_>, worker: u32) -> PyResult<Option<Task>> {
        let task = self.with(py, |tree| tree.next_leaf(worker))?;
        Ok(task.map(|task| {
            let Ceiling { nodes, leave_at } = task.ceiling;
            let position = task.position.to_sfen_owned();
            (task.id.number(), position, nodes, leave_at.pn, leave_at.dn)
        }))
    }

    /// Takes what a worker has found. Returns why it was not taken, else `None`.
    fn give_back(
        &self,
        py: Python<'_>,
        task: u64,
        worker: u32,
        standing: &Standing,
    ) -> PyResult<Option<String>> {
        let id = TaskId::of(task);
        let taken = self.with(py, |tree| tree.give_back(id, worker, &standing.found))?;
        match taken {
            Ok(()) => Ok(None),
            Err(Refused::Unknown) => Err(PyValueError::new_err(Refused::Unknown.to_string())),
            Err(why) => Ok(Some(why.to_string())),
        }
    }

    /// Says that a task will not come back.
    fn lost(&self, py: Python<'_>, task: u64) -> PyResult<()> {
        let lost = self.with(py, |tree| tree.lost(TaskId::of(task)))?;
        lost.map_err(|why| PyValueError::new_err(why.to_string()))
    }

    /// Tells what came back before a restart. Returns why it was not taken, else `None`.
    fn recall(&self, py: Python<'_>, standing: &Standing) -> PyResult<Option<String>> {
        let at = position(&standing.position)?;
        let taken = self.with(py, |tree| tree.recall(&at, &standing.found))?;
        Ok(taken.err().map(|why| why.to_string()))
    }

    /// Tasks that nothing depends on any more.
    fn moot(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        let tasks = self.with(py, |tree| tree.moot())?;
        Ok(tasks.into_iter().map(TaskId::number).collect())
    }

    /// `mate`, `nomate`, or `None` while it is open.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let mate = self.with(py, |tree| tree.verdict())?;
        Ok(mate.map(|mate| if mate { "mate" } else { "nomate" }))
    }

    /// How the problem stands.
    fn status(&self, py: Python<'_>) -> PyResult<Status> {
        Ok(Status::of(self.with(py, |tree| tree.status())?))
    }

    /// One certificate of the whole, which the checker has accepted. `fetch` gives the text of the
    /// certificate that came back about a position.
    fn compose(&self, py: Python<'_>, fetch: Py<PyAny>) -> PyResult<Certificate> {
        let mut failed = None;
        let mut part = |at: &PartialPosition| {
            let call = |py: Python<'_>| -> PyResult<Option<String>> {
                fetch.call1(py, (at.to_sfen_owned(),))?.extract(py)
            };
            match Python::attach(call) {
                Ok(text) => text?.parse().ok(),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        };
        let watch = Watch::new(None);
        let compose = || self.0.lock().compose(&mut part, || watch.is_over());
        let composed = watch.during(py, compose)?;
        match (composed, failed) {
            (_, Some(error)) => Err(error),
            (Ok(whole), None) => Ok(Certificate(Arc::new(whole))),
            (Err(why), None) => Err(InternalError::new_err(why.to_string())),
        }
    }

    /// The positions that have cost most, as JSON.
    fn outline(&self, py: Python<'_>, most: usize) -> PyResult<String> {
        self.with(py, |tree| {
            serde_json::to_string(&tree.outline(most)).unwrap_or_default()
        })
    }
}

/// How a problem stands.
#[derive(IntoPyObject)]
struct Status {
    proof_number: f64,
    disproof_number: f64,
    positions: usize,
    out: usize,
    mates: usize,
    nomates: usize,
    nodes: u64,
    left: Option<u64>,
    line: Vec<String>,
}

impl Status {
    fn of(status: upper::Status) -> Status {
        let number = |n: u64| match n {
            u64::MAX => f64::INFINITY,
            n => n as f64 / LEAF,
        };
        Status {
            proof_number: number(status.pn),
            disproof_number: number(status.dn),
            positions: status.positions,
            out: status.out,
            mates: status.mates,
            nomates: status.nomates,
            nodes: status.nodes,
            left: status.left,
            line: status.line.iter().map(ToUsi::to_usi_owned).collect(),
        }
    }
}
