//! What a search may use, what it has used, and what it answers.
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why a search ended without a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The node budget ran out.
    Nodes,
    /// The time ran out.
    Time,
    /// The caller asked it to stop.
    Interrupted,
    /// A line became deeper than allowed.
    Depth,
    /// Its tree or table became larger than allowed.
    Memory,
    /// The algorithm itself came to an end without a value: its numbers reached
    /// their bound (plain df-pn on a cycle), or its depth limits ran out.
    Stuck,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The attacker wins.
    Proved,
    /// The attacker does not win.
    Disproved,
    /// A limit came first.
    Unknown(Stopped),
}

impl Value {
    /// Whether the attacker wins; `None` when that is open.
    pub fn decided(self) -> Option<bool> {
        match self {
            Value::Proved => Some(true),
            Value::Disproved => Some(false),
            Value::Unknown(_) => None,
        }
    }
}

/// The answer of a search and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    pub value: Value,
    /// Plies to the win, attacker shortest and defender longest; only from the
    /// searches that measure distance.
    pub distance: Option<u32>,
    /// Nodes whose successors were generated, repeated visits included.
    pub nodes: u64,
    /// Most nodes held in the tree or the table at one time.
    pub entries: usize,
}

impl Report {
    /// From a result: `Ok(won)` or the limit that came first.
    pub fn new(result: Result<bool, Stopped>, nodes: u64, entries: usize) -> Report {
        let value = match result {
            Ok(true) => Value::Proved,
            Ok(false) => Value::Disproved,
            Err(why) => Value::Unknown(why),
        };
        Report {
            value,
            distance: None,
            nodes,
            entries,
        }
    }
}

/// What a search may use. Searches recurse, so the limit on depth bounds their stack.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The greatest number of nodes whose successors are generated.
    pub nodes: Option<u64>,
    /// Stops the search at this moment.
    pub deadline: Option<Instant>,
    /// Stops the search when it becomes true.
    pub stop: Option<&'a AtomicBool>,
    /// Deepest line, in plies, at most [`DEEPEST`].
    pub depth: u32,
    /// Most nodes in a tree or a table.
    pub entries: usize,
    /// Threads of the parallel search.
    pub threads: usize,
}

/// The deepest line for which [`STACK`] is known to suffice, in plies.
pub const DEEPEST: u32 = 4000;
/// Stack of a search, in bytes.
pub const STACK: usize = 512 << 20;

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            nodes: None,
            deadline: None,
            stop: None,
            depth: DEEPEST,
            entries: usize::MAX,
            threads: 2,
        }
    }
}

/// Counts nodes and watches the limits.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    pub limits: Limits<'a>,
    pub nodes: u64,
}

/// Nodes between two readings of the clock.
const CLOCK: u64 = 64;

impl<'a> Meter<'a> {
    /// A meter at 0 nodes.
    pub fn new(limits: Limits<'a>) -> Meter<'a> {
        Meter { limits, nodes: 0 }
    }

    /// Counts one generation of successors.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped::Nodes);
        }
        if self.nodes.is_multiple_of(CLOCK) {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Looks at clock and stop flag.
    fn look(&self) -> Result<(), Stopped> {
        if self.limits.stop.is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        match self.limits.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stopped::Time),
            _ => Ok(()),
        }
    }

    /// Asks whether a line of this number of plies is allowed.
    ///
    /// # Errors
    /// When it is too deep.
    pub fn at_depth(&self, depth: u32) -> Result<(), Stopped> {
        if depth > self.limits.depth.min(DEEPEST) {
            Err(Stopped::Depth)
        } else {
            Ok(())
        }
    }

    /// Asks whether this number of entries is allowed.
    ///
    /// # Errors
    /// When they are too many.
    pub fn holding(&self, entries: usize) -> Result<(), Stopped> {
        if entries > self.limits.entries {
            Err(Stopped::Memory)
        } else {
            Ok(())
        }
    }
}
