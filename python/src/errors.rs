//! What is wrong, as exceptions of `tsumi.errors`.

use pyo3::import_exception;
use pyo3::{PyErr, PyResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tsumi::base::message::Message;
use tsumi::formats::{InputError as Unreadable, Problem};
use tsumi::solver::OutOfMemory as TooMuch;

import_exception!(tsumi.errors, CertificateError);
import_exception!(tsumi.errors, InputError);
import_exception!(tsumi.errors, InternalError);
import_exception!(tsumi.errors, OutOfMemory);
import_exception!(tsumi.errors, Stopped);

/// An input that cannot be read, at its place.
pub fn unreadable(error: &Unreadable) -> PyErr {
    let some = |number: u64| Some(number).filter(|&n| n > 0);
    InputError::new_err((
        error.to_string(),
        error.japanese().to_string(),
        error.message.english().to_string(),
        error.file.clone(),
        some(error.line),
        some(error.column as u64),
        error.hint.as_ref().map(|hint| hint.english().to_string()),
        error.id.clone(),
    ))
}

/// A fault of a problem that could be read.
pub fn at(problem: &Problem, why: Message) -> PyErr {
    let mut error = Unreadable::whole(&problem.source.file, why, None);
    error.line = problem.source.line;
    error.column = problem.source.column;
    unreadable(&error.with_id(Some(problem.id.clone())))
}

/// The system does not give the memory for the tables.
pub fn too_much(error: TooMuch) -> PyErr {
    let mib = (error.bytes >> 20).max(1);
    OutOfMemory::new_err(format!("the system does not give {mib} MiB for a table"))
}

/// Has the library do something. A panic of it is a defect, and an exception like any other.
///
/// # Errors
/// That of a panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("a panic");
        InternalError::new_err(format!(
            "internal error: {text}: a defect of tsumi, please report it with this position"
        ))
    })
}
