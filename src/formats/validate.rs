//! Decides whether a position makes sense as a tsume-shogi problem.
//!
//! What can be wrong is a [`SetupError`]. This module adds the attacker where the user names
//! none, the part of the position that an error is about, and a hint for the author. The
//! reader of each format knows where that part stands in the text.

use crate::base::message::{Counted, List, Message, message};
use crate::base::names::{HAND_KINDS, base, color, set_size};
use crate::shogi::{Holder, Position, SetupError, rules};
use shogi_core::{Color, Hand, PartialPosition, PieceKind, Square, ToUsi};

/// The part of a position that an objection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A square of the board.
    Square(Square),
    /// A kind in the hand of a side.
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

/// Checks a position, and returns the attacking side: `attacker`, which the user names, or
/// without it the side that has no king, or with two kings the side to move.
///
/// # Errors
/// Why the position makes no sense with this attacker.
pub fn validate(position: &PartialPosition, attacker: Option<Color>) -> Result<Color, Objection> {
    let attacker = attacker.unwrap_or_else(|| attacker_of(position));
    match Position::new(position, attacker) {
        Ok(_) => Ok(attacker),
        Err(error) => Err(objection(&error, position, attacker)),
    }
}

/// What is said against a position with this attacker that has this error.
pub fn objection(error: &SetupError, position: &PartialPosition, attacker: Color) -> Objection {
    Objection {
        at: place(error),
        message: error.message(),
        hint: hint(error, position, attacker),
    }
}

/// The attacker: with one king the side without it, otherwise the side to move.
pub fn attacker_of(position: &PartialPosition) -> Color {
    let has = |side| rules::king(position, side).is_some();
    match (has(Color::Black), has(Color::White)) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => position.side_to_move(),
    }
}

/// The part of the position that an error is about.
pub fn place(error: &SetupError) -> At {
    match *error {
        SetupError::NoKing | SetupError::NoDefenderKing { .. } => At::Board,
        SetupError::TwoKings { second, .. } | SetupError::TwoPawns { second, .. } => {
            At::Square(second)
        }
        SetupError::DeadPiece { square, .. } => At::Square(square),
        SetupError::TooMany { kind, at, .. } => match at {
            Holder::Square(square) => At::Square(square),
            Holder::Hand(color) => At::Hand(color, kind),
        },
        SetupError::KingCapturable { king, .. } | SetupError::DefenderNotInCheck { king, .. } => {
            At::Square(king)
        }
    }
}

/// What to do about an error.
fn hint(error: &SetupError, position: &PartialPosition, attacker: Color) -> Message {
    match *error {
        SetupError::NoKing => message!(
            "put the king to be mated on the board (SFEN: k is White's, K Black's; KIF: v玉, 玉; CSA: -OU, +OU)",
            "詰まされる玉を盤に置く（SFEN：後手 k、先手 K、KIF：v玉、玉、CSA：-OU、+OU）"
        ),
        SetupError::NoDefenderKing { .. } => message!(
            "the only king is {attacker}'s: name no attacker, or the other side, or put a king on the board",
            "玉は{attacker}のものだけ：攻方の指定を外すか逆にする。または玉を盤に置く",
            attacker
        ),
        SetupError::TwoKings { .. } => message!(
            "each side has one king at most (SFEN: k is White's, K Black's; KIF: v玉, 玉; CSA: -OU, +OU)",
            "玉はどちらにも一つまで（SFEN：後手 k、先手 K、KIF：v玉、玉、CSA：-OU、+OU）"
        ),
        SetupError::TooMany { .. } => message!(
            "pieces on the board, promoted or not, and both hands share one set",
            "盤上の駒（成駒も）と両方の持駒で一組"
        ),
        SetupError::DeadPiece { .. } => message!(
            "a piece that far up the board must be promoted; check the rank and the colour",
            "その段では成っていなければならない。段と先後を確かめる"
        ),
        SetupError::TwoPawns { .. } => message!(
            "one of them may be meant promoted (+P, と) or for the other side",
            "どちらかは と（+P）か、相手の歩かもしれない"
        ),
        SetupError::KingCapturable { owner, .. } => message!(
            "if {side} is to move instead, say so (SFEN: {letter}, KIF: {turn})",
            "{side}の手番ならそう書く（SFEN：{letter}、KIF：{turn}）",
            side = owner,
            letter = owner.to_usi_owned(),
            turn = kif_turn(owner)
        ),
        SetupError::DefenderNotInCheck { color: mover, .. } => {
            let begins = message!(
                "if the attacker begins, say so (SFEN: {letter}, KIF: {turn})",
                "攻方から始まるならそう書く（SFEN：{letter}、KIF：{turn}）",
                letter = attacker.to_usi_owned(),
                turn = kif_turn(attacker)
            );
            match rules::king(position, attacker) {
                None => begins,
                Some(_) => message!(
                    "{begins}; if {mover} attacks, add --attacker {name}",
                    "{begins}。{mover}が攻めるなら --attacker {name} を加える",
                    begins,
                    mover,
                    name = color(mover)
                ),
            }
        }
    }
}

fn kif_turn(side: Color) -> &'static str {
    if side == Color::Black {
        "先手番"
    } else {
        "後手番"
    }
}

/// The pieces of the set that are neither on the board nor in a hand, without kings.
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

/// A warning about the pieces of the set that are nowhere in the position, with a remedy; `None`
/// when there are none.
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
            "1 piece of the set is nowhere ({names}); taken as written. To give it to the defender write the hands as {hands}, or use --rest defender",
            "一組のうち1枚がどこにもない（{names}）。書かれたとおりに読む。玉方に持たせるなら持駒を {hands} と書くか、--rest defender を使う",
            names,
            hands
        )
    } else {
        message!(
            "{total} pieces of the set are nowhere ({names}); taken as written. To give them to the defender write the hands as {hands}, or use --rest defender",
            "一組のうち{total}枚がどこにもない（{names}）。書かれたとおりに読む。玉方に持たせるなら持駒を {hands} と書くか、--rest defender を使う",
            total,
            names,
            hands
        )
    })
}
