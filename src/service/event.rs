//! The events of the interface (docs/interface.md), in the order of its methods.

use super::failure::Failure;
use super::value::{Named, Pieces, Plies, State, Step, Text};
use serde::Serialize;

/// An event.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Hello(Hello),
    Problem(Box<super::problem::Read>),
    Fault(super::problem::Fault),
    Position(Box<super::board::Look>),
    Text(Written),
    Waiting,
    Progress(Progress),
    Answer(Box<Answer>),
    Card(Box<super::card::Card>),
    Certificate(Certificate),
    Variation(Box<Variation>),
    NearMisses(NearMisses),
    Reply(Box<Reply>),
    /// The last event, where all is well.
    Done(Done),
    /// The last event otherwise.
    Error(Box<Failure>),
}

/// What speaks here.
#[derive(Clone, Debug, Serialize)]
pub struct Hello {
    pub interface: u32,
    pub version: &'static str,
    pub engine: super::Engine,
    pub threads: usize,
    /// Bytes for all searches together.
    pub memory: usize,
    /// What `write` writes.
    pub targets: Vec<&'static str>,
    /// The most bytes of a request.
    pub largest: usize,
}

/// What `write` wrote.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    pub target: &'static str,
    /// The extension of files of this kind.
    pub extension: &'static str,
    pub text: String,
}

/// What a running search is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Mate or not.
    Verdict,
    /// A shorter mate.
    Length,
    /// The faults of the card.
    Card,
    /// The proofs of the lengths.
    Proof,
    /// Other defences, other checks, or a reply.
    Explore,
}

/// A report from a running search.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    pub stage: Stage,
    /// Positions whose moves were generated since the request came.
    pub nodes: u64,
    pub seconds: f64,
    /// Nodes a second.
    pub speed: u64,
    /// What is being searched, in USI; not proved.
    pub line: Vec<String>,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub verdict: Verdict,
    /// True when the independent checker has accepted the certificate of the verdict.
    pub verified: bool,
    /// The limit that came first, without a verdict.
    pub reason: Option<&'static str>,
    pub conventional: Option<Plies>,
    pub raw: Option<Plies>,
    pub line: Vec<Step>,
    pub leftover: Pieces,
    /// What is known of `leftover`; `None` without a mate. While the length is a bound, it is that of
    /// this line.
    pub leftover_state: Option<State>,
    pub nothing_left: Option<NothingLeft>,
    pub refutation: Option<Refutation>,
    pub certificate: Option<Claims>,
    pub nodes: u64,
    pub seconds: f64,
    pub threads: usize,
    /// Bytes of tables in use.
    pub table: usize,
    pub text: Text,
}

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Mate,
    NoMate,
    Unknown,
}

impl Verdict {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Mate => "mate",
            Verdict::NoMate => "nomate",
            Verdict::Unknown => "unknown",
        }
    }
}

/// The longest line that leaves nothing.
#[derive(Clone, Debug, Serialize)]
pub struct NothingLeft {
    pub plies: usize,
    pub state: State,
    pub line: Vec<Step>,
}

/// What a certificate proves.
#[derive(Clone, Debug, Serialize)]
pub struct Claims {
    pub claims: Vec<String>,
    pub entries: usize,
}

/// How a defender who is never mated escapes.
#[derive(Clone, Debug, Serialize)]
pub struct Refutation {
    /// The defence, where he is to move.
    pub reply: Option<Step>,
    /// The attacker's checks after that, those that last longest first.
    pub checks: Vec<Check>,
    /// How many more there are.
    pub more: usize,
}

/// A check that is not that of the main line.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// From 1.
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: Step,
    pub fate: Fate,
    /// The check, the defence that escapes, and the longest line after it.
    pub line: Vec<Step>,
    /// How `line` ends.
    pub ending: Option<&'static str>,
    /// The most plies to mate, the check included.
    pub plies: Option<u32>,
    /// Checks of the same idea.
    pub alike: Vec<Named>,
}

/// What becomes of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Refuted,
    Mates,
    Open,
}

/// A certificate as `tsumi check` takes it.
#[derive(Clone, Debug, Serialize)]
pub struct Certificate {
    pub verdict: Verdict,
    pub verified: bool,
    #[serde(flatten)]
    pub claims: Claims,
    pub text: String,
}

/// Another defence along a line.
#[derive(Clone, Debug, Serialize)]
pub struct Variation {
    /// From 1.
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: Step,
    pub verdict: Verdict,
    pub reason: Option<&'static str>,
    /// The lengths count from the defence, itself included.
    pub conventional: Option<Plies>,
    pub raw: Option<Plies>,
    /// The ply of the mating move, an upper bound.
    pub last: Option<u32>,
    /// The defence and what follows.
    pub line: Vec<Step>,
    pub leftover: Pieces,
    /// True for an interposition that adds nothing to the length (無駄合い).
    pub futile: bool,
}

/// The attacker's other checks along a line.
#[derive(Clone, Debug, Serialize)]
pub struct NearMisses {
    /// True when no check is open.
    pub settled: bool,
    pub checks: Vec<Check>,
}

/// What is played against a person's move.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The person's move.
    pub played: Option<Step>,
    pub state: Play,
    pub verdict: Verdict,
    pub reason: Option<&'static str>,
    pub conventional: Option<Plies>,
    pub raw: Option<Plies>,
    pub answer: Option<Step>,
    /// The line that begins with the answer.
    pub line: Vec<Step>,
    pub leftover: Pieces,
    pub text: Text,
}

/// Whether there is anything left to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    GoesOn,
    /// The defender is mated, or has futile interpositions only.
    Mated,
    /// The attacker gave no check, or has none.
    Free,
}

/// The end of an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Done {
    /// True when the request was stopped from outside.
    pub stopped: bool,
    /// True when nothing is open.
    pub settled: bool,
    pub nodes: u64,
    pub seconds: f64,
}
