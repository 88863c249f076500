//! Certificates while they are made.

use super::packed::Packed;
use super::spool::{Spool, SpoolMark};
use super::{Board, Certificate, Claim, EVER, EntryKind, MateEntry, NoMateEntry};
use crate::shogi::{self, Hand, Position};
use shogi_core::{Color, Move, PartialPosition};
use std::io;

/// The root and the entries so far.
pub(super) struct Draft {
    pub(super) position: PartialPosition,
    pub(super) attacker: Color,
    pub(super) entries: Packed,
}

impl Draft {
    pub(super) fn new(position: &PartialPosition, attacker: Color) -> Draft {
        Draft {
            position: position.clone(),
            attacker,
            entries: Packed::default(),
        }
    }

    /// [`push_node`] for this draft.
    pub(super) fn push_node(
        &mut self,
        position: &Position,
        hand: Hand,
        says: (EntryKind, u32),
        moves: impl IntoIterator<Item = shogi::Move>,
    ) {
        let entries = &mut self.entries;
        push_node(entries, self.attacker, position, (hand, says), moves);
    }

    /// Adds an entry for the attacker's node on the board: no mate, with the reply to each check.
    pub(super) fn push_refuted(
        &mut self,
        position: &Position,
        replies: &[(shogi::Move, shogi::Move)],
    ) {
        let hand = position.attacker_hand();
        self.push_node(position, hand, (EntryKind::Longer, EVER), in_turn(replies));
    }

    pub(super) fn finish(self, claim: Claim) -> Certificate {
        Certificate::of(&self.position, self.attacker, vec![claim], self.entries)
    }
}

/// Adds an entry for a position of the search: the attacker's hand, what it says, and its moves.
fn push_node(
    entries: &mut Packed,
    attacker: Color,
    position: &Position,
    (hand, says): (Hand, (EntryKind, u32)),
    moves: impl IntoIterator<Item = shogi::Move>,
) {
    let board = Board::of_search(position, attacker);
    let moves = moves.into_iter();
    let moves = moves.map(|mv| position.to_core_move(mv, attacker));
    entries.push(&board, hand, says, moves);
}

/// Checks with their replies, one after the other.
fn in_turn<M: Copy>(answers: &[(M, M)]) -> impl Iterator<Item = M> {
    answers.iter().flat_map(|&(check, reply)| [check, reply])
}

/// The certificate of a mate while it is made.
pub struct MateDraft(Draft);

impl MateDraft {
    /// An empty draft of "`attacker` mates from this position".
    pub fn new(position: &PartialPosition, attacker: Color) -> MateDraft {
        MateDraft(Draft::new(position, attacker))
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: &MateEntry) {
        let entries = &mut self.0.entries;
        let says = (EntryKind::Mate, entry.distance);
        entries.push(&entry.board, entry.hand, says, [entry.mv]);
    }

    /// Adds an entry of the search's proof; `set_distances` gives it its distance.
    pub fn push_open(&mut self, position: &Position, hand: Hand, mv: shogi::Move) {
        self.0.push_node(position, hand, (EntryKind::Mate, 0), [mv]);
    }

    /// Gives the entries their distances in plies, in the order in which they were added; an
    /// entry without a distance is left out.
    pub fn set_distances(&mut self, distances: impl Iterator<Item = Option<u32>>) {
        self.0.entries.set_distances(distances);
    }

    /// The certificate: the attacker mates within `plies`.
    pub fn finish(self, plies: u32) -> Certificate {
        self.0.finish(Claim::Mate { plies })
    }
}

/// The certificate of a no-mate while it is made.
pub struct NoMateDraft(Draft);

impl NoMateDraft {
    /// An empty draft of "`attacker` never mates from this position".
    pub fn new(position: &PartialPosition, attacker: Color) -> NoMateDraft {
        NoMateDraft(Draft::new(position, attacker))
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: &NoMateEntry) {
        let says = (EntryKind::Longer, EVER);
        let moves = in_turn(&entry.replies);
        self.0.entries.push(&entry.board, entry.hand, says, moves);
    }

    /// Adds an entry of the search's proof: the attacker's node on the board, and the
    /// reply to each of its checks.
    pub fn push_node(&mut self, position: &Position, replies: &[(shogi::Move, shogi::Move)]) {
        self.0.push_refuted(position, replies);
    }

    /// The certificate: the attacker never mates. `reply` is the move that saves a
    /// defender who is to move at the root.
    pub fn finish(self, reply: Option<Move>) -> Certificate {
        self.0.finish(Claim::NoMate { reply })
    }
}

/// Claims about a length and their entries, while they are made; [`Certificate::add`] takes them.
pub struct BoundDraft {
    attacker: Color,
    claims: Vec<Claim>,
    entries: Spool,
}

/// How far a draft was.
pub struct DraftMark {
    claims: usize,
    entries: SpoolMark,
}

impl BoundDraft {
    /// No claim and no entry yet.
    pub fn new(attacker: Color) -> BoundDraft {
        BoundDraft {
            attacker,
            claims: Vec::new(),
            entries: Spool::default(),
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True before the first entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an entry for a position of the search: what it says, and the moves, each
    /// with the side that makes it.
    pub fn push(
        &mut self,
        position: &Position,
        hand: Hand,
        says: (EntryKind, u32),
        moves: impl IntoIterator<Item = shogi::Move>,
    ) {
        let attacker = self.attacker;
        self.entries.push(|entries| {
            push_node(entries, attacker, position, (hand, says), moves);
        });
    }

    /// Adds an entry for the attacker's node on the board: what it says, and the reply to each of
    /// its checks.
    pub fn push_answers(
        &mut self,
        position: &Position,
        says: (EntryKind, u32),
        answers: &[(shogi::Move, shogi::Move)],
    ) {
        let hand = position.attacker_hand();
        self.push(position, hand, says, in_turn(answers));
    }

    /// Adds a claim that the entries prove.
    pub fn claim(&mut self, claim: Claim) {
        self.claims.push(claim);
    }

    /// How far the draft is.
    pub fn mark(&self) -> DraftMark {
        DraftMark {
            claims: self.claims.len(),
            entries: self.entries.mark(),
        }
    }

    /// Takes back what was added after a mark.
    pub fn undo(&mut self, mark: DraftMark) {
        self.claims.truncate(mark.claims);
        self.entries.truncate(mark.entries);
    }

    /// The draft without entries that others make superfluous: what covers a position by one of
    /// them is covered by an entry of the same kind and board that holds for more hands, and says as
    /// much.
    ///
    /// That takes `room` bytes of memory, and twelve megabytes at least.
    ///
    /// # Errors
    /// When what was put into a file cannot be read, or `stop` says so.
    pub fn trimmed(self, room: usize, stop: &impl Fn() -> bool) -> io::Result<BoundDraft> {
        Ok(BoundDraft {
            entries: self.entries.trimmed(room, stop)?,
            ..self
        })
    }

    /// A certificate of these claims alone, about `position`; none without a claim.
    pub fn finish(self, position: &PartialPosition) -> Option<Certificate> {
        let mut certificate =
            Certificate::of(position, self.attacker, Vec::new(), Packed::default());
        certificate.add(self);
        (!certificate.claims().is_empty()).then_some(certificate)
    }

    pub(super) fn into_parts(self) -> (Vec<Claim>, Spool) {
        (self.claims, self.entries)
    }
}
