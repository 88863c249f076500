//! The conventional length (手数): futile interpositions (無駄合い) do not count.
//!
//! The rule is the *return rule* of docs/conventional.md. At a defender's node P that
//! a slider X checks from afar, let L0 be the longest conventional length over the
//! replies that are not drops which X can capture with check. A drop on square `s`
//! that X can capture, again with check, is futile when Q(s), the position with X
//! moved to `s` and every hand as in P, is a mate of conventional length at most
//! L0. X may promote as it goes to `s`; the drop is futile when either way serves.
//!
//! In a search for "conventional length at most n" each such square gets a *head*
//! child (`heads`) that decides whether its drops are futile, and only when they are not are
//! the drops themselves searched. The head asks two kinds of questions, in turn:
//!
//! 1. is Q(s) a mate within b? (a defender's node; b = n at first, or less where the
//!    other replies are proved mates that are shorter)
//! 2. with l the length found: is L0 at least l? That is so when some other reply
//!    is no mate within l - 3 plies, an *inverted* child: its disproof helps the
//!    attacker. If every other reply is a mate that short, question 1 comes again
//!    with b = l - 2.
//!
//! What refutes a node is often a single drop, far behind others in any fixed order. So
//! heads of squares that the defender bears on, and of those where the raw search knows
//! a drop that holds, are there from the beginning, with b = n; they wait with question 2
//! until the other replies are proved. All others wait for that with question 1, and
//! for one another (experiment 52).
//!
//! The answer is a function of the position alone. Lengths of this metric are
//! kept under keys of their own, and under the exact hand: with more pieces L0 may
//! be smaller and a drop no longer futile, so dominance does not hold for them.
//! A mate within n plies, futile interpositions counted, is a mate within n
//! conventionally, and a position with no mate of any length has none here, so those
//! results are taken from the raw search.
//!
//! Most positions have no such drops anywhere below them, and there dominance does
//! hold (experiment 24). A mate in which no reply was left out as futile is a raw mate and
//! is kept as one, with its proof hand. A disproof is *plain* when no head asks about any
//! of its defences: with less in hand the attacker has fewer checks, the defender has those
//! replies too, and the longest of them is a lower bound of L(P) whatever becomes of the
//! drops. A defence by a drop is plain as well when its square is not futile because of a
//! plain disproof of "Q(s) is mate within n". (A line that comes back to the position would
//! come back to it, with no more in hand, with fewer plies left than a shortest mate
//! over all those hands takes.) Plain disproofs have a key of their own.

use super::driver::Search;
use crate::base::Len;
use crate::shogi::Place;

/// How lengths are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Every ply.
    Raw,
    /// Futile interpositions do not count.
    Conventional,
}

/// How a child is reached from its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By its move.
    Play,
    /// By moving the checking slider onto the square, the turn unchanged.
    Slide,
    /// By its move; a disproof there is a proof here.
    Inverted,
}

/// Where the two halves of a mark go in a key: above the bits that choose its place in a segment of
/// the table, below those that choose the segment, and past bit 31, which is set in every key.
const HALVES: [u32; 2] = [15, 32];

/// The key of a board with a mark other than 0. Different marks give different keys of one board,
/// and all of them have the board's own place in the table, so that what is known in either metric
/// is read from the same lines of memory (experiment 75).
#[inline(always)]
fn marked(board: u64, mark: u32) -> u64 {
    // Each step is one-to-one and leaves 0 alone.
    let mut x = mark.wrapping_mul(0x9E37_79B9);
    x = (x ^ x >> 15).wrapping_mul(0x85EB_CA6B);
    x ^= x >> 13;
    board ^ u64::from(x & 0xFFFF) << HALVES[0] ^ u64::from(x >> 16) << HALVES[1]
}

/// Where the table keeps disproofs of the conventional metric in which no drop that may be futile
/// has a part. They hold for every smaller hand.
#[inline(always)]
pub(super) fn plain(place: Place) -> Place {
    Place {
        key: marked(place.key, 1),
        ..place
    }
}

/// Where the table keeps what holds by the conventional metric for this very hand.
#[inline(always)]
pub(super) fn exact(place: Place) -> Place {
    Place {
        key: marked(place.key, place.hand.bits() + 2),
        ..place
    }
}

impl Search<'_> {
    /// True when a question with the limit `len` counts by the convention: without a limit the
    /// metrics do not differ.
    pub(super) fn counts_conventionally(&self, len: Len) -> bool {
        self.question.metric == Metric::Conventional && len.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::numbers;
    use crate::shogi::{Hand, Kind};
    use std::collections::HashSet;

    #[test]
    fn all_keys_of_a_board_are_different_and_have_one_place() {
        let mut any = numbers();
        let mut hands = vec![Hand::EMPTY];
        for (kind, most) in [
            (Kind::Pawn, 18),
            (Kind::Lance, 4),
            (Kind::Silver, 4),
            (Kind::Rook, 2),
        ] {
            let more = |h: &Hand| {
                (0..=most)
                    .map(|n| h.with_count(kind, n))
                    .collect::<Vec<_>>()
            };
            hands = hands.iter().flat_map(more).collect();
        }
        for _ in 0..10 {
            let board = (any.below(u32::MAX) as u64) << 32 | any.below(u32::MAX) as u64 | 1 << 31;
            let place = |hand| Place { key: board, hand };
            let exact = |&hand: &Hand| exact(place(hand)).key;
            let mut keys: HashSet<u64> = hands.iter().map(exact).collect();
            keys.extend([board, plain(place(Hand::EMPTY)).key]);
            assert_eq!(keys.len(), hands.len() + 2);
            let slots = |key: u64| (key & 0x7FFF, key >> 48, key >> 31 & 1);
            assert!(keys.iter().all(|&key| slots(key) == slots(board)));
        }
    }
}
