//! `tsumi check`: certificates in, one line about each out.

use super::args;
use super::exit::Exit;
use anyhow::Result;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use tsumi::formats::text::shown;

/// The independent checker: what it says, in either case.
fn verify(certificate: impl BufRead) -> Result<String, String> {
    let said = tsumi::checker::check_reader(certificate);
    said.map(|v| v.to_string()).map_err(|r| r.to_string())
}

/// Runs the command.
pub fn run(args: &args::Check) -> Result<Exit> {
    let mut exit = Exit::Decided;
    let mut stdout = std::io::stdout().lock();
    for file in &args.files {
        let name = if file == "-" { "<stdin>" } else { file };
        let said = match open(file) {
            Ok(input) => verify(input),
            Err(error) => {
                eprintln!("{}: cannot be read: {error}", shown(name, 400));
                exit = exit.max(Exit::Unreadable);
                continue;
            }
        };
        let said = said.unwrap_or_else(|refused| {
            exit = exit.max(Exit::Undecided);
            refused
        });
        if args.files.len() > 1 {
            write!(stdout, "{}: ", shown(name, 400))?;
        }
        // A reason may quote the file, and the file may be hostile.
        writeln!(stdout, "{}", shown(&said, 500))?;
        stdout.flush()?;
    }
    Ok(exit)
}

fn open(file: &str) -> std::io::Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let mut input = BufReader::with_capacity(1 << 16, File::open(file)?);
    // A folder opens well and fails at the first read.
    input.fill_buf()?;
    Ok(Box::new(input))
}
