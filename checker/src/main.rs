//! `tsumi-check`: certificates in, one line about each out.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use tsumi_check::check_with;

const HELP: &str = "\
Checks certificates of tsume-shogi answers and says what each of them proves.

Usage: tsumi-check [OPTIONS] FILE...

  FILE           a certificate; - for standard input
  --threads N    threads that share the entries of a file, 1 to 256 [default: 1]
  --help         print this help
  --version      print the version

Prints `VERIFIED` and what is proved (`mate 9, beyond 7`), or `NOT VERIFIED line <n>: <why>`,
with the file's name in front when there are several.

Exit codes: 0 all verified, 1 some not verified, 2 some unreadable, wrong usage, or
the output could not be written.
";

/// What the command line asks for.
enum Command {
    Check { files: Vec<String>, threads: usize },
    Help,
    Version,
}

/// The result for one file; the worst of all files is the exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Verified = 0,
    NotVerified = 1,
    Failed = 2,
}

fn main() -> ExitCode {
    let outcome = match parse(std::env::args_os().skip(1)) {
        Ok(command) => run(command, &mut io::stdout().lock()),
        Err(wrong) => {
            complain(&format!("{wrong}; see tsumi-check --help"));
            Ok(Outcome::Failed)
        }
    };
    let outcome = outcome.unwrap_or_else(|error| {
        complain(&format!("the output cannot be written: {error}"));
        Outcome::Failed
    });
    ExitCode::from(outcome as u8)
}

fn parse(args: impl Iterator<Item = std::ffi::OsString>) -> Result<Command, String> {
    let mut files = Vec::new();
    let mut threads = 1;
    let mut options = true;
    let mut args = args.map(|arg| arg.into_string());
    while let Some(arg) = args.next() {
        let arg = arg.map_err(|arg| format!("{}: not UTF-8", arg.display()))?;
        match arg.as_str() {
            "--" if options => options = false,
            "--help" | "-h" if options => return Ok(Command::Help),
            "--version" | "-V" if options => return Ok(Command::Version),
            "--threads" if options => {
                let value = args.next().and_then(Result::ok).unwrap_or_default();
                let valid = value.parse().ok().filter(|n| (1..=256).contains(n));
                threads = valid.ok_or("--threads takes a number from 1 to 256")?;
            }
            "-" => files.push(arg),
            _ if options && arg.starts_with('-') => return Err(format!("unknown option {arg}")),
            _ => files.push(arg),
        }
    }
    if files.is_empty() {
        return Err("no file to check".into());
    }
    Ok(Command::Check { files, threads })
}

/// Does what is asked for.
///
/// # Errors
/// When the output cannot be written, a closed pipe included: the exit code must not
/// say that a file is verified when the line about it was lost.
fn run(command: Command, out: &mut impl Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Verified;
    match command {
        Command::Help => write!(out, "{HELP}")?,
        Command::Version => writeln!(out, "tsumi-check {}", env!("CARGO_PKG_VERSION"))?,
        Command::Check { files, threads } => {
            for file in &files {
                let name = if files.len() > 1 {
                    format!("{}: ", printable(file))
                } else {
                    String::new()
                };
                let outcome = match open(file) {
                    Err(error) => {
                        complain(&format!("{}: cannot be read: {error}", printable(file)));
                        Outcome::Failed
                    }
                    Ok(input) => match check_with(input, threads, &|| false) {
                        Ok(verified) => {
                            writeln!(out, "{name}{verified}")?;
                            Outcome::Verified
                        }
                        Err(rejected) => {
                            writeln!(out, "{name}{rejected}")?;
                            Outcome::NotVerified
                        }
                    },
                };
                worst = worst.max(outcome);
            }
        }
    }
    out.flush()?;
    Ok(worst)
}

/// Opens a file and reads its beginning, because a folder can be opened and fails only
/// when it is read.
fn open(file: &str) -> io::Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let mut input = BufReader::new(File::open(file)?);
    input.fill_buf()?;
    Ok(Box::new(input))
}

/// A file's name without control characters, which a terminal would obey.
fn printable(name: &str) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    name.chars().map(shown).collect()
}

/// Writes a message to standard error; a fault in writing it cannot be reported.
fn complain(what: &str) {
    let _ = writeln!(io::stderr(), "tsumi-check: {what}");
}
