//! What is asked of a verification, and what it answers.

use super::finding::Finding;
use super::length_finding::Departure;
use super::passes::Standing;
use crate::solver::{Certificate, Length, Outcome, Verdict};
use shogi_core::Move;
use std::time::Duration;

/// Which rules a collection is meant to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Compositions: one solution, nothing left over, shortest against longest.
    #[default]
    Tsume,
    /// Positions from games: pieces left over and several answers are a matter of
    /// course; only verdicts and declared lengths are compared.
    Game,
}

/// How interpositions count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Futile {
    /// Futile ones (無駄合い) do not count, by the return rule of docs/conventional.md.
    #[default]
    Return,
    /// Every interposition counts.
    None,
}

impl Futile {
    /// The length that counts.
    pub fn length(self, raw: Length, conventional: Length) -> Length {
        match self {
            Futile::Return => conventional,
            Futile::None => raw,
        }
    }
}

/// At which attacker's nodes of the main line other mates are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cooks {
    /// All, the last move included, and nothing is excused by custom.
    All,
    /// All but the last, where alternatives are allowed by custom (最終手余詰). The
    /// same move promoted or not and the same piece nearer or farther are noted,
    /// but are no cooks (非限定).
    #[default]
    Main,
    /// The first move only.
    First,
    /// None.
    Off,
}

/// How to verify.
#[derive(Clone, Debug)]
pub struct Settings {
    pub profile: Profile,
    pub futile: Futile,
    pub cooks: Cooks,
    /// Time for one problem, everything together.
    pub time: Option<Duration>,
    /// Nodes for one problem, everything together.
    pub nodes: Option<u64>,
    /// Bytes for the tables.
    pub memory: usize,
    /// Threads that work on a problem.
    pub threads: usize,
    /// Prove the raw length minimal too.
    pub shortest_raw: bool,
    /// Which of many equal searches it is ([`crate::search::Tuning::shaken`]).
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            profile: Profile::Tsume,
            futile: Futile::Return,
            cooks: Cooks::Main,
            time: None,
            nodes: None,
            memory: 256 << 20,
            threads: 1,
            shortest_raw: false,
            seed: 0,
        }
    }
}

/// What became of a problem; several can hold at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Everything declared was proved.
    Ok,
    /// Mate, and nothing was declared that could be compared.
    Mate,
    /// It cannot be read, or something about it is wrong before any search.
    Error,
    /// The defender is never mated (不詰).
    NoMate,
    /// Mate sooner than declared (早詰).
    Shorter,
    /// The declared line does not meet the longest defence (変化長手数).
    Longer,
    /// Another move of the attacker mates as well (余詰).
    Cooked,
    /// Pieces are left in the attacker's hand at the end (駒余り).
    Leftover,
    /// The declared line is illegal, stops giving check, or does not end in mate.
    LineFails,
    /// A limit came first.
    Undecided,
}

impl Status {
    /// All of them, in the order they are listed in.
    pub const ALL: [Status; 10] = [
        Status::Ok,
        Status::Mate,
        Status::Error,
        Status::NoMate,
        Status::Shorter,
        Status::Longer,
        Status::Cooked,
        Status::Leftover,
        Status::LineFails,
        Status::Undecided,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Mate => "mate",
            Status::Error => "error",
            Status::NoMate => "nomate",
            Status::Shorter => "shorter",
            Status::Longer => "longer",
            Status::Cooked => "cooked",
            Status::Leftover => "leftover",
            Status::LineFails => "line-fails",
            Status::Undecided => "undecided",
        }
    }
}

/// How a cook differs from the intended move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CookKind {
    /// Another move.
    Move,
    /// The same move, promoted or not (成不成非限定).
    Promotion,
    /// The same piece from the same side, nearer or farther (打場所非限定, 距離非限定).
    Distance,
}

impl CookKind {
    /// True for what custom lets pass.
    pub fn is_minor(self) -> bool {
        self != CookKind::Move
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            CookKind::Move => "move",
            CookKind::Promotion => "promotion",
            CookKind::Distance => "distance",
        }
    }
}

/// Another move of the attacker that mates, proved.
#[derive(Clone, Debug)]
pub struct Cook {
    /// The ply of the intended move, from 1.
    pub ply: u32,
    pub intended: Move,
    pub mv: Move,
    pub kind: CookKind,
    /// Conventional length from this move on, itself included, in plies.
    pub plies: Length,
    /// Raw length, likewise.
    pub raw: Length,
    /// A line from this move on.
    pub line: Vec<Move>,
    /// The certificate of the position after the move, the defender to play.
    pub certificate: Certificate,
    pub verified: bool,
}

/// What a verification found out about one problem.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Without repetition, in the order of [`Status::ALL`].
    pub statuses: Vec<Status>,
    /// True when the problem is not what it claims to be; undecided is no difference.
    pub differs: bool,
    pub findings: Vec<Finding>,
    /// The verdict on the position.
    pub outcome: Outcome,
    /// The line that was searched for cooks: the declared one where it holds.
    pub main_line: Vec<Move>,
    pub departure: Option<Departure>,
    pub cooks: Vec<Cook>,
    /// How many other checks of the main line were decided.
    pub decided: u32,
    /// Those that were not: their plies, from 1, and moves.
    pub open: Vec<(u32, Move)>,
    /// Positions whose moves were generated, all searches together.
    pub nodes: u64,
    /// Time used, all searches together.
    pub elapsed: Duration,
    /// Most bytes of the main table in use.
    pub table_bytes: usize,
    /// The most threads that searched at once.
    pub threads: usize,
}

impl Judgement {
    /// Where the problem stands.
    pub fn standing(&self) -> Standing {
        let verdict = &self.outcome.verdict;
        let minimal = match verdict {
            Verdict::Mate { raw, conventional } => {
                usize::from(raw.is_minimal()) + usize::from(conventional.is_minimal())
            }
            _ => 0,
        };
        Standing {
            differs: self.differs,
            undecided: self.statuses.contains(&Status::Undecided),
            has_verdict: !matches!(verdict, Verdict::Unknown(_)),
            minimal,
            checks: self.decided,
        }
    }
}
