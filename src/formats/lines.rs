//! Lines of an input of unknown size and encoding, in bounded memory.
//!
//! A line feed, a carriage return or both end a line; [`Decoder`] decodes the bytes between.
//! Byte order marks at the beginning of a line are dropped. A line that is longer than its
//! [`Limit`] is never held whole: its beginning is kept for the message, and the rest is skipped,
//! which takes time but no memory.

use super::encoding::{Decoder, Oddity};
use crate::base::message::{Message, message};
use std::io::{BufRead, ErrorKind};

/// The most bytes of a line.
pub const MAX_LINE: usize = 1 << 20;

/// The most bytes of a record of several lines: KIF, CSA, JKF.
pub const MAX_RECORD: usize = 16 << 20;

/// The bytes that are kept of a line that is too long.
pub const BEGINNING: usize = 400;

/// How long a line may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`MAX_LINE`].
    Line,
    /// [`MAX_RECORD`]: a line may be a whole record.
    Record,
    /// [`MAX_RECORD`] for a line that begins as JSON does, and may be a whole record;
    /// [`MAX_LINE`] for any other.
    RecordOfJson,
}

impl Limit {
    /// The most bytes of a line that begins with these.
    fn bytes(self, beginning: &[u8]) -> usize {
        let text = beginning.strip_prefix(MARK).unwrap_or(beginning);
        let is_json = || {
            let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
            matches!(first, Some(b'{' | b'['))
        };
        match self {
            Limit::Record => MAX_RECORD,
            Limit::RecordOfJson if is_json() => MAX_RECORD,
            Limit::Line | Limit::RecordOfJson => MAX_LINE,
        }
    }
}

/// A byte order mark in UTF-8.
const MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// The most warnings that are kept until [`Lines::oddities`] takes them.
const MAX_ODDITIES: usize = 20;

/// A decoded line with its number (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub number: u64,
    pub text: String,
}

/// An item of [`Lines`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A line.
    Text(Line),
    /// The beginning of a line that is too long.
    Long(Line),
    /// The input cannot be read further: the number of the last line that was read, the reason,
    /// and a hint. It is the last item.
    Failed(u64, Message, Option<Message>),
}

/// Iterator over the lines of a reader.
pub struct Lines {
    reader: Box<dyn BufRead + Send>,
    number: u64,
    decoder: Decoder,
    oddities: Vec<(u64, Oddity)>,
    ended: bool,
    /// True when the last line ended in a carriage return, to which a line feed may belong.
    returned: bool,
    /// True when the last line is longer than [`MAX_LINE`].
    long: bool,
    limit: Limit,
}

impl Lines {
    /// Lines of `reader`, numbered from 1, each of at most [`MAX_LINE`].
    pub fn new(reader: Box<dyn BufRead + Send>) -> Lines {
        Lines::with_limit(reader, Limit::Line)
    }

    /// Lines of `reader`, numbered from 1.
    pub fn with_limit(reader: Box<dyn BufRead + Send>, limit: Limit) -> Lines {
        Lines {
            reader,
            limit,
            long: false,
            returned: false,
            number: 0,
            decoder: Decoder::default(),
            oddities: Vec::new(),
            ended: false,
        }
    }

    /// Changes how long the lines that follow may be.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// True when the last line is longer than [`MAX_LINE`].
    pub fn is_long(&self) -> bool {
        self.long
    }

    /// The bytes of the next line without its end, at most the limit, and whether it was cut.
    fn raw(&mut self) -> std::io::Result<Option<(Vec<u8>, bool)>> {
        let mut line = Vec::new();
        let mut cut = false;
        let mut any = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if chunk.is_empty() {
                return Ok(any.then_some((line, cut)));
            }
            if std::mem::take(&mut self.returned) && chunk[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            any = true;
            let end = chunk.iter().position(|&b| b == b'\n' || b == b'\r');
            self.returned = end.is_some_and(|at| chunk[at] == b'\r');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let beginning = if line.is_empty() { part } else { &line[..] };
            // What begins with many blanks is not looked through again once it is cut.
            let room = match cut {
                true => 0,
                false => self.limit.bytes(beginning).saturating_sub(line.len()),
            };
            cut |= part.len() > room;
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some((line, cut)));
            }
        }
    }

    /// Adds a warning about a line as a whole.
    pub fn warn(&mut self, number: u64, message: Message) {
        if self.oddities.len() < MAX_ODDITIES {
            self.oddities.push((number, (0, message)));
        }
    }

    /// Takes the warnings about the lines since the last call, each with its line's number.
    pub fn oddities(&mut self) -> Vec<(u64, Oddity)> {
        std::mem::take(&mut self.oddities)
    }

    /// Decodes a line, and keeps the warning about it.
    fn line(&mut self, bytes: &[u8]) -> Line {
        let (text, odd) = self.decoder.decode(bytes);
        let room = MAX_ODDITIES - self.oddities.len().min(MAX_ODDITIES);
        let odd = odd.map(|odd| (self.number, odd));
        self.oddities.extend(odd.into_iter().take(room));
        Line {
            number: self.number,
            text,
        }
    }
}

impl Iterator for Lines {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if self.ended {
            return None;
        }
        let (mut bytes, cut) = match self.raw() {
            Ok(Some(line)) => line,
            Ok(None) => {
                self.ended = true;
                return None;
            }
            Err(e) => {
                self.ended = true;
                let why = message!(
                    "cannot be read on: {error}",
                    "先を読めない：{error}",
                    error = e.to_string()
                );
                return Some(Item::Failed(self.number, why, None));
            }
        };
        self.long = cut || bytes.len() > MAX_LINE;
        self.number += 1;
        let is_first = self.number == 1;
        if is_first && let Some((why, hint)) = unreadable(&bytes) {
            self.ended = true;
            return Some(Item::Failed(0, why, Some(hint)));
        }
        // Where files are joined, the mark of one stands in the middle of the text. In another
        // encoding than UTF-8 its bytes may be a word.
        while bytes.starts_with(MARK) && (is_first || std::str::from_utf8(&bytes).is_ok()) {
            bytes.drain(..MARK.len());
        }
        if cut {
            bytes.truncate(BEGINNING);
            return Some(Item::Long(self.line(&bytes)));
        }
        Some(Item::Text(self.line(&bytes)))
    }
}

/// The first bytes of compressed files: gzip, zip, Zstandard and xz. No text begins with them.
const PACKED: [&[u8]; 4] = [b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ"];

/// Why a text that begins with these bytes cannot be read, and what helps.
fn unreadable(bytes: &[u8]) -> Option<(Message, Message)> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Some((
            message!("the text is UTF-16", "文字コードが UTF-16 である"),
            message!(
                "save the file as UTF-8 or Shift_JIS",
                "UTF-8 または Shift_JIS で保存する"
            ),
        ));
    }
    PACKED
        .iter()
        .any(|magic| bytes.starts_with(magic))
        .then(|| {
            (
                message!("the file is compressed", "圧縮ファイルである"),
                message!("unpack it first", "先に展開する"),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::SHIFT_JIS;
    use std::io::Cursor;

    fn texts(bytes: &[u8]) -> Vec<String> {
        Lines::new(Box::new(Cursor::new(bytes.to_vec())))
            .map(|item| match item {
                Item::Text(line) => line.text,
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn marks_ends_and_encodings() {
        assert_eq!(texts(b"\xef\xbb\xbfa\r\nb\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(texts(b"a\n\xef\xbb\xbfb\xef\xbb\xbf"), ["a", "b\u{feff}"]);
        let (sjis, _, _) = SHIFT_JIS.encode("後手の持駒：飛\r\n歩");
        assert_eq!(texts(&sjis), ["後手の持駒：飛", "歩"]);
        assert_eq!(texts("後手\nｱ".as_bytes()), ["後手", "ｱ"]);
        assert_eq!(texts(b"a\rb\r\rc\r"), ["a", "b", "", "c"]);
    }

    #[test]
    fn a_long_line_is_skipped_in_constant_memory() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\nnext");
        let got: Vec<Item> = Lines::new(Box::new(Cursor::new(bytes))).collect();
        assert!(matches!(&got[0], Item::Long(l) if l.number == 1 && l.text.len() == BEGINNING));
        assert!(matches!(&got[1], Item::Text(l) if l.text == "next" && l.number == 2));
    }
}
