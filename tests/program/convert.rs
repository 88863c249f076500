//! `tsumi convert` and `solve --variations` as a user meets them.

use crate::common::{MATE, NINE, file, fresh, repository, run, temporary, text, tsumi};
use encoding_rs::SHIFT_JIS;
use serde_json::Value;

/// The first problems of Zuko's set in a file of their own.
fn few(name: &str, count: usize) -> String {
    let text = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .take(count)
        .collect();
    let path = file(name, lines.join("\n") + "\n");
    path.display().to_string()
}

#[test]
fn from_format_to_format() {
    let zuko = few("few.sfen", 12);
    let mut last = zuko.clone();
    for name in ["z.kif", "z.ki2", "z.jkf", "z.csa", "z.jsonl", "z.sfen"] {
        let path = fresh(name).display().to_string();
        let (code, out, err) = run(&["convert", &last, "-o", &path], "");
        assert_eq!((code, out.as_str()), (0, ""), "{name}: {err}");
        last = path;
    }
    let boards = |path: &str| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|l| !l.starts_with('#'));
        lines
            .map(|l| {
                let fields: Vec<&str> = l.split('\t').collect();
                format!("{} {}", fields[1], fields[3])
            })
            .collect()
    };
    assert_eq!(
        boards(&last),
        boards(&zuko),
        "six formats on, still the same"
    );
}

#[test]
fn folders_encodings_and_standard_output() {
    let folder = temporary("folder/");
    let _ = std::fs::remove_dir_all(&folder);
    let name = folder.display().to_string() + "/";
    let zuko = few("some.sfen", 20);
    let args = ["convert", &zuko, "-o", &name];
    let (code, _, err) = run(
        &[&args[..], &["--to", "kif", "--encoding", "sjis"]].concat(),
        "",
    );
    assert_eq!(code, 0, "{err}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 20);
    let bytes = std::fs::read(folder.join("zuko-005.kif")).unwrap();
    let (text, _, bad) = SHIFT_JIS.decode(&bytes);
    assert!(!bad && text.contains("encoding=Shift_JIS"));
    assert!(text.contains("まで21手で詰み"), "{text}");
    let one = folder.join("zuko-005.kif").display().to_string();
    let (code, out, _) = run(&["convert", &one, "--to", "sfen"], "");
    assert_eq!(code, 0);
    assert!(
        out.contains("\tn+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1\t21\tB*6c "),
        "{out}"
    );
}

/// What a format cannot say of a problem is named, in one line for each problem.
#[test]
fn what_a_format_has_no_place_for_is_named() {
    let facts = r#""plies":1,"expect":"mate","raw_plies":1,"raw_upper":3"#;
    let path = file(
        "facts.jsonl",
        format!(r#"{{"id":"p","sfen":"{MATE}",{facts}}}"#),
    );
    let tests = "expect, raw_plies, raw_upper";
    let all = format!("plies, {tests}");
    for (format, lost) in [
        ("sfen", tests),
        ("kif", tests),
        ("ki2", tests),
        ("bod", tests),
        ("csa", &all),
        ("jkf", tests),
    ] {
        let (code, _, err) = run(&["convert", text(&path), "--to", format], "");
        let said = format!("p: warning: {format} has no place for {lost}\n");
        assert_eq!((code, err), (0, said));
    }
    let (code, _, err) = run(&["convert", text(&path), "--to", "jsonl"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    // What a record says besides: its headers and comments.
    let kif = run(&["convert", MATE, "--to", "kif"], "").1;
    let path = file("said.kif", format!("作者：山田\n備考：習作\n{kif}*好手\n"));
    for (format, lost) in [
        ("sfen", "headers, comments"),
        ("jsonl", "comments"),
        ("bod", "comments"),
        ("csa", "headers"),
        ("ki2", ""),
        ("jkf", ""),
    ] {
        let (code, _, err) = run(&["convert", text(&path), "--to", format], "");
        let said = match lost {
            "" => String::new(),
            _ => format!("said: warning: {format} has no place for {lost}\n"),
        };
        assert_eq!((code, err), (0, said));
    }
}

/// An ending that a format cannot say became another one silently.
#[test]
fn an_ending_that_a_format_does_not_have_is_named() {
    let game = |ending: &str| format!("PI\n+\n+7776FU\n%{ending}\n");
    for (ending, format, written, said) in [
        ("KACHI", "kif", "   2 入玉勝ち\n", None),
        (
            "KACHI",
            "ki2",
            "まで1手で中断\n",
            Some(("入玉勝ち", "中断")),
        ),
        ("KACHI", "jkf", r#""special":"KACHI""#, None),
        ("HIKIWAKE", "csa", "%HIKIWAKE\n", None),
        (
            "HIKIWAKE",
            "kif",
            "まで1手で持将棋\n",
            Some(("引き分け", "持将棋")),
        ),
        ("+ILLEGAL_ACTION", "csa", "%+ILLEGAL_ACTION\n", None),
        ("+ILLEGAL_ACTION", "kif", "まで1手で後手の反則勝ち\n", None),
        ("-ILLEGAL_ACTION", "csa", "%ILLEGAL_MOVE\n", None),
        ("KACHI", "sfen", "\t7g7f\n", None),
    ] {
        let path = file("ending.csa", game(ending));
        let (code, out, err) = run(&["convert", text(&path), "--to", format], "");
        let said = said.map_or(String::new(), |(ending, instead)| {
            format!("ending: warning: {format} has no word for {ending}, {instead} is written\n")
        });
        assert_eq!((code, err), (0, said), "{ending} {format}");
        assert!(out.contains(written), "{out}");
    }
}

/// A character that the encoding lacks is named with its problem, its line and its substitute.
#[test]
fn what_shift_jis_does_not_have_is_named() {
    let kif = run(&["convert", NINE, "--to", "kif"], "").1;
    let path = file("encoding.kif", format!("備考：〜‖\n作者：山田☕\n{kif}"));
    let args = ["convert", text(&path), "--to", "kif", "--encoding", "sjis"];
    let output = tsumi().args(args).output().unwrap();
    let written = SHIFT_JIS.decode(&output.stdout).0;
    assert!(written.contains("作者：山田&#9749;\n"), "{written}");
    assert!(
        written.contains("備考：～∥\n"),
        "the code points of Windows"
    );
    let said = "encoding: warning: Shift_JIS has no ☕: &#9749; is written instead, \
                first in \"作者：山田☕\"\n";
    assert!(
        String::from_utf8_lossy(&output.stderr).ends_with(said),
        "{output:?}"
    );
}

#[test]
fn wrong_use_and_bad_input() {
    let (code, _, err) = run(&["convert", NINE], "");
    assert_eq!(code, 2);
    assert!(err.contains("--to"), "{err}");
    let (code, _, err) = run(&["convert", NINE, "-o", "x.doc"], "");
    assert!(code == 2 && err.contains("--to kif"), "{err}");
    let (code, _, err) = run(&["convert", NINE, "--to", "pdf"], "");
    assert!(code == 2 && err.contains("jkf"), "{err}");
    let (code, out, err) = run(
        &[
            "convert",
            &repository("problems/examples/bad-lines.sfen"),
            "--to",
            "jsonl",
            "-q",
        ],
        "",
    );
    assert_eq!(code, 2, "the good ones are converted all the same");
    assert!(out.lines().count() > 0 && err.contains("二歩"), "{err}");
}

#[test]
fn variations_are_proved_lines() {
    let (code, out, err) = run(
        &[
            "solve",
            NINE,
            "--variations",
            "--format",
            "json",
            "--nodes",
            "1M",
        ],
        "",
    );
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    let branches = answer["variations"].as_array().unwrap();
    assert!(!branches.is_empty());
    let main: Vec<&str> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    for branch in branches {
        let ply = branch["ply"].as_u64().unwrap() as usize;
        assert_eq!(
            (branch["of"].as_u64(), ply % 2),
            (Some(0), 0),
            "a defence of the main line"
        );
        let moves: Vec<&str> = branch["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        assert_ne!(moves[0], main[ply - 1]);
        assert!(moves.len() as u64 <= branch["plies"].as_u64().unwrap());
        let mut position = tsumi::formats::sfen::parse(NINE).unwrap().position;
        tsumi::formats::usi::replay(&mut position, &main[..ply - 1].join(" ")).unwrap();
        tsumi::formats::usi::replay(&mut position, &moves.join(" ")).unwrap();
        assert!(
            shogi_legality_lite::all_legal_moves_partial(&position).is_empty(),
            "{moves:?}"
        );
    }
    // Every other defence is there.
    let mut position = tsumi::formats::sfen::parse(NINE).unwrap().position;
    tsumi::formats::usi::replay(&mut position, main[0]).unwrap();
    let second = branches.iter().filter(|b| b["ply"] == 2).count();
    let legal = shogi_legality_lite::all_legal_moves_partial(&position).len();
    assert_eq!(second + 1, legal);
}

#[test]
fn variations_in_words_and_in_kif() {
    let solve = |format: &str| {
        run(
            &[
                "solve",
                NINE,
                "--variations=2",
                "--format",
                format,
                "--nodes",
                "1M",
            ],
            "",
        )
        .1
    };
    let text = solve("text");
    assert!(
        text.contains("variations (変化)") && text.contains("    at ply 2, "),
        "{text}"
    );
    assert!(solve("ja").contains("    2手目 "));
    let kif = solve("kif");
    assert!(kif.contains("\n変化：2手\n"), "{kif}");
    let input = tsumi::formats::Input::Memory {
        name: "v.kif".into(),
        bytes: kif.clone().into_bytes(),
    };
    let read = tsumi::formats::read_input(&input, &Default::default())
        .next()
        .unwrap()
        .unwrap();
    assert!(
        read.tree.has_branches() && read.warnings.is_empty(),
        "{kif}"
    );
}

/// All questions beside the answer have together what the answer left of the limits.
#[test]
fn extras_keep_within_the_limits_of_the_problem() {
    let solve = |nodes: &str| {
        let out = run(
            &[
                "solve",
                NINE,
                "--near-misses",
                "--nodes",
                nodes,
                "--format",
                "json",
            ],
            "",
        );
        serde_json::from_str::<Value>(&out.1).unwrap()
    };
    let open = |answer: &Value| {
        let checks = answer["near_misses"].as_array().unwrap().iter();
        checks.filter(|check| check["result"] == "unknown").count()
    };
    let all = solve("1M");
    assert_eq!((&all["result"], open(&all)), (&"mate".into(), 0));
    let least = solve(&all["nodes"].to_string());
    assert_eq!(least["result"], "mate");
    assert!(open(&least) > 10, "{least}");
}

#[test]
fn near_misses_in_words_in_kif_and_in_json() {
    let solve = |most: &str, format: &str| run(&["solve", NINE, most, "--format", format], "").1;
    let answer: Value = serde_json::from_str(&solve("--near-misses", "json")).unwrap();
    let others = answer["near_misses"].as_array().unwrap();
    let refuted: Vec<&Value> = others.iter().filter(|o| o["result"] == "nomate").collect();
    assert!(refuted.len() > 10 && others.iter().all(|o| o["result"] != "unknown"));
    let last = others.last().unwrap();
    assert!(last["result"] == "mate" && last["plies"] == 1 && last["moves"] == Value::Null);

    // The longest come first, twins behind the first of them.
    let first = |o: &&&Value| o["twin_of"] == Value::Null;
    let firsts: Vec<&Value> = refuted.iter().filter(first).copied().collect();
    let length = |o: &Value| o["moves"].as_array().unwrap().len();
    assert!(firsts.is_sorted_by_key(|o| std::cmp::Reverse(length(o))));
    for pair in refuted
        .windows(2)
        .filter(|pair| pair[1]["twin_of"] != Value::Null)
    {
        let before = [&pair[0]["twin_of"], &pair[0]["move"]];
        assert!(before.contains(&&pair[1]["twin_of"]) && pair[0]["reply"] == pair[1]["reply"]);
    }
    assert!(firsts.len() > 15 && firsts.len() < refuted.len());

    let text = solve("--near-misses", "text");
    let after = text.split("near misses (紛れ)").nth(1).unwrap();
    let (shown, mates) = after.split_once("other checks that mate:").unwrap();
    assert_eq!(shown.matches("    at ply ").count(), 10, "{text}");
    assert!(shown.contains("plies, then no check) [likewise "), "{text}");
    assert!(
        shown.ends_with(&format!("    and {} more\n  ", firsts.len() - 10)),
        "{text}"
    );
    assert!(
        mates.contains("    at ply 9, B-1b+ (at most 1 ply)\n"),
        "{text}"
    );
    let japanese = solve("--near-misses=3", "ja");
    assert!(
        japanese.contains(&format!("    ほか {} 通り\n", firsts.len() - 3)),
        "{japanese}"
    );
    assert!(japanese.contains("［ほか4手も同様：▲１七飛 "), "{japanese}");

    // As branches they read back, to the end of their lines.
    let input = tsumi::formats::Input::Memory {
        name: "n.kif".into(),
        bytes: solve("--near-misses=99", "kif").into_bytes(),
    };
    let read = tsumi::formats::read_input(&input, &Default::default());
    let problem = read.into_iter().next().unwrap().unwrap();
    assert!(problem.warnings.is_empty());
    let lines = problem.tree.lines();
    assert_eq!(lines.len(), 1 + firsts.len());
    let mut branches: Vec<(u64, String)> = lines[1..]
        .iter()
        .map(|&first| {
            let nodes = problem.tree.line_from(first);
            let moves = nodes.iter().filter_map(|&n| problem.tree.node(n).mv);
            let moves: Vec<_> = moves.collect();
            (
                problem.tree.ply(first) as u64,
                tsumi::formats::usi::line(&moves),
            )
        })
        .collect();
    let words = |o: &Value| {
        let moves = o["moves"].as_array().unwrap().iter();
        moves
            .map(|mv| mv.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut wanted: Vec<(u64, String)> = firsts
        .iter()
        .map(|o| (o["ply"].as_u64().unwrap(), words(o)))
        .collect();
    branches.sort();
    wanted.sort();
    assert_eq!(branches, wanted);
}
