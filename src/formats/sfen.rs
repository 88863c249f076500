//! One position in SFEN, with every fault at its column.
//!
//! `shogi_usi_parser` does the parsing proper. It wants the literal prefix
//! `sfen `, stops at the first oddity with a byte range, and accepts 19 pawns;
//! so a scan of our own goes first. It gives each kind of slip a name and
//! remembers where every square and hand entry stands in the text, which is
//! what [`super::validate`] needs to point at a square.
//!
//! The parts may be separated by `_` as well, as in addresses and file names, and the whole
//! may be an address that holds an SFEN ([`super::address`]).

use super::address;
use super::error::Fault;
use super::error::{ranks, squares};
use super::text::{push_shown, shown};
use super::usi;
use super::validate::{At, Objection};
use crate::base::message::{Counted, Message, message};
use crate::base::names::set_size;
use shogi_core::{Color, PartialPosition, PieceKind, Square};
use shogi_usi_parser::FromUsi;

/// A position and the places of its parts in the text.
#[derive(Clone, Debug)]
pub struct Sfen {
    /// The position.
    pub position: PartialPosition,
    map: Map,
}

/// Where things stand in the text: (column, length).
#[derive(Clone, Debug)]
struct Map {
    squares: [(usize, usize); 82],
    hands: [[(usize, usize); 8]; 2],
    board: (usize, usize),
    moves: Option<(usize, usize)>,
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
        return placed(parse_text(&address.sfen), |place| address.place(place));
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
    let end = (text.chars().count() + 1).max(2);
    let mut clean = String::from("startpos");
    if board != "startpos" {
        scan_board(board, column, &mut map)?;
        let (column, side) = words.next().ok_or_else(|| {
            Fault::new(
                end,
                1,
                message!("the side to move is missing", "手番がない"),
            )
            .hint(example())
        })?;
        if side != "b" && side != "w" {
            return Err(Fault::new(
                column,
                side.chars().count(),
                message!(
                    "bad side to move '{side}'",
                    "手番「{side}」は読めない",
                    side = shown(side, 20)
                ),
            )
            .hint(message!(
                "write b for Black (先手) or w for White (後手)",
                "先手番は b、後手番は w と書く"
            )));
        }
        let (column, hands) = words.next().ok_or_else(|| {
            Fault::new(end, 1, message!("the pieces in hand are missing", "持駒がない"))
                .hint(message!("write - when nobody holds a piece; RG4p is rook and gold for Black, four pawns for White", "どちらにも持駒がなければ - と書く。RG4p は先手に飛と金、後手に歩4枚"))
        })?;
        scan_hands(hands, column, &mut map)?;
        clean = format!("sfen {board} {side} {hands}");
    }
    let tail: Vec<(usize, &str)> = words.take_while(|(_, w)| !is_comment(w)).collect();
    let mut tail = tail.into_iter().peekable();
    if let Some(&(column, word)) = tail.peek()
        && word != "moves"
        && board != "startpos"
    {
        if !word.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Fault::new(
                column,
                word.chars().count(),
                message!(
                    "unexpected '{word}' after the position",
                    "局面のあとの「{word}」は読めない",
                    word = shown(word, 20)
                ),
            )
            .hint(message!(
                "only a move number may follow; separate id, plies and line with tabs",
                "局面のあとに書けるのは手数の番号だけ。id、手数、手順はタブで区切る"
            )));
        }
        clean.push(' ');
        clean.push_str(&word[..word.len().min(9)]);
        tail.next();
    }
    let mut position = PartialPosition::from_usi(&clean).map_err(|e| {
        let what = message!(
            "not an SFEN: {error}",
            "SFEN ではない：{error}",
            error = e.to_string()
        );
        Fault::new(map.board.0, map.board.1, what).hint(example())
    })?;
    if let Some((column, word)) = tail.next() {
        if word != "moves" {
            return Err(Fault::new(
                column,
                word.chars().count(),
                message!(
                    "unexpected '{word}' after the move number",
                    "手数の番号のあとの「{word}」は読めない",
                    word = shown(word, 20)
                ),
            )
            .hint(message!(
                "put # before a comment; separate id, plies and line with tabs",
                "注釈の前には # を置く。id、手数、手順はタブで区切る"
            )));
        }
        let rest: String = text.chars().skip(column + 4).collect();
        let rest = &rest[..rest.find('#').unwrap_or(rest.len())];
        usi::replay(&mut position, rest).map_err(|f| f.shifted(column + 4))?;
        map.moves = Some((column, 5));
    }
    Ok(Sfen { position, map })
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

/// The kind of an unpromoted piece letter in upper case.
fn kind_of(letter: u8) -> Option<PieceKind> {
    Some(match letter {
        b'P' => PieceKind::Pawn,
        b'L' => PieceKind::Lance,
        b'N' => PieceKind::Knight,
        b'S' => PieceKind::Silver,
        b'G' => PieceKind::Gold,
        b'B' => PieceKind::Bishop,
        b'R' => PieceKind::Rook,
        b'K' => PieceKind::King,
        _ => return None,
    })
}

fn kind_of_char(c: char) -> Option<PieceKind> {
    u8::try_from(c)
        .ok()
        .and_then(|b| kind_of(b.to_ascii_uppercase()))
}

/// A character as it may be shown.
fn safe(c: char) -> String {
    let mut out = String::new();
    push_shown(&mut out, c);
    out
}

fn letters() -> Message {
    message!(
        "pieces are P L N S G B R K, small letters for White, + before a promoted one",
        "駒は P L N S G B R K、後手は小文字、成駒は前に + を置く"
    )
}

fn where_plus_stands() -> Message {
    message!(
        "+ stands before the letter of a promoted piece",
        "+ は成駒の文字の前に置く"
    )
}

/// Walks over the board, rank by rank.
fn scan_board(board: &str, column: usize, map: &mut Map) -> Result<(), Fault> {
    let length = board.chars().count();
    let found: Vec<&str> = board.splitn(12, '/').collect();
    let mut at = column;
    for (index, rank) in found.iter().enumerate().take(9) {
        scan_rank(rank, at, index as u8 + 1, map)?;
        at += rank.chars().count() + 1;
    }
    if found.len() != 9 {
        let what = if found.len() > 11 {
            message!(
                "the board has more than 11 ranks; it needs 9",
                "盤面が11段を超えている。9段が必要"
            )
        } else {
            ranks(found.len())
        };
        let (from, n) = if found.len() > 9 {
            (at - 1, column + length - (at - 1))
        } else {
            (column, length)
        };
        return Err(Fault::new(from, n, what).hint(message!(
            "ranks are separated by / ; an empty rank is written 9",
            "段は / で区切り、駒のない段は 9 と書く"
        )));
    }
    Ok(())
}

/// Walks over one rank: exactly nine squares.
fn scan_rank(text: &str, column: usize, rank: u8, map: &mut Map) -> Result<(), Fault> {
    let name = (b'a' + rank - 1) as char;
    let mut files = 0u32;
    let mut plus: Option<usize> = None;
    let mut first_extra = None;
    for (n, c) in text.chars().enumerate() {
        let at = column + n;
        let wide = match c {
            '+' if plus.is_none() => {
                plus = Some(at);
                continue;
            }
            '1'..='9' if plus.is_none() => c as u32 - '0' as u32,
            '0' => {
                return Err(Fault::new(
                    at,
                    1,
                    message!("'0' in rank {name}", "{name}段目に「0」がある", name),
                )
                .hint(message!(
                    "empty squares are counted with 1 to 9",
                    "空きマスの数は 1 から 9 で書く"
                )));
            }
            '+' | '1'..='9' => {
                return Err(Fault::new(
                    at - 1,
                    2,
                    message!(
                        "'+{c}' in rank {name}",
                        "{name}段目に「+{c}」がある",
                        c,
                        name
                    ),
                )
                .hint(where_plus_stands()));
            }
            _ => {
                let kind = kind_of_char(c).ok_or_else(|| {
                    let what = message!(
                        "'{safe}' in rank {name} is no piece",
                        "{name}段目の「{safe}」は駒ではない",
                        safe = safe(c),
                        name
                    );
                    Fault::new(at, 1, what).hint(letters())
                })?;
                if plus.is_some() && kind.promote().is_none() {
                    return Err(Fault::new(
                        at - 1,
                        2,
                        message!(
                            "'+{c}' in rank {name}: a {kind} does not promote",
                            "{name}段目の「+{c}」：{kind}は成れない",
                            c,
                            name,
                            kind
                        ),
                    )
                    .hint(message!(
                        "only P L N S B R have a promoted side",
                        "成れる駒は P L N S B R だけ"
                    )));
                }
                1
            }
        };
        if files < 9
            && let Some(sq) = Square::new(9 - files as u8, rank)
        {
            let start = plus.unwrap_or(at);
            map.squares[sq.index() as usize] = (start, at + 1 - start);
        }
        files += wide;
        if files > 9 && first_extra.is_none() {
            first_extra = Some(plus.unwrap_or(at));
        }
        plus = None;
    }
    if let Some(at) = plus {
        return Err(Fault::new(
            at,
            1,
            message!(
                "'+' at the end of rank {name}",
                "{name}段目の終わりに「+」がある",
                name
            ),
        )
        .hint(where_plus_stands()));
    }
    if files != 9 {
        let end = column + text.chars().count();
        let (from, length) = match first_extra {
            Some(at) => (at, end - at),
            None => (column, (end - column).max(1)),
        };
        return Err(
            Fault::new(from, length, squares(name, files)).hint(message!(
                "count the pieces and the numbers of empty squares between two slashes",
                "/ と / のあいだの駒と空きマスの数を数え直す"
            )),
        );
    }
    Ok(())
}

/// Walks over the hands: `-`, or counts and letters.
fn scan_hands(text: &str, column: usize, map: &mut Map) -> Result<(), Fault> {
    if text == "-" {
        return Ok(());
    }
    let bad = |at: usize, length: usize, message: Message| {
        Err(Fault::new(at, length, message).hint(message!(
            "hands look like RG4P2b3g: a count before the letter, capitals for Black, - for none",
            "持駒は RG4P2b3g のように書く：枚数は文字の前、先手は大文字、なければ -"
        )))
    };
    let mut number: Option<(usize, u32)> = None;
    // Of both sides together: a set is shared, and the parser's counters wrap.
    let mut held = [0u32; 8];
    for (n, c) in text.chars().enumerate() {
        let at = column + n;
        if let Some(digit) = c.to_digit(10) {
            let (from, value) = number.unwrap_or((at, 0));
            number = Some((from, (value * 10 + digit).min(9_999)));
            continue;
        }
        let (from, count) = number.take().unwrap_or((at, 1));
        let length = at + 1 - from;
        let Some(kind) = kind_of_char(c) else {
            return match c {
                '+' => bad(
                    at,
                    1,
                    message!(
                        "'+' in the hands: pieces in hand are never promoted",
                        "持駒に「+」がある：持駒は成駒にならない"
                    ),
                ),
                '-' => bad(
                    at,
                    1,
                    message!("'-' among pieces in hand", "持駒の中に「-」がある"),
                ),
                _ => bad(
                    at,
                    1,
                    message!(
                        "'{safe}' in the hands is no piece",
                        "持駒の「{safe}」は駒ではない",
                        safe = safe(c)
                    ),
                ),
            };
        };
        if kind == PieceKind::King {
            return bad(
                from,
                length,
                message!("a {kind} in hand", "持駒に{kind}がある", kind),
            );
        }
        if count == 0 {
            return bad(
                from,
                length,
                message!(
                    "zero {kind}s in hand",
                    "持駒の{kind}が0枚と書いてある",
                    kind
                ),
            );
        }
        let sum = &mut held[kind.array_index()];
        *sum = (*sum + count).min(9_999);
        if *sum > set_size(kind) {
            return Err(Fault::new(
                from,
                length,
                message!(
                    "{pieces} in the hands; a set has {set}",
                    "持駒に{pieces}ある。一組には{set}枚しかない",
                    pieces = Counted(*sum, kind),
                    set = set_size(kind)
                ),
            )
            .hint(message!(
                "promoted pieces on the board count too",
                "盤上の成駒も数に入る"
            )));
        }
        let side = if c.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        map.hands[side.array_index()][kind.array_index()] = (from, length);
    }
    if let Some((from, _)) = number {
        let length = column + text.chars().count() - from;
        return bad(
            from,
            length,
            message!(
                "a number without a piece in the hands",
                "持駒に駒のない数がある"
            ),
        );
    }
    Ok(())
}
