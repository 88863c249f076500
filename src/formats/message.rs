//! What is said about an input, in English and in Japanese.
//!
//! The English text stands where the fault is found, with `{}` for what differs from
//! case to case; its Japanese is in the table of [`super::japanese`], found when the
//! program is compiled: a text that is not in the table does not compile. Both are
//! filled at once, so a [`Message`] needs to know nothing of its reader.

use super::japanese::TEXTS;
use super::names::{KANJI_DIGITS, WIDE_DIGITS, color, counted, english, kanji_in_move, square};
use shogi_core::{Color, PieceKind, Square};
use std::fmt;

/// A text in both languages, ready to be shown. Displayed as such it is English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(Box<[String; 2]>);

impl Message {
    /// A message that is in no table.
    pub fn new(english: String, japanese: String) -> Message {
        Message(Box::new([english, japanese]))
    }

    /// In English.
    pub fn english(&self) -> &str {
        &self.0[0]
    }

    /// In Japanese.
    pub fn japanese(&self) -> &str {
        &self.0[1]
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

impl std::error::Error for Message {}

/// A text that is the same in both languages, such as one of the system.
impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::new(text.clone(), text)
    }
}

/// A text in both languages, not filled yet: `{}` and `{1}` stand for parts, in their
/// order or by number.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    english: &'static str,
    japanese: &'static str,
}

impl Template {
    /// The text with its Japanese out of the table; to be called in constants only.
    ///
    /// # Panics
    /// When the table does not have it, which in a constant ends the compilation.
    pub const fn of(english: &'static str) -> Template {
        let mut n = 0;
        while n < TEXTS.len() {
            if same(TEXTS[n].0, english) {
                return Template {
                    english,
                    japanese: TEXTS[n].1,
                };
            }
            n += 1;
        }
        panic!("this text has no Japanese in formats/japanese.rs")
    }

    /// The same, for a text with so many parts.
    ///
    /// # Panics
    /// Also when the text has more or fewer, which in a constant ends the compilation.
    pub const fn with_parts(english: &'static str, parts: usize) -> Template {
        assert!(parts_of(english) == parts, "more or fewer parts than given");
        Template::of(english)
    }

    /// The text with its parts.
    pub fn filled(self, parts: &[&dyn Part]) -> Message {
        let fill = |text: &str, part: fn(&dyn Part) -> String| {
            let parts: Vec<String> = parts.iter().map(|&p| part(p)).collect();
            filled(text, &parts)
        };
        Message::new(
            fill(self.english, |p| p.english()),
            fill(self.japanese, |p| p.japanese()),
        )
    }
}

impl From<Template> for Message {
    fn from(template: Template) -> Message {
        template.filled(&[])
    }
}

/// How many parts a text names: one more than the highest.
const fn parts_of(text: &str) -> usize {
    let text = text.as_bytes();
    let (mut n, mut next, mut highest) = (0, 0, 0);
    while n + 1 < text.len() {
        let named = match (text[n], text[n + 1]) {
            (b'{', b'}') => next + 1,
            (b'{', digit @ b'0'..=b'9') if n + 2 < text.len() && text[n + 2] == b'}' => {
                (digit - b'0') as usize + 1
            }
            _ => 0,
        };
        if named > 0 {
            next += 1;
        }
        if named > highest {
            highest = named;
        }
        n += 1;
    }
    highest
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut n = 0;
    while n < a.len() {
        if a[n] != b[n] {
            return false;
        }
        n += 1;
    }
    true
}

/// Puts parts in the places of a text, `{}` in their order and `{1}` by number. What is
/// put in is not looked at again.
pub fn filled(text: &str, parts: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut next = 0;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let place = after.split_once('}').and_then(|(number, after)| {
            let n = if number.is_empty() {
                Some(next)
            } else {
                number.parse().ok()
            }?;
            Some((parts.get(n)?, after))
        });
        rest = match place {
            Some((part, after)) => {
                out.push_str(part);
                next += 1;
                after
            }
            // A brace of the text itself, as in an example of JSON.
            None => {
                out.push('{');
                after
            }
        };
    }
    out + rest
}

/// What can be put into a text.
pub trait Part {
    fn english(&self) -> String;
    fn japanese(&self) -> String;
}

/// Parts that read the same in both languages.
macro_rules! plain_parts {
    ($($kind:ty),*) => { $(
        impl Part for $kind {
            fn english(&self) -> String {
                self.to_string()
            }
            fn japanese(&self) -> String {
                self.to_string()
            }
        }
    )* };
}
plain_parts!(String, &str, char, u8, u32, usize);

impl Part for Message {
    fn english(&self) -> String {
        self.0[0].clone()
    }
    fn japanese(&self) -> String {
        self.0[1].clone()
    }
}

impl Part for Template {
    fn english(&self) -> String {
        self.english.to_string()
    }
    fn japanese(&self) -> String {
        self.japanese.to_string()
    }
}

impl Part for Color {
    fn english(&self) -> String {
        color(*self).to_string()
    }
    fn japanese(&self) -> String {
        match self {
            Color::Black => "先手",
            Color::White => "後手",
        }
        .to_string()
    }
}

impl Part for PieceKind {
    fn english(&self) -> String {
        english(*self).to_string()
    }
    fn japanese(&self) -> String {
        kanji_in_move(*self).to_string()
    }
}

impl Part for Square {
    fn english(&self) -> String {
        square(*self)
    }
    fn japanese(&self) -> String {
        let digit = |digits: [char; 9], n: u8| digits[usize::from(n) - 1];
        [
            digit(WIDE_DIGITS, self.file()),
            digit(KANJI_DIGITS, self.rank()),
        ]
        .iter()
        .collect()
    }
}

/// So many pieces of a kind: `3 pawns`, 歩3枚.
pub struct Counted(pub u32, pub PieceKind);

impl Part for Counted {
    fn english(&self) -> String {
        counted(self.0, self.1)
    }
    fn japanese(&self) -> String {
        format!("{}{}枚", kanji_in_move(self.1), self.0)
    }
}

/// Several parts in a row.
pub struct List<T>(pub Vec<T>);

impl<T: Part> Part for List<T> {
    fn english(&self) -> String {
        let parts: Vec<String> = self.0.iter().map(Part::english).collect();
        parts.join(", ")
    }
    fn japanese(&self) -> String {
        let parts: Vec<String> = self.0.iter().map(Part::japanese).collect();
        parts.join("、")
    }
}

/// A message: a text of the table and its parts.
macro_rules! message {
    ($text:literal $(, $part:expr)* $(,)?) => {{
        const PARTS: &[&str] = &[$(stringify!($part)),*];
        const TEMPLATE: $crate::formats::message::Template =
            $crate::formats::message::Template::with_parts($text, PARTS.len());
        TEMPLATE.filled(&[$(&$part),*])
    }};
}
pub(crate) use message;

/// Why a move cannot be played, as part of a sentence.
pub const NOT_UNDERSTOOD: Template = Template::of("not understood");
/// The same.
pub const NOT_LEGAL: Template = Template::of("not legal there");

/// A board with too many or too few ranks.
pub fn ranks(found: usize) -> Message {
    match found {
        1 => message!("the board has 1 rank; it needs 9"),
        n => message!("the board has {} ranks; it needs 9", n),
    }
}

/// A rank with too many or too few squares.
pub fn squares(rank: char, found: u32) -> Message {
    match found {
        1 => message!("rank {} has 1 file; it needs 9", rank),
        n => message!("rank {} has {} files; it needs 9", rank, n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn parts_are_put_in_once_and_braces_stay() {
        let parts = ["{}".to_string(), "b".to_string()];
        assert_eq!(filled("x {} y {}", &parts), "x {} y b");
        assert_eq!(filled("{1}{0}", &parts), "b{}");
        assert_eq!(filled("{\"id\": {}}", &parts), "{\"id\": {}}");
        assert_eq!(filled("{} {", &[]), "{} {");
    }

    /// How often each part is named.
    fn places(text: &str) -> BTreeSet<usize> {
        let marks: Vec<String> = (0..9).map(|n| format!("<<{n}>>")).collect();
        let shown = filled(text, &marks);
        (0..9).filter(|&n| shown.contains(&marks[n])).collect()
    }

    #[test]
    fn both_languages_have_the_same_parts_and_no_text_stands_twice() {
        let mut seen = BTreeSet::new();
        for (english, japanese) in TEXTS {
            assert_eq!(places(english), places(japanese), "{english}");
            assert_eq!(places(english).len(), parts_of(english), "{english}");
            assert!(seen.insert(english), "{english}");
            assert!(!japanese.is_ascii() && !english.is_empty());
        }
    }

    #[test]
    fn no_text_is_idle() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/formats");
        let mut source = String::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if !path.ends_with("japanese.rs") {
                source += &std::fs::read_to_string(path).unwrap();
            }
        }
        // As the source spells them: quotes escaped, long ones broken with a backslash.
        let joined: Vec<&str> = source.split("\\\n").map(str::trim_start).collect();
        let source = joined.concat();
        for (english, _) in TEXTS {
            let spelled = english.escape_debug().to_string().replace("\\'", "'");
            assert!(
                source.contains(&format!("\"{spelled}\"")) || source.contains(*english),
                "{english}"
            );
        }
    }
}
