//! The diagram and the lines of one problem, folded away in its row of the page.

use super::html::plain;
use super::shown;
use crate::cli::text::grouped;
use shogi_core::{Color, PartialPosition};
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::diagram;
use tsumi::formats::svg::{self, Hands};
use tsumi::row::{Certificate, CookRow, Row};

/// Writes the diagram and the lines of a problem.
pub fn lines(out: &mut String, row: &Row, lang: Lang) {
    let heading = message!("diagram and lines", "図と手順");
    let _ = write!(
        out,
        "<details><summary>{}</summary><article>",
        heading.text(lang)
    );
    let position = shown::position(row);
    if let Some(position) = &position {
        picture(out, position, row, lang);
    }
    out.push_str("<div class=\"lines\">");
    if let Some(position) = &position {
        main_lines(out, position, row, lang);
        let minor: Vec<&CookRow> = row.minor().collect();
        let counted = message!("other mates (余詰)", "余詰");
        others(out, row, &row.counted(), &counted, lang);
        let allowed = message!("allowed by custom (非限定)", "許容される非限定");
        others(out, row, &minor, &allowed, lang);
    }
    let mut dim = |text: &str| {
        let _ = write!(out, "<p class=\"dim\">{text}</p>");
    };
    if let Some(proof) = &row.certificate {
        dim(&certificate(proof, lang));
    }
    let sfen = row.sfen.as_ref();
    let sfen = sfen.map_or(String::new(), |s| format!(" · <code>{}</code>", plain(s)));
    dim(&format!("{}:{}{sfen}", plain(&row.file), row.line));
    out.push_str("</div></article></details>");
}

/// Writes the diagram with the attacker's hand, and the defender's hand as a line of text.
fn picture(out: &mut String, position: &PartialPosition, row: &Row, lang: Lang) {
    let white = row.attacker.as_deref() == Some("white");
    let attacker = if white { Color::White } else { Color::Black };
    let hand = diagram::hand(position, attacker.flip());
    let below = message!("defender's hand: {hand}", "玉方の持駒：{hand}", hand);
    let _ = write!(
        out,
        "<figure>{}<figcaption class=\"dim\">{}</figcaption></figure>",
        svg::svg(position, &row.name(), Hands::Only(attacker)),
        plain(below.text(lang))
    );
}

/// Writes the declared line, and the proved one where it is another; from the first difference
/// on it is bold.
fn main_lines(out: &mut String, position: &PartialPosition, row: &Row, lang: Lang) {
    let declared = row.declared.line.as_deref().unwrap_or("");
    if !declared.is_empty() {
        let words = shown::japanese(position, declared);
        let said = message!(
            "declared: {words}",
            "作意：{words}",
            words = words.join(" ")
        );
        let _ = write!(out, "<p>{}</p>", plain(said.text(lang)));
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
    let said = message!("proved: {head}", "本手順：{head}", head = head.join(" "));
    let _ = write!(
        out,
        "<p>{} <b>{}</b></p>",
        plain(said.text(lang)),
        plain(&tail.join(" "))
    );
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
        "<details><summary>{}: {}</summary><ul>",
        heading.text(lang),
        cooks.len()
    );
    for cook in cooks {
        let place = message!("ply {ply}", "{ply}手目", ply = cook.ply);
        let _ = write!(
            out,
            "<li>{}: {} <span class=\"dim\">({})</span>",
            place.text(lang),
            plain(&shown::cook_in_japanese(row, cook).join(" ")),
            certificate(&cook.certificate, lang)
        );
    }
    out.push_str("</ul></details>");
}

/// The claim, the size and the file of a certificate, as HTML.
fn certificate(certificate: &Certificate, lang: Lang) -> String {
    let state = match certificate.verified {
        true => message!("verified", "検証済"),
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
