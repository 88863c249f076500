//! The diagram and the lines of one problem, folded away in its row of the page.

use super::html::plain;
use super::shown;
use crate::cli::text::grouped;
use shogi_core::{Color, PartialPosition};
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::diagram;
use tsumi::formats::svg::{self, Hands};
use tsumi::page::bench_address;
use tsumi::row::{Certificate, CookRow, Counts, Row};

/// Writes the diagram and the lines of a problem. Where scripts run the diagram becomes a board on
/// which the lines are played (web/report.js).
pub fn lines(out: &mut String, row: &Row, lang: Lang) {
    let heading = message!("diagram and lines", "図と手順");
    let _ = write!(
        out,
        "<details class=\"unfold\"><summary>{}</summary>",
        heading.text(lang)
    );
    let position = shown::position(row);
    match &position {
        Some(position) => picture(out, position, row, lang),
        None => out.push_str("<article>"),
    }
    out.push_str("<div>");
    if let Some(position) = &position {
        main_lines(out, position, row, lang);
        for (counts, heading) in [
            (Counts::Fault, message!("other mates (余詰)", "余詰")),
            (
                Counts::Open,
                message!(
                    "other mates, unless another line is meant",
                    "別手順が作意でなければ余詰"
                ),
            ),
            (
                Counts::Allowed,
                message!("allowed by custom (非限定)", "許容される非限定"),
            ),
        ] {
            others(out, row, &row.mates(counts), &heading, lang);
        }
        let bench = message!("open it in the bench", "作図台で開く");
        let needs = message!("tsumi serve has to run", "tsumi serve が動いていること");
        let declared = row.declared.line.as_deref().unwrap_or("");
        let _ = write!(
            out,
            "<p><a href=\"{}\" title=\"{}\">{}</a></p>",
            plain(&bench_address(position, declared)),
            needs.text(lang),
            bench.text(lang)
        );
    }
    let mut dim = |text: &str| {
        let _ = write!(out, "<p class=\"small\">{text}</p>");
    };
    if let Some(proof) = &row.certificate {
        dim(&certificate(proof, lang));
    }
    let sfen = row.sfen.as_ref();
    let sfen = sfen.map_or(String::new(), |s| format!("<code>{}</code>", plain(s)));
    dim(&format!("{} {sfen}", plain(&row.place())));
    out.push_str("</div></article></details>");
}

/// Writes the diagram with the attacker's hand, and the defender's hand as a line of text; the
/// element that holds the rest is open.
fn picture(out: &mut String, position: &PartialPosition, row: &Row, lang: Lang) {
    let white = row.attacker.as_deref() == Some("white");
    let attacker = if white { Color::White } else { Color::Black };
    let hand = diagram::hand(position, attacker.flip());
    let below = message!("defender's hand: {hand}", "玉方の持駒：{hand}", hand);
    let _ = write!(
        out,
        "<article data-sfen=\"{}\" data-attacker=\"{}\"><figure>{}<figcaption class=\"small\">{}\
         </figcaption></figure>",
        plain(&position.to_sfen_owned()),
        if white { "w" } else { "b" },
        svg::svg(position, &row.name(), Hands::Only(attacker)),
        plain(below.text(lang))
    );
}

/// Writes a line of moves. `before` are those before its first one.
fn line(out: &mut String, heading: &str, (before, moves): (&str, &str), words: &[String]) {
    let all = [before, moves].into_iter().filter(|part| !part.is_empty());
    let _ = write!(
        out,
        "<h2>{}</h2><ol class=\"line\" data-moves=\"{}\" style=\"--played: {}\">",
        plain(heading),
        plain(&all.collect::<Vec<_>>().join(" ")),
        before.split_whitespace().count()
    );
    for word in words {
        let _ = write!(out, "<li>{}</li>", plain(word));
    }
    out.push_str("</ol>");
}

/// Writes the declared line, and the proved one where it is another.
fn main_lines(out: &mut String, position: &PartialPosition, row: &Row, lang: Lang) {
    let declared = row.declared.line.as_deref().unwrap_or("");
    let mut say = |heading: Message, moves: &str| {
        let words = shown::words(position, moves, lang);
        if !words.is_empty() {
            line(out, heading.text(lang), ("", moves), &words);
        }
    };
    say(message!("declared line", "作意"), declared);
    if row.moves != declared {
        say(message!("proved line", "本手順"), &row.moves);
    }
}

/// Writes the lines of other mates, the shortest first.
fn others(out: &mut String, row: &Row, cooks: &[&CookRow], heading: &Message, lang: Lang) {
    if cooks.is_empty() {
        return;
    }
    let mut cooks = cooks.to_vec();
    cooks.sort_by_key(|cook| (cook.plies, cook.ply));
    let _ = write!(
        out,
        "<details><summary>{}</summary>",
        message!("{heading}: {n}", "{heading}：{n}", heading, n = cooks.len()).text(lang)
    );
    for cook in cooks {
        let place = message!(
            "ply {ply}: {certificate}",
            "{ply}手目：{certificate}",
            ply = cook.ply,
            certificate = certificate(&cook.certificate, lang)
        );
        let before = row.main_line().split(' ').take(cook.ply as usize - 1);
        let before = before.collect::<Vec<_>>().join(" ");
        let words = shown::cook_in_words(row, cook, lang);
        line(out, place.text(lang), (&before, &cook.line), &words);
    }
    out.push_str("</details>");
}

/// The claim, the size and the file of a certificate, as HTML.
fn certificate(certificate: &Certificate, lang: Lang) -> String {
    let state = match certificate.verified {
        true => message!("verified", "検査済み"),
        false => message!("not verified", "未検証"),
    };
    let said = message!(
        "certificate: {claim}, {entries} entries, {state}",
        "証明書：{claim}、{entries} 項、{state}",
        claim = certificate.claim,
        entries = grouped(certificate.entries as u64),
        state
    );
    let file = certificate.file.as_ref();
    let file = file.map_or(String::new(), |f| format!(", <code>{}</code>", plain(f)));
    plain(said.text(lang)) + &file
}
