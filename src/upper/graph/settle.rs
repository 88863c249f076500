//! The numbers of the graph, and their repair.
//!
//! The *proof number* is the cost of the cheapest proof, where a leaf costs its own number and a
//! step costs one. The equations that say so are those of Knuth's generalisation of Dijkstra's
//! algorithm (A generalization of Dijkstra's algorithm, Information Processing Letters 6, 1977):
//! a node costs more than the nodes that its cheapest proof rests on, so no proof goes round in
//! a circle. Hence a node has no finite proof number exactly when it could not be proved even if
//! every open leaf under it were a mate. That is the greatest set that is closed under "each check
//! has a reply that stays in it": the disproofs, those by repetition among them. When a
//! leaf changes, the numbers above it are repaired as in Ramalingam & Reps (An incremental
//! algorithm for a generalization of the shortest-path problem, Journal of Algorithms 21, 1996).
//!
//! Of two nodes that are comparable by the attacker's hands the one with less costs more, and is
//! disproved with the other one.
//!
//! The *disproof number* is a guide only and never decides. It adds up along edges that lead away
//! from the root; other edges, which may close a cycle, count as one leaf.

use super::{Graph, Id, NEVER, Node};
use crate::search::CHECK_CAP;
use crate::shogi::Side;
use crate::table::numbers::UNIT;
use std::cmp::Reverse;

impl Graph {
    /// Brings all numbers up to date.
    pub fn settle(&mut self) {
        while let Some(Reverse((key, id))) = self.unsettled.pop() {
            let (had, fits) = (self.node(id).pn, self.fitting_pn(id));
            if had == fits || had.min(fits) != key {
                continue;
            }
            self.touched.push(id);
            if fits < had {
                self.node_mut(id).pn = fits;
                if fits == 0 {
                    self.clock += 1;
                    self.node_mut(id).proved = self.clock;
                }
            } else {
                // It may rest on itself: it is forgotten, and found again from below.
                self.node_mut(id).pn = NEVER;
                self.unsettle(id);
            }
            self.unsettle_above(id);
        }
        for id in std::mem::take(&mut self.touched) {
            self.stale.push((self.node(id).level, id));
        }
        self.settle_dn();
    }

    pub(super) fn unsettle(&mut self, id: Id) {
        let (had, fits) = (self.node(id).pn, self.fitting_pn(id));
        if had != fits {
            self.unsettled.push(Reverse((had.min(fits), id)));
        } else {
            self.stale.push((self.node(id).level, id));
        }
    }

    /// Looks at all nodes whose proof number depends on this one's.
    fn unsettle_above(&mut self, id: Id) {
        let node = self.node(id);
        let lists = [node.parents.len(), node.less.len(), node.more.len()];
        for (list, &length) in lists.iter().enumerate() {
            for i in 0..length {
                let node = self.node(id);
                let above = [&node.parents, &node.less, &node.more][list][i];
                let (had, fits) = (self.node(above).pn, self.fitting_pn(above));
                if had != fits {
                    self.unsettled.push(Reverse((had.min(fits), above)));
                }
            }
        }
    }

    /// The proof number that follows from those of the nodes it depends on.
    fn fitting_pn(&self, id: Id) -> u64 {
        let node = self.node(id);
        if node.decided {
            return node.own.0;
        }
        if node.less.iter().any(|&less| self.node(less).pn == 0) {
            return 0;
        }
        let of_edges = node.edges.iter().map(|e| (self.node(e.to).pn, e.cap));
        let own = match (node.inner, node.side) {
            (false, _) => node.own.0,
            (true, Side::Attacker) => step(of_edges.map(|(pn, _)| pn).min().unwrap_or(NEVER)),
            (true, Side::Defender) => step(combined(of_edges)),
        };
        if own == 0 {
            return 0;
        }
        let more = node.more.iter().map(|&more| step(self.node(more).pn));
        own.max(more.max().unwrap_or(0))
    }

    fn settle_dn(&mut self) {
        while let Some((_, id)) = self.stale.pop() {
            let fits = self.fitting_dn(id);
            let had = std::mem::replace(&mut self.node_mut(id).dn, fits);
            // What is decided drops out of all sums, not only of those above it.
            if had == fits && self.verdict(id).is_none() {
                continue;
            }
            for i in 0..self.node(id).parents.len() {
                let parent = self.node(id).parents[i];
                let above = self.node(parent);
                if self.fitting_dn(parent) != above.dn {
                    self.stale.push((above.level, parent));
                }
            }
        }
    }

    fn fitting_dn(&self, id: Id) -> u64 {
        let node = self.node(id);
        match node.pn {
            0 => return NEVER,
            NEVER => return 0,
            _ if !node.inner => return node.own.1,
            _ => {}
        }
        let open = node.edges.iter().map(|e| self.node(e.to));
        let open = open.filter(|n| n.pn != 0 && n.pn != NEVER);
        let is_away = |n: &Node| n.level > node.level;
        if node.side == Side::Attacker {
            let dn = |n: &Node| if is_away(n) { n.dn } else { u64::from(UNIT) };
            return combined(open.map(|n| (dn(n), CHECK_CAP))).max(1);
        }
        let away = open.filter(|n| is_away(n)).map(|n| n.dn);
        away.min().unwrap_or(u64::from(UNIT)).max(1)
    }
}

/// One step more.
fn step(pn: u64) -> u64 {
    match pn {
        0 | NEVER => pn,
        _ => pn + 1,
    }
}

/// The greatest number whole, each other one up to its cap.
fn combined(numbers: impl Iterator<Item = (u64, u32)>) -> u64 {
    let (mut capped, mut beyond) = (0, 0);
    for (number, cap) in numbers {
        if number == NEVER {
            return NEVER;
        }
        let share = number.min(u64::from(cap));
        capped += share;
        beyond = beyond.max(number - share);
    }
    capped + beyond
}

#[cfg(test)]
mod tests {
    use super::super::Edge;
    use super::*;
    use fastrand::Rng;

    const LEAF: (u64, u64) = (16, 16);

    fn edges(to: &[Id]) -> Vec<Edge> {
        to.iter().map(|&to| Edge { to, cap: 64 }).collect()
    }

    /// A graph of an attacker's root.
    fn rooted() -> Graph {
        let mut graph = Graph::default();
        graph.add(Side::Attacker, 0, LEAF);
        graph.settle();
        graph
    }

    #[test]
    fn one_check_is_enough_and_all_replies_count() {
        let mut graph = rooted();
        let checks = [1, 2].map(|_| graph.add(Side::Defender, 1, LEAF));
        graph.expand(0, edges(&checks));
        let replies = [3, 4].map(|_| graph.add(Side::Attacker, 2, LEAF));
        graph.expand(checks[0], edges(&replies));
        graph.settle();
        assert_eq!(graph.numbers(checks[0]), (16 + 16 + 1, 16));
        assert_eq!(graph.numbers(0), (16 + 1, 16 + 16));
        graph.decide(replies[0], true);
        graph.settle();
        assert_eq!((graph.verdict(checks[0]), graph.verdict(0)), (None, None));
        graph.decide(replies[1], true);
        graph.settle();
        assert_eq!(graph.verdict(0), Some(true));
        assert!(graph.proved(replies[1]) < graph.proved(checks[0]));
        assert!(graph.proved(checks[0]) < graph.proved(0));
    }

    #[test]
    fn a_circle_is_no_proof() {
        let mut graph = rooted();
        let checks = [1, 2].map(|_| graph.add(Side::Defender, 1, LEAF));
        graph.expand(0, edges(&checks));
        // The first check leads back to the root and nowhere else.
        graph.expand(checks[0], edges(&[0]));
        graph.settle();
        assert_eq!(graph.verdict(checks[0]), None, "the root may still be mate");
        assert_eq!(graph.numbers(0).0, 16 + 1, "but not by that check");
        graph.decide(checks[1], false);
        graph.settle();
        assert_eq!(graph.verdict(0), Some(false));
        assert_eq!(graph.verdict(checks[0]), Some(false));
    }

    #[test]
    fn a_position_that_comes_back_with_less_is_no_proof_either() {
        let mut graph = rooted();
        let check = graph.add(Side::Defender, 1, LEAF);
        graph.expand(0, edges(&[check]));
        let again = graph.add(Side::Attacker, 2, LEAF);
        graph.expand(check, edges(&[again]));
        graph.settle();
        assert_eq!(graph.verdict(0), None);
        graph.relate(again, 0);
        graph.settle();
        assert_eq!(graph.verdict(0), Some(false));
    }

    #[test]
    fn more_in_hand_is_mate_too_and_less_is_no_mate_too() {
        for mate in [true, false] {
            let mut graph = rooted();
            let less = graph.add(Side::Attacker, 2, LEAF);
            graph.relate(less, 0);
            graph.decide(if mate { less } else { 0 }, mate);
            graph.settle();
            assert_eq!([0, less].map(|id| graph.verdict(id)), [Some(mate); 2]);
        }
    }

    /// What the numbers must be, by going round until nothing changes.
    fn recomputed(graph: &Graph) -> Vec<u64> {
        let mut copy = Graph::default();
        let again = |n: &Node| Node {
            edges: n.edges.clone(),
            parents: Vec::new(),
            less: n.less.clone(),
            more: n.more.clone(),
            pn: NEVER,
            ..*n
        };
        copy.nodes = graph.nodes.iter().map(again).collect();
        loop {
            let fits: Vec<u64> = (0..copy.len() as Id)
                .map(|id| copy.fitting_pn(id))
                .collect();
            if copy.nodes.iter().zip(&fits).all(|(n, &pn)| n.pn == pn) {
                return fits;
            }
            for (node, pn) in copy.nodes.iter_mut().zip(fits) {
                node.pn = pn;
            }
        }
    }

    /// The greatest hand in a [`Game`].
    const MOST: usize = 3;

    /// A game at random: boards with the attacker to move are even. A check asks for a hand and
    /// changes it, a reply is there only while the attacker holds little, so that a larger hand is
    /// never worse.
    struct Game {
        checks: Vec<Vec<(usize, usize, usize)>>,
        replies: Vec<Vec<(usize, usize)>>,
    }

    impl Game {
        fn new(random: &mut Rng) -> Game {
            let boards = random.usize(3..9);
            let mut list = |most: usize| {
                0..if random.u32(..9) == 0 {
                    0
                } else {
                    random.usize(1..=most)
                }
            };
            let sizes: Vec<_> = (0..2 * boards).map(|_| list(3)).collect();
            let (checks, replies) = sizes.split_at(boards);
            let mut check = |_| (random.usize(..boards), random.usize(..2), random.usize(..2));
            let checks = checks
                .iter()
                .map(|n| n.clone().map(&mut check).collect())
                .collect();
            let mut reply = |_| (random.usize(..boards), random.usize(1..=2 * MOST));
            let replies = replies
                .iter()
                .map(|n| n.clone().map(&mut reply).collect())
                .collect();
            Game { checks, replies }
        }

        /// Where the moves lead.
        fn after(&self, (board, hand): (usize, usize)) -> Vec<(usize, usize)> {
            let mut to = Vec::new();
            if board % 2 == 0 {
                for &(next, need, gain) in &self.checks[board / 2] {
                    if hand >= need {
                        to.push((2 * next + 1, (hand - need + gain).min(MOST)));
                    }
                }
            } else {
                let replies = self.replies[board / 2].iter();
                to.extend(replies.filter(|r| hand <= r.1).map(|r| (2 * r.0, hand)));
            }
            to.sort_unstable();
            to.dedup();
            to
        }

        /// Is it mate? All positions at once, from the mates on the board upward.
        fn mates(&self) -> Vec<[bool; MOST + 1]> {
            let mut mates = vec![[false; MOST + 1]; 2 * self.checks.len()];
            loop {
                let mut changed = false;
                for board in 0..mates.len() {
                    for hand in 0..=MOST {
                        let mut after = self.after((board, hand)).into_iter();
                        let is = |(b, h): (usize, usize)| mates[b][h];
                        let mate = if board % 2 == 0 {
                            after.any(is)
                        } else {
                            after.all(is)
                        };
                        changed |= mate != mates[board][hand];
                        mates[board][hand] = mate;
                    }
                }
                if !changed {
                    return mates;
                }
            }
        }
    }

    /// Adds a node for a place unless there is one.
    fn place(
        graph: &mut Graph,
        places: &mut Vec<(usize, usize)>,
        at: (usize, usize),
        level: u32,
    ) -> Id {
        if let Some(known) = places.iter().position(|&p| p == at) {
            return known as Id;
        }
        let side = match at.0.is_multiple_of(2) {
            true => Side::Attacker,
            false => Side::Defender,
        };
        let id = graph.add(side, level, LEAF);
        for (other, &(board, hand)) in places.iter().enumerate() {
            match (board == at.0, hand < at.1) {
                (true, true) => graph.relate(other as Id, id),
                (true, false) => graph.relate(id, other as Id),
                _ => {}
            }
        }
        places.push(at);
        id
    }

    /// Games full of cycles, searched in any order, with some leaves decided as they are: the
    /// numbers that are repaired are those that are computed anew, what is decided is so by the
    /// rules of the game, and in the end all is decided.
    #[test]
    fn verdicts_are_those_of_the_game_and_numbers_those_computed_anew() {
        let mut random = Rng::with_seed(28);
        let (mut verdicts, mut by_circle) = ([0, 0], 0);
        for _ in 0..1_500 {
            let game = Game::new(&mut random);
            let mates = game.mates();
            let helped = random.bool();
            let (mut graph, mut places) = (rooted(), vec![(0, 1)]);
            loop {
                let open: Vec<Id> = (0..graph.len() as Id)
                    .filter(|&id| graph.is_leaf(id) && graph.verdict(id).is_none())
                    .collect();
                if open.is_empty() {
                    break;
                }
                let leaf = open[random.usize(..open.len())];
                let at = places[leaf as usize];
                match random.u32(..6) {
                    0 if helped => graph.decide(leaf, mates[at.0][at.1]),
                    1 => graph.set_leaf(leaf, (random.u64(1..99), random.u64(1..99))),
                    _ => {
                        let level = graph.level(leaf) + 1;
                        let after = game.after(at).into_iter();
                        let to: Vec<Id> = after
                            .map(|at| place(&mut graph, &mut places, at, level))
                            .collect();
                        graph.expand(leaf, edges(&to));
                    }
                }
                graph.settle();
                let pns: Vec<u64> = graph.nodes.iter().map(|n| n.pn).collect();
                assert_eq!(pns, recomputed(&graph));
                for id in 0..graph.len() as Id {
                    assert_eq!(graph.node(id).dn, graph.fitting_dn(id));
                    let at = places[id as usize];
                    let verdict = graph.verdict(id);
                    assert!(verdict.is_none_or(|mate| mate == mates[at.0][at.1]));
                }
            }
            verdicts[usize::from(graph.verdict(0).unwrap())] += 1;
            let nodes = || graph.nodes.iter();
            by_circle += usize::from(
                nodes().any(|n| n.pn == NEVER && !n.edges.is_empty())
                    && nodes().all(|n| !n.decided),
            );
        }
        assert!(
            verdicts.iter().all(|&n| n > 300) && by_circle > 100,
            "{verdicts:?} {by_circle}"
        );
    }
}
