//! The event `answer`: verdict, lengths and main line, with what proves them.

use super::Run;
use super::event::{Answer, Claims, NothingLeft, Verdict};
use super::near_misses;
use super::value::{Pieces, Plies, State, Step};
use crate::base::Length;
use crate::base::message::{Message, message};
use crate::base::problem::Problem;
use crate::row;
use crate::search::Metric;
use crate::shogi::rules;
use crate::solver::{self, Certificate, Claim, Limit, Outcome, Progress};
use crate::variations::refutation::refutation;
use crate::verify::Finding;
use crate::verify::card;
use shogi_core::PartialPosition;

/// The verdict without its lengths.
pub fn verdict(outcome: &Outcome) -> Verdict {
    match outcome.verdict {
        solver::Verdict::Mate { .. } => Verdict::Mate,
        solver::Verdict::NoMate => Verdict::NoMate,
        solver::Verdict::Unknown(_) => Verdict::Unknown,
    }
}

/// The conventional and the raw length of a mate.
pub fn lengths(outcome: &Outcome) -> (Option<Plies>, Option<Plies>) {
    match outcome.verdict {
        solver::Verdict::Mate { raw, conventional } => (
            Some(Plies::new(
                conventional,
                outcome.proves(Metric::Conventional),
            )),
            Some(Plies::new(raw, outcome.proves(Metric::Raw))),
        ),
        _ => (None, None),
    }
}

/// The name of the limit that came first; of a verdict none, but that of a failed self-check where a
/// proof of something besides, as of a length, was refused.
pub fn reason(outcome: &Outcome) -> Option<&'static str> {
    match outcome.verdict {
        _ if outcome.defect.is_some() => Some(row::reason(Limit::SelfCheck)),
        // In a request it is the one who asks that stops it.
        solver::Verdict::Unknown(Limit::Interrupted) => Some("stopped"),
        solver::Verdict::Unknown(limit) => Some(row::reason(limit)),
        _ => None,
    }
}

/// What a certificate proves.
pub fn claims(certificate: &Certificate) -> Claims {
    Claims {
        claims: certificate.claims().iter().map(Claim::to_string).collect(),
        entries: certificate.len(),
    }
}

/// The answer in a sentence, as the card of `tsumi verify` has it.
pub fn sentence(outcome: &Outcome) -> Message {
    match outcome.verdict {
        solver::Verdict::Mate { raw, conventional } => {
            let raw = (raw, outcome.proves(Metric::Raw));
            card::Answer {
                length: (conventional, outcome.proves(Metric::Conventional)),
                left: outcome.leftover.clone(),
                nothing_left: (outcome.nothing_left.as_ref())
                    .map(|l| (l.len() as u32, outcome.proves_nothing_left())),
                raw: Some(raw).filter(|raw| raw.0.upper != conventional.upper),
            }
            .message()
        }
        solver::Verdict::NoMate => message!("no mate", "不詰"),
        solver::Verdict::Unknown(limit) => Finding::NoVerdict {
            limit,
            defect: outcome.defect.clone(),
        }
        .message(),
    }
}

/// The answer that an outcome gives.
pub(super) fn of(position: &PartialPosition, outcome: &Outcome, run: &Run<'_>) -> Answer {
    let (conventional, raw) = lengths(outcome);
    let certificate = outcome.certificate.as_ref();
    let refutation = certificate.and_then(refutation);
    let nothing_left = outcome.nothing_left.as_ref();
    Answer {
        verdict: verdict(outcome),
        verified: outcome.verified,
        reason: reason(outcome),
        conventional,
        raw,
        line: Step::line(position, &outcome.line),
        leftover: Pieces::held(&outcome.leftover),
        leftover_state: conventional.map(|length| match length.state {
            State::Bound => State::Bound,
            _ if !outcome.left_settled => State::Bound,
            _ => State::known(outcome.proves_leftover()),
        }),
        nothing_left: nothing_left.map(|line| NothingLeft {
            plies: line.len(),
            state: State::known(outcome.proves_nothing_left()),
            line: Step::line(position, line),
        }),
        refutation: refutation.map(|found| near_misses::refutation(position, &found)),
        certificate: certificate.map(claims),
        nodes: run.nodes(),
        seconds: run.seconds(),
        threads: outcome.threads,
        table: outcome.table_bytes,
        text: sentence(outcome).into(),
    }
}

/// The mate of a report from a search that goes on. Its proof has been checked, and no defence
/// outlasts its line, so the plies of the line are an upper bound.
pub(super) fn so_far(problem: &Problem, progress: &Progress, run: &Run<'_>) -> Answer {
    let position = &problem.position;
    let upper = progress.mate.len() as u32;
    let length = Length {
        lower: upper % 2,
        upper,
    };
    let left = rules::held(&rules::along(position, &progress.mate), problem.attacker);
    let said = card::Answer {
        length: (length, false),
        left: Vec::new(),
        nothing_left: None,
        raw: None,
    };
    Answer {
        verdict: Verdict::Mate,
        verified: true,
        reason: None,
        conventional: Some(Plies::new(length, false)),
        raw: None,
        line: Step::line(position, &progress.mate),
        leftover: Pieces::held(&left),
        leftover_state: Some(State::Bound),
        nothing_left: None,
        refutation: None,
        certificate: None,
        nodes: run.nodes() + progress.nodes,
        seconds: run.seconds(),
        threads: 1,
        table: 0,
        text: said.message().into(),
    }
}
