//! The USI engine: whatever lines come in, nothing panics, every `go` is answered once and in
//! its turn, what is played is legal, and a mate is a mate.

use crate::solver::is_mate_by;
use shogi_core::{Color, PartialPosition};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};
use tsumi::formats::lines::{Item, Lines};
use tsumi::formats::{sfen, usi as notation};
use tsumi::shogi::rules;
use tsumi::usi::command::{Command, Time};
use tsumi::usi::options::Settings;
use tsumi::usi::{root, run};

/// Lines that are used of an input; each may begin a search.
const LINES: usize = 40;

/// Settings that are given again before each search, so that it ends soon.
const SMALL: &str = "\
setoption name USI_Hash value 2
setoption name NodesLimit value 100
";

/// What is heard, and by whom it was asked.
#[derive(Default)]
struct Asked {
    answers: Vec<Go>,
    ready: usize,
    usi: usize,
    quits: bool,
}

/// A `go`, with the position it is about and who attacks there.
struct Go {
    is_mate: bool,
    root: Option<(PartialPosition, Color)>,
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A session: lines of commands.
pub fn usi(bytes: &[u8]) {
    let (input, asked) = session(bytes);
    let heard = Heard::default();
    let output = Box::new(heard.clone());
    run(Box::new(Cursor::new(input)), output).expect("threads");
    let heard = heard.0.lock().expect("no panic").clone();
    let heard = String::from_utf8(heard).expect("ASCII");
    check(&asked, &heard);
}

/// The bytes as they are put before the engine, and what it owes for them.
fn session(bytes: &[u8]) -> (Vec<u8>, Asked) {
    // The engine takes byte order marks off the beginning of each line; here each is decoded as
    // if it were the first one.
    let mut input = vec![b'\n'];
    let mut asked = Asked::default();
    let mut position = sfen::parse("startpos").ok().map(|s| s.position);
    let mut settings = Settings::default();
    let lines = bytes.split(|&b| b == b'\n' || b == b'\r').take(LINES);
    for raw in lines {
        // As the engine decodes it; what is no UTF-8 is left to the readers' targets.
        let mut decoded = Lines::new(Box::new(Cursor::new(raw.to_vec())));
        let Some(Item::Text(line)) = decoded.next() else {
            continue;
        };
        match Command::parse(&line.text) {
            Command::Usi => asked.usi += 1,
            Command::IsReady => asked.ready += 1,
            Command::SetOption(name, value) => {
                // Threads are for other tests: each costs a start.
                if name.eq_ignore_ascii_case("Threads") {
                    continue;
                }
                let _ = settings.set(&name, &value);
            }
            Command::Position(text) => position = root::parse(&text).ok(),
            command @ (Command::GoMate(_) | Command::Go(_)) => {
                input.extend(SMALL.bytes());
                let root = position.as_ref();
                let root = root.and_then(|p| root::prepare(p, &settings).ok());
                let is_malformed = command == Command::GoMate(Time::Malformed);
                asked.answers.push(Go {
                    is_mate: matches!(command, Command::GoMate(_)),
                    root: root
                        .filter(|_| !is_malformed)
                        .map(|root| (root.position, root.attacker)),
                });
            }
            Command::Quit => asked.quits = true,
            _ => {}
        }
        input.extend(line.text.bytes().chain([b'\n']));
        if asked.quits {
            break;
        }
    }
    (input, asked)
}

fn check(asked: &Asked, heard: &str) {
    let mut owed = asked.answers.iter();
    let (mut ready, mut usiok) = (0, 0);
    for line in heard.lines() {
        assert!(line.bytes().all(|b| (b' '..=b'~').contains(&b)), "{line:?}");
        assert!(!line.contains("a defect of tsumi"), "{line}");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "usiok" => usiok += 1,
            "readyok" => ready += 1,
            "info" | "id" | "option" => {}
            "checkmate" | "bestmove" => {
                let go = owed.next().expect("an answer that somebody waits for");
                assert_eq!(go.is_mate, word == "checkmate", "{heard}");
                check_answer(go, rest);
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!((ready, usiok), (asked.ready, asked.usi), "{heard}");
    // The search that `quit` ends is not answered.
    let unanswered = owed.count();
    assert!(
        unanswered <= usize::from(asked.quits),
        "{unanswered}, {heard}"
    );
}

/// Looks whether an answer can be true.
fn check_answer(go: &Go, answer: &str) {
    let Some((position, attacker)) = &go.root else {
        assert!(matches!(answer, "notimplemented" | "resign"), "{answer}");
        return;
    };
    if matches!(answer, "nomate" | "timeout" | "notimplemented" | "resign") {
        return;
    }
    let mut end = position.clone();
    let line = notation::replay(&mut end, answer);
    let line = line.unwrap_or_else(|f| panic!("{answer}: {}", f.message));
    if go.is_mate {
        assert!(is_mate_by(position, *attacker, &line), "{answer}");
    } else {
        assert!(
            line.len() == 1 && rules::is_legal(position, line[0]),
            "{answer}"
        );
    }
}
