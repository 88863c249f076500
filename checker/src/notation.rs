//! The notations of a certificate: SFEN boards, hands and positions, USI moves
//! (<http://hgm.nubati.net/usi.html>) and plain decimal numbers.
//!
//! Every function refuses what it does not know, and allocates nothing that its
//! input could make large.
use crate::board::{Color, Hand, Kind, Move, Piece, Position, Square};

/// The capital letters of the kinds that are not promoted.
const LETTERS: [(u8, Kind); 8] = [
    (b'P', Kind::Pawn),
    (b'L', Kind::Lance),
    (b'N', Kind::Knight),
    (b'S', Kind::Silver),
    (b'G', Kind::Gold),
    (b'B', Kind::Bishop),
    (b'R', Kind::Rook),
    (b'K', Kind::King),
];

/// The capital letter of a kind, promoted or not.
pub(crate) fn letter(kind: Kind) -> char {
    let plain = kind.unpromoted();
    let found = LETTERS.iter().find(|&&(_, other)| other == plain);
    found.map_or('?', |&(letter, _)| char::from(letter))
}

/// The piece of a letter, not promoted; Black's are capitals.
fn piece(letter: u8) -> Option<Piece> {
    let capital = letter.to_ascii_uppercase();
    let (_, kind) = LETTERS.into_iter().find(|&(other, _)| other == capital)?;
    let color = if letter == capital {
        Color::Black
    } else {
        Color::White
    };
    Some(Piece { color, kind })
}

/// A board in SFEN: nine ranks from the top, `/` between them. The position has
/// empty hands, and Black is to move.
pub fn board(text: &str) -> Option<Position> {
    let mut position = Position::empty();
    let mut ranks = text.as_bytes().split(|&byte| byte == b'/');
    for rank in 1..=9 {
        put_rank(&mut position, rank, ranks.next()?)?;
    }
    ranks.next().is_none().then_some(position)
}

/// Reads a rank of a board, which fills the files from 9 down to 1 exactly.
fn put_rank(position: &mut Position, rank: i8, text: &[u8]) -> Option<()> {
    let mut file = 9;
    let mut letters = text.iter().copied();
    while let Some(first) = letters.next() {
        if let b'1'..=b'9' = first {
            file -= (first - b'0') as i8;
            if file < 0 {
                return None;
            }
            continue;
        }
        let piece = if first == b'+' {
            let plain = piece(letters.next()?)?;
            let kind = plain.kind.promoted()?;
            Piece { kind, ..plain }
        } else {
            piece(first)?
        };
        position.put(Square::new(file, rank)?, Some(piece));
        file -= 1;
    }
    (file == 0).then_some(())
}

/// Both hands in SFEN, Black's (upper case) first: `-`, or letters, each at most
/// once and with its number before it, 1 to 18, where that is not 1.
pub fn hands(text: &str) -> Option<[Hand; 2]> {
    let mut hands = [Hand::default(); 2];
    if text == "-" {
        return Some(hands);
    }
    if text.is_empty() {
        return None;
    }
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (count, letters) = rest.split_at(digits);
        let count = if count.is_empty() { 1 } else { number(count)? };
        let piece = piece(*letters.as_bytes().first()?)?;
        let hand = &mut hands[piece.color as usize];
        let fits = (1..=18).contains(&count) && piece.kind != Kind::King;
        if !fits || hand.count(piece.kind) > 0 {
            return None;
        }
        hand.set(piece.kind, count as u8);
        rest = &letters[1..];
    }
    Some(hands)
}

/// A position: board, side to move (`b` or `w`), hands and perhaps a move number, which
/// is not used. Whether the position makes sense is not asked here.
pub fn position(text: &str) -> Option<Position> {
    let mut words = text.split(' ');
    let mut position = board(words.next()?)?;
    position.turn = match words.next()? {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let [black, white] = hands(words.next()?)?;
    *position.hand_mut(Color::Black) = black;
    *position.hand_mut(Color::White) = white;
    if let Some(word) = words.next() {
        number(word)?;
    }
    words.next().is_none().then_some(position)
}

/// A move in USI.
pub fn usi(text: &str) -> Option<Move> {
    match *text.as_bytes() {
        [capital @ b'A'..=b'Z', b'*', file, rank] => {
            let kind = piece(capital)?.kind;
            let to = square(file, rank)?;
            (kind != Kind::King).then_some(Move::Drop { kind, to })
        }
        [file, rank, to_file, to_rank, ref promotion @ ..] => {
            let from = square(file, rank)?;
            let to = square(to_file, to_rank)?;
            let promote = match promotion {
                b"" => false,
                b"+" => true,
                _ => return None,
            };
            Some(Move::Board { from, to, promote })
        }
        _ => None,
    }
}

/// A square in USI: a digit for the file, a letter for the rank.
fn square(file: u8, rank: u8) -> Option<Square> {
    let file = file.checked_sub(b'0')?;
    let rank = rank.checked_sub(b'a')?.checked_add(1)?;
    Square::new(file.try_into().ok()?, rank.try_into().ok()?)
}

/// A decimal number of at most nine digits without sign or leading zeros, so
/// that sums of two of them cannot overflow.
pub fn number(text: &str) -> Option<u32> {
    let is_plain = (1..=9).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}
