//! What is found out about the branches (変化) of a file.

use super::length_finding::{Left, until};
use super::quoted::{Failure, Quoted};
use super::types::Status;
use crate::base::limits::Limit;
use crate::base::message::{Message, message};

/// A branch (変化) by its place in the file's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The ply of its first move, from 1.
    pub ply: u32,
    /// Its first move, with which it leaves the line that it belongs to.
    pub mv: Quoted,
}

impl Branch {
    fn name(&self) -> Message {
        message!(
            "the branch (変化) at ply {ply}, {mv}",
            "{ply}手目{mv}の変化",
            ply = self.ply,
            mv = self.mv
        )
    }
}

/// What was found out about a branch. Plies are numbered from the root, from 1 on, so the ply
/// `last` of the mating move is also the length of the whole line. `declared` is the declared
/// length of the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchFinding {
    /// The branch fails at this ply.
    Fails { ply: u32, why: Failure },
    /// Its defence lasts longer than declared (変化長手数): to the ply `last`, where that is known.
    Longer {
        last: Option<u32>,
        declared: u32,
        left: Left,
    },
    /// The file's branch ends at the ply `given`, later than declared, while the defence can
    /// be mated at the ply `last`, which is not later than declared.
    Detour {
        given: u32,
        last: u32,
        declared: u32,
    },
    /// A limit came before the branch was looked at.
    Unseen(Limit),
    /// A limit came before the verdict on the position after its first move.
    NoVerdict(Limit),
    /// Its defence is mated at the ply `last` at the latest, which is later than declared. Whether it
    /// can be mated sooner is open, or whether it is a futile interposition.
    LateOpen {
        last: u32,
        declared: u32,
        limit: Limit,
    },
}

impl BranchFinding {
    pub(super) fn status(&self) -> Status {
        match self {
            BranchFinding::Fails { .. } => Status::LineFails,
            BranchFinding::Longer { left, .. } => left.by_classics.status(),
            BranchFinding::Detour { .. } => Status::Shorter,
            _ => Status::Undecided,
        }
    }

    pub(super) fn limit(&self) -> Option<Limit> {
        match self {
            BranchFinding::Unseen(limit)
            | BranchFinding::NoVerdict(limit)
            | BranchFinding::LateOpen { limit, .. } => Some(*limit),
            _ => None,
        }
    }

    pub(super) fn plies(&self) -> Option<u32> {
        match self {
            BranchFinding::Longer { last, .. } => *last,
            BranchFinding::Detour { last, .. } => Some(*last),
            _ => None,
        }
    }

    pub(super) fn ply(&self, branch: &Branch) -> Option<u32> {
        match self {
            BranchFinding::Fails { ply, .. } => Some(*ply),
            BranchFinding::Longer { .. } | BranchFinding::Detour { .. } => Some(branch.ply),
            _ => None,
        }
    }

    /// One sentence about this finding on `branch`.
    pub fn message(&self, branch: &Branch) -> Message {
        let branch = branch.name();
        match self {
            BranchFinding::Fails { why, .. } => message!(
                "{branch}: {why}",
                "{branch}：{why}",
                branch,
                why = why.message()
            ),
            BranchFinding::Longer {
                last,
                declared,
                left,
            } => message!(
                "{branch}, holds out {until}, {declared} declared (変化長手数){left}",
                "{branch}は{until}もつ。申告は{declared}手（変化長手数）{left}",
                branch,
                until = until(*last, *declared),
                declared,
                left = left.message()
            ),
            BranchFinding::Detour {
                given,
                last,
                declared,
            } => message!(
                "{branch}, is given to ply {given}, past the {declared} declared, and is mate at \
                 ply {last}",
                "{branch}は、申告の{declared}手を越えて{given}手目まであるが、{last}手目に詰む",
                branch,
                given,
                last,
                declared
            ),
            BranchFinding::Unseen(_) => {
                message!("{branch}: not looked at", "{branch}：未検討", branch)
            }
            BranchFinding::NoVerdict(_) => {
                message!("{branch}: no verdict", "{branch}：結論なし", branch)
            }
            BranchFinding::LateOpen { last, declared, .. } => message!(
                "{branch}: mate at ply {last} at the latest, {declared} declared",
                "{branch}：遅くとも{last}手目に詰む。申告は{declared}手",
                branch,
                last,
                declared
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{sfen, usi};

    /// Where only a bound is known, no ply is named.
    #[test]
    fn a_longer_branch_in_words() {
        let root = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
        let root = root.unwrap().position;
        let branch = Branch {
            ply: 1,
            mv: Quoted::new(&root, usi::parse_move(&root, "2d1c+").unwrap()),
        };
        let said = |last| {
            let found = BranchFinding::Longer {
                last,
                declared: 5,
                left: Left::default(),
            };
            found.message(&branch)
        };
        let begin = "the branch (変化) at ply 1, B-1c+, holds out";
        let end = "5 declared (変化長手数)";
        assert_eq!(said(Some(7)).english(), format!("{begin} to ply 7, {end}"));
        assert_eq!(said(None).english(), format!("{begin} past ply 5, {end}"));
        assert_eq!(
            said(None).japanese(),
            "1手目▲１三角成の変化は5手目を越えてもつ。申告は5手（変化長手数）"
        );
    }
}
