//! Why a request is not answered.

use super::value::Text;
use crate::base::message::{Message, message};
use crate::formats::InputError;
use crate::shogi::SetupError;
use crate::solver::OutOfMemory;
use serde::Serialize;

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Code {
    /// The request is no JSON, lacks a key or has a value of the wrong kind.
    Request,
    /// Something in the position, the moves or the text cannot be read.
    Input,
    /// The position is no problem.
    Position,
    /// A move is not legal in its position.
    Move,
    /// The answer is larger than the interface carries.
    Large,
    /// Too many requests wait already, or the system gives no thread for another.
    Busy,
    /// The system does not give the memory.
    Memory,
    /// The request does not come from where requests may come from.
    Refused,
    /// A defect of tsumi.
    Internal,
}

/// The event `error`.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    pub code: Code,
    pub message: Text,
    pub hint: Option<Text>,
    #[serde(flatten)]
    pub place: Box<Place>,
}

/// Where in a text something is at fault, as far as that is known.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Place {
    /// The line of the text at fault, from 1.
    pub line: Option<u64>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// How many characters are at fault.
    pub length: Option<usize>,
    /// The line around the fault.
    pub excerpt: Option<String>,
}

impl Failure {
    /// A failure without a place.
    pub fn new(code: Code, message: &Message) -> Failure {
        Failure {
            code,
            message: message.into(),
            hint: None,
            place: Box::default(),
        }
    }

    /// A request that serde_json cannot read, at its place.
    pub fn request(error: &serde_json::Error) -> Failure {
        let text = error.to_string();
        let what = match text.split_once(" at line ") {
            Some((what, _)) => what.to_string(),
            None => text,
        };
        let said = message!(
            "the request cannot be read: {what}",
            "要求を読めない：{what}",
            what
        );
        let place = Place {
            line: Some(error.line() as u64).filter(|&n| n > 0),
            column: Some(error.column()).filter(|&n| n > 0),
            ..Place::default()
        };
        Failure {
            place: Box::new(place),
            ..Failure::new(Code::Request, &said)
        }
    }

    /// A text that cannot be read, at its place.
    pub fn input(error: &InputError) -> Failure {
        let placed = error.column > 0;
        let excerpt = error.excerpt.as_deref();
        let place = Place {
            line: Some(error.line).filter(|&n| n > 0),
            column: placed.then_some(error.column),
            length: excerpt.map(|excerpt| excerpt.marked),
            excerpt: excerpt.map(|excerpt| excerpt.text.clone()),
        };
        Failure {
            hint: error.hint.as_ref().map(Text::from),
            place: Box::new(place),
            ..Failure::new(Code::Input, &error.message)
        }
    }

    /// A defect, with the text of a panic.
    pub fn internal(what: &str) -> Failure {
        let said = message!(
            "internal error: {what}: a defect of tsumi, please report it with this position",
            "内部エラー：{what}（tsumi の欠陥。この局面とともに報告をお願いします）",
            what
        );
        Failure::new(Code::Internal, &said)
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        Failure::new(Code::Position, &error.message())
    }
}

impl From<OutOfMemory> for Failure {
    fn from(error: OutOfMemory) -> Failure {
        let mib = (error.bytes >> 20).max(1) as u64;
        let said = message!(
            "the system does not give {mib} MiB for a table",
            "メモリ不足：表のための {mib} MiB を確保できない",
            mib
        );
        Failure::new(Code::Memory, &said)
    }
}
