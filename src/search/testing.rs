//! Small values for the unit tests of the search.

use super::conventional::Way;
use super::driver::Search;
use super::frame::{Child, Frame, INDEPENDENT, NO_CHILD, Value};
use super::tuning::Tuning;
use super::workspace::{Salt, Tools, Workspace};
use crate::base::Len;
use crate::shogi::{Hand, Move, Place, Position, Side};
use crate::table::repetition::RepetitionTable;
use crate::table::{Numbers, Table};
use shogi_usi_parser::FromUsi;

/// A position in which Black attacks.
pub fn position(sfen: &str) -> Position {
    let p = shogi_core::PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap();
    Position::new(&p, shogi_core::Color::Black).unwrap()
}

const PLACE: Place = Place {
    key: 1 << 31,
    hand: Hand::EMPTY,
};

/// A child of no move with open numbers.
pub fn child() -> Child {
    Child {
        value: Value::open(Numbers::new(1, 1), 1),
        first: false,
        known: true,
        ..Child::new(PLACE, Move::NONE, Len::INFINITE)
    }
}

/// An attacker's node without children.
pub fn frame() -> Frame {
    Frame {
        place: PLACE,
        mv: Move::NONE,
        side: Side::Attacker,
        start: 0,
        end: 0,
        heads: 0,
        hidden: 0,
        len: Len::INFINITE,
        path: INDEPENDENT as u64,
        thresholds: Numbers::new(1, 1),
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

/// What a search borrows.
pub struct Desk {
    pub table: Table,
    repetition: RepetitionTable,
    workspace: Workspace,
}

impl Desk {
    pub fn new(bytes: usize) -> Desk {
        Desk {
            table: Table::new(bytes).unwrap(),
            repetition: RepetitionTable::new(bytes / 8).unwrap(),
            workspace: Workspace::default(),
        }
    }

    /// Search number `path` of a problem.
    pub fn search(&mut self, pos: &Position, path: u64) -> Search<'_> {
        let tools = Tools {
            table: &self.table,
            repetition: &mut self.repetition,
            workspace: &mut self.workspace,
            crew: None,
        };
        let salt = Salt { problem: 1, path };
        Search::new(pos.clone(), tools, Tuning::default(), salt)
    }
}

/// Numbers that look random and are the same every time.
pub struct Random(fastrand::Rng);

pub fn numbers() -> Random {
    Random(fastrand::Rng::with_seed(0))
}

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.u32(..n)
    }
}
