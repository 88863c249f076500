//! Several records in one file: games without a diagram, files put one behind the other, and which
//! record a comment belongs to.

use crate::common::{DIAGRAM, line, problems, read_text};
use tsumi::base::tree::ROOT;
use tsumi::formats::Target;
use tsumi::formats::write::write_all;

const MOVES: &str = "   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 投了\n";

/// Where 手合割 is left out, a game is an even one, says the author of the format.
#[test]
fn a_game_without_a_handicap_is_even() {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for (name, text) in [
        ("g.kif", MOVES.to_string()),
        (
            "g.kif",
            format!("# ----\n開始日時：1999/07/15\n先手：a\n手合割：\n{MOVES}"),
        ),
        (
            "g.ki2",
            "先手：a\n後手：b\n\n▲７六歩    △３四歩\n△投了\n".to_string(),
        ),
    ] {
        let all = problems(name, &text);
        assert_eq!((all.len(), all[0].sfen().as_str()), (1, even), "{text}");
        assert_eq!(line(&all[0]), "7g7f 3c3d", "{text}");
        assert_eq!(all[0].warnings, [], "{text}");
    }
    // What lacks its diagram is no game.
    for text in [
        "手合割：その他\n   1 ７六歩(77)\n",
        "持駒：金\n   1 ７六歩(77)\n",
        "後手番\n   1 ７六歩(77)\n",
        "  ９ ８ ７ ６ ５ ４ ３ ２ １\n   1 ７六歩(77)\n",
        "   1 ５二金打\n",
        "作品名：甲\nまで3手で詰み\n",
    ] {
        let all = read_text("g.kif", text);
        let error = all[0].as_ref().expect_err(text);
        assert!(error.message.english().contains("no diagram"), "{error}");
    }
}

/// The second game was swallowed, and the first one lost its moves.
#[test]
fn games_without_diagrams_in_one_file() {
    let heading = "手数----指手---------消費時間--\n";
    let kif = |head: &str| format!("{head}{heading}{MOVES}まで2手で後手の勝ち\n");
    let game = kif("棋戦：某\n手合割：平手\n先手：a\n");
    let other = kif("開始日時：2020/01/01\n手合割：香落ち\n").replace(MOVES, "   1 ３四歩(33)\n");
    let bare = kif("先手：c\n");
    let ki2 = "先手：d\n\n▲７六歩    △３四歩\nまで2手で中断\n";
    let even = "7g7f 3c3d";
    for (text, lines) in [
        (format!("{game}{other}{game}"), vec![even, "3c3d", even]),
        (format!("{game}{bare}\n{bare}"), vec![even; 3]),
        (format!("{MOVES}{MOVES}\n{MOVES}"), vec![even; 3]),
        (format!("{ki2}{ki2}"), vec![even; 2]),
        (
            format!("{game}\n# Kifu\n作品番号：2\n{DIAGRAM}   1 ５二金打\n{game}"),
            vec![even, "G*5b", even],
        ),
        (format!("{game}+-----+\n{DIAGRAM}"), vec![even, ""]),
    ] {
        let all = problems("g.kif", &text);
        let read: Vec<String> = all.iter().map(line).collect();
        assert_eq!(read, lines, "{text}");
        assert!(all.iter().all(|p| p.warnings.is_empty()), "{text}");
    }
    let all = problems("g.kif", &format!("{game}\n# Kifu\n作品番号：2\n{DIAGRAM}"));
    assert_eq!(all[1].headers, [("作品番号".to_string(), "2".to_string())]);
    // Branches are no new games, and what stands behind an end is none.
    let branches = format!("{MOVES}\n変化：1手\n   1 ２六歩(27)\n\n備考：甲\n");
    let all = problems("g.kif", &branches);
    assert_eq!((all.len(), all[0].tree.lines().len()), (1, 2));
}

/// Comments at the end of a record went to the next one.
#[test]
fn comments_stay_with_their_record() {
    let said = |text: &str| -> Vec<Vec<String>> {
        let comments = |p: tsumi::formats::Problem| {
            let nodes = (0..p.tree.len()).flat_map(|n| p.tree.node(n).comments.clone());
            nodes.collect()
        };
        let all = problems("g.kif", text).into_iter();
        all.map(comments).collect()
    };
    let moves = "   1 ５二金打\n*end\n";
    for (text, expected) in [
        (format!("{DIAGRAM}{moves}{DIAGRAM}"), [vec!["end"], vec![]]),
        (
            format!("{DIAGRAM}{moves}\n作品名：乙\n{DIAGRAM}"),
            [vec!["end"], vec![]],
        ),
        (
            format!("{DIAGRAM}{moves}\n*above\n{DIAGRAM}"),
            [vec!["end"], vec!["above"]],
        ),
        (
            format!("{DIAGRAM}*one\n作品名：乙\n*two\n{DIAGRAM}"),
            [vec!["one"], vec!["two"]],
        ),
        (
            format!("{MOVES}*end\n手合割：平手\n*two\n{MOVES}"),
            [vec!["end"], vec!["two"]],
        ),
    ] {
        assert_eq!(said(&text), expected, "{text}");
    }
    // As they are written and read again, the names of the players too.
    let mut all = problems(
        "g.kif",
        &format!("{DIAGRAM}{moves}\n{DIAGRAM}\n{DIAGRAM}{moves}"),
    );
    for (n, problem) in all.iter_mut().enumerate() {
        problem.tree.node_mut(ROOT).comments = vec![format!("root {n}")];
        problem.headers = vec![("先手".into(), format!("player {n}"))];
    }
    for target in [Target::Kif, Target::Ki2] {
        let text = write_all(&all, target);
        let back = problems(&format!("g.{}", target.extension()), &text);
        assert_eq!(back.len(), 3, "{text}");
        for (a, b) in all.iter().zip(&back) {
            assert_eq!(a.tree, b.tree, "{text}");
            assert!(b.headers.contains(&a.headers[0]), "{text}");
        }
    }
}

/// Files put one behind the other have a byte order mark in the middle.
#[test]
fn a_mark_at_the_beginning_of_a_line_is_dropped() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let json = format!("{{\"sfen\": \"{sfen}\"}}");
    for (name, text) in [
        ("a.sfen", sfen),
        ("a.jsonl", json.as_str()),
        ("a.kif", DIAGRAM.trim_end()),
    ] {
        let marked = format!("\u{feff}{text}\n\u{feff}{text}\n");
        let all = problems(name, &marked);
        let sfens: Vec<String> = all.iter().map(|p| p.sfen()).collect();
        assert_eq!(sfens, [sfen, sfen], "{name}");
        assert!(all.iter().all(|p| p.warnings.is_empty()), "{name}");
    }
}

/// A file of more than 4 MiB that we wrote was cut.
#[test]
fn a_record_of_many_megabytes() {
    let comment = format!("*{}\n", "長い注釈".repeat(20));
    let text = format!("{DIAGRAM}{}   1 ５二金打\n", comment.repeat(30_000));
    assert!(text.len() > 6 << 20);
    let all = problems("a.kif", &text);
    assert_eq!((all[0].warnings.len(), line(&all[0]).as_str()), (0, "G*5b"));
}
