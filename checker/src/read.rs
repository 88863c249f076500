//! From lines to entries: the form of a certificate, before its content.
//!
//! The file is read once, line by line. No memory is reserved for a number that the
//! file announces, and lines have a greatest length. Whatever departs from the format
//! of docs/certificate.md is refused with its line.
use crate::board::{Color, Hand, Move, Position};
use crate::index::Index;
use crate::notation::{self, number};
use crate::{Claim, Rejected, Stop, rules};
use std::io::{BufRead, Read};

/// Bytes a line may have, its end included; at most 593 checks and replies of
/// twelve bytes fit in.
const LONGEST: u64 = 16 << 10;
/// Entries between two looks at the stop flag.
const PATIENCE: usize = 64;
/// The line of the claim, where the root's faults are reported.
pub(crate) const CLAIM_LINE: usize = 4;

/// A certificate whose form is right; nothing in it has been checked.
pub(crate) struct Certificate {
    /// The root as it was written.
    pub text: String,
    pub root: Position,
    /// All pieces of the root but the kings.
    pub set: Hand,
    pub attacker: Color,
    pub claim: Claim,
    /// The saving move of a defender who begins.
    pub reply: Option<Move>,
    /// The lines of the entries, read again when they are checked: a line takes
    /// less memory than the entry that it is read as.
    pub entries: Vec<Box<str>>,
    pub index: Index,
}

/// An entry as it is written.
pub(crate) struct Entry {
    /// The attacker is to move and has the bounding hand: the least one of a mate, the
    /// greatest one of a no-mate. The defender's hand is still empty.
    pub position: Position,
    pub strategy: Strategy,
}

/// What an entry says is to be played.
pub(crate) enum Strategy {
    /// The attacker's move, and the number of plies, an odd one, within which it mates.
    Mate { check: Move, distance: u32 },
    /// Each check with the reply to it.
    NoMate { replies: Vec<(Move, Move)> },
}

impl Certificate {
    /// The number of an entry's line.
    pub fn line(&self, entry: usize) -> usize {
        let reply = usize::from(self.reply.is_some());
        CLAIM_LINE + reply + 2 + entry
    }

    /// Asks every few entries whether the caller wants to stop.
    ///
    /// # Errors
    /// When the caller does.
    pub fn poll(&self, entry: usize, stop: Stop) -> Result<(), Rejected> {
        if entry.is_multiple_of(PATIENCE) && stop() {
            return Err(Rejected::interrupted_at(self.line(entry)));
        }
        Ok(())
    }

    /// Reads an entry; none when the line is not one.
    pub fn entry(&self, line: &str) -> Option<Entry> {
        let mut words = line.split(' ');
        let mut position = notation::board(words.next()?)?;
        position.turn = self.attacker;
        // The attacker's hand is written in capitals, whichever colour the attacker has.
        let [hand, other] = notation::hands(words.next()?)?;
        if other != Hand::default() {
            return None;
        }
        *position.hand_mut(self.attacker) = hand;
        let strategy = match self.claim {
            Claim::Mate(_) => {
                let check = notation::usi(words.next()?)?;
                let distance = number(words.next()?)?;
                if distance % 2 == 0 || words.next().is_some() {
                    return None;
                }
                Strategy::Mate { check, distance }
            }
            Claim::NoMate => {
                let mut replies = Vec::new();
                for word in words {
                    let (check, reply) = word.split_once(':')?;
                    replies.push((notation::usi(check)?, notation::usi(reply)?));
                }
                Strategy::NoMate { replies }
            }
        };
        Some(Entry { position, strategy })
    }

    /// Adds the entry of a line.
    fn push(&mut self, line: String) -> Result<(), String> {
        let Some(Entry { position, strategy }) = self.entry(&line) else {
            return Err("not an entry, or not as many as announced".into());
        };
        let distance = match strategy {
            Strategy::Mate { distance, .. } => distance,
            Strategy::NoMate { .. } => 0,
        };
        let hand = position.hand(self.attacker);
        self.index.add(&position, hand, distance);
        self.entries.push(line.into());
        Ok(())
    }
}

/// The lines of the input, counted from 1.
struct Lines<R> {
    input: R,
    /// The number of the line that was asked for last.
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end, or none after the last.
    fn next(&mut self) -> Result<Option<String>, String> {
        self.number += 1;
        let mut line = String::new();
        let mut input = self.input.by_ref().take(LONGEST);
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
        } else if length as u64 == LONGEST {
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
pub(crate) fn read(input: impl BufRead, stop: Stop) -> Result<Certificate, Rejected> {
    let mut lines = Lines { input, number: 0 };
    let (mut certificate, announced) =
        head(&mut lines).map_err(|reason| Rejected::at(lines.number, reason))?;
    for entry in 0..announced as usize {
        certificate.poll(entry, stop)?;
        let pushed = match lines.next() {
            Ok(line) => certificate.push(line.unwrap_or_default()),
            Err(reason) => Err(reason),
        };
        pushed.map_err(|reason| Rejected::at(lines.number, reason))?;
    }
    tail(&mut lines).map_err(|reason| Rejected::at(lines.number, reason))?;
    if !certificate.index.complete(stop) {
        return Err(Rejected::interrupted_at(lines.number));
    }
    Ok(certificate)
}

/// The lines before the entries, and how many entries they announce.
fn head(lines: &mut Lines<impl BufRead>) -> Result<(Certificate, u32), String> {
    if lines.field("tsumi-certificate")? != "1" {
        return Err("an unknown version".into());
    }
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
    let claim = claim(&lines.field("claim")?, defender_begins)
        .ok_or("neither nomate nor a mate in a fitting number")?;
    let mut reply = None;
    if claim == Claim::NoMate && defender_begins {
        let usi = lines.field("reply")?;
        reply = Some(notation::usi(&usi).ok_or("not a move")?);
    }
    let announced = number(&lines.field("entries")?).ok_or("not a number of entries")?;
    let certificate = Certificate {
        text,
        root,
        set,
        attacker,
        claim,
        reply,
        entries: Vec::new(),
        index: Index::new(set, claim != Claim::NoMate),
    };
    Ok((certificate, announced))
}

/// A claim. The attacker makes the last move of a mate, so that its plies are even
/// when the defender begins and odd when the attacker does.
fn claim(text: &str, defender_begins: bool) -> Option<Claim> {
    if text == "nomate" {
        return Some(Claim::NoMate);
    }
    let plies = number(text.strip_prefix("mate ")?)?;
    let is_even = plies % 2 == 0;
    (is_even == defender_begins).then_some(Claim::Mate(plies))
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
