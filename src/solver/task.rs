//! What is done with one position, step by step: the verdict, the lengths, the
//! written proof, its check, the line.

use super::kept::Kept;
use super::{Limit, Options, Outcome, Verdict};
use crate::base::Len;
use crate::checker::Stop;
use crate::proof::certificate::{Certificate, MateDraft, NoMateDraft};
use crate::proof::main_line::Line;
use crate::proof::{ClosedSet, Failure, MateGraph};
use crate::search::frame::INDEPENDENT;
use crate::search::{Question, Search, Stopped};
use crate::shogi::Hand;
use parking_lot::Mutex;
use shogi_core::{Color, Move, PartialPosition, PieceKind};

/// A position, its search and what is asked.
pub(super) struct Task<'a> {
    pub(super) position: &'a PartialPosition,
    pub(super) attacker: Color,
    pub(super) options: &'a Options,
    /// A line that may be the solution.
    pub(super) along: Vec<crate::shogi::Move>,
    /// The line of the shortest mate so far, for the reports.
    pub(super) shortest: &'a Mutex<Vec<Move>>,
    pub(super) search: Search<'a>,
    /// "Is the position mate?", with all of the limits.
    pub(super) question: Question<'a>,
}

impl<'a> Task<'a> {
    /// Decides the position and proves the verdict.
    pub(super) fn prove(&mut self) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        self.decide_along();
        let proved = match self.search.solve_together(self.question) {
            Err(stopped) => Err(outcome.left_open(stopped)),
            Ok(answer) if answer.value.is_mate() => {
                self.mate_and_lengths(answer.value.len, &mut outcome)
            }
            Ok(answer) if answer.value.repetition == INDEPENDENT => self.nomate(&mut outcome),
            Ok(_) => Err(Limit::Memory.into()),
        };
        outcome.or_unknown(proved)
    }

    /// Decides the position. A "no mate" gets no certificate, and may rest on barred positions.
    pub(super) fn decide(&mut self) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        let decided = match self.search.solve_together(self.question) {
            Err(stopped) => Err(outcome.left_open(stopped)),
            Ok(answer) if answer.value.is_mate() => self.mate(answer.value.len, &mut outcome),
            // It rests on a line that was cut at the greatest depth, so nothing is known.
            Ok(answer) if answer.value.repetition == 0 && answer.too_deep => {
                Err(Limit::Memory.into())
            }
            Ok(_) => {
                outcome.verdict = Verdict::NoMate;
                Ok(())
            }
        };
        outcome.or_unknown(decided)
    }

    /// A mate within `len` was found: its lengths, proof and line.
    fn mate(&mut self, len: Len, outcome: &mut Outcome) -> Result<(), Failure> {
        let searched = self.search.nodes();
        outcome.verdict_nodes = searched;
        // The proof is written down before other questions fill the table and use up the
        // limits, so that the mate cannot be lost.
        let proof = self.mate_certificate(self.question.within(len), outcome)?;
        *self.shortest.lock() = self.core_line(&proof.line.moves);
        let found = len.plies().min(proof.distance);
        let mut kept = Kept::new(proof, outcome, &self.search);
        let (mut raw, conventional) = self.shorten(&mut kept, found, searched)?;
        self.shorter_proof(&mut kept, self.question, raw.upper)?;
        raw.upper = kept.distance;
        raw.lower = raw.lower.min(raw.upper);
        let (conventional, mut line) = self.conventional(conventional, kept, searched);
        let settled = self.nothing_left(conventional, &mut line);
        outcome.left_settled = settled.is_some();
        let nothing_left = settled.flatten();
        // The conventional length of a mate is never greater than the raw one.
        raw.lower = raw.lower.max(conventional.lower);
        self.put_lines(&line, nothing_left, outcome);
        outcome.verdict = Verdict::Mate { raw, conventional };
        Ok(())
    }

    /// [`Task::mate`], with the proofs of the lengths in the certificate where the options ask for
    /// them. They hold where no position is barred.
    fn mate_and_lengths(&mut self, len: Len, outcome: &mut Outcome) -> Result<(), Failure> {
        self.mate(len, outcome)?;
        if self.options.prove_lengths {
            let mut dossier = self.dossier();
            self.prove_lengths(outcome, &mut dossier, self.proof_limits());
            let most = self.options.most_entries();
            outcome.add(dossier, most, &self.gives_up());
        }
        Ok(())
    }

    /// [`Options::gives_up`] of this question.
    pub(super) fn gives_up(&self) -> impl Stop + use<'a> {
        self.options.gives_up(self.question.limits.stop)
    }

    /// True when nobody waits for the outcome any more.
    pub(super) fn is_abandoned(&self) -> bool {
        self.gives_up()()
    }

    /// Writes the proof of a mate that was found down, within the limits and the plies of
    /// `question`, and has it checked.
    pub(super) fn mate_certificate(
        &mut self,
        question: Question<'a>,
        outcome: &mut Outcome,
    ) -> Result<Proof, Failure> {
        if self.is_abandoned() {
            return Err(Failure::Limit(Limit::Interrupted));
        }
        let root = self.search.position().clone();
        let mut draft = MateDraft::new(self.position, self.attacker);
        let mut graph = MateGraph::default();
        graph.build(&mut self.search, question, &mut |pos, node| {
            draft.push_open(pos, node.hand, node.mv);
        })?;
        graph.lower_distances();
        let distance = graph.distance_from(&root).ok_or(Failure::Contradiction)?;
        let needed = graph.needed(&root).into_iter().zip(graph.nodes());
        draft.set_distances(needed.map(|(needed, node)| needed.then_some(node.distance)));
        let (moves, leftover) = graph.line(&root);
        let line = Line { moves, leftover };
        // The checker needs the memory.
        drop(graph);
        self.certify(draft.finish(distance), outcome)?;
        Ok(Proof { distance, line })
    }

    /// A line from the root in the public vocabulary.
    pub(super) fn core_line(&self, moves: &[crate::shogi::Move]) -> Vec<Move> {
        let mut pos = self.search.position().clone();
        moves
            .iter()
            .map(|&mv| {
                let core = pos.to_core_move(mv, self.attacker);
                pos.make(mv);
                core
            })
            .collect()
    }

    /// "No mate" was found: its proof.
    pub(super) fn nomate(&mut self, outcome: &mut Outcome) -> Result<(), Failure> {
        let mut set = ClosedSet::default();
        let mut draft = NoMateDraft::new(self.position, self.attacker);
        set.build(&mut self.search, self.question, &mut |pos, answers| {
            draft.push_node(pos, answers);
        })?;
        let root = self.search.position();
        let reply = set
            .root_reply
            .map(|reply| root.to_core_move(reply, self.attacker));
        self.certify(draft.finish(reply), outcome)?;
        outcome.verdict = Verdict::NoMate;
        Ok(())
    }

    /// Has a certificate checked, if the options ask for it, and puts it into the outcome.
    fn certify(&self, certificate: Certificate, outcome: &mut Outcome) -> Result<(), Failure> {
        // An earlier one makes room; a certificate that is refused is a defect in any case.
        outcome.certificate = None;
        outcome.verified = false;
        if self.options.check {
            let stop = self.gives_up();
            match crate::checker::check_with(certificate.reader(), 1, &stop) {
                Ok(_) => outcome.verified = true,
                Err(_) if stop() => return Err(Failure::Limit(Limit::Interrupted)),
                Err(why) => {
                    outcome.defect = Some(why.to_string());
                    outcome.certificate = Some(certificate);
                    return Err(Failure::Contradiction);
                }
            }
        }
        outcome.certificate = Some(certificate);
        Ok(())
    }
}

impl Outcome {
    /// Notes with which numbers a limit left the position.
    fn left_open(&mut self, stopped: Stopped) -> Failure {
        self.left_at = stopped.numbers;
        stopped.into()
    }

    /// The outcome, with no verdict where it could not be proved.
    pub(super) fn or_unknown(self, proved: Result<(), Failure>) -> Outcome {
        match proved {
            Ok(()) => self,
            Err(failure) => Outcome {
                verdict: Verdict::Unknown(failure.limit()),
                defect: self.defect.or_else(|| failure.defect()),
                ..self
            },
        }
    }
}

/// What is kept of a written mate proof besides its certificate.
pub(super) struct Proof {
    /// Plies within which the certificate proves the mate.
    pub(super) distance: u32,
    /// The longest line of the proof.
    pub(super) line: Line,
}

/// The pieces of a hand with their numbers, rooks first and pawns last.
pub(super) fn core_leftover(hand: Hand) -> Vec<(PieceKind, u8)> {
    let hand = hand.to_core();
    let kinds: Vec<PieceKind> = shogi_core::Hand::all_hand_pieces().collect();
    kinds
        .into_iter()
        .rev()
        .filter_map(|kind| hand.count(kind).filter(|&n| n > 0).map(|n| (kind, n)))
        .collect()
}
