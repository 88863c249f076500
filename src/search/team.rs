//! What the threads of one search know of each other, besides the table.
//!
//! Each thread runs the whole search from the root with a stack, a path and a
//! repetition table of its own; the shared table makes one's results the others'.
//! Virtual proof numbers (Kaneko 2010) keep them from walking the same way: a
//! position counts as harder by every thread that is at or below it at the moment, so
//! the next one to come by takes another child.
//!
//! The marks are counters in an array of their own, not in the table: they must be
//! taken back exactly, and the table may lose an entry at any time. Two positions may
//! share a counter; then one of them looks a little harder than it is for a while.

use super::echoes::Echoes;
use super::frame::Value;
use super::numbers::{self, UNIT};
use super::spare::Spare;
use super::workspace::Workspace;
use crate::shogi::Hand;
use crate::table::repetition::RepetitionTable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Counters for each thread: many times the positions of a long path.
const COUNTERS: usize = 1 << 16;

/// How many threads are at or below a position.
pub struct Visitors {
    counters: Box<[AtomicU8]>,
}

impl Visitors {
    fn new(threads: usize) -> Visitors {
        let len = COUNTERS * threads.next_power_of_two();
        Visitors {
            counters: (0..len).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    #[inline(always)]
    fn counter(&self, key: u64, hand: Hand) -> &AtomicU8 {
        let mixed = key ^ (hand.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.counters[(mixed >> 20) as usize & (self.counters.len() - 1)]
    }

    /// A thread steps onto the position.
    pub fn enter(&self, key: u64, hand: Hand) {
        self.counter(key, hand).fetch_add(1, Relaxed);
    }

    /// It leaves.
    pub fn leave(&self, key: u64, hand: Hand) {
        self.counter(key, hand).fetch_sub(1, Relaxed);
    }

    /// Threads at or below the position.
    pub fn count(&self, key: u64, hand: Hand) -> u32 {
        self.counter(key, hand).load(Relaxed).into()
    }
}

/// The threads of a solver besides the first: what they work with.
pub struct Crew {
    pub(super) helpers: Vec<Helper>,
    pub(super) visitors: Arc<Visitors>,
    /// Bytes of a helper's repetition table.
    bytes: usize,
    /// Of the first thread, and of all.
    echoes: Arc<Echoes>,
    /// Where more helpers may come from, and how many have come.
    pub(super) spare: Option<Arc<Spare>>,
    pub(super) lent: usize,
    /// The first thread searches alone and would rather not.
    pub(super) listens: bool,
    /// It was called away because a helper has come.
    pub(super) called: bool,
    /// The most threads that searched at once since the last `clear`.
    pub(super) most: usize,
}

/// What one thread works with.
pub(super) struct Helper {
    pub(super) repetition: RepetitionTable,
    pub(super) workspace: Workspace,
}

impl Crew {
    /// A crew of `helpers` for who works with `first`, each with a repetition table of
    /// `bytes` bytes.
    pub fn new(helpers: usize, bytes: usize, spare: Option<Arc<Spare>>, first: &Workspace) -> Crew {
        let echoes = first.echoes.clone();
        let new = |_| Helper::new(bytes, &echoes);
        Crew {
            visitors: Arc::new(Visitors::new(helpers + 1)),
            helpers: (0..helpers).map(new).collect(),
            bytes,
            echoes,
            spare,
            lent: 0,
            listens: false,
            called: false,
            most: 1,
        }
    }

    /// Takes a spare thread if there is one, while the first thread is alone; true when
    /// it is to begin again with that thread.
    pub(super) fn listen(&mut self) -> bool {
        let taken = self.listens && self.spare.as_ref().is_some_and(|s| s.take(self.lent));
        if taken {
            self.enlist(1);
            self.called = true;
        }
        taken
    }

    /// So many spare threads have come.
    pub(super) fn enlist(&mut self, threads: usize) {
        if threads > 0 {
            self.lent += threads;
            let new = |_| Helper::new(self.bytes, &self.echoes);
            self.helpers.extend((0..threads).map(new));
            self.visitors = Arc::new(Visitors::new(self.helpers.len() + 1));
        }
    }

    /// The most threads that searched at once since the last `clear`.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Forgets what holds for one problem only.
    pub fn clear(&mut self) {
        self.most = 1;
        for helper in &mut self.helpers {
            helper.repetition.clear();
        }
    }

    /// Bytes of the repetition tables in use.
    pub fn bytes(&self) -> usize {
        self.helpers.iter().map(|h| h.repetition.bytes()).sum()
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if let Some(spare) = &self.spare {
            // The tables go first: those who come next get as much.
            self.helpers.clear();
            spare.take_back(self.lent);
        }
    }
}

impl Helper {
    fn new(bytes: usize, echoes: &Arc<Echoes>) -> Helper {
        Helper {
            repetition: RepetitionTable::new(bytes),
            workspace: Workspace::with(echoes.clone()),
        }
    }
}

/// One search of several threads.
pub struct Team {
    pub(super) visitors: Arc<Visitors>,
    /// Somebody has the answer, or the first thread has met a limit.
    over: AtomicBool,
    /// Nodes of all, as far as reported.
    nodes: AtomicU64,
    /// Where more threads may come from, and how many of those there are already.
    spare: Option<Arc<Spare>>,
    lent: usize,
    /// Threads that have come since it began.
    recruits: AtomicUsize,
}

impl Team {
    /// A search of the crew that has cost `nodes` so far.
    pub(super) fn new(crew: &Crew, nodes: u64) -> Team {
        Team {
            visitors: crew.visitors.clone(),
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(nodes),
            spare: crew.spare.clone(),
            lent: crew.lent,
            recruits: AtomicUsize::new(0),
        }
    }

    /// Takes a spare thread if there is one; then the search ends, to begin again with
    /// that thread.
    pub(super) fn recruit(&self) {
        if let Some(spare) = &self.spare
            && !self.is_over()
            && spare.take(self.lent + self.recruits())
        {
            self.recruits.fetch_add(1, Relaxed);
            self.end();
        }
    }

    /// Threads that have come since it began.
    pub(super) fn recruits(&self) -> usize {
        self.recruits.load(Relaxed)
    }

    /// Everybody stops soon.
    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// True when there is nothing left to do.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Adds the nodes of a thread; all nodes.
    pub(super) fn add(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// What a child looks like to a thread that may choose it: harder by those who are
    /// there already. `or`: the attacker chooses.
    #[inline]
    pub(super) fn seen(&self, value: Value, key: u64, hand: Hand, or: bool) -> Value {
        let count = self.visitors.count(key, hand);
        if count == 0 || value.is_final() {
            return value;
        }
        let harder = |n: u32| numbers::plus(n, count * EACH);
        match or {
            true => Value {
                pn: harder(value.pn),
                ..value
            },
            false => Value {
                dn: harder(value.dn),
                ..value
            },
        }
    }
}

/// A thread at a position makes it harder by half a leaf. A whole one, and a part of
/// the number besides, took as many nodes or more (experiment 22).
const EACH: u32 = UNIT / 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::numbers::MOST;

    fn team(helpers: usize, nodes: u64) -> Team {
        let crew = Crew::new(helpers, 1024, None, &Workspace::default());
        Team::new(&crew, nodes)
    }

    #[test]
    fn all_hear_the_same_echoes() {
        let first = Workspace::default();
        let mut crew = Crew::new(1, 1024, None, &first);
        crew.enlist(2);
        assert_eq!(crew.helpers.len(), 3);
        for helper in &crew.helpers {
            assert!(Arc::ptr_eq(&helper.workspace.echoes, &first.echoes));
        }
    }

    #[test]
    fn marks_are_taken_back() {
        let team = team(1, 0);
        let (key, hand) = (1 << 40 | 1 << 31, Hand::EMPTY);
        let open = Value::open(160, 32, 1);
        let pn = |or| team.seen(open, key, hand, or).pn;
        let dn = |or| team.seen(open, key, hand, or).dn;
        assert_eq!((pn(true), dn(true)), (160, 32), "nobody is there");
        team.visitors.enter(key, hand);
        assert!(pn(true) > 160 && pn(false) == 160);
        assert!(dn(false) > 32 && dn(true) == 32);
        let one = pn(true);
        team.visitors.enter(key, hand);
        assert!(pn(true) > one, "two are more than one");
        team.visitors.leave(key, hand);
        team.visitors.leave(key, hand);
        assert_eq!((pn(true), dn(false)), (160, 32));
    }

    #[test]
    fn numbers_of_many_threads_stay_numbers() {
        let team = team(0, 0);
        let (key, hand) = (1 << 31, Hand::EMPTY);
        for _ in 0..255 {
            team.visitors.enter(key, hand);
        }
        let seen = team.seen(Value::open(MOST, MOST, 1), key, hand, true);
        assert!(seen.pn == MOST && !seen.is_final());
        let mate = Value::mate(hand, super::super::len::Len::ZERO, 1);
        assert!(team.seen(mate, key, hand, true).is_mate());
    }

    #[test]
    fn nodes_are_those_of_all() {
        let team = team(0, 10);
        assert_eq!((team.add(5), team.add(0), team.add(7)), (15, 15, 22));
        assert!(!team.is_over());
        team.end();
        assert!(team.is_over());
    }
}
