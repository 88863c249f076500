//! A number of things, as Python gives it.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A whole number from 0 on. A negative or huge one is a `ValueError`, as every other argument that is
/// out of range, and no `OverflowError`.
pub struct Count(pub u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Count> {
        given.extract().map(Count).map_err(|error| {
            let py = given.py();
            match error.is_instance_of::<PyOverflowError>(py) {
                true => PyValueError::new_err(format!(
                    "a number of nodes or threads is from 0 to 2**64 - 1, not {}",
                    given.to_owned()
                )),
                false => error,
            }
        })
    }
}

impl Count {
    /// The number; the greatest there is for one that is greater.
    pub fn to_usize(&self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}
