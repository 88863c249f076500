//! `position`: a board as data, what is wrong with it, and what can be played.

use super::failure::{Code, Failure};
use super::request::{self, Look as Ask};
use super::value::{Both, Pieces, Side, Step, Text, sfen};
use crate::base::message::message;
use crate::base::names;
use crate::formats::usi;
use crate::formats::validate::{At, attacker_of, give, missing, place};
use crate::shogi::{faults, rules};
use serde::Serialize;
use shogi_core::{Color, Move, PartialPosition, Square, ToUsi};

/// The event `position`.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    pub sfen: String,
    pub turn: Side,
    pub attacker: Side,
    /// Ranks from a to i, each from file 9 to file 1: the letters of SFEN.
    pub board: Vec<Vec<Option<String>>>,
    pub hands: Both<Pieces>,
    /// Pieces of the set that stand nowhere (駒箱), without kings.
    #[serde(rename = "box")]
    pub boxed: Pieces,
    /// Where the kings stand; the first one of a side in the order of files.
    pub kings: Both<Option<String>>,
    /// Where the pieces stand that give check to each side's king.
    pub checks: Both<Vec<String>>,
    pub faults: Vec<Fault>,
    /// True when a search can start.
    pub ready: bool,
    /// True when the side to move is in check and has no legal move.
    pub mated: bool,
    /// All legal moves of the side to move.
    pub moves: Vec<Legal>,
    /// The line of the request as far as it is legal.
    pub line: Vec<Step>,
}

/// Something that keeps a search from starting.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The square it is about.
    pub at: Option<String>,
    /// The side in whose hand it is.
    pub hand: Option<Side>,
    pub message: Text,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct Legal {
    #[serde(flatten)]
    pub step: Step,
    /// Where the piece stood; `None` for a drop.
    pub from: Option<String>,
    /// The kind that is dropped, in capitals.
    pub drop: Option<String>,
    pub to: String,
    pub promotes: bool,
    /// The piece that is taken, as in SFEN.
    pub takes: Option<String>,
}

/// The most moves of a line whose steps are given; the answer has some 500 bytes for each.
const MOVES: usize = 10_000;

/// Looks at a position.
pub(super) fn look(ask: &Ask) -> Result<Look, Failure> {
    if ask.line.len() > MOVES {
        let said = message!(
            "the line has {moves} moves, and {most} are the most",
            "手順が{moves}手ある。{most}手まで",
            moves = ask.line.len(),
            most = MOVES
        );
        return Err(Failure::new(Code::Large, &said));
    }
    let mut position = request::position(&ask.sfen)?.position;
    let attacker = ask.attacker.map(Color::from);
    let attacker = attacker.unwrap_or_else(|| attacker_of(&position));
    if ask.rest.is_some() {
        let rest = missing(&position);
        give(position.hand_of_a_player_mut(attacker.flip()), &rest);
    }
    let found = faults(&position, attacker);
    let fault = |error| {
        let (at, hand) = match place(error) {
            At::Square(square) => (Some(names::square(square)), None),
            At::Hand(side, _) => (None, Some(side.into())),
            At::Board => (None, None),
        };
        Fault {
            at,
            hand,
            message: error.message().into(),
        }
    };
    let squares = |squares: Vec<Square>| squares.into_iter().map(names::square).collect();
    let moves = rules::legal_moves(&position).into_iter();
    Ok(Look {
        sfen: sfen(&position),
        turn: position.side_to_move().into(),
        attacker: attacker.into(),
        board: board(&position),
        hands: Both::of(|side| Pieces::held(&rules::held(&position, side))),
        boxed: Pieces(missing(&position)),
        kings: Both::of(|side| rules::king(&position, side).map(names::square)),
        checks: Both::of(|side| squares(rules::checkers(&position, side))),
        ready: found.is_empty(),
        faults: found.iter().map(fault).collect(),
        mated: rules::is_mate(&position),
        moves: moves.filter_map(|mv| Legal::of(&position, mv)).collect(),
        line: line(&position, ask),
    })
}

/// The board, a letter for each piece.
fn board(position: &PartialPosition) -> Vec<Vec<Option<String>>> {
    let piece = |file, rank| {
        let square = Square::new(file, rank)?;
        Some(position.piece_at(square)?.to_usi_owned())
    };
    let rank = |rank| (1..=9).rev().map(|file| piece(file, rank)).collect();
    (1..=9).map(rank).collect()
}

/// The line of the request, up to the first move that is not legal.
fn line(root: &PartialPosition, ask: &Ask) -> Vec<Step> {
    let mut position = root.clone();
    let steps = ask.line.iter().map_while(|text| {
        let mv = usi::parse_move(&position, text.usi())?;
        rules::is_legal(&position, mv).then_some(())?;
        Step::make(&mut position, mv)
    });
    steps.collect()
}

impl Legal {
    /// The moves of a line, one after the other.
    pub fn line(root: &PartialPosition, moves: &[Move]) -> Vec<Legal> {
        let mut position = root.clone();
        let next = |&mv: &Move| {
            let legal = Legal::of(&position, mv);
            let _ = position.make_move(mv);
            legal
        };
        moves.iter().map_while(next).collect()
    }

    fn of(position: &PartialPosition, mv: Move) -> Option<Legal> {
        let (from, drop, promotes) = match mv {
            Move::Normal { from, promote, .. } => (Some(names::square(from)), None, promote),
            Move::Drop { piece, .. } => {
                let kind = piece.piece_kind();
                let letter = shogi_core::Piece::new(kind, Color::Black).to_usi_owned();
                (None, Some(letter), false)
            }
        };
        Some(Legal {
            from,
            drop,
            to: names::square(mv.to()),
            promotes,
            takes: position.piece_at(mv.to()).map(|piece| piece.to_usi_owned()),
            step: Step::make(&mut position.clone(), mv)?,
        })
    }
}
