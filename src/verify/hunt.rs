//! The hunt for a cook among checks that stay open.
//!
//! One cook settles a problem, while refutations have to be had of all other checks. So
//! before what is left of the budget is shared out, those that look most like mates have a
//! part of it for themselves. How long a hard mate takes is chance more than anything
//! else: of eight searches for those of Zuko 029, each with a thread and a table of its
//! own, six were done after 33 M nodes, of eight with two threads on a common table three
//! after 45 M, and on the table of `verify`, full of what was asked before, none after
//! 190 M (experiment 53). Therefore each thread hunts a check of its own, on an empty
//! table, and the first mate ends it.

use super::budget::{Aim, Budget};
use super::cooks::Search;
use super::solvers::Solvers;
use crate::shogi::SetupError;
use shogi_core::Move;

/// A check whose proof number is so many times smaller than its disproof number looks like
/// a mate.
const LIKELY: u32 = 3;
/// A round of the hunt has this part of what is left, and there are two.
const PART: u64 = 3;
const ROUNDS: u32 = 2;

impl Search {
    /// Asks the checks that look like mates, the most likely ones first. What is not decided
    /// then has its share like the others.
    ///
    /// # Errors
    /// As [`Search::new`].
    pub(super) fn hunt(
        &mut self,
        solvers: &mut Solvers,
        budget: &mut Budget<'_>,
        share: u32,
    ) -> Result<(), SetupError> {
        for _ in 0..ROUNDS {
            let prey = self.prey(solvers.threads());
            let Some(left) = budget.nodes_left(share).filter(|_| !prey.is_empty()) else {
                break;
            };
            let position = |&(index, mv): &(usize, Move)| {
                let mut after = self.nodes[index].position.clone();
                after.make_move(mv).map(|()| after)
            };
            let positions: Vec<_> = prey.iter().filter_map(position).collect();
            let aim = Aim {
                nodes: Some(left / PART / prey.len() as u64 + 1),
                ..Aim::default()
            };
            let outcomes = solvers.ask_side_by_side(budget, &positions, self.attacker, aim)?;
            self.warm = true;
            for (&(index, mv), outcome) in prey.iter().zip(outcomes) {
                if self.take_plain((index, mv), outcome) == Some(true) {
                    self.nodes[index].rest.retain(|&other| other != mv);
                }
                // Once only.
                self.note((index, mv), None);
            }
            if self.is_cooked() {
                budget.settle();
                break;
            }
        }
        Ok(())
    }

    /// The checks that look most like mates, so many at most.
    fn prey(&self, most: usize) -> Vec<(usize, Move)> {
        let likely =
            |&&(_, _, (pn, dn)): &&(usize, Move, (u32, u32))| pn.saturating_mul(LIKELY) < dn;
        let mut all: Vec<_> = self.left_at.iter().filter(likely).collect();
        let ratio = |(pn, dn): (u32, u32)| f64::from(pn) / f64::from(dn);
        all.sort_by(|a, b| ratio(a.2).total_cmp(&ratio(b.2)));
        all.iter()
            .take(most)
            .map(|&&(index, mv, _)| (index, mv))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sfen;
    use crate::search::Tuning;
    use crate::solver::Control;
    use crate::verify::Cooks;
    use shogi_core::{Color, Piece, Square};

    #[test]
    fn what_looks_like_a_mate_is_hunted() {
        let line = "8k/9/7P1/9/9/9/9/9/9 b R2GSr2b2g3s4n4l17p 1";
        let root = sfen::parse(line).unwrap().position;
        let at = |file, rank| Square::new(file, rank).unwrap();
        let drop = |piece, to| Move::Drop { piece, to };
        let mate = [drop(Piece::B_G, at(2, 2))];
        let rooks = [9, 8, 7].map(|rank| drop(Piece::B_R, at(1, rank)));
        for threads in [1, 2] {
            let mut search = Search::new(&root, Color::Black, &mate, Cooks::All, false).unwrap();
            let before = search.nodes[0].rest.len();
            search.note((0, rooks[0]), Some((1, 1)));
            search.note((0, rooks[0]), Some((10, 31)));
            search.note((0, rooks[1]), Some((10, 30)));
            search.note((0, rooks[2]), Some((10, 90)));
            let prey = search.prey(threads);
            assert_eq!(prey, [(0, rooks[2]), (0, rooks[0])][..threads]);
            let mut solvers = Solvers::new(8 << 20, threads, Tuning::default());
            let mut budget = Budget::new(None, Some(1_000_000), Control::default());
            search.hunt(&mut solvers, &mut budget, 100).unwrap();
            // All that look like it were asked, in one round or two, unless a cook was found.
            let rest = &search.nodes[0].rest;
            assert!(rest.contains(&rooks[1]) && rest.len() < before);
            assert!(!rest.contains(&rooks[2]), "the most likely one first");
            assert!(budget.used > 0 && search.warm);
            let open: Vec<Move> = search.left_at.iter().map(|n| n.1).collect();
            assert!(open.contains(&rooks[1]) && !open.contains(&rooks[2]));
        }
    }

    #[test]
    fn nothing_is_asked_where_nothing_looks_like_a_mate() {
        let line = "8k/9/7P1/9/9/9/9/9/9 b R2GSr2b2g3s4n4l17p 1";
        let root = sfen::parse(line).unwrap().position;
        let to = Square::new(2, 2).unwrap();
        let piece = Piece::B_G;
        let mate = [Move::Drop { piece, to }];
        let mut search = Search::new(&root, Color::Black, &mate, Cooks::All, false).unwrap();
        let first = search.nodes[0].rest[0];
        search.note((0, first), Some((10, 30)));
        let mut solvers = Solvers::new(8 << 20, 2, Tuning::default());
        let mut budget = Budget::new(None, Some(1_000_000), Control::default());
        search.hunt(&mut solvers, &mut budget, 100).unwrap();
        assert_eq!(budget.used, 0);
        assert!(!search.warm && search.left_at.len() == 1);
    }
}
