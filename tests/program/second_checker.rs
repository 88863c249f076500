//! The two checkers, which share nothing but docs/certificate.md, agree on certificates of both
//! versions, as they are written and with something changed.

use crate::common::{folder, python, repository, run, starts, text};
use fastrand::Rng;
use std::path::Path;
use std::process::Command;
use tsumi::checker::check;

/// The greatest number of entries of a certificate that the slow checker gets.
const MOST: usize = 40;

/// Of one other check no more is said than that it does not mate within three plies.
const BOUNDED: &str = "\
tsumi-certificate 2
position 7gk/7P1/8S/9/9/9/9/9/9 b 2r2b3g3s4n4l17p 1
attacker black
claim only 2b2a+ / 1:1c1b+>3 1:1c1b
entries 1
longer 7g1/7Pk/9/9/9/9/9/9/9 - 1
end
";

/// Certificates of the checker's own tests, and that one.
fn by_hand() -> Vec<String> {
    let files = std::fs::read_dir(repository("checker/tests/data")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts = files
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap());
    texts.chain([BOUNDED.to_string()]).collect()
}

/// A certificate with one of its entries, or a claim, changed.
fn changed(original: &str, random: &mut Rng) -> String {
    let mut lines: Vec<String> = original.lines().map(str::to_string).collect();
    let entries = lines
        .iter()
        .position(|l| l.starts_with("entries "))
        .unwrap();
    let last = lines.len() - 2;
    let at = match random.u8(..4) {
        0 => random.usize(3..entries),
        _ => random.usize(entries.min(last - 1) + 1..=last),
    };
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
    let number = words.iter().rposition(|w| w.parse::<u32>().is_ok());
    match (random.u8(..4), number) {
        (0, _) if at > entries => {
            lines.remove(at);
            lines[entries] = format!("entries {}", last - entries - 1);
            return lines.join("\n") + "\n";
        }
        (1 | 2, Some(number)) => {
            let plies: u32 = words[number].parse().unwrap();
            let up = random.bool();
            words[number] = if up {
                plies + 2
            } else {
                plies.saturating_sub(2)
            }
            .to_string();
        }
        // The hand stands behind the board.
        _ if at > entries => {
            let hand = words.iter().position(|w| w.contains('/')).unwrap() + 1;
            let piece = ["P", "G", "S"][random.usize(..3)];
            words[hand] = match words[hand].strip_prefix(piece) {
                Some("") => "-".to_string(),
                Some(rest) => rest.to_string(),
                None if words[hand] == "-" => piece.to_string(),
                None if words[hand].contains(piece) => words[hand].clone(),
                None => format!("{piece}{}", words[hand]),
            };
        }
        _ => {}
    }
    lines[at] = words.join(" ");
    lines.join("\n") + "\n"
}

/// The certificates of a folder that are small enough.
fn small(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let certificates = files
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "tsc"));
    let texts = certificates.map(|path| std::fs::read_to_string(path).unwrap());
    texts.filter(|text| text.lines().count() < MOST).collect()
}

#[test]
fn both_checkers_agree() {
    let python = python();
    if !starts(&python, &["-c", "import shogi"]) {
        return;
    }
    let dir = folder("second-checker");
    let [games, tsume] = ["games", "tsume"].map(|name| dir.join(name));
    let files =
        ["game.jsonl", "pitfalls.jsonl"].map(|name| repository(&format!("problems/{name}")));
    let limits = [
        "--nodes",
        "100k",
        "--format",
        "usi",
        "--certificate",
        text(&games),
    ];
    run(
        &[&["solve", &files[0], &files[1]], &limits[..]].concat(),
        "",
    );
    let fives = "a\t9/9/8k/7R1/8G/9/9/9/9 b r2b3g4s4n4l18p 1\t5\t1e1d 1c1b 1d2c 1b1a 2c2b\n\
                 b\t7S1/6G2/5B1k1/8N/9/9/9/9/9 b G2rb2g3s3n4l18p 1\t5\n";
    run(&["verify", "-", "--certificates", text(&tsume)], fives);
    let by_hand = by_hand();
    let originals = [small(&games), small(&tsume), by_hand.clone()].concat();
    let mut random = Rng::with_seed(26);
    let often = by_hand.iter().cycle().take(8 * by_hand.len());
    let changes = originals.iter().chain(often);
    let mut changes: Vec<String> = changes.map(|text| changed(text, &mut random)).collect();
    let exceptions = [">5", ">2", ">1 1:1c1b+>5", " 2:1c1b", ""];
    changes.extend(exceptions.map(|other| BOUNDED.replace(">3", other)));
    let all: Vec<&String> = originals.iter().chain(&changes).collect();
    let mut paths = Vec::new();
    for (n, text) in all.iter().enumerate() {
        let path = dir.join(format!("{n}.tsc"));
        std::fs::write(&path, text).unwrap();
        paths.push(path);
    }
    let second = Command::new(&python)
        .arg(repository("tests/second_checker.py"))
        .args(&paths)
        .output()
        .unwrap();
    let second = String::from_utf8(second.stdout).unwrap();
    let second: Vec<&str> = second.lines().collect();
    assert_eq!(second.len(), all.len());
    let (mut accepted, mut refused) = (0, 0);
    for ((text, said), n) in all.iter().zip(second).zip(0..) {
        let (_, said) = said.split_once(".tsc: ").unwrap();
        match check(text) {
            Ok(verified) => {
                assert_eq!(said, verified.to_string(), "{n}\n{text}");
                accepted += 1;
            }
            Err(why) => {
                assert!(said.starts_with("NOT VERIFIED"), "{n}: {why}\n{text}");
                refused += 1;
            }
        }
    }
    println!(
        "{} as written, {accepted} accepted, {refused} refused",
        originals.len()
    );
    assert!(originals.len() > 100 && accepted >= originals.len() && refused > 60);
}
