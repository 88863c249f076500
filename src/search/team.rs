//! What the threads of one search know of each other, besides the table.
//!
//! Each thread runs the whole search from the root with a stack, a path and a
//! repetition table of its own; the shared table makes one's results the others'.
//! Virtual proof numbers (Kaneko 2010) make them take different ways: to a thread that
//! chooses a check, the check looks harder by every thread that is below it at the moment.
//! Only the choice is made by these numbers. The value of the node is computed without them;
//! otherwise a thread would store in the table, for all others, that the node had become
//! harder only because another thread was below it. At the defender's nodes all threads go
//! to the best evasion (experiment 43).
//!
//! The marks are counters in an array of their own, not in the table: they must be
//! taken back exactly, and the table may lose an entry at any time. Two positions may
//! share a counter; then one of them looks a little harder than it is for a while.

use super::echoes::Echoes;
use super::frame::Child;
use super::spare::Spare;
use super::summary::Choice;
use super::workspace::Workspace;
use crate::shogi::Place;
use crate::table::OutOfMemory;
use crate::table::numbers::{Numbers, UNIT};
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
    fn counter(&self, place: Place) -> &AtomicU8 {
        let mixed = place.key ^ (place.hand.bits() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.counters[(mixed >> 20) as usize & (self.counters.len() - 1)]
    }

    /// A thread steps onto the position.
    pub fn enter(&self, place: Place) {
        self.counter(place).fetch_add(1, Relaxed);
    }

    /// A thread leaves the position.
    pub fn leave(&self, place: Place) {
        self.counter(place).fetch_sub(1, Relaxed);
    }

    /// Threads at or below the position.
    pub fn count(&self, place: Place) -> u32 {
        self.counter(place).load(Relaxed).into()
    }
}

/// The threads of a solver besides the first: what they work with.
pub struct Crew {
    pub(super) helpers: Vec<Helper>,
    pub(super) visitors: Arc<Visitors>,
    /// Bytes of a helper's repetition table.
    bytes: usize,
    /// Shared by all threads.
    echoes: Arc<Echoes>,
    /// Where more helpers may come from.
    pub(super) spare: Option<Arc<Spare>>,
    /// Helpers that came from there.
    pub(super) lent: usize,
    /// The number of helpers that there may be.
    most_helpers: usize,
    /// The first thread searches alone, for want of helpers, and looks for one now and then.
    pub(super) listens: bool,
    /// The first thread has left its search because a helper has come.
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
    /// A crew of `helpers`, of which there may be `most`, for the thread that works with
    /// `first`, each with a repetition table of `bytes` bytes.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(
        helpers: usize,
        most: usize,
        bytes: usize,
        spare: Option<Arc<Spare>>,
        first: &Workspace,
    ) -> Result<Crew, OutOfMemory> {
        let echoes = first.echoes.clone();
        let new = |_| Helper::new(bytes, &echoes);
        Ok(Crew {
            visitors: Arc::new(Visitors::new(helpers + 1)),
            helpers: (0..helpers).map(new).collect::<Result<_, _>>()?,
            bytes,
            echoes,
            spare,
            lent: 0,
            most_helpers: most,
            listens: false,
            called: false,
            most: 1,
        })
    }

    /// Takes a spare thread if there is one, while the first thread is alone; true when
    /// it is to begin again with that thread.
    pub(super) fn listen(&mut self) -> bool {
        let more = self.listens && self.helpers.len() < self.most_helpers;
        let taken = more && self.spare.as_ref().is_some_and(|s| s.take(self.lent));
        if taken {
            self.enlist(1);
            self.called = !self.helpers.is_empty();
        }
        self.called
    }

    /// Takes in spare threads that were lent; those for which the system does not give the
    /// memory go back, and no more are taken.
    pub(super) fn enlist(&mut self, threads: usize) {
        if threads == 0 {
            return;
        }
        for back in (0..threads).rev() {
            let Ok(helper) = Helper::new(self.bytes, &self.echoes) else {
                self.most_helpers = self.helpers.len();
                if let Some(spare) = &self.spare {
                    spare.take_back(back + 1);
                }
                break;
            };
            self.lent += 1;
            self.helpers.push(helper);
        }
        self.visitors = Arc::new(Visitors::new(self.helpers.len() + 1));
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
            // The tables go first, so that the next borrower finds their memory free.
            self.helpers.clear();
            spare.take_back(self.lent);
        }
    }
}

impl Helper {
    fn new(bytes: usize, echoes: &Arc<Echoes>) -> Result<Helper, OutOfMemory> {
        Ok(Helper {
            repetition: RepetitionTable::new(bytes)?,
            workspace: Workspace::with(echoes.clone()),
        })
    }
}

/// A thread's part in a team.
pub(super) struct Membership {
    pub(super) team: Arc<Team>,
    /// The thread's nodes that the team knows of.
    pub(super) reported: u64,
}

/// One search of several threads.
pub struct Team {
    /// The number of threads when it began.
    pub(super) threads: u64,
    pub(super) visitors: Arc<Visitors>,
    /// A thread has the answer, or the first thread has met a limit.
    over: AtomicBool,
    /// Nodes of all threads, as far as they were reported.
    nodes: AtomicU64,
    /// Where more threads may come from.
    spare: Option<Arc<Spare>>,
    /// Threads that were lent from there before it began.
    lent: usize,
    /// Threads that may still come.
    wanted: usize,
    /// Threads that have come since it began.
    recruits: AtomicUsize,
}

impl Team {
    /// A search of the crew that has cost `nodes` so far.
    pub(super) fn new(crew: &Crew, nodes: u64) -> Team {
        Team {
            threads: crew.helpers.len() as u64 + 1,
            visitors: crew.visitors.clone(),
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(nodes),
            spare: crew.spare.clone(),
            lent: crew.lent,
            wanted: crew.most_helpers.saturating_sub(crew.helpers.len()),
            recruits: AtomicUsize::new(0),
        }
    }

    /// Takes a spare thread if there is one; then the search ends, to begin again with
    /// that thread.
    pub(super) fn recruit(&self) {
        if let Some(spare) = &self.spare
            && !self.is_over()
            && self.recruits() < self.wanted
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

    /// All threads stop soon.
    pub(super) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// True when there is nothing left to do.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Adds nodes of a thread. Returns the nodes of all threads.
    pub(super) fn add(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// What is added to the number of a check when a thread chooses, because of the threads that
    /// are below it already.
    #[inline]
    pub(super) fn crowd(&self, place: Place) -> u32 {
        self.visitors.count(place) * EACH
    }
}

/// Each thread below a check adds one leaf to its number (experiment 43).
const EACH: u32 = UNIT;

/// The check that a thread takes where others are below some of them, and the second best
/// number, at which it is left; virtual numbers decide both. Only checks whose own number is
/// below `thpn`, the node's threshold, are taken; there has to be one.
pub(super) fn choose(children: &[Child], thpn: u32) -> (usize, u32) {
    let mut choice = Choice::default();
    for (i, c) in children.iter().enumerate() {
        let Numbers { pn, dn } = c.value.numbers;
        if !c.hidden && !c.value.is_final() && pn < thpn {
            choice.add(i, (pn + c.crowd, dn, c.value.amount, c.order));
        }
    }
    // The bound holds for the check's own number, without those of the other threads.
    let c = &children[choice.best];
    let second = choice
        .second
        .saturating_sub(c.crowd)
        .max(c.value.numbers.pn);
    (choice.best, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Len;
    use crate::search::frame::{INDEPENDENT, Value};
    use crate::search::testing;
    use crate::shogi::Hand;
    use crate::table::numbers::{INF, MOST};

    fn team(helpers: usize, nodes: u64) -> Team {
        let crew = Crew::new(helpers, 9, 1024, None, &Workspace::default()).unwrap();
        Team::new(&crew, nodes)
    }

    #[test]
    fn all_hear_the_same_echoes() {
        let first = Workspace::default();
        let mut crew = Crew::new(1, 9, 1024, None, &first).unwrap();
        crew.enlist(2);
        assert_eq!(crew.helpers.len(), 3);
        for helper in &crew.helpers {
            assert!(Arc::ptr_eq(&helper.workspace.echoes, &first.echoes));
        }
    }

    #[test]
    fn marks_are_taken_back() {
        let team = team(1, 0);
        let place = Place {
            key: 1 << 40 | 1 << 31,
            hand: Hand::EMPTY,
        };
        assert_eq!(team.crowd(place), 0, "nobody is there");
        team.visitors.enter(place);
        let one = team.crowd(place);
        team.visitors.enter(place);
        assert!(one > 0 && team.crowd(place) > one, "two are more than one");
        team.visitors.leave(place);
        team.visitors.leave(place);
        assert_eq!(team.crowd(place), 0);
    }

    /// Checks with these proof numbers, and with these additions for other threads below them.
    fn checks(numbers: &[(u32, u32)]) -> Vec<Child> {
        let child = |&(pn, crowd): &(u32, u32)| Child {
            value: Value::open(Numbers::new(pn, 16), 1),
            crowd,
            ..testing::child()
        };
        numbers.iter().map(child).collect()
    }

    #[test]
    fn who_comes_second_takes_another_check() {
        let all = [(20, 16), (30, 0), (50, 0)];
        assert_eq!(choose(&checks(&all), 100), (1, 36));
        // A check at the threshold is not taken, although another thread is below the other one.
        assert_eq!(choose(&checks(&all), 30), (0, INF - 16));
        // A check that is far better is taken although another thread is below it.
        assert_eq!(choose(&checks(&[(20, 16), (40, 0)]), 100), (0, 24));
    }

    #[test]
    fn a_chosen_check_is_tried() {
        // Its bound is never below its own number, even with 255 threads and with numbers at the
        // end of their range.
        let (crowds, ends) = ([0, 16, 255 * 16], [1, 16, 17, 500, MOST - 1]);
        for numbers in crowds.map(|a| crowds.map(|b| (a, b))).concat() {
            for pns in ends.map(|a| ends.map(|b| (a, b))).concat() {
                let all = checks(&[(pns.0, numbers.0), (pns.1, numbers.1)]);
                let (best, second) = choose(&all, MOST);
                assert!(second >= all[best].value.numbers.pn, "{numbers:?} {pns:?}");
            }
        }
    }

    #[test]
    fn what_is_decided_or_waits_is_not_chosen() {
        let mut all = checks(&[(5, 0), (6, 0), (7, 16)]);
        all[0].hidden = true;
        all[1].value = Value::nomate(Hand::EMPTY, Len::INFINITE, INDEPENDENT, 1);
        assert_eq!(choose(&all, 100), (2, INF - 16));
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
