//! The other defences of a mate (変化): the main line as a tree, with every other defence and
//! the mate against it.
//!
//! The continuations are taken from the certificate, so every one of them is proved. The main
//! line may leave the certificate, because its length is the conventional one and that of the
//! certificate counts every interposition; there the caller is asked for another certificate.
//! Lengths count every interposition and are upper bounds.
//!
//! ```
//! use tsumi::formats::{notation, sfen};
//! use tsumi::solver::{Control, Options, Solver};
//! use tsumi::variations::variations;
//!
//! let position = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1").unwrap().position;
//! let attacker = position.side_to_move();
//! let mut solver = Solver::new(Options { memory: 16 << 20, ..Options::default() });
//! let outcome = solver.solve(&position, attacker, Control::default())?;
//! let certificate = outcome.certificate.unwrap();
//! let found = variations(&position, attacker, &outcome.line, &certificate, 1, |_| None)?;
//!
//! // Each line but the first is another defence and its mate.
//! let tree = &found.tree;
//! for first in tree.lines().into_iter().skip(1) {
//!     let moves: Vec<_> = tree.line_from(first).iter().filter_map(|&n| tree.node(n).mv).collect();
//!     let before = tree.position(&position, tree.node(first).parent);
//!     println!("{}: {}", tree.ply(first), notation::japanese(&before, &moves).join(" "));
//! }
//! assert_eq!(tree.lines().len(), 3);
//! # Ok::<(), tsumi::shogi::SetupError>(())
//! ```

pub mod near_misses;
pub mod refutation;
pub mod strategy;

use crate::base::tree::{Ending, ROOT, Tree};
use crate::proof::certificate::Certificate;
use crate::shogi::{Position, SetupError, rules};
use shogi_core::{Color, Move, PartialPosition};
use std::collections::{HashMap, VecDeque};
use strategy::Strategy;

/// The most nodes of a tree; beyond them branches are left out.
const MAX_NODES: usize = 200_000;

/// The main line with its branches.
pub struct Variations {
    pub tree: Tree,
    /// Plies to mate from the first move of a branch on, itself included, by the branch's first
    /// node.
    pub lengths: HashMap<usize, u32>,
    /// How many defences have no branch, because a limit came before their mate was known or
    /// the tree has too many nodes.
    pub missing: usize,
}

/// Builds the tree of `line`, a mate whose certificate is `certificate`. `depth` is 1 for the
/// defences along the main line, 2 for those along the branches too, and so on. `prove` proves that
/// a position with the defender to move is mate, and returns the certificate; `None` when it
/// cannot. It is no `dyn FnMut`, because it searches, and so may be put aside
/// (`base::clock::pause`).
///
/// # Errors
/// When the position is not one a search can start from.
pub fn variations(
    root: &PartialPosition,
    attacker: Color,
    line: &[Move],
    certificate: &Certificate,
    depth: u32,
    prove: impl FnMut(&PartialPosition) -> Option<Certificate>,
) -> Result<Variations, SetupError> {
    let mut strategy = Strategy::new(attacker);
    strategy.add(certificate);
    let mut builder = Builder {
        root,
        attacker,
        strategy,
        prove,
        out: Variations {
            tree: Tree::of_line(line, Some(Ending::Mate)),
            lengths: HashMap::new(),
            missing: 0,
        },
    };
    let mut open = VecDeque::from([(ROOT, 1)]);
    while let Some((first, level)) = open.pop_front() {
        for branch in builder.branches(first)? {
            if level < depth {
                open.push_back((branch, level + 1));
            }
        }
    }
    Ok(builder.out)
}

/// The defender's legal moves in a position in which he is in check.
///
/// # Errors
/// When the position is not one a search can start from.
pub fn defences(position: &PartialPosition, attacker: Color) -> Result<Vec<Move>, SetupError> {
    let board = Position::new(position, attacker)?;
    let mut moves = Vec::new();
    board.generate_evasions(&mut moves);
    Ok(moves
        .into_iter()
        .map(|mv| board.to_core_move(mv, attacker))
        .collect())
}

struct Builder<'a, P> {
    root: &'a PartialPosition,
    attacker: Color,
    strategy: Strategy,
    prove: P,
    out: Variations,
}

impl<P: FnMut(&PartialPosition) -> Option<Certificate>> Builder<'_, P> {
    /// Adds the other defences along the line that begins with `first`. Returns the first nodes
    /// of their branches.
    fn branches(&mut self, first: usize) -> Result<Vec<usize>, SetupError> {
        let mut added = Vec::new();
        let line = self.out.tree.line_from(first);
        let mut position = self.out.tree.position(self.root, first);
        for (n, &node) in line.iter().enumerate() {
            if n > 0
                && let Some(mv) = self.out.tree.node(node).mv
            {
                let _ = position.make_move(mv);
            }
            if position.side_to_move() == self.attacker {
                continue;
            }
            // The defences that are left at the end of the line are futile interpositions, and a branch
            // there would make the line longer than it is. On a page they are answered.
            let Some(&next) = self.out.tree.node(node).children.first() else {
                self.learn(&position, None)?;
                continue;
            };
            let played = self.out.tree.node(next).mv;
            let mut found = self.answers(&position, played)?;
            found.sort_by_key(|&(_, length)| std::cmp::Reverse(length));
            for (mv, length) in found {
                if self.out.tree.len() > MAX_NODES {
                    self.out.missing += 1;
                    continue;
                }
                let branch = self.follow(node, &position, mv)?;
                self.out.lengths.insert(branch, length);
                added.push(branch);
            }
        }
        Ok(added)
    }

    /// The positions after the defences other than `played`.
    fn after_others(
        &self,
        position: &PartialPosition,
        played: Option<Move>,
    ) -> Result<Vec<(Move, PartialPosition)>, SetupError> {
        let moves = defences(position, self.attacker)?.into_iter();
        let others = moves.filter(|&mv| Some(mv) != played);
        Ok(others
            .filter_map(|mv| Some((mv, rules::after(position, mv)?)))
            .collect())
    }

    /// Has a position proved where the answer to a defence other than `played` is not known.
    fn learn(
        &mut self,
        position: &PartialPosition,
        played: Option<Move>,
    ) -> Result<(), SetupError> {
        let others = self.after_others(position, played)?;
        let known = |(_, next): &(Move, PartialPosition)| self.strategy.attack(next).is_some();
        if !others.iter().all(known)
            && let Some(proof) = (self.prove)(position)
        {
            self.strategy.add(&proof);
        }
        Ok(())
    }

    /// The defences other than `played` that are known to be mated, with their lengths in plies.
    fn answers(
        &mut self,
        position: &PartialPosition,
        played: Option<Move>,
    ) -> Result<Vec<(Move, u32)>, SetupError> {
        self.learn(position, played)?;
        let mut found = Vec::new();
        for (mv, next) in self.after_others(position, played)? {
            match self.strategy.attack(&next) {
                Some((_, distance)) => found.push((mv, distance + 1)),
                None => self.out.missing += 1,
            }
        }
        Ok(found)
    }

    /// Adds a defence and the mate after it, the defender playing the longest replies.
    fn follow(
        &mut self,
        parent: usize,
        position: &PartialPosition,
        mv: Move,
    ) -> Result<usize, SetupError> {
        let branch = self.out.tree.add(parent, mv);
        let mut position = position.clone();
        let _ = position.make_move(mv);
        let mut at = branch;
        while let Some((mv, _)) = self.strategy.attack(&position) {
            at = self.out.tree.add(at, mv);
            let _ = position.make_move(mv);
            let mut best: Option<(Option<u32>, Move, PartialPosition)> = None;
            for reply in defences(&position, self.attacker)? {
                let mut next = position.clone();
                let _ = next.make_move(reply);
                let length = self.strategy.attack(&next).map(|(_, distance)| distance);
                if best.as_ref().is_none_or(|(most, ..)| length > *most) {
                    best = Some((length, reply, next));
                }
            }
            let Some((_, reply, next)) = best else {
                self.out.tree.node_mut(at).ending = Some(Ending::Mate);
                break;
            };
            at = self.out.tree.add(at, reply);
            position = next;
        }
        Ok(branch)
    }
}
