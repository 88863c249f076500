//! The explicit proof of a mate: for each attacker's node one move, for each
//! defender's node all replies.
//!
//! `graph_walk` fills it from the table. A node's distance is at first the one it had
//! when it was finished; `lower_distances` makes it the length of the longest line that the
//! proof as written allows from there, which is what the certificate claims.

use crate::base::clock;
use crate::shogi::{Hand, Move, Place, Position, Side, hand_after};
use ahash::HashMap;

/// A proved attacker's node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The least hand it is proved for.
    pub hand: Hand,
    /// The mating move.
    pub mv: Move,
    /// The mate takes at most this number of plies.
    pub distance: u32,
    /// The boards after the replies, as a part of the graph's list: its start and its length.
    first_reply: u32,
    replies: u32,
    /// The node finished before it for the same board, `NONE` when it is the first.
    before: u32,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Node {
    /// The least hand after the mating move.
    fn hand_after(&self) -> Hand {
        hand_after(self.hand, self.mv, Side::Attacker)
    }
}

/// The attacker's nodes of a proof.
#[derive(Default)]
pub struct MateGraph {
    nodes: Vec<Node>,
    /// The node finished last for a board.
    by_board: HashMap<u64, u32>,
    /// Board keys after the replies of all nodes.
    replies: Vec<u64>,
    /// For each of them the node finished last for that board, so that the passes of
    /// `lower_distances`, which fills this list, need not ask the map (experiment 27).
    last: Vec<u32>,
}

impl MateGraph {
    /// Number of attacker's nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True before anything was proved.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let by_board = self.by_board.capacity() * size_of::<(u64, u32)>();
        let (nodes, replies) = (self.nodes.capacity(), self.replies.capacity());
        by_board + nodes * size_of::<Node>() + replies * size_of::<u64>()
    }

    /// The nodes in the order in which they were finished.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The shortest known proof for this board and hand.
    pub fn find(&self, place: Place) -> Option<&Node> {
        self.index(place).map(|i| &self.nodes[i])
    }

    fn index(&self, place: Place) -> Option<usize> {
        self.best(*self.by_board.get(&place.key)?, place.hand)
    }

    /// The best node for a board whose node finished last is `last`.
    fn best(&self, last: u32, hand: Hand) -> Option<usize> {
        let known = |i: u32| (i != NONE).then_some(i as usize);
        // Among equal distances the node that was finished first is taken.
        std::iter::successors(known(last), |&i| known(self.nodes[i].before))
            .filter(|&i| hand.covers(self.nodes[i].hand))
            .min_by_key(|&i| (self.nodes[i].distance, i))
    }

    /// Adds a finished node: its board with its least hand, its move and distance, and the boards
    /// after its replies.
    pub(super) fn insert(
        &mut self,
        place: Place,
        (mv, distance): (Move, u32),
        replies: impl Iterator<Item = u64>,
    ) -> Node {
        let first = self.replies.len();
        self.replies.extend(replies);
        let index = self.nodes.len() as u32;
        let node = Node {
            hand: place.hand,
            mv,
            distance,
            first_reply: first as u32,
            replies: (self.replies.len() - first) as u32,
            before: self.by_board.insert(place.key, index).unwrap_or(NONE),
        };
        self.nodes.push(node);
        node
    }

    /// For each reply to the mating move of a node the best node after it. `lower_distances`
    /// must have been called.
    fn after(&self, node: &Node) -> impl Iterator<Item = Option<usize>> {
        let first = node.first_reply as usize;
        let last = &self.last[first..first + node.replies as usize];
        let hand = node.hand_after();
        last.iter().map(move |&last| self.best(last, hand))
    }

    /// Lowers every distance to the longest line that this proof allows. It is called once all
    /// nodes are finished.
    ///
    /// While the proof was built a reply could only be answered by a node that was
    /// finished then; a shorter one for the same board may have come later. Distances
    /// only fall here, and a node's is always that of a node it leads to and two more,
    /// so the passes come to an end.
    pub fn lower_distances(&mut self) {
        // They do not grow any more; a vector may have room for twice what it holds.
        self.nodes.shrink_to_fit();
        self.replies.shrink_to_fit();
        let last = |key| self.by_board.get(key).copied().unwrap_or(NONE);
        self.last = self.replies.iter().map(last).collect();
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&i| self.nodes[i as usize].distance);
        let mut changed = true;
        while changed {
            clock::pause();
            changed = false;
            for &i in &order {
                let node = self.nodes[i as usize];
                let distance = self.longest_after(&node).saturating_add(1);
                if distance < node.distance {
                    self.nodes[i as usize].distance = distance;
                    changed = true;
                }
            }
        }
    }

    /// Plies of the longest line after a node's move.
    fn longest_after(&self, node: &Node) -> u32 {
        let plies = |i: Option<usize>| i.map_or(u32::MAX, |i| self.nodes[i].distance + 1);
        self.after(node).map(plies).max().unwrap_or(0)
    }

    /// Plies within which the proof mates from `pos`, whichever side is to move.
    pub fn distance_from(&self, pos: &Position) -> Option<u32> {
        let before = u32::from(pos.side_to_move() == Side::Defender);
        self.first_of(pos).into_iter().try_fold(0, |most, first| {
            let node = &self.nodes[first?];
            Some(most.max(node.distance + before))
        })
    }

    /// Where the proof of `pos` begins: its own node, or with the defender to move the
    /// nodes after his replies; `None` for one that was not proved.
    fn first_of(&self, pos: &Position) -> Vec<Option<usize>> {
        if pos.side_to_move() == Side::Attacker {
            return vec![self.index(pos.place())];
        }
        let mut replies = Vec::new();
        pos.generate_evasions(&mut replies);
        let after = |&mv: &Move| self.index(pos.place_after(mv));
        replies.iter().map(after).collect()
    }

    /// For each node whether the proof of `pos` needs it. `lower_distances` must have been called.
    pub fn needed(&self, pos: &Position) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = self.first_of(pos).into_iter().flatten().collect();
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut needed[i], true) {
                continue;
            }
            open.extend(self.after(&self.nodes[i]).flatten().filter(|&j| !needed[j]));
        }
        needed
    }
}
