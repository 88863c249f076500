//! What is said about a problem in one line.

use crate::cli::findings_ja::japanese;
use crate::cli::verify::row::{Note, Row};
use tsumi::base::message::Lang;
use tsumi::formats::text::shown;

/// `zuko-007  longer  mate takes 15 plies, 13 declared …`
pub fn headline(row: &Row, lang: Lang) -> String {
    let mut out = format!(
        "{:<16} {:<18} ",
        shown(&row.name(), 60),
        row.status.join(" ")
    );
    if row.has(tsumi::verify::Status::Error) {
        out += &format!("{}:{}: ", shown(&row.file, 200), row.line);
    }
    let texts: Vec<String> = row
        .findings
        .iter()
        .map(|f| shown(&said(f, lang), 300))
        .collect();
    out += &texts.join("; ");
    out.trim_end().to_string()
}

/// A finding in the language of the run.
pub fn said(finding: &Note, lang: Lang) -> String {
    match lang {
        Lang::En => finding.text.clone(),
        Lang::Ja => japanese(&finding.text),
    }
}

/// The lengths: `21`, `≤ 53`, and the raw one behind them where it differs.
pub fn lengths(row: &Row) -> String {
    let Some(plies) = row.plies else {
        return row.result.clone();
    };
    let one = |n: u32, metric: &str| {
        if row.minimal.iter().any(|m| m == metric) {
            n.to_string()
        } else {
            format!("≤ {n}")
        }
    };
    let mut out = one(plies, "conventional");
    if let Some(raw) = row.raw_plies
        && raw != plies
    {
        out += &format!(" (raw {})", one(raw, "raw"));
    }
    out
}
