//! A report as one HTML page that needs nothing from outside: a table that can be
//! sorted where scripts run and read where they do not, and a diagram with verdict
//! and lines for every problem.

use super::shown::{self, Shown};
use super::totals::{Totals, meaning};
use super::words::{lengths, said};
use crate::cli::text::grouped;
use crate::cli::verify::row::{CookRow, Row};
use shogi_core::PartialPosition;
use std::fmt::Write as _;
use std::io::Write;
use tsumi::base::message::Lang;
use tsumi::formats::svg;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page, problem by problem.
pub fn write(
    file: &mut dyn Write,
    title: &str,
    shown: &Shown,
    totals: &Totals,
    lang: Lang,
) -> std::io::Result<()> {
    file.write_all(head(title, shown, totals, lang).as_bytes())?;
    for (number, row) in shown.rows.iter().enumerate() {
        file.write_all(article(number, row, lang).as_bytes())?;
    }
    writeln!(file, "<script>{SCRIPT}</script></body></html>")
}

/// Text that means nothing to HTML.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn head(title: &str, shown: &Shown, totals: &Totals, lang: Lang) -> String {
    let title = plain(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(
        out,
        "<p>{} problems, {} settled, {} differing, {} undecided in some respect. {} other checks decided, {} certificates \
         verified ({} entries), {} nodes, {:.1} s of search, largest table {:.0} MiB.</p>",
        grouped(totals.problems),
        grouped(totals.settled),
        grouped(totals.differing),
        grouped(totals.undecided),
        grouped(totals.checks),
        grouped(totals.certificates),
        grouped(totals.entries),
        grouped(totals.nodes),
        totals.ms / 1e3,
        totals.table_mib
    );
    out.push_str(
        "<table><thead><tr><th>status<th class=\"n\">problems<th>meaning</tr></thead><tbody>",
    );
    for (status, n) in totals.counts() {
        let _ = write!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            status.name(),
            grouped(n),
            meaning(status)
        );
    }
    out.push_str("</tbody></table>\n");
    if let Some(note) = shown.note() {
        let _ = writeln!(out, "<p>{note}</p>");
    }
    out.push_str(
        "<h2>Problems</h2>\n<table><thead><tr><th data-s=\"t\">problem<th data-s=\"t\">status\
         <th data-s=\"n\" class=\"n\">declared<th data-s=\"n\" class=\"n\">proved\
         <th data-s=\"n\" class=\"n\">left over<th data-s=\"n\" class=\"n\">cooks\
         <th data-s=\"n\" class=\"n\">非限定<th data-s=\"n\" class=\"n\">nodes<th data-s=\"n\" class=\"n\">seconds\
         <th>why</tr></thead><tbody>\n",
    );
    for (number, row) in shown.rows.iter().enumerate() {
        table_row(&mut out, number, row, lang);
    }
    out.push_str("</tbody></table>\n<h2>Diagrams and lines</h2>\n");
    out
}

fn table_row(out: &mut String, number: usize, row: &Row, lang: Lang) {
    let class = if row.differs {
        "differs"
    } else if row.decided() {
        "well"
    } else {
        "open"
    };
    let cell = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
    let why: Vec<String> = row.findings.iter().map(|f| plain(&said(f, lang))).collect();
    let _ = writeln!(
        out,
        "<tr class=\"{class}\"><td><a href=\"#p{number}\">{}</a></td><td>{}</td>\
         <td class=\"n\">{}</td><td class=\"n\" data-v=\"{}\">{}</td><td class=\"n\">{}</td>\
         <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\" data-v=\"{}\">{}</td>\
         <td class=\"n\">{:.2}</td><td>{}</td></tr>",
        plain(&row.name()),
        plain(&row.status.join(" ")),
        cell(row.declared.plies),
        cell(row.plies),
        plain(&lengths(row)),
        cell(row.leftover),
        row.cooks.len() - row.minor().count(),
        row.minor().count(),
        row.nodes,
        grouped(row.nodes),
        row.ms / 1e3,
        why.join("<br>")
    );
}

fn article(number: usize, row: &Row, lang: Lang) -> String {
    let mut out = format!(
        "<article id=\"p{number}\"><h3>{} <span class=\"dim\">{}</span></h3>",
        plain(&row.name()),
        plain(&row.status.join(" "))
    );
    let position = shown::position(row);
    match &position {
        Some(position) => {
            let _ = write!(out, "<div>{}</div><div>", svg::svg(position, &row.name()));
        }
        None => out.push_str("<div></div><div>"),
    }
    let _ = write!(
        out,
        "<p>{}: {}{}</p>",
        plain(&row.result),
        plain(&lengths(row)),
        row.leftover
            .filter(|&n| n > 0)
            .map_or(String::new(), |n| format!(", {n} left in hand"))
    );
    for finding in &row.findings {
        let _ = write!(
            out,
            "<p><b>{}</b>: {}</p>",
            plain(&finding.status),
            plain(&said(finding, lang))
        );
    }
    if let Some(position) = &position {
        lines(&mut out, position, row);
        for cook in &row.cooks {
            cooked(&mut out, position, row, cook);
        }
    }
    let _ = write!(
        out,
        "<p class=\"dim\">{}:{}{}</p>",
        plain(&row.file),
        row.line,
        row.sfen
            .as_ref()
            .map_or(String::new(), |s| format!(" · <code>{}</code>", plain(s)))
    );
    if let Some(certificate) = &row.certificate {
        let file = certificate.file.as_ref();
        let _ = write!(
            out,
            "<p class=\"dim\">certificate: {}, {} entries, {}{}</p>",
            plain(&certificate.claim),
            grouped(certificate.entries as u64),
            if certificate.verified {
                "verified"
            } else {
                "not verified"
            },
            file.map_or(String::new(), |f| format!(", <code>{}</code>", plain(f)))
        );
    }
    out.push_str("</div></article>\n");
    out
}

/// The declared line, and the proved one where it is another, from the first
/// difference on in bold.
fn lines(out: &mut String, position: &PartialPosition, row: &Row) {
    let declared = row.declared.line.as_deref().unwrap_or("");
    if !declared.is_empty() {
        let words = shown::japanese(position, declared);
        let _ = write!(
            out,
            "<p class=\"moves\">declared: {}</p>",
            plain(&words.join(" "))
        );
    }
    if row.moves.is_empty() || row.moves == declared {
        return;
    }
    let same = declared
        .split(' ')
        .zip(row.moves.split(' '))
        .take_while(|(a, b)| a == b)
        .count();
    let words = shown::japanese(position, &row.moves);
    let (head, tail) = words.split_at(same.min(words.len()));
    let _ = write!(
        out,
        "<p class=\"moves\">proved: {} <b>{}</b></p>",
        plain(&head.join(" ")),
        plain(&tail.join(" "))
    );
}

fn cooked(out: &mut String, position: &PartialPosition, row: &Row, cook: &CookRow) {
    let at = shown::before(position, row.main_line(), cook.ply);
    let words = shown::japanese(&at, &cook.line);
    let file = cook.certificate.file.as_ref();
    let _ = write!(
        out,
        "<p class=\"moves\">{} ply {}: <b>{}</b> <span class=\"dim\">(certificate: {}, {} entries, \
         {}{})</span></p>",
        if row.minor().any(|c| c == cook) {
            "allowed (非限定),"
        } else {
            "cook (余詰),"
        },
        cook.ply,
        plain(&words.join(" ")),
        plain(&cook.certificate.claim),
        grouped(cook.certificate.entries as u64),
        if cook.certificate.verified {
            "verified"
        } else {
            "not verified"
        },
        file.map_or(String::new(), |f| format!(", <code>{}</code>", plain(f)))
    );
}
