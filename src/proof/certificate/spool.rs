//! Records of a proof that may be too many for memory: the last ones are in memory, those before
//! them in a file without a name. Where the system gives no file they all stay in memory.

use super::packed::{Packed, Record};
use crate::base::scratch;
use crate::shogi::Hand;
use ahash::RandomState;
use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// From this number of bytes on the records in memory go to the file.
const IN_MEMORY: usize = if cfg!(test) { 1 << 10 } else { 4 << 20 };
/// Bytes that are read at a time; a record has less than half as many.
const READ: usize = if cfg!(test) { 8 << 10 } else { 64 << 10 };

/// Bytes of memory for a record that is compared with others, and how many are compared at a time,
/// at least.
const COMPARED: usize = 24;
const AT_A_TIME: usize = if cfg!(test) { 1_000 } else { 500_000 };

/// Records between two looks at whether the work is to be stopped.
const LOOK_EVERY: u32 = 4_096;

/// Records, one after the other.
#[derive(Default)]
pub(super) struct Spool {
    file: Option<File>,
    /// Bytes of records in the file, and their number.
    written: u64,
    in_file: usize,
    /// The records after those.
    last: Packed,
    /// True when the system has no file for them, or no room in it.
    has_no_file: bool,
}

/// How far a spool was.
pub(super) struct SpoolMark {
    bytes: u64,
    len: usize,
}

impl Spool {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.in_file + self.last.len()
    }

    /// Adds a record, by what `push` does with the records in memory.
    pub fn push(&mut self, push: impl FnOnce(&mut Packed)) {
        if self.last.bytes().len() >= IN_MEMORY && !self.has_no_file {
            self.has_no_file = self.write().is_err();
        }
        push(&mut self.last);
    }

    /// How far it is.
    pub fn mark(&self) -> SpoolMark {
        SpoolMark {
            bytes: self.written + self.last.bytes().len() as u64,
            len: self.len(),
        }
    }

    /// Drops the records after a mark.
    pub fn truncate(&mut self, mark: SpoolMark) {
        if mark.bytes < self.written {
            self.last = Packed::default();
            (self.written, self.in_file) = (mark.bytes, mark.len);
        } else {
            let bytes = (mark.bytes - self.written) as usize;
            self.last.truncate(bytes, mark.len - self.in_file);
        }
    }

    /// Moves the records in memory into the file.
    fn write(&mut self) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => scratch::file()?,
        };
        let place = file.seek(SeekFrom::Start(self.written));
        let written = place.and_then(|_| file.write_all(self.last.bytes()));
        if self.written > 0 || written.is_ok() {
            // What came before is good even where there is no room for more.
            self.file = Some(file);
        }
        written?;
        self.written += self.last.bytes().len() as u64;
        self.in_file += self.last.len();
        self.last = Packed::default();
        Ok(())
    }

    /// Goes through all records.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor {
            spool: self,
            place: 0,
            read: Vec::new(),
            next: 0,
        }
    }

    /// The records without those that another one of the same kind and board makes superfluous.
    /// Comparing them takes about `room` bytes of memory: the more there are, the fewer times the
    /// file is read.
    ///
    /// # Errors
    /// When the file cannot be read, or `stop` says so.
    pub fn trimmed(self, room: usize, stop: &impl Fn() -> bool) -> io::Result<Spool> {
        let at_a_time = (room / COMPARED).max(AT_A_TIME);
        let superfluous = self.superfluous(at_a_time, stop)?;
        let mut kept = Spool::default();
        let mut superfluous = superfluous.into_iter().peekable();
        let (mut cursor, mut index) = (self.cursor(), 0);
        while let Some(record) = cursor.next()? {
            go_on(index, stop)?;
            if superfluous.next_if_eq(&index).is_none() {
                kept.push(|last| last.push_again(&record));
            }
            index += 1;
        }
        kept.last.shrink();
        Ok(kept)
    }

    /// The numbers of those records, in their order. A hash stands for the board: of two boards with
    /// one hash an entry may be missed, and then the checker refuses the proof.
    fn superfluous(&self, at_a_time: usize, stop: &impl Fn() -> bool) -> io::Result<Vec<u32>> {
        let state = RandomState::with_seed(0);
        let mut superfluous = Vec::new();
        // So many boards at a time that they take little memory.
        let times = self.len().div_ceil(at_a_time) as u64;
        for time in 0..times {
            let mut places = Vec::new();
            let (mut cursor, mut index) = (self.cursor(), 0);
            while let Some(record) = cursor.next()? {
                go_on(index, stop)?;
                if record.kind.holds_for_less() {
                    let board = state.hash_one((record.board, record.kind as u8));
                    if board % times == time {
                        places.push((board, Reverse(record.strength()), record.hand, index));
                    }
                }
                index += 1;
            }
            // Of the same strength the one with the greatest hand comes first.
            places.sort_unstable_by_key(|&(board, strength, hand, index)| {
                (board, strength, Reverse(hand.total()), index)
            });
            for same in places.chunk_by(|a, b| a.0 == b.0) {
                let mut kept: Vec<Hand> = Vec::new();
                for &(_, _, hand, index) in same {
                    match kept.iter().any(|other| other.covers(hand)) {
                        true => superfluous.push(index),
                        false => kept.push(hand),
                    }
                }
            }
        }
        superfluous.sort_unstable();
        Ok(superfluous)
    }
}

/// Looks from time to time whether the work is to be stopped; `index` is the record's number.
fn go_on(index: u32, stop: &impl Fn() -> bool) -> io::Result<()> {
    match index.is_multiple_of(LOOK_EVERY) && stop() {
        true => Err(io::ErrorKind::Interrupted.into()),
        false => Ok(()),
    }
}

/// The records of a spool, one after the other.
pub(super) struct Cursor<'a> {
    spool: &'a Spool,
    /// What comes after `read`: in the file, or behind its end in memory.
    place: u64,
    /// Bytes of the file.
    read: Vec<u8>,
    /// The next record begins here.
    next: usize,
}

impl Cursor<'_> {
    /// True when all records were gone through.
    pub fn is_at_end(&self) -> bool {
        let bytes = self.spool.written + self.spool.last.bytes().len() as u64;
        self.next == self.read.len() && self.place == bytes
    }

    /// The next record; none after the last.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        let Spool {
            file,
            written,
            last,
            ..
        } = self.spool;
        if self.read.len() - self.next < READ / 2
            && let Some(file) = file
            && self.place < *written
        {
            self.read.drain(..self.next);
            self.next = 0;
            let (from, left) = (self.read.len(), *written - self.place);
            self.read.resize(from + left.min(READ as u64) as usize, 0);
            let read = scratch::read_at(file, self.place, &mut self.read[from..])?;
            if from + read < self.read.len() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.place += read as u64;
        }
        let bytes = match self.next < self.read.len() {
            true => &self.read[self.next..],
            false => {
                // In memory places count on where the file ends.
                let from = (self.place - *written) as usize;
                if from == last.bytes().len() {
                    return Ok(None);
                }
                let (record, length) = Record::first_of(&last.bytes()[from..]);
                self.place += length as u64;
                return Ok(Some(record));
            }
        };
        let (record, length) = Record::first_of(bytes);
        self.next += length;
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::proof::certificate::{Board, EntryKind};
    use crate::shogi::Kind;
    use shogi_core::{Move, Square};

    /// A record as a test knows it: its bytes, and what counts when another one covers it.
    type Known = (Vec<u8>, (u8, Vec<u8>), Hand, u32);

    fn all(spool: &Spool) -> Vec<Known> {
        let (mut records, mut cursor) = (Vec::new(), spool.cursor());
        while let Some(r) = cursor.next().unwrap() {
            let place = (r.kind as u8, r.board.to_vec());
            records.push((r.bytes.to_vec(), place, r.hand, r.strength()));
        }
        assert!(cursor.is_at_end());
        records
    }

    /// Some thousand records of a few boards, many of them superfluous.
    fn spool() -> Spool {
        let mut random = fastrand::Rng::with_seed(26);
        let boards = ["8k/9/8P/9/9/9/9/9/9 b 2G 1", "7nk/9/9/9/9/9/9/9/9 b P 1"];
        let boards = boards.map(|text| Board::of(&sfen::parse(text).unwrap().position));
        let kinds = [
            EntryKind::Mate,
            EntryKind::Longer,
            EntryKind::Beyond,
            EntryKind::Besides,
        ];
        let mut spool = Spool::default();
        for _ in 0..3_000 {
            let (kind, board) = (kinds[random.usize(..4)], &boards[random.usize(..2)]);
            let hand = [Kind::Pawn, Kind::Gold, Kind::Rook]
                .into_iter()
                .fold(Hand::EMPTY, |hand, kind| {
                    (0..random.u8(..3)).fold(hand, |hand, _| hand.added(kind))
                });
            let to = Square::new(1 + random.u8(..9), 1 + random.u8(..9)).unwrap();
            let from = Square::new(5, 5).unwrap();
            let moves = vec![
                Move::Normal {
                    from,
                    to,
                    promote: false
                };
                random.usize(..40)
            ];
            let says = (kind, random.u32(..9));
            spool.push(|last| last.push(board, hand, says, moves));
        }
        spool
    }

    #[test]
    fn records_come_back_from_the_file_and_from_memory() {
        let (spool, mut plain) = (spool(), Packed::default());
        assert!(spool.written > 10 * READ as u64 && !spool.last.bytes().is_empty());
        let records = all(&spool);
        assert_eq!((records.len(), spool.len()), (3_000, 3_000));
        for (bytes, ..) in &records {
            plain.push_again(&Record::first_of(bytes).0);
        }
        assert_eq!(plain.len(), 3_000);
        assert!(all(&Spool::default()).is_empty());
    }

    #[test]
    fn what_comes_after_a_mark_is_dropped() {
        let (whole, mut marks) = (all(&spool()), Vec::new());
        let mut again = Spool::default();
        for (n, (bytes, ..)) in whole.iter().enumerate() {
            if n % 500 == 250 {
                marks.push((n, again.mark()));
            }
            again.push(|last| last.push_again(&Record::first_of(bytes).0));
        }
        // The last mark is in memory or near it, the first ones lie in the file.
        for (n, mark) in marks.into_iter().rev() {
            again.truncate(mark);
            assert_eq!(again.len(), n);
            let (other, ..) = &whole[0];
            for _ in 0..200 {
                again.push(|last| last.push_again(&Record::first_of(other).0));
            }
            let records = all(&again);
            assert_eq!(records.len(), n + 200);
            assert!(records[..n] == whole[..n]);
            assert!(records[n..].iter().all(|known| *known == whole[0]));
        }
    }

    #[test]
    fn superfluous_records_and_no_others_are_removed() {
        let before = all(&spool());
        let after = all(&spool().trimmed(0, &|| false).unwrap());
        let is_mate = |known: &Known| known.1.0 == EntryKind::Mate as u8;
        let covers = |a: &Known, b: &Known| a.1 == b.1 && a.2.covers(b.2) && a.3 >= b.3;
        for known in &before {
            assert!(
                after
                    .iter()
                    .any(|a| a == known || !is_mate(known) && covers(a, known))
            );
        }
        for (n, known) in after.iter().enumerate() {
            let mut others = after.iter().enumerate().filter(|&(m, _)| m != n);
            assert!(is_mate(known) || !others.any(|(_, a)| covers(a, known)));
        }
        assert!(after.len() < 1_000, "{}", after.len());
        // In their order.
        let mut rest = before.iter();
        assert!(after.iter().all(|known| rest.any(|b| b == known)));
        // In one go it comes to the same.
        assert!(after == all(&spool().trimmed(1 << 20, &|| false).unwrap()));
        let stopped = spool().trimmed(0, &|| true);
        assert_eq!(stopped.err().unwrap().kind(), io::ErrorKind::Interrupted);
    }
}
