//! The attacker's moves, as the certificate of a mate lists them.
//!
//! An entry of a certificate holds for every position with its board in which the attacker has
//! at least its hand (docs/certificate.md); where several hold, the shortest mate is taken.

use crate::proof::certificate::{Board, Certificate};
use crate::shogi::Hand;
use shogi_core::{Color, Move, PartialPosition};
use std::collections::HashMap;

/// The move that mates with this hand or more, within `distance` plies, itself included.
struct Attack {
    hand: Hand,
    mv: Move,
    distance: u32,
}

/// A mating strategy, made from one certificate or several.
pub struct Strategy {
    attacker: Color,
    attacks: HashMap<Board, Vec<Attack>>,
}

impl Strategy {
    /// A strategy of `attacker` that knows no position.
    pub fn new(attacker: Color) -> Strategy {
        Strategy {
            attacker,
            attacks: HashMap::new(),
        }
    }

    /// Adds the entries of a mate's certificate; one of no mate adds nothing.
    pub fn add(&mut self, certificate: &Certificate) {
        for entry in certificate.mate_entries() {
            self.attacks.entry(entry.board).or_default().push(Attack {
                hand: entry.hand,
                mv: entry.mv,
                distance: entry.distance,
            });
        }
    }

    /// The attacker's move in a position with him to move, and the plies to mate, itself
    /// included; `None` where no entry holds.
    pub fn attack(&self, position: &PartialPosition) -> Option<(Move, u32)> {
        let held = Hand::from_core(position.hand_of_a_player(self.attacker));
        self.attacks
            .get(&Board::of(position))?
            .iter()
            .filter(|attack| held.covers(attack.hand))
            .min_by_key(|attack| attack.distance)
            .map(|attack| (attack.mv, attack.distance))
    }
}
