//! The audit of a problem as it stands in its row of a report.

use super::words::reason;
use crate::base::length::Length;
use crate::base::names::square;
use crate::formats::usi;
use crate::verify::{Audit, AuditedCheck, CheckResult, Defence, Removal, Without};
use serde::{Deserialize, Serialize};
use shogi_core::{Color, Move, Piece, ToUsi};

/// An audit.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct AuditRow {
    pub checks: Vec<CheckRow>,
    pub defences: Vec<DefenceRow>,
    pub pieces: Vec<PieceRow>,
}

/// A check at an attacker's node of the line.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct CheckRow {
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
    /// True for the line's own move.
    pub intended: bool,
    /// `mate`, `detour`, `refuted` or `open`.
    pub result: String,
    pub plies: Option<u32>,
    pub minimal: Option<bool>,
    /// The line of a mate, or the reply that escapes.
    pub line: Option<String>,
    pub reason: Option<String>,
}

/// A defence that is not the line's.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct DefenceRow {
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
    /// `None` where no mate was found within the limits.
    pub plies: Option<u32>,
    pub minimal: bool,
    pub line: String,
    /// What else mates along `line`.
    pub cooks: Vec<OtherRow>,
    /// How many other checks along it stayed open.
    pub open: usize,
}

/// Another mate after a defence.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct OtherRow {
    pub ply: u32,
    #[serde(rename = "move")]
    pub mv: String,
    pub plies: u32,
}

/// The problem without a piece.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct PieceRow {
    /// In the letters of SFEN, in capitals.
    pub piece: String,
    /// True for a piece of the attacker.
    pub attacks: bool,
    /// Where it stands; none in the attacker's hand.
    pub square: Option<String>,
    /// `same`, `differs`, `unplayable` or `open`.
    pub without: String,
    /// The grade of a problem that is the same.
    pub soundness: Option<String>,
    /// The ply at which the line cannot be played; 0 where the position is none to be solved.
    pub ply: Option<u32>,
    /// Why it differs, in English and in Japanese.
    pub text: Option<String>,
    pub ja: Option<String>,
}

impl AuditRow {
    /// The row of an audit.
    pub fn new(audit: &Audit) -> AuditRow {
        AuditRow {
            checks: audit.checks.iter().map(check).collect(),
            defences: audit.defences.iter().map(defence).collect(),
            pieces: audit.pieces.iter().map(piece).collect(),
        }
    }
}

fn check(found: &AuditedCheck) -> CheckRow {
    let row = |result: &str| CheckRow {
        ply: found.ply,
        mv: found.mv.to_usi_owned(),
        intended: found.intended,
        result: result.to_string(),
        plies: None,
        minimal: None,
        line: None,
        reason: None,
    };
    match &found.result {
        CheckResult::Mates { length, line } => CheckRow {
            plies: Some(length.upper),
            minimal: Some(length.is_minimal()),
            line: Some(usi::line(line)),
            ..row("mate")
        },
        CheckResult::Detour => row("detour"),
        CheckResult::Refuted { reply } => CheckRow {
            line: reply.map(|mv| mv.to_usi_owned()),
            ..row("refuted")
        },
        CheckResult::Open(limit) => CheckRow {
            reason: Some(reason(*limit).to_string()),
            ..row("open")
        },
    }
}

fn defence(found: &Defence) -> DefenceRow {
    let other = |&(ply, mv, length): &(u32, Move, Length)| OtherRow {
        ply,
        mv: mv.to_usi_owned(),
        plies: length.upper,
    };
    DefenceRow {
        ply: found.ply,
        mv: found.mv.to_usi_owned(),
        plies: found.length.map(|length| length.upper),
        minimal: found.length.is_some_and(|length| length.is_minimal()),
        line: usi::line(&found.line),
        cooks: found.cooks.iter().map(other).collect(),
        open: found.open,
    }
}

fn piece(found: &Removal) -> PieceRow {
    let letter = Piece::new(found.piece.piece_kind(), Color::Black);
    let row = |without: &str| PieceRow {
        piece: letter.to_usi_owned(),
        attacks: found.attacks,
        square: found.square.map(square),
        without: without.to_string(),
        soundness: None,
        ply: None,
        text: None,
        ja: None,
    };
    match &found.without {
        Without::Same(grade) => PieceRow {
            soundness: Some(grade.name().to_string()),
            ..row("same")
        },
        Without::Differs(finding) => {
            let said = finding.message();
            PieceRow {
                text: Some(said.english().to_string()),
                ja: Some(said.japanese().to_string()),
                ..row("differs")
            }
        }
        Without::Unplayable { ply } => PieceRow {
            ply: Some(*ply),
            ..row("unplayable")
        },
        Without::Open => row("open"),
    }
}
