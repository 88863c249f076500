//! How records say that the moves end, known words and others, and the ways in which moves are
//! spelled in the wild.

use crate::common::{DIAGRAM, line, one};
use tsumi::base::tree::Ending;
use tsumi::formats::Problem;

/// The main line, the ending, and the warnings with their places.
fn told(problem: &Problem) -> (String, Option<Ending>, Vec<String>) {
    let warnings = problem.warnings.iter();
    let warnings = warnings.map(|w| format!("{}:{} {}", w.line, w.column, w.message.english()));
    (line(problem), problem.tree.ending(), warnings.collect())
}

const HEADING: &str = "手数----指手---------消費時間--\n   1 ４二金打   ( 0:00/00:00:00)\n";

#[test]
fn words_at_the_end_of_a_kif() {
    for (word, ending) in [
        ("中断", Ending::Unknown),
        ("投了", Ending::Resign),
        ("千日手", Ending::Repetition),
        ("持将棋", Ending::Impasse),
        ("詰", Ending::Mate),
        ("不詰", Ending::NoMate),
        ("切れ負け", Ending::TimeUp),
        ("反則勝ち", Ending::IllegalWin),
        ("反則負け", Ending::Illegal),
        ("入玉勝ち", Ending::Entering),
        ("入玉宣言", Ending::Entering),
        ("宣言勝ち", Ending::Entering),
        ("不戦勝", Ending::WinByDefault),
        ("不戦敗", Ending::LossByDefault),
        ("引き分け", Ending::Draw),
        ("最大手数", Ending::MaxMoves),
    ] {
        for text in [word.to_string(), format!("{word}         ( 0:00/00:00:00)")] {
            let p = one("a.kif", &format!("{DIAGRAM}{HEADING}   2 {text}\n"));
            assert_eq!(told(&p), ("G*4b".into(), Some(ending), vec![]), "{word}");
        }
    }
}

/// Only a mate has a length: that of 不詰 was taken for one.
#[test]
fn a_no_mate_declares_no_length() {
    for (word, plies) in [("詰み", Some(1)), ("不詰", None), ("中断", None)] {
        let p = one("a.kif", &format!("{DIAGRAM}{HEADING}まで1手で{word}\n"));
        assert_eq!(p.plies, plies, "{word}");
    }
}

/// A word that is not known threw the whole main line away.
#[test]
fn an_unknown_word_ends_the_moves_with_a_warning() {
    let said = |place: &str, word: &str| {
        vec![format!(
            "{place} {word}, with which the moves end, is not known: taken as broken off (中断)"
        )]
    };
    let words = [
        "封じ手",
        "トライ",
        "王手連続千日手",
        "切断",
        "以下詰み",
        "パス",
    ];
    for word in words {
        let branch = "\n変化：1手\n   1 ５二金打\n";
        for (text, lines) in [
            (word.to_string(), 1),
            (format!("{word}  ( 0:00/00:00:00)\nまで1手で{word}\n"), 1),
            (format!("{word}\n{branch}"), 2),
        ] {
            let p = one("a.kif", &format!("{DIAGRAM}{HEADING}   2 {text}\n"));
            let want = ("G*4b".into(), Some(Ending::Unknown), said("17:6", word));
            assert_eq!(told(&p), want, "{text}");
            assert_eq!(p.tree.lines().len(), lines);
            assert!(!p.warnings[0].of_moves && p.line_fault.is_none());
        }
    }
    let p = one("a.ki2", &format!("{DIAGRAM}▲４二金\nまで1手で封じ手\n"));
    let want = ("G*4b".into(), Some(Ending::Unknown), said("16:6", "封じ手"));
    assert_eq!(told(&p), want);
    let p = one("a.csa", "PI\n+\n+7776FU\n%MATTA\n");
    let want = ("7g7f".into(), Some(Ending::Unknown), said("4:1", "%MATTA"));
    assert_eq!(told(&p), want);
    let p = one("a.jkf", r#"{"moves":[{},{"special":"MATTA"}]}"#);
    assert_eq!(told(&p).2, said("1:0", "MATTA"));
}

#[test]
fn endings_of_csa() {
    for (name, ending) in [
        ("KACHI", Ending::Entering),
        ("HIKIWAKE", Ending::Draw),
        ("MAX_MOVES", Ending::MaxMoves),
        ("ILLEGAL_MOVE", Ending::Illegal),
        // White is to move: a foul of Black was the last move.
        ("+ILLEGAL_ACTION", Ending::IllegalWin),
        ("-ILLEGAL_ACTION", Ending::Illegal),
    ] {
        let p = one("a.csa", &format!("PI\n+\n+7776FU\n%{name}\n"));
        assert_eq!(told(&p), ("7g7f".into(), Some(ending), vec![]), "{name}");
    }
}

/// A silver on 3d can take on 2c, with promotion or without.
const SILVER: &str = "\
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・v玉|二
| ・ ・ ・ ・ ・ ・ ・v歩 ・|三
| ・ ・ ・ ・ ・ ・ 銀 ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

/// Each of these spellings cost the main line.
#[test]
fn spellings_of_moves() {
    let kif = [
        "   1 ２三銀生(34)\n   2 １一玉(12)\n   3 ２二金打+\n   4 詰み\n",
        "   1 ▼２三銀不成(34)+\n   2 ▽１一玉(12)\n   3 ⛊２二金打  +\n   4 詰み\n",
        "   １ ２三銀不成(34)\n　 ２　⛉１一玉(12)\n   3 ２二金打\n   4 詰み\n",
        "手数----指手--\n  １ ２三銀不成(34)  (0:01/0:00:01)\n  ２ １一玉(12)\n  ３ ２二金打\n  ４ 詰み\n",
    ];
    let ki2 = [
        "▲２三銀不成、△１一玉、▲２二金打、\nまで3手で詰み\n",
        "▲２三銀不成，△１一玉，▲２二金まで3手で詰み\n",
        "▲２三銀不成(34) △１一玉(12) ▲２二金打\nまで3手で詰み。\n",
    ];
    let records = kif.map(|moves| ("a.kif", moves)).into_iter();
    for (name, moves) in records.chain(ki2.map(|moves| ("a.ki2", moves))) {
        let p = one(name, &format!("{SILVER}{moves}"));
        let want = ("3d2c 1b1a G*2b".into(), Some(Ending::Mate), vec![]);
        assert_eq!(told(&p), want, "{moves}");
    }
}
