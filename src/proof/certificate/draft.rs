//! Certificates while they are made.

use super::packed::Packed;
use super::{Board, Certificate, Claim, MateEntry, NoMateEntry};
use crate::shogi::{self, Hand, Position};
use shogi_core::{Color, Move, PartialPosition};

/// The root and the entries so far.
struct Draft {
    position: PartialPosition,
    attacker: Color,
    entries: Packed,
}

impl Draft {
    fn new(position: &PartialPosition, attacker: Color) -> Draft {
        // The position is made anew, because a certificate has no move before its root.
        let mut root = Board::of(position).to_position();
        root.side_to_move_set(position.side_to_move());
        let _ = root.ply_set(position.ply());
        for side in Color::all() {
            *root.hand_of_a_player_mut(side) = position.hand_of_a_player(side);
        }
        Draft {
            position: root,
            attacker,
            entries: Packed::default(),
        }
    }

    fn finish(self, claim: Claim) -> Certificate {
        Certificate {
            position: self.position,
            attacker: self.attacker,
            claim,
            entries: self.entries,
        }
    }
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
        entries.push(&entry.board, entry.hand, entry.distance, [entry.mv]);
    }

    /// Adds an entry of the search's proof; `set_distances` gives it its distance.
    pub fn push_open(&mut self, position: &Position, hand: Hand, mv: shogi::Move) {
        let attacker = self.0.attacker;
        self.push(&MateEntry {
            board: Board::of_search(position, attacker),
            hand,
            mv: position.to_core_move(mv, attacker),
            distance: 0,
        });
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
        let moves = entry
            .replies
            .iter()
            .flat_map(|&(check, reply)| [check, reply]);
        self.0.entries.push(&entry.board, entry.hand, 0, moves);
    }

    /// Adds an entry of the search's proof: the attacker's node on the board, and the
    /// reply to each of its checks.
    pub fn push_node(&mut self, position: &Position, replies: &[(shogi::Move, shogi::Move)]) {
        let attacker = self.0.attacker;
        let moves = replies.iter().flat_map(|&(check, reply)| {
            [
                position.to_core_move(check, attacker),
                position.to_core_move(reply, attacker),
            ]
        });
        let board = Board::of_search(position, attacker);
        let entries = &mut self.0.entries;
        entries.push(&board, position.attacker_hand(), 0, moves);
    }

    /// The certificate: the attacker never mates. `reply` is the move that saves a
    /// defender who is to move at the root.
    pub fn finish(self, reply: Option<Move>) -> Certificate {
        self.0.finish(Claim::NoMate { reply })
    }
}
