//! Proof and disproof numbers (Allis, van der Meulen, van den Herik 1994).
//!
//! The *proof number* of a node is the least number of leaves that must be proved
//! to prove it, if the graph is a tree; the *disproof number* likewise. 0 and `INF`
//! mean decided. For the player to move, φ is the number that is 0 when he has won
//! and δ the other one (Nagai 2002), so that one formula serves both kinds of node:
//! φ is the least φ of the successors, δ the sum of their δ, both for that player.
use super::graph::Player;

/// The number of what is decided the other way: no set of leaves is enough.
pub const INF: u32 = 1 << 30;
/// The greatest number of an undecided node. Sums stop here.
pub const MOST: u32 = INF - 1;

/// A proof and a disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Numbers {
    pub pn: u32,
    pub dn: u32,
}

impl Numbers {
    /// The attacker wins.
    pub const PROVED: Numbers = Numbers { pn: 0, dn: INF };
    /// The attacker does not win.
    pub const DISPROVED: Numbers = Numbers { pn: INF, dn: 0 };
    /// A leaf about which nothing is known.
    pub const LEAF: Numbers = Numbers { pn: 1, dn: 1 };

    /// The numbers of a terminal node.
    pub fn of_terminal(won: bool) -> Numbers {
        if won {
            Numbers::PROVED
        } else {
            Numbers::DISPROVED
        }
    }

    /// Numbers from φ and δ of `player`.
    pub fn of(player: Player, phi: u32, delta: u32) -> Numbers {
        match player {
            Player::Attacker => Numbers { pn: phi, dn: delta },
            Player::Defender => Numbers { pn: delta, dn: phi },
        }
    }

    /// φ: the number that is 0 when `player` has won.
    pub fn phi(self, player: Player) -> u32 {
        match player {
            Player::Attacker => self.pn,
            Player::Defender => self.dn,
        }
    }

    /// δ: the number that is 0 when `player` has lost.
    pub fn delta(self, player: Player) -> u32 {
        match player {
            Player::Attacker => self.dn,
            Player::Defender => self.pn,
        }
    }

    /// True when the value is known.
    pub fn is_final(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// True when the attacker wins.
    pub fn is_proved(self) -> bool {
        self.pn == 0
    }

    /// True when the attacker does not win.
    pub fn is_disproved(self) -> bool {
        self.dn == 0
    }

    /// True when either number has reached its threshold.
    pub fn reaches(self, thresholds: Numbers) -> bool {
        self.pn >= thresholds.pn || self.dn >= thresholds.dn
    }
}

/// A sum that never wraps: `INF` if a part is, else at most [`MOST`].
pub fn add(a: u32, b: u32) -> u32 {
    if a >= INF || b >= INF {
        INF
    } else {
        (a + b).min(MOST)
    }
}

/// The numbers of an inner node by the definition: φ the minimum, δ the sum.
pub fn combine(player: Player, successors: impl Iterator<Item = Numbers>) -> Numbers {
    let (mut phi, mut delta) = (INF, 0);
    for numbers in successors {
        phi = phi.min(numbers.phi(player));
        delta = add(delta, numbers.delta(player));
    }
    Numbers::of(player, phi, delta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stop_short_of_decided() {
        assert_eq!(add(3, 4), 7);
        assert_eq!(add(MOST, MOST), MOST);
        assert_eq!(add(INF, 0), INF);
    }

    #[test]
    fn a_node_without_successors_is_lost_for_whoever_moves() {
        let none = std::iter::empty();
        assert_eq!(combine(Player::Attacker, none.clone()), Numbers::DISPROVED);
        assert_eq!(combine(Player::Defender, none), Numbers::PROVED);
    }

    #[test]
    fn minimum_and_sum() {
        let successors = [Numbers { pn: 3, dn: 1 }, Numbers { pn: 2, dn: 5 }];
        let or = combine(Player::Attacker, successors.into_iter());
        assert_eq!(or, Numbers { pn: 2, dn: 6 });
        let and = combine(Player::Defender, successors.into_iter());
        assert_eq!(and, Numbers { pn: 5, dn: 1 });
        let won = [Numbers::PROVED, Numbers::LEAF];
        assert_eq!(combine(Player::Attacker, won.into_iter()), Numbers::PROVED);
    }
}
