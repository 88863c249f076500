//! Moves of a KI2 file: `▲７六歩    △３四歩    ▲２二角成`.
//!
//! KI2 does not give the square that a piece comes from. When several pieces could move to the
//! destination, words such as 右, 直 or 引 distinguish them. The reader lists the pieces that
//! can legally move there, and each word removes those that it does not fit; exactly one must
//! be left.

use super::error::{not_legal, not_understood};
use super::kif_moves::destination;
use crate::base::message::{Message, message};
use crate::base::names::{digit, kanji_digit, kind_of_kanji, read_kind, read_square};
use crate::shogi::rules;
use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, Square};

/// Signs before a move.
pub const SIGNS: [char; 8] = ['▲', '△', '▼', '▽', '☗', '☖', '⛊', '⛉'];

/// True for a line that begins with a sign and a destination.
pub fn looks_like_moves(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| SIGNS.contains(&c))
        && chars
            .find(|c| !c.is_whitespace())
            .is_some_and(|c| c == '同' || digit(c).is_some())
}

/// True for a line of nothing but moves that have no signs.
pub fn looks_like_bare_moves(text: &str) -> bool {
    let words = |c: char| "同不成生打右左直寄上行入引下、，,".contains(c) || c.is_whitespace();
    let of_moves =
        |c| words(c) || digit(c).or(kanji_digit(c)).is_some() || kind_of_kanji(c).is_some();
    let mut chars = text.chars();
    read_square(&mut chars).is_some()
        && read_kind(&mut chars).is_some()
        && text.chars().all(of_moves)
}

/// The moves of a line, without their signs and the commas between them.
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    let between = |c: char| c.is_whitespace() || matches!(c, '、' | '，' | ',' | '。');
    line.split(SIGNS)
        .map(move |word| word.trim_matches(between))
        .filter(|word| !word.is_empty())
}

/// The words of a move after destination and piece.
#[derive(Default)]
struct Words {
    /// 打
    drop: bool,
    /// 成
    promote: bool,
    /// 不成 or 生
    unpromoted: bool,
    /// Those of 右 左 直 上 寄 引 that are given.
    relations: Vec<char>,
    /// The square in brackets, as KIF has it.
    from: Option<Square>,
}

/// Reads one move for the side to move. `last` is the square that 同 stands for.
///
/// # Errors
/// What is wrong, as the end of a sentence "move … is".
pub fn parse_move(
    position: &PartialPosition,
    text: &str,
    last: Option<Square>,
) -> Result<Move, Message> {
    let (to, kind, words) = parts(text, last).ok_or(not_understood())?;
    let side = position.side_to_move();
    let piece = Piece::new(kind, side);
    let mut from: Vec<Square> = if words.drop {
        Vec::new()
    } else {
        let normal = |from| Move::Normal {
            from,
            to,
            promote: words.promote,
        };
        Square::all()
            .filter(|&sq| position.piece_at(sq) == Some(piece))
            .filter(|&sq| rules::is_legal(position, normal(sq)))
            .collect()
    };
    if from.is_empty() {
        let moves = words.promote || words.unpromoted || words.from.is_some();
        let plain = !moves && words.relations.is_empty();
        let mv = Move::Drop { piece, to };
        let legal = plain && rules::is_legal(position, mv);
        return if legal { Ok(mv) } else { Err(not_legal()) };
    }
    from.retain(|&sq| words.from.is_none_or(|given| sq == given));
    narrow(&mut from, to, side, &words.relations);
    match from[..] {
        [from] => Ok(Move::Normal {
            from,
            to,
            promote: words.promote,
        }),
        [] => Err(not_legal()),
        _ => Err(message!(
            "ambiguous: several pieces can move there",
            "どの駒か決まらない：動ける駒が複数ある"
        )),
    }
}

/// Destination, piece and words of a move; `None` when it cannot be understood.
fn parts(text: &str, last: Option<Square>) -> Option<(Square, PieceKind, Words)> {
    let mut chars = text.chars().filter(|c| !c.is_whitespace()).peekable();
    let (to, kind) = destination(&mut chars, last)?;
    let mut words = Words::default();
    while let Some(c) = chars.next() {
        match c {
            '打' => words.drop = true,
            '成' => words.promote = true,
            '不' => {
                words.unpromoted = true;
                chars.next_if_eq(&'成');
            }
            '生' => words.unpromoted = true,
            '右' | '左' | '直' | '寄' => words.relations.push(c),
            '上' | '行' | '入' => words.relations.push('上'),
            '引' | '下' => words.relations.push('引'),
            // Some programs write a drop as 打(00).
            '(' | '（' if words.drop => break,
            '(' | '（' => {
                words.from = Some(read_square(&mut chars)?);
                break;
            }
            _ => return None,
        }
    }
    Some((to, kind, words))
}

/// Keeps the squares of `from` that fit the words.
fn narrow(from: &mut Vec<Square>, to: Square, side: Color, words: &[char]) {
    // File and rank as the side to move sees them: forward is a smaller rank, right a smaller
    // file.
    let seen = |sq: Square| match side {
        Color::Black => (sq.file(), sq.rank()),
        Color::White => (10 - sq.file(), 10 - sq.rank()),
    };
    let (to_file, to_rank) = seen(to);
    for &word in words {
        from.retain(|&sq| {
            let (file, rank) = seen(sq);
            match word {
                '直' => file == to_file && rank == to_rank + 1,
                '上' => rank > to_rank,
                '引' => rank < to_rank,
                '寄' => rank == to_rank,
                _ => true,
            }
        });
    }
    // 右 and 左 compare the pieces that the other words leave.
    let files = from.iter().map(|&sq| seen(sq).0);
    let wanted = if words.contains(&'右') {
        files.min()
    } else if words.contains(&'左') {
        files.max()
    } else {
        None
    };
    if let Some(wanted) = wanted {
        from.retain(|&sq| seen(sq).0 == wanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi_core::ToUsi;
    use shogi_usi_parser::FromUsi;

    fn read(sfen: &str, text: &str) -> Result<String, String> {
        let position = PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap();
        let read = parse_move(&position, text, Square::new(5, 5));
        read.map(|mv| mv.to_usi_owned())
            .map_err(|why| why.to_string())
    }

    fn not_legal() -> Result<String, String> {
        Err(super::not_legal().to_string())
    }

    #[test]
    fn words_tell_pieces_apart() {
        // The examples of the federation's page on notation.
        let golds = "9/3G1G3/9/9/9/9/9/9/9 b - 1";
        let ok = |m: &str| Ok(m.to_string());
        assert_eq!(read(golds, "５二金左"), ok("6b5b"));
        assert_eq!(read(golds, "５二金右"), ok("4b5b"));
        assert!(read(golds, "５二金").unwrap_err().starts_with("ambiguous"));
        let straight = "9/9/9/9/9/9/9/9/4GG3 b - 1";
        assert_eq!(read(straight, "５八金直"), ok("5i5h"));
        assert_eq!(read(straight, "５八金右"), ok("4i5h"));
        let silvers = "9/9/9/9/9/9/3S5/9/1S1S5 b - 1";
        assert_eq!(read(silvers, "７八銀引"), ok("6g7h"));
        assert_eq!(read(silvers, "７八銀右上"), ok("6i7h"));
        assert_eq!(read(silvers, "７八銀左"), ok("8i7h"));
        let dragons = "4+R4/9/9/9/9/9/9/9/1+R7 b - 1";
        assert_eq!(read(dragons, "８一竜引"), not_legal());
        assert_eq!(read("9/9/9/9/9/9/9/9/7RR w - 1", "１八飛"), not_legal());
        let two = "9/9/9/9/9/9/6+R2/9/8+R b - 1";
        assert_eq!(read(two, "２八龍左"), ok("3g2h"));
        // White sees the board from the other side.
        let white = "4gg3/9/9/9/9/9/9/9/9 w - 1";
        assert_eq!(read(white, "５二金左"), ok("4a5b"));
        assert_eq!(read(white, "５二金直"), ok("5a5b"));
    }

    #[test]
    fn drops_and_promotion() {
        let ok = |m: &str| Ok(m.to_string());
        let hand = "9/9/9/9/3G5/9/9/9/9 b G 1";
        assert_eq!(read(hand, "５四金打"), ok("G*5d"));
        assert_eq!(read(hand, "５四金"), ok("6e5d"));
        assert_eq!(read(hand, "１一金"), ok("G*1a"));
        let silver = "9/9/9/4S4/9/9/9/9/9 b - 1";
        assert_eq!(read(silver, "５三銀成"), ok("5d5c+"));
        assert_eq!(read(silver, "５三銀不成"), ok("5d5c"));
        assert_eq!(read(silver, "５三銀生"), ok("5d5c"));
        let golds = "9/3G1G3/9/9/9/9/9/9/9 b - 1";
        assert_eq!(read(golds, "５二金(62)"), ok("6b5b"));
        assert_eq!(read(golds, "５二金(63)"), not_legal());
        assert_eq!(read("9/9/9/9/4p4/4S4/9/9/9 b - 1", "同　銀"), ok("5f5e"));
    }

    #[test]
    fn lines_are_cut_at_signs() {
        let line = "▲７六歩    △３四歩 ▲２二角成△同　銀";
        assert!(looks_like_moves(line));
        assert!(!looks_like_moves("△持駒：歩") && !looks_like_moves("▲"));
        let got: Vec<&str> = words(line).collect();
        assert_eq!(got, ["７六歩", "３四歩", "２二角成", "同　銀"]);
        let got: Vec<&str> = words("▲７六歩、△３四歩，").collect();
        assert_eq!(got, ["７六歩", "３四歩"]);
        assert!(looks_like_bare_moves("１三角成 同　玉、２三飛"));
        for text in ["１三角成まで", "９ ８ ７", "同玉", "一三角成", "１三の角"]
        {
            assert!(!looks_like_bare_moves(text), "{text}");
        }
    }
}
