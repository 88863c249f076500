//! The command line on problems that have to be solved.

use crate::common::{MATE, NINE, NOMATE, file, folder, fresh, repository, run, temporary, text};
use serde_json::Value;

fn json(args: &[&str], stdin: &str) -> (i32, Vec<Value>) {
    let (code, out, err) = run(&[&["solve", "--format", "json"], args].concat(), stdin);
    assert!(!err.contains("panicked"), "{err}");
    let objects = out.lines().map(|l| serde_json::from_str(l).unwrap());
    (code, objects.collect())
}

#[test]
fn text_of_a_mate() {
    let (code, out, err) = run(&["solve", MATE, "--shortest"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "argument-1\n後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七\n",
        "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n",
        "先手の持駒：金\nmate in 1 ply (minimal, proved)\n",
        "  pieces left in hand: none (found by search)\n",
        "  G*5b\n  G*5b\n",
        " nodes, ",
        "verified",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

/// Without a check the words are the same, but for those that say so.
#[test]
fn words_do_not_depend_on_the_check() {
    let dir = folder("no-check");
    let solve = |name: &str, more: &[&str]| {
        let file = dir.join(name);
        let args = ["solve", NINE, "--certificate", text(&file)];
        let (code, out, err) = run(&[&args, more].concat(), "");
        assert_eq!((code, err.as_str()), (0, ""));
        let (effort, words): (Vec<String>, Vec<String>) = out
            .lines()
            .map(str::to_string)
            .partition(|line| line.contains(" nodes/s"));
        (effort.concat(), words)
    };
    let (checked, words) = solve("checked.tsc", &[]);
    let (unchecked, same) = solve("unchecked.tsc", &["--no-check"]);
    assert!(words.contains(&"mate in 9 plies (minimal, proved)".to_string()));
    assert_eq!(words, same);
    assert!(checked.contains("verified") && unchecked.contains("not checked"));
}

/// A length that is only a bound is not proved, whatever the certificate says of the mate: of
/// Shogi Zuko 4 no lower bound is known after so few nodes.
#[test]
fn a_bound_is_no_proved_length() {
    let problems = repository("problems/zuko.sfen");
    let proofs = folder("a-bound").join("004.tsc");
    let args = [
        &problems,
        "--problem",
        "zuko-004",
        "--nodes",
        "100k",
        "--certificate",
        text(&proofs),
    ];
    let (code, answers) = json(&args, "");
    assert_eq!((code, answers.len()), (0, 1));
    let answer = &answers[0];
    assert!(answer["plies_lower"].as_u64() < answer["plies"].as_u64());
    let none = Value::Array(Vec::new());
    assert_eq!((&answer["minimal"], &answer["proved"]), (&none, &none));
}

/// Shogi Zuko 44 (Ito Kanju, 1755), declared with 15 plies: defences of 17 plies leave a lance.
#[test]
fn both_lengths_where_pieces_are_left() {
    let problems = repository("problems/zuko.sfen");
    let solve = |more: &[&str]| {
        let args = ["solve", &problems, "--problem", "zuko-044"];
        let (code, out, _) = run(&[&args, more].concat(), "");
        assert_eq!(code, 0, "{out}");
        out
    };
    let out = solve(&[]);
    for part in [
        "mate in 17 plies (minimal, found by search), 1 lance left; 15 plies with nothing left (found by search), the main line by",
        "pieces left in hand: none (found by search)\n",
        "declared length: 15 plies (by the custom of the classics)\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let out = solve(&["--leftover", "today"]);
    assert!(
        out.contains("pieces left in hand: 1 lance (found by search)\n"),
        "{out}"
    );
    for (custom, plies) in [("today", 17), ("classic", 15)] {
        let out = solve(&["--leftover", custom, "--format", "json"]);
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["plies"], 17);
        assert_eq!(answer["moves"].as_array().unwrap().len(), plies);
        assert_eq!(answer["nothing_left"]["plies"], 15);
        assert_eq!(answer["nothing_left"]["is_main"], custom == "classic");
        assert_eq!(answer["left_open"], false);
    }
    // A record has both lines, and so has a page.
    let names = [
        ("today", 17, "with nothing left: 15 plies, by the custom of"),
        ("classic", 15, "the longest defence: 17 plies, 1 lance left"),
    ];
    for (custom, plies, other) in names {
        let kif = solve(&["--leftover", custom, "--format", "kif"]);
        let (main, branch) = kif.split_once("\n変化：").unwrap();
        assert!(main.contains(&format!("\nまで{plies}手で詰み\n")), "{kif}");
        assert!(branch.contains(&format!("\n*{other}")), "{kif}");
        assert!(
            branch.contains(&format!("\nまで{}手で詰み\n", 32 - plies)),
            "{kif}"
        );
        let page = fresh("both-lines.html");
        solve(&["--leftover", custom, "--html", text(&page)]);
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(other), "{page}");
    }
}

/// Works of Shogi Zuko (Ito Kanju, 1755) whose declared length takes most of an answer's effort: what
/// is left over (19), a line of the length that is found (27), a mate by the convention where no raw
/// one is as short (61).
#[test]
fn an_answer_without_options() {
    let problems = repository("problems/zuko.sfen");
    for (id, plies, nothing_left) in [
        ("zuko-019", 25, Some(21)),
        ("zuko-027", 43, None),
        ("zuko-061", 29, None),
    ] {
        let args = [&problems, "--problem", id, "--memory", "256M"];
        let (code, answers) = json(&args, "");
        assert_eq!((code, answers.len()), (0, 1));
        let answer = &answers[0];
        assert_eq!(answer["plies"], plies, "{answer}");
        assert_eq!(answer["plies_lower"], plies, "{answer}");
        let found = &answer["nothing_left"]["plies"];
        assert_eq!(found.as_u64(), nothing_left, "{answer}");
        assert_eq!(answer["left_open"], false, "{answer}");
    }
}

/// What `solve` says in passing of the soundness of a composition.
#[test]
fn soundness_at_a_first_look() {
    let said = |sfen: &str| {
        let (_, out, _) = run(&["solve", sfen], "");
        let line = out.lines().find(|l| l.starts_with("  soundness"));
        line.unwrap_or_else(|| panic!("{out}")).to_string()
    };
    let start = "  soundness, at a first look: ";
    let mates = "no other mate along this line before the last move (found by search)";
    assert_eq!(said(NINE), format!("{start}{mates}"));
    let two_golds = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
    let left = "pieces left over (駒余り); ";
    assert_eq!(said(two_golds), format!("{start}{left}{mates}"));
    // In 5 plies with nothing left, in 7 with a lance left (tanuki7-042).
    let longer = "9/8k/8l/5N1S1/8R/9/9/9/9 b r2b4g3s3n3l18p 1";
    let left = "a defence 2 plies longer leaves pieces (変長駒余り); another mate along this line \
                at ply 1, Rx1c+, in 7 plies, and 1 more; checks open: ";
    let said_of_longer = said(longer);
    assert!(
        said_of_longer.starts_with(&format!("{start}{left}")),
        "{said_of_longer}"
    );
    let (_, out, _) = run(&["solve", longer, "--lang", "ja"], "");
    assert!(
        out.contains("\n  簡易検討：駒の余る変化が2手長い（変長駒余り）、"),
        "{out}"
    );
    // Two defences last five plies; after one of them another move mates (tanuki5-002).
    let equal = "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1";
    assert_eq!(said(equal), format!("{start}{mates}"));
    let (_, out, _) = run(&["solve", equal], "");
    assert!(out.contains("\n  4e3c 2a3a 1d4a+ 3a2b 2d2c+\n"), "{out}");
    let (_, record, _) = run(&["solve", equal, "--format", "kif"], "");
    assert!(record.contains("\n   2 ３一玉(21)\n"), "{record}");
    // The declared line stays the one that is looked along.
    let declared = format!("a\t{equal}\t5\t4e3c 2a2b 2d2c+ 2b3a 2c3b\n");
    let (_, out, _) = run(&["solve", "-"], &declared);
    let found = "another mate along the declared line at ply 3, B-2c+, in 5 plies\n";
    assert!(out.contains(found), "{out}");
    // Declared with futile interpositions counted (tanuki5-040), and as it is not.
    let counted = "a\t6G1k/9/7G1/8S/8L/9/9/9/9 b 2r2b2g3s4n3l18p 1\t5\n";
    let (_, out, _) = run(&["solve", "-"], counted);
    assert!(
        out.contains("length: 5 plies (with futile interpositions counted)\n"),
        "{out}"
    );
    for (plies, differs) in [(7, "(differs: 変化長手数)"), (11, "(differs: 早詰)")] {
        let (_, out, _) = run(&["solve", "-"], &format!("a\t{NINE}\t{plies}\n"));
        assert!(out.contains(&format!("{plies} plies {differs}\n")), "{out}");
    }
}

#[test]
fn text_of_a_refutation() {
    let (code, out, _) = run(&["solve", NOMATE], "");
    assert_eq!(code, 0);
    assert!(
        out.contains("\nno mate\n  checks and the defences that hold"),
        "{out}"
    );
    assert!(
        out.contains("\n    G-1b Kx1b P*1c Nx1c (4 plies, then no check)\n"),
        "{out}"
    );
    let (_, answers) = json(&[NOMATE], "");
    let lines = answers[0]["refutation"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(lines[0]["ending"], "spent");
    let (_, record, _) = run(&["solve", NOMATE, "--format", "kif"], "");
    assert_eq!(record.matches("手で不詰\n").count(), 2, "{record}");
    assert!(out.contains("verified"), "{out}");
}

/// A bishop that falls nearer or farther is one entry, with a count.
#[test]
fn twins_of_a_refutation() {
    const FAR: &str = "7gk/8p/5P2s/7P1/9/9/9/9/9 b BN2rb3g3s3n4l15p 1";
    let (_, out, _) = run(&["solve", FAR], "");
    assert!(out.contains(" [likewise 6 more: B*"), "{out}");
    let (_, ja, _) = run(&["solve", FAR, "--near-misses=2", "--lang", "ja"], "");
    assert!(
        ja.contains("［ほか6手も同様：▲") && ja.contains("\n    ほか 1 通り\n"),
        "{ja}"
    );
    let (_, kif, _) = run(&["solve", FAR, "--near-misses=2", "--format", "kif"], "");
    assert_eq!(kif.matches("手で不詰\n").count(), 2, "{kif}");
    assert!(kif.contains("\n*[likewise 6 more: B*"), "{kif}");
    let (_, answers) = json(&[FAR], "");
    let checks = answers[0]["refutation"].as_array().unwrap();
    let twins = checks.iter().filter(|check| !check["twin_of"].is_null());
    assert_eq!((checks.len(), twins.count()), (9, 6), "{answers:?}");
}

#[test]
fn japanese_text() {
    let input = format!("{MATE}\n{NOMATE}\n");
    let (code, out, _) = run(&["solve", "--format", "ja", "--shortest", "-"], &input);
    let (_, same, _) = run(&["solve", "--lang", "ja", "--shortest", "-"], &input);
    let verdicts = |text: &str| text.matches("最短").count();
    assert_eq!(verdicts(&same), verdicts(&out));
    assert_eq!(code, 0);
    for part in [
        "詰み：1手（最短・証明済み）",
        "駒余り：なし（探索による）",
        "▲５二金 まで1手詰",
        "不詰",
        "検査済み",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

#[test]
fn usi_lines() {
    let input = format!("{MATE}\n{NOMATE}\n");
    let (code, out, _) = run(&["solve", "--format", "usi"], &input);
    assert_eq!(code, 0);
    assert_eq!(out, "checkmate G*5b\ncheckmate nomate\n");
}

#[test]
fn kif_reads_back_as_the_same_problem() {
    let (code, out, _) = run(&["solve", "--format", "kif", MATE], "");
    assert_eq!(code, 0);
    assert!(
        out.contains("   1 ５二金打\n   2 詰み\nまで1手で詰み\n"),
        "{out}"
    );
    let path = file("answer.kif", &out);
    let (code, objects) = json(&[path.to_str().unwrap()], "");
    assert_eq!((code, objects.len()), (0, 1));
    assert_eq!(objects[0]["sfen"], MATE);
}

#[test]
fn json_keys_and_order() {
    let input = format!("a\t{MATE}\t1\tG*5b\nb\t9/9 b - 1\nc\t{NOMATE}\n");
    let (code, objects) = json(&["--shortest", "--threads", "2", "-"], &input);
    assert_eq!(code, 2, "one line is bad");
    let ids: Vec<&str> = objects.iter().map(|o| o["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    let a = &objects[0];
    let keys: Vec<&String> = a.as_object().unwrap().keys().collect();
    for key in [
        "schema",
        "id",
        "sfen",
        "result",
        "plies",
        "raw_plies",
        "plies_lower",
        "raw_lower",
        "minimal",
        "leftover",
        "moves",
        "nodes",
        "threads",
        "ms",
        "table_mib",
        "certificate",
        "reason",
    ] {
        assert!(keys.contains(&&key.to_string()), "{key}");
    }
    assert_eq!(a["result"], "mate");
    assert_eq!((&a["plies"], &a["raw_plies"]), (&1.into(), &1.into()));
    assert_eq!(a["minimal"], serde_json::json!(["raw", "conventional"]));
    assert_eq!((&a["plies_lower"], &a["raw_lower"]), (&1.into(), &1.into()));
    assert_eq!(a["moves"], serde_json::json!(["G*5b"]));
    assert_eq!(a["leftover"], 0);
    assert_eq!(a["certificate"]["verified"], true);
    assert!(a["reason"].is_null());
    assert_eq!(objects[1]["result"], "error");
    let c = &objects[2];
    assert_eq!(c["result"], "nomate");
    assert!(c["plies"].is_null() && c["moves"].as_array().unwrap().is_empty());
}

#[test]
fn limits_give_unknown_and_exit_1() {
    let zuko = repository("problems/zuko.sfen");
    let first = std::fs::read_to_string(zuko).unwrap();
    let first = first.lines().find(|l| l.starts_with("zuko-001")).unwrap();
    for (option, value, reason) in [("--nodes", "100", "nodes"), ("--time", "1ms", "time")] {
        let (code, objects) = json(&[option, value, "-"], first);
        assert_eq!(code, 1);
        assert_eq!(objects[0]["result"], "unknown");
        assert_eq!(objects[0]["reason"], reason);
        assert!(objects[0]["certificate"].is_null());
    }
    let (code, out, _) = run(&["solve", "--nodes", "100", "-"], first);
    assert_eq!(code, 1);
    assert!(out.contains("unknown: out of nodes"), "{out}");
    let many = format!("{first}\n").repeat(3);
    let (code, objects) = json(&["--total-time", "1ms", "-"], &many);
    assert_eq!((code, objects.len()), (1, 3));
    assert!(objects.iter().all(|o| o["reason"] == "time"));
}

#[test]
fn certificates_in_a_file_and_in_a_folder() {
    let folder = temporary("certificates");
    let _ = std::fs::remove_dir_all(&folder);
    let single = fresh("certificates.tsc");
    let (code, _, _) = run(
        &["solve", "--certificate", single.to_str().unwrap(), MATE],
        "",
    );
    assert_eq!(code, 0);
    let (code, out, _) = run(&["check", single.to_str().unwrap()], "");
    assert_eq!((code, out.as_str()), (0, "VERIFIED mate 1\n"));
    let input = format!("a/b\t{MATE}\nc\t{NOMATE}\nc\t{NOMATE}\n");
    let (code, _, _) = run(
        &["solve", "--certificate", folder.to_str().unwrap(), "-"],
        &input,
    );
    assert_eq!(code, 0);
    let names: Vec<String> = ["a_b.tsc", "c.tsc", "c-3.tsc"]
        .iter()
        .map(|n| folder.join(n).to_str().unwrap().to_string())
        .collect();
    let args: Vec<&str> = std::iter::once("check")
        .chain(names.iter().map(String::as_str))
        .collect();
    let (code, out, _) = run(&args, "");
    assert_eq!(code, 0);
    let said: Vec<&str> = out
        .lines()
        .map(|l| l.rsplit_once(": ").unwrap().1)
        .collect();
    assert_eq!(
        said,
        ["VERIFIED mate 1", "VERIFIED nomate", "VERIFIED nomate"]
    );
    let tampered = std::fs::read_to_string(&single)
        .unwrap()
        .replace("G*5b", "G*4b");
    let path = file("tampered.tsc", &tampered);
    let (code, out, _) = run(&["check", path.to_str().unwrap()], "");
    assert_eq!(code, 1);
    assert!(out.starts_with("NOT VERIFIED"), "{out}");
}

#[test]
fn examples_of_every_format() {
    let example = |name: &str| repository(&format!("problems/examples/{name}"));
    let kif = example("head-gold-sjis.kif");
    let two = example("two-diagrams.bod");
    let zuko = example("zuko-002-attacker-labels.bod");
    let (code, objects) = json(&[&kif, &two, &zuko], "");
    let results: Vec<&str> = objects
        .iter()
        .map(|o| o["result"].as_str().unwrap())
        .collect();
    assert_eq!(code, 0);
    assert_eq!(results[0], "mate");
    assert_eq!(results[1], "nomate");
    assert_eq!(results[3], "mate");
    let (code, objects) = json(&[&example("bad-lines.sfen")], "");
    assert_eq!(code, 2);
    assert_eq!(objects[0]["result"], "mate");
    assert_eq!(objects.len(), 3);
}

#[test]
fn bench_saves_compares_and_shouts() {
    let good = format!(
        "{{\"id\": \"m\", \"sfen\": \"{MATE}\", \"expect\": \"mate\", \"raw_plies\": 1, \"plies\": 1}}\n\
         {{\"id\": \"n\", \"sfen\": \"{NOMATE}\", \"expect\": \"nomate\"}}\n"
    );
    let path = file("bench.jsonl", &good);
    let saved = fresh("bench-saved.jsonl");
    let (path, saved) = (path.to_str().unwrap(), saved.to_str().unwrap());
    let (code, out, _) = run(&["bench", path, "--shortest", "--save", saved], "");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("total: 2 of 2 decided"), "{out}");
    let (code, out, _) = run(&["bench", path, "--fresh", "--compare", saved], "");
    assert_eq!(code, 0);
    assert!(out.contains("geometric mean: time x"), "{out}");
    let lie = good
        .replace("\"nomate\"", "\"mate\"")
        .replace("\"raw_plies\": 1", "\"raw_plies\": 3");
    let path = file("bench-lie.jsonl", &lie);
    let (code, out, _) = run(&["bench", path.to_str().unwrap()], "");
    assert_eq!(code, 3);
    assert!(out.contains("*** WRONG *** 2 answers"), "{out}");
}

/// The first Ctrl-C ends the search, prints what is known and exits with 130.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly() {
    use std::process::{Command, Stdio};
    // It takes minutes: whatever the machine, it is not over when the signal comes.
    let hard = std::fs::read_to_string(repository("problems/hard.jsonl")).unwrap();
    let line = hard.lines().find(|l| l.contains("kaiten-mokuba")).unwrap();
    let problem: Value = serde_json::from_str(line).unwrap();
    let sfen = problem["sfen"].as_str().unwrap();
    let proofs = folder("ctrl-c");
    let child = Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args(["solve", "--format", "json", "--memory", "64M"])
        .args(["--threads", "2", "--certificate", text(&proofs), sfen, MATE])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Problems are taken up in their order: when the second one has its certificate,
    // the first one is being searched.
    crate::common::wait_until("a certificate", || {
        std::fs::read_dir(&proofs).unwrap().next().is_some()
    });
    crate::common::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(first["reason"], "interrupted");
}
