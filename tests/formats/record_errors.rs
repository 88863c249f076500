//! Faults within records, KIF, KI2, CSA and JKF: in the diagram, in the hands, in the
//! moves. Each has its line and column, or the path to the entry.

use crate::common::{DIAGRAM, case, compare, only_error};
use tsumi::formats::{Input, ReadOptions, read_input};

#[test]
fn diagram_faults_have_line_and_column() {
    // A part of the diagram, what stands there instead, and what is said.
    let cases = [
        "| ・ ・ ・ ・ 歩 → | ・ ・ ・ ・ 犬 → 6:11 '犬' in rank 三 is no piece",
        "| ・ ・ ・ ・ 歩 → | ・ ・ ・ ・ ・ 歩 → 6:2 rank 三 has 10 files",
        "| ・ ・ ・ ・ 歩 → | ・ ・ ・ 歩 → 6:2 rank 三 has 8 files",
        "| ・ ・ ・ ・ 歩 → | ・ ・v・ ・ 歩 → 6:6 'v' without a piece",
        "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三 →  → 7:21 rank 三 is missing or out of order",
        "・ ・ ・ ・ ・|四 → 歩 ・ ・ ・ ・|四 → 7:11 two black pawns on file 5",
        "v玉 →  ・ → 4:1 no king",
        "v玉 → v犬 → 4:11 '犬' in rank 一",
        "・|一 → 香|一 → 4:19 the black lance on 1a could never move",
        "金 → 金五 → 14:7 5 golds in hand",
        "金 → 金Ｘ → 14:8 'Ｘ' in the hand is no piece",
        "金 → 玉 → 14:7 a king in hand",
        "金 → 残り全部 → 1:1 both sides hold all the rest",
        "金\n → 金\n後手番\n → 4:10 is not in check",
    ];
    let changed = |old: &str, new: &str| match DIAGRAM.rfind(old) {
        Some(at) => [&DIAGRAM[..at], new, &DIAGRAM[at + old.len()..]].concat(),
        None => panic!("{old}"),
    };
    compare(
        "faults.kif",
        cases.map(case).map(|(change, expected)| {
            let (old, new) = change.split_once(" → ").expect(change);
            (changed(old, new), expected)
        }),
    );
    let error = only_error("none.kif", "手合割：その他\n   1 ７六歩(77)\n");
    assert!(error.message.english().contains("no diagram"), "{error}");
    let cut = DIAGRAM.split("|九").next().unwrap();
    let cut = cut.rsplit_once('\n').unwrap().0;
    assert!(
        only_error("cut.kif", cut)
            .message
            .english()
            .contains("8 ranks")
    );
}

/// The moves of a record that stops before a fault: line, column and what is said.
fn move_fault(name: &str, text: &str) -> (u64, usize, String) {
    let input = Input::Memory {
        name: name.to_string(),
        bytes: text.as_bytes().to_vec(),
    };
    let mut read: Vec<_> = read_input(&input, &ReadOptions::default()).collect();
    let problem = read.remove(0).unwrap();
    let warning = &problem.warnings[0];
    assert_eq!(problem.warnings.len(), 1, "{:?}", problem.warnings);
    assert_ne!(warning.message.english(), warning.message.japanese());
    (warning.line, warning.column, warning.message.to_string())
}

#[test]
fn move_faults_have_line_and_column() {
    let record = |moves: &str| format!("{DIAGRAM}{moves}\n");
    let csa = |moves: &str| {
        format!(
            "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP+00KI\nP-00AL\n+\n{moves}\n"
        )
    };
    let kif = [
        "   1 ５四歩(53) → 15:6 move 1, ５四歩(53), is not legal",
        "   1 ４二金打\n   2 同　犬(51) → 16:6 move 2, 同　犬(51), is not understood",
        "   1 ４二金打\n   2 同　玉(51)\n\n変化：1手\n   1 ５九金打\n   2 ４三玉(51) → 20:6 cut: move 2",
        "手数----指手---------消費時間--\n   1 ???? → 16:6 move 1, ????, is not understood",
        "   1 ４二金打\n   2 ２ 玉(51)   ( 0:01/00:00:01) → 16:6 move 2, ２ 玉(51), is not understood",
        "   1 ４二金打\n   2 foo\n   3 bar → 16:6 move 2, foo, is not understood",
        "   1 ４二金打\n   2 パス\n   3 ３二金打 → 16:6 move 2, パス, is not understood",
        "   1 ４二金打\n   2 飛成 → 16:6 move 2, 飛成, is not understood",
        "   1 ４二金打\n   2 五二玉 → 16:6 move 2, 五二玉, is not understood",
        "   1 ４二金打\n   2 同　玉(51)\n\n変化：1手\n   1 ５二金打\n   2 ｘ玉\n   3 bar → 20:6 cut: move 2, ｘ玉",
    ];
    let ki2 = [
        "▲４二金 △同玉 ▲３二金 → 15:11 move 3, ３二金, is not legal",
        "▲４二金\n△同犬 → 16:2 move 2, 同犬, is not understood",
        "▲４二金、△６一玉(52) → 15:7 move 2, ６一玉(52), is not legal",
        "４二金 同玉 ３二金 → 15:1 move 1, ４二金, has no ▲ or △ before it",
    ];
    let in_csa = [
        "+0042KI\n-5161OU\n+0052KI → 9:1 move 3, +0052KI, is not legal",
        "+0042KI,-5163OU → 7:9 move 2, -5163OU, is not legal",
        "+0042XX → 7:1 move 1, +0042XX, is not understood",
        "garbage → 7:1 move 1, garbage, is not understood",
        "+0042KI,T3\n  garbage,T5\n-5142OU → 8:3 move 2, garbage, is not understood",
    ];
    let records = kif
        .map(|c| ("m.kif", c))
        .into_iter()
        .chain(ki2.map(|c| ("m.ki2", c)));
    let records = records.map(|(name, c)| (name, case(c).1, record(case(c).0)));
    let games = in_csa.map(|c| ("m.csa", case(c).1, csa(case(c).0)));
    for (name, (line, column, what), text) in records.chain(games) {
        let got = move_fault(name, &text);
        assert_eq!((got.0, got.1), (line, column), "{text}\n{}", got.2);
        assert!(got.2.contains(what), "{what}: {}", got.2);
    }
}

/// Only among the moves is a line with a number one of them.
#[test]
fn numbers_before_and_behind_the_moves_are_no_moves() {
    let text = format!(
        "10 分の問題\n10 秒将棋：はい\n{DIAGRAM}手数----指手---------消費時間--\n   1 ５二金打\n\
         まで1手で詰み\n2 つぎのページ\n"
    );
    let input = Input::Memory {
        name: "numbers.kif".to_string(),
        bytes: text.into_bytes(),
    };
    let problem = read_input(&input, &ReadOptions::default()).next().unwrap();
    let problem = problem.unwrap();
    assert_eq!(problem.warnings, []);
    assert_eq!(problem.line.map(|line| line.len()), Some(1));
}

/// JKF is one line for most programs; the place is the path to the move.
#[test]
fn move_faults_of_jkf_name_the_entry() {
    let jkf = |moves: &str| {
        let mut files = vec![vec!["{}".to_string(); 9]; 9];
        files[4][0] = r#"{"color":1,"kind":"OU"}"#.to_string();
        files[4][2] = r#"{"color":0,"kind":"FU"}"#.to_string();
        let files: Vec<String> = files.iter().map(|f| format!("[{}]", f.join(","))).collect();
        let hands = r#"[{"KI":1},{"FU":17,"KY":4,"KE":4,"GI":4,"KI":3,"KA":2,"HI":2}]"#;
        format!(
            r#"{{"header":{{}},"initial":{{"preset":"OTHER","data":{{"color":0,"board":[{}],"hands":{hands}}}}},"moves":[{{}},{moves}]}}"#,
            files.join(",")
        )
    };
    let gold = r#"{"move":{"to":{"x":4,"y":2},"piece":"KI"}}"#;
    for (moves, what) in [
        (
            format!(
                r#"{gold},{{"move":{{"from":{{"x":5,"y":1}},"to":{{"x":6,"y":3}},"piece":"OU"}}}}"#
            ),
            "move 2, moves[2], is not legal there",
        ),
        (
            r#"{"move":{"to":{"x":4,"y":2},"piece":"XX"}}"#.to_string(),
            "move 1, moves[1], is not understood",
        ),
        (
            format!(
                r#"{gold},{{"move":{{"from":{{"x":5,"y":1}},"to":{{"x":6,"y":1}},"piece":"OU"}},"forks":[[{{"move":{{"to":{{"x":1,"y":1}},"piece":"OU"}}}}]]}}"#
            ),
            "cut: move 2, moves[2].forks[0].moves[0], is not legal",
        ),
    ] {
        let got = move_fault("m.jkf", &jkf(&moves));
        assert!(got.2.contains(what), "{what}: {}", got.2);
    }
    // What stands in the file is quoted safely, as everywhere.
    let bad = jkf(gold).replace("\"KI\":1}", "\"K\\u001b[2J\":1}");
    let error = only_error("m.jkf", &bad);
    assert!(
        error.message.english().contains("no piece \"K\\u{1b}[2J\""),
        "{}",
        error.message
    );
}
