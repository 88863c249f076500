//! Proofs of the lengths: what the search has found of them goes into the certificate.

use super::{Length, Limits, Options, Outcome, Task, Verdict};
use crate::base::clock::Instant;
use crate::checker::Stop;
use crate::proof::certificate::{Certificate, Claim, Exception};
use crate::proof::{Bound, BoundProof, Dossier, Failure, Spending};
use crate::search::Metric;
use std::time::Duration;

/// The proofs of the lengths may take as many nodes as everything before took, and this number
/// besides; where the time is limited, as much time as was used, and at least [`PROOF_TIME`].
const PROOF_NODES: u64 = 100_000;
const PROOF_TIME: Duration = Duration::from_secs(1);

impl<'a> Task<'a> {
    /// The limits of the proofs of the lengths. They come on top of the limits of the search,
    /// which may have been used up to find what is to be proved.
    pub(super) fn proof_limits(&self) -> Limits<'a> {
        let now = Instant::now();
        let (limits, searched) = (self.question.limits, self.search.nodes());
        let begun = limits.deadline.zip(self.options.time);
        let begun = begun.map(|(deadline, time)| deadline - time);
        Limits {
            deadline: begun.map(|begun| now + (now - begun).max(PROOF_TIME)),
            nodes: None,
            budget: Some(2 * searched + PROOF_NODES),
            stop: limits.stop,
        }
    }

    /// Adds to `dossier` what proves the lengths of a mate, as far as `limits` and the table allow.
    pub(super) fn prove_lengths(
        &mut self,
        outcome: &mut Outcome,
        dossier: &mut Dossier,
        limits: Limits<'a>,
    ) {
        let Verdict::Mate { raw, conventional } = outcome.verdict else {
            return;
        };
        let question = self.question.limited(limits);
        let mut bounds = bounds(raw, conventional);
        if conventional.is_minimal() {
            bounds.extend(outcome.bounds_of_what_is_left(conventional.upper));
        }
        for bound in bounds {
            match BoundProof::add(bound, dossier, &mut self.search, question) {
                Ok(()) => dossier.claim(bound.into()),
                // Where a limit came before it was settled, the line alone leaves something.
                Err(Failure::Contradiction) if bound.is_of_what_is_left() => {}
                Err(Failure::Contradiction) => {
                    outcome.defect = Some(format!("no proof of {}", Claim::from(bound)));
                }
                Err(Failure::Limit(_)) => {}
            }
        }
    }
}

impl Task<'_> {
    /// A dossier of the problem, which claims nothing yet.
    pub(super) fn dossier(&self) -> Dossier {
        Dossier::new(self.attacker, self.options.proof_memory)
    }

    /// A certificate of a bound of the length, which the search may have found before; `None` when
    /// it does not hold, or a limit comes first. It has to be checked.
    pub(super) fn prove_bound(&mut self, bound: Bound) -> Option<Certificate> {
        let mut dossier = self.dossier();
        BoundProof::add(bound, &mut dossier, &mut self.search, self.question).ok()?;
        dossier.claim(bound.into());
        let proof = dossier.finish(&self.gives_up()).ok()?;
        let fits = proof.len() <= self.options.most_entries();
        fits.then_some(proof)?.finish(self.position)
    }
}

/// Bytes that the checker takes for an entry, at most.
const CHECKED_ENTRY: usize = 130;

impl Options {
    /// How many entries can be checked in the memory of the tables, which are freed for that.
    pub(super) fn most_entries(&self) -> usize {
        (self.memory + self.proof_memory) / CHECKED_ENTRY
    }
}

/// What is to be claimed of the lengths beside the mate within `raw.upper` plies. A bound of the
/// conventional length from below is one of the raw length too, and a bound of 1 or 0 needs no
/// proof.
fn bounds(raw: Length, conventional: Length) -> Vec<Bound> {
    let more_than = |length: Length| length.lower.checked_sub(2);
    let mut bounds = Vec::new();
    if conventional.upper < raw.upper {
        bounds.push(Bound::Within(conventional.upper));
    }
    bounds.extend(more_than(conventional).map(Bound::Beyond));
    if raw.lower > conventional.lower {
        bounds.extend(more_than(raw).map(Bound::Longer));
    }
    bounds
}

impl Outcome {
    /// Adds the claims of a dossier to the certificate, unless it has more than `most` entries then
    /// or `stop` says that nobody waits for it; `check_claims` has to follow.
    pub(super) fn add(&mut self, dossier: Dossier, most: usize, stop: &impl Fn() -> bool) {
        if let (Some(certificate), Ok(proof)) = (&mut self.certificate, dossier.finish(stop))
            && certificate.len() + proof.len() <= most
        {
            certificate.add(proof);
        }
    }

    /// Has a certificate that was accepted for its verdict checked with the claims that were added.
    /// Where it is refused only the verdict is left of it, and the reason is noted; and where the
    /// check is stopped too, without a reason.
    pub(super) fn check_claims(&mut self, stop: &impl Stop) {
        if let (true, Some(certificate)) = (self.verified, &mut self.certificate)
            && certificate.claims().len() > 1
            && let Err(why) = crate::checker::check_with(certificate.reader(), 1, stop)
        {
            if !why.interrupted {
                self.defect = Some(why.to_string());
            }
            *certificate = certificate.without_bounds();
        }
    }

    /// What the certificate, which the checker accepted, proves of checks along the line that were
    /// not decided: that they do not mate within a number of plies.
    pub fn bounds_of_checks(&self) -> Vec<Exception> {
        let claims = self.certificate.iter().filter(|_| self.verified);
        let claims = claims.flat_map(Certificate::claims);
        let except = claims.filter_map(|claim| match claim {
            Claim::Only { except, .. } => Some(except),
            _ => None,
        });
        let bounded = except.flatten().filter(|check| check.longer.is_some());
        bounded.copied().collect()
    }

    /// What is to be claimed of pieces left in hand, where the conventional length is `length`.
    ///
    /// That the longest defence leaves nothing, where it does, is seen at the end of the line. To show
    /// that the attacker cannot change it would take every check that mates later, too: some four
    /// times the entries (experiment 64).
    fn bounds_of_what_is_left(&self, length: u32) -> Vec<Bound> {
        if self.leftover.is_empty() {
            return Vec::new();
        }
        let mut bounds = vec![Bound::Leaves(length)];
        if let Some(line) = &self.nothing_left {
            let plies = line.len() as u32;
            let bound = Spending { plies, length };
            bounds.push(Bound::Spends(bound));
            if plies + 2 < length {
                bounds.push(Bound::Spares(bound));
            }
        }
        bounds
    }

    /// Does the certificate, which the checker accepted, prove that every defence that lasts
    /// longest leaves pieces (駒余り)?
    pub fn proves_leftover(&self) -> bool {
        self.proves_of_what_is_left(|plies| vec![Claim::Leaves { plies }])
    }

    /// Does it prove the length of the longest defence that leaves nothing, where that is less than
    /// the conventional one?
    pub fn proves_nothing_left(&self) -> bool {
        let Some(plies) = self.nothing_left.as_ref().map(|line| line.len() as u32) else {
            return false;
        };
        self.proves_of_what_is_left(|length| {
            let most = match plies + 2 == length {
                true => Claim::Leaves { plies: length },
                false => Claim::Spares { plies },
            };
            vec![Claim::Spends { plies }, most]
        })
    }

    /// Are these claims of a mate of some length proved, and is that length?
    fn proves_of_what_is_left(&self, claims: impl FnOnce(u32) -> Vec<Claim>) -> bool {
        let (Verdict::Mate { conventional, .. }, Some(certificate)) =
            (self.verdict, &self.certificate)
        else {
            return false;
        };
        let wanted = claims(conventional.upper);
        let has = |claim| certificate.claims().contains(claim);
        wanted.iter().all(has) && self.proves(Metric::Conventional)
    }

    /// Does the certificate, which the checker has accepted unless it was not to be asked, prove the
    /// exact length of a mate in this metric, from both sides? Of a length of which only bounds are known it does not.
    pub fn proves(&self, metric: Metric) -> bool {
        let (Verdict::Mate { raw, conventional }, Some(certificate)) =
            (self.verdict, &self.certificate)
        else {
            return false;
        };
        let length = match metric {
            Metric::Raw => raw,
            Metric::Conventional => conventional,
        };
        let claims = certificate.claims();
        let is_by_convention = metric == Metric::Conventional;
        let upper = |claim: &Claim| match *claim {
            Claim::Mate { plies } => plies <= length.upper,
            Claim::Within { plies } | Claim::Leaves { plies } => {
                is_by_convention && plies <= length.upper
            }
            _ => false,
        };
        let lower = |claim: &Claim| match *claim {
            Claim::Beyond { plies } => plies + 2 >= length.lower,
            Claim::Longer { plies } => !is_by_convention && plies + 2 >= length.lower,
            _ => false,
        };
        length.is_minimal()
            && claims.iter().any(upper)
            && (length.lower < 2 || claims.iter().any(lower))
    }
}
