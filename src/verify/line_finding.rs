//! What is found out without a search: a wrong number of plies, a branch that cannot be played.

use crate::base::message::{Message, Plies, message};

/// The number of plies of the declared line is not the declared length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineLength {
    pub plies: u32,
    pub declared: u32,
}

impl LineLength {
    /// One sentence about both numbers.
    pub fn message(&self) -> Message {
        message!(
            "the line has {plies}, {declared} are declared",
            "手順は{plies}、申告は{declared}手",
            plies = Plies(self.plies),
            declared = self.declared
        )
    }
}

/// The reader broke a branch off at this line of the file (from 1), at a move that cannot be read or
/// is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchCut {
    pub line: u64,
    pub ply: u32,
    pub why: Message,
}

impl BranchCut {
    /// One sentence about the branch.
    pub fn message(&self) -> Message {
        message!(
            "line {line}, a branch (変化): {why}",
            "{line}行目の変化：{why}",
            line = self.line,
            why = self.why
        )
    }
}
