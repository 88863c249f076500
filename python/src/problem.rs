//! Problems: read from any text, written in any format.

use crate::arguments::{Content, Given, Place, Text, flag, named};
use crate::errors::{panicked, unreadable};
use parking_lot::Mutex;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shogi_core::Color;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tsumi::formats::write::{Target, write_all};
use tsumi::formats::{self, Input, ReadOptions, read_input, reader};
use tsumi::service::problem::Read;

/// A problem.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Problem(pub Arc<formats::Problem>);

#[pymethods]
impl Problem {
    /// Everything about it, as the event `problem` of docs/interface.md has it.
    fn json(&self) -> String {
        serde_json::to_string(&Read::of(&self.0)).unwrap_or_default()
    }

    /// The problem that `json` wrote, of the source of this name.
    #[staticmethod]
    fn from_json(text: &str, file: &str) -> PyResult<Problem> {
        let wrong = |why: String| PyValueError::new_err(why);
        let read: Read = serde_json::from_str(text).map_err(|why| wrong(why.to_string()))?;
        let problem = read.problem(file).map_err(|why| wrong(why.message.en))?;
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
    let mut reader = read_input(&input, &options(attacker, false)?);
    let problem = match reader.next() {
        Some(read) => read.map_err(|error| unreadable(&error))?,
        None => return Err(PyValueError::new_err("no problem in this text")),
    };
    match reader.next() {
        None => Ok(Problem(Arc::new(problem))),
        Some(_) => Err(PyValueError::new_err(
            "more than one problem in this text; tsumi.read reads them all",
        )),
    }
}

/// The problems of an input, one after the other.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Reader(Mutex<reader::Reader>);

#[pymethods]
impl Reader {
    /// Opens a file, or reads the bytes of a file in memory.
    #[new]
    #[pyo3(signature = (path, data, attacker, rest))]
    fn new(
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
        Ok(Reader(Mutex::new(read_input(&input, &options))))
    }

    /// The next problem; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Problem>> {
        let next = || catch_unwind(AssertUnwindSafe(|| self.0.lock().next()));
        match py.detach(next).map_err(|panic| panicked(&*panic))? {
            None => Ok(None),
            Some(Ok(problem)) => Ok(Some(Problem(Arc::new(problem)))),
            Some(Err(error)) => Err(unreadable(&error)),
        }
    }
}

/// True for a text that is a position or an address rather than the name of a file.
#[pyfunction]
pub fn is_position(text: Place) -> bool {
    matches!(Input::from_arg(text.0, 1), Input::Memory { .. })
}

/// Problems in a format.
#[pyfunction]
pub fn write(problems: Vec<PyRef<'_, Problem>>, format: &Bound<'_, PyAny>) -> PyResult<String> {
    let format = named("format", format, &Target::ALL)?;
    let problems: Vec<_> = problems.iter().map(|p| (*p.0).clone()).collect();
    Ok(write_all(&problems, format))
}
