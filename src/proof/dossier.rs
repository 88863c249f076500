//! What is claimed of one problem beside its verdict, and what proves it, while it is made. What one
//! claim needs the next ones find here, so that each entry is written once.

use super::certificate::{BoundDraft, Claim, DraftMark, EVER, EntryKind};
use super::{ClosedSet, Failure, MateGraph};
use crate::search::{Question, Search};
use shogi_core::Color;
use std::io;

/// Claims and their proofs while they are made.
pub struct Dossier {
    pub(super) draft: BoundDraft,
    /// Positions without any mate.
    pub(super) closed: ClosedSet,
    /// Positions without a mate unless by a position of a line at this ply or before.
    besides: Option<(u32, ClosedSet)>,
    /// Mates, every ply counted.
    pub(super) mates: MateGraph,
    /// The most bytes that may be taken beside the draft.
    pub(super) room: usize,
}

/// How far a dossier was.
pub struct Mark(DraftMark);

impl Dossier {
    /// Nothing is claimed yet. The proofs may take `room` bytes of memory beside the tables, not
    /// counting what waits to go to a file.
    pub fn new(attacker: Color, room: usize) -> Dossier {
        Dossier {
            draft: BoundDraft::new(attacker),
            closed: ClosedSet::within(room),
            besides: None,
            mates: MateGraph::default(),
            room,
        }
    }

    /// Bytes that are taken for what has been shown.
    pub(super) fn bytes(&self) -> usize {
        let besides = self.besides.as_ref().map_or(0, |(_, set)| set.bytes());
        self.closed.bytes() + besides + self.mates.bytes()
    }

    /// How far it is now.
    pub fn mark(&self) -> Mark {
        Mark(self.draft.mark())
    }

    /// Takes back what came after a mark, because its proof could not be finished.
    pub fn undo(&mut self, mark: Mark) {
        self.draft.undo(mark.0);
        // Some of what these hold is no more in the draft.
        self.closed = ClosedSet::within(self.room);
        self.besides = None;
        self.mates = MateGraph::default();
    }

    /// Adds the refutation of the position on the search's board, which a check at `ply` of a line has
    /// led to: `question` has found no mate there, unless by the positions that it bars.
    ///
    /// # Errors
    /// A limit, or a table that contradicts itself; what was added has to be taken back then.
    pub fn refute<'s>(
        &mut self,
        ply: u32,
        search: &mut Search<'s>,
        question: Question<'s>,
    ) -> Result<(), Failure> {
        let Dossier {
            draft,
            closed,
            besides,
            room,
            ..
        } = self;
        let (set, says) = match question.barred {
            [] => (closed, (EntryKind::Longer, EVER)),
            _ => {
                // Fewer positions are barred at an earlier ply, so each has a set of its own.
                let of_ply = besides.take().filter(|(of, _)| *of == ply);
                let left = room.saturating_sub(closed.bytes());
                let (_, set) = besides.insert(of_ply.unwrap_or((ply, ClosedSet::within(left))));
                (set, (EntryKind::Besides, ply))
            }
        };
        set.build(search, question, &mut |pos, answers| {
            draft.push_answers(pos, says, answers);
        })
    }

    /// Claims what has been proved.
    pub fn claim(&mut self, claim: Claim) {
        self.draft.claim(claim);
    }

    /// The claims with their entries, without those that others make superfluous.
    ///
    /// # Errors
    /// When what was put into a file cannot be read, or `stop` says so.
    pub fn finish(self, stop: &impl Fn() -> bool) -> io::Result<BoundDraft> {
        // The rest goes first: its memory is needed for removing entries.
        let room = self.room;
        let draft = { self }.draft;
        draft.trimmed(room, stop)
    }
}
