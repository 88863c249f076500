//! The certificates that `tsumi verify` writes, judged by `tsumi check DIR`: the index, the rows, and
//! what is compressed.

use crate::common::{MATE, NINE, folder, run, text};
use serde_json::Value;
use std::path::Path;

#[test]
fn the_index_is_held_against_the_files() {
    let dir = folder("verify-index");
    let proofs = dir.join("proofs");
    let args = ["verify", "-", "--certificates", text(&proofs)];
    let two = format!("a\t{NINE}\t9\nb\t{MATE}\t1\n");
    run(&args, &two);
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!((code, out.matches(": VERIFIED").count()), (0, 3), "{out}");
    std::fs::copy(proofs.join("b.tsc"), proofs.join("a.tsc")).unwrap();
    std::fs::remove_file(proofs.join("b.tsc")).unwrap();
    let (code, out, _) = run(&["check", text(&proofs)], "");
    assert_eq!(code, 1);
    assert!(
        out.contains("a.tsc: NOT VERIFIED: it proves mate 1"),
        "{out}"
    );
    assert!(
        out.contains("b.tsc: NOT VERIFIED: listed in the index, but missing"),
        "{out}"
    );
}

/// What `check` says of a folder's rows, with its exit code.
fn check(folder: &Path) -> (i32, String) {
    let (code, out, _) = run(&["check", text(folder)], "");
    let said = out.lines().filter(|line| !line.contains(": VERIFIED"));
    let prefix = format!("{}: ", text(folder));
    let said: Vec<String> = said.map(|line| line.replace(&prefix, "")).collect();
    (code, said.join("; "))
}

/// The end of Shogi Muso 033: the check at its third ply is the only one. What was said of other
/// checks along the line ended before it, and the row was not proved.
#[test]
fn a_check_that_is_the_only_one_is_part_of_the_proof() {
    let dir = folder("verify-only-check");
    let problem = dir.join("end.sfen");
    let rows = [
        "five\t2g6/l1prss3/1G7/2+Rp5/p3P+p3/+l1+Bs5/k8/9/1P7 b b2gs4n2l12p 1\t5\t\
         7f9h 9g9h 7d7h 9h9g 7h8h\n",
        "three\t2g6/l1prss3/1G7/2+Rp5/p3P+p3/+l2s5/9/k8/1P7 b 2b2gs4n2l12p 1\t3\t\
         7d7h 9h9g 7h8h\n",
    ];
    std::fs::write(&problem, rows.concat()).unwrap();
    for cooks in ["main", "all"] {
        let proofs = dir.join(cooks);
        let args = ["verify", text(&problem), "--cooks", cooks, "--certificates"];
        run(&[&args[..], &[text(&proofs)]].concat(), "");
        assert_eq!(check(&proofs), (0, "proved 2 of 2 rows".to_string()));
    }
}

/// What the rows say is judged by the certificates alone, and not by what the rows say of those.
#[test]
fn rows_are_proved_by_the_certificates_alone() {
    let dir = folder("verify-rows");
    let problems = dir.join("three.sfen");
    let zuko = std::fs::read_to_string("problems/zuko.sfen").unwrap();
    let wanted = ["zuko-012\t", "zuko-068\t", "zuko-092\t"];
    let three = zuko
        .lines()
        .filter(|line| wanted.iter().any(|id| line.starts_with(id)));
    std::fs::write(&problems, three.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let verify = |name: &str, proofs: &str| {
        let proved = dir.join(name);
        let args = ["verify", text(&problems), "--force", "--proofs", proofs];
        run(
            &[&args[..], &["--certificates", text(&proved)]].concat(),
            "",
        );
        proved
    };
    let all = verify("all", "all");
    assert_eq!(check(&all), (0, "proved 3 of 3 rows".to_string()));
    // Each is judged from its files: what a row claims of itself does not count.
    let rows = std::fs::read_to_string(all.join("rows.txt")).unwrap();
    let write = |text: &str| std::fs::write(all.join("rows.txt"), text).unwrap();
    for (id, old, new, lacks) in [
        (
            "zuko-092",
            "status ok",
            "status shorter",
            "the shorter mate",
        ),
        (
            "zuko-092",
            "status ok",
            "status longer",
            "the longer defence",
        ),
        ("zuko-092", "status ok", "status cooked", "another mate"),
        ("zuko-092", "status ok", "status nomate", "no mate"),
        ("zuko-092", "declared 13", "declared 15", "the length"),
        ("zuko-012", "status longer", "status ok", "the length"),
        (
            "zuko-068",
            "status cooked",
            "status ok",
            "that no other check mates",
        ),
        // A row about another position than its certificate.
        (
            "zuko-012",
            "proof zuko-012.tsc",
            "proof zuko-092.tsc",
            "the longer defence",
        ),
    ] {
        let at = rows.find(&format!("row {id}\n")).unwrap();
        let (before, after) = rows.split_at(at);
        let changed = before.to_string() + &after.replacen(old, new, 1);
        assert_ne!(changed, rows, "{old}");
        write(&changed);
        let (code, said) = check(&all);
        assert_eq!(code, 1, "{said}");
        let expected = format!("{id}: not proved: {lacks}; proved 2 of 3 rows");
        assert_eq!(said, expected, "{old}");
    }
    // One that does not say how it was made has to prove everything.
    let unsaid = rows.replace("looked line\n", "");
    let unsaid = unsaid.replace("status cooked", "status ok");
    write(&unsaid);
    assert_eq!(
        check(&all).1,
        "zuko-068: not proved: that no other check mates; proved 2 of 3 rows"
    );
    // A list that was cut off proves nothing.
    write(&rows.replace("end 3\n", ""));
    let (code, said) = check(&all);
    let lines = rows.lines().count();
    let expected = format!(
        "{}/rows.txt: NOT VERIFIED line {lines}: the list of rows has no end, or no row",
        text(&all)
    );
    assert_eq!((code, said), (1, expected));
    // Where only verdicts were to be proved, there are no rows to be judged, nor any of an
    // earlier run.
    let verdicts = verify("verdicts", "all");
    assert!(verdicts.join("rows.txt").is_file());
    verify("verdicts", "verdicts");
    assert_eq!(check(&verdicts), (0, String::new()));
    std::fs::write(verdicts.join("rows.txt"), rows).unwrap();
    assert_eq!(
        check(&verdicts),
        (
            1,
            "zuko-012: not proved: the longer defence; zuko-092: not proved: the length; \
             proved 1 of 3 rows"
                .to_string()
        )
    );
}

/// In a folder a certificate that nobody would read is compressed; `convert` gives its text back,
/// and a broken one is refused.
#[test]
fn large_certificates_are_compressed() {
    let dir = folder("verify-compressed");
    let zuko = std::fs::read_to_string("problems/zuko.sfen").unwrap();
    let one = zuko.lines().find(|line| line.starts_with("zuko-068\t"));
    let problem = dir.join("one.sfen");
    std::fs::write(&problem, one.unwrap()).unwrap();
    let (plain, many) = (dir.join("one.tsc"), dir.join("many/"));
    for output in [&plain, &many] {
        let limit = ["--nodes", "300k", "--quiet"];
        let args = [&["solve", text(&problem)], &limit[..], &["--certificate"]].concat();
        let (code, _, err) = run(&[&args[..], &[text(output)]].concat(), "");
        assert_eq!((code, err.as_str()), (0, ""));
    }
    let compressed = many.join("zuko-068.tsc.zst");
    let size = |path: &Path| std::fs::metadata(path).unwrap().len();
    assert!(size(&compressed) * 5 < size(&plain));
    let (back, again) = (dir.join("back.tsc"), dir.join("again.tsc.zst"));
    for (from, to) in [(&compressed, &back), (&plain, &again)] {
        let (code, out, err) = run(&["convert", text(from), "-o", text(to)], "");
        assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    }
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    assert!(bytes(&back) == bytes(&plain) && bytes(&again) == bytes(&compressed));
    let (code, out, _) = run(&["check", text(&many), text(&plain)], "");
    assert_eq!(
        (code, out.matches(": VERIFIED mate").count()),
        (0, 2),
        "{out}"
    );
    // Nothing is overwritten unasked.
    let (code, _, err) = run(&["convert", text(&compressed), "-o", text(&back)], "");
    assert_eq!(code, 2, "{err}");
    let mut broken = bytes(&compressed);
    broken.truncate(broken.len() / 2);
    std::fs::write(&compressed, broken).unwrap();
    let (code, out, _) = run(&["check", text(&compressed)], "");
    assert_eq!(code, 1);
    assert!(out.contains("NOT VERIFIED line "), "{out}");
}

/// A row whose proofs another `--proofs` asked for is not taken over; one of an older version says
/// nothing of them and counts as without.
#[test]
fn rows_with_other_proofs_are_not_taken_over() {
    let dir = folder("verify-other-proofs");
    let [set, proofs, report] = ["two.sfen", "proofs", "r.jsonl"].map(|name| dir.join(name));
    std::fs::write(&set, format!("a\t{NINE}\t9\nb\t{MATE}\t1\n")).unwrap();
    let verify = |what: &str| {
        let args = ["verify", "-q", text(&set), "--certificates", text(&proofs)];
        let more = ["--resume", text(&report), "--proofs", what];
        run(&[&args[..], &more].concat(), "")
    };
    assert_eq!(verify("verdicts").0, 0);
    let rows = std::fs::read_to_string(&report).unwrap();
    let older = rows.replace(",\"proofs\":false", "");
    assert_ne!(older, rows);
    for rows in [rows, older] {
        std::fs::write(&report, &rows).unwrap();
        let (code, _, err) = verify("all");
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("it was made with another --proofs"), "{err}");
        assert_eq!(verify("verdicts").0, 0);
        assert_eq!(std::fs::read_to_string(&report).unwrap(), rows);
    }
}

/// No certificate of the solver is known that is refused, so the refusal is put into a report. It is
/// told, even where the problem is what it claims to be.
#[test]
fn a_refused_certificate_is_told_beside_an_answer() {
    let dir = folder("verify-refused");
    let report = dir.join("r.jsonl");
    let set = dir.join("two.sfen");
    std::fs::write(&set, format!("a\t{NINE}\t9\nb\t{MATE}\t1\n")).unwrap();
    let verify = |more: &[&str]| {
        let args = ["verify", "-q", text(&set), "--resume", text(&report)];
        run(&[&args[..], more].concat(), "")
    };
    assert_eq!(verify(&[]).0, 0);
    let rows = std::fs::read_to_string(&report).unwrap();
    let refused = rows.replacen("\"nodes\":", "\"defect\":\"line 3: no move\",\"nodes\":", 1);
    assert_ne!(refused, rows);
    std::fs::write(&report, refused).unwrap();
    for (lang, said) in [
        (
            "en",
            "a certificate failed its check, a defect of tsumi: line 3: no move",
        ),
        ("ja", "証明書の検査に失敗（tsumi の欠陥）：line 3: no move"),
    ] {
        for more in [&[][..], &["--details"]] {
            let (code, out, _) = verify(&[more, &["--lang", lang]].concat());
            assert_eq!(code, 3, "{out}");
            assert_eq!(out.matches(said).count(), 1, "{out}");
        }
        let (html, markdown) = (dir.join("r.html"), dir.join("r.md"));
        let pages = [
            "--html",
            text(&html),
            "--markdown",
            text(&markdown),
            "--force",
        ];
        let args = [&["report", text(&report), "--lang", lang][..], &pages].concat();
        let (_, out, _) = run(&args, "");
        let pages = [&html, &markdown].map(|page| std::fs::read_to_string(page).unwrap());
        for text in pages.iter().chain([&out]) {
            assert!(text.contains(said), "{text}");
        }
    }
}

/// The proofs of this problem take longer than everything before. A stop among them leaves the
/// problem for the next run, and not a row that lacks them.
#[test]
fn a_stop_leaves_no_row_without_its_proofs() {
    let dir = folder("verify-cut-proofs");
    let zuko = std::fs::read_to_string("problems/zuko.sfen").unwrap();
    let one = zuko.lines().find(|line| line.starts_with("zuko-020\t"));
    let [set, proofs, report] = ["one.sfen", "proofs", "r.jsonl"].map(|name| dir.join(name));
    std::fs::write(&set, one.unwrap()).unwrap();
    let verify = |more: &[&str]| {
        let args = ["verify", "-q", text(&set), "--nodes", "3M", "--force"];
        let files = ["--certificates", text(&proofs), "--report", text(&report)];
        let _ = std::fs::remove_file(&report);
        run(&[&args[..], &files, more].concat(), "");
        // Without a row there is no file.
        let row = std::fs::read_to_string(&report).unwrap_or_default();
        serde_json::from_str::<Value>(&row).ok()
    };
    let whole = verify(&[]).unwrap();
    let claims = |row: &Value| row["certificate"]["claims"].clone();
    assert_eq!(claims(&whole).as_array().unwrap().len(), 6);
    for tenths in [4, 6, 8] {
        let time = whole["ms"].as_f64().unwrap() as u64 * tenths / 10;
        if let Some(row) = verify(&["--total-time", &format!("{time}ms")]) {
            assert_eq!(claims(&row), claims(&whole));
        }
    }
}
