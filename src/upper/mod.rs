//! The upper proof tree of one problem that many machines search.
//!
//! A problem that is too much for one machine is cut at the top: here stands the part of its
//! AND/OR graph near the root, and its leaves are positions that go out to workers, each with a
//! limit on nodes and on the numbers at which it may be left ([`Upper::next_leaf`]). What comes
//! back ([`Upper::give_back`]) is a proof, or numbers that stand for the leaf from then on; a leaf
//! whose nodes ran out is expanded. That is the pattern by which checkers was solved (Schaeffer et
//! al., Checkers is solved, Science 317, 2007), with proof-number search above (Allis 1994) and
//! df-pn below, as in Saffidine, Jouandeau & Cazenave (Solving Breakthrough with race patterns and
//! job-level proof number search, ACG 2011), Wu et al. (Job-level proof-number search, IEEE TCIAIG
//! 5, 2013) and Čížek, Balko & Schmid (PNS-PDFPN, 2025); leaves that are out get virtual numbers,
//! so that the next one is found elsewhere (Kaneko 2010; Pawlewicz & Hayward, Scalable parallel
//! DFPN search, CG 2013).
//!
//! **Nothing here depends on a path.** A worker is asked about a position alone: is it mate, ever?
//! Mate is the least fixed point of the graph, no mate the greatest one on the other side, so
//! the answer and its certificate hold wherever the position occurs. Repetitions inside a leaf are
//! the worker's affair, whose proof of no mate is a closed set; those among the nodes here
//! are solved exactly by the proof numbers (`graph`), since a proof never goes round in a circle. So
//! no proof waits to be asked again in its path, and none has open ends. The price is that a leaf
//! whose only hope is a way back up costs nodes until it is expanded as far as that way back.
//!
//! In the end the certificates of the leaves, with an entry for each upper node between them,
//! are one certificate ([`Upper::compose`]), and the independent checker has the last word.
//!
//! There is no clock here, no thread and no file: what is asked and what comes back, in this
//! order, decides everything. Whoever runs the workers keeps what comes back, and after a restart
//! tells it again ([`Upper::recall`]).

mod choice;
mod compose;
mod graph;
mod growth;
mod outline;
#[cfg(test)]
mod tests;

use crate::checker;
use crate::proof::certificate::{Board, Certificate, Claim};
use crate::shogi::{Move, Place, Position, SetupError};
use crate::solver::{Ceiling, Standing};
use ahash::HashMap;
pub use choice::Policy;
pub use compose::ComposeError;
use graph::{Graph, Id};
pub use outline::Shown;
use shogi_core::{Color, PartialPosition};

/// The upper proof tree of a problem.
pub struct Upper {
    position: PartialPosition,
    attacker: Color,
    start: Position,
    policy: Policy,
    graph: Graph,
    /// What is kept of each node of the graph besides its numbers.
    records: Vec<Record>,
    /// The nodes of each board, by its key, with the side to move in it.
    boards: HashMap<u64, Vec<Id>>,
    /// What came back before a restart, of positions that are no nodes yet.
    recalled: HashMap<Place, (Option<Part>, Standing)>,
    /// Something was recalled, and the tree may have to grow down to it.
    is_recalling: bool,
    /// How many tasks were handed out.
    tasks: u32,
    /// How many of them are out.
    out: usize,
    /// The nodes of all searches that came back.
    nodes: u64,
    /// Nodes of the searches that came back since a restart, and the proof numbers that stood for
    /// what they proved a mate.
    proving: (u64, u64),
}

/// A node: its position and what became of it.
struct Record {
    place: Place,
    /// The node and the move that led here first; none for the root.
    from: Option<(Id, Move)>,
    /// The moves of the node's edges.
    moves: Vec<Move>,
    /// Its proof or disproof, if that came from a worker.
    part: Option<Part>,
    /// The task that is out about this very position, and the node's numbers without it.
    out: Option<(u32, (u64, u64))>,
    /// Nodes that were spent on this very position.
    nodes: u64,
    /// The worker that has searched it last, or a node above it before it was expanded.
    worker: Option<u32>,
}

/// A verdict whose certificate is kept elsewhere.
#[derive(Clone, Copy)]
struct Part {
    mate: bool,
    /// The reply that saves a defender who is to move.
    reply: Option<Move>,
}

/// A leaf that is to be searched by a worker.
#[derive(Clone, Debug)]
pub struct Task {
    /// By which its result is given back.
    pub id: TaskId,
    /// The position; its attacker is that of the problem.
    pub position: PartialPosition,
    /// How long it is searched.
    pub ceiling: Ceiling,
}

/// The name of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(u64);

impl TaskId {
    fn new(leaf: Id, task: u32) -> TaskId {
        TaskId(u64::from(leaf) << 32 | u64::from(task))
    }

    /// The node, and which task of all.
    fn parts(self) -> (Id, u32) {
        ((self.0 >> 32) as Id, self.0 as u32)
    }

    /// The name as a number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The name that `number` gave.
    pub fn of(number: u64) -> TaskId {
        TaskId(number)
    }
}

/// Why a result was not taken. Its leaf is as before it went out, but for [`Refused::False`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// No task had this name.
    #[error("there was no such task")]
    Unknown,
    /// The certificate is about another position, or claims no verdict.
    #[error("the certificate is not about the position that was asked about")]
    Other,
    /// The independent checker does not accept it. The moves of the leaf are asked instead, for
    /// the search that was wrong once would be wrong again.
    #[error("the certificate was refused: {0}")]
    False(String),
}

/// How the problem stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Mate, no mate, or not known yet.
    pub verdict: Option<bool>,
    /// Proof and disproof number of the root, 16 for one leaf; 0 and `u64::MAX` when decided.
    pub pn: u64,
    pub dn: u64,
    /// Positions in the tree.
    pub positions: usize,
    /// Tasks that are out.
    pub out: usize,
    /// Positions that are proved mates, and no mates.
    pub mates: usize,
    pub nomates: usize,
    /// The nodes of all searches that came back.
    pub nodes: u64,
    /// Nodes that a proof of mate may still take, if everything goes on costing as much for the
    /// numbers that are proved; none where there is nothing to judge by. It is a guess.
    pub left: Option<u64>,
    /// The moves to the leaf that would be handed out next.
    pub line: Vec<shogi_core::Move>,
}

impl Upper {
    /// The tree of a problem, with nothing but its root.
    ///
    /// # Errors
    /// When no search can start from the position.
    pub fn new(
        position: &PartialPosition,
        attacker: Color,
        policy: Policy,
    ) -> Result<Upper, SetupError> {
        let start = Position::new(position, attacker)?;
        let mut upper = Upper {
            position: position.clone(),
            attacker,
            start: start.clone(),
            policy,
            graph: Graph::default(),
            records: Vec::new(),
            boards: HashMap::default(),
            recalled: HashMap::default(),
            is_recalling: false,
            tasks: 0,
            out: 0,
            nodes: 0,
            proving: (0, 0),
        };
        upper.plant(&start);
        Ok(upper)
    }

    /// Mate, no mate, or not known yet.
    pub fn verdict(&self) -> Option<bool> {
        self.graph.verdict(0)
    }

    /// A leaf for this worker, and the number is its own to choose; none when the problem is
    /// decided. Tasks that are out need not be given back in any order, or at all.
    pub fn next_leaf(&mut self, worker: u32) -> Option<Task> {
        if std::mem::take(&mut self.is_recalling) {
            self.grow_again();
        }
        loop {
            let choice = self.choose(worker)?;
            let leaf = choice.leaf;
            if self.record(leaf).out.is_some() {
                // What is out is looked into meanwhile.
                self.expand(leaf, &[]);
                continue;
            }
            let ceiling = self.ceiling(&choice);
            let numbers = self.graph.numbers(leaf);
            self.tasks += 1;
            self.out += 1;
            self.record_mut(leaf).out = Some((self.tasks, numbers));
            self.graph.set_leaf(leaf, self.policy.while_out(numbers));
            self.graph.settle();
            return Some(Task {
                id: TaskId::new(leaf, self.tasks),
                position: self.partial(leaf),
                ceiling,
            });
        }
    }

    /// Takes what a worker has found. A certificate is put before the independent checker, which
    /// takes as long as it does.
    ///
    /// # Errors
    /// When the certificate is about something else, or wrong. The task is lost then.
    pub fn give_back(
        &mut self,
        id: TaskId,
        worker: u32,
        standing: &Standing,
    ) -> Result<(), Refused> {
        let (leaf, _) = id.parts();
        self.lost(id)?;
        let position = self.partial(leaf);
        let part = standing.certificate.as_ref();
        let part = part.map(|c| self.judge(&position, c)).transpose()?;
        if let Some(certificate) = &standing.certificate
            && let Err(why) = checker::check_reader(certificate.reader())
        {
            if self.graph.verdict(leaf).is_none() {
                self.expand(leaf, &[]);
            }
            return Err(Refused::False(why.to_string()));
        }
        self.record_mut(leaf).worker = Some(worker);
        self.proving.0 = self.proving.0.saturating_add(standing.nodes);
        if let (Some(Part { mate: true, .. }), pn @ 1..) = (part, self.graph.numbers(leaf).0) {
            self.proving.1 = self.proving.1.saturating_add(pn);
        }
        self.take(leaf, part, standing);
        Ok(())
    }

    /// Says that a task will not come back. One that comes back nevertheless is welcome.
    ///
    /// # Errors
    /// When there was no such task.
    pub fn lost(&mut self, id: TaskId) -> Result<(), Refused> {
        let (leaf, task) = id.parts();
        if leaf as usize >= self.records.len() || task == 0 || task > self.tasks {
            return Err(Refused::Unknown);
        }
        if let Some((_, numbers)) = self.record_mut(leaf).out.take_if(|out| out.0 == task) {
            self.out -= 1;
            if self.graph.is_leaf(leaf) && self.graph.verdict(leaf).is_none() {
                self.graph.set_leaf(leaf, numbers);
                self.graph.settle();
            }
        }
        Ok(())
    }

    /// Tells what came back about a position before a restart; the order does not matter. The
    /// certificate is not checked again: the composed one will be.
    ///
    /// # Errors
    /// When the certificate is about something else, or no search can start from the position.
    pub fn recall(
        &mut self,
        position: &PartialPosition,
        standing: &Standing,
    ) -> Result<(), Refused> {
        let board = Position::new(position, self.attacker).map_err(|_| Refused::Other)?;
        let part = standing.certificate.as_ref();
        let part = part.map(|c| self.judge(position, c)).transpose()?;
        match self.find(board.place()) {
            Some(leaf) => self.take(leaf, part, standing),
            None => {
                let standing = Standing {
                    certificate: None,
                    ..standing.clone()
                };
                self.nodes = self.nodes.saturating_add(standing.nodes);
                self.recalled.insert(board.place(), (part, standing));
                self.is_recalling = true;
            }
        }
        Ok(())
    }

    /// What a certificate proves of a position, taken at its word.
    fn judge(&self, at: &PartialPosition, certificate: &Certificate) -> Result<Part, Refused> {
        let about = certificate.position();
        let same = certificate.attacker() == self.attacker
            && about.side_to_move() == at.side_to_move()
            && Board::of(about) == Board::of(at)
            && Color::all()
                .into_iter()
                .all(|side| about.hand_of_a_player(side) == at.hand_of_a_player(side));
        let board = Position::new(at, self.attacker).map_err(|_| Refused::Other)?;
        match (same, certificate.claim()) {
            (true, Claim::Mate { .. }) => Ok(Part {
                mate: true,
                reply: None,
            }),
            (true, Claim::NoMate { reply }) => Ok(Part {
                mate: false,
                reply: reply.and_then(|mv| board.from_core_move(mv, self.attacker)),
            }),
            _ => Err(Refused::Other),
        }
    }

    /// How the problem stands.
    pub fn status(&self) -> Status {
        let (pn, dn) = self.graph.numbers(0);
        let count = |mate| {
            let nodes = 0..self.graph.len() as Id;
            nodes
                .filter(|&id| self.graph.verdict(id) == Some(mate))
                .count()
        };
        Status {
            verdict: self.verdict(),
            pn,
            dn,
            positions: self.graph.len(),
            out: self.out,
            mates: count(true),
            nomates: count(false),
            nodes: self.nodes,
            left: self.left(pn),
            line: self.line(),
        }
    }

    fn left(&self, pn: u64) -> Option<u64> {
        let (nodes, numbers) = self.proving;
        let left = u128::from(pn) * u128::from(nodes) / u128::from(numbers.max(1));
        (numbers > 0 && pn != u64::MAX).then(|| u64::try_from(left).unwrap_or(u64::MAX))
    }

    /// Tasks that are out and that nothing depends on any more.
    pub fn moot(&self) -> Vec<TaskId> {
        let mut needed = vec![false; self.records.len()];
        let mut open = vec![0];
        while let Some(id) = open.pop() {
            if self.graph.verdict(id).is_none()
                && !std::mem::replace(&mut needed[id as usize], true)
            {
                open.extend(self.graph.edges(id).iter().map(|edge| edge.to));
            }
        }
        let records = self.records.iter().enumerate();
        let out = records
            .filter(|(id, _)| !needed[*id])
            .filter_map(|(id, record)| record.out.map(|(task, _)| TaskId::new(id as Id, task)));
        out.collect()
    }

    fn record(&self, id: Id) -> &Record {
        &self.records[id as usize]
    }

    fn record_mut(&mut self, id: Id) -> &mut Record {
        &mut self.records[id as usize]
    }
}
