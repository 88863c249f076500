//! Checks that look like mates are asked before what is left is shared out.
//!
//! One cook proves that the problem differs, while a problem without cooks needs a refutation
//! of every other check. So before what is left of the budget is shared out among the open
//! checks, those that look most like mates get a part of it for themselves. How long the
//! search for a hard mate takes is mostly chance: of eight searches for those of Zuko 029,
//! each with a thread and a table of its own, six were done after 33 M nodes, of eight with
//! two threads on a common table three after 45 M, and on the table of `verify`, full of
//! earlier questions, none after 190 M (experiment 53). Therefore each thread searches a check
//! of its own, on an empty table, and the first mate stops the others.

use super::budget::{Aim, Budget};
use super::cooks::CookSearch;
use super::policy::{FEW_OPEN, LIKELY_MATE, LIKELY_MOST_OPEN, LIKELY_PART};
use super::solvers::Sessions;
use crate::shogi::SetupError;
use crate::table::Numbers;
use shogi_core::Move;

impl CookSearch {
    /// Asks the checks that look like mates, as many at a time as there are threads, the most
    /// likely ones first, as long as each can have `least` nodes. A check that stays open shares the
    /// rest of the budget with the others.
    ///
    /// # Errors
    /// As [`CookSearch::new`].
    pub(super) fn ask_likely(
        &mut self,
        solvers: &mut Sessions<'_>,
        budget: &mut Budget<'_>,
        share: u32,
        least: u64,
    ) -> Result<(), SetupError> {
        let worthwhile = FEW_OPEN + 1..=LIKELY_MOST_OPEN;
        while !self.is_cooked() && worthwhile.contains(&self.open()) {
            let likely = self.likely(solvers.threads());
            let left = budget.nodes_left(share).unwrap_or(u64::MAX);
            let each = left / LIKELY_PART / likely.len().max(1) as u64;
            if likely.is_empty() || each < least {
                return Ok(());
            }
            let after = |&check: &(usize, Move)| self.position_after(check);
            let positions: Vec<_> = likely.iter().filter_map(after).collect();
            let aim = Aim {
                nodes: Some(each),
                ..Aim::default()
            };
            let outcomes = solvers.ask_side_by_side(budget, &positions, self.attacker, aim)?;
            for (&(index, mv), outcome) in likely.iter().zip(outcomes) {
                if self.take_plain((index, mv), outcome) == Some(true) {
                    self.nodes[index].rest.retain(|&other| other != mv);
                }
                // Without its numbers a check no longer looks likely, so it is asked here once.
                self.note((index, mv), None);
            }
        }
        Ok(())
    }

    /// The checks that look most like mates, at most `most` of them.
    fn likely(&self, most: usize) -> Vec<(usize, Move)> {
        let looks_so =
            |&&(_, _, at): &&(usize, Move, Numbers)| at.pn.saturating_mul(LIKELY_MATE) < at.dn;
        let mut all: Vec<_> = self.left_at.iter().filter(looks_so).collect();
        let ratio = |at: Numbers| f64::from(at.pn) / f64::from(at.dn);
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
    use crate::verify::solvers::Solvers;
    use shogi_core::{Color, Piece, Square};

    fn drop(piece: Piece, file: u8, rank: u8) -> Move {
        let to = Square::new(file, rank).unwrap();
        Move::Drop { piece, to }
    }

    /// On the first file, from the edge inwards.
    fn rooks() -> [Move; 3] {
        [9, 8, 7].map(|rank| drop(Piece::B_R, 1, rank))
    }

    /// A search for cooks of a mate in one with `open` checks. Drops of the rook have numbers,
    /// and look like mates where the disproof number is over 30, the last of the three most.
    fn search(open: usize) -> CookSearch {
        let line = "8k/9/7P1/9/9/9/9/9/9 b R2GSr2b2g3s4n4l17p 1";
        let root = sfen::parse(line).unwrap().position;
        let mate = [drop(Piece::B_G, 2, 2)];
        let mut search = CookSearch::new(&root, Color::Black, &mate, Cooks::All).unwrap();
        let rooks = rooks();
        for (&mv, dn) in rooks.iter().zip([31, 30, 90]) {
            search.note((0, mv), Some(Numbers::new(10, dn)));
        }
        let rest = &mut search.nodes[0].rest;
        rest.sort_by_key(|mv| !rooks.contains(mv));
        rest.truncate(open);
        search
    }

    fn ask(search: &mut CookSearch, threads: usize, nodes: u64) -> u64 {
        let mut solvers = Solvers::new(8 << 20, threads, Tuning::default()).unwrap();
        let mut sessions = solvers.begin(Color::Black);
        let mut budget = Budget::new(None, Some(nodes), Control::default());
        let asked = search.ask_likely(&mut sessions, &mut budget, 100, 1000);
        asked.unwrap();
        budget.used
    }

    #[test]
    fn what_looks_like_a_mate_is_asked() {
        let rooks = rooks();
        for threads in [1, 2] {
            let mut search = search(6);
            assert_eq!(search.open(), 6);
            let likely = search.likely(threads);
            assert_eq!(likely, [(0, rooks[2]), (0, rooks[0])][..threads]);
            assert!(ask(&mut search, threads, 1_000_000) > 0);
            // Those were decided, unless the first was a cook.
            let rest = &search.nodes[0].rest;
            assert!(rest.contains(&rooks[1]), "not so likely");
            assert!(!rest.contains(&rooks[2]), "the most likely one");
            assert!(rest.len() < 6);
            let open: Vec<Move> = search.left_at.iter().map(|n| n.1).collect();
            assert!(open.contains(&rooks[1]) && !open.contains(&rooks[2]));
            assert_eq!(ask(&mut search, threads, 1_000_000), 0, "once only");
        }
    }

    #[test]
    fn nothing_is_asked_first_where_it_promises_little() {
        let asked = |open: usize, nodes: u64| ask(&mut search(open), 2, nodes);
        assert!(asked(12, 4_000) > 0 && asked(5, 4_000) > 0);
        assert_eq!(asked(5, 3_998), 0, "too few nodes for two checks");
        assert_eq!(asked(13, 4_000), 0, "too many are open");
        assert_eq!(asked(4, 4_000), 0, "few have their share");
        let mut unlikely = search(6);
        for mv in rooks() {
            unlikely.note((0, mv), Some(Numbers::new(10, 30)));
        }
        assert_eq!(ask(&mut unlikely, 2, 4_000), 0);
        assert!(unlikely.left_at.len() == 3);
    }
}
