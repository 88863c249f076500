//! What is noted about a problem without being a fault, or a fault only to some.

use super::length_finding::AtMost;
use super::quoted::Quoted;
use super::types::{CookKind, Pace};
use crate::base::length::Length;
use crate::base::message::{List, Message, message};
use shogi_core::Move;

impl CookKind {
    /// The words for it beside an intended move: where a piece is dropped, or where it moves to.
    pub(super) fn words(self, intended: Move) -> &'static str {
        match (self, intended) {
            (CookKind::Move, _) => "余詰",
            (CookKind::Promotion, _) => "成不成非限定",
            (CookKind::Distance, Move::Drop { .. }) => "打点非限定",
            (CookKind::Distance, Move::Normal { .. }) => "着手非限定",
        }
    }
}

/// A move with the plies of its mate.
fn timed((mv, length): &(Quoted, Length)) -> Message {
    message!(
        "{mv} ({length})",
        "{mv}（{length}）",
        mv,
        length = AtMost(*length)
    )
}

/// Moves that differ from the intended one in promotion or distance only mate too (非限定).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrestricted {
    pub ply: u32,
    pub intended: Quoted,
    pub moves: Vec<Quoted>,
    pub kind: CookKind,
}

impl Unrestricted {
    fn message(&self) -> Message {
        message!(
            "ply {ply}: instead of {intended} also {moves} ({kind})",
            "{ply}手目{intended}は{moves}でも可（{kind}）",
            ply = self.ply,
            moves = List(self.moves.iter().collect()),
            intended = self.intended,
            kind = self.kind.words(self.intended.mv)
        )
    }
}

/// Moves that differ from the intended one in promotion or distance only mate too, but in more
/// plies, or in so many at most that it is open whether they are more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrestrictedLonger {
    pub ply: u32,
    pub intended: Quoted,
    pub moves: Vec<(Quoted, Length)>,
    pub kind: CookKind,
    pub pace: Pace,
}

impl UnrestrictedLonger {
    fn message(&self) -> Message {
        let longer = match self.pace {
            Pace::Open => message!(
                "; whether that takes longer is open",
                "が、手数が延びるかは未決"
            ),
            Pace::Returns => message!(
                ", a way round that returns to the line",
                "が、遠回りして本手順に戻る"
            ),
            Pace::Same | Pace::Longer => message!(", which takes longer", "が、手数が延びる"),
        };
        message!(
            "ply {ply}: instead of {intended} also {moves}{longer} ({kind})",
            "{ply}手目{intended}は{moves}でも詰む{longer}（{kind}）",
            ply = self.ply,
            moves = List(self.moves.iter().map(timed).collect()),
            intended = self.intended,
            longer,
            kind = self.kind.words(self.intended.mv)
        )
    }
}

/// Other replies last as long and leave nothing (変化同手数).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equal {
    pub ply: u32,
    pub intended: Quoted,
    pub moves: Vec<Quoted>,
}

impl Equal {
    fn message(&self) -> Message {
        message!(
            "ply {ply}: instead of {intended} also {moves}, as long and nothing left \
             (変化同手数, found by search)",
            "{ply}手目{intended}は{moves}でも同手数、駒余らず（変化同手数・探索による）",
            ply = self.ply,
            moves = List(self.moves.iter().collect()),
            intended = self.intended
        )
    }
}

/// After a reply that lasts as long as the line, the attacker has another mate at the ply `at`
/// (変別).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualCooked {
    pub ply: u32,
    pub reply: Quoted,
    pub at: u32,
    pub mv: Quoted,
    /// From `mv` on, itself included, in plies.
    pub length: Length,
}

impl EqualCooked {
    fn message(&self) -> Message {
        message!(
            "ply {at}: after {reply} at ply {ply}, which lasts as long, {mv} mates too, in \
             {length} (変別)",
            "{ply}手目{reply}の同手数変化で、{at}手目{mv}でも{length}で詰む（変別）",
            ply = self.ply,
            reply = self.reply,
            at = self.at,
            mv = self.mv,
            length = AtMost(self.length)
        )
    }
}

/// A remark. Plies are numbered from 1. Moves that stand together are alternatives to the same
/// move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Other last moves mate at once too (最終手余詰).
    LastMove { ply: u32, moves: Vec<Quoted> },
    /// Of these last moves it is open whether they mate.
    LastMoveOpen { ply: u32, moves: Vec<Quoted> },
    /// Moves that differ from the intended one in promotion or distance only mate too (非限定).
    Unrestricted(Unrestricted),
    /// They do, but it takes longer, or may do so.
    UnrestrictedLonger(UnrestrictedLonger),
    /// Other last moves mate too, but not at once: each with its plies.
    LastMoveLonger {
        ply: u32,
        moves: Vec<(Quoted, Length)>,
    },
    /// Other checks mate only by returning to the line (迂回手順).
    Detour { ply: u32, moves: Vec<Quoted> },
    /// Other replies last as long and leave nothing (変化同手数).
    Equal(Equal),
    /// After such a reply the attacker has another mate (変別).
    EqualCooked(EqualCooked),
    /// At this number of the defender's moves it is open whether another one lasts as long.
    EqualOpen { moves: u32 },
    /// After this number of replies that last as long it is open whether the attacker has another
    /// mate.
    EqualCooksOpen { replies: u32 },
    /// At so many of the defender's moves it is open whether another one lasts longer, where that
    /// is known of one of them.
    LongerOpen { moves: u32 },
}

impl Remark {
    /// True when it says that something is not known.
    pub(super) fn is_open(&self) -> bool {
        matches!(
            self,
            Remark::LastMoveOpen { .. }
                | Remark::EqualOpen { .. }
                | Remark::EqualCooksOpen { .. }
                | Remark::LongerOpen { .. }
                | Remark::UnrestrictedLonger(UnrestrictedLonger {
                    pace: Pace::Open,
                    ..
                })
        )
    }

    pub(super) fn ply(&self) -> Option<u32> {
        match self {
            Remark::LastMove { ply, .. }
            | Remark::LastMoveOpen { ply, .. }
            | Remark::LastMoveLonger { ply, .. }
            | Remark::Detour { ply, .. } => Some(*ply),
            Remark::Unrestricted(found) => Some(found.ply),
            Remark::UnrestrictedLonger(found) => Some(found.ply),
            Remark::Equal(found) => Some(found.ply),
            Remark::EqualCooked(found) => Some(found.at),
            Remark::EqualOpen { .. }
            | Remark::EqualCooksOpen { .. }
            | Remark::LongerOpen { .. } => None,
        }
    }

    pub(super) fn mv(&self) -> Option<Move> {
        let quoted = match self {
            Remark::LastMove { moves, .. }
            | Remark::LastMoveOpen { moves, .. }
            | Remark::Detour { moves, .. } => moves.first(),
            Remark::LastMoveLonger { moves, .. } => moves.first().map(|(quoted, _)| quoted),
            Remark::Unrestricted(found) => found.moves.first(),
            Remark::UnrestrictedLonger(found) => found.moves.first().map(|(quoted, _)| quoted),
            Remark::Equal(found) => found.moves.first(),
            Remark::EqualCooked(found) => Some(&found.mv),
            Remark::EqualOpen { .. }
            | Remark::EqualCooksOpen { .. }
            | Remark::LongerOpen { .. } => None,
        };
        quoted.map(|quoted| quoted.mv)
    }

    pub(super) fn message(&self) -> Message {
        match self {
            Remark::LastMove { ply, moves } => message!(
                "ply {ply}: also {moves} at the last move (最終手余詰)",
                "{ply}手目{moves}でも詰み（最終手余詰）",
                ply,
                moves = List(moves.iter().collect())
            ),
            Remark::LastMoveOpen { ply, moves } => message!(
                "ply {ply}: whether {moves} at the last move mates too is open",
                "{ply}手目{moves}でも詰むか（最終手余詰）は未決",
                ply,
                moves = List(moves.iter().collect())
            ),
            Remark::Unrestricted(found) => found.message(),
            Remark::UnrestrictedLonger(found) => found.message(),
            Remark::Equal(found) => found.message(),
            Remark::EqualCooked(found) => found.message(),
            Remark::LastMoveLonger { ply, moves } => message!(
                "ply {ply}: also {moves} at the last move (最終手余詰)",
                "{ply}手目{moves}でも詰む（最終手余詰）",
                ply,
                moves = List(moves.iter().map(timed).collect())
            ),
            Remark::Detour { ply, moves } => message!(
                "ply {ply}: only a way back to the line: {moves} (迂回手順)",
                "{ply}手目{moves}は本手順に戻る（迂回手順）",
                ply,
                moves = List(moves.iter().collect())
            ),
            Remark::LongerOpen { moves } => message!(
                "defender's moves at which it is open whether another lasts longer: {moves}",
                "玉方の{moves}手について、変化長手数がほかにもあるか未決",
                moves
            ),
            Remark::EqualOpen { moves: 1 } => message!(
                "at 1 move of the defender it is open whether another lasts as long (変化同手数)",
                "玉方の1手について変化同手数の有無が未決"
            ),
            Remark::EqualOpen { moves } => message!(
                "at {moves} moves of the defender it is open whether another lasts as long \
                 (変化同手数)",
                "玉方の{moves}手について変化同手数の有無が未決",
                moves
            ),
            Remark::EqualCooksOpen { replies: 1 } => message!(
                "after 1 reply that lasts as long it is open whether another move mates too (変別)",
                "同手数の変化1件について変別の有無が未決"
            ),
            Remark::EqualCooksOpen { replies } => message!(
                "after {replies} replies that last as long it is open whether another move mates \
                 too (変別)",
                "同手数の変化{replies}件について変別の有無が未決",
                replies
            ),
        }
    }
}
