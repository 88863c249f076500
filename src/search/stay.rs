//! Staying with a check until it is refuted.
//!
//! In a search for "mate within n" that will end with "no", every check at a node of the
//! disproof has to be refuted, so which one comes first does not matter, and what costs is to
//! leave one for another that looks better for the moment: nine of ten visits ended with open
//! numbers, and most positions were visited once. At an attacker's node that looks like no
//! mate the search goes on with a check that was begun, and does not leave it for another one
//! while the node is searched. At nodes that look like a mate the most promising check comes
//! first, as everywhere, or the mates of shorter lengths would be found late (experiment 60).

use super::driver::Search;
use super::frame::{Child, Frame};
use crate::table::Numbers;

/// A node looks like no mate when its proof number is at least this many sixteenths of its
/// disproof number (2 to 4 are equally good, 1 and 8 are worse).
const LOOKS_REFUTED: u64 = 3;
/// The proof number of a check that was begun is divided by this.
const BEGUN: u32 = 4;

impl Search<'_> {
    /// True at the attacker's node `f` of a search for a length where it looks like no mate by its
    /// numbers.
    #[inline(always)]
    pub(super) fn stays_with_checks(&self, f: &Frame, numbers: Numbers) -> bool {
        let Numbers { pn, dn } = numbers;
        f.is_or()
            && f.len.is_finite()
            && self.tuning.stay
            && pn as u64 * 16 >= dn as u64 * LOOKS_REFUTED
    }
}

/// The check to go on with, counted from the node's first; some child is open. One that was begun
/// comes early, if the bound `thpn` of the node's proof number lets it be searched at all.
pub(super) fn choose(children: &[Child], thpn: u32) -> usize {
    let open = children.iter().enumerate();
    let open = open.filter(|(_, c)| !c.hidden && !c.value.is_final());
    let rank = |c: &Child| {
        let (pn, amount) = (c.value.numbers.pn, c.value.amount);
        let begun = amount > 0 && pn < thpn;
        let number = if begun { pn / BEGUN } else { pn };
        (number, pn, amount, c.order)
    };
    open.min_by_key(|(_, c)| rank(c)).map_or(0, |(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::frame::Value;
    use crate::search::testing::child;

    fn with(pn: u32, amount: u16) -> Child {
        let mut c = child();
        c.value = Value::open(Numbers::new(pn, 16), amount);
        c
    }

    #[test]
    fn a_check_that_was_begun_comes_first() {
        let children = [with(16, 0), with(60, 5), with(80, 9)];
        assert_eq!(choose(&children, 1000), 1);
        assert_eq!(choose(&children, 60), 0, "it would be left at once");
    }

    #[test]
    fn refuted_and_hidden_checks_are_passed_over() {
        let mut children = [with(16, 0), with(8, 3), with(40, 0)];
        children[0].value = Value::nomate(children[0].place.hand, children[0].len, 0, 1);
        children[1].hidden = true;
        assert_eq!(choose(&children, 1000), 2);
    }
}
