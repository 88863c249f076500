//! The df-pn loop (Nagai 2002), with an explicit stack.
//!
//! A frame is searched while its numbers stay under the thresholds its parent set;
//! then its result goes to the table and into the parent's list of children, and
//! the parent chooses again. Nothing recurses, so depth costs memory only. With
//! old children (TCA, Kishimoto 2010) thresholds are stretched just enough to
//! search once more; that is done only while the search makes no headway (`Stall`).

use super::conventional::{self, Metric, Way};
use super::echoes::Outlook;
use super::expand::MAX_FRAMES;
use super::features::Surroundings;
use super::frame::{Frame, NO_CHILD};
use super::prospects::Prospect;
use super::question::{Answer, Poll, Question, Stopped};
use super::summary::Summary;
use super::team::{Crew, Membership};
use super::thresholds::{Stall, best_child, just_enough};
use super::tuning::Tuning;
use super::workspace::{Salt, Tools, Workspace};
use crate::base::limits::POLL;
use crate::base::{Len, Limit, Limits, clock};
use crate::shogi::{Move, Place, Position};
use crate::table::repetition::RepetitionTable;
use crate::table::{Found, Numbers, Table};

/// One search on borrowed tables. The board returns to the root between calls.
pub struct Search<'a> {
    pub(super) pos: Position,
    pub(super) table: &'a Table,
    pub(super) repetition: &'a mut RepetitionTable,
    pub(super) work: &'a mut Workspace,
    pub(super) tuning: Tuning,
    /// The question at hand.
    pub(super) question: Question<'a>,
    pub(super) salt: Salt,
    /// Positions whose moves were generated.
    pub(super) nodes: u64,
    /// Frames entered for positions that had never been searched before.
    fresh: u64,
    /// A line of the question at hand was cut at the greatest depth.
    pub(super) too_deep: bool,
    /// Surroundings and outlook of the node that is being expanded, from when they are first
    /// needed.
    pub(super) around: Option<(Surroundings, Outlook)>,
    /// What a question that was left open has found of the moves at its root.
    pub(super) prospects: Vec<Prospect>,
    /// Who helps in `solve_together`.
    pub(super) crew: Option<&'a mut Crew>,
    /// The thread's part in the team, while several threads search.
    pub(super) team: Option<Membership>,
}

impl<'a> Search<'a> {
    /// A search on `pos`.
    pub fn new(pos: Position, tools: Tools<'a>, tuning: Tuning, salt: Salt) -> Search<'a> {
        let Tools {
            table,
            repetition,
            workspace: work,
            crew,
        } = tools;
        work.leaves.begin(salt.problem);
        work.echoes.begin(salt.problem);
        work.frames.clear();
        work.children.clear();
        work.heads.clear();
        Search {
            pos,
            table,
            repetition,
            work,
            tuning,
            question: Question::new(Limits::default()),
            salt,
            nodes: 0,
            fresh: 0,
            too_deep: false,
            around: None,
            prospects: Vec::new(),
            crew,
            team: None,
        }
    }

    /// Positions whose moves were generated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Entries that the table can take before it forgets others, about.
    pub fn table_room(&self) -> u64 {
        self.table.room()
    }

    /// The board, at the root between calls.
    pub fn position(&self) -> &Position {
        &self.pos
    }

    /// The board, to walk on; it must be brought back before the next search.
    pub fn position_mut(&mut self) -> &mut Position {
        &mut self.pos
    }

    /// What the table knows of a position, asked for a mate within `len`.
    pub fn probe(&self, place: Place, len: Len) -> Found {
        self.table.probe(place, 0, len)
    }

    /// Does the table know, for this hand and all smaller ones, that there is no mate within
    /// `len`? By the convention the replies that show it are none that may be futile.
    pub fn knows_longer(&self, place: Place, len: Len, metric: Metric) -> bool {
        let place = match metric {
            Metric::Raw => place,
            Metric::Conventional => conventional::plain(place),
        };
        matches!(self.probe(place, len), Found::NoMate { .. })
    }

    /// Stores that the position is no mate with its hand or less.
    pub fn note_nomate(&mut self, place: Place) {
        self.table.store_nomate(place, 1, Len::INFINITE, 1);
    }

    /// The legal checks on the board as it stands.
    pub fn checks(&mut self) -> Vec<Move> {
        self.work.moves.clear();
        self.pos.generate_checks(&mut self.work.moves);
        self.work.moves.clone()
    }

    /// True when `mv` is a legal check on the board as it stands.
    pub fn is_check(&mut self, mv: Move) -> bool {
        self.work.moves.clear();
        self.pos.generate_checks(&mut self.work.moves);
        self.work.moves.contains(&mv)
    }

    /// Answers a question about the board as it stands.
    ///
    /// # Errors
    /// When a limit came first.
    pub fn solve(&mut self, question: Question<'a>) -> Result<Answer, Stopped> {
        debug_assert!(self.work.frames.is_empty());
        if question.limits.left_to_the_node(self.nodes) == 0 {
            return Err(Stopped {
                limit: Limit::Nodes,
                numbers: None,
            });
        }
        self.question = question;
        self.too_deep = false;
        self.work.children.clear();
        self.work.heads.clear();
        // Path keys get a new salt: a disproof by repetition from another root must not be
        // found.
        self.salt.path = self
            .salt
            .path
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        self.enter(
            Move::default(),
            Way::Play,
            self.salt.path,
            question.len,
            question.leave_at,
            0,
        );
        self.drive()
    }

    /// Pushes the position on the board, which `mv` led to, onto the path and expands it. `len`
    /// plies are left to the mate.
    pub(super) fn enter(
        &mut self,
        mv: Move,
        way: Way,
        path: u64,
        len: Len,
        thresholds: Numbers,
        increments: u32,
    ) {
        let index = self.work.frames.len();
        let start = self.work.children.len() as u32;
        let mut frame = Frame {
            place: self.pos.place(),
            mv,
            side: self.pos.side_to_move(),
            start,
            end: start,
            heads: self.work.heads.len() as u32,
            hidden: 0,
            len,
            path,
            thresholds,
            increments,
            current: 0,
            older: 0,
            view: None,
            older_view: 0,
            recurring: NO_CHILD,
            at_once: None,
            visited: false,
            normals: 0,
            opened: false,
            refreshed: self.nodes as u32,
            way,
            base: match self.work.frames.last() {
                _ if way != Way::Play => index as u32,
                Some(parent) => parent.base,
                None => 0,
            },
        };
        self.work.path.push(&mut frame, index as u32);
        if let Some(team) = &self.team
            && !frame.is_or()
        {
            team.team.visitors.enter(frame.place);
        }
        self.work.frames.push(frame);
        self.nodes += 1;
        self.expand();
        self.find_recurring();
    }

    /// The loop: until the root is decided, or a limit is reached.
    fn drive(&mut self) -> Result<Answer, Stopped> {
        let mut increments = 0u32;
        let mut next_poll = self.nodes;
        let mut stall = Stall::default();
        loop {
            if self.nodes >= next_poll {
                if self.tuning.tca {
                    stall.update(self.nodes, self.fresh);
                }
                clock::pause();
                let all = self.all_nodes();
                let over = all.map_or(Some(Limit::Interrupted), |n| {
                    self.question.limits.reached(n)
                });
                if let Some(limit) = over {
                    return self.break_off(limit);
                }
                next_poll = self.nodes + self.next_look(all);
                self.report(all);
                if self.team.is_some() {
                    self.leave_decided();
                }
            }
            let top = self.work.frames.len() - 1;
            if self.is_outdated(self.work.frames[top].refreshed) {
                self.refresh(top);
            }
            let f = self.work.frames[top];
            let summary = self.summary(&f);
            let value = summary.value;
            if !value.is_final() {
                let mut stale = false;
                if !f.visited {
                    if stall.on && self.has_old_child(&f) {
                        increments += 1;
                    }
                } else {
                    stale = f.increments > 0 && increments == 0;
                }
                let mut thresholds = f.thresholds;
                if increments > 0 {
                    thresholds = just_enough(thresholds, value.numbers);
                }
                if !stale && !value.numbers.reaches(thresholds) {
                    self.descend(&f, &summary, thresholds, &mut increments);
                    continue;
                }
            }
            increments = increments.min(f.increments);
            if top == 0 && value.is_final() {
                return Ok(self.finish_root(value));
            }
            if top == 0 {
                return self.break_off(Limit::Interrupted);
            }
            self.finish(top, value);
        }
    }

    /// Nodes until the limits are looked at again: fewer before the node limit, so that one
    /// thread keeps it to the node and several threads nearly so. `all` are the nodes of all
    /// threads.
    fn next_look(&self, all: Option<u64>) -> u64 {
        let threads = self.team.as_ref().map_or(1, |m| m.team.threads);
        let left = self
            .question
            .limits
            .left_to_the_node(all.unwrap_or(self.nodes));
        POLL.min(left.div_ceil(threads)).max(1)
    }

    /// Enters the best child of the last frame.
    fn descend(&mut self, f: &Frame, summary: &Summary, thresholds: Numbers, increments: &mut u32) {
        let top = self.work.frames.len() - 1;
        let (best, second) = (summary.best, summary.second);
        let c = self.children_of(f)[best];
        let (_, delta) = c.value.numbers.seen_by(f.side);
        let (node_phi, node_delta) = thresholds.seen_by(f.side);
        let cap = self.tuning.cap(f.side, c.mv, self.question.metric);
        let epsilon = self.tuning.epsilon(f.side);
        let child_phi = best_child(second, node_phi, epsilon);
        let child_delta = cap
            .threshold(summary.total, node_delta, delta, c.shared)
            .max(delta.saturating_add(1));
        let mut thresholds = Numbers::of(f.side, child_phi, child_delta);
        if !c.first
            && self.tuning.source_hops > 0
            && c.way == Way::Play
            && self.question.metric == Metric::Raw
        {
            self.mark_shared_source(f, f.start as usize + best);
        }
        if c.first {
            self.fresh += 1;
            *increments = increments.saturating_sub(1);
        }
        self.work.frames[top].current = best as u16;
        self.work.frames[top].visited = true;
        let path = self.child_path(top, f.start as usize + best);
        let mut mv = c.mv;
        match c.way {
            Way::Play => self.pos.make(mv),
            Way::Slide => self
                .pos
                .special_slide(mv.from(), mv.to(), mv.is_promotion()),
            Way::Inverted => {
                let reply = self.head_of(f, &c).reply;
                mv = self.work.children[(f.start + reply as u32) as usize].mv;
                thresholds = thresholds.swapped();
                self.pos.make(mv);
            }
        }
        self.enter(mv, c.way, path, c.len, thresholds, *increments);
    }

    /// Takes `f`, the last frame, off the index of the path and out of the team's counters.
    pub(super) fn step_off(&mut self, f: &Frame) {
        self.work.path.pop(f);
        if let Some(team) = &self.team
            && !f.is_or()
        {
            team.team.visitors.leave(f.place);
        }
    }

    /// Takes back on the board what led to `f`.
    pub(super) fn take_back(&mut self, f: &Frame) {
        match f.way {
            Way::Slide => self
                .pos
                .special_unslide(f.mv.from(), f.mv.to(), f.mv.is_promotion()),
            _ => self.pos.unmake(f.mv),
        }
    }

    /// Ends the search at a limit: the numbers of the positions on the path go to the table.
    /// Returns an answer if the root turns out to be decided by that.
    fn break_off(&mut self, limit: Limit) -> Result<Answer, Stopped> {
        loop {
            let top = self.work.frames.len() - 1;
            let value = self.summary(&self.work.frames[top]).value;
            if top > 0 {
                self.finish(top, value);
            } else if value.is_final() {
                return Ok(self.finish_root(value));
            } else {
                self.keep_prospects();
                self.unwind();
                return Err(Stopped {
                    limit,
                    numbers: Some(value.numbers),
                });
            }
        }
    }

    /// Leaves the stack without storing anything, the board back at the root.
    pub(super) fn unwind(&mut self) {
        while let Some(f) = self.work.frames.pop() {
            self.step_off(&f);
            if !self.work.frames.is_empty() {
                self.take_back(&f);
            }
        }
        self.work.children.clear();
        self.work.heads.clear();
    }

    /// Tells the caller where the search stands.
    fn report(&self, nodes: Option<u64>) {
        let Some(report) = self.question.report else {
            return;
        };
        let root = self.work.frames[0];
        if root.at_once.is_none() && root.visited {
            let value = self.summary(&root).value;
            report(&Poll {
                nodes: nodes.unwrap_or(self.nodes),
                numbers: value.numbers,
                fill: self.table.fill(),
                frames: &self.work.frames,
            });
        }
    }
}

const _: () = assert!(MAX_FRAMES < u16::MAX as usize);

#[cfg(test)]
#[path = "driver_tests.rs"]
mod tests;
