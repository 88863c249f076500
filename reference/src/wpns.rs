//! WPNS: weak proof numbers.
//!
//! Ueda, T., Hashimoto, T., Hashimoto, J., Iida, H.: Weak proof-number search.
//! Computers and Games 2008, LNCS 5131, 157-168.
//!
//! The sum counts shared leaves many times over. The *weak* number takes the
//! greatest δ and adds one for every further open child. It is never above the
//! true sum, cannot explode, and undervalues nodes whose children are really
//! independent.
use super::family::{Seen, Variant};
use super::graph::{AndOrGraph, Player};
use super::numbers::{INF, add};

/// df-pn with weak numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weak;

impl<G: AndOrGraph> Variant<G> for Weak {
    fn sum(&self, player: Player, children: &[Seen<G::Key>]) -> u32 {
        let delta = |c: &Seen<G::Key>| c.numbers.delta(player);
        let greatest = children.iter().map(delta).max().unwrap_or(0);
        if greatest >= INF {
            return INF;
        }
        add(greatest, others(player, children))
    }

    fn rest(&self, player: Player, children: &[Seen<G::Key>], _best: usize) -> u32 {
        others(player, children)
    }
}

/// The number of open children less one.
fn others<K>(player: Player, children: &[Seen<K>]) -> u32 {
    let open = children.iter().filter(|c| c.numbers.delta(player) > 0);
    (open.count() as u32).saturating_sub(1)
}
