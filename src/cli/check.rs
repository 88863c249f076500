//! `tsumi check`: certificates in, one line about each out.
//!
//! A folder stands for all its certificates. When it has an index (written by
//! `tsumi verify --certificates`), it stands for the files that the index lists: each is also
//! compared with what the index says that it proves, and a file that is missing is reported.
//! The rows beside the index are judged by the files that were accepted.

use super::args;
use super::certificates;
use super::check_folder::{Folder, Wanted};
use super::exit::Exit;
use super::fault::Result;
use super::inputs::is_stdin;
use super::pool;
use super::stop::Stop;
use super::terminal::Terminal;
use super::verify::report_file::cannot_read;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::checker::Verified;
use tsumi::checker::rows::{self, Judged, Lacks, Rows};
use tsumi::formats::text::shown;
use tsumi::solver::Plan;

/// One certificate to check.
struct Job {
    /// "-" for standard input.
    file: PathBuf,
    wanted: Option<Wanted>,
}

/// The result for a certificate, with the text about it.
enum Said {
    Verified(Verified),
    Refused(String),
    Unreadable(String),
}

/// Runs the command.
pub fn run(args: &args::Check, terminal: Terminal) -> Result<Exit> {
    let mut inputs: Vec<Box<dyn Iterator<Item = Result<Job>> + Send>> = Vec::new();
    let mut report = Report {
        terminal,
        named: args.files.len() > 1,
        folders: Vec::new(),
        exit: Exit::Decided,
    };
    for file in args.files.iter().cloned() {
        if !is_stdin(&file) && file.is_dir() {
            let folder = Folder::open(&file)?;
            inputs.push(Box::new(
                folder.map(|found| found.map(|(file, wanted)| Job { file, wanted })),
            ));
            report.named = true;
            report.folders.push((file, Accepted::new()));
        } else {
            let wanted = None;
            inputs.push(Box::new(std::iter::once(Ok(Job { file, wanted }))));
        }
    }
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = args.threads.map_or_else(processors, usize::from);
    let plan = Plan::without_tables(threads);
    let jobs = inputs.into_iter().flatten();
    let make = || |job: Result<Job>| job.map(|job| (check(&job), job.file));
    pool::run(jobs, &plan, &Stop::default(), make, |done| {
        let (said, file) = done?;
        report.certificate(said, &file)
    })?;
    for (folder, accepted) in std::mem::take(&mut report.folders) {
        report.rows(&folder, &accepted)?;
    }
    Ok(report.exit)
}

/// The certificates of a folder that were accepted, by the name of the file.
type Accepted = HashMap<String, Verified>;

/// What is said, and what it makes of the run.
struct Report {
    terminal: Terminal,
    /// True when the name of its file is said with each certificate.
    named: bool,
    folders: Vec<(PathBuf, Accepted)>,
    exit: Exit,
}

impl Report {
    /// Says the result for a certificate, and keeps it for the rows of its folder.
    fn certificate(&mut self, said: Said, file: &Path) -> Result<()> {
        let name = match is_stdin(file) {
            true => "<stdin>".to_string(),
            false => shown(&file.display().to_string(), 400),
        };
        let text = match said {
            Said::Unreadable(error) => {
                let what = message!(
                    "{name}: cannot be read: {error}\n",
                    "{name}：読めない：{error}\n",
                    name,
                    error
                );
                self.terminal.aside(what.text(self.terminal.lang));
                self.exit = self.exit.max(Exit::Unreadable);
                return Ok(());
            }
            Said::Verified(verified) => {
                let text = verified.to_string();
                self.accept(file, verified);
                text
            }
            Said::Refused(text) => {
                self.exit = self.exit.max(Exit::Undecided);
                text
            }
        };
        let name = match self.named {
            true => format!("{name}: "),
            false => String::new(),
        };
        // A reason may quote the file, which may hold control characters.
        let text = shown(&text, 500);
        self.terminal.answer(format!("{name}{text}\n"))
    }

    /// Keeps a certificate that was accepted, for each of the folders that it is in.
    fn accept(&mut self, path: &Path, verified: Verified) {
        let Some(name) = path.file_name() else {
            return;
        };
        let its = |folder: &&mut (PathBuf, Accepted)| path.parent() == Some(&*folder.0);
        for (_, accepted) in self.folders.iter_mut().filter(its) {
            accepted.insert(name.to_string_lossy().into_owned(), verified.clone());
        }
    }

    /// Judges the rows of a folder, when it has some.
    fn rows(&mut self, folder: &Path, accepted: &Accepted) -> Result<()> {
        let path = folder.join(rows::FILE);
        let list = match File::open(&path) {
            Ok(file) => Rows::read(BufReader::new(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(cannot_read(&path, &error).into()),
        };
        let one = match list {
            Ok(list) => say_rows(folder, &list.judge(accepted), self.terminal)?,
            Err(rejected) => {
                let name = shown(&path.display().to_string(), 400);
                self.terminal.answer(format!("{name}: {rejected}\n"))?;
                Exit::Undecided
            }
        };
        self.exit = self.exit.max(one);
        Ok(())
    }
}

/// Says which rows of a folder are not proved, and how many are.
fn say_rows(folder: &Path, judged: &Judged, terminal: Terminal) -> Result<Exit> {
    for (name, lacks) in &judged.lacking {
        let said = message!(
            "{name}: not proved: {what}\n",
            "{name}：証明なし：{what}\n",
            name = shown(name, 400),
            what = what_lacks(*lacks)
        );
        terminal.answer(said.text(terminal.lang))?;
    }
    let open = match judged.open {
        0 => message!("", ""),
        n => message!("; {n} with something open", "、未決のあるもの{n}局", n),
    };
    let said = message!(
        "{folder}: proved {proved} of {rows} rows{open}\n",
        "{folder}：{rows}局のうち{proved}局を証明{open}\n",
        folder = shown(&folder.display().to_string(), 400),
        proved = judged.proved,
        rows = judged.rows,
        open
    );
    terminal.answer(said.text(terminal.lang))?;
    Ok(match judged.lacking.is_empty() {
        true => Exit::Decided,
        false => Exit::Undecided,
    })
}

fn what_lacks(lacks: Lacks) -> Message {
    match lacks {
        Lacks::NoMate => message!("no mate", "不詰"),
        Lacks::Mate => message!("the mate", "詰み"),
        Lacks::Length => message!("the length", "手数"),
        Lacks::OnlyMate => message!("that no other check mates", "余詰のないこと"),
        Lacks::Shorter => message!("the shorter mate", "早詰"),
        Lacks::Longer => message!("the longer defence", "変化長手数"),
        Lacks::Cook => message!("another mate", "余詰"),
        Lacks::LineFails => message!("that the declared line does not mate", "作意手順の不成立"),
        Lacks::Line => message!("a declared line that mates", "詰みに至る作意手順"),
        Lacks::Leftover => message!("the pieces left in hand", "駒余り"),
        Lacks::Open => message!(
            "that the open checks do not mate sooner",
            "未決の王手の手数"
        ),
        Lacks::Unknown => message!("a status that is unknown here", "未知の判定"),
    }
}

/// Gives a certificate to the independent checker.
fn check(job: &Job) -> Said {
    let input = match open(&job.file) {
        Ok(input) => input,
        Err(error) if job.wanted.is_some() && error.kind() == std::io::ErrorKind::NotFound => {
            return Said::Refused("NOT VERIFIED: listed in the index, but missing".to_string());
        }
        Err(error) => return Said::Unreadable(error.to_string()),
    };
    match tsumi::checker::check_reader(input) {
        Err(refused) => Said::Refused(refused.to_string()),
        Ok(verified) => {
            let differs = job.wanted.as_ref().and_then(|w| w.differs(&verified));
            match differs {
                None => Said::Verified(verified),
                Some(why) => Said::Refused(format!("NOT VERIFIED: {why}")),
            }
        }
    }
}

fn open(file: &Path) -> std::io::Result<Box<dyn BufRead>> {
    match is_stdin(file) {
        true => Ok(Box::new(BufReader::new(std::io::stdin()))),
        false => certificates::open(file),
    }
}
