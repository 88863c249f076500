//! From lines to entries: the form of a certificate, before its content.
//!
//! The file is read once, line by line. No memory is reserved for a number that the
//! file announces, and lines have a greatest length. Whatever departs from the format
//! of docs/certificate.md is refused with its line.
use crate::board::{Color, Hand, Move, Position};
use crate::index::{EVER, Index};
use crate::line::Line;
use crate::notation::{self, number};
use crate::packed::{Entry, Says};
use crate::{Claim, Rejected, Stop, rules};
use std::io::{BufRead, Read};

/// Bytes a line of a certificate may have, its end included; at most 593 checks and
/// replies of twelve bytes fit in.
const LONGEST: u64 = 16 << 10;
/// Entries between two looks at the stop flag.
const PATIENCE: usize = 64;
/// The line of the claim, where the root's faults are reported.
pub(crate) const CLAIM_LINE: usize = 4;

/// A certificate whose form is right; nothing in it has been checked.
pub(crate) struct Certificate {
    version: Version,
    /// The root as it was written.
    pub text: String,
    pub root: Position,
    /// All pieces of the root but the kings.
    pub set: Hand,
    pub attacker: Color,
    pub claims: Vec<Claim>,
    /// The saving move of a defender who begins (version 1 only).
    pub reply: Option<Move>,
    /// The line of the claim `only`, if there is one.
    pub line: Option<Line>,
    /// The number of the first entry's line.
    first: usize,
    pub entries: Index,
}

/// Version 1 has one claim, `mate` or `nomate`, and entries of its kind only; in version 2
/// each entry begins with its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Certificate {
    /// The number of an entry's line.
    pub fn line(&self, entry: usize) -> usize {
        self.first + entry
    }

    /// Asks every few entries whether the caller wants to stop.
    ///
    /// # Errors
    /// When the caller does.
    pub fn poll(&self, entry: usize, stop: &impl Stop) -> Result<(), Rejected> {
        if entry.is_multiple_of(PATIENCE) && stop() {
            return Err(Rejected::interrupted_at(self.line(entry)));
        }
        Ok(())
    }

    /// Reads an entry; none when the line is not one.
    fn entry(&self, line: &str) -> Option<Entry> {
        let mut words = Words(Some(line));
        let kind = match (self.version, self.claims.first()) {
            (Version::Two, _) => words.next()?,
            (Version::One, Some(Claim::NoMate)) => "nomate",
            (Version::One, _) => "mate",
        };
        let mut position = notation::board(words.next()?)?;
        // The attacker's hand is written in capitals, whichever colour the attacker has.
        let [hand, other] = notation::hands(words.next()?)?;
        if other != Hand::default() {
            return None;
        }
        *position.hand_mut(self.attacker) = hand;
        let (says, plies, moves) = says(kind, &mut words)?;
        position.turn = match says.is_for_the_defender() {
            true => self.attacker.other(),
            false => self.attacker,
        };
        words.next().is_none().then_some(Entry {
            position,
            says,
            plies,
            moves,
        })
    }

    /// Adds the entry of a line.
    fn push(&mut self, line: &str) -> Result<(), String> {
        let not = "not an entry, or not as many as announced";
        let entry = self.entry(line).ok_or(not)?;
        self.entries.add(&entry, entry.position.hand(self.attacker));
        Ok(())
    }
}

/// What follows board and hand in an entry of this kind: plies, which are odd with the attacker to
/// move and even with the defender, and the move or the replies, in the order of the kind.
fn says<'a>(
    kind: &str,
    words: &mut impl Iterator<Item = &'a str>,
) -> Option<(Says, u32, Vec<Move>)> {
    let check = |words: &mut dyn Iterator<Item = &'a str>| {
        let check = notation::usi(words.next()?)?;
        Some((odd(words.next()?)?, vec![check]))
    };
    let (says, (plies, moves)) = match kind {
        "mate" => (Says::Mate, check(words)?),
        // Only version 1 writes an entry of a no-mate without its plies.
        "nomate" => (Says::Longer, (EVER, replies(words)?)),
        "longer" => {
            let plies = match words.next()? {
                "ever" => EVER,
                plies => odd(plies)?,
            };
            (Says::Longer, (plies, replies(words)?))
        }
        "within" => (Says::Within, check(words)?),
        "leaves" => (Says::Leaves, check(words)?),
        "spares" => {
            let check = notation::usi(words.next()?)?;
            let plies = match words.next()? {
                "never" => 0,
                plies => odd(plies)?,
            };
            (Says::Spares, (plies, vec![check]))
        }
        "spends" => (Says::Spends, (odd(words.next()?)?, replies(words)?)),
        "mated" => (Says::Mated, (even(words.next()?)?, Vec::new())),
        "beyond" => (Says::Beyond, (odd(words.next()?)?, replies(words)?)),
        "beyond-exact" => (Says::BeyondExact, (odd(words.next()?)?, replies(words)?)),
        "lasts" => {
            let plies = even(words.next()?)?;
            (Says::Lasts, (plies, vec![notation::usi(words.next()?)?]))
        }
        "besides" => (Says::Besides, (number(words.next()?)?, replies(words)?)),
        _ => return None,
    };
    Some((says, plies, moves))
}

fn odd(text: &str) -> Option<u32> {
    number(text).filter(|number| number % 2 == 1)
}

fn even(text: &str) -> Option<u32> {
    number(text).filter(|number| number % 2 == 0)
}

/// All words that are left: checks, each followed by its reply.
fn replies<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Vec<Move>> {
    // Room enough for most entries, so that it seldom has to grow.
    let mut moves = Vec::with_capacity(64);
    for word in words {
        let (check, reply) = cut(word, b':')?;
        moves.extend([notation::usi(check)?, notation::usi(reply)?]);
    }
    Some(moves)
}

/// The words of a line, with one blank between each two.
struct Words<'a>(Option<&'a str>);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let line = self.0?;
        let (word, rest) = match cut(line, b' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (line, None),
        };
        self.0 = rest;
        Some(word)
    }
}

/// What stands before and after the first such letter. (`split_once` does the same, but takes
/// several times as long for words as short as these.)
fn cut(text: &str, letter: u8) -> Option<(&str, &str)> {
    let place = text.bytes().position(|byte| byte == letter)?;
    Some((&text[..place], &text[place + 1..]))
}

/// The lines of the input, counted from 1.
pub(crate) struct Lines<R> {
    input: R,
    /// Bytes a line may have, its end included.
    longest: u64,
    /// The number of the line that was asked for last.
    pub number: usize,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R, longest: u64) -> Self {
        Lines {
            input,
            longest,
            number: 0,
        }
    }

    /// The next line without its end, or none after the last.
    pub fn next(&mut self) -> Result<Option<String>, String> {
        self.number += 1;
        let mut line = String::new();
        let mut input = self.input.by_ref().take(self.longest);
        let length = input
            .read_line(&mut line)
            .map_err(|error| format!("cannot be read: {error}"))?;
        if length == 0 {
            return Ok(None);
        }
        if line.ends_with('\n') {
            line.pop();
            if line.ends_with('\r') {
                line.pop();
            }
        } else if length as u64 == self.longest {
            return Err("too long a line".into());
        }
        Ok(Some(line))
    }

    /// The rest of the next line, which begins with this word and a blank.
    fn field(&mut self, word: &str) -> Result<String, String> {
        let line = self.next()?.unwrap_or_default();
        match line.split_once(' ') {
            Some((first, rest)) if first == word => Ok(rest.into()),
            _ => Err(format!("expected: {word} …")),
        }
    }
}

/// Reads a whole certificate.
pub(crate) fn read(input: impl BufRead, stop: &impl Stop) -> Result<Certificate, Rejected> {
    let mut lines = Lines::new(input, LONGEST);
    let (mut certificate, announced) =
        head(&mut lines).map_err(|reason| Rejected::at(lines.number, reason))?;
    certificate.first = lines.number + 1;
    for entry in 0..announced as usize {
        certificate.poll(entry, stop)?;
        let pushed = match lines.next() {
            Ok(line) => certificate.push(&line.unwrap_or_default()),
            Err(reason) => Err(reason),
        };
        pushed.map_err(|reason| Rejected::at(lines.number, reason))?;
    }
    tail(&mut lines).map_err(|reason| Rejected::at(lines.number, reason))?;
    if !certificate.entries.complete(stop) {
        return Err(Rejected::interrupted_at(lines.number));
    }
    Ok(certificate)
}

/// The lines before the entries, and how many entries they announce.
fn head(lines: &mut Lines<impl BufRead>) -> Result<(Certificate, u32), String> {
    let version = match lines.field("tsumi-certificate")?.as_str() {
        "1" => Version::One,
        "2" => Version::Two,
        _ => return Err("an unknown version".into()),
    };
    let text = lines.field("position")?;
    let root = notation::position(&text).ok_or("not a position")?;
    let set = rules::pieces(&root).ok_or("the position has more pieces than a set")?;
    if let Some(fault) = rules::fault(&root) {
        return Err(fault.into());
    }
    let attacker = match lines.field("attacker")?.as_str() {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return Err("the attacker is neither black nor white".into()),
    };
    let defender = attacker.other();
    if root.king(defender).is_none() {
        return Err("the defender has no king".into());
    }
    let defender_begins = root.turn == defender;
    if defender_begins && !rules::is_in_check(&root, defender) {
        return Err("the defender is to move, but not in check".into());
    }
    let (claims, reply, announced) = match version {
        Version::One => one_claim(lines, defender_begins)?,
        Version::Two => all_claims(lines, defender_begins)?,
    };
    let announced = number(&announced).ok_or("not a number of entries")?;
    let mut line = None;
    for claim in &claims {
        if let Claim::Only(text) = claim {
            let read = Line::read(text, &root, attacker)?;
            if line.replace(read).is_some() {
                return Err("two claims about a line".into());
            }
        }
    }
    let certificate = Certificate {
        version,
        text,
        root,
        set,
        attacker,
        claims,
        reply,
        line,
        first: 0,
        entries: Index::new(set),
    };
    Ok((certificate, announced))
}

/// The claims, the saving reply of a no-mate, and the number of entries.
type Claims = (Vec<Claim>, Option<Move>, String);

/// The lines of version 1 between the attacker and the entries.
fn one_claim(lines: &mut Lines<impl BufRead>, defender_begins: bool) -> Result<Claims, String> {
    let claim = claim(&lines.field("claim")?, defender_begins)
        .filter(|claim| matches!(claim, Claim::Mate(_) | Claim::NoMate))
        .ok_or("neither nomate nor a mate in a fitting number")?;
    let mut reply = None;
    if claim == Claim::NoMate && defender_begins {
        let usi = lines.field("reply")?;
        reply = Some(notation::usi(&usi).ok_or("not a move")?);
    }
    Ok((vec![claim], reply, lines.field("entries")?))
}

/// The lines of version 2 between the attacker and the entries.
fn all_claims(lines: &mut Lines<impl BufRead>, defender_begins: bool) -> Result<Claims, String> {
    let mut claims = Vec::new();
    loop {
        let line = lines.next()?.unwrap_or_default();
        let (word, rest) = line.split_once(' ').unwrap_or_default();
        match word {
            "claim" => {
                let fits = claim(rest, defender_begins);
                claims.push(fits.ok_or("no claim, or one with a number that does not fit")?);
            }
            "entries" if !claims.is_empty() => return Ok((claims, None, rest.into())),
            _ => return Err("expected: claim …, or entries … after a claim".into()),
        }
    }
}

/// A claim. The attacker makes the last move of a mate, so that its plies are even
/// when the defender begins and odd when the attacker does.
fn claim(text: &str, defender_begins: bool) -> Option<Claim> {
    if text == "nomate" {
        return Some(Claim::NoMate);
    }
    let (word, plies) = text.split_once(' ')?;
    if word == "only" {
        return Some(Claim::Only(plies.into()));
    }
    let is_even = defender_begins;
    let plies = number(plies).filter(|plies| (plies % 2 == 0) == is_even)?;
    Some(match word {
        "mate" => Claim::Mate(plies),
        "longer" => Claim::Longer(plies),
        "within" => Claim::Within(plies),
        "leaves" => Claim::Leaves(plies),
        // Only for an attacker who begins: in what a reply loses, the length before it counts.
        "spares" if !defender_begins => Claim::Spares(plies),
        "spends" if !defender_begins => Claim::Spends(plies),
        "beyond" => Claim::Beyond(plies),
        _ => return None,
    })
}

/// The lines after the entries.
fn tail(lines: &mut Lines<impl BufRead>) -> Result<(), String> {
    if lines.next()?.as_deref() != Some("end") {
        return Err("expected: end, after the entries announced".into());
    }
    if lines.next()?.is_some() {
        return Err("something follows the end".into());
    }
    Ok(())
}
