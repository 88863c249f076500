//! The command line: `solve`, `verify`, `report`, `check`, `bench`, `compare`,
//! `convert`, `show`, `usi`.
//!
//! The folder belongs to the program, not to the library. Each command is a
//! function that returns an [`exit::Exit`]; this file picks the command and
//! turns what came back into the code the shell sees.

mod args;
mod args_verify;
mod bench;
mod bench_compare;
mod bench_row;
mod check;
mod check_folder;
mod compare;
mod convert;
mod exit;
mod extras;
mod file_names;
mod help_ja;
mod json;
mod lang;
mod near_misses;
mod panics;
mod places;
mod plan;
mod pool;
mod progress;
mod render;
mod report;
mod shell;
mod show;
mod solve;
mod stop;
mod summary;
mod text;
mod usi;
mod variations;
mod verify;
mod words;

use clap::Parser;
use exit::Exit;
use lang::Lang;
use std::io::Write;
use std::process::ExitCode;
use tsumi::base::message::{self, Message};

/// Reads the arguments, runs the command, reports the exit code.
pub fn main() -> ExitCode {
    if let Some(exit) = usi::at_once() {
        return exit.into();
    }
    let args = match Lang::settle() {
        Lang::En => args::Args::parse(),
        Lang::Ja => help_ja::parse(),
    };
    let lang = match Lang::current() {
        Lang::En => message::Lang::En,
        Lang::Ja => message::Lang::Ja,
    };
    let done = match args.command {
        args::Command::Solve(args) => solve::run(&args),
        args::Command::Check(args) => check::run(&args),
        args::Command::Bench(args) => bench::run(&args),
        args::Command::Convert(args) => convert::run(&args),
        args::Command::Show(args) => show::run(&args),
        args::Command::Completions { shell } => shell::completions(shell),
        args::Command::Man => shell::man(),
        args::Command::Usi => usi::run(),
        args::Command::Verify(args) => verify::run(&args, lang),
        args::Command::Report(args) => summary::run(&args, lang),
        args::Command::Compare(args) => compare::run(&args),
    };
    match done {
        Ok(exit) => exit.into(),
        // Whoever read our output has gone away, and need not be told.
        Err(error) if is_broken_pipe(&error) => Exit::Unwritable.into(),
        Err(error) => {
            let said = match error.downcast_ref::<Message>() {
                Some(message) => message.text(lang).to_string(),
                None => format!("{error:#}"),
            };
            let _ = writeln!(std::io::stderr(), "tsumi: {said}");
            Exit::Unreadable.into()
        }
    }
}

/// True when whoever read our output has gone away.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
