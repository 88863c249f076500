//! The longest line of a written proof.
//!
//! An entry counts with its least hand, and what the attacker lacks there is the
//! defender's, so an entry's distance may come from the drop of a piece that the defender
//! does not have in play. Here the proof is played with the hands really held: at each
//! attacker's node the entry with the least distance, at each defender's node the
//! reply that lasts longest. The line is never longer than the certificate says,
//! and just as long when that length is minimal.
//!
//! There are many more pairs of a board and a hand held than entries (in Zuko 001 more than
//! 0.9 million against 52,000), so the replies are tried in the order of their entries'
//! distances, the greatest first. No reply outlasts its entry, so most need not be played.

use super::MateGraph;
use crate::shogi::{Hand, Move, Place, Position, Side};
use ahash::HashMap;
use std::cmp::Reverse;

/// A node on the current path.
struct Played {
    /// The reply that led here and the mating move played then.
    reply: Option<Move>,
    mv: Option<Move>,
    /// The next of its replies in the shared list, and where they begin.
    next: usize,
    first: usize,
    /// Plies of the longest defence so far.
    longest: u32,
}

/// A reply, and an upper bound of the plies that it lasts.
type Reply = (Move, u32);

/// How long the proof lasts from the attacker's nodes met.
type Lengths = HashMap<Place, u32>;

impl MateGraph {
    /// The longest line from `pos`, and the attacker's hand at its end. Among equally long
    /// defences the defender takes a move on the board before a drop.
    pub fn line(&self, pos: &Position) -> (Vec<Move>, Hand) {
        let lengths = self.play_out(pos);
        let mut pos = pos.clone();
        let mut line = Vec::new();
        let mut replies = Vec::new();
        loop {
            if pos.side_to_move() == Side::Attacker {
                let Some(node) = self.find(pos.place()) else {
                    break;
                };
                line.push(node.mv);
                pos.make(node.mv);
            }
            replies.clear();
            pos.generate_evasions(&mut replies);
            let longest = replies
                .iter()
                .filter_map(|&mv| Some((mv, lengths.get(&pos.place_after(mv))?)))
                .max_by_key(|(mv, length)| (**length, !mv.is_drop()));
            let Some((reply, _)) = longest else { break };
            line.push(reply);
            pos.make(reply);
        }
        (line, pos.attacker_hand())
    }

    /// Plays every defence that may be the longest and notes how long it lasts.
    fn play_out(&self, root: &Position) -> Lengths {
        let mut pos = root.clone();
        let mut lengths = Lengths::default();
        let (mut replies, mut moves) = (Vec::new(), Vec::new());
        let mut played = vec![self.arrive(&mut pos, None, &mut replies, &mut moves)];
        while let Some(top) = played.last_mut() {
            let reply = replies.get(top.next);
            if let Some(&(reply, most)) = reply.filter(|&&(_, most)| most > top.longest) {
                if let Some(&length) = lengths.get(&pos.place_after(reply)) {
                    debug_assert!(length < most);
                    top.longest = top.longest.max(length + 1);
                    top.next += 1;
                } else {
                    pos.make(reply);
                    played.push(self.arrive(&mut pos, Some(reply), &mut replies, &mut moves));
                }
                continue;
            }
            let length = top.longest + u32::from(top.mv.is_some());
            let (reply, mv, first) = (top.reply, top.mv, top.first);
            played.pop();
            replies.truncate(first);
            if let Some(mv) = mv {
                pos.unmake(mv);
            }
            lengths.insert(pos.place(), length);
            if let Some(reply) = reply {
                pos.unmake(reply);
            }
        }
        lengths
    }

    /// Plays the proof's move, if the attacker is to move, and lists the replies.
    /// `moves` is space to work in.
    fn arrive(
        &self,
        pos: &mut Position,
        reply: Option<Move>,
        replies: &mut Vec<Reply>,
        moves: &mut Vec<Move>,
    ) -> Played {
        let first = replies.len();
        let mv = match pos.side_to_move() {
            Side::Attacker => self.find(pos.place()).map(|n| n.mv),
            Side::Defender => None,
        };
        if let Some(mv) = mv {
            pos.make(mv);
        }
        if pos.side_to_move() == Side::Defender {
            moves.clear();
            pos.generate_evasions(moves);
            replies.extend(moves.iter().map(|&mv| {
                let entry = self.find(pos.place_after(mv));
                (mv, entry.map_or(u32::MAX, |n| n.distance + 1))
            }));
            replies[first..].sort_by_key(|&(mv, most)| (Reverse(most), mv.is_drop()));
        }
        Played {
            reply,
            mv,
            next: first,
            first,
            longest: 0,
        }
    }
}
