//! Moves in USI notation, replayed on a position.
//!
//! `shogi_usi_parser` reads every drop as Black's, so a drop gets the colour of the side to
//! move here.

use super::error::Fault;
use super::error::{not_legal, refused};
use super::text::shown;
use crate::base::message::{Message, message};
use crate::shogi::rules;
use shogi_core::{Move, PartialPosition, Piece, ToUsi};
use shogi_usi_parser::FromUsi;

/// Reads one move for the side to move; `None` when it is no move in USI. It need not be legal.
pub fn parse_move(position: &PartialPosition, text: &str) -> Option<Move> {
    match Move::from_usi_lite(text)? {
        Move::Drop { piece, to } => Some(Move::Drop {
            piece: Piece::new(piece.piece_kind(), position.side_to_move()),
            to,
        }),
        normal => Some(normal),
    }
}

/// Reads moves that are separated as [`separates`] says, and plays them on `position`.
///
/// # Errors
/// The first move that cannot be read or is not legal. Its column counts from the beginning of
/// `text`.
pub fn replay(position: &mut PartialPosition, text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    replay_onto(position, text, &mut moves)?;
    Ok(moves)
}

/// [`replay`] with the moves appended to `moves`, where those before a fault stay.
///
/// # Errors
/// As of [`replay`].
pub fn replay_onto(
    position: &mut PartialPosition,
    text: &str,
    moves: &mut Vec<Move>,
) -> Result<(), Fault> {
    for (column, token) in tokens(text) {
        let length = token.chars().count();
        let fault = |what: Message| {
            Fault::new(
                column,
                length,
                refused(moves.len() as u32 + 1, &shown(token, 20), what),
            )
        };
        let mv = parse_move(position, token).ok_or_else(|| {
            let hint = message!(
                "moves look like 7g7f, 8h2b+ or P*3d",
                "指し手は 7g7f、8h2b+、P*3d のように書く"
            );
            fault(message!("not a USI move", "USI の指し手ではない")).hint(hint)
        })?;
        if !rules::play(position, mv) {
            let hint = message!(
                "the moves are played one after the other",
                "指し手は順に指される"
            );
            return Err(fault(not_legal()).hint(hint));
        }
        moves.push(mv);
    }
    Ok(())
}

/// True for what separates the parts of an SFEN, and moves: white space, or `_`, which
/// addresses and file names have in its place.
pub fn separates(c: char) -> bool {
    c.is_whitespace() || c == '_'
}

/// The tokens of a text, as [`separates`] cuts it, each with its column (1-based, in
/// characters).
pub fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut column = 1;
    std::iter::from_fn(move || {
        let start = rest.find(|c| !separates(c))?;
        column += rest[..start].chars().count();
        rest = &rest[start..];
        let end = rest.find(separates).unwrap_or(rest.len());
        let (token, tail) = rest.split_at(end);
        let at = column;
        column += token.chars().count();
        rest = tail;
        Some((at, token))
    })
}

/// Moves in USI, separated by spaces.
pub fn line(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(ToUsi::to_usi_owned).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_columns() {
        let got: Vec<_> = tokens("  a 　bc\td_e ").collect();
        assert_eq!(got, [(3, "a"), (6, "bc"), (9, "d"), (11, "e")]);
    }

    #[test]
    fn white_drops_are_white() {
        let mut p = PartialPosition::from_usi("sfen 8k/9/9/9/9/9/9/9/R8 b g 1").unwrap();
        let moves = replay(&mut p, "9i1i G*1h 1i1h+").map_err(|f| f.column);
        assert_eq!(moves, Err(11), "a rook does not promote on 1h");
        let mut p = PartialPosition::from_usi("sfen 8k/9/9/9/9/9/9/9/R8 b g 1").unwrap();
        assert_eq!(replay(&mut p, "9i1i G*1h 1i1h").unwrap().len(), 3);
    }
}
