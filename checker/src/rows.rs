//! Are the rows of a report proved by certificates?
//!
//! `tsumi verify --certificates DIR` writes into the folder, beside the certificates, a text
//! `rows.txt` with what it says of every problem (docs/certificate.md describes it). Which
//! claims a status needs is decided here: what a row says of its own proofs counts for nothing.
use crate::board::{Color, Position};
use crate::conventional::is_mate;
use crate::minor::is_minor;
use crate::notation::{self, number};
use crate::read::Lines;
use crate::rules::{self, after};
use crate::shown::Shown;
use crate::{Rejected, Verified};
use std::collections::HashMap;
use std::fmt;
use std::io::BufRead;

/// The name of the text in its folder.
pub const FILE: &str = "rows.txt";
/// Bytes a line may have, its end included. The longest that `tsumi verify` writes holds the name
/// of a problem, which it has read from a line of at most 1 MiB.
const LONGEST: u64 = 4 << 20;

/// What a report says of one problem.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) position: String,
    pub(crate) attacker: String,
    /// What was found to be: `mate`, `nomate` or `unknown`.
    pub(crate) result: String,
    /// The declared plies by convention, and with every interposition counted.
    pub(crate) plies: Option<u32>,
    pub(crate) raw_plies: Option<u32>,
    /// True when the plies by convention count every interposition in this report.
    pub(crate) is_raw: bool,
    pub(crate) declared_line: String,
    /// The line along which other mates were looked for, which may be the declared one.
    pub(crate) line: String,
    pub(crate) looked: Looked,
    /// Other checks that mate and that custom allows, each with its ply: `3:G*2b`.
    pub(crate) allowed: Vec<String>,
    /// Other checks that are not decided, each with its ply, and some with the plies within which
    /// they do not mate: `3:G*2b>15`.
    pub(crate) open: Vec<String>,
    pub(crate) status: Vec<String>,
    /// The certificate of the position.
    pub(crate) proof: Option<String>,
    /// A ply of the line, and the certificate of the position before it.
    pub(crate) outlasted: Option<(u32, String)>,
    /// A ply of the line, another check there, and the certificate of the position after it.
    pub(crate) cooks: Vec<(u32, String, String)>,
    /// What the lines read so far begin with.
    words: Vec<String>,
}

/// Where other mates were looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Looked {
    /// Nowhere: it is a position of a game, or nobody asked.
    Nowhere,
    /// At the first move.
    First,
    /// At all moves but the last, where custom allows them. A row that does not say where has
    /// to prove this.
    #[default]
    Line,
    /// At all moves, and nothing is allowed.
    Everywhere,
}

/// Something that a row says and that no certificate shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// That there is no mate (不詰).
    NoMate,
    /// That there is one.
    Mate,
    /// The declared number of plies.
    Length,
    /// That no other check mates (余詰のないこと).
    OnlyMate,
    /// A mate in fewer plies than declared (早詰).
    Shorter,
    /// A defence that lasts longer than declared (変化長手数).
    Longer,
    /// Another mate (余詰).
    Cook,
    /// That the declared line does not mate.
    LineFails,
    /// That the declared line mates.
    Line,
    /// What the attacker has left in hand at the end (駒余り).
    Leftover,
    /// That an open check does not mate within a number of plies.
    Open,
    /// A status that this checker does not know.
    Unknown,
}

impl fmt::Display for Lacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lacks::NoMate => "no mate",
            Lacks::Mate => "the mate",
            Lacks::Length => "the length",
            Lacks::OnlyMate => "that no other check mates",
            Lacks::Shorter => "the shorter mate",
            Lacks::Longer => "the longer defence",
            Lacks::Cook => "another mate",
            Lacks::LineFails => "that the declared line does not mate",
            Lacks::Line => "a declared line that mates",
            Lacks::Leftover => "the pieces left in hand",
            Lacks::Open => "that the open checks do not mate sooner",
            Lacks::Unknown => "a status that is unknown here",
        })
    }
}

/// The rows of a report.
#[derive(Debug)]
pub struct Rows(Vec<Row>);

/// How many rows are proved.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// All rows.
    pub rows: usize,
    /// Rows of which everything is proved.
    pub proved: usize,
    /// Rows that have no answer or leave something open, with the rest proved.
    pub open: usize,
    /// The names of the others, and the first thing that each of them lacks.
    pub lacking: Vec<(String, Lacks)>,
}

/// `proved 69 of 100 rows; 24 with something open`
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "proved {} of {} rows", self.proved, self.rows)?;
        match self.open {
            0 => Ok(()),
            open => write!(f, "; {open} with something open"),
        }
    }
}

impl Rows {
    /// Reads the rows of a report.
    ///
    /// # Errors
    /// At the first line that cannot be read; when there are no rows, or the last line does not
    /// tell their number: the report was not finished.
    pub fn read(input: impl BufRead) -> Result<Rows, Rejected> {
        let mut rows: Vec<Row> = Vec::new();
        let mut ended = false;
        let mut lines = Lines::new(input, LONGEST);
        loop {
            let line = lines.next();
            let Some(line) = line.map_err(|why| Rejected::at(lines.number, why))? else {
                break;
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let known = match (lines.number, word) {
                _ if ended => false,
                (1, _) => line == "tsumi-rows 1",
                (_, "row") => {
                    rows.push(Row {
                        name: rest.into(),
                        ..Row::default()
                    });
                    true
                }
                (_, "end") => {
                    ended = true;
                    number(rest) == u32::try_from(rows.len()).ok()
                }
                _ => rows.last_mut().and_then(|r| r.set(word, rest)).is_some(),
            };
            if !known {
                let why = "not a line of a list of rows";
                return Err(Rejected::at(lines.number, why));
            }
        }
        if !ended || rows.is_empty() {
            let why = "the list of rows has no end, or no row";
            return Err(Rejected::at(lines.number, why));
        }
        Ok(Rows(rows))
    }

    /// The files of certificates that the rows name. None of them lies outside the folder.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|row| {
            let outlasted = row.outlasted.iter().map(|(_, file)| file);
            let cooks = row.cooks.iter().map(|(_, _, file)| file);
            let files = row.proof.iter().chain(outlasted).chain(cooks);
            files.map(String::as_str)
        })
    }

    /// Judges the rows by certificates that were accepted: each by the name of its file.
    pub fn judge(&self, accepted: &HashMap<String, Verified>) -> Judged {
        let mut judged = Judged {
            rows: self.0.len(),
            ..Judged::default()
        };
        for row in &self.0 {
            let shown = Shown::new(row, accepted);
            let open = ["undecided", "error"].map(str::to_string);
            let lacks = row.status.iter().find_map(|status| shown.lacks(status));
            let lacks = lacks.or(shown.lacks_of_result());
            match lacks.or(shown.lacks_of_open_checks()) {
                Some(lacks) => judged.lacking.push((row.name.clone(), lacks)),
                None if row.status.iter().any(|s| open.contains(s)) => judged.open += 1,
                None if row.status.is_empty() || row.is_unreadable() => judged.open += 1,
                None => judged.proved += 1,
            }
        }
        judged
    }
}

impl Row {
    /// Takes a line of the row; none when it is not one.
    fn set(&mut self, word: &str, rest: &str) -> Option<()> {
        // Of two lines that say different things only one could be proved; but a row may have several cooks.
        if word != "cook" && self.words.iter().any(|other| other == word) {
            return None;
        }
        self.words.push(word.into());
        let words = || rest.split(' ').map(str::to_string).collect();
        match word {
            "position" => self.position = rest.into(),
            "attacker" => self.attacker = rest.into(),
            "result" => self.result = rest.into(),
            "declared" => self.plies = Some(number(rest)?),
            "declared-raw" => self.raw_plies = Some(number(rest)?),
            "counts" if rest == "every-ply" => self.is_raw = true,
            "declared-line" => self.declared_line = rest.into(),
            "line" => self.line = rest.into(),
            "looked" => {
                self.looked = match rest {
                    "nowhere" => Looked::Nowhere,
                    "first" => Looked::First,
                    "line" => Looked::Line,
                    "everywhere" => Looked::Everywhere,
                    _ => return None,
                }
            }
            "allowed" => self.allowed = words(),
            "open" => self.open = words(),
            "status" => self.status = words(),
            "proof" => self.proof = Some(file(rest)?),
            "outlasted" => {
                let (ply, name) = rest.split_once(' ')?;
                self.outlasted = Some((ply_number(ply)?, file(name)?));
            }
            "cook" => {
                let (ply, rest) = rest.split_once(' ')?;
                let (mv, name) = rest.split_once(' ')?;
                self.cooks.push((ply_number(ply)?, mv.into(), file(name)?));
            }
            _ => return None,
        }
        Some(())
    }

    /// The position after the first moves of the line, which has so many, and perhaps another one.
    pub(crate) fn position_after(&self, moves: usize, other: Option<&str>) -> Option<Position> {
        let first: Vec<&str> = words(&self.line).take(moves).collect();
        let first = (first.len() == moves).then_some(first)?.into_iter();
        play(notation::position(&self.position)?, first.chain(other))
    }

    /// Does a line mate? Its moves are legal, those of the attacker give check, and at its end the
    /// defender has no reply, or futile interpositions only, where they do not count in this report.
    /// `None` where the position cannot be read.
    pub(crate) fn mates(&self, line: &str) -> Option<bool> {
        let mut position = notation::position(&self.position)?;
        let mut attacks = self.attacks();
        for word in words(line) {
            let Some(next) = play(position, [word].into_iter()) else {
                return Some(false);
            };
            if attacks && !rules::is_in_check(&next, next.turn) {
                return Some(false);
            }
            (position, attacks) = (next, !attacks);
        }
        let is_over = match self.is_raw {
            true => rules::legal_moves(&position).is_empty(),
            false => is_mate(&position),
        };
        Some(!attacks && is_over)
    }

    /// Does the declared line mate, after the declared number of plies if one is declared? `None` where
    /// the position cannot be read.
    pub(crate) fn declared_line_holds(&self) -> Option<bool> {
        let line = &self.declared_line;
        let has_plies = |plies| words(line).count() == plies as usize;
        Some(self.mates(line)? && self.plies.is_none_or(has_plies))
    }

    /// Is the line, along which other mates were looked for, a mate and the declared one, if any
    /// is declared?
    pub(crate) fn has_line(&self) -> bool {
        let declared = self.declared_line.is_empty() || self.line == self.declared_line;
        declared && !self.line.is_empty() && self.mates(&self.line) == Some(true)
    }

    /// Are all of the other mates that custom is said to allow such as it allows (非限定)?
    pub(crate) fn allows_minor_ones_only(&self) -> bool {
        self.allowed.iter().all(|word| {
            let parts = word.split_once(':');
            parts.is_some_and(|(ply, mv)| ply_number(ply).is_some_and(|n| self.is_minor(n, mv)))
        })
    }

    /// Does a check at a ply of the line differ from the line's in promotion or distance alone?
    pub(crate) fn is_minor(&self, ply: u32, mv: &str) -> bool {
        let before = ply as usize - 1;
        let differs = || {
            let intended = notation::usi(words(&self.line).nth(before)?)?;
            let position = self.position_after(before, None)?;
            Some(is_minor(&position, intended, notation::usi(mv)?))
        };
        differs() == Some(true)
    }

    /// Is the line of a declaration one that could not be read, of which nothing is shown?
    pub(crate) fn is_unreadable(&self) -> bool {
        self.declared_line == "?"
    }

    /// Does the attacker move first?
    pub(crate) fn attacks(&self) -> bool {
        let position = notation::position(&self.position);
        position.is_some_and(|p| color(p.turn) == self.attacker)
    }

    /// Is move `number` of the line, from 1, the defender's?
    pub(crate) fn is_reply(&self, number: usize) -> bool {
        number.is_multiple_of(2) == self.attacks()
    }
}

/// The number of a ply, from 1.
fn ply_number(text: &str) -> Option<u32> {
    number(text).filter(|&ply| ply > 0)
}

/// A file in the folder.
fn file(name: &str) -> Option<String> {
    let inside = !name.is_empty() && !name.contains(['/', '\\']);
    inside.then(|| name.into())
}

pub(crate) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(' ').filter(|word| !word.is_empty())
}

/// The position after these moves; none when one of them is not legal.
pub(crate) fn play<'a>(
    position: Position,
    moves: impl Iterator<Item = &'a str>,
) -> Option<Position> {
    let mut position = position;
    for word in moves {
        let mv = notation::usi(word).filter(|&mv| rules::is_legal(&position, mv))?;
        position = after(&position, mv);
    }
    Some(position)
}
