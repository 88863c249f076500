//! The requests of the interface (docs/interface.md).

use super::failure::{Code, Failure};
use super::value::{MoveText, Side, Ticket, usi_line};
use crate::base::message::{Lang, message};
use crate::base::problem::{Problem, Source};
use crate::formats::fill::give_rest_to_defender;
use crate::formats::record::{self, Declared};
use crate::formats::{Accept, ReadOptions, sfen, usi};
use crate::shogi::rules;
use serde::{Deserialize, Deserializer};
use shogi_core::{Color, Move, PartialPosition};
use std::time::Duration;

/// A request: one JSON object with a `method`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Request {
    Hello(Hello),
    Read(Read),
    Position(Look),
    Write(Write),
    Analyse(Analyse),
    Certificate(Certify),
    Variations(Along),
    NearMisses(Along),
    Reply(Reply),
    Page(Page),
    Stop(Stop),
}

/// Asks what the engine is; it has no keys of its own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn parse(text: &[u8]) -> Result<Request, Failure> {
        serde_json::from_slice(text).map_err(|error| Failure::request(&error))
    }

    /// True for a request that needs the tables of a search.
    pub fn searches(&self) -> bool {
        match self {
            Request::Hello(_)
            | Request::Read(_)
            | Request::Position(_)
            | Request::Write(_)
            | Request::Stop(_) => false,
            Request::Analyse(_)
            | Request::Certificate(_)
            | Request::Variations(_)
            | Request::NearMisses(_)
            | Request::Reply(_)
            | Request::Page(_) => true,
        }
    }

    /// The name under which this request can be stopped; only those that search have one.
    pub fn ticket(&self) -> Option<&Ticket> {
        match self {
            Request::Analyse(ask) => ask.ticket.as_ref(),
            Request::Certificate(ask) => ask.ticket.as_ref(),
            Request::Variations(ask) | Request::NearMisses(ask) => ask.ticket.as_ref(),
            Request::Reply(ask) => ask.ticket.as_ref(),
            Request::Page(ask) => ask.ticket.as_ref(),
            Request::Hello(_)
            | Request::Read(_)
            | Request::Position(_)
            | Request::Write(_)
            | Request::Stop(_) => None,
        }
    }
}

/// Where the pieces are put that stand nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rest {
    /// Into the defender's hand (残り全部).
    Defender,
}

/// Which positions `read` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Accepts {
    /// Only problems.
    #[default]
    Problems,
    /// Half-made positions too, as `position` takes them.
    HalfMade,
}

impl From<Accepts> for Accept {
    fn from(accepts: Accepts) -> Accept {
        match accepts {
            Accepts::Problems => Accept::Problems,
            Accepts::HalfMade => Accept::HalfMade,
        }
    }
}

/// `read`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    pub text: Option<String>,
    /// The bytes of a file.
    pub base64: Option<String>,
    /// The name of the file.
    pub name: Option<String>,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    #[serde(default)]
    pub accept: Accepts,
}

/// `position`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    pub sfen: String,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    /// A line from the position, which need not be legal.
    #[serde(default)]
    pub line: Vec<MoveText>,
}

/// `write`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Write {
    pub target: String,
    pub problems: Vec<super::problem::Record>,
    /// What a picture is called.
    pub caption: Option<String>,
    pub hands: Option<HandsShown>,
}

/// The hands that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandsShown {
    Usual,
    Both,
    Attacker,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    #[default]
    Tsume,
    Game,
}

/// `analyse`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    pub sfen: String,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    /// Declared length.
    pub plies: Option<u32>,
    /// Declared line.
    #[serde(default)]
    pub line: Vec<MoveText>,
    #[serde(default)]
    pub profile: Profile,
    #[serde(default)]
    pub limits: Limits,
    /// True to prove the lengths in the certificate once everything is known.
    #[serde(default)]
    pub proofs: bool,
    pub ticket: Option<Ticket>,
}

/// `certificate`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certify {
    pub sfen: String,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    #[serde(default)]
    pub line: Vec<MoveText>,
    #[serde(default)]
    pub limits: Limits,
    #[serde(default)]
    pub proofs: bool,
    pub ticket: Option<Ticket>,
}

/// `variations` and `near_misses`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Along {
    pub sfen: String,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    pub line: Vec<MoveText>,
    #[serde(default)]
    pub limits: Limits,
    pub ticket: Option<Ticket>,
}

/// `reply`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    pub sfen: String,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    #[serde(rename = "move")]
    pub mv: Option<MoveText>,
    #[serde(default)]
    pub limits: Limits,
    pub ticket: Option<Ticket>,
}

/// `page`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub sfen: String,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    /// Declared length.
    pub plies: Option<u32>,
    /// Declared line.
    #[serde(default)]
    pub line: Vec<MoveText>,
    pub title: Option<String>,
    pub author: Option<String>,
    #[serde(default)]
    pub lang: Language,
    #[serde(default)]
    pub limits: Limits,
    pub ticket: Option<Ticket>,
}

/// `stop`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// That of the request which is to end.
    pub ticket: Ticket,
}

/// The language of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Ja,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        match language {
            Language::En => Lang::En,
            Language::Ja => Lang::Ja,
        }
    }
}

/// What a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    #[serde(default = "usual_time", rename = "seconds", deserialize_with = "time")]
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: usual_time(),
            nodes: None,
        }
    }
}

/// The time of a request that names none.
fn usual_time() -> Option<Duration> {
    Some(Duration::from_secs(60))
}

fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let seconds: Option<f64> = Option::deserialize(from)?;
    let time = |s| Duration::try_from_secs_f64(s).map_err(serde::de::Error::custom);
    seconds.map(time).transpose()
}

/// Reads a position, which need not be a problem.
///
/// # Errors
/// What cannot be read, at its column.
pub fn position(text: &str) -> Result<sfen::Sfen, Failure> {
    sfen::parse(text).map_err(|fault| Failure::input(&fault.at("sfen", 1, text)))
}

/// What a request says of a problem.
pub struct Setup<'a> {
    pub sfen: &'a str,
    pub attacker: Option<Side>,
    pub rest: Option<Rest>,
    pub plies: Option<u32>,
    pub line: &'a [MoveText],
}

impl<'a> Setup<'a> {
    /// A position, of which nothing is declared.
    pub fn of(sfen: &'a str, attacker: Option<Side>, rest: Option<Rest>) -> Setup<'a> {
        Setup {
            sfen,
            attacker,
            rest,
            plies: None,
            line: &[],
        }
    }

    /// The problem, with its declared line or what is wrong with it.
    ///
    /// # Errors
    /// When the position cannot be read or is no problem.
    pub fn problem(&self) -> Result<Problem, Failure> {
        let parsed = position(self.sfen)?;
        let source = Source::at("sfen", 1);
        let line = Some(usi_line(self.line)).filter(|line| !line.is_empty());
        let declared = Declared {
            plies: self.plies,
            line,
            ..Declared::default()
        };
        let options = ReadOptions::of_attacker(self.attacker.map(Color::from));
        let read = record::problem(String::new(), &parsed, declared, &options, source);
        let mut problem = read.map_err(|fault| Failure {
            code: Code::Position,
            ..Failure::input(&fault.at("sfen", 1, self.sfen))
        })?;
        if self.rest.is_some() {
            give_rest_to_defender(&mut problem);
        }
        Ok(problem)
    }
}

/// The legal moves of a line from a position.
///
/// # Errors
/// The first move that is no move or not legal.
pub fn legal_line(position: &PartialPosition, line: &[MoveText]) -> Result<Vec<Move>, Failure> {
    let mut at = position.clone();
    let mut moves = Vec::new();
    for (ply, text) in (1u32..).zip(line) {
        let read = usi::parse_move(&at, text.usi());
        let next = read.and_then(|mv| Some((mv, rules::after(&at, mv)?)));
        let Some((mv, next)) = next else {
            let said = message!(
                "move {ply}, {mv}, is not legal there",
                "{ply}手目 {mv} はそこでは指せない",
                ply,
                mv = crate::formats::text::shown(text.usi(), 20)
            );
            return Err(Failure::new(Code::Move, &said));
        };
        moves.push(mv);
        at = next;
    }
    Ok(moves)
}
