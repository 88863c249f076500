//! Moves that wait for a similar one.
//!
//! Interpositions on one line are mostly refuted alike, and a promotion and its
//! non-promoting twin mostly lead to the same play. Such moves form chains; only
//! the first member is searched, the next when that one is final. A final node
//! has looked at every member, so nothing is lost (delayed expansion, after
//! KomoringHeights and shtsume's serial lists).

use super::frame::{Child, NO_CHILD};
use crate::shogi::{Kind, Move, Position, Side};

/// Links the children of a node into chains and hides all but the first members.
/// Returns the number of hidden children.
pub fn link(pos: &Position, children: &mut [Child], one_chain: bool) -> u16 {
    let defender = pos.side_to_move() == Side::Defender;
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
    if !defender {
        return hidden;
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

/// A promotion and the same move without it.
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
