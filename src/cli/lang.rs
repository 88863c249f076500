//! The language of help and messages: that of `--lang`, or without it that of the locale.
//!
//! It is found before the arguments are read, because the help and the errors about arguments
//! are in it too. Output for other programs is English in both languages: JSON, reports, USI,
//! the lines of `check`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tsumi::base::message::Lang;

/// The languages by their names on the command line, with their help.
const NAMES: [(&str, Lang, &str); 2] = [
    ("en", Lang::En, "English ｜英語"),
    ("ja", Lang::Ja, "Japanese ｜日本語"),
];

/// The variables of the locale. The first one that is set and not empty counts (POSIX).
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

fn by_name(name: &str) -> Option<Lang> {
    NAMES.iter().find(|n| n.0 == name).map(|n| n.1)
}

/// The reader of the value of `--lang`.
pub fn parser() -> impl TypedValueParser<Value = Lang> {
    let values = NAMES.map(|(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| by_name(&name).unwrap_or_default())
}

/// The language of this run.
pub fn of_this_run() -> Lang {
    let args = std::env::args_os().map(|a| a.to_string_lossy().into_owned());
    of(args.skip(1), |name| std::env::var(name).ok())
}

/// The language by arguments and variables.
fn of(args: impl Iterator<Item = String>, variable: impl Fn(&str) -> Option<String>) -> Lang {
    let mut args = args.take_while(|arg| arg != "--");
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--lang") {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_string),
            None => None,
        };
        // A value that is no language is passed over: reading the arguments refuses it.
        if let Some(lang) = value.as_deref().and_then(by_name) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_goes_before_the_locale() {
        let lang = |args: &str, set: &[(&str, &str)]| {
            let find = |name: &str| set.iter().find(|v| v.0 == name).map(|v| v.1.to_string());
            of(args.split(' ').map(str::to_string), find)
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
