//! Answers in English for a person at a terminal.

use super::report::Solved;
use std::fmt::Write;
use tsumi::formats::names::counted;
use tsumi::formats::{diagram, notation, text, usi};
use tsumi::solver::{Length, Limit, Verdict};

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

fn plies(n: u32) -> String {
    format!("{n} pl{}", if n == 1 { "y" } else { "ies" })
}

/// `69 plies (minimal)`, `at most 69 plies`, `at most 69 plies, at least 41`.
fn length(l: Length) -> String {
    if l.is_minimal() {
        format!("{} (minimal)", plies(l.upper))
    } else if l.lower > 1 {
        format!("at most {}, at least {}", plies(l.upper), l.lower)
    } else {
        format!("at most {}", plies(l.upper))
    }
}

/// The verdict in one line.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Mate { conventional, .. } => format!("mate in {}", length(*conventional)),
        Verdict::NoMate => "no mate".to_string(),
        Verdict::Unknown(limit) => format!(
            "unknown: {}",
            match limit {
                Limit::Time => "out of time (raise --time)",
                Limit::Nodes => "out of nodes (raise --nodes)",
                Limit::Memory => "the tables are too small (raise --memory)",
                Limit::Interrupted => "interrupted",
                Limit::SelfCheck =>
                    "the certificate failed its check, a defect of tsumi: please report it",
            }
        ),
    }
}

/// Everything about a solved problem.
pub fn solved(solved: &Solved) -> String {
    let (problem, outcome) = (&solved.problem, &solved.outcome);
    let mut out = text::shown(&problem.id, 200);
    if problem.id != problem.source.file {
        let file = text::shown(&problem.source.file, 200);
        let _ = write!(out, "  ({file}:{})", problem.source.line);
    }
    out.push('\n');
    out.push_str(&diagram::bod(solved.position()));
    let _ = writeln!(out, "{}", verdict(&outcome.verdict));
    if let Verdict::Mate { raw, conventional } = outcome.verdict {
        if raw != conventional {
            let _ = writeln!(out, "  every interposition counted: {}", length(raw));
        }
        let left: Vec<String> = outcome
            .leftover
            .iter()
            .filter(|&&(_, n)| n > 0)
            .map(|&(kind, n)| counted(u32::from(n), kind))
            .collect();
        let left = if left.is_empty() {
            "none".to_string()
        } else {
            left.join(", ")
        };
        let _ = writeln!(out, "  pieces left in hand: {left}");
        if let Some(declared) = problem.plies {
            let same = if (conventional.lower..=conventional.upper).contains(&declared) {
                ""
            } else {
                " (differs)"
            };
            let _ = writeln!(out, "  declared length: {}{same}", plies(declared));
        }
        if !outcome.line.is_empty() {
            let words = notation::japanese(solved.position(), &outcome.line);
            let _ = writeln!(out, "{}", wrapped(&words));
            let words: Vec<String> = usi::line(&outcome.line)
                .split(' ')
                .map(str::to_string)
                .collect();
            let _ = writeln!(out, "{}", wrapped(&words));
        }
    }
    if let Some(variations) = &solved.variations {
        out += &super::variations::text(solved.position(), variations, &super::variations::ENGLISH);
    }
    let _ = writeln!(out, "  {}", effort(solved));
    out
}

/// Nodes, time, memory and certificate in one line.
fn effort(solved: &Solved) -> String {
    let outcome = &solved.outcome;
    let mut out = format!(
        "{} nodes, {:.3} s, {} nodes/s, table {:.1} MiB",
        grouped(outcome.nodes),
        outcome.elapsed.as_secs_f64(),
        grouped(solved.speed() as u64),
        outcome.table_bytes as f64 / f64::from(1 << 20),
    );
    if outcome.certificate.is_some() {
        let entries = grouped(outcome.certificate_entries as u64);
        let state = if outcome.verified {
            "verified"
        } else {
            "not checked"
        };
        let noun = if outcome.certificate_entries == 1 {
            "entry"
        } else {
            "entries"
        };
        let _ = write!(out, ", certificate {entries} {noun}, {state}");
    }
    if let Some(path) = &solved.certificate {
        let _ = write!(
            out,
            ", in {}",
            text::shown(&path.display().to_string(), 200)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_verdict() {
        let exact = Length {
            lower: 69,
            upper: 69,
        };
        let open = Length {
            lower: 0,
            upper: 69,
        };
        let between = Length {
            lower: 41,
            upper: 69,
        };
        let say = |conventional| {
            verdict(&Verdict::Mate {
                raw: open,
                conventional,
            })
        };
        assert_eq!(say(exact), "mate in 69 plies (minimal)");
        assert_eq!(say(open), "mate in at most 69 plies");
        assert_eq!(say(between), "mate in at most 69 plies, at least 41");
        assert_eq!(
            say(Length { lower: 1, upper: 1 }),
            "mate in 1 ply (minimal)"
        );
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }
}
