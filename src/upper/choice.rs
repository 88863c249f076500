//! Which leaf goes out next, and for how long.

use super::Upper;
use super::graph::Id;
use crate::solver::Ceiling;
use crate::table::Numbers;
use crate::table::numbers::{MOST, UNIT};

/// Nodes of a task at most, half a minute of a thread: the death of a worker costs no more.
const MOST_NODES: u64 = 20_000_000;

/// How leaves are chosen. It changes the work that is done, never a verdict.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Nodes of a task at least.
    pub least_nodes: u64,
    /// A task gets one part in this many of all nodes so far, for each worker that is busy.
    pub parts: u64,
    /// A leaf is left when it is worse than the second best by this fraction, in 16ths (1+ε).
    pub epsilon: u64,
    /// The numbers of a leaf that is out are raised by this multiple, in 16ths.
    pub raise: u64,
    /// A reply that another worker has searched counts this many times, in 16ths.
    pub foreign: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            least_nodes: 100_000,
            parts: 8,
            epsilon: 8,
            raise: 4,
            foreign: 64,
        }
    }
}

impl Policy {
    /// The numbers of a leaf while it is out.
    pub(super) fn while_out(&self, (pn, dn): (u64, u64)) -> (u64, u64) {
        let raised = |n: u64| n + n * self.raise / 16 + u64::from(UNIT);
        (raised(pn), raised(dn))
    }

    /// The number at which the best is left, when the second best has `second`.
    fn beyond(&self, second: u64) -> u64 {
        let more = u128::from(second) * u128::from(self.epsilon) / 16;
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        second
            .saturating_add(more)
            .saturating_add(u64::from(UNIT / 8))
    }
}

/// A leaf, and the numbers at which another one will be better.
pub(super) struct Choice {
    pub leaf: Id,
    pn: u64,
    dn: u64,
}

impl Upper {
    /// The leaf that a worker is to search: from the root down the check with the least proof
    /// number and the reply with the least disproof number, if possible one that this worker has
    /// searched before. Proof numbers fall on the way, so it comes to an end. None when the root
    /// is decided.
    pub(super) fn choose(&self, worker: u32) -> Option<Choice> {
        let (graph, policy) = (&self.graph, &self.policy);
        let mut at = Choice {
            leaf: 0,
            pn: u64::MAX,
            dn: u64::MAX,
        };
        while graph.verdict(at.leaf).is_none() && !graph.is_leaf(at.leaf) {
            let or = graph.is_or(at.leaf);
            let rank = |id: Id| {
                let (pn, dn) = graph.numbers(id);
                if or {
                    return pn;
                }
                let foreign = self.record(id).worker.is_some_and(|w| w != worker);
                if foreign {
                    dn.saturating_mul(policy.foreign) / 16
                } else {
                    dn
                }
            };
            let edges = graph.edges(at.leaf).iter().map(|edge| edge.to);
            let open = edges.filter(|&to| graph.verdict(to).is_none());
            let mut ranked: Vec<(u64, u64, Id)> =
                open.map(|to| (rank(to), graph.numbers(to).0, to)).collect();
            ranked.sort_unstable();
            let &(_, _, best) = ranked.first()?;
            // The same move may lead to one node twice.
            let second = ranked.iter().find(|other| other.2 != best);
            let second = policy.beyond(second.map_or(u64::MAX, |other| other.0));
            let (pn, dn) = graph.numbers(at.leaf);
            let (best_pn, best_dn) = graph.numbers(best);
            // A leaf that is left at its own numbers would go out in vain, again and again.
            at = if or {
                Choice {
                    leaf: best,
                    pn: at.pn.min(second).max(best_pn + 1),
                    dn: at
                        .dn
                        .saturating_sub(dn)
                        .saturating_add(best_dn)
                        .max(best_dn + 1),
                }
            } else {
                Choice {
                    leaf: best,
                    pn: at
                        .pn
                        .saturating_sub(pn)
                        .saturating_add(best_pn)
                        .max(best_pn + 1),
                    dn: at.dn.min(second).max(best_dn + 1),
                }
            };
        }
        graph.verdict(0).is_none().then_some(at)
    }

    /// How long a leaf is searched.
    pub(super) fn ceiling(&self, choice: &Choice) -> Ceiling {
        let busy = self.out as u64 + 1;
        let most = |n: u64| n.min(u64::from(MOST) + 1) as u32;
        let part = self.nodes / (self.policy.parts * busy);
        Ceiling {
            nodes: part.min(MOST_NODES).max(self.policy.least_nodes),
            leave_at: Numbers::new(most(choice.pn), most(choice.dn)),
        }
    }

    /// The moves to the leaf that anybody would search next.
    pub(super) fn line(&self) -> Vec<shogi_core::Move> {
        let Some(choice) = self.choose(u32::MAX) else {
            return Vec::new();
        };
        let mut line = Vec::new();
        let mut at = choice.leaf;
        while let Some((from, mv)) = self.record(at).from {
            line.push(self.board_at(from).to_core_move(mv, self.attacker));
            at = from;
        }
        line.reverse();
        line
    }
}
