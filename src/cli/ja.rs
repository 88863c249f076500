//! Answers in Japanese, in the words that solvers and composers use.

use super::report::Solved;
use super::text::{grouped, wrapped};
use std::fmt::Write;
use tsumi::formats::names::kanji;
use tsumi::formats::{diagram, notation, text, usi};
use tsumi::solver::{Length, Limit, Verdict};

fn length(l: Length) -> String {
    if l.is_minimal() {
        format!("{}手（最短証明済）", l.upper)
    } else if l.lower > 1 {
        format!("{}手以内、{}手以上", l.upper, l.lower)
    } else {
        format!("{}手以内", l.upper)
    }
}

/// The verdict in one line.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Mate { conventional, .. } => format!("詰み：{}", length(*conventional)),
        Verdict::NoMate => "不詰".to_string(),
        Verdict::Unknown(limit) => format!(
            "不明：{}",
            match limit {
                Limit::Time => "時間切れ（--time を増やす）",
                Limit::Nodes => "局面数の上限（--nodes を増やす）",
                Limit::Memory => "置換表の不足（--memory を増やす）",
                Limit::Interrupted => "中断",
                Limit::SelfCheck => "証明の検査に失敗（tsumi の欠陥、報告を願います）",
            }
        ),
    }
}

/// Everything about a solved problem.
pub fn solved(solved: &Solved) -> String {
    let (problem, outcome) = (&solved.problem, &solved.outcome);
    let mut out = text::shown(&problem.id, 200);
    if problem.id != problem.source.file {
        let file = text::shown(&problem.source.file, 200);
        let _ = write!(out, "（{file} {}行）", problem.source.line);
    }
    out.push('\n');
    out.push_str(&diagram::bod(solved.position()));
    let _ = writeln!(out, "{}", verdict(&outcome.verdict));
    if let Verdict::Mate { raw, conventional } = outcome.verdict {
        if raw != conventional {
            let _ = writeln!(out, "  無駄合いも数えた手数：{}", length(raw));
        }
        let left: String = outcome
            .leftover
            .iter()
            .filter(|&&(_, n)| n > 0)
            .map(|&(kind, n)| format!("{}{n}", kanji(kind)))
            .collect();
        let left = match solved.leftover() {
            0 => "なし".to_string(),
            n => format!("{n}枚（{left}）"),
        };
        let _ = writeln!(out, "  駒余り：{left}");
        if let Some(declared) = problem.plies {
            let same = if (conventional.lower..=conventional.upper).contains(&declared) {
                ""
            } else {
                "（相違）"
            };
            let _ = writeln!(out, "  作意の手数：{declared}手{same}");
        }
        if !outcome.line.is_empty() {
            out.push_str("  本手順：\n");
            let mut words = notation::japanese(solved.position(), &outcome.line);
            words.push(format!("まで{}手詰", outcome.line.len()));
            let _ = writeln!(out, "{}", wrapped(&words));
            let _ = writeln!(out, "  USI：");
            let words: Vec<String> = usi::line(&outcome.line)
                .split(' ')
                .map(str::to_string)
                .collect();
            let _ = writeln!(out, "{}", wrapped(&words));
        }
    }
    if let Some(variations) = &solved.variations {
        out +=
            &super::variations::text(solved.position(), variations, &super::variations::JAPANESE);
    }
    let _ = write!(
        out,
        "  局面数 {}、{:.3} 秒、毎秒 {} 局面、置換表 {:.1} MiB",
        grouped(outcome.nodes),
        outcome.elapsed.as_secs_f64(),
        grouped(solved.speed() as u64),
        outcome.table_bytes as f64 / f64::from(1 << 20),
    );
    if outcome.certificate.is_some() {
        let entries = grouped(outcome.certificate_entries as u64);
        let state = if outcome.verified {
            "検証済"
        } else {
            "未検証"
        };
        let _ = write!(out, "、証明書 {entries} 項（{state}）");
    }
    if let Some(path) = &solved.certificate {
        let _ = write!(out, "：{}", text::shown(&path.display().to_string(), 200));
    }
    out.push('\n');
    out
}
