//! From lines to entries: the form of a certificate, before its content.
//!
//! The file is read once, line by line; nothing is reserved on the word of a
//! number in it, and a line has a greatest length. Whatever departs from the
//! format of docs/certificate.md is refused with its line.
use super::notation::{self, Board, number};
use super::{Claim, Rejected, Stop, rules};
use shogi_core::{Color, Hand, Move, PartialPosition};
use std::collections::HashMap;
use std::io::{BufRead, Read};

/// Bytes a line may have. The longest honest line lists a reply for each of
/// at most 593 legal moves in twelve bytes, after a board and a hand.
const LONGEST: u64 = 16 << 10;
/// Entries between two looks at the stop flag.
const PATIENCE: usize = 1024;

/// One attacker-to-move position, its bounding hand and its moves.
pub(super) struct Entry {
    pub board: Board,
    /// Mate: the least hand of the attacker; no mate: the greatest.
    pub hand: Hand,
    /// Mate: plies to the end at most, odd. No mate: 0.
    pub distance: u32,
    /// Where its moves start in `Certificate::moves`.
    start: usize,
    /// The entry read before it with the same board.
    next: Option<u32>,
}

/// A certificate whose form is right; nothing in it has been checked.
pub(super) struct Certificate {
    /// The root as it was written.
    pub text: String,
    pub root: PartialPosition,
    /// All pieces of the root but the kings.
    pub set: Hand,
    pub attacker: Color,
    pub claim: Claim,
    pub claim_line: usize,
    /// The saving move of a defender who begins.
    pub reply: Option<Move>,
    pub entries: Vec<Entry>,
    pub first_line: usize,
    moves: Vec<Move>,
    index: HashMap<Board, u32>,
}

impl Certificate {
    /// The moves of an entry: mate: the move; no mate: check, reply, check, …
    pub fn moves(&self, entry: usize) -> &[Move] {
        let next = self.entries.get(entry + 1);
        let end = next.map_or(self.moves.len(), |next| next.start);
        &self.moves[self.entries[entry].start..end]
    }

    /// The entries with this board.
    pub fn with_board(&self, board: &Board) -> impl Iterator<Item = &Entry> {
        let at = |i: u32| &self.entries[i as usize];
        let first = self.index.get(board).map(|&i| at(i));
        std::iter::successors(first, move |entry| entry.next.map(at))
    }

    /// Takes in the line of an entry; none when it is not one.
    fn push(&mut self, text: &str) -> Option<()> {
        let mut words = text.split(' ');
        let board = notation::pack(&notation::board(words.next()?)?);
        let [hand, other] = notation::hands(words.next()?)?;
        let start = self.moves.len();
        let mut distance = 0;
        if matches!(self.claim, Claim::Mate(_)) {
            let mv = notation::usi(words.next()?, self.attacker)?;
            self.moves.push(mv);
            distance = number(words.next()?).filter(|d| d % 2 == 1)?;
            words.next().is_none().then_some(())?;
        }
        for word in words {
            let (check, reply) = word.split_once(':')?;
            let check = notation::usi(check, self.attacker)?;
            let reply = notation::usi(reply, self.attacker.flip())?;
            self.moves.extend([check, reply]);
        }
        let number = u32::try_from(self.entries.len()).ok()?;
        let next = self.index.insert(board, number);
        #[rustfmt::skip]
        self.entries.push(Entry { board, hand, distance, start, next });
        (other == Hand::new()).then_some(())
    }
}

struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end, or none after the last.
    fn next(&mut self) -> Result<Option<&str>, Rejected> {
        self.number += 1;
        self.buffer.clear();
        let mut input = self.input.by_ref().take(LONGEST);
        if let Err(error) = input.read_until(b'\n', &mut self.buffer) {
            return self.want(None, &format!("cannot be read: {error}"));
        }
        if self.buffer.pop_if(|last| *last == b'\n').is_some() {
            self.buffer.pop_if(|last| *last == b'\r');
        } else if self.buffer.is_empty() {
            return Ok(None);
        } else if self.buffer.len() as u64 == LONGEST {
            return self.want(None, "too long a line");
        }
        let text = std::str::from_utf8(&self.buffer).ok();
        self.want(text, "not UTF-8").map(Some)
    }

    /// What follows `word` and a blank on the next line.
    fn field(&mut self, word: &str) -> Result<String, Rejected> {
        let line = self.next()?.unwrap_or_default();
        let rest = line
            .strip_prefix(word)
            .and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.map(str::to_owned);
        self.want(rest, &format!("expected: {word} …"))
    }

    /// The value, or the fault of the line just read.
    fn want<T>(&self, value: Option<T>, reason: &str) -> Result<T, Rejected> {
        value.ok_or_else(|| Rejected::new(self.number, reason))
    }
}

/// Reads a whole certificate.
pub(super) fn read(input: impl BufRead, stop: Stop) -> Result<Certificate, Rejected> {
    #[rustfmt::skip]
    let mut lines = Lines { input, buffer: Vec::new(), number: 0 };
    let version = lines.field("tsumi-certificate")?;
    lines.want((version == "1").then_some(()), "an unknown version")?;
    let text = lines.field("position")?;
    let root = lines.want(position(&text), "not a position")?;
    let set = lines.want(
        rules::pieces(&root),
        "the position has more pieces than a set",
    )?;
    if let Some(fault) = rules::fault(&root) {
        return lines.want(None, &format!("the position has {fault}"));
    }
    let attacker = match lines.field("attacker")?.as_str() {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    };
    let attacker = lines.want(attacker, "the attacker is neither black nor white")?;
    let king = root.king_position(attacker.flip());
    lines.want(king, "the defender has no king")?;
    let defends = root.side_to_move() != attacker;
    let in_order = !defends || rules::in_check(&root);
    lines.want(
        in_order.then_some(()),
        "the defender is to move, but not in check",
    )?;
    let claim = lines.field("claim")?;
    let claim = match claim.strip_prefix("mate ") {
        None => (claim == "nomate").then_some(Claim::NoMate),
        Some(plies) => number(plies)
            .filter(|n| (n % 2 == 0) == defends)
            .map(Claim::Mate),
    };
    let claim = lines.want(claim, "neither nomate nor a mate in a fitting number")?;
    let claim_line = lines.number;
    let mut reply = None;
    if claim == Claim::NoMate && defends {
        let usi = lines.field("reply")?;
        reply = Some(lines.want(notation::usi(&usi, attacker.flip()), "not a move")?);
    }
    let announced = number(&lines.field("entries")?);
    let announced = lines.want(announced, "not a number of entries")?;
    let first_line = lines.number + 1;
    let (entries, moves, index) = Default::default();
    #[rustfmt::skip]
    let mut certificate = Certificate {
        text, root, set, attacker, claim, claim_line, reply, entries, first_line, moves, index,
    };
    for count in 1..=announced as usize {
        if count % PATIENCE == 0 && stop() {
            return Err(Rejected::stopped(lines.number));
        }
        let read = certificate.push(lines.next()?.unwrap_or_default());
        lines.want(read, "not an entry, or not as many as announced")?;
    }
    let end = (lines.next()? == Some("end")).then_some(());
    lines.want(end, "expected: end, after the entries announced")?;
    let rest = lines.next()?.is_none().then_some(());
    lines.want(rest, "something follows the end")?;
    Ok(certificate)
}

/// A position: board, side to move, hands and, of no account, a move number.
fn position(text: &str) -> Option<PartialPosition> {
    let mut words = text.split(' ');
    let mut position = notation::board(words.next()?)?;
    position.side_to_move_set(match words.next()? {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    });
    for (color, hand) in Color::all()
        .into_iter()
        .zip(notation::hands(words.next()?)?)
    {
        *position.hand_of_a_player_mut(color) = hand;
    }
    let counter = words.next().is_none_or(|word| number(word).is_some());
    (counter && words.next().is_none()).then_some(position)
}
