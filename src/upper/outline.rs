//! The tree for people: the part of it that has cost most.

use super::Upper;
use super::graph::Id;
use crate::base::notation;
use serde::Serialize;
use shogi_core::ToUsi;
use std::cmp::Reverse;

/// A node as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// Moves from the root. The next row with a smaller number or the same ends what is below it.
    pub depth: usize,
    /// The move that leads here, in USI and in Japanese notation; empty for the root.
    pub usi: String,
    pub kif: String,
    /// The position in SFEN.
    pub sfen: String,
    /// `mate`, `nomate`, or `open`.
    pub verdict: &'static str,
    /// Proof and disproof number, 16 for one leaf; none where the node is decided.
    pub numbers: Option<(u64, u64)>,
    /// Nodes that were spent on this position and on what is shown or left out below it.
    pub nodes: u64,
    /// A task about this position is out.
    pub out: bool,
    /// On the line to the leaf that would go out next.
    pub best: bool,
    /// Successors that are left out here, or stand elsewhere.
    pub hidden: usize,
}

impl Upper {
    /// The `most` positions that have cost most, and the line to the next leaf. Each stands below
    /// the one that it was first reached from.
    pub fn outline(&self, most: usize) -> Vec<Shown> {
        let count = self.records.len();
        // A node is made after the one that it was reached from.
        let mut nodes: Vec<u64> = self.records.iter().map(|record| record.nodes).collect();
        for id in (0..count).rev() {
            if let Some((from, _)) = self.records[id].from {
                nodes[from as usize] = nodes[from as usize].saturating_add(nodes[id]);
            }
        }
        let mut best = vec![false; count];
        let mut next = self.choose(u32::MAX).map(|choice| choice.leaf);
        while let Some(id) = next {
            best[id as usize] = true;
            next = self.record(id).from.map(|(from, _)| from);
        }
        // A node has cost no more than the one before it, so these hang together.
        let mut order: Vec<Id> = (0..count as Id).collect();
        order.sort_by_key(|&id| (!best[id as usize], Reverse(nodes[id as usize]), id));
        order.truncate(most.max(1));
        let mut below: Vec<Vec<Id>> = vec![Vec::new(); count];
        for &id in order.iter().rev() {
            if let Some((from, _)) = self.record(id).from {
                below[from as usize].push(id);
            }
        }
        let (mut rows, mut open) = (Vec::new(), vec![(0, 0)]);
        while let Some((id, depth)) = open.pop() {
            let (nodes, best) = (nodes[id as usize], best[id as usize]);
            let children = std::mem::take(&mut below[id as usize]);
            let hidden = self.graph.edges(id).len() - children.len();
            rows.push(Shown {
                depth,
                nodes,
                best,
                hidden,
                ..self.shown(id)
            });
            open.extend(children.into_iter().map(|child| (child, depth + 1)));
        }
        rows
    }

    /// What is known of a node without a look around.
    fn shown(&self, id: Id) -> Shown {
        let (usi, kif) = match self.record(id).from {
            None => Default::default(),
            Some((from, mv)) => {
                let at = self.partial(from);
                let mv = self.board_at(from).to_core_move(mv, self.attacker);
                (mv.to_usi_owned(), notation::japanese_move(&at, mv))
            }
        };
        let verdict = self.graph.verdict(id);
        Shown {
            depth: 0,
            usi,
            kif,
            sfen: self.partial(id).to_sfen_owned(),
            verdict: match verdict {
                Some(true) => "mate",
                Some(false) => "nomate",
                None => "open",
            },
            numbers: verdict.is_none().then(|| self.graph.numbers(id)),
            nodes: 0,
            out: self.record(id).out.is_some(),
            best: false,
            hidden: 0,
        }
    }
}
