//! From the text of a certificate to the value.
//!
//! Whatever departs from the form of docs/certificate.md is an error with its line. Whether
//! the entries are right is not asked here: the checker does that.

use super::board::kind_of;
use super::packed::Packed;
use super::text::HAND_LETTERS;
use super::{Board, Certificate, Claim, EVER, EntryKind, Exception};
use crate::base::names;
use crate::shogi::{Hand, Kind};
use shogi_core::{Color, Move, PartialPosition, Piece, Square};
use std::str::FromStr;
use thiserror::Error;

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct ReadError {
    /// The line at fault, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

/// A line must have fewer bytes than this.
const LONGEST: usize = 16 << 10;

impl FromStr for Certificate {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Certificate, ReadError> {
        let mut lines = Lines {
            rest: text,
            number: 0,
        };
        let read = certificate(&mut lines);
        read.map_err(|reason| ReadError {
            line: lines.number,
            reason,
        })
    }
}

/// The lines that are left.
struct Lines<'a> {
    rest: &'a str,
    /// The number of the line that was read last.
    number: usize,
}

impl<'a> Lines<'a> {
    /// The next line without its end; none after the last.
    fn next(&mut self) -> Result<Option<&'a str>, &'static str> {
        self.number += 1;
        if self.rest.is_empty() {
            return Ok(None);
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        if line.len() >= LONGEST {
            return Err("too long a line");
        }
        Ok(Some(line.strip_suffix('\r').unwrap_or(line)))
    }

    /// The rest of the next line, which begins with this word and a blank.
    fn field(&mut self, word: &str, otherwise: &'static str) -> Result<&'a str, &'static str> {
        let line = self.next()?.and_then(|line| line.strip_prefix(word));
        line.and_then(|rest| rest.strip_prefix(' '))
            .ok_or(otherwise)
    }
}

fn certificate(lines: &mut Lines<'_>) -> Result<Certificate, &'static str> {
    let version = lines.field("tsumi-certificate", "expected: tsumi-certificate …")?;
    if !matches!(version, "1" | "2") {
        return Err("an unknown version");
    }
    let root = lines.field("position", "expected: position …")?;
    let root = position(root).ok_or("not a position")?;
    let attacker = match lines.field("attacker", "expected: attacker …")? {
        word if word == names::color(Color::Black) => Color::Black,
        word if word == names::color(Color::White) => Color::White,
        _ => return Err("the attacker is neither black nor white"),
    };
    let defends = root.side_to_move() != attacker;
    let (claims, announced) = match version {
        "1" => one_claim(lines, defends, attacker)?,
        _ => all_claims(lines, defends, attacker)?,
    };
    // In version 1 all entries are of one kind, which is not written.
    let kind = match (version, &claims[..]) {
        ("1", [Claim::NoMate { .. }]) => Some("nomate"),
        ("1", _) => Some("mate"),
        _ => None,
    };
    let mut entries = Packed::default();
    for _ in 0..number(announced).ok_or("not a number of entries")? {
        let mut words = lines.next()?.unwrap_or_default().split(' ');
        entry(kind, &mut words, attacker, &mut entries)
            .filter(|()| words.next().is_none())
            .ok_or("not an entry, or not as many as announced")?;
    }
    if lines.next()? != Some("end") {
        return Err("expected: end, after the entries announced");
    }
    match lines.next()? {
        None => Ok(Certificate::of(&root, attacker, claims, entries)),
        Some(_) => Err("something follows the end"),
    }
}

/// The claims, and the number of entries as it is written.
type Claims<'a> = (Vec<Claim>, &'a str);

/// The lines of version 1 between the attacker and the entries.
fn one_claim<'a>(
    lines: &mut Lines<'a>,
    defends: bool,
    attacker: Color,
) -> Result<Claims<'a>, &'static str> {
    let claim = lines.field("claim", "expected: claim …")?;
    let claim = match claim_of(claim, defends, attacker) {
        Some(Claim::NoMate { .. }) if defends => {
            let usi = lines.field("reply", "expected: reply …")?;
            let reply = Some(move_of(usi, attacker.flip()).ok_or("not a move")?);
            Claim::NoMate { reply }
        }
        Some(claim @ (Claim::Mate { .. } | Claim::NoMate { .. })) => claim,
        _ => return Err("neither nomate nor a mate in a fitting number"),
    };
    let announced = lines.field("entries", "expected: entries …")?;
    Ok((vec![claim], announced))
}

/// The lines of version 2 between the attacker and the entries.
fn all_claims<'a>(
    lines: &mut Lines<'a>,
    defends: bool,
    attacker: Color,
) -> Result<Claims<'a>, &'static str> {
    let mut claims = Vec::new();
    loop {
        let line = lines.next()?.unwrap_or_default();
        match line.split_once(' ') {
            Some(("claim", claim)) => {
                let claim = claim_of(claim, defends, attacker);
                claims.push(claim.ok_or("no claim, or one with a number that does not fit")?);
            }
            Some(("entries", announced)) if !claims.is_empty() => return Ok((claims, announced)),
            _ => return Err("expected: claim …, or entries … after a claim"),
        }
    }
}

/// A claim; plies are odd where the attacker begins.
fn claim_of(text: &str, defends: bool, attacker: Color) -> Option<Claim> {
    if text == "nomate" {
        return Some(Claim::NoMate { reply: None });
    }
    let (word, plies) = text.split_once(' ')?;
    if word == "only" {
        return only(plies, defends, attacker);
    }
    let plies = number(plies).filter(|plies| plies.is_multiple_of(2) == defends)?;
    Some(match word {
        "mate" => Claim::Mate { plies },
        "longer" => Claim::Longer { plies },
        "within" => Claim::Within { plies },
        "leaves" => Claim::Leaves { plies },
        "spares" if !defends => Claim::Spares { plies },
        "spends" if !defends => Claim::Spends { plies },
        "beyond" => Claim::Beyond { plies },
        _ => return None,
    })
}

/// The moves of a line, and behind a slash exceptions.
fn only(text: &str, defends: bool, attacker: Color) -> Option<Claim> {
    let (moves, exceptions) = text.split_once(" / ").unwrap_or((text, ""));
    let first = if defends { attacker.flip() } else { attacker };
    let sides = [first, first.flip()].into_iter().cycle();
    let moves = moves.split(' ').zip(sides);
    let exceptions = exceptions.split(' ').filter(|word| !word.is_empty());
    let exception = |word: &str| {
        let (ply, mv) = word.split_once(':')?;
        let (mv, longer) = match mv.split_once('>') {
            None => (mv, None),
            Some((mv, plies)) => (mv, Some(number(plies).filter(|n| n % 2 == 1)?)),
        };
        Some(Exception {
            ply: number(ply)?,
            mv: move_of(mv, attacker)?,
            longer,
        })
    };
    Some(Claim::Only {
        line: moves
            .map(|(mv, side)| move_of(mv, side))
            .collect::<Option<_>>()?,
        except: exceptions.map(exception).collect::<Option<_>>()?,
    })
}

/// Reads an entry and adds it to `entries`. Its `kind` is given where it is not written.
fn entry<'a>(
    kind: Option<&'a str>,
    words: &mut impl Iterator<Item = &'a str>,
    attacker: Color,
    entries: &mut Packed,
) -> Option<()> {
    let word = kind.or_else(|| words.next())?;
    let kind = match word {
        "nomate" if kind.is_some() => EntryKind::Longer,
        _ => *EntryKind::ALL.iter().find(|kind| kind.word() == word)?,
    };
    let (board, hand) = (Board::parse(words.next()?)?, capitals(words.next()?)?);
    let mut moves = Vec::new();
    let mut plies = EVER;
    if matches!(
        kind,
        EntryKind::Mate | EntryKind::Within | EntryKind::Leaves | EntryKind::Spares
    ) {
        moves.push(move_of(words.next()?, attacker)?);
    }
    if word != "nomate" {
        plies = match (words.next()?, kind) {
            ("ever", EntryKind::Longer) => EVER,
            (ply, EntryKind::Besides) => number(ply)?,
            ("never", EntryKind::Spares) => 0,
            (plies, EntryKind::Mated | EntryKind::Lasts) => number(plies).filter(|n| n % 2 == 0)?,
            (plies, _) => number(plies).filter(|n| n % 2 == 1)?,
        };
    }
    match kind {
        EntryKind::Lasts => moves.push(move_of(words.next()?, attacker.flip())?),
        EntryKind::Longer
        | EntryKind::Spends
        | EntryKind::Beyond
        | EntryKind::BeyondExact
        | EntryKind::Besides => {
            for word in words {
                let (check, reply) = word.split_once(':')?;
                moves.push(move_of(check, attacker)?);
                moves.push(move_of(reply, attacker.flip())?);
            }
        }
        EntryKind::Mate
        | EntryKind::Within
        | EntryKind::Leaves
        | EntryKind::Spares
        | EntryKind::Mated => {}
    }
    entries.push(&board, hand, (kind, plies), moves);
    Some(())
}

/// Board, side to move, hands and perhaps a move number.
fn position(text: &str) -> Option<PartialPosition> {
    let mut words = text.split(' ');
    let mut position = Board::parse(words.next()?)?.to_position();
    position.side_to_move_set(match words.next()? {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    });
    let [black, white] = hands(words.next()?)?;
    *position.hand_of_a_player_mut(Color::Black) = black.to_core();
    *position.hand_of_a_player_mut(Color::White) = white.to_core();
    if let Some(word) = words.next() {
        // The move number has no meaning here, so one that is too large is allowed.
        let _ = position.ply_set(u16::try_from(number(word)?).unwrap_or(1));
    }
    words.next().is_none().then_some(position)
}

/// The hand of an entry, in capitals.
fn capitals(text: &str) -> Option<Hand> {
    let [hand, other] = hands(text)?;
    other.is_empty().then_some(hand)
}

/// Black's hand (in capitals) and White's: `-`, or letters, each at most once and with
/// its number before it when there are several (a 1 is read too, as the checker does); no more
/// of a kind than a set has.
fn hands(text: &str) -> Option<[Hand; 2]> {
    let mut hands = [Hand::EMPTY; 2];
    if text == "-" {
        return Some(hands);
    }
    for item in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let (digits, letter) = item.split_at_checked(item.len() - 1)?;
        let capital = letter.to_ascii_uppercase();
        let kind = HAND_LETTERS.iter().find(|l| capital == l.1.to_string())?.0;
        let count = match digits {
            "" => 1,
            _ => number(digits).filter(|&n| n > 0)?,
        };
        let most = Kind::TOTALS[kind as usize];
        let count = u8::try_from(count).ok().filter(|&n| n <= most)?;
        let hand = &mut hands[usize::from(letter != capital)];
        if hand.has(kind) {
            return None;
        }
        *hand = hand.with_count(kind, count);
    }
    (!text.is_empty()).then_some(hands)
}

/// A move in USI, made by `side`.
fn move_of(text: &str, side: Color) -> Option<Move> {
    let square =
        |file: u8, rank: u8| Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'a' - 1)?);
    match *text.as_bytes() {
        [letter @ b'A'..=b'Z', b'*', file, rank] => {
            let (kind, to) = (kind_of(letter)?, square(file, rank)?);
            let piece = Piece::new(kind, side);
            shogi_core::Hand::is_hand_piece(kind).then_some(Move::Drop { piece, to })
        }
        [file, rank, to_file, to_rank, ref promotion @ ..] => {
            let (from, to) = (square(file, rank)?, square(to_file, to_rank)?);
            let promote = promotion == b"+";
            (promote || promotion.is_empty()).then_some(Move::Normal { from, to, promote })
        }
        _ => None,
    }
}

/// A decimal number of at most nine digits without sign or leading zeros.
fn number(text: &str) -> Option<u32> {
    let plain = (1..=9).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}
