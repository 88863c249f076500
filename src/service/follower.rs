//! Follows the searches of a request, and tells of them and of mates that are not final yet.

use super::Run;
use super::answer;
use super::event::{Event, Progress as Report, Stage};
use crate::base::problem::Problem;
use crate::solver::Progress;
use parking_lot::Mutex;
use shogi_core::{Move, ToUsi};

/// Turns the reports of searches into events.
pub(super) struct Follower<'a> {
    run: &'a Run<'a>,
    problem: &'a Problem,
    state: Mutex<State>,
}

struct State {
    stage: Stage,
    /// The mate that was sent last.
    mate: Vec<Move>,
}

impl<'a> Follower<'a> {
    /// Follows a request about a problem.
    pub(super) fn new(run: &'a Run<'a>, problem: &'a Problem, stage: Stage) -> Follower<'a> {
        Follower {
            run,
            problem,
            state: Mutex::new(State {
                stage,
                mate: Vec::new(),
            }),
        }
    }

    /// Begins a stage of the request.
    pub(super) fn begin(&self, stage: Stage) {
        self.state.lock().stage = stage;
    }

    /// Takes a report of a search.
    pub(super) fn report(&self, progress: &Progress) {
        let mut state = self.state.lock();
        if state.stage == Stage::Verdict && !progress.mate.is_empty() {
            state.stage = Stage::Length;
        }
        let stage = state.stage;
        let shorter = stage == Stage::Length && progress.mate != state.mate;
        if shorter {
            state.mate.clone_from(&progress.mate);
        }
        drop(state);
        if shorter {
            let answer = answer::so_far(self.problem, progress, self.run);
            self.run.send(Event::Answer(Box::new(answer)));
        }
        let seconds = progress.elapsed.as_secs_f64().max(1e-3);
        self.run.send(Event::Progress(Report {
            stage,
            nodes: self.run.nodes() + progress.nodes,
            seconds: self.run.seconds(),
            speed: (progress.nodes as f64 / seconds) as u64,
            line: progress.line.iter().map(ToUsi::to_usi_owned).collect(),
        }));
    }
}
