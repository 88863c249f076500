//! SFENs in the addresses of web pages: `https://…/?sfen=4k4%2F9%2F…%20b%20-%201`,
//! `https://…/editor/4k4/9/…/9_b_-_1`.
//!
//! No site is known by name. An SFEN is nine ranks with slashes between them, so it begins at
//! the place from which most ranks of nine squares follow each other, and ends with the
//! parameter or the path that holds it. For every character its column in the address is
//! kept, so that errors can point there.

/// The SFEN of an address.
#[derive(Debug, PartialEq, Eq)]
pub struct Address {
    /// The SFEN, from its board on, with spaces between its parts.
    pub sfen: String,
    /// True for a link of the bench, which has the position right behind a `#`. Moves behind it are
    /// the declared line, where everywhere else they lead to the position that is meant.
    pub is_link: bool,
    /// The column (1-based) in the address of each character of the SFEN, and of the end.
    columns: Vec<usize>,
}

/// A character of an address, after escapes such as `%2F` were decoded.
#[derive(Clone, Copy)]
struct Char {
    char: char,
    /// Column in the address, 0-based.
    column: usize,
    /// True when it is written as itself, false when it was escaped.
    raw: bool,
}

/// A text with at least this many ranks of nine squares is a board. They need not be nine, so
/// that a board with a few mistakes is found too.
const TELLING: usize = 5;

/// The most characters of a rank that are looked at; a correct one has at most 18.
const LONGEST_RANK: usize = 20;

/// True for a text that has the form of an address, with an SFEN in it or without.
pub fn is_address(text: &str) -> bool {
    let scheme = text.trim_start().split("://").next().unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    text.contains("://") && !scheme.is_empty() && scheme.chars().all(plain)
}

/// Finds the SFEN of an address; `None` when there is none, and for a text without any sign
/// of an address in its first word.
pub fn find(text: &str) -> Option<Address> {
    let word = text.split_whitespace().next()?;
    if !word.contains(['%', '?', '=', ':', '.']) {
        return None;
    }
    let chars = decode(text);
    let begins = |at: usize| at == 0 || is_delimiter(chars[at - 1].char);
    let starts = (0..chars.len()).filter(|&at| begins(at));
    let told = starts.map(|at| (ranks(&chars[at..]), std::cmp::Reverse(at)));
    let (ranks, std::cmp::Reverse(start)) = told.max()?;
    if ranks.0 < TELLING || !(is_address(text) || is_short(&chars[..start])) {
        return None;
    }
    let is_link = start > 0 && chars[start - 1].char == '#';
    let chars = &chars[start..];
    let end = chars
        .iter()
        .position(|c| c.raw && matches!(c.char, '&' | '#' | '?'));
    let chars = &chars[..end.unwrap_or(chars.len())];
    let blank = chars.iter().rev().take_while(|c| c.char.is_whitespace());
    let chars = &chars[..chars.len() - blank.count()];
    // Web forms encode a space as + and a + as %2B.
    let has_separator = chars.iter().any(|c| is_separator(c.char));
    let mut sfen = String::new();
    for c in chars {
        let is_space = is_separator(c.char) || (c.char == '+' && c.raw && !has_separator);
        // After the board a slash is a separator too.
        let is_space = is_space || (c.char == '/' && sfen.contains(' '));
        sfen.push(if is_space { ' ' } else { c.char });
    }
    let last = chars.last().map_or(0, |c| c.column + c.length());
    Some(Address {
        sfen,
        is_link,
        columns: chars
            .iter()
            .map(|c| c.column)
            .chain([last])
            .map(|c| c + 1)
            .collect(),
    })
}

/// True for a text that may stand before an SFEN in an address without `https://`: the empty
/// text and `host/a?sfen=`, but no label or comment of a game record.
fn is_short(head: &[Char]) -> bool {
    let begins = |c: char| c.is_ascii_alphanumeric() || matches!(c, '?' | '/');
    head.first().is_none_or(|c| begins(c.char))
        && head
            .iter()
            .all(|c| c.char.is_ascii_graphic() && c.char != ':')
}

impl Address {
    /// The place in the address of a place in the SFEN. Both are a column (1-based) and a length
    /// in characters.
    pub fn place(&self, (column, length): (usize, usize)) -> (usize, usize) {
        let at = |index: usize| self.columns[index.min(self.columns.len() - 1)];
        let start = at(column.saturating_sub(1));
        let end = at((column + length).saturating_sub(1));
        (start, end.saturating_sub(start).max(1))
    }
}

impl Char {
    /// The number of characters it takes in the address.
    fn length(self) -> usize {
        if self.raw { 1 } else { 3 }
    }
}

/// Decodes the escapes of ASCII characters. Others are left as they are, since an SFEN has none
/// of them.
fn decode(text: &str) -> Vec<Char> {
    let mut out = Vec::new();
    let mut rest = text.chars().enumerate();
    while let Some((column, char)) = rest.next() {
        let mut ahead = rest.clone();
        let mut digit = || ahead.next().and_then(|(_, c)| c.to_digit(16));
        let escaped = match (char, digit(), digit()) {
            ('%', Some(high @ 0..8), Some(low)) => char::from_u32(high * 16 + low),
            _ => None,
        };
        if escaped.is_some() {
            rest = ahead;
        }
        out.push(Char {
            char: escaped.unwrap_or(char),
            column,
            raw: escaped.is_none(),
        });
    }
    out
}

/// True for what may stand between the parts of an SFEN in an address.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '.')
}

/// True for a character after which an SFEN may begin.
fn is_delimiter(c: char) -> bool {
    is_separator(c) || matches!(c, '/' | '=' | '?' | '&' | '#' | '+' | ':')
}

/// Of a board that would begin here: how many of its ranks have nine squares, and whether the
/// first one looks like a rank, which has a number or nothing but pieces.
fn ranks(chars: &[Char]) -> (usize, bool) {
    let piece = |c: char| "plnsgbrk".contains(c.to_ascii_lowercase());
    let (mut sound, mut first, mut rest) = (0, false, chars);
    for rank in 0..9 {
        let (mut files, mut plain, mut numbers, mut length) = (0, true, false, 0);
        let ends = |c: char| c == '/' || is_separator(c) || c == '&';
        for c in rest.iter().map(|c| c.char).take_while(|&c| !ends(c)) {
            length += 1;
            files += match c.to_digit(10) {
                Some(n) => n,
                None => u32::from(piece(c)),
            };
            numbers |= c.is_ascii_digit();
            plain &= piece(c) || c.is_ascii_digit() || c == '+';
            if length > LONGEST_RANK {
                break;
            }
        }
        sound += usize::from(plain && files == 9);
        first |= rank == 0 && (numbers || (plain && files > 0));
        match rest.get(length) {
            Some(c) if c.char == '/' => rest = &rest[length + 1..],
            _ => break,
        }
    }
    (sound, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "4k4/9/4+P4/9/9/9/9/9/9 b G2r -";

    #[test]
    fn the_sfen_of_an_address() {
        let board = "4k4/9/4+P4/9/9/9/9/9/9";
        let query = |text: &str| text.replace('/', "%2F").replace('+', "%2B");
        let whole = query(SFEN);
        for address in [
            format!("https://a.example/?sfen={SFEN}"),
            format!("https://a.example/sfen/{}", SFEN.replace(' ', "%20")),
            format!("https://a.example/editor/{}", SFEN.replace(' ', "_")),
            format!(
                "a.example/b.html?x=1/2&sfen={}&y=2#z",
                whole.replace(' ', "+")
            ),
            format!(
                "https://a.example/#position%20sfen%20{}",
                whole.replace(' ', "%20")
            ),
            format!("https://a.example/{}?x=1", SFEN.replace(' ', "_")),
            format!(
                "https://a.example/?body=position.sfen.{}",
                whole.replace(' ', ".")
            ),
            format!("https://a.example/{board}_b_G2r_-/"),
            whole.replace(' ', "%20"),
        ] {
            let found = find(&address).unwrap_or_else(|| panic!("{address}"));
            assert_eq!(found.sfen.trim_end(), SFEN, "{address}");
        }
        for other in [
            SFEN,
            "https://a.example/b/c/d/e/f/g",
            "",
            "https://9/9/9/9",
            "a%",
        ] {
            assert_eq!(find(other), None, "{other}");
        }
        for label in ["棋戦：", "URL:", "*"] {
            let line = format!("{label}https://a.example/?sfen={whole}");
            assert_eq!(find(&line), None, "{line}");
        }
        assert!(is_address("https://a/9") && !is_address("a: b://c") && !is_address("://a"));
    }

    #[test]
    fn a_damaged_board_is_found_at_its_beginning() {
        for board in [
            "4k5/9/9/9/9/9/9/9/9",
            "4x4/9/9/9/9/9/9/9/9",
            "4k4/9/9/9/9/9/9/9",
        ] {
            let found = find(&format!("https://a.example/editor/{board}_b_-"));
            assert_eq!(found.unwrap().sfen, format!("{board} b -"));
        }
    }

    #[test]
    fn places_are_those_of_the_address() {
        let address = "https://a/?s=4k4%2F9%2F9/9/9/9/9/9/9%20b%20-";
        let found = find(address).unwrap();
        assert_eq!(found.place((1, 5)), (14, 7));
        assert_eq!(found.place((6, 1)), (21, 3));
        assert_eq!(found.place((7, 1)), (24, 1));
        let end = found.sfen.chars().count();
        assert_eq!(found.place((end + 1, 1)), (address.len() + 1, 1));
    }
}
