//! Does a position make sense as a tsume-shogi problem?
//!
//! The checks follow sections 1 and 4 of the rules: piece counts, two pawns on
//! a file, pieces that could never move, whose king is hunted, and whether the
//! hunt can start at all. An [`Objection`] names the square; the reader of each
//! format knows where that square stands in the text.

use super::attack::attacker_of;
use crate::base::message::{Counted, List, Message, message};
use crate::base::names::{HAND_KINDS, base, color, set_size};
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
                message!(
                    "two {side} kings, on {first} and {second}",
                    "{side}の玉が{first}と{second}に二つある",
                    side,
                    first,
                    second
                ),
                message!(
                    "each side has one king at most; a capital K is Black's, a small k White's",
                    "玉はどちらにも一つまで。先手の玉は大文字の K、後手の玉は小文字の k"
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
                    "{pieces} on the board and in the hands; a set has {set}",
                    "盤上と持駒に{pieces}ある。一組には{set}枚しかない",
                    pieces = Counted(count[index], kind),
                    set = set_size(kind)
                ),
                message!(
                    "pieces on the board, promoted or not, and both hands share one set",
                    "盤上の駒（成駒も）と両方の持駒で一組"
                ),
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
                    "the {side} {kind} on {sq} could never move (行き所のない駒)",
                    "{sq}の{side}の{kind}は行き所のない駒",
                    side,
                    kind,
                    sq
                ),
                message!(
                    "a piece that far up the board must be promoted; check the rank and the colour",
                    "その段では成っていなければならない。段と先後を確かめる"
                ),
            ));
        }
        if kind == PieceKind::Pawn {
            let slot = &mut pawn_on[side.array_index()][sq.file() as usize];
            if let Some(first) = *slot {
                return Err(objection(
                    At::Square(sq),
                    message!(
                        "two {side} pawns on file {sq}, on {first} and {sq_2} (二歩)",
                        "二歩：{side}の歩が{sq}筋の{first}と{sq_2}にある",
                        side,
                        sq = sq.file(),
                        first,
                        sq_2 = sq
                    ),
                    message!(
                        "one of them may be meant promoted (+P, と) or for the other side",
                        "どちらかは と（+P）か、相手の歩かもしれない"
                    ),
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
                message!(
                    "no king on the board: the defender (玉方) needs one",
                    "盤上に玉がない：玉方の玉が要る"
                ),
                message!(
                    "write the king to be mated as k (White's) or K (Black's)",
                    "詰まされる玉を k（後手）または K（先手）と書く"
                ),
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
        message!(
            "{defender} is to be mated and has no king",
            "詰まされる側（{defender}）に玉がない",
            defender = attacker.flip()
        ),
        message!(
            "the only king is {attacker}'s: leave out --attacker {attacker} or put a king on the board",
            "玉は{attacker}のものだけ：--attacker を外すか、玉を盤に置く",
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
            message!("attacker", "攻方")
        } else {
            message!("defender", "玉方")
        };
        return Err(objection(
            At::Square(king),
            message!(
                "{mover} is to move and could capture the {role}'s king on {king} with the {piece} on {from}",
                "{mover}の手番なのに、{from}の{piece}で{role}の玉（{king}）を取れる",
                mover,
                role,
                king,
                piece = piece.piece_kind(),
                from
            ),
            message!(
                "if {waiting} is to move instead, say so (SFEN: {waiting_2}, KIF: {kif_turn})",
                "{waiting}の手番ならそう書く（SFEN：{waiting_2}、KIF：{kif_turn}）",
                waiting,
                waiting_2 = waiting.to_usi_owned(),
                kif_turn = kif_turn(waiting)
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
                "if the attacker begins, say so (SFEN: {letter}, KIF: {turn}); if {mover} attacks, add --attacker {color}",
                "攻方から始まるならそう書く（SFEN：{letter}、KIF：{turn}）。{mover}が攻めるなら --attacker {color} を加える",
                letter,
                turn,
                mover,
                color = color(mover)
            )
        } else {
            message!(
                "if the attacker begins, say so (SFEN: {letter}, KIF: {turn})",
                "攻方から始まるならそう書く（SFEN：{letter}、KIF：{turn}）",
                letter,
                turn
            )
        };
        return Err(objection(
            At::Square(king),
            message!(
                "the defender ({mover}) is to move and the king on {king} is not in check",
                "玉方（{mover}）の手番なのに、{king}の玉に王手がかかっていない",
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
            "1 piece of the set is nowhere ({names}); taken as written. To give it to the defender write the hands as {hands}",
            "一組のうち1枚がどこにもない（{names}）。書かれたとおりに読む。玉方に持たせるなら持駒を {hands} と書く",
            names,
            hands
        )
    } else {
        message!(
            "{total} pieces of the set are nowhere ({names}); taken as written. To give them to the defender write the hands as {hands}",
            "一組のうち{total}枚がどこにもない（{names}）。書かれたとおりに読む。玉方に持たせるなら持駒を {hands} と書く",
            total,
            names,
            hands
        )
    })
}
