//! `analyse`: the answer first, then the faults, as long as the limits allow; and `certificate`.

use super::answers::Answers;
use super::card;
use super::clock::Clock;
use super::event::{self, Event, Stage};
use super::failure::{Code, Failure};
use super::follower::Follower;
use super::request::{Analyse, Certify, Profile, Setup};
use super::{Run, answer};
use crate::base::message::message;
use crate::base::problem::Problem;
use crate::shogi::SetupError;
use crate::solver::{Control, Outcome, Verdict};
use crate::verify::{self, Extent, Inquiry, Verifier};
use shogi_core::Move;
use std::sync::Arc;
use std::time::Duration;

/// The time of the first judgement after the answer.
const FIRST_PASS: Duration = Duration::from_millis(300);
/// How many times the time of one judgement the next one gets.
const PASS_GROWTH: u32 = 3;

/// After so many judgements in a row that found nothing new although they had time left, what is open
/// is not open for lack of time. (One that finds nothing new may fill the tables for the next.)
const IDLE: u32 = 10;

/// The proofs of the lengths may take as long as all that came before them, and this besides.
const PROOF_TIME: Duration = Duration::from_secs(1);

/// The most entries of a certificate that is sent as text, some 64 MiB.
const ENTRIES: usize = 400_000;

/// Answers and judges a problem. Returns true when nothing is open.
pub(super) fn analyse(
    verifier: &mut Verifier,
    answers: &Answers,
    ask: &Analyse,
    run: &Run<'_>,
) -> Result<bool, Failure> {
    let setup = Setup {
        plies: ask.plies,
        line: &ask.line,
        ..Setup::of(&ask.sfen, ask.attacker, ask.rest)
    };
    let problem = setup.problem()?;
    let clock = Clock::new(ask.limits, run);
    let follower = Follower::new(run, &problem, Stage::Verdict);
    let report = |progress: &_| follower.report(progress);
    let control = Control {
        stop: Some(run.stop),
        progress: Some(&report),
    };
    verifier.set_profile(match ask.profile {
        Profile::Tsume => verify::Profile::Tsume,
        Profile::Game => verify::Profile::Game,
    });
    let mut teller = Teller {
        problem: &problem,
        answers,
        run,
        told: None,
    };
    let mut inquiry = verifier.inquire(&problem, control);
    let outcome = Arc::new(inquiry.answer(clock.time(), clock.nodes(run))?);
    run.count(outcome.nodes);
    teller.tell(&outcome);
    follower.begin(Stage::Card);
    let (mut settled, mut outcome) = judge(&mut inquiry, &mut teller, clock, outcome)?;
    let mate = matches!(outcome.verdict, Verdict::Mate { .. });
    if ask.proofs && mate && !clock.is_over(run) {
        follower.begin(Stage::Proof);
        let most = clock.within(run.begin.elapsed() + PROOF_TIME);
        let proved = Arc::make_mut(&mut outcome);
        prove(&mut inquiry, &problem, proved, most, run, control)?;
        teller.tell(&outcome);
    }
    settled &= !run.is_stopped();
    Ok(settled)
}

/// Judges the problem again and again, with more and more time, until nothing is open, nothing is
/// left to ask or a limit comes. Returns whether nothing is open, and what is known of the verdict.
fn judge(
    inquiry: &mut Inquiry<'_>,
    teller: &mut Teller<'_>,
    clock: Clock,
    first: Arc<Outcome>,
) -> Result<(bool, Arc<Outcome>), SetupError> {
    let run = teller.run;
    let mut outcome = first;
    let mut best: Option<Extent> = None;
    let mut pass = FIRST_PASS;
    let mut idle = 0;
    while !run.is_stopped() {
        let time = clock.time().map_or(pass, |left| left.min(pass));
        let judged = inquiry.judge(Some(time), clock.nodes(run))?;
        run.count(judged.nodes);
        let took = judged.elapsed;
        if run.is_stopped() {
            break;
        }
        // Within less time a pass can find out less than the one before it.
        let extent = judged.extent();
        let settled = judged.is_settled();
        let gains = best.is_none_or(|best| extent.says_more_than(&best));
        idle = match !gains && took < time / 8 {
            true => idle + 1,
            false => 0,
        };
        if !best.is_some_and(|best| best.says_more_than(&extent)) {
            best = Some(extent);
            let card = card::card(teller.problem, &judged);
            outcome = Arc::new(judged.outcome);
            teller.tell(&outcome);
            run.send(Event::Card(Box::new(card)));
        }
        // The next one would have less time than this one took.
        let too_short = clock.time().is_some_and(|left| left < took);
        if settled || idle >= IDLE || too_short || clock.is_over(run) {
            return Ok((settled, outcome));
        }
        pass = time.saturating_mul(PASS_GROWTH);
    }
    Ok((false, outcome))
}

/// Adds what proves the lengths to the certificate.
fn prove(
    inquiry: &mut Inquiry<'_>,
    problem: &Problem,
    outcome: &mut Outcome,
    clock: Clock,
    run: &Run<'_>,
    control: Control<'_>,
) -> Result<(), SetupError> {
    let session = inquiry.session();
    session.set_options(crate::solver::Options {
        time: clock.time(),
        nodes: clock.nodes(run),
        ..session.options().clone()
    });
    let mut dossier = session.dossier();
    let cost = session.prove_lengths(&problem.position, outcome, &mut dossier, control)?;
    session.conclude(outcome, dossier, control);
    run.count(cost.nodes);
    Ok(())
}

/// Sends answers, each only where it says something new.
struct Teller<'a> {
    problem: &'a Problem,
    answers: &'a Answers,
    run: &'a Run<'a>,
    told: Option<Told>,
}

/// What an answer says.
type Told = (Verdict, Vec<Move>, bool, Vec<String>);

impl Teller<'_> {
    fn tell(&mut self, outcome: &Arc<Outcome>) {
        let claims = outcome.certificate.as_ref().map(answer::claims);
        let told = (
            outcome.verdict,
            outcome.line.clone(),
            outcome.nothing_left.is_some(),
            claims.map_or(Vec::new(), |claims| claims.claims),
        );
        if self.told.as_ref() == Some(&told) {
            return;
        }
        self.told = Some(told);
        let problem = self.problem;
        self.answers
            .put(&problem.position, problem.attacker, outcome.clone());
        let answer = answer::of(&problem.position, outcome, self.run);
        self.run.send(Event::Answer(Box::new(answer)));
    }
}

/// Sends the certificate of a position.
pub(super) fn certificate(
    verifier: &mut Verifier,
    answers: &Answers,
    ask: &Certify,
    run: &Run<'_>,
) -> Result<bool, Failure> {
    let setup = Setup {
        line: &ask.line,
        ..Setup::of(&ask.sfen, ask.attacker, ask.rest)
    };
    let problem = setup.problem()?;
    let (position, attacker) = (&problem.position, problem.attacker);
    let known = answers.get(position, attacker);
    let outcome = match known.filter(|_| !ask.proofs) {
        Some(known) => known,
        None => {
            let clock = Clock::new(ask.limits, run);
            Arc::new(certified(verifier, &problem, clock, ask.proofs, run)?)
        }
    };
    answers.put(position, attacker, outcome.clone());
    let Some(certificate) = &outcome.certificate else {
        let answer = answer::of(position, &outcome, run);
        run.send(Event::Answer(Box::new(answer)));
        return Ok(false);
    };
    if certificate.len() > ENTRIES {
        let said = message!(
            "the certificate has {entries} entries; tsumi solve --certificate writes it into a file",
            "証明書が{entries}項ある。tsumi solve --certificate でファイルに書ける",
            entries = certificate.len()
        );
        return Err(Failure::new(Code::Large, &said));
    }
    run.send(Event::Certificate(event::Certificate {
        verdict: answer::verdict(&outcome),
        verified: outcome.verified,
        claims: answer::claims(certificate),
        text: certificate.to_string(),
    }));
    Ok(true)
}

/// Solves a problem, and proves its lengths where that is asked for.
pub(super) fn certified(
    verifier: &mut Verifier,
    problem: &Problem,
    clock: Clock,
    proofs: bool,
    run: &Run<'_>,
) -> Result<Outcome, SetupError> {
    let follower = Follower::new(run, problem, Stage::Verdict);
    let report = |progress: &_| follower.report(progress);
    let control = Control {
        stop: Some(run.stop),
        progress: Some(&report),
    };
    let mut inquiry = verifier.inquire(problem, control);
    let mut outcome = inquiry.answer(clock.time(), clock.nodes(run))?;
    run.count(outcome.nodes);
    if proofs && matches!(outcome.verdict, Verdict::Mate { .. }) {
        follower.begin(Stage::Proof);
        prove(&mut inquiry, problem, &mut outcome, clock, run, control)?;
    }
    Ok(outcome)
}
