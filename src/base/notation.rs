//! A line of moves in words: Japanese book notation, that of English books, and the moves of KIF
//! files.

use crate::base::message::Lang;
use crate::base::names::{self, KANJI_DIGITS, WIDE_DIGITS, kanji_in_move};
use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, Square, ToUsi};
use shogi_legality_lite::prelegality::is_valid;
use shogi_official_kifu::display_single_move_kansuji;

/// The whole line as books in a language write it: [`japanese`], [`english`].
pub fn words(position: &PartialPosition, moves: &[Move], lang: Lang) -> Vec<String> {
    match lang {
        Lang::En => english(position, moves),
        Lang::Ja => japanese(position, moves),
    }
}

/// The whole line in the notation of English books: `S-5d`, `Kx5d` …
pub fn english(position: &PartialPosition, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut out = Vec::with_capacity(moves.len());
    for &mv in moves {
        out.push(english_move(&position, mv));
        if position.make_move(mv).is_none() {
            break;
        }
    }
    out
}

/// One move in the notation of English books, which George Hodges made for his magazine *Shogi*:
/// the piece, how it goes (`-` moves, `x` captures, `*` is dropped) and the square as in USI; `+`
/// promotes, `=` does not although it could. Where another piece of the kind could go there too,
/// its square comes first: `S3b-2c`. A move of no piece of the side to move is written in USI.
pub fn english_move(position: &PartialPosition, mv: Move) -> String {
    let side = position.side_to_move();
    let to = mv.to();
    let (from, promote) = match mv {
        // A drop is the same in USI.
        Move::Drop { .. } => return mv.to_usi_owned(),
        Move::Normal { from, promote, .. } => (from, promote),
    };
    let Some(piece) = position.piece_at(from).filter(|p| p.color() == side) else {
        return mv.to_usi_owned();
    };
    let kind = piece.piece_kind();
    let origin = match rivals(position, mv, kind).is_empty() {
        true => String::new(),
        false => names::square(from),
    };
    let goes = match position.piece_at(to) {
        Some(_) => 'x',
        None => '-',
    };
    let end = match promote {
        true => "+",
        false if may_promote(side, kind, from, to) => "=",
        false => "",
    };
    let letter = Piece::new(kind, Color::Black).to_usi_owned();
    format!("{letter}{origin}{goes}{}{end}", names::square(to))
}

/// True when a piece may promote by a move from one square to the other.
fn may_promote(side: Color, kind: PieceKind, from: Square, to: Square) -> bool {
    kind.promote().is_some() && from.relative_rank(side).min(to.relative_rank(side)) <= 3
}

/// The whole line in Japanese book notation: `▲５四銀`, `△同玉` …
pub fn japanese(position: &PartialPosition, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut out = Vec::with_capacity(moves.len());
    for &mv in moves {
        out.push(japanese_move(&position, mv));
        if position.make_move(mv).is_none() {
            break;
        }
    }
    out
}

/// The sign of a side: ▲ or △.
fn sign(side: Color) -> char {
    if side == Color::Black { '▲' } else { '△' }
}

/// A move as `shogi_official_kifu` names it, which knows the rules of the federation for
/// 右左上引寄直 and 打. It generates all moves, which takes a third of a millisecond. A move that it
/// cannot name, such as an illegal one, is written as in a KIF file.
fn by_the_rules(position: &PartialPosition, mv: Move) -> String {
    // The crate writes 竜; in diagrams and KIF files the dragon is 龍.
    let dragon = |text: String| text.replace('竜', kanji_in_move(PieceKind::ProRook));
    let named = display_single_move_kansuji(position, mv).map(dragon);
    named.unwrap_or_else(|| {
        let last = position.last_move().map(|last| last.to());
        let sign = sign(position.side_to_move());
        format!("{sign}{}", kif_move(position, mv, last))
    })
}

/// One move in book notation. Where no other piece of its kind could go there too, it is named
/// here, a hundred times faster than by the crate.
pub fn japanese_move(position: &PartialPosition, mv: Move) -> String {
    let side = position.side_to_move();
    let to = mv.to();
    let (from, kind) = match mv {
        Move::Drop { piece, .. } => (None, piece.piece_kind()),
        Move::Normal { from, .. } => match position.piece_at(from) {
            Some(piece) => (Some(from), piece.piece_kind()),
            None => return by_the_rules(position, mv),
        },
    };
    if !rivals(position, mv, kind).is_empty() {
        return by_the_rules(position, mv);
    }
    let sign = sign(side);
    let again = from.is_some() && position.last_move().is_some_and(|last| last.to() == to);
    let place = match again {
        true => "同".to_string(),
        false => place(to),
    };
    let promotion = match mv {
        Move::Normal { promote: true, .. } => "成",
        Move::Normal { from, .. } if may_promote(side, kind, from, to) => "不成",
        _ => "",
    };
    let name = kanji_in_move(kind);
    format!("{sign}{place}{name}{promotion}")
}

/// What the names of a legal move depend on, as a key: a move has the same names wherever it has
/// the same key. It is found much faster than the names are.
pub fn key(position: &PartialPosition, mv: Move) -> String {
    let piece = match mv {
        Move::Drop { piece, .. } => Some(piece),
        Move::Normal { from, .. } => position.piece_at(from),
    };
    let captures = position.piece_at(mv.to()).is_some();
    let again = position.last_move().map(|last| last.to()) == Some(mv.to());
    let rivals = piece.map(|piece| rivals(position, mv, piece.piece_kind()));
    format!("{mv:?} {piece:?} {captures} {again} {rivals:?}")
}

/// The squares of the other pieces of a kind that could go where a move goes, those that are pinned
/// included: readers of KI2 tell moves apart by how pieces go and do not look for pins, and so does
/// `shogi_official_kifu`.
fn rivals(position: &PartialPosition, mv: Move, kind: PieceKind) -> Vec<Square> {
    let piece = Some(Piece::new(kind, position.side_to_move()));
    let to = mv.to();
    let goes = |from: Square| {
        let valid = |promote| is_valid(position, Move::Normal { from, to, promote });
        may_reach(kind, from, to) && (valid(false) || valid(true))
    };
    let other = |&from: &Square| Some(from) != mv.from() && position.piece_at(from) == piece;
    Square::all()
        .filter(other)
        .filter(|&from| goes(from))
        .collect()
}

/// False only when a piece of this kind can never go from one of these squares to the other.
fn may_reach(kind: PieceKind, from: Square, to: Square) -> bool {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    let (near, straight) = (files <= 1 && ranks <= 1, files == 0 || ranks == 0);
    match kind {
        PieceKind::Pawn => files == 0 && ranks == 1,
        PieceKind::Lance => files == 0,
        PieceKind::Knight => files == 1 && ranks == 2,
        PieceKind::Bishop => files == ranks,
        PieceKind::Rook => straight,
        PieceKind::ProBishop => files == ranks || near,
        PieceKind::ProRook => straight || near,
        _ => near,
    }
}

/// A square as moves name it: `５四`.
fn place(square: Square) -> String {
    let file = WIDE_DIGITS[square.file() as usize - 1];
    let rank = KANJI_DIGITS[square.rank() as usize - 1];
    format!("{file}{rank}")
}

/// One move as in a KIF file: `５四銀打`, `同　玉(65)`, `７三角成(91)`.
pub fn kif_move(position: &PartialPosition, mv: Move, last: Option<Square>) -> String {
    let to = mv.to();
    let place = if last == Some(to) {
        "同　".to_string()
    } else {
        place(to)
    };
    match mv {
        Move::Drop { piece, .. } => format!("{place}{}打", kanji_in_move(piece.piece_kind())),
        Move::Normal { from, promote, .. } => {
            let name = position
                .piece_at(from)
                .map_or("？", |piece| kanji_in_move(piece.piece_kind()));
            let promoted = if promote { "成" } else { "" };
            format!("{place}{name}{promoted}({}{})", from.file(), from.rank())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{sfen, usi};
    use crate::shogi::rules;
    use shogi_usi_parser::FromUsi;

    #[test]
    fn moves_in_english() {
        let position = sfen::parse("4k4/9/3S1S3/4+R4/9/9/9/B3G4/4K4 b G 1");
        let position = position.unwrap().position;
        for (text, words) in [
            ("G*5b", "G*5b"),
            // Two silvers reach 5b, one of them 5a's neighbour 6b.
            ("6c5b+", "S6c-5b+"),
            ("4c5b", "S4c-5b="),
            ("6c6b", "S-6b="),
            // A promoted rook has nothing to promote, nor has a gold.
            ("5d5b", "+R-5b"),
            ("5h5g", "G-5g"),
            // There is nothing on 8h.
            ("8h8g", "8h8g"),
        ] {
            let mv = Move::from_usi(text).unwrap();
            assert_eq!(english_move(&position, mv), words);
        }
        let line = "6c5b 5a6b 5d6d 6b7b";
        let mut moves = Vec::new();
        usi::replay_onto(&mut position.clone(), line, &mut moves).unwrap();
        let words = "S6c-5b= K-6b +R-6d K-7b";
        assert_eq!(english(&position, &moves).join(" "), words);
    }

    /// No two legal moves of a position have one name.
    #[test]
    fn names_in_english_are_unambiguous() {
        for text in [
            "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1",
            "3+P5/2+PkP4/1G1G1S1S1/G2N1N2R/4+R4/2+B1L4/1B7/9/9 b GS2N2P 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        ] {
            let root = sfen::parse(text).unwrap().position;
            let moves = rules::legal_moves(&root);
            let names: std::collections::HashSet<String> =
                moves.iter().map(|&mv| english_move(&root, mv)).collect();
            assert_eq!(names.len(), moves.len(), "{text}");
        }
    }

    /// A piece that is pinned is told apart from one that may go all the same.
    #[test]
    fn a_pinned_piece_is_a_rival() {
        let text = "9/9/9/4r4/9/9/3S5/4S1G2/4K1G1r b GS 1";
        let position = sfen::parse(text).unwrap().position;
        for (text, japanese, english) in [
            ("3h4h", "▲４八金寄", "G3h-4h"),
            ("G*4h", "▲４八金打", "G*4h"),
            ("S*4g", "▲４七銀打", "S*4g"),
        ] {
            let mv = Move::from_usi(text).unwrap();
            assert_eq!(japanese_move(&position, mv), japanese);
            assert_eq!(english_move(&position, mv), english);
        }
    }

    /// Every legal move of positions with many pieces of a kind, and every one after each of
    /// them, for 同.
    #[test]
    fn the_short_way_says_the_same() {
        let mut moves = 0;
        for text in [
            "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1",
            "3+P5/2+PkP4/1G1G1S1S1/G2N1N2R/4+R4/2+B1L4/1B7/9/9 b GS2N2P 1",
            "9/9/2+N1+S4/3+L1k3/2+P6/9/9/1+r2+b2+r1/4K4 w gs2n2pb 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            // Of the golds and of the silvers one is pinned.
            "9/9/9/4r4/9/9/3S5/4S1G2/4K1G1r b GS 1",
        ] {
            let root = sfen::parse(text).unwrap().position;
            for first in rules::legal_moves(&root) {
                let next = rules::after(&root, first).unwrap();
                let same = |position: &PartialPosition, mv| {
                    let said = japanese_move(position, mv);
                    assert_eq!(said, by_the_rules(position, mv), "{text} {first:?}");
                };
                same(&root, first);
                let replies = rules::legal_moves(&next).into_iter().step_by(7);
                moves += replies.map(|reply| same(&next, reply)).count();
            }
        }
        assert!(moves > 2_000, "{moves}");
    }
}
