//! What the pages (README.md, CONTRIBUTING.md, docs/) say about the program is held against
//! the program: the commands in their `console` blocks are run and must print what is shown,
//! every option named exists, every option that exists is named, and every link leads somewhere.
//!
//! The blocks are those of a POSIX shell, so they are run on Unix only; the other tests of
//! this file run everywhere.

use super::common::{NINE, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A code block: its page, the line it begins in, its language and its text.
struct Block {
    place: String,
    language: String,
    text: String,
}

/// The pages: those of the root, of docs/ and the log of experiments, and of problems/.
fn pages() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .iter()
        .map(|name| Path::new(ROOT).join(name))
        .collect();
    for folder in ["docs", "docs/log", "problems"] {
        let entries = std::fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
        let files = entries.map(|entry| entry.unwrap().path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|e| e == "md")));
    }
    paths.sort();
    let with_text = |path: PathBuf| (path.clone(), std::fs::read_to_string(path).unwrap());
    paths.into_iter().map(with_text).collect()
}

/// The text of a page.
fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

/// The code blocks of all pages but the log, whose entries stay as they were written; the
/// indentation of a list item is taken away.
fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    for (path, page) in pages() {
        if path.parent().is_some_and(|folder| folder.ends_with("log")) {
            continue;
        }
        let mut lines = page.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let Some(language) = line.trim_start().strip_prefix("```") else {
                continue;
            };
            let indent = line.len() - line.trim_start().len();
            let body = lines.by_ref().map(|(_, line)| line);
            let body: Vec<&str> = body
                .take_while(|line| line.trim_start() != "```")
                .map(|line| line.get(indent..).unwrap_or_default())
                .collect();
            blocks.push(Block {
                place: format!("{}:{}", path.display(), number + 1),
                language: language.to_string(),
                text: body.join("\n"),
            });
        }
    }
    blocks
}

/// Runs a shell script in an empty folder that has the problems; both outputs together.
#[cfg(unix)]
fn shell(script: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(Path::new(ROOT).join("problems"), folder.join("problems")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_tsumi")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(&folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A line without what differs from run to run, and from machine to machine: times, speeds and
/// memory. Those are the numbers with a decimal point, the whole numbers that follow one in a
/// table, and those beside certain words. Blanks are taken together.
#[cfg(unix)]
fn steady(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let bare = |word: &str| word.trim_start_matches('x').replace([',', ';'], "");
    let is_number = |word: &str| bare(word).parse::<f64>().is_ok();
    let has_point = |word: &str| is_number(word) && word.contains('.');
    let varies = |i: usize| {
        let before = i.checked_sub(1).map_or("", |i| words[i]);
        let after = words
            .get(i + 1)
            .map_or("", |word| word.trim_end_matches(','));
        has_point(words[i])
            || is_number(words[i])
                && (has_point(before)
                    || ["time", "nps"].contains(&before)
                    || ["nodes/s", "MiB"].contains(&after))
    };
    let word = |i: usize| match varies(i) {
        true => "#",
        false => words[i],
    };
    (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
}

/// True when `shown` is what was `printed`: a line `…` stands for any lines, a `…` at the end
/// of a line for the rest of it.
#[cfg(unix)]
fn agrees(shown: &[String], printed: &[String]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, _) => printed.is_empty(),
        (Some((first, rest)), _) if first == "…" => {
            (0..=printed.len()).any(|n| agrees(rest, &printed[n..]))
        }
        (Some(_), None) => false,
        (Some((first, rest)), Some((line, lines))) => {
            let same = match first.strip_suffix('…') {
                Some(start) => line.starts_with(start.trim_end()),
                None => first == line,
            };
            same && agrees(rest, lines)
        }
    }
}

#[cfg(unix)]
#[test]
fn commands_print_what_the_pages_show() {
    const MARK: &str = "----- the next command -----";
    let (mut commands, mut wrong) = (0, String::new());
    for (number, block) in blocks().iter().enumerate() {
        if block.language != "console" {
            continue;
        }
        let mut script = String::new();
        let mut shown: Vec<Vec<String>> = Vec::new();
        for line in block.text.lines() {
            match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(command), _) => {
                    // `$?` of the next command is that of this one.
                    script += &format!("{command}\nset -- $?\necho '{MARK}'\n(exit $1)\n");
                    shown.push(Vec::new());
                }
                (None, Some(output)) => output.push(steady(line)),
                (None, None) => panic!("{}: output before a command", block.place),
            }
        }
        let printed = shell(&script, &format!("pages-{number}"));
        let parts: Vec<&str> = printed.split(MARK).collect();
        assert_eq!(parts.len(), shown.len() + 1, "{}: {printed}", block.place);
        for (shown, part) in shown.iter().zip(parts) {
            let lines: Vec<String> = part.trim().lines().map(steady).collect();
            if !agrees(shown, &lines) {
                let (place, shown) = (&block.place, shown.join("\n"));
                wrong += &format!("{place} shows\n{shown}\nand the program prints\n{part}\n");
            }
            commands += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(commands >= 20, "only {commands} commands were found");
}

/// What `tsumi COMMAND --help` prints.
fn help(command: &str) -> String {
    let (code, out, err) = run(&[command, "--lang", "en", "--help"], "");
    assert_eq!(code, 0, "{command}: {err}");
    out
}

/// The long options in a text.
fn options(text: &str) -> BTreeSet<&str> {
    let is_word = |c: char| c.is_ascii_lowercase() || c == '-';
    text.split(|c: char| !is_word(c))
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .filter(|word| !word[2..].starts_with('-'))
        .collect()
}

#[test]
fn options_in_commands_exist() {
    let mut seen = 0;
    for block in blocks() {
        if !["sh", "console"].contains(&block.language.as_str()) {
            continue;
        }
        let text = block.text.replace("\\\n", " ");
        let commands = text.lines().flat_map(|line| line.split(['|', ';']));
        for command in commands.filter(|c| !c.trim_start().starts_with('#')) {
            let Some((_, rest)) = command.split_once("tsumi ") else {
                continue;
            };
            let name = rest.split_whitespace().next().unwrap();
            let known = ["completions", "man"];
            if known.contains(&name) || !name.chars().all(|c| c.is_ascii_lowercase()) {
                continue;
            }
            let help = help(name);
            let exist = options(&help);
            for option in options(rest) {
                assert!(exist.contains(option), "{}: {option}", block.place);
                seen += 1;
            }
        }
    }
    assert!(seen >= 30, "only {seen} options were found");
}

#[test]
fn every_option_is_in_the_manual() {
    for (page, commands) in [
        ("using.md", &["solve"][..]),
        ("formats.md", &["convert", "show"]),
        ("verify.md", &["verify", "report"]),
        ("measuring.md", &["bench", "compare"]),
    ] {
        let text = read(&format!("docs/{page}"));
        let named = options(&text);
        for command in commands {
            let help = help(command);
            let common = ["--help", "--lang"];
            for option in options(&help).into_iter().filter(|o| !common.contains(o)) {
                assert!(named.contains(option), "{page} lacks {option} of {command}");
            }
        }
    }
}

#[test]
fn the_keys_of_the_json_output_are_in_the_manual() {
    let (_, out, _) = run(&["solve", NINE, "--format", "json"], "");
    let object: Value = serde_json::from_str(&out).unwrap();
    let text = read("docs/using.md");
    let start = text.find("| key | value |").unwrap();
    let table = &text[start..start + text[start..].find("\n\n").unwrap()];
    let first = |line: &str| line.split('|').nth(1).unwrap_or_default().to_string();
    let keys: Vec<String> = table.lines().skip(2).map(first).collect();
    let keys = keys.join("");
    let listed: BTreeSet<&str> = keys.split('`').skip(1).step_by(2).collect();
    let printed: BTreeSet<&str> = object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(listed, printed);
}

#[test]
fn the_options_of_the_engine_are_in_the_manual() {
    let (_, text, _) = run(&["usi"], "usi\nquit\n");
    let page = read("docs/usi.md");
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("option name ")?.split(' ').next())
        .collect();
    assert!(names.len() >= 5, "{text}");
    for name in names {
        assert!(page.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for (path, page) in pages() {
        for part in page.split("](").skip(1) {
            let target = part.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let file = target.split('#').next().unwrap();
            let there = path.parent().unwrap().join(file);
            assert!(there.exists(), "{}: {target}", path.display());
            links += 1;
        }
    }
    assert!(links >= 40, "only {links} links were found");
}

/// A newcomer reads one page, and its two commands are those that everybody uses.
#[test]
fn the_readme_is_one_page_with_its_two_commands() {
    let readme = read("README.md");
    assert!(readme.len() < 7_000, "{} bytes", readme.len());
    for command in [
        "cargo run --release -- solve problems/zuko.sfen --time 60s --quick",
        "cargo test",
    ] {
        assert!(readme.lines().any(|line| line == command), "{command}");
    }
}
