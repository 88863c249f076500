//! Certificates (docs/certificate.md) as values.
//!
//! A certificate is a root, the side that gives check, a claim, and entries: positions,
//! each with the moves that prove its part of the claim. The rooms of the program use this
//! value; the text of the format is made of it where it leaves the program
//! ([`Display`](std::fmt::Display), [`Certificate::reader`]) and read back by
//! [`FromStr`](std::str::FromStr). Reading looks at the form only. Whether a certificate
//! proves its claim is for the checker to say.
//!
//! There may be millions of entries, so they are kept packed (`packed`), in about half
//! the bytes of their text, and are unpacked one at a time. Those of a proof of lengths are in a
//! file where they are many (`spool`).

mod board;
mod composition;
mod draft;
mod lookup;
mod packed;
mod read;
mod spool;
#[cfg(test)]
mod tests;
mod text;

pub use board::Board;
pub use composition::Composition;
pub use draft::{BoundDraft, DraftMark, MateDraft, NoMateDraft};
pub use lookup::Lookup;
pub use read::ReadError;

use crate::shogi::Hand;
use ahash::AHashSet;
use packed::{Packed, Record, Records};
use shogi_core::{Color, Move, PartialPosition, ToUsi};
use spool::{Cursor, Spool};
use std::sync::Arc;
use std::{fmt, io, slice};

/// What a certificate says of its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker mates within this number of plies, every interposition counted.
    Mate { plies: u32 },
    /// The attacker, checking with every move, never mates. `reply` is the move that
    /// saves a defender who is to move at the root.
    NoMate { reply: Option<Move> },
    /// No mate within this number of plies, every interposition counted.
    Longer { plies: u32 },
    /// The conventional length is at most this number of plies.
    Within { plies: u32 },
    /// The conventional length is at most this number of plies; and if it is this, the attacker can
    /// leave pieces in his hand against every defence that lasts as long.
    Leaves { plies: u32 },
    /// The length with nothing left in the attacker's hand is at most this, or there is none.
    Spares { plies: u32 },
    /// There is a length with nothing left, and it is at least this.
    Spends { plies: u32 },
    /// The conventional length is more than this number of plies.
    Beyond { plies: u32 },
    /// Along this line no other check of the attacker mates, unless by way of a position that
    /// the line has been through; but for these.
    Only {
        line: Vec<Move>,
        except: Vec<Exception>,
    },
}

/// A check besides a line's of which a claim says nothing, or little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The ply of the check, from 1.
    pub ply: u32,
    /// The check.
    pub mv: Move,
    /// It does not mate within this number of plies, itself counted; `None` where nothing is said.
    pub longer: Option<u32>,
}

/// An exception as the format writes it: `3:G*2b`, `3:G*2b>15`.
impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.ply, self.mv.to_usi_owned())?;
        self.longer.map_or(Ok(()), |plies| write!(f, ">{plies}"))
    }
}

/// The claim as the format writes it: `mate 5`, `nomate`, `longer 3`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Mate { plies } => write!(f, "mate {plies}"),
            Claim::NoMate { .. } => write!(f, "nomate"),
            Claim::Longer { plies } => write!(f, "longer {plies}"),
            Claim::Within { plies } => write!(f, "within {plies}"),
            Claim::Leaves { plies } => write!(f, "leaves {plies}"),
            Claim::Spares { plies } => write!(f, "spares {plies}"),
            Claim::Spends { plies } => write!(f, "spends {plies}"),
            Claim::Beyond { plies } => write!(f, "beyond {plies}"),
            Claim::Only { line, except } => {
                write!(f, "only")?;
                for mv in line {
                    write!(f, " {}", mv.to_usi_owned())?;
                }
                for (n, exception) in except.iter().enumerate() {
                    let slash = if n == 0 { " /" } else { "" };
                    write!(f, "{slash} {exception}")?;
                }
                Ok(())
            }
        }
    }
}

/// What an entry says of its position (docs/certificate.md, "What makes an entry right").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EntryKind {
    /// A mate within some plies, with this hand or more.
    Mate,
    /// No mate within some plies, or none at all, with this hand or less.
    Longer,
    /// A conventional length of at most some plies, with exactly this hand.
    Within,
    /// With the defender to move: a conventional length of at most some plies, with exactly this
    /// hand.
    Mated,
    /// A conventional length of at most some plies, with exactly this hand; and if it is that, the
    /// attacker can leave pieces in his hand.
    Leaves,
    /// A length with nothing left of at most some plies, or none, with exactly this hand; with 0
    /// plies (`never` in the text) there is none.
    Spares,
    /// A length with nothing left of at least some plies, with exactly this hand.
    Spends,
    /// A conventional length of more than some plies, with this hand or less.
    Beyond,
    /// A conventional length of more than some plies, with exactly this hand.
    BeyondExact,
    /// With the defender to move: a conventional length of more than some plies, with exactly this
    /// hand.
    Lasts,
    /// No mate with this hand or less, unless by a position of the line of the claim `only` at
    /// some ply or before.
    Besides,
}

impl EntryKind {
    const ALL: [EntryKind; 11] = [
        EntryKind::Mate,
        EntryKind::Longer,
        EntryKind::Within,
        EntryKind::Mated,
        EntryKind::Leaves,
        EntryKind::Spares,
        EntryKind::Spends,
        EntryKind::Beyond,
        EntryKind::BeyondExact,
        EntryKind::Lasts,
        EntryKind::Besides,
    ];

    /// True for an entry that holds for every smaller hand too.
    fn holds_for_less(self) -> bool {
        matches!(
            self,
            EntryKind::Longer | EntryKind::Beyond | EntryKind::Besides
        )
    }

    /// The word that an entry of version 2 begins with.
    fn word(self) -> &'static str {
        match self {
            EntryKind::Mate => "mate",
            EntryKind::Longer => "longer",
            EntryKind::Within => "within",
            EntryKind::Mated => "mated",
            EntryKind::Leaves => "leaves",
            EntryKind::Spares => "spares",
            EntryKind::Spends => "spends",
            EntryKind::Beyond => "beyond",
            EntryKind::BeyondExact => "beyond-exact",
            EntryKind::Lasts => "lasts",
            EntryKind::Besides => "besides",
        }
    }
}

/// The plies of an entry that says "no mate, however long it may take".
pub const EVER: u32 = u32::MAX;

/// An entry of a mate: the attacker, to move on this board with `hand` or more in hand,
/// mates by `mv` within `distance` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateEntry {
    pub board: Board,
    /// The least hand of the attacker.
    pub hand: Hand,
    pub mv: Move,
    /// The mate takes at most this number of plies, which is odd.
    pub distance: u32,
}

/// An entry of a no-mate: the attacker, to move on this board with `hand` or less in
/// hand, never mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMateEntry {
    pub board: Board,
    /// The greatest hand of the attacker.
    pub hand: Hand,
    /// Every legal check, with the reply to it.
    pub replies: Vec<(Move, Move)>,
}

/// A proof of a mate or a no-mate, and perhaps of bounds of its length, to be put before the
/// checker.
#[derive(Clone)]
pub struct Certificate {
    position: PartialPosition,
    attacker: Color,
    /// The verdict first; one claim at least.
    claims: Vec<Claim>,
    /// The entries of the verdict; of a certificate that was read, all.
    entries: Packed,
    /// The others.
    added: Vec<Arc<Spool>>,
}

impl Certificate {
    /// A certificate of at least one claim. The root is made anew, because it has no move before
    /// it.
    fn of(
        position: &PartialPosition,
        attacker: Color,
        claims: Vec<Claim>,
        entries: Packed,
    ) -> Certificate {
        let mut root = Board::of(position).to_position();
        root.side_to_move_set(position.side_to_move());
        let _ = root.ply_set(position.ply());
        for side in Color::all() {
            *root.hand_of_a_player_mut(side) = position.hand_of_a_player(side);
        }
        Certificate {
            position: root,
            attacker,
            claims,
            entries,
            added: Vec::new(),
        }
    }

    /// The root. It carries no last move.
    pub fn position(&self) -> &PartialPosition {
        &self.position
    }

    /// The side that gives check.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The verdict: the first of the claims, as a rule a mate or no mate.
    pub fn claim(&self) -> &Claim {
        &self.claims[0]
    }

    /// All that is claimed of the root.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// Adds claims about the length, with what proves them. Without a claim there is nothing to add.
    pub fn add(&mut self, bounds: BoundDraft) {
        let (claims, entries) = bounds.into_parts();
        if !claims.is_empty() {
            self.claims.extend(claims);
            self.added.push(Arc::new(entries));
        }
    }

    /// The certificate of the verdict alone.
    #[must_use]
    pub fn without_bounds(&self) -> Certificate {
        let mut entries = Packed::default();
        for record in self.verdict_records() {
            entries.push_again(&record);
        }
        Certificate {
            position: self.position.clone(),
            attacker: self.attacker,
            claims: vec![self.claim().clone()],
            entries,
            added: Vec::new(),
        }
    }

    /// True for a certificate of a verdict alone, which version 1 of the format can write.
    fn is_version_1(&self) -> bool {
        let defends = self.position.side_to_move() != self.attacker;
        let claim = match self.claims[..] {
            [Claim::Mate { .. }] => true,
            [Claim::NoMate { reply }] => reply.is_some() == defends,
            _ => false,
        };
        claim && self.added.is_empty() && self.entries.records().all(|r| self.is_of_verdict(&r))
    }

    /// Does this entry prove something of the verdict?
    fn is_of_verdict(&self, record: &Record<'_>) -> bool {
        match self.claim() {
            Claim::Mate { .. } => record.kind == EntryKind::Mate,
            Claim::NoMate { .. } => record.kind == EntryKind::Longer && record.plies == EVER,
            // There is no verdict.
            _ => false,
        }
    }

    /// The records of the entries that prove the verdict.
    fn verdict_records(&self) -> impl Iterator<Item = Record<'_>> {
        self.entries.records().filter(|r| self.is_of_verdict(r))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len() + self.added.iter().map(|spool| spool.len()).sum::<usize>()
    }

    /// All entries, in the order of the text.
    fn all(&self) -> All<'_> {
        All {
            records: self.entries.records(),
            added: self.added.iter(),
            cursor: None,
        }
    }

    /// True for a certificate without entries, as that of a defender who is mated.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of a mate, in the order of the text; none for a no-mate.
    pub fn mate_entries(&self) -> impl Iterator<Item = MateEntry> {
        let side = self.attacker;
        let records = matches!(self.claim(), Claim::Mate { .. }).then(|| self.verdict_records());
        let entry = move |record: Record<'_>| MateEntry {
            board: record.board(),
            hand: record.hand,
            mv: record.move_at(0, side),
            distance: record.plies,
        };
        records.into_iter().flatten().map(entry)
    }

    /// The entries of a no-mate, in the order of the text; none for a mate.
    pub fn nomate_entries(&self) -> impl Iterator<Item = NoMateEntry> {
        let side = self.attacker;
        let records = matches!(self.claim(), Claim::NoMate { .. }).then(|| self.verdict_records());
        let entry = move |record: Record<'_>| NoMateEntry {
            board: record.board(),
            hand: record.hand,
            replies: record.pairs(side).collect(),
        };
        records.into_iter().flatten().map(entry)
    }

    /// True when an entry of the verdict has the board of one of these positions, whatever the
    /// hands. Where this is false, no line that it proves passes through any of them.
    pub fn passes_through(&self, positions: &[PartialPosition]) -> bool {
        let boards: AHashSet<_> = positions.iter().map(|p| Board::of(p).pack()).collect();
        self.verdict_records().any(|r| boards.contains(r.board))
    }
}

/// The records of a certificate, one after the other.
struct All<'a> {
    records: Records<'a>,
    added: slice::Iter<'a, Arc<Spool>>,
    cursor: Option<Cursor<'a>>,
}

impl<'a> All<'a> {
    /// The next record; none after the last.
    fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        if let Some(record) = self.records.next() {
            return Ok(Some(record));
        }
        while self.cursor.as_ref().is_none_or(Cursor::is_at_end) {
            match self.added.next() {
                Some(spool) => self.cursor = Some(spool.cursor()),
                None => return Ok(None),
            }
        }
        self.cursor.as_mut().map_or(Ok(None), Cursor::next)
    }
}

/// The same claims of the same position, with the same entries in the same order. One that cannot
/// be read is equal to none.
impl PartialEq for Certificate {
    fn eq(&self, other: &Certificate) -> bool {
        let is_same = (&self.position, self.attacker, &self.claims, self.len())
            == (&other.position, other.attacker, &other.claims, other.len());
        let (mut ours, mut theirs) = (self.all(), other.all());
        let mut is_next_same = || match (ours.next(), theirs.next()) {
            (Ok(ours), Ok(theirs)) => ours.map(|r| r.bytes) == theirs.map(|r| r.bytes),
            _ => false,
        };
        is_same && (0..self.len()).all(|_| is_next_same())
    }
}

impl Eq for Certificate {}

/// The entries are left out: there may be millions.
impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate")
            .field("position", &self.position.to_sfen_owned())
            .field("attacker", &self.attacker)
            .field("claims", &self.claims)
            .field("entries", &self.len())
            .finish()
    }
}
