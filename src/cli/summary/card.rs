//! What `verify` says of a single problem: the answer, the line, and every fault as an editor
//! lists them.

use super::audit::audit;
use super::shown;
use super::words::{at_most, lengths};
use crate::cli::text::{length, paragraph, pieces, wrapped_at};
use crate::cli::verify::row::{CookRow, Note, Row};
use shogi_core::{Color, PartialPosition};
use std::fmt::Write;
use tsumi::base::message::{Lang, List, Message, Plies, message};
use tsumi::formats::text;
use tsumi::shogi::rules;
use tsumi::variations::refutation::twins;
use tsumi::verify::{Soundness, Status, Weight};

/// The card of a problem.
pub fn card(row: &Row, lang: Lang) -> String {
    let mut out = format!("{}\n", text::shown(&row.name(), 200));
    let mut say = |indent: &str, message: &Message| {
        let _ = writeln!(out, "{indent}{}", text::shown(message.text(lang), 2_000));
    };
    let position = shown::position(row);
    say("  ", &answer(row, position.as_ref(), lang));
    if let Some(declared) = row.declared.plies {
        let plies = Plies(declared);
        say("  ", &message!("declared: {plies}", "申告：{plies}", plies));
    }
    if let (Some(position), false) = (&position, row.main_line().is_empty()) {
        out += &line(row, position, lang);
    }
    let grade = row.soundness.as_deref().and_then(Soundness::named);
    let grade = grade.map_or_else(|| row.status.join(" ").into(), Soundness::message);
    let _ = writeln!(out, "  {}", grade.text(lang));
    for weight in [Weight::Fatal, Weight::Disputed, Weight::Open, Weight::Noted] {
        out += &faults(row, weight, lang);
    }
    match &row.audit {
        Some(found) => out + &audit(row, found, lang),
        None => out,
    }
}

/// The verdict with its lengths.
fn answer(row: &Row, position: Option<&PartialPosition>, lang: Lang) -> Message {
    let Some(length) = length_of(row, row.plies, "conventional") else {
        return lengths(row, lang).into();
    };
    let nothing = || message!("", "");
    let white = row.attacker.as_deref() == Some("white");
    let attacker = if white { Color::White } else { Color::Black };
    let end = position.map(|p| shown::before(p, &row.moves, u32::MAX));
    let left = end.map_or(Vec::new(), |end| rules::held(&end, attacker));
    let left = match left.is_empty() {
        true => nothing(),
        false => message!(", {left} left", "、{left}余り", left = pieces(&left)),
    };
    let classic = row.nothing_left.as_ref().map(|l| l.split(' ').count());
    let classic = classic.map_or_else(nothing, |plies| {
        message!(
            "; {plies} with nothing left",
            "。駒余りなしでは{plies}",
            plies = Plies(plies as u32)
        )
    });
    let raw = length_of(row, row.raw_plies, "raw").filter(|_| row.raw_plies != row.plies);
    let raw = raw.map_or_else(nothing, |raw| {
        message!(
            "; every interposition counted {raw}",
            "。無駄合いも数えると{raw}",
            raw
        )
    });
    message!(
        "mate in {length}{left}{classic}{raw}",
        "詰み：{length}{left}{classic}{raw}",
        length,
        left,
        classic,
        raw
    )
}

/// A length of a row with what is proved of it.
fn length_of(row: &Row, plies: Option<u32>, metric: &str) -> Option<Message> {
    let minimal = row.minimal.iter().any(|m| m == metric);
    let proved = row.proved.iter().any(|m| m == metric);
    plies.map(|upper| length(at_most(upper, minimal).0, proved))
}

/// The line that was looked at, with a heading.
fn line(row: &Row, position: &PartialPosition, lang: Lang) -> String {
    let heading = match row.searched.as_deref() {
        Some("declared") => message!("the declared line:", "作意："),
        _ => message!("the line:", "手順："),
    };
    let words = shown::japanese(position, row.main_line());
    let usi: Vec<String> = row.main_line().split(' ').map(str::to_string).collect();
    let mut out = format!("  {}\n{}\n", heading.text(lang), wrapped_at(&words, 4));
    if lang == Lang::En {
        out += &(wrapped_at(&usi, 4) + "\n");
    }
    out
}

/// The findings of one weight under a heading, other mates last and the shortest of them first;
/// those that are one idea stand together.
fn faults(row: &Row, weight: Weight, lang: Lang) -> String {
    let here = |note: &&Note| note.weight.as_deref() == Some(weight.name());
    let cooked = |note: &&Note| note.status == Status::Cooked.name();
    let (cooks, others): (Vec<&Note>, Vec<&Note>) =
        row.findings.iter().filter(here).partition(cooked);
    if cooks.is_empty() && others.is_empty() {
        return String::new();
    }
    let mut out = format!("    {}\n", weight.message().text(lang));
    let mut say = |said: &str, line: &[String]| {
        let _ = writeln!(out, "{}", paragraph(said, 6));
        if !line.is_empty() {
            let _ = writeln!(out, "{}", wrapped_at(line, 8));
        }
    };
    for note in others {
        say(note.said(lang), &[]);
    }
    for idea in ideas(row) {
        let first = idea[0];
        let same =
            |note: &&Note| note.ply == Some(first.ply) && note.mv.as_ref() == Some(&first.mv);
        if let Some(note) = cooks.iter().copied().find(same) {
            let said = note.said(lang).to_string() + &likewise(row, &idea[1..], lang);
            say(&said, &shown::cook_in_japanese(row, first));
        }
    }
    out
}

/// The other mates that count, those together that drop the same piece or move the same one; the
/// shortest first.
fn ideas(row: &Row) -> Vec<Vec<&CookRow>> {
    let mut cooks = row.counted();
    cooks.sort_by_key(|cook| (cook.plies, cook.ply));
    // In USI the first two letters are the piece dropped or the square left.
    twins(cooks, |cook| {
        (cook.ply, cook.mv.get(..2).map(str::to_string))
    })
}

/// How many other mates are the same idea, and which.
fn likewise(row: &Row, twins: &[&CookRow], lang: Lang) -> String {
    let name = |cook: &&CookRow| match lang {
        Lang::En => cook.mv.clone(),
        Lang::Ja => shown::cook_in_japanese(row, cook).swap_remove(0),
    };
    if twins.is_empty() {
        return String::new();
    }
    let moves = List(twins.iter().map(name).collect());
    let all = twins.len() + 1;
    let said = message!(
        "; likewise {moves} ({all} in all)",
        "；{moves}も同様（計{all}通り）",
        moves,
        all
    );
    said.text(lang).to_string()
}
