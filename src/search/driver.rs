//! The df-pn loop (Nagai 2002), with an explicit stack.
//!
//! A frame is searched while its numbers stay under the thresholds its parent set;
//! then its result goes to the table and into the parent's list of children, and
//! the parent chooses again. Nothing recurses, so depth costs memory only. With
//! old children (TCA, Kishimoto 2010) thresholds are stretched just enough to
//! search once more; that is done only while the search makes no headway (`Stall`).

use super::conventional::{self, Metric, Step};
use super::echoes::{Echoes, Outlook};
use super::expand::MAX_FRAMES;
use super::features::Surroundings;
use super::frame::{Child, Frame, INDEPENDENT, Value};
use super::leaves::Leaves;
use super::numbers::{MOST, UNIT};
use super::path::PathIndex;
use super::report::{Poll, Reply};
use super::summary::Summary;
use super::team::{Crew, Team};
use super::thresholds::{self, Stall};
use super::tuning::Tuning;
use super::workspace::{Salt, Workspace};
use crate::base::Len;
use crate::base::Limit;
use crate::base::limits::{Limits, POLL};
use crate::shogi::{Hand, Move, Position, Side};
use crate::table::repetition::RepetitionTable;
use crate::table::{Found, Table};
use std::sync::Arc;

/// One search on borrowed tables. The board returns to the root between calls.
pub struct Search<'a> {
    pub(super) pos: Position,
    pub(super) table: &'a Table,
    pub(super) repetition: &'a mut RepetitionTable,
    pub(super) frames: &'a mut Vec<Frame>,
    pub(super) children: &'a mut Vec<Child>,
    pub(super) moves: &'a mut Vec<Move>,
    pub(super) path: &'a mut PathIndex,
    pub(super) leaves: &'a mut Leaves,
    pub(super) echoes: &'a Echoes,
    /// Of the node that is being expanded, once asked for.
    pub(super) around: Option<(Surroundings, Outlook)>,
    /// Frames of positions that were never searched before.
    fresh: u64,
    /// Positions whose moves were generated.
    pub nodes: u64,
    pub limits: Limits<'a>,
    pub tuning: Tuning,
    /// How lengths are counted; change it only between searches.
    pub metric: Metric,
    /// The raw metric notes its plain disproofs for the conventional one.
    pub notes_plain: bool,
    /// Positions that are worth nothing to the attacker, as if they stood on the
    /// path, with any hand that theirs covers. To be set on empty tables only, or
    /// made smaller: a proof that avoids more avoids less.
    pub barred: Vec<(u64, Hand)>,
    /// A line was cut at the greatest depth.
    pub too_deep: bool,
    /// The root's replies after the last `solve` of a defender's node.
    pub root_replies: Vec<Reply>,
    /// Called every `POLL` nodes with the root's numbers.
    pub on_poll: Option<&'a dyn Fn(&Poll<'_>)>,
    /// Who helps in `solve_together`.
    pub crew: Option<&'a mut Crew>,
    /// While several threads search.
    pub(super) team: Option<Arc<Team>>,
    /// Nodes the team knows of.
    pub(super) reported: u64,
    pub(super) salt: Salt,
    /// The move that decided the last `solve`: mates, or holds the defence.
    pub root_move: Move,
    /// Proof and disproof number of the root when a limit ended the last `solve`.
    pub left_at: Option<(u32, u32)>,
}

impl<'a> Search<'a> {
    /// A search on `pos`.
    pub fn new(
        pos: Position,
        table: &'a Table,
        repetition: &'a mut RepetitionTable,
        workspace: &'a mut Workspace,
        limits: Limits<'a>,
        salt: Salt,
    ) -> Search<'a> {
        let Workspace {
            frames,
            children,
            moves,
            path,
            leaves,
            echoes,
        } = workspace;
        leaves.begin(salt.problem);
        echoes.begin(salt.problem);
        frames.clear();
        children.clear();
        Search {
            pos,
            table,
            repetition,
            frames,
            children,
            moves,
            path,
            leaves,
            echoes,
            around: None,
            fresh: 0,
            nodes: 0,
            limits,
            tuning: Tuning::default(),
            metric: Metric::Raw,
            notes_plain: false,
            barred: Vec::new(),
            too_deep: false,
            root_replies: Vec::new(),
            on_poll: None,
            crew: None,
            team: None,
            reported: 0,
            salt,
            root_move: Move::default(),
            left_at: None,
        }
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
    pub fn probe(&self, key: u64, hand: Hand, len: Len) -> Found {
        self.table.probe(key, hand, 0, len)
    }

    /// Stores that the position is no mate for `hand` or less.
    pub fn note_nomate(&mut self, key: u64, hand: Hand) {
        self.table.store_nomate(key, hand, 1, Len::INFINITE, 1);
    }

    /// True when `mv` is a legal check on the board as it stands.
    pub fn is_check(&mut self, mv: Move) -> bool {
        self.moves.clear();
        self.pos.generate_checks(self.moves);
        self.moves.contains(&mv)
    }

    /// Decides "mate within `len`" for the board as it stands.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub fn solve(&mut self, len: Len) -> Result<Value, Limit> {
        debug_assert!(self.frames.is_empty());
        self.children.clear();
        // Path keys start anew: another root is another history.
        self.salt.path = self
            .salt
            .path
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        self.enter(
            Move::default(),
            Step::Play,
            self.salt.path,
            len,
            (MOST + 1, MOST + 1),
            0,
        );
        self.drive()
    }

    pub(super) fn enter(
        &mut self,
        mv: Move,
        step: Step,
        path: u64,
        len: Len,
        (thpn, thdn): (u32, u32),
        increments: u32,
    ) {
        let index = self.frames.len();
        let start = self.children.len() as u32;
        let mut frame = Frame {
            key: self.pos.board_key(),
            hand: self.pos.attacker_hand(),
            mv,
            or: self.pos.side_to_move() == Side::Attacker,
            start,
            end: start,
            hidden: 0,
            len,
            path,
            thpn,
            thdn,
            increments,
            current: 0,
            older: 0,
            settled: None,
            visited: false,
            normals: 0,
            opened: false,
            refreshed: self.nodes as u32,
            step,
            base: match self.frames.last() {
                _ if step != Step::Play => index as u32,
                Some(parent) => parent.base,
                None => 0,
            },
        };
        self.path.push(&mut frame, index as u32);
        if let (false, Some(team)) = (frame.or, &self.team) {
            team.visitors.enter(frame.key, frame.hand);
        }
        self.frames.push(frame);
        self.nodes += 1;
        self.expand();
    }

    fn drive(&mut self) -> Result<Value, Limit> {
        let mut increments = 0u32;
        let mut next_poll = self.nodes;
        let mut stall = Stall::default();
        loop {
            if self.nodes >= next_poll {
                next_poll = self.nodes + POLL;
                if self.tuning.tca {
                    stall.update(self.nodes, self.fresh);
                }
                let all = self.all_nodes();
                let over = all.map_or(Some(Limit::Interrupted), |n| self.limits.reached(n));
                if let Some(limit) = over {
                    return self.break_off().ok_or(limit);
                }
                self.report(all);
                if self.team.is_some() {
                    self.settle_path();
                }
            }
            let top = self.frames.len() - 1;
            if self.is_outdated(self.frames[top].refreshed) {
                self.refresh(top);
            }
            let f = self.frames[top];
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
                let (mut thpn, mut thdn) = (f.thpn, f.thdn);
                if increments > 0 {
                    thpn = thresholds::just_enough(thpn, value.pn);
                    thdn = thresholds::just_enough(thdn, value.dn);
                }
                if !stale && value.pn < thpn && value.dn < thdn {
                    self.descend(&f, &summary, (thpn, thdn), &mut increments);
                    continue;
                }
            }
            increments = increments.min(f.increments);
            let value = self.finish(top, value);
            if top == 0 {
                return Ok(value);
            }
        }
    }

    /// Enters the best child of the last frame.
    fn descend(
        &mut self,
        f: &Frame,
        summary: &Summary,
        (thpn, thdn): (u32, u32),
        increments: &mut u32,
    ) {
        let top = self.frames.len() - 1;
        let (best, second) = (summary.best, summary.second);
        let c = self.children_of(f)[best];
        let delta = if f.or { c.value.dn } else { c.value.pn };
        let cap = self.tuning.cap(f.or, c.mv, self.metric);
        let epsilon = if f.or {
            self.tuning.or_epsilon
        } else {
            self.tuning.and_epsilon
        };
        let (node_phi, node_delta) = if f.or { (thpn, thdn) } else { (thdn, thpn) };
        let child_phi = thresholds::best_child(second, node_phi, epsilon);
        let child_delta = cap
            .threshold(summary.total, node_delta, delta, c.shared)
            .max(delta.saturating_add(1));
        let (child_pn, child_dn) = if f.or {
            (child_phi, child_delta)
        } else {
            (child_delta, child_phi)
        };
        if !c.first
            && self.tuning.source_hops > 0
            && c.step == Step::Play
            && self.metric == Metric::Raw
        {
            self.mark_shared_source(f, f.start as usize + best);
        }
        if c.first {
            self.fresh += 1;
            *increments = increments.saturating_sub(1);
        }
        self.frames[top].current = best as u16;
        self.frames[top].visited = true;
        let path = self.child_path(f.path, f.start as usize + best, top as u16 + 2);
        let mut thresholds = (child_pn, child_dn);
        let mut mv = c.mv;
        match c.step {
            Step::Play => self.pos.make(mv),
            Step::Slide => self
                .pos
                .special_slide(mv.from(), mv.to(), mv.is_promotion()),
            Step::Inverted => {
                mv = self.children[(f.start + c.reply as u32) as usize].mv;
                thresholds = (child_dn, child_pn);
                self.pos.make(mv);
            }
        }
        self.enter(mv, c.step, path, c.len, thresholds, *increments);
    }

    /// The path ends before `f` again.
    fn step_off(&mut self, f: &Frame) {
        self.path.pop(f);
        if let (false, Some(team)) = (f.or, &self.team) {
            team.visitors.leave(f.key, f.hand);
        }
    }

    fn take_back(&mut self, f: &Frame) {
        match f.step {
            Step::Slide => self
                .pos
                .special_unslide(f.mv.from(), f.mv.to(), f.mv.is_promotion()),
            _ => self.pos.unmake(f.mv),
        }
    }

    /// Stores the result of the last frame, removes the frame and tells the parent.
    pub(super) fn finish(&mut self, top: usize, mut value: Value) -> Value {
        let f = self.frames[top];
        let depth = top as u16 + 1;
        if top == 0 {
            self.root_move = self.deciding_move(&f);
            self.note_replies(&f);
        } else if value.is_final() {
            self.note_outcome(&f, &value);
        }
        let conventional = self.counts_conventionally(f.len);
        let key = if conventional {
            conventional::key(f.key, f.hand)
        } else {
            f.key
        };
        let plain = conventional && value.plain && self.tuning.dominance;
        if conventional && !plain || !self.tuning.dominance {
            value.hand = f.hand;
        }
        if value.is_mate() {
            let mv = self.mating_move(&f);
            let key = if plain { f.key } else { key };
            self.table
                .store_mate(key, value.hand, depth, value.len, value.amount, mv);
        } else if value.is_nomate() {
            if value.repetition >= depth {
                value.repetition = INDEPENDENT;
                let notes = self.notes_plain && !conventional && value.len.is_finite();
                if plain || notes && value.plain {
                    let key = conventional::plain_key(f.key);
                    self.table
                        .store_nomate(key, value.hand, depth, value.len, value.amount);
                }
                if !plain {
                    self.table
                        .store_nomate(key, value.hand, depth, value.len, value.amount);
                }
            } else {
                let path = self.path_key(f.path, f.key, f.hand);
                self.repetition.insert(path, value.repetition, value.len);
                // On other paths it is open again, but not promising: its numbers are
                // those it was given up with (experiment 4).
                let pn = if self.tuning.give_up {
                    f.thpn.min(MOST / 4)
                } else {
                    UNIT
                };
                self.table
                    .store_repetition(key, f.hand, depth, pn, UNIT, value.amount);
            }
        } else {
            self.table.store_open(
                key,
                f.hand,
                depth,
                value.pn,
                value.dn,
                value.amount,
                f.mv.bits(),
            );
        }
        self.hand_back(top, value);
        value
    }

    /// Removes the last frame and tells the parent its value.
    pub(super) fn hand_back(&mut self, top: usize, value: Value) {
        let f = self.frames[top];
        self.step_off(&f);
        self.frames.pop();
        self.children.truncate(f.start as usize);
        if top > 0 {
            self.take_back(&f);
            self.around = None;
            let parent = self.frames[top - 1];
            let i = (parent.start + parent.current as u32) as usize;
            let c = &mut self.children[i];
            c.first = false;
            c.old = false;
            if c.step == Step::Play {
                c.value = value;
            } else {
                self.advance_head(top - 1, i, value);
            }
            self.note_crowd(top - 1, i);
            self.reveal(top - 1, i);
            if !parent.or {
                self.open_gate(top - 1);
            }
        }
    }

    /// A limit has come: the numbers of the positions on the path go to the table, and those
    /// of the root are noted. Its value if it turns out to be decided.
    fn break_off(&mut self) -> Option<Value> {
        loop {
            let top = self.frames.len() - 1;
            let value = self.summary(&self.frames[top]).value;
            if top > 0 || value.is_final() {
                let value = self.finish(top, value);
                if top == 0 {
                    return Some(value);
                }
                continue;
            }
            self.left_at = Some((value.pn, value.dn));
            self.unwind();
            return None;
        }
    }

    /// Leaves the stack without storing anything, the board back at the root.
    pub(super) fn unwind(&mut self) {
        while let Some(f) = self.frames.pop() {
            self.step_off(&f);
            if !self.frames.is_empty() {
                self.take_back(&f);
            }
        }
        self.children.clear();
    }

    /// Tells the caller where the search stands.
    fn report(&mut self, nodes: Option<u64>) {
        let Some(callback) = self.on_poll.take() else {
            return;
        };
        let root = self.frames[0];
        if root.settled.is_none() && root.visited {
            let value = self.summary(&root).value;
            callback(&Poll {
                nodes: nodes.unwrap_or(self.nodes),
                pn: value.pn,
                dn: value.dn,
                fill: self.table.fill(),
                frames: self.frames,
            });
        }
        self.on_poll = Some(callback);
    }
}

const _: () = assert!(MAX_FRAMES < u16::MAX as usize);

#[cfg(test)]
#[path = "driver_tests.rs"]
mod tests;
