//! The language of help and messages: `--lang`, else what the locale says.
//!
//! It is settled once, before the arguments are read, since the help and the
//! complaints about arguments are in it too. Messages stand where they are used,
//! both languages side by side ([`say!`], [`both!`]); the words of an answer are in
//! [`super::words`], the help is in [`super::help_ja`], and what the library says of
//! a faulty input brings both languages along ([`tsumi::formats::Message`]). What other
//! programs read is English in both: JSON, reports, USI.

use super::words::{ENGLISH, JAPANESE, Words};
use clap::ValueEnum;
use std::sync::OnceLock;
use tsumi::formats::{InputError, Message};

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// Japanese
    Ja,
}

static SETTLED: OnceLock<Lang> = OnceLock::new();

/// Variables of the locale, the first one set and not empty counts (POSIX).
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

impl Lang {
    /// The language that was settled.
    pub fn current() -> Lang {
        *SETTLED.get().unwrap_or(&Lang::En)
    }

    /// Settles the language for the whole run.
    pub fn settle() -> Lang {
        *SETTLED.get_or_init(|| {
            let args = std::env::args_os().map(|a| a.to_string_lossy().into_owned());
            Lang::of(args.skip(1), |name| std::env::var(name).ok())
        })
    }

    /// The language of arguments and variables.
    fn of(args: impl Iterator<Item = String>, variable: impl Fn(&str) -> Option<String>) -> Lang {
        let mut args = args.take_while(|arg| arg != "--");
        while let Some(arg) = args.next() {
            let value = match arg.strip_prefix("--lang") {
                Some("") => args.next(),
                Some(rest) => rest.strip_prefix('=').map(str::to_string),
                None => None,
            };
            // A value that is none is complained about by whoever reads the arguments.
            if let Some(lang) = value.and_then(|v| Lang::from_str(&v, false).ok()) {
                return lang;
            }
        }
        let locale = VARIABLES
            .iter()
            .filter_map(|name| variable(name))
            .find(|value| !value.is_empty());
        match locale {
            Some(locale) if locale.starts_with("ja") => Lang::Ja,
            _ => Lang::En,
        }
    }

    /// A message of the library.
    pub fn text(self, message: &Message) -> &str {
        match self {
            Lang::En => message.english(),
            Lang::Ja => message.japanese(),
        }
    }

    /// A fault of an input, with its place and a caret.
    pub fn fault(self, error: &InputError) -> String {
        match self {
            Lang::En => error.to_string(),
            Lang::Ja => error.japanese().to_string(),
        }
    }

    /// The words of answers.
    pub fn words(self) -> &'static Words {
        match self {
            Lang::En => &ENGLISH,
            Lang::Ja => &JAPANESE,
        }
    }
}

/// A message in the language that was settled, formatted like `format!`.
macro_rules! say {
    ($english:literal, $japanese:literal $(, $arg:expr)* $(,)?) => {
        match $crate::cli::lang::Lang::current() {
            $crate::cli::lang::Lang::En => format!($english $(, $arg)*),
            $crate::cli::lang::Lang::Ja => format!($japanese $(, $arg)*),
        }
    };
}
pub(crate) use say;

/// The same in both languages, for whoever shows it later.
macro_rules! both {
    ($english:literal, $japanese:literal $(, $arg:expr)* $(,)?) => {
        tsumi::formats::Message::new(
            format!($english $(, $arg)*),
            format!($japanese $(, $arg)*),
        )
    };
}
pub(crate) use both;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_goes_before_the_locale() {
        let lang = |args: &str, set: &[(&str, &str)]| {
            let find = |name: &str| set.iter().find(|v| v.0 == name).map(|v| v.1.to_string());
            Lang::of(args.split(' ').map(str::to_string), find)
        };
        assert_eq!(lang("solve", &[]), Lang::En);
        assert_eq!(lang("solve", &[("LANG", "ja_JP.UTF-8")]), Lang::Ja);
        assert_eq!(
            lang("solve", &[("LANG", "ja_JP"), ("LC_ALL", "C")]),
            Lang::En
        );
        assert_eq!(
            lang("solve", &[("LANG", "ja_JP"), ("LC_ALL", "")]),
            Lang::Ja
        );
        assert_eq!(
            lang("solve", &[("LANG", "C"), ("LC_MESSAGES", "ja")]),
            Lang::Ja
        );
        assert_eq!(lang("--lang=en solve", &[("LANG", "ja_JP")]), Lang::En);
        assert_eq!(lang("solve x --lang ja", &[]), Lang::Ja);
        assert_eq!(lang("solve -- --lang ja", &[]), Lang::En);
    }
}
