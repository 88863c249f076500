//! The longest defence that leaves nothing in the attacker's hand (駒余りなし).
//!
//! By the custom of the classics a defence that leaves pieces is a variation, however long it
//! lasts, and the main line is the longest defence that leaves nothing. What that is depends on
//! the position alone (docs/conventional.md): the attacker plays shortest mates, and among
//! equally short ones he leaves pieces if he can, but with the last move none; the defender may
//! lose plies against the longest defence so that nothing is left. The length with nothing left is
//! the conventional length less the fewest plies that he has to lose.
//!
//! The walk asks "is nothing left, with at most n plies lost?" for n = 0, 2, 4 … It is
//! an AND/OR search over shortest mates, which end after a known number of plies, so nothing
//! repeats on a path.

use super::lengths::{self, Tried};
use super::main_line::Line;
use super::{Failure, a_mate};
use crate::base::Len;
use crate::search::{Question, Search};
use crate::shogi::{Hand, Move, Place, Side};
use ahash::HashMap;
use std::cmp::Reverse;

/// What is asked of a position.
#[derive(Clone, Copy)]
struct Goal {
    /// Mate comes after this many plies.
    plies: u32,
    /// The plies that the defender may lose at most, to have nothing left.
    loss: u32,
}

impl Goal {
    /// The fewest plies that mate may take after a defence.
    fn least(self) -> u32 {
        (self.plies - 1).saturating_sub(self.loss)
    }

    /// The goal after a defence, after which mate takes `rest` plies; none where the defence loses
    /// more than it may.
    fn after(self, rest: u32) -> Option<Goal> {
        let loss = (rest + 1 + self.loss).checked_sub(self.plies)?;
        Some(Goal { plies: rest, loss })
    }
}

/// A move that may be played, and what is asked after it.
#[derive(Clone, Copy)]
struct Step {
    mv: Move,
    goal: Goal,
}

/// A position on the path.
struct Node {
    /// True where all moves have to hold: at the attacker's nodes before the last move.
    all: bool,
    place: Place,
    goal: Goal,
    steps: Vec<Step>,
    next: usize,
    /// Defences that may belong to `steps`, with the most plies that mate can take after them.
    open: Vec<(Move, u32)>,
    /// False while `steps` lacks the checks besides the first, or defences that are still open.
    complete: bool,
}

/// What is known of a position: nothing is left where `holds` plies or more may be lost, and
/// something where `fails` or fewer may be; `None` where that is not known.
#[derive(Clone, Copy, Default)]
struct Known {
    holds: Option<u32>,
    fails: Option<u32>,
}

impl Known {
    fn at(self, loss: u32) -> Option<bool> {
        if self.holds.is_some_and(|least| loss >= least) {
            return Some(true);
        }
        self.fails.is_some_and(|most| loss <= most).then_some(false)
    }

    fn note(&mut self, loss: u32, holds: bool) {
        if holds {
            self.holds = Some(self.holds.map_or(loss, |l| l.min(loss)));
        } else {
            self.fails = Some(self.fails.map_or(loss, |l| l.max(loss)));
        }
    }
}

/// Settles what a mate leaves whose length is proved to be that of `main`, a longest line. Where
/// the attacker can leave something in spite of every longest defence, `main` leaves something
/// afterwards, and the longest line that leaves nothing is returned; otherwise `main` leaves
/// nothing. `None` then, and where every line leaves something.
/// `question` gives the metric and the limits.
///
/// # Errors
/// The limit that came first.
pub fn settle<'s>(
    search: &mut Search<'s>,
    question: Question<'s>,
    main: &mut Line,
) -> Result<Option<Line>, Failure> {
    let plies = main.moves.len() as u32;
    let mut walk = Walk::new(search, question);
    if walk.holds_too_many(plies) {
        return Ok(None);
    }
    let longest = Goal { plies, loss: 0 };
    let holds = walk.holds(longest)?;
    if holds != main.leftover.is_empty() {
        *main = walk.line(longest, holds)?;
    }
    if holds {
        return Ok(None);
    }
    for loss in (2..plies).step_by(2) {
        let goal = Goal { plies, loss };
        if walk.holds(goal)? {
            return walk.line(goal, true).map(Some);
        }
    }
    Ok(None)
}

/// The defences that last as long as any and leave nothing (変化同手数), each with its line. The
/// defender is to move, and the length is proved to be `plies`. `question` as for [`settle`].
///
/// # Errors
/// The limit that came first.
pub fn equal_defences<'s>(
    search: &mut Search<'s>,
    question: Question<'s>,
    plies: u32,
) -> Result<Vec<Line>, Failure> {
    let mut walk = Walk::new(search, question);
    let steps = walk.lasting(Goal { plies, loss: 0 })?;
    if steps.is_empty() && plies > 0 {
        return Err(Failure::Contradiction);
    }
    let lines = steps.into_iter().map(|step| {
        walk.after(step, |walk| {
            let holds = walk.holds(step.goal)?;
            holds.then(|| walk.line(step.goal, true)).transpose()
        })
    });
    lines.filter_map(Result::transpose).collect()
}

/// The defences that last longer than `plies` plies, the longest first, each with a longest line;
/// one that leaves nothing where the attacker cannot leave something. The defender is to move, and
/// the length is known to be `upper` at most. `question` as for [`settle`].
///
/// # Errors
/// The limit that came first.
pub fn longer_defences<'s>(
    search: &mut Search<'s>,
    question: Question<'s>,
    upper: u32,
    plies: u32,
) -> Result<Vec<Line>, Failure> {
    let mut walk = Walk::new(search, question);
    let steps = match upper.checked_sub(plies + 2) {
        Some(loss) => walk.lasting(Goal { plies: upper, loss })?,
        None => Vec::new(),
    };
    let lines = steps.into_iter().map(|step| {
        walk.after(step, |walk| {
            let longest = Goal {
                loss: 0,
                ..step.goal
            };
            let holds = walk.holds(longest)?;
            walk.line(longest, holds).map(Some)
        })
    });
    lines.filter_map(Result::transpose).collect()
}

/// True when the attacker has more pieces in hand than moves to drop them with.
pub(super) fn holds_too_many(hand: Hand, plies: u32) -> bool {
    hand.total() > plies.div_ceil(2)
}

struct Walk<'w, 's> {
    search: &'w mut Search<'s>,
    question: Question<'s>,
    path: Vec<Move>,
    nodes: Vec<Node>,
    known: HashMap<Place, Known>,
}

impl<'w, 's> Walk<'w, 's> {
    fn new(search: &'w mut Search<'s>, question: Question<'s>) -> Walk<'w, 's> {
        Walk {
            search,
            question: question.unreported(),
            path: Vec::new(),
            nodes: Vec::new(),
            known: HashMap::default(),
        }
    }

    /// A line that begins with `step` and goes on as `find` says.
    fn after(
        &mut self,
        step: Step,
        find: impl FnOnce(&mut Self) -> Result<Option<Line>, Failure>,
    ) -> Result<Option<Line>, Failure> {
        self.search.position_mut().make(step.mv);
        let line = find(self);
        self.search.position_mut().unmake(step.mv);
        let line = line?.map(|mut line| {
            line.moves.insert(0, step.mv);
            line
        });
        Ok(line)
    }

    /// True when the defender can have nothing left without losing more plies than he may.
    fn holds(&mut self, goal: Goal) -> Result<bool, Failure> {
        let result = self.decide(goal);
        self.rewind();
        result
    }

    fn decide(&mut self, goal: Goal) -> Result<bool, Failure> {
        self.arrive(goal)?;
        let mut below = None;
        while let Some(node) = self.nodes.last_mut() {
            let value = match (below.take(), node.steps.get(node.next)) {
                // One defence or one last move is enough, one other check is too many.
                (Some(holds), _) if holds != node.all => Some(holds),
                (_, Some(&step)) => {
                    node.next += 1;
                    below = self.descend(step)?;
                    None
                }
                (_, None) if !node.complete => {
                    self.complete()?;
                    None
                }
                (_, None) if node.steps.is_empty() => {
                    Some(self.search.position().attacker_hand().is_empty())
                }
                (_, None) => Some(node.all),
            };
            if let Some(value) = value
                && let Some(node) = self.nodes.pop()
            {
                self.known
                    .entry(node.place)
                    .or_default()
                    .note(node.goal.loss, value);
                below = Some(value);
                if let Some(mv) = self.path.pop() {
                    self.search.position_mut().unmake(mv);
                }
            }
        }
        Ok(below == Some(true))
    }

    /// Plays a step and arrives there, unless it is known what becomes of it.
    fn descend(&mut self, step: Step) -> Result<Option<bool>, Failure> {
        self.search.position_mut().make(step.mv);
        if let Some(value) = self.value(step.goal) {
            self.search.position_mut().unmake(step.mv);
            return Ok(Some(value));
        }
        self.path.push(step.mv);
        self.arrive(step.goal)?;
        Ok(None)
    }

    /// What is known of the position on the board.
    fn value(&self, goal: Goal) -> Option<bool> {
        if self.holds_too_many(goal.plies) {
            return Some(false);
        }
        self.known.get(&self.place())?.at(goal.loss)
    }

    fn holds_too_many(&self, plies: u32) -> bool {
        holds_too_many(self.search.position().attacker_hand(), plies)
    }

    fn place(&self) -> Place {
        self.search.position().place()
    }

    /// Puts the position on the board onto the path.
    fn arrive(&mut self, goal: Goal) -> Result<(), Failure> {
        let attacks = self.search.position().side_to_move() == Side::Attacker;
        let (steps, open) = match attacks {
            true => (vec![self.first_check(goal)?], Vec::new()),
            false => (Vec::new(), self.longest_first(goal)?),
        };
        self.nodes.push(Node {
            all: attacks && goal.plies > 1,
            place: self.place(),
            goal,
            steps,
            next: 0,
            complete: goal.plies == 0,
            open,
        });
        Ok(())
    }

    /// The check that the search found to mate within the plies of the goal.
    fn first_check(&mut self, goal: Goal) -> Result<Step, Failure> {
        let answer = a_mate(
            self.search
                .solve(self.question.within(Len::new(goal.plies)))?,
        )?;
        let goal = Goal {
            plies: goal.plies - 1,
            ..goal
        };
        Ok(Step {
            mv: answer.mv,
            goal,
        })
    }

    /// Adds to the last node what its steps lack: at the attacker's, where the first check holds, the
    /// others that mate as soon; at the defender's the next defence.
    fn complete(&mut self) -> Result<(), Failure> {
        let Some(mut node) = self.nodes.pop_if(|node| !node.complete) else {
            return Ok(());
        };
        let added = match self.search.position().side_to_move() {
            Side::Attacker => self.add_checks(&mut node),
            Side::Defender => self.add_defence(&mut node),
        };
        self.nodes.push(node);
        added
    }

    fn add_checks(&mut self, node: &mut Node) -> Result<(), Failure> {
        for mv in self.search.checks() {
            let step = Step {
                mv,
                ..node.steps[0]
            };
            let plies = step.goal.plies;
            let mates =
                |walk: &mut Self| lengths::mate_after(walk.search, walk.question, mv, plies);
            if mv != node.steps[0].mv && mates(self)?.is_some() {
                node.steps.push(step);
            }
        }
        node.complete = true;
        Ok(())
    }

    /// Adds the first of the open defences that is shown to lose few enough plies. Where no ply may be
    /// lost and only one is left, it is that, since one at least lasts as long as the mate takes.
    fn add_defence(&mut self, node: &mut Node) -> Result<(), Failure> {
        let goal = node.goal;
        let surely_one = goal.loss == 0 && node.steps.is_empty();
        let step = lengths::first_of(&mut node.open, |(mv, upper), left, nodes| {
            if surely_one && left == 1 {
                return Ok(Tried::of(step(mv, upper, goal)));
            }
            let part = self.question.at_most(self.search.nodes() + nodes);
            let rest = lengths::length_after(self.search, part, mv, upper, goal.least());
            let rest = lengths::in_part(self.search, self.question, rest)?;
            Ok(rest.map_or(Tried::Open, |rest| Tried::of(step(mv, rest, goal))))
        })?;
        node.steps.extend(step);
        node.complete = node.open.is_empty();
        match node.steps.is_empty() {
            true => Err(Failure::Contradiction),
            false => Ok(()),
        }
    }

    /// The defences that are not futile and may lose no more than is allowed, with the most plies
    /// that mate can take after each; none when the position is mate.
    fn open_defences(&mut self, goal: Goal) -> Result<Vec<(Move, u32)>, Failure> {
        let answer = a_mate(
            self.search
                .solve(self.question.within(Len::new(goal.plies)))?,
        )?;
        let defences = answer.replies.iter();
        let defences = defences.filter(|r| goal.plies > 0 && !r.futile);
        let defences = defences.map(|r| (r.mv, r.len.plies()));
        Ok(defences
            .filter(|&(_, upper)| upper >= goal.least())
            .collect())
    }

    /// [`Walk::open_defences`], those first after which mate can take the most plies.
    fn longest_first(&mut self, goal: Goal) -> Result<Vec<(Move, u32)>, Failure> {
        let mut open = self.open_defences(goal)?;
        open.sort_by_key(|&(_, upper)| Reverse(upper));
        Ok(open)
    }

    /// The defences that are not futile and lose no more than is allowed, the longest first.
    fn lasting(&mut self, goal: Goal) -> Result<Vec<Step>, Failure> {
        let mut steps = Vec::new();
        for (mv, upper) in self.open_defences(goal)? {
            let least = goal.least();
            let rest = lengths::length_after(self.search, self.question, mv, upper, least)?;
            steps.extend(step(mv, rest, goal));
        }
        steps.sort_by_key(|step| Reverse(step.goal.plies));
        Ok(steps)
    }

    /// A line that shows what [`Walk::holds`] has answered.
    fn line(&mut self, goal: Goal, holds: bool) -> Result<Line, Failure> {
        let result = self.walk(goal, holds);
        self.rewind();
        result
    }

    fn walk(&mut self, mut goal: Goal, holds: bool) -> Result<Line, Failure> {
        while goal.plies > 0 {
            self.arrive(goal)?;
            let step = self.fitting(holds)?;
            self.nodes.pop();
            self.search.position_mut().make(step.mv);
            self.path.push(step.mv);
            goal = step.goal;
        }
        Ok(Line {
            moves: self.path.clone(),
            leftover: self.search.position().attacker_hand(),
        })
    }

    /// A step of the last node after which `holds` is the answer. The attacker plays the check after
    /// which the defender has to lose the most.
    fn fitting(&mut self, holds: bool) -> Result<Step, Failure> {
        loop {
            self.complete()?;
            let node = self.nodes.last_mut().ok_or(Failure::Contradiction)?;
            let most = holds && node.all && node.goal.loss >= 2;
            let step = *node.steps.get(node.next).ok_or(Failure::Contradiction)?;
            node.next += 1;
            self.search.position_mut().make(step.mv);
            let fails_with_less = |walk: &Self| {
                let loss = step.goal.loss - 2;
                walk.value(Goal { loss, ..step.goal }) == Some(false)
            };
            let fits = self.value(step.goal) == Some(holds) && (!most || fails_with_less(self));
            self.search.position_mut().unmake(step.mv);
            if fits {
                return Ok(step);
            }
        }
    }

    /// Brings the board back to the root.
    fn rewind(&mut self) {
        self.nodes.clear();
        while let Some(mv) = self.path.pop() {
            self.search.position_mut().unmake(mv);
        }
    }
}

/// The step of the defence `mv`, after which mate takes `rest` plies; none where it loses too much.
fn step(mv: Move, rest: u32, goal: Goal) -> Option<Step> {
    let goal = goal.after(rest)?;
    Some(Step { mv, goal })
}
