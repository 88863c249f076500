//! From lines to entries: the form of a certificate, before its content.
//!
//! The file is read once, line by line; nothing is reserved on the word of a
//! number in it, and a line has a greatest length. Whatever departs from the
//! format of docs/certificate.md is refused with its line.
use super::notation::{self, Board, Counts, number};
use super::{Claim, Rejected, Stop, rules};
use shogi_core::{Color, CompactMove, Move, PartialPosition};
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
    pub hand: Counts,
    /// Mate: plies to the end at most, odd. No mate: 0.
    pub distance: u32,
    /// Where its moves start in `Certificate::moves`.
    start: usize,
    /// The entry read before it with the same board.
    next: Option<u32>,
}

/// A certificate whose form is right; nothing in it has been checked.
pub(super) struct Certificate {
    pub text: String,
    pub root: PartialPosition,
    pub total: Counts,
    pub attacker: Color,
    pub claim: Claim,
    pub claim_line: usize,
    pub reply: Option<Move>,
    pub entries: Vec<Entry>,
    pub first_line: usize,
    moves: Vec<CompactMove>,
    index: HashMap<Board, u32>,
}

impl Certificate {
    /// The moves of an entry: mate: the move; no mate: check, reply, check, …
    pub fn moves(&self, entry: usize) -> impl Iterator<Item = Move> {
        let end = self
            .entries
            .get(entry + 1)
            .map_or(self.moves.len(), |next| next.start);
        self.moves[self.entries[entry].start..end]
            .iter()
            .map(|&mv| mv.into())
    }

    /// The entries with this board.
    pub fn with_board(&self, board: &Board) -> impl Iterator<Item = &Entry> {
        let at = |i: u32| &self.entries[i as usize];
        let first = self.index.get(board).map(|&i| at(i));
        std::iter::successors(first, move |entry| entry.next.map(at))
    }

    fn push(&mut self, text: &str) -> Option<()> {
        let defender = self.attacker.flip();
        let mut words = text.split(' ');
        let board = notation::pack(&notation::board(words.next()?)?);
        let [hand, none] = notation::hands(words.next()?)?;
        if none != Counts::default() {
            return None;
        }
        let start = self.moves.len();
        let mut distance = 0;
        if matches!(self.claim, Claim::Mate(_)) {
            self.moves
                .push(notation::usi(words.next()?, self.attacker)?.into());
            distance = number(words.next()?).filter(|d| d % 2 == 1)?;
            words.next().is_none().then_some(())?;
        }
        for word in words {
            let (check, reply) = word.split_once(':')?;
            self.moves.push(notation::usi(check, self.attacker)?.into());
            self.moves.push(notation::usi(reply, defender)?.into());
        }
        let next = self
            .index
            .insert(board, u32::try_from(self.entries.len()).ok()?);
        self.entries.push(Entry {
            board,
            hand,
            distance,
            start,
            next,
        });
        Some(())
    }
}

struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn fail<T>(&self, reason: impl Into<String>) -> Result<T, Rejected> {
        Err(Rejected::new(self.number, reason))
    }

    /// The next line without its end, or none after the last.
    fn next(&mut self) -> Result<Option<&str>, Rejected> {
        self.number += 1;
        self.buffer.clear();
        let mut input = self.input.by_ref().take(LONGEST);
        if let Err(error) = input.read_until(b'\n', &mut self.buffer) {
            return self.fail(format!("cannot be read: {error}"));
        }
        if self.buffer.is_empty() {
            return Ok(None);
        }
        if self.buffer.pop_if(|last| *last == b'\n').is_some() {
            self.buffer.pop_if(|last| *last == b'\r');
        } else if self.buffer.len() as u64 == LONGEST {
            return self.fail("too long a line");
        }
        let text = std::str::from_utf8(&self.buffer);
        text.map(Some)
            .map_err(|_| Rejected::new(self.number, "not UTF-8"))
    }

    /// What follows `word` and a blank on the next line.
    fn field(&mut self, word: &str) -> Result<String, Rejected> {
        let line = self.next()?.unwrap_or_default();
        let rest = line
            .strip_prefix(word)
            .and_then(|rest| rest.strip_prefix(' '));
        match rest.map(str::to_owned) {
            Some(rest) => Ok(rest),
            None => self.fail(format!("expected: {word} …")),
        }
    }
}

/// Reads a whole certificate.
pub(super) fn read(input: impl BufRead, stop: Stop) -> Result<Certificate, Rejected> {
    let mut lines = Lines {
        input,
        buffer: Vec::new(),
        number: 0,
    };
    if lines.field("tsumi-certificate")? != "1" {
        return lines.fail("an unknown version");
    }
    let text = lines.field("position")?;
    let Some((root, total)) = position(&text) else {
        return lines.fail("not a position");
    };
    if let Some(fault) = rules::fault(&root, &total) {
        return lines.fail(format!("the position has {fault}"));
    }
    let attacker = match lines.field("attacker")?.as_str() {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return lines.fail("the attacker is neither black nor white"),
    };
    let defends = root.side_to_move() != attacker;
    if root.king_position(attacker.flip()).is_none() {
        return lines.fail("the defender has no king");
    }
    if defends && !rules::in_check(&root) {
        return lines.fail("the defender is to move and not in check");
    }
    let field = lines.field("claim")?;
    let plies = field.strip_prefix("mate ").and_then(number);
    let claim = match plies.filter(|plies| (plies % 2 == 0) == defends) {
        Some(plies) => Claim::Mate(plies),
        None if field == "nomate" => Claim::NoMate,
        None => return lines.fail("the claim is neither a mate in a fitting number nor nomate"),
    };
    let claim_line = lines.number;
    let mut reply = None;
    if claim == Claim::NoMate && defends {
        reply = notation::usi(&lines.field("reply")?, root.side_to_move());
        if reply.is_none() {
            return lines.fail("not a move");
        }
    }
    let Some(announced) = number(&lines.field("entries")?) else {
        return lines.fail("not a number of entries");
    };
    let first_line = lines.number + 1;
    let (entries, moves, index) = Default::default();
    #[rustfmt::skip]
    let mut certificate = Certificate {
        text, root, total, attacker, claim, claim_line, reply, entries, first_line, moves, index,
    };
    for count in 0..announced as usize {
        if count % PATIENCE == 0 && stop() {
            return Err(Rejected::stopped(lines.number));
        }
        let line = lines.next()?.unwrap_or_default();
        if certificate.push(line).is_none() {
            return lines.fail(format!(
                "not an entry (number {} of {announced})",
                count + 1
            ));
        }
    }
    if lines.next()? != Some("end") {
        return lines.fail(format!("expected: end, after {announced} entries"));
    }
    match lines.next()? {
        None => Ok(certificate),
        Some(_) => lines.fail("something follows the end"),
    }
}

/// A position: board, side to move, hands and, of no account, a move number;
/// with the pieces of each kind on the board and in both hands.
fn position(text: &str) -> Option<(PartialPosition, Counts)> {
    let mut words = text.split(' ');
    let mut position = notation::board(words.next()?)?;
    position.side_to_move_set(match words.next()? {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    });
    let hands = notation::hands(words.next()?)?;
    words
        .next()
        .is_none_or(|word| number(word).is_some())
        .then_some(())?;
    words.next().is_none().then_some(())?;
    for (color, held) in Color::all().into_iter().zip(&hands) {
        *position.hand_of_a_player_mut(color) = notation::hand(held);
    }
    let board = rules::on_board(&position);
    let total = std::array::from_fn(|i| board[i] + hands[0][i] + hands[1][i]);
    Some((position, total))
}
