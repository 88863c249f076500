//! `tsumi verify`, `tsumi report` and `tsumi check DIR` as a user meets them.

use crate::common::{MATE, NINE, NOMATE, folder, repository, run, text, wait_until};
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const LINE: &str = "2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";
const TWO_GOLDS: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

/// Mate in one; the defence of the branch is none.
const BRANCH: &str = "後手の持駒：残り全部
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 歩 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
   1 １二金打
まで1手で詰み
変化：1手
   1 ９九玉(11)
";

/// The rows of a report without what differs from run to run.
fn rows(report: &str) -> Vec<Value> {
    crate::common::rows(report, &["ms", "table_mib"])
}

fn rows_of(path: &Path) -> Vec<Value> {
    rows(&std::fs::read_to_string(path).unwrap())
}

/// A collection of small problems, all kinds of them.
fn collection(count: usize) -> String {
    let lines = [
        format!("{NINE}\t9\t{LINE}"),
        format!("{MATE}\t1\tG*5b"),
        format!("{NOMATE}\t1"),
        format!("{NINE}\t11"),
        format!("{MATE}\t1\tG*4b"),
    ];
    (0..count)
        .map(|n| format!("p{n}\t{}\n", lines[n % lines.len()]))
        .collect()
}

#[test]
fn every_planted_fault_is_reported() {
    let dir = folder("verify-planted");
    let path = dir.join("planted.sfen");
    let gold = NINE.replace("RPr4g", "RGPr3g");
    let moved = "6s2/6l2/9/6BB1/9/9/9/9/k8 b RPr4g3s4n3l17p 1";
    let mut bytes = Vec::new();
    for line in [
        format!("sound\t{NINE}\t9\t{LINE}"),
        format!("too-short\t{NINE}\t7"),
        format!("too-long\t{NINE}\t11"),
        format!("cook\t{gold}\t9\t{LINE}"),
        format!("king-moved\t{moved}\t9\t{LINE}"),
        format!("illegal\t{NINE}\t9\t2d1c+ 1d1c R*1c"),
        format!("no-check\t{NINE}\t9\t2d1c+ 1d1c P*5e"),
        format!("sound\t{NINE}\t9\t{LINE}"),
        "broken\t6s2/6l2/9/6BBk/9/9/9/9/8 b RPr4g3s4n3l17p 1\t9".to_string(),
    ] {
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(b"bad-\xff\xff\t");
    bytes.extend_from_slice(format!("{NINE}\t9\n").as_bytes());
    std::fs::write(&path, bytes).unwrap();
    let branch = dir.join("branch.kif");
    std::fs::write(&branch, BRANCH).unwrap();
    let weak = format!("weak\t{NINE}\t7\t2d1c+ 1d1c R*2c 1c1d 2c2e+ 1d1c 2e2c\n");
    let rest = dir.join("rest.sfen");
    std::fs::write(&rest, weak + &format!("left\t{TWO_GOLDS}\t1\tG*5b\n")).unwrap();
    let files = [text(&path), text(&branch), text(&rest)];
    let args = [&["verify", "--format", "json"][..], &files].concat();
    let (code, out, err) = run(&args, "");
    // What is wrong with the moves is said in the rows.
    let said =
        "planted.sfen:10:5: warning: a byte that is no text in UTF-8, as which the line is read";
    assert!(
        code == 2 && err.trim_end().ends_with(said) && err.lines().count() == 1,
        "{err}"
    );
    let rows = rows(&out);
    let status = |n: usize| -> Vec<&str> {
        let list = rows[n]["status"].as_array().unwrap();
        list.iter().map(|s| s.as_str().unwrap()).collect()
    };
    let why = |n: usize| rows[n]["findings"][0]["text"].as_str().unwrap();
    assert_eq!(status(0), ["ok"]);
    assert_eq!(status(1), ["longer"]);
    assert_eq!(status(2), ["shorter"]);
    assert!(status(3).contains(&"cooked"), "{:?}", rows[3]);
    assert_eq!(status(4), ["nomate", "line-fails"]);
    assert_eq!(rows[4]["findings"][1]["ply"], 1);
    assert_eq!(status(5), ["line-fails"]);
    assert!(why(5).starts_with("move 3, ") && why(5).contains("not legal"));
    assert_eq!(status(6), ["line-fails"]);
    assert!(why(6).contains("gives no check"));
    assert_eq!(status(7), ["error"]);
    assert!(why(7).contains("given before"));
    assert_eq!(rows[7]["result"], "mate");
    assert_eq!(status(8), ["error"]);
    assert_eq!(
        (&rows[8]["line"], &rows[8]["id"]),
        (&9.into(), &"broken".into())
    );
    assert!(why(8).contains("rank i has 8 files"));
    assert_eq!(status(9), ["error"]);
    assert!(why(9).contains("neither UTF-8 nor Shift_JIS"));
    assert_eq!(status(10), ["line-fails"]);
    let place = format!("line {}, a branch (変化): move 1", BRANCH.lines().count());
    assert!(why(10).starts_with(&place) && why(10).contains("not legal"));
    assert!(status(11).contains(&"longer"), "{:?}", rows[11]);
    assert!(why(11).contains("ply 4: K-1b instead of K-1d lasts 2 plies longer"));
    assert_eq!(status(12), ["leftover"]);
    // The table for people says the same.
    let (code, out, _) = run(&[&["verify"][..], &files].concat(), "");
    assert_eq!(code, 2);
    assert!(out.contains("king-moved") && !out.contains("\nsound            ok"));
    assert!(
        out.contains("problems             13   settled 13, differing 12, undecided 0\n"),
        "{out}"
    );
    // In Japanese the reasons are too, with no English left but names and moves.
    let (_, out, _) = run(&[&["verify", "--lang", "ja"][..], &files].concat(), "");
    let reasons: Vec<&str> = out
        .lines()
        .filter(|l| l.contains("：") || l.contains("手"))
        .collect();
    assert!(out.contains("9手で詰む。申告は11手（早詰）"), "{out}");
    assert!(
        out.contains("余詰") && out.contains("件、短いものから"),
        "{out}"
    );
    assert!(
        out.contains("4手目△１二玉（本手順は△１四玉）で2手変長"),
        "{out}"
    );
    // The names of the statuses are the same in all languages.
    for word in [
        "mates", "ply", "the ", "not ", "rank", "declared", "gives", "gold",
    ] {
        assert!(!reasons.iter().any(|l| l.contains(word)), "{word}: {out}");
    }
}

#[test]
fn killed_at_any_moment_and_resumed() {
    let dir = folder("verify-killed");
    let path = dir.join("many.sfen");
    std::fs::write(&path, collection(120)).unwrap();
    let (code, whole, _) = run(&["verify", "--format", "json", text(&path)], "");
    assert_eq!(code, 1);
    let expected = rows(&whole);
    assert_eq!(expected.len(), 120);
    let report = dir.join("report.jsonl");
    let proofs = dir.join("proofs");
    let mut random = fastrand::Rng::with_seed(0);
    let args = ["verify", "--quiet", "--threads=2", text(&path), "--resume"];
    let folder = ["--proofs", "verdicts", "--certificates", text(&proofs)];
    let args = [&args[..], &[text(&report)], &folder].concat();
    let mut kills = 0;
    let mut lines = 0;
    while lines < 120 && kills < 40 {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
            .args(&args)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + random.u64(..200)));
        let _ = child.kill();
        child.wait().unwrap();
        kills += 1;
        // What a power cut leaves: a piece of the last line.
        if let Ok(mut bytes) = std::fs::read(&report) {
            let cut = random.usize(..60).min(bytes.len());
            bytes.truncate(bytes.len() - cut);
            lines = bytes.iter().filter(|&&b| b == b'\n').count();
            std::fs::write(&report, bytes).unwrap();
        }
    }
    let (code, _, err) = run(&args, "");
    assert_eq!((code, err.as_str()), (1, ""));
    let got = rows_of(&report);
    assert_eq!(got.len(), expected.len());
    for (mut got, mut want) in got.into_iter().zip(expected) {
        // The uninterrupted run wrote no certificates.
        for row in [&mut got, &mut want] {
            row.as_object_mut().unwrap().remove("from").unwrap();
            if !row["certificate"].is_null() {
                row["certificate"]["file"] = Value::Null;
            }
            for cook in row["cooks"].as_array_mut().unwrap() {
                cook["certificate"]["file"] = Value::Null;
            }
        }
        assert_eq!(got, want);
    }
    // A certificate for every verdict, each listed once, all of them good.
    let (code, out, _) = run(&["check", text(&proofs), "--threads", "2"], "");
    assert_eq!(code, 0, "{out}");
    let verdicts = 120 + 120 / 5 * 2;
    assert_eq!(out.matches(": VERIFIED").count(), verdicts);
}

#[test]
fn a_report_of_another_collection_is_refused() {
    let dir = folder("verify-other");
    let (one, two) = (dir.join("one.sfen"), dir.join("two.sfen"));
    std::fs::write(&one, collection(3)).unwrap();
    std::fs::write(&two, collection(3).replace("p1", "q1")).unwrap();
    let report = dir.join("r.jsonl");
    run(&["verify", text(&one), "--report", text(&report)], "");
    let before = std::fs::read(&report).unwrap();
    let (code, _, err) = run(&["verify", text(&two), "--resume", text(&report)], "");
    assert_eq!(code, 2);
    assert!(err.contains("belongs to another one"), "{err}");
    std::fs::write(&two, collection(2)).unwrap();
    let (code, _, err) = run(&["verify", text(&two), "--resume", text(&report)], "");
    assert_eq!(code, 2, "{err}");
    assert_eq!(std::fs::read(&report).unwrap(), before, "nothing is lost");
    std::fs::write(&report, "hello\nyou\n").unwrap();
    let (code, _, err) = run(&["verify", text(&one), "--resume", text(&report)], "");
    assert_eq!(code, 2);
    assert!(err.contains(":1: not a line of"), "{err}");
}

#[test]
fn easy_first_and_threads_change_nothing() {
    let dir = folder("verify-easy");
    let path = dir.join("many.sfen");
    std::fs::write(&path, collection(25)).unwrap();
    let (_, plain, _) = run(&["verify", "--format", "json", text(&path)], "");
    let report = dir.join("r.jsonl");
    let args = [
        "verify",
        "--format",
        "json",
        "--threads",
        "3",
        "--easy-first=10m",
    ];
    let args = [&args[..], &[text(&path), "--report", text(&report)]].concat();
    let (code, out, err) = run(&args, "");
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(rows(&out), rows(&plain));
    assert_eq!(rows_of(&report), rows(&plain));
    assert!(!dir.join("r.jsonl.easy").exists());
    assert!(!dir.join("r.jsonl.middle").exists());
    assert!(!dir.join("r.jsonl.late").exists());
}

#[test]
fn what_remains_of_the_total_time_is_shared() {
    let dir = folder("verify-shares");
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let hard = ["zuko-007\t", "zuko-008\t", "zuko-097\t", "zuko-002\t"];
    let lines: Vec<&str> = zuko
        .lines()
        .filter(|l| hard.iter().any(|id| l.starts_with(id)))
        .collect();
    assert_eq!(lines.len(), hard.len());
    let path = dir.join("hard.sfen");
    std::fs::write(&path, lines.join("\n")).unwrap();
    let report = dir.join("r.jsonl");
    let args = ["verify", "--easy-first=100ms", "--total-time", "8s", "-q"];
    let args = [&args[..], &[text(&path), "--report", text(&report)]].concat();
    let (code, _, err) = run(&args, "");
    assert_eq!((code, err.as_str()), (1, ""));
    // Every one had its turn; `shares.rs` has the sums.
    let rows = rows_of(&report);
    assert_eq!(rows.len(), hard.len());
}

/// Killed when the middle pass has written something; the other passes follow on resuming,
/// and what the middle one settled stays as it was: the mate in one at least, the others
/// as far as this machine comes in the time.
#[test]
fn killed_in_the_middle_pass_and_resumed() {
    let dir = folder("verify-middle");
    let zuko = std::fs::read_to_string(repository("problems/zuko.sfen")).unwrap();
    let ids = ["zuko-002\t", "zuko-006\t", "zuko-007\t", "zuko-030\t"];
    let wanted = |l: &&str| ids.iter().any(|id| l.starts_with(id));
    let easy = format!("easy\t{MATE}\t1\tG*5b");
    let lines: Vec<&str> = std::iter::once(easy.as_str())
        .chain(zuko.lines().filter(wanted))
        .collect();
    let path = dir.join("hard.sfen");
    std::fs::write(&path, lines.join("\n")).unwrap();
    let report = dir.join("r.jsonl");
    let beside = |name: &str| dir.join(format!("r.jsonl.{name}"));
    let args = |total| {
        let args = ["verify", "-q", "--easy-first=500ms", "--total-time", total];
        [&args[..], &[text(&path), "--resume", text(&report)]].concat()
    };
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args(args("10m"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let written = || std::fs::read_to_string(beside("middle")).unwrap_or_default();
    wait_until("a middle pass", || written().lines().count() >= 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let middle = written();
    let middle: Vec<&str> = middle.split_inclusive('\n').collect();
    assert!(middle.len() >= 2 && beside("easy").exists());
    let (code, _, err) = run(&args("6s"), "");
    assert_eq!((code, err.as_str()), (1, ""));
    let all = std::fs::read_to_string(&report).unwrap();
    assert_eq!(all.lines().count(), lines.len());
    let settled = |row: &str| serde_json::from_str::<Value>(row).unwrap()["status"][0] == "ok";
    assert!(settled(middle[0]), "{}", middle[0]);
    for row in middle
        .iter()
        .filter(|row| row.ends_with('\n') && settled(row))
    {
        assert!(all.contains(row), "{row}");
    }
    let left = ["easy", "middle", "late"].map(|name| beside(name).exists());
    assert_eq!(left, [false; 3]);
}

#[test]
fn folders_and_standard_input() {
    let dir = folder("verify-folder");
    std::fs::create_dir(dir.join("b")).unwrap();
    std::fs::write(dir.join("b/two.sfen"), format!("two\t{MATE}\t1\n")).unwrap();
    std::fs::write(dir.join("a.sfen"), format!("one\t{NINE}\t9\n")).unwrap();
    std::fs::write(dir.join("notes.pdf"), "no problem").unwrap();
    let (code, out, _) = run(&["verify", "--format", "json", text(&dir)], "");
    assert_eq!(code, 0);
    let ids: Vec<Value> = rows(&out).iter().map(|r| r["id"].clone()).collect();
    assert_eq!(ids, ["one", "two"]);
    let (code, out, _) = run(&["verify", "-"], &format!("x\t{MATE}\t1\n"));
    assert_eq!(code, 0);
    assert!(
        out.contains("\n  sound, without any alternative\n"),
        "{out}"
    );
    let empty = folder("verify-empty");
    let one = dir.join("a.sfen");
    let (code, out, _) = run(&["verify", text(&empty), text(&one)], "");
    assert_eq!(code, 2);
    assert!(out.contains("no file with problems"), "{out}");
    assert!(
        out.contains("ok                    1 "),
        "a folder costs no other input: {out}"
    );
}

#[test]
fn reports_of_parts_merge_into_the_whole() {
    let dir = folder("verify-merge");
    let all = collection(20);
    let (head, tail) = all.split_at(all.match_indices('\n').nth(8).unwrap().0 + 1);
    let report = |name: &str, part: &str| {
        let path = dir.join(name);
        let (_, out, _) = run(&["verify", "--format", "json", "-"], part);
        std::fs::write(&path, out).unwrap();
        path
    };
    let (a, b, whole) = (report("a", head), report("b", tail), report("w", &all));
    let (code, merged, _) = run(&["report", "--format", "json", text(&a), text(&b)], "");
    assert_eq!(code, 1);
    let without_place = |text: &str| {
        let mut rows = rows(text);
        rows.iter_mut().for_each(|r| r["line"] = Value::Null);
        rows
    };
    let single = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(without_place(&merged), without_place(&single));
    let html = dir.join("page.html");
    let markdown = dir.join("page.md");
    let args = ["report", text(&whole), "--html", text(&html)];
    let (_, out, _) = run(&[&args[..], &["--markdown", text(&markdown)]].concat(), "");
    assert!(
        out.contains("problems             20   settled 20, differing 12, undecided 0"),
        "{out}"
    );
    let html = std::fs::read_to_string(html).unwrap();
    assert_eq!(html.matches("<figure><svg ").count(), 20);
    assert_eq!(html.matches("<article ").count(), 20);
    // Nothing is fetched: the only addresses are the name space of the pictures and links to the
    // bench.
    let fetched = html.replace("http://www.w3.org/2000/svg", "");
    let fetched = fetched.replace("<a href=\"http://localhost:8027/#", "");
    assert!(!fetched.contains("http") && !fetched.contains("src="));
    assert!(html.contains("B-1c+"));
    let markdown = std::fs::read_to_string(markdown).unwrap();
    assert!(markdown.contains("### p3: shorter"), "{markdown}");
}

#[test]
fn a_page_is_safe_from_what_a_collection_says() {
    let id = "<script>alert(1)</script>|`x`";
    let line = format!("{id}\t{MATE}\t3\n");
    let dir = folder("verify-hostile");
    let (report, html) = (dir.join("r"), dir.join("p.html"));
    let (_, out, _) = run(&["verify", "--format", "json", "-"], &line);
    std::fs::write(&report, out).unwrap();
    run(&["report", text(&report), "--html", text(&html)], "");
    let html = std::fs::read_to_string(html).unwrap();
    assert!(html.contains("&lt;script&gt;alert(1)") && !html.contains("<script>alert"));
}

#[test]
fn games_as_a_collection_show_no_difference() {
    let games = std::fs::read_to_string("problems/game.jsonl").unwrap();
    let some: Vec<&str> = games.lines().step_by(5).collect();
    let args = [
        "verify",
        "--profile",
        "game",
        "--nodes",
        "5M",
        "--format",
        "json",
        "-",
    ];
    let (code, out, err) = run(&args, &some.join("\n"));
    assert_eq!((code, err.as_str()), (0, ""));
    let rows = rows(&out);
    assert_eq!(rows.len(), 80);
    for (row, line) in rows.iter().zip(some) {
        let game: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["status"], serde_json::json!(["ok"]), "{row}");
        assert_eq!((&row["id"], &row["result"]), (&game["id"], &game["expect"]));
        if !game["raw_plies"].is_null() {
            assert_eq!(row["raw_plies"], game["raw_plies"], "{row}");
        }
    }
    // And one that is not what it says.
    let wrong = games
        .lines()
        .find(|l| l.contains("\"raw_plies\": 11"))
        .unwrap();
    let wrong = wrong.replace("\"raw_plies\": 11", "\"raw_plies\": 13");
    let (code, out, _) = run(&args, &wrong);
    assert_eq!(code, 1);
    assert!(out.contains("raw: mate in 11 plies, 13 declared"), "{out}");
}

#[test]
fn some_problems_of_a_collection() {
    let dir = folder("verify-picked");
    let path = dir.join("all.sfen");
    std::fs::write(&path, collection(5)).unwrap();
    let args = ["verify", text(&path), "--format", "json"];
    let ids = |more: &[&str]| {
        let (_, out, _) = run(&[&args, more].concat(), "");
        let ids = rows(&out).into_iter();
        ids.map(|row| row["id"].as_str().map(str::to_string))
            .collect::<Vec<_>>()
    };
    let found = ids(&["--problem", "p3", "--problem", "1"]);
    assert_eq!(found, [Some("p0".into()), Some("p3".into())]);
    let (code, out, _) = run(&["verify", text(&path), "--problem", "p1"], "");
    assert_eq!(code, 0);
    assert!(out.starts_with("p1\n  mate in 1 ply"), "a card: {out}");
    let (code, out, _) = run(&["verify", text(&path), "--problem", "p7"], "");
    assert_eq!(code, 2);
    assert!(out.contains("no problem has this id or number"), "{out}");
}

/// Without a report to go on with, what is known is printed.
#[test]
#[cfg(unix)]
fn ctrl_c_prints_what_is_known() {
    let hard = std::fs::read_to_string(repository("problems/hard.jsonl")).unwrap();
    let hard = hard.lines().find(|l| l.contains("kaiten-mokuba")).unwrap();
    let dir = folder("verify-ctrl-c");
    let (path, proofs) = (dir.join("two.jsonl"), dir.join("proofs"));
    let mate = format!("{{\"id\": \"mate\", \"sfen\": \"{MATE}\"}}");
    std::fs::write(&path, format!("{hard}\n{mate}\n")).unwrap();
    let args = ["verify", text(&path), "--threads", "2", "--memory", "64M"];
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args(args)
        .args(["--lang", "en", "--certificates", text(&proofs)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // When the second one has its certificate, the first one is being searched.
    let begin = std::time::Instant::now();
    while !proofs.join("mate.tsc").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no certificate");
        std::thread::sleep(Duration::from_millis(1));
    }
    crate::common::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("no verdict: interrupted"), "{out}");
    assert!(out.contains("undecided 1\n"), "{out}");
}
