//! Pictures and pages.

use crate::arguments::flag;
use crate::certificate::Certificate;
use crate::errors::{at, guarded};
use crate::problem::Problem;
use crate::watch::aside;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shogi_core::Move;
use tsumi::base::Length;
use tsumi::base::message::{Lang, Message};
use tsumi::base::problem::{author, title};
use tsumi::formats::svg::{Hands, svg as drawn};
use tsumi::formats::{self, usi};
use tsumi::page::{Head, Page, page as filled, plain, refuted};
use tsumi::proof::certificate::Certificate as Certified;
use tsumi::solver::Claim;

/// A problem as a picture.
#[pyfunction]
pub fn svg(problem: &Problem) -> PyResult<String> {
    let problem = &problem.0;
    let hands = || Hands::usual(&problem.position, problem.attacker);
    guarded(|| drawn(&problem.position, &problem.id, hands()))
}

/// A solution as a web page: a board on which it is solved and played through. Of the length of the
/// line `length` says at least how many plies it is, and whether the certificate proves it.
#[pyfunction]
pub fn page(
    py: Python<'_>,
    problem: &Problem,
    line: &str,
    length: (u32, bool),
    certificate: Option<&Certificate>,
    verdict: (String, String),
    japanese: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let japanese = flag("japanese", japanese)?;
    let mut moves = Vec::new();
    usi::replay_onto(&mut problem.0.position.clone(), line, &mut moves)
        .map_err(|fault| PyValueError::new_err(fault.message.to_string()))?;
    let (problem, proof) = (problem.0.clone(), certificate.map(|given| given.0.clone()));
    let verdict = Message::new(verdict.0, verdict.1);
    let lang = if japanese { Lang::Ja } else { Lang::En };
    let work = move || page_of(&problem, &moves, length, proof.as_deref(), &verdict, lang);
    aside(py, work)?
}

fn page_of(
    problem: &formats::Problem,
    line: &[Move],
    (lower, proved): (u32, bool),
    certificate: Option<&Certified>,
    verdict: &Message,
    lang: Lang,
) -> PyResult<String> {
    let head = Head {
        title: title(&problem.headers).unwrap_or(&problem.id),
        author: author(&problem.headers),
        verdict,
        lang,
        position: &problem.position,
        attacker: problem.attacker,
    };
    match certificate {
        Some(proof) if matches!(proof.claim(), Claim::Mate { .. }) => {
            let page = filled(&Page {
                head,
                line,
                length: Length {
                    lower,
                    upper: line.len() as u32,
                },
                proved,
                other: None,
                certificates: &[proof],
                near_misses: &[],
            });
            page.map_err(|why| at(problem, why.message()))
        }
        Some(proof) => Ok(refuted(head, proof).unwrap_or_default()),
        None => Ok(plain(head)),
    }
}
