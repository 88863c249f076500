//! A report as a page in Markdown, to be kept beside a collection.

use super::shown::{self, Shown};
use super::totals::{Totals, meaning};
use super::words::{lengths, said};
use crate::cli::text::grouped;
use crate::cli::verify::row::{CookRow, Row};
use std::fmt::Write as _;
use std::io::Write;
use tsumi::base::message::Lang;

/// Writes the page.
pub fn write(
    file: &mut dyn Write,
    title: &str,
    shown: &Shown,
    totals: &Totals,
    lang: Lang,
) -> std::io::Result<()> {
    file.write_all(page(title, shown, totals, lang).as_bytes())
}

/// Text that means nothing to Markdown.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_{}[]<>#|".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

fn page(title: &str, shown: &Shown, totals: &Totals, lang: Lang) -> String {
    let mut out = format!("# {}\n\n", plain(title));
    let _ = writeln!(
        out,
        "Made by `tsumi report --markdown` (tsumi {}). {} problems: {} are settled, for \
         they are what they claim to be or a difference is proved, {} differ from what is \
         declared, {} are undecided in some respect. {} other checks along the main lines were \
         decided. {} certificates were verified, {} entries. {} nodes, {:.0} s of search.\n",
        env!("CARGO_PKG_VERSION"),
        grouped(totals.problems),
        grouped(totals.settled),
        grouped(totals.differing),
        grouped(totals.undecided),
        grouped(totals.checks),
        grouped(totals.certificates),
        grouped(totals.entries),
        grouped(totals.nodes),
        totals.ms / 1e3
    );
    out.push_str("| status | problems | meaning |\n|---|---:|---|\n");
    for (status, n) in totals.counts() {
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            status.name(),
            grouped(n),
            meaning(status)
        );
    }
    if let Some(note) = shown.note() {
        let _ = write!(out, "\n{note}\n");
    }
    let odd = |row: &&Row| row.differs || !row.decided();
    if shown.rows.iter().any(|row| odd(&row)) {
        out.push_str("\n## What differs, and what is undecided\n");
        shown
            .rows
            .iter()
            .filter(odd)
            .for_each(|row| problem(&mut out, row, lang));
    }
    out.push_str("\n## All problems\n\n");
    out.push_str("| problem | status | declared | proved | left over | cooks | 非限定 | other checks decided | open |\n");
    out.push_str("|---|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for row in &shown.rows {
        let number = |n: Option<u32>| n.map_or("-".to_string(), |n| n.to_string());
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            plain(&row.name()),
            row.status.join(", "),
            number(row.declared.plies),
            lengths(row),
            number(row.leftover),
            row.cooks.len() - row.minor().count(),
            row.minor().count(),
            row.checks.decided,
            row.checks.open
        );
    }
    out
}

/// What was found about one problem.
fn problem(out: &mut String, row: &Row, lang: Lang) {
    let _ = write!(
        out,
        "\n### {}: {}\n\n",
        plain(&row.name()),
        row.status.join(", ")
    );
    if let Some(sfen) = &row.sfen {
        let _ = writeln!(out, "`{sfen}`\n");
    }
    for finding in &row.findings {
        if finding.status != "cooked" {
            let _ = writeln!(out, "- {}: {}", finding.status, plain(&said(finding, lang)));
        }
    }
    let position = shown::position(row);
    let said = |cook: &CookRow| {
        let minor = row.minor().any(|c| c == cook);
        if minor { "allowed" } else { "cooked" }
    };
    for cook in &row.cooks {
        let bound = if cook.minimal { "" } else { "at most " };
        let _ = write!(
            out,
            "- {}: ply {}, `{}` instead of `{}` ({}), mate in {bound}{} plies",
            said(cook),
            cook.ply,
            cook.mv,
            cook.intended,
            cook.kind,
            cook.plies
        );
        if let Some(position) = &position {
            let at = shown::before(position, row.main_line(), cook.ply);
            let _ = write!(out, ": {}", shown::japanese(&at, &cook.line).join(" "));
        }
        proof(out, &cook.certificate);
    }
    let declares = row.declared.line.as_deref() == Some(&row.moves);
    if let (Some(position), false) = (&position, row.moves.is_empty() || declares) {
        let _ = write!(
            out,
            "- the line of tsumi: {}",
            shown::japanese(position, &row.moves).join(" ")
        );
        if let Some(certificate) = &row.certificate {
            proof(out, certificate);
        } else {
            out.push('\n');
        }
    }
}

fn proof(out: &mut String, certificate: &crate::cli::verify::row::Certificate) {
    let file = certificate.file.as_ref();
    let file = file.map_or(String::new(), |f| format!(" `{f}`"));
    let state = if certificate.verified {
        "verified"
    } else {
        "not verified"
    };
    let _ = writeln!(
        out,
        " (certificate{file}: {}, {} entries, {state})",
        certificate.claim,
        grouped(certificate.entries as u64)
    );
}
