//! Moves as findings quote them, and the reasons for which a line fails.

use crate::base::message::{Lang, Message, Part, message};
use crate::base::notation;
use shogi_core::{Move, PartialPosition};
use std::fmt;

/// A move that is shown in each language as its books write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    pub mv: Move,
    english: String,
    japanese: String,
}

impl Quoted {
    /// Quotes a move of a position.
    pub fn new(position: &PartialPosition, mv: Move) -> Quoted {
        Quoted {
            mv,
            english: notation::english_move(position, mv),
            japanese: notation::japanese_move(position, mv),
        }
    }
}

impl Part for Quoted {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match lang {
            Lang::En => f.write_str(&self.english),
            Lang::Ja => f.write_str(&self.japanese),
        }
    }
}

/// Why a line of moves does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A move cannot be read or is not legal; the message is the reader's.
    Unplayable(Message),
    /// The move at this ply cannot be made.
    Impossible(u32, Quoted),
    /// The attacker's move at this ply gives no check.
    NoCheck(u32, Quoted),
    /// The line ends with a move of the defender.
    EndsWithDefender,
    /// The line ends with a move of the defender, and the file says that this is mate.
    MateByDefender,
    /// The defender has a reply at the end that counts.
    ReplyLeft(Quoted),
    /// After a defence that is given as mated, the defender is never mated.
    NeverMated,
}

impl Failure {
    /// The reason in words, as part of a sentence.
    pub fn message(&self) -> Message {
        match self {
            Failure::Unplayable(why) => why.clone(),
            Failure::Impossible(ply, mv) => message!(
                "move {ply}, {mv}, cannot be played",
                "{ply}手目{mv}は指せない",
                ply,
                mv
            ),
            Failure::NoCheck(ply, mv) => message!(
                "move {ply}, {mv}, gives no check",
                "{ply}手目{mv}は王手でない",
                ply,
                mv
            ),
            Failure::EndsWithDefender => message!(
                "the line ends with a move of the defender",
                "手順が玉方の手で終わる"
            ),
            Failure::MateByDefender => message!(
                "it ends with a move of the defender, and mate is said",
                "玉方の手で終わるのに、詰みとある"
            ),
            Failure::ReplyLeft(reply) => message!(
                "no mate at the end: the reply {reply} is left",
                "手順の終わりで詰んでいない：応手{reply}がある",
                reply
            ),
            Failure::NeverMated => message!("the defender is never mated", "玉方は詰まない"),
        }
    }
}
