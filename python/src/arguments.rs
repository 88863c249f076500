//! Arguments as Python gives them. What is wrong with one says its name: a `TypeError` where it is
//! of another kind, a `ValueError` where it is out of range.

use crate::watch::Stop;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBool, PyBytes};
use std::path::PathBuf;
use std::time::Duration;

/// What a caller gave, or `None` where he left it out.
pub type Given<'py> = Option<Bound<'py, PyAny>>;

/// A limit of time, in seconds.
pub fn time(given: Given<'_>) -> PyResult<Option<Duration>> {
    let Some(given) = given else { return Ok(None) };
    let wanted = "a number of seconds, more than 0 and less than 2**40";
    let seconds: f64 = number("time", wanted, &given)?;
    let time = Duration::try_from_secs_f64(seconds).ok();
    // Later than that no clock goes.
    let time = time.filter(|time| !time.is_zero() && time.as_secs() < 1 << 40);
    time.map(Some).ok_or_else(|| wrong("time", wanted, &given))
}

/// A whole number from 0 on.
pub fn count(name: &str, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    number(name, "a whole number from 0 to 2**64 - 1", given)
}

/// A number. `True` and `False` are none, though Python takes them for 1 and 0.
fn number<'py, T>(name: &str, wanted: &str, given: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    match given.is_instance_of::<PyBool>() {
        true => Err(PyTypeError::new_err(sentence(name, wanted, given))),
        false => converted(name, wanted, given),
    }
}

/// A limit of nodes.
pub fn nodes(given: Given<'_>) -> PyResult<Option<u64>> {
    given.map(|given| count("nodes", &given)).transpose()
}

/// The most threads of a search, as of the program.
const MOST_THREADS: u64 = 1024;

/// A number of threads.
#[pyfunction]
pub fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let threads = count("threads", given)?;
    match threads {
        1..=MOST_THREADS => Ok(threads as usize),
        _ => Err(wrong("threads", "from 1 to 1024", given)),
    }
}

/// Yes or no.
#[pyfunction]
pub fn flag(name: &str, given: &Bound<'_, PyAny>) -> PyResult<bool> {
    converted(name, "True or False", given)
}

/// What ends a call from another thread.
pub fn stop(given: Given<'_>) -> PyResult<Option<Py<Stop>>> {
    let Some(given) = given else { return Ok(None) };
    let stop = given.cast::<Stop>();
    let stop = stop.map_err(|_| PyTypeError::new_err(sentence("stop", "a tsumi.Stop", &given)))?;
    Ok(Some(stop.clone().unbind()))
}

/// One of some values, by its name.
pub fn named<T: Copy>(
    name: &str,
    given: &Bound<'_, PyAny>,
    all: &[(T, &'static str)],
) -> PyResult<T> {
    let names: Vec<String> = all.iter().map(|known| format!("'{}'", known.1)).collect();
    let wanted = names.join(" or ");
    let text: String = converted(name, &wanted, given)?;
    let found = all.iter().find(|known| known.1 == text);
    found
        .map(|known| known.0)
        .ok_or_else(|| wrong(name, &wanted, given))
}

/// The value of an argument; the words say what is wanted.
fn converted<'py, T>(name: &str, wanted: &str, given: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map_err(|error: PyErr| {
        let py = given.py();
        if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(sentence(name, wanted, given))
        } else if error.is_instance_of::<PyOverflowError>(py)
            || error.is_instance_of::<PyUnicodeEncodeError>(py)
        {
            wrong(name, wanted, given)
        } else {
            error
        }
    })
}

/// An argument that is out of range.
fn wrong(name: &str, wanted: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(sentence(name, wanted, given))
}

/// The most characters of an argument in a message.
const SHOWN: usize = 40;

fn sentence(name: &str, wanted: &str, given: &Bound<'_, PyAny>) -> String {
    // Python does not write a number with more than some thousand digits.
    let shown = given.repr().map(|text| text.to_string_lossy().into_owned());
    let shown = shown.unwrap_or_else(|_| "one of thousands of digits".to_string());
    match shown.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{name} must be {wanted}, not {}…", &shown[..end]),
        None => format!("{name} must be {wanted}, not {shown}"),
    }
}

/// A text. One of Python's may have halves of characters, and is none then.
pub struct Text(pub PyBackedStr);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Text> {
        let text: PyResult<PyBackedStr> = given.extract();
        text.map(Text).map_err(|error| whole(given.py(), error))
    }
}

/// The path of a file.
pub struct Place(pub PathBuf);

impl<'a, 'py> FromPyObject<'a, 'py> for Place {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Place> {
        let path: PyResult<PathBuf> = given.extract();
        path.map(Place).map_err(|error| whole(given.py(), error))
    }
}

/// The content of a file.
pub struct Content(pub Vec<u8>);

impl<'a, 'py> FromPyObject<'a, 'py> for Content {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Content> {
        match given.cast::<PyBytes>() {
            Ok(bytes) => Ok(Content(bytes.as_bytes().to_vec())),
            Err(_) => Ok(Content(given.extract::<Text>()?.0.as_bytes().to_vec())),
        }
    }
}

/// Says in plain words that a text has half of a character.
fn whole(py: Python<'_>, error: PyErr) -> PyErr {
    match error.is_instance_of::<PyUnicodeEncodeError>(py) {
        true => PyValueError::new_err(format!(
            "the text has half of a character (a surrogate): {}",
            error.value(py)
        )),
        false => error,
    }
}
