//! Records as other programs write them: KIF and KI2 with branches, CSA, JKF, and
//! the faults found in other readers.

use crate::common::{line, one};
use encoding_rs::SHIFT_JIS;
use shogi_core::{Color, PieceKind};
use tsumi::base::tree::{Ending, ROOT};
use tsumi::formats::write::{Target, write};
use tsumi::formats::{Input, InputError, Problem, ReadOptions, read_input};

fn all(name: &str, bytes: &[u8]) -> Vec<Result<Problem, InputError>> {
    let input = Input::Memory {
        name: name.to_string(),
        bytes: bytes.to_vec(),
    };
    read_input(&input, &ReadOptions::default()).collect()
}

fn error(name: &str, text: &str) -> String {
    let mut got = all(name, text.as_bytes());
    got.remove(0).unwrap_err().to_string()
}

/// King on 1a, a gold of each on 3c and in hand.
const BOD: &str = "\
手合割：平手　　
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 銀|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛　金二　
";

const KIF_MOVES: &str = "\
作者：だれか
手数----指手---------消費時間--
*作意
   1 ３一飛打         ( 0:01/00:00:01)
*遠打
   2 ２一歩打(00)     ( 0:00/00:00:00)
   3 同　飛成(31)
   4 同　玉(11)
   5 ２二金打
   6 詰み
まで5手で詰み

変化：4手
   4 投了

変化：2手
   2 ２一香打
   3 ２二金打
まで3手で詰み
";

#[test]
fn kif_branches_after_the_last_line() {
    let p = one("a.kif", &format!("{BOD}{KIF_MOVES}"));
    assert_eq!(line(&p), "R*3a P*2a 3a2a+ 1a2a G*2b", "{:?}", p.warnings);
    assert_eq!(p.plies, Some(5));
    assert_eq!(p.tree.ending(), Some(Ending::Mate));
    assert_eq!(p.headers, [("作者".to_string(), "だれか".to_string())]);
    assert_eq!(p.tree.node(ROOT).comments, ["作意"]);
    let first = p.tree.node(ROOT).children[0];
    assert_eq!(p.tree.node(first).comments, ["遠打"]);
    let replies = &p.tree.node(first).children;
    assert_eq!(replies.len(), 2, "the branch after まで is not lost");
    let branch = p.tree.line_from(replies[1]);
    assert_eq!(branch.len(), 2);
    assert_eq!(p.tree.node(branch[1]).ending, Some(Ending::Mate));
    // A diagram beats 手合割, 残り全部 is what is left.
    let white = p.position.hand_of_a_player(Color::White);
    assert_eq!(white.count(PieceKind::Pawn), Some(18));
    assert_eq!(white.count(PieceKind::Gold), Some(2));
}

/// Found by fuzzing: the length of a branch was taken for that of the problem.
#[test]
fn a_branch_declares_no_length() {
    let moves = KIF_MOVES.replace("   6 詰み\nまで5手で詰み\n", "");
    let p = one("a.kif", &format!("{BOD}{moves}"));
    assert_eq!(line(&p), "R*3a P*2a 3a2a+ 1a2a G*2b");
    assert_eq!(p.plies, None);
}

/// Found by fuzzing: colons at the beginning of a value were lost, all of them or those before a
/// blank, so that a title such as ":7" was read as another one than was written.
#[test]
fn a_header_begins_behind_one_colon() {
    for (text, value) in [
        ("： ：甲：乙", "：甲：乙"),
        (":: 甲", ": 甲"),
        ("：　甲", "甲"),
    ] {
        let p = one("a.kif", &format!("備考{text}\n{BOD}"));
        assert_eq!(p.headers, [("備考".to_string(), value.to_string())]);
    }
}

/// Found by fuzzing: an ending in the middle of a line was kept when moves came after it, and a
/// KI2 file broke the line there.
#[test]
fn an_ending_before_a_move_is_none() {
    let p = one(
        "a.kif",
        &format!("{BOD}   1 ３一飛打\n   2 投了\n   2 ２一香打\n"),
    );
    assert_eq!(p.line.as_ref().map(Vec::len), Some(2));
    let line = p.tree.line_from(0);
    assert!(line.iter().all(|&n| p.tree.node(n).ending.is_none()));
}

/// Found by fuzzing: a branch in place of the ending became a part of the main line. Later it was
/// cut, though other programs read it.
#[test]
fn a_branch_beside_the_end_is_one() {
    let kif = format!("{BOD}   1 ３一飛打\n   2 投了\n\n変化：2手\n   2 ２一香打\n   3 ２二金打\n");
    let ki2 = format!("{BOD}\n▲３一飛\nまで1手で投了\n\n変化：2手\n△２一香打 ▲２二金\n");
    let jkf = r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
        {"special":"TORYO","forks":[[{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
        {"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}}]]}]}"#;
    for (name, text) in [("a.kif", kif.as_str()), ("a.ki2", &ki2), ("a.jkf", jkf)] {
        let p = one(name, text);
        assert_eq!(p.line.as_ref().map(Vec::len), Some(1), "{name}");
        assert_eq!(p.tree.ending(), Some(Ending::Resign), "{name}");
        assert_eq!((p.branch_faults.len(), p.warnings.len()), (0, 0), "{name}");
        let [_, branch] = p.tree.lines()[..] else {
            panic!("{name}: {:?}", p.tree);
        };
        assert_eq!((p.tree.ply(branch), p.tree.line_from(branch).len()), (2, 2));
    }
    // Where there is not even an ending, there is nothing to branch off from.
    let p = one("a.kif", &kif.replace("   2 投了\n", ""));
    assert_eq!(p.line.as_ref().map(Vec::len), Some(1));
    assert_eq!((p.branch_faults.len(), p.branch_faults[0].ply), (1, 2));
    let p = one("a.jkf", &jkf.replace(r#""special":"TORYO","#, ""));
    assert_eq!((p.branch_faults.len(), p.branch_faults[0].ply), (1, 2));
    // After a branch that is an ending only, others are read.
    let moves = KIF_MOVES.replace("変化：2手\n", "変化：2手\n   2 投了\n\n変化：2手\n");
    let p = one("a.kif", &format!("{BOD}{moves}"));
    assert_eq!((p.tree.lines().len(), p.branch_faults.len()), (2, 0));
}

#[test]
fn encodings_and_line_ends() {
    let text = format!("{BOD}{KIF_MOVES}");
    let expected = one("a.kif", &text);
    let crlf = text.replace('\n', "\r\n");
    let cr = text.replace('\n', "\r");
    let bom = format!("\u{feff}{text}");
    let sjis = SHIFT_JIS.encode(&crlf).0.into_owned();
    for bytes in [crlf.as_bytes(), cr.as_bytes(), bom.as_bytes(), &sjis] {
        for name in ["a.kif", "a.txt", "clipboard"] {
            let got = all(name, bytes).remove(0).unwrap();
            assert_eq!(got.sfen(), expected.sfen());
            assert_eq!(got.tree, expected.tree);
        }
    }
}

#[test]
fn a_bad_branch_costs_only_itself() {
    let text = format!("{BOD}{KIF_MOVES}\n変化：2手\n   2 ９九玉(11)\n   3 ２二金打\n");
    let p = one("a.kif", &text);
    assert_eq!(p.line.as_ref().map(Vec::len), Some(5));
    assert_eq!(p.warnings.len(), 1);
    assert!(
        p.warnings[0].message.english().contains("cut"),
        "{:?}",
        p.warnings
    );
    let text = format!("{BOD}{}", KIF_MOVES.replace("同　飛成", "同　角成"));
    let p = one("a.kif", &text);
    assert_eq!(p.line, None);
    assert!(
        p.warnings[0].message.english().contains("move 3"),
        "{:?}",
        p.warnings
    );
}

#[test]
fn ki2_with_branches() {
    let text = format!(
        "{BOD}\n▲３一飛    △２一歩    ▲同飛成    △同　玉    ▲２二金\nまで5手で詰み\n\n\
         変化：2手\n△２一香打  ▲２二金\nまで3手で詰み\n"
    );
    for name in ["a.ki2", "a.kif", "clipboard"] {
        let p = one(name, &text);
        assert_eq!(line(&p), "R*3a P*2a 3a2a+ 1a2a G*2b", "{:?}", p.warnings);
        let kif = one("a.kif", &format!("{BOD}{KIF_MOVES}"));
        assert_eq!(p.tree.lines().len(), kif.tree.lines().len());
    }
}

#[test]
fn a_game_without_a_diagram() {
    let moves = "手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let p = one(
        "g.kif",
        &format!("手合割：平手\n先手：A\n後手：B\n{moves}   3 投了\n"),
    );
    assert!(p.sfen().starts_with("lnsgkgsnl/1r5b1/"), "{}", p.sfen());
    assert_eq!(line(&p), "7g7f 3c3d");
    assert_eq!(p.warnings, []);
    let p = one("g.ki2", "手合割：二枚落ち\n\n△６二銀    ▲７六歩\n");
    assert_eq!(line(&p), "7a6b 7g7f");
    assert_eq!(p.position.side_to_move(), Color::White);
    assert!(error("g.kif", &format!("手合割：その他\n{moves}")).contains("no diagram"));
}

const CSA: &str = "\
'CSA encoding=UTF-8
V2.2
N+攻方
$EVENT:練習
P1 *  *  *  *  *  *  *  * -OU
P2 *  *  *  *  *  *  *  *  * 
P3 *  *  *  *  *  *  *  * +GI
P4 *  *  *  *  *  *  *  *  *
P5
P6 *  *  *  *  *  *  *  *  * 
P7 *  *  *  *  *  *  *  *  * 
P8 *  *  *  *  *  *  *  *  * 
P9 *  *  *  *  *  *  *  *  * 
P+00HI00KI00KI
P-00AL
+
'*作意
+0031HI
T1
-0021FU,T0
+3121RY
-1121OU
+0022KI
%TSUMI
";

#[test]
fn csa_as_problems_have_it() {
    let text = CSA.replace("P5\n", "P5 *  *  *  *  *  *  *  *  * \n");
    let p = one("a.csa", &text);
    let kif = one("a.kif", &format!("{BOD}{KIF_MOVES}"));
    assert_eq!(p.sfen(), kif.sfen(), "AL is what both others leave");
    assert_eq!(p.line, kif.line);
    assert_eq!((p.plies, p.tree.ending()), (Some(5), Some(Ending::Mate)));
    assert_eq!(p.tree.node(ROOT).comments, ["作意"]);
    assert_eq!(p.headers[1], ("作品名".to_string(), "練習".to_string()));
    assert_eq!(p.source.line, 5);
    // By its content, with a mark, with other line ends, in Shift_JIS.
    let crlf = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let sjis = SHIFT_JIS.encode(&text).0.into_owned();
    for bytes in [crlf.as_bytes(), &sjis] {
        assert_eq!(all("clipboard", bytes).remove(0).unwrap().line, p.line);
    }
    // Two records in a file.
    let two = format!("{text}/\n{text}");
    let ids: Vec<String> = all("a.csa", two.as_bytes())
        .into_iter()
        .map(|p| p.unwrap().id)
        .collect();
    assert_eq!(ids, ["a", "a-2"]);
}

#[test]
fn csa_set_ups() {
    let p = one("g.csa", "V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n");
    assert_eq!(line(&p), "7g7f 3c3d");
    assert_eq!(p.plies, None);
    let p = one("g.csa", "PI82HI22KA\n-\n");
    assert!(p.sfen().starts_with("lnsgkgsnl/9/"), "{}", p.sfen());
    assert_eq!(p.warnings, []);
    let p = one("g.csa", "P-11OU\nP+13FU00KI\n+\n");
    assert_eq!(p.sfen(), "8k/9/8P/9/9/9/9/9/9 b G 1");
    assert!(p.warnings[0].message.english().contains("taken as written"));
}

#[test]
fn csa_faults_are_placed() {
    let text = error("a.csa", CSA);
    assert!(text.starts_with("a.csa:9:2: rank 5 has 0 files"), "{text}");
    let good = CSA.replace("P5\n", "P5 *  *  *  *  *  *  *  *  * \n");
    let text = error("a.csa", &good.replace("-OU", "-XX"));
    assert!(text.starts_with("a.csa:5:27: '-XX' is no piece"), "{text}");
    let text = error("a.csa", &good.replace("P-00AL", "P-00AL\nP+00AL"));
    assert!(text.contains("both sides hold all the rest"), "{text}");
    let text = error("a.csa", &good.replace("P3 * ", "P3-OU"));
    assert!(text.starts_with("a.csa:7:3: two white kings"), "{text}");
    assert!(error("a.csa", "V2.2\n+\n").contains("no board"));
    let p = one("a.csa", &good.replace("+3121RY", "+3122RY"));
    assert!(
        p.warnings[0].message.english().contains("move 3"),
        "{:?}",
        p.warnings
    );
}

/// Found by fuzzing: `shogi_core` remembers a king that was taken off the board.
#[test]
fn csa_without_the_king_that_stood_there_before() {
    let rank = " * ".repeat(9);
    for text in [
        format!("P-11OU\nP1{rank}\nP+13FU00KI\nP-00AL\n+\n"),
        "P-11OU\nP+11KI00KI\nP-00AL\n+\n".to_string(),
        "PI51OU59OU\n+\n".to_string(),
    ] {
        let text = error("a.csa", &text);
        assert!(text.contains("no king on the board"), "{text}");
    }
}

/// Found by fuzzing: the fault was in a line behind the last one.
#[test]
fn jkf_that_ends_in_a_string() {
    let text = error("g.jkf", "{\"header\": {\"a");
    assert!(text.starts_with("g.jkf:1:14: not JKF: EOF"), "{text}");
}

#[test]
fn jkf_in_its_shapes() {
    let kif = one("a.kif", &format!("{BOD}{KIF_MOVES}"));
    let text = tsumi::formats::write::write(&kif, tsumi::formats::Target::Jkf);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    for name in ["a.jkf", "a.json", "clipboard"] {
        for text in [&text, &pretty, &format!("\n\n[{text},{text}]")] {
            let got = all(name, text.as_bytes());
            for p in got {
                let p = p.unwrap_or_else(|e| panic!("{e}"));
                assert_eq!((p.sfen(), p.tree), (kif.sfen(), kif.tree.clone()));
            }
        }
    }
    let p = one(
        "g.jkf",
        r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"CHUDAN"}]}"#,
    );
    assert_eq!(line(&p), "7g7f");
    let p = one("g.jkf", r#"{"initial":{"preset":"2"},"moves":[]}"#);
    assert!(p.sfen().starts_with("lnsgkgsnl/9/"));
    let headers = r#"{"header":{"表題":"甲","詰手数":"21手"},"initial":{"preset":"2"}}"#;
    let p = one("g.jkf", headers);
    assert_eq!(p.plies, Some(21));
    assert_eq!(p.headers, [("表題".to_string(), "甲".to_string())]);
    assert!(error("g.jkf", r#"{"initial":{"preset":"x"}}"#).contains("no set-up"));
    let text = error("g.jkf", "{\n \"moves\": [\n  {\"move\": 3}\n ]\n}");
    assert!(text.starts_with("g.jkf:3:"), "{text}");
    assert!(
        error("g.jkf", "[]").contains("no problem"),
        "an empty array"
    );
}

/// A problem that 表題 names needs no 作品名.
#[test]
fn either_header_is_a_title() {
    let p = one("a.kif", &format!("表題：甲\n{BOD}{KIF_MOVES}"));
    for (target, title) in [
        (Target::Kif, "表題：甲\n"),
        (Target::Ki2, "表題：甲\n"),
        (Target::Bod, "表題：甲\n"),
        (Target::Csa, "$EVENT:甲\n"),
        (Target::Jkf, r#""表題":"甲""#),
    ] {
        let text = write(&p, target);
        assert!(text.contains(title) && !text.contains("作品名"), "{text}");
    }
}

/// However many squares a rank seems to have, it is an error and no more.
#[test]
fn csa_ranks_of_any_length() {
    for cells in [0, 8, 10, 255, 256, 265, 600] {
        let text = format!("P1{}\n", " * ".repeat(cells));
        assert!(
            all("x.csa", text.as_bytes()).iter().all(Result::is_err),
            "{cells}"
        );
    }
}

/// What is too long for one record is left out with a warning.
#[test]
fn a_record_that_is_too_long_says_so() {
    let kif = "手合割：平手\n".to_string() + &"*a comment\n".repeat(250_000);
    let warnings = one("long.kif", &kif).warnings;
    let said = |text: &str| text.contains("too long; from here on it is left out");
    let [warning] = &warnings[..] else {
        panic!("{warnings:?}");
    };
    assert!(
        said(warning.message.english()) && warning.line > 1000,
        "{warning:?}"
    );
}
