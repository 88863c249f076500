//! The words of an answer, in English and in the Japanese of solvers and composers.
//!
//! One layout ([`super::text`]), one table for each language.

use tsumi::base::names::{counted, kanji};
use tsumi::solver::{Length, Limit, Verdict};

use super::text::grouped;
use shogi_core::PieceKind;

/// The words of a language.
pub struct Words {
    /// File and line behind an id.
    pub place: fn(&str, u64) -> String,
    pub mate: fn(&str) -> String,
    pub no_mate: &'static str,
    pub unknown: fn(&str) -> String,
    pub limit: fn(Limit) -> &'static str,
    /// A length with what is proved of it.
    pub length: fn(Length) -> String,
    pub raw: &'static str,
    pub leftover: &'static str,
    /// The pieces left in hand; none at all is an empty list.
    pub pieces: fn(&[(PieceKind, u8)]) -> String,
    pub declared: fn(u32) -> String,
    pub differs: &'static str,
    /// Headings of the line in Japanese notation and in USI; may be empty.
    pub line: [&'static str; 2],
    /// The last word of a line of so many plies.
    pub end: Option<fn(usize) -> String>,
    /// Nodes, seconds, nodes a second, MiB.
    pub effort: fn(u64, f64, f64, f64) -> String,
    /// Entries of the certificate, and whether it is verified.
    pub certificate: fn(usize, bool) -> String,
    /// The file it is in.
    pub written: fn(&str) -> String,
    pub variations: &'static str,
    pub at_ply: fn(usize) -> String,
    pub plies: fn(u32) -> String,
    pub missing: fn(usize) -> String,
    pub near_misses: &'static str,
    /// Before another check that mates in so many plies at most, and before one that
    /// was not decided.
    pub mates_too: fn(u32) -> String,
    pub undecided: &'static str,
    /// Behind an item of a list that goes on.
    pub next: &'static str,
}

fn plies(n: u32) -> String {
    format!("{n} pl{}", if n == 1 { "y" } else { "ies" })
}

/// `69 plies (minimal)`, `at most 69 plies`, `at most 69 plies, at least 41`.
fn length(l: Length) -> String {
    if l.is_minimal() {
        format!("{} (minimal)", plies(l.upper))
    } else if l.lower > 1 {
        format!("at most {}, at least {}", plies(l.upper), l.lower)
    } else {
        format!("at most {}", plies(l.upper))
    }
}

/// English.
pub static ENGLISH: Words = Words {
    place: |file, line| format!("  ({file}:{line})"),
    mate: |length| format!("mate in {length}"),
    no_mate: "no mate",
    unknown: |why| format!("unknown: {why}"),
    limit: |limit| match limit {
        Limit::Time => "out of time (raise --time)",
        Limit::Nodes => "out of nodes (raise --nodes)",
        Limit::Memory => "the tables are too small (raise --memory)",
        Limit::Interrupted => "interrupted",
        Limit::SelfCheck => "the certificate failed its check, a defect of tsumi: please report it",
    },
    length,
    raw: "every interposition counted: ",
    leftover: "pieces left in hand: ",
    pieces: |pieces| {
        let names: Vec<String> = pieces
            .iter()
            .map(|&(kind, n)| counted(u32::from(n), kind))
            .collect();
        match &names[..] {
            [] => "none".to_string(),
            names => names.join(", "),
        }
    },
    declared: |n| format!("declared length: {}", plies(n)),
    differs: " (differs)",
    line: ["", ""],
    end: None,
    effort: |nodes, seconds, speed, mib| {
        format!(
            "{} nodes, {seconds:.3} s, {} nodes/s, table {mib:.1} MiB",
            grouped(nodes),
            grouped(speed as u64)
        )
    },
    certificate: |entries, verified| {
        format!(
            ", certificate {} {}, {}",
            grouped(entries as u64),
            if entries == 1 { "entry" } else { "entries" },
            if verified { "verified" } else { "not checked" }
        )
    },
    written: |path| format!(", in {path}"),
    variations: "variations (変化); lengths count every interposition, and are upper bounds:",
    at_ply: |n| format!("at ply {n},"),
    plies: |n| format!("{}:", plies(n)),
    missing: |n| format!("{n} more could not be shown within the limits"),
    near_misses: "near misses (紛れ): other checks, each with a defence that escapes:",
    mates_too: |n| format!("mates too, in at most {}:", plies(n)),
    undecided: "undecided:",
    next: ",",
};

/// Japanese.
pub static JAPANESE: Words = Words {
    place: |file, line| format!("（{file} {line}行）"),
    mate: |length| format!("詰み：{length}"),
    no_mate: "不詰",
    unknown: |why| format!("不明：{why}"),
    limit: |limit| match limit {
        Limit::Time => "時間切れ（--time を増やす）",
        Limit::Nodes => "局面数の上限（--nodes を増やす）",
        Limit::Memory => "置換表の不足（--memory を増やす）",
        Limit::Interrupted => "中断",
        Limit::SelfCheck => "証明の検査に失敗（tsumi の欠陥、報告を願います）",
    },
    length: |l| {
        if l.is_minimal() {
            format!("{}手（最短証明済）", l.upper)
        } else if l.lower > 1 {
            format!("{}手以内、{}手以上", l.upper, l.lower)
        } else {
            format!("{}手以内", l.upper)
        }
    },
    raw: "無駄合いも数えた手数：",
    leftover: "駒余り：",
    pieces: |pieces| {
        let names: String = pieces
            .iter()
            .map(|&(kind, n)| format!("{}{n}", kanji(kind)))
            .collect();
        match pieces.iter().map(|p| u32::from(p.1)).sum::<u32>() {
            0 => "なし".to_string(),
            n => format!("{n}枚（{names}）"),
        }
    },
    declared: |n| format!("作意の手数：{n}手"),
    differs: "（相違）",
    line: ["本手順：", "USI："],
    end: Some(|plies| format!("まで{plies}手詰")),
    effort: |nodes, seconds, speed, mib| {
        format!(
            "局面数 {}、{seconds:.3} 秒、毎秒 {} 局面、置換表 {mib:.1} MiB",
            grouped(nodes),
            grouped(speed as u64)
        )
    },
    certificate: |entries, verified| {
        format!(
            "、証明書 {} 項（{}）",
            grouped(entries as u64),
            if verified { "検証済" } else { "未検証" }
        )
    },
    written: |path| format!("：{path}"),
    variations: "変化（手数は無駄合いも数えた上限）：",
    at_ply: |n| format!("{n}手目、"),
    plies: |n| format!("{n}手："),
    missing: |n| format!("他に{n}手あり（制限内では示せず）"),
    near_misses: "紛れ（他の王手と、それを逃れる受け）：",
    mates_too: |n| format!("{n}手以内で詰む："),
    undecided: "未解決：",
    next: "、",
};

impl Words {
    /// The verdict in one line.
    pub fn verdict(&self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Mate { conventional, .. } => (self.mate)(&(self.length)(*conventional)),
            Verdict::NoMate => self.no_mate.to_string(),
            Verdict::Unknown(limit) => (self.unknown)((self.limit)(*limit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_verdict() {
        let length = |lower, upper| Length { lower, upper };
        for (conventional, english, japanese) in [
            (
                length(69, 69),
                "mate in 69 plies (minimal)",
                "詰み：69手（最短証明済）",
            ),
            (length(0, 69), "mate in at most 69 plies", "詰み：69手以内"),
            (
                length(41, 69),
                "mate in at most 69 plies, at least 41",
                "詰み：69手以内、41手以上",
            ),
            (
                length(1, 1),
                "mate in 1 ply (minimal)",
                "詰み：1手（最短証明済）",
            ),
        ] {
            let verdict = Verdict::Mate {
                raw: length(0, 69),
                conventional,
            };
            assert_eq!(ENGLISH.verdict(&verdict), english);
            assert_eq!(JAPANESE.verdict(&verdict), japanese);
        }
    }

    #[test]
    fn words_of_the_leftover() {
        assert_eq!((ENGLISH.pieces)(&[]), "none");
        assert_eq!((JAPANESE.pieces)(&[]), "なし");
        let two = [(PieceKind::Gold, 1), (PieceKind::Pawn, 2)];
        assert_eq!((ENGLISH.pieces)(&two), "1 gold, 2 pawns");
        assert_eq!((JAPANESE.pieces)(&two), "3枚（金1歩2）");
    }
}
