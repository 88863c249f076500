//! Questions to the solver beside the answer: the other defences (変化) and the attacker's
//! near misses (紛れ) of a mate.

use super::report::Solved;
use super::stop::Stop;
use shogi_core::PartialPosition;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use tsumi::solver::{Certificate, Control, Lengths, Options, Outcome, Solver, Verdict};
use tsumi::variations::Variations;
use tsumi::variations::near_misses::{NearMiss, near_misses};

/// The extras that the user asks for.
#[derive(Clone, Copy)]
pub struct Extras {
    /// Depth of the variations, from 1; `None` without variations.
    pub depth: Option<u32>,
    /// True for the near misses along the main line.
    pub near_misses: bool,
}

impl Extras {
    /// True when at least one of them is asked for.
    pub fn any(self) -> bool {
        self.depth.is_some() || self.near_misses
    }
}

/// The variations may take this many times the nodes of the mate, and [`NODES`] besides; the
/// near misses may take as many again.
const SHARE: u64 = 8;
/// See [`SHARE`].
const NODES: u64 = 100_000;

/// The solver with a node limit for each kind of extra, and what is left of the limits of the
/// problem for all of them together. Dropping it gives the solver its own options again.
pub struct Asker<'a> {
    solver: &'a mut Solver,
    options: &'a Options,
    stop: &'a Stop,
    attacker: shogi_core::Color,
    /// Nodes for the variations, and as many for the near misses.
    allowance: u64,
    /// When the time for the problem is over; `None` without a limit.
    end: Option<Instant>,
    /// What is left of the nodes for the problem; `None` without a limit.
    left: Option<u64>,
}

impl<'a> Asker<'a> {
    /// Prepares the questions about `solved`.
    pub fn new(
        solved: &Solved,
        solver: &'a mut Solver,
        options: &'a Options,
        stop: &'a Stop,
    ) -> Asker<'a> {
        let outcome = &solved.outcome;
        let time = options.time.map(|t| t.saturating_sub(outcome.elapsed));
        Asker {
            solver,
            options,
            stop,
            attacker: solved.problem.attacker,
            allowance: outcome.verdict_nodes.saturating_mul(SHARE) + NODES,
            end: time.and_then(|time| Instant::now().checked_add(time)),
            left: options.nodes.map(|n| n.saturating_sub(outcome.nodes)),
        }
    }

    /// True when a limit of the problem is reached, or nothing is to be searched any more.
    fn is_over(&self) -> bool {
        let out_of_time = self.end.is_some_and(|end| Instant::now() >= end);
        self.stop.is_set() || out_of_time || self.left == Some(0)
    }

    /// Solves a position within `nodes`, without a proof that a length is minimal; `lengths`
    /// false asks for the verdict alone. `None` when a limit of the problem is reached, and when
    /// the solver refuses the position or panics.
    fn ask(&mut self, position: &PartialPosition, nodes: u64, lengths: bool) -> Option<Outcome> {
        if self.is_over() {
            return None;
        }
        let now = Instant::now();
        self.solver.set_options(Options {
            time: self.end.map(|end| end.saturating_duration_since(now)),
            nodes: self.left.into_iter().chain([nodes.max(1)]).min(),
            lengths: match (lengths, self.options.lengths) {
                (false, _) | (_, Lengths::None) => Lengths::None,
                _ => Lengths::Quick,
            },
            ..self.options.clone().deciding()
        });
        let control = Control {
            stop: Some(self.stop.flag()),
            progress: None,
        };
        let solved = catch_unwind(AssertUnwindSafe(|| {
            self.solver.solve(position, self.attacker, control)
        }));
        let outcome = solved.ok()?.ok()?;
        self.left = self.left.map(|left| left.saturating_sub(outcome.nodes));
        Some(outcome)
    }

    /// The other defences of a mate, and the certificates of positions that its own certificate
    /// has no entry for; `None` when there is no mate with a certificate.
    pub fn variations(
        &mut self,
        solved: &Solved,
        depth: u32,
    ) -> Option<(Variations, Vec<Certificate>)> {
        let outcome = &solved.outcome;
        let certificate = mate(outcome)?;
        let mut budget = self.allowance;
        let mut proofs = Vec::new();
        let attacker = self.attacker;
        let mut prove = |position: &PartialPosition| {
            let proof = self.ask(position, budget, true)?;
            budget = budget.saturating_sub(proof.nodes);
            let certificate = mate(&proof)?;
            proofs.push(certificate.clone());
            Some(certificate.clone())
        };
        let found = tsumi::variations::variations(
            solved.position(),
            attacker,
            solved.line(),
            certificate,
            depth.max(1),
            &mut prove,
        );
        Some((found.ok()?, proofs))
    }

    /// The other checks along the main line of a mate with their results; `None` when there is
    /// no mate with a certificate.
    pub fn near_misses(&mut self, solved: &Solved) -> Option<Vec<NearMiss>> {
        let outcome = &solved.outcome;
        mate(outcome)?;
        let mut budget = self.allowance;
        let attacker = self.attacker;
        let mut decide = |position: &PartialPosition, nodes: u64| {
            if budget == 0 {
                return None;
            }
            let outcome = self.ask(position, nodes.min(budget), false)?;
            budget = budget.saturating_sub(outcome.nodes.max(1));
            Some(outcome)
        };
        near_misses(solved.position(), attacker, solved.line(), &mut decide).ok()
    }
}

impl Drop for Asker<'_> {
    fn drop(&mut self) {
        self.solver.set_options(self.options.clone());
    }
}

/// The certificate of an outcome that is a mate.
fn mate(outcome: &Outcome) -> Option<&Certificate> {
    match outcome.verdict {
        Verdict::Mate { .. } => outcome.certificate.as_ref(),
        _ => None,
    }
}
