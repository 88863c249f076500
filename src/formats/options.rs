//! How inputs are read, and what is taken for a problem.

use super::validate::{Objection, attacker_of, objection};
use crate::base::message::Message;
use crate::shogi::{SetupError, faults};
use shogi_core::{Color, PartialPosition};

/// Which positions are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// Problems; a position that makes no sense as one is an error.
    #[default]
    Problems,
    /// Half-made positions too: no king, 二歩, anybody's turn. Why it is no problem yet is a
    /// warning. Only more pieces than a set has are still an error, because no SFEN has them.
    HalfMade,
}

/// How inputs are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The attacking side, when the user names it.
    pub attacker: Option<Color>,
    /// Which positions are read, and which are errors.
    pub accept: Accept,
    /// True to put the pieces of the set that are nowhere in the position into the defender's
    /// hand (残り全部); false to take the position as it is written.
    pub rest_to_defender: bool,
}

/// A position that is read, seen as a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The attacking side.
    pub attacker: Color,
    /// Why the position is no problem yet; always `None` where only problems are read.
    pub unfinished: Option<Message>,
}

impl ReadOptions {
    /// The options of a reader for a wish about the attacker alone.
    pub fn of_attacker(attacker: Option<Color>) -> ReadOptions {
        ReadOptions {
            attacker,
            ..ReadOptions::default()
        }
    }

    /// Judges a position: who attacks in it, and what is wrong with it.
    ///
    /// # Errors
    /// Why the position is not to be read.
    pub fn judge(&self, position: &PartialPosition) -> Result<Judged, Objection> {
        let attacker = self.attacker.unwrap_or_else(|| attacker_of(position));
        let found = faults(position, attacker);
        let refused = match self.accept {
            Accept::Problems => found.first(),
            Accept::HalfMade => found
                .iter()
                .find(|fault| matches!(fault, SetupError::TooMany { .. })),
        };
        match refused {
            Some(fault) => Err(objection(fault, position, attacker)),
            None => Ok(Judged {
                attacker,
                unfinished: found.first().map(SetupError::message),
            }),
        }
    }
}
