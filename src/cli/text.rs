//! Answers for a person at a terminal, in the words of a language.

use super::report::Solved;
use super::words::Words;
use super::{near_misses, variations};
use shogi_core::PieceKind;
use std::fmt::Write;
use tsumi::formats::{diagram, notation, text, usi};
use tsumi::solver::Verdict;

/// `1234567` as `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Words in lines of about eighty columns, each line with an indent.
pub fn wrapped(words: &[String]) -> String {
    wrapped_at(words, 2)
}

/// The same with so many blanks before each line.
pub fn wrapped_at(words: &[String], indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        let width = text::width(word);
        if column > 0 && column + 1 + width > 78 {
            out.push('\n');
            column = 0;
        }
        let gap = if column == 0 { indent } else { 1 };
        out.push_str(&" ".repeat(gap));
        out.push_str(word);
        column += width + gap;
    }
    out
}

/// Everything about a solved problem.
pub fn solved(solved: &Solved, words: &Words) -> String {
    let (problem, outcome) = (&solved.problem, &solved.outcome);
    let mut out = text::shown(&problem.id, 200);
    if problem.id != problem.source.file {
        let file = text::shown(&problem.source.file, 200);
        out += &(words.place)(&file, problem.source.line);
    }
    out.push('\n');
    out.push_str(&diagram::bod(solved.position()));
    let _ = writeln!(out, "{}", words.verdict(&outcome.verdict));
    if let Verdict::Mate { raw, conventional } = outcome.verdict {
        if raw != conventional {
            let _ = writeln!(out, "  {}{}", words.raw, (words.length)(raw));
        }
        let left: Vec<(PieceKind, u8)> = outcome
            .leftover
            .iter()
            .copied()
            .filter(|&(_, n)| n > 0)
            .collect();
        let _ = writeln!(out, "  {}{}", words.leftover, (words.pieces)(&left));
        if let Some(declared) = problem.plies {
            let same = (conventional.lower..=conventional.upper).contains(&declared);
            let differs = if same { "" } else { words.differs };
            let _ = writeln!(out, "  {}{differs}", (words.declared)(declared));
        }
        if !outcome.line.is_empty() {
            line(&mut out, solved, words);
        }
    }
    if let Some(found) = &solved.variations {
        out += &variations::text(solved.position(), found, words);
    }
    if let Some(found) = &solved.near_misses {
        out += &near_misses::text(solved, found, words);
    }
    let _ = writeln!(out, "  {}", effort(solved, words));
    out
}

/// The line in Japanese notation and in USI.
fn line(out: &mut String, solved: &Solved, words: &Words) {
    let line = &solved.outcome.line;
    let mut japanese = notation::japanese(solved.position(), line);
    japanese.extend(words.end.map(|end| end(line.len())));
    let usi: Vec<String> = usi::line(line).split(' ').map(str::to_string).collect();
    for (heading, moves) in words.line.into_iter().zip([japanese, usi]) {
        if !heading.is_empty() {
            let _ = writeln!(out, "  {heading}");
        }
        let _ = writeln!(out, "{}", wrapped(&moves));
    }
}

/// Nodes, time, memory and certificate in one line.
fn effort(solved: &Solved, words: &Words) -> String {
    let outcome = &solved.outcome;
    let mut out = (words.effort)(
        outcome.nodes,
        outcome.elapsed.as_secs_f64(),
        solved.speed(),
        outcome.table_bytes as f64 / f64::from(1 << 20),
    );
    if outcome.certificate.is_some() {
        out += &(words.certificate)(outcome.certificate_entries(), outcome.verified);
    }
    if let Some(path) = &solved.certificate {
        out += &(words.written)(&text::shown(&path.display().to_string(), 200));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }
}
