//! What is done with one position, step by step: the verdict, the lengths, the
//! written proof, its check, the line.

use super::{Length, Limit, Options, Outcome, Verdict};
use crate::base::limits::POLL;
use crate::base::{Len, Limits};
use crate::proof::certificate::{Certificate, MateDraft, NoMateDraft};
use crate::proof::main_line::{self, Line};
use crate::proof::{ClosedSet, Failure, MateGraph, lengths};
use crate::search::frame::INDEPENDENT;
use crate::search::{Metric, Search};
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
}

impl Task<'_> {
    /// Decides the position and proves the verdict.
    pub(super) fn run(&mut self) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        self.decide_along();
        match self.search.solve_together(Len::INFINITE) {
            Err(limit) => {
                outcome.left_at = self.search.left_at;
                outcome.verdict = Verdict::Unknown(limit);
            }
            Ok(value) if value.is_mate() => {
                if let Err(failure) = self.mate(value.len, &mut outcome) {
                    outcome.verdict = Verdict::Unknown(failure.limit());
                }
            }
            Ok(value) if value.repetition == INDEPENDENT => {
                if let Err(failure) = self.nomate(&mut outcome) {
                    outcome.verdict = Verdict::Unknown(failure.limit());
                }
            }
            Ok(_) => outcome.verdict = Verdict::Unknown(Limit::Memory),
        }
        outcome
    }

    /// A mate within `len` was found: its lengths, proof and line.
    pub(super) fn mate(&mut self, len: Len, outcome: &mut Outcome) -> Result<(), Failure> {
        let searched = self.search.nodes;
        let mut raw = Length {
            lower: len.plies() % 2,
            upper: len.plies(),
        };
        let limits = self.search.limits;
        let within = self.options.length_nodes.map(|n| searched + n);
        let capped = limits.at_most(within.unwrap_or(u64::MAX));
        if self.options.shortest_raw || self.options.shortest_conventional {
            self.search.limits = capped;
            self.measure_along(&mut raw);
            self.shorten_raw(&mut raw, searched);
            self.search.limits = limits;
        }
        let graph = self.mate_certificate(Len::new(raw.upper), outcome)?;
        raw.upper = graph.distance.min(raw.upper);
        raw.lower = raw.lower.min(raw.upper);
        self.search.limits = capped;
        let (conventional, line) = self.conventional(&graph.graph, graph.distance, searched);
        self.search.limits = limits;
        // Counted by the convention a mate is never longer than raw.
        raw.lower = raw.lower.max(conventional.lower);
        outcome.line = self.core_line(&line.moves);
        outcome.leftover = core_leftover(line.leftover);
        outcome.verdict = Verdict::Mate { raw, conventional };
        Ok(())
    }

    /// Shortens the raw length, as far as that may go.
    fn shorten_raw(&mut self, raw: &mut Length, searched: u64) {
        if self.options.claim_only {
            if let (true, Some(claimed)) = (self.options.shortest_raw, self.claimed(*raw)) {
                lengths::ask(&mut self.search, Metric::Raw, raw, claimed);
            }
            return;
        }
        let limits = self.search.limits;
        if !self.options.shortest_raw {
            // The raw questions are the cheaper ones: a mate within some plies is one
            // by the convention too, and most of a disproof serves there as well.
            let budget = self.search.nodes + RAW_FIRST * searched + EXTRA_NODES;
            let half = limits.half(self.search.nodes);
            self.search.limits = half.unwrap_or(limits.at_most(budget));
        }
        self.search.notes_plain = self.options.shortest_conventional;
        if let Some(claimed) = self.claimed(*raw) {
            let given = self.search.limits;
            let budget = self.search.nodes + STEPS_FIRST * searched + EXTRA_NODES / 10;
            self.search.limits = given.at_most(budget);
            lengths::shorten(&mut self.search, Metric::Raw, raw);
            self.search.limits = given;
            if raw.upper > claimed && raw.lower <= claimed {
                lengths::ask(&mut self.search, Metric::Raw, raw, claimed);
            }
        }
        if self.claimed(*raw).is_none() || self.options.shortest_raw {
            lengths::shorten(&mut self.search, Metric::Raw, raw);
        }
        self.search.notes_plain = false;
        self.search.limits = limits;
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
        let mut draft = MateDraft::new(self.position, self.attacker);
        let mut graph = MateGraph::default();
        graph.build(&mut self.search, len, &mut |pos, node| {
            draft.push_open(pos, node.hand, node.mv);
        })?;
        graph.settle();
        let distance = graph.distance_from(&root).ok_or(Failure::Contradiction)?;
        let needed = graph.needed(&root).into_iter().zip(graph.nodes());
        draft.settle(needed.map(|(needed, node)| needed.then_some(node.distance)));
        self.certify(draft.finish(distance), outcome)?;
        Ok(Proof { graph, distance })
    }

    /// The conventional length and the line to print, which has as many plies as the
    /// upper bound of that length.
    fn conventional(&mut self, graph: &MateGraph, raw: u32, searched: u64) -> (Length, Line) {
        let limits = self.search.limits;
        let mut length = Length {
            lower: raw % 2,
            upper: raw,
        };
        let found = match self.options.lengths || self.options.shortest_conventional {
            true => self.conventional_line(&mut length, searched),
            false => None,
        };
        self.search.limits = limits;
        let line = found.unwrap_or_else(|| {
            // Nothing lasts longer against the written proof than this line, so that its
            // plies are an upper bound of both lengths. It may be shorter than the
            // certificate says, whose entries are right for smaller hands too.
            let line = self.graph_line(graph);
            length.upper = line.moves.len() as u32;
            length.lower = length.lower.min(length.upper);
            line
        });
        (length, line)
    }

    /// Shortens the conventional length, and finds a line of that many plies if the
    /// limits allow. Unless the length was asked for, only a fraction of the first
    /// search's effort goes into it.
    fn conventional_line(&mut self, length: &mut Length, searched: u64) -> Option<Line> {
        let (limits, raw) = (self.search.limits, length.upper);
        let asked = self.options.shortest_conventional;
        if !asked {
            let budget = self.search.nodes + searched / EXTRA_SHARE + EXTRA_NODES;
            self.search.limits = limits.at_most(budget);
        }
        // First the question whether the claim holds at all.
        let claimed = self.claimed(*length);
        let limit =
            claimed.and_then(|n| lengths::ask(&mut self.search, Metric::Conventional, length, n));
        if claimed.is_some_and(|n| length.lower > n) {
            // The claim is refuted; how long it is besides is worth as much again.
            let budget = 2 * self.search.nodes + EXTRA_NODES;
            self.search.limits = self.search.limits.at_most(budget);
        }
        if limit.is_none() && !self.options.claim_only {
            lengths::shorten(&mut self.search, Metric::Conventional, length);
        }
        if !length.is_minimal() && length.upper >= raw {
            return None;
        }
        // The line costs little once the length is known, but it has a budget too: a small
        // one, and where that did not suffice a larger one.
        let budgets = [searched / EXTRA_SHARE + EXTRA_NODES, searched + LINE_NODES];
        let line = match asked {
            true => self.line_of(length),
            false => budgets.into_iter().find_map(|budget| {
                self.search.limits = limits.at_most(self.search.nodes + budget);
                self.line_of(length)
            }),
        };
        // A limit that came just before the line may be passed by as many nodes as lie
        // between two looks at it: a length without its line would be lost.
        line.or_else(|| {
            self.search.limits = Limits {
                nodes: Some(self.search.nodes + POLL),
                deadline: None,
                ..limits
            };
            self.line_of(length)
        })
    }

    /// A line of the conventional length, if the limits allow.
    fn line_of(&mut self, length: &mut Length) -> Option<Line> {
        loop {
            let (plies, minimal) = (length.upper, length.is_minimal());
            let line = main_line::main_line(&mut self.search, plies, minimal).ok()?;
            if line.moves.len() as u32 == plies {
                return Some(line);
            }
            // The bounds that led the line were not the least ones: so the length itself may
            // be shorter.
            let (search, metric) = (&mut self.search, Metric::Conventional);
            if minimal || lengths::ask(search, metric, length, plies - 2).is_some() {
                return None;
            }
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
        let mut draft = NoMateDraft::new(self.position, self.attacker);
        set.build(&mut self.search, &mut |pos, answers| {
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

    fn certify(&self, certificate: Certificate, outcome: &mut Outcome) -> Result<(), Failure> {
        if self.options.check {
            match crate::checker::check_reader(certificate.reader()) {
                Ok(_) => outcome.verified = true,
                Err(why) => {
                    eprintln!("tsumi: self-check failed: {why}");
                    outcome.certificate = Some(certificate);
                    return Err(Failure::Contradiction);
                }
            }
        }
        outcome.certificate = Some(certificate);
        Ok(())
    }

    /// The longest line of the written proof.
    fn graph_line(&self, graph: &MateGraph) -> Line {
        let (moves, leftover) = graph.line(self.search.position());
        Line { moves, leftover }
    }
}

/// A written mate proof and the distance of its root.
struct Proof {
    graph: MateGraph,
    distance: u32,
}

/// Without `--shortest`, the conventional length may take this share of the nodes
/// of the first search, and this number besides.
const EXTRA_SHARE: u64 = 8;
const EXTRA_NODES: u64 = 300;
/// Where that was too little for a line of the length found, the line may take as many
/// nodes as the first search, and this number besides.
const LINE_NODES: u64 = 3_000;
/// Before the question whether a claimed length can be kept, the length may be shortened
/// step by step with this multiple of the nodes of the first search.
const STEPS_FIRST: u64 = 1;
/// Before the conventional length is proved minimal, the raw one may take half of the
/// limits, or without limits this multiple of the nodes of the first search. (In the 39-ply problem C17 the first mate has 59
/// plies, the raw questions bring it to 47 with 25 times the nodes, while the conventional
/// one for 57 had no answer in 170 M nodes.)
const RAW_FIRST: u64 = 32;

fn core_leftover(hand: Hand) -> Vec<(PieceKind, u8)> {
    let hand = hand.to_core();
    shogi_core::Hand::all_hand_pieces()
        .filter_map(|kind| hand.count(kind).filter(|&n| n > 0).map(|n| (kind, n)))
        .collect()
}
