//! `page`: a solution as one web page.

use super::answers::Answers;
use super::clock::Clock;
use super::event::{Event, Written};
use super::failure::Failure;
use super::request::{self, Setup};
use super::{Run, analyse, answer, near_misses};
use crate::page::{Head, of_outcome};
use crate::solver::{Custom, Verdict};
use crate::verify::Verifier;
use std::sync::Arc;

/// Sends the page. Returns true when the verdict is known.
pub(super) fn write(
    verifier: &mut Verifier,
    answers: &Answers,
    ask: &request::Page,
    run: &Run<'_>,
) -> Result<bool, Failure> {
    let setup = Setup {
        sfen: &ask.sfen,
        attacker: ask.attacker,
        rest: ask.rest,
        plies: ask.plies,
        line: &ask.line,
    };
    let problem = setup.problem()?;
    let (position, attacker) = (&problem.position, problem.attacker);
    let clock = Clock::new(ask.limits, run);
    let outcome = match answers.get(position, attacker) {
        Some(known) => known,
        None => Arc::new(analyse::certified(verifier, &problem, clock, false, run)?),
    };
    answers.put(position, attacker, outcome.clone());
    let verdict = answer::sentence(&outcome);
    let head = Head {
        title: ask.title.as_deref().unwrap_or("tsumi"),
        author: ask.author.as_deref(),
        verdict: &verdict,
        lang: ask.lang.into(),
        position,
        attacker,
    };
    let custom = Custom::of(problem.plies, &outcome);
    let tried = match (outcome.verdict, &outcome.certificate) {
        (Verdict::Mate { .. }, Some(_)) => {
            near_misses::along(verifier, &problem, outcome.main_line(custom), clock, run)?
        }
        _ => Vec::new(),
    };
    run.send(Event::Text(Written {
        target: "html",
        extension: "html",
        text: of_outcome(head, &outcome, custom, &[], &tried)?,
    }));
    Ok(!matches!(outcome.verdict, Verdict::Unknown(_)))
}
