//! Pictures and pages.

use crate::certificate::Certificate;
use crate::errors::at;
use crate::problem::Problem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tsumi::base::Length;
use tsumi::base::message::{Lang, Message};
use tsumi::base::problem::{author, title};
use tsumi::formats::svg::{Hands, svg as drawn};
use tsumi::formats::usi;
use tsumi::page::{Head, Page, page as filled, plain, refuted};
use tsumi::solver::Claim;

/// A problem as a picture.
#[pyfunction]
pub fn svg(problem: &Problem) -> String {
    let problem = &problem.0;
    let hands = Hands::usual(&problem.position, problem.attacker);
    drawn(&problem.position, &problem.id, hands)
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
    japanese: bool,
) -> PyResult<String> {
    let problem = &problem.0;
    let position = &problem.position;
    let mut moves = Vec::new();
    usi::replay_onto(&mut position.clone(), line, &mut moves)
        .map_err(|fault| PyValueError::new_err(fault.message.to_string()))?;
    let verdict = Message::new(verdict.0, verdict.1);
    let head = Head {
        title: title(&problem.headers).unwrap_or(&problem.id),
        author: author(&problem.headers),
        verdict: &verdict,
        lang: if japanese { Lang::Ja } else { Lang::En },
        position,
        attacker: problem.attacker,
    };
    let (lower, proved) = length;
    py.detach(|| match certificate {
        Some(proof) if matches!(proof.0.claim(), Claim::Mate { .. }) => {
            let page = filled(&Page {
                head,
                line: &moves,
                length: Length {
                    lower,
                    upper: moves.len() as u32,
                },
                proved,
                other: None,
                certificates: &[&proof.0],
                near_misses: &[],
            });
            page.map_err(|why| at(problem, why.message()))
        }
        Some(proof) => Ok(refuted(head, &proof.0).unwrap_or_default()),
        None => Ok(plain(head)),
    })
}
