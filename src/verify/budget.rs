//! One budget of time and nodes for all the searches of a problem.

use super::passes::Effort;
use super::policy::{BESIDE_DIFFERENCE, BESIDE_FAULT, BESIDE_FAULT_NODES, PROOF_NODES, PROOF_TIME};
use super::types::Futile;
use crate::base::clock::Instant;
use crate::base::limits::{share_of_nodes, share_of_time};
use crate::solver::{Control, Cost, Lengths, Limit, Options, Outcome};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A deadline and a number of nodes.
pub type Bounds = (Option<Instant>, Option<u64>);

/// What is still asked of a problem once it is proved to have a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Nothing, and no proof is written.
    Nothing,
    /// What a part of the limits can answer.
    Part,
    /// Everything, with the whole of the limits.
    Everything,
}

/// The limits of one problem, and what its searches have used of them.
pub struct Budget<'a> {
    begin: Instant,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    pub(super) control: Control<'a>,
    /// What is asked once a fault is proved.
    pub beside: Beside,
    /// True between [`Budget::cut_back`] and [`Budget::restore`].
    is_cut_back: bool,
    /// The deadline and the nodes in the beginning.
    given: Bounds,
    /// Nodes used so far.
    pub used: u64,
    /// The most bytes of main tables that were in use at once so far.
    pub table_bytes: usize,
    /// The most threads that searched at once so far.
    pub threads: usize,
    /// The first defect of tsumi that a search has met.
    pub defect: Option<String>,
}

/// What one search has to prove, and how much of the budget it may take.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// True to prove the raw length minimal.
    pub shortest_raw: bool,
    /// True to prove the conventional length minimal.
    pub shortest_conventional: bool,
    /// The length in plies that is claimed for the position.
    pub claimed: Option<u32>,
    /// True to ask of the lengths only whether there is a mate within the claimed one.
    pub claim_only: bool,
    /// Nodes that the lengths may take once the verdict is known.
    pub length_nodes: Option<u64>,
    /// The most nodes that this search may take.
    pub nodes: Option<u64>,
    /// The percentage of what is left that this search may take.
    pub share: u32,
}

impl Default for Aim {
    /// A search for the verdict alone, with all that is left.
    fn default() -> Aim {
        Aim {
            shortest_raw: false,
            shortest_conventional: false,
            claimed: None,
            claim_only: false,
            length_nodes: None,
            nodes: None,
            share: 100,
        }
    }
}

impl Aim {
    /// A search that has to prove the length minimal which counts.
    pub fn shortest(futile: Futile) -> Aim {
        Aim {
            shortest_raw: futile == Futile::None,
            shortest_conventional: futile == Futile::Return,
            ..Aim::default()
        }
    }

    /// A search of at most `nodes` nodes that has to prove no length.
    pub fn at_most(nodes: u64) -> Aim {
        Aim {
            nodes: Some(nodes),
            ..Aim::default()
        }
    }
}

impl<'a> Budget<'a> {
    /// A budget that begins now.
    pub fn new(time: Option<Duration>, nodes: Option<u64>, control: Control<'a>) -> Budget<'a> {
        let begin = Instant::now();
        let deadline = time.and_then(|t| begin.checked_add(t));
        Budget {
            begin,
            deadline,
            nodes,
            control,
            beside: Beside::Part,
            is_cut_back: false,
            given: (deadline, nodes),
            used: 0,
            table_bytes: 0,
            threads: 1,
            defect: None,
        }
    }

    /// The budget, with something else to be asked once a fault is proved.
    pub fn asking(self, beside: Beside) -> Budget<'a> {
        Budget { beside, ..self }
    }

    /// Lowers the limits once it is known that the problem is not what it claims to be: what is
    /// still open gets as much as was used until now, but at least one part in
    /// [`BESIDE_DIFFERENCE`] of the limit. A second call changes nothing before
    /// [`Budget::restore`].
    pub fn cut_back(&mut self) {
        if self.is_cut_back || self.beside == Beside::Everything {
            return;
        }
        self.is_cut_back = true;
        if self.beside == Beside::Nothing {
            self.nodes = Some(self.used);
            return;
        }
        let now = Instant::now();
        if let Some(deadline) = &mut self.deadline {
            let whole = *deadline - self.begin;
            *deadline = (*deadline).min(now + (now - self.begin).max(whole / BESIDE_DIFFERENCE));
        }
        if let Some(nodes) = &mut self.nodes {
            *nodes = (*nodes).min(self.used + self.used.max(*nodes / u64::from(BESIDE_DIFFERENCE)));
        }
    }

    /// Gives back what [`Budget::cut_back`] took away; the next call of that cuts again.
    pub fn restore(&mut self) {
        if self.beside != Beside::Nothing {
            (self.deadline, self.nodes) = self.given;
            self.is_cut_back = false;
        }
    }

    /// Lowers the limits for what else mates in a problem with a fatal fault: it gets as much as
    /// was used until now, but at least one part in [`BESIDE_FAULT`] of the limits, and without
    /// limits at least [`BESIDE_FAULT_NODES`]. Returns the limits before, for [`Budget::set`].
    pub fn beside_fault(&mut self) -> Bounds {
        let before = (self.deadline, self.nodes);
        match self.beside {
            Beside::Nothing => {
                self.nodes = Some(self.used);
                return before;
            }
            Beside::Everything => return before,
            Beside::Part => {}
        }
        if let (Some(deadline), Some(whole)) = (&mut self.deadline, self.given.0) {
            let now = Instant::now();
            let least = (whole - self.begin) / BESIDE_FAULT;
            *deadline = (*deadline).min(now + (now - self.begin).max(least));
        }
        let least = match self.given {
            (_, Some(nodes)) => nodes / u64::from(BESIDE_FAULT),
            (None, None) => BESIDE_FAULT_NODES,
            (Some(_), None) => return before,
        };
        let most = self.used + self.used.max(least);
        self.nodes = Some(self.nodes.map_or(most, |nodes| nodes.min(most)));
        before
    }

    /// Sets the limits.
    pub fn set(&mut self, bounds: Bounds) {
        (self.deadline, self.nodes) = bounds;
    }

    /// Time used so far.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The limit that is reached, if any.
    pub fn spent(&self) -> Option<Limit> {
        let stopped = self.control.stop.is_some_and(|s| s.load(Ordering::Relaxed));
        let no_nodes = self.nodes.is_some_and(|n| self.used >= n);
        let no_time = || self.deadline.is_some_and(|d| Instant::now() >= d);
        Limit::first(stopped, no_nodes, no_time)
    }

    /// True when `share` percent of the budget are used up.
    pub fn is_used(&self, share: u32) -> bool {
        let whole = self.deadline.map(|d| d - self.begin);
        self.spent().is_some()
            || self
                .nodes
                .is_some_and(|n| self.used >= share_of_nodes(n, share))
            || whole.is_some_and(|t| self.elapsed() >= share_of_time(t, share))
    }

    /// Nodes that are left until `share` percent of the budget are used; `None` without
    /// limits. Time is converted into nodes at the speed so far, so the answer is an estimate.
    pub fn nodes_left(&self, share: u32) -> Option<u64> {
        let by_nodes = self
            .nodes
            .map(|n| share_of_nodes(n, share).saturating_sub(self.used));
        let by_time = self.deadline.map(|deadline| {
            let end = share_of_time(deadline - self.begin, share);
            let left = end.saturating_sub(self.elapsed());
            let spent = self.elapsed().as_secs_f64().max(1e-3);
            (self.used as f64 / spent * left.as_secs_f64()) as u64
        });
        by_nodes.into_iter().chain(by_time).min()
    }

    /// The limit to blame for something that was left open.
    pub fn blame(&self) -> Limit {
        match (self.spent(), self.deadline, self.nodes) {
            (Some(limit), _, _) => limit,
            (None, Some(_), _) => Limit::Time,
            (None, None, Some(_)) => Limit::Nodes,
            (None, None, None) => Limit::Memory,
        }
    }

    /// Time that a search may take which gets `share` percent of what is left; `None` without a
    /// limit.
    pub fn time(&self, share: u32) -> Option<Duration> {
        self.deadline
            .map(|d| share_of_time(d.saturating_duration_since(Instant::now()), share))
    }

    /// Extends the limits for the proofs that are written down once everything was found: they may
    /// take as many nodes, and where time is limited as much time, as everything before, an
    /// `earlier` verification included, and some at least.
    pub fn extend_for_proofs(&mut self, earlier: Effort) {
        let time = self.elapsed().saturating_add(earlier.time);
        let until = Instant::now().checked_add(time.max(PROOF_TIME));
        self.deadline = self.deadline.and(until);
        let nodes = self.used.saturating_add(earlier.nodes).max(PROOF_NODES);
        self.nodes = self.nodes.map(|_| self.used.saturating_add(nodes));
    }

    /// `options` with what one search has to prove and may take of the budget.
    pub(super) fn allowed(&self, options: &Options, aim: Aim) -> Options {
        let time = self.time(aim.share);
        let left = self
            .nodes
            .map(|n| share_of_nodes(n.saturating_sub(self.used), aim.share).max(1));
        let nodes = match (left, aim.nodes) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Options {
            time,
            nodes,
            shortest_raw: aim.shortest_raw,
            shortest_conventional: aim.shortest_conventional,
            claimed: aim.claimed,
            claim_only: aim.claim_only,
            length_nodes: aim.length_nodes,
            lengths: Lengths::Quick,
            // What is claimed of lengths is proved at the end, and of the problem alone.
            ..options.clone().deciding()
        }
    }

    /// Counts what a search has used, and keeps the first defect.
    pub(super) fn note_outcome(&mut self, outcome: &Outcome) {
        self.note(outcome.cost());
        self.note_defect(outcome.defect.as_ref());
    }

    /// Keeps the first defect.
    pub(super) fn note_defect(&mut self, why: Option<&String>) {
        if self.defect.is_none() {
            self.defect = why.cloned();
        }
    }

    /// Counts what a search has used.
    pub(super) fn note(&mut self, cost: Cost) {
        self.used += cost.nodes;
        self.threads = self.threads.max(cost.threads);
        self.table_bytes = self.table_bytes.max(cost.table_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::types::{Settings, Status};
    use super::*;
    use crate::base::Problem;
    use crate::base::problem::Source;
    use crate::formats::sfen;
    use crate::verify::Verifier;
    use shogi_core::Color;

    fn nodes(n: u64, used: u64) -> Budget<'static> {
        let mut budget = Budget::new(None, Some(n), Control::default());
        budget.used = used;
        budget
    }

    /// No certificate of the solver is known that is refused, so the refusals are set by hand.
    #[test]
    fn the_first_defect_of_any_question_is_told_with_the_answer() {
        let mut budget = Budget::new(None, None, Control::default());
        for why in ["the first", "the second"] {
            let mut open = Outcome::unknown(Limit::SelfCheck);
            open.defect = Some(why.to_string());
            budget.note_outcome(&open);
        }
        let root = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        let root = root.unwrap().position;
        let problem = Problem::plain("a".into(), root, Color::Black, Source::at("x", 1));
        let mut verifier = Verifier::new(Settings::default());
        let judged = verifier.case(budget, &problem, None).run().unwrap();
        assert_eq!(judged.statuses, [Status::Mate]);
        assert_eq!(judged.outcome.defect.as_deref(), Some("the first"));
    }

    #[test]
    fn a_part_of_the_budget_is_used_before_all_of_it() {
        assert!(!nodes(150, 36).is_used(25));
        assert!(nodes(150, 38).is_used(25));
        assert!(!nodes(150, 149).is_used(100));
        assert!(nodes(150, 150).is_used(100) && nodes(150, 150).spent().is_some());
        assert!(!Budget::new(None, None, Control::default()).is_used(0));
    }

    #[test]
    fn what_is_left_is_counted_in_nodes() {
        assert_eq!(nodes(1000, 300).nodes_left(100), Some(700));
        assert_eq!(nodes(1000, 300).nodes_left(50), Some(200));
        assert_eq!(nodes(1000, 600).nodes_left(50), Some(0));
        let endless = Budget::new(None, None, Control::default());
        assert_eq!(endless.nodes_left(100), None);
        let hour = Some(Duration::from_secs(3600));
        let mut timed = Budget::new(hour, Some(1_000_000), Control::default());
        assert_eq!(timed.nodes_left(100), Some(0), "no speed yet");
        timed.used = 10_000;
        // Ten thousand nodes in hardly any time: the node limit is the nearer one.
        assert_eq!(timed.nodes_left(100), Some(990_000));
    }

    #[test]
    fn limits_that_were_given_back_can_be_cut_again() {
        let mut budget = nodes(800, 50);
        budget.cut_back();
        assert_eq!(budget.nodes, Some(150));
        budget.restore();
        assert_eq!(budget.nodes, Some(800));
        budget.used = 200;
        budget.cut_back();
        assert_eq!(budget.nodes, Some(400));
        budget.cut_back();
        assert_eq!(budget.nodes, Some(400));
    }

    #[test]
    fn what_is_open_beside_a_difference_gets_less() {
        for (used, left) in [(0, 100), (50, 100), (300, 300), (700, 100), (800, 0)] {
            let mut budget = nodes(800, used);
            budget.cut_back();
            budget.cut_back();
            assert_eq!(budget.nodes.map(|n| n - used), Some(left), "{used}");
        }
        let mut all = nodes(800, 50).asking(Beside::Everything);
        all.cut_back();
        all.beside_fault();
        assert_eq!(all.nodes, Some(800));
        let mut endless = Budget::new(None, None, Control::default());
        endless.cut_back();
        assert!(endless.spent().is_none());
        let before = endless.beside_fault();
        assert_eq!(
            endless.nodes,
            Some(BESIDE_FAULT_NODES),
            "it ends without limits too"
        );
        endless.set(before);
        assert!(endless.spent().is_none() && endless.nodes.is_none());
        for (used, left) in [(0, 25), (300, 300), (700, 100)] {
            let mut budget = nodes(800, used);
            let before = budget.beside_fault();
            assert_eq!(budget.nodes.map(|n| n - used), Some(left), "{used}");
            budget.set(before);
            assert_eq!(budget.nodes, Some(800));
        }
    }
}
