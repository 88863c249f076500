//! Entries, packed in one vector of bytes.
//!
//! A record is the board (11 bytes for the occupied squares and one for each piece), the
//! hand (4 bytes), the kind (1 byte), the plies (4 bytes), the number of moves (2 bytes) and
//! the moves (2 bytes each). An entry of a mate with twenty pieces on the board takes 44 bytes.

use super::{Board, EntryKind};
use crate::shogi::Hand;
use shogi_core::{Color, Move, Piece, PieceKind, Square};

/// Records, one after the other.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    len: usize,
}

/// A record.
pub(super) struct Record<'a> {
    /// The board, packed.
    pub board: &'a [u8],
    pub hand: Hand,
    pub kind: EntryKind,
    pub plies: u32,
    moves: &'a [u8],
    /// The whole record.
    pub bytes: &'a [u8],
}

/// Bytes of the parts of a record.
const HAND: usize = 4;
const KIND: usize = 1;
const PLIES: usize = 4;
const COUNT: usize = 2;
const MOVE: usize = 2;

impl Packed {
    /// Adds a record.
    pub fn push(
        &mut self,
        board: &Board,
        hand: Hand,
        (kind, plies): (EntryKind, u32),
        moves: impl IntoIterator<Item = Move>,
    ) {
        board.pack_to(&mut self.bytes);
        self.bytes.extend(hand.bits().to_le_bytes());
        self.bytes.push(kind as u8);
        self.bytes.extend(plies.to_le_bytes());
        let count = self.bytes.len();
        self.bytes.extend([0; COUNT]);
        for mv in moves {
            self.bytes.extend(packed_move(mv).to_le_bytes());
        }
        // A position has at most 593 moves.
        let moves = ((self.bytes.len() - count - COUNT) / MOVE) as u16;
        self.bytes[count..count + COUNT].copy_from_slice(&moves.to_le_bytes());
        self.len += 1;
    }

    /// Adds a record of another vector.
    pub fn push_again(&mut self, record: &Record<'_>) {
        self.bytes.extend_from_slice(record.bytes);
        self.len += 1;
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The records as bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Drops the records behind the first `len`, which take so many bytes.
    pub fn truncate(&mut self, bytes: usize, len: usize) {
        self.bytes.truncate(bytes);
        self.len = len;
    }

    /// Gives back the memory that the records do not take.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// All records, in their order.
    pub fn records(&self) -> Records<'_> {
        Records { rest: &self.bytes }
    }

    /// All records with their places, in their order.
    pub fn places(&self) -> impl Iterator<Item = (usize, Record<'_>)> {
        let mut records = self.records();
        std::iter::from_fn(move || {
            let place = self.bytes.len() - records.rest.len();
            Some((place, records.next()?))
        })
    }

    /// The record at a place.
    pub fn record_at(&self, place: usize) -> Record<'_> {
        Record::first_of(&self.bytes[place..]).0
    }

    /// Writes these distances into the records, in their order; records without one are dropped.
    pub fn set_distances(&mut self, mut distances: impl Iterator<Item = Option<u32>>) {
        self.retain(|_, record| {
            let distance = distances.next().flatten();
            if let Some(distance) = distance {
                let at = Board::packed_len(record) + HAND + KIND;
                record[at..at + PLIES].copy_from_slice(&distance.to_le_bytes());
            }
            distance.is_some()
        });
    }

    /// Drops the records that are not kept: `keeps` gets the place and the bytes of each.
    fn retain(&mut self, mut keeps: impl FnMut(usize, &mut [u8]) -> bool) {
        let (mut from, mut to) = (0, 0);
        self.len = 0;
        while from < self.bytes.len() {
            let length = Record::first_of(&self.bytes[from..]).1;
            if keeps(from, &mut self.bytes[from..from + length]) {
                self.bytes.copy_within(from..from + length, to);
                to += length;
                self.len += 1;
            }
            from += length;
        }
        self.bytes.truncate(to);
        self.shrink();
    }
}

impl<'a> Record<'a> {
    /// Of two records of one kind and board that bound from above which hand they are for, the one
    /// with the greater strength says more.
    pub fn strength(&self) -> u32 {
        match self.kind {
            EntryKind::Besides => u32::MAX - self.plies,
            _ => self.plies,
        }
    }

    /// The record that `bytes` begin with, and its length in bytes.
    pub fn first_of(bytes: &'a [u8]) -> (Record<'a>, usize) {
        let (board, rest) = bytes.split_at(Board::packed_len(bytes));
        let (hand, rest) = rest.split_at(HAND);
        let (kind, rest) = rest.split_at(KIND);
        let (plies, rest) = rest.split_at(PLIES);
        let (count, rest) = rest.split_at(COUNT);
        let moves = &rest[..MOVE * usize::from(u16::from_le_bytes(array(count)))];
        let length = board.len() + HAND + KIND + PLIES + COUNT + moves.len();
        let record = Record {
            bytes: &bytes[..length],
            board,
            hand: Hand::from_bits(u32::from_le_bytes(array(hand))),
            kind: EntryKind::ALL[usize::from(kind[0])],
            plies: u32::from_le_bytes(array(plies)),
            moves,
        };
        (record, length)
    }

    /// The board.
    pub fn board(&self) -> Board {
        Board::unpack(self.board)
    }

    /// The moves of an entry in which every check has a reply: each check of `side` and the
    /// reply to it.
    pub fn pairs(&self, side: Color) -> impl Iterator<Item = (Move, Move)> {
        let pairs = self.moves.len() / MOVE / 2;
        (0..pairs).map(move |n| {
            let (check, reply) = (2 * n, 2 * n + 1);
            (self.move_at(check, side), self.move_at(reply, side.flip()))
        })
    }

    /// One of the moves, made by `side`.
    pub fn move_at(&self, n: usize, side: Color) -> Move {
        let bytes = array(&self.moves[MOVE * n..MOVE * (n + 1)]);
        unpacked_move(u16::from_le_bytes(bytes), side)
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("a number of that many bytes")
}

/// The records of some bytes, one after the other.
pub(super) struct Records<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (record, length) = Record::first_of(self.rest);
        self.rest = &self.rest[length..];
        Some(record)
    }
}

/// A move in 16 bits: from or, of a drop, the kind (7), to (7), promotion (1), drop (1).
fn packed_move(mv: Move) -> u16 {
    let number = |square: Square| u16::from(square.index() - 1);
    match mv {
        Move::Normal { from, to, promote } => {
            number(from) | number(to) << 7 | u16::from(promote) << 14
        }
        Move::Drop { piece, to } => piece.piece_kind() as u16 | number(to) << 7 | 1 << 15,
    }
}

fn unpacked_move(bits: u16, side: Color) -> Move {
    let square = |n: u16| Square::from_u8((n & 127) as u8 + 1).expect("packed from a square");
    let to = square(bits >> 7);
    if bits >> 15 == 0 {
        let (from, promote) = (square(bits), bits >> 14 & 1 == 1);
        return Move::Normal { from, to, promote };
    }
    let kind = PieceKind::from_u8((bits & 127) as u8).expect("packed from a kind");
    let piece = Piece::new(kind, side);
    Move::Drop { piece, to }
}
