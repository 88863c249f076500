//! Problems: read from any text, written in any format.

use crate::arguments::{Content, Given, Place, Text, flag, named};
use crate::errors::{guarded, unreadable};
use crate::watch::{apart, aside};
use parking_lot::Mutex;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shogi_core::Color;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tsumi::formats::write::{Target, write_all};
use tsumi::formats::{self, Input, ReadOptions, read_input, reader};
use tsumi::service::problem::Read;

/// A problem.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Problem(pub Arc<formats::Problem>);

#[pymethods]
impl Problem {
    /// Everything about it, as the event `problem` of docs/interface.md has it.
    fn json(&self) -> PyResult<String> {
        guarded(|| serde_json::to_string(&Read::of(&self.0)).unwrap_or_default())
    }

    /// The problem that `json` wrote, of the source of this name.
    #[staticmethod]
    fn from_json(text: &str, file: &str) -> PyResult<Problem> {
        let wrong = |why: String| PyValueError::new_err(why);
        let read: Read = serde_json::from_str(text).map_err(|why| wrong(why.to_string()))?;
        let problem = guarded(|| read.problem(file))?.map_err(|why| wrong(why.message.en))?;
        Ok(Problem(Arc::new(problem)))
    }

    /// The name of its source.
    #[getter]
    fn file(&self) -> &str {
        &self.0.source.file
    }

    /// The position in SFEN.
    #[getter]
    fn sfen(&self) -> String {
        self.0.sfen()
    }
}

/// The side of this name.
fn side(name: &Bound<'_, PyAny>) -> PyResult<Color> {
    let sides = [(Color::Black, "black"), (Color::White, "white")];
    named("attacker", name, &sides)
}

fn options(attacker: Given<'_>, rest_to_defender: bool) -> PyResult<ReadOptions> {
    Ok(ReadOptions {
        attacker: attacker.as_ref().map(side).transpose()?,
        rest_to_defender,
        ..ReadOptions::default()
    })
}

/// The problem of a text that holds one.
#[pyfunction]
#[pyo3(signature = (text, attacker=None))]
pub fn one(text: Text, attacker: Given<'_>) -> PyResult<Problem> {
    let input = Input::Memory {
        name: "position".to_string(),
        bytes: text.0.as_bytes().to_vec(),
    };
    let options = options(attacker, false)?;
    let (first, second) = guarded(|| {
        let mut reader = read_input(&input, &options);
        (reader.next(), reader.next())
    })?;
    let problem = match first {
        Some(read) => read.map_err(|error| unreadable(&error))?,
        None => return Err(PyValueError::new_err("no problem in this text")),
    };
    match second {
        None => Ok(Problem(Arc::new(problem))),
        Some(_) => Err(PyValueError::new_err(
            "more than one problem in this text; tsumi.read reads them all",
        )),
    }
}

/// The problems of an input, one after the other.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Reader {
    source: Arc<Mutex<reader::Reader>>,
    /// It may have to wait for what it reads, as from a pipe.
    waits: bool,
    /// A call has ended before what it read was there, which nobody gets.
    is_cut: AtomicBool,
}

#[pymethods]
impl Reader {
    /// Opens a file, or reads the bytes of a file in memory.
    #[new]
    #[pyo3(signature = (path, data, attacker, rest))]
    fn new(
        py: Python<'_>,
        path: Place,
        data: Option<Content>,
        attacker: Given<'_>,
        rest: &Bound<'_, PyAny>,
    ) -> PyResult<Reader> {
        let input = match data {
            Some(Content(bytes)) => Input::Memory {
                name: path.0.display().to_string(),
                bytes,
            },
            None => Input::File(path.0),
        };
        let options = options(attacker, flag("rest_to_defender", rest)?)?;
        let is_special = |path: &Path| path.metadata().is_ok_and(|it| !it.is_file());
        let waits = matches!(&input, Input::File(path) if is_special(path));
        // Where nobody writes a pipe it waits already while it opens it.
        let reader = called(py, waits, move || read_input(&input, &options))?;
        Ok(Reader {
            source: Arc::new(Mutex::new(reader)),
            waits,
            is_cut: AtomicBool::new(false),
        })
    }

    /// The next problem; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Problem>> {
        if self.is_cut.load(Ordering::Relaxed) {
            let why =
                "a problem was lost when reading was interrupted; begin again with tsumi.read";
            return Err(PyValueError::new_err(why));
        }
        let source = self.source.clone();
        let read = called(py, self.waits, move || source.lock().next());
        match read.inspect_err(|_| self.is_cut.store(true, Ordering::Relaxed))? {
            None => Ok(None),
            Some(Ok(problem)) => Ok(Some(Problem(Arc::new(problem)))),
            Some(Err(error)) => Err(unreadable(&error)),
        }
    }
}

/// Has the library do something; what may wait without an end is left alone after Ctrl-C.
fn called<T: Send + 'static>(
    py: Python<'_>,
    waits: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    match waits {
        true => aside(py, work),
        false => apart(py, work),
    }
}

/// True for a text that is a position or an address rather than the name of a file.
#[pyfunction]
pub fn is_position(text: Place) -> bool {
    matches!(Input::from_arg(text.0, 1), Input::Memory { .. })
}

/// Problems in a format.
#[pyfunction]
pub fn write(
    py: Python<'_>,
    problems: Vec<PyRef<'_, Problem>>,
    format: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let format = named("format", format, &Target::ALL)?;
    let problems: Vec<_> = problems.iter().map(|p| (*p.0).clone()).collect();
    apart(py, || write_all(&problems, format))
}
