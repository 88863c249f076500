//! Are the rows of a report proved by certificates?
//!
//! `tsumi verify --certificates DIR` writes into the folder, beside the certificates, a text
//! `rows.txt` with what it says of every problem (docs/certificate.md describes it). Which
//! claims a status needs is decided here: what a row says of its own proofs counts for nothing.
use crate::board::{Color, Position};
use crate::conventional::is_normal;
use crate::notation::{self, number};
use crate::read::Lines;
use crate::rules::{self, after};
use crate::{Claim, Rejected, Verified};
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
struct Row {
    name: String,
    position: String,
    attacker: String,
    /// What was found to be: `mate`, `nomate` or `unknown`.
    result: String,
    /// The declared plies by convention, and with every interposition counted.
    plies: Option<u32>,
    raw_plies: Option<u32>,
    /// True when the plies by convention count every interposition in this report.
    is_raw: bool,
    declared_line: String,
    /// The line along which other mates were looked for, which may be the declared one.
    line: String,
    looked: Looked,
    /// Other checks that mate and that custom allows, each with its ply: `3:G*2b`.
    allowed: Vec<String>,
    /// Other checks that are not decided, each with its ply, and some with the plies within which
    /// they do not mate: `3:G*2b>15`.
    open: Vec<String>,
    status: Vec<String>,
    /// The certificate of the position.
    proof: Option<String>,
    /// A ply of the line, and the certificate of the position before it.
    outlasted: Option<(u32, String)>,
    /// A ply of the line, another check there, and the certificate of the position after it.
    cooks: Vec<(u32, String, String)>,
}

/// Where other mates were looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Looked {
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
            match lacks.or(shown.lacks_of_open_checks()) {
                Some(lacks) => judged.lacking.push((row.name.clone(), lacks)),
                None if row.status.iter().any(|s| open.contains(s)) => judged.open += 1,
                None if row.status.is_empty() => judged.open += 1,
                None => judged.proved += 1,
            }
        }
        judged
    }
}

impl Row {
    /// Takes a line of the row; none when it is not one.
    fn set(&mut self, word: &str, rest: &str) -> Option<()> {
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
                self.outlasted = Some((number(ply)?, file(name)?));
            }
            "cook" => {
                let (ply, rest) = rest.split_once(' ')?;
                let (mv, name) = rest.split_once(' ')?;
                self.cooks.push((number(ply)?, mv.into(), file(name)?));
            }
            _ => return None,
        }
        Some(())
    }

    /// The position after the first moves of the line and perhaps another one.
    fn position_after(&self, moves: usize, other: Option<&str>) -> Option<Position> {
        let first = words(&self.line).take(moves);
        play(notation::position(&self.position)?, first.chain(other))
    }

    /// Does the attacker move first?
    fn attacks(&self) -> bool {
        let position = notation::position(&self.position);
        position.is_some_and(|p| color(p.turn) == self.attacker)
    }

    /// Is move `number` of the line, from 1, the defender's?
    fn is_reply(&self, number: usize) -> bool {
        number.is_multiple_of(2) == self.attacks()
    }
}

/// A file in the folder.
fn file(name: &str) -> Option<String> {
    let inside = !name.is_empty() && !name.contains(['/', '\\']);
    inside.then(|| name.into())
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(' ').filter(|word| !word.is_empty())
}

/// The position after these moves; none when one of them is not legal.
fn play<'a>(position: Position, moves: impl Iterator<Item = &'a str>) -> Option<Position> {
    let mut position = position;
    for word in moves {
        let mv = notation::usi(word).filter(|&mv| rules::is_legal(&position, mv))?;
        position = after(&position, mv);
    }
    Some(position)
}

/// A row, and what its certificates claim.
struct Shown<'a> {
    row: &'a Row,
    /// The claims of the position's certificate.
    claims: &'a [Claim],
    accepted: &'a HashMap<String, Verified>,
}

impl<'a> Shown<'a> {
    fn new(row: &'a Row, accepted: &'a HashMap<String, Verified>) -> Shown<'a> {
        let claims = &[];
        let mut shown = Shown {
            row,
            claims,
            accepted,
        };
        if let Some(file) = &row.proof {
            shown.claims = shown.claims_of(file, row.position_after(0, None));
        }
        shown
    }

    /// The claims of a certificate, if it was accepted and is about this position.
    fn claims_of(&self, file: &str, position: Option<Position>) -> &'a [Claim] {
        let about = |verified: &&Verified| {
            color(verified.attacker) == self.row.attacker
                && position.is_some()
                && notation::position(&verified.position) == position
        };
        let verified = self.accepted.get(file).filter(about);
        verified.map_or(&[], |verified| &verified.claims)
    }

    /// What no certificate shows of this status.
    fn lacks(&self, status: &str) -> Option<Lacks> {
        let lacks = |shown: bool, what| (!shown).then_some(what);
        match status {
            "undecided" | "error" => None,
            "ok" => self.lacks_of_ok(),
            "mate" => lacks(is_mate(self.claims), Lacks::Mate),
            "nomate" => lacks(self.claims.contains(&Claim::NoMate), Lacks::NoMate),
            "shorter" => lacks(self.is_shorter(), Lacks::Shorter),
            "longer" => lacks(self.lasts_longer(), Lacks::Longer),
            "longer-left" if !self.lasts_longer() => Some(Lacks::Longer),
            "longer-left" => lacks(self.is_as_declared_with_nothing_left(), Lacks::Leftover),
            "cooked" => lacks(self.is_cooked(), Lacks::Cook),
            "line-fails" => lacks(self.line_fails(), Lacks::LineFails),
            "leftover" => lacks(self.is_leftover(), Lacks::Leftover),
            _ => Some(Lacks::Unknown),
        }
    }

    fn lasts_longer(&self) -> bool {
        self.is_longer() || self.is_outlasted()
    }

    /// Is the length with nothing left the declared one?
    fn is_as_declared_with_nothing_left(&self) -> bool {
        let has = |claim| self.claims.contains(&claim);
        let is_most = |n| has(Claim::Spares(n)) || has(Claim::Leaves(n + 2));
        let declared = self.row.plies.filter(|_| !self.row.is_raw);
        declared.is_some_and(|n| has(Claim::Spends(n)) && is_most(n))
    }

    /// Do all defences that last longest leave pieces?
    fn is_leftover(&self) -> bool {
        let by_convention = !self.row.is_raw;
        by_convention
            && self.claims.iter().any(|claim| match *claim {
                Claim::Leaves(n) => n < 2 || is_beyond(self.claims, n - 2, false),
                _ => false,
            })
    }

    /// What is declared holds, and no other check mates where other mates were looked for.
    fn lacks_of_ok(&self) -> Option<Lacks> {
        let row = self.row;
        if row.result == "nomate" {
            return (!self.claims.contains(&Claim::NoMate)).then_some(Lacks::NoMate);
        }
        let exact = |plies: Option<u32>, raw| plies.is_none_or(|n| is_exactly(self.claims, n, raw));
        if !exact(row.plies, row.is_raw) || !exact(row.raw_plies, true) {
            return Some(Lacks::Length);
        }
        if row.looked != Looked::Nowhere && !self.is_only_mate(&[]) {
            return Some(Lacks::OnlyMate);
        }
        (!is_mate(self.claims)).then_some(Lacks::Mate)
    }

    fn is_shorter(&self) -> bool {
        let less = |plies: Option<u32>, raw| {
            plies.is_some_and(|n| n >= 2 && is_within(self.claims, n - 2, raw))
        };
        less(self.row.plies, self.row.is_raw) || less(self.row.raw_plies, true)
    }

    fn is_longer(&self) -> bool {
        let more = |plies: Option<u32>, raw| plies.is_some_and(|n| is_beyond(self.claims, n, raw));
        more(self.row.plies, self.row.is_raw) || more(self.row.raw_plies, true)
    }

    /// Does another reply than that of the declared line at some ply outlast it?
    fn is_outlasted(&self) -> bool {
        let row = self.row;
        let (Some((ply, file)), Some(plies)) = (&row.outlasted, row.plies) else {
            return false;
        };
        let (ply, before) = (*ply, (*ply as usize).saturating_sub(1));
        let claims = self.claims_of(file, row.position_after(before, None));
        row.line == row.declared_line
            && row.is_reply(ply as usize)
            && (plies + 1)
                .checked_sub(ply)
                .is_some_and(|left| is_beyond(claims, left, row.is_raw))
    }

    /// Does a check that is not the line's mate?
    fn is_cooked(&self) -> bool {
        let row = self.row;
        row.cooks.iter().any(|(ply, mv, file)| {
            let before = (*ply as usize).saturating_sub(1);
            let other = !row.allowed.contains(&format!("{ply}:{mv}"))
                && words(&row.line).nth(before) != Some(mv)
                && !row.is_reply(*ply as usize);
            other && is_mate(self.claims_of(file, row.position_after(before, Some(mv))))
        })
    }

    /// Does the declared line hold an illegal move or an attacker's move without check, or end
    /// where the defender has a move that is no interposition a checker from afar could capture?
    /// That is seen without a certificate. (`?` stands for a move that could not be read.)
    fn line_fails(&self) -> bool {
        let row = self.row;
        let Some(mut position) = notation::position(&row.position) else {
            return false;
        };
        let mut attacks = row.attacks();
        for word in words(&row.declared_line) {
            let Some(next) = play(position, [word].into_iter()) else {
                return true;
            };
            if attacks && !rules::is_in_check(&next, next.turn) {
                return true;
            }
            (position, attacks) = (next, !attacks);
        }
        let mut replies = rules::legal_moves(&position).into_iter();
        !row.declared_line.is_empty()
            && (attacks || replies.any(|reply| is_normal(&position, reply)))
    }

    /// What is said of the length of open checks needs that nothing else mates, too.
    fn lacks_of_open_checks(&self) -> Option<Lacks> {
        let open = &self.row.open;
        let says_more = open.iter().any(|check| check.contains('>'));
        (says_more && !self.is_only_mate(open)).then_some(Lacks::Open)
    }

    /// Does no other check along the line mate but such as custom allows and those that are `open`,
    /// of which some take a number of plies at least?
    fn is_only_mate(&self, open: &[String]) -> bool {
        let row = self.row;
        let line: Vec<&str> = words(&row.line).collect();
        let asked = match row.looked {
            Looked::Nowhere => 0,
            Looked::First => line.len().min(1),
            Looked::Line => line.len().saturating_sub(1),
            Looked::Everywhere => line.len(),
        };
        // Of a line's moves each second one is the attacker's; none is left of a mate in one.
        if open.is_empty() && (asked == 0 || asked == 1 && row.is_reply(1)) {
            return true;
        }
        let takes_long = |word: &&String| word.contains('>');
        let may = |word: &str| {
            let among = |list: &[String]| list.iter().any(|other| other == word);
            row.looked != Looked::Everywhere && among(&row.allowed) || among(open)
        };
        self.claims.iter().any(|claim| {
            let Claim::Only(text) = claim else {
                return false;
            };
            let (moves, exceptions) = text.split_once(" / ").unwrap_or((text, ""));
            let moves: Vec<&str> = words(moves).collect();
            let covers = moves.len() >= asked || moves.len() + 1 == asked && row.is_reply(asked);
            let is_line = line.starts_with(&moves) || moves.starts_with(&line);
            let excepts = |word: &String| words(exceptions).any(|other| other == word);
            covers
                && is_line
                && words(exceptions).all(may)
                && open.iter().filter(takes_long).all(excepts)
        })
    }
}

fn is_mate(claims: &[Claim]) -> bool {
    claims.iter().any(|claim| matches!(claim, Claim::Mate(_)))
}

fn is_within(claims: &[Claim], plies: u32, raw: bool) -> bool {
    claims.iter().any(|claim| match *claim {
        Claim::Mate(n) => n <= plies,
        Claim::Within(n) | Claim::Leaves(n) => !raw && n <= plies,
        _ => false,
    })
}

fn is_beyond(claims: &[Claim], plies: u32, raw: bool) -> bool {
    claims.iter().any(|claim| match *claim {
        Claim::Beyond(n) => n >= plies,
        Claim::Longer(n) => raw && n >= plies,
        _ => false,
    })
}

/// Is the length proved to be this?
fn is_exactly(claims: &[Claim], plies: u32, raw: bool) -> bool {
    let least = plies.checked_sub(2);
    is_within(claims, plies, raw) && least.is_none_or(|n| is_beyond(claims, n, raw))
}
