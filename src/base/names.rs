//! Names of pieces, squares, sides and numbers, in English for messages and in
//! Japanese for diagrams and records, and back.

use shogi_core::{Color, PieceKind, Square};

/// English name of a kind.
pub fn english(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::ProBishop => "promoted bishop",
        PieceKind::ProRook => "promoted rook",
    }
}

/// A square as in USI: `5d`.
pub fn square(sq: Square) -> String {
    format!("{}{}", sq.file(), (b'a' + sq.rank() - 1) as char)
}

/// `black` or `white`.
pub fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Kinds that can be held in hand, in the order of Japanese diagrams.
pub const HAND_KINDS: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Knight,
    PieceKind::Lance,
    PieceKind::Pawn,
];

/// Full-width digits 1 to 9, for files.
pub const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Kanji digits 1 to 9, for ranks.
pub const KANJI_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Unpromoted form of a kind.
pub fn base(kind: PieceKind) -> PieceKind {
    kind.unpromote().unwrap_or(kind)
}

/// How many pieces of an unpromoted kind a full set has.
pub fn set_size(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Pawn => 18,
        PieceKind::Lance | PieceKind::Knight | PieceKind::Silver | PieceKind::Gold => 4,
        _ => 2,
    }
}

/// One character of a diagram for a kind (杏圭全 for the promoted minor pieces).
pub fn kanji(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => '歩',
        PieceKind::Lance => '香',
        PieceKind::Knight => '桂',
        PieceKind::Silver => '銀',
        PieceKind::Gold => '金',
        PieceKind::Bishop => '角',
        PieceKind::Rook => '飛',
        PieceKind::King => '玉',
        PieceKind::ProPawn => 'と',
        PieceKind::ProLance => '杏',
        PieceKind::ProKnight => '圭',
        PieceKind::ProSilver => '全',
        PieceKind::ProBishop => '馬',
        PieceKind::ProRook => '龍',
    }
}

/// The name a kind has in a record of moves (成香 and not 杏).
pub fn kanji_in_move(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::ProBishop => "馬",
        PieceKind::ProRook => "龍",
    }
}

/// The kind a diagram character stands for.
pub fn kind_of_kanji(c: char) -> Option<PieceKind> {
    Some(match c {
        '歩' | '兵' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' | '个' => PieceKind::ProPawn,
        '杏' => PieceKind::ProLance,
        '圭' => PieceKind::ProKnight,
        '全' => PieceKind::ProSilver,
        '馬' => PieceKind::ProBishop,
        '龍' | '竜' => PieceKind::ProRook,
        _ => return None,
    })
}

/// The value of a digit 0 to 9 in ASCII or full width.
pub fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// The value of a kanji digit, 1 to 9.
pub fn kanji_digit(c: char) -> Option<u32> {
    KANJI_DIGITS
        .iter()
        .position(|&k| k == c)
        .map(|n| n as u32 + 1)
}

/// Reads a square: a file in digits, a rank in digits or kanji.
pub fn read_square(chars: &mut impl Iterator<Item = char>) -> Option<Square> {
    let file = digit(chars.next()?)?;
    let rank = chars.next()?;
    let rank = digit(rank).or_else(|| kanji_digit(rank))?;
    Square::new(file as u8, rank as u8)
}

/// Reads the name that a kind has in a record of moves (龍, 成香, 杏).
pub fn read_kind(chars: &mut impl Iterator<Item = char>) -> Option<PieceKind> {
    let first = chars.next()?;
    if first == '成' {
        return kind_of_kanji(chars.next()?)?.promote();
    }
    kind_of_kanji(first)
}

/// Reads a number in front of `text` (十八, １８, 18, 二): value and characters
/// used. Numbers too large to mean anything are held at 9,999.
pub fn number(text: &[char]) -> Option<(u32, usize)> {
    let (mut value, mut used) = (0u32, 0);
    while let Some(d) = text.get(used).copied().and_then(digit) {
        value = (value * 10 + d).min(9_999);
        used += 1;
    }
    if used > 0 {
        return Some((value, used));
    }
    // Kanji: digits before 十 multiply it, digits after it are added.
    let mut ones = None;
    let mut tens = None;
    for &c in text {
        if c == '十' && tens.is_none() {
            tens = Some(ones.take().unwrap_or(1));
        } else if let (Some(d), None) = (kanji_digit(c), ones) {
            ones = Some(d);
        } else {
            break;
        }
        used += 1;
    }
    (used > 0).then(|| (tens.unwrap_or(0) * 10 + ones.unwrap_or(0), used))
}

/// A number in kanji (1 to 99).
pub fn kanji_number(n: u32) -> String {
    let mut out = String::new();
    if n >= 20 {
        out.push(KANJI_DIGITS[(n / 10 - 1).min(8) as usize]);
    }
    if n >= 10 {
        out.push('十');
    }
    if !n.is_multiple_of(10) {
        out.push(KANJI_DIGITS[(n % 10 - 1) as usize]);
    }
    out
}

/// `3 pawns`, `1 rook`.
pub fn counted(n: u32, kind: PieceKind) -> String {
    format!("{n} {}{}", english(kind), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_every_dress() {
        for (text, value, used) in [
            ("十八", 18, 2),
            ("十", 10, 1),
            ("二十", 20, 2),
            ("三歩", 3, 1),
            ("１８ ", 18, 2),
            ("18", 18, 2),
            ("99999999999999", 9_999, 14),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(number(&chars), Some((value, used)), "{text}");
        }
        assert_eq!(number(&['歩']), None);
        for n in 1..=99 {
            let text: Vec<char> = kanji_number(n).chars().collect();
            assert_eq!(number(&text), Some((n, text.len())));
        }
    }

    #[test]
    fn diagram_names_read_back() {
        for kind in PieceKind::all() {
            assert_eq!(kind_of_kanji(kanji(kind)), Some(kind));
        }
    }
}
