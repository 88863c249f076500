//! A line that is claimed to be the solution, as a help.
//!
//! To follow a solution takes less than to find it. Its last positions are the easiest,
//! and what is proved of one stays in the table for the one before: so the questions
//! about the root (mate? within so many plies? not sooner?) are asked of the positions of
//! the line first, from its end backwards. Each answer is the search's own; a line that
//! is no good costs time and nothing else. Where the line leaves the longest defence, the
//! rest of the way shows whether the attacker has a way around it.

use super::{Control, Outcome, Solver, Start, Task};
use crate::base::Len;
use crate::proof::lengths;
use crate::search::Metric;
use crate::shogi::{Position, SetupError, Side};
use crate::solver::Length;
use shogi_core::{Color, Move, PartialPosition};

impl Solver {
    /// [`Solver::solve`] with the help of a `line` from the position. A move that is no
    /// legal check or no legal reply, and what comes after it, are left out.
    ///
    /// With `warm` the table is kept from the call before, which must have been one of
    /// this method or of [`Solver::solve_apart`], on the same problem.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn solve_along(
        &mut self,
        position: &PartialPosition,
        attacker: Color,
        line: &[Move],
        warm: bool,
        control: Control<'_>,
    ) -> Result<Outcome, SetupError> {
        let mut board = Position::new(position, attacker)?;
        let mut along = Vec::new();
        for &mv in line {
            let mut moves = Vec::new();
            match board.side_to_move() {
                Side::Attacker => board.generate_checks(&mut moves),
                Side::Defender => board.generate_evasions(&mut moves),
            }
            let Some(mv) = board
                .from_core_move(mv, attacker)
                .filter(|mv| moves.contains(mv))
            else {
                break;
            };
            along.push(mv);
            board.make(mv);
        }
        let start = Start {
            warm,
            along,
            ..Start::default()
        };
        self.search(position, attacker, control, start, |task| task.run())
    }
}

/// What the positions of a line are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It is mate after each of the attacker's moves.
    Mate,
    /// It is mate as soon as the line says.
    Within(Metric),
    /// It is no mate sooner than the line says.
    NotSooner(Metric),
}

/// How far a claim holds, on the way back along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Holds,
    /// The mate takes longer than the line says: a defence lasts longer.
    Longer,
    /// A limit came first, or the claim is wrong.
    Ends,
}

/// Nodes for a question whose answer should be in the table.
const KNOWN: u64 = 1_000;

impl Task<'_> {
    /// Asks for mate along the line, within half of the limits.
    pub(super) fn decide_along(&mut self) {
        self.walk(Claim::Mate);
    }

    /// Asks for the lengths along the line, if that is what is claimed. Where a defence
    /// lasts longer, `raw` is longer as well, and nobody need ask for that.
    pub(super) fn measure_along(&mut self, raw: &mut Length) {
        let metric = match self.options {
            o if o.shortest_conventional => Metric::Conventional,
            o if o.shortest_raw => Metric::Raw,
            _ => return,
        };
        let plies = self.along.len() as u32;
        if self.options.claimed != Some(plies) {
            return;
        }
        if self.walk(Claim::Within(metric)) != State::Longer {
            if !self.options.claim_only {
                self.walk(Claim::NotSooner(metric));
            }
        } else if self.claimed(*raw).is_some() {
            // Known, unless a futile reply of the line is what lasts longer.
            let limits = self.search.limits;
            self.search.limits = limits.at_most(self.search.nodes + KNOWN);
            if self.ask(metric, plies) == Some(false) {
                raw.lower = plies + 2;
            }
            self.search.limits = limits;
        }
    }

    /// Holds every position against the claim, the last one first, as long as it holds
    /// and half of the limits is not used.
    fn walk(&mut self, claim: Claim) -> State {
        let limits = self.search.limits;
        let nodes = self.search.nodes;
        self.search.limits = limits.half(nodes).unwrap_or(limits);
        let report = self.search.on_poll.take();
        for &mv in &self.along {
            self.search.position_mut().make(mv);
        }
        let mut state = State::Holds;
        for i in (0..self.along.len()).rev() {
            self.search.position_mut().unmake(self.along[i]);
            let rest = (self.along.len() - i) as u32;
            state = self.step(claim, state, rest);
        }
        self.search.on_poll = report;
        self.search.limits = limits;
        state
    }

    /// The state at the position on the board, with `rest` plies of the line left.
    fn step(&mut self, claim: Claim, state: State, rest: u32) -> State {
        let attacks = self.search.position().side_to_move() == Side::Attacker;
        match (claim, state) {
            (_, State::Ends) => State::Ends,
            (Claim::Mate, _) if !attacks => {
                let mate = self.search.solve_together(Len::INFINITE);
                holds(mate.is_ok_and(|value| value.is_mate()))
            }
            (Claim::Within(metric), State::Holds) if !attacks => longer(self.ask(metric, rest)),
            // The attacker may have something better there.
            (Claim::Within(metric), State::Longer) if attacks => {
                longer(self.ask_for_no(metric, rest))
            }
            (Claim::NotSooner(metric), _) if attacks && rest > 2 => {
                holds(self.ask_for_no(metric, rest - 2) == Some(false))
            }
            _ => state,
        }
    }

    /// Whether the position on the board is mate within `plies`, unless a limit comes
    /// first.
    fn ask(&mut self, metric: Metric, plies: u32) -> Option<bool> {
        let mut length = Length {
            lower: 0,
            upper: u32::MAX,
        };
        let limit = lengths::ask(&mut self.search, metric, &mut length, plies);
        limit.is_none().then_some(length.upper <= plies)
    }

    /// The same where the answer should be no. The raw question is the cheaper one then:
    /// its proof counts in the other metric as well, and the notes of its disproof help.
    fn ask_for_no(&mut self, metric: Metric, plies: u32) -> Option<bool> {
        if metric == Metric::Conventional {
            self.search.notes_plain = true;
            let raw = self.ask(Metric::Raw, plies);
            self.search.notes_plain = false;
            if raw != Some(false) {
                return raw;
            }
        }
        self.ask(metric, plies)
    }
}

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
