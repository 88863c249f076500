//! Every kind of bad input gets its name, its exact place and a hint, in English and in
//! Japanese, and costs no other problem. What is wrong within records of moves is in
//! `record_errors.rs`.

use crate::common::{DIAGRAM, Expected, compare, has_japanese, only_error, read};
use std::path::PathBuf;
use tsumi::formats::{Input, InputError, ReadOptions, read_input};

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
            "# comment\n\n4k\u{feff}4/9/9",
            (3, 3, "'\\u{feff}' in rank a"),
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
    let text = error.japanese().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("caret.sfen:1:10: 三段目の「+G」：金は成れない"));
    assert_eq!(lines[2], "             ^^");
    assert_eq!(lines[3], "    ヒント：成れる駒は P L N S B R だけ");
}

#[test]
fn attacker_with_counter_check_is_no_fault_but_a_capturable_king_is() {
    // Both kings; Black attacks and is in check himself: fine.
    let good = read("both.sfen", b"4k4/9/9/9/9/9/9/4r4/4K4 b G 1");
    assert!(good[0].is_ok());
    // White to move could take Black's king.
    let error = only_error("both2.sfen", "4r3k/9/9/9/9/9/9/9/4K4 w - 1");
    assert!(
        error.message.english().contains("could be")
            || error.message.english().contains("could capture")
    );
    let read_as = |attacker| {
        let input = Input::Memory {
            name: "t".into(),
            bytes: b"4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_vec(),
        };
        let options = ReadOptions {
            attacker: Some(attacker),
            ..ReadOptions::default()
        };
        read_input(&input, &options).next().unwrap()
    };
    assert_eq!(
        read_as(shogi_core::Color::Black).unwrap().attacker,
        shogi_core::Color::Black
    );
    let error = read_as(shogi_core::Color::White).unwrap_err();
    assert!(
        error
            .message
            .english()
            .contains("king on 5i is not in check"),
        "{error}"
    );
    // The only king's owner cannot attack.
    let input = Input::Memory {
        name: "t".into(),
        bytes: b"4k4/9/4P4/9/9/9/9/9/9 b G 1".to_vec(),
    };
    let options = ReadOptions {
        attacker: Some(shogi_core::Color::White),
        ..ReadOptions::default()
    };
    let error = read_input(&input, &options).next().unwrap().unwrap_err();
    assert!(
        error
            .message
            .english()
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
    assert!(
        only_error("deep.jsonl", &deep)
            .message
            .english()
            .contains("not JSON")
    );
    let error = only_error("id.jsonl", r#"{"id": "mine", "sfen": "9/9 b - 1"}"#);
    assert_eq!(error.id.as_deref(), Some("mine"));
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

/// In a process of its own, whose peak of memory no other test has raised.
#[test]
fn a_line_of_a_hundred_megabytes() {
    const ALONE: &str = "TSUMI_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "errors::a_line_of_a_hundred_megabytes"])
            .env(ALONE, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && said.contains("1 passed"),
            "{said}"
        );
        return;
    }
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
    assert!(error.message.english().contains("longer than 1 MiB"));
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
    assert!(
        none(read("empty.sfen", b""))
            .message
            .english()
            .contains("no problem")
    );
    assert!(
        none(read("empty.txt", b"# only a comment\n"))
            .message
            .english()
            .contains("no problem")
    );
    assert!(
        none(read("utf16.kif", b"\xff\xfe\x8c\x5f"))
            .message
            .english()
            .contains("UTF-16")
    );
    for packed in [
        &b"\x1f\x8b\x08\x08\xff"[..],
        b"PK\x03\x04\x14",
        b"\x28\xb5\x2f\xfd\x04",
    ] {
        let error = none(read("packed.kif", packed));
        assert!(error.message.english().contains("compressed"), "{error}");
        assert!(error.hint.is_some());
    }
    let all = |path: &str| {
        let input = Input::File(PathBuf::from(path));
        let got: Vec<_> = read_input(&input, &ReadOptions::default()).collect();
        assert_eq!(got.len(), 1);
        let error = got.into_iter().next().unwrap().unwrap_err();
        assert!(has_japanese(&error), "{}", error.japanese());
        error
    };
    assert!(all("/").message.english().contains("folder"));
    assert!(
        all("no/such/file.sfen")
            .message
            .english()
            .contains("cannot be opened")
    );
    assert!(
        all("game.csa")
            .message
            .english()
            .contains("cannot be opened")
    );
}
