//! What is said to people, in English and in Japanese: the one mechanism of the project.
//!
//! Both texts stand side by side where the message arises, and [`message!`] fills them at once,
//! so a [`Message`] needs to know nothing of its reader. They are format strings: a part that a
//! text does not name, or a name without a part, does not compile.
//!
//! ```compile_fail
//! # use tsumi::base::message::message;
//! let n = 3;
//! message!("{n} pieces", "駒", n); // The Japanese text leaves the number out.
//! ```

use super::names::{KANJI_DIGITS, WIDE_DIGITS, color, counted, english, kanji_in_move, square};
use shogi_core::{Color, PieceKind, Square};
use std::fmt;

/// A language that tsumi speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese (日本語).
    Ja,
}

/// A text in both languages, ready to be shown. Displayed as such it is English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(Box<[String; 2]>);

impl Message {
    /// A message of two finished texts; [`message!`] is the usual way to make one.
    pub fn new(english: String, japanese: String) -> Message {
        Message(Box::new([english, japanese]))
    }

    /// The text in a language.
    pub fn text(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => self.english(),
            Lang::Ja => self.japanese(),
        }
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

/// A text that is the same in both languages, such as one of the operating system.
impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::new(text.clone(), text)
    }
}

/// A message: the English text, the Japanese text, and their parts as `name` or
/// `name = value`, each of a type that is a [`Part`].
///
/// ```
/// use tsumi::base::message::{Lang, message};
///
/// let n = 3;
/// let said = message!("mate in {n} plies", "{n}手詰", n);
/// assert_eq!(said.text(Lang::En), "mate in 3 plies");
/// assert_eq!(said.text(Lang::Ja), "3手詰");
/// let outer = message!("{id}: {what}", "{id}：{what}", id = "p1", what = said);
/// assert_eq!(outer.text(Lang::Ja), "p1：3手詰");
/// ```
#[macro_export]
macro_rules! message {
    (@value $name:ident) => { &$name };
    (@value $name:ident = $value:expr) => { &$value };
    ($english:literal, $japanese:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        match ($($crate::message!(@value $name $(= $value)?),)*) {
            ($($name,)*) => $crate::base::message::Message::new(
                format!($english, $($name = $crate::base::message::In($name, $crate::base::message::Lang::En)),*),
                format!($japanese, $($name = $crate::base::message::In($name, $crate::base::message::Lang::Ja)),*),
            ),
        }
    };
}
pub use crate::message;

/// A part of a message, to be shown in a language.
pub struct In<'a, P: ?Sized>(pub &'a P, pub Lang);

impl<P: Part + ?Sized> fmt::Display for In<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(self.1, f)
    }
}

/// What can be part of a message: numbers and names, which are the same in both languages,
/// and what has a name in each.
pub trait Part {
    /// Writes the part as the language has it.
    ///
    /// # Errors
    /// When the formatter fails.
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

macro_rules! plain_parts {
    ($($kind:ty),*) => { $(
        impl Part for $kind {
            fn show(&self, _: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )* };
}
plain_parts!(String, str, char, i32, u8, u32, u64, usize, f64);

impl<P: Part + ?Sized> Part for &P {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).show(lang, f)
    }
}

impl Part for Message {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(lang))
    }
}

impl Part for Color {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (lang, self) {
            (Lang::En, _) => color(*self),
            (Lang::Ja, Color::Black) => "先手",
            (Lang::Ja, Color::White) => "後手",
        })
    }
}

impl Part for PieceKind {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match lang {
            Lang::En => english(*self),
            Lang::Ja => kanji_in_move(*self),
        })
    }
}

impl Part for Square {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |digits: [char; 9], n: u8| digits[usize::from(n) - 1];
        match lang {
            Lang::En => f.write_str(&square(*self)),
            Lang::Ja => write!(
                f,
                "{}{}",
                digit(WIDE_DIGITS, self.file()),
                digit(KANJI_DIGITS, self.rank())
            ),
        }
    }
}

/// Several pieces of one kind: `3 pawns`, 歩3枚.
pub struct Counted(pub u32, pub PieceKind);

impl Part for Counted {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match lang {
            Lang::En => f.write_str(&counted(self.0, self.1)),
            Lang::Ja => write!(f, "{}{}枚", kanji_in_move(self.1), self.0),
        }
    }
}

/// A number of plies: `1 ply`, `3 plies`, 3手.
pub struct Plies(pub u32);

impl Part for Plies {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (lang, self.0) {
            (Lang::En, 1) => f.write_str("1 ply"),
            (Lang::En, n) => write!(f, "{n} plies"),
            (Lang::Ja, n) => write!(f, "{n}手"),
        }
    }
}

/// Several parts in a row, with commas between them.
pub struct List<T>(pub Vec<T>);

impl<T: Part> Part for List<T> {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, part) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(match lang {
                    Lang::En => ", ",
                    Lang::Ja => "、",
                })?;
            }
            part.show(lang, f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_shown_in_the_language_of_the_text() {
        let king = Square::new(5, 4).unwrap();
        let pieces = List(vec![
            Counted(1, PieceKind::Rook),
            Counted(3, PieceKind::Pawn),
        ]);
        let said = message!(
            "{side}'s {kind} on {king}: {pieces}",
            "{side}の{kind}（{king}）：{pieces}",
            side = Color::White,
            kind = PieceKind::ProLance,
            king,
            pieces
        );
        assert_eq!(
            said.english(),
            "white's promoted lance on 5d: 1 rook, 3 pawns"
        );
        assert_eq!(said.japanese(), "後手の成香（５四）：飛1枚、歩3枚");
    }

    #[test]
    fn what_is_put_in_is_not_read_again() {
        let text = "{x}";
        let said = message!("{{{text}}}", "『{text}』", text);
        assert_eq!((said.english(), said.japanese()), ("{{x}}", "『{x}』"));
    }
}
