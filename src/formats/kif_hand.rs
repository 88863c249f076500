//! The hand of a side in a KIF or BOD file: `先手の持駒：飛　角二　歩十八`.

use super::error::{Fault, beyond_a_set};
use super::fill::HandText;
use super::text::shown_char;
use crate::base::message::{Counted, message};
use crate::base::names::{base, kind_of_kanji, number, set_size};
use shogi_core::{Color, PieceKind};

/// The side a word stands for. In a problem the attacker plays up the board.
pub fn side(word: &str) -> Option<Color> {
    match word {
        "先手" | "下手" | "攻方" | "攻め方" | "攻手" | "詰方" | "詰め方" | "先" | "黒" | "▲"
        | "☗" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" | "受手" | "守方" | "後" | "白" | "△"
        | "▽" | "☖" => Some(Color::White),
        _ => None,
    }
}

/// Splits a hand line, such as `先手の持駒：飛` or `▲手駒＝飛`: whose it is, and where the pieces
/// begin (in bytes). Books write `持駒：飛` for the attacker.
pub fn label(text: &str) -> Option<(Color, usize)> {
    let (word, at) = ["持駒", "持ち駒", "手駒"]
        .iter()
        .find_map(|word| text.find(word).map(|at| (word, at)))?;
    let rest = text[at + word.len()..].trim_start();
    let value = rest.strip_prefix(['：', ':', '＝', '='])?;
    let who = text[..at].trim().trim_end_matches(['の', '：', ':']).trim();
    let color = if who.is_empty() {
        Color::Black
    } else {
        side(who)?
    };
    Some((color, text.len() - value.len()))
}

/// Reads the pieces of a hand line; `None` where nothing stands behind the label, which is as
/// good as no line.
pub fn parse(line: &str) -> Result<Option<HandText>, Fault> {
    let Some((_, value)) = label(line) else {
        return Ok(None);
    };
    let text = line[value..].trim();
    if text.is_empty() {
        return Ok(None);
    }
    let mut hand = HandText::default();
    if text.starts_with('残') {
        hand.rest = true;
    } else if !matches!(text, "なし" | "無し" | "ナシ" | "無" | "-" | "－") {
        pieces(line, value, &mut hand)?;
    }
    Ok(Some(hand))
}

/// Reads the pieces that begin at `value` (in bytes) of a line.
fn pieces(line: &str, value: usize, hand: &mut HandText) -> Result<(), Fault> {
    let chars: Vec<char> = line.chars().collect();
    let mut n = line[..value].chars().count();
    while let Some(&c) = chars.get(n) {
        n += 1;
        if c.is_whitespace() || matches!(c, '、' | ',' | '，' | '・') {
            continue;
        }
        let column = n;
        let kind = kind(c, column)?;
        let mut count = 1;
        let gap = chars[n..].iter().take_while(|c| c.is_whitespace()).count();
        if let Some((given, used)) = number(&chars[n + gap..]) {
            count = given;
            n += gap + used;
            n += usize::from(chars.get(n) == Some(&'枚'));
        }
        let length = n + 1 - column;
        if count > set_size(kind) {
            return Err(too_many(column, length, Counted(count, kind)));
        }
        hand.places[kind.array_index()] = (column, length);
        hand.add(kind, count);
    }
    Ok(())
}

/// The kind of a piece in hand.
fn kind(c: char, column: usize) -> Result<PieceKind, Fault> {
    let Some(kind) = kind_of_kanji(c) else {
        let what = message!(
            "'{shown}' in the hand is no piece",
            "持駒の「{shown}」という駒はない",
            shown = shown_char(c)
        );
        return Err(Fault::new(column, 1, what).hint(message!(
            "hands look like 飛　角二　歩十八, なし or 残り全部",
            "持駒は 飛　角二　歩十八、なし、残り全部 のように書く"
        )));
    };
    if kind == PieceKind::King || base(kind) != kind {
        let what = message!("a {kind} in hand", "持駒に{kind}がある", kind);
        return Err(Fault::new(column, 1, what).hint(message!(
            "a hand holds 飛角金銀桂香歩 only",
            "持駒になるのは 飛角金銀桂香歩 だけ"
        )));
    }
    Ok(kind)
}

/// More pieces of a kind in a hand than a set has.
fn too_many(column: usize, length: usize, pieces: Counted) -> Fault {
    let what = message!(
        "{pieces} in hand; a set has {set}",
        "持駒が{pieces}。一組には{set}枚しかない",
        pieces,
        set = set_size(pieces.1)
    );
    beyond_a_set(column, length, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_in_every_dress() {
        for line in [
            "後手の持駒：飛二　歩十八　",
            "玉方の持ち駒:飛2 歩18",
            "上手の持駒：飛飛歩１８枚",
            "受方持駒： 飛 二、歩 十八",
            "後手：持駒：飛二　歩十八",
            "△持駒：飛飛歩十八",
            "☖の持駒＝飛二　歩十八",
            "白手駒：飛二　歩十八",
        ] {
            let hand = parse(line).unwrap().unwrap();
            let count = |kind| {
                let of_kind = hand.pieces.iter().filter(|p| p.0 == kind);
                of_kind.map(|p| p.1).sum::<u32>()
            };
            assert_eq!(count(PieceKind::Rook), 2, "{line}");
            assert_eq!(count(PieceKind::Pawn), 18, "{line}");
            assert_eq!(label(line).unwrap().0, Color::White);
        }
        for line in [
            "持駒：飛",
            "▲持駒：飛",
            "☗の持駒：飛",
            "手駒：飛",
            "持ち駒 ＝飛",
        ] {
            let hand = parse(line).unwrap().unwrap();
            assert_eq!(hand.pieces, [(PieceKind::Rook, 1)], "{line}");
            assert_eq!(label(line).unwrap().0, Color::Black);
        }
        assert_eq!(label("備考：持駒：飛"), None);
        assert_eq!(label("持駒が余る"), None);
        assert!(parse("攻方の持駒：残り全部").unwrap().unwrap().rest);
        let none = parse("先手の持駒：なし").unwrap().unwrap();
        assert!(none.pieces.is_empty());
        assert!(parse("先手の持駒：　").unwrap().is_none());
        assert_eq!(parse("先手の持駒：飛Ｘ").unwrap_err().column, 8);
        assert_eq!(parse("先手の持駒：歩十九").unwrap_err().column, 7);
        assert_eq!(parse("先手の持駒：と").unwrap_err().column, 7);
    }
}
