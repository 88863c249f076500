//! One question, several threads.
//!
//! All threads search from the same root on the shared table (`team`), and the first
//! that has the answer ends it. A thread's own list of children gets old while it is
//! below one of them, so it looks them up again when it comes back after some time
//! (`refresh`); and now and then it looks whether somebody has decided a position of
//! its path, and leaves what is below (`settle_path`).
//!
//! When a thread comes free elsewhere in the middle of it (`spare`), everybody leaves
//! the question and begins it again with one more; the table has what was found.
//!
//! Only results that hold on every path are in the shared table, so a thread can use
//! whatever it finds there; disproofs by repetition stay with the thread whose path
//! they belong to.

use super::conventional::{Metric, Step};
use super::driver::Search;
use super::frame::Value;
use super::report::Reply;
use super::team::{Crew, Helper, Team};
use super::tuning::Tuning;
use super::workspace::Salt;
use crate::base::Len;
use crate::base::Limit;
use crate::base::Limits;
use crate::shogi::{Hand, Move, Position};
use crate::table::{Found, Table};
use std::sync::{Arc, OnceLock};

/// Children are looked up again after so many nodes below one of them.
const REFRESH: u32 = 64;

/// What a thread found, as far as the caller of `solve` may ask for it.
struct Answer {
    value: Value,
    root_move: Move,
    root_replies: Vec<Reply>,
    too_deep: bool,
}

/// What is the same for all threads.
#[derive(Clone)]
pub(super) struct Question<'t> {
    pos: Position,
    table: &'t Table,
    limits: Limits<'t>,
    tuning: Tuning,
    metric: Metric,
    notes_plain: bool,
    barred: Vec<(u64, Hand)>,
    pub(super) salt: Salt,
    len: Len,
}

impl<'a> Search<'a> {
    /// The same as `solve`, with the help of the crew if there is one. The move and
    /// the replies at the root are then those of the thread that came first; which
    /// one that is, and so the number of nodes, is not the same every time.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub fn solve_together(&mut self, len: Len) -> Result<Value, Limit> {
        loop {
            let answer = match self.crew.take() {
                None => return self.solve(len),
                Some(crew) if crew.helpers.is_empty() => {
                    crew.listens = true;
                    self.crew = Some(crew);
                    let answer = self.solve(len);
                    self.answer_unless_called(answer)
                }
                Some(crew) => {
                    let answer = self.solve_with(crew, len);
                    self.crew = Some(crew);
                    answer
                }
            };
            if let Some(answer) = answer {
                return answer;
            }
        }
    }

    /// What the first thread found alone; nothing when it was called away.
    fn answer_unless_called(
        &mut self,
        answer: Result<Value, Limit>,
    ) -> Option<Result<Value, Limit>> {
        let called = self.crew.as_mut().is_some_and(|crew| {
            crew.listens = false;
            std::mem::take(&mut crew.called)
        });
        (!called).then_some(answer)
    }

    /// The answer of a crew; nothing when it has grown and is to begin again.
    fn solve_with(&mut self, crew: &mut Crew, len: Len) -> Option<Result<Value, Limit>> {
        let given = self.limits;
        self.limits = given.at_most(self.nodes + self.tuning.alone);
        let alone = self.solve(len);
        self.limits = given;
        let over =
            !matches!(alone, Err(Limit::Nodes)) || given.nodes.is_some_and(|n| self.nodes >= n);
        if over {
            return Some(alone);
        }
        crew.most = crew.most.max(crew.helpers.len() + 1);
        let question = self.question(len);
        let team = Arc::new(Team::new(crew, self.nodes));
        let first: OnceLock<Answer> = OnceLock::new();
        let own = std::thread::scope(|scope| {
            for (n, helper) in crew.helpers.iter_mut().enumerate() {
                let (question, team, first) = (question.clone(), team.clone(), &first);
                let work = move || help(question, helper, &team, first);
                let name = format!("search-{}", n + 1);
                if std::thread::Builder::new()
                    .name(name)
                    .spawn_scoped(scope, work)
                    .is_err()
                {
                    // No more threads to be had: those there are will do.
                    break;
                }
            }
            let before = self.nodes;
            self.team = Some(team.clone());
            self.reported = before;
            let own = self.solve(len);
            team.end();
            own
        });
        self.team = None;
        self.nodes = team.add(self.nodes - self.reported);
        crew.enlist(team.recruits());
        Some(match (own, first.into_inner()) {
            (Err(_), Some(answer)) => {
                self.root_move = answer.root_move;
                self.root_replies = answer.root_replies;
                self.too_deep |= answer.too_deep;
                Ok(answer.value)
            }
            (Err(Limit::Interrupted), None) if team.recruits() > 0 => return None,
            (own, _) => own,
        })
    }

    /// What helpers are asked.
    pub(super) fn question(&self, len: Len) -> Question<'a> {
        Question {
            pos: self.pos.clone(),
            table: self.table,
            limits: self.limits,
            tuning: self.tuning,
            metric: self.metric,
            notes_plain: self.notes_plain,
            barred: self.barred.clone(),
            salt: self.salt,
            len,
        }
    }

    /// Tells the team of the nodes since the last time; the nodes of all, or nothing
    /// when the search is over.
    pub(super) fn all_nodes(&mut self) -> Option<u64> {
        let Some(team) = &self.team else {
            let alone = self.nodes < self.tuning.alone;
            let called = match &mut self.crew {
                Some(crew) if !alone => crew.listen(),
                _ => false,
            };
            return (!called).then_some(self.nodes);
        };
        let all = team.add(self.nodes - self.reported);
        self.reported = self.nodes;
        team.recruit();
        (!team.is_over()).then_some(all)
    }

    /// True when the children of frame `top` were looked up long ago.
    #[inline(always)]
    pub(super) fn is_outdated(&self, refreshed: u32) -> bool {
        self.team.is_some() && (self.nodes as u32).wrapping_sub(refreshed) >= REFRESH
    }

    /// Notes how many threads are below child `i` of frame `top`, if it is a check.
    #[inline(always)]
    pub(super) fn note_crowd(&mut self, top: usize, i: usize) {
        if let (Some(team), true) = (&self.team, self.frames[top].or) {
            let c = &mut self.children[i];
            c.crowd = team.crowd(c.key, c.hand);
        }
    }

    /// Looks the open children of the last frame up again, but for the one that was
    /// just searched.
    pub(super) fn refresh(&mut self, top: usize) {
        self.frames[top].refreshed = self.nodes as u32;
        let f = self.frames[top];
        if f.settled.is_some() {
            return;
        }
        let start = f.start as usize;
        for i in start..f.end as usize {
            let c = &self.children[i];
            let waits = c.hidden || !c.known || c.value.is_final();
            if waits || c.step != Step::Play || i == start + f.current as usize {
                continue;
            }
            let value = self.look_up(top, i);
            self.children[i].value = value;
            if value.is_final() {
                self.reveal(top, i);
            }
        }
        self.open_gate(top);
    }

    /// Leaves the first position of the path that somebody else has decided, and what
    /// is below it.
    pub(super) fn settle_path(&mut self) {
        for i in 1..self.frames.len() {
            let f = self.frames[i];
            let (found, plain) = self.find(f.key, f.hand, i as u16 + 1, f.len);
            let value = match found {
                Found::Open { .. } => continue,
                known => Value::known(known, plain),
            };
            while self.frames.len() > i + 1 {
                let top = self.frames.len() - 1;
                let f = self.frames[top];
                let value = self.summary(&f).value;
                self.finish(top, value);
            }
            // The result is in the table, with the move that was found there.
            self.hand_back(i, value);
            return;
        }
    }
}

/// What a helper does with one question.
fn help(question: Question<'_>, helper: &mut Helper, team: &Arc<Team>, first: &OnceLock<Answer>) {
    let (repetition, workspace) = (&mut helper.repetition, &mut helper.workspace);
    let Question { pos, table, .. } = question;
    let (limits, salt) = (question.limits, question.salt);
    let mut search = Search::new(pos, table, repetition, workspace, limits, salt);
    search.tuning = question.tuning;
    search.metric = question.metric;
    search.notes_plain = question.notes_plain;
    search.barred = question.barred;
    search.team = Some(team.clone());
    // Who meets a limit leaves it to the others to meet it as well.
    if let Ok(value) = search.solve(question.len) {
        // Who comes second has the same answer.
        let _ = first.set(Answer {
            value,
            root_move: search.root_move,
            root_replies: std::mem::take(&mut search.root_replies),
            too_deep: search.too_deep,
        });
        team.end();
    }
    team.add(search.nodes - search.reported);
}
