//! What is wrong with an input, where, and what to do about it.
//!
//! The readers make a [`Fault`] (a column, a message, a hint) where they know only one line.
//! [`Fault::at`] turns it into an [`InputError`], which is shown as
//! `file:line:column: message`, the line with a caret, and a hint.

use super::text::{Excerpt, shown};
use crate::base::message::{In, Lang, Message, Part, message};
use crate::base::names::kanji_number;
use std::fmt;

/// A fault within one line, without the place of that line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The column of the first wrong character, from 1; 0 when the whole line is meant.
    pub column: usize,
    /// Number of wrong characters.
    pub length: usize,
    /// What is wrong.
    pub message: Message,
    /// What to do about it.
    pub hint: Option<Message>,
}

impl Fault {
    /// A fault of `length` characters from `column`.
    pub fn new(column: usize, length: usize, message: impl Into<Message>) -> Fault {
        Fault {
            column,
            length,
            message: message.into(),
            hint: None,
        }
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<Message>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// Adds `by` columns, for a text that was cut out of a longer line.
    pub fn shifted(self, by: usize) -> Fault {
        self.placed(|(column, length)| (column + by, length))
    }

    /// Replaces column and length by those that `place` gives for them in another text.
    pub fn placed(self, place: impl Fn((usize, usize)) -> (usize, usize)) -> Fault {
        let (column, length) = place((self.column, self.length));
        Fault {
            column,
            length,
            ..self
        }
    }

    /// The error at this fault in a file. `text` is the line with the number `line`, from 1.
    pub fn at(self, file: &str, line: u64, text: &str) -> InputError {
        InputError {
            file: file.to_string(),
            line,
            column: self.column,
            excerpt: (line > 0 && self.column > 0)
                .then(|| Box::new(Excerpt::new(text, self.column, self.length))),
            message: self.message,
            hint: self.hint,
            id: None,
        }
    }
}

/// A problem that could not be read, or a whole input that could not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Name of the input as the user knows it.
    pub file: String,
    /// The number of the line, from 1; 0 when the input as a whole is meant.
    pub line: u64,
    /// The column in characters, from 1; 0 when the line as a whole is meant.
    pub column: usize,
    /// What is wrong.
    pub message: Message,
    /// What to do about it.
    pub hint: Option<Message>,
    /// The id of the problem, if it is known.
    pub id: Option<String>,
    /// The line around the fault.
    pub excerpt: Option<Box<Excerpt>>,
}

impl InputError {
    /// An error about an input as a whole.
    pub fn whole(file: &str, message: impl Into<Message>, hint: Option<Message>) -> InputError {
        let fault = Fault {
            column: 0,
            length: 0,
            message: message.into(),
            hint,
        };
        fault.at(file, 0, "")
    }

    /// Sets the id of the problem.
    pub fn with_id(mut self, id: Option<String>) -> InputError {
        self.id = id;
        self
    }

    /// Displays the error in Japanese.
    pub fn japanese(&self) -> In<'_, InputError> {
        In(self, Lang::Ja)
    }
}

/// `file:line:column: message`, the line with a caret, the hint.
impl Part for InputError {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", shown(&self.file, 400))?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        write!(f, ": {}", self.message.text(lang))?;
        if let Some(e) = &self.excerpt {
            write!(f, "\n    {}", e.text)?;
            write!(
                f,
                "\n    {:indent$}{}",
                "",
                "^".repeat(e.marked),
                indent = e.indent
            )?;
        }
        if let Some(hint) = &self.hint {
            let hint = message!("hint: {hint}", "ヒント：{hint}", hint);
            write!(f, "\n    {}", hint.text(lang))?;
        }
        Ok(())
    }
}

/// In English.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(Lang::En, f)
    }
}

impl std::error::Error for InputError {}

/// Why a move cannot be played, as part of a sentence.
pub fn not_understood() -> Message {
    message!("not understood", "読み取れない")
}

/// Why a move that was understood cannot be played, as part of a sentence.
pub fn not_legal() -> Message {
    message!("not legal there", "そこでは指せない")
}

/// A warning about a word that ends a record and is none of those that are known.
pub fn unknown_ending(word: &str) -> Message {
    message!(
        "{word}, with which the moves end, is not known: taken as broken off (中断)",
        "終局の語「{word}」を知らないので、中断とみなす",
        word = shown(word, 20)
    )
}

/// A move, as it is written, that cannot be played, and why.
pub fn refused(ply: u32, text: &str, what: Message) -> Message {
    message!(
        "move {ply}, {text}, is {what}",
        "{ply}手目 {text} は{what}",
        ply,
        text,
        what
    )
}

/// The column in its line at which a text stops being JSON, and why.
pub fn why_no_json(error: &serde_json::Error, line: &str) -> (usize, String) {
    // serde_json counts bytes, and its message ends with the place.
    let byte = error.column().saturating_sub(1);
    let column = line.char_indices().take_while(|c| c.0 < byte).count() + 1;
    let full = error.to_string();
    let why = full.split(" at line ").next().unwrap_or(&full);
    (column, shown(why, 200))
}

/// A board with too many or too few ranks.
pub fn ranks(found: usize) -> Message {
    match found {
        1 => message!(
            "the board has 1 rank; it needs 9",
            "盤面が1段しかない。9段が必要"
        ),
        n => message!(
            "the board has {n} ranks; it needs 9",
            "盤面が{n}段ある。9段が必要",
            n
        ),
    }
}

/// A fault in the hands: more pieces of a kind than a set has, as `what` says.
pub fn beyond_a_set(column: usize, length: usize, what: Message) -> Fault {
    Fault::new(column, length, what).hint(message!(
        "promoted pieces on the board count too",
        "盤上の成駒も数に入る"
    ))
}

/// The name of a rank as a format writes it; in Japanese 一 to 九 instead of a to i and 1 to 9.
pub struct Rank(pub char);

impl Part for Rank {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.0 {
            name @ 'a'..='i' => name as u8 - b'a' + 1,
            name @ '1'..='9' => name as u8 - b'0',
            _ => 0,
        };
        match (lang, number) {
            (Lang::En, _) | (_, 0) => write!(f, "{}", self.0),
            (Lang::Ja, n) => f.write_str(&kanji_number(n.into())),
        }
    }
}

/// A rank with too many or too few squares.
pub fn squares(rank: char, found: u32) -> Message {
    let rank = Rank(rank);
    match found {
        1 => message!(
            "rank {rank} has 1 file; it needs 9",
            "{rank}段目が1マスしかない。9マスが必要",
            rank
        ),
        n => message!(
            "rank {rank} has {n} files; it needs 9",
            "{rank}段目が{n}マスある。9マスが必要",
            rank,
            n
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_place_caret_and_hint() {
        let e = Fault::new(
            3,
            1,
            message!("'{x}' is no piece", "「{x}」は駒ではない", x = 'x'),
        )
        .hint(message!("every row begins with |", "どの段も | で始まる"))
        .at("a.sfen", 7, "9/x8");
        assert_eq!(
            e.to_string(),
            "a.sfen:7:3: 'x' is no piece\n    9/x8\n      ^\n    hint: every row begins with |"
        );
        assert_eq!(
            e.japanese().to_string(),
            "a.sfen:7:3: 「x」は駒ではない\n    9/x8\n      ^\n    ヒント：どの段も | で始まる"
        );
    }
}
