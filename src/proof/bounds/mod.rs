//! The explicit proof of a bound of a length: entries for "no mate within n plies", "the
//! conventional length is more than n" (`lower`) and "it is at most n" (`upper`), and of what is
//! left in hand at the end (`left`, `spent`).
//!
//! The search has answered these questions; the walk takes its answers out of the table, position
//! by position, and asks again what the table has lost. What makes an entry right is in
//! docs/certificate.md. A bound from below falls with every pair of moves, so the walk ends,
//! and a line that comes back to a position may lean on that position's entry: the bound asked
//! for there is the smaller one.

mod left;
mod lower;
mod spent;
mod upper;

use super::{Dossier, Failure, Places};
use crate::base::{Len, Limit};
use crate::proof::certificate::{Claim, EntryKind};
use crate::search::{Answer, Metric, Question, Search};
use crate::shogi::{Move, Place, Position, Side, Square};
use ahash::HashMap;
use spent::Spent;

/// The greatest number of plies of a bound that is proved: the walk calls itself for each pair of
/// moves, and the smallest stack it runs on has a megabyte (WebAssembly, the first thread on
/// Windows). `tests/search/deep.rs` proves one of 609 plies on a quarter of that; Microcosmos needs
/// 1,523.
const MOST_PLIES: u32 = 1_600;

/// A bound of the length of a position, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// No mate within this number, every interposition counted.
    Longer(u32),
    /// The conventional length is more than this.
    Beyond(u32),
    /// The conventional length is at most this.
    Within(u32),
    /// The conventional length is at most this, and if it is this, pieces are left in hand.
    Leaves(u32),
    /// The length with nothing left is at most this many plies, or there is none.
    Spares(Spending),
    /// There is a length with nothing left, and it is at least this many plies.
    Spends(Spending),
}

/// A bound of the length with nothing left in the attacker's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spending {
    /// The bound.
    pub plies: u32,
    /// The conventional length of the position, which is proved.
    pub length: u32,
}

impl Bound {
    /// The plies that the search is asked for.
    fn asked(self) -> u32 {
        match self {
            Bound::Longer(plies)
            | Bound::Beyond(plies)
            | Bound::Within(plies)
            | Bound::Leaves(plies) => plies,
            Bound::Spares(of) | Bound::Spends(of) => of.length,
        }
    }

    /// Is it about pieces left in hand?
    pub fn is_of_what_is_left(self) -> bool {
        matches!(self, Bound::Leaves(_) | Bound::Spares(_) | Bound::Spends(_))
    }

    /// Is there no mate within the plies that are asked for?
    fn is_lower(self) -> bool {
        matches!(self, Bound::Longer(_) | Bound::Beyond(_))
    }
}

impl From<Bound> for Claim {
    fn from(bound: Bound) -> Claim {
        match bound {
            Bound::Longer(plies) => Claim::Longer { plies },
            Bound::Beyond(plies) => Claim::Beyond { plies },
            Bound::Within(plies) => Claim::Within { plies },
            Bound::Leaves(plies) => Claim::Leaves { plies },
            Bound::Spares(Spending { plies, .. }) => Claim::Spares { plies },
            Bound::Spends(Spending { plies, .. }) => Claim::Spends { plies },
        }
    }
}

/// Entries between two looks at the memory that was taken.
const MEASURE_EVERY: usize = 256;

/// A proof of one claim while it is made.
pub struct BoundProof<'w, 's> {
    search: &'w mut Search<'s>,
    /// The limits.
    question: Question<'s>,
    /// The entries, positions without any mate, and mates that bounds from above need, every ply
    /// counted.
    dossier: &'w mut Dossier,
    /// How plies are counted in the bounds from below.
    metric: Metric,
    /// Bounds from below that hold for smaller hands too.
    for_less: Places,
    /// Bounds from below for one hand.
    exact: Places,
    /// Bounds from below on the path, not shown yet.
    pending: HashMap<Place, u32>,
    /// Bounds from below with the defender to move.
    lasts: Places,
    /// Conventional bounds from above, the attacker to move and the defender.
    within: Places,
    mated: Places,
    /// Whether pieces are left by a mate of this length, the attacker to move.
    leaves: HashMap<Place, (u32, bool)>,
    /// What is known of lengths with nothing left, the attacker to move.
    spent: HashMap<Place, Spent>,
    /// Whether such a length was shown to be at most a number of plies, or none.
    spared: HashMap<(Place, u32), bool>,
}

/// Where the slider that gives check could capture: from, to, and whether it promotes.
type Slide = (Square, Square, bool);

impl<'w, 's> BoundProof<'w, 's> {
    /// Adds to `dossier` the proof of a bound of the length of the position on the search's board, where
    /// the search has found that it holds. `question` has the limits. It is not claimed yet.
    ///
    /// # Errors
    /// A limit, or a table that contradicts itself; the dossier is then as it was.
    pub fn add(
        bound: Bound,
        dossier: &'w mut Dossier,
        search: &'w mut Search<'s>,
        question: Question<'s>,
    ) -> Result<(), Failure> {
        let metric = match bound {
            Bound::Longer(_) => Metric::Raw,
            _ => Metric::Conventional,
        };
        let mark = dossier.mark();
        let mut proof = BoundProof {
            search,
            question: question.unreported(),
            dossier,
            metric,
            for_less: Places::with_plies(),
            exact: Places::with_plies(),
            pending: HashMap::default(),
            lasts: Places::with_plies(),
            within: Places::with_plies(),
            mated: Places::with_plies(),
            leaves: HashMap::default(),
            spent: HashMap::default(),
            spared: HashMap::default(),
        };
        let shown = proof.show(bound);
        if shown.is_err() {
            proof.dossier.undo(mark);
        }
        shown
    }

    fn show(&mut self, bound: Bound) -> Result<(), Failure> {
        let plies = bound.asked();
        if plies > MOST_PLIES {
            return Err(Limit::Memory.into());
        }
        // The table may have lost much of what has shown it, so it is asked for as a whole.
        if self.ask(plies, self.metric)?.value.is_mate() == bound.is_lower() {
            return Err(Failure::Contradiction);
        }
        let holds = match (bound, self.position().side_to_move()) {
            (Bound::Leaves(_), Side::Attacker) => self.show_leaves(plies)?,
            (Bound::Leaves(_), Side::Defender) => self.show_leaves_after(plies)?,
            (Bound::Spares(bound), Side::Attacker) => self.show_spares(bound)?,
            (Bound::Spends(bound), Side::Attacker) => self.show_spends(bound)?,
            (Bound::Spares(_) | Bound::Spends(_), Side::Defender) => false,
            (Bound::Within(_), Side::Attacker) => self.show_upper(plies).map(|()| true)?,
            (Bound::Within(_), Side::Defender) => self.show_mated(plies).map(|()| true)?,
            (_, Side::Attacker) => self.show_lower(plies).map(|_| true)?,
            (_, Side::Defender) => self.show_reply(plies).map(|_| true)?,
        };
        holds.then_some(()).ok_or(Failure::Contradiction)
    }

    fn position(&self) -> &Position {
        self.search.position()
    }

    fn here(&self) -> Place {
        self.position().place()
    }

    /// Asks about the board as it stands.
    fn ask(&mut self, plies: u32, metric: Metric) -> Result<Answer, Failure> {
        let question = self.question.within(Len::new(plies)).counted(metric);
        Ok(self.search.solve(question)?)
    }

    /// Is there no mate within this number of plies on the board as it stands?
    fn is_beyond(&mut self, plies: u32, metric: Metric) -> Result<bool, Failure> {
        Ok(self.ask(plies, metric)?.value.is_nomate())
    }

    /// Runs `step` with the board after a move.
    fn after<T>(&mut self, mv: Move, step: impl FnOnce(&mut Self) -> T) -> T {
        self.search.position_mut().make(mv);
        let result = step(self);
        self.search.position_mut().unmake(mv);
        result
    }

    /// Runs `step` with the slider moved, the defender still to move.
    fn slid<T>(&mut self, slide: Slide, step: impl FnOnce(&mut Self) -> T) -> T {
        let (from, to, promote) = slide;
        self.search.position_mut().special_slide(from, to, promote);
        let result = step(self);
        self.search
            .position_mut()
            .special_unslide(from, to, promote);
        result
    }

    /// The replies to the check on the board.
    fn replies(&self) -> Vec<Move> {
        let mut replies = Vec::new();
        self.position().generate_evasions(&mut replies);
        replies
    }

    /// The ways in which the checking slider could capture on `to`, a square that a reply drops on.
    fn captures(&mut self, to: Square) -> Vec<Slide> {
        match self.position().far_check() {
            Some((from, line)) if line.contains(to) => {
                let mut slides = vec![(from, to, false), (from, to, true)];
                let pos = self.search.position_mut();
                slides.retain(|&(from, to, promote)| pos.can_capture(from, to, promote));
                slides
            }
            _ => Vec::new(),
        }
    }

    /// The replies that always count, and the drops that may be futile.
    fn sorted_replies(&mut self) -> (Vec<Move>, Vec<Move>) {
        let line = self.position().far_check().map(|(_, line)| line);
        let squares = line.into_iter().flatten();
        let open: Vec<Square> = squares
            .filter(|&to| !self.captures(to).is_empty())
            .collect();
        let normal = |mv: &Move| !mv.is_drop() || !open.contains(&mv.to());
        self.replies().into_iter().partition(normal)
    }

    /// Attacker to move, where the table knows that there is no mate at all: adds the proof of that.
    fn close(&mut self) -> Result<(), Failure> {
        let question = self.question.within(Len::INFINITE).counted(Metric::Raw);
        self.dossier.refute(0, self.search, question)
    }

    /// Adds an entry for the board as it stands.
    fn push(
        &mut self,
        kind: EntryKind,
        plies: u32,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<(), Failure> {
        let pos = self.search.position();
        let draft = &mut self.dossier.draft;
        draft.push(pos, pos.attacker_hand(), (kind, plies), moves);
        match draft.len().is_multiple_of(MEASURE_EVERY) && self.bytes() > self.dossier.room {
            true => Err(Limit::Memory.into()),
            false => Ok(()),
        }
    }

    /// Bytes that are taken for what has been shown.
    fn bytes(&self) -> usize {
        let places = [
            &self.for_less,
            &self.exact,
            &self.lasts,
            &self.within,
            &self.mated,
        ];
        let places: usize = places.into_iter().map(Places::bytes).sum();
        places + self.dossier.bytes()
    }
}
