//! Small values for the unit tests of the search.

use super::conventional::Way;
use super::frame::{Child, Frame, INDEPENDENT, NO_CHILD, Value};
use crate::base::Len;
use crate::shogi::{Hand, Move, Position};
use shogi_usi_parser::FromUsi;

/// A position in which Black attacks.
pub fn position(sfen: &str) -> Position {
    let p = shogi_core::PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap();
    Position::new(&p, shogi_core::Color::Black).unwrap()
}

/// A child of no move with open numbers.
pub fn child() -> Child {
    Child {
        value: Value::open(1, 1, 1),
        first: false,
        known: true,
        ..Child::new(1 << 31, Hand::EMPTY, Move::NONE, Len::INFINITE)
    }
}

/// An attacker's node without children.
pub fn frame() -> Frame {
    Frame {
        key: 1 << 31,
        hand: Hand::EMPTY,
        mv: Move::NONE,
        or: true,
        start: 0,
        end: 0,
        heads: 0,
        hidden: 0,
        len: Len::INFINITE,
        path: INDEPENDENT as u64,
        thpn: 1,
        thdn: 1,
        increments: 0,
        current: 0,
        older: 0,
        view: None,
        older_view: 0,
        recurring: NO_CHILD,
        at_once: None,
        visited: false,
        normals: 0,
        opened: false,
        refreshed: 0,
        way: Way::Play,
        base: 0,
    }
}

/// Numbers that look random and are the same every time.
pub struct Numbers(fastrand::Rng);

pub fn numbers() -> Numbers {
    Numbers(fastrand::Rng::with_seed(0))
}

impl Numbers {
    /// A number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.u32(..n)
    }
}
