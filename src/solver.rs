//! The front door of the library: give it a position, get a verdict that was
//! replayed from its certificate.
use crate::proof::certificate::CertificateWriter;
use crate::proof::main_line::{self, Line};
use crate::proof::{ClosedSet, Failure, MateGraph, lengths};
use crate::search::frame::INDEPENDENT;
use crate::search::len::Len;
use crate::search::limits::Limits;
use crate::search::{Metric, Poll, Search, Tuning};
use crate::shogi::{Hand, Kind, Position, SetupError, Side};
use crate::table::Table;
use crate::table::repetition::RepetitionTable;
use shogi_core::{Color, Move, PartialPosition, PieceKind};
use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a search may use, and what it has to prove.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock limit per problem.
    pub time: Option<Duration>,
    /// Limit on positions whose moves were generated.
    pub nodes: Option<u64>,
    /// Bytes for the main and the repetition table together. The smallest tables
    /// take 1.2 MiB, whatever is asked.
    pub memory: usize,
    /// Prove the raw length minimal.
    pub shortest_raw: bool,
    /// Prove the conventional length (手数) minimal.
    pub shortest_conventional: bool,
    /// Run the independent checker on the certificate before answering.
    pub check: bool,
    /// Weights of the search; they change its speed, never a verdict.
    pub tuning: Tuning,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time: None,
            nodes: None,
            memory: 256 << 20,
            shortest_raw: false,
            shortest_conventional: false,
            check: true,
            tuning: Tuning::default(),
        }
    }
}

/// Why a search ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time ran out.
    Time,
    /// The node budget ran out.
    Nodes,
    /// The table is too small to make progress.
    Memory,
    /// The caller asked to stop.
    Interrupted,
    /// The certificate did not pass the independent checker (a defect of tsumi).
    SelfCheck,
}

/// What is known of a length: the truth lies in `lower..=upper`, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    pub lower: u32,
    pub upper: u32,
}

impl Length {
    /// True when no shorter mate exists in this metric, and that was proved.
    pub fn is_minimal(&self) -> bool {
        self.lower == self.upper
    }
}

/// The answer to a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Mate, with the raw and the conventional length.
    Mate { raw: Length, conventional: Length },
    /// The defender is never mated (不詰).
    NoMate,
    /// A limit came first.
    Unknown(Limit),
}

/// Everything a search found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The main line (本手順), empty unless the verdict is mate.
    pub line: Vec<Move>,
    /// Pieces left in the attacker's hand at the end of the line (駒余り), as `(kind, count)`.
    pub leftover: Vec<(shogi_core::PieceKind, u8)>,
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Time used, certificate and check included.
    pub elapsed: Duration,
    /// Bytes of the main table in use.
    pub table_bytes: usize,
    /// The certificate text (`docs/certificate.md`) for mate and nomate.
    pub certificate: Option<String>,
    /// Entries in the certificate.
    pub certificate_entries: usize,
    /// True when the independent checker accepted the certificate.
    pub verified: bool,
}

impl Outcome {
    fn unknown(limit: Limit) -> Outcome {
        Outcome {
            verdict: Verdict::Unknown(limit),
            line: Vec::new(),
            leftover: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            table_bytes: 0,
            certificate: None,
            certificate_entries: 0,
            verified: false,
        }
    }
}

/// A report from a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    pub nodes: u64,
    pub elapsed: Duration,
    /// Proof number of the root.
    pub pn: u32,
    /// Disproof number of the root.
    pub dn: u32,
    /// Table fill in 1/1000.
    pub hashfull: u32,
    /// Most promising line so far.
    pub line: Vec<Move>,
}

/// Time between two reports.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

impl Progress {
    fn new(poll: &Poll<'_>, root: &Position, attacker: Color, begin: Instant) -> Progress {
        let mut pos = root.clone();
        let mut line = Vec::new();
        for frame in poll.frames.iter().skip(1).take_while(|f| f.is_played()) {
            line.push(pos.to_core_move(frame.mv, attacker));
            pos.make(frame.mv);
        }
        Progress {
            nodes: poll.nodes,
            elapsed: begin.elapsed(),
            pn: poll.pn,
            dn: poll.dn,
            hashfull: poll.fill,
            line,
        }
    }
}

/// Strings a running search to the outside: stop flag and progress callback.
#[derive(Default, Clone, Copy)]
pub struct Control<'a> {
    /// When it becomes true the search stops soon, with `Limit::Interrupted`.
    pub stop: Option<&'a AtomicBool>,
    /// Called a few times a second.
    pub progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// A solver with its tables; reuse it for many problems, one after the other.
pub struct Solver {
    options: Options,
    table: Table,
    repetition: RepetitionTable,
    problems: u64,
}

/// The repetition table gets this part of the memory, the main table the rest.
/// KomoringHeights gives a quarter; its slots here have the same 16 bytes, and an
/// eighth lost nothing on Zuko's set.
const REPETITION_SHARE: usize = 8;

impl Solver {
    /// Reserves the tables (lazily mapped).
    pub fn new(options: Options) -> Solver {
        let repetition = options.memory / REPETITION_SHARE;
        Solver {
            table: Table::new(options.memory - repetition),
            repetition: RepetitionTable::new(repetition),
            options,
            problems: 0,
        }
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Solves one position. `attacker` is the side that must give check with
    /// every move; the side to move is the position's.
    ///
    /// # Errors
    /// When the position is not one a search can start from; the text names the square.
    pub fn solve(
        &mut self,
        position: &PartialPosition,
        attacker: Color,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        let begin = Instant::now();
        let board = Position::new(position, attacker)?;
        self.problems += 1;
        self.table.clear();
        self.repetition.clear();
        let limits = Limits {
            deadline: self.options.time.map(|t| begin + t),
            nodes: self.options.nodes,
            stop: control.stop,
        };
        let mut search = Search::new(
            board,
            &mut self.table,
            &mut self.repetition,
            limits,
            self.problems,
        );
        let last = Cell::new(begin);
        let root = search.position().clone();
        let report = |poll: &Poll<'_>| {
            if let Some(progress) = control.progress
                && last.get().elapsed() >= PROGRESS_EVERY
            {
                last.set(Instant::now());
                progress(&Progress::new(poll, &root, attacker, begin));
            }
        };
        search.on_poll = Some(&report);
        search.tuning = self.options.tuning;
        let mut task = Task {
            position,
            attacker,
            options: &self.options,
            search,
        };
        let mut outcome = task.run();
        outcome.nodes = task.search.nodes;
        outcome.table_bytes = self.table.bytes();
        outcome.elapsed = begin.elapsed();
        Ok(outcome)
    }
}

struct Task<'a> {
    position: &'a PartialPosition,
    attacker: Color,
    options: &'a Options,
    search: Search<'a>,
}

impl Task<'_> {
    fn run(&mut self) -> Outcome {
        let mut outcome = Outcome::unknown(Limit::Time);
        match self.search.solve(Len::INFINITE) {
            Err(limit) => outcome.verdict = Verdict::Unknown(limit),
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

    fn mate(&mut self, len: Len, outcome: &mut Outcome) -> Result<(), Failure> {
        let searched = self.search.nodes;
        let mut raw = Length {
            lower: len.plies() % 2,
            upper: len.plies(),
        };
        if self.options.shortest_raw {
            (raw, _) = lengths::shorten(&mut self.search, Metric::Raw, raw.upper);
        }
        let graph = self.mate_certificate(Len::new(raw.upper), outcome)?;
        let distance = graph.distance;
        if distance < raw.upper {
            raw.upper = distance;
        }
        raw.lower = raw.lower.min(raw.upper);
        let (conventional, line) = self.conventional(&graph.graph, distance, searched);
        outcome.line = self.core_line(&line.moves);
        outcome.leftover = core_leftover(line.leftover);
        outcome.verdict = Verdict::Mate { raw, conventional };
        Ok(())
    }

    /// Writes the proof down and has it checked.
    fn mate_certificate(&mut self, len: Len, outcome: &mut Outcome) -> Result<Proof, Failure> {
        let mut guide = MateGraph::default();
        let mut distance = guide.build(&mut self.search, len, None, &mut |_, _| {})?;
        for _ in 0..GUIDED_WALKS {
            let mut next = MateGraph::default();
            let len = Len::new(distance);
            let shorter = next.build(&mut self.search, len, Some(&guide), &mut |_, _| {})?;
            let settled = shorter == distance && next.len() == guide.len();
            guide = next;
            distance = shorter;
            if settled {
                break;
            }
        }
        let mut graph = MateGraph::default();
        let mut writer = CertificateWriter::new(self.position, self.attacker);
        let attacker = self.attacker;
        let len = Len::new(distance);
        let distance = graph.build(&mut self.search, len, Some(&guide), &mut |pos, node| {
            writer.push_mate(
                &pos.to_partial(attacker),
                core_hand(node.hand),
                pos.to_core_move(node.mv, attacker),
                node.distance,
            );
        })?;
        self.certify(writer.entries(), writer.finish_mate(distance), outcome)?;
        Ok(Proof { graph, distance })
    }

    /// The conventional length and the line to print. Unless it was asked for, only
    /// a fraction of the first search's effort goes into it.
    fn conventional(&mut self, graph: &MateGraph, raw: u32, searched: u64) -> (Length, Line) {
        let limits = self.search.limits;
        if !self.options.shortest_conventional {
            let budget = self.search.nodes + searched / EXTRA_SHARE + EXTRA_NODES;
            self.search.limits.nodes = Some(limits.nodes.map_or(budget, |n| n.min(budget)));
        }
        let (length, _) = lengths::shorten(&mut self.search, Metric::Conventional, raw);
        if !length.is_minimal() && length.upper >= raw {
            self.search.limits = limits;
            return (length, self.graph_line(graph));
        }
        // The line costs little once the length is known, but it has a budget too.
        if !self.options.shortest_conventional {
            let budget = self.search.nodes + searched / EXTRA_SHARE + EXTRA_NODES;
            self.search.limits.nodes = Some(limits.nodes.map_or(budget, |n| n.min(budget)));
        }
        let line = main_line::main_line(&mut self.search, length.upper, length.is_minimal());
        self.search.limits = limits;
        match line {
            Ok(line) if line.moves.len() as u32 == length.upper => (length, line),
            _ => (length, self.graph_line(graph)),
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
        set.build(&mut self.search, &mut |pos, answers| {
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
                    eprintln!("tsumi: self-check failed: {why}");
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
        let mut pos = self.search.position().clone();
        let mut moves = Vec::new();
        let mut replies = Vec::new();
        loop {
            let next = if pos.side_to_move() == Side::Attacker {
                graph
                    .find(pos.board_key(), pos.attacker_hand())
                    .map(|n| n.mv)
            } else {
                replies.clear();
                pos.generate_evasions(&mut replies);
                let distance = |mv: crate::shogi::Move| {
                    graph
                        .find(pos.key_after(mv), pos.attacker_hand_after(mv))
                        .map_or(0, |n| n.distance)
                };
                replies.iter().copied().max_by_key(|&mv| distance(mv))
            };
            let Some(mv) = next else { break };
            moves.push(mv);
            pos.make(mv);
        }
        Line {
            moves,
            leftover: pos.attacker_hand(),
        }
    }
}

/// A written mate proof and the distance of its root.
struct Proof {
    graph: MateGraph,
    distance: u32,
}

/// Walks over a proof before it is written: each may shorten and thin it.
const GUIDED_WALKS: usize = 4;
/// Without `--shortest`, the conventional length may take this share of the nodes
/// of the first search, and so many more.
const EXTRA_SHARE: u64 = 8;
const EXTRA_NODES: u64 = 300;

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
