//! What a search has found out about a position, and what it has cost.

use super::{Certificate, Claim, Length, Limit};
use crate::table::Numbers;
use shogi_core::Move;
use std::time::Duration;

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
    /// The longest line that leaves nothing, by the custom of the classics the main line
    /// (docs/conventional.md); where the length is proved, `line` leaves something, and the limits
    /// allowed to find it.
    pub nothing_left: Option<Vec<Move>>,
    /// True once it is settled whether every longest line leaves pieces: then `line` leaves some
    /// only where all do, as far as the attacker can choose (docs/conventional.md).
    pub left_settled: bool,
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Those of them until the verdict was found; the lengths of a mate took the others.
    pub verdict_nodes: u64,
    /// The most threads that searched at once.
    pub threads: usize,
    /// Time used, certificate and check included.
    pub elapsed: Duration,
    /// Bytes of the main and the repetition table that this problem used.
    pub table_bytes: usize,
    /// The certificate (`docs/certificate.md`) for mate and nomate.
    pub certificate: Option<Certificate>,
    /// True when the independent checker accepted the certificate.
    pub verified: bool,
    /// Proof and disproof number of a position that was left open, 16 for one leaf, as the
    /// calling thread had them last.
    pub left_at: Option<Numbers>,
    /// A defect of tsumi: why the checker refused a certificate, or what contradicted itself while one
    /// was written. After [`Limit::SelfCheck`] it is that of the verdict; otherwise only what else was
    /// to be proved is lost.
    pub defect: Option<String>,
}

/// What a question has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Time from the question to the answer.
    pub elapsed: Duration,
    /// The most threads that searched at once.
    pub threads: usize,
    /// Bytes of the tables that were in use.
    pub table_bytes: usize,
}

impl Outcome {
    /// What it has cost.
    pub fn cost(&self) -> Cost {
        Cost {
            nodes: self.nodes,
            elapsed: self.elapsed,
            threads: self.threads,
            table_bytes: self.table_bytes,
        }
    }

    /// The outcome with what it has cost.
    pub(super) fn with_cost(self, cost: Cost) -> Outcome {
        let verdict_nodes = match self.verdict {
            Verdict::Mate { .. } => self.verdict_nodes,
            _ => cost.nodes,
        };
        Outcome {
            verdict_nodes,
            nodes: cost.nodes,
            elapsed: cost.elapsed,
            threads: cost.threads,
            table_bytes: cost.table_bytes,
            ..self
        }
    }

    /// True when the conventional length is proved minimal, and it is open what the longest lines
    /// leave: a limit came first, or nobody asked.
    pub fn is_left_open(&self) -> bool {
        matches!(self.verdict, Verdict::Mate { conventional, .. } if conventional.is_minimal())
            && !self.left_settled
    }

    /// Entries in the certificate, 0 without one.
    pub fn certificate_entries(&self) -> usize {
        self.certificate.as_ref().map_or(0, Certificate::len)
    }

    /// The move by which a defender who is to move escapes, where that is proved.
    pub fn saving_reply(&self) -> Option<Move> {
        match self.certificate.as_ref()?.claim() {
            Claim::NoMate { reply } => *reply,
            _ => None,
        }
    }

    /// An outcome without a verdict.
    pub(crate) fn unknown(limit: Limit) -> Outcome {
        Outcome {
            verdict: Verdict::Unknown(limit),
            line: Vec::new(),
            leftover: Vec::new(),
            nothing_left: None,
            left_settled: false,
            nodes: 0,
            verdict_nodes: 0,
            threads: 1,
            elapsed: Duration::ZERO,
            table_bytes: 0,
            certificate: None,
            verified: false,
            left_at: None,
            defect: None,
        }
    }
}
