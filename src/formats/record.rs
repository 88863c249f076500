//! One line of an SFEN file.
//!
//! Tabs separate the fields. Both `id, sfen, plies, line` (the files of this project) and
//! `sfen, plies, line` (most other collections) are read: the one of the first two fields that
//! looks like an SFEN decides which it is. A field that is neither a length nor a line is
//! ignored with a warning, because the position alone is enough to solve the problem.

use super::error::Fault;
use super::options::{Judged, ReadOptions};
use super::text::shown;
use super::validate::incomplete;
use super::{sfen, usi};
use crate::base::message::message;
use crate::base::problem::{Expect, LineFault, Problem, Source, Warning};
use crate::base::tree::{Ending, Tree};

/// The parts of a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fields<'a> {
    /// The id, when there is one.
    pub id: Option<&'a str>,
    /// The position, with the column at which it begins.
    pub sfen: (usize, &'a str),
    /// The fields after the position, without empty ones and comments.
    pub rest: Vec<&'a str>,
}

/// Splits a line into its fields; `None` for blank lines and comments.
pub fn fields(line: &str) -> Option<Fields<'_>> {
    let text = line.trim();
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    let mut parts = Vec::new();
    let mut column = 1;
    for part in line.split('\t') {
        let lead = part.chars().take_while(|c| c.is_whitespace()).count();
        parts.push((column + lead, part.trim()));
        column += part.chars().count() + 1;
    }
    // An SFEN with mistakes in it still has more slashes than an id.
    let slashes = |n: usize| parts.get(n).map_or(0, |&(_, p)| p.matches('/').count());
    let first_is_sfen = sfen::looks_like_sfen(parts[0].1);
    let second_is_sfen = parts.get(1).is_some_and(|&(_, p)| sfen::looks_like_sfen(p));
    let has_id = !first_is_sfen && (second_is_sfen || slashes(1) > slashes(0));
    let mut fields = Fields::default();
    let mut parts = parts.into_iter();
    if has_id {
        fields.id = parts.next().map(|(_, p)| p).filter(|p| !p.is_empty());
    }
    fields.sfen = parts.next().unwrap_or_default();
    fields.rest = parts
        .map(|(_, part)| part)
        .take_while(|part| !part.starts_with('#'))
        .filter(|part| !part.is_empty())
        .collect();
    Some(fields)
}

/// What is declared about a problem besides its position.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Length in plies (手数).
    pub plies: Option<u32>,
    /// Line in USI.
    pub line: Option<String>,
    /// Expected verdict.
    pub expect: Expect,
}

/// Makes a problem of a position and what is declared about it. A line that cannot be played is
/// ignored with a warning.
///
/// # Errors
/// When the position is not what `options` accept; columns count from the beginning of the SFEN.
pub fn problem(
    id: String,
    parsed: &sfen::Sfen,
    declared: Declared,
    options: &ReadOptions,
    source: Source,
) -> Result<Problem, Fault> {
    let judged = options.judge(&parsed.position);
    let Judged {
        attacker,
        unfinished,
    } = judged.map_err(|o| parsed.fault(o))?;
    let mut problem = Problem {
        plies: declared.plies,
        expect: declared.expect,
        ..Problem::plain(id, parsed.position.clone(), attacker, source)
    };
    let incomplete = incomplete(&problem.position, attacker.flip());
    for message in unfinished.into_iter().chain(incomplete) {
        problem.warn(message);
    }
    let linked = parsed.line.clone().filter(|_| declared.line.is_none());
    let is_linked = linked.is_some();
    if let Some(text) = declared.line.or(linked) {
        let mut moves = Vec::new();
        match usi::replay_onto(&mut problem.position.clone(), &text, &mut moves) {
            Ok(()) => {
                // A link declares a length by its line alone.
                let length = is_linked.then_some(moves.len() as u32);
                problem.plies = problem.plies.or(length);
                problem.line = Some(moves).filter(|moves| !moves.is_empty());
            }
            Err(fault) => {
                let ignored = message!(
                    "the declared line is ignored: {why}",
                    "申告された手順は無視する：{why}",
                    why = &fault.message
                );
                let line = problem.source.line;
                problem.warnings.push(Warning {
                    of_moves: true,
                    ..Warning::of_line(line, ignored)
                });
                problem.line_fault = Some(LineFault {
                    before: moves,
                    message: fault.message,
                });
            }
        }
    }
    if let Some(line) = &problem.line {
        let mate = problem.plies == Some(line.len() as u32);
        problem.tree = Tree::of_line(line, mate.then_some(Ending::Mate));
    }
    Ok(problem)
}

/// Reads the fields of a line. `default_id` is the id of a problem without one.
///
/// # Errors
/// When the position cannot be read or is not what `options` accept; columns count from the
/// beginning of the line.
pub fn read(
    fields: &Fields<'_>,
    default_id: String,
    options: &ReadOptions,
    mut source: Source,
) -> Result<Problem, Fault> {
    let (column, text) = fields.sfen;
    source.column = column;
    let shift = column.saturating_sub(1);
    let parsed = sfen::parse(text).map_err(|f| f.shifted(shift))?;
    let mut declared = Declared::default();
    let mut odd = Vec::new();
    for &part in &fields.rest {
        let number = part.strip_suffix('手').unwrap_or(part);
        if matches!(part, "-" | "?") {
            continue;
        } else if let (None, Ok(n)) = (declared.plies, number.parse::<u32>()) {
            declared.plies = Some(n);
        } else if declared.line.is_none() && part.len() >= 4 {
            declared.line = Some(part.to_string());
        } else {
            odd.push(shown(part, 30));
        }
    }
    let id = fields.id.map_or(default_id, str::to_string);
    let mut problem =
        problem(id, &parsed, declared, options, source).map_err(|f| f.shifted(shift))?;
    for part in odd {
        problem.warn(message!(
            "field '{part}' is ignored: neither a length nor a line",
            "欄「{part}」は無視する：手数でも手順でもない",
            part
        ));
    }
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    #[test]
    fn shapes_of_a_line() {
        let line = format!("a 1\t{SFEN}\t1\tG*5b");
        let f = fields(&line).unwrap();
        assert_eq!((f.id, f.sfen), (Some("a 1"), (5, SFEN)));
        assert_eq!(f.rest.len(), 2);
        let line = format!("sfen {SFEN}\t1\tG*5b");
        let f = fields(&line).unwrap();
        assert_eq!((f.id, f.sfen.0), (None, 1));
        assert!(fields("  # comment").is_none());
        assert!(fields(" \t ").is_none());
    }
}
