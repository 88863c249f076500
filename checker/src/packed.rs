//! Entries in memory: packed one after the other into bytes, a tenth of what they take as
//! values, so that a proof of a hundred million entries can be checked on one machine.
//!
//! A record is the place of an earlier record (8 bytes; the index makes use of it), the kind of
//! the entry (1), the board (11 for the occupied squares and 1 for each piece), the attacker's
//! hand (7), the plies (4), the number of moves (2) and the moves (2 each): 55 bytes for a mate
//! with twenty pieces on the board.
use crate::board::{Color, Hand, Kind, Move, Piece, Position, Square};

/// An entry: what it says of its position, and what is to be played.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The attacker's hand is that of the entry, the defender's is still empty.
    pub position: Position,
    pub says: Says,
    /// The plies that the kind of the entry speaks of; for [`Says::Besides`] the ply of the line.
    pub plies: u32,
    /// The move of the entry, or each check with its reply.
    pub moves: Vec<Move>,
}

/// What kind of entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// With this hand or more the move mates within `plies`.
    Mate,
    /// With this hand or less there is no mate within `plies` (`EVER`: none at all);
    /// each check has a reply.
    Longer,
    /// With exactly this hand the conventional length is at most `plies`, by the move.
    Within,
    /// The same with the defender to move. There is no move in the entry.
    Mated,
    /// With exactly this hand the conventional length is at most `plies`; and if it is that, the
    /// attacker, who begins with the move, can leave pieces in his hand.
    Leaves,
    /// With exactly this hand the length with nothing left is at most `plies`, or there is none,
    /// by the move; with 0 (`never` in the text) there is none.
    Spares,
    /// With exactly this hand there is a length with nothing left, and it is at least `plies`; each
    /// check has a reply.
    Spends,
    /// With this hand or less the conventional length is more than `plies`; each check has
    /// a reply that is no futile interposition whatever the hand is.
    Beyond,
    /// With exactly this hand the conventional length is more than `plies`; each check has
    /// a reply.
    BeyondExact,
    /// The same with the defender to move, whose reply is the move.
    Lasts,
    /// With this hand or less there is no mate, unless by a position of the line at `plies` or
    /// before; each check has a reply.
    Besides,
}

/// For which hands an entry holds, beside its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoldsFor {
    More,
    Less,
    None,
}

impl Says {
    const ALL: [Says; 11] = [
        Says::Mate,
        Says::Longer,
        Says::Within,
        Says::Mated,
        Says::Leaves,
        Says::Spares,
        Says::Spends,
        Says::Beyond,
        Says::BeyondExact,
        Says::Lasts,
        Says::Besides,
    ];

    pub fn holds_for(self) -> HoldsFor {
        match self {
            Says::Mate => HoldsFor::More,
            Says::Longer | Says::Beyond | Says::Besides => HoldsFor::Less,
            Says::Within
            | Says::Mated
            | Says::Leaves
            | Says::Spares
            | Says::Spends
            | Says::BeyondExact
            | Says::Lasts => HoldsFor::None,
        }
    }

    /// Is the number of plies a bound from below, so that the greater one says more?
    pub fn is_lower_bound(self) -> bool {
        matches!(
            self,
            Says::Longer | Says::Spends | Says::Beyond | Says::BeyondExact | Says::Lasts
        )
    }

    /// Is the defender to move?
    pub fn is_for_the_defender(self) -> bool {
        matches!(self, Says::Mated | Says::Lasts)
    }
}

/// What an entry is found by: its kind and board, and the hand where it holds for no other.
pub(crate) struct Key {
    bytes: [u8; 1 + OCCUPIED + 81 + HAND],
    len: usize,
}

impl Key {
    pub fn new(says: Says, position: &Position, hand: Hand) -> Key {
        let mut key = Key {
            bytes: [0; 1 + OCCUPIED + 81 + HAND],
            len: 1 + OCCUPIED,
        };
        key.bytes[0] = says as u8;
        for (i, piece) in position.board().iter().enumerate() {
            if let Some(piece) = *piece {
                key.bytes[1 + i / 8] |= 1 << (i % 8);
                key.push(piece_to_byte(piece));
            }
        }
        if says.holds_for() == HoldsFor::None {
            for kind in Kind::HAND {
                key.push(hand.count(kind));
            }
        }
        key
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }
}

/// Bytes of the parts of a record.
const EARLIER: usize = 8;
const OCCUPIED: usize = 11;
const HAND: usize = 7;
const PLIES: usize = 4;
const COUNT: usize = 2;
const MOVE: usize = 2;

/// After this many records the place of the next one is noted, so that threads can begin there.
pub(crate) const RUN: usize = 8;

/// Records, one after the other.
#[derive(Default)]
pub(crate) struct Packed {
    bytes: Vec<u8>,
    len: usize,
    /// The places of the records 0, [`RUN`], twice [`RUN`] and so on.
    runs: Vec<usize>,
}

impl Packed {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a record for an entry with this key and this hand of the attacker; `earlier` is the
    /// place of another record. The result is its place.
    pub fn push(&mut self, entry: &Entry, key: &Key, hand: Hand, earlier: Option<usize>) -> usize {
        let place = self.bytes.len();
        if self.len.is_multiple_of(RUN) {
            self.runs.push(place);
        }
        let earlier = earlier.map_or(u64::MAX, |place| place as u64);
        self.bytes.extend(earlier.to_le_bytes());
        self.bytes.extend(key.bytes());
        if entry.says.holds_for() != HoldsFor::None {
            self.bytes.extend(Kind::HAND.map(|kind| hand.count(kind)));
        }
        self.bytes.extend(entry.plies.to_le_bytes());
        self.bytes.extend((entry.moves.len() as u16).to_le_bytes());
        for &mv in &entry.moves {
            self.bytes.extend(move_to_number(mv).to_le_bytes());
        }
        self.len += 1;
        place
    }

    /// The record at a place that `push` gave.
    pub fn at(&self, place: usize) -> Record<'_> {
        Record::first_of(&self.bytes[place..])
    }

    /// All records of a run and of those after it.
    pub fn starting_with(&self, run: usize) -> impl Iterator<Item = Record<'_>> {
        let start = self.runs.get(run).copied();
        let mut rest = &self.bytes[start.unwrap_or(self.bytes.len())..];
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let record = Record::first_of(rest);
            rest = &rest[record.len..];
            Some(record)
        })
    }
}

/// A record.
pub(crate) struct Record<'a> {
    /// The place of an earlier record.
    pub earlier: Option<usize>,
    /// What it is found by.
    pub key: &'a [u8],
    pub hand: Hand,
    pub plies: u32,
    moves: &'a [u8],
    len: usize,
}

impl<'a> Record<'a> {
    fn first_of(bytes: &'a [u8]) -> Record<'a> {
        let (earlier, rest) = bytes.split_at(EARLIER);
        let pieces: u32 = rest[1..1 + OCCUPIED].iter().map(|b| b.count_ones()).sum();
        let board = 1 + OCCUPIED + pieces as usize;
        let key = match says(rest).holds_for() {
            HoldsFor::None => &rest[..board + HAND],
            _ => &rest[..board],
        };
        let (numbers, rest) = rest[board..].split_at(HAND);
        let mut hand = Hand::default();
        for (kind, &count) in Kind::HAND.into_iter().zip(numbers) {
            hand.set(kind, count);
        }
        let (plies, rest) = rest.split_at(PLIES);
        let (count, rest) = rest.split_at(COUNT);
        let moves = &rest[..MOVE * usize::from(u16::from_le_bytes(array(count)))];
        let earlier = u64::from_le_bytes(array(earlier));
        Record {
            earlier: (earlier != u64::MAX).then_some(earlier as usize),
            key,
            hand,
            plies: u32::from_le_bytes(array(plies)),
            moves,
            len: EARLIER + board + HAND + PLIES + COUNT + moves.len(),
        }
    }

    /// The kind of the entry.
    pub fn says(&self) -> Says {
        says(self.key)
    }

    /// The entry. The defender's hand is still empty.
    pub fn entry(&self, attacker: Color) -> Entry {
        let mut position = Position::empty();
        let mut pieces = self.key[1 + OCCUPIED..].iter();
        for (i, &square) in Square::ALL.iter().enumerate() {
            if self.key[1 + i / 8] >> (i % 8) & 1 == 1 {
                position.put(square, pieces.next().map(|&byte| byte_to_piece(byte)));
            }
        }
        *position.hand_mut(attacker) = self.hand;
        position.turn = match self.says().is_for_the_defender() {
            true => attacker.other(),
            false => attacker,
        };
        let moves = self.moves.chunks_exact(MOVE);
        let moves = moves.map(|bytes| number_to_move(u16::from_le_bytes(array(bytes))));
        Entry {
            position,
            says: self.says(),
            plies: self.plies,
            moves: moves.collect(),
        }
    }
}

/// The kind that a key or the rest of a record begins with.
fn says(bytes: &[u8]) -> Says {
    Says::ALL[usize::from(bytes[0])]
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}

/// A piece in a byte: the kind (4 bits) and the colour (1).
fn piece_to_byte(piece: Piece) -> u8 {
    piece.kind as u8 | (piece.color as u8) << 4
}

fn byte_to_piece(byte: u8) -> Piece {
    Piece {
        kind: Kind::ALL[usize::from(byte & 15)],
        color: Color::ALL[usize::from(byte >> 4)],
    }
}

/// A move in 16 bits: where it comes from or, of a drop, the kind (7), where it goes (7), does it
/// promote (1), is it a drop (1).
fn move_to_number(mv: Move) -> u16 {
    match mv {
        Move::Board { from, to, promote } => {
            from.index() as u16 | (to.index() as u16) << 7 | u16::from(promote) << 14
        }
        Move::Drop { kind, to } => kind as u16 | (to.index() as u16) << 7 | 1 << 15,
    }
}

fn number_to_move(number: u16) -> Move {
    let first = usize::from(number & 127);
    let to = Square::ALL[usize::from(number >> 7 & 127)];
    match number >> 15 {
        0 => Move::Board {
            from: Square::ALL[first],
            to,
            promote: number >> 14 & 1 == 1,
        },
        _ => Move::Drop {
            kind: Kind::ALL[first],
            to,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn moves_and_pieces_survive() {
        for from in Square::ALL {
            for to in Square::ALL {
                for promote in [false, true] {
                    let mv = Move::Board { from, to, promote };
                    assert_eq!(number_to_move(move_to_number(mv)), mv);
                }
            }
            for kind in Kind::ALL {
                let mv = Move::Drop { kind, to: from };
                assert_eq!(number_to_move(move_to_number(mv)), mv);
            }
        }
        for kind in Kind::ALL {
            for color in Color::ALL {
                let piece = Piece { kind, color };
                assert_eq!(byte_to_piece(piece_to_byte(piece)), piece);
            }
        }
    }

    /// A key knows the kind and the board, and the hand where an entry holds for that alone.
    #[test]
    fn keys() {
        let text = "PLNSGBRK1/plnsgbrk1/+P+L+N+S1+B+R2/+p+l+n+s1+b+r2/9/9/9/9/9";
        let position = notation::board(text).unwrap();
        let mut gold = Hand::default();
        gold.set(Kind::Gold, 1);
        let key = |says, position: &Position, hand| Key::new(says, position, hand).bytes().to_vec();
        for says in Says::ALL {
            let plain = key(says, &position, Hand::default());
            let exact = says.holds_for() == HoldsFor::None;
            assert_eq!(key(says, &position, gold) != plain, exact);
            let same = |&other: &Says| key(other, &position, Hand::default()) == plain;
            assert_eq!(Says::ALL.iter().filter(|other| same(other)).count(), 1);
            for square in Square::ALL {
                let mut other = position.clone();
                other.put(square, position.at(Square::ALL[0]));
                let equal = other.has_board_of(&position);
                assert_eq!(key(says, &other, Hand::default()) == plain, equal);
            }
        }
    }

    /// Every kind of entry is read back as it was written, a full board and a full hand too.
    #[test]
    fn entries_survive() {
        let moves = ["P*1b", "1a2b", "3b2a+", "1a2b"];
        let moves: Vec<Move> = moves.iter().map(|m| notation::usi(m).unwrap()).collect();
        let boards = ["8k/6S2/9/8B/8L/9/9/9/9", &["ppppppppp"; 9].join("/")];
        let mut packed = Packed::default();
        let mut written: Vec<(usize, Entry)> = Vec::new();
        for (text, plies, says) in boards.iter().flat_map(|&text| {
            let plies = [7, u32::MAX].into_iter();
            plies.flat_map(move |plies| Says::ALL.map(|says| (text, plies, says)))
        }) {
            let mut position = notation::board(text).unwrap();
            let mut hand = Hand::default();
            hand.set(Kind::Pawn, 18);
            hand.set(Kind::Rook, 2);
            *position.hand_mut(Color::White) = hand;
            position.turn = match says {
                Says::Mated | Says::Lasts => Color::Black,
                _ => Color::White,
            };
            let moves = moves[..written.len() % 5].to_vec();
            let entry = Entry {
                position,
                says,
                plies,
                moves,
            };
            let key = Key::new(says, &entry.position, hand);
            let before = written.last().map(|&(place, _)| place);
            let place = packed.push(&entry, &key, hand, before);
            written.push((place, entry));
        }
        let read: Vec<_> = packed.starting_with(0).collect();
        assert_eq!((read.len(), packed.len()), (written.len(), written.len()));
        for (i, (place, entry)) in written.iter().enumerate() {
            for record in [&packed.at(*place), &read[i]] {
                assert_eq!(record.entry(Color::White), *entry);
                let before = i.checked_sub(1).map(|i| written[i].0);
                assert_eq!(record.earlier, before);
            }
        }
    }

    #[test]
    fn runs_begin_where_they_should() {
        let mut packed = Packed::default();
        for plies in 0..3 * RUN as u32 + 1 {
            let entry = Entry {
                position: Position::empty(),
                says: Says::Mated,
                plies,
                moves: Vec::new(),
            };
            let hand = Hand::default();
            packed.push(
                &entry,
                &Key::new(entry.says, &entry.position, hand),
                hand,
                None,
            );
        }
        for run in 0..4 {
            let mut records = packed.starting_with(run);
            assert_eq!(records.next().unwrap().plies, (run * RUN) as u32);
            assert_eq!(records.count() + 1, packed.len() - run * RUN);
        }
        assert!(packed.starting_with(4).next().is_none());
    }
}
