//! The notations of a certificate: SFEN boards, hands and positions, USI moves
//! (<http://hgm.nubati.net/usi.html>) and plain decimal numbers.
//!
//! Written out by hand, without a parser crate: the checker leans on nothing but
//! the rules. Every function refuses what it does not know and allocates nothing
//! that its input could make large.
use shogi_core::{Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};

/// The piece of a letter, not promoted; Black's are capitals.
fn piece(letter: u8) -> Option<Piece> {
    let same = |other: &u8| other.eq_ignore_ascii_case(&letter);
    let kind = PieceKind::from_u8(b"PLNSGBRK".iter().position(same)? as u8 + 1)?;
    let color = [Color::White, Color::Black][usize::from(letter.is_ascii_uppercase())];
    Some(Piece::new(kind, color))
}

/// A board in SFEN: nine ranks, each filling nine files exactly.
pub(super) fn board(text: &str) -> Option<PartialPosition> {
    let mut position = PartialPosition::empty();
    let (mut file, mut rank, mut promoted) = (9u8, 1u8, false);
    for byte in text.bytes() {
        match byte {
            b'/' if file == 0 && rank < 9 && !promoted => (file, rank) = (9, rank + 1),
            b'1'..=b'9' if !promoted => file = file.checked_sub(byte - b'0')?,
            b'+' if !promoted => promoted = true,
            _ => {
                let plain = piece(byte)?;
                let piece = if promoted { plain.promote()? } else { plain };
                position.piece_set(Square::new(file, rank)?, Some(piece));
                (file, promoted) = (file - 1, false);
            }
        }
    }
    (file == 0 && rank == 9 && !promoted).then_some(position)
}

/// Both hands in SFEN, Black's (upper case) first: `-`, or letters, each at
/// most once and with its number before it when there are several.
pub(super) fn hands(text: &str) -> Option<[Hand; 2]> {
    let mut hands = [Hand::new(); 2];
    if text == "-" {
        return Some(hands);
    }
    for item in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let (digits, letter) = item.split_at_checked(item.len() - 1)?;
        let many = if digits.is_empty() {
            Some(1)
        } else {
            number(digits)
        };
        let many = many.filter(|many| (1..=18).contains(many))?;
        let (kind, color) = piece(letter.as_bytes()[0])?.to_parts();
        let hand = &mut hands[color.array_index()];
        (hand.count(kind)? == 0).then_some(())?;
        *hand = (0..many).try_fold(*hand, |hand, _| hand.added(kind))?;
    }
    (!text.is_empty()).then_some(hands)
}

/// The side that a word stands for, given the words for Black and White.
pub(super) fn side(word: &str, words: [&str; 2]) -> Option<Color> {
    let index = words.iter().position(|&other| other == word)?;
    Some(Color::all()[index])
}

/// A position: board, side to move, hands and, of no account, a move number.
pub(super) fn position(text: &str) -> Option<PartialPosition> {
    let mut words = text.split(' ');
    let mut position = board(words.next()?)?;
    position.side_to_move_set(side(words.next()?, ["b", "w"])?);
    let [black, white] = hands(words.next()?)?;
    *position.hand_of_a_player_mut(Color::Black) = black;
    *position.hand_of_a_player_mut(Color::White) = white;
    let counter = words.next().is_none_or(|word| number(word).is_some());
    (counter && words.next().is_none()).then_some(position)
}

/// A move in USI, made by `side`.
pub(super) fn usi(text: &str, side: Color) -> Option<Move> {
    let square = |x: u8, y: u8| Square::new(x.wrapping_sub(b'0'), y.wrapping_sub(b'a' - 1));
    match *text.as_bytes() {
        [letter @ b'A'..=b'Z', b'*', file, rank] => {
            let (kind, to) = (piece(letter)?.piece_kind(), square(file, rank)?);
            let piece = Piece::new(kind, side);
            Hand::is_hand_piece(kind).then_some(Move::Drop { piece, to })
        }
        [file, rank, to_file, to_rank, ref promotion @ ..] => {
            let (from, to) = (square(file, rank)?, square(to_file, to_rank)?);
            let promote = promotion == b"+";
            (promote || promotion.is_empty()).then_some(Move::Normal { from, to, promote })
        }
        _ => None,
    }
}

/// A decimal number of at most nine digits without sign or leading zeros, so
/// that sums of two of them cannot overflow.
pub(super) fn number(text: &str) -> Option<u32> {
    let plain = (1..=9).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}
