//! With `--lang ja` the program speaks Japanese, whatever it is asked and given.
//!
//! What other programs read is English in both languages: JSON, USI, the names of
//! statuses, and the lines of `check`, which are those of the independent checker.

use crate::common::{COMMANDS, MATE, NINE, NOMATE, file, folder, fresh, repository, run, text};

/// Three English words in a row, in what a person reads.
fn english(text: &str) -> Option<String> {
    // The default title of the pages of reports, as the manual quotes it.
    let mut text = text.replace("[default: tsumi: report]", "");
    // The texts of the system are part of Japanese sentences.
    for number in 1..=40 {
        let error = std::io::Error::from_raw_os_error(number).to_string();
        text = text.replace(&error, "系");
    }
    // Commands for a shell or an engine, the lines of `check`, and what troff reads.
    let foreign = ["tsumi ", "go mate", "position ", ".ie ", ".el "];
    for line in text.lines() {
        let begin = line.trim_start();
        if foreign.iter().any(|word| begin.starts_with(word)) || line.contains("VERIFIED") {
            continue;
        }
        // Commands in quotes.
        let line: String = line.split('`').step_by(2).collect();
        let mut row: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
            let rest = bare.trim_start_matches(|c: char| c.is_ascii_uppercase());
            let is_word = bare.len() > 1
                && bare.len() - rest.len() <= 1
                && rest.chars().all(|c| c.is_ascii_lowercase());
            if is_word {
                row.push(word);
            } else {
                row.clear();
            }
            if row.len() == 3 {
                return Some(format!("{row:?} in {line}"));
            }
        }
    }
    None
}

#[test]
fn english_is_told_from_japanese() {
    assert!(english("mate in at most 3 plies").is_some());
    assert!(english("tsumi: no such problem").is_some());
    assert_eq!(english("使い方：tsumi solve [OPTIONS] [INPUT]..."), None);
    assert_eq!(english("  2d1c+ 1d1c R*2c"), None);
    assert_eq!(
        english("読めない：No such file or directory (os error 2)"),
        None
    );
}

#[test]
fn no_command_speaks_english_in_japanese() {
    let dir = folder("language");
    let at = |name: &str| dir.join(name).display().to_string();
    let two_kings = "4k4/4k4/4P4/9/9/9/9/9/9 b G 1";
    let two_pawns = "two\t4k4/9/4P4/4P4/9/9/9/9/9 b G 1\n";
    let pieces_missing = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let nine = format!("nine\t{NINE}\t7\t2d1c+ 1d1c R*2c\n");
    let declared = file("language.sfen", nine + two_pawns);
    let declared = text(&declared);
    let lie =
        format!("{{\"id\":\"x\",\"sfen\":\"{MATE}\",\"expect\":\"nomate\",\"raw_plies\":3}}\n");
    let lie = file("language.jsonl", lie);
    let lie = text(&lie);
    let other = file("language-other.jsonl", "{}\n");
    let bad_lines = repository("problems/examples/bad-lines.sfen");
    let tsc = fresh("language.tsc");
    assert_eq!(run(&["solve", MATE, "--certificate", text(&tsc)], "").0, 0);
    let (tsc, other) = (text(&tsc), text(&other));
    let saved = at("saved.jsonl");
    assert_eq!(run(&["bench", lie, "--save", &saved], "").0, 3);
    let occupied = file("language-occupied", "x");
    let occupied = text(&occupied);
    let (new_html, new_svg, new_bod) = (at("new.html"), at("new.svg"), at("new.bod"));
    let proofs = at("proofs");
    let nowhere = at("no/where.tsc");
    let empty = folder("language-empty");
    let bare_index = folder("language-index");
    std::fs::write(bare_index.join("index.jsonl"), "{}\n").unwrap();
    let report = at("report.jsonl");
    let cases: &[&[&str]] = &[
        &[],
        &["--help"],
        &["-h"],
        &["--version"],
        &["nonsense"],
        &["solv"],
        &["solve", "--nonsense"],
        &["solve", "--tim", "3"],
        &["solve", "--time"],
        &["solve", "--time", "3x", MATE],
        &["solve", "--threads", "0", MATE],
        &["solve", "--threads", "x", MATE],
        &["solve", "--memory", "1k", MATE],
        &["solve", "--format", "xml", MATE],
        &["solve", "--shortest", "--no-lengths", MATE],
        &["solve", "--quiet", "--quiet", MATE],
        &["solve", "--variations=0", MATE],
        &["show", MATE, "--to", "svg"],
        &["check"],
        &["solve", MATE],
        &["solve", NOMATE],
        &["solve", NINE, "--variations", "--near-misses", "--shortest"],
        &["solve", NINE, "--nodes", "1"],
        &["solve", NINE, "--time", "1ms", "--no-check"],
        &["solve", MATE, "--format", "kif"],
        &["solve", MATE, "--html", &new_html, "--certificate", &proofs],
        &["solve", MATE, "--html", occupied],
        &["solve", declared, "--certificate", occupied],
        &["solve", MATE, "--certificate", &nowhere],
        &["solve", MATE, "--html", text(&empty)],
        &["solve", two_kings],
        &["solve", pieces_missing],
        &["solve", pieces_missing, "--attacker", "white"],
        &["solve", &format!("{} w - 1", &NINE[..25])],
        &["solve", declared],
        &["solve", &bad_lines],
        &["solve", "nowhere.sfen"],
        &["solve", text(&empty)],
        &["solve", declared, "--problem", "99"],
        &["check", tsc],
        &["check", declared, "nowhere.tsc"],
        &["check", text(&empty)],
        &["check", text(&bare_index)],
        &["bench", lie],
        &["bench", lie, "--compare", &saved],
        &["bench", MATE, "--compare", other],
        &["bench", MATE, "--compare", "nowhere.jsonl"],
        &["bench", lie, "--save", lie],
        &["convert", MATE],
        &["convert", MATE, "-o", "x.doc"],
        &["convert", MATE, "--to", "doc"],
        &["convert", declared, "-o", &new_bod],
        &["convert", declared, "-o", declared],
        &["show", MATE],
        &["show", MATE, "-o", "x.jpg"],
        &["show", MATE, "-o", &new_svg],
        &["show", MATE, "-o", "nowhere.png", "--font", declared],
        &["verify", declared, "--nodes", "100k", "--report", &report],
        &["verify", text(&empty)],
        &["report", &report, "--html", occupied],
        &["report", "nowhere.jsonl"],
        &["report", declared],
        &["verify", declared, "--resume", declared],
        &["convert", "https://a.example/b", "--to", "sfen"],
        &["compare", MATE, "--algorithms", "nobody"],
        &[
            "compare",
            lie,
            "--algorithms",
            "tsumi,pns",
            "--nodes",
            "10k",
        ],
        &["compare", two_kings],
        &["man"],
        &["man", "--nonsense"],
        &["completions", "nonsense"],
    ];
    let mut wrong = Vec::new();
    let pages: Vec<Vec<&str>> = COMMANDS.iter().map(|c| vec![*c, "--help"]).collect();
    for args in cases.iter().copied().chain(pages.iter().map(Vec::as_slice)) {
        let (_, out, err) = run(&[args, &["--lang", "ja"]].concat(), "");
        for text in [out, err] {
            wrong.extend(english(&text).map(|found| format!("{args:?}: {found}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
