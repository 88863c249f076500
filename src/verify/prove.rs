//! The proofs of what was found about a mate, written into its certificate: the lengths, and that
//! along the line no other check mates.

use super::cooks::{self, OtherMates};
use super::finding::Finding;
use super::judge::{Case, before};
use super::policy::{MOST_OPEN_BOUNDED, OPEN_NODES};
use super::types::{Cooks, Futile};
use crate::proof::certificate::Exception;
use crate::shogi::SetupError;
use crate::solver::{Bound, Outcome, Refutations, Verdict};
use shogi_core::Move;

impl Case<'_> {
    /// Adds the proofs to the certificate of `outcome`, as far as the limits allow; they are
    /// extended for that.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn prove(
        &mut self,
        outcome: &mut Outcome,
        line: &[Move],
        found: &OtherMates,
    ) -> Result<(), SetupError> {
        if !matches!(outcome.verdict, Verdict::Mate { .. }) {
            return Ok(());
        }
        let earlier = self.earlier.map(|earlier| earlier.effort);
        self.budget.extend_for_proofs(earlier.unwrap_or_default());
        let position = &self.problem.position;
        self.budget
            .prove_lengths(&mut self.solvers.main, position, outcome)?;
        // What is wrong with a problem is proved by the lengths and by the mates that were found.
        let few = found.open.len() <= MOST_OPEN_BOUNDED;
        if !self.is_faulty() && few && self.settings.cooks != Cooks::Off {
            self.prove_only(outcome, line, found)?;
        }
        self.budget.check_claims(&mut self.solvers.main, outcome);
        self.note_bounds(outcome, found);
        self.prove_outlasted(line)
    }

    /// Says of the open checks how long they take at least, where that is proved of all.
    fn note_bounds(&mut self, outcome: &Outcome, found: &OtherMates) {
        let bounds = outcome.bounds_of_checks();
        let bound = |&(ply, mv): &(u32, Move)| {
            let bound = bounds.iter().find(|b| (b.ply, b.mv) == (ply, mv))?;
            bound.longer
        };
        let least = found.open.iter().map(bound).min().flatten();
        for finding in &mut self.findings {
            if let Finding::ChecksOpen { longer, .. } = finding {
                *longer = least;
            }
        }
    }

    /// Proves of a reply of the line that another one outlasts it, where that was found.
    fn prove_outlasted(&mut self, line: &[Move]) -> Result<(), SetupError> {
        let outlasted = self.findings.iter().find_map(|finding| match finding {
            Finding::Outlasted(found) => Some((found.ply, found.declared)),
            _ => None,
        });
        let Some((ply, declared)) = outlasted else {
            return Ok(());
        };
        let position = before(&self.problem.position, line, ply);
        let plies = declared + 1 - ply;
        let bound = match self.settings.futile {
            Futile::Return => Bound::Beyond(plies),
            Futile::None => Bound::Longer(plies),
        };
        let main = &mut self.solvers.main;
        let proof = self.budget.prove_bound(main, &position, bound)?;
        self.outlasting = proof.map(|certificate| (ply, certificate));
        Ok(())
    }

    /// Adds the proof that no other check along the line mates but those that were found, and those
    /// that are open: of these how long they take at least.
    fn prove_only(
        &mut self,
        outcome: &mut Outcome,
        line: &[Move],
        found: &OtherMates,
    ) -> Result<(), SetupError> {
        let (root, attacker) = (&self.problem.position, self.problem.attacker);
        let nodes = cooks::nodes(root, attacker, line, self.settings.cooks)?;
        let asked = nodes.iter().filter(|node| !node.rest.is_empty());
        let Some(last) = asked.map(|node| node.ply).max() else {
            return Ok(());
        };
        let allowed: Vec<(u32, Move)> = found.cooks.iter().map(|c| (c.ply, c.mv)).collect();
        let exception = |&(ply, mv): &(u32, Move)| Exception {
            ply,
            mv,
            longer: None,
        };
        let mut except: Vec<Exception> = allowed.iter().map(exception).collect();
        let room = self.solvers.main.options().proof_memory;
        let mut refutations = Refutations::new(attacker, room);
        let positions: Vec<_> = nodes.iter().map(|node| node.position.clone()).collect();
        let mut apart = self.solvers.barred.apart(attacker, &positions)?;
        for (index, node) in nodes.iter().enumerate().rev() {
            for &mv in &node.rest {
                let check = (node.ply, mv);
                if allowed.contains(&check) {
                    continue;
                }
                let mut after = node.position.clone();
                if after.make_move(mv).is_none() {
                    continue;
                }
                let (budget, ply) = (&mut self.budget, node.ply);
                if found.open.contains(&check) {
                    // As long as the line still takes, after the check.
                    let left = (line.len() as u32).saturating_sub(ply);
                    let (main, most) = (&mut self.solvers.main, (left, OPEN_NODES));
                    let plies = budget.hold_out(main, &after, most, &mut refutations)?;
                    let longer = (plies > 0).then_some(plies + 1);
                    except.push(Exception { ply, mv, longer });
                    continue;
                }
                if !found.detours.contains(&check) {
                    let main = &mut self.solvers.main;
                    match budget.refute(main, &after, ply, &mut refutations)?.verdict {
                        Verdict::NoMate => continue,
                        // A detour that an earlier verification had found.
                        Verdict::Mate { .. } => {}
                        Verdict::Unknown(_) => return Ok(()),
                    }
                }
                apart.keep(index + 1);
                let besides = budget.refute_apart(&mut apart, &after, ply, &mut refutations)?;
                if besides.verdict != Verdict::NoMate {
                    return Ok(());
                }
            }
        }
        let claimed = line[..last as usize].to_vec();
        let most = self.solvers.main.options().most_entries();
        match refutations.finish(claimed, except) {
            Ok(proof) if outcome.certificate_entries() + proof.len() <= most => outcome.add(proof),
            _ => {}
        }
        Ok(())
    }
}
