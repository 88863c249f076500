//! The explicit proof of a mate: for each attacker's node one move, for each
//! defender's node all replies.
//!
//! The table knows a mating move and a length for most proved positions; what it
//! has lost is searched again with the length as limit, so the distances fall
//! strictly along every line and no cycle can hide. Distances and least hands are
//! then computed anew from the leaves (rules, section 8), which is what the
//! certificate claims.

use super::Failure;
use crate::search::Search;
use crate::search::hands;
use crate::search::len::Len;
use crate::shogi::{Hand, Move, Position, Side};
use crate::table::Found;
use ahash::AHashMap;

/// A proved attacker's node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The least hand it is proved for.
    pub hand: Hand,
    /// The mating move.
    pub mv: Move,
    /// Mate within so many plies.
    pub distance: u32,
}

/// The attacker's nodes of a proof, by board.
#[derive(Default)]
pub struct MateGraph {
    nodes: AHashMap<u64, Vec<Node>>,
    count: usize,
}

/// A node on the way: which replies are still to be proved.
struct Step {
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
    /// Number of attacker's nodes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True before anything was proved.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The shortest known proof for this board and hand.
    pub fn find(&self, key: u64, hand: Hand) -> Option<&Node> {
        self.nodes
            .get(&key)?
            .iter()
            .filter(|n| hand.covers(n.hand))
            .min_by_key(|n| n.distance)
    }

    fn find_within(&self, key: u64, hand: Hand, limit: Len) -> Option<&Node> {
        self.find(key, hand).filter(|n| n.distance <= limit.plies())
    }

    fn insert(&mut self, key: u64, node: Node) {
        self.nodes.entry(key).or_default().push(node);
        self.count += 1;
    }

    /// Builds the proof of "mate within `len`" for the search's board, and calls
    /// `visit` with the board at each finished attacker's node. With a `guide`,
    /// moves are taken from that proof instead of the table: what the guide found
    /// out late (a shorter way, a smaller hand) is then used from the start, and
    /// what it does not need is left out.
    ///
    /// Returns the distance of the root.
    ///
    /// # Errors
    /// A limit, or a table that contradicts itself.
    pub fn build(
        &mut self,
        search: &mut Search<'_>,
        len: Len,
        guide: Option<&MateGraph>,
        visit: &mut dyn FnMut(&Position, &Node),
    ) -> Result<u32, Failure> {
        let mut walk = Walk {
            graph: self,
            guide,
            search,
            visit,
            steps: Vec::new(),
            replies: Vec::new(),
        };
        let result = walk.run(len);
        if result.is_err() {
            walk.rewind();
        }
        result
    }
}

struct Walk<'w, 's, 'v> {
    graph: &'w mut MateGraph,
    guide: Option<&'w MateGraph>,
    search: &'w mut Search<'s>,
    visit: &'v mut dyn FnMut(&Position, &Node),
    steps: Vec<Step>,
    replies: Vec<Move>,
}

impl Walk<'_, '_, '_> {
    fn run(&mut self, len: Len) -> Result<u32, Failure> {
        if self.search.position().side_to_move() == Side::Defender {
            self.open_replies(Move::default(), len.up());
        } else {
            self.open(len)?;
        }
        loop {
            let step = self.steps.last_mut().expect("the walk ends by returning");
            if step.next == self.replies.len() {
                if let Some(distance) = self.close() {
                    return Ok(distance);
                }
                continue;
            }
            let reply = self.replies[step.next];
            let limit = step.limit.down().down();
            self.search.position_mut().make(reply);
            let (key, hand) = self.here();
            let best = self.guide.and_then(|g| g.find(key, hand));
            let limit = best.map_or(limit, |n| limit.min(Len::new(n.distance)));
            if let Some(node) = self.graph.find_within(key, hand, limit) {
                let node = *node;
                self.search.position_mut().unmake(reply);
                self.take(node);
            } else if let Err(failure) = self.open(limit) {
                self.search.position_mut().unmake(reply);
                return Err(failure);
            }
        }
    }

    fn here(&self) -> (u64, Hand) {
        let pos = self.search.position();
        (pos.board_key(), pos.attacker_hand())
    }

    /// Notes the proof of the reply at hand and goes to the next.
    fn take(&mut self, node: Node) {
        let step = self.steps.last_mut().expect("a reply belongs to a step");
        step.hand = step.hand.union(node.hand);
        step.distance = step.distance.max(node.distance + 1);
        step.next += 1;
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
        self.steps.push(Step {
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
        self.search.solve(limit)?;
        if let Some(found) = self.known(limit) {
            return Ok(found);
        }
        Err(Failure::Contradiction)
    }

    fn known(&mut self, limit: Len) -> Option<(Move, Len)> {
        if limit.is_zero() {
            return None;
        }
        if let Some(mv) = self.search.position().mate_in_one() {
            return Some((mv, Len::new(1)));
        }
        let (key, hand) = self.here();
        if let Some(guide) = self.guide {
            let node = guide.find_within(key, hand, limit)?;
            return Some((node.mv, Len::new(node.distance)));
        }
        match self.search.probe(key, hand, limit) {
            Found::Mate { len, mv, .. } if mv != 0 => {
                let mv = Move::from_bits(mv);
                self.search.is_check(mv).then_some((mv, len))
            }
            _ => None,
        }
    }

    /// Finishes the last step; the distance when it was the root's.
    fn close(&mut self) -> Option<u32> {
        let step = self.steps.pop().expect("called with a step");
        self.replies.truncate(step.replies);
        let hand = hands::keep_monopolies(self.search.position(), step.hand);
        if step.mv == Move::default() {
            return Some(step.distance);
        }
        self.search.position_mut().unmake(step.mv);
        let node = Node {
            hand: hands::proof_before(hand, step.mv),
            mv: step.mv,
            distance: step.distance + 1,
        };
        let (key, _) = self.here();
        self.graph.insert(key, node);
        (self.visit)(self.search.position(), &node);
        let Some(parent) = self.steps.last() else {
            return Some(node.distance);
        };
        let reply = self.replies[parent.next];
        self.search.position_mut().unmake(reply);
        self.take(node);
        None
    }

    /// Brings the board back to the root after a failure.
    fn rewind(&mut self) {
        while let Some(step) = self.steps.pop() {
            if step.mv != Move::default() {
                self.search.position_mut().unmake(step.mv);
            }
            self.replies.truncate(step.replies);
            if let Some(parent) = self.steps.last() {
                let reply = self.replies[parent.next];
                self.search.position_mut().unmake(reply);
            }
        }
    }
}
