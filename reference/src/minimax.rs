//! What the minimax searches share: the value, the table, the limits.
//!
//! The value of a node with *l* plies left is 0 when the attacker does not win
//! within *l*, else *l* − *d* + 1 for a win in *d* plies: the attacker maximises, so
//! he wins as soon as he can, the defender as late as he can. One ply on, both
//! *l* and *d* are one less, so a child's value is its parent's and nothing is
//! added on the way. The table is keyed by node and plies left; lines cannot
//! repeat, and its bounds hold on every line.
//!
//! The plies double (`doubling.rs`) until there is a win or nothing is cut off.
use super::doubling::doubling;
use super::graph::{AndOrGraph, Player};
use super::layered::Layered;
use super::limits::{Limits, Meter, Report, Stopped};
use std::collections::HashMap;

/// The bounds between which a value is searched; `alpha < beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window that has every value of a search with this number of plies strictly inside.
    pub fn full(plies: u32) -> Window {
        Window {
            alpha: -1,
            beta: plies as i32 + 2,
        }
    }

    /// The window that only asks whether a value is at least `beta`.
    pub fn null(beta: i32) -> Window {
        Window {
            alpha: beta - 1,
            beta,
        }
    }

    /// The window from the point of view of the player to move, who maximises.
    pub fn seen_by(self, player: Player) -> Window {
        match player {
            Player::Attacker => self,
            Player::Defender => Window {
                alpha: -self.beta,
                beta: -self.alpha,
            },
        }
    }
}

/// The value from the point of view of `player`; the function is its own inverse.
pub fn seen_by(player: Player, value: i32) -> i32 {
    match player {
        Player::Attacker => value,
        Player::Defender => -value,
    }
}

/// What the table knows of a node.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<K> {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
    /// The child that was best.
    pub best: Option<K>,
}

/// A minimax search under a ply limit.
pub struct Game<'a, G: AndOrGraph> {
    pub graph: &'a Layered<'a, G>,
    pub meter: Meter<'a>,
    table: HashMap<Key<G>, Bounds<Key<G>>>,
}

/// A node of the game: a node of the graph, and the plies left.
pub type Node<G> = (<G as AndOrGraph>::Node, u32);
type Key<G> = (<G as AndOrGraph>::Key, u32);

impl<'a, G: AndOrGraph> Game<'a, G> {
    /// Bounds of a node's value, and its best child if known.
    pub fn bounds(&self, node: &Node<G>) -> Bounds<Key<G>> {
        let known = self.table.get(&self.graph.key(node)).copied();
        known.unwrap_or(Bounds {
            lower: 0,
            upper: node.1 as i32 + 1,
            best: None,
        })
    }

    /// The value of a terminal node.
    pub fn terminal(&self, node: &Node<G>) -> Option<i32> {
        let won = self.graph.terminal(node)?;
        Some(if won { node.1 as i32 + 1 } else { 0 })
    }

    /// The value when it needs no search: the end of the game, or bounds that answer
    /// the window.
    pub fn at_once(&self, node: &Node<G>, window: Window) -> Option<i32> {
        if let Some(value) = self.terminal(node) {
            return Some(value);
        }
        let known = self.bounds(node);
        if known.lower >= window.beta || known.lower == known.upper {
            return Some(known.lower);
        }
        (known.upper <= window.alpha).then_some(known.upper)
    }

    /// The value of a node at which nothing can be played.
    pub fn lost(&self, node: &Node<G>) -> i32 {
        match self.graph.player(node) {
            Player::Attacker => 0,
            Player::Defender => node.1 as i32 + 1,
        }
    }

    /// Searches the children in order until one closes the window, and stores the value.
    /// `ask` is given a child, the window that is left and whether it is the first child;
    /// window and answer are from the point of view of the player to move.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn best_of(
        &mut self,
        node: &Node<G>,
        window: Window,
        children: &[Node<G>],
        mut ask: impl FnMut(&mut Self, &Node<G>, Window, bool) -> Result<i32, Stopped>,
    ) -> Result<i32, Stopped> {
        let player = self.graph.player(node);
        let Window { mut alpha, beta } = window.seen_by(player);
        let (mut value, mut best) = (i32::MIN, None);
        for child in children {
            let one = ask(self, child, Window { alpha, beta }, best.is_none())?;
            if one > value {
                (value, best) = (one, Some(child));
            }
            alpha = alpha.max(one);
            if alpha >= beta {
                break;
            }
        }
        let value = match best {
            Some(_) => seen_by(player, value),
            None => self.lost(node),
        };
        self.store(node, window, value, best)?;
        Ok(value)
    }

    /// Counts a node and generates its children, the one best so far first.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn children(&mut self, node: &Node<G>) -> Result<Vec<Node<G>>, Stopped> {
        self.meter.count()?;
        let successors = self.graph.successors(node);
        let mut children: Vec<Node<G>> = successors.into_iter().map(|(_, n)| n).collect();
        if let Some(best) = self.bounds(node).best
            && let Some(i) = children.iter().position(|c| self.graph.key(c) == best)
        {
            children[..=i].rotate_right(1);
        }
        Ok(children)
    }

    /// Stores the outcome of a search with `window`: `value` is exact inside, a
    /// bound outside.
    ///
    /// # Errors
    /// When the table is full.
    pub fn store(
        &mut self,
        node: &Node<G>,
        window: Window,
        value: i32,
        best: Option<&Node<G>>,
    ) -> Result<(), Stopped> {
        let mut bounds = self.bounds(node);
        if value > window.alpha {
            bounds.lower = bounds.lower.max(value);
        }
        if value < window.beta {
            bounds.upper = bounds.upper.min(value);
        }
        bounds.best = best.map(|b| self.graph.key(b)).or(bounds.best);
        self.table.insert(self.graph.key(node), bounds);
        self.meter.holding(self.table.len())
    }

    /// Size of the table.
    pub fn entries(&self) -> usize {
        self.table.len()
    }
}

/// Runs `value_of_root` with ply limits that double.
pub fn solve<G: AndOrGraph>(
    graph: &G,
    limits: Limits<'_>,
    value_of_root: impl Fn(&mut Game<'_, G>, &Node<G>) -> Result<i32, Stopped>,
) -> Report {
    doubling(graph, limits, |layered, limits| {
        let mut game = Game {
            graph: layered,
            meter: Meter::new(limits),
            table: HashMap::new(),
        };
        let root = layered.root();
        let value = value_of_root(&mut game, &root);
        let mut report = Report::new(value.map(|v| v > 0), game.meter.nodes, game.entries());
        if let Ok(value @ 1..) = value {
            report.distance = Some(root.1 + 1 - value as u32);
        }
        report
    })
}
