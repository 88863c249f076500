//! The places of the parts of an SFEN, and the slips in them.
//!
//! `shogi_usi_parser` wants a clean text, stops at the first oddity with a byte range, and accepts
//! 19 pawns. So the board and the hands are walked over first: each kind of slip gets a name, and
//! every square and every entry of the hands its place in the text.

use super::error::{Fault, Rank, beyond_a_set, ranks, squares};
use super::text::shown_char;
use crate::base::message::{Counted, Message, message};
use crate::base::names::set_size;
use shogi_core::{Color, Piece, PieceKind, Square};
use shogi_usi_parser::FromUsi;

/// Where things stand in the text: (column, length).
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub squares: [(usize, usize); 82],
    pub hands: [[(usize, usize); 8]; 2],
    pub board: (usize, usize),
    pub moves: Option<(usize, usize)>,
}

/// The kind of a letter; a piece that is not promoted has one.
fn kind_of(c: char) -> Option<PieceKind> {
    Piece::from_usi_lite(c.encode_utf8(&mut [0; 4])).map(|piece| piece.piece_kind())
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
pub(super) fn board(board: &str, column: usize, map: &mut Map) -> Result<(), Fault> {
    let length = board.chars().count();
    let found: Vec<&str> = board.splitn(12, '/').collect();
    let mut at = column;
    for (index, rank) in found.iter().enumerate().take(9) {
        self::rank(rank, at, index as u8 + 1, map)?;
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
fn rank(text: &str, column: usize, rank: u8, map: &mut Map) -> Result<(), Fault> {
    let name = (b'a' + rank - 1) as char;
    let mut files = 0;
    let mut plus = None;
    let mut first_extra = None;
    for (at, c) in (column..).zip(text.chars()) {
        let wide = width(c, plus.is_some(), at, name)?;
        if c == '+' {
            plus = Some(at);
            continue;
        }
        let start = plus.take().unwrap_or(at);
        if files < 9
            && let Some(sq) = Square::new(9 - files as u8, rank)
        {
            map.squares[sq.index() as usize] = (start, at + 1 - start);
        }
        files += wide;
        if files > 9 {
            first_extra.get_or_insert(start);
        }
    }
    if let Some(at) = plus {
        let what = message!(
            "'+' at the end of rank {name}",
            "{name}段目の終わりに「+」がある",
            name = Rank(name)
        );
        return Err(Fault::new(at, 1, what).hint(where_plus_stands()));
    }
    if files == 9 {
        return Ok(());
    }
    let length = text.chars().count();
    let (from, length) = match first_extra {
        Some(at) => (at, column + length - at),
        None => (column, length.max(1)),
    };
    Err(
        Fault::new(from, length, squares(name, files)).hint(message!(
            "count the pieces and the numbers of empty squares between two slashes",
            "/ と / のあいだの駒と空きマスの数を数え直す"
        )),
    )
}

/// How many squares a character of the rank `name` stands for; a plus stands for none.
fn width(c: char, after_plus: bool, at: usize, name: char) -> Result<u32, Fault> {
    match c {
        '+' if !after_plus => Ok(0),
        '1'..='9' if !after_plus => Ok(c as u32 - '0' as u32),
        '0' => {
            let what = message!(
                "'0' in rank {name}",
                "{name}段目に「0」がある",
                name = Rank(name)
            );
            Err(Fault::new(at, 1, what).hint(message!(
                "empty squares are counted with 1 to 9",
                "空きマスの数は 1 から 9 で書く"
            )))
        }
        '+' | '1'..='9' => {
            let what = message!(
                "'+{c}' in rank {name}",
                "{name}段目に「+{c}」がある",
                c,
                name = Rank(name)
            );
            Err(Fault::new(at - 1, 2, what).hint(where_plus_stands()))
        }
        _ => piece(c, after_plus, at, name).map(|()| 1),
    }
}

/// Objects to a letter of the rank `name` that is no piece, or has a plus and no promoted side.
fn piece(c: char, after_plus: bool, at: usize, name: char) -> Result<(), Fault> {
    let Some(kind) = kind_of(c) else {
        let what = message!(
            "'{safe}' in rank {name} is no piece",
            "{name}段目の「{safe}」は駒ではない",
            safe = shown_char(c),
            name = Rank(name)
        );
        return Err(Fault::new(at, 1, what).hint(letters()));
    };
    if !after_plus || kind.promote().is_some() {
        return Ok(());
    }
    let what = message!(
        "'+{c}' in rank {name}: a {kind} does not promote",
        "{name}段目の「+{c}」：{kind}は成れない",
        c,
        name = Rank(name),
        kind
    );
    Err(Fault::new(at - 1, 2, what).hint(message!(
        "only P L N S B R have a promoted side",
        "成れる駒は P L N S B R だけ"
    )))
}

/// Walks over the hands: `-`, or counts and letters.
pub(super) fn hands(text: &str, column: usize, map: &mut Map) -> Result<(), Fault> {
    if text == "-" {
        return Ok(());
    }
    let mut number = None;
    // Of both sides together: a set is shared, and the parser's counters wrap.
    let mut held = [0u32; 8];
    for (at, c) in (column..).zip(text.chars()) {
        if let Some(digit) = c.to_digit(10) {
            let (from, value) = number.unwrap_or((at, 0));
            number = Some((from, (value * 10 + digit).min(9_999)));
            continue;
        }
        let (from, count) = number.take().unwrap_or((at, 1));
        let length = at + 1 - from;
        let kind = kind_of(c).ok_or_else(|| bad_hands(at, 1, never_in_hands(c)))?;
        if kind == PieceKind::King {
            let what = message!("a {kind} in hand", "持駒に{kind}がある", kind);
            return Err(bad_hands(from, length, what));
        }
        if count == 0 {
            let what = message!(
                "zero {kind}s in hand",
                "持駒の{kind}が0枚と書いてある",
                kind
            );
            return Err(bad_hands(from, length, what));
        }
        let sum = &mut held[kind.array_index()];
        *sum = (*sum + count).min(9_999);
        if *sum > set_size(kind) {
            return Err(too_many(from, length, Counted(*sum, kind)));
        }
        let side = if c.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        map.hands[side.array_index()][kind.array_index()] = (from, length);
    }
    let Some((from, _)) = number else {
        return Ok(());
    };
    let what = message!(
        "a number without a piece in the hands",
        "持駒に駒のない数がある"
    );
    Err(bad_hands(from, column + text.chars().count() - from, what))
}

/// What is wrong with a character of the hands that is no piece.
fn never_in_hands(c: char) -> Message {
    match c {
        '+' => message!(
            "'+' in the hands: pieces in hand are never promoted",
            "持駒に「+」がある：持駒は成駒にならない"
        ),
        '-' => message!("'-' among pieces in hand", "持駒の中に「-」がある"),
        _ => message!(
            "'{safe}' in the hands is no piece",
            "持駒の「{safe}」は駒ではない",
            safe = shown_char(c)
        ),
    }
}

/// A fault in how the hands are written.
fn bad_hands(at: usize, length: usize, what: Message) -> Fault {
    Fault::new(at, length, what).hint(message!(
        "hands look like RG4P2b3g: a count before the letter, capitals for Black, - for none",
        "持駒は RG4P2b3g のように書く：枚数は文字の前、先手は大文字、なければ -"
    ))
}

/// More pieces of a kind in the hands than a set has.
fn too_many(at: usize, length: usize, pieces: Counted) -> Fault {
    let what = message!(
        "{pieces} in the hands; a set has {set}",
        "持駒に{pieces}ある。一組には{set}枚しかない",
        pieces,
        set = set_size(pieces.1)
    );
    beyond_a_set(at, length, what)
}
