//! The attacker's moves, as the certificate of a mate lists them.
//!
//! An entry serves every position with its board in which the attacker holds at
//! least its hand (docs/certificate.md); of several the shortest is taken.

use crate::base::names::HAND_KINDS;
use shogi_core::{Color, Hand, Move, PartialPosition, Piece};
use shogi_usi_parser::FromUsi;
use std::collections::HashMap;

/// What stands on each square, a number for each piece.
type Board = [u8; 81];

struct Entry {
    hand: Hand,
    mv: Move,
    distance: u32,
}

/// A mating strategy; several certificates may be put together.
pub struct Strategy {
    attacker: Color,
    entries: HashMap<Board, Vec<Entry>>,
}

fn board(position: &PartialPosition) -> Board {
    let mut board = [0; 81];
    for square in position.occupied_bitboard() {
        board[square.array_index()] = position.piece_at(square).map_or(0, |p| p.as_u8());
    }
    board
}

fn contains(held: Hand, wanted: Hand) -> bool {
    let count = |hand: Hand, kind| hand.count(kind).unwrap_or(0);
    HAND_KINDS
        .iter()
        .all(|&kind| count(held, kind) >= count(wanted, kind))
}

impl Strategy {
    /// A strategy of `attacker` without any entry.
    pub fn new(attacker: Color) -> Strategy {
        Strategy {
            attacker,
            entries: HashMap::new(),
        }
    }

    /// Takes the entries of a certificate that the checker has accepted; lines
    /// that are none are passed over.
    pub fn add(&mut self, certificate: &str) {
        for line in certificate.lines().skip(4) {
            if let Some((key, entry)) = self.entry(line) {
                self.entries.entry(key).or_default().push(entry);
            }
        }
    }

    fn entry(&self, line: &str) -> Option<(Board, Entry)> {
        let mut words = line.split(' ');
        let (squares, hand, mv) = (words.next()?, words.next()?, words.next()?);
        let distance = words.next()?.parse().ok()?;
        // Hands are in capitals whichever side the attacker plays.
        let position = PartialPosition::from_usi(&format!("sfen {squares} b {hand} 1")).ok()?;
        let mv = match Move::from_usi_lite(mv)? {
            Move::Drop { piece, to } => Move::Drop {
                piece: Piece::new(piece.piece_kind(), self.attacker),
                to,
            },
            normal => normal,
        };
        let entry = Entry {
            hand: position.hand_of_a_player(Color::Black),
            mv,
            distance,
        };
        Some((board(&position), entry))
    }

    /// The attacker's move and the plies to mate, where one is known. He is to move.
    pub fn attack(&self, position: &PartialPosition) -> Option<(Move, u32)> {
        let held = position.hand_of_a_player(self.attacker);
        self.entries
            .get(&board(position))?
            .iter()
            .filter(|entry| contains(held, entry.hand))
            .min_by_key(|entry| entry.distance)
            .map(|entry| (entry.mv, entry.distance))
    }
}
