//! Reads any input in any format as a stream of problems.
//!
//! The extension, or the first line that shows one, decides the format. Each problem is read
//! when the stream is asked for it; only a JKF file, which is a single value, is read whole.

use super::blocks::Blocks;
use super::detect::{self, Format, Telling};
use super::error::{Fault, InputError};
use super::fill::give_rest_to_defender;
use super::kif_line::LineKind;
use super::lines::{Item, Line, Lines, MAX_LINE, MAX_RECORD};
use super::text::shown;
use super::{address, csa, encoding, jkf, jsonl, kif, record, sfen};
use crate::base::message::{Message, message};
use crate::base::problem::{Problem, Source, Warning};
use shogi_core::Color;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

/// Where problems come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// Bytes in memory, with a name, whose extension decides the format as that of a file does.
    Memory { name: String, bytes: Vec<u8> },
}

impl Input {
    /// The input that an argument of the command line names: `-`, a file that exists, an SFEN or
    /// an address with one, otherwise a file that does not exist, which is an error when it is
    /// read. An SFEN is named after `number`, the place of the argument.
    /// The name of a file may be of any bytes.
    pub fn from_arg(arg: impl AsRef<OsStr>, number: usize) -> Input {
        let path = Path::new(arg.as_ref());
        match arg.as_ref().to_str() {
            Some("-") => Input::Stdin,
            Some(text) if !path.exists() && is_position(text) => Input::Memory {
                name: format!("argument-{number}"),
                bytes: text.as_bytes().to_vec(),
            },
            _ => Input::File(path.to_path_buf()),
        }
    }

    /// The name used in messages.
    pub fn name(&self) -> String {
        match self {
            Input::File(path) => encoding::file_name(path.as_os_str()),
            Input::Stdin => "<stdin>".to_string(),
            Input::Memory { name, .. } => name.clone(),
        }
    }

    /// The beginning of the ids of problems that have none: the name without its extension.
    pub fn stem(&self) -> String {
        let of = |path: &Path| {
            path.file_stem()
                .map_or_else(|| "file".to_string(), encoding::file_name)
        };
        match self {
            Input::File(path) => of(path),
            Input::Stdin => "stdin".to_string(),
            Input::Memory { name, .. } => of(Path::new(name)),
        }
    }
}

/// True for an argument that is an address or an SFEN. An SFEN has no points and begins with a
/// rank, so what begins as a path or has a point is none.
fn is_position(arg: &str) -> bool {
    let is_path = arg.starts_with(['/', '~', '.']) || (arg.contains('.') && !arg.contains(' '));
    address::is_address(arg)
        || address::find(arg).is_some()
        || (!is_path && sfen::looks_like_sfen(arg))
}

/// How inputs are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The attacking side, when the user names it.
    pub attacker: Option<Color>,
    /// True to put the pieces of the set that are nowhere in the position into the defender's
    /// hand (残り全部); false to take the position as it is written.
    pub rest_to_defender: bool,
}

/// Reads an input as a stream of problems and errors, in their order. The
/// stream of an input without any problem ends with an error that says so.
pub fn read_input(input: &Input, options: &ReadOptions) -> Reader {
    let name = input.name();
    let mut reader = Reader {
        lines: None,
        held: VecDeque::new(),
        format: None,
        stem: input.stem(),
        single: matches!(input, Input::Memory { name, .. } if !name.contains('.')),
        attacker: options.attacker,
        rest_to_defender: options.rest_to_defender,
        blocks: Blocks::default(),
        gathered: Vec::new(),
        bytes: 0,
        ready: VecDeque::new(),
        found: 0,
        pending: None,
        name,
    };
    match input {
        Input::Stdin => reader.lines = Some(Lines::new(Box::new(BufReader::new(std::io::stdin())))),
        Input::Memory { name, bytes } => {
            reader.format = detect::by_extension(Path::new(name));
            reader.lines = Some(Lines::new(Box::new(Cursor::new(bytes.clone()))));
        }
        Input::File(path) => match open(path) {
            Ok(file) => {
                reader.format = detect::by_extension(path);
                let file = Box::new(BufReader::with_capacity(1 << 16, file));
                let limit = if reader.format == Some(Format::Jkf) {
                    MAX_RECORD
                } else {
                    MAX_LINE
                };
                reader.lines = Some(Lines::with_limit(file, limit));
            }
            Err((message, hint)) => {
                reader.found = 1;
                reader.pending = Some(InputError::whole(&reader.name, message, hint));
            }
        },
    }
    reader
}

/// Why a folder is no input.
fn folder(path: &Path) -> Message {
    let files = match path.read_dir() {
        Ok(files) => files.flatten().map(|file| file.path()),
        Err(error) => {
            return message!(
                "the folder cannot be read: {error}",
                "フォルダを読めない：{error}",
                error = error.to_string()
            );
        }
    };
    match files
        .into_iter()
        .any(|file| detect::by_extension(&file).is_some())
    {
        true => message!(
            "is a folder; name the files in it, as in folder/*.kif",
            "フォルダである。その中のファイルを folder/*.kif のように指定する"
        ),
        false => message!(
            "no file with problems in this folder (.sfen, .jsonl, .kif, .ki2, .bod, .csa, .jkf, .txt)",
            "このフォルダに問題のファイル（.sfen、.jsonl、.kif、.ki2、.bod、.csa、.jkf、.txt）がない"
        ),
    }
}

/// Opens a file.
///
/// # Errors
/// A message for the user, and a hint if there is one.
fn open(path: &Path) -> Result<File, (Message, Option<Message>)> {
    if path.is_dir() {
        return Err((folder(path), None));
    }
    File::open(path).map_err(|e| {
        // A link in a folder may lead nowhere; what is no link either may be a part of an SFEN.
        let is_nothing = path.symlink_metadata().is_err();
        let hint = (e.kind() == std::io::ErrorKind::NotFound && is_nothing).then(|| {
            message!(
                "an SFEN has at least a board, a side and hands, on a command line in quotes all together",
                "SFEN には盤面・手番・持駒が要る。コマンド行では全体を引用符で囲む"
            )
        });
        (
            message!(
                "cannot be opened: {error}",
                "開けない：{error}",
                error = e.to_string()
            ),
            hint,
        )
    })
}

/// The most lines that are held until the format is known.
const HELD: usize = 200;

/// The stream made by [`read_input`].
pub struct Reader {
    lines: Option<Lines>,
    /// Lines that were read before the format was known.
    held: VecDeque<Line>,
    name: String,
    stem: String,
    /// True for a single SFEN in memory, whose problem has the stem as its id.
    single: bool,
    format: Option<Format>,
    attacker: Option<Color>,
    rest_to_defender: bool,
    blocks: Blocks,
    /// Lines of the CSA record or of the JKF file that is being read.
    gathered: Vec<Line>,
    /// Bytes of these lines, about.
    bytes: usize,
    /// Problems of a JKF file that are still to be returned.
    ready: VecDeque<Result<Problem, InputError>>,
    /// How many problems and errors were found.
    found: u64,
    /// The error about a file that cannot be opened.
    pending: Option<InputError>,
}

impl Reader {
    /// Makes the ids of problems that have none begin with `stem` instead of the file's name,
    /// for files of the same name in several folders.
    #[must_use]
    pub fn with_stem(self, stem: String) -> Reader {
        Reader { stem, ..self }
    }

    /// The id of a problem that has none, at this line.
    fn default_id(&self, line: u64) -> String {
        if self.single {
            self.stem.clone()
        } else {
            format!("{}-{line}", self.stem)
        }
    }

    /// The next item, once the format is known; `Some(None)` at the end of the input, `None`
    /// after it.
    fn next_item(&mut self) -> Option<Option<Item>> {
        loop {
            if self.format.is_some()
                && let Some(line) = self.held.pop_front()
            {
                return Some(Some(Item::Text(line)));
            }
            let line = match self.lines.as_mut()?.next() {
                Some(Item::Text(line)) => line,
                None if !self.held.is_empty() => {
                    self.format = Some(Format::Sfen);
                    continue;
                }
                other => return Some(other),
            };
            if self.format.is_some() {
                return Some(Some(Item::Text(line)));
            }
            match detect::by_line(&line.text) {
                Telling::Format(format) => self.format = Some(format),
                Telling::Nothing => continue,
                Telling::Perhaps if self.held.len() < HELD => {}
                Telling::Perhaps => self.format = Some(Format::Sfen),
            }
            self.held.push_back(line);
        }
    }

    /// Reads a line of SFEN or JSONL; `None` when it has no problem.
    fn read_line(&self, format: Format, line: &Line) -> Option<Result<Problem, InputError>> {
        let source = Source {
            file: self.name.clone(),
            line: line.number,
            column: 1,
        };
        let id = self.default_id(line.number);
        let place = |f: Fault| f.at(&self.name, line.number, &line.text);
        if format == Format::Jsonl {
            let text = line.text.trim();
            if text.is_empty() || text.starts_with('#') {
                return None;
            }
            let read = jsonl::read(&line.text, id, self.attacker, source);
            return Some(read.map_err(|(f, id)| place(f).with_id(id)));
        }
        let fields = record::fields(&line.text)?;
        let read = record::read(&fields, id, self.attacker, source);
        let id = fields.id.map(str::to_string);
        Some(read.map_err(|f| place(f).with_id(id)))
    }

    /// The id of the next problem in a format without ids.
    fn next_id(&mut self) -> String {
        self.found += 1;
        numbered(&self.stem, self.found)
    }

    /// Keeps a line of a CSA record or a JKF file. Returns the CSA record that it ends.
    fn gather(&mut self, line: Line) -> Option<Vec<Line>> {
        if self.format == Some(Format::Csa) && line.text.trim() == "/" {
            self.bytes = 0;
            return Some(std::mem::take(&mut self.gathered));
        }
        let (number, whole) = (line.number, self.bytes < MAX_RECORD);
        self.bytes += line.text.len() + 64;
        if self.bytes < MAX_RECORD {
            self.gathered.push(line);
        } else if whole && self.format == Some(Format::Csa) {
            self.warn_of_rest(number);
        }
        None
    }

    /// Warns that a record is too long: what follows from this line on is left out.
    fn warn_of_rest(&mut self, line: u64) {
        if let Some(lines) = &mut self.lines {
            lines.warn(
                line,
                message!(
                    "the record is too long; from here on it is left out",
                    "記録が長すぎるので、ここから後は読まない"
                ),
            );
        }
    }

    /// Reads a CSA record; `None` when it is empty.
    fn read_csa(&mut self, lines: &[Line]) -> Option<Result<Problem, InputError>> {
        let empty = |l: &Line| l.text.trim().is_empty() || l.text.starts_with('\'');
        if lines.iter().all(empty) {
            return None;
        }
        let id = self.next_id();
        let read = csa::read(lines, &self.name, id.clone(), self.attacker);
        Some(read.map_err(|e| e.with_id(Some(id))))
    }

    /// Reads the JKF file that was gathered.
    fn read_jkf(&mut self) {
        let lines = std::mem::take(&mut self.gathered);
        if self.bytes >= MAX_RECORD {
            let error = InputError::whole(
                &self.name,
                message!(
                    "the file is larger than 16 MiB",
                    "ファイルが 16 MiB より大きい"
                ),
                None,
            );
            self.ready.push_back(Err(error));
        } else if !lines.iter().all(|l| l.text.trim().is_empty()) {
            // The lines before the one that shows the format were blank. They are put back, so
            // that the parser counts lines as the file has them.
            let skipped = lines[0].number.saturating_sub(1) as usize;
            let mut text = "\n".repeat(skipped.min(1000));
            for line in &lines {
                text.push_str(&line.text);
                text.push('\n');
            }
            // Without the last line feed the fault of a text that ends too soon is in its last
            // line, and not in an empty one after it.
            text.pop();
            let name = |n: usize| numbered(&self.stem, n as u64);
            self.ready = jkf::read(&text, &self.name, &name, self.attacker).into();
        }
        self.found += self.ready.len() as u64;
    }

    /// Reads the lines of one KIF problem.
    fn read_block(&mut self, block: &[(LineKind, Line)]) -> Result<Problem, InputError> {
        let id = self.next_id();
        kif::read(block, &self.name, id.clone(), self.attacker).map_err(|e| e.with_id(Some(id)))
    }
}

/// The id of problem `n`, from 1: `file`, `file-2`, `file-3`, and so on.
fn numbered(stem: &str, n: u64) -> String {
    if n == 1 {
        stem.to_string()
    } else {
        format!("{stem}-{n}")
    }
}

impl Iterator for Reader {
    type Item = Result<Problem, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut read = self.read()?;
        if let (Ok(problem), true) = (&mut read, self.rest_to_defender) {
            give_rest_to_defender(problem);
        }
        let oddities = self.lines.as_mut().map(Lines::oddities);
        for (line, (column, message)) in oddities.unwrap_or_default() {
            match &mut read {
                Ok(problem) => problem.warnings.push(Warning {
                    column,
                    line,
                    message,
                    of_moves: false,
                }),
                // Where a byte that is no text caused the error, it is the better reason.
                Err(error) if (error.line, error.column) == (line, column) => {
                    error.message = message;
                    error.hint = Some(message!(
                        "save the file as UTF-8",
                        "ファイルを UTF-8 で保存する"
                    ));
                }
                Err(_) => {}
            }
        }
        Some(read)
    }
}

impl Reader {
    /// The next problem or error, without the options and warnings that [`Iterator::next`] adds.
    fn read(&mut self) -> Option<Result<Problem, InputError>> {
        if let Some(error) = self.pending.take() {
            return Some(Err(error));
        }
        if let Some(read) = self.ready.pop_front() {
            return Some(read);
        }
        while let Some(item) = self.next_item()? {
            let read = match item {
                Item::Failed(line, message, hint) => {
                    self.found += 1;
                    let error = InputError::whole(&self.name, message, hint);
                    Some(Err(InputError { line, ..error }))
                }
                Item::Long(line) => {
                    self.found += u64::from(self.format != Some(Format::Kif));
                    Some(Err(self.too_long(&line)))
                }
                Item::Text(line) => self.read_text(line),
            };
            if read.is_some() {
                return read;
            }
        }
        let read = self.read_last();
        if read.is_some() {
            return read;
        }
        self.lines = None;
        (self.found == 0).then(|| {
            let name = shown(&self.name, 400);
            let nothing = message!("no problem in this input", "問題が一つもない");
            Err(InputError::whole(&name, nothing, None))
        })
    }

    fn too_long(&self, line: &Line) -> InputError {
        let long = message!(
            "the line is longer than 1 MiB and is skipped",
            "行が 1 MiB より長いので読み飛ばす"
        );
        let hint = message!(
            "one problem a line; is this a text file?",
            "1行に1局。テキストファイルだろうか"
        );
        let fault = Fault::new(1, 1, long).hint(hint);
        fault.at(&self.name, line.number, &line.text)
    }

    /// Takes a line, and reads the problem that is complete with it.
    fn read_text(&mut self, line: Line) -> Option<Result<Problem, InputError>> {
        match self.format {
            Some(Format::Kif) => {
                let (number, whole) = (line.number, self.blocks.is_whole());
                let block = self.blocks.push(line);
                if whole && !self.blocks.is_whole() {
                    self.warn_of_rest(number);
                }
                Some(self.read_block(&block?))
            }
            Some(Format::Csa | Format::Jkf) => {
                let record = self.gather(line)?;
                self.read_csa(&record)
            }
            format => {
                let read = self.read_line(format.unwrap_or(Format::Sfen), &line)?;
                self.found += 1;
                Some(read)
            }
        }
    }

    /// Reads what is complete with the end of the input.
    fn read_last(&mut self) -> Option<Result<Problem, InputError>> {
        if let Some(block) = self.blocks.finish() {
            return Some(self.read_block(&block));
        }
        match self.format {
            Some(Format::Csa) => {
                let record = std::mem::take(&mut self.gathered);
                self.read_csa(&record)
            }
            Some(Format::Jkf) => {
                self.read_jkf();
                self.ready.pop_front()
            }
            _ => None,
        }
    }
}
