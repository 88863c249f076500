//! `tsumi-check`: certificates in, one line about each out.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use tsumi_check::rows::{self, Rows};
use tsumi_check::{Verified, check_with};

const HELP: &str = "\
Checks certificates of tsume-shogi answers and says what each of them proves.

Usage: tsumi-check [OPTIONS] FILE|DIR...

  FILE           a certificate; - for standard input
  DIR            a folder of certificates; if `tsumi verify` wrote it, says of each row of the
                 report whether they prove it
  --threads N    threads that share the entries of a file, 1 to 256 [default: 1]
  --help         print this help
  --version      print the version

Prints `VERIFIED` and what is proved (`mate 9, beyond 7`), or `NOT VERIFIED line <n>: <why>`,
with the file's name in front when there are several; after a folder of `tsumi verify`
`proved 69 of 100 rows`, and before that the rows that say more than is proved.

Exit codes: 0 all verified, 1 some files or rows not verified, 2 some unreadable, wrong usage, or
the output could not be written.
";

/// How the names of certificates end: plain ones, and compressed ones.
const ENDINGS: [&str; 2] = [".tsc", ".tsc.zst"];

/// What the command line asks for.
enum Task {
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
        Ok(task) => run(task, &mut io::stdout().lock()),
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

fn parse(args: impl Iterator<Item = std::ffi::OsString>) -> Result<Task, String> {
    let mut files = Vec::new();
    let mut threads = 1;
    let mut options = true;
    let mut args = args.map(|arg| arg.into_string());
    while let Some(arg) = args.next() {
        let arg = arg.map_err(|arg| format!("{}: not UTF-8", arg.display()))?;
        match arg.as_str() {
            "--" if options => options = false,
            "--help" | "-h" if options => return Ok(Task::Help),
            "--version" | "-V" if options => return Ok(Task::Version),
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
    Ok(Task::Check { files, threads })
}

/// Does what is asked for.
///
/// # Errors
/// When the output cannot be written, a closed pipe included: the exit code must not
/// say that a file is verified when the line about it was lost.
fn run(task: Task, out: &mut impl Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Verified;
    match task {
        Task::Help => write!(out, "{HELP}")?,
        Task::Version => writeln!(out, "tsumi-check {}", env!("CARGO_PKG_VERSION"))?,
        Task::Check { files, threads } => {
            for file in &files {
                let outcome = match Path::new(file).is_dir() {
                    true => check_folder(file, threads, out)?,
                    false => {
                        let name = if files.len() > 1 { file } else { "" };
                        check_file(file, name, threads, out)?.0
                    }
                };
                worst = worst.max(outcome);
            }
        }
    }
    out.flush()?;
    Ok(worst)
}

/// Checks a file, and writes a line about it with this name in front.
fn check_file(
    file: &str,
    name: &str,
    threads: usize,
    out: &mut impl Write,
) -> io::Result<(Outcome, Option<Verified>)> {
    let name = match name {
        "" => String::new(),
        name => format!("{}: ", printable(name)),
    };
    let mut input = match open(file) {
        Ok(input) => input,
        Err(error) => {
            complain(&format!("{}: cannot be read: {error}", printable(file)));
            return Ok((Outcome::Failed, None));
        }
    };
    match check_with(&mut input.text, threads, &|| false) {
        Ok(verified) => {
            writeln!(out, "{name}{verified}")?;
            Ok((Outcome::Verified, Some(verified)))
        }
        Err(rejected) => {
            writeln!(out, "{name}{rejected}")?;
            Ok((Outcome::NotVerified, None))
        }
    }
}

/// Checks the certificates that the rows in a folder name, and the rows; without rows every
/// certificate in it.
fn check_folder(folder: &str, threads: usize, out: &mut impl Write) -> io::Result<Outcome> {
    let mut worst = Outcome::Verified;
    let inside = |name: &str| Path::new(folder).join(name).display().to_string();
    let rows = match File::open(inside(rows::FILE)) {
        Ok(input) => Some(Rows::read(BufReader::new(input))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            let file = inside(rows::FILE);
            complain(&format!("{}: cannot be read: {error}", printable(&file)));
            return Ok(Outcome::Failed);
        }
    };
    let rows = match rows {
        Some(Err(rejected)) => {
            let file = inside(rows::FILE);
            writeln!(out, "{}: {rejected}", printable(&file))?;
            return Ok(Outcome::NotVerified);
        }
        Some(Ok(rows)) => Some(rows),
        None => None,
    };
    let names: Vec<String> = match &rows {
        Some(rows) => rows.files().map(String::from).collect(),
        None => match certificates(folder) {
            Ok(names) if !names.is_empty() => names,
            Ok(_) => {
                complain(&format!("{}: no certificate in it", printable(folder)));
                return Ok(Outcome::Failed);
            }
            Err(error) => {
                complain(&format!("{}: cannot be read: {error}", printable(folder)));
                return Ok(Outcome::Failed);
            }
        },
    };
    let mut accepted = HashMap::new();
    for name in names {
        let file = inside(&name);
        let (outcome, verified) = check_file(&file, &file, threads, out)?;
        worst = worst.max(outcome);
        accepted.extend(verified.map(|verified| (name, verified)));
    }
    if let Some(rows) = rows {
        let judged = rows.judge(&accepted);
        for (name, lacks) in &judged.lacking {
            writeln!(out, "{}: not proved: {lacks}", printable(name))?;
            worst = worst.max(Outcome::NotVerified);
        }
        writeln!(out, "{}: {judged}", printable(folder))?;
    }
    Ok(worst)
}

/// The names of the certificates in a folder, in their order.
fn certificates(folder: &str) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The text of a certificate, and the program that unpacks it, if there is one.
struct Input {
    text: Box<dyn BufRead>,
    child: Option<Child>,
}

impl Input {
    fn of(text: impl BufRead + 'static) -> Input {
        Input {
            text: Box::new(text),
            child: None,
        }
    }
}

/// Ends the program that unpacks. It has nothing more to say: a text that it did not get to the
/// end of is refused.
impl Drop for Input {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Opens a file and reads its beginning, because a folder can be opened and fails only
/// when it is read. A compressed one is read through the program `zstd`: nothing has to be
/// believed of that, since whatever text comes out of it is checked.
fn open(file: &str) -> io::Result<Input> {
    if file == "-" {
        return Ok(Input::of(BufReader::new(io::stdin())));
    }
    if file.ends_with(ENDINGS[1]) {
        File::open(file)?;
        let mut zstd = Command::new("zstd");
        let zstd = zstd.args(["-dcq", "--", file]).stdout(Stdio::piped());
        let mut child = zstd.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::other("this needs the program zstd"),
            _ => error,
        })?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut input = Input::of(BufReader::new(output));
        input.child = Some(child);
        return Ok(input);
    }
    let mut input = BufReader::new(File::open(file)?);
    input.fill_buf()?;
    Ok(Input::of(input))
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
