//! Whose the pieces are that stand nowhere on the board, and whose hand a line means.

use crate::common::{DIAGRAM, problems};
use tsumi::formats::Target;
use tsumi::formats::write::write;

/// Board, side to move and hands, without the number of the move.
fn position(name: &str, text: &str) -> String {
    let all = problems(name, text);
    assert_eq!(all.len(), 1, "{text}");
    let sfen = all[0].sfen();
    sfen.rsplit_once(' ').unwrap().0.to_string()
}

/// Text in every format, of what was read.
fn written(name: &str, text: &str) -> Vec<(String, String)> {
    let problem = problems(name, text).remove(0);
    Target::ALL
        .iter()
        .map(|(target, extension)| (format!("a.{extension}"), write(&problem, *target)))
        .collect()
}

/// The rook and the bishop of a handicap were given to a side.
#[test]
fn a_handicap_stays_one_in_every_format() {
    let two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -";
    let rows = "\
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 *  *  *  *  *  *  *  *  *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
-
-5142OU
";
    for (name, text) in [
        ("a.csa", rows),
        ("a.csa", "PI82HI22KA\n-\n-5142OU\n"),
        ("a.kif", "手合割：二枚落ち\n   1 ４二玉(51)\n"),
        ("a.jkf", r#"{"initial":{"preset":"2"},"moves":[{}]}"#),
    ] {
        assert_eq!(position(name, text), two, "{text}");
        for (name, text) in written(name, text) {
            assert_eq!(position(&name, &text), two, "{text}");
            let warnings = problems(&name, &text).remove(0).warnings;
            let is_drawn = !matches!(name.as_str(), "a.sfen" | "a.jsonl");
            assert!(!is_drawn || warnings.is_empty(), "{warnings:?}\n{text}");
        }
    }
    // Drawn without hands, as some programs do.
    let text = written("a.kif", "手合割：香落ち\n").remove(4).1;
    let board: String = text
        .lines()
        .filter(|line| !line.contains("の持駒"))
        .map(|line| format!("{line}\n"))
        .collect();
    for head in ["手合割：香落ち\n", "手合割：その他\n", ""] {
        let read = position("a.kif", &format!("{head}{board}"));
        assert!(read.ends_with("PPPPPPPPP/1B5R1/LNSGKGSNL w -"), "{read}");
    }
}

/// A position without all pieces of a set got them when it was read again.
#[test]
fn a_study_with_few_pieces_gets_no_others() {
    for sfen in [
        "4k4/9/4P4/9/9/9/9/9/9 b G",
        "4k4/9/4P4/9/9/9/9/9/9 b -",
        "4k4/9/4P4/9/9/9/9/9/4K4 b G",
        "9/9/9/9/9/9/4p4/9/4K4 w 2Rg",
    ] {
        for (name, text) in written("a.sfen", sfen) {
            assert_eq!(position(&name, &text), sfen, "{text}");
        }
    }
}

/// A diagram of a book leaves out the defender's hand, and means all the rest with it.
#[test]
fn only_a_diagram_without_the_defenders_hand_leaves_it_open() {
    let board = DIAGRAM.replace("後手の持駒：残り全部\n", "");
    let full = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p";
    let few = "4k4/9/4P4/9/9/9/9/9/9 b G";
    for (upper, expected) in [
        ("", full),
        ("手合割：平手\n", full),
        ("手合割：詰将棋\n", full),
        ("後手の持駒：残り全部\n", full),
        ("後手の持駒：　\n", full),
        ("後手の持駒：なし\n", few),
        ("手合割：香落ち\n", few),
    ] {
        let text = format!("{upper}{board}");
        assert_eq!(position("a.kif", &text), expected, "{text}");
    }
    // With two kings, it is a problem when the attacker holds something or a length is declared.
    let rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九";
    let two = board.replace(rank, "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九");
    let bare = two.replace("先手の持駒：金\n", "");
    for (text, hands) in [
        (two.clone(), "G2r2b3g4s4n4l17p"),
        (bare.clone(), "-"),
        (format!("{bare}先手の持駒：なし\n"), "-"),
        (format!("詰手数：9手\n{bare}"), "2r2b4g4s4n4l17p"),
    ] {
        let read = position("a.kif", &text);
        assert_eq!(read.split(' ').nth(2), Some(hands), "{text}");
    }
}

/// A hand in JKF is what is written; only a record without hands leaves them open.
#[test]
fn hands_of_jkf() {
    let file = |x: usize| match x {
        5 => r#"[{"color":1,"kind":"OU"},{},{"color":0,"kind":"FU"},{},{},{},{},{},{}]"#,
        _ => "[{},{},{},{},{},{},{},{},{}]",
    };
    let board: Vec<&str> = (1..=9).map(file).collect();
    for (hands, expected) in [
        ("", "2r2b4g4s4n4l17p"),
        (r#","hands":[{},{}]"#, "-"),
        (r#","hands":[{"KI":1},{"FU":0,"HI":0}]"#, "G"),
        (r#","hands":[{"KI":1,"OU":0,"TO":0},{"FU":17}]"#, "G17p"),
    ] {
        let text = format!(
            r#"{{"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{}]{hands}}}}}}}"#,
            board.join(",")
        );
        let read = position("a.jkf", &text);
        assert_eq!(read.split(' ').nth(2), Some(expected), "{text}");
    }
}

/// Books write 持駒 alone for the attacker, and signs for both sides. These lines were headers, and
/// their pieces went to the defender.
#[test]
fn labels_of_hands() {
    let board = DIAGRAM.replace("後手の持駒：残り全部\n", "");
    for lower in [
        "持駒：金",
        "持ち駒 ： 金",
        "手駒：金",
        "▲持駒：金",
        "☗の持駒：金",
        "攻方の手駒：金",
        "先手：持駒：金",
        "先手の持駒＝金",
        "黒の持駒：金",
    ] {
        let text = board.replace("先手の持駒：金", lower);
        let problem = problems("a.kif", &text).remove(0);
        assert!(problem.sfen().contains(" G2r2b3g"), "{lower}");
        assert_eq!(problem.headers, [], "{lower}");
    }
    for upper in [
        "△持駒：飛",
        "☖の持駒：飛",
        "玉方の手駒：飛",
        "後手：持駒：飛",
        "白の持駒＝飛",
    ] {
        let read = position("a.kif", &format!("{upper}\n{board}"));
        assert!(read.ends_with(" Gr"), "{upper}: {read}");
    }
}
