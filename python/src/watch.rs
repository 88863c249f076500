//! A call from Python while the library works: it is ended by Ctrl-C, by an exception of a
//! callback, and by another thread.

use crate::errors::guarded;
use parking_lot::Mutex;
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use tsumi::base::clock;

/// Time between two looks for Ctrl-C, for which the interpreter has to be held.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Ends calls that it was given to, from any thread.
#[pyclass(frozen, module = "tsumi._tsumi")]
#[derive(Default)]
pub struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop::default()
    }

    /// Ends the calls that have it, and those that are given it from now on.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True when it was set.
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Looks after one call.
pub struct Watch {
    /// Becomes true when the call is to end.
    pub halt: AtomicBool,
    /// Ends the call from outside.
    stop: Option<Arc<AtomicBool>>,
    /// The exception that the call ends with.
    error: Mutex<Option<PyErr>>,
    looked: Mutex<Instant>,
}

impl Watch {
    /// Looks after a call that `stop` may end.
    pub fn new(stop: Option<&Stop>) -> Arc<Watch> {
        Arc::new(Watch {
            halt: AtomicBool::new(stop.is_some_and(Stop::is_set)),
            stop: stop.map(|stop| stop.0.clone()),
            error: Mutex::new(None),
            looked: Mutex::new(Instant::now()),
        })
    }

    /// Lets the library work, while other Python threads may run.
    ///
    /// # Errors
    /// The exception that has ended it, or that of a panic.
    pub fn during<T: Send>(
        self: &Arc<Watch>,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let heeds_signals = is_main(py)?;
        let done = py.detach(|| {
            let watch = self.clone();
            let look = move || match heeds_signals {
                true => watch.look(),
                false => watch.heed(),
            };
            guarded(|| clock::watched(Rc::new(look), work))
        });
        match self.error.lock().take() {
            Some(error) => Err(error),
            None => done,
        }
    }

    /// The same on a thread of its own, for what may take its time to stop: after Ctrl-C it is told
    /// to, and nobody waits for it.
    ///
    /// # Errors
    /// Those of [`aside`].
    pub fn aside<T: Send + 'static>(
        self: &Arc<Watch>,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> PyResult<T> {
        let watch = self.clone();
        let work = move || clock::watched(Rc::new(move || watch.heed()), work);
        aside(py, work).inspect_err(|_| self.halt.store(true, Ordering::Relaxed))
    }

    /// True when the call is to end. For what asks that, and makes no pauses by itself.
    pub fn is_over(&self) -> bool {
        clock::pause();
        self.halt.load(Ordering::Relaxed)
    }

    /// Calls Python from the thread of the call, which ends where that raises an exception.
    pub fn call(&self, call: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if !self.halt.load(Ordering::Relaxed)
            && let Err(error) = Python::attach(call)
        {
            self.halt.store(true, Ordering::Relaxed);
            *self.error.lock() = Some(error);
        }
    }

    fn heed(&self) {
        if self
            .stop
            .as_ref()
            .is_some_and(|s| s.load(Ordering::Relaxed))
        {
            self.halt.store(true, Ordering::Relaxed);
        }
    }

    fn look(&self) {
        self.heed();
        let mut looked = self.looked.lock();
        if looked.elapsed() >= LOOK_EVERY {
            self.call(|py| py.check_signals());
            *looked = Instant::now();
        }
    }
}

/// True on the main thread of Python. It alone learns of Ctrl-C; another one must not ask for the
/// interpreter without need, which may be at its end.
fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import(intern!(py, "threading"))?;
    let main = threading.call_method0(intern!(py, "main_thread"))?;
    let here = threading.call_method0(intern!(py, "get_ident"))?;
    main.getattr(intern!(py, "ident"))?.eq(here)
}

/// Lets the library do what is soon done, while other Python threads may run.
///
/// # Errors
/// That of a panic.
pub fn apart<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| guarded(work))
}

/// Bytes of the stack of a thread, as many as the first thread of a program has.
const STACK: usize = 8 << 20;

/// Lets the library do what makes no pauses, on a thread of its own, while other Python threads may
/// run. After Ctrl-C nobody waits for it; it comes to its end by itself.
///
/// # Errors
/// The exception that has ended the call, that of a panic, or the system gives no thread.
pub fn aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, done) = mpsc::channel();
    let work = move || {
        // Who has left the call does not take it.
        let _ = sender.send(guarded(work));
    };
    thread::Builder::new().stack_size(STACK).spawn(work)?;
    let heeds_signals = is_main(py)?;
    py.detach(move || {
        loop {
            match done.recv_timeout(LOOK_EVERY) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Timeout) if heeds_signals => {
                    Python::attach(|py| py.check_signals())?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a thread ended without an answer"));
                }
            }
        }
    })
}
