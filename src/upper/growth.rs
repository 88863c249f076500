//! How the tree grows: nodes with their positions, and what came back about them.

use super::graph::{Edge, Id};
use super::{Part, Record, Upper};
use crate::search::features::Surroundings;
use crate::search::initial;
use crate::search::{DROP_CAP, REPLY_CAP};
use crate::shogi::{Leaf, Move, Place, Position, Side};
use crate::solver::Standing;
use crate::table::numbers::{Numbers, UNIT};
use shogi_core::PartialPosition;

impl Upper {
    /// Makes the root.
    pub(super) fn plant(&mut self, start: &Position) {
        let unit = u64::from(UNIT);
        self.add(start, None, (unit, unit));
        self.graph.settle();
    }

    /// The node of a board and a hand.
    pub(super) fn find(&self, place: Place) -> Option<Id> {
        let nodes = self.boards.get(&place.key)?;
        nodes
            .iter()
            .copied()
            .find(|&id| self.record(id).place == place)
    }

    fn add(&mut self, at: &Position, from: Option<(Id, Move)>, numbers: (u64, u64)) -> Id {
        let place = at.place();
        let level = from.map_or(0, |(parent, _)| self.graph.level(parent) + 1);
        let id = self.graph.add(at.side_to_move(), level, numbers);
        let same = self.boards.entry(place.key).or_default();
        for &other in same.iter() {
            let others = self.records[other as usize].place;
            if place.covers(others) {
                self.graph.relate(other, id);
            } else if others.covers(place) {
                self.graph.relate(id, other);
            }
        }
        same.push(id);
        self.records.push(Record {
            place,
            from,
            moves: Vec::new(),
            part: None,
            out: None,
            nodes: 0,
            worker: from.and_then(|(parent, _)| self.record(parent).worker),
        });
        id
    }

    /// The board at a node.
    pub(super) fn board_at(&self, id: Id) -> Position {
        let steps = std::iter::successors(self.record(id).from, |&(id, _)| self.record(id).from);
        let moves: Vec<Move> = steps.map(|(_, mv)| mv).collect();
        let mut board = self.start.clone();
        moves.iter().rev().for_each(|&mv| board.make(mv));
        board
    }

    /// The position at a node in the public vocabulary.
    pub(super) fn partial(&self, id: Id) -> PartialPosition {
        self.board_at(id).to_partial(self.attacker)
    }

    /// Takes what is known of a node.
    pub(super) fn take(&mut self, id: Id, part: Option<Part>, standing: &Standing) {
        self.nodes = self.nodes.saturating_add(standing.nodes);
        let record = self.record_mut(id);
        record.nodes = record.nodes.saturating_add(standing.nodes);
        self.note(id, part, standing);
        self.graph.settle();
    }

    fn note(&mut self, id: Id, part: Option<Part>, standing: &Standing) {
        if self.graph.verdict(id).is_some() {
            return;
        }
        if let Some(part) = part {
            self.record_mut(id).part = Some(part);
            self.graph.decide(id, part.mate);
        } else if self.graph.is_leaf(id) {
            self.graph.set_leaf(id, numbers(standing.numbers));
            if standing.spent {
                self.expand(id, &standing.moves);
            }
        } else {
            self.advise(id, &standing.moves);
        }
    }

    /// Gives the leaves below a node, unless they were searched themselves, the numbers that a
    /// search of the node has found.
    fn advise(&mut self, id: Id, moves: &[(shogi_core::Move, Numbers)]) {
        let found = self.moves_at(id, moves);
        for n in 0..self.record(id).moves.len() {
            let to = self.graph.edges(id)[n].to;
            let record = self.record(to);
            let is_new = record.nodes == 0 && record.out.is_none() && record.part.is_none();
            if !is_new || !self.graph.is_leaf(to) || self.graph.verdict(to).is_some() {
                continue;
            }
            let mv = self.record(id).moves[n];
            if let Some(&(_, after)) = found.iter().find(|m| m.0 == mv) {
                self.graph.set_leaf(to, numbers(after));
                self.record_mut(to).worker = self.record(id).worker;
            }
        }
    }

    /// Numbers after moves of a node, in the vocabulary of the search.
    fn moves_at(&self, id: Id, moves: &[(shogi_core::Move, Numbers)]) -> Vec<(Move, Numbers)> {
        let board = self.board_at(id);
        let inside = |&(mv, after)| Some((board.from_core_move(mv, self.attacker)?, after));
        moves.iter().filter_map(inside).collect()
    }

    /// Makes a leaf an inner node. `found` has numbers for the positions after some moves. What
    /// was known of these positions before a restart is taken, and they are expanded in turn.
    pub(super) fn expand(&mut self, id: Id, found: &[(shogi_core::Move, Numbers)]) {
        let mut waiting = vec![(id, found.to_vec())];
        while let Some((id, found)) = waiting.pop() {
            if !self.graph.is_leaf(id) {
                continue;
            }
            for child in self.branch(id, &found) {
                let place = self.record(child).place;
                let Some((part, standing)) = self.recalled.remove(&place) else {
                    continue;
                };
                self.record_mut(child).nodes = standing.nodes;
                if let Some(part) = part {
                    self.record_mut(child).part = Some(part);
                    self.graph.decide(child, part.mate);
                    continue;
                }
                let open = numbers(standing.numbers);
                self.graph.set_leaf(child, open);
                if standing.spent {
                    waiting.push((child, standing.moves));
                }
            }
        }
        self.graph.settle();
    }

    /// Expands the leaves that were expanded before a restart though their nodes had not run out:
    /// those that something recalled comes after.
    pub(super) fn grow_again(&mut self) {
        let mut id = 0;
        while (id as usize) < self.graph.len() && !self.recalled.is_empty() {
            if self.graph.is_leaf(id) && self.graph.verdict(id).is_none() {
                let board = self.board_at(id);
                let mut moves = self.moves_of(&board).into_iter();
                if moves.any(|mv| self.recalled.contains_key(&board.place_after(mv))) {
                    self.expand(id, &[]);
                }
            }
            id += 1;
        }
    }

    /// All checks, or all evasions.
    fn moves_of(&self, board: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        match board.side_to_move() {
            Side::Attacker => board.generate_checks(&mut moves),
            Side::Defender => board.generate_evasions(&mut moves),
        };
        moves
    }

    /// Expands a leaf and returns the nodes that are new.
    fn branch(&mut self, id: Id, found: &[(shogi_core::Move, Numbers)]) -> Vec<Id> {
        let mut board = self.board_at(id);
        let moves = self.moves_of(&board);
        let around = Surroundings::of(&board);
        let found = self.moves_at(id, found);
        let (mut edges, mut new) = (Vec::new(), Vec::new());
        for &mv in &moves {
            let known = self.find(board.place_after(mv));
            let to = known.unwrap_or_else(|| {
                let guess = found.iter().find(|m| m.0 == mv);
                let guess = guess.map(|&(_, numbers)| numbers);
                let (child, is_open) = self.add_after(id, &mut board, mv, guess, &around);
                new.extend(is_open.then_some(child));
                child
            });
            let cap = if mv.is_drop() { DROP_CAP } else { REPLY_CAP };
            edges.push(Edge { to, cap });
        }
        self.record_mut(id).moves = moves;
        self.graph.expand(id, edges);
        new
    }

    /// Adds the node after a move; false when one look at it was enough to decide it.
    fn add_after(
        &mut self,
        id: Id,
        board: &mut Position,
        mv: Move,
        guess: Option<Numbers>,
        around: &Surroundings,
    ) -> (Id, bool) {
        let after_check = self.graph.is_or(id);
        if after_check {
            let guess =
                guess.unwrap_or_else(|| initial::after_check(board, mv, around, true).numbers(0));
            board.make(mv);
            let child = self.add(board, Some((id, mv)), numbers(guess));
            let is_open = board.has_evasion();
            if !is_open {
                self.graph.expand(child, Vec::new());
            }
            board.unmake(mv);
            return (child, is_open);
        }
        board.make(mv);
        let leaf = board.leaf();
        board.unmake(mv);
        let open = match leaf {
            Leaf::Open(open) => Some(open),
            _ => None,
        };
        let guess = guess.unwrap_or_else(|| {
            let open = open.unwrap_or_default();
            initial::after_evasion(board, mv, around, open, true).numbers(0)
        });
        board.make(mv);
        let child = self.add(board, Some((id, mv)), numbers(guess));
        match leaf {
            Leaf::Open(_) => {}
            Leaf::NoCheck => self.graph.expand(child, Vec::new()),
            // No other check is needed.
            Leaf::Mate(check) => {
                let mated = self.find(board.place_after(check)).unwrap_or_else(|| {
                    board.make(check);
                    let mated = self.add(board, Some((child, check)), numbers(Numbers::PROVED));
                    self.graph.expand(mated, Vec::new());
                    board.unmake(check);
                    mated
                });
                self.record_mut(child).moves = vec![check];
                let edge = Edge {
                    to: mated,
                    cap: REPLY_CAP,
                };
                self.graph.expand(child, vec![edge]);
            }
        }
        board.unmake(mv);
        (child, open.is_some())
    }
}

/// The numbers of a leaf: at least 1.
fn numbers(found: Numbers) -> (u64, u64) {
    let Numbers { pn, dn } = found.as_open();
    (u64::from(pn), u64::from(dn))
}
