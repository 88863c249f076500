//! Makes a problem from a board and the text about the hands, for every format with a board:
//! KIF, KI2, CSA, JKF.
//!
//! A hand may be listed, be left out, or be "all the rest" (残り全部, `AL`). A diagram of a book
//! leaves out the defender's hand, and means all the rest with it. Everywhere else the pieces that
//! are nowhere are in no hand: those of a handicap, and those that a study does without.

use super::handicap;
use super::options::ReadOptions;
use super::validate::{Objection, give, incomplete, missing};
use crate::base::message::{Message, message};
use crate::base::names::set_size;
use crate::base::problem::{BranchFault, Expect, LineFault, Problem, Source, Warning};
use crate::base::tree::{Ending, Tree};
use crate::shogi::rules;
use shogi_core::{Color, PartialPosition, PieceKind};

/// Puts the pieces of the set that are nowhere in the position into the defender's hand, and
/// removes the warning about them.
pub fn give_rest_to_defender(problem: &mut Problem) {
    let defender = problem.attacker.flip();
    let warning = incomplete(&problem.position, defender);
    let rest = missing(&problem.position);
    give(problem.position.hand_of_a_player_mut(defender), &rest);
    problem
        .warnings
        .retain(|w| warning.as_ref() != Some(&w.message));
}

/// A hand as the text gives it.
#[derive(Clone, Debug, Default)]
pub struct HandText {
    /// Kinds and counts.
    pub pieces: Vec<(PieceKind, u32)>,
    /// True for 残り全部: all pieces that are nowhere else.
    pub rest: bool,
    /// Column and length of each kind in the text.
    pub places: [(usize, usize); 8],
}

impl HandText {
    /// Adds pieces of a kind. One more than a set has is as good as any number beyond: the check
    /// of the position refuses it, and no counter runs over.
    pub fn add(&mut self, kind: PieceKind, count: u32) {
        let held = self.pieces.iter().filter(|p| p.0 == kind);
        let held: u32 = held.map(|p| p.1).sum();
        let count = count.min((set_size(kind) + 1).saturating_sub(held));
        if count > 0 {
            self.pieces.push((kind, count));
        }
    }
}

/// Headers that are kept of a record.
const MAX_HEADERS: usize = 100;

/// A record before the hands are filled and the position is judged.
#[derive(Clone, Debug)]
pub struct Draft {
    pub id: String,
    /// Board and side to move.
    pub position: PartialPosition,
    /// The hands of Black and White; `None` where the text has none.
    pub hands: [Option<HandText>; 2],
    /// True for a set-up of a game, in which no pieces are added to the hands.
    pub complete: bool,
    /// True where the defender's hand may be left out and mean all the rest, as it does in the
    /// diagrams of books.
    pub open: bool,
    pub plies: Option<u32>,
    pub headers: Vec<(String, String)>,
    pub source: Source,
    pub warnings: Vec<Warning>,
}

/// A move that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFault {
    /// The ply of the move, from 1.
    pub ply: u32,
    /// A sentence about what is wrong with it.
    pub message: Message,
    /// Line and column; `None` in a format without lines.
    pub at: Option<(u64, usize)>,
}

/// Warnings about the moves of a file.
#[derive(Default)]
pub struct Oddities {
    /// Warnings, with line and column where they are known.
    general: Vec<(Option<(u64, usize)>, Message)>,
    /// Warnings of moves that cannot be played, with line and column where they are known.
    unplayable: Vec<(Option<(u64, usize)>, Message)>,
    /// The moves at which branches are cut.
    cuts: Vec<MoveFault>,
}

impl Oddities {
    /// Adds a warning without a place.
    pub fn warn(&mut self, message: Message) {
        self.general.push((None, message));
    }

    /// Adds a warning about the words at a line and column.
    pub fn warn_at(&mut self, line: u64, column: usize, message: Message) {
        self.general.push((Some((line, column)), message));
    }

    /// Notes that a branch is cut before a move that cannot be played.
    pub fn cut(&mut self, fault: MoveFault) {
        let warning = message!(
            "a branch (変化) is cut: {why}",
            "変化を途中で打ち切る：{why}",
            why = fault.message
        );
        self.unplayable.push((fault.at, warning));
        self.cuts.push(fault);
    }
}

/// Why no problem can be made of a draft.
pub enum Refusal {
    /// Both hands are given as all the rest.
    BothRest,
    /// The position is not what is to be read.
    Position(Objection),
}

impl Refusal {
    /// The message and the hint about it.
    pub fn texts(&self) -> (Message, Message) {
        match self {
            Refusal::BothRest => (
                message!(
                    "both sides hold all the rest (残り全部)",
                    "両方の持駒が残り全部になっている"
                ),
                message!(
                    "write out the pieces of one of them",
                    "どちらかの持駒を書き出す"
                ),
            ),
            Refusal::Position(o) => (o.message.clone(), o.hint.clone()),
        }
    }
}

impl Draft {
    /// A draft of an empty board.
    pub fn new(id: String, source: Source) -> Draft {
        Draft {
            id,
            position: PartialPosition::empty(),
            hands: [None, None],
            complete: false,
            open: false,
            plies: None,
            headers: Vec::new(),
            source,
            warnings: Vec::new(),
        }
    }

    /// Keeps a header, unless it is empty or there are too many.
    pub fn header(&mut self, key: &str, value: &str) {
        if !value.is_empty() && self.headers.len() < MAX_HEADERS {
            self.headers.push((key.to_string(), value.to_string()));
        }
    }

    /// Adds a warning at the line of the position.
    pub fn warn(&mut self, message: Message) {
        self.warnings
            .push(Warning::of_line(self.source.line, message));
    }

    /// Fills the hands and makes a problem of the position. `moves` reads the moves into a tree;
    /// its error is the reason why they are ignored, and then the tree has the main line before
    /// the fault.
    ///
    /// # Errors
    /// When the position is not what `options` accept, or both hands are given as all the rest.
    pub fn finish(
        mut self,
        options: &ReadOptions,
        moves: impl FnOnce(&PartialPosition, &mut Tree, &mut Oddities) -> Result<(), MoveFault>,
    ) -> Result<Problem, Refusal> {
        self.fill(options.attacker)?;
        let judged = options.judge(&self.position).map_err(Refusal::Position)?;
        let attacker = judged.attacker;
        if let Some(message) = judged.unfinished {
            self.warn(message);
        }
        if let Some(message) = incomplete(&self.position, attacker.flip())
            && !self.complete
            && !handicap::is_set_up(&self.position)
        {
            self.warn(message);
        }
        let mut odd = Oddities::default();
        let mut tree = Tree::default();
        let read = moves(&self.position, &mut tree, &mut odd);
        let line_fault = read.err().map(|MoveFault { message, at, .. }| {
            let ignored = message!(
                "the moves of the file are ignored: {message}",
                "ファイルの指し手は無視する：{message}",
                message
            );
            odd.unplayable.push((at, ignored));
            let before = std::mem::take(&mut tree).main_line();
            LineFault { before, message }
        });
        let first = self.source.line;
        let general = odd.general.into_iter().map(|odd| (odd, false));
        let unplayable = odd.unplayable.into_iter().map(|odd| (odd, true));
        for ((at, message), of_moves) in general.chain(unplayable) {
            let (line, column) = at.unwrap_or((first, 0));
            self.warnings.push(Warning {
                line,
                column,
                message,
                of_moves,
            });
        }
        let cut = |fault: MoveFault| BranchFault {
            line: fault.at.map_or(first, |at| at.0),
            ply: fault.ply,
            message: fault.message,
        };
        let branch_faults = odd.cuts.into_iter().map(cut).collect();
        let line = tree.main_line();
        let mate = (tree.ending() == Some(Ending::Mate)).then_some(line.len() as u32);
        Ok(Problem {
            id: self.id,
            position: self.position,
            attacker,
            plies: self.plies.or(mate.filter(|&n| n > 0)),
            line: (!line.is_empty()).then_some(line),
            tree,
            headers: self.headers,
            line_fault,
            branch_faults,
            expect: Expect::default(),
            source: self.source,
            warnings: self.warnings,
        })
    }

    /// Puts pieces into the hands of the position: those listed, and those that are left where
    /// that is asked for or meant.
    fn fill(&mut self, wish: Option<Color>) -> Result<(), Refusal> {
        for side in Color::all() {
            if let Some(hand) = &self.hands[side.array_index()] {
                give(self.position.hand_of_a_player_mut(side), &hand.pieces);
            }
        }
        if self.complete {
            return Ok(());
        }
        let wants_rest = |side: Color| {
            let hand = self.hands[side.array_index()].as_ref();
            hand.is_some_and(|hand| hand.rest)
        };
        if wants_rest(Color::Black) && wants_rest(Color::White) {
            return Err(Refusal::BothRest);
        }
        let left = missing(&self.position);
        if left.is_empty() {
            return Ok(());
        }
        if let Some(side) = Color::all().into_iter().find(|&side| wants_rest(side)) {
            give(self.position.hand_of_a_player_mut(side), &left);
            return Ok(());
        }
        if let Some(defender) = self.defender_without_hand(wish) {
            self.warn(message!(
                "the defender's hand is not given: all the rest is in it (残り全部)",
                "玉方の持駒が書かれていない：残り全部とみなす"
            ));
            give(self.position.hand_of_a_player_mut(defender), &left);
        }
        Ok(())
    }

    /// The defender, where the text is a problem that leaves out his hand.
    ///
    /// With one king it is a problem, and its owner defends. With two it is one when the attacker
    /// holds pieces or a length is declared, neither of which is so at the start of a handicap
    /// game; then the opponent of the attacker that the user names defends, otherwise the side
    /// that is not to move.
    fn defender_without_hand(&self, wish: Option<Color>) -> Option<Color> {
        let kings = Color::all().map(|side| rules::king(&self.position, side).is_some());
        let defender = match (kings, wish) {
            ([true, false], _) => Color::Black,
            ([false, true], _) => Color::White,
            (_, Some(attacker)) => attacker.flip(),
            _ => self.position.side_to_move().flip(),
        };
        let hand = |side: Color| self.hands[side.array_index()].as_ref();
        let attacker_holds = hand(defender.flip()).is_some_and(|hand| !hand.pieces.is_empty());
        let is_problem = kings != [true, true] || attacker_holds || self.plies.is_some();
        (self.open && is_problem && hand(defender).is_none()).then_some(defender)
    }
}
