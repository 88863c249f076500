//! Does a position make sense as a tsume-shogi problem?
//!
//! The checks follow sections 1 and 4 of the rules: piece counts, two pawns on
//! a file, pieces that could never move, whose king is hunted, and whether the
//! hunt can start at all. An [`Objection`] names the square; the reader of each
//! format knows where that square stands in the text.

use super::attack::attacker_of;
use super::message::{Counted, List, Message, Template, message};
use super::names::{HAND_KINDS, base, color, set_size};
use shogi_core::{Color, Hand, PartialPosition, Piece, PieceKind, Square, ToUsi};

/// The part of a position that an objection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A square of the board.
    Square(Square),
    /// A kind in somebody's hand.
    Hand(Color, PieceKind),
    /// The board as a whole.
    Board,
}

/// Why a position is not a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The part it is about.
    pub at: At,
    /// What is wrong.
    pub message: Message,
    /// What to do about it.
    pub hint: Message,
}

/// Squares in the order of SFEN and of diagrams: 9a, 8a … 1a, 9b …
pub fn reading_order() -> impl Iterator<Item = Square> {
    (1..=9).flat_map(|rank| {
        (1..=9)
            .rev()
            .filter_map(move |file| Square::new(file, rank))
    })
}

fn objection(at: At, message: Message, hint: Message) -> Objection {
    Objection { at, message, hint }
}

/// Checks everything and says who attacks. `attacker` is the user's wish; it
/// decides when both kings are on the board.
pub fn validate(position: &PartialPosition, attacker: Option<Color>) -> Result<Color, Objection> {
    kings_are_single(position)?;
    set_is_not_exceeded(position)?;
    pieces_can_stand(position)?;
    let attacker = find_attacker(position, attacker)?;
    hunt_can_start(position, attacker)?;
    Ok(attacker)
}

/// At most one king of each side.
fn kings_are_single(position: &PartialPosition) -> Result<(), Objection> {
    for side in Color::all() {
        let king = Piece::new(PieceKind::King, side);
        let mut seen = reading_order().filter(|&sq| position.piece_at(sq) == Some(king));
        if let (Some(first), Some(second)) = (seen.next(), seen.next()) {
            return Err(objection(
                At::Square(second),
                message!("two {} kings, on {} and {}", side, first, second),
                message!(
                    "each side has one king at most; a capital K is Black's, a small k White's"
                ),
            ));
        }
    }
    Ok(())
}

/// No kind has more pieces than a set holds.
fn set_is_not_exceeded(position: &PartialPosition) -> Result<(), Objection> {
    let mut count = [0u32; 8];
    let mut place: [Option<At>; 8] = [None; 8];
    let mut add = |kind: PieceKind, n: u32, at: At| {
        let index = base(kind).array_index();
        count[index] += n;
        if count[index] > set_size(base(kind)) && place[index].is_none() {
            place[index] = Some(at);
        }
    };
    for sq in reading_order() {
        if let Some(piece) = position.piece_at(sq) {
            add(piece.piece_kind(), 1, At::Square(sq));
        }
    }
    for side in Color::all() {
        for kind in HAND_KINDS {
            let n = position.hand_of_a_player(side).count(kind).unwrap_or(0);
            add(kind, u32::from(n), At::Hand(side, kind));
        }
    }
    for kind in HAND_KINDS {
        let index = kind.array_index();
        if let Some(at) = place[index] {
            return Err(objection(
                at,
                message!(
                    "{} on the board and in the hands; a set has {}",
                    Counted(count[index], kind),
                    set_size(kind)
                ),
                message!("pieces on the board, promoted or not, and both hands share one set"),
            ));
        }
    }
    Ok(())
}

/// No two unpromoted pawns of a side on a file (二歩), no piece without a
/// further move (行き所のない駒).
fn pieces_can_stand(position: &PartialPosition) -> Result<(), Objection> {
    let mut pawn_on: [[Option<Square>; 10]; 2] = [[None; 10]; 2];
    for sq in reading_order() {
        let Some(piece) = position.piece_at(sq) else {
            continue;
        };
        let (kind, side) = (piece.piece_kind(), piece.color());
        let far = sq.relative_rank(side);
        let dead = match kind {
            PieceKind::Pawn | PieceKind::Lance => far == 1,
            PieceKind::Knight => far <= 2,
            _ => false,
        };
        if dead {
            return Err(objection(
                At::Square(sq),
                message!(
                    "the {} {} on {} could never move (行き所のない駒)",
                    side,
                    kind,
                    sq
                ),
                message!(
                    "a piece that far up the board must be promoted; check the rank and the colour"
                ),
            ));
        }
        if kind == PieceKind::Pawn {
            let slot = &mut pawn_on[side.array_index()][sq.file() as usize];
            if let Some(first) = *slot {
                return Err(objection(
                    At::Square(sq),
                    message!(
                        "two {} pawns on file {}, on {} and {} (二歩)",
                        side,
                        sq.file(),
                        first,
                        sq
                    ),
                    message!("one of them may be meant promoted (+P, と) or for the other side"),
                ));
            }
            *slot = Some(sq);
        }
    }
    Ok(())
}

/// One king: its owner defends. Two kings: the side to move attacks, unless
/// the user decided.
fn find_attacker(position: &PartialPosition, wish: Option<Color>) -> Result<Color, Objection> {
    let has = |side| position.king_position(side).is_some();
    let attacker = match (has(Color::Black), has(Color::White), wish) {
        (false, false, _) => {
            return Err(objection(
                At::Board,
                message!("no king on the board: the defender (玉方) needs one"),
                message!("write the king to be mated as k (White's) or K (Black's)"),
            ));
        }
        (_, _, Some(side)) => side,
        (true, true, None) => position.side_to_move(),
        (true, false, None) => Color::White,
        (false, true, None) => Color::Black,
    };
    if has(attacker.flip()) {
        return Ok(attacker);
    }
    Err(objection(
        At::Board,
        message!("{} is to be mated and has no king", attacker.flip()),
        message!(
            "the only king is {0}'s: leave out --attacker {0} or put a king on the board",
            attacker
        ),
    ))
}

/// The king that is not on turn must not be in check; a defender on turn must be.
fn hunt_can_start(position: &PartialPosition, attacker: Color) -> Result<(), Objection> {
    let mover = position.side_to_move();
    let waiting = mover.flip();
    if let Some(king) = position.king_position(waiting)
        && let Some((from, piece)) = attacker_of(position, king, mover)
    {
        let role = if waiting == attacker {
            const { Template::of("attacker") }
        } else {
            const { Template::of("defender") }
        };
        return Err(objection(
            At::Square(king),
            message!(
                "{} is to move and could capture the {}'s king on {} with the {} on {}",
                mover,
                role,
                king,
                piece.piece_kind(),
                from
            ),
            message!(
                "if {} is to move instead, say so (SFEN: {}, KIF: {})",
                waiting,
                waiting.to_usi_owned(),
                kif_turn(waiting)
            ),
        ));
    }
    if mover != attacker
        && let Some(king) = position.king_position(mover)
        && attacker_of(position, king, attacker).is_none()
    {
        let (letter, turn) = (attacker.to_usi_owned(), kif_turn(attacker));
        let hint = if position.king_position(attacker).is_some() {
            message!(
                "if the attacker begins, say so (SFEN: {}, KIF: {}); \
                 if {} attacks, add --attacker {}",
                letter,
                turn,
                mover,
                color(mover)
            )
        } else {
            message!(
                "if the attacker begins, say so (SFEN: {}, KIF: {})",
                letter,
                turn
            )
        };
        return Err(objection(
            At::Square(king),
            message!(
                "the defender ({}) is to move and the king on {} is not in check",
                mover,
                king
            ),
            hint,
        ));
    }
    Ok(())
}

fn kif_turn(side: Color) -> &'static str {
    if side == Color::Black {
        "先手番"
    } else {
        "後手番"
    }
}

/// The pieces that are neither on the board nor in a hand, kings aside.
pub fn missing(position: &PartialPosition) -> Vec<(PieceKind, u32)> {
    let mut count = [0u32; 8];
    for sq in Square::all() {
        if let Some(piece) = position.piece_at(sq) {
            count[base(piece.piece_kind()).array_index()] += 1;
        }
    }
    let mut out = Vec::new();
    for kind in HAND_KINDS {
        let held: u32 = Color::all()
            .iter()
            .map(|&side| u32::from(position.hand_of_a_player(side).count(kind).unwrap_or(0)))
            .sum();
        let n = set_size(kind).saturating_sub(count[kind.array_index()] + held);
        if n > 0 {
            out.push((kind, n));
        }
    }
    out
}

/// Adds pieces to a hand.
pub fn give(hand: &mut Hand, pieces: &[(PieceKind, u32)]) {
    for &(kind, n) in pieces {
        for _ in 0..n {
            *hand = hand.added(kind).unwrap_or(*hand);
        }
    }
}

/// A sentence about a set that does not add up, with the cure; `None` when it does.
pub fn incomplete(position: &PartialPosition, defender: Color) -> Option<Message> {
    let missing = missing(position);
    if missing.is_empty() {
        return None;
    }
    let total: u32 = missing.iter().map(|&(_, n)| n).sum();
    let names = List(missing.iter().map(|&(k, n)| Counted(n, k)).collect());
    let mut full = position.clone();
    give(full.hand_of_a_player_mut(defender), &missing);
    let hands = [
        full.hand_of_a_player(Color::Black),
        full.hand_of_a_player(Color::White),
    ];
    let hands = hands.to_usi_owned();
    Some(if total == 1 {
        message!(
            "1 piece of the set is nowhere ({}); taken as written. \
             To give it to the defender write the hands as {}",
            names,
            hands
        )
    } else {
        message!(
            "{} pieces of the set are nowhere ({}); taken as written. \
             To give them to the defender write the hands as {}",
            total,
            names,
            hands
        )
    })
}
