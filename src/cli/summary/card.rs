//! What `verify` says of a single problem: the answer, the line, and every fault as an editor
//! lists them.

use super::audit::audit;
use super::shown;
use super::totals::meaning;
use super::words::{at_most, lengths};
use crate::cli::text::{paragraph, wrapped_at};
use shogi_core::{Color, PartialPosition};
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, Plies, message};
use tsumi::formats::text;
use tsumi::row::{CookRow, Counts, Note, Row};
use tsumi::shogi::rules;
use tsumi::verify::card::{Answer, Known, ORDER, ideas, likewise};
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
    if let Some(position) = &position {
        let heading = match row.searched.as_deref() {
            Some("declared") => message!("the declared line:", "作意："),
            Some("nothing_left") => {
                out += &line(&row.moves, position, &message!("the line:", "手順："), lang);
                message!(
                    "the line that leaves nothing, which is looked at here:",
                    "駒の余らない手順（以下はこの手順について）："
                )
            }
            _ => message!("the line:", "手順："),
        };
        out += &line(row.main_line(), position, &heading, lang);
    }
    let grade = row.soundness.as_deref().and_then(Soundness::named);
    let grade = grade.map_or_else(|| statuses(row), Soundness::message);
    let _ = writeln!(out, "  {}", grade.text(lang));
    for weight in ORDER {
        out += &faults(row, weight, lang);
    }
    if let Some(defect) = row.defect_besides() {
        let _ = writeln!(out, "{}", paragraph(defect.text(lang), 4));
    }
    match &row.audit {
        Some(found) => out + &audit(row, found, lang),
        None => out,
    }
}

/// The statuses in words, of a problem that is not judged as a composition.
fn statuses(row: &Row) -> Message {
    let of_row = Status::ALL.into_iter().filter(|&status| row.has(status));
    let japanese = of_row.map(|status| meaning(status).japanese().to_string());
    let japanese: Vec<String> = japanese.collect();
    Message::new(row.status.join(" "), japanese.join("、"))
}

/// The verdict with its lengths.
fn answer(row: &Row, position: Option<&PartialPosition>, lang: Lang) -> Message {
    let Some(length) = length_of(row, row.plies, "conventional") else {
        return lengths(row, lang).into();
    };
    let white = row.attacker.as_deref() == Some("white");
    let attacker = if white { Color::White } else { Color::Black };
    let end = position.map(|p| shown::before(p, &row.moves, u32::MAX));
    let classic = row.nothing_left.as_ref().map(|l| l.split(' ').count());
    let is_proved = |what: &str| row.proved.iter().any(|p| p == what);
    let raw = row.raw_plies.filter(|_| row.raw_plies != row.plies);
    let said = Answer {
        length,
        left: end.map_or(Vec::new(), |end| rules::held(&end, attacker)),
        nothing_left: classic.map(|plies| (plies as u32, is_proved("nothing_left"))),
        raw: length_of(row, raw, "raw"),
    };
    said.message()
}

/// A length of a row with what is proved of it.
fn length_of(row: &Row, plies: Option<u32>, metric: &str) -> Option<Known> {
    let minimal = row.minimal.iter().any(|m| m == metric);
    let proved = row.proved.iter().any(|m| m == metric);
    plies.map(|upper| (at_most(upper, minimal).0, proved))
}

/// A line in USI under its heading; nothing of an empty one.
fn line(moves: &str, position: &PartialPosition, heading: &Message, lang: Lang) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let words = shown::words(position, moves, lang);
    let usi: Vec<String> = moves.split(' ').map(str::to_string).collect();
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
    let key = |cook: &&CookRow| ((cook.plies, cook.ply), cook.mv.clone());
    for idea in ideas(row.mates(Counts::Fault), key) {
        let first = idea[0];
        let same =
            |note: &&Note| note.ply == Some(first.ply) && note.mv.as_ref() == Some(&first.mv);
        if let Some(note) = cooks.iter().copied().find(same) {
            let length = |cook: &CookRow| at_most(cook.plies, cook.minimal).0;
            let others = idea[1..].iter();
            let others = others.map(|cook| (name(row, cook, lang), length(cook)));
            let more = likewise(length(first), others.collect());
            let said = note.said(lang).to_string() + more.text(lang);
            say(&said, &shown::cook_in_words(row, first, lang));
        }
    }
    out
}

/// The move of another mate.
fn name(row: &Row, cook: &CookRow, lang: Lang) -> String {
    let words = shown::cook_in_words(row, cook, lang);
    words.into_iter().next().unwrap_or_else(|| cook.mv.clone())
}
