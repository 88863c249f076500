//! `tsumi usi`: the engine on standard input and output.
//!
//! GUIs and `cshogi` start an engine by its path alone, so without arguments the
//! program is an engine too, when commands are piped in.

use super::exit::Exit;
use anyhow::Result;
use std::io::{BufRead, BufReader, IsTerminal};

/// Runs the command.
pub fn run() -> Result<Exit> {
    let input = BufReader::new(std::io::stdin());
    tsumi::usi::run(Box::new(input), Box::new(std::io::stdout()))?;
    Ok(Exit::Decided)
}

/// Serves as an engine when there are no arguments and something is piped in.
pub fn without_arguments() -> Option<Exit> {
    if std::env::args_os().len() > 1 || std::io::stdin().is_terminal() {
        return None;
    }
    let mut input = BufReader::new(std::io::stdin());
    if input.fill_buf().map_or(true, <[u8]>::is_empty) {
        return None;
    }
    match tsumi::usi::run(Box::new(input), Box::new(std::io::stdout())) {
        Ok(()) => Some(Exit::Decided),
        Err(error) => {
            eprintln!("tsumi: {error}");
            Some(Exit::Unreadable)
        }
    }
}
