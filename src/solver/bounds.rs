//! Proofs of the lengths: what the search has found of them goes into the certificate.

use super::{Length, Outcome, Task};
use crate::proof::certificate::Claim;
use crate::proof::{BoundProof, Failure};

/// The walks that write the proofs down may search again what the table has lost, with as many
/// nodes as everything before took and this number besides.
const RESEARCH_NODES: u64 = 100_000;

impl Task<'_> {
    /// Adds to the certificate of a mate what proves its lengths, as far as the limits and the
    /// table allow; where the checker refuses it the outcome has the certificate of the verdict
    /// alone and the reason.
    pub(super) fn prove_lengths(
        &mut self,
        raw: Length,
        conventional: Length,
        outcome: &mut Outcome,
    ) {
        let Some(mut certificate) = outcome.certificate.take() else {
            return;
        };
        let nodes = 2 * self.search.nodes() + RESEARCH_NODES;
        let question = self.question.at_most(nodes);
        for claim in claims(raw, conventional) {
            let proof = BoundProof::of(claim, &mut self.search, question, self.attacker);
            match proof {
                Ok(proof) => certificate.add(proof),
                Err(Failure::Contradiction) => {
                    outcome.defect = Some(format!("no proof of the claim {claim}"));
                }
                Err(Failure::Limit(_)) => {}
            }
        }
        if self.options.check
            && certificate.claims().len() > 1
            && let Err(why) = crate::checker::check_reader(certificate.reader())
        {
            outcome.defect = Some(why.to_string());
            certificate = certificate.without_bounds();
        }
        outcome.certificate = Some(certificate);
    }
}

/// What is to be claimed of the lengths beside the mate within `raw.upper` plies. A bound of the
/// conventional length from below is one of the raw length too, and a bound of 1 or 0 needs no
/// proof.
fn claims(raw: Length, conventional: Length) -> Vec<Claim> {
    let more_than = |length: Length| length.lower.checked_sub(2);
    let mut claims = Vec::new();
    if conventional.upper < raw.upper {
        let plies = conventional.upper;
        claims.push(Claim::Within { plies });
    }
    if let Some(plies) = more_than(conventional) {
        claims.push(Claim::Beyond { plies });
    }
    if let Some(plies) = more_than(raw).filter(|_| raw.lower > conventional.lower) {
        claims.push(Claim::Longer { plies });
    }
    claims
}
