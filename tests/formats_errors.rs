//! Every kind of bad input gets its name, its exact place and a hint, and
//! costs no other problem.

use std::path::PathBuf;
use tsumi::formats::{Input, InputError, ReadOptions, read_input};

/// Writes a file for this test and reads it.
fn read(name: &str, bytes: &[u8]) -> Vec<Result<String, InputError>> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    read_input(&Input::File(path), &ReadOptions::default())
        .map(|r| r.map(|p| p.sfen()))
        .collect()
}

/// Compares all cases, and fails with all that differ.
fn compare(name: &str, cases: impl IntoIterator<Item = (String, Expected)>) {
    let mut wrong = Vec::new();
    for (text, (line, column, message)) in cases {
        let error = only_error(name, &text);
        let same = (error.line, error.column) == (line, column);
        if !same || !error.message.contains(message) || error.hint.is_none() {
            wrong.push(format!(
                "{text}\n{error}\nwanted {line}:{column} {message}\n"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn only_error(name: &str, text: &str) -> InputError {
    let mut got = read(name, text.as_bytes());
    assert_eq!(got.len(), 1, "{text}: {got:?}");
    got.remove(0).expect_err(text)
}

/// line, column, part of the message
type Expected = (u64, usize, &'static str);

#[test]
fn sfen_faults_have_names_and_columns() {
    let cases: &[(&str, Expected)] = &[
        // board
        (
            "4k4/9/4X4/9/9/9/9/9/9 b G 1",
            (1, 8, "'X' in rank c is no piece"),
        ),
        (
            "4k4/9/4あ4/9/9/9/9/9/9 b G 1",
            (1, 8, "'あ' in rank c is no piece"),
        ),
        ("4k5/9/4P4/9/9/9/9/9/9 b G 1", (1, 3, "rank a has 10 files")),
        ("4k4/9/4P5/9/9/9/9/9/9 b G 1", (1, 9, "rank c has 10 files")),
        ("4k3/9/4P4/9/9/9/9/9/9 b G 1", (1, 1, "rank a has 8 files")),
        ("4k4//4P4/9/9/9/9/9/9 b G 1", (1, 5, "rank b has 0 files")),
        ("4k4/9/4P4/9/9/9/9/9 b G 1", (1, 1, "the board has 8 ranks")),
        (
            "4k4/9/4P4/9/9/9/9/9/9/9 b G 1",
            (1, 22, "the board has 10 ranks"),
        ),
        ("4k4/9/04P4/9/9/9/9/9/9 b G 1", (1, 7, "'0' in rank c")),
        ("4k4/9/+4P4/9/9/9/9/9/9 b G 1", (1, 7, "'+4' in rank c")),
        (
            "4k4/9/4+G4/9/9/9/9/9/9 b G 1",
            (1, 8, "a gold does not promote"),
        ),
        (
            "4+k4/9/4P4/9/9/9/9/9/9 b G 1",
            (1, 2, "a king does not promote"),
        ),
        (
            "4k3+/9/4P4/9/9/9/9/9/9 b G 1",
            (1, 4, "'+' at the end of rank a"),
        ),
        // side and hands
        (
            "4k4/9/4P4/9/9/9/9/9/9 x G 1",
            (1, 23, "bad side to move 'x'"),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9",
            (1, 22, "the side to move is missing"),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9 b",
            (1, 24, "the pieces in hand are missing"),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9 b 1",
            (1, 25, "a number without a piece"),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9 b GX 1",
            (1, 26, "'X' in the hands is no piece"),
        ),
        ("4k4/9/4P4/9/9/9/9/9/9 b G+P 1", (1, 26, "never promoted")),
        ("4k4/9/4P4/9/9/9/9/9/9 b GK 1", (1, 26, "a king in hand")),
        ("4k4/9/4P4/9/9/9/9/9/9 b 0G 1", (1, 25, "zero golds")),
        (
            "4k4/9/4P4/9/9/9/9/9/9 b G19p 1",
            (1, 26, "19 pawns in the hands; a set has 18"),
        ),
        (
            "4k4/9/9/9/9/9/9/9/9 b R18P18P18P18P18P18P18P18P18P18P18P18P18P18P18P 1",
            (1, 27, "36 pawns in the hands"),
        ),
        ("4k4/9/4P4/9/9/9/9/9/9 b G - 1", (1, 27, "unexpected '-'")),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1 2", (1, 29, "unexpected '2'")),
        (
            "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b 5a5b",
            (1, 40, "move 2, 5a5b, is not legal"),
        ),
        // the position as a whole
        (
            "4k4/9/4P4/4P4/9/9/9/9/9 b G 1",
            (1, 12, "two black pawns on file 5, on 5c and 5d (二歩)"),
        ),
        (
            "4k4/9/4p4/4p4/9/9/9/9/9 b G 1",
            (1, 12, "two white pawns on file 5"),
        ),
        (
            "ppppppppp/9/9/9/9/9/9/9/4k4 b G10p 1",
            (1, 32, "19 pawns on the board and in the hands"),
        ),
        ("4k4/9/4P4/9/9/9/9/9/9 b 3G2g 1", (1, 27, "5 golds")),
        ("4k4/9/4P4/9/9/9/9/9/+B+B+B6 b G 1", (1, 25, "3 bishops")),
        (
            "4k2P1/9/4P4/9/9/9/9/9/9 b G 1",
            (1, 4, "the black pawn on 2a could never move"),
        ),
        (
            "4k4/7N1/4P4/9/9/9/9/9/9 b G 1",
            (1, 6, "the black knight on 2b could never move"),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/8l b G 1",
            (1, 22, "the white lance on 1i could never move"),
        ),
        ("9/9/4P4/9/9/9/9/9/9 b G 1", (1, 1, "no king on the board")),
        (
            "4k4/9/4P4/9/9/9/9/9/4k4 b G 1",
            (1, 22, "two white kings, on 5a and 5i"),
        ),
        (
            "4k4/4G4/4P4/9/9/9/9/9/9 b - 1",
            (
                1,
                2,
                "could capture the defender's king on 5a with the gold on 5b",
            ),
        ),
        (
            "4k4/9/4P4/9/9/9/9/9/9 w G 1",
            (
                1,
                2,
                "the defender (white) is to move and the king on 5a is not in check",
            ),
        ),
        // text around it
        ("hello world", (1, 1, "'h' in rank a is no piece")),
        ("sfen 4k4/9/4X4/9/9/9/9/9/9 b G 1", (1, 13, "'X' in rank c")),
        ("  4k4/9/4X4/9/9/9/9/9/9 b G 1", (1, 10, "'X' in rank c")),
        (
            "an id\tsfen 4k4/9/4X4/9/9/9/9/9/9 b G 1\t3",
            (1, 19, "'X' in rank c"),
        ),
        (
            "# comment\n\n\u{feff}4k4/9/9",
            (3, 1, "'\\u{feff}' in rank a"),
        ),
    ];
    compare(
        "faults.sfen",
        cases.iter().map(|(t, e)| (t.to_string(), *e)),
    );
}

#[test]
fn the_print_of_an_error_points_at_the_fault() {
    let error = only_error("caret.sfen", "a\t4k4/9/4+G4/9/9/9/9/9/9 b G 1");
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("caret.sfen:1:10: '+G' in rank c: a gold does not promote"));
    assert_eq!(lines[1], "    a 4k4/9/4+G4/9/9/9/9/9/9 b G 1");
    assert_eq!(lines[2], "             ^^");
    assert_eq!(lines[3], "    hint: only P L N S B R have a promoted side");
}

#[test]
fn attacker_with_counter_check_is_no_fault_but_a_capturable_king_is() {
    // Both kings; Black attacks and is in check himself: fine.
    let good = read("both.sfen", b"4k4/9/9/9/9/9/9/4r4/4K4 b G 1");
    assert!(good[0].is_ok());
    // White to move could take Black's king.
    let error = only_error("both2.sfen", "4r3k/9/9/9/9/9/9/9/4K4 w - 1");
    assert!(error.message.contains("could be") || error.message.contains("could capture"));
    let read_as = |attacker| {
        let input = Input::Memory {
            name: "t".into(),
            bytes: b"4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_vec(),
        };
        let options = ReadOptions {
            attacker: Some(attacker),
        };
        read_input(&input, &options).next().unwrap()
    };
    assert_eq!(
        read_as(shogi_core::Color::Black).unwrap().attacker,
        shogi_core::Color::Black
    );
    let error = read_as(shogi_core::Color::White).unwrap_err();
    assert!(
        error.message.contains("king on 5i is not in check"),
        "{error}"
    );
    // The only king's owner cannot attack.
    let input = Input::Memory {
        name: "t".into(),
        bytes: b"4k4/9/4P4/9/9/9/9/9/9 b G 1".to_vec(),
    };
    let options = ReadOptions {
        attacker: Some(shogi_core::Color::White),
    };
    let error = read_input(&input, &options).next().unwrap().unwrap_err();
    assert!(
        error
            .message
            .contains("black is to be mated and has no king"),
        "{error}"
    );
}

#[test]
fn jsonl_faults_have_columns_in_the_raw_line() {
    let cases: &[(&str, Expected)] = &[
        (
            r#"{"id": "a", "sfen": "4k4/9/4X4/9/9/9/9/9/9 b G 1"}"#,
            (1, 29, "'X' in rank c"),
        ),
        (
            r#"{"id": "a", "sfen": "4k4\/9\/4X4/9/9/9/9/9/9 b G 1"}"#,
            (1, 31, "'X' in rank c"),
        ),
        (
            r#"{"sfen": "4k4/9/4P4/4P4/9/9/9/9/9 b G 1"}"#,
            (1, 22, "two black pawns"),
        ),
        (
            r#"{"id": "a", "sfen": 12}"#,
            (1, 13, "\"sfen\" is not a string"),
        ),
        (r#"{"id": "a"}"#, (1, 1, "no \"sfen\"")),
        (r#"{"id": "a", "sfen": "4k4/9"#, (1, 26, "not JSON")),
        (r#"{"id": "あ", sfen}"#, (1, 13, "not JSON")),
        ("[]", (1, 1, "not a JSON object")),
        ("4k4/9/9/9/9/9/9/9/9 b G 1", (1, 2, "not JSON")),
    ];
    compare(
        "faults.jsonl",
        cases.iter().map(|(t, e)| (t.to_string(), *e)),
    );
    let deep = "[".repeat(200_000);
    assert!(only_error("deep.jsonl", &deep).message.contains("not JSON"));
    let error = only_error("id.jsonl", r#"{"id": "mine", "sfen": "9/9 b - 1"}"#);
    assert_eq!(error.id.as_deref(), Some("mine"));
}

const DIAGRAM: &str = "\
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

#[test]
fn diagram_faults_have_line_and_column() {
    let row3 = "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三";
    let row4 = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四";
    let cases: &[(&str, &str, Expected)] = &[
        (
            row3,
            "| ・ ・ ・ ・ 犬 ・ ・ ・ ・|三",
            (6, 11, "'犬' in rank 三 is no piece"),
        ),
        (
            row3,
            "| ・ ・ ・ ・ ・ 歩 ・ ・ ・ ・|三",
            (6, 2, "rank 三 has 10 files"),
        ),
        (
            row3,
            "| ・ ・ ・ 歩 ・ ・ ・ ・|三",
            (6, 2, "rank 三 has 8 files"),
        ),
        (
            row3,
            "| ・ ・v・ ・ 歩 ・ ・ ・ ・|三",
            (6, 6, "'v' without a piece"),
        ),
        (row3, "", (7, 21, "rank 三 is missing or out of order")),
        (
            row4,
            "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|四",
            (7, 11, "two black pawns on file 5"),
        ),
        ("v玉", " ・", (4, 1, "no king")),
        ("v玉", "v犬", (4, 11, "'犬' in rank 一")),
        (
            "・|一",
            "香|一",
            (4, 19, "the black lance on 1a could never move"),
        ),
        ("金", "金五", (14, 7, "5 golds in hand")),
        ("金", "金Ｘ", (14, 8, "'Ｘ' in the hand is no piece")),
        ("金", "玉", (14, 7, "a king in hand")),
        ("金", "残り全部", (1, 1, "both sides hold all the rest")),
        ("金\n", "金\n後手番\n", (4, 10, "is not in check")),
    ];
    let changed = |old: &str, new: &str| match DIAGRAM.rfind(old) {
        Some(at) => [&DIAGRAM[..at], new, &DIAGRAM[at + old.len()..]].concat(),
        None => panic!("{old}"),
    };
    compare(
        "faults.kif",
        cases.iter().map(|(old, new, e)| (changed(old, new), *e)),
    );
    let error = only_error("none.kif", "手合割：その他\n   1 ７六歩(77)\n");
    assert!(error.message.contains("no diagram"), "{error}");
    let cut = DIAGRAM.split("|九").next().unwrap();
    let cut = cut.rsplit_once('\n').unwrap().0;
    assert!(only_error("cut.kif", cut).message.contains("8 ranks"));
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
    (warning.line, warning.column, warning.message.clone())
}

#[test]
fn move_faults_have_line_and_column() {
    let record = |moves: &str| format!("{DIAGRAM}{moves}\n");
    let csa = |moves: &str| {
        format!(
            "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP+00KI\nP-00AL\n+\n{moves}\n"
        )
    };
    for (name, text, (line, column, what)) in [
        (
            "m.kif",
            record("   1 ５四歩(53)"),
            (15, 6, "move 1, ５四歩(53), is not legal"),
        ),
        (
            "m.kif",
            record("   1 ４二金打\n   2 同　犬(51)"),
            (16, 6, "move 2, 同　犬(51), is not understood"),
        ),
        (
            "m.kif",
            record("   1 ４二金打\n   2 同　玉(51)\n\n変化：1手\n   1 ５九金打\n   2 ４三玉(51)"),
            (20, 6, "cut: move 2"),
        ),
        (
            "m.ki2",
            record("▲４二金 △同玉 ▲３二金"),
            (15, 11, "move 3, ３二金, is not legal"),
        ),
        (
            "m.ki2",
            record("▲４二金\n△同犬"),
            (16, 2, "move 2, 同犬, is not understood"),
        ),
        (
            "m.csa",
            csa("+0042KI\n-5161OU\n+0052KI"),
            (9, 1, "move 3, +0052KI, is not legal"),
        ),
        (
            "m.csa",
            csa("+0042KI,-5163OU"),
            (7, 9, "move 2, -5163OU, is not legal"),
        ),
        (
            "m.csa",
            csa("+0042XX"),
            (7, 1, "move 1, +0042XX, is not understood"),
        ),
    ] {
        let got = move_fault(name, &text);
        assert_eq!((got.0, got.1), (line, column), "{text}\n{}", got.2);
        assert!(got.2.contains(what), "{what}: {}", got.2);
    }
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
            format!(r#"{gold},{{"forks":[[{{"move":{{"to":{{"x":1,"y":1}},"piece":"OU"}}}}]]}}"#),
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
        error.message.contains("no piece \"K\\u{1b}[2J\""),
        "{}",
        error.message
    );
}

#[test]
fn a_bad_problem_costs_no_other() {
    let text = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n\u{1b}[31m\0\u{7}\n\u{fffd}\n4k4/9/9 b\n# x\n4k4/9/4P4/9/9/9/9/9/9 b S 1\n";
    let mut bytes = text.as_bytes().to_vec();
    bytes.extend(b"\xff\xfe\x80\x81\n4k4/9/4P4/9/9/9/9/9/9 b R 1");
    let got = read("mixed.sfen", &bytes);
    let good: Vec<usize> = (0..got.len()).filter(|&i| got[i].is_ok()).collect();
    assert_eq!(good, [0, 4, 6]);
    for error in got.into_iter().filter_map(Result::err) {
        assert!(
            !error.to_string().contains('\u{1b}'),
            "escapes are spelled out"
        );
    }
    let bad = DIAGRAM.replace('歩', "犬");
    let three = format!("{DIAGRAM}\n{bad}\n{DIAGRAM}");
    let got = read("mixed.kif", three.as_bytes());
    assert_eq!(
        got.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true]
    );
}

#[test]
fn a_line_of_a_hundred_megabytes() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long.sfen");
    {
        use std::io::Write;
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        writeln!(file, "4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let chunk = [b'9'; 1 << 16];
        for _ in 0..1600 {
            file.write_all(&chunk).unwrap();
        }
        writeln!(file, "\n4k4/9/4P4/9/9/9/9/9/9 b S 1").unwrap();
    }
    let got: Vec<_> = read_input(&Input::File(path.clone()), &ReadOptions::default()).collect();
    std::fs::remove_file(path).unwrap();
    assert_eq!(
        got.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true]
    );
    let error = got[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (2, 1));
    assert!(error.message.contains("longer than 1 MiB"));
    assert!(error.to_string().len() < 1000);
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status
            .lines()
            .find_map(|l| l.strip_prefix("VmHWM:"))
            .unwrap();
        let kib: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kib < 64 << 10, "peak {kib} KiB");
    }
}

#[test]
fn inputs_that_are_no_text_files() {
    let none = |r: Vec<Result<String, InputError>>| r.into_iter().next().unwrap().unwrap_err();
    assert!(none(read("empty.sfen", b"")).message.contains("no problem"));
    assert!(
        none(read("empty.txt", b"# only a comment\n"))
            .message
            .contains("no problem")
    );
    assert!(
        none(read("utf16.kif", b"\xff\xfe\x8c\x5f"))
            .message
            .contains("UTF-16")
    );
    let all = |path: &str| {
        let input = Input::File(PathBuf::from(path));
        let got: Vec<_> = read_input(&input, &ReadOptions::default()).collect();
        assert_eq!(got.len(), 1);
        got.into_iter().next().unwrap().unwrap_err()
    };
    assert!(all("/").message.contains("is a folder"));
    assert!(
        all("no/such/file.sfen")
            .message
            .contains("cannot be opened")
    );
    assert!(all("game.csa").message.contains("cannot be opened"));
}
