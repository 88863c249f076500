//! What is done with one position, step by step: the verdict, the lengths, the
//! written proof, its check, the line.

use super::{Length, Limit, Options, Outcome, Verdict};
use crate::base::limits::POLL;
use crate::base::{Len, Limits};
use crate::proof::certificate::{Certificate, MateDraft, NoMateDraft};
use crate::proof::main_line::{self, Line};
use crate::proof::{ClosedSet, Failure, MateGraph, lengths};
use crate::search::frame::INDEPENDENT;
use crate::search::{Metric, Question, Search, Stopped};
use crate::shogi::Hand;
use shogi_core::{Color, Move, PartialPosition, PieceKind};

/// A position, its search and what is asked.
pub(super) struct Task<'a> {
    pub(super) position: &'a PartialPosition,
    pub(super) attacker: Color,
    pub(super) options: &'a Options,
    /// A line that may be the solution.
    pub(super) along: Vec<crate::shogi::Move>,
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
            Ok(answer) if answer.value.is_mate() => self.mate(answer.value.len, &mut outcome),
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
        let mut raw = Length {
            lower: len.plies() % 2,
            upper: len.plies(),
        };
        let within = self.options.length_nodes.map(|n| searched + n);
        let question = self.question.at_most(within.unwrap_or(u64::MAX));
        // The proof is written down before other questions fill the table and use up the
        // limits, so that the mate cannot be lost.
        let mut proof = self.mate_certificate(len, outcome)?;
        if self.options.shortest_raw || self.options.shortest_conventional {
            raw.upper = raw.upper.min(proof.distance);
            self.measure_along(question, &mut raw);
            self.shorten_raw(question, &mut raw, searched);
            proof = self.shorter_proof(proof, raw.upper, outcome)?;
        }
        raw.upper = proof.distance;
        raw.lower = raw.lower.min(raw.upper);
        let (conventional, line) = self.conventional(question, proof, searched);
        // The conventional length of a mate is never greater than the raw one.
        raw.lower = raw.lower.max(conventional.lower);
        outcome.line = self.core_line(&line.moves);
        outcome.leftover = core_leftover(line.leftover);
        outcome.verdict = Verdict::Mate { raw, conventional };
        Ok(())
    }

    /// Writes a proof of at most `plies` plies, for a mate that a search has found. Returns
    /// `first` where that is as short, or where the limits do not allow another one.
    fn shorter_proof(
        &mut self,
        first: Proof,
        plies: u32,
        outcome: &mut Outcome,
    ) -> Result<Proof, Failure> {
        if first.distance <= plies {
            return Ok(first);
        }
        match self.mate_certificate(Len::new(plies), outcome) {
            Err(Failure::Limit(_)) => Ok(first),
            written => written,
        }
    }

    /// Shortens the raw length as far as the options ask for it and the limits allow.
    fn shorten_raw(&mut self, question: Question<'a>, raw: &mut Length, searched: u64) {
        let claimed = self.claimed(*raw);
        let (search, options) = (&mut self.search, self.options);
        if options.claim_only {
            if let (true, Some(claimed)) = (options.shortest_raw, claimed) {
                lengths::ask(search, question, raw, claimed);
            }
            return;
        }
        let mut question = Question {
            notes_plain: options.shortest_conventional,
            ..question
        };
        if !options.shortest_raw {
            // The raw questions come first because they are cheaper: a raw mate within some
            // number of plies is one by the convention too, and most of a disproof serves for
            // the convention as well.
            let budget = search.nodes() + RAW_FIRST * searched + EXTRA_NODES;
            let half = question.limits.half(search.nodes());
            question = question.limited(half.unwrap_or(question.limits.at_most(budget)));
        }
        if let Some(claimed) = claimed {
            let budget = search.nodes() + STEPS_FIRST * searched + EXTRA_NODES / 10;
            lengths::shorten(search, question.at_most(budget), raw);
            if raw.upper > claimed && raw.lower <= claimed {
                lengths::ask(search, question, raw, claimed);
            }
        }
        if self.claimed(*raw).is_none() || options.shortest_raw {
            lengths::shorten(&mut self.search, question, raw);
        }
    }

    /// The claimed length, as long as no mate within it is known; none for a claim of the wrong
    /// parity.
    pub(super) fn claimed(&self, length: Length) -> Option<u32> {
        let apart = |n: &u32| *n < length.upper && (length.upper - n).is_multiple_of(2);
        self.options.claimed.filter(apart)
    }

    /// Writes the proof down and has it checked.
    fn mate_certificate(&mut self, len: Len, outcome: &mut Outcome) -> Result<Proof, Failure> {
        let root = self.search.position().clone();
        let mut draft = MateDraft::new(self.position, self.attacker);
        let mut graph = MateGraph::default();
        let question = self.question.within(len);
        graph.build(&mut self.search, question, &mut |pos, node| {
            draft.push_open(pos, node.hand, node.mv);
        })?;
        graph.lower_distances();
        let distance = graph.distance_from(&root).ok_or(Failure::Contradiction)?;
        let needed = graph.needed(&root).into_iter().zip(graph.nodes());
        draft.set_distances(needed.map(|(needed, node)| needed.then_some(node.distance)));
        self.certify(draft.finish(distance), outcome)?;
        let (moves, leftover) = graph.line(&root);
        let line = Line { moves, leftover };
        Ok(Proof { distance, line })
    }

    /// The conventional length and the line to print, which has as many plies as the
    /// upper bound of that length.
    fn conventional(
        &mut self,
        question: Question<'a>,
        proof: Proof,
        searched: u64,
    ) -> (Length, Line) {
        let raw = proof.distance;
        let mut length = Length {
            lower: raw % 2,
            upper: raw,
        };
        let question = question.counted(Metric::Conventional);
        let found = match self.options.lengths || self.options.shortest_conventional {
            true => self.conventional_line(question, &mut length, searched),
            false => None,
        };
        let line = found.unwrap_or_else(|| {
            // No defence lasts longer against the written proof than this line, so its plies are
            // an upper bound of both lengths. It may be shorter than the certificate says, whose
            // entries hold for smaller hands too.
            length.upper = proof.line.moves.len() as u32;
            length.lower = length.lower.min(length.upper);
            proof.line
        });
        (length, line)
    }

    /// Shortens the conventional length, and finds a line of that many plies if the
    /// limits allow. Unless the length was asked for, only a fraction of the first
    /// search's effort goes into it.
    fn conventional_line(
        &mut self,
        question: Question<'a>,
        length: &mut Length,
        searched: u64,
    ) -> Option<Line> {
        let raw = length.upper;
        let asked = self.options.shortest_conventional;
        let mut within = match asked {
            true => question,
            false => question.at_most(self.search.nodes() + searched / EXTRA_SHARE + EXTRA_NODES),
        };
        // The first question is whether there is a mate within the claimed length.
        let claimed = self.claimed(*length);
        let limit = claimed.and_then(|n| lengths::ask(&mut self.search, within, length, n));
        if claimed.is_some_and(|n| length.lower > n) {
            // The claim is refuted; the true length may cost as many nodes again.
            within = within.at_most(2 * self.search.nodes() + EXTRA_NODES);
        }
        if limit.is_none() && !self.options.claim_only {
            lengths::shorten(&mut self.search, within, length);
        }
        if !length.is_minimal() && length.upper >= raw {
            return None;
        }
        // The line costs little once the length is known, but it has a budget too.
        let within = match asked {
            true => within,
            false => question.at_most(self.search.nodes() + searched / EXTRA_SHARE + LINE_NODES),
        };
        let line = self.line_of(within, length);
        // A budget or a deadline that ended just before the line may be passed by as many
        // nodes as lie between two readings of the clock, since a length without its line
        // would be lost.
        line.or_else(|| {
            let last = Limits {
                budget: Some(self.search.nodes() + POLL),
                deadline: None,
                ..question.limits
            };
            self.line_of(question.limited(last), length)
        })
    }

    /// A line of the conventional length, if the limits allow.
    fn line_of(&mut self, question: Question<'a>, length: &mut Length) -> Option<Line> {
        loop {
            let (plies, minimal) = (length.upper, length.is_minimal());
            let line = main_line::main_line(&mut self.search, question, plies, minimal).ok()?;
            if line.moves.len() as u32 == plies {
                return Some(line);
            }
            // The line is shorter than the length, because upper bounds were taken for lengths:
            // so the length itself may be less.
            if minimal || lengths::ask(&mut self.search, question, length, plies - 2).is_some() {
                return None;
            }
        }
    }

    /// A line from the root in the public vocabulary.
    fn core_line(&self, moves: &[crate::shogi::Move]) -> Vec<Move> {
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
    fn nomate(&mut self, outcome: &mut Outcome) -> Result<(), Failure> {
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
        if self.options.check {
            match crate::checker::check_reader(certificate.reader()) {
                Ok(_) => outcome.verified = true,
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
    fn or_unknown(self, proved: Result<(), Failure>) -> Outcome {
        match proved {
            Ok(()) => self,
            Err(failure) => Outcome {
                verdict: Verdict::Unknown(failure.limit()),
                ..self
            },
        }
    }
}

/// What is kept of a written mate proof besides its certificate.
struct Proof {
    /// Plies within which the certificate proves the mate.
    distance: u32,
    /// The longest line of the proof.
    line: Line,
}

/// Where the shortest conventional length is not asked for, that length may take the nodes of
/// the first search divided by this ...
const EXTRA_SHARE: u64 = 8;
/// ... and this number of nodes more.
const EXTRA_NODES: u64 = 300;
/// A line of the length found may take the same part, and this number of nodes more.
const LINE_NODES: u64 = 3_000;
/// Before the question whether a claimed length can be kept, the length may be shortened
/// step by step; that may take the nodes of the first search times this.
const STEPS_FIRST: u64 = 1;
/// Before the conventional length is proved minimal, the raw one may take half of the
/// limits, or without limits the nodes of the first search times this. (In the 39-ply problem
/// C17 the first mate has 59 plies, the raw questions bring it to 47 with 25 times the nodes,
/// while the conventional one for 57 had no answer in 170 M nodes.)
const RAW_FIRST: u64 = 32;

fn core_leftover(hand: Hand) -> Vec<(PieceKind, u8)> {
    let hand = hand.to_core();
    shogi_core::Hand::all_hand_pieces()
        .filter_map(|kind| hand.count(kind).filter(|&n| n > 0).map(|n| (kind, n)))
        .collect()
}
