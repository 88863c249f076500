//! df-pn+: a guess at leaves and edges.
//!
//! Nagai, A., Imai, H.: Application of df-pn+ to Othello endgames. Game Programming
//! Workshop 1999; Nagai's thesis 2002.
//!
//! A leaf begins with numbers that guess how hard it is, h(n), instead of (1, 1);
//! an edge adds a cost. With h = 1 and no costs it is df-pn.
use super::family::Variant;
use super::graph::AndOrGraph;
use super::numbers::{MOST, Numbers};

/// df-pn+ with functions for leaves and edges.
#[derive(Clone, Copy, Debug)]
pub struct DfpnPlus<L, E> {
    /// Numbers of a leaf, each 1 or more.
    pub leaf: L,
    /// Numbers that the edge to a node adds to its own.
    pub edge: E,
}

impl<G, L, E> Variant<G> for DfpnPlus<L, E>
where
    G: AndOrGraph,
    L: Fn(&G, &G::Node) -> Numbers + Sync,
    E: Fn(&G, &G::Node) -> Numbers + Sync,
{
    fn first(&self, graph: &G, node: &G::Node) -> Numbers {
        let numbers = (self.leaf)(graph, node);
        Numbers {
            pn: numbers.pn.clamp(1, MOST),
            dn: numbers.dn.clamp(1, MOST),
        }
    }

    fn cost(&self, graph: &G, child: &G::Node) -> Numbers {
        (self.edge)(graph, child)
    }
}
