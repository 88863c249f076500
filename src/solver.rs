//! The front door of the library: give it a position, get a verdict with a certificate
//! that the independent checker has accepted.
mod along;
mod apart;
mod bounds;
mod custom;
mod kept;
mod outcome;
mod plan;
mod progress;
mod refute;
mod session;
mod shorten;
mod standing;
mod task;

use crate::base::Limits;
use crate::base::clock::{self, Instant};
pub use crate::base::{Length, Limit};
use crate::checker::Stop;
pub use crate::proof::certificate::{Certificate, Claim, Exception};
pub use crate::proof::{Bound, Dossier, Spending};
use crate::search::{Crew, Poll, Question, Salt, Search, Tools, Tuning, Workspace};
pub use crate::search::{Hearsay, NoHearsay, Spare, Telling};
use crate::shogi::{Place, Position, SetupError};
pub use crate::table::OutOfMemory;
use crate::table::Table;
use crate::table::repetition::RepetitionTable;
pub use apart::Apart;
pub use custom::Custom;
pub use outcome::{Cost, Outcome, Verdict};
pub use plan::Plan;
pub use progress::Progress;
use progress::Reporter;
pub use session::{Lines, Longer, Session};
use shogi_core::{Color, PartialPosition};
pub(crate) use shorten::ANSWER_NODES;
pub use standing::{Ceiling, NotSearched, Standing, Worker};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use task::Task;

/// What a search may use, and what it has to prove.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock limit per problem.
    pub time: Option<Duration>,
    /// Limit on nodes: positions whose moves are generated.
    pub nodes: Option<u64>,
    /// Bytes for the main table and the repetition tables together. The smallest tables
    /// take 1.2 MiB, even where this is less.
    pub memory: usize,
    /// Bytes that the proof of a length, or that no other check mates, may take beside the tables
    /// while it is written; one that takes more is given up.
    pub proof_memory: usize,
    /// Prove the raw length minimal.
    pub shortest_raw: bool,
    /// Prove the conventional length (手数) minimal.
    pub shortest_conventional: bool,
    /// A length that is claimed for the problem, in plies. Where a shortest mate is asked for,
    /// the search asks first whether there is a mate within this number of plies.
    pub claimed: Option<u32>,
    /// Of the lengths the search asks only whether there is a mate within the claimed one.
    pub claim_only: bool,
    /// Nodes that the search may spend on the lengths once a mate is found.
    pub length_nodes: Option<u64>,
    /// Threads that work on a problem, the caller's own among them; fewer where their
    /// work space would take more than half as much as the tables. With more than one
    /// the number of nodes and the proof that is found differ from run to run;
    /// verdicts do not.
    pub threads: usize,
    /// Run the independent checker on the certificate before answering.
    pub check: bool,
    /// Write the proofs of the lengths into the certificate of a mate, beside that of the verdict
    /// (not in [`Session::decide`] and [`Apart`], which only decide).
    pub prove_lengths: bool,
    /// How far the search goes on after the first mate, where no length has to be proved
    /// minimal.
    pub lengths: Lengths,
    /// True to give up what is stopped from outside: no proof is written or checked any more, and the
    /// outcome has no verdict, even where a mate was found.
    pub abandons: bool,
    /// Time between two reports ([`Control::progress`]), that of the first mate aside, which does
    /// not wait.
    pub progress_every: Duration,
    /// Weights of the search; they change its speed, never a verdict.
    pub tuning: Tuning,
}

/// How far a search goes on after the first mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// Not at all: the length is that of the proof that was found first.
    None,
    /// For a fraction of the first search's nodes.
    Quick,
    /// Until the conventional length (手数) is proved minimal, or 1,200,000 nodes (about two
    /// seconds) and a quarter of the nodes of the first search are spent; a third of that number more
    /// where only futile interpositions can still make it shorter, or for what is left in hand.
    Answer,
}

/// [`Options::proof_memory`] of one solver; several share it. With it, and what a process takes
/// besides, it keeps within its tables and 64 MiB.
pub const PROOF_MEMORY: usize = 32 << 20;

impl Default for Options {
    fn default() -> Self {
        Options {
            time: None,
            nodes: None,
            memory: 256 << 20,
            proof_memory: PROOF_MEMORY,
            threads: 1,
            shortest_raw: false,
            shortest_conventional: false,
            claimed: None,
            claim_only: false,
            length_nodes: None,
            check: true,
            prove_lengths: false,
            abandons: false,
            lengths: Lengths::Answer,
            progress_every: Duration::from_millis(200),
            tuning: Tuning::default(),
        }
    }
}

impl Options {
    /// The options of a search that has only to decide: no length is to be proved or shortened, and
    /// nothing is claimed. What the search may use stays the same.
    #[must_use]
    pub fn deciding(self) -> Options {
        Options {
            shortest_raw: false,
            shortest_conventional: false,
            claimed: None,
            claim_only: false,
            length_nodes: None,
            prove_lengths: false,
            lengths: Lengths::None,
            ..self
        }
    }

    /// Whether nobody waits for a proof any more that is written or checked, because `stop` is set;
    /// a moment, too, at which the search may be put aside.
    pub(crate) fn gives_up<'c>(&self, stop: Option<&'c AtomicBool>) -> impl Stop + use<'c> {
        let stop = stop.filter(|_| self.abandons);
        move || {
            clock::pause();
            stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        }
    }
}

/// How a caller follows and ends a running search: a progress callback and a stop flag.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use tsumi::formats::sfen;
/// use tsumi::solver::{Control, Limit, Options, Progress, Solver, Verdict};
///
/// let position = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap().position;
/// let stop = AtomicBool::new(false);
/// let progress = |p: &Progress| {
///     eprintln!("{} nodes, {:?}", p.nodes, p.elapsed);
///     stop.store(true, Ordering::Relaxed);
/// };
/// let mut solver = Solver::try_new(Options { memory: 16 << 20, ..Options::default() })?;
/// let control = Control { stop: Some(&stop), progress: Some(&progress) };
/// let outcome = solver.solve(&position, shogi_core::Color::Black, control)?;
/// assert!(matches!(outcome.verdict, Verdict::Mate { .. }));
///
/// // Asked again, but stopped before it begins.
/// stop.store(true, Ordering::Relaxed);
/// let outcome = solver.solve(&position, shogi_core::Color::Black, control)?;
/// assert_eq!(outcome.verdict, Verdict::Unknown(Limit::Interrupted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default, Clone, Copy)]
pub struct Control<'a> {
    /// When it becomes true the search stops soon, with `Limit::Interrupted`.
    pub stop: Option<&'a AtomicBool>,
    /// Called on the caller's thread, once when there is a mate, and otherwise no more often than
    /// [`Options::progress_every`] says.
    pub progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// A solver with its tables; reuse it for many problems, one after the other.
pub struct Solver {
    options: Options,
    table: Table,
    repetition: RepetitionTable,
    workspace: Workspace,
    crew: Option<Crew>,
    spare: Option<Arc<Spare>>,
    /// The bytes for its tables that were given back to the system, while these are the smallest.
    lent: Option<usize>,
    problems: u64,
    searches: u64,
}

/// The repetition tables get this part of the memory, an eighth, and the main table the rest.
/// KomoringHeights, whose slots have 16 bytes too, gives a quarter; with an eighth nothing was
/// lost on Zuko's set.
const REPETITION_SHARE: usize = 8;

/// The repetition table of the first thread, and the other threads with theirs.
fn threads(
    options: &Options,
    spare: Option<&Arc<Spare>>,
    workspace: &Workspace,
) -> Result<(RepetitionTable, Option<Crew>), OutOfMemory> {
    let most = options.memory / 2 / Workspace::BYTES;
    let helpers = (options.threads.max(1) - 1).min(most);
    let each = options.memory / REPETITION_SHARE / (helpers + 1);
    let own = RepetitionTable::new(each)?;
    let some = helpers > 0 || spare.is_some();
    let new = || Crew::new(helpers, most, each, spare.cloned(), workspace);
    Ok((own, some.then(new).transpose()?))
}

impl Solver {
    /// Bytes that a solver takes at least, however little memory it is given: the smallest
    /// tables and its work space.
    pub const LEAST: usize = 4 << 20;

    /// A solver with its tables. Their memory is reserved, but taken only as it is used.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn try_new(options: Options) -> Result<Solver, OutOfMemory> {
        let repetition = options.memory / REPETITION_SHARE;
        let table = Table::new(options.memory - repetition)?;
        let workspace = Workspace::default();
        let (own, crew) = threads(&options, None, &workspace)?;
        Ok(Solver {
            table,
            repetition: own,
            workspace,
            crew,
            spare: None,
            lent: None,
            options,
            problems: 0,
            searches: 0,
        })
    }

    /// [`Solver::try_new`] for callers who cannot go on without the memory.
    ///
    /// # Panics
    /// When the system does not give the memory.
    pub fn new(options: Options) -> Solver {
        Solver::try_new(options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets other options from the next problem on. The memory stays what was reserved; so does
    /// the number of threads where the system does not give the memory for more.
    pub fn set_options(&mut self, options: Options) {
        let (memory, threads) = (self.options.memory, self.options.threads);
        self.options = Options { memory, ..options };
        if self.options.threads != threads && self.renew_threads().is_err() {
            self.options.threads = threads;
        }
    }

    /// Lets threads that are free elsewhere help, from the next problem on. Such a helper
    /// brings a repetition table as large as that of a thread of this solver. Where the system
    /// does not give the memory for that, no thread is borrowed.
    pub fn borrow_from(&mut self, spare: Arc<Spare>) {
        self.spare = Some(spare);
        if self.renew_threads().is_err() {
            self.spare = None;
        }
    }

    /// Makes the repetition table and the helpers anew, as options and spare threads ask.
    fn renew_threads(&mut self) -> Result<(), OutOfMemory> {
        (self.repetition, self.crew) =
            threads(&self.options, self.spare.as_ref(), &self.workspace)?;
        Ok(())
    }

    /// Solves one position. `attacker` is the side that must give check with
    /// every move; the side to move is the position's.
    ///
    /// # Errors
    /// When no search can start from the position; the error names the square at fault.
    pub fn solve(
        &mut self,
        position: &PartialPosition,
        attacker: Color,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        self.session(attacker).solve(position, control)
    }

    /// Begins another problem: empties the tables.
    fn begin(&mut self) {
        self.take_back();
        self.problems += 1;
        self.table.clear();
    }

    /// Has the system give memory again that it was lent, if it does.
    fn take_back(&mut self) {
        let Some(memory) = self.lent else { return };
        let options = Options {
            memory,
            ..self.options.clone()
        };
        if let Ok(solver) = Solver::try_new(options) {
            let spare = self.spare.take();
            *self = solver;
            if let Some(spare) = spare {
                self.borrow_from(spare);
            }
        }
    }

    /// Goes on with a problem: results of earlier questions make room first from now on.
    fn go_on(&mut self) {
        self.table.age();
    }

    /// Sets a search up and lets `run` work with it. Returns what it has found, and what it cost.
    fn search<T>(
        &mut self,
        asked: Asked<'_>,
        control: Control<'_>,
        run: impl FnOnce(&mut Task<'_>) -> T,
    ) -> (T, Cost) {
        let begin = Instant::now();
        self.searches += 1;
        self.repetition.clear();
        if let Some(crew) = &mut self.crew {
            crew.clear();
        }
        self.table.smallest_go = self.options.tuning.small_tree_gc;
        let attacker = asked.attacker;
        let every = self.options.progress_every;
        let reporter = Reporter::new(control, every, asked.board.clone(), attacker, begin);
        let report = |poll: &Poll<'_>| reporter.report(poll);
        let limits = Limits {
            deadline: self.options.time.and_then(|t| begin.checked_add(t)),
            nodes: self.options.nodes,
            budget: None,
            stop: control.stop,
        };
        let tools = Tools {
            table: &self.table,
            repetition: &mut self.repetition,
            workspace: &mut self.workspace,
            crew: self.crew.as_mut(),
        };
        let salt = Salt {
            problem: self.problems,
            path: self.searches,
        };
        let mut task = Task {
            position: asked.position,
            attacker,
            options: &self.options,
            along: asked.along,
            shortest: &reporter.mate,
            search: Search::new(asked.board, tools, self.options.tuning, salt),
            question: Question {
                barred: asked.barred,
                report: Some(&report),
                ..Question::new(limits)
            },
        };
        let found = run(&mut task);
        let nodes = task.search.nodes();
        let helpers = self.crew.as_ref().map_or(0, Crew::bytes);
        let cost = Cost {
            nodes,
            elapsed: begin.elapsed(),
            threads: self.crew.as_ref().map_or(1, Crew::most),
            table_bytes: self.table.bytes() + self.repetition.bytes() + helpers,
        };
        (found, cost)
    }
}

/// What a search is set up for.
struct Asked<'q> {
    position: &'q PartialPosition,
    /// The position in the vocabulary of the search.
    board: Position,
    attacker: Color,
    /// Boards and hands the attacker may not pass through.
    barred: &'q [Place],
    /// A line that may be the solution.
    along: Vec<crate::shogi::Move>,
}
