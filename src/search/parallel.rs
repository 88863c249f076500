//! One question, several threads.
//!
//! All threads search from the same root on the shared table (`team`), and the first
//! that has the answer ends it. A thread's own list of children gets old while it is
//! below one of them, so it looks them up again when it comes back after some time
//! (`refresh`); and now and then it looks whether another thread has decided a position of
//! its path, and leaves what is below (`leave_decided`).
//!
//! When a thread comes free elsewhere in the middle of it (`spare`), all threads leave
//! the question and begin it again with one more; the table keeps what was found.
//!
//! Only results that hold on every path are in the shared table, so a thread can use
//! whatever it finds there; disproofs by repetition stay with the thread whose path
//! they belong to.

use super::driver::Search;
use super::frame::Value;
use super::question::{Answer, Question, Stopped};
use super::team::{Crew, Helper, Membership, Team};
use super::tuning::Tuning;
use super::workspace::{Salt, Tools};
use crate::base::Limit;
use crate::shogi::Position;
use crate::table::{Found, Table};
use std::sync::{Arc, OnceLock};

/// Nodes below one child after which the others are looked up again.
const REFRESH: u32 = 64;

/// What a helper is given: the question, and what its search is made of.
#[derive(Clone)]
pub(super) struct Errand<'t> {
    pos: Position,
    table: &'t Table,
    tuning: Tuning,
    pub(super) salt: Salt,
    question: Question<'t>,
}

impl<'a> Search<'a> {
    /// [`Search::solve`] with the help of the crew if there is one. The move and the replies
    /// at the root are then those of the thread that came first; which one that is, and so
    /// the number of nodes, is not the same every time.
    ///
    /// # Errors
    /// When a limit came first.
    pub fn solve_together(&mut self, question: Question<'a>) -> Result<Answer, Stopped> {
        loop {
            let answer = match self.crew.take() {
                None => return self.solve(question),
                Some(crew) if crew.helpers.is_empty() => {
                    crew.listens = true;
                    self.crew = Some(crew);
                    let answer = self.solve(question);
                    self.answer_unless_called(answer)
                }
                Some(crew) => {
                    let answer = self.solve_with(crew, question);
                    self.crew = Some(crew);
                    answer
                }
            };
            if let Some(answer) = answer {
                return answer;
            }
        }
    }

    /// What the first thread found alone; `None` when it left because a helper has come.
    fn answer_unless_called(
        &mut self,
        answer: Result<Answer, Stopped>,
    ) -> Option<Result<Answer, Stopped>> {
        let called = self.crew.as_mut().is_some_and(|crew| {
            crew.listens = false;
            std::mem::take(&mut crew.called)
        });
        (!called).then_some(answer)
    }

    /// The answer of a crew; `None` when it has grown and is to begin again.
    fn solve_with(
        &mut self,
        crew: &mut Crew,
        question: Question<'a>,
    ) -> Option<Result<Answer, Stopped>> {
        let alone = self.solve(question.at_most(self.nodes + self.tuning.alone));
        let is_cut = matches!(alone, Err(stopped) if stopped.limit == Limit::Nodes);
        if !is_cut || question.limits.left(self.nodes) == 0 {
            return Some(alone);
        }
        crew.most = crew.most.max(crew.helpers.len() + 1);
        let errand = self.errand(question);
        let team = Arc::new(Team::new(crew, self.nodes));
        let first: OnceLock<Answer> = OnceLock::new();
        let own = std::thread::scope(|scope| {
            for (n, helper) in crew.helpers.iter_mut().enumerate() {
                let (errand, team, first) = (errand.clone(), team.clone(), &first);
                let work = move || help(errand, helper, &team, first);
                let name = format!("search-{}", n + 1);
                if std::thread::Builder::new()
                    .name(name)
                    .spawn_scoped(scope, work)
                    .is_err()
                {
                    // The system gives no more threads; the search goes on with fewer.
                    break;
                }
            }
            let reported = self.nodes;
            let member = team.clone();
            self.team = Some(Membership {
                team: member,
                reported,
            });
            let own = self.solve(question);
            team.end();
            own
        });
        if let Some(member) = self.team.take() {
            self.nodes = member.team.add(self.nodes - member.reported);
        }
        crew.enlist(team.recruits());
        Some(match (own, first.into_inner()) {
            (Err(_), Some(answer)) => Ok(answer),
            (Err(stopped), None) if stopped.limit == Limit::Interrupted && team.recruits() > 0 => {
                return None;
            }
            (own, _) => own,
        })
    }

    /// What a helper needs to know of `question`.
    pub(super) fn errand(&self, question: Question<'a>) -> Errand<'a> {
        Errand {
            pos: self.pos.clone(),
            table: self.table,
            tuning: self.tuning,
            salt: self.salt,
            question: question.unreported(),
        }
    }

    /// Tells the team of the nodes since the last time. Returns the nodes of all threads, or
    /// `None` when the search is over or is to begin again with another thread.
    pub(super) fn all_nodes(&mut self) -> Option<u64> {
        let Some(member) = &mut self.team else {
            let alone = self.nodes < self.tuning.alone;
            let called = match &mut self.crew {
                Some(crew) if !alone => crew.listen(),
                _ => false,
            };
            return (!called).then_some(self.nodes);
        };
        let all = member.team.add(self.nodes - member.reported);
        member.reported = self.nodes;
        let team = &member.team;
        team.recruit();
        (!team.is_over()).then_some(all)
    }

    /// Nodes until the limits, as far as the team knows.
    pub(super) fn nodes_left(&self) -> u64 {
        let all = self.team.as_ref().map_or(self.nodes, |member| {
            member.team.add(0) + self.nodes - member.reported
        });
        self.question.limits.left(all)
    }

    /// True when children that were looked up at the node count `refreshed` are to be looked up
    /// again; never with one thread.
    #[inline(always)]
    pub(super) fn is_outdated(&self, refreshed: u32) -> bool {
        self.team.is_some() && (self.nodes as u32).wrapping_sub(refreshed) >= REFRESH
    }

    /// Notes how many threads are below child `i` of frame `top`, if it is a check.
    #[inline(always)]
    pub(super) fn note_crowd(&mut self, top: usize, i: usize) {
        if let Some(member) = &self.team
            && self.work.frames[top].is_or()
        {
            let c = &mut self.work.children[i];
            c.crowd = member.team.crowd(c.place);
        }
    }

    /// Looks the open children of the last frame up again, but for the one that was
    /// just searched.
    pub(super) fn refresh(&mut self, top: usize) {
        self.work.frames[top].refreshed = self.nodes as u32;
        let f = self.work.frames[top];
        if f.at_once.is_some() {
            return;
        }
        let start = f.start as usize;
        for i in start..f.end as usize {
            let c = &self.work.children[i];
            let waits = c.hidden || !c.known || c.value.is_final();
            if waits || c.is_head() || i == start + f.current as usize {
                continue;
            }
            let value = self.look_up(top, i);
            self.work.children[i].value = value;
            if value.is_final() {
                self.reveal(top, i);
            }
        }
        self.open_gate(top);
    }

    /// Leaves the first position of the path that another thread has decided, and what
    /// is below it.
    pub(super) fn leave_decided(&mut self) {
        for i in 1..self.work.frames.len() {
            let f = self.work.frames[i];
            let (found, plain) = self.find(f.place, i as u16 + 1, f.len);
            let value = match found {
                Found::Open { .. } => continue,
                known => Value::known(known, plain),
            };
            while self.work.frames.len() > i + 1 {
                let top = self.work.frames.len() - 1;
                let f = self.work.frames[top];
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
fn help(errand: Errand<'_>, helper: &mut Helper, team: &Arc<Team>, first: &OnceLock<Answer>) {
    let tools = Tools {
        table: errand.table,
        repetition: &mut helper.repetition,
        workspace: &mut helper.workspace,
        crew: None,
    };
    let mut search = Search::new(errand.pos, tools, errand.tuning, errand.salt);
    search.team = Some(Membership {
        team: team.clone(),
        reported: 0,
    });
    // A helper that meets a limit just ends; the first thread meets it as well.
    if let Ok(answer) = search.solve(errand.question) {
        // All answers have the same verdict; the first is kept.
        let _ = first.set(answer);
        team.end();
    }
    if let Some(member) = search.team {
        team.add(search.nodes - member.reported);
    }
}
