//! `tsumi usi`: the engine on standard input and output.
//!
//! GUIs and `cshogi` start an engine by its path alone, so the program is an engine too when
//! it has no arguments and USI commands are piped in. With the only argument `usi` the engine
//! starts before the command line is set up, because setting up all its texts would take a
//! third of the time to `usiok`.

use super::exit::Exit;
use super::fault::{Fault, Result};
use std::io::{BufRead, BufReader, Cursor, IsTerminal, Read};
use tsumi::base::message::message;
use tsumi::usi::command::Command;
use tsumi::usi::engine::Failure;

/// Runs the command.
pub fn run() -> Result<Exit> {
    serve(Box::new(BufReader::new(std::io::stdin())))
}

fn serve(input: Box<dyn BufRead + Send>) -> Result<Exit> {
    match tsumi::usi::run(input, Box::new(std::io::stdout())) {
        Ok(()) => Ok(Exit::Decided),
        Err(Failure::Output(error)) => Err(Fault::Output(error)),
        Err(Failure::Start(error)) => Err(Fault::Said(message!(
            "the engine cannot be started: {error}",
            "エンジンを起動できない：{error}",
            error = error.to_string()
        ))),
    }
}

/// Serves as an engine when the only argument is `usi`, or when there are none and USI
/// commands are piped in; `None` in all other cases.
///
/// # Errors
/// When something else is piped in, since an engine that answers nothing would look like a
/// hang.
pub fn at_once() -> Option<Result<Exit>> {
    let mut args = std::env::args_os().skip(1);
    match (args.next(), args.next()) {
        (Some(only), None) if only == "usi" => Some(run()),
        (None, _) if !std::io::stdin().is_terminal() => piped_in(),
        _ => None,
    }
}

/// The most bytes of the first line that are looked at.
const LONGEST: u64 = 1 << 16;

/// Serves as an engine when the first line of standard input is a USI command; `None` when it
/// is empty or cannot be read.
fn piped_in() -> Option<Result<Exit>> {
    let mut stdin = BufReader::new(std::io::stdin());
    let mut first = Vec::new();
    let read = (&mut stdin).take(LONGEST).read_until(b'\n', &mut first);
    if read.is_err() || first.is_empty() {
        return None;
    }
    let line = String::from_utf8_lossy(&first).trim().to_string();
    let is_usi = line.is_empty() || !matches!(Command::parse(&line), Command::Unknown);
    Some(if is_usi {
        serve(Box::new(Cursor::new(first).chain(stdin)))
    } else {
        Err(Fault::Said(message!(
            "without arguments tsumi is a USI engine, and the first line of standard input is no \
             USI command; to solve problems from standard input: tsumi solve -",
            "引数なしの tsumi は USI エンジンとして動くが、標準入力の最初の行は USI のコマンドではない。\
             標準入力の問題を解くには：tsumi solve -"
        )))
    })
}
