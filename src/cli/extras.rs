//! Questions to the solver beside the answer: the other defences (変化) and the attacker's
//! near misses (紛れ) of a mate.

use super::report::Solved;
use super::stop::Stop;
use shogi_core::PartialPosition;
use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// The solver with a node limit for each kind of extra. Dropping it gives the solver its own
/// options again.
pub struct Asker<'a> {
    solver: &'a mut Solver,
    options: &'a Options,
    stop: &'a Stop,
    attacker: shogi_core::Color,
    /// Nodes for the variations, and as many for the near misses.
    allowance: u64,
}

impl<'a> Asker<'a> {
    /// Prepares the questions about `solved`.
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
            allowance: solved.outcome.verdict_nodes.saturating_mul(SHARE) + NODES,
        }
    }

    /// Solves a position within `nodes`, without a proof that a length is minimal; `lengths`
    /// false asks for the verdict alone. `None` when the solver refuses it or panics.
    fn ask(&mut self, position: &PartialPosition, nodes: u64, lengths: bool) -> Option<Outcome> {
        self.solver.set_options(Options {
            nodes: Some(nodes.max(1)),
            shortest_raw: false,
            shortest_conventional: false,
            lengths: match (lengths, self.options.lengths) {
                (false, _) | (_, Lengths::None) => Lengths::None,
                _ => Lengths::Quick,
            },
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
            if budget == 0 || self.stop.is_set() {
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
