//! An AND/OR graph that grows at its leaves.
//!
//! Positions are shared, so there are cycles in it: lines that repeat. They need no paths here:
//! the proof numbers ([`Graph::settle`]) are such that no proof goes round in a circle.
//!
//! Two nodes with one board may be comparable by the attacker's hands. The one with less is mate
//! only if the other one is. That covers a position that comes back with a smaller hand.

mod settle;

use crate::shogi::Side;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node of the graph.
pub type Id = u32;

/// The proof number of what is disproved, and the disproof number of what is proved.
pub const NEVER: u64 = u64::MAX;

/// A move to another node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub to: Id,
    /// The most that it adds to a defender's proof number beside a harder one (WPNS).
    pub cap: u32,
}

#[derive(Debug)]
struct Node {
    /// The side to move.
    side: Side,
    /// Moves from the root when the node was made.
    level: u32,
    inner: bool,
    edges: Vec<Edge>,
    parents: Vec<Id>,
    /// Nodes of the same board with less in the attacker's hand, and with more.
    less: Vec<Id>,
    more: Vec<Id>,
    /// The numbers of a leaf; 0 and `NEVER` where it was decided from outside.
    own: (u64, u64),
    decided: bool,
    pn: u64,
    dn: u64,
    /// When it was proved: later than what its proof rests on.
    proved: u32,
}

/// The graph. Node 0 is the root.
#[derive(Default, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Nodes whose proof number may not fit their successors', the cheapest first.
    unsettled: BinaryHeap<Reverse<(u64, Id)>>,
    /// Nodes whose disproof number may not fit, the deepest first.
    stale: BinaryHeap<(u32, Id)>,
    touched: Vec<Id>,
    clock: u32,
}

impl Graph {
    /// Adds a leaf with these numbers, both at least 1.
    pub fn add(&mut self, side: Side, level: u32, numbers: (u64, u64)) -> Id {
        let id = self.nodes.len() as Id;
        self.nodes.push(Node {
            side,
            level,
            inner: false,
            edges: Vec::new(),
            parents: Vec::new(),
            less: Vec::new(),
            more: Vec::new(),
            own: numbers,
            decided: false,
            // Until it is settled.
            pn: NEVER,
            dn: 0,
            proved: 0,
        });
        self.unsettle(id);
        id
    }

    /// Says that two nodes have one board, and that the attacker holds less at `less`.
    pub fn relate(&mut self, less: Id, more: Id) {
        self.node_mut(less).more.push(more);
        self.node_mut(more).less.push(less);
        self.unsettle(less);
        self.unsettle(more);
    }

    /// Gives a leaf other numbers, both at least 1.
    pub fn set_leaf(&mut self, id: Id, numbers: (u64, u64)) {
        debug_assert!(self.is_leaf(id));
        self.node_mut(id).own = numbers;
        self.unsettle(id);
    }

    /// Makes a leaf an inner node. Without edges an attacker's node is disproved, and a
    /// defender's node is mate.
    pub fn expand(&mut self, id: Id, edges: Vec<Edge>) {
        debug_assert!(self.is_leaf(id));
        for edge in &edges {
            self.node_mut(edge.to).parents.push(id);
        }
        let node = self.node_mut(id);
        (node.inner, node.edges) = (true, edges);
        self.unsettle(id);
    }

    /// Decides a node, because its proof or disproof is known.
    pub fn decide(&mut self, id: Id, mate: bool) {
        let node = self.node_mut(id);
        node.decided = true;
        node.own = if mate { (0, NEVER) } else { (NEVER, 0) };
        self.unsettle(id);
    }

    fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is the attacker to move?
    pub fn is_or(&self, id: Id) -> bool {
        self.node(id).side == Side::Attacker
    }

    /// True before the node is expanded.
    pub fn is_leaf(&self, id: Id) -> bool {
        !self.node(id).inner
    }

    /// Moves from the root when the node was made.
    pub fn level(&self, id: Id) -> u32 {
        self.node(id).level
    }

    pub fn edges(&self, id: Id) -> &[Edge] {
        &self.node(id).edges
    }

    /// Proof and disproof number: at least 1 unless the node is decided.
    pub fn numbers(&self, id: Id) -> (u64, u64) {
        let node = self.node(id);
        (node.pn, node.dn)
    }

    /// Mate, no mate, or not known yet.
    pub fn verdict(&self, id: Id) -> Option<bool> {
        match self.node(id).pn {
            0 => Some(true),
            NEVER => Some(false),
            _ => None,
        }
    }

    /// When a mate was proved: later than what its proof rests on.
    pub fn proved(&self, id: Id) -> u32 {
        self.node(id).proved
    }

    /// Nodes of the same board with less in the attacker's hand.
    pub fn less(&self, id: Id) -> &[Id] {
        &self.node(id).less
    }

    /// Nodes of the same board with more in the attacker's hand.
    pub fn more(&self, id: Id) -> &[Id] {
        &self.node(id).more
    }
}
