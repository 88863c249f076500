//! What is kept of the shortest mate so far while a shorter one is looked for.
//!
//! A full table forgets. What a search has found may be gone when its proof and its line are
//! asked for at the end, and then the limits may not allow to find it again: a problem had 51
//! plies after six million nodes and 57 after eight (experiment 92). So both are written down
//! while the search goes on.

use super::task::Proof;
use super::{Length, Limit, Outcome, Task};
use crate::base::Len;
use crate::proof::main_line::{self, Line};
use crate::proof::{Failure, lengths};
use crate::search::{Question, Search};

/// The shortest mate that is written down.
pub(super) struct Kept<'o> {
    /// What the certificate goes to.
    outcome: &'o mut Outcome,
    /// Plies within which the certificate proves the mate.
    pub(super) distance: u32,
    /// The shortest line: that of the proof, or one of fewer plies, whose length has no
    /// certificate.
    pub(super) line: Line,
    /// The node counters at which a line and a proof may be written again.
    next_line: u64,
    next_proof: u64,
}

impl<'o> Kept<'o> {
    /// `proof` was just written by `search`; its certificate is in `outcome`.
    pub(super) fn new(proof: Proof, outcome: &'o mut Outcome, search: &Search<'_>) -> Self {
        Kept {
            outcome,
            distance: proof.distance,
            line: proof.line,
            next_line: search.nodes() + LINE_EVERY,
            next_proof: next_proof(search),
        }
    }
}

impl<'a> Task<'a> {
    /// Writes down the mate that was found within `raw.upper` plies, and a line of the one within
    /// `plies` plies as `question` counts them, where some time has passed since the last ones.
    ///
    /// # Errors
    /// When a proof is refused. A limit is none: it leaves what was kept before.
    pub(super) fn keep(
        &mut self,
        kept: &mut Kept<'_>,
        question: Question<'a>,
        raw: Length,
        plies: u32,
    ) -> Result<(), Failure> {
        let nodes = self.search.nodes();
        if nodes >= kept.next_line {
            self.keep_line(kept, question, plies);
            kept.next_line = self.search.nodes() + LINE_EVERY;
        }
        match nodes >= kept.next_proof {
            true => self.keep_proof(kept, raw.upper),
            false => Ok(()),
        }
    }

    /// Asks for a raw mate within `plies`, which may take long. The mate so far is written down
    /// before it does.
    ///
    /// # Errors
    /// When a proof is refused.
    pub(super) fn ask_long(
        &mut self,
        kept: &mut Kept<'_>,
        question: Question<'a>,
        raw: &mut Length,
        plies: u32,
    ) -> Result<Option<Limit>, Failure> {
        if raw.upper < kept.distance {
            let within = question.at_most(next_proof(&self.search));
            let limit = lengths::ask(&mut self.search, within, raw, plies);
            let ended = question.limits.reached(self.search.nodes()).is_some();
            if limit != Some(Limit::Nodes) || ended {
                return Ok(limit);
            }
            self.keep_proof(kept, raw.upper)?;
        }
        Ok(lengths::ask(&mut self.search, question, raw, plies))
    }

    /// Writes a proof of the mate that was found within `plies` plies, unless one is kept.
    fn keep_proof(&mut self, kept: &mut Kept<'_>, plies: u32) -> Result<(), Failure> {
        let nodes = self.search.nodes();
        let apart = next_proof(&self.search) - nodes;
        let question = self.question.at_most(nodes + apart / PROOF_SHARE);
        let written = self.shorter_proof(kept, question, plies);
        kept.next_proof = next_proof(&self.search);
        written
    }

    /// Writes a proof of the mate that was found within `plies` plies, unless one is kept or the
    /// limits of `question` do not allow it.
    ///
    /// # Errors
    /// When the proof is refused, or nobody waits for it any more.
    pub(super) fn shorter_proof(
        &mut self,
        kept: &mut Kept<'_>,
        question: Question<'a>,
        plies: u32,
    ) -> Result<(), Failure> {
        if kept.distance <= plies {
            return Ok(());
        }
        match self.mate_certificate(question.within(Len::new(plies)), kept.outcome) {
            Ok(proof) => {
                kept.distance = proof.distance;
                self.take_line(kept, proof.line);
            }
            Err(Failure::Limit(_)) if !self.is_abandoned() => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Writes down a line of the mate within `plies` plies, unless one is kept.
    fn keep_line(&mut self, kept: &mut Kept<'_>, question: Question<'a>, plies: u32) {
        if kept.line.moves.len() <= plies as usize {
            return;
        }
        let within = question.at_most(self.search.nodes() + LINE_NODES);
        let line = main_line::main_line(&mut self.search, within, plies, false);
        if let Ok(line) = line
            && line.moves.len() == plies as usize
        {
            self.take_line(kept, line);
        }
    }

    /// Keeps a line that is no longer than the one so far, and tells the reports a shorter one.
    fn take_line(&self, kept: &mut Kept<'_>, line: Line) {
        let before = kept.line.moves.len();
        if line.moves.len() < before {
            *self.shortest.lock() = self.core_line(&line.moves);
        }
        if line.moves.len() <= before {
            kept.line = line;
        }
    }
}

/// Nodes between two attempts to write a line down while the length is shortened, a tenth of a
/// second.
const LINE_EVERY: u64 = 50_000;
/// Nodes that one such attempt may take.
pub(super) const LINE_NODES: u64 = 3_000;
/// A proof is written once the nodes have grown by this part and [`LINE_EVERY`], and no sooner than
/// with as many nodes as the table has room for, divided by [`ROOM_SHARE`].
const PROOF_EVERY: u64 = 8;
const ROOM_SHARE: u64 = 4;
/// Searching again what the table has lost of a proof may take one part in this many of the nodes
/// until the next proof.
const PROOF_SHARE: u64 = 4;

/// The node counter at which a proof is to be written, where there is one by then.
fn next_proof(search: &Search<'_>) -> u64 {
    let nodes = search.nodes();
    nodes + (nodes / PROOF_EVERY + LINE_EVERY).max(search.table_room() / ROOM_SHARE)
}
