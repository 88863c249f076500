//! A report as a page in Markdown, to be kept beside a collection.

use super::shown::{self, Shown};
use super::totals::{Totals, meaning};
use super::words::{at_most, legend, lengths, reasons};
use crate::cli::text::grouped;
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::row::{Certificate, CookRow, Counts, Row};
use tsumi::verify::Status;

/// A text on one line with the signs escaped that Markdown gives a meaning.
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

/// A text between backticks. There is no escape for a backtick, so each becomes a blank, as
/// control characters do.
fn code(text: &str) -> String {
    let odd = |c: char| c.is_control() || c == '`';
    format!("`{}`", text.replace(odd, " "))
}

/// The page of a report.
pub fn page(title: &str, shown: &Shown, totals: &Totals, lang: Lang) -> String {
    let mut out = format!("# {}\n\n", plain(title));
    summary(&mut out, totals, lang);
    let notes = totals.grades().into_iter().chain([legend()]);
    for note in notes.chain(shown.note()) {
        let _ = write!(out, "\n{}\n", note.text(lang));
    }
    let odd: Vec<&Row> = shown.rows.iter().filter(|row| row.is_odd()).collect();
    if !odd.is_empty() {
        let heading = message!("What differs, and what is undecided", "相違と未決");
        let _ = write!(out, "\n## {}\n", heading.text(lang));
        odd.iter().for_each(|row| problem(&mut out, row, lang));
    }
    all_problems(&mut out, shown, lang);
    out
}

/// Writes how many problems there are of each status.
fn summary(out: &mut String, totals: &Totals, lang: Lang) {
    let head = message!(
        "Made by `tsumi report --markdown` (tsumi {version}). {n} problems: {standings}. A \
         problem is settled when it is what it claims to be or a difference is proved. {effort}.",
        "`tsumi report --markdown`（tsumi {version}）による。{n}局：{standings}。申告どおりと\
         証明された作品と、相違が証明された作品を判定済みとする。{effort}。",
        version = env!("CARGO_PKG_VERSION"),
        n = grouped(totals.problems),
        standings = totals.standings(),
        effort = totals.effort()
    );
    let columns = message!("| status | problems | meaning |", "| 判定 | 局数 | 意味 |");
    let _ = writeln!(
        out,
        "{}\n\n{}\n|---|---:|---|",
        head.text(lang),
        columns.text(lang)
    );
    for (status, n) in totals.counts() {
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            status.name(),
            grouped(n),
            meaning(status).text(lang)
        );
    }
}

/// Writes a table with a line for each problem.
fn all_problems(out: &mut String, shown: &Shown, lang: Lang) {
    let heading = message!("All problems", "全作品");
    let columns = message!(
        "| problem | status | declared | length | left over | cooks | 非限定 | other checks \
         decided | open |",
        "| 作品 | 判定 | 申告 | 手数 | 駒余り | 余詰 | 非限定 | 解決した他の王手 | 未決 |"
    );
    let _ = write!(
        out,
        "\n## {}\n\n{}\n|---|---|---:|---:|---:|---:|---:|---:|---:|\n",
        heading.text(lang),
        columns.text(lang)
    );
    let number = |n: Option<u32>| n.map_or("-".to_string(), |n| n.to_string());
    for row in &shown.rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            plain(&row.name()),
            plain(&row.status.join(", ")),
            number(row.declared.plies),
            plain(&lengths(row, lang)),
            number(row.leftover),
            row.mates(Counts::Fault).len(),
            row.mates(Counts::Allowed).len(),
            row.checks.decided,
            row.checks.open
        );
    }
}

/// Writes the findings about one problem.
fn problem(out: &mut String, row: &Row, lang: Lang) {
    let _ = write!(
        out,
        "\n### {}: {}\n\n",
        plain(&row.name()),
        plain(&row.status.join(", "))
    );
    if let Some(sfen) = &row.sfen {
        let _ = writeln!(out, "{}\n", code(sfen));
    }
    for (status, why) in reasons(row, lang) {
        if status != Status::Cooked.name() {
            let status = match status.as_str() {
                "note" => message!("note", "注記"),
                status => Message::from(plain(status)),
            };
            let said = message!(
                "- {status}: {why}\n",
                "- {status}：{why}\n",
                status,
                why = plain(&why)
            );
            out.push_str(said.text(lang));
        }
    }
    for (counts, weight) in [
        (Counts::Fault, message!("cooked", "余詰")),
        (Counts::Open, message!("open", "未決")),
        (Counts::Allowed, message!("allowed", "許容")),
    ] {
        let mut mates = row.mates(counts);
        if counts == Counts::Fault {
            mates.sort_by_key(|cook| (cook.plies, cook.ply));
        }
        for cook in mates {
            other(out, &weight, row, cook, lang);
        }
    }
    let declares = row.declared.line.as_deref() == Some(&row.moves);
    if let (Some(position), false) = (&shown::position(row), row.moves.is_empty() || declares) {
        let said = message!(
            "the line of tsumi: {line}",
            "tsumi の手順：{line}",
            line = plain(&shown::words(position, &row.moves, lang).join(" "))
        );
        let proof = row.certificate.as_ref().map(certificate);
        let proof = proof.map_or(String::new(), |p| p.text(lang).to_string());
        let _ = writeln!(out, "- {}{proof}", said.text(lang));
    }
}

/// Writes a line about another mate.
fn other(out: &mut String, weight: &Message, row: &Row, cook: &CookRow, lang: Lang) {
    let length = at_most(cook.plies, cook.minimal);
    let moves = shown::cook_in_words(row, cook, lang);
    let intended = shown::intended_in_words(row, cook, lang);
    let said = message!(
        "ply {ply}, {mv} instead of {intended} ({kind}), mate in {length}: {moves}{proof}",
        "{ply}手目、{intended}でなく{mv}（{kind}）でも{length}で詰む：{moves}{proof}",
        ply = cook.ply,
        mv = code(moves.first().unwrap_or(&cook.mv)),
        intended = code(&intended),
        kind = match cook.kind.as_str() {
            "promotion" => message!("promotion", "成不成非限定"),
            "distance" => message!("distance", "打点・着手の非限定"),
            _ => message!("move", "別の手"),
        },
        length,
        moves = plain(&moves.join(" ")),
        proof = certificate(&cook.certificate)
    );
    let said = message!("- {weight}: {said}\n", "- {weight}：{said}\n", weight, said);
    out.push_str(said.text(lang));
}

/// The claim, the size and the file of a certificate, in brackets.
fn certificate(certificate: &Certificate) -> Message {
    let file = certificate.file.as_ref();
    let file = file.map_or(String::new(), |f| format!(" {}", code(f)));
    let state = match certificate.verified {
        true => message!("verified", "検査済み"),
        false => message!("not verified", "未検査"),
    };
    message!(
        " (certificate{file}: {claim}, {entries} entries, {state})",
        "（証明書{file}：{claim}、{entries} 項、{state}）",
        file,
        claim = plain(&certificate.claim),
        entries = grouped(certificate.entries as u64),
        state
    )
}
