//! Certificates, and the independent checker.

use crate::arguments::{Place, Text};
use crate::errors::{CertificateError, Stopped};
use crate::watch::{Stop, Watch, apart};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use tsumi::checker::{self, Rejected, Verified};
use tsumi::proof::certificate;

/// A certificate in memory.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Certificate(pub Arc<certificate::Certificate>);

#[pymethods]
impl Certificate {
    /// Reads a certificate.
    #[new]
    fn new(py: Python<'_>, text: Text) -> PyResult<Certificate> {
        Ok(Certificate(Arc::new(read(py, &text.0)?)))
    }

    /// The text, as docs/certificate.md describes it.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        apart(py, || self.0.to_string())
    }

    /// What it claims, the verdict first.
    #[getter]
    fn claims(&self) -> Vec<String> {
        self.0.claims().iter().map(ToString::to_string).collect()
    }

    /// The number of entries.
    #[getter]
    fn entries(&self) -> usize {
        self.0.len()
    }

    /// Puts it before the independent checker.
    #[pyo3(signature = (stop=None))]
    fn check(&self, py: Python<'_>, stop: Option<PyRef<'_, Stop>>) -> PyResult<Checked> {
        checked(py, stop, None, || Ok(self.0.reader()))
    }

    /// Two certificates are equal when they have the same text.
    fn __eq__(&self, py: Python<'_>, other: &Certificate) -> bool {
        let text = || self.0.to_string() == other.0.to_string();
        Arc::ptr_eq(&self.0, &other.0) || self.0.len() == other.0.len() && py.detach(text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (
            self.claims(),
            self.entries(),
            self.0.position().to_sfen_owned(),
        )
            .hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let claims = self.claims().join(", ");
        format!("Certificate('{claims}', entries={})", self.entries())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let text = slf.get().text(slf.py())?;
        Ok((slf.get_type().into_any().unbind(), (text,)))
    }
}

/// Reads a certificate.
pub fn read(py: Python<'_>, text: &str) -> PyResult<certificate::Certificate> {
    let read = apart(py, || text.parse::<certificate::Certificate>())?;
    read.map_err(|e| CertificateError::new_err((e.to_string(), e.line, e.reason)))
}

/// What the checker has accepted: claims, entries, position, attacker.
type Checked = (Vec<String>, usize, String, &'static str);

/// Puts a certificate before the independent checker: a text, or a file.
#[pyfunction]
#[pyo3(signature = (text=None, path=None, stop=None))]
pub fn check(
    py: Python<'_>,
    text: Option<Text>,
    path: Option<Place>,
    stop: Option<PyRef<'_, Stop>>,
) -> PyResult<Checked> {
    let Some(Place(path)) = path else {
        let text: &str = text.as_ref().map_or("", |text| &text.0);
        return checked(py, stop, None, || Ok(text.as_bytes()));
    };
    let file = || Ok(BufReader::with_capacity(1 << 16, File::open(&path)?));
    checked(py, stop, Some(&path), file)
}

/// The exception of an error of the system, which names the file as those of `open` do.
fn unopened(error: io::Error, path: Option<&Path>) -> PyErr {
    match (error.raw_os_error(), path) {
        (Some(number), Some(path)) => {
            // Rust puts the number after the words.
            let words = error.to_string();
            let words = words
                .split(" (os error")
                .next()
                .unwrap_or_default()
                .to_string();
            let path = path.as_os_str().to_os_string();
            // Windows has numbers of its own, of which Python makes those of C.
            match cfg!(windows) {
                true => PyOSError::new_err((0, words, path, number)),
                false => PyOSError::new_err((number, words, path)),
            }
        }
        _ => error.into(),
    }
}

fn checked<R: BufRead>(
    py: Python<'_>,
    stop: Option<PyRef<'_, Stop>>,
    path: Option<&Path>,
    open: impl FnOnce() -> io::Result<R> + Send,
) -> PyResult<Checked> {
    let watch = Watch::new(stop.as_deref());
    let work = || -> io::Result<Result<Verified, Rejected>> {
        Ok(checker::check_with(open()?, 1, &|| watch.is_over()))
    };
    let checked = watch.during(py, work)?;
    match checked.map_err(|error| unopened(error, path))? {
        Ok(verified) => Ok((
            verified.claims.iter().map(ToString::to_string).collect(),
            verified.entries,
            verified.position,
            match verified.attacker {
                checker::board::Color::Black => "black",
                checker::board::Color::White => "white",
            },
        )),
        Err(stopped) if stopped.interrupted => {
            Err(Stopped::new_err("the check was stopped before its end"))
        }
        Err(refused) => Err(CertificateError::new_err((
            refused.to_string(),
            refused.line,
            refused.reason,
        ))),
    }
}
