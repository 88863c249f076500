//! What a search is asked, and what it answers.

use super::conventional::Metric;
use super::frame::{Frame, Value};
use crate::base::{Len, Limit, Limits};
use crate::shogi::{Move, Place};
use crate::table::Numbers;

/// A function that is called now and then while a question is searched.
pub type Report<'q> = dyn Fn(&Poll<'_>) + Sync + 'q;

/// A question about the position on the board: is it mate within `len` plies?
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// The number of plies that the mate may take.
    pub len: Len,
    /// How they are counted.
    pub metric: Metric,
    pub limits: Limits<'q>,
    /// Positions that are worth nothing to the attacker, as if they stood
    /// on the path; a smaller hand on the same board is barred with them. A proof that avoids
    /// them is sound anywhere, but one that was found without them need not avoid them: on
    /// one table the barred set may only get smaller from question to question.
    pub barred: &'q [Place],
    /// In the raw metric: disproofs that hold by the convention too are stored as such as well
    /// (`conventional`).
    pub notes_plain: bool,
    /// The search leaves the position when its proof or its disproof number has reached these.
    pub leave_at: Numbers,
    /// Called every [`POLL`](crate::base::limits::POLL) nodes with the root's numbers.
    pub report: Option<&'q Report<'q>>,
}

impl<'q> Question<'q> {
    /// Asks for a mate of any length, with every ply counted, nothing barred and no report.
    pub fn new(limits: Limits<'q>) -> Question<'q> {
        Question {
            len: Len::INFINITE,
            metric: Metric::Raw,
            limits,
            barred: &[],
            notes_plain: false,
            leave_at: Numbers::UNBOUNDED,
            report: None,
        }
    }

    /// True for a position, with the attacker to move, that he may not pass through.
    #[inline(always)]
    pub fn bars(&self, place: Place) -> bool {
        self.barred.iter().any(|barred| barred.covers(place))
    }

    /// The question with another number of plies.
    #[must_use]
    pub fn within(self, len: Len) -> Self {
        Question { len, ..self }
    }

    /// The question with plies counted in `metric`.
    #[must_use]
    pub fn counted(self, metric: Metric) -> Self {
        Question { metric, ..self }
    }

    /// The question with these limits.
    #[must_use]
    pub fn limited(self, limits: Limits<'q>) -> Self {
        Question { limits, ..self }
    }

    /// The question, given up soon after the node counter has reached `nodes`.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        self.limited(self.limits.at_most(nodes))
    }

    /// The question without a report. It is for positions other than the one that the user asked
    /// about, whose numbers and line would mean nothing to him.
    #[must_use]
    pub fn unreported(self) -> Self {
        Question {
            report: None,
            ..self
        }
    }
}

/// The answer to a question.
pub struct Answer {
    /// Mate or no mate.
    pub value: Value,
    /// The move that decides: the check that mates, or the reply that holds; `Move::default()`
    /// where no single move does.
    pub mv: Move,
    /// What becomes of the replies; empty where the attacker is to move.
    pub replies: Vec<Reply>,
    /// A line was cut at the greatest depth, so that "no mate" is not proved.
    pub too_deep: bool,
}

impl Answer {
    /// Is this reply a futile interposition?
    pub fn is_futile(&self, mv: Move) -> bool {
        self.replies.iter().any(|r| r.mv == mv && r.futile)
    }
}

/// A question that was left open: by a limit, or at the numbers that it names
/// (`Limit::Interrupted`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub limit: Limit,
    /// Proof and disproof number of the position, 16 for one leaf; none if it was not looked at.
    pub numbers: Option<Numbers>,
}

/// A defender's reply at the root.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub mv: Move,
    /// It carries no length: a futile interposition.
    pub futile: bool,
    /// Plies within which it is mate after the reply, when the root is mate.
    pub len: Len,
}

/// What a report tells. The numbers count 16 for one leaf.
pub struct Poll<'a> {
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Proof and disproof number of the root.
    pub numbers: Numbers,
    /// Fill of the table in thousandths.
    pub fill: u32,
    /// The path that is being searched.
    pub frames: &'a [Frame],
}
