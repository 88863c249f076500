//! The command line: `solve`, `verify`, `report`, `check`, `bench`, `compare`,
//! `convert`, `show`, `serve`, `completions`, `man`, `usi`.
//!
//! The folder belongs to the program, not to the library. Each command is a
//! function that returns an [`exit::Exit`]; this file calls the command and turns its result
//! into the exit code. All commands write through [`terminal::Terminal`], which knows the
//! language, and end early with a [`fault::Fault`]. `print!` and the macros like it panic when
//! standard output is closed, so they are forbidden here.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod args_solve;
mod args_verify;
mod bench;
mod bench_compare;
mod bench_row;
mod certificates;
mod check;
mod check_folder;
mod compare;
mod convert;
mod exit;
mod extras;
mod fault;
mod file_names;
mod gauge;
mod help;
mod inputs;
mod json;
mod lang;
mod near_misses;
mod new_file;
mod outputs;
mod panics;
mod pool;
mod progress;
mod refutation;
mod render;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod show;
mod solve;
mod stop;
mod summary;
mod terminal;
mod text;
mod usi;
mod variations;
mod verify;

use exit::Exit;
use fault::Result;
use std::process::ExitCode;
use terminal::Terminal;

/// Reads the arguments, runs the command, reports the exit code.
pub fn main() -> ExitCode {
    let done = usi::at_once();
    let terminal = Terminal {
        lang: lang::of_this_run(),
    };
    let exit = done
        .unwrap_or_else(|| run(terminal))
        .unwrap_or_else(|fault| {
            if let Some(message) = fault.message() {
                terminal.remark(&message);
            }
            fault.exit()
        });
    exit.into()
}

fn run(terminal: Terminal) -> Result<Exit> {
    let args = match help::parse(terminal)? {
        Ok(args) => args,
        Err(exit) => return Ok(exit),
    };
    match args.command {
        args::Command::Solve(args) => solve::run(&args, terminal),
        args::Command::Check(args) => check::run(&args, terminal),
        args::Command::Bench(args) => bench::run(&args, terminal),
        args::Command::Convert(args) => convert::run(&args, terminal),
        args::Command::Show(args) => show::run(&args, terminal),
        #[cfg(feature = "serve")]
        args::Command::Serve(args) => serve::run(&args, terminal),
        args::Command::Completions { shell } => shell::completions(shell, terminal),
        args::Command::Man => shell::man(terminal),
        args::Command::Usi => usi::run(),
        args::Command::Verify(args) => verify::run(&args, terminal.lang),
        args::Command::Report(args) => summary::run(&args, terminal.lang),
        args::Command::Compare(args) => Ok(compare::run(&args, terminal)?),
    }
}
