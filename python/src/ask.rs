//! Questions of the interface (docs/interface.md).

use crate::arguments::{self, Given};
use crate::watch::Watch;
use parking_lot::Mutex;
use pyo3::prelude::*;
use tsumi::service::event::Event;
use tsumi::service::{Engine, Request, Service, Settings};

/// Limits of time, in seconds, and of nodes, once they are found to be in range.
#[pyfunction]
#[pyo3(signature = (time=None, nodes=None))]
pub fn limits(time: Given<'_>, nodes: Given<'_>) -> PyResult<(Option<f64>, Option<u64>)> {
    let seconds = arguments::time(time)?.map(|time| time.as_secs_f64());
    Ok((seconds, arguments::nodes(nodes)?))
}

/// The events that answer a request, without those about the progress.
#[pyfunction]
pub fn ask(py: Python<'_>, request: &str, memory: usize, threads: usize) -> PyResult<Vec<String>> {
    let watch = Watch::new(None);
    let (inner, request) = (watch.clone(), request.to_string());
    let settings = Settings {
        engine: Engine::Native,
        memory,
        threads,
    };
    // What is left when it is stopped is put in words, which may take longer than a tenth of a second.
    watch.aside(py, move || {
        let events = Mutex::new(Vec::new());
        let send = |event: Event| {
            if !matches!(event, Event::Progress(_)) {
                events
                    .lock()
                    .push(serde_json::to_string(&event).unwrap_or_default());
            }
        };
        match Request::parse(request.as_bytes()) {
            Ok(request) => Service::new(settings).run(&request, &inner.halt, &send),
            Err(failure) => send(Event::Error(Box::new(failure))),
        }
        events.into_inner()
    })
}
