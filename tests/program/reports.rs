//! Reports of `tsumi verify`: what a run that goes on takes over, what is never
//! overwritten, and what happens when nobody reads the output.

#[cfg(target_os = "linux")]
use crate::common::closed_output;
use crate::common::{MATE, NINE, NOMATE, folder, run, text, tsumi};
use serde_json::Value;
use std::fs;
use std::path::Path;

const LINE: &str = "2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";

/// Writes a collection of lines.
fn collection(path: &Path, lines: &[&str]) {
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

#[test]
fn a_row_is_taken_over_for_the_same_question_only() {
    let dir = folder("report-pins");
    let path = dir.join("set.sfen");
    let report = dir.join("r.jsonl");
    let nine = format!("a\t{NINE}\t9\t{LINE}");
    let both = "b\t4k4/9/9/9/9/9/9/9/4K4 b 2R2b4g4s4n4l18p 1\t1";
    collection(&path, &[&nine, both]);
    let verify = |more: &[&str]| {
        let args = ["verify", "-q", text(&path), "--resume", text(&report)];
        run(&[&args[..], more].concat(), "")
    };
    let (code, ..) = verify(&["--nodes", "20k"]);
    assert_eq!(code, 1);
    let before = fs::read(&report).unwrap();
    let refused = |more: &[&str], why: &str| {
        let (code, out, err) = verify(more);
        assert_eq!(code, 2, "{why}: {out}{err}");
        assert!(err.contains(why) && err.contains("to start anew"), "{err}");
        assert_eq!(fs::read(&report).unwrap(), before, "{why}");
    };
    // Limits may be others.
    let (code, _, err) = verify(&["--nodes", "30k", "--threads", "2", "--memory", "64M"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(fs::read(&report).unwrap(), before);
    for (more, why) in [
        (["--profile", "game"], "--profile"),
        (["--futile", "none"], "--futile"),
        (["--cooks", "all"], "--cooks"),
        (["--certificates", text(&dir.join("new"))], "--certificates"),
        // No king of Black is there to be mated.
        (["--attacker", "white"], "line 1 of the report"),
    ] {
        refused(&more, why);
    }
    refused(&["--shortest-raw"], "--shortest-raw");
    // The problem is another one, by its position or by what is declared.
    let moved = nine.replace("6BBk", "5B1Bk");
    for (line, why) in [
        (moved.as_str(), "another position"),
        (&nine.replace("\t9\t", "\t11\t"), "declared length"),
        (&nine.replace(" 2c2a+ 1a2a 3d1b+", ""), "declared length"),
    ] {
        collection(&path, &[line, both]);
        refused(&[], why);
    }
    let (_, _, err) = verify(&["--lang", "ja"]);
    assert!(err.contains("申告された手数・手順・変化"), "{err}");
    // A report of an older version does not say what it was made from.
    collection(&path, &[&nine, both]);
    let rows = String::from_utf8(before.clone()).unwrap();
    let old: Vec<String> = rows
        .lines()
        .map(|line| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            row.as_object_mut().unwrap().remove("from");
            // The order of the keys is that of the program.
            let rest = row.to_string();
            format!("{{\"schema\":1,{}", &rest[1..].replace(",\"schema\":1", ""))
        })
        .collect();
    fs::write(&report, old.join("\n") + "\n").unwrap();
    let (code, _, err) = verify(&[]);
    assert_eq!(code, 2);
    assert!(err.contains("older versions"), "{err}");
    let (code, out, _) = run(&["report", text(&report)], "");
    assert!(
        code == 1 && out.contains("problems              2"),
        "{out}"
    );
}

#[test]
fn branches_belong_to_what_a_row_was_made_from() {
    let dir = folder("report-branches");
    let (path, report) = (dir.join("x.kif"), dir.join("r.jsonl"));
    let sfen = dir.join("x.sfen");
    fs::write(&sfen, format!("x\t{NINE}\t9\t{LINE}\n")).unwrap();
    run(&["convert", text(&sfen), "-o", text(&path)], "");
    let record = fs::read_to_string(&path).unwrap();
    let args = ["verify", "-q", text(&path), "--resume", text(&report)];
    run(&args, "");
    let branch = "\n変化：2手\n   2 １五玉(14)\n   3 １六飛打\n";
    fs::write(&path, record.clone() + branch).unwrap();
    let (code, _, err) = run(&args, "");
    assert_eq!(code, 2);
    assert!(err.contains("line or branches"), "{err}");
    fs::write(&path, record).unwrap();
    assert_eq!(run(&args, "").0, 0);
}

#[test]
fn certificates_of_the_rows_before_have_to_be_there() {
    let dir = folder("report-certificates");
    let (path, report) = (dir.join("set.sfen"), dir.join("r.jsonl"));
    let proofs = dir.join("proofs");
    collection(&path, &[&format!("a\t{NINE}\t9"), &format!("b\t{NOMATE}")]);
    let args = ["verify", "-q", text(&path), "--resume", text(&report)];
    let args = [&args[..], &["--certificates", text(&proofs)]].concat();
    assert_eq!(run(&args, "").0, 1);
    assert_eq!(run(&args, "").0, 1, "all are there");
    fs::remove_file(proofs.join("b.tsc")).unwrap();
    let (code, _, err) = run(&args, "");
    assert_eq!(code, 2);
    assert!(err.contains("its certificate b.tsc is not in"), "{err}");
    // An index that lists nothing proves nothing, and without rows there is nothing to prove.
    fs::write(proofs.join("index.jsonl"), "").unwrap();
    let (code, out, _) = run(&["check", text(&proofs)], "");
    // The list of rows is that of the run that was refused.
    assert!(code == 1 && out.contains("has no end"), "{out}");
    fs::remove_file(proofs.join("rows.txt")).unwrap();
    let (code, _, err) = run(&["check", text(&proofs)], "");
    assert_eq!(code, 2);
    assert!(err.contains("lists no certificate"), "{err}");
}

#[test]
fn the_index_says_who_attacks() {
    let dir = folder("report-attacker");
    let proofs = dir.join("proofs");
    // Both have a king, and White is mated at once.
    let both = "b\t4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let args = ["verify", "-q", "-", "--certificates", text(&proofs)];
    assert_eq!(run(&args, both).0, 0);
    let index = fs::read_to_string(proofs.join("index.jsonl")).unwrap();
    assert!(index.contains("\"attacker\":\"black\""), "{index}");
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!(code, 0, "{out}");
    let other = index.replace("\"attacker\":\"black\"", "\"attacker\":\"white\"");
    fs::write(proofs.join("index.jsonl"), other).unwrap();
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!(code, 1);
    assert!(out.contains("NOT VERIFIED: black attacks in it"), "{out}");
    let (_, out, _) = run(&["solve", "--format", "json", "-"], both);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["attacker"], "black");
}

#[test]
fn no_input_and_no_other_file_is_overwritten() {
    let dir = folder("report-inputs");
    let input = dir.join("same.tsv");
    let line = format!("a\t{MATE}\t1\n");
    let kept = |path: &Path, bytes: &str, args: &[&str], why: &str| {
        fs::write(path, bytes).unwrap();
        let (code, _, err) = run(args, "");
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(why), "{args:?}: {err}");
        assert_eq!(fs::read_to_string(path).unwrap(), bytes, "{args:?}");
    };
    let name = text(&input);
    for option in ["--report", "--resume"] {
        kept(
            &input,
            &line,
            &["verify", name, option, name],
            "is an input",
        );
    }
    // By another name of the same file, and as a report beside the last one.
    let dotted = dir.join("./same.tsv");
    let args = ["verify", name, "--report", text(&dotted)];
    kept(&input, &line, &args, "is an input");
    let easy = dir.join("r.easy");
    let report = dir.join("r");
    let args = [
        "verify",
        text(&easy),
        "--easy-first",
        "--report",
        text(&report),
    ];
    kept(&easy, &line, &args, "is an input");
    let index = dir.join("index.jsonl");
    let args = ["verify", text(&index), "--certificates", text(&dir)];
    let json = format!("{{\"sfen\": \"{MATE}\"}}\n");
    kept(&index, &json, &args, "is an input");
    // A file that is no report.
    fs::write(&input, &line).unwrap();
    let other = dir.join("other");
    for bytes in ["hello", "hello\nyou\n", "{\"schema\":2}\n", "{\"schema\":"] {
        for option in ["--report", "--resume"] {
            let args = ["verify", name, option, text(&other)];
            match bytes {
                // What a kill leaves of a first row.
                "{\"schema\":" => {
                    fs::write(&other, bytes).unwrap();
                    assert_eq!(run(&args, "").0, 0);
                    assert!(fs::read_to_string(&other).unwrap().contains("\"a\""));
                }
                _ => kept(&other, bytes, &args, ":1: not a line of"),
            }
        }
    }
    // A page is no report either, and a report is no page.
    for option in ["--html", "--markdown"] {
        let rows = fs::read_to_string(&other).unwrap();
        let args = ["report", text(&other), option, text(&other)];
        kept(&other, &rows, &args, "is an input");
        // Nor is any other file overwritten unasked.
        let page = dir.join("page");
        let args = ["report", text(&other), option, text(&page)];
        kept(&page, "mine", &args, "exists already");
        let (code, _, err) = run(&[&args[..], &["--force"]].concat(), "");
        assert_eq!(code, 0, "{err}");
        assert_ne!(fs::read_to_string(&page).unwrap(), "mine");
        let folder = ["report", text(&other), option, text(&dir)];
        assert!(run(&folder, "").2.contains("is a folder"));
    }
}

#[test]
fn two_runs_do_not_write_one_report() {
    let dir = folder("report-lock");
    let (path, report) = (dir.join("set.sfen"), dir.join("r.jsonl"));
    collection(&path, &[&format!("a\t{MATE}\t1")]);
    for easy in [&[][..], &["--easy-first"]] {
        let held = fs::File::create(&report).unwrap();
        held.lock().unwrap();
        let args = ["verify", "-q", text(&path), "--resume", text(&report)];
        let args = [&args[..], easy].concat();
        let (code, _, err) = run(&args, "");
        assert_eq!(code, 2);
        assert!(err.contains("another run is writing"), "{err}");
        assert_eq!(fs::read(&report).unwrap(), b"");
        drop(held);
        assert_eq!(run(&args, "").0, 0);
    }
}

/// Exit code and standard error of a run whose standard output goes there.
#[cfg(target_os = "linux")]
fn into(stdout: impl Into<std::process::Stdio>, args: &[&str]) -> (i32, String) {
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tsumi"))
        .args(args)
        .stdout(stdout)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap_or(-1), err)
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_nobody_takes_is_no_success() {
    let dir = folder("report-output");
    let (path, report) = (dir.join("set.sfen"), dir.join("r.jsonl"));
    let proofs = dir.join("proofs");
    let problem = format!("a\t{MATE}\t1");
    collection(&path, &[&problem]);
    let verify = ["verify", "-q", text(&path)];
    let more = ["--report", text(&report), "--certificates", text(&proofs)];
    assert_eq!(run(&[&verify[..], &more].concat(), "").0, 0);
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for args in [
        &verify[..],
        &["report", text(&report)],
        &["check", text(&proofs)],
        &["check", text(&proofs.join("a.tsc"))],
    ] {
        let (code, err) = into(full(), args);
        assert!(code == 2 || code == 4, "{args:?}: {code} {err}");
        assert!(err.contains("No space left") && !err.contains("panicked"));
        let (code, err) = into(closed_output(), args);
        assert_eq!((code, err.as_str()), (4, ""), "{args:?}");
    }
}

#[test]
fn a_long_id_and_names_of_devices_have_certificates_too() {
    let dir = folder("report-names");
    let proofs = dir.join("proofs");
    let long = "\u{20000}".repeat(70);
    let lines: String = [&long, "CON", "b"]
        .iter()
        .map(|id| format!("{id}\t{MATE}\t1\n"))
        .collect();
    let args = ["verify", "-q", "-", "--certificates", text(&proofs)];
    let (code, out, err) = run(&args, &lines);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(proofs.join("_CON.tsc").is_file() && proofs.join("b.tsc").is_file());
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!((code, out.matches(": VERIFIED").count()), (0, 3), "{out}");
}

#[test]
fn files_of_one_name_in_two_folders_are_two_problems() {
    let dir = folder("report-names-twice");
    let sfen = dir.join("x.sfen");
    fs::write(&sfen, format!("x\t{MATE}\t1\tG*5b\n")).unwrap();
    let record = dir.join("x.kif");
    run(&["convert", text(&sfen), "-o", text(&record)], "");
    for year in ["2025", "2026"] {
        fs::create_dir(dir.join(year)).unwrap();
        fs::copy(&record, dir.join(year).join("001.kif")).unwrap();
    }
    fs::rename(&record, dir.join("2026/002.kif")).unwrap();
    fs::remove_file(&sfen).unwrap();
    let (code, out, err) = run(&["verify", "--format", "json", text(&dir)], "");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let ids: Vec<String> = out
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            row["id"].as_str().unwrap().to_string()
        })
        .collect();
    assert!(ids[0].ends_with("2025/001.kif") && ids[1].ends_with("2026/001.kif"));
    assert_eq!(ids[2], "002");
    // The same file twice is one problem too many.
    let one = dir.join("2026/002.kif");
    let (code, out, _) = run(&["verify", text(&one), text(&one)], "");
    assert!(code == 2 && out.contains("given before"), "{out}");
}

#[test]
fn a_report_may_say_anything_and_does_no_harm() {
    let dir = folder("report-hostile");
    let (report, html, markdown) = (dir.join("r"), dir.join("p.html"), dir.join("p.md"));
    let (_, out, _) = run(
        &["verify", "--format", "json", "-"],
        &format!("a\t{MATE}\t3\n"),
    );
    let mut row: Value = serde_json::from_str(&out).unwrap();
    let hostile = "\u{1b}[31m<script>alert(1)</script>\n# heading `x`";
    row["status"] = serde_json::json!([hostile]);
    row["sfen"] = (row["sfen"].as_str().unwrap().to_string() + hostile).into();
    for key in ["claim", "file"] {
        row["certificate"][key] = hostile.into();
    }
    for key in ["text", "ja", "status"] {
        row["findings"][0][key] = hostile.into();
    }
    fs::write(&report, row.to_string()).unwrap();
    let args = ["report", text(&report), "--html", text(&html)];
    let args = [&args[..], &["--markdown", text(&markdown)]].concat();
    for lang in ["en", "ja"] {
        let (_, out, _) = run(&[&args[..], &["--lang", lang]].concat(), "");
        let html = fs::read_to_string(&html).unwrap();
        let markdown = fs::read_to_string(&markdown).unwrap();
        for page in [&out, &html, &markdown] {
            assert!(!page.contains('\u{1b}') && !page.contains("\n# heading"));
        }
        assert!(!html.contains("<script>alert") && html.contains("&lt;script&gt;"));
        let outside = |text: &str| text.split('`').step_by(2).any(|t| t.contains("<script>"));
        assert!(!outside(&markdown.replace("\\<", "").replace("\\`", "")));
    }
}

#[test]
fn a_report_that_is_named_twice_is_refused() {
    let dir = folder("report-twice");
    let (one, two) = (dir.join("a.jsonl"), dir.join("b.jsonl"));
    let args = ["verify", "-q", "-", "--report", text(&one)];
    run(&args, &format!("a\t{MATE}\t1\n"));
    fs::copy(&one, &two).unwrap();
    let row = fs::read_to_string(&one).unwrap();
    let again = dir.join(".").join("a.jsonl");
    for (files, named) in [
        ([text(&one), text(&two), text(&one)], text(&one)),
        ([text(&one), text(&two), text(&again)], text(&again)),
        (["-", text(&one), "-"], "-"),
    ] {
        let args = [&["report"][..], &files].concat();
        let (code, out, err) = run(&args, &row);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(&format!("{named}: is named twice")), "{err}");
        let (_, _, err) = run(&[&args[..], &["--lang", "ja"]].concat(), &row);
        assert!(err.contains(&format!("{named}：二度指定されて")), "{err}");
    }
    let (code, out, err) = run(&["report", text(&one), text(&two), "-"], &row);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("problems              3 "), "{out}");
}

#[cfg(unix)]
#[test]
fn something_endless_is_no_report() {
    let (code, _, err) = run(&["report", "/dev/zero"], "");
    assert_eq!(code, 2);
    assert!(err.contains("not a line of"), "{err}");
}

#[test]
fn many_other_mates_are_one_sentence() {
    let dir = folder("report-cooks");
    let report = dir.join("r.jsonl");
    // Gold or rook: mates wherever one looks.
    let line = "a\t4k4/9/3PPP3/9/9/9/9/9/9 b GR1r2b3g4s4n4l15p 1\t1\tG*5b\n";
    let two = format!("{line}b\t{MATE}\t1\n");
    let args = ["verify", "-", "--cooks", "all", "--report", text(&report)];
    let (_, out, _) = run(&args, &two);
    let headline = out.lines().next().unwrap();
    assert!(headline.contains("other moves mate too (余詰), the shortest ply 1 "));
    assert!(headline.contains(" in 3 plies, ply 1 ") && !headline.contains("1 plies"));
    assert!(headline.contains(" more"), "{headline}");
    let cooks = fs::read_to_string(&report)
        .unwrap()
        .matches("mates too, in")
        .count();
    assert!(cooks > 3, "the report has them all");
    let (_, out, _) = run(&["report", text(&report), "--lang", "ja"], "");
    let headline = out.lines().next().unwrap();
    assert!(headline.contains("短いものから1手目▲"), "{headline}");
    assert!(headline.contains("（3手）、"), "{headline}");
}

#[test]
fn an_illegal_move_is_quoted_without_its_times() {
    let dir = folder("report-quote");
    let (sfen, path) = (dir.join("x.sfen"), dir.join("x.kif"));
    fs::write(&sfen, format!("x\t{MATE}\t1\tG*5b\n")).unwrap();
    run(&["convert", text(&sfen), "-o", text(&path)], "");
    let record = fs::read_to_string(&path).unwrap();
    let at = record.find("５二金打").unwrap();
    let end = at + record[at..].find('\n').unwrap();
    let wrong = record[..at].to_string() + "５九玉(51)   ( 0:01/00:00:01)" + &record[end..];
    fs::write(&path, wrong).unwrap();
    for (lang, said) in [
        ("en", "move 1, ５九玉(51), is"),
        ("ja", "1手目 ５九玉(51) は"),
    ] {
        let (_, out, _) = run(&["verify", text(&path), "--lang", lang], "");
        assert!(out.contains(said) && !out.contains("0:01"), "{out}");
    }
}

#[test]
fn what_is_found_is_said_in_japanese_from_a_report() {
    let dir = folder("report-japanese");
    let report = dir.join("r.jsonl");
    let lines = [
        format!("a\t{NINE}\t7\t2d1c+ 1d1c R*2c 1c1d 2c2e+ 1d1c 2e2c"),
        format!("b\t{NINE}\t11"),
        format!("c\t{NOMATE}\t1"),
        format!("d\t{NINE}\t9\t2d1c+ 1d1c P*5e"),
        format!("e\t{MATE}\t1\tG*4b"),
        "f\t8k/9\t1".to_string(),
        format!("a\t{NINE}\t9"),
        format!("g\t{NINE}\t9\t2d1c+ 1d1c R*2c 1c1b"),
    ];
    let args = ["verify", "-q", "-", "--report", text(&report)];
    run(&args, &lines.join("\n"));
    let mut command = tsumi();
    command
        .args(["report", text(&report)])
        .env("LANG", "ja_JP.UTF-8");
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    for said in [
        "4手目△１二玉（本手順は△１四玉）で2手変長",
        "9手で詰む。申告は11手（早詰）",
        "不詰：玉方は詰まない",
        "3手目▲５五歩は王手でない",
        "id a は前にもある",
        "手順が玉方の手で終わる",
    ] {
        assert!(output.contains(said), "{said}: {output}");
    }
    for line in output.lines().filter(|l| l.contains('手')) {
        for word in [" the ", " is ", "move", "ply", "mate in", "declared"] {
            assert!(!line.contains(word), "{word}: {line}");
        }
    }
    // The report itself is English, with the Japanese beside it.
    let rows = fs::read_to_string(&report).unwrap();
    assert!(rows.contains("\"text\":\"move 3, P*5e, gives no check\""));
}
