//! The proofs of what was found about a mate, written into its certificate: the lengths, and that
//! along the line no other check mates.

use super::cooks;
use super::finding::Finding;
use super::judge::{Answers, Case};
use super::other_mates::OtherMates;
use super::policy::{MOST_OPEN_BOUNDED, OPEN_NODES};
use super::types::{Cooks, Futile};
use crate::shogi::{LineNode, SetupError, rules};
use crate::solver::{Bound, Claim, Dossier, Exception, Outcome, Verdict};
use shogi_core::{Move, PartialPosition};

impl Case<'_> {
    /// Adds the proofs to the certificate of the outcome, as far as the limits allow; they are
    /// extended for that.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn prove(&mut self, answers: &mut Answers) -> Result<(), SetupError> {
        let Answers {
            outcome,
            main_line: line,
            found,
        } = answers;
        if !matches!(outcome.verdict, Verdict::Mate { .. }) {
            return Ok(());
        }
        let earlier = self.earlier.map(|earlier| earlier.effort);
        self.budget.extend_for_proofs(earlier.unwrap_or_default());
        let (main, position) = (&mut self.solvers.main, &self.problem.position);
        let mut dossier = main.dossier();
        self.budget
            .prove_lengths(main, position, outcome, &mut dossier)?;
        // What is wrong with a problem is proved by the lengths and by the mates that were found.
        let few = found.open.len() <= MOST_OPEN_BOUNDED;
        if !self.is_faulty() && few && self.settings.cooks != Cooks::Off {
            let mark = dossier.mark();
            match self.prove_only(&mut dossier, line, found)? {
                Some(only) => dossier.claim(only),
                None => dossier.undo(mark),
            }
        }
        // Before the check, which may empty the tables.
        self.prove_outlasted(line)?;
        self.budget
            .conclude(&mut self.solvers.main, outcome, dossier);
        self.note_bounds(outcome, found);
        Ok(())
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
            if let Finding::ChecksOpen(found) = finding {
                found.longer = least;
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
        let position = rules::before(&self.problem.position, line, ply);
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
    /// that are open: of these how long they take at least. Returns the claim; `None` where a limit
    /// came first, or there is nothing to claim.
    fn prove_only(
        &mut self,
        dossier: &mut Dossier,
        line: &[Move],
        found: &OtherMates,
    ) -> Result<Option<Claim>, SetupError> {
        let (root, attacker) = (&self.problem.position, self.problem.attacker);
        let nodes = cooks::nodes(root, attacker, line, self.settings.cooks)?;
        // A node with a single check counts too: there the claim says that nothing else is one.
        let Some(last) = nodes.last().map(|node| node.ply) else {
            return Ok(None);
        };
        let Some(open) = self.refute_others(dossier, &nodes, found)? else {
            return Ok(None);
        };
        let known = found.cooks.iter().map(|cook| Exception {
            ply: cook.ply,
            mv: cook.mv,
            longer: None,
        });
        let mut except: Vec<Exception> = known.collect();
        for ((ply, mv), after) in open {
            // As long as the line still takes, after the check.
            let limits = ((line.len() as u32).saturating_sub(ply), OPEN_NODES);
            let main = &mut self.solvers.main;
            let plies = self.budget.hold_out(main, &after, limits, dossier)?;
            let longer = (plies > 0).then_some(plies + 1);
            except.push(Exception { ply, mv, longer });
        }
        let line = line[..last as usize].to_vec();
        Ok(Some(Claim::Only { line, except }))
    }

    /// Adds the refutations of the other checks at the nodes of a line but those that were found to
    /// mate and those that are open. Returns the open ones; `None` where a limit came first.
    fn refute_others(
        &mut self,
        dossier: &mut Dossier,
        nodes: &[LineNode],
        found: &OtherMates,
    ) -> Result<Option<Vec<Checked>>, SetupError> {
        let positions: Vec<_> = nodes.iter().map(|node| node.position.clone()).collect();
        let mut apart = (self.solvers.barred).apart(self.problem.attacker, &positions)?;
        let (budget, main) = (&mut self.budget, &mut self.solvers.main);
        let mut open = Vec::new();
        for (index, (check, after)) in after_other_checks(nodes) {
            if found.cooks.iter().any(|cook| (cook.ply, cook.mv) == check) {
                continue;
            }
            if found.open.contains(&check) {
                open.push((check, after));
                continue;
            }
            let ply = check.0;
            if !found.detours.contains(&check) {
                match budget.refute(main, &after, ply, dossier)?.verdict {
                    Verdict::NoMate => continue,
                    _ => return Ok(None),
                }
            }
            apart.keep(index + 1);
            let besides = budget.refute_apart(&mut apart, &after, ply, dossier)?;
            if besides.verdict != Verdict::NoMate {
                return Ok(None);
            }
        }
        Ok(Some(open))
    }
}

/// A check with its ply, and the position after it.
type Checked = ((u32, Move), PartialPosition);

/// The other checks at the nodes of a line, the last node first, each with the number of its node.
fn after_other_checks(nodes: &[LineNode]) -> impl Iterator<Item = (usize, Checked)> {
    nodes.iter().enumerate().rev().flat_map(|(index, node)| {
        node.rest.iter().filter_map(move |&mv| {
            let mut after = node.position.clone();
            after.make_move(mv)?;
            Some((index, ((node.ply, mv), after)))
        })
    })
}
