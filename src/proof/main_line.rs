//! The line that is printed (本手順).
//!
//! The attacker takes a shortest mate, the defender the longest resistance in the
//! conventional length; futile interpositions are never on it. The attacker promotes (成) where
//! that mates as fast, because a piece left unpromoted tells a reader that promotion would spoil
//! the mate (experiment 96). Among equally long defences one that leaves the attacker without
//! pieces in hand (駒余りなし) comes first: the walk goes back and tries the others as long as a
//! line ends with pieces left, up to a fixed number of steps.

use super::lengths::{Tried, first_of, in_part, mate_after};
use super::{Failure, a_mate};
use crate::base::Len;
use crate::search::{Question, Reply, Search};
use crate::shogi::{Hand, Move, Place, Side};
use ahash::HashSet;

/// The number of moves played in search of a line without leftover pieces, once there is a line.
const STEPS: usize = 20_000;
/// The number of nodes that the question may take whether a piece can be promoted: few, since they
/// are taken from those for the line, which would be lost without them.
const PROMOTION_NODES: u64 = 100;

/// A line and what the attacker holds at its end.
#[derive(Clone, Debug)]
pub struct Line {
    pub moves: Vec<Move>,
    /// The attacker's hand after the last move.
    pub leftover: Hand,
}

/// A position on the current line, with the moves that may still be taken.
struct Choice {
    moves: Vec<Move>,
    /// Plies of the mate after each of the moves; `None` where the position is mate.
    plies: Option<u32>,
    /// How far it is known that the moves are longest defences.
    known: Known,
}

/// What is known of the moves of a [`Choice`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Each may be taken.
    All,
    /// One of them at least is a longest defence.
    One,
    /// Each has to be asked about.
    Nothing,
}

/// Finds the main line of a mate of `plies` plies, counted and within the limits as `question`
/// says. With `exact`, `plies` is the proved minimum, and every defence taken is proved to
/// be a longest one; without, the upper bounds that the search gives are taken for lengths.
///
/// # Errors
/// The limit that came first.
pub fn main_line<'s>(
    search: &mut Search<'s>,
    question: Question<'s>,
    plies: u32,
    exact: bool,
) -> Result<Line, Failure> {
    let mut lines = LineSearch {
        search,
        question: question.unreported(),
        exact,
        path: Vec::new(),
        choices: Vec::new(),
        seen: HashSet::default(),
    };
    let result = lines.run(plies);
    lines.rewind();
    result
}

struct LineSearch<'w, 's> {
    search: &'w mut Search<'s>,
    question: Question<'s>,
    exact: bool,
    path: Vec<Move>,
    choices: Vec<Choice>,
    /// Positions that were visited: a longest line from them leaves pieces, or is being tried.
    seen: HashSet<Place>,
}

impl LineSearch<'_, '_> {
    fn run(&mut self, plies: u32) -> Result<Line, Failure> {
        let mut best: Option<Line> = None;
        let mut steps = 0;
        self.arrive(plies)?;
        while let Some(choice) = self.choices.last() {
            let Some(plies) = choice.plies else {
                let leftover = self.search.position().attacker_hand();
                let line = Line {
                    moves: self.path.clone(),
                    leftover,
                };
                if best
                    .as_ref()
                    .is_none_or(|b| b.moves.len() < line.moves.len())
                    || leftover.is_empty()
                {
                    best = Some(line);
                }
                if leftover.is_empty() {
                    break;
                }
                self.step_back();
                continue;
            };
            let mv = match self.next_move(plies) {
                Ok(mv) => mv,
                Err(failure) => return best.ok_or(failure),
            };
            let Some(mv) = mv else {
                self.step_back();
                continue;
            };
            steps += 1;
            if best.is_some() && steps > STEPS {
                break;
            }
            self.search.position_mut().make(mv);
            if !self.seen.insert(self.search.position().place()) {
                self.search.position_mut().unmake(mv);
                continue;
            }
            self.path.push(mv);
            if let Err(failure) = self.arrive(plies) {
                return best.ok_or(failure);
            }
        }
        best.ok_or(Failure::Contradiction)
    }

    /// Lists what may be played on the board, where mate comes within `plies`.
    fn arrive(&mut self, plies: u32) -> Result<(), Failure> {
        let answer = a_mate(self.search.solve(self.question.within(Len::new(plies)))?)?;
        let plies = answer.value.len.plies();
        let rest = plies.checked_sub(1);
        let choice = match rest {
            Some(rest) if self.search.position().side_to_move() == Side::Attacker => Choice {
                moves: vec![self.promoted(answer.mv, rest)],
                plies: Some(rest),
                known: Known::All,
            },
            _ => Choice {
                moves: as_long(&answer.replies, rest),
                plies: rest,
                // With one ply left each lasts: no mate can come two plies sooner.
                known: match self.exact && rest >= Some(3) {
                    true => Known::One,
                    false => Known::All,
                },
            },
        };
        self.choices.push(choice);
        Ok(())
    }

    /// Takes the next move out of those at the end of the line, after which mate comes within
    /// `plies`.
    fn next_move(&mut self, plies: u32) -> Result<Option<Move>, Failure> {
        let Some(mut choice) = self.choices.pop() else {
            return Ok(None);
        };
        let mv = self.take(&mut choice, plies);
        self.choices.push(choice);
        mv
    }

    /// Takes a move out of a choice. A defence that has to be a longest one is shown to be, and those
    /// that do not last so long are left out. Where one at least does and only one is left, it is that.
    fn take(&mut self, choice: &mut Choice, plies: u32) -> Result<Option<Move>, Failure> {
        let known = choice.known;
        if known == Known::One {
            choice.known = Known::Nothing;
        }
        first_of(&mut choice.moves, |mv, left, nodes| {
            let lasts = match known {
                Known::All => Some(true),
                Known::One if left == 1 => Some(true),
                _ => self.lasts(mv, plies - 2, nodes)?,
            };
            Ok(lasts.map_or(Tried::Open, |lasts| Tried::of(lasts.then_some(mv))))
        })
    }

    /// The check `mv`, after which mate comes within `plies`, with promotion where it is known that
    /// the same holds after that.
    fn promoted(&mut self, mv: Move, plies: u32) -> Move {
        let promoted = mv.with_promotion(true);
        if mv.is_drop() || promoted == mv || !self.search.is_check(promoted) {
            return mv;
        }
        let nodes = self.search.nodes() + PROMOTION_NODES;
        let question = self.question.at_most(nodes);
        match mate_after(self.search, question, promoted, plies) {
            Ok(Some(length)) if length == plies => promoted,
            _ => mv,
        }
    }

    /// True when there is no mate within `plies` after the reply `mv`; `None` when that is open
    /// after so many `nodes`.
    fn lasts(&mut self, mv: Move, plies: u32, nodes: u64) -> Result<Option<bool>, Failure> {
        let question = self.question.at_most(self.search.nodes() + nodes);
        let mate = mate_after(self.search, question, mv, plies);
        let mate = in_part(self.search, self.question, mate)?;
        Ok(mate.map(|mate| mate.is_none()))
    }

    /// Leaves the last position of the line.
    fn step_back(&mut self) {
        self.choices.pop();
        if let Some(mv) = self.path.pop() {
            self.search.position_mut().unmake(mv);
        }
    }

    /// Brings the board back to the root.
    fn rewind(&mut self) {
        while let Some(mv) = self.path.pop() {
            self.search.position_mut().unmake(mv);
        }
    }
}

/// The replies after which mate comes in `plies` plies, as far as is known, futile ones left out.
fn as_long(replies: &[Reply], plies: Option<u32>) -> Vec<Move> {
    let replies = replies.iter().filter(|r| !r.futile);
    let as_long = replies.filter(|r| Some(r.len.plies()) == plies);
    as_long.map(|r| r.mv).collect()
}
