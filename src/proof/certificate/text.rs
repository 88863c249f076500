//! From a certificate to its text.

use super::{Certificate, Claim};
use crate::base::names;
use crate::shogi::{Hand, Kind};
use shogi_core::{Move, ToUsi};
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::path::Path;

/// The kinds of a hand in the order of an SFEN, with their letters.
pub(super) const HAND_LETTERS: [(Kind, char); 7] = [
    (Kind::Rook, 'R'),
    (Kind::Bishop, 'B'),
    (Kind::Gold, 'G'),
    (Kind::Silver, 'S'),
    (Kind::Knight, 'N'),
    (Kind::Lance, 'L'),
    (Kind::Pawn, 'P'),
];

impl Certificate {
    /// The text as a stream: `read` and `read_line` make it line by line, so that the
    /// whole of it need not be in memory.
    pub fn reader(&self) -> impl BufRead {
        Reader {
            lines: self.lines(),
            line: Vec::new(),
            read: 0,
        }
    }

    /// Writes the text to a file.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write_file(&self, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        io::copy(&mut self.reader(), &mut file)?;
        file.flush()
    }

    /// The lines of the text, each with its line feed; the first one is the head up to the
    /// entries, which is several.
    fn lines(&self) -> impl Iterator<Item = String> {
        let mates = self.mate_entries().map(|entry| {
            let (board, hand, mv) = (entry.board, hand(entry.hand), usi(entry.mv));
            format!("{board} {hand} {mv} {}\n", entry.distance)
        });
        let nomates = self.nomate_entries().map(|entry| {
            let mut line = format!("{} {}", entry.board, hand(entry.hand));
            for &(check, reply) in &entry.replies {
                let _ = write!(line, " {}:{}", usi(check), usi(reply));
            }
            line.push('\n');
            line
        });
        let head = std::iter::once(self.head());
        let end = std::iter::once("end\n".to_string());
        head.chain(mates).chain(nomates).chain(end)
    }

    fn head(&self) -> String {
        let mut head = format!(
            "tsumi-certificate 1\nposition {}\nattacker {}\nclaim {}\n",
            self.position.to_sfen_owned(),
            names::color(self.attacker),
            self.claim,
        );
        if let Claim::NoMate { reply: Some(reply) } = self.claim {
            let _ = writeln!(head, "reply {}", usi(reply));
        }
        let _ = writeln!(head, "entries {}", self.len());
        head
    }
}

/// The text of the format.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().try_for_each(|line| f.write_str(&line))
    }
}

fn usi(mv: Move) -> String {
    mv.to_usi_owned()
}

/// A hand in capitals, whichever side holds it.
fn hand(hand: Hand) -> String {
    let mut out = String::new();
    for (kind, letter) in HAND_LETTERS {
        match hand.count(kind) {
            0 => {}
            1 => out.push(letter),
            n => {
                let _ = write!(out, "{n}{letter}");
            }
        }
    }
    if out.is_empty() { "-".into() } else { out }
}

/// Lines as a stream of bytes.
struct Reader<I> {
    lines: I,
    line: Vec<u8>,
    /// Bytes of the line that were taken.
    read: usize,
}

impl<I: Iterator<Item = String>> BufRead for Reader<I> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            self.line = self.lines.next().unwrap_or_default().into_bytes();
            self.read = 0;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl<I: Iterator<Item = String>> Read for Reader<I> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let n = ready.len().min(out.len());
        out[..n].copy_from_slice(&ready[..n]);
        self.consume(n);
        Ok(n)
    }
}
