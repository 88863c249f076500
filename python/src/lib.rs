//! The library of tsumi as a Python module, `tsumi._tsumi`.
//!
//! The module is thin: it turns what Python gives into values of the library, calls that while
//! other Python threads may run, and hands back numbers, texts and JSON. What is public stands in
//! the package `tsumi/`, which makes objects of these.

mod arguments;
mod ask;
mod certificate;
mod cluster;
mod errors;
mod pieces;
mod problem;
mod show;
mod solve;
mod steps;
mod verify;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _tsumi {
    #[pymodule_export]
    use super::arguments::{flag, threads};
    #[pymodule_export]
    use super::ask::{ask, limits};
    #[pymodule_export]
    use super::certificate::{Certificate, check};
    #[pymodule_export]
    use super::cluster::{Hearsay, Standing, Upper, Worker};
    #[pymodule_export]
    use super::pieces::from_pieces;
    #[pymodule_export]
    use super::problem::{Problem, Reader, is_position, one, write};
    #[pymodule_export]
    use super::show::{page, svg};
    #[pymodule_export]
    use super::solve::{Solver, bytes};
    #[pymodule_export]
    use super::steps::{refuted, steps};
    #[pymodule_export]
    use super::verify::Verifier;
    #[pymodule_export]
    use super::watch::Stop;
}
