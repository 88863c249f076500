//! `tsumi usi`: the engine on standard input and output.
//!
//! GUIs and `cshogi` start an engine by its path alone, so without arguments the
//! program is an engine too, when commands are piped in. As `tsumi usi` it is one at
//! once too: the command line with all its texts, which nothing here needs, would take
//! a third of the time to `usiok`.

use super::exit::Exit;
use anyhow::Result;
use std::io::{BufRead, BufReader, IsTerminal};

/// Runs the command.
pub fn run() -> Result<Exit> {
    let input = BufReader::new(std::io::stdin());
    tsumi::usi::run(Box::new(input), Box::new(std::io::stdout()))?;
    Ok(Exit::Decided)
}

/// Serves as an engine when the only argument is `usi`, or when there are none and
/// something is piped in.
pub fn at_once() -> Option<Exit> {
    let mut args = std::env::args_os().skip(1);
    match (args.next(), args.next()) {
        (Some(only), None) if only == "usi" => {}
        (None, _) if !std::io::stdin().is_terminal() => {
            // What was looked at stays in the buffer of standard input.
            let begun = std::io::stdin()
                .lock()
                .fill_buf()
                .is_ok_and(|b| !b.is_empty());
            if !begun {
                return None;
            }
        }
        _ => return None,
    }
    match run() {
        Ok(exit) => Some(exit),
        Err(error) => {
            eprintln!("tsumi: {error}");
            Some(Exit::Unreadable)
        }
    }
}
