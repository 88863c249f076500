//! Moves that wait for a similar one.
//!
//! Interpositions on one line are mostly refuted alike, and a defender's promotion
//! and its non-promoting twin mostly lead to the same play. Such moves form chains;
//! only the first member is searched, the next when that one is final. A final node
//! has looked at every member, so nothing is lost (delayed expansion, after
//! KomoringHeights and shtsume's serial lists).
//!
//! An attacker's twins are never chained. Composed problems live on non-promotions
//! that mate while the promotion neither mates nor can be disproved in reasonable
//! time, and then the key move would stay hidden: Zuko 089 needs 22 million nodes
//! with such a chain, 0.2 million without (experiment 12).

use super::frame::{Child, NO_CHILD};
use crate::shogi::{Kind, Move, Position, Side};

/// Links the children of a node into chains and hides all but the first members.
/// Returns the number of hidden children.
pub fn link(pos: &Position, children: &mut [Child], one_chain: bool) -> u16 {
    if pos.side_to_move() == Side::Attacker {
        return 0;
    }
    let mut hidden = 0;
    let mut hide = |children: &mut [Child], first: usize, second: usize| {
        children[first].next = second as u16;
        children[second].hidden = true;
        hidden += 1;
    };
    let mut last_unsupported: Option<usize> = None;
    for i in 1..children.len() {
        let (before, mv) = (children[i - 1].mv, children[i].mv);
        if is_twin(before, mv) {
            hide(children, i - 1, i);
        }
    }
    let mut last_on_square: Option<usize> = None;
    for i in 0..children.len() {
        let mv = children[i].mv;
        if !mv.is_drop() {
            continue;
        }
        if let Some(p) = last_on_square
            && children[p].mv.to() == mv.to()
        {
            hide(children, p, i);
        } else {
            // The first drop on a square: unsupported squares of the line follow
            // one another.
            let (_, support) = pos.count_support(mv.to());
            if support == 0 || one_chain {
                if let Some(p) = last_unsupported {
                    // behind the last drop of the square before
                    debug_assert!(children[p].next == NO_CHILD);
                    hide(children, p, i);
                }
                last_unsupported = Some(i);
            }
        }
        if last_unsupported.is_some_and(|u| children[u].mv.to() == mv.to()) {
            last_unsupported = Some(i);
        }
        last_on_square = Some(i);
    }
    hidden
}

/// True for a promotion and its twin, which moves the piece without promoting it.
fn is_twin(a: Move, b: Move) -> bool {
    !a.is_drop()
        && !b.is_drop()
        && a.from() == b.from()
        && a.to() == b.to()
        && a.is_promotion() != b.is_promotion()
        && matches!(
            a.kind(),
            Kind::Pawn | Kind::Bishop | Kind::Rook | Kind::Lance
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{child, position};

    fn children(pos: &Position) -> Vec<Child> {
        let mut moves = Vec::new();
        if pos.side_to_move() == Side::Attacker {
            pos.generate_checks(&mut moves);
        } else {
            pos.generate_evasions(&mut moves);
        }
        let of = |&mv: &Move| {
            let mut c = child();
            c.mv = mv;
            c
        };
        moves.iter().map(of).collect()
    }

    /// From the visible ones every move is reached, and none twice.
    fn all_are_reached_once(pos: &Position, one_chain: bool) -> (usize, usize) {
        let mut list = children(pos);
        let hidden = link(pos, &mut list, one_chain);
        let mut reached = vec![0; list.len()];
        let mut visible = 0;
        for i in 0..list.len() {
            let mut at = i;
            if list[at].hidden {
                continue;
            }
            visible += 1;
            loop {
                reached[at] += 1;
                if list[at].next == NO_CHILD {
                    break;
                }
                at = list[at].next as usize;
                assert!(list[at].hidden, "a chain goes on to a hidden move");
                assert!(reached[at] == 0, "a chain never meets another");
            }
        }
        assert!(reached.iter().all(|&n| n == 1), "{reached:?} {pos:?}");
        assert_eq!(list.iter().filter(|c| c.hidden).count(), hidden as usize);
        assert_eq!(visible + hidden as usize, list.len());
        (visible, list.len())
    }

    #[test]
    fn drops_on_a_line_become_few_chains() {
        let p = position("4k4/9/9/9/9/9/4R4/9/9 w r2b4g4s4n4l18p 1");
        let (visible, count) = all_are_reached_once(&p, false);
        // Five squares, seven kinds (not everything everywhere), and king's moves.
        assert!(count > 30 && visible <= 7, "{visible} of {count}");
        let (fewer, _) = all_are_reached_once(&p, true);
        assert!(fewer <= visible);
    }

    #[test]
    fn the_attackers_twins_stay_side_by_side() {
        // The bishop and the rook check with and without turning over.
        let p = position("9/4k4/9/9/7R1/9/9/1B7/9 b - 1");
        let mut list = children(&p);
        assert_eq!(link(&p, &mut list, false), 0);
        assert!(list.windows(2).any(|w| is_twin(w[0].mv, w[1].mv)));
    }

    #[test]
    fn the_defenders_promotion_waits_for_nothing_and_its_twin_for_it() {
        // The rook captures the checking gold, turned over or not.
        let p = position("9/9/9/9/9/9/4r4/4Gk3/9 w - 1");
        let mut list = children(&p);
        let hidden = link(&p, &mut list, false);
        assert_eq!(hidden, 1, "{list:?}");
        for i in (0..list.len()).filter(|&i| list[i].hidden) {
            let before = &list[i - 1];
            assert_eq!(before.next as usize, i);
            let plain = |c: &Child| c.mv.with_promotion(false);
            assert_eq!(plain(before), plain(&list[i]));
        }
        all_are_reached_once(&p, false);
    }

    /// Along random play from the pitfalls and the games.
    #[test]
    fn every_move_of_many_positions_once() {
        let mut numbers = crate::search::testing::numbers();
        let mut seen = 0;
        let files = [
            include_str!("../../problems/pitfalls.jsonl"),
            include_str!("../../problems/game.jsonl"),
        ];
        for line in files.iter().flat_map(|f| f.lines()) {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            use shogi_usi_parser::FromUsi;
            let sfen = format!("sfen {}", v["sfen"].as_str().unwrap());
            let p = shogi_core::PartialPosition::from_usi(&sfen).unwrap();
            let kings = [shogi_core::Color::Black, shogi_core::Color::White]
                .map(|c| p.king_position(c).is_some());
            let attacker = match kings {
                [false, _] => shogi_core::Color::Black,
                [_, false] => shogi_core::Color::White,
                _ => p.side_to_move(),
            };
            let root = Position::new(&p, attacker).unwrap();
            for _ in 0..5 {
                let mut p = root.clone();
                for _ in 0..12 {
                    let list = children(&p);
                    if list.is_empty() {
                        break;
                    }
                    all_are_reached_once(&p, false);
                    all_are_reached_once(&p, true);
                    seen += 1;
                    p.make(list[numbers.below(list.len() as u32) as usize].mv);
                }
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
