//! What a verification finds out about a problem, as data, and the sentences for it in both
//! languages.

use super::branch_finding::{Branch, BranchFinding};
use super::cooked::{ChecksOpen, Cooked};
use super::leftover_finding::{Leftover, LeftoverOpen, LongerLeft};
use super::length_finding::{ByClassics, LengthDiffers, LengthOpen, LongerReplies, Outlasted};
use super::line_finding::{BranchCut, LineLength};
use super::quoted::Failure;
use super::remark::Remark;
use super::soundness::Weight;
use super::types::Status;
use crate::base::limits::Limit;
use crate::base::message::{Message, Plies, message};
use shogi_core::Move;

/// One thing that was found out about a problem. The first move of the main line is ply 1;
/// lengths are in plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There is no verdict on the position. `defect` is set with [`Limit::SelfCheck`] only: the
    /// reason for which the checker refused the certificate, in English.
    NoVerdict {
        limit: Limit,
        defect: Option<String>,
    },
    /// The defender is never mated (不詰).
    NoMate,
    /// The position is mate in at most `plies`, while the file says that it is no mate.
    MateUndeclared { plies: u32 },
    /// The length differs from the declared one.
    Length(LengthDiffers),
    /// A mate in at most `plies` is known, and the declared length may still be the minimal one.
    LengthOpen(LengthOpen),
    /// Another reply lasts longer than the one of the declared line.
    Outlasted(Outlasted),
    /// The replies at one ply that last longer than the declared line.
    LongerReplies(LongerReplies),
    /// The number of plies of the declared line is not the declared length.
    LineLength(LineLength),
    /// The declared line fails at this ply.
    LineFails { ply: u32, why: Failure },
    /// Pieces are left in the attacker's hand at the end (駒余り).
    Leftover(Leftover),
    /// Nothing is declared, the longest defence leaves pieces, and the longest that leaves nothing
    /// has fewer plies (変長駒余り).
    LongerLeft(LongerLeft),
    /// A limit came before it was known whether every longest defence leaves pieces.
    LeftoverOpen(LeftoverOpen),
    /// The reader broke a branch off.
    BranchCut(BranchCut),
    /// What was found out about a branch (変化).
    Branch { branch: Branch, what: BranchFinding },
    /// Another move of the attacker mates as well (余詰).
    Cooked(Cooked),
    /// Other checks were not decided.
    ChecksOpen(ChecksOpen),
    /// What is no fault, or one only to some.
    Remark(Remark),
}

impl Finding {
    /// The status that it gives the problem; `None` for a remark.
    pub fn status(&self) -> Option<Status> {
        Some(match self {
            Finding::Remark(remark) if remark.weight() == Weight::Open => Status::Undecided,
            Finding::Remark(_) => return None,
            Finding::NoMate => Status::NoMate,
            Finding::MateUndeclared { .. } => Status::Mate,
            Finding::Length(differs) => differs.status(),
            Finding::Outlasted(found) => found.left.by_classics.status(),
            Finding::LongerReplies(found) => found.by_classics.status(),
            Finding::LineLength(_) | Finding::LineFails { .. } | Finding::BranchCut(_) => {
                Status::LineFails
            }
            Finding::Leftover(_) | Finding::LongerLeft(_) => Status::Leftover,
            Finding::Branch { what, .. } => what.status(),
            Finding::Cooked(found) if found.meant => Status::Cooked,
            Finding::NoVerdict { .. }
            | Finding::LengthOpen(_)
            | Finding::LeftoverOpen(_)
            | Finding::Cooked(_)
            | Finding::ChecksOpen(_) => Status::Undecided,
        })
    }

    /// What a defence is by the custom of the classics that lasts longer than declared; `None` for
    /// any other finding.
    pub fn by_classics(&self) -> Option<ByClassics> {
        match self {
            Finding::Length(found) if !found.is_shorter() => Some(found.left.by_classics),
            Finding::Outlasted(found) => Some(found.left.by_classics),
            Finding::LongerReplies(found) => Some(found.by_classics),
            Finding::Branch {
                what: BranchFinding::Longer { left, .. },
                ..
            } => Some(left.by_classics),
            _ => None,
        }
    }

    /// The ply that the finding is about, from 1; `None` when it is about no single one.
    pub fn ply(&self) -> Option<u32> {
        match self {
            Finding::Length(differs) => differs.departure.as_ref().map(|d| d.ply),
            Finding::Outlasted(found) => Some(found.ply),
            Finding::LongerReplies(found) => Some(found.ply),
            Finding::Cooked(found) => Some(found.ply),
            Finding::LineFails { ply, .. } | Finding::BranchCut(BranchCut { ply, .. }) => {
                Some(*ply)
            }
            Finding::Branch { branch, what } => what.ply(branch),
            Finding::Remark(remark) => remark.ply(),
            _ => None,
        }
    }

    /// The move that the finding is about: the better one, the cook, or a branch's first one.
    pub fn mv(&self) -> Option<Move> {
        let quoted = match self {
            Finding::Length(differs) => differs.departure.as_ref().map(|d| &d.better),
            Finding::Outlasted(found) => found.better.as_ref(),
            Finding::LongerReplies(found) => found.moves.first(),
            Finding::Branch {
                branch,
                what: BranchFinding::Longer { .. },
            } => Some(&branch.mv),
            Finding::Cooked(found) => Some(&found.mv),
            Finding::Remark(remark) => return remark.mv(),
            _ => None,
        };
        quoted.map(|quoted| quoted.mv)
    }

    /// The length of the mate that was found, in plies, or the ply of the mate after a defence
    /// that lasts longer or is declared too long; an upper bound.
    pub fn plies(&self) -> Option<u32> {
        match self {
            Finding::Length(differs) => Some(differs.length.upper),
            Finding::Cooked(found) => Some(found.length.upper),
            Finding::Outlasted(found) => found.last,
            Finding::Branch { what, .. } => what.plies(),
            _ => None,
        }
    }

    /// The limit because of which something is undecided.
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Finding::NoVerdict { limit, .. }
            | Finding::LengthOpen(LengthOpen { limit, .. })
            | Finding::LeftoverOpen(LeftoverOpen { limit }) => Some(*limit),
            Finding::ChecksOpen(found) => found.limit,
            Finding::Branch { what, .. } => what.limit(),
            _ => None,
        }
    }

    /// One sentence about the finding.
    pub fn message(&self) -> Message {
        match self {
            Finding::NoVerdict {
                limit,
                defect: None,
            } => message!(
                "no verdict: {why}",
                "結論なし：{why}",
                why = limit.message()
            ),
            Finding::NoVerdict {
                limit,
                defect: Some(defect),
            } => message!(
                "no verdict: {why}: {defect}",
                "結論なし：{why}：{defect}",
                why = limit.message(),
                defect
            ),
            Finding::NoMate => message!(
                "no mate (不詰): the defender is never mated",
                "不詰：玉方は詰まない"
            ),
            Finding::MateUndeclared { plies } => message!(
                "mate in at most {plies}; no mate was declared",
                "{plies}以内で詰む。申告は不詰",
                plies = Plies(*plies)
            ),
            Finding::Length(differs) => differs.message(),
            Finding::LengthOpen(found) => found.message(),
            Finding::Outlasted(found) => found.message(),
            Finding::LongerReplies(found) => found.message(),
            Finding::LineLength(found) => found.message(),
            Finding::LineFails { why, .. } => why.message(),
            Finding::Leftover(found) => found.message(),
            Finding::LongerLeft(found) => found.message(),
            Finding::LeftoverOpen(found) => found.message(),
            Finding::Cooked(found) => found.message(),
            Finding::ChecksOpen(found) => found.message(),
            Finding::BranchCut(found) => found.message(),
            Finding::Branch { branch, what } => what.message(branch),
            Finding::Remark(remark) => remark.message(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::length_finding::{Counting, Departure, Left};
    use super::super::quoted::Quoted;
    use super::super::types::Futile;
    use super::*;
    use crate::base::length::Length;
    use crate::formats::{sfen, usi};
    use crate::verify::CookKind;
    use shogi_core::PieceKind;

    #[test]
    fn findings_in_both_languages() {
        let root = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
        let root = root.unwrap().position;
        let quoted = |text: &str| Quoted::new(&root, usi::parse_move(&root, text).unwrap());
        let length = |lower, upper| Length { lower, upper };
        let (drop, take) = (quoted("R*2c"), quoted("2d1c+"));
        let departure = |ply, attacker| Departure {
            ply,
            attacker,
            declared: drop.clone(),
            better: take.clone(),
            plies: if attacker { 1 } else { 3 },
        };
        let differs = |length, declared, left, departure| {
            Finding::Length(LengthDiffers {
                counting: Counting::Chosen,
                length,
                declared,
                counts_all: false,
                left,
                departure,
            })
        };
        let left_as_declared = || Left {
            pieces: vec![(PieceKind::Pawn, 1)],
            by_classics: ByClassics::Variation,
        };
        let branch = || Branch {
            ply: 1,
            mv: take.clone(),
        };
        let same = [
            (
                differs(
                    length(15, 15),
                    13,
                    left_as_declared(),
                    Some(departure(13, false)),
                ),
                "mate takes 15 plies, 13 declared (変化長手数); ply 13: B-1c+ instead of R*2c \
                 lasts 2 plies longer; it leaves 1 pawn; with nothing left as declared, by the \
                 custom of the classics a variation",
                "詰むまで15手。申告は13手（変化長手数）；13手目▲１三角成（本手順は▲２三飛）で2手変長；\
                 歩1枚余り。駒余りなしでは申告どおり（古典の慣習では変化）",
            ),
            (
                differs(length(0, 1), 3, Left::default(), Some(departure(1, true))),
                "mate in at most 1 ply, 3 declared (早詰); ply 1: B-1c+ instead of R*2c mates in \
                 1 ply",
                "1手以内で詰む。申告は3手（早詰）；1手目▲１三角成（本手順は▲２三飛）なら1手で詰む",
            ),
            (
                differs(length(17, 21), 15, Left::default(), None),
                "mate takes 17 to 21 plies, 15 declared (変化長手数)",
                "詰むまで17～21手。申告は15手（変化長手数）",
            ),
            (
                Finding::Cooked(Cooked {
                    ply: 1,
                    intended: drop.clone(),
                    mv: take.clone(),
                    kind: CookKind::Move,
                    length: length(1, 1),
                    rest: 1,
                    joins: None,
                    meant: true,
                }),
                "ply 1: B-1c+ mates too, in 1 ply, instead of R*2c (余詰)",
                "1手目▲１三角成以下1手の余詰（本手順は▲２三飛）",
            ),
            (
                Finding::Cooked(Cooked {
                    ply: 1,
                    intended: drop.clone(),
                    mv: take.clone(),
                    kind: CookKind::Move,
                    length: length(0, 3),
                    rest: 5,
                    joins: None,
                    meant: true,
                }),
                "ply 1: B-1c+ mates too, in at most 3 plies, instead of R*2c (早詰)",
                "1手目▲１三角成以下3手以内の早詰（本手順は▲２三飛）",
            ),
            (
                Finding::LongerReplies(LongerReplies {
                    by_classics: ByClassics::Fault,
                    ply: 2,
                    moves: vec![take.clone()],
                    more: 2,
                    left: vec![(PieceKind::Pawn, 1)],
                }),
                "ply 2, B-1c+: 2 plies longer (変長), 1 pawn left",
                "2手目▲１三角成で2手変長（歩1枚余り）",
            ),
            (
                Finding::ChecksOpen(ChecksOpen {
                    open: 3,
                    ply: 1,
                    mv: take.clone(),
                    limit: None,
                    longer: None,
                }),
                "other checks undecided: 3, the first at ply 1, B-1c+: left aside beside a fault",
                "ほかの王手3手が未決、最初は1手目▲１三角成：欠陥があるので打ち切り",
            ),
            (
                Finding::Outlasted(Outlasted {
                    ply: 1,
                    line: drop.clone(),
                    better: None,
                    last: None,
                    declared: 9,
                    left: Left::unknown(Futile::Return),
                }),
                "ply 1: another reply than R*2c holds out past ply 9, 9 declared (変化長手数); \
                 whether it leaves pieces, by the custom of the classics a variation, is open",
                "1手目、▲２三飛でない応手があり、9手目を越えてもつ。申告は9手（変化長手数）；\
                 駒余り（古典の慣習では変化）かどうか未決",
            ),
            (
                Finding::Leftover(Leftover {
                    pieces: vec![(PieceKind::Gold, 1), (PieceKind::Pawn, 2)],
                }),
                "pieces left in hand at the end: 1 gold, 2 pawns (駒余り)",
                "最後に持駒が余る：金1枚、歩2枚（駒余り）",
            ),
            (
                Finding::Branch {
                    branch: branch(),
                    what: BranchFinding::Fails {
                        ply: 1,
                        why: Failure::NoCheck(1, take.clone()),
                    },
                },
                "the branch (変化) at ply 1, B-1c+: move 1, B-1c+, gives no check",
                "1手目▲１三角成の変化：1手目▲１三角成は王手でない",
            ),
            (
                Finding::Branch {
                    branch: branch(),
                    what: BranchFinding::Unseen(Limit::Time),
                },
                "the branch (変化) at ply 1, B-1c+: not looked at",
                "1手目▲１三角成の変化：未検討",
            ),
        ];
        for (finding, english, japanese) in same {
            let said = finding.message();
            assert_eq!((said.english(), said.japanese()), (english, japanese));
        }
    }
}
