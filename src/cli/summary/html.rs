//! A report as one HTML page that needs no other file: a table of the problems with the
//! findings about each, which can be sorted where scripts run. The diagram and the lines of a
//! problem are folded away in its row. The page is made of the parts of the bench.

use super::html_lines::lines;
use super::shown::Shown;
use super::totals::{Totals, meaning};
use super::words::{legend, lengths, reasons};
use crate::cli::text::grouped;
use std::fmt::Write;
use tsumi::base::message::{Lang, message};
use tsumi::page::parts;
use tsumi::row::{Counts, Row};
use tsumi::verify::Status;

const STYLE: &str = include_str!("page.css");

/// The page of a report.
pub fn page(title: &str, shown: &Shown, totals: &Totals, lang: Lang) -> String {
    let mut out = format!("<main class=\"report\">\n<h1>{}</h1>\n", plain(title));
    sums(&mut out, totals, lang);
    let notes = totals.grades().into_iter().chain([legend()]);
    for note in notes.chain(shown.note()) {
        let _ = writeln!(out, "<p>{}</p>", plain(note.text(lang)));
    }
    let columns = match lang {
        Lang::En => [
            "problem",
            "found",
            "declared",
            "length",
            "cooks",
            "非限定",
            "nodes",
            "seconds",
        ],
        Lang::Ja => [
            "作品",
            "判定",
            "申告",
            "手数",
            "余詰",
            "非限定",
            "局面数",
            "秒",
        ],
    };
    out.push_str("<table class=\"rows\"><thead><tr>");
    for (n, column) in columns.iter().enumerate() {
        let (sort, class) = match n {
            0 | 1 => ("t", ""),
            2 | 3 => ("n", " class=\"n\""),
            _ => ("n", " class=\"n more\""),
        };
        let _ = write!(out, "<th data-s=\"{sort}\"{class}>{column}");
    }
    out.push_str("</tr></thead><tbody>\n");
    for (number, row) in shown.rows.iter().enumerate() {
        problem(&mut out, number, row, (lang, &columns));
    }
    out.push_str("</tbody></table>\n</main>\n");
    parts::page(lang, title, STYLE, &out, "report.js")
}

/// A text with the signs escaped that HTML gives a meaning; control characters become blanks.
pub fn plain(text: &str) -> String {
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

/// Writes how many problems have each status.
fn sums(out: &mut String, totals: &Totals, lang: Lang) {
    let problems = message!(
        "{n} problems: {standings}",
        "{n}局：{standings}",
        n = grouped(totals.problems),
        standings = totals.standings()
    );
    let _ = write!(
        out,
        "<p>{}</p>\n<ul class=\"sums\">",
        plain(problems.text(lang))
    );
    for (status, n) in totals.counts() {
        let _ = write!(
            out,
            "<li>{} <b>{}</b> <span class=\"small\">{}</span>",
            tag(status.name()),
            grouped(n),
            plain(meaning(status).text(lang))
        );
    }
    let _ = writeln!(
        out,
        "</ul>\n<p class=\"small\">{}</p>",
        plain(totals.effort().text(lang))
    );
}

/// A status as HTML, in the colour of its kind: as declared, different or undecided.
fn tag(status: &str) -> String {
    let known = Status::ALL.iter().find(|s| s.name() == status);
    let class = match known {
        Some(Status::Ok | Status::Mate) => "well",
        Some(Status::Undecided) => "open",
        _ => "differs",
    };
    format!("<span class=\"tag {class}\">{}</span>", plain(status))
}

/// Writes the row of a problem.
fn problem(out: &mut String, number: usize, row: &Row, (lang, columns): (Lang, &[&str; 8])) {
    let cell = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
    let minor = row.mates(Counts::Allowed).len();
    let _ = write!(
        out,
        "<tr id=\"p{number}\"><td><a href=\"#p{number}\">{}</a><td>",
        plain(&row.name())
    );
    for status in &row.status {
        let _ = write!(out, "{} ", tag(status));
    }
    for (_, why) in reasons(row, lang) {
        let _ = write!(out, "<div>{}</div>", plain(&why));
    }
    lines(out, row, lang);
    let numbers = [
        (cell(row.declared.plies), String::new()),
        (lengths(row, lang), cell(row.plies)),
        ((row.cooks.len() - minor).to_string(), String::new()),
        (minor.to_string(), String::new()),
        (grouped(row.nodes), row.nodes.to_string()),
        (format!("{:.2}", row.ms / 1e3), String::new()),
    ];
    for (n, (text, key)) in numbers.iter().enumerate() {
        let more = if n < 2 { "" } else { " more" };
        let _ = write!(out, "<td class=\"n{more}\" data-l=\"{}\"", columns[n + 2]);
        if !key.is_empty() {
            let _ = write!(out, " data-v=\"{key}\"");
        }
        let _ = write!(out, ">{}", plain(text));
    }
    out.push_str("</tr>\n");
}
