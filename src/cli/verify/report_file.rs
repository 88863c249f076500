//! The report file, and how a run continues one.
//!
//! A whole line is written when a problem is finished, in the order of the collection. So
//! after a crash or a power cut the file is a beginning of the full report, perhaps with a
//! part of a line at its end. This part is cut off, and the problems of the lines before it
//! are not asked again. A file that is no report is never written to.

use crate::cli::fault::Result;
use crate::cli::outputs::{Outputs, cannot_write};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::row::Row;

/// The most bytes of a line; tsumi writes none that is longer.
const LONGEST: usize = 1 << 26;

/// How every line of a report begins.
const BEGINNING: &[u8] = b"{\"schema\":";

/// Reads a line with its line feed, which the last one may lack. True unless it is longer than
/// any line of a report; at the end of the input `line` is empty.
///
/// # Errors
/// When the input cannot be read.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    input.take(LONGEST as u64).read_until(b'\n', line)?;
    Ok(line.len() < LONGEST)
}

/// A report that only this run writes, because the file is locked until it is dropped.
pub struct ReportFile {
    option: &'static str,
    path: PathBuf,
    file: File,
    /// How many finished lines were kept when it was opened.
    pub kept: u64,
    /// The bytes of these lines. What comes after them is there until the first line is appended.
    end: u64,
    appended: bool,
}

impl ReportFile {
    /// Opens the report that an option names, or creates it. With `resume` its finished lines
    /// are kept. What is not kept is lost with the first line that is appended, not before: a run
    /// that comes to nothing leaves the report of an earlier one as it was.
    ///
    /// # Errors
    /// When it is one of the inputs, a file that is no report, or written by another run, when it
    /// has rows that would be lost without `--force`, or when the system refuses.
    pub fn open(
        option: &'static str,
        path: &Path,
        outputs: &Outputs,
        resume: bool,
    ) -> Result<ReportFile> {
        let name = path.display().to_string();
        outputs.refuse_input(option, path)?;
        let cannot = |error: std::io::Error| cannot_write(option, path, &error);
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(message!(
                "{name}: is no file, and a report is read again",
                "{name}：ファイルではない。報告は読み返される",
                name
            )
            .into());
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(cannot)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(message!(
                    "{name}: another run is writing this report",
                    "{name}：別の実行がこの報告に書いている",
                    name
                )
                .into());
            }
            // Some file systems have no locks, and then the report is written without one.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut rows = Rows::new(&file, path);
        while rows.next()?.is_some() {}
        if rows.count > 0 && !resume && !outputs.replaces() {
            return Err(message!(
                "{name}: is the report of an earlier run; go on with it with --resume, or add \
                 --force to replace it",
                "{name}：前回の報告がある。--resume で続けるか、--force を加えて置き換える",
                name
            )
            .into());
        }
        let end = match resume {
            true => rows.end,
            false => 0,
        };
        let kept = match resume {
            true => rows.count,
            false => 0,
        };
        Ok(ReportFile {
            option,
            path: path.to_path_buf(),
            file,
            kept,
            end,
            appended: false,
        })
    }

    /// The rows that were kept, from the first one on.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn rows(&mut self) -> Result<Rows<impl Read>> {
        let start = self.file.seek(SeekFrom::Start(0));
        start.map_err(|error| cannot_read(&self.path, &error))?;
        Ok(Rows::new((&self.file).take(self.end), &self.path))
    }

    /// Appends a line, which ends in a line feed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, line: &str) -> Result<(), Message> {
        let mut written = || {
            if !std::mem::replace(&mut self.appended, true) {
                self.file.set_len(self.end)?;
            }
            self.file.seek(SeekFrom::End(0))?;
            self.file.write_all(line.as_bytes())
        };
        let cannot = |error| cannot_write(self.option, &self.path, &error);
        written().map_err(cannot)
    }
}

/// The error about a file that could not be read.
pub fn cannot_read(path: &Path, error: &std::io::Error) -> Message {
    message!(
        "{name}: cannot be read: {error}",
        "{name}：読めない：{error}",
        name = path.display().to_string(),
        error = error.to_string()
    )
}

/// Why a line is no row. The parser's reason is in English, so the Japanese text gives only the
/// place.
pub fn no_row(why: &serde_json::Error) -> Message {
    let japanese = format!("{}桁目を読めない", why.column());
    Message::new(why.to_string(), japanese)
}

/// Reads the finished lines of a report, one after the other.
pub struct Rows<R: Read> {
    path: PathBuf,
    reader: BufReader<R>,
    line: Vec<u8>,
    /// How many rows were read.
    pub count: u64,
    /// The bytes of the file up to the end of the last row that was read.
    end: u64,
}

impl Rows<File> {
    /// Opens a report; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> Result<Option<Rows<File>>> {
        match File::open(path) {
            Ok(file) => Ok(Some(Rows::new(file, path))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(cannot_read(path, &error).into()),
        }
    }
}

impl<R: Read> Rows<R> {
    fn new(file: R, path: &Path) -> Rows<R> {
        Rows {
            path: path.to_path_buf(),
            reader: BufReader::with_capacity(1 << 16, file),
            line: Vec::new(),
            count: 0,
            end: 0,
        }
    }

    /// The line that was read last, with its line feed.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.line).into_owned()
    }

    /// The row of the next finished line; `None` at the end of the file, and at a part of a
    /// line there.
    ///
    /// # Errors
    /// When the file cannot be read, or is no report.
    pub fn next(&mut self) -> Result<Option<Row>> {
        let fits = read_line(&mut self.reader, &mut self.line);
        let fits = fits.map_err(|error| cannot_read(&self.path, &error))?;
        if fits && self.line.is_empty() {
            return Ok(None);
        }
        let finished = self.line.last() == Some(&b'\n');
        let read = serde_json::from_slice::<Row>(&self.line);
        let why = match read {
            Ok(row) if finished => {
                self.count += 1;
                self.end += self.line.len() as u64;
                return Ok(Some(row));
            }
            Ok(_) => return Ok(None),
            Err(why) => why,
        };
        let is_last = self.reader.fill_buf().is_ok_and(<[u8]>::is_empty);
        let is_piece = match self.count {
            // Without a row before it, only a beginning of a row shows that this is a report.
            0 => {
                let length = self.line.len().min(BEGINNING.len());
                !finished && why.is_eof() && self.line[..length] == BEGINNING[..length]
            }
            // After a power cut the last line may be damaged as well as cut.
            _ => true,
        };
        if fits && is_last && is_piece {
            return Ok(None);
        }
        Err(message!(
            "{name}:{line}: not a line of a tsumi verify report: {why}",
            "{name} {line}行目：tsumi verify の報告の行ではない：{why}",
            name = self.path.display().to_string(),
            line = self.count + 1,
            why = no_row(&why)
        )
        .into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &[u8]) -> Result<(u64, u64), String> {
        let mut rows = Rows::new(text, Path::new("r"));
        loop {
            match rows.next() {
                Ok(Some(_)) => {}
                Ok(None) => return Ok((rows.count, rows.end)),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    #[test]
    fn only_a_piece_of_a_report_is_cut_off() {
        let row = serde_json::to_string(&Row::empty("a.sfen", 1, "mate")).unwrap() + "\n";
        let length = row.len() as u64;
        assert_eq!(ends(b""), Ok((0, 0)));
        assert_eq!(ends(row.as_bytes()), Ok((1, length)));
        for cut in 1..row.len() {
            assert_eq!(ends(&row.as_bytes()[..cut]), Ok((0, 0)), "{cut}");
            let two = row.clone() + &row[..cut];
            assert_eq!(ends(two.as_bytes()), Ok((1, length)), "{cut}");
        }
        assert_eq!(ends((row.clone() + "\0\0\0").as_bytes()), Ok((1, length)));
        let mate = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        for other in [
            mate,
            "{\"schema\":1}",
            "{\"schema\":1}\n",
            "\n",
            "\0",
            "{\"id\":",
        ] {
            let error = ends(other.as_bytes()).unwrap_err();
            assert!(error.starts_with("r:1: not a line of"), "{error}");
            let between = row.clone() + other + "\n" + &row;
            assert!(ends(between.as_bytes()).is_err());
        }
    }
}
