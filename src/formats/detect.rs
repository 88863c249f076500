//! The format of a file: by its extension, otherwise by the first line that can belong to one
//! format only.

use super::csa;
use super::kif_line;
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
    /// KIF, KI2 or BOD: a drawn board.
    Kif,
    /// CSA.
    Csa,
    /// JKF: JSON over many lines.
    Jkf,
}

/// The format by the extension of a file; `None` when the extension allows any format.
pub fn by_extension(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "sfen" | "usi" | "sfens" => Some(Format::Sfen),
        "jsonl" | "ndjson" => Some(Format::Jsonl),
        "kif" | "kifu" | "bod" | "ki2" | "ki2u" => Some(Format::Kif),
        "csa" => Some(Format::Csa),
        "jkf" => Some(Format::Jkf),
        _ => None,
    }
}

/// What a line shows of the format of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// The line can belong to this format only.
    Format(Format),
    /// The line is text, which often stands above a diagram, but shows no format.
    Perhaps,
    /// The line is blank or a comment, which every format may have.
    Nothing,
}

/// What a line shows of the format of its file.
pub fn by_line(line: &str) -> Telling {
    let text = line.trim();
    if text.is_empty() || text.starts_with('#') {
        return Telling::Nothing;
    }
    if text.starts_with('{') || text.starts_with('[') {
        let whole = matches!(text, "{" | "[")
            || ["\"header\"", "\"initial\"", "\"moves\""]
                .iter()
                .any(|key| text.contains(key));
        return Telling::Format(if whole && !text.contains("\"sfen\"") {
            Format::Jkf
        } else {
            Format::Jsonl
        });
    }
    if csa::belongs(text) {
        return Telling::Format(Format::Csa);
    }
    if record::fields(line).is_some_and(|f| looks_like_sfen(f.sfen.1)) {
        return Telling::Format(Format::Sfen);
    }
    if kif_line::belongs(text) {
        return Telling::Format(Format::Kif);
    }
    Telling::Perhaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_speak_for_themselves() {
        for (line, format) in [
            ("", Telling::Nothing),
            ("# KIF version=2.0", Telling::Nothing),
            ("将棋図巧　第一番", Telling::Perhaps),
            (r#"{"sfen": "9/9"}"#, Telling::Format(Format::Jsonl)),
            ("4k4/9/9/9/9/9/9/9/9 b G 1", Telling::Format(Format::Sfen)),
            (
                "図巧：1\t4k4/9/9/9/9/9/9/9/9 b G 1",
                Telling::Format(Format::Sfen),
            ),
            ("{", Telling::Format(Format::Jkf)),
            (
                r#"{"header":{},"moves":[{}]}"#,
                Telling::Format(Format::Jkf),
            ),
            ("V2.2", Telling::Format(Format::Csa)),
            ("'comment", Telling::Format(Format::Csa)),
            ("P1-KY * ", Telling::Format(Format::Csa)),
            ("PI82HI", Telling::Format(Format::Csa)),
            ("▲７六歩 △３四歩", Telling::Format(Format::Kif)),
            ("後手の持駒：なし", Telling::Format(Format::Kif)),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １", Telling::Format(Format::Kif)),
            ("棋戦：https://a/b/c/d/e", Telling::Format(Format::Kif)),
            ("*コメント", Telling::Format(Format::Kif)),
            ("Problem 1", Telling::Perhaps),
            ("4k4/9/9 b G 1", Telling::Perhaps),
        ] {
            assert_eq!(by_line(line), format, "{line}");
        }
    }
}
