//! The front door of the library: give it a position, get a verdict that was
//! replayed from its certificate.
use shogi_core::{Color, Move, PartialPosition};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search may use, and what it has to prove.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock limit per problem.
    pub time: Option<Duration>,
    /// Limit on positions whose moves were generated.
    pub nodes: Option<u64>,
    /// Bytes for the main and the repetition table together.
    pub memory: usize,
    /// Prove the raw length minimal.
    pub shortest_raw: bool,
    /// Prove the conventional length (手数) minimal.
    pub shortest_conventional: bool,
    /// Run the independent checker on the certificate before answering.
    pub check: bool,
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
    /// Bytes of the tables that were touched.
    pub table_bytes: usize,
    /// The certificate text (`docs/certificate.md`) for mate and nomate.
    pub certificate: Option<String>,
    /// Entries in the certificate.
    pub certificate_entries: usize,
    /// True when the independent checker accepted the certificate.
    pub verified: bool,
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
}

impl Solver {
    /// Reserves the tables (lazily mapped).
    pub fn new(options: Options) -> Solver {
        Solver { options }
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
        _position: &PartialPosition,
        _attacker: Color,
        _control: Control<'_>,
    ) -> Result<Outcome, crate::shogi::SetupError> {
        unimplemented!()
    }
}
