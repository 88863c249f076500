//! Sessions of the USI engine as GUIs hold them.

use crate::gui::Gui;
use shogi_core::{Move, PartialPosition};
use shogi_usi_parser::FromUsi;
use std::path::PathBuf;
use std::time::Duration;
use tsumi::formats::{Input, Problem, ReadOptions, read_input, usi};
use tsumi::solver::{Control, Options, Solver, Verdict};

pub const NINE: &str = "6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1";
/// Never solved within a test.
const HARD: &str = "zuko-008";

pub fn engine() -> Gui {
    let mut gui = Gui::new(&["usi"]);
    gui.ask("usi", "usiok");
    gui.ask("setoption name USI_Hash value 64\nisready", "readyok");
    gui
}

fn problems(name: &str) -> Vec<Problem> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name);
    read_input(&Input::File(path), &ReadOptions::default())
        .map(Result::unwrap)
        .collect()
}

pub fn hard() -> String {
    let all = problems("problems/zuko.sfen");
    all.iter().find(|p| p.id == HARD).unwrap().sfen()
}

/// The answer to `go mate infinite`.
fn mate(gui: &mut Gui, position: &str) -> String {
    gui.ask(
        &format!("position {position}\ngo mate infinite"),
        "checkmate",
    )
}

/// Plays an answer; the position at the end and the number of moves.
fn replayed(sfen: &str, answer: &str) -> (PartialPosition, usize) {
    let mut position = PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap();
    let line = answer.strip_prefix("checkmate ").unwrap();
    let moves = usi::replay(&mut position, line).unwrap_or_else(|f| panic!("{answer}: {f:?}"));
    (position, moves.len())
}

/// What the `info` lines say after a word.
pub fn numbers(lines: &[String], word: &str) -> Vec<u64> {
    let number = |line: &String| {
        let mut words = line.split(' ').skip_while(|w| *w != word);
        words.nth(1)?.parse().ok()
    };
    lines.iter().filter_map(number).collect()
}

fn is_mated(position: &PartialPosition) -> bool {
    shogi_legality_lite::all_legal_moves_partial(position).is_empty()
}

/// Mated by convention: in check, and no reply but futile drops, if any.
fn only_futile_drops_help(position: &PartialPosition) -> bool {
    let replies = shogi_legality_lite::all_legal_moves_partial(position);
    let mut solver = Solver::new(Options {
        memory: 16 << 20,
        shortest_conventional: true,
        ..Options::default()
    });
    let mut is_over = |position: &PartialPosition| {
        let attacker = position.side_to_move().flip();
        let outcome = solver
            .solve(position, attacker, Control::default())
            .unwrap();
        matches!(outcome.verdict, Verdict::Mate { conventional, .. } if conventional.upper == 0)
    };
    shogi_legality_lite::is_in_check_partial_lite(position)
        && replies.iter().all(|mv| matches!(mv, Move::Drop { .. }))
        && (replies.is_empty() || is_over(position))
}

#[test]
fn the_handshake() {
    let mut gui = Gui::new(&["usi"]);
    gui.send("usi");
    let lines = gui.until("usiok");
    assert!(lines[0].starts_with("id name tsumi "));
    assert!(lines[1].starts_with("id author "));
    for name in [
        "USI_Hash",
        "Threads",
        "MultiPV",
        "NodesLimit",
        "PvInterval",
        "PostSearchLevel",
        "RootIsAndNodeIfChecked",
    ] {
        let word = format!("option name {name} type ");
        assert!(lines.iter().any(|l| l.starts_with(&word)), "{name}");
    }
    gui.send("quit");
    assert_eq!(gui.end().1, 0);
}

/// A large table costs nothing before it is used: a new process is ready while nearly
/// none of its memory has been touched (`benches/usi.rs` measures the time).
#[test]
fn four_gigabytes_are_not_touched_before_the_search() {
    let mut gui = Gui::new(&[]);
    gui.ask("usi", "usiok");
    gui.ask("setoption name USI_Hash value 4096\nisready", "readyok");
    #[cfg(target_os = "linux")]
    assert!(gui.peak_kib() < 64 << 10, "{} KiB", gui.peak_kib());
    let answer = gui.ask(&format!("position sfen {NINE}\ngo mate 60000"), "checkmate");
    assert_eq!(replayed(NINE, &answer).1, 9);
    gui.send("quit");
    assert_eq!(gui.end().1, 0);
}

#[test]
fn stop_and_the_clock_end_a_search() {
    let position = format!("position sfen {}", hard());
    let mut gui = engine();
    gui.send(&position);
    for _ in 0..3 {
        gui.send("go mate infinite");
        gui.until("info");
        assert_eq!(gui.ask("stop", "checkmate"), "checkmate timeout");
        assert_eq!(gui.ask("go mate 100", "checkmate"), "checkmate timeout");
    }
    assert_eq!(gui.ask("go mate 0", "checkmate"), "checkmate timeout");
    let answer = gui.ask("go btime 0 wtime 0 byoyomi 100", "bestmove");
    assert_eq!(answer, "bestmove resign");
    // A stop without a search says nothing; the engine is still there.
    gui.send("stop\ngameover win\nponderhit\nstop");
    assert_eq!(gui.ask("isready", "readyok"), "readyok");
}

/// Before `checkmate nomate` the checks that last longest are shown, legal to the end and without
/// a score; as many as MultiPV asks for.
#[test]
fn no_mate_shows_the_refutation() {
    const FAR: &str = "7gk/8p/5P2s/7P1/9/9/9/9/9 b BN2rb3g3s3n4l15p 1";
    // The defender is to move, and there is no check after his reply.
    const SAVED: &str = "8k/8P/9/9/9/9/9/9/9 w 2r2b4g4s4n4l17p 1";
    let mut gui = engine();
    for (sfen, most, plies, why) in [
        (FAR, 1, &[24][..], "the attack lasts 24 plies"),
        (FAR, 9, &[24, 10, 4], "the attack lasts 24 plies"),
        (SAVED, 1, &[1], "there is no check"),
    ] {
        gui.send(&format!("setoption name MultiPV value {most}"));
        gui.send(&format!("position sfen {sfen}\ngo mate infinite"));
        let lines = gui.until("checkmate");
        assert!(!lines.concat().contains("score"), "{lines:?}");
        let string = format!("info string no mate: {why}");
        let (told, last) = lines.split_at(lines.len() - 2);
        assert_eq!(last, [&string, "checkmate nomate"]);
        let told = told.iter().filter_map(|line| line.split_once(" pv "));
        let told = told.map(|(head, line)| {
            assert_eq!(head.contains(" multipv "), most > 1, "{head}");
            replayed(sfen, &format!("checkmate {line}")).1
        });
        assert_eq!(told.collect::<Vec<_>>(), plies);
    }
}

#[test]
fn kinds_of_positions() {
    let mut gui = engine();
    // Both colours, one king.
    assert_eq!(
        mate(&mut gui, "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1"),
        "checkmate G*5b"
    );
    assert_eq!(
        mate(&mut gui, "sfen 9/9/9/9/9/9/4p4/9/4K4 w g 1"),
        "checkmate G*5h"
    );
    // Two kings; the attacker's own king may not be left in check.
    let two = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    assert_eq!(mate(&mut gui, two), "checkmate G*5b");
    assert_eq!(mate(&mut gui, "startpos"), "checkmate nomate");
    assert_eq!(
        mate(&mut gui, "startpos moves 7g7f 3c3d"),
        "checkmate nomate"
    );
    // The defender to move: the longest defence, and a proven escape.
    let answer = mate(&mut gui, &format!("sfen {NINE} moves 2d1c+"));
    let after = "6s2/6l2/8+B/6B1k/9/9/9/9/9 w RPr4g3s4n3l17p 2";
    let (end, plies) = replayed(after, &answer);
    assert_eq!(plies, 8);
    assert!(is_mated(&end));
    let escape = "sfen 4k4/9/9/9/9/9/9/9/9 b G 1 moves G*5b";
    assert_eq!(mate(&mut gui, escape), "checkmate nomate");
    gui.send("go");
    assert_eq!(gui.until("bestmove").pop().unwrap(), "bestmove 5a5b");
    // Mated already: no line can be shown.
    let over = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
    assert_eq!(mate(&mut gui, over), "checkmate notimplemented");
    // In check with both kings: it defends, unless the option says otherwise.
    let checked = "sfen 4k4/9/4P4/9/9/9/9/3rr4/4K4 b - 1";
    let answer = mate(&mut gui, checked);
    let (end, plies) = replayed(checked.trim_start_matches("sfen "), &answer);
    assert_eq!(plies, 2);
    assert!(is_mated(&end));
    gui.send("setoption name RootIsAndNodeIfChecked value false");
    assert_eq!(mate(&mut gui, checked), "checkmate nomate");
    // No position at all.
    for bad in [
        "sfen 9/9/9/9/9/9/9/9/9 b - 1",
        "sfen what",
        "",
        "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves 1a1b",
        "sfen 4k4/9/4P4/9/9/9/9/9/9 w G 1",
    ] {
        assert_eq!(mate(&mut gui, bad), "checkmate notimplemented", "{bad}");
    }
    assert_eq!(
        gui.ask("go mate soon", "checkmate"),
        "checkmate notimplemented"
    );
}

#[test]
fn info_lines_are_those_guis_show() {
    let mut gui = engine();
    gui.send("setoption name PvInterval value 0");
    gui.send(&format!("position sfen {}\ngo mate infinite", hard()));
    // However fast the machine is, the search runs until it was heard.
    let mut lines = gui.until("info");
    gui.send("stop");
    lines.extend(gui.until("checkmate"));
    let running: Vec<_> = lines.iter().filter(|l| l.contains(" pv ")).collect();
    assert!(!running.is_empty(), "{lines:?}");
    for line in running {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], "info");
        let names = ["depth", "seldepth", "time", "nodes", "nps", "hashfull"];
        for (n, name) in names.iter().enumerate() {
            assert_eq!(words[1 + 2 * n], *name, "{line}");
            assert!(words[2 + 2 * n].parse::<u64>().is_ok(), "{line}");
        }
        assert_eq!(words[13], "pv");
    }
    let deepest = numbers(&lines, "seldepth");
    assert!(deepest.is_sorted(), "{lines:?}");
    gui.send(&format!("position sfen {NINE}\ngo mate infinite"));
    let lines = gui.until("checkmate");
    let best = &lines[lines.len() - 2];
    assert!(best.contains(" score mate 9 pv 2d1c+ "), "{best}");
    gui.send(&format!(
        "position sfen {NINE} moves 2d1c+\ngo mate infinite"
    ));
    let lines = gui.until("checkmate");
    assert!(
        lines[lines.len() - 2].contains(" score mate -8 pv "),
        "{lines:?}"
    );
    assert!(lines.iter().all(|l| l.is_ascii()));
}

#[test]
fn plain_go_plays_the_first_move() {
    let mut gui = engine();
    gui.send(&format!("position sfen {NINE}"));
    assert_eq!(gui.ask("go", "bestmove"), "bestmove 2d1c+");
    let answer = gui.ask("go btime 600000 wtime 600000 byoyomi 1000", "bestmove");
    assert_eq!(answer, "bestmove 2d1c+");
    // `infinite` and `ponder` hold the answer back.
    gui.send("go infinite");
    gui.until("info");
    std::thread::sleep(Duration::from_millis(100));
    let answer = gui.ask("isready", "readyok");
    assert_eq!(answer, "readyok");
    assert_eq!(gui.ask("stop", "bestmove"), "bestmove 2d1c+");
    gui.send("go ponder btime 1000 wtime 1000 byoyomi 1000");
    gui.until("info");
    assert_eq!(gui.ask("ponderhit", "bestmove"), "bestmove 2d1c+");
}

#[test]
fn multi_pv_lists_further_first_moves() {
    // The gold mates on 4b, 5b and 6b.
    let sfen = "3nkn3/9/4G4/9/9/9/9/9/9 b G 1";
    let mut gui = engine();
    gui.send("setoption name MultiPV value 10");
    gui.send(&format!("position sfen {sfen}\ngo mate infinite"));
    let lines = gui.until("checkmate");
    let ranks: Vec<(u32, String)> = lines
        .iter()
        .filter_map(|l| {
            let (_, rest) = l.split_once(" multipv ")?;
            let (rank, rest) = rest.split_once(' ')?;
            let (score, pv) = rest.split_once(" pv ")?;
            assert!(score.starts_with("score mate "), "{l}");
            let answer = format!("checkmate {pv}");
            let (end, plies) = replayed(sfen, &answer);
            assert!(is_mated(&end), "{l}");
            assert_eq!(score, format!("score mate {plies}"));
            Some((rank.parse().unwrap(), pv.split(' ').next().unwrap().into()))
        })
        .collect();
    let most = ranks.iter().map(|r| r.0).max().unwrap();
    assert_eq!(most, 3, "{lines:#?}");
    let mut firsts: Vec<&str> = ranks[ranks.len() - most as usize..]
        .iter()
        .map(|r| r.1.as_str())
        .collect();
    let count = firsts.len();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), count, "each first move once: {lines:#?}");
    let mut said = ranks.clone();
    said.sort();
    said.dedup();
    assert_eq!(said.len(), ranks.len(), "nothing is said twice: {lines:#?}");
}

/// The search of the other first moves is no silence.
#[test]
fn the_other_first_moves_are_told_of() {
    let mut gui = engine();
    gui.send("setoption name MultiPV value 10\nsetoption name PvInterval value 0");
    gui.send("setoption name PostSearchLevel value None");
    let all = problems("problems/zuko.sfen");
    let problem = all.iter().find(|p| p.id == "zuko-005").unwrap();
    gui.send(&format!(
        "position sfen {}\ngo mate infinite",
        problem.sfen()
    ));
    let lines = gui.until("checkmate");
    let found = lines.iter().position(|l| l.contains(" score mate "));
    let after: Vec<String> = lines[found.unwrap()..].to_vec();
    let told = after.iter().filter(|l| !l.contains(" multipv "));
    assert!(told.count() > 1, "{lines:#?}");
    for word in ["nodes", "seldepth", "time"] {
        assert!(numbers(&lines, word).is_sorted(), "{word}: {lines:#?}");
    }
}

/// A line with `multipv` is about a line of play; some GUIs show an empty one otherwise.
#[test]
fn a_time_out_says_no_rank_without_a_line() {
    let mut gui = engine();
    gui.send("setoption name MultiPV value 2\nsetoption name NodesLimit value 20000");
    gui.send(&format!("position sfen {}\ngo mate infinite", hard()));
    let lines = gui.until("checkmate");
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    let ranked = lines.iter().filter(|l| l.contains(" multipv "));
    for line in ranked {
        assert!(line.contains(" pv "), "{line}");
    }
    assert!(lines.iter().any(|l| l.contains(" nodes ")), "{lines:?}");
}

#[test]
fn min_length_gives_the_declared_length() {
    let mut gui = engine();
    gui.send("setoption name PostSearchLevel value MinLength");
    let all = problems("problems/zuko.sfen");
    let problem = all.iter().find(|p| p.id == "zuko-005").unwrap();
    assert_eq!(problem.plies, Some(21));
    let answer = mate(&mut gui, &format!("sfen {}", problem.sfen()));
    let (end, found) = replayed(&problem.sfen(), &answer);
    assert_eq!(found, 21);
    assert!(is_mated(&end));
}

#[test]
fn node_limit_and_hidden_defects() {
    let mut gui = engine();
    gui.send(&format!("position sfen {}", hard()));
    gui.send("setoption name NodesLimit value 5000\ngo mate infinite");
    let lines = gui.until("checkmate");
    assert_eq!(lines[lines.len() - 1], "checkmate timeout");
    assert!(
        lines
            .iter()
            .any(|l| l == "info string the node limit was reached")
    );
    gui.send("setoption name NodesLimit value 0\nsetoption name Nonsense value 3");
    assert_eq!(gui.line(), "info string no option Nonsense");
    assert_eq!(gui.ask("go nodes 5000", "bestmove"), "bestmove resign");
}

/// Every other first move had the nodes of the whole search again.
#[test]
fn a_node_limit_holds_for_all_first_moves_together() {
    let mut gui = engine();
    gui.send("setoption name MultiPV value 20\nsetoption name PvInterval value 0");
    gui.send(&format!("position sfen {NINE}\ngo nodes 2000"));
    let lines = gui.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove 2d1c+");
    let most = numbers(&lines, "nodes").into_iter().max().unwrap();
    assert!(most < 2100, "{most}: {lines:#?}");
    assert!(
        lines
            .iter()
            .any(|l| l.starts_with("info string undecided: "))
    );
}

/// ShogiHome: a new process for every search, no time limit, every move replayed.
#[test]
fn a_process_for_every_search() {
    for problem in problems("problems/game.jsonl").iter().step_by(40) {
        let mut gui = Gui::new(&["usi"]);
        gui.ask("usi", "usiok");
        gui.ask("setoption name USI_Hash value 32\nisready", "readyok");
        gui.send("usinewgame");
        let answer = mate(&mut gui, &format!("sfen {}", problem.sfen()));
        if problem.expect.mate == Some(true) {
            // By convention: futile interpositions are left out (game-00085m may end so).
            let (end, _) = replayed(&problem.sfen(), &answer);
            assert!(only_futile_drops_help(&end), "{}: {answer}", problem.id);
        } else {
            assert_eq!(answer, "checkmate nomate", "{}", problem.id);
        }
        gui.send("quit");
        assert_eq!(gui.end().1, 0);
    }
}

#[test]
fn the_end_of_input_lets_a_search_finish() {
    let mut gui = Gui::new(&[]);
    gui.send(&format!("position sfen {NINE}\ngo mate infinite"));
    gui.hang_up();
    let (lines, code, stderr) = gui.end();
    assert_eq!(replayed(NINE, &lines[lines.len() - 1]).1, 9);
    assert_eq!((code, stderr.as_str()), (0, ""));
}

/// Nobody says `ponderhit` or `stop` any more, so the time of the move begins.
#[test]
fn the_end_of_input_begins_the_time_after_ponder() {
    let mut gui = engine();
    let begin = std::time::Instant::now();
    gui.send(&format!("position sfen {}\ngo ponder byoyomi 300", hard()));
    gui.hang_up();
    let (lines, code, _) = gui.end();
    assert_eq!(lines.last().unwrap(), "bestmove resign");
    assert_eq!(code, 0);
    assert!(begin.elapsed() < Duration::from_secs(60));
}

/// A GUI that has died leaves no engine that searches on.
#[cfg(target_os = "linux")]
#[test]
fn a_search_ends_when_both_pipes_are_closed() {
    use std::process::{Command, Stdio};
    let session = format!(
        "usi\nsetoption name USI_Hash value 64\nsetoption name PvInterval value 1000000000\n\
         position sfen {}\ngo mate infinite\n",
        hard()
    );
    let input = crate::common::file("dead-gui.usi", session);
    let mut engine = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"));
    let engine = engine.arg("usi").stdin(std::fs::File::open(input).unwrap());
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut engine = engine.stdout(writer).stderr(Stdio::null()).spawn().unwrap();
    std::io::Read::read_exact(&mut reader, &mut [0; 8]).unwrap();
    drop(reader);
    crate::common::wait_until("the end of the engine", || {
        engine.try_wait().unwrap().is_some()
    });
    assert_eq!(engine.wait().unwrap().code(), Some(4));
}

/// `ponderhit` without a pondering search changes nothing, and a second one neither.
#[test]
fn a_needless_ponderhit_keeps_the_deadline() {
    let mut gui = engine();
    let position = format!("position {}", hard());
    for go in [
        "go mate 300",
        "go movetime 300",
        "go ponder byoyomi 300\nponderhit",
    ] {
        let begin = std::time::Instant::now();
        let answer = match go.contains("mate") {
            true => "checkmate",
            false => "bestmove",
        };
        gui.ask(&format!("{position}\n{go}\nponderhit"), answer);
        assert!(begin.elapsed() < Duration::from_secs(60), "{go}");
    }
}

/// A line that is too long to be read may have been a position: the one before it is not answered in
/// its place.
#[test]
fn no_position_is_answered_after_a_line_that_is_too_long() {
    let mut gui = engine();
    let long = format!("position sfen {NINE} moves{}", " 1a1b".repeat(300_000));
    let said = gui.ask(
        &format!("position sfen {NINE}\n{long}\ngo mate 3000"),
        "checkmate",
    );
    assert_eq!(said, "checkmate notimplemented");
    assert!(mate(&mut gui, &format!("sfen {NINE}")).starts_with("checkmate 2d1c+"));
}
