//! What limits a search of the USI engine, what does not, and how often it is heard of.

use crate::usi_session::{NINE, engine, hard, numbers};

/// A depth is no limit of a search of proof numbers: it is answered all the same, and says so.
#[test]
fn go_depth_is_answered() {
    let mut gui = engine();
    gui.send(&format!("position sfen {NINE}\ngo depth 3"));
    let lines = gui.until("bestmove");
    assert!(
        lines[0].starts_with("info string go depth is no limit"),
        "{lines:?}"
    );
    assert_eq!(lines[lines.len() - 1], "bestmove 2d1c+");
    gui.send(&format!("position sfen {}\ngo depth 20", hard()));
    let lines = gui.until("bestmove");
    assert_eq!(lines[lines.len() - 1], "bestmove resign");
    // Beside a limit it says nothing.
    gui.send("go depth 20 nodes 1000");
    let lines = gui.until("bestmove");
    assert!(
        lines.iter().all(|line| !line.contains("depth is")),
        "{lines:?}"
    );
}

/// A limit that is no number would be none at all: the search would never end.
#[test]
fn a_limit_that_is_no_number_is_refused() {
    let mut gui = engine();
    gui.send(&format!("position sfen {}", hard()));
    for limit in [
        "nodes -1",
        "nodes abc",
        "nodes",
        "movetime soon",
        "byoyomi 1.5",
    ] {
        gui.send(&format!("go {limit}"));
        let word = limit.split(' ').next().unwrap();
        let said = format!("info string go {word} wants a whole number");
        assert_eq!(gui.until("bestmove"), [&said, "bestmove resign"], "{limit}");
    }
    // The next search is not disturbed.
    let answer = gui.ask(
        &format!("position sfen {NINE}\ngo nodes 100000"),
        "bestmove",
    );
    assert_eq!(answer, "bestmove 2d1c+");
}

/// Below the usual 200 ms too the lines come as often as they were asked for.
#[test]
fn short_intervals_are_obeyed() {
    let mut gui = engine();
    gui.send(&format!(
        "setoption name PvInterval value 20\nposition sfen {}",
        hard()
    ));
    gui.send("go movetime 1000");
    let lines = gui.until("bestmove");
    let times = numbers(&lines, "time");
    assert!(times.len() > 10, "{lines:#?}");
}
