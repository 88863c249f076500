//! From the table to the explicit proof of a mate.
//!
//! The table knows a mating move and a length for most proved positions; what it
//! has lost is searched again with the length as limit, so the distances fall
//! strictly along every line and no cycle can hide. Distances and least hands are
//! then computed anew from the leaves (docs/certificate.md), which is what the
//! certificate claims.

use super::Failure;
use super::graph::{MateGraph, Node};
use crate::base::{Len, Limit, clock};
use crate::search::frame::INDEPENDENT;
use crate::search::hands;
use crate::search::{Question, Search};
use crate::shogi::{Hand, Move, Place, Position, Side};
use crate::table::Found;

/// Searching again what the table has lost may take this multiple of the nodes spent
/// before, and this number of nodes besides; after that the table counts as too small.
const RESEARCH_FACTOR: u64 = 8;
const RESEARCH_NODES: u64 = 1_000_000;

/// Steps of the walk between two calls of [`clock::pause`], less than a millisecond.
const PAUSE_EVERY: u32 = 256;

/// An attacker's node on the current path whose replies are not all proved yet.
struct Unfinished {
    /// The move that leads from the attacker's node to the defender's.
    mv: Move,
    /// The defender's replies start here in the shared list.
    replies: usize,
    /// The reply being proved; counts down the list.
    next: usize,
    /// Plies allowed at the attacker's node.
    limit: Len,
    /// Union of the replies' least hands, and the longest distance.
    hand: Hand,
    distance: u32,
}

impl MateGraph {
    /// A node for this board and hand that mates within `limit`.
    fn find_within(&self, place: Place, limit: Len) -> Option<&Node> {
        self.find(place).filter(|n| n.distance <= limit.plies())
    }

    /// Builds the proof of "mate within the length of `question`" for the search's board,
    /// and calls `visit` with the board at each finished attacker's node.
    ///
    /// # Errors
    /// A limit, or a table that contradicts itself.
    pub fn build<'s>(
        &mut self,
        search: &mut Search<'s>,
        question: Question<'s>,
        visit: &mut dyn FnMut(&Position, &Node),
    ) -> Result<(), Failure> {
        let budget = (1 + RESEARCH_FACTOR) * search.nodes() + RESEARCH_NODES;
        let mut extraction = Extraction {
            graph: self,
            search,
            question: question.unreported(),
            visit,
            budget,
            unfinished: Vec::new(),
            replies: Vec::new(),
        };
        let result = extraction.run(question.len);
        if result.is_err() {
            extraction.rewind();
        }
        result
    }
}

struct Extraction<'w, 's, 'v> {
    graph: &'w mut MateGraph,
    search: &'w mut Search<'s>,
    question: Question<'s>,
    visit: &'v mut dyn FnMut(&Position, &Node),
    /// The node counter at which searching again ends.
    budget: u64,
    unfinished: Vec<Unfinished>,
    replies: Vec<Move>,
}

impl Extraction<'_, '_, '_> {
    fn run(&mut self, len: Len) -> Result<(), Failure> {
        if self.search.position().side_to_move() == Side::Defender {
            self.open_replies(Move::default(), len.up());
        } else {
            self.open(len)?;
        }
        let mut steps = 0u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(PAUSE_EVERY) {
                clock::pause();
            }
            let top = self
                .unfinished
                .last_mut()
                .expect("the walk ends by returning");
            if top.next == self.replies.len() {
                if self.close() {
                    return Ok(());
                }
                continue;
            }
            let reply = self.replies[top.next];
            let limit = top.limit.down().down();
            self.search.position_mut().make(reply);
            if let Some(node) = self.graph.find_within(self.here(), limit) {
                let node = *node;
                self.search.position_mut().unmake(reply);
                self.take(node);
            } else if let Err(failure) = self.open(limit) {
                self.search.position_mut().unmake(reply);
                return Err(failure);
            }
        }
    }

    fn here(&self) -> Place {
        self.search.position().place()
    }

    /// Notes the proof of the reply at hand and goes to the next.
    fn take(&mut self, node: Node) {
        let top = self
            .unfinished
            .last_mut()
            .expect("a reply belongs to a node");
        top.hand = top.hand.union(node.hand);
        top.distance = top.distance.max(node.distance + 1);
        top.next += 1;
    }

    /// Starts on the attacker's node at hand: finds its move and lists the replies.
    fn open(&mut self, limit: Len) -> Result<(), Failure> {
        let mv = self.mating_move(limit)?;
        let (mv, limit) = mv;
        self.search.position_mut().make(mv);
        self.open_replies(mv, limit);
        Ok(())
    }

    fn open_replies(&mut self, mv: Move, limit: Len) {
        let replies = self.replies.len();
        self.search.position().generate_evasions(&mut self.replies);
        self.unfinished.push(Unfinished {
            mv,
            replies,
            next: replies,
            limit,
            hand: Hand::EMPTY,
            distance: 0,
        });
    }

    /// A move that mates within `limit`, and the length it was proved with.
    fn mating_move(&mut self, limit: Len) -> Result<(Move, Len), Failure> {
        if let Some(found) = self.known(limit) {
            return Ok(found);
        }
        let question = self.question.within(limit).at_most(self.budget);
        match self.search.solve(question) {
            Ok(answer) if answer.value.is_mate() => Ok((answer.mv, answer.value.len)),
            Ok(answer) if answer.value.repetition != INDEPENDENT => Err(Limit::Memory.into()),
            Ok(_) => Err(Failure::Contradiction),
            // The budget ended it, not the user's limit.
            Err(stopped)
                if stopped.limit == Limit::Nodes
                    && self.question.limits.end().is_none_or(|n| n > self.budget) =>
            {
                Err(Limit::Memory.into())
            }
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// The answer to `mating_move` that needs no search.
    fn known(&mut self, limit: Len) -> Option<(Move, Len)> {
        if limit.is_zero() {
            return None;
        }
        if let Some(mv) = self.search.position().mate_in_one() {
            return Some((mv, Len::new(1)));
        }
        match self.search.probe(self.here(), limit) {
            Found::Mate { len, mv, .. } if mv != 0 => {
                let mv = Move::from_bits(mv);
                self.search.is_check(mv).then_some((mv, len))
            }
            _ => None,
        }
    }

    /// Finishes the last node; true when it was the root's.
    fn close(&mut self) -> bool {
        let top = self.unfinished.pop().expect("called with a node");
        let pos = self.search.position();
        let after = self.replies[top.replies..].iter();
        let after: Vec<u64> = after.map(|&mv| pos.key_after(mv)).collect();
        self.replies.truncate(top.replies);
        let hand = hands::keep_monopolies(pos, top.hand);
        if top.mv == Move::default() {
            return true;
        }
        self.search.position_mut().unmake(top.mv);
        let place = self.here().with_hand(hands::before(hand, top.mv));
        let node = (top.mv, top.distance + 1);
        let node = self.graph.insert(place, node, after.into_iter());
        (self.visit)(self.search.position(), &node);
        let Some(parent) = self.unfinished.last() else {
            return true;
        };
        let reply = self.replies[parent.next];
        self.search.position_mut().unmake(reply);
        self.take(node);
        false
    }

    /// Brings the board back to the root after a failure.
    fn rewind(&mut self) {
        while let Some(top) = self.unfinished.pop() {
            if top.mv != Move::default() {
                self.search.position_mut().unmake(top.mv);
            }
            self.replies.truncate(top.replies);
            if let Some(parent) = self.unfinished.last() {
                let reply = self.replies[parent.next];
                self.search.position_mut().unmake(reply);
            }
        }
    }
}
