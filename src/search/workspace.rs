//! What a search works with besides the tables.

use super::echoes::Echoes;
use super::frame::{Child, Frame};
use super::leaves::Leaves;
use super::path::PathIndex;
use crate::shogi::Move;
use std::sync::Arc;

/// Numbers that keep apart what outlives a search.
#[derive(Clone, Copy)]
pub struct Salt {
    /// Of the problem: leaves and echoes last as long as it does.
    pub problem: u64,
    /// Of the search, another one for each: path keys must never meet again.
    pub path: u64,
}

/// What a search works with: kept from problem to problem, because getting fresh
/// memory takes longer than many a problem does.
pub struct Workspace {
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    pub(super) moves: Vec<Move>,
    pub(super) path: PathIndex,
    pub(super) leaves: Leaves,
    pub(super) echoes: Arc<Echoes>,
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace::with(Arc::default())
    }
}

impl Workspace {
    /// One that hears these echoes.
    pub(super) fn with(echoes: Arc<Echoes>) -> Workspace {
        Workspace {
            frames: Vec::with_capacity(256),
            children: Vec::with_capacity(4096),
            moves: Vec::with_capacity(600),
            path: PathIndex::new(),
            leaves: Leaves::new(),
            echoes,
        }
    }
}
