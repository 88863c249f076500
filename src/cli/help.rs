//! Help and errors about arguments, in the language of the run.
//!
//! clap has texts in one language. So every text of the command line (`args.rs`) holds both,
//! `English ｜日本語`, and before arguments are read all texts are cut down to one half.
//! A test fails on any text that lacks a half.

use super::args::Args;
use super::exit::Exit;
use super::fault::{Fault, Result};
use super::terminal::Terminal;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error, FromArgMatches};
use std::io::Write;
use tsumi::base::message::{Lang, List, Message, message};

/// Stands between the English and the Japanese half of a text.
const MARK: char = '｜';

/// The layout with Japanese headings.
const JAPANESE: &str = "\
{before-help}{about-with-newline}
使い方：{usage}

{all-args}{after-help}";

/// One half of a text.
fn half(text: &str, lang: Lang) -> String {
    let (english, japanese) = text.split_once(MARK).unwrap_or((text, text));
    match lang {
        Lang::En => english.trim_end().to_string(),
        Lang::Ja => japanese.trim_start().to_string(),
    }
}

/// The command line with its help in one language. `reads` is true when arguments are read
/// with it, false when it is only shown (completions, the manual).
pub fn localized(lang: Lang, reads: bool) -> Command {
    one(Args::command(), lang, reads)
}

fn one(mut command: Command, lang: Lang, reads: bool) -> Command {
    if let Some(about) = command
        .get_about()
        .map(|text| half(&text.to_string(), lang))
    {
        command = command.about(about.clone()).long_about(about);
    }
    if let Some(after) = command.get_after_help() {
        let after = half(&after.to_string(), lang);
        command = command.after_help(after);
    }
    command = command.mut_args(|arg| argument(arg, lang, reads));
    if lang == Lang::Ja {
        command = japanese(command);
    }
    command.mut_subcommands(|command| one(command, lang, reads))
}

/// Replaces the headings, and the options that clap makes by itself, by Japanese ones.
fn japanese(command: Command) -> Command {
    let own = |name: &'static str, short: char, action: ArgAction, help: &'static str| {
        Arg::new(name)
            .short(short)
            .long(name)
            .action(action)
            .help(help)
            .help_heading("オプション")
    };
    let is_root = command.get_name() == "tsumi";
    let command = command
        .help_template(JAPANESE)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(own("help", 'h', ArgAction::Help, "この説明を表示"));
    if is_root {
        command.arg(own("version", 'V', ArgAction::Version, "版を表示"))
    } else {
        command
    }
}

/// An argument with its help in one language. The help includes the default and the possible
/// values, because clap's own words for them are English, and the texts of the values hold
/// both languages.
fn argument(arg: Arg, lang: Lang, reads: bool) -> Arg {
    let Some(text) = arg.get_help().map(|text| half(&text.to_string(), lang)) else {
        return arg;
    };
    let takes = arg.get_action().takes_values();
    let values = if takes {
        arg.get_possible_values()
    } else {
        Vec::new()
    };
    if !reads {
        let values: Vec<PossibleValue> = values.into_iter().map(|v| value(v, lang)).collect();
        let arg = arg.help(text.clone()).long_help(text);
        return match values.is_empty() {
            true => arg,
            false => arg.value_parser(PossibleValuesParser::new(values)),
        };
    }
    let mut short = text.clone();
    let mut long = text;
    if let ([default], true) = (arg.get_default_values(), takes) {
        let default = default.to_string_lossy().into_owned();
        let said = message!(" [default: {default}]", "［既定：{default}］", default);
        short += said.text(lang);
        long += said.text(lang);
    }
    if !values.is_empty() {
        let names = values.iter().map(|v| v.get_name().to_string());
        let names = List(names.collect());
        let said = message!(" [values: {names}]", "［値：{names}］", names);
        short += said.text(lang);
    }
    for one in &values {
        let name = one.get_name();
        let meaning = one.get_help().map(|text| half(&text.to_string(), lang));
        let said = match meaning {
            Some(meaning) => message!(
                "\n- {name}: {meaning}",
                "\n- {name}：{meaning}",
                name,
                meaning
            ),
            None => message!("\n- {name}", "\n- {name}", name),
        };
        long += said.text(lang);
    }
    let heading = match (lang, arg.is_positional()) {
        (Lang::En, _) => None,
        (Lang::Ja, true) => Some("引数"),
        (Lang::Ja, false) => Some("オプション"),
    };
    let arg = match heading {
        Some(heading) => arg.help_heading(heading),
        None => arg,
    };
    arg.help(short)
        .long_help(long)
        .hide_default_value(takes)
        .hide_possible_values(takes)
}

/// A value with one half of its text.
fn value(value: PossibleValue, lang: Lang) -> PossibleValue {
    match value.get_help().map(|text| half(&text.to_string(), lang)) {
        Some(text) => value.help(text),
        None => value,
    }
}

/// Reads the arguments. The inner error is the end of the run after help or an error about the
/// arguments was shown.
///
/// # Errors
/// When standard output is closed or full.
pub fn parse(terminal: Terminal) -> Result<Result<Args, Exit>> {
    let read = || {
        let mut matches = localized(terminal.lang, true).try_get_matches()?;
        Args::from_arg_matches_mut(&mut matches)
    };
    let error: Error = match read() {
        Ok(args) => return Ok(Ok(args)),
        Err(error) => error,
    };
    if error.use_stderr() {
        match complaint(&error).filter(|_| terminal.lang == Lang::Ja) {
            Some(text) => terminal.aside(&text),
            // When standard error is closed, there is no way to report that.
            None => drop(error.print()),
        }
        return Ok(Err(Exit::Unreadable));
    }
    let shown = error.print().and_then(|()| std::io::stdout().flush());
    shown.map_err(Fault::Output)?;
    Ok(Err(Exit::Decided))
}

/// The error about the arguments in Japanese; `None` where clap shows the help because a
/// command is missing.
fn complaint(error: &Error) -> Option<String> {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        _ => String::new(),
    };
    let arg = part(ContextKind::InvalidArg);
    let value = part(ContextKind::InvalidValue);
    let text = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return None,
        ErrorKind::UnknownArgument => format!("知らない引数：{arg}"),
        ErrorKind::InvalidSubcommand => {
            format!("知らないコマンド：{}", part(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => "コマンドがない".to_string(),
        ErrorKind::MissingRequiredArgument => format!("足りない引数：{arg}"),
        ErrorKind::ArgumentConflict => match part(ContextKind::PriorArg) {
            prior if prior == arg => format!("{arg} は一度しか使えない"),
            prior => format!("{arg} は {prior} と一緒に使えない"),
        },
        ErrorKind::InvalidValue if value.is_empty() => format!("{arg} に値が要る"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(|e| {
                let ours = e.downcast_ref().map(|m: &Message| m.japanese().to_string());
                let of_clap = || range_in_japanese(&e.to_string());
                format!("（{}）", ours.unwrap_or_else(of_clap))
            });
            let valid = part(ContextKind::ValidValue);
            let valid = (!valid.is_empty()).then(|| format!("［値：{valid}］"));
            format!(
                "{arg} の値「{value}」は使えない{}{}",
                why.unwrap_or_default(),
                valid.unwrap_or_default()
            )
        }
        ErrorKind::NoEquals => format!("{arg} の値は = でつなぐ"),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{arg} の値の数が違う")
        }
        ErrorKind::InvalidUtf8 => "引数が UTF-8 ではない".to_string(),
        _ => "引数が正しくない".to_string(),
    };
    let meant = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    let meant = meant.map(part).concat();
    let meant = match meant.as_str() {
        "" => String::new(),
        meant => format!("（{meant} のことか）"),
    };
    Some(format!("エラー：{text}{meant}\n\n詳しくは --help\n"))
}

/// clap's reason for refusing a number, which is no whole number or is out of range, in
/// Japanese.
fn range_in_japanese(text: &str) -> String {
    match text.rsplit_once(" is not in ") {
        Some((_, range)) => format!("範囲は {}", range.replace("..=", " から ")),
        None => "整数ではない".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every text of the command line, with the place it stands at.
    fn texts(command: &Command, out: &mut Vec<(String, String)>) {
        let name = command.get_name();
        let mut text = |place: String, text: Option<String>| {
            out.push((format!("{name}{place}"), text.unwrap_or_default()));
        };
        text(String::new(), command.get_about().map(ToString::to_string));
        let after = command.get_after_help().map(ToString::to_string);
        text(" after".into(), after);
        for arg in command.get_arguments() {
            let id = arg.get_id();
            text(format!(" {id}"), arg.get_help().map(ToString::to_string));
            for value in arg.get_possible_values() {
                let help = value.get_help().map(ToString::to_string);
                if id != "shell" && arg.get_action().takes_values() {
                    text(format!(" {id}={}", value.get_name()), help);
                }
            }
        }
        for sub in command.get_subcommands() {
            texts(sub, out);
        }
    }

    #[test]
    fn every_text_has_both_halves() {
        let mut all = Vec::new();
        texts(&Args::command(), &mut all);
        assert!(all.len() > 100);
        for (place, text) in &all {
            assert_eq!(text.matches(MARK).count(), 1, "{place}: {text}");
            let (english, japanese) = (half(text, Lang::En), half(text, Lang::Ja));
            assert!(
                !english.is_empty() && !japanese.is_empty(),
                "{place}: {text}"
            );
            let names = |text: &str| text.chars().filter(char::is_ascii_uppercase).count() > 2;
            let foreign = !japanese.is_ascii() || (english == japanese && names(text));
            assert!(foreign, "{place}: {text}");
        }
    }

    #[test]
    fn every_command_has_an_example() {
        for (lang, word) in [(Lang::En, "Example"), (Lang::Ja, "例")] {
            for sub in Args::command().get_subcommands() {
                let after = sub.get_after_help().unwrap().to_string();
                let after = half(&after, lang);
                assert!(after.starts_with(word), "{}", sub.get_name());
            }
        }
    }

    #[test]
    fn the_command_line_is_consistent_and_in_one_language() {
        for lang in [Lang::En, Lang::Ja] {
            let mut command = localized(lang, true);
            command.build();
            command.clone().debug_assert();
            for sub in command.get_subcommands_mut() {
                let help = sub.render_long_help().to_string();
                assert!(!help.contains(MARK), "{help}");
                let english = ["Usage", "Options:", "Arguments", "default:", "Print help"];
                for word in english.iter().filter(|_| lang == Lang::Ja) {
                    assert!(!help.contains(word), "{word} in\n{help}");
                }
            }
        }
    }
}
