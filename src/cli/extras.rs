//! What is asked of the solver beside the answer: the other defences (変化) and the
//! attacker's near misses (紛れ) of a mate.

use super::report::Solved;
use super::stop::Stop;
use shogi_core::PartialPosition;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tsumi::solver::{Certificate, Control, Options, Outcome, Solver, Verdict};
use tsumi::variations::Variations;
use tsumi::variations::near_misses::{NearMiss, near_misses};

/// The extras that the user asks for.
#[derive(Clone, Copy)]
pub struct Extras {
    /// Depth of the variations.
    pub depth: Option<u32>,
    /// Near misses along the main line.
    pub near_misses: bool,
}

impl Extras {
    /// True when there is any.
    pub fn any(self) -> bool {
        self.depth.is_some() || self.near_misses
    }
}

/// The variations may cost this many times the nodes of the mate and [`NODES`] more; the
/// near misses may cost as much again.
const SHARE: u64 = 8;
const NODES: u64 = 100_000;

/// The solver, with a budget; its options are put back at the end.
pub struct Asker<'a> {
    solver: &'a mut Solver,
    options: &'a Options,
    stop: &'a Stop,
    attacker: shogi_core::Color,
    allowance: u64,
}

impl<'a> Asker<'a> {
    /// One for the extras of `solved`.
    pub fn new(
        solved: &Solved,
        solver: &'a mut Solver,
        options: &'a Options,
        stop: &'a Stop,
    ) -> Asker<'a> {
        Asker {
            solver,
            options,
            stop,
            attacker: solved.problem.attacker,
            allowance: solved.outcome.nodes.saturating_mul(SHARE) + NODES,
        }
    }

    /// Solves a position for its verdict within `nodes`.
    fn ask(&mut self, position: &PartialPosition, nodes: u64, lengths: bool) -> Option<Outcome> {
        self.solver.set_options(Options {
            nodes: Some(nodes.max(1)),
            shortest_raw: false,
            shortest_conventional: false,
            lengths: lengths && self.options.lengths,
            ..self.options.clone()
        });
        let control = Control {
            stop: Some(self.stop.flag()),
            progress: None,
        };
        let solved = catch_unwind(AssertUnwindSafe(|| {
            self.solver.solve(position, self.attacker, control)
        }));
        solved.ok()?.ok()
    }

    /// The other defences, and the certificates of positions that the one of the mate
    /// does not speak of.
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
            &outcome.line,
            certificate,
            depth.max(1),
            &mut prove,
        );
        Some((found.ok()?, proofs))
    }

    /// The other checks along the main line, and what becomes of them.
    pub fn near_misses(&mut self, solved: &Solved) -> Option<Vec<NearMiss>> {
        let outcome = &solved.outcome;
        mate(outcome)?;
        let mut budget = self.allowance;
        let attacker = self.attacker;
        let mut decide = |position: &PartialPosition, nodes: u64| {
            if budget == 0 || self.stop.quits() {
                return None;
            }
            let outcome = self.ask(position, nodes.min(budget), false)?;
            budget = budget.saturating_sub(outcome.nodes.max(1));
            Some(outcome)
        };
        near_misses(solved.position(), attacker, &outcome.line, &mut decide).ok()
    }
}

impl Drop for Asker<'_> {
    fn drop(&mut self) {
        self.solver.set_options(self.options.clone());
    }
}

/// The certificate of a mate.
fn mate(outcome: &Outcome) -> Option<&Certificate> {
    match outcome.verdict {
        Verdict::Mate { .. } => outcome.certificate.as_ref(),
        _ => None,
    }
}
