//! Raw lengths of the longest mates from games, by a search that shares nothing
//! with the solver but the move generators.
//!
//! Proof-number search for "mate within n plies" where a position is board, hand
//! and plies left: no dominance of hands and no repetition to care for, as the
//! plies left fall with every move. It is slow and short.

use crate::common::{Problem, jsonl, pick};
use std::collections::HashMap;
use tsumi::shogi::{Position, Side};

const INF: u32 = 1 << 28;
/// Board, attacker's hand, plies left.
type Key = (u64, u32, u32);

#[derive(Default)]
struct Within {
    known: HashMap<Key, (u32, u32), foldhash::fast::RandomState>,
}

impl Within {
    fn get(&self, key: &Key) -> (u32, u32) {
        self.known.get(key).copied().unwrap_or((1, 1))
    }

    fn mate(p: &Problem, plies: u32) -> bool {
        let mut pos = Position::new(&p.position, p.attacker).unwrap();
        let mut search = Within::default();
        search.search(&mut pos, plies, INF, INF).0 == 0
    }

    fn search(&mut self, pos: &mut Position, left: u32, thpn: u32, thdn: u32) -> (u32, u32) {
        let attacks = pos.side_to_move() == Side::Attacker;
        let key = (pos.board_key(), pos.attacker_hand().bits(), left);
        let mut moves = Vec::new();
        if attacks {
            pos.generate_checks(&mut moves);
        } else {
            pos.generate_evasions(&mut moves);
        }
        let settled = match (moves.is_empty(), attacks) {
            (true, false) => Some((0, INF)),
            (true, true) => Some((INF, 0)),
            _ if left == 0 => Some((INF, 0)),
            _ => None,
        };
        if let Some(value) = settled {
            self.known.insert(key, value);
            return value;
        }
        let children: Vec<Key> = moves
            .iter()
            .map(|&m| {
                (
                    pos.key_after(m),
                    pos.attacker_hand_after(m).bits(),
                    left - 1,
                )
            })
            .collect();
        loop {
            // phi: what the side to move wants at zero; delta: the other number.
            let (mut best, mut second) = ((INF + 1, 0, 0), INF + 1);
            let (mut most, mut open) = (0, 0);
            for (i, child) in children.iter().enumerate() {
                let (pn, dn) = self.get(child);
                let (phi, delta) = if attacks { (pn, dn) } else { (dn, pn) };
                open += u32::from(delta > 0);
                most = most.max(delta);
                if phi < best.0 {
                    second = best.0;
                    best = (phi, delta, i);
                } else {
                    second = second.min(phi);
                }
            }
            // Greatest plus count (WPNS).
            let delta = match (most, open) {
                (_, 0) => 0,
                (INF.., _) => INF,
                _ => most + open - 1,
            };
            let phi = best.0;
            let value = if attacks { (phi, delta) } else { (delta, phi) };
            if value.0 == 0 || value.1 == 0 || value.0 >= thpn || value.1 >= thdn {
                self.known.insert(key, value);
                return value;
            }
            let (thphi, thdelta) = if attacks { (thpn, thdn) } else { (thdn, thpn) };
            let phi = thphi.min(second + second / 4 + 1);
            let delta = (thdelta - (delta - best.1.min(delta))).max(best.1 + 1);
            let (pn, dn) = if attacks { (phi, delta) } else { (delta, phi) };
            pos.make(moves[best.2]);
            self.search(pos, left - 1, pn, dn);
            pos.unmake(moves[best.2]);
        }
    }
}

fn exactly(id: &str, plies: u32) {
    let p = &pick(&jsonl("game"), &[id])[0];
    assert!(Within::mate(p, plies), "{id} within {plies}");
    assert!(!Within::mate(p, plies - 2), "{id} within {}", plies - 2);
}

/// The file knows upper bounds only; `solver_game` expects these.
#[test]
fn lengths_that_the_file_leaves_open() {
    // The file has 17 for it, but there is no mate within 17.
    exactly("game-00016m", 19);
    exactly("game-00064m", 23);
}

#[test]
fn more_lengths_that_the_file_leaves_open() {
    exactly("game-00582m", 17);
    exactly("game-00599m", 17);
}

#[test]
fn all_mates_of_three_and_five_plies() {
    for p in jsonl("game") {
        if let Some(plies @ 3..=5) = p.raw_plies {
            assert!(Within::mate(&p, plies), "{}", p.id);
            assert!(!Within::mate(&p, plies - 2), "{}", p.id);
        }
    }
}
