//! The line that is printed (本手順).
//!
//! The attacker takes a shortest mate, the defender the longest resistance in the
//! conventional length; futile interpositions are never on it. The attacker promotes (成) where
//! that mates as fast, because a piece left unpromoted tells a reader that promotion would spoil
//! the mate (experiment 96). Among equally long defences one that leaves the attacker without
//! pieces in hand (駒余りなし) comes first: the walk goes back and tries the others as long as a
//! line ends with pieces left, up to a fixed number of steps.

use super::Failure;
use super::lengths::mate_after;
use crate::base::Len;
use crate::search::{Question, Reply, Search};
use crate::shogi::{Hand, Move, Side};
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

/// A position on the current line, with the moves that may be taken.
struct Choice {
    moves: Vec<Move>,
    next: usize,
    /// Plies of the mate after each of the moves.
    plies: u32,
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
    seen: HashSet<(u64, Hand)>,
}

impl LineSearch<'_, '_> {
    fn run(&mut self, plies: u32) -> Result<Line, Failure> {
        let mut best: Option<Line> = None;
        let mut steps = 0;
        self.arrive(plies)?;
        while let Some(choice) = self.choices.last_mut() {
            let Some(&mv) = choice.moves.get(choice.next) else {
                if choice.moves.is_empty() {
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
                }
                self.choices.pop();
                if let Some(mv) = self.path.pop() {
                    self.search.position_mut().unmake(mv);
                }
                continue;
            };
            choice.next += 1;
            let plies = choice.plies;
            steps += 1;
            if best.is_some() && steps > STEPS {
                break;
            }
            self.search.position_mut().make(mv);
            let pos = self.search.position();
            if !self.seen.insert((pos.board_key(), pos.attacker_hand())) {
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
        let answer = self.search.solve(self.question.within(Len::new(plies)))?;
        if !answer.value.is_mate() {
            return Err(Failure::Contradiction);
        }
        let plies = answer.value.len.plies();
        let choice = if self.search.position().side_to_move() == Side::Attacker {
            Choice {
                moves: vec![self.promoted(answer.mv, plies - 1)],
                next: 0,
                plies: plies - 1,
            }
        } else {
            Choice {
                moves: self.longest(&answer.replies, plies)?,
                next: 0,
                plies: plies.saturating_sub(1),
            }
        };
        self.choices.push(choice);
        Ok(())
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

    /// The longest of the defences `replies`; none when the position is mate.
    fn longest(&mut self, replies: &[Reply], plies: u32) -> Result<Vec<Move>, Failure> {
        if plies == 0 {
            return Ok(Vec::new());
        }
        let mut longest = Vec::new();
        for r in replies
            .iter()
            .filter(|r| !r.futile && r.len.plies() + 1 == plies)
        {
            if !self.exact || plies < 4 || self.lasts(r.mv, plies - 3)? {
                longest.push(r.mv);
            }
        }
        Ok(longest)
    }

    /// True when there is no mate within `plies` after the reply `mv`.
    fn lasts(&mut self, mv: Move, plies: u32) -> Result<bool, Failure> {
        self.search.position_mut().make(mv);
        let answer = self.search.solve(self.question.within(Len::new(plies)));
        self.search.position_mut().unmake(mv);
        Ok(answer?.value.is_nomate())
    }

    /// Brings the board back to the root.
    fn rewind(&mut self) {
        while let Some(mv) = self.path.pop() {
            self.search.position_mut().unmake(mv);
        }
    }
}
