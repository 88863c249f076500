//! The encoding of each line.
//!
//! A line feed and a carriage return end a line in every encoding that is read, so the input is
//! cut into lines first, and each line is decoded by itself, because files are often put
//! together from others in several encodings. The encoding of the lines before is tried first,
//! UTF-8 at the beginning. Where it does not fit, the one of Shift_JIS and EUC-JP that fits is
//! taken, and where both fit the one that gives more characters of Japanese text and game
//! records: EUC-JP that is read as Shift_JIS becomes half-width katakana. ISO-2022-JP is
//! recognized by its escape sequences.

use crate::base::message::{Message, message};
use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};
use std::ffi::OsStr;

/// Decodes lines, one after the other.
pub struct Decoder {
    /// The encoding of the lines before.
    encoding: &'static Encoding,
    /// True once it was reported that two encodings fit.
    doubted: bool,
}

/// A warning about a decoded line, with its column (1-based; 0 is the line as a whole).
pub type Oddity = (usize, Message);

/// For the lines of one input.
impl Default for Decoder {
    fn default() -> Decoder {
        Decoder {
            encoding: UTF_8,
            doubted: false,
        }
    }
}

impl Decoder {
    /// The text of the next line, with a warning where its encoding is in doubt or some bytes are
    /// no text; these become U+FFFD.
    pub fn decode(&mut self, bytes: &[u8]) -> (String, Option<Oddity>) {
        if has_escape(bytes)
            && let Some(text) = sound(ISO_2022_JP, bytes)
        {
            return (text, None);
        }
        // Another encoding hardly ever gives what is Japanese in UTF-8.
        if self.encoding != UTF_8
            && let Some(text) =
                sound(UTF_8, bytes).filter(|text| text.chars().any(|c| c >= '\u{2e80}'))
        {
            self.encoding = UTF_8;
            return (text, None);
        }
        if let Some(text) = sound(self.encoding, bytes) {
            return (text, None);
        }
        if self.encoding != UTF_8 || !begins_in_utf_8(bytes) {
            if let Some(text) = sound(UTF_8, bytes) {
                self.encoding = UTF_8;
                return (text, None);
            }
            let fits = |encoding| sound(encoding, bytes).map(|text| (telling(&text), text));
            match (fits(SHIFT_JIS), fits(EUC_JP)) {
                (Some((told, text)), Some((other, _))) if told == other => {
                    return (text, self.doubt());
                }
                (Some((told, text)), other) if other.as_ref().is_none_or(|o| o.0 < told) => {
                    self.encoding = SHIFT_JIS;
                    return (text, None);
                }
                (_, Some((_, text))) => {
                    self.encoding = EUC_JP;
                    return (text, None);
                }
                _ => {}
            }
        }
        // No encoding fits. That of the lines before is kept; where that is UTF-8, which may be
        // only the beginning, the one with the fewest bad bytes is taken.
        let others: &[&'static Encoding] = match self.encoding == UTF_8 && !begins_in_utf_8(bytes) {
            true => &[SHIFT_JIS, EUC_JP],
            false => &[],
        };
        let encodings = std::iter::once(self.encoding).chain(others.iter().copied());
        let read = encodings.map(|encoding| {
            let text = encoding.decode_without_bom_handling(bytes).0.into_owned();
            (text, encoding.name())
        });
        let bad = |text: &str| text.chars().filter(|&c| c == '\u{fffd}').count();
        let (text, encoding) = read.min_by_key(|(text, _)| bad(text)).unwrap_or_default();
        let at = text.chars().position(|c| c == '\u{fffd}').unwrap_or(0);
        let what = message!(
            "a byte that is no text in {encoding}, as which the line is read",
            "{encoding} の文字ではないバイト（この行は {encoding} として読む）",
            encoding
        );
        (text, Some((at + 1, what)))
    }

    /// The warning that a line was read as Shift_JIS and could be EUC-JP; only once for an input.
    fn doubt(&mut self) -> Option<Oddity> {
        let what = message!(
            "read as Shift_JIS, and could be EUC-JP as well",
            "Shift_JIS として読むが、EUC-JP とも読める"
        );
        (!std::mem::replace(&mut self.doubted, true)).then_some((0, what))
    }
}

/// The name of a file as text. Old archives unpack to names in Shift_JIS; what is no text in any
/// encoding becomes an underscore, since U+FFFD in an id says that a line of the file is no text.
pub fn file_name(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) => text.to_string(),
        None => {
            let (text, _) = Decoder::default().decode(name.as_encoded_bytes());
            text.replace('\u{fffd}', "_")
        }
    }
}

/// The text of the bytes; `None` unless all of them are text in this encoding.
fn sound(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

/// True when the bytes have an escape sequence of ISO-2022-JP that switches to kanji.
fn has_escape(bytes: &[u8]) -> bool {
    let mut rest = bytes.windows(3);
    bytes.contains(&0x1b) && rest.any(|w| matches!(w, b"\x1b$B" | b"\x1b$@"))
}

/// True when the bytes before the first bad one have a character of three bytes, as all
/// Japanese characters have in UTF-8: then the line is damaged UTF-8 and in no other encoding.
fn begins_in_utf_8(bytes: &[u8]) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => return true,
        Err(error) => &bytes[..error.valid_up_to()],
    };
    String::from_utf8_lossy(valid)
        .chars()
        .any(|c| c.len_utf8() > 2)
}

/// How many characters are kana, full-width digits or characters of game records.
fn telling(text: &str) -> usize {
    let words = "：　、。手先後上下攻玉受方持駒残全部合割平数番同打成王飛角金銀桂香歩龍竜馬\
                 一二三四五六七八九十詰将棋▲△▽▼☗☖";
    let tells = |&c: &char| {
        matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fc}' | '０'..='９')
            || words.contains(c)
    };
    text.chars().filter(tells).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line in an encoding, all in two bytes a character.
    fn bytes(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{text}");
        bytes.into_owned()
    }

    /// Files are put together from others: a line in UTF-8 is one also where it happens to fit the
    /// encoding of the lines before.
    #[test]
    fn a_line_in_utf_8_after_others_is_read_as_such() {
        for encoding in [SHIFT_JIS, EUC_JP] {
            for line in ["作品名：図巧", "後手番", "まで3手で詰み"] {
                let mut decoder = Decoder::default();
                let before = "後手の持駒：飛二　角　歩十七";
                assert_eq!(
                    decoder.decode(&bytes(encoding, before)),
                    (before.into(), None)
                );
                assert_eq!(decoder.decode(line.as_bytes()), (line.into(), None));
                assert_eq!(
                    decoder.decode(&bytes(encoding, before)),
                    (before.into(), None)
                );
            }
        }
    }

    #[test]
    fn each_encoding_is_told_by_one_line() {
        let lines = [
            "手合割：平手",
            "後手の持駒：飛二　角　歩十七",
            "|v玉v香 ・ ・ ・ ・ 馬 ・ ・|一",
            "いろは",
            "カタカナ",
            "▲７六歩 △３四歩",
            "*作者のことば",
            "図巧：1",
            "と",
        ];
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP] {
            for line in lines {
                let got = Decoder::default().decode(&bytes(encoding, line));
                assert_eq!(got, (line.to_string(), None), "{}", encoding.name());
            }
        }
    }

    #[test]
    fn files_put_together_change_their_encoding() {
        let mut decoder = Decoder::default();
        for encoding in [
            EUC_JP,
            SHIFT_JIS,
            UTF_8,
            SHIFT_JIS,
            EUC_JP,
            ISO_2022_JP,
            EUC_JP,
        ] {
            let got = decoder.decode(&bytes(encoding, "先手の持駒：金"));
            assert_eq!(
                got,
                ("先手の持駒：金".to_string(), None),
                "{}",
                encoding.name()
            );
        }
    }

    #[test]
    fn a_bad_byte_has_a_place() {
        for (encoding, line) in [
            (UTF_8, b"\xe5\x85\x88a\xff".to_vec()),
            (SHIFT_JIS, [&bytes(SHIFT_JIS, "先a"), &b"\xff"[..]].concat()),
            (EUC_JP, [&bytes(EUC_JP, "先a"), &b"\xff"[..]].concat()),
        ] {
            let mut decoder = Decoder::default();
            decoder.decode(&bytes(encoding, "先手"));
            let (text, odd) = decoder.decode(&line);
            assert_eq!(text, "先a\u{fffd}");
            let (column, what) = odd.unwrap();
            assert_eq!(column, 3);
            let want = format!("no text in {},", encoding.name());
            assert!(what.english().contains(&want), "{what}");
        }
    }

    #[test]
    fn a_doubt_is_said_once() {
        let mut decoder = Decoder::default();
        let odd = bytes(SHIFT_JIS, "ﾂﾒ");
        let (text, said) = decoder.decode(&odd);
        assert_eq!(text, "ﾂﾒ");
        assert!(said.unwrap().1.english().starts_with("read as Shift_JIS"));
        assert_eq!(decoder.decode(&odd).1, None);
        let euc = decoder.decode(&bytes(EUC_JP, "先手"));
        assert_eq!(euc, ("先手".to_string(), None), "nothing was settled by it");
    }
}
