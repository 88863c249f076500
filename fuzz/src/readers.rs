//! Readers and writers: whatever comes in is read to its end; every error has its place in
//! the input; every problem makes sense, and in every format that can carry it, it is
//! written and read again as the same problem.

use shogi_core::{Move, PartialPosition};
use std::io::Cursor;
use tsumi::base::tree::{Ending, Tree};
use tsumi::formats::lines::{Item, Lines};
use tsumi::formats::text::is_hostile;
use tsumi::formats::validate::validate;
use tsumi::formats::write::{Target, write};
use tsumi::formats::{Input, InputError, Problem, ReadOptions, read_input};
use tsumi::shogi::rules;

/// A file of SFEN lines. A bad line costs nothing but itself.
pub fn sfen(bytes: &[u8]) {
    read("sfen", bytes);
    beside("sfen", bytes, b"", b"\n");
}

/// A file of JSON lines. A bad line costs nothing but itself.
pub fn jsonl(bytes: &[u8]) {
    read("jsonl", bytes);
    beside("jsonl", bytes, b"", b"\n");
}

/// A KIF or BOD file.
pub fn kif(bytes: &[u8]) {
    read("kif", bytes);
}

/// A KI2 file.
pub fn ki2(bytes: &[u8]) {
    read("ki2", bytes);
}

/// A CSA file. A bad record costs nothing but itself.
pub fn csa(bytes: &[u8]) {
    read("csa", bytes);
    beside("csa", bytes, b"\n/\n", b"\n/\n");
}

/// A JKF file.
pub fn jkf(bytes: &[u8]) {
    read("jkf", bytes);
}

/// A text of which nobody says what format it is.
pub fn text(bytes: &[u8]) {
    read("", bytes);
}

fn items(
    extension: &str,
    bytes: &[u8],
    options: ReadOptions,
) -> impl Iterator<Item = Result<Problem, InputError>> {
    let name = match extension {
        "" => "input".to_string(),
        extension => format!("input.{extension}"),
    };
    let bytes = bytes.to_vec();
    read_input(&Input::Memory { name, bytes }, &options)
}

/// The lines as the readers see them, decoded.
fn lines(bytes: &[u8]) -> Vec<String> {
    let lines = Lines::new(Box::new(Cursor::new(bytes.to_vec())));
    let text = |item| match item {
        Item::Text(line) | Item::Long(line) => line.text,
        Item::Failed(..) => String::new(),
    };
    lines.map(text).collect()
}

/// Problems of one input that are written again; writing takes its time.
const WRITTEN: usize = 2;

fn read(extension: &str, bytes: &[u8]) {
    let lines = lines(bytes);
    let mut any = false;
    let mut written = 0;
    for item in items(extension, bytes, ReadOptions::default()) {
        any = true;
        match item {
            Err(error) => check_error(&error, &lines),
            Ok(problem) => {
                check_problem(&problem, &lines);
                if written < WRITTEN {
                    written += 1;
                    for (target, _) in Target::ALL {
                        there_and_back(&problem, target);
                    }
                }
            }
        }
    }
    assert!(any, "an input is never passed over in silence");
    let rest_to_defender = ReadOptions {
        rest_to_defender: true,
        ..ReadOptions::default()
    };
    for problem in items(extension, bytes, rest_to_defender).flatten() {
        let attacker = Some(problem.attacker);
        assert_eq!(validate(&problem.position, attacker), Ok(problem.attacker));
    }
}

/// True of a place inside the input, or right behind the end of a line.
fn is_inside(line: u64, column: usize, lines: &[String]) -> bool {
    if line == 0 {
        return column == 0;
    }
    let text = usize::try_from(line - 1).ok().and_then(|n| lines.get(n));
    text.is_some_and(|text| column <= text.chars().count() + 1)
}

/// An error can be shown to a person, and is where it says.
fn check_error(error: &InputError, lines: &[String]) {
    let (line, column) = (error.line, error.column);
    assert!(is_inside(line, column, lines), "{line}:{column}, {error}");
    for text in [error.to_string(), error.japanese().to_string()] {
        assert!(text.len() < 4000, "{text}");
        let is_clean = |c: char| !c.is_control() || c == '\n';
        assert!(text.chars().all(is_clean), "{text:?}");
    }
}

fn check_problem(problem: &Problem, lines: &[String]) {
    let root = &problem.position;
    assert_eq!(validate(root, None), Ok(problem.attacker));
    let source = &problem.source;
    assert!(is_inside(source.line, source.column, lines), "{source:?}");
    for warning in &problem.warnings {
        assert!(
            is_inside(warning.line, warning.column, lines),
            "{warning:?}"
        );
        for text in [warning.message.english(), warning.message.japanese()] {
            assert!(!text.is_empty());
        }
    }
    assert_eq!(problem.tree.main_line(), main_line(problem));
    let fault = problem.line_fault.as_ref();
    let before = fault.map_or(&[][..], |fault| &fault.before);
    assert!(fault.is_none() || problem.line.is_none());
    for moves in [before, &main_line(problem)] {
        let mut position = root.clone();
        for &mv in moves {
            position = rules::after(&position, mv).expect("a legal move");
        }
    }
}

fn main_line(problem: &Problem) -> Vec<Move> {
    problem.line.clone().unwrap_or_default()
}

/// Board, side to move and hands, without the number of the move.
fn board(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.rsplit_once(' ').expect("a number").0.to_string()
}

/// Moves of all lines in the order in which they are written, with their endings.
fn shape(tree: &Tree) -> Vec<(usize, Vec<Move>, Option<Ending>)> {
    let lines = tree.lines().into_iter().map(|first| {
        let line = tree.line_from(first);
        let moves = line.iter().filter_map(|&n| tree.node(n).mv).collect();
        let ending = line.last().and_then(|&n| tree.node(n).ending);
        (tree.ply(first), moves, ending)
    });
    lines.collect()
}

/// What is written is read again as the same problem, and is then written the same.
fn there_and_back(problem: &Problem, target: Target) {
    // Book notation takes a third of a millisecond a move.
    if matches!(target, Target::Ki2 | Target::Jkf) && problem.tree.len() > 60 {
        return;
    }
    let is_drawn = !matches!(target, Target::Sfen | Target::Jsonl);
    let text = write(problem, target);
    let options = ReadOptions {
        attacker: Some(problem.attacker),
        ..ReadOptions::default()
    };
    let read: Result<Vec<Problem>, InputError> =
        items(target.extension(), text.as_bytes(), options).collect();
    let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [back] = &read[..] else {
        panic!("{} problems\n{text}", read.len())
    };
    assert_eq!(board(&back.position), board(&problem.position), "{text}");
    assert_eq!(back.attacker, problem.attacker, "{text}");
    if target.keeps_moves() {
        assert_eq!(main_line(back), main_line(problem), "{text}");
    }
    // KIF takes other numbers for no length.
    let is_length = |n: &u32| !is_drawn || (1..9_999).contains(n);
    if !matches!(target, Target::Csa | Target::Jkf) {
        assert_eq!(back.plies, problem.plies.filter(is_length), "{text}");
    }
    if target.keeps_branches() {
        assert_eq!(shape(&back.tree), shape(&problem.tree), "{text}");
    }
    // An id that an SFEN line cannot have is left out.
    let has_its_id = target != Target::Sfen || back.id == problem.id;
    if has_its_id && back.plies == problem.plies && has_plain_words(problem) {
        assert_eq!(write(back, target), text);
    }
}

/// True when all words beside the moves are written as they are: short, and without characters
/// that would do harm on a terminal.
fn has_plain_words(problem: &Problem) -> bool {
    let is_plain = |text: &str| {
        let has_none = |c: char| !is_hostile(c) && c != '\u{fffd}';
        text.trim() == text && text.chars().count() < 200 && text.chars().all(has_none)
    };
    let nodes = (0..problem.tree.len()).map(|n| problem.tree.node(n));
    let comments = nodes.flat_map(|node| &node.comments);
    let headers = problem.headers.iter().flat_map(|(key, value)| [key, value]);
    let mut words = comments.chain(headers).chain([&problem.id]);
    !problem.id.is_empty() && words.all(|text| is_plain(text))
}

/// A sound problem before and behind the input is read, whatever the input is; `before` and
/// `behind` are what stands between them.
fn beside(extension: &str, bytes: &[u8], before: &[u8], behind: &[u8]) {
    // Nothing is read of a text that begins as UTF-16.
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let target = Target::ALL.into_iter().find(|t| t.1 == extension);
    let sound = sound_problem();
    let sound = write(&sound, target.expect("a format that is written").0);
    let is_sound = |item: Option<Result<Problem, InputError>>| {
        let problem = item.expect("a problem").expect("a sound one");
        assert!(problem.line.is_some_and(|line| line.len() == 1));
    };
    let text = [sound.as_bytes(), before, bytes].concat();
    is_sound(items(extension, &text, ReadOptions::default()).next());
    if !is_utf16 {
        let text = [bytes, behind, sound.as_bytes()].concat();
        is_sound(items(extension, &text, ReadOptions::default()).last());
    }
}

fn sound_problem() -> Problem {
    let line = b"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\t1\tG*5b";
    let mut items = items("sfen", line, ReadOptions::default());
    items.next().expect("a problem").expect("a sound one")
}
