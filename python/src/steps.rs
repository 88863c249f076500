//! Lines of moves, and refutations, as JSON.

use crate::certificate::Certificate;
use crate::errors::guarded;
use crate::watch::aside;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tsumi::formats::{sfen, usi};
use tsumi::service::board::Legal;
use tsumi::service::near_misses;
use tsumi::variations::refutation;

/// The moves of a line in USI, each with the position after it.
#[pyfunction]
pub fn steps(position: &str, line: &str) -> PyResult<String> {
    guarded(|| played(position, line))?
}

fn played(position: &str, line: &str) -> PyResult<String> {
    let wrong = |text: String| PyValueError::new_err(text);
    let root = sfen::parse(position).map_err(|fault| wrong(fault.message.to_string()))?;
    let mut moves = Vec::new();
    let played = usi::replay_onto(&mut root.position.clone(), line, &mut moves);
    played.map_err(|fault| wrong(fault.message.to_string()))?;
    Ok(serde_json::to_string(&Legal::line(&root.position, &moves)).unwrap_or_default())
}

/// How a defender who is never mated escapes; `None` for the certificate of a mate.
#[pyfunction]
pub fn refuted(py: Python<'_>, certificate: &Certificate) -> PyResult<Option<String>> {
    let certificate = certificate.0.clone();
    aside(py, move || {
        let found = refutation::refutation(&certificate)?;
        let found = near_misses::refutation(certificate.position(), &found);
        serde_json::to_string(&found).ok()
    })
}
