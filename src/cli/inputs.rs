//! The inputs of a command: files, folders, standard input, an SFEN; all problems of them, or
//! those that the user picks.

use super::args::Side;
use super::fault::Result;
use clap::ValueEnum;
use std::collections::{HashSet, VecDeque};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use tsumi::base::message::message;
use tsumi::formats::text::shown;
use tsumi::formats::{Input, InputError, Problem, ReadOptions, detect, read_input};

/// A problem, or why it cannot be read.
type Read = Result<Problem, InputError>;

/// True for the name by which a user means standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// What a command reads, as the user types it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Reading {
    /// Files and folders (SFEN lines, JSONL, KIF, KI2, BOD, CSA, JKF), "-" for standard
    /// input, or an SFEN in quotes
    /// ｜ファイルやフォルダ（SFEN、JSONL、KIF、KI2、BOD、CSA、JKF）、標準入力なら
    /// "-"、または引用符に入れた SFEN
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// Only the problem of this id, or the N-th of the input; may be given several times
    /// ｜この id の題、または入力の N 番目の題だけを読む（何度でも指定できる）
    #[arg(long = "problem", value_name = "ID|N")]
    problems: Vec<String>,

    #[command(flatten)]
    sides: Sides,
}

/// What the user says about the sides of every position.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Sides {
    /// The attacking side, where both have a king [default: the side to move]
    /// ｜双玉のときの攻方［既定：手番の側］
    #[arg(long, value_name = "SIDE")]
    attacker: Option<Side>,

    /// Who holds the pieces of the set that a position leaves out
    /// ｜局面に書かれていない残りの駒をどうするか
    #[arg(long, value_enum, default_value_t = Rest::Nobody)]
    rest: Rest,
}

/// Who holds the pieces that stand nowhere in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Rest {
    /// Nobody: the position is taken as written ｜書かれたとおり、どこにもないとする
    #[default]
    Nobody,
    /// The defender (残り全部) ｜玉方が持つ（残り全部）
    Defender,
}

impl Sides {
    /// The options of the reader.
    pub fn options(self) -> ReadOptions {
        ReadOptions {
            attacker: self.attacker.map(Into::into),
            rest_to_defender: self.rest == Rest::Defender,
            ..ReadOptions::default()
        }
    }
}

impl Reading {
    /// The inputs.
    ///
    /// # Errors
    /// As of [`inputs`].
    pub fn inputs(&self) -> Result<Vec<Input>> {
        inputs(&self.inputs)
    }

    /// The problems of the inputs that the user picks, or all of them.
    pub fn problems(&self, inputs: Vec<Input>) -> impl Iterator<Item = Read> + Send + 'static {
        let options = self.options();
        let read = move |input| read_input(&input, &options);
        self.picked_of(inputs.into_iter().flat_map(read))
    }

    /// Those of the problems that the user picks, or all of them.
    pub fn picked_of<I: Iterator<Item = Read>>(
        &self,
        all: I,
    ) -> impl Iterator<Item = Read> + use<I> {
        Picked {
            all,
            picks: self.problems.iter().map(|text| Pick::new(text)).collect(),
            takes_all: self.problems.is_empty(),
            count: 0,
            held: Vec::new(),
            ready: VecDeque::new(),
        }
    }

    /// The options of the reader.
    pub fn options(&self) -> ReadOptions {
        self.sides.options()
    }

    /// How many problems the user picks; `None` when all are read.
    pub fn picked(&self) -> Option<u64> {
        (!self.problems.is_empty()).then_some(self.problems.len() as u64)
    }
}

/// The inputs named by the arguments, or standard input when there are none. A folder stands
/// for the files with problems in it and in the folders below, sorted; one that cannot be read or
/// has no such file stands for itself, and is an error when it is read.
///
/// # Errors
/// When none is named and nothing is piped in.
pub fn inputs(args: &[OsString]) -> Result<Vec<Input>> {
    if args.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(message!(
                "nothing to read: name a file or a folder, give an SFEN in quotes, or - for \
                 standard input",
                "問題がない：ファイルかフォルダ、引用符に入れた SFEN、または標準入力の - を指定する"
            )
            .into());
        }
        return Ok(vec![Input::Stdin]);
    }
    let mut inputs = Vec::new();
    for (arg, number) in args.iter().zip(1..) {
        let path = Path::new(arg);
        if !path.is_dir() {
            inputs.push(Input::from_arg(arg, number));
            continue;
        }
        let mut files = Vec::new();
        walk(path, &mut files, &mut HashSet::new());
        if files.is_empty() {
            files.push(path.to_path_buf());
        }
        inputs.extend(files.into_iter().map(Input::File));
    }
    Ok(inputs)
}

/// Adds the files with problems in a folder, and in those below it, to `files`, and folders that
/// cannot be read. Hidden files and folders are left out. A folder that several links lead to is
/// walked once: `walked` has those that were.
fn walk(folder: &Path, files: &mut Vec<PathBuf>, walked: &mut HashSet<PathBuf>) {
    let entries = folder.canonicalize().and_then(|real| {
        let new = walked.insert(real);
        let entries = new.then(|| std::fs::read_dir(folder)).transpose()?;
        entries
            .into_iter()
            .flatten()
            .map(|e| e.map(|e| e.path()))
            .collect()
    });
    let mut paths: Vec<PathBuf> = match entries {
        Ok(paths) => paths,
        // Reading it as a file says why it cannot be read.
        Err(_) => return files.push(folder.to_path_buf()),
    };
    paths.sort();
    for path in paths {
        let hidden = path
            .file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        let is_text = || {
            let extension = path.extension();
            extension.is_some_and(|e| e.eq_ignore_ascii_case("txt"))
        };
        let found = path.metadata();
        if found.is_ok_and(|found| !found.is_dir() && !found.is_file()) {
            // A pipe or a socket, which may never end. Named on the command line it is read.
            continue;
        }
        if path.is_dir() {
            walk(&path, files, walked);
        } else if detect::by_extension(&path).is_some() || is_text() {
            files.push(path);
        }
    }
}

/// What the user picks: all problems with an id, or the one with a number.
struct Pick {
    /// As the user types it; an id of this text counts before a number.
    text: String,
    /// The text as a number, from 1, if it is one.
    number: Option<u64>,
    /// True once a problem has the text as its id.
    is_id: bool,
}

impl Pick {
    fn new(text: &str) -> Pick {
        Pick {
            text: text.to_string(),
            number: text.parse().ok(),
            is_id: false,
        }
    }
}

/// The problems that the user picks, or all of them, in the order of the input.
struct Picked<I> {
    all: I,
    takes_all: bool,
    picks: Vec<Pick>,
    /// How many problems were read, whether they could be read or not.
    count: u64,
    /// Problems with their numbers that are picked by their id, or may be by their number: where
    /// one of the picks is a number, it is known at the end of the input only what it means.
    held: Vec<(u64, Read)>,
    /// What is still to be returned after the end of the input.
    ready: VecDeque<Read>,
}

impl<I: Iterator<Item = Read>> Picked<I> {
    /// Looks at one problem; gives it back when it is picked for sure.
    fn look(&mut self, read: Read) -> Option<Read> {
        let id = match &read {
            Ok(problem) => Some(&problem.id),
            // An error about a whole file is reported, but does not count as a problem.
            Err(error) if error.line == 0 && error.id.is_none() => return Some(read),
            Err(error) => error.id.as_ref(),
        };
        self.count += 1;
        let count = self.count;
        let by_id = self.picks.iter_mut().find(|pick| Some(&pick.text) == id);
        let is_picked = by_id.map(|pick| pick.is_id = true).is_some();
        if self.picks.iter().all(|pick| pick.number.is_none()) {
            return is_picked.then_some(read);
        }
        if is_picked || self.picks.iter().any(|pick| pick.number == Some(count)) {
            self.held.push((count, read));
        }
        None
    }

    /// Prepares, at the end of the input, the problems that were held back and are picked, and an
    /// error for each pick that was not found.
    fn finish(&mut self) {
        let count = self.count;
        let picks = std::mem::take(&mut self.picks);
        for (number, read) in self.held.drain(..) {
            let id = read
                .as_ref()
                .map_or_else(|e| e.id.as_ref(), |p| Some(&p.id));
            let is_picked = picks.iter().any(|pick| match pick.is_id {
                true => Some(&pick.text) == id,
                false => pick.number == Some(number),
            });
            self.ready.extend(is_picked.then_some(read));
        }
        let is_found = |pick: &Pick| {
            pick.is_id
                || pick
                    .number
                    .is_some_and(|number| (1..=count).contains(&number))
        };
        for pick in picks.iter().filter(|pick| !is_found(pick)) {
            let what = message!(
                "no problem has this id or number; the input has {count}",
                "この id や番号の作品はない。入力は{count}局",
                count
            );
            let name = format!("--problem {}", shown(&pick.text, 100));
            self.ready
                .push_back(Err(InputError::whole(&name, what, None)));
        }
    }
}

impl<I: Iterator<Item = Read>> Iterator for Picked<I> {
    type Item = Read;

    fn next(&mut self) -> Option<Read> {
        if self.takes_all {
            return self.all.next();
        }
        while !self.picks.is_empty() {
            match self.all.next() {
                None => self.finish(),
                Some(read) => {
                    if let Some(read) = self.look(read) {
                        return Some(read);
                    }
                }
            }
        }
        self.ready.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(ids: &[&str], picks: &[&str]) -> Vec<String> {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let text: String = ids.iter().map(|id| format!("{id}\t{sfen}\n")).collect();
        let input = Input::Memory {
            name: "x.sfen".into(),
            bytes: text.into_bytes(),
        };
        let reading = Reading {
            problems: picks.iter().map(|text| text.to_string()).collect(),
            ..Reading::default()
        };
        let read = reading.problems(vec![input]);
        read.map(|r| r.map_or_else(|e| e.file, |p| p.id)).collect()
    }

    #[test]
    fn a_number_is_an_id_first() {
        let ids = ["a", "b", "30", "2", "c"];
        assert_eq!(picked(&ids, &[]), ids);
        assert_eq!(picked(&ids, &["b"]), ["b"]);
        assert_eq!(picked(&ids, &["1"]), ["a"]);
        assert_eq!(picked(&ids, &["2"]), ["2"], "the id, not the second one");
        assert_eq!(picked(&ids, &["5", "a"]), ["a", "c"]);
        assert_eq!(
            picked(&ids, &["b", "1"]),
            ["a", "b"],
            "in the order of the input"
        );
        assert_eq!(picked(&ids, &["1", "1", "a"]), ["a"], "one problem once");
        assert_eq!(
            picked(&["a", "b", "a"], &["a"]),
            ["a", "a"],
            "two of one name"
        );
        assert_eq!(picked(&ids, &["6"]), ["--problem 6"]);
    }
}
