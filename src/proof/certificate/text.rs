//! From a certificate to its text.

use super::packed::Record;
use super::{All, Certificate, Claim, EVER, EntryKind};
use crate::base::names;
use crate::shogi::{Hand, Kind};
use shogi_core::{Color, Move, ToUsi};
use std::fmt::{self, Write as _};
use std::io::{self, BufRead, Read};

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
            ready: String::new(),
            read: 0,
        }
    }

    fn lines(&self) -> Lines<'_> {
        Lines {
            certificate: self,
            version_1: self.is_version_1(),
            next: Next::Head,
        }
    }
}

/// The text of the format.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut lines, mut ready) = (self.lines(), String::new());
        while lines.put_next(&mut ready).map_err(|_| fmt::Error)? {
            f.write_str(&ready)?;
            ready.clear();
        }
        Ok(())
    }
}

/// The text, part by part.
struct Lines<'a> {
    certificate: &'a Certificate,
    version_1: bool,
    next: Next<'a>,
}

/// The part of the text that comes next.
enum Next<'a> {
    /// All lines before the entries.
    Head,
    /// The next of these entries, or the last line when none is left.
    Entry(All<'a>),
    Nothing,
}

impl Lines<'_> {
    /// Adds the next part to `out`; false when there is none.
    fn put_next(&mut self, out: &mut String) -> io::Result<bool> {
        match &mut self.next {
            Next::Head => {
                self.put_head(out);
                self.next = Next::Entry(self.certificate.all());
            }
            Next::Entry(records) => match records.next()? {
                Some(record) => {
                    put_entry(&record, self.certificate.attacker, self.version_1, out);
                }
                None => {
                    out.push_str("end\n");
                    self.next = Next::Nothing;
                }
            },
            Next::Nothing => return Ok(false),
        }
        Ok(true)
    }

    fn put_head(&self, out: &mut String) {
        let certificate = self.certificate;
        let _ = write!(
            out,
            "tsumi-certificate {}\nposition {}\nattacker {}\n",
            if self.version_1 { 1 } else { 2 },
            certificate.position.to_sfen_owned(),
            names::color(certificate.attacker),
        );
        for claim in &certificate.claims {
            let _ = writeln!(out, "claim {claim}");
        }
        if let ([Claim::NoMate { reply: Some(reply) }], true) =
            (&certificate.claims[..], self.version_1)
        {
            out.push_str("reply ");
            put_move(*reply, out);
            out.push('\n');
        }
        let _ = writeln!(out, "entries {}", certificate.len());
    }
}

/// An entry, where `side` gives check.
fn put_entry(record: &Record<'_>, side: Color, version_1: bool, out: &mut String) {
    if !version_1 {
        out.push_str(record.kind.word());
        out.push(' ');
    }
    let _ = record.board().write(out);
    out.push(' ');
    put_hand(record.hand, out);
    match record.kind {
        EntryKind::Mate | EntryKind::Within | EntryKind::Leaves | EntryKind::Spares => {
            out.push(' ');
            put_move(record.move_at(0, side), out);
            let _ = match (record.kind, record.plies) {
                (EntryKind::Spares, 0) => write!(out, " never"),
                (_, plies) => write!(out, " {plies}"),
            };
        }
        EntryKind::Mated => {
            let _ = write!(out, " {}", record.plies);
        }
        EntryKind::Lasts => {
            let _ = write!(out, " {} ", record.plies);
            put_move(record.move_at(0, side.flip()), out);
        }
        EntryKind::Longer
        | EntryKind::Spends
        | EntryKind::Beyond
        | EntryKind::BeyondExact
        | EntryKind::Besides => {
            match record.plies {
                EVER if version_1 => {}
                EVER => out.push_str(" ever"),
                plies => {
                    let _ = write!(out, " {plies}");
                }
            }
            for (check, reply) in record.pairs(side) {
                out.push(' ');
                put_move(check, out);
                out.push(':');
                put_move(reply, out);
            }
        }
    }
    out.push('\n');
}

/// A move in USI. Writing to a `String` cannot fail.
fn put_move(mv: Move, out: &mut String) {
    let _ = mv.to_usi(out);
}

/// A hand in capitals, whichever side holds it.
fn put_hand(hand: Hand, out: &mut String) {
    if hand.is_empty() {
        out.push('-');
    }
    for (kind, letter) in HAND_LETTERS {
        let count = hand.count(kind);
        if count > 1 {
            let _ = write!(out, "{count}");
        }
        if count > 0 {
            out.push(letter);
        }
    }
}

/// The text as a stream.
struct Reader<'a> {
    lines: Lines<'a>,
    /// The part being read, and how many of its bytes were taken.
    ready: String,
    read: usize,
}

impl BufRead for Reader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.ready.len() {
            self.ready.clear();
            self.read = 0;
            self.lines.put_next(&mut self.ready)?;
        }
        Ok(&self.ready.as_bytes()[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let n = ready.len().min(out.len());
        out[..n].copy_from_slice(&ready[..n]);
        self.consume(n);
        Ok(n)
    }
}
