//! Another move of the attacker that mates as well (余詰), or may do so, as a finding.

use super::length_finding::AtMost;
use super::quoted::Quoted;
use super::types::CookKind;
use crate::base::length::Length;
use crate::base::limits::Limit;
use crate::base::message::{Message, Plies, message};

/// Another move of the attacker mates as well (余詰). Plies are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cooked {
    pub ply: u32,
    pub intended: Quoted,
    pub mv: Quoted,
    pub kind: CookKind,
    /// From `mv` on, itself included.
    pub length: Length,
    /// The plies of the line from there on: a mate in less is sooner (早詰).
    pub rest: u32,
    /// The ply before which the line that was found stands where the main line stands at that
    /// moment: only the order of moves is another one (手順前後).
    pub joins: Option<u32>,
    /// False where it is open whether another line is meant, as long as this one.
    pub meant: bool,
}

impl Cooked {
    /// One sentence about the move.
    pub fn message(&self) -> Message {
        message!(
            "ply {ply}: {mv} mates too, in {length}, instead of {intended} ({kind}{joins}{unless})",
            "{ply}手目{mv}以下{length}の{kind}（本手順は{intended}{joins}{unless}）",
            ply = self.ply,
            mv = self.mv,
            length = AtMost(self.length),
            intended = self.intended,
            kind = match self.kind {
                CookKind::Move if self.length.upper < self.rest => "早詰",
                kind => kind.words(self.intended.mv),
            },
            joins = match self.joins {
                None => message!("", ""),
                Some(ply) => message!(
                    ", 手順前後: at ply {ply} the same position",
                    "。手順前後、{ply}手目で同じ局面",
                    ply
                ),
            },
            unless = match self.meant {
                true => message!("", ""),
                false => message!(
                    ", unless another line as long is meant",
                    "。同手数の別手順が作意なら余詰でない"
                ),
            }
        )
    }
}

/// Other checks were not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecksOpen {
    /// How many.
    pub open: usize,
    /// The ply of the first of them, from 1.
    pub ply: u32,
    /// The first of them.
    pub mv: Quoted,
    /// Without a limit they were left aside, because a fatal fault is proved.
    pub limit: Option<Limit>,
    /// It is proved that none of them mates within this number of plies, itself counted.
    pub longer: Option<u32>,
}

impl ChecksOpen {
    /// One sentence about the checks.
    pub fn message(&self) -> Message {
        message!(
            "other checks undecided: {open}, the first at ply {ply}, {mv}: {why}{bound}",
            "ほかの王手{open}手が未決、最初は{ply}手目{mv}：{why}{bound}",
            open = self.open,
            ply = self.ply,
            mv = self.mv,
            why = match self.limit {
                Some(limit) => limit.message(),
                None => message!("left aside beside a fault", "欠陥があるので打ち切り"),
            },
            bound = match self.longer {
                None => message!("", ""),
                Some(plies) => message!(
                    "; no mate within {plies} (proved)",
                    "。{plies}以内の詰みなし（証明済み）",
                    plies = Plies(plies)
                ),
            }
        )
    }
}
