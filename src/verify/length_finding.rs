//! What is found out about the length of a mate.

use super::quoted::Quoted;
use super::types::{Futile, Status};
use crate::base::length::Length;
use crate::base::limits::Limit;
use crate::base::message::{Counted, In, Lang, List, Message, Part, Plies, message};
use crate::solver::{Outcome, Verdict};
use shogi_core::PieceKind;
use std::fmt;

/// How interpositions are counted in a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// As the settings say ([`super::Futile`]).
    Chosen,
    /// Every interposition counts, because the file declares a raw length.
    Raw,
}

impl Part for Counting {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self, lang) {
            (Counting::Chosen, _) => "",
            (Counting::Raw, Lang::En) => "raw: ",
            (Counting::Raw, Lang::Ja) => "無駄合いも数えると",
        })
    }
}

/// A mate in at most `plies` is known, and the declared length may still be the minimal one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthOpen {
    pub counting: Counting,
    pub plies: u32,
    pub declared: u32,
    pub limit: Limit,
}

impl LengthOpen {
    /// One sentence about the length.
    pub fn message(&self) -> Message {
        message!(
            "{counting}mate in at most {plies}, {declared} declared, not proved minimal",
            "{counting}{plies}以内で詰む。申告は{declared}手。最短は未証明",
            counting = self.counting,
            plies = Plies(self.plies),
            declared = self.declared
        )
    }
}

/// Where the declared line leaves the best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The ply of the weaker move, from 1.
    pub ply: u32,
    /// True when the weaker move is the attacker's.
    pub attacker: bool,
    /// The declared move.
    pub declared: Quoted,
    /// A better move.
    pub better: Quoted,
    /// Plies from the better move on, itself included.
    pub plies: u32,
}

impl Departure {
    /// What follows a sentence about a length, where `declared` plies are declared.
    fn message(&self, declared: u32) -> Message {
        let (ply, line, better) = (self.ply, &self.declared, &self.better);
        let last = ply - 1 + self.plies;
        match self.attacker {
            true => message!(
                "; ply {ply}: {better} instead of {line} mates in {plies}",
                "；{ply}手目{better}（本手順は{line}）なら{plies}で詰む",
                ply,
                better,
                line,
                plies = Plies(self.plies)
            ),
            false if last > declared => message!(
                "; ply {ply}: {better} instead of {line} lasts {more} longer",
                "；{ply}手目{better}（本手順は{line}）で{more}変長",
                ply,
                better,
                line,
                more = Plies(last - declared)
            ),
            false => message!(
                "; ply {ply}: {better} instead of {line} holds out {plies}",
                "；{ply}手目{better}（本手順は{line}）なら{plies}もつ",
                ply,
                better,
                line,
                plies = Plies(self.plies)
            ),
        }
    }
}

/// A length that is not the declared one (早詰, 変化長手数).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthDiffers {
    pub counting: Counting,
    pub length: Length,
    /// In plies.
    pub declared: u32,
    /// True when just so many plies are needed with every interposition counted: then it is the
    /// counting that differs.
    pub counts_all: bool,
    pub left: Left,
    /// Where the declared line leaves the best play, when that is known.
    pub departure: Option<Departure>,
}

impl LengthDiffers {
    /// True for a mate that is shorter than declared, false for one that is longer.
    pub fn is_shorter(&self) -> bool {
        self.length.upper < self.declared
    }

    pub(super) fn status(&self) -> Status {
        match self.is_shorter() {
            true => Status::Shorter,
            false => self.left.by_classics.status(),
        }
    }

    /// One sentence about the length.
    pub fn message(&self) -> Message {
        let (counting, declared) = (self.counting, self.declared);
        let end = self
            .departure
            .as_ref()
            .map_or_else(none, |found| found.message(declared));
        match self.is_shorter() {
            true if self.counts_all => message!(
                "{counting}mate in {length}; the {declared} declared count futile interpositions \
                 (無駄合い){end}",
                "{counting}{length}で詰む。申告の{declared}手は無駄合いを数えている{end}",
                counting,
                length = AtMost(self.length),
                declared,
                end
            ),
            true => message!(
                "{counting}mate in {length}, {declared} declared (早詰){end}",
                "{counting}{length}で詰む。申告は{declared}手（早詰）{end}",
                counting,
                length = AtMost(self.length),
                declared,
                end
            ),
            false => message!(
                "{counting}mate takes {length}, {declared} declared (変化長手数){end}{left}",
                "{counting}詰むまで{length}。申告は{declared}手（変化長手数）{end}{left}",
                counting,
                length = Between(self.length),
                declared,
                left = self.left.message(),
                end
            ),
        }
    }
}

/// A reply of the declared line that another one outlasts (変化長手数).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlasted {
    /// The ply of the reply, from 1.
    pub ply: u32,
    /// The reply of the line.
    pub line: Quoted,
    /// The other reply, where it is known.
    pub better: Option<Quoted>,
    /// The ply of the mating move after the better reply, from 1, where that is known.
    pub last: Option<u32>,
    /// The declared length in plies.
    pub declared: u32,
    pub left: Left,
}

impl Outlasted {
    /// One sentence about the reply.
    pub fn message(&self) -> Message {
        let line = &self.line;
        let declared = self.declared;
        let reply = match &self.better {
            Some(better) => message!(
                "{better} instead of {line}",
                "{line}でなく{better}なら",
                better,
                line
            ),
            None => message!(
                "another reply than {line}",
                "{line}でない応手があり、",
                line
            ),
        };
        message!(
            "ply {ply}: {reply} holds out {until}, {declared} declared (変化長手数){left}",
            "{ply}手目、{reply}{until}もつ。申告は{declared}手（変化長手数）{left}",
            ply = self.ply,
            reply,
            until = until(self.last, declared),
            declared,
            left = self.left.message()
        )
    }
}

/// How long a defence holds out: to the ply of the mating move, where that is known, and otherwise
/// past the declared length.
pub(super) fn until(last: Option<u32>, declared: u32) -> Message {
    match last {
        Some(last) => message!("to ply {last}", "{last}手目まで", last),
        None => message!("past ply {declared}", "{declared}手目を越えて", declared),
    }
}

/// Replies at one ply that last longer than the rest of the declared line (変化長手数), all equally
/// long and with the same pieces left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongerReplies {
    /// What is known of the whole line.
    pub by_classics: ByClassics,
    /// From 1.
    pub ply: u32,
    pub moves: Vec<Quoted>,
    /// By how many plies.
    pub more: u32,
    /// The pieces in the attacker's hand at the end.
    pub left: Vec<(PieceKind, u8)>,
}

impl LongerReplies {
    /// One sentence about the replies.
    pub fn message(&self) -> Message {
        let left = match self.left.is_empty() {
            true => message!("nothing left", "駒余りなし"),
            false => message!(
                "{pieces} left",
                "{pieces}余り",
                pieces = counted(&self.left)
            ),
        };
        message!(
            "ply {ply}, {moves}: {more} longer (変長), {left}",
            "{ply}手目{moves}で{more}変長（{left}）",
            ply = self.ply,
            moves = List(self.moves.iter().collect()),
            more = Plies(self.more),
            left
        )
    }
}

/// The empty message.
pub(super) fn none() -> Message {
    Message::from(String::new())
}

/// What a defence is that lasts longer than declared, by the custom of the classics
/// (docs/conventional.md). By today's it is a fault in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByClassics {
    /// A fault too: the longest line that leaves nothing is not as long as declared.
    #[default]
    Fault,
    /// A variation: the longest line that leaves nothing is as long as declared.
    Variation,
    /// A limit came before that was known.
    Open,
}

impl ByClassics {
    /// The status of a length that is greater than declared.
    pub(super) fn status(self) -> Status {
        match self {
            ByClassics::Variation => Status::LongerLeft,
            ByClassics::Fault | ByClassics::Open => Status::Longer,
        }
    }
}

/// What a defence leaves that lasts longer than declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The pieces in the attacker's hand at the end of the longest line, where that is known.
    pub pieces: Vec<(PieceKind, u8)>,
    pub by_classics: ByClassics,
}

impl Left {
    /// What `outcome` says of a position after which the declared line has `declared` plies more.
    /// Where every interposition counts, the custom of the classics is not asked for, and the line
    /// of the outcome, which is one by the convention, says nothing of the longest defence.
    pub(super) fn of(outcome: &Outcome, futile: Futile, declared: Option<u32>) -> Left {
        // Only of a longest line it is known that nothing else can be left.
        let is_longest = match outcome.verdict {
            Verdict::Mate { conventional, .. } => conventional.is_minimal(),
            _ => false,
        };
        if !is_longest || futile == Futile::None {
            return Left::unknown(futile);
        }
        let nothing = outcome.nothing_left.as_ref().map(|l| l.len() as u32);
        Left {
            pieces: outcome.leftover.clone(),
            by_classics: match outcome.left_settled {
                false => ByClassics::Open,
                true if nothing.is_some() && nothing == declared => ByClassics::Variation,
                true => ByClassics::Fault,
            },
        }
    }

    /// What is known before a longest line is.
    pub(super) fn unknown(futile: Futile) -> Left {
        Left {
            pieces: Vec::new(),
            by_classics: match futile {
                Futile::Return => ByClassics::Open,
                Futile::None => ByClassics::Fault,
            },
        }
    }

    /// What follows a sentence about a longer defence; empty where it leaves nothing, or where it is
    /// not known what.
    pub(super) fn message(&self) -> Message {
        let pieces = counted(&self.pieces);
        match self.by_classics {
            ByClassics::Open => message!(
                "; whether it leaves pieces, by the custom of the classics a variation, is open",
                "；駒余り（古典の慣習では変化）かどうか未決"
            ),
            _ if self.pieces.is_empty() => none(),
            ByClassics::Variation => message!(
                "; it leaves {pieces}; with nothing left as declared, by the custom of the \
                 classics a variation",
                "；{pieces}余り。駒余りなしでは申告どおり（古典の慣習では変化）",
                pieces
            ),
            ByClassics::Fault => message!("; it leaves {pieces}", "；{pieces}余り", pieces),
        }
    }
}

/// Pieces with their numbers: `1 gold, 2 pawns`, 金1枚、歩2枚.
pub(super) fn counted(pieces: &[(PieceKind, u8)]) -> List<Counted> {
    let counted = pieces.iter().map(|&(kind, n)| Counted(n.into(), kind));
    List(counted.collect())
}

/// Shows the upper bound of a length: `9 plies`, or `at most 9 plies` when it is not minimal.
pub struct AtMost(pub Length);

impl Part for AtMost {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = Plies(self.0.upper);
        let plies = In(&plies, lang);
        match (self.0.is_minimal(), lang) {
            (true, _) => write!(f, "{plies}"),
            (false, Lang::En) => write!(f, "at most {plies}"),
            (false, Lang::Ja) => write!(f, "{plies}以内"),
        }
    }
}

/// Shows both bounds of a length: `9 to 13 plies`, or `9 plies` when they are equal.
struct Between(Length);

impl Part for Between {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_minimal() {
            write!(
                f,
                "{}{}",
                self.0.lower,
                match lang {
                    Lang::En => " to ",
                    Lang::Ja => "～",
                }
            )?;
        }
        Plies(self.0.upper).show(lang, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a single defence leaves may be unknown where the whole line is known to be a variation.
    #[test]
    fn no_pieces_are_named_that_are_not_known() {
        let left = Left {
            by_classics: ByClassics::Variation,
            ..Left::unknown(Futile::Return)
        };
        assert_eq!(left.message(), none());
        let known = Left {
            pieces: vec![(PieceKind::Pawn, 1)],
            ..left
        };
        assert!(
            known
                .message()
                .to_string()
                .starts_with("; it leaves 1 pawn")
        );
    }
}
