//! One position in SFEN, with every fault at its column.
//!
//! `shogi_usi_parser` does the parsing proper, once `sfen_scan` has found no slip and
//! knows where every square and every entry of the hands stands in the text, which is what
//! [`super::validate`] needs to point at a square.
//!
//! The parts may be separated by `_` as well, as in addresses and file names, and the whole
//! may be an address that holds an SFEN ([`super::address`]).

use super::address;
use super::error::Fault;
use super::sfen_scan::{self, Map};
use super::text::shown;
use super::usi;
use super::validate::{At, Objection};
use crate::base::message::{Message, message};
use shogi_core::PartialPosition;
use shogi_usi_parser::FromUsi;

/// A position and the places of its parts in the text.
#[derive(Clone, Debug)]
pub struct Sfen {
    /// The position.
    pub position: PartialPosition,
    /// The line that a link of the bench declares, in USI.
    pub line: Option<String>,
    map: Map,
}

impl Sfen {
    /// An objection of the validation as a fault at its column.
    pub fn fault(&self, o: Objection) -> Fault {
        let map = &self.map;
        let (column, length) = map.moves.unwrap_or(match o.at {
            At::Square(sq) => map.squares[sq.index() as usize],
            At::Hand(side, kind) => map.hands[side.array_index()][kind.array_index()],
            At::Board => map.board,
        });
        Fault::new(column, length, o.message).hint(o.hint)
    }

    /// The same position with its parts at other places, each a column and a length.
    fn placed(mut self, place: impl Fn((usize, usize)) -> (usize, usize)) -> Sfen {
        let map = &mut self.map;
        let hands = map.hands.iter_mut().flatten();
        for at in map.squares.iter_mut().chain(hands).chain([&mut map.board]) {
            *at = place(*at);
        }
        map.moves = map.moves.map(place);
        self
    }
}

/// The text without `position` and `sfen` in front of it.
fn after_prefix(text: &str) -> &str {
    let text = text.trim_start();
    let text = strip_word(text, "position").unwrap_or(text);
    strip_word(text, "sfen").unwrap_or(text)
}

/// `text` without a leading word and the space after it.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    let trimmed = rest.trim_start_matches(usi::separates);
    (trimmed.len() < rest.len()).then_some(trimmed)
}

/// True when a text can only be meant as an SFEN: its first word, after the
/// prefix, is plain ASCII with several slashes, or it is `startpos`, or it is an address.
pub fn looks_like_sfen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_prefix = |word| matches!(word, "position" | "sfen");
    if words.next().is_some_and(is_prefix) && words.next().is_some() {
        return true;
    }
    let word = after_prefix(text).split(usi::separates).next();
    let word = word.unwrap_or_default();
    let slashes = word.bytes().filter(|&b| b == b'/').count();
    word == "startpos"
        || slashes >= 4
            && word.bytes().all(|b| b.is_ascii_graphic() && b != b':')
            && word.split('/').skip(1).all(|rank| rank.len() <= 20)
        || address::find(text).is_some()
}

/// Reads a position. Columns of faults count from the start of `text`.
pub fn parse(text: &str) -> Result<Sfen, Fault> {
    if let Some(address) = address::find(text) {
        let (position, line) = match address.sfen.split_once(" moves ") {
            Some((position, line)) if address.is_link => (position, Some(line.to_string())),
            _ => (&*address.sfen, None),
        };
        let parsed = placed(parse_text(position), |place| address.place(place))?;
        return Ok(Sfen { line, ..parsed });
    }
    if address::is_address(text) {
        let what = message!("no SFEN in this address", "このアドレスに SFEN がない");
        return Err(Fault::new(1, text.trim_end().chars().count(), what).hint(example()));
    }
    parse_text(text)
}

fn parse_text(text: &str) -> Result<Sfen, Fault> {
    let body = after_prefix(text);
    let skipped = text[..text.len() - body.len()].chars().count();
    placed(parse_body(body), |(column, length)| {
        (column + skipped, length)
    })
}

/// What was read, or the fault, with its places in the text that the one read was cut out of.
fn placed(
    read: Result<Sfen, Fault>,
    place: impl Fn((usize, usize)) -> (usize, usize),
) -> Result<Sfen, Fault> {
    match read {
        Ok(sfen) => Ok(sfen.placed(place)),
        Err(fault) => Err(fault.placed(place)),
    }
}

fn parse_body(text: &str) -> Result<Sfen, Fault> {
    let mut words = usi::tokens(text);
    let Some((column, board)) = words.next() else {
        return Err(Fault::new(1, 1, message!("no position here", "局面がない")).hint(example()));
    };
    let mut map = Map {
        squares: [(0, 0); 82],
        hands: [[(0, 0); 8]; 2],
        board: (column, board.chars().count()),
        moves: None,
    };
    let is_named = board == "startpos";
    let mut clean = board.to_string();
    if !is_named {
        let end = (text.chars().count() + 1).max(2);
        sfen_scan::board(board, column, &mut map)?;
        let side = side(words.next(), end)?;
        let hands = hands(words.next(), end, &mut map)?;
        clean = format!("sfen {board} {side} {hands}");
    }
    let mut tail = words.take_while(|(_, w)| !is_comment(w)).peekable();
    if !is_named && let Some(word) = tail.next_if(|word| word.1 != "moves") {
        clean.push(' ');
        clean.push_str(move_number(word)?);
    }
    let mut position = PartialPosition::from_usi(&clean).map_err(|e| {
        let what = message!(
            "not an SFEN: {error}",
            "SFEN ではない：{error}",
            error = e.to_string()
        );
        Fault::new(map.board.0, map.board.1, what).hint(example())
    })?;
    if let Some(word) = tail.next() {
        let begin = begin_of_moves(word)?;
        let rest: String = text.chars().skip(begin).collect();
        let rest = &rest[..rest.find('#').unwrap_or(rest.len())];
        usi::replay(&mut position, rest).map_err(|f| f.shifted(begin))?;
        map.moves = Some((word.0, 5));
    }
    Ok(Sfen {
        position,
        line: None,
        map,
    })
}

/// A word with its column.
type Word<'a> = (usize, &'a str);

/// A fault that is a whole word.
fn bad_word((column, word): Word<'_>, what: Message, hint: Message) -> Fault {
    Fault::new(column, word.chars().count(), what).hint(hint)
}

/// The side to move. `end` is where it is missing when it is.
fn side(word: Option<Word<'_>>, end: usize) -> Result<&str, Fault> {
    let Some(word) = word else {
        let what = message!("the side to move is missing", "手番がない");
        return Err(Fault::new(end, 1, what).hint(example()));
    };
    if matches!(word.1, "b" | "w") {
        return Ok(word.1);
    }
    let what = message!(
        "bad side to move '{side}'",
        "手番「{side}」は読めない",
        side = shown(word.1, 20)
    );
    let hint = message!(
        "write b for Black (先手) or w for White (後手)",
        "先手番は b、後手番は w と書く"
    );
    Err(bad_word(word, what, hint))
}

/// The hands. `end` is where they are missing when they are.
fn hands<'a>(word: Option<Word<'a>>, end: usize, map: &mut Map) -> Result<&'a str, Fault> {
    let Some((column, hands)) = word else {
        let what = message!("the pieces in hand are missing", "持駒がない");
        return Err(Fault::new(end, 1, what).hint(message!(
            "write - when nobody holds a piece; RG4p is rook and gold for Black, four pawns for White",
            "どちらにも持駒がなければ - と書く。RG4p は先手に飛と金、後手に歩4枚"
        )));
    };
    sfen_scan::hands(hands, column, map)?;
    Ok(hands)
}

/// The number of the move, cut to as many digits as the parser takes.
fn move_number(word: Word<'_>) -> Result<&str, Fault> {
    if word.1.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(&word.1[..word.1.len().min(9)]);
    }
    let what = message!(
        "unexpected '{word}' after the position",
        "局面のあとの「{word}」は読めない",
        word = shown(word.1, 20)
    );
    let hint = message!(
        "only a move number may follow; separate id, plies and line with tabs",
        "局面のあとに書けるのは手数の番号だけ。id、手数、手順はタブで区切る"
    );
    Err(bad_word(word, what, hint))
}

/// How many characters stand before the moves, which the word `moves` announces.
fn begin_of_moves(word: Word<'_>) -> Result<usize, Fault> {
    if word.1 == "moves" {
        return Ok(word.0 + 4);
    }
    let what = message!(
        "unexpected '{word}' after the move number",
        "手数の番号のあとの「{word}」は読めない",
        word = shown(word.1, 20)
    );
    let hint = message!(
        "put # before a comment; separate id, plies and line with tabs",
        "注釈の前には # を置く。id、手数、手順はタブで区切る"
    );
    Err(bad_word(word, what, hint))
}

fn example() -> Message {
    message!(
        "an SFEN has board, side to move and hands: 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "SFEN は盤面、手番、持駒の順に書く：4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    )
}

fn is_comment(word: &str) -> bool {
    word.starts_with('#') || word.starts_with(';') || word.starts_with("//")
}

/// The SFEN of a position without its move number: board, side to move and hands, which tell
/// positions apart.
pub fn without_number(position: &PartialPosition) -> String {
    let mut sfen = position.to_sfen_owned();
    sfen.truncate(sfen.rfind(' ').unwrap_or(sfen.len()));
    sfen
}
