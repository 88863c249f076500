//! From lines to entries: the form of a certificate, before its content.
//!
//! The file is read once, line by line. No memory is reserved for a number that the
//! file announces, and lines have a greatest length. Whatever departs from the format
//! of docs/certificate.md is refused with its line.
use crate::board::{Color, Hand, Move, Position};
use crate::entries::{EVER, Entries};
use crate::line::Line;
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
    /// The lines of the entries, read again when they are checked: a line takes
    /// less memory than the entry that it is read as.
    pub lines: Vec<Box<str>>,
    pub entries: Entries,
}

/// Version 1 has one claim, `mate` or `nomate`, and entries of its kind only; in version 2
/// each entry begins with its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// An entry as it is written.
pub(crate) struct Entry {
    /// The attacker's hand is that of the entry, the defender's is still empty.
    pub position: Position,
    pub strategy: Strategy,
}

/// What an entry says of its position, and what is to be played.
pub(crate) enum Strategy {
    /// With this hand or more this move mates within `plies`.
    Mate { check: Move, plies: u32 },
    /// With this hand or less there is no mate within `plies` ([`EVER`]: none at all);
    /// each check has a reply.
    Longer { plies: u32, replies: Vec<Reply> },
    /// With exactly this hand the conventional length is at most `plies`, by this move.
    Within { check: Move, plies: u32 },
    /// The same with the defender to move.
    Mated { plies: u32 },
    /// With this hand or less the conventional length is more than `plies`; each check has
    /// a reply that is no futile interposition whatever the hand is.
    Beyond { plies: u32, replies: Vec<Reply> },
    /// With exactly this hand the conventional length is more than `plies`; each check has
    /// a reply.
    BeyondExact { plies: u32, replies: Vec<Reply> },
    /// The same with the defender to move, who has this reply.
    Lasts { plies: u32, reply: Move },
    /// With this hand or less there is no mate, unless by a position of the line at `ply` or
    /// before; each check has a reply.
    Besides { ply: u32, replies: Vec<Reply> },
}

/// A check and the reply to it.
pub(crate) type Reply = (Move, Move);

impl Certificate {
    /// The number of an entry's line.
    pub fn line(&self, entry: usize) -> usize {
        self.first + entry
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
        let strategy = strategy(kind, &mut words)?;
        position.turn = match strategy {
            Strategy::Mated { .. } | Strategy::Lasts { .. } => self.attacker.other(),
            _ => self.attacker,
        };
        words
            .next()
            .is_none()
            .then_some(Entry { position, strategy })
    }

    /// Adds the entry of a line.
    fn push(&mut self, line: String) -> Result<(), String> {
        let Some(Entry { position, strategy }) = self.entry(&line) else {
            return Err("not an entry, or not as many as announced".into());
        };
        let hand = position.hand(self.attacker);
        self.entries.add(&position, hand, &strategy);
        self.lines.push(line.into());
        Ok(())
    }
}

/// What follows board and hand in an entry of this kind. Plies are odd with the attacker to
/// move and even with the defender.
fn strategy<'a>(kind: &str, words: &mut impl Iterator<Item = &'a str>) -> Option<Strategy> {
    Some(match kind {
        "mate" => Strategy::Mate {
            check: notation::usi(words.next()?)?,
            plies: odd(words.next()?)?,
        },
        // Only version 1 writes an entry of a no-mate without its plies.
        "nomate" => Strategy::Longer {
            plies: EVER,
            replies: replies(words)?,
        },
        "longer" => Strategy::Longer {
            plies: match words.next()? {
                "ever" => EVER,
                plies => odd(plies)?,
            },
            replies: replies(words)?,
        },
        "within" => Strategy::Within {
            check: notation::usi(words.next()?)?,
            plies: odd(words.next()?)?,
        },
        "mated" => Strategy::Mated {
            plies: even(words.next()?)?,
        },
        "beyond" => Strategy::Beyond {
            plies: odd(words.next()?)?,
            replies: replies(words)?,
        },
        "beyond-exact" => Strategy::BeyondExact {
            plies: odd(words.next()?)?,
            replies: replies(words)?,
        },
        "lasts" => Strategy::Lasts {
            plies: even(words.next()?)?,
            reply: notation::usi(words.next()?)?,
        },
        "besides" => Strategy::Besides {
            ply: number(words.next()?)?,
            replies: replies(words)?,
        },
        _ => return None,
    })
}

fn odd(text: &str) -> Option<u32> {
    number(text).filter(|number| number % 2 == 1)
}

fn even(text: &str) -> Option<u32> {
    number(text).filter(|number| number % 2 == 0)
}

/// All words that are left, as checks with their replies.
fn replies<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Vec<Reply>> {
    let reply = |word: &str| {
        let (check, reply) = word.split_once(':')?;
        Some((notation::usi(check)?, notation::usi(reply)?))
    };
    words.map(reply).collect()
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
    certificate.first = lines.number + 1;
    for entry in 0..announced as usize {
        certificate.poll(entry, stop)?;
        let pushed = match lines.next() {
            Ok(line) => certificate.push(line.unwrap_or_default()),
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
        lines: Vec::new(),
        entries: Entries::new(set),
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
