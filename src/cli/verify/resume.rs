//! The report file, and going on where it ends.
//!
//! A line is written and flushed whole when a problem is finished, in the order of
//! the collection. So after a crash, a power cut or a kill the file is a beginning
//! of the full report, perhaps with a piece of a line at its end; the piece is cut
//! off, and the problems of the lines before it are not taken up again.

use super::row::Row;
use anyhow::{Context, Result, bail};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// A line longer than this was not written by tsumi.
const LONGEST: usize = 1 << 28;

/// Reads the finished lines of a report, one after the other.
pub struct Rows {
    name: String,
    reader: BufReader<File>,
    line: Vec<u8>,
    /// Lines read, and the bytes up to their end.
    pub count: u64,
    pub end: u64,
}

impl Rows {
    /// Opens a report; `None` when there is none yet.
    pub fn open(path: &Path) -> Result<Option<Rows>> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => {
                return Err(e).with_context(|| format!("{}: cannot be read", path.display()));
            }
        };
        Ok(Some(Rows {
            name: path.display().to_string(),
            reader: BufReader::with_capacity(1 << 16, file),
            line: Vec::new(),
            count: 0,
            end: 0,
        }))
    }

    /// The line that was read last, with its end.
    pub fn raw(&self) -> &[u8] {
        &self.line
    }

    /// The next finished line; `None` at the end or before a piece of a line.
    pub fn next(&mut self) -> Result<Option<Row>> {
        self.line.clear();
        let name = &self.name;
        let used = self
            .reader
            .read_until(b'\n', &mut self.line)
            .with_context(|| format!("{name}: cannot be read"))?;
        if self.line.last() != Some(&b'\n') || used > LONGEST {
            return Ok(None);
        }
        match serde_json::from_slice(&self.line) {
            Ok(row) => {
                self.count += 1;
                self.end += used as u64;
                Ok(Some(row))
            }
            // The last line may be damaged as well as cut.
            Err(_) if self.reader.fill_buf().is_ok_and(<[u8]>::is_empty) => Ok(None),
            Err(error) => bail!(
                "{name}:{}: not a line of a tsumi verify report: {error}",
                self.count + 1
            ),
        }
    }
}

/// Opens a report to write on at `end`, with what follows cut off.
pub fn append(path: &Path, end: u64) -> Result<File> {
    let open = || -> std::io::Result<File> {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    };
    open().with_context(|| format!("{}: cannot be written", path.display()))
}
