//! What a search works with.

use super::echoes::Echoes;
use super::frame::{Child, Frame, Head};
use super::leaves::Leaves;
use super::path::PathIndex;
use super::team::Crew;
use crate::shogi::Move;
use crate::table::Table;
use crate::table::repetition::RepetitionTable;
use std::sync::Arc;

/// Numbers that keep apart what outlives a search.
#[derive(Clone, Copy)]
pub struct Salt {
    /// Of the problem: leaves and echoes last as long as it does.
    pub problem: u64,
    /// Of the search, another one for each: the path keys of two searches must never be equal.
    pub path: u64,
}

/// What a search borrows.
pub struct Tools<'a> {
    pub table: &'a Table,
    pub repetition: &'a mut RepetitionTable,
    pub workspace: &'a mut Workspace,
    /// Who helps with a question.
    pub crew: Option<&'a mut Crew>,
}

/// Memory of one thread's search: kept from problem to problem, because getting fresh
/// memory takes longer than many a problem does.
pub struct Workspace {
    /// The path, the root first.
    pub(super) frames: Vec<Frame>,
    /// The children of all frames, those of the last frame at the end.
    pub(super) children: Vec<Child>,
    /// The heads of all frames, likewise.
    pub(super) heads: Vec<Head>,
    /// Drops that are put in another order.
    pub(super) drops: Vec<Child>,
    /// Moves that were just generated.
    pub(super) moves: Vec<Move>,
    pub(super) path: PathIndex,
    pub(super) leaves: Leaves,
    /// Shared by the threads of one search.
    pub(super) echoes: Arc<Echoes>,
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace::with(Arc::default())
    }
}

impl Workspace {
    /// Bytes of a helper's work space, its counters and the used part of its stack among
    /// them: 0.7 MiB were measured with a thousand helpers.
    pub const BYTES: usize = 1 << 20;

    /// A workspace that shares `echoes`.
    pub(super) fn with(echoes: Arc<Echoes>) -> Workspace {
        Workspace {
            frames: Vec::with_capacity(256),
            children: Vec::with_capacity(4096),
            heads: Vec::new(),
            drops: Vec::new(),
            moves: Vec::with_capacity(600),
            path: PathIndex::new(),
            leaves: Leaves::new(),
            echoes,
        }
    }
}
