//! What is done with one position, step by step: the verdict, the lengths, the
//! written proof, its check, the line.

use super::{Length, Limit, Options, Outcome, Verdict};
use crate::base::Len;
use crate::proof::certificate::CertificateWriter;
use crate::proof::main_line::{self, Line};
use crate::proof::{ClosedSet, Failure, MateGraph, lengths};
use crate::search::frame::INDEPENDENT;
use crate::search::{Metric, Question, Search, Stopped};
use crate::shogi::{Hand, Kind};
use shogi_core::{Color, Move, PartialPosition, PieceKind};

/// A position, its search and what is asked.
pub(super) struct Task<'a> {
    pub(super) position: &'a PartialPosition,
    pub(super) attacker: Color,
    pub(super) options: &'a Options,
    /// A line that may be the solution.
    pub(super) along: Vec<crate::shogi::Move>,
    pub(super) search: Search<'a>,
    /// Is the position mate, within all of the limits?
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

    /// Decides the position: "no mate" is not proved, and may rest on barred positions.
    pub(super) fn decide(&mut self) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        let decided = match self.search.solve_together(self.question) {
            Err(stopped) => Err(outcome.left_open(stopped)),
            Ok(answer) if answer.value.is_mate() => self.mate(answer.value.len, &mut outcome),
            // Cut at the greatest depth: not even "no mate besides" is known.
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
        if self.options.shortest_raw || self.options.shortest_conventional {
            self.measure_along(question, &mut raw);
            self.shorten_raw(question, &mut raw, searched);
        }
        let proof = self.mate_certificate(Len::new(raw.upper), outcome)?;
        raw.upper = proof.distance.min(raw.upper);
        raw.lower = raw.lower.min(raw.upper);
        let (conventional, line) = self.conventional(question, &proof, searched);
        // Counted by the convention a mate is never longer than raw.
        raw.lower = raw.lower.max(conventional.lower);
        outcome.line = self.core_line(&line.moves);
        outcome.leftover = core_leftover(line.leftover);
        outcome.verdict = Verdict::Mate { raw, conventional };
        Ok(())
    }

    /// Shortens the raw length, as far as that may go.
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
            // The raw questions are the cheaper ones: a mate within so many plies is one
            // by the convention too, and most of a disproof serves there as well.
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

    /// The length that was claimed, while the truth may be less or more than that, and
    /// is not known to be at most that.
    pub(super) fn claimed(&self, length: Length) -> Option<u32> {
        let apart = |n: &u32| *n < length.upper && (length.upper - n).is_multiple_of(2);
        self.options.claimed.filter(apart)
    }

    /// Writes the proof down and has it checked.
    fn mate_certificate(&mut self, len: Len, outcome: &mut Outcome) -> Result<Proof, Failure> {
        let root = self.search.position().clone();
        let mut writer = CertificateWriter::new(self.position, self.attacker);
        let attacker = self.attacker;
        let mut graph = MateGraph::default();
        let question = self.question.within(len);
        graph.build(&mut self.search, question, &mut |pos, node| {
            let mv = pos.to_core_move(node.mv, attacker);
            writer.draft_mate(&pos.to_partial(attacker), core_hand(node.hand), mv);
        })?;
        graph.settle();
        let distance = graph.distance_from(&root).ok_or(Failure::Contradiction)?;
        let needed = graph.needed(&root).into_iter().zip(graph.nodes());
        writer.settle(needed.map(|(needed, node)| needed.then_some(node.distance)));
        self.certify(writer.entries(), writer.finish_mate(distance), outcome)?;
        Ok(Proof { graph, distance })
    }

    /// The conventional length and the line to print. Unless it was asked for, only
    /// a fraction of the first search's effort goes into it.
    fn conventional(
        &mut self,
        question: Question<'a>,
        proof: &Proof,
        searched: u64,
    ) -> (Length, Line) {
        let raw = proof.distance;
        let mut length = Length {
            lower: raw % 2,
            upper: raw,
        };
        let proved = self.options.shortest_conventional;
        if !self.options.lengths && !proved {
            return (length, self.graph_line(&proof.graph));
        }
        let question = question.counted(Metric::Conventional);
        let extra = |search: &Search<'_>| match proved {
            true => u64::MAX,
            false => search.nodes() + searched / EXTRA_SHARE + EXTRA_NODES,
        };
        let mut within = question.at_most(extra(&self.search));
        // First the question whether the claim holds at all.
        let claimed = self.claimed(length);
        let limit = claimed.and_then(|n| lengths::ask(&mut self.search, within, &mut length, n));
        if claimed.is_some_and(|n| length.lower > n) {
            // The claim is refuted; how long it is besides is worth as much again.
            within = within.at_most(2 * self.search.nodes() + EXTRA_NODES);
        }
        if limit.is_none() && !self.options.claim_only {
            lengths::shorten(&mut self.search, within, &mut length);
        }
        if !length.is_minimal() && length.upper >= raw {
            return (length, self.graph_line(&proof.graph));
        }
        // The line costs little once the length is known, but it has a budget too.
        if !proved {
            within = question.at_most(extra(&self.search));
        }
        let exact = length.is_minimal();
        match main_line::main_line(&mut self.search, within, length.upper, exact) {
            Ok(line) if line.moves.len() as u32 == length.upper => (length, line),
            _ => (length, self.graph_line(&proof.graph)),
        }
    }

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

    fn nomate(&mut self, outcome: &mut Outcome) -> Result<(), Failure> {
        let mut set = ClosedSet::default();
        let mut writer = CertificateWriter::new(self.position, self.attacker);
        let attacker = self.attacker;
        set.build(&mut self.search, self.question, &mut |pos, answers| {
            let moves = answers.iter().map(|&(check, reply)| {
                (
                    pos.to_core_move(check, attacker),
                    pos.to_core_move(reply, attacker),
                )
            });
            writer.push_nomate(
                &pos.to_partial(attacker),
                core_hand(pos.attacker_hand()),
                moves,
            );
        })?;
        let root = self.search.position();
        let reply = set
            .root_reply
            .map(|reply| root.to_core_move(reply, attacker));
        self.certify(writer.entries(), writer.finish_nomate(reply), outcome)?;
        outcome.verdict = Verdict::NoMate;
        Ok(())
    }

    fn certify(&self, entries: usize, text: String, outcome: &mut Outcome) -> Result<(), Failure> {
        outcome.certificate_entries = entries;
        if self.options.check {
            match crate::checker::check(&text) {
                Ok(_) => outcome.verified = true,
                Err(why) => {
                    outcome.defect = Some(why.to_string());
                    outcome.certificate = Some(text);
                    return Err(Failure::Contradiction);
                }
            }
        }
        outcome.certificate = Some(text);
        Ok(())
    }

    /// The longest line of the written proof.
    fn graph_line(&self, graph: &MateGraph) -> Line {
        let (moves, leftover) = graph.line(self.search.position());
        Line { moves, leftover }
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

/// A written mate proof and the distance of its root.
struct Proof {
    graph: MateGraph,
    distance: u32,
}

/// Without `--shortest`, the conventional length may take this part of the nodes of the
/// first search ...
const EXTRA_SHARE: u64 = 8;
/// ... and this number of nodes more.
const EXTRA_NODES: u64 = 300;
/// Before the question whether a claimed length can be kept, the length may be shortened
/// step by step; that may take the nodes of the first search times this.
const STEPS_FIRST: u64 = 1;
/// Before the conventional length is proved minimal, the raw one may take half of the
/// limits, or without limits the nodes of the first search times this. (In the 39-ply problem
/// C17 the first mate has 59 plies, the raw questions bring it to 47 with 25 times the nodes,
/// while the conventional one for 57 had no answer in 170 M nodes.)
const RAW_FIRST: u64 = 32;

fn core_leftover(hand: Hand) -> Vec<(PieceKind, u8)> {
    let hand = core_hand(hand);
    shogi_core::Hand::all_hand_pieces()
        .filter_map(|kind| hand.count(kind).filter(|&n| n > 0).map(|n| (kind, n)))
        .collect()
}

fn core_hand(hand: Hand) -> shogi_core::Hand {
    let mut out = shogi_core::Hand::new();
    for (kind, core) in [
        (Kind::Pawn, PieceKind::Pawn),
        (Kind::Lance, PieceKind::Lance),
        (Kind::Knight, PieceKind::Knight),
        (Kind::Silver, PieceKind::Silver),
        (Kind::Bishop, PieceKind::Bishop),
        (Kind::Rook, PieceKind::Rook),
        (Kind::Gold, PieceKind::Gold),
    ] {
        for _ in 0..hand.count(kind) {
            out = out
                .added(core)
                .expect("a hand holds at most 18 pieces of a kind");
        }
    }
    out
}
