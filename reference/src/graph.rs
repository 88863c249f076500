//! What a search is given: an AND/OR graph.
//!
//! At an OR node the attacker moves and one good successor is enough; at an AND
//! node the defender moves and every successor must be good for the attacker. A
//! node may be reached in many ways and even lead back to itself. *Proved* is the
//! least fixed point: the attacker reaches a won terminal in finitely many moves
//! whatever the defender does; a play that goes on for ever is worth nothing to
//! him.
use super::numbers::Numbers;
use std::fmt::Debug;
use std::hash::Hash;

/// Who moves at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Player {
    /// OR node.
    Attacker,
    /// AND node.
    Defender,
}

/// An AND/OR graph that is discovered while it is searched.
///
/// `Sync` and `Send` because searches run on a thread with a stack of their own.
pub trait AndOrGraph: Sync {
    /// All that is needed to generate the successors of a node.
    type Node: Clone + Send;
    /// Two nodes are the same when their keys are.
    type Key: Copy + Eq + Ord + Hash + Debug + Send;
    /// The name of an edge. Edges out of one node have different names; tree simulation
    /// takes an edge of the same name out of another node for the same move.
    type Move: Copy + Eq + Debug + Send;

    /// Where the search begins.
    fn root(&self) -> Self::Node;

    /// The name of a node.
    fn key(&self, node: &Self::Node) -> Self::Key;

    /// Who moves there.
    fn player(&self, node: &Self::Node) -> Player;

    /// `Some(true)` when the attacker has won, `Some(false)` when he has lost.
    fn terminal(&self, node: &Self::Node) -> Option<bool>;

    /// The edges out of a node that is not terminal. Where there are none, the player to
    /// move has lost.
    fn successors(&self, node: &Self::Node) -> Vec<(Self::Move, Self::Node)>;

    /// A guess at the numbers of a node never searched, for df-pn+.
    fn guess(&self, _node: &Self::Node) -> Numbers {
        Numbers::LEAF
    }
}
