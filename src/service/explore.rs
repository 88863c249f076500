//! `variations`, the other defences along a line, and `reply`, what is played against a move.

use super::Run;
use super::answer::{lengths, reason, sentence, verdict};
use super::answers::Answers;
use super::clock::Clock;
use super::event::{self, Event, Play, Stage, Variation};
use super::failure::Failure;
use super::follower::Follower;
use super::request::{self, Along, Setup, legal_line};
use super::value::{Pieces, Step};
use crate::base::limits::{share_of_nodes, share_of_time};
use crate::base::message::{Message, message};
use crate::base::problem::Problem;
use crate::shogi::{SetupError, rules};
use crate::solver::{Control, Length, Lengths, Options, Outcome, Session, Verdict};
use crate::verify::Verifier;
use shogi_core::{Color, Move, PartialPosition};
use std::sync::Arc;

/// What one question about a defence may take of the limits that are left, in percent.
const SHARE: u32 = 20;

/// Asks questions about the positions of a problem, all on the same tables.
pub(super) struct Asker<'a, 's> {
    session: &'a mut Session<'s>,
    control: Control<'a>,
    run: &'a Run<'a>,
    clock: Clock,
}

impl Asker<'_, '_> {
    /// Lets `work` ask about a problem.
    pub(super) fn begin<R>(
        verifier: &mut Verifier,
        problem: &Problem,
        run: &Run<'_>,
        clock: Clock,
        work: impl FnOnce(&mut Asker<'_, '_>) -> R,
    ) -> R {
        let follower = Follower::new(run, problem, Stage::Explore);
        let report = |progress: &_| follower.report(progress);
        let control = Control {
            stop: Some(run.stop),
            progress: Some(&report),
        };
        let mut inquiry = verifier.inquire(problem, control);
        work(&mut Asker {
            session: inquiry.session(),
            control,
            run,
            clock,
        })
    }

    /// The verdict on a position, within `nodes` and `share` percent of what is left.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn ask(
        &mut self,
        position: &PartialPosition,
        lengths: Lengths,
        nodes: Option<u64>,
        share: u32,
    ) -> Result<Outcome, SetupError> {
        if let Some(limit) = self.clock.reached(self.run) {
            return Ok(Outcome::unknown(limit));
        }
        let left = self.clock.nodes(self.run);
        let left = left.map(|n| share_of_nodes(n, share).max(1));
        self.session.set_options(Options {
            time: self.clock.time().map(|time| share_of_time(time, share)),
            nodes: left.into_iter().chain(nodes).min(),
            lengths,
            ..self.session.options().clone().deciding()
        });
        let outcome = self.session.solve(position, self.control)?;
        self.run.count(outcome.nodes);
        Ok(outcome)
    }
}

/// Sends the other defences along a line. Returns true when none is open.
pub(super) fn variations(
    verifier: &mut Verifier,
    ask: &Along,
    run: &Run<'_>,
) -> Result<bool, Failure> {
    let problem = Setup::of(&ask.sfen, ask.attacker, ask.rest).problem()?;
    let line = legal_line(&problem.position, &ask.line)?;
    let clock = Clock::new(ask.limits, run);
    let defences = Defences {
        problem: &problem,
        line: &line,
        run,
    };
    Asker::begin(verifier, &problem, run, clock, |asker| {
        let mut settled = true;
        // What is found near the end helps before.
        for played in (0..=line.len()).rev() {
            if run.is_stopped() {
                return Ok(false);
            }
            settled &= defences.at(played, asker)?;
        }
        Ok(settled)
    })
}

/// A line whose other defences are asked for.
struct Defences<'a> {
    problem: &'a Problem,
    line: &'a [Move],
    run: &'a Run<'a>,
}

impl Defences<'_> {
    /// Sends the other defences after the first moves of the line, the longest first. Returns true
    /// when none is open.
    fn at(&self, played: usize, asker: &mut Asker<'_, '_>) -> Result<bool, Failure> {
        let position = rules::along(&self.problem.position, &self.line[..played]);
        if position.side_to_move() == self.problem.attacker {
            return Ok(true);
        }
        let own = self.line.get(played);
        let others: Vec<Move> = rules::legal_moves(&position)
            .into_iter()
            .filter(|mv| Some(mv) != own)
            .collect();
        if others.is_empty() {
            return Ok(true);
        }
        let best = asker.ask(&position, Lengths::Answer, None, SHARE)?;
        let mut found = Vec::new();
        for mv in others {
            let after = rules::along(&position, &[mv]);
            let outcome = asker.ask(&after, Lengths::Answer, None, SHARE)?;
            found.push((mv, outcome));
        }
        found.sort_by_key(|(_, outcome)| std::cmp::Reverse(most(outcome)));
        let mut settled = true;
        for (mv, outcome) in found {
            settled &= !matches!(outcome.verdict, Verdict::Unknown(_));
            let ply = played as u32 + 1;
            if let Some(variation) = variation(&position, (ply, mv), &outcome, &best) {
                self.run.send(Event::Variation(Box::new(variation)));
            }
        }
        Ok(settled)
    }
}

/// The conventional length of a mate at most; the greatest number without one.
fn most(outcome: &Outcome) -> u32 {
    conventional(outcome).map_or(u32::MAX, |length| length.upper)
}

fn conventional(outcome: &Outcome) -> Option<Length> {
    match outcome.verdict {
        Verdict::Mate { conventional, .. } => Some(conventional),
        _ => None,
    }
}

/// A defence at a ply; `best` is the outcome of the position before it.
fn variation(
    before: &PartialPosition,
    (ply, mv): (u32, Move),
    outcome: &Outcome,
    best: &Outcome,
) -> Option<Variation> {
    let mut after = before.clone();
    let step = Step::make(&mut after, mv)?;
    let length = conventional(outcome).map(Length::after_a_move);
    // Where the best defence is known to last less long, this one does not count.
    let futile = length
        .zip(conventional(best))
        .is_some_and(|(own, best)| own.lower > best.upper);
    let (conventional, raw) = lengths(outcome);
    let mut line = vec![step.clone()];
    line.extend(Step::line(&after, &outcome.line));
    Some(Variation {
        ply,
        mv: step,
        verdict: verdict(outcome),
        reason: reason(outcome),
        conventional: conventional.map(|plies| plies.after_a_move()),
        raw: raw.map(|plies| plies.after_a_move()),
        last: length.map(|length| ply - 1 + length.upper),
        line,
        leftover: Pieces::held(&outcome.leftover),
        futile,
    })
}

/// Plays a person's move, if there is one, and answers for the other side. Returns true where the
/// verdict is known.
pub(super) fn reply(
    verifier: &mut Verifier,
    answers: &Answers,
    ask: &request::Reply,
    run: &Run<'_>,
) -> Result<bool, Failure> {
    let mut problem = Setup::of(&ask.sfen, ask.attacker, ask.rest).problem()?;
    let attacker = problem.attacker;
    let mut played = None;
    if let Some(text) = &ask.mv {
        let line = legal_line(&problem.position, std::slice::from_ref(text))?;
        played = Step::make(&mut problem.position, line[0]);
    }
    let position = &problem.position;
    let defends = position.side_to_move() != attacker;
    if defends && !rules::in_check(position, attacker.flip()) {
        run.send(Event::Reply(Box::new(no_check(played))));
        return Ok(true);
    }
    let outcome = match answers.get(position, attacker) {
        Some(known) => known,
        None => {
            let clock = Clock::new(ask.limits, run);
            let solved = Asker::begin(verifier, &problem, run, clock, |asker| {
                asker.ask(position, Lengths::Answer, None, 100)
            });
            Arc::new(solved?)
        }
    };
    answers.put(position, attacker, outcome.clone());
    let reply = answered(position, attacker, played, &outcome);
    run.send(Event::Reply(Box::new(reply)));
    Ok(!matches!(outcome.verdict, Verdict::Unknown(_)))
}

/// The answer to a move of the attacker that gives no check.
fn no_check(played: Option<Step>) -> event::Reply {
    let said = message!(
        "no check: the defender is free",
        "王手でない（玉方は逃れた）"
    );
    event::Reply {
        played,
        state: Play::Free,
        verdict: event::Verdict::NoMate,
        reason: None,
        conventional: None,
        raw: None,
        answer: None,
        line: Vec::new(),
        leftover: Pieces::default(),
        text: said.into(),
    }
}

/// The answer in a position, whose outcome is known as far as the limits allowed.
fn answered(
    position: &PartialPosition,
    attacker: Color,
    played: Option<Step>,
    outcome: &Outcome,
) -> event::Reply {
    let defends = position.side_to_move() != attacker;
    let line = match outcome.saving_reply() {
        Some(reply) => vec![reply],
        None => outcome.line.clone(),
    };
    let state = match outcome.verdict {
        Verdict::Mate { .. } if line.is_empty() => Play::Mated,
        Verdict::NoMate if !defends && rules::checks(position).is_empty() => Play::Free,
        _ => Play::GoesOn,
    };
    let steps = Step::line(position, &line);
    let (conventional, raw) = lengths(outcome);
    event::Reply {
        played,
        state,
        verdict: verdict(outcome),
        reason: reason(outcome),
        conventional,
        raw,
        answer: steps.first().cloned(),
        line: steps,
        leftover: Pieces::held(&outcome.leftover),
        text: words(position, state, outcome).into(),
    }
}

/// What is said of a reply.
fn words(position: &PartialPosition, state: Play, outcome: &Outcome) -> Message {
    match state {
        Play::Mated if rules::is_mate(position) => message!("mate", "詰み"),
        Play::Mated => message!(
            "mate: what is left are futile interpositions (無駄合い)",
            "詰み：残るのは無駄合いのみ"
        ),
        Play::Free => message!(
            "no check is left: the defender has escaped",
            "王手が続かない：玉方は逃れた"
        ),
        Play::GoesOn => sentence(outcome),
    }
}
