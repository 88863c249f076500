//! Proof-number search.
//!
//! Allis, L. V., van der Meulen, M., van den Herik, H. J.: Proof-number search.
//! Artificial Intelligence 66 (1994) 91-124; Allis's thesis (1994).
//!
//! Best first, with the whole tree in memory. Every node has a proof and a
//! disproof number; from the root one goes down to the *most-proving node*, at OR
//! nodes to the successor with the least proof number, at AND nodes to the one
//! with the least disproof number; its successors are generated and valued at
//! once; the numbers on the way up are computed anew.
//!
//! A graph is searched as the tree of its lines. A line ends in a loss for the
//! attacker when it comes back to one of its own nodes; what that says about the
//! line is kept in that place of the tree only, so cycles make no wrong answers.
use super::graph::{AndOrGraph, Player};
use super::limits::{Limits, Meter, Report, Stopped};
use super::numbers::{INF, Numbers, combine};

/// A node of the tree.
#[derive(Clone, Debug)]
struct TreeNode<N, K> {
    parent: usize,
    /// Its children, which lie side by side in the tree.
    children: std::ops::Range<usize>,
    player: Player,
    key: K,
    numbers: Numbers,
    /// What is needed to expand it; gone once that is done.
    state: Option<N>,
}

/// The tree of a search, root at 0.
pub struct Tree<'g, G: AndOrGraph> {
    graph: &'g G,
    nodes: Vec<TreeNode<G::Node, G::Key>>,
    /// Keys of the nodes above the root (for a search inside a search).
    above: Vec<G::Key>,
}

/// The parent of the root.
const NONE: usize = usize::MAX;

impl<'g, G: AndOrGraph> Tree<'g, G> {
    /// A tree of one node that is not expanded yet.
    pub fn new(graph: &'g G, state: G::Node, above: Vec<G::Key>) -> Tree<'g, G> {
        let mut tree = Tree {
            graph,
            nodes: Vec::new(),
            above,
        };
        let node = tree.valued(NONE, state);
        tree.nodes.push(node);
        tree
    }

    /// A new node, valued at once: terminal, repeated on its line, or open.
    fn valued(&self, parent: usize, state: G::Node) -> TreeNode<G::Node, G::Key> {
        let key = self.graph.key(&state);
        let numbers = if self.line(parent).any(|k| k == key) {
            Numbers::DISPROVED
        } else {
            self.graph
                .terminal(&state)
                .map_or(Numbers::LEAF, Numbers::of_terminal)
        };
        TreeNode {
            parent,
            children: 0..0,
            player: self.graph.player(&state),
            key,
            numbers,
            state: (!numbers.is_final()).then_some(state),
        }
    }

    /// Keys of a node and of all nodes above it.
    fn line(&self, node: usize) -> impl Iterator<Item = G::Key> {
        let inside = std::iter::successors((node != NONE).then_some(node), |&i| {
            Some(self.nodes[i].parent).filter(|&p| p != NONE)
        });
        inside
            .map(|i| self.nodes[i].key)
            .chain(self.above.iter().copied())
    }

    /// The numbers of a node.
    pub fn numbers(&self, node: usize) -> Numbers {
        self.nodes[node].numbers
    }

    /// Numbers of a node's children.
    pub fn children(&self, node: usize) -> impl Iterator<Item = (G::Key, Numbers)> {
        let children = &self.nodes[self.nodes[node].children.clone()];
        children.iter().map(|c| (c.key, c.numbers))
    }

    /// The key of a node.
    pub fn key(&self, node: usize) -> G::Key {
        self.nodes[node].key
    }

    /// Size of the tree, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The most-proving node. The root must be open.
    pub fn most_proving(&self) -> usize {
        let mut at = 0;
        while !self.nodes[at].children.is_empty() {
            let player = self.nodes[at].player;
            at = self.nodes[at]
                .children
                .clone()
                .min_by_key(|&c| self.nodes[c].numbers.phi(player))
                .unwrap_or(at);
        }
        at
    }

    /// State and line of an open leaf.
    pub fn leaf(&self, node: usize) -> Option<(G::Node, Vec<G::Key>)> {
        let state = self.nodes[node].state.clone()?;
        let above = self.line(self.nodes[node].parent).collect();
        Some((state, above))
    }

    /// Generates and values the children of an open leaf.
    pub fn expand(&mut self, node: usize) {
        let Some(state) = self.nodes[node].state.take() else {
            return;
        };
        let begin = self.nodes.len();
        for (_, next) in self.graph.successors(&state) {
            let child = self.valued(node, next);
            self.nodes.push(child);
        }
        self.nodes[node].children = begin..self.nodes.len();
        if begin == self.nodes.len() {
            let mated = self.nodes[node].player == Player::Defender;
            self.nodes[node].numbers = Numbers::of_terminal(mated);
        }
    }

    /// Gives the children of a node the numbers that another search has found for them.
    pub fn assign(&mut self, node: usize, numbers: &[(G::Key, Numbers)]) {
        for child in self.nodes[node].children.clone() {
            let child = &mut self.nodes[child];
            if let Some(&(_, n)) = numbers.iter().find(|(key, _)| *key == child.key) {
                child.numbers = n;
            }
        }
    }

    /// Gives a leaf final numbers.
    pub fn decide(&mut self, node: usize, numbers: Numbers) {
        self.nodes[node].numbers = numbers;
        self.nodes[node].state = None;
    }

    /// Computes the numbers anew from a node up to the root, as far as they change.
    pub fn update(&mut self, mut at: usize) {
        let mut below = true;
        while at != NONE {
            let node = &self.nodes[at];
            if !node.children.is_empty() {
                let children = self.nodes[node.children.clone()].iter();
                let numbers = combine(node.player, children.map(|c| c.numbers));
                if numbers == node.numbers && !below {
                    break;
                }
                self.nodes[at].numbers = numbers;
            }
            below = false;
            at = self.nodes[at].parent;
        }
    }

    /// Searches until the root is decided or the tree has `most` nodes.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn grow(&mut self, most: usize, meter: &mut Meter<'_>) -> Result<(), Stopped> {
        while !self.nodes[0].numbers.is_final() && self.nodes.len() < most {
            meter.count()?;
            let leaf = self.most_proving();
            debug_assert!(self.nodes[leaf].numbers.pn < INF);
            self.expand(leaf);
            self.update(leaf);
        }
        Ok(())
    }
}

/// Solves the root.
pub fn solve<G: AndOrGraph>(graph: &G, limits: Limits<'_>) -> Report {
    let mut meter = Meter::new(limits);
    let mut tree = Tree::new(graph, graph.root(), Vec::new());
    let result = tree.grow(limits.entries, &mut meter);
    let result = result.and_then(|()| decided(tree.numbers(0)));
    Report::new(result, meter.nodes, tree.len())
}

/// The value of a root after a search that only a decision or the size of the tree has ended.
///
/// # Errors
/// When it is not decided.
pub fn decided(numbers: Numbers) -> Result<bool, Stopped> {
    if numbers.is_final() {
        Ok(numbers.is_proved())
    } else {
        Err(Stopped::Memory)
    }
}
