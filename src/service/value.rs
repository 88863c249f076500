//! The values of the interface that requests and events have in common (docs/interface.md).

use crate::base::Length;
use crate::base::message::Message;
use crate::base::names::HAND_KINDS;
use crate::base::notation;
use crate::formats::sfen::without_number;
use crate::shogi::rules;
use serde::{Deserialize, Serialize, Serializer};
use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, ToUsi};

/// A text in both languages.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Text {
    pub en: String,
    pub ja: String,
}

impl From<&Message> for Text {
    fn from(message: &Message) -> Text {
        Text {
            en: message.english().to_string(),
            ja: message.japanese().to_string(),
        }
    }
}

impl From<Message> for Text {
    fn from(message: Message) -> Text {
        Text::from(&message)
    }
}

impl From<Text> for Message {
    fn from(text: Text) -> Message {
        Message::new(text.en, text.ja)
    }
}

/// The name under which a request can be stopped by another one: its client's choice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Ticket(String);

impl Ticket {
    /// The most characters.
    const LONGEST: usize = 64;
}

impl TryFrom<String> for Ticket {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Ticket, Self::Error> {
        let plain = text.bytes().all(|c| c.is_ascii_graphic());
        match (1..=Ticket::LONGEST).contains(&text.len()) && plain {
            true => Ok(Ticket(text)),
            false => Err("a ticket is 1 to 64 printable ASCII characters without a blank"),
        }
    }
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// Something of each side.
#[derive(Clone, Debug, Serialize)]
pub struct Both<T> {
    pub black: T,
    pub white: T,
}

impl<T> Both<T> {
    /// What `of` says of each side.
    pub fn of(of: impl Fn(Color) -> T) -> Both<T> {
        Both {
            black: of(Color::Black),
            white: of(Color::White),
        }
    }
}

/// Pieces with their numbers: an object with a key for each kind, from the rook to the pawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces(pub Vec<(PieceKind, u32)>);

impl Pieces {
    /// Pieces in a hand.
    pub fn held(pieces: &[(PieceKind, u8)]) -> Pieces {
        Pieces(pieces.iter().map(|&(kind, n)| (kind, n.into())).collect())
    }

    /// The kinds of which there are some, from the rook to the pawn: their letters, and how many.
    pub fn letters(&self) -> impl Iterator<Item = (String, u32)> {
        let number = |kind| self.0.iter().find(|p| p.0 == kind).map(|p| p.1);
        HAND_KINDS.iter().filter_map(move |&kind| {
            let n = number(kind).filter(|&n| n > 0)?;
            Some((Piece::new(kind, Color::Black).to_usi_owned(), n))
        })
    }
}

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.letters())
    }
}

/// A position as events have it: an SFEN with the move number 1.
pub fn sfen(position: &PartialPosition) -> String {
    format!("{} 1", without_number(position))
}

/// A move that is only named.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Named {
    pub usi: String,
    pub en: String,
    pub ja: String,
}

impl Named {
    /// The names of a move of a position.
    pub fn new(position: &PartialPosition, mv: Move) -> Named {
        Named {
            usi: mv.to_usi_owned(),
            en: notation::english_move(position, mv),
            ja: notation::japanese_move(position, mv),
        }
    }
}

/// A move with the position after it.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Step {
    #[serde(flatten)]
    pub name: Named,
    pub sfen: String,
    /// True when it gives check.
    pub check: bool,
}

impl Step {
    /// A legal move of `position`, which is replaced by the one after it; `None` where the move
    /// cannot be made.
    pub fn make(position: &mut PartialPosition, mv: Move) -> Option<Step> {
        let name = Named::new(position, mv);
        position.make_move(mv)?;
        Some(Step {
            name,
            sfen: sfen(position),
            check: rules::in_check(position, position.side_to_move()),
        })
    }

    /// The steps of a line.
    pub fn line(root: &PartialPosition, moves: &[Move]) -> Vec<Step> {
        let mut position = root.clone();
        let steps = moves.iter().map_while(|&mv| Step::make(&mut position, mv));
        steps.collect()
    }
}

/// What is known of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Exact; the certificate proves it from both sides.
    Proved,
    /// Exact; that there is no shorter mate was found by search.
    Searched,
    /// Between bounds.
    Bound,
}

impl State {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            State::Proved => "proved",
            State::Searched => "searched",
            State::Bound => "bound",
        }
    }

    /// The state of what is known exactly.
    pub fn known(proved: bool) -> State {
        match proved {
            true => State::Proved,
            false => State::Searched,
        }
    }

    /// The state of a length. `proved` is true when the certificate proves it from both sides.
    pub fn of(length: Length, proved: bool) -> State {
        match length.is_minimal() {
            true => State::known(proved),
            false => State::Bound,
        }
    }
}

/// A length in plies, with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Plies {
    pub lower: u32,
    pub upper: u32,
    pub state: State,
}

impl Plies {
    /// A length; `proved` is true when the certificate proves it from both sides.
    pub fn new(length: Length, proved: bool) -> Plies {
        Plies {
            lower: length.lower,
            upper: length.upper,
            state: State::of(length, proved),
        }
    }
}

impl Plies {
    /// The length with the move before the position counted too.
    #[must_use]
    pub fn after_a_move(self) -> Plies {
        Plies {
            lower: self.lower + 1,
            upper: self.upper + 1,
            ..self
        }
    }
}

/// A move of a request: USI alone, or a step as events have it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum MoveText {
    Usi(String),
    Step { usi: String },
}

impl MoveText {
    /// The move in USI, as it was given.
    pub fn usi(&self) -> &str {
        match self {
            MoveText::Usi(usi) | MoveText::Step { usi } => usi,
        }
    }
}

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.usi())
    }
}

/// A line of a request in USI, as the readers take it.
pub fn usi_line(moves: &[MoveText]) -> String {
    let words: Vec<&str> = moves.iter().map(MoveText::usi).collect();
    words.join(" ")
}
