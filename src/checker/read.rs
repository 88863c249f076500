//! From lines to entries: the form of a certificate, before its content.
//!
//! The file is read once, line by line; nothing is reserved on the word of a
//! number in it, and a line has a greatest length. Whatever departs from the
//! format of docs/certificate.md is refused with its line.
use super::notation::{self, number};
use super::{Claim, Rejected, Stop, ensure, rules};
use shogi_core::{Color, Hand, Move, PartialPosition};
use std::collections::HashMap;
use std::io::{BufRead, Read};

/// Bytes a line may have; at most 593 checks and replies of twelve bytes fit in.
const LONGEST: u64 = 16 << 10;
/// Entries between two looks at the stop flag.
const PATIENCE: usize = 64;
/// The line of the claim, where the root's faults are reported.
pub(super) const CLAIM_LINE: usize = 4;

/// The key of a board: what stands on each square, a number for each piece.
pub(super) fn board_of(position: &PartialPosition) -> [u8; 81] {
    let mut board = [0; 81];
    for square in position.occupied_bitboard() {
        board[square.array_index()] = position.piece_at(square).map_or(0, |piece| piece.as_u8());
    }
    board
}

/// An entry as it is written. The attacker is to move and has the bounding
/// hand, the least one of a mate, the greatest one of a no-mate; the defender's
/// is empty as yet. Mate: the move, and the plies to the end at most, odd.
/// No mate: check, reply, check, … and 0.
type Entry = (PartialPosition, Vec<Move>, u32);

/// A certificate whose form is right; nothing in it has been checked.
pub(super) struct Certificate {
    /// The root as it was written.
    pub text: String,
    pub root: PartialPosition,
    /// All pieces of the root but the kings.
    pub set: Hand,
    pub attacker: Color,
    pub claim: Claim,
    /// The saving move of a defender who begins.
    pub reply: Option<Move>,
    /// The lines of the entries, read again when they are checked.
    pub entries: Vec<Box<str>>,
    /// The hand and the distance of each entry, by board.
    pub index: HashMap<[u8; 81], Vec<(Hand, u32)>>,
}

impl Certificate {
    /// The number of an entry's line.
    pub fn line(&self, entry: usize) -> usize {
        CLAIM_LINE + 2 + usize::from(self.reply.is_some()) + entry
    }

    /// Looks now and then whether the caller wants to stop.
    pub fn poll(&self, entry: usize, stop: Stop) -> Result<(), Rejected> {
        if entry.is_multiple_of(PATIENCE) && stop() {
            return Err(Rejected::new(self.line(entry), "interrupted".into(), true));
        }
        Ok(())
    }

    /// Reads an entry; none when the line is not one.
    pub fn entry(&self, line: &str) -> Option<Entry> {
        let mut words = line.split(' ');
        let mut position = notation::board(words.next()?)?;
        position.side_to_move_set(self.attacker);
        let [hand, other] = notation::hands(words.next()?)?;
        *position.hand_of_a_player_mut(self.attacker) = hand;
        let (mut distance, mut moves) = (0, Vec::new());
        if self.claim != Claim::NoMate {
            moves.push(notation::usi(words.next()?, self.attacker)?);
            distance = number(words.next()?).filter(|d| d % 2 == 1)?;
            words.next().is_none().then_some(())?;
        }
        for word in words {
            let (check, reply) = word.split_once(':')?;
            moves.push(notation::usi(check, self.attacker)?);
            moves.push(notation::usi(reply, self.attacker.flip())?);
        }
        (other == Hand::new()).then_some((position, moves, distance))
    }

    fn push(&mut self, line: String) -> Result<(), String> {
        let entry = self.entry(&line);
        let (position, _, distance) = entry.ok_or("not an entry, or not as many as announced")?;
        let hand = position.hand_of_a_player(self.attacker);
        let same_board = self.index.entry(board_of(&position)).or_default();
        same_board.push((hand, distance));
        self.entries.push(line.into());
        Ok(())
    }
}

struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end, or none after the last.
    fn next(&mut self) -> Result<Option<String>, String> {
        self.number += 1;
        let mut line = String::new();
        let read = self.input.by_ref().take(LONGEST).read_line(&mut line);
        let length = read.map_err(|error| format!("cannot be read: {error}"))?;
        let whole = line.ends_with('\n') || (length as u64) < LONGEST;
        ensure(whole, "too long a line")?;
        Ok((length > 0).then(|| line.lines().collect()))
    }

    /// The rest of the next line, which begins with this word and a blank.
    fn field(&mut self, word: &str) -> Result<String, String> {
        let line = self.next()?.unwrap_or_default();
        let rest = line
            .strip_prefix(word)
            .and_then(|rest| rest.strip_prefix(' '));
        Ok(rest.ok_or_else(|| format!("expected: {word} …"))?.into())
    }
}

/// Reads a whole certificate.
pub(super) fn read(input: impl BufRead, stop: Stop) -> Result<Certificate, Rejected> {
    let mut lines = Lines { input, number: 0 };
    let (mut certificate, announced) = head(&mut lines).map_err(Rejected::at(lines.number))?;
    for entry in 0..announced as usize {
        certificate.poll(entry, stop)?;
        let line = lines.next().map(Option::unwrap_or_default);
        let read = line.and_then(|line| certificate.push(line));
        read.map_err(Rejected::at(lines.number))?;
    }
    tail(&mut lines).map_err(Rejected::at(lines.number))?;
    Ok(certificate)
}

/// The lines before the entries, and how many entries they announce.
fn head(lines: &mut Lines<impl BufRead>) -> Result<(Certificate, u32), String> {
    let version = lines.field("tsumi-certificate")?;
    ensure(version == "1", "an unknown version")?;
    let text = lines.field("position")?;
    let root = notation::position(&text).ok_or("not a position")?;
    let set = rules::pieces(&root).ok_or("the position has more pieces than a set")?;
    rules::sound(&root)?;
    let attacker = notation::side(&lines.field("attacker")?, ["black", "white"]);
    let attacker = attacker.ok_or("the attacker is neither black nor white")?;
    let king = root.king_position(attacker.flip());
    ensure(king.is_some(), "the defender has no king")?;
    let defends = root.side_to_move() != attacker;
    let in_order = !defends || rules::in_check(&root);
    ensure(in_order, "the defender is to move, but not in check")?;
    let claim = lines.field("claim")?;
    let plies = claim.strip_prefix("mate ").and_then(number);
    let plies = plies.filter(|plies| (plies % 2 == 0) == defends);
    let fits = plies.is_some() || claim == "nomate";
    ensure(fits, "neither nomate nor a mate in a fitting number")?;
    let claim = plies.map_or(Claim::NoMate, Claim::Mate);
    let mut reply = None;
    if claim == Claim::NoMate && defends {
        let usi = lines.field("reply")?;
        reply = Some(notation::usi(&usi, attacker.flip()).ok_or("not a move")?);
    }
    let announced = number(&lines.field("entries")?).ok_or("not a number of entries")?;
    let (entries, index) = Default::default();
    let certificate = Certificate {
        text,
        root,
        set,
        attacker,
        claim,
        reply,
        entries,
        index,
    };
    Ok((certificate, announced))
}

/// The lines after the entries.
fn tail(lines: &mut Lines<impl BufRead>) -> Result<(), String> {
    let end = lines.next()?.is_some_and(|line| line == "end");
    ensure(end, "expected: end, after the entries announced")?;
    let rest = lines.next()?;
    Ok(ensure(rest.is_none(), "something follows the end")?)
}
