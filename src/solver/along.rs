//! How a line that is claimed to be the solution helps the search.
//!
//! To follow a solution takes less than to find it. Its last positions are the easiest,
//! and what is proved of one stays in the table for the one before it: so the questions
//! about the root (is it mate, within how many plies, and not sooner?) are first asked about
//! the positions of the line, from its end backwards. The search answers each of them by
//! itself, so a wrong line costs time and nothing else. Where another defence lasts longer
//! than that of the line, the positions before it show whether the attacker has a way around
//! that defence.

use super::Task;
use crate::base::Length;
use crate::proof::lengths;
use crate::search::{Metric, Question};
use crate::shogi::{Position, Side};
use shogi_core::{Color, Move};

/// The moves of `line` from `position` up to the first that is no legal check or no legal
/// reply.
pub(super) fn followed(
    position: &Position,
    attacker: Color,
    line: &[Move],
) -> Vec<crate::shogi::Move> {
    let mut board = position.clone();
    let mut along = Vec::new();
    let mut moves = Vec::new();
    for &mv in line {
        moves.clear();
        match board.side_to_move() {
            Side::Attacker => board.generate_checks(&mut moves),
            Side::Defender => board.generate_evasions(&mut moves),
        }
        let mv = board.from_core_move(mv, attacker);
        let Some(mv) = mv.filter(|mv| moves.contains(mv)) else {
            break;
        };
        along.push(mv);
        board.make(mv);
    }
    along
}

/// What is claimed of the positions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It is mate after each of the attacker's moves.
    Mate,
    /// It is mate within the plies that are left of the line.
    Within(Metric),
    /// It is no mate within fewer plies than are left of the line.
    NotSooner(Metric),
}

/// How far a claim holds, on the way back along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Holds,
    /// The mate takes more plies than are left of the line: a defence lasts longer.
    Longer,
    /// A limit came first, or the claim is wrong.
    Ends,
}

/// Nodes for a question whose answer should be in the table.
const KNOWN: u64 = 1_000;

impl<'a> Task<'a> {
    /// Asks for mate along the line, within half of the limits.
    pub(super) fn decide_along(&mut self) {
        self.walk(Claim::Mate, self.question);
    }

    /// Asks for the lengths along the line, if its length is the one that is claimed. Where a
    /// defence at the root lasts longer, the lower bound of `raw` is raised above the claim.
    pub(super) fn measure_along(&mut self, question: Question<'a>, raw: &mut Length) {
        let metric = match self.options {
            _ if self.asks_conventional() => Metric::Conventional,
            o if o.shortest_raw => Metric::Raw,
            _ => return,
        };
        let plies = self.along.len() as u32;
        if self.options.claimed != Some(plies) {
            return;
        }
        if self.walk(Claim::Within(metric), question) != State::Longer {
            if !self.options.claim_only {
                self.walk(Claim::NotSooner(metric), question);
            }
        } else if self.claimed(*raw).is_some() {
            // The answer is in the table, unless what lasts longer is a futile reply of the line.
            let question = question.at_most(self.search.nodes() + KNOWN);
            if self.ask(question.counted(metric), plies) == Some(false) {
                raw.lower = plies + 2;
            }
        }
    }

    /// Asks whether the claim holds of every position, the last one first, as long as it does
    /// and half of the limits is not used up. Returns the state at the root.
    fn walk(&mut self, claim: Claim, question: Question<'a>) -> State {
        let limits = question.limits;
        let half = limits.half(self.search.nodes()).unwrap_or(limits);
        let question = question.limited(half).unreported();
        for &mv in &self.along {
            self.search.position_mut().make(mv);
        }
        let mut state = State::Holds;
        for i in (0..self.along.len()).rev() {
            self.search.position_mut().unmake(self.along[i]);
            let rest = (self.along.len() - i) as u32;
            state = self.hold(claim, state, rest, question);
        }
        state
    }

    /// The state at the position on the board, with `rest` plies of the line left.
    fn hold(&mut self, claim: Claim, state: State, rest: u32, question: Question<'a>) -> State {
        let attacks = self.search.position().side_to_move() == Side::Attacker;
        match (claim, state) {
            (_, State::Ends) => State::Ends,
            (Claim::Mate, _) if !attacks => {
                let mate = self.search.solve_together(question);
                holds(mate.is_ok_and(|answer| answer.value.is_mate()))
            }
            (Claim::Within(metric), State::Holds) if !attacks => {
                longer(self.ask(question.counted(metric), rest))
            }
            // A longer defence came later; the attacker may avoid it by another move here.
            (Claim::Within(metric), State::Longer) if attacks => {
                longer(self.ask_for_no(question.counted(metric), rest))
            }
            (Claim::NotSooner(metric), _) if attacks && rest > 2 => {
                holds(self.ask_for_no(question.counted(metric), rest - 2) == Some(false))
            }
            _ => state,
        }
    }

    /// Whether the position on the board is mate within `plies`; none when a limit came first.
    fn ask(&mut self, question: Question<'a>, plies: u32) -> Option<bool> {
        let mut length = Length {
            lower: 0,
            upper: u32::MAX,
        };
        let limit = lengths::ask(&mut self.search, question, &mut length, plies);
        limit.is_none().then_some(length.upper <= plies)
    }

    /// [`Task::ask`] where the answer should be no. The raw question is asked first, since it is
    /// cheaper: its proof counts in the other metric as well, and so do parts of its disproof.
    fn ask_for_no(&mut self, question: Question<'a>, plies: u32) -> Option<bool> {
        if question.metric == Metric::Conventional {
            let raw = Question {
                notes_plain: true,
                ..question.counted(Metric::Raw)
            };
            let raw = self.ask(raw, plies);
            if raw != Some(false) {
                return raw;
            }
        }
        self.ask(question, plies)
    }
}

/// The state after an answer to "is it mate within the plies that are left?".
fn longer(within: Option<bool>) -> State {
    match within {
        Some(true) => State::Holds,
        Some(false) => State::Longer,
        None => State::Ends,
    }
}

fn holds(claim: bool) -> State {
    match claim {
        true => State::Holds,
        false => State::Ends,
    }
}
