//! What is asked of a verification, and what it answers.

use super::finding::Finding;
use super::length_finding::Departure;
use super::passes::Extent;
use super::soundness::{Soundness, Weight};
use crate::solver::{Certificate, Length, Outcome, Verdict};
use shogi_core::Move;
use std::time::Duration;

/// Which rules a collection is meant to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Compositions: one solution, no piece left in hand, the shortest mate against the
    /// longest defence.
    #[default]
    Tsume,
    /// Positions from games: pieces left over and several answers are a matter of
    /// course; only verdicts and declared lengths are compared.
    Game,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 2] = [Profile::Tsume, Profile::Game];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Tsume => "tsume",
            Profile::Game => "game",
        }
    }
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
    /// All of them.
    pub const ALL: [Futile; 2] = [Futile::Return, Futile::None];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Futile::Return => "return",
            Futile::None => "none",
        }
    }

    /// The length that counts.
    pub fn length(self, raw: Length, conventional: Length) -> Length {
        match self {
            Futile::Return => conventional,
            Futile::None => raw,
        }
    }
}

/// At which attacker's nodes of the main line other mates (余詰) are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cooks {
    /// All, the last move included. What custom allows counts as a cook too.
    All,
    /// All but the last, where custom allows alternatives (最終手余詰). A move that differs
    /// from the intended one only in promotion or in distance is noted, but is no cook
    /// (非限定).
    #[default]
    Main,
    /// The first move only.
    First,
    /// None.
    Off,
}

impl Cooks {
    /// All of them.
    pub const ALL: [Cooks; 4] = [Cooks::All, Cooks::Main, Cooks::First, Cooks::Off];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Cooks::All => "all",
            Cooks::Main => "main",
            Cooks::First => "first",
            Cooks::Off => "off",
        }
    }
}

/// How to verify.
#[derive(Clone, Debug)]
pub struct Settings {
    pub profile: Profile,
    pub futile: Futile,
    pub cooks: Cooks,
    /// Time for all searches of one problem together; `None` is no limit.
    pub time: Option<Duration>,
    /// Nodes for all searches of one problem together; `None` is no limit.
    pub nodes: Option<u64>,
    /// Bytes for the tables, all together.
    pub memory: usize,
    /// Bytes that a proof may take beside the tables while it is written.
    pub proof_memory: usize,
    /// Threads that work on a problem.
    pub threads: usize,
    /// True to prove the raw length minimal too.
    pub shortest_raw: bool,
    /// True to write proofs into the certificate of a mate beside that of the verdict: of its
    /// lengths, and that no other check mates.
    pub proofs: bool,
    /// True to give what is open beside a proved fault the whole limit, and not a part of it.
    pub thorough: bool,
    /// Varies the searches ([`crate::search::Tuning::shaken`]); 0 leaves them as they are.
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
            proof_memory: crate::solver::PROOF_MEMORY,
            threads: 1,
            shortest_raw: false,
            proofs: false,
            thorough: false,
            seed: 0,
        }
    }
}

/// The result for a problem in one word; several can hold at a time.
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
    /// A defence lasts longer than the declared line and leaves pieces, while the longest that
    /// leaves nothing is as long as declared (変長駒余り): by the custom of the classics a
    /// variation, by today's a fault.
    LongerLeft,
    /// Another move of the attacker mates as well (余詰).
    Cooked,
    /// Pieces are left in the attacker's hand at the end (駒余り).
    Leftover,
    /// The declared line is illegal, stops giving check, or does not end in mate.
    LineFails,
    /// A limit came before it was known whether the problem is what it claims to be. What else is
    /// open in a problem with a fatal fault gives no status.
    Undecided,
}

impl Status {
    /// All statuses, in the order in which reports list them.
    pub const ALL: [Status; 11] = [
        Status::Ok,
        Status::Mate,
        Status::Error,
        Status::NoMate,
        Status::Shorter,
        Status::Longer,
        Status::LongerLeft,
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
            Status::LongerLeft => "longer-left",
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
    /// The same move, promoted or not, where that changes nothing (成不成非限定).
    Promotion,
    /// The same piece from the same side, nearer or farther (打点非限定, of a move 着手非限定).
    Distance,
}

impl CookKind {
    /// True for a difference that custom allows (非限定).
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

/// How long a mate takes beside the plies that the line has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As long, or shorter.
    Same,
    /// Longer.
    Longer,
    /// Longer, because it goes a way round and returns to the line.
    Returns,
    /// Not known: a limit came first.
    Open,
}

/// Another move of the attacker that is proved to mate.
#[derive(Clone, Debug)]
pub struct Cook {
    /// The ply of the intended move, from 1.
    pub ply: u32,
    pub intended: Move,
    /// The other move.
    pub mv: Move,
    pub kind: CookKind,
    /// Of a difference that custom allows: whether it makes the mate longer.
    pub pace: Pace,
    /// Conventional length from `mv` on, itself included, in plies.
    pub conventional: Length,
    /// Raw length from `mv` on, itself included, in plies.
    pub raw: Length,
    /// A line that begins with `mv` and ends in mate.
    pub line: Vec<Move>,
    /// The certificate of the position after the move, the defender to play.
    pub certificate: Certificate,
    /// True when the independent checker accepted the certificate.
    pub verified: bool,
}

/// What a verification found out about one problem.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// At least one, each at most once, in the order of [`Status::ALL`].
    pub statuses: Vec<Status>,
    /// True when the problem is proved not to be what it claims to be. What is undecided is
    /// no difference.
    pub differs: bool,
    /// In the order of their statuses, then of their plies; remarks come last.
    pub findings: Vec<Finding>,
    /// Whether it is sound as a composition; `None` for [`Profile::Game`], and for a position that
    /// is declared to be no mate and is none.
    pub soundness: Option<Soundness>,
    /// The verdict on the position.
    pub outcome: Outcome,
    /// The line that was searched for cooks: the declared one where it holds, otherwise the
    /// solver's; empty where there is none.
    pub main_line: Vec<Move>,
    /// Where the declared line leaves the best play, when that is known.
    pub departure: Option<Departure>,
    /// The ply of a reply of the declared line, from 1, that another one outlasts, with the
    /// certificate of that for the position before it.
    pub outlasting: Option<(u32, Certificate)>,
    /// Every other move that mates, those that custom allows included.
    pub cooks: Vec<Cook>,
    /// Other checks that mate only by returning to the line (迂回手順): plies, from 1, and moves.
    pub detours: Vec<(u32, Move)>,
    /// How many other checks along the main line were decided.
    pub decided: u32,
    /// The other checks along the main line that were not decided: plies, from 1, and moves.
    pub open: Vec<(u32, Move)>,
    /// True when of a mate a length that was asked for is not proved minimal, or it is open what its
    /// longest defence leaves where that counts.
    pub answer_open: bool,
    /// Positions whose moves were generated, in all searches together.
    pub nodes: u64,
    /// Time from the beginning of the verification to its end.
    pub elapsed: Duration,
    /// The most bytes of main tables that were in use at once.
    pub table_bytes: usize,
    /// The most threads that searched at once.
    pub threads: usize,
}

impl Judgement {
    /// True when nothing that was asked is open, remarks included.
    pub fn is_settled(&self) -> bool {
        let has_verdict = !matches!(self.outcome.verdict, Verdict::Unknown(_));
        let is_open = |f: &Finding| matches!(f, Finding::Remark(remark) if remark.is_open());
        let remarks_open = self.findings.iter().any(is_open);
        has_verdict && !self.answer_open && !self.leaves_open() && !remarks_open
    }

    /// True when a limit left something open, whether it matters to the answer or not. What a remark
    /// leaves open counts only where it may be a fault, as promotion that may make the mate longer;
    /// no pass of `verify` is spent on the rest.
    fn leaves_open(&self) -> bool {
        self.findings.iter().any(|f| f.weight() == Weight::Open)
    }

    /// How much of the problem is known, to be compared from pass to pass.
    pub fn extent(&self) -> Extent {
        let verdict = &self.outcome.verdict;
        let minimal = match verdict {
            Verdict::Mate { raw, conventional } => {
                usize::from(raw.is_minimal()) + usize::from(conventional.is_minimal())
            }
            _ => 0,
        };
        Extent {
            differs: self.differs,
            undecided: self.leaves_open(),
            has_verdict: !matches!(verdict, Verdict::Unknown(_)),
            soundness_open: self.soundness == Some(Soundness::Open),
            minimal,
            checks: self.decided,
        }
    }
}
