//! `near_misses`: the attacker's other checks along a line (紛れ), and how each is met; and the
//! refutation of a position without mate.

use super::Run;
use super::clock::Clock;
use super::event::{Check, Event, Fate, NearMisses, Refutation};
use super::explore::Asker;
use super::failure::Failure;
use super::request::{Along, Setup, legal_line};
use super::value::{Named, Step};
use crate::base::problem::Problem;
use crate::shogi::{SetupError, rules};
use crate::solver::Lengths;
use crate::variations::near_misses::{self, NearMiss};
use crate::variations::refutation::{self, Escape, twins};
use crate::verify::Verifier;
use shogi_core::{Move, PartialPosition};

/// The most checks of a refutation, those that are one idea counted as one.
const MOST: usize = 10;

/// Sends the near misses of a line. Returns true when no check is open.
pub(super) fn find(verifier: &mut Verifier, ask: &Along, run: &Run<'_>) -> Result<bool, Failure> {
    let problem = Setup::of(&ask.sfen, ask.attacker, ask.rest).problem()?;
    let line = legal_line(&problem.position, &ask.line)?;
    let clock = Clock::new(ask.limits, run);
    let found = along(verifier, &problem, &line, clock, run)?;
    let root = &problem.position;
    let writer = Writer { root, line: &line };
    let settled = found
        .iter()
        .all(|miss| miss.fate != near_misses::Fate::Open);
    run.send(Event::NearMisses(NearMisses {
        settled,
        checks: writer.checks(&found),
    }));
    Ok(settled)
}

/// The near misses of a line.
pub(super) fn along(
    verifier: &mut Verifier,
    problem: &Problem,
    line: &[Move],
    clock: Clock,
    run: &Run<'_>,
) -> Result<Vec<NearMiss>, SetupError> {
    Asker::begin(verifier, problem, run, clock, |asker| {
        let mut decide = |position: &PartialPosition, nodes: u64| {
            if clock.is_over(run) {
                return None;
            }
            asker.ask(position, Lengths::None, Some(nodes), 100).ok()
        };
        near_misses::near_misses(&problem.position, problem.attacker, line, &mut decide)
    })
}

struct Writer<'a> {
    root: &'a PartialPosition,
    line: &'a [Move],
}

impl Writer<'_> {
    /// All checks: first those that are refuted, twins together.
    fn checks(&self, found: &[NearMiss]) -> Vec<Check> {
        let refuted = found.iter().filter_map(|m| Some((m.ply, m.escape()?)));
        let groups = twins(refuted, |&(ply, escape)| (ply, escape.idea.clone()));
        let mut out: Vec<Check> = groups
            .iter()
            .filter_map(|group| {
                let ply = group[0].0;
                let escapes: Vec<&Escape> = group.iter().map(|one| one.1).collect();
                refuted_check(&self.before(ply), ply, &escapes)
            })
            .collect();
        let rest = found.iter().filter(|miss| miss.escape().is_none());
        out.extend(rest.filter_map(|miss| self.other(miss)));
        out
    }

    fn before(&self, ply: u32) -> PartialPosition {
        rules::before(self.root, self.line, ply)
    }

    /// A check that mates too, or is open.
    fn other(&self, miss: &NearMiss) -> Option<Check> {
        let plies = match miss.fate {
            near_misses::Fate::Mates(plies) => Some(plies),
            _ => None,
        };
        Some(Check {
            ply: miss.ply,
            mv: Step::make(&mut self.before(miss.ply), miss.check)?,
            fate: if plies.is_some() {
                Fate::Mates
            } else {
                Fate::Open
            },
            line: Vec::new(),
            ending: None,
            plies,
            alike: Vec::new(),
        })
    }
}

/// Checks of one idea that are refuted; they are given with the position before them.
fn refuted_check(before: &PartialPosition, ply: u32, group: &[&Escape]) -> Option<Check> {
    let line = Step::line(before, &group[0].line);
    Some(Check {
        ply,
        mv: line.first()?.clone(),
        fate: Fate::Refuted,
        line,
        ending: Some(group[0].ending.name()),
        plies: None,
        alike: group[1..]
            .iter()
            .map(|escape| Named::new(before, escape.line[0]))
            .collect(),
    })
}

/// The refutation of a position without mate.
pub fn refutation(position: &PartialPosition, found: &refutation::Refutation) -> Refutation {
    let mut root = position.clone();
    let reply = found.reply.and_then(|mv| Step::make(&mut root, mv));
    let ply = 1 + u32::from(reply.is_some());
    let groups = found.groups();
    let shown = groups.iter().take(MOST);
    Refutation {
        reply,
        checks: shown.filter_map(|g| refuted_check(&root, ply, g)).collect(),
        more: groups.len().saturating_sub(MOST),
    }
}
