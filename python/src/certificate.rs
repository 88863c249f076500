//! Certificates, and the independent checker.

use crate::arguments::{Place, Text};
use crate::errors::CertificateError;
use crate::watch::{Stop, Watch};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsumi::base::clock;
use tsumi::checker::{self, Rejected, Verified};
use tsumi::proof::certificate;

/// A certificate in memory.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Certificate(pub Arc<certificate::Certificate>);

#[pymethods]
impl Certificate {
    /// Reads a certificate.
    #[new]
    fn new(text: Text) -> PyResult<Certificate> {
        let read = text.0.parse::<certificate::Certificate>();
        let read =
            read.map_err(|e| CertificateError::new_err((e.to_string(), e.line, e.reason)))?;
        Ok(Certificate(Arc::new(read)))
    }

    /// The text, as docs/certificate.md describes it.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.to_string())
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
        let text = slf.get().text(slf.py());
        Ok((slf.get_type().into_any().unbind(), (text,)))
    }
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
            PyOSError::new_err((number, words, path.as_os_str().to_os_string()))
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
        let stopped = || {
            clock::pause();
            watch.halt.load(Ordering::Relaxed)
        };
        Ok(checker::check_with(open()?, 1, &stopped))
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
        Err(refused) => Err(CertificateError::new_err((
            refused.to_string(),
            refused.line,
            refused.reason,
        ))),
    }
}
