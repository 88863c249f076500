//! What is found out about the length of a mate.

use super::quoted::Quoted;
use crate::base::length::Length;
use crate::base::message::{In, Lang, Message, Part, Plies, message};
use std::fmt;

/// How interpositions are counted in a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// As the settings say ([`super::Futile`]).
    Chosen,
    /// Every interposition counts, because the file declares a raw length.
    Raw,
}

impl Part for Metric {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self, lang) {
            (Metric::Chosen, _) => "",
            (Metric::Raw, Lang::En) => "raw: ",
            (Metric::Raw, Lang::Ja) => "無駄合を数えて：",
        })
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
    /// What follows a sentence about a length.
    fn message(&self) -> Message {
        let (ply, declared, better) = (self.ply, &self.declared, &self.better);
        let plies = Plies(self.plies);
        match self.attacker {
            true => message!(
                "; ply {ply}: {better} instead of {declared} mates in {plies}",
                "；{ply}手目、{declared}でなく{better}なら{plies}で詰む",
                ply,
                better,
                declared,
                plies
            ),
            false => message!(
                "; ply {ply}: {better} instead of {declared} holds out {plies}",
                "；{ply}手目、{declared}でなく{better}なら{plies}もつ",
                ply,
                better,
                declared,
                plies
            ),
        }
    }
}

/// A length that is not the declared one (早詰, 変化長手数).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthDiffers {
    pub metric: Metric,
    pub length: Length,
    /// In plies.
    pub declared: u32,
    /// True when the longest lines are two plies longer than declared and leave pieces in hand,
    /// which custom allows (2手変長駒余り).
    pub two_longer: bool,
    /// Where the declared line leaves the best play, when that is known.
    pub departure: Option<Departure>,
}

impl LengthDiffers {
    /// True for a mate that is shorter than declared, false for one that is longer.
    pub fn is_shorter(&self) -> bool {
        self.length.upper < self.declared
    }

    /// One sentence about the length.
    pub fn message(&self) -> Message {
        let (metric, declared) = (self.metric, self.declared);
        let end = self
            .departure
            .as_ref()
            .map_or_else(none, Departure::message);
        match self.is_shorter() {
            true => message!(
                "{metric}mate in {length}, {declared} declared (早詰){end}",
                "{metric}{length}で詰む。申告は{declared}手（早詰）{end}",
                metric,
                length = AtMost(self.length),
                declared,
                end
            ),
            false => message!(
                "{metric}mate takes {length}, {declared} declared (変化長手数){custom}{end}",
                "{metric}詰むまで{length}。申告は{declared}手（変化長手数）{custom}{end}",
                metric,
                length = Between(self.length),
                declared,
                custom = custom(self.two_longer),
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
    /// As in [`LengthDiffers`].
    pub two_longer: bool,
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
        let until = match self.last {
            Some(last) => message!("to ply {last}", "{last}手目まで", last),
            None => message!("past ply {declared}", "{declared}手目を越えて", declared),
        };
        message!(
            "ply {ply}: {reply} holds out {until}, {declared} declared (変化長手数){custom}",
            "{ply}手目、{reply}{until}もつ。申告は{declared}手（変化長手数）{custom}",
            ply = self.ply,
            reply,
            until,
            declared,
            custom = custom(self.two_longer)
        )
    }
}

/// The empty message.
pub(super) fn none() -> Message {
    Message::from(String::new())
}

/// A remark that custom allows the longer defence; empty unless `two_longer`.
pub(super) fn custom(two_longer: bool) -> Message {
    match two_longer {
        true => message!(
            "; the longest lines leave pieces in hand, which custom allows two plies longer \
             (2手変長駒余り)",
            "；最長の手順は駒余り（2手変長駒余り、慣例では許される）"
        ),
        false => none(),
    }
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
