//! How far the search goes on after the first mate: the lengths, and the line of that many plies.

use super::along::followed;
use super::kept::{Kept, LINE_NODES};
use super::task::core_leftover;
use super::{Length, Lengths, Limit, Lines, Longer, Outcome, Task};
use crate::base::Limits;
use crate::base::limits::POLL;
use crate::proof::main_line::{self, Line};
use crate::proof::{Failure, leftover, lengths};
use crate::search::{Metric, Question};

impl<'a> Task<'a> {
    /// True when the search goes on until the conventional length is proved minimal or a limit
    /// comes.
    pub(super) fn asks_conventional(&self) -> bool {
        let options = self.options;
        options.shortest_conventional || self.gives_answer()
    }

    /// True when the question for the conventional length has the effort of an answer.
    fn gives_answer(&self) -> bool {
        let options = self.options;
        options.lengths == Lengths::Answer
            && !(options.shortest_raw || options.shortest_conventional)
    }

    /// The number of nodes at which the lengths of an answer end, once a mate was found after
    /// `searched`; `None` where they have another limit or none.
    fn answer_end(&self, searched: u64) -> Option<u64> {
        let answer = self.gives_answer() && self.options.length_nodes.is_none();
        answer.then_some(searched + searched / ANSWER_SHARE + ANSWER_NODES)
    }

    /// The question for the lengths, once a mate was found after `searched` nodes.
    fn length_question(&self, searched: u64) -> Question<'a> {
        let given = self
            .options
            .length_nodes
            .map(|nodes| searched.saturating_add(nodes));
        match given.or(self.answer_end(searched)) {
            Some(end) => self.question.at_most(end),
            None => self.question,
        }
    }

    /// Shortens the mate within `plies` as far as the options ask for it and the limits allow.
    /// Returns the raw and the conventional length.
    ///
    /// # Errors
    /// When a proof is refused.
    pub(super) fn shorten(
        &mut self,
        kept: &mut Kept<'_>,
        plies: u32,
        searched: u64,
    ) -> Result<(Length, Length), Failure> {
        let mut raw = Length {
            lower: plies % 2,
            upper: plies,
        };
        let question = self.length_question(searched);
        if self.options.shortest_raw || self.asks_conventional() {
            self.measure_along(question, &mut raw);
        }
        if self.options.shortest_raw {
            self.shorten_raw(kept, question, &mut raw, searched)?;
        }
        let mut conventional = Length {
            lower: plies % 2,
            upper: raw.upper,
        };
        if self.asks_conventional() {
            self.shorten_both(kept, question, &mut raw, &mut conventional, searched)?;
        }
        Ok((raw, conventional))
    }

    /// Shortens the raw length.
    fn shorten_raw(
        &mut self,
        kept: &mut Kept<'_>,
        question: Question<'a>,
        raw: &mut Length,
        searched: u64,
    ) -> Result<(), Failure> {
        let question = Question {
            notes_plain: self.asks_conventional(),
            ..question
        };
        if let Some(claimed) = self.claimed(*raw) {
            if !self.options.claim_only {
                self.take_steps(question, raw, searched);
            }
            if raw.upper > claimed && raw.lower <= claimed {
                self.ask_long(kept, question, raw, claimed)?;
            }
        }
        while !self.options.claim_only && raw.lower < raw.upper {
            let plies = raw.upper - 2;
            if self.ask_long(kept, question, raw, plies)?.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Shortens the raw length step by step before it is asked whether a claimed one can be kept.
    fn take_steps(&mut self, question: Question<'a>, raw: &mut Length, searched: u64) {
        let budget = self.search.nodes() + STEPS_FIRST * searched + EXTRA_NODES / 10;
        lengths::shorten(&mut self.search, question.at_most(budget), raw);
    }

    /// Shortens the conventional length. Each number of plies is asked for in both metrics in
    /// turn, with budgets that grow. The raw question has most of them: its nodes are cheaper, a raw
    /// mate within some number of plies is one by the convention too, and what the raw search
    /// refutes without a futile interposition is refuted by the convention (experiment 81). A long
    /// one is not begun again and again ([`RAW_ALONE`]). It has little where a mate by the
    /// convention is to be expected and a raw one is not: at the claimed length, and once the
    /// conventional length is known to be less than the raw one.
    fn shorten_both(
        &mut self,
        kept: &mut Kept<'_>,
        mut question: Question<'a>,
        raw: &mut Length,
        length: &mut Length,
        searched: u64,
    ) -> Result<(), Failure> {
        if self.claimed(*length).is_some() && !self.options.claim_only {
            self.take_steps(question, raw, searched);
            length.upper = raw.upper;
        }
        let mut share = (searched / FIRST_SHARE).max(POLL);
        let mut found = Metric::Raw;
        loop {
            self.keep(kept, question.counted(found), *raw, length.upper)?;
            let claimed = self.claimed(*length).filter(|&n| n >= length.lower);
            let step = !self.options.claim_only && length.lower < length.upper;
            let Some(plies) = claimed.or(step.then(|| length.upper - 2)) else {
                return Ok(());
            };
            if raw.lower <= plies && !self.options.claim_only {
                let mut plain = Question {
                    notes_plain: true,
                    ..question
                };
                let part = match claimed.is_some() || length.upper < raw.upper {
                    true => Some(share / RAW_REST),
                    false => Some(share * RAW_SHARE).filter(|&part| part < RAW_ALONE),
                };
                if let Some(part) = part {
                    plain = plain.at_most(self.search.nodes() + part);
                }
                self.ask_long(kept, plain, raw, plies)?;
                if raw.upper <= plies {
                    found = Metric::Raw;
                    length.upper = raw.upper;
                    continue;
                }
            }
            if raw.lower > plies
                && let Some(end) = self.answer_end(searched)
            {
                question = self.question.at_most(end + SETTLED_NODES);
            }
            let counted = question
                .counted(Metric::Conventional)
                .at_most(self.search.nodes() + share);
            match lengths::ask(&mut self.search, counted, length, plies) {
                Some(Limit::Nodes) if question.limits.reached(self.search.nodes()).is_none() => {
                    share *= 2;
                }
                Some(_) => return Ok(()),
                None if claimed.is_some_and(|n| length.lower > n) => {
                    // The claim is refuted; the true length may cost as many nodes again.
                    question = question.at_most(2 * self.search.nodes() + EXTRA_NODES);
                }
                None => found = Metric::Conventional,
            }
        }
    }

    /// The claimed length, as long as no mate within it is known; none for a claim of the wrong
    /// parity.
    pub(super) fn claimed(&self, length: Length) -> Option<u32> {
        let apart = |n: &u32| *n < length.upper && (length.upper - n).is_multiple_of(2);
        self.options.claimed.filter(apart)
    }

    /// The conventional length and the line to print, which has as many plies as the
    /// upper bound of that length.
    pub(super) fn conventional(
        &mut self,
        mut length: Length,
        kept: Kept<'_>,
        searched: u64,
    ) -> (Length, Line) {
        let raw = kept.distance;
        length.upper = length.upper.min(raw);
        length.lower = length.lower.min(length.upper);
        let found = match self.options.lengths != Lengths::None || self.asks_conventional() {
            true => self.conventional_line(&mut length, raw, searched),
            false => None,
        };
        let line = found.unwrap_or_else(|| {
            // No defence lasts longer against the written proof than its line, so its plies are
            // an upper bound of both lengths. It may be shorter than the certificate says, whose
            // entries hold for smaller hands too. A line that was kept is shorter still.
            length.upper = kept.line.moves.len() as u32;
            length.lower = length.lower.min(length.upper);
            kept.line
        });
        (length, line)
    }

    /// Finds a line of `length`, if the limits allow. Unless the length was asked for, it is
    /// shortened before, with a fraction of the first search's effort.
    fn conventional_line(&mut self, length: &mut Length, raw: u32, searched: u64) -> Option<Line> {
        let question = self.question.counted(Metric::Conventional);
        let share = searched / EXTRA_SHARE;
        if !self.asks_conventional() {
            let within = question.at_most(self.search.nodes() + share + EXTRA_NODES);
            lengths::shorten(&mut self.search, within, length);
        }
        if !length.is_minimal() && length.upper >= raw {
            return None;
        }
        // The line costs little once the length is known, but it has a budget too.
        let nodes = self.search.nodes();
        let within = match self.options.shortest_conventional {
            true => self.length_question(searched).counted(Metric::Conventional),
            false if self.gives_answer() => question.at_most(nodes + nodes / 4 + LINE_NODES),
            false => question.at_most(nodes + share + LINE_NODES),
        };
        let line = self.line_of(within, length).or_else(|| {
            // A mate shorter than the written one would be lost without its line, which may take
            // what is left of an answer's effort.
            let end = self.answer_end(searched).filter(|_| length.upper < raw)?;
            self.line_of(question.at_most(end), length)
        });
        // A budget or a deadline that ended just before the line may be passed by as many
        // nodes as lie between two readings of the clock, since a length without its line
        // would be lost.
        line.or_else(|| {
            let last = Limits {
                budget: Some(self.search.nodes() + POLL),
                deadline: None,
                ..question.limits
            };
            self.line_of(question.limited(last), length)
        })
    }

    /// The longest line that leaves nothing in the attacker's hand, where `line` of the proved
    /// `length` leaves something and the limits allow to find it. `line` is replaced where it
    /// leaves nothing although the attacker can leave something. `None` when that is open: a limit
    /// came first, or nobody asked for the conventional length.
    pub(super) fn nothing_left(&mut self, length: Length, line: &mut Line) -> Option<Option<Line>> {
        if !self.asks_conventional() || !length.is_minimal() {
            return None;
        }
        let nodes = self.search.nodes();
        let share = match self.options.shortest_conventional {
            true => nodes + 20 * LEFT_NODES,
            false => nodes / 2 + LEFT_NODES,
        };
        let more = match line.leftover.is_empty() {
            true => share,
            false => share.max(LEFTOVER_NODES),
        };
        let question = self.question.at_most(nodes + more);
        let question = question.counted(Metric::Conventional);
        leftover::settle(&mut self.search, question, line).ok()
    }

    /// Settles what a mate of proved length leaves, where that is open and the limits allow it.
    pub(super) fn settle_left(&mut self, found: &mut Outcome) {
        let moves = followed(self.search.position(), self.attacker, &found.line);
        let mut end = self.search.position().clone();
        moves.iter().for_each(|&mv| end.make(mv));
        let leftover = end.attacker_hand();
        let mut line = Line { moves, leftover };
        let question = self.question.counted(Metric::Conventional);
        if let Ok(nothing_left) = leftover::settle(&mut self.search, question, &mut line) {
            found.left_settled = true;
            self.put_lines(&line, nothing_left, found);
        }
    }

    /// Puts the longest line into the outcome, with what it leaves, and the longest line that leaves
    /// nothing.
    pub(super) fn put_lines(&self, line: &Line, nothing_left: Option<Line>, outcome: &mut Outcome) {
        outcome.line = self.core_line(&line.moves);
        outcome.leftover = core_leftover(line.leftover);
        outcome.nothing_left = nothing_left.map(|line| self.core_line(&line.moves));
    }

    /// The defences of the root that last `plies` plies, as long as any, and leave nothing; `None`
    /// when a limit comes first.
    pub(super) fn equal_defences(&mut self, plies: u32) -> Option<Lines> {
        let question = self.question.counted(Metric::Conventional);
        let found = leftover::equal_defences(&mut self.search, question, plies).ok();
        let core = |lines: Vec<Line>| lines.iter().map(|l| self.core_line(&l.moves)).collect();
        found.map(core)
    }

    /// The defences of the root, a mate within `upper` plies, that last longer than `plies`, each
    /// with a longest line and what it leaves; `None` when a limit comes first.
    pub(super) fn longer_defences(&mut self, upper: u32, plies: u32) -> Option<Vec<Longer>> {
        let question = self.question.counted(Metric::Conventional);
        let found = leftover::longer_defences(&mut self.search, question, upper, plies).ok();
        let core = |line: &Line| Longer {
            line: self.core_line(&line.moves),
            leftover: core_leftover(line.leftover),
        };
        found.map(|lines| lines.iter().map(core).collect())
    }

    /// A line of the conventional length, if the limits allow.
    fn line_of(&mut self, question: Question<'a>, length: &mut Length) -> Option<Line> {
        loop {
            let (plies, minimal) = (length.upper, length.is_minimal());
            let line = main_line::main_line(&mut self.search, question, plies, minimal).ok()?;
            if line.moves.len() as u32 == plies {
                return Some(line);
            }
            // The line is shorter than the length, because upper bounds were taken for lengths:
            // so the length itself may be less.
            if minimal || lengths::ask(&mut self.search, question, length, plies - 2).is_some() {
                return None;
            }
        }
    }
}

/// The lengths of an answer may take the nodes of the first search divided by this, and
/// [`ANSWER_NODES`] more. (Shogi Zuko and Muso, 200 problems: with as many nodes as the first search took and 800,000 there are 132
/// declared lengths and 141 minimal ones in 128.6 M nodes, with a quarter and 1,200,000 137 and 150
/// in 144.6 M, experiment 93.)
const ANSWER_SHARE: u64 = 4;
/// The nodes that the lengths of any answer may take, about two seconds.
pub(crate) const ANSWER_NODES: u64 = 1_200_000;
/// Where the raw length is known to be longer than what is asked for, a mate by the convention is to
/// be expected: then the lengths may take this number of nodes more (experiment 84).
const SETTLED_NODES: u64 = ANSWER_NODES / 3;
/// A quick length may take the nodes of the first search divided by this, and [`EXTRA_NODES`]
/// more.
const EXTRA_SHARE: u64 = 8;
/// The nodes that any quick length may take.
const EXTRA_NODES: u64 = 300;
/// What the longest line leaves may be settled with half of all nodes so far and this number
/// more; where the shortest length was asked for, with as many nodes again and twenty times this
/// number.
const LEFT_NODES: u64 = 500;
/// Where the longest line leaves something it may be settled with this number at least, a third of an
/// answer's effort: there the line that leaves nothing is half of the answer (experiment 83).
const LEFTOVER_NODES: u64 = ANSWER_NODES / 3;
/// Before the question whether a claimed length can be kept, the length may be shortened
/// step by step; that may take the nodes of the first search times this.
const STEPS_FIRST: u64 = 1;
/// The first budget of a question for the conventional length is the nodes of the first search
/// divided by this.
const FIRST_SHARE: u64 = 4;
/// The raw question gets the budget of the conventional one times this.
const RAW_SHARE: u64 = 16;
/// A raw question that would get this many nodes or more has no budget: it goes on until it is
/// answered, instead of beginning again with twice as many (experiment 89).
const RAW_ALONE: u64 = 1_000_000;
/// At the claimed length, and where the conventional length is known to be less than the raw one,
/// the raw question gets the budget of the conventional one divided by this.
const RAW_REST: u64 = 8;
