//! Numbers as Python gives them: of things, and of seconds.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A whole number from 0 on. A negative or huge one is a `ValueError`, as every other argument that is
/// out of range, and no `OverflowError`.
pub struct Count(pub u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Count> {
        let wanted = "a number of nodes or threads is from 0 to 2**64 - 1";
        given
            .extract()
            .map(Count)
            .map_err(|error| out_of_range(given, error, wanted))
    }
}

/// A number of seconds. A huge one is a `ValueError` too.
pub struct Seconds(pub f64);

impl<'a, 'py> FromPyObject<'a, 'py> for Seconds {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Seconds> {
        let wanted = "time must be a number of seconds, more than 0";
        given
            .extract()
            .map(Seconds)
            .map_err(|error| out_of_range(given, error, wanted))
    }
}

/// The error of a number that Python could not give: where it is too large a `ValueError`.
fn out_of_range(given: Borrowed<'_, '_, PyAny>, error: PyErr, wanted: &str) -> PyErr {
    if !error.is_instance_of::<PyOverflowError>(given.py()) {
        return error;
    }
    // Python does not write a number with more than some thousand digits.
    let number = given.str().map(|text| text.to_string());
    let number = number.unwrap_or_else(|_| "one of thousands of digits".to_string());
    PyValueError::new_err(format!("{wanted}, not {number}"))
}

impl Count {
    /// The number; the greatest there is for one that is greater.
    pub fn to_usize(&self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}
