//! Which format is it? The extension says so, else the first line that can
//! only belong to one of them.

use super::kif;
use super::record;
use super::sfen::looks_like_sfen;
use std::path::Path;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One SFEN a line, or tab-separated fields.
    Sfen,
    /// One JSON object a line.
    Jsonl,
    /// KIF or BOD: a drawn board.
    Kif,
}

/// What the extension of a file says; `None` when any format is possible.
pub fn by_extension(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "sfen" | "usi" | "sfens" => Some(Format::Sfen),
        "jsonl" | "ndjson" | "json" => Some(Format::Jsonl),
        "kif" | "kifu" | "bod" | "ki2" => Some(Format::Kif),
        _ => None,
    }
}

/// What a line says; `None` for blank lines and comments, which fit anywhere.
pub fn by_line(line: &str) -> Option<Format> {
    let text = line.trim();
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    if text.starts_with('{') {
        return Some(Format::Jsonl);
    }
    let fields = record::fields(line)?;
    if looks_like_sfen(fields.sfen.1) {
        return Some(Format::Sfen);
    }
    if kif::belongs(text) {
        return Some(Format::Kif);
    }
    Some(Format::Sfen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_speak_for_themselves() {
        for (line, format) in [
            ("", None),
            ("# KIF version=2.0", None),
            (r#"{"sfen": "9/9"}"#, Some(Format::Jsonl)),
            ("4k4/9/9/9/9/9/9/9/9 b G 1", Some(Format::Sfen)),
            ("図巧：1\t4k4/9/9/9/9/9/9/9/9 b G 1", Some(Format::Sfen)),
            ("後手の持駒：なし", Some(Format::Kif)),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １", Some(Format::Kif)),
            ("棋戦：https://a/b/c/d/e", Some(Format::Kif)),
            ("*コメント", Some(Format::Kif)),
            ("hello", Some(Format::Sfen)),
        ] {
            assert_eq!(by_line(line), format, "{line}");
        }
    }
}
