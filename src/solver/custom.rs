//! Which line is the main line where the longest defences leave pieces in hand
//! (docs/conventional.md).

use super::{Outcome, Verdict};
use crate::base::Length;
use crate::base::message::{Message, Plies, message};
use crate::base::words::pieces;
use crate::search::Metric;
use shogi_core::{Move, PieceKind};

/// A custom of composers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Custom {
    /// The longest line, the rule of today.
    Today,
    /// The longest line that leaves nothing, the custom of the classics.
    Classic,
}

impl Custom {
    /// The custom that a declared length, in plies, follows.
    pub fn of(declared: Option<u32>, outcome: &Outcome) -> Custom {
        let plies = outcome.nothing_left.as_ref().map(Vec::len);
        match plies.is_some() && plies == declared.map(|n| n as usize) {
            true => Custom::Classic,
            false => Custom::Today,
        }
    }
}

impl Outcome {
    /// The longest line that leaves nothing, where the longest line leaves something and the
    /// custom is that of the classics.
    fn classic(&self, custom: Custom) -> Option<&[Move]> {
        let line = self.nothing_left.as_deref();
        line.filter(|_| custom == Custom::Classic)
    }

    /// The main line (本手順) by this custom.
    pub fn main_line(&self, custom: Custom) -> &[Move] {
        self.classic(custom).unwrap_or(&self.line)
    }

    /// The other line where the customs differ, with its name.
    pub fn other_line(&self, custom: Custom) -> Option<(&[Move], Message)> {
        let nothing_left = self.nothing_left.as_deref()?;
        Some(match custom {
            Custom::Today => (
                nothing_left,
                message!(
                    "with nothing left: {plies}, by the custom of the classics the main line",
                    "駒余りのない最長手順：{plies}（古典の慣習では本手順）",
                    plies = Plies(nothing_left.len() as u32)
                ),
            ),
            Custom::Classic => (
                &self.line,
                message!(
                    "the longest defence: {plies}, {left} left",
                    "最長の変化：{plies}、{left}余り",
                    plies = Plies(self.line.len() as u32),
                    left = pieces(&self.leftover)
                ),
            ),
        })
    }

    /// What is known of the length of the main line, which is its upper bound, and whether the certificate
    /// proves it.
    pub fn main_length(&self, custom: Custom) -> (Length, bool) {
        let upper = self.main_line(custom).len() as u32;
        let (lower, proved) = match (self.classic(custom), self.verdict) {
            (None, Verdict::Mate { conventional, .. }) => {
                (conventional.lower, self.proves(Metric::Conventional))
            }
            _ => (upper, self.proves_nothing_left()),
        };
        (Length { lower, upper }, proved)
    }

    /// What is left in the attacker's hand at the end of that line (駒余り).
    pub fn left(&self, custom: Custom) -> &[(PieceKind, u8)] {
        match self.classic(custom) {
            Some(_) => &[],
            None => &self.leftover,
        }
    }

    /// Does the certificate prove what the main line by this custom leaves?
    pub fn proves_left(&self, custom: Custom) -> bool {
        match self.classic(custom) {
            Some(_) => self.proves_nothing_left(),
            None => self.proves_leftover(),
        }
    }
}
