//! A position searched for a while: its proof, or how it stands.
//!
//! That is what a machine does for another one that keeps the proof of a larger problem
//! ([`upper`](crate::upper)). The question is about the position alone, whatever line led to it,
//! so a proof that comes back holds wherever the position occurs.

use super::session::pieces;
use super::{Certificate, Options, OutOfMemory, Outcome, REPETITION_SHARE, Task};
use crate::base::{Len, Limit, Limits};
use crate::proof::Failure;
use crate::proof::certificate::Board;
use crate::search::frame::INDEPENDENT;
use crate::search::{Hearsay, Question, Salt, Search, Telling, Tools, Workspace};
use crate::shogi::{Hand, Position, SetupError};
use crate::table::repetition::RepetitionTable;
use crate::table::{Numbers, Table};
use parking_lot::Mutex;
use shogi_core::{Color, Move, PartialPosition};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How long a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    /// Nodes of the search, at least 1; writing a proof down may take more.
    pub nodes: u64,
    /// The position is left when its proof or its disproof number has reached these, 16 for one
    /// leaf.
    pub leave_at: Numbers,
}

/// What a search of a position has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The proof of a mate or of no mate. It has not been checked yet: whoever relies on it must
    /// have the checker accept it first.
    pub certificate: Option<Certificate>,
    /// Without a proof: proof and disproof number, at least 1, 16 for one leaf.
    pub numbers: Numbers,
    /// Without a proof: the same numbers after the moves that the search has looked at.
    pub moves: Vec<(Move, Numbers)>,
    /// The nodes ran out, and not the numbers.
    pub spent: bool,
    /// Positions whose moves were generated.
    pub nodes: u64,
}

/// Searches positions of one problem, each for a while, on one table that all searches share:
/// several threads may call [`Worker::stand`] at a time. Where those are more than
/// `Options::threads`, each one more takes memory besides while it searches, for its repetition
/// table.
pub struct Worker {
    options: Options,
    attacker: Color,
    /// All pieces of the problem but the kings.
    pieces: Hand,
    table: Table,
    idle: Mutex<Vec<SearchMemory>>,
    searches: AtomicU64,
}

/// What one search needs besides the table.
struct SearchMemory {
    repetition: RepetitionTable,
    workspace: Workspace,
}

/// Why a position was not searched.
#[derive(Debug, thiserror::Error)]
pub enum NotSearched {
    /// No search can start from it.
    #[error("{}", .0.message())]
    Setup(SetupError),
    /// It has other pieces than the problem, so it does not occur in it.
    #[error("the position has other pieces than the problem")]
    OtherPieces,
    /// The system does not give the memory for another thread.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

impl Worker {
    /// A worker for this problem, with empty tables. Of the options memory, threads (that may
    /// search at a time) and tuning count.
    ///
    /// # Errors
    /// When no search can start from the position, or the system does not give the memory.
    pub fn try_new(
        position: &PartialPosition,
        attacker: Color,
        options: Options,
    ) -> Result<Worker, NotSearched> {
        let board = Position::new(position, attacker).map_err(NotSearched::Setup)?;
        let mut table = Table::new(options.memory - options.memory / REPETITION_SHARE)?;
        table.smallest_go = options.tuning.small_tree_gc;
        Ok(Worker {
            attacker,
            pieces: pieces(&board),
            table,
            idle: Mutex::default(),
            searches: AtomicU64::new(0),
            options: Options {
                check: false,
                ..options
            },
        })
    }

    /// Searches a position for a while.
    ///
    /// # Errors
    /// When the position cannot occur in the problem, or the system does not give the memory for
    /// one more thread.
    pub fn stand(
        &self,
        position: &PartialPosition,
        ceiling: Ceiling,
        stop: Option<&AtomicBool>,
    ) -> Result<Standing, NotSearched> {
        let board = Position::new(position, self.attacker).map_err(NotSearched::Setup)?;
        if pieces(&board) != self.pieces {
            return Err(NotSearched::OtherPieces);
        }
        let idle = self.idle.lock().pop();
        let mut memory = match idle {
            Some(memory) => memory,
            None => self.search_memory()?,
        };
        memory.repetition.clear();
        let tools = Tools {
            table: &self.table,
            repetition: &mut memory.repetition,
            workspace: &mut memory.workspace,
            crew: None,
        };
        let salt = Salt {
            problem: 1,
            path: self.searches.fetch_add(1, Ordering::Relaxed),
        };
        let limits = Limits {
            stop,
            ..Limits::default()
        };
        let mut task = Task {
            position,
            attacker: self.attacker,
            options: &self.options,
            along: Vec::new(),
            shortest: &Mutex::default(),
            search: Search::new(board, tools, self.options.tuning, salt),
            question: Question::new(limits),
        };
        let standing = task.stand(ceiling);
        let mut idle = self.idle.lock();
        // More threads than were announced may search at a time, but no more keep their memory.
        if idle.len() < self.options.threads.max(1) {
            idle.push(memory);
        }
        drop(idle);
        Ok(standing)
    }

    /// Takes over what another worker has proved about a position of the problem. The certificate
    /// counts as true: the checker must have accepted it. One about other pieces or by another
    /// attacker is passed over, since its positions do not occur in the problem.
    pub fn learn(&self, certificate: &Certificate) {
        let root = Position::new(certificate.position(), self.attacker);
        let is_of_problem = root.is_ok_and(|root| pieces(&root) == self.pieces);
        if certificate.attacker() != self.attacker || !is_of_problem {
            return;
        }
        let at = |board: &Board, hand: &Hand| {
            let mut position = board.to_position();
            position.side_to_move_set(self.attacker);
            *position.hand_of_a_player_mut(self.attacker) = hand.to_core();
            Position::new(&position, self.attacker).ok()
        };
        for entry in certificate.mate_entries() {
            let board = at(&entry.board, &entry.hand);
            let mv = board
                .as_ref()
                .and_then(|b| b.from_core_move(entry.mv, self.attacker));
            if let (Some(board), Some(mv)) = (board, mv) {
                let place = board.place().with_hand(entry.hand);
                let within = Len::new(entry.distance);
                self.table.store_mate(place, 1, within, 1, mv.bits());
            }
        }
        for entry in certificate.nomate_entries() {
            if let Some(board) = at(&entry.board, &entry.hand) {
                let place = board.place().with_hand(entry.hand);
                self.table.store_nomate(place, 1, Len::INFINITE, 1);
            }
        }
    }

    /// The numbers that this worker has to tell others.
    pub fn tell(&self, telling: Telling) -> Hearsay {
        Hearsay::read_out(&self.table, telling)
    }

    /// Takes over what another worker tells. Nothing of it need be true: false numbers cost time,
    /// never a verdict.
    pub fn hear(&self, hearsay: &Hearsay) {
        hearsay.enter(&self.table);
    }

    fn search_memory(&self) -> Result<SearchMemory, OutOfMemory> {
        let bytes = self.options.memory / REPETITION_SHARE / self.options.threads.max(1);
        Ok(SearchMemory {
            repetition: RepetitionTable::new(bytes)?,
            workspace: Workspace::default(),
        })
    }
}

/// Nodes that writing a proof down may take: this multiple of those of the search, and this number
/// besides.
const PROOF_FACTOR: u64 = 8;
const PROOF_NODES: u64 = 1_000_000;

impl Task<'_> {
    fn stand(&mut self, ceiling: Ceiling) -> Standing {
        let mut outcome = Outcome::unknown(Limit::Nodes);
        let whole = self.question;
        let mut question = whole.limited(Limits {
            nodes: Some(ceiling.nodes.max(1)),
            ..whole.limits
        });
        question.leave_at = ceiling.leave_at.max(Numbers::new(2, 2));
        let (mut numbers, mut moves, mut spent) = (Numbers::new(1, 1), Vec::new(), true);
        match self.search.solve(question) {
            Err(stopped) => {
                numbers = stopped.numbers.unwrap_or(numbers);
                moves = self.prospects();
                spent = stopped.limit != Limit::Interrupted;
            }
            Ok(answer) => {
                let searched = self.search.nodes();
                self.question = whole.at_most((1 + PROOF_FACTOR) * searched + PROOF_NODES);
                let proved = if answer.value.is_mate() {
                    let question = self.question.within(answer.value.len);
                    let proof = self.mate_certificate(question, &mut outcome);
                    proof.map(|_| ())
                } else if answer.value.repetition == INDEPENDENT {
                    self.nomate(&mut outcome)
                } else {
                    Err(Failure::Limit(Limit::Memory))
                };
                if proved.is_err() {
                    // It stays open, for whoever goes on below it.
                    outcome.certificate = None;
                }
            }
        }
        Standing {
            certificate: outcome.certificate,
            numbers,
            moves,
            spent,
            nodes: self.search.nodes(),
        }
    }

    fn prospects(&self) -> Vec<(Move, Numbers)> {
        let root = self.search.position();
        let moves = self.search.prospects().iter();
        moves
            .map(|p| (root.to_core_move(p.mv, self.attacker), p.numbers))
            .collect()
    }
}
