//! Text that is safe on a terminal and keeps its columns.
//!
//! Input may have escape sequences, bidirectional marks, or lines of a megabyte. Before any of
//! it is printed, this module escapes dangerous characters, counts wide characters as two
//! columns, and cuts long lines to a window around the place of interest.

/// True for characters that could move the cursor, change colours or reorder text.
pub fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Appends a character as it may be shown: a tab as a space, a hostile one escaped, such as
/// `\u{1b}`, any other as it is.
fn push_shown(out: &mut String, c: char) {
    if c == '\t' {
        out.push(' ');
    } else if is_hostile(c) {
        out.extend(c.escape_unicode());
    } else {
        out.push(c);
    }
}

/// A character as it may be shown.
pub fn shown_char(c: char) -> String {
    let mut out = String::new();
    push_shown(&mut out, c);
    out
}

/// A text as it may be shown, cut after `limit` characters of it.
pub fn shown(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for (n, c) in text.chars().enumerate() {
        if n == limit {
            out.push('…');
            break;
        }
        push_shown(&mut out, c);
    }
    out
}

/// A text as it goes into one line of a file: without control characters.
pub fn in_a_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The lines of a comment as they go into a file, each behind `mark`.
pub fn comment(mark: &str, comment: &str) -> String {
    let line = |line| format!("{mark}{}\n", in_a_line(line));
    comment.lines().map(line).collect()
}

/// The column, from 1, at which `part`, a slice of `line`, begins; 0 when it is no slice of it.
pub fn column_of(line: &str, part: &str) -> usize {
    let byte = (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
    line.get(..byte).map_or(0, |head| head.chars().count() + 1)
}

/// The columns that a character takes on a terminal: 2 when it is wide in East Asian text.
pub fn char_width(c: char) -> usize {
    match c as u32 {
        0 => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff01..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// The columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// A part of a line around one place, to be printed with a caret below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The text as it may be shown.
    pub text: String,
    /// Columns before the marked place.
    pub indent: usize,
    /// Columns of the marked place, at least 1.
    pub marked: usize,
}

/// How many characters are kept on each side of the marked place.
const WINDOW: usize = 36;

impl Excerpt {
    /// The part of `line` around the `length` characters from `column` on (1-based).
    pub fn new(line: &str, column: usize, length: usize) -> Excerpt {
        let start = column.saturating_sub(1);
        let from = start.saturating_sub(WINDOW);
        let length = length.clamp(1, WINDOW);
        let mut out = Excerpt::default();
        if from > 0 {
            out.text.push('…');
            out.indent = 1;
        }
        for (n, c) in line.chars().enumerate().skip(from) {
            if n >= start + length + WINDOW {
                out.text.push('…');
                break;
            }
            let one = shown_char(c);
            if n < start {
                out.indent += width(&one);
            } else if n < start + length {
                out.marked += width(&one);
            }
            out.text.push_str(&one);
        }
        out.marked = out.marked.max(1);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_measures() {
        assert_eq!(shown("a\u{1b}[31m\tb", 99), "a\\u{1b}[31m b");
        assert_eq!(shown("abcdef", 3), "abc…");
        assert_eq!(width("v玉"), 3);
    }

    #[test]
    fn caret_stands_under_wide_characters() {
        let e = Excerpt::new("先手の持駒：Ｘ", 7, 1);
        assert_eq!((e.indent, e.marked), (12, 2));
        let long = "x".repeat(1000);
        let e = Excerpt::new(&long, 500, 1);
        assert!(e.text.chars().count() < 80);
        assert_eq!(e.indent, 37);
    }
}
