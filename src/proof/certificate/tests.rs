//! Certificates of the solver, written, read back and broken.

use super::*;
use crate::checker;
use crate::formats::sfen;
use crate::solver::{Control, Options, Outcome, Solver};
use std::io::Read;

/// Mates and no-mates, either side attacking, either to move, with and without a king of
/// the attacker's and with incomplete sets.
const ROOTS: [(&str, Color); 9] = [
    ("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1", Color::Black),
    ("9/9/9/9/9/Kbb6/9/2L6/2S6 w rpR4G3S4N3L17P 31", Color::White),
    ("7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1", Color::Black),
    ("9/9/9/9/9/9/g8/9/KN7 w p2R2B3G4S3N4L17P 1", Color::White),
    ("8k/8P/8G/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", Color::Black),
    (
        "6s2/6l2/8+B/6B1k/9/9/9/9/9 w RPr4g3s4n3l17p 2",
        Color::Black,
    ),
    ("8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", Color::Black),
    ("8k/9/8P/9/9/9/9/9/4K4 b 2G 1", Color::Black),
    ("7nk/9/9/9/9/9/9/9/9 b P 1", Color::Black),
];

fn solve(root: &str, attacker: Color) -> Outcome {
    let options = Options {
        memory: 4 << 20,
        ..Options::default()
    };
    let root = sfen::parse(root).unwrap().position;
    let solved = Solver::new(options).solve(&root, attacker, Control::default());
    let outcome = solved.unwrap();
    assert!(outcome.verified);
    outcome
}

fn certificates() -> impl Iterator<Item = Certificate> {
    let solved = ROOTS.iter().map(|&(root, attacker)| solve(root, attacker));
    solved.map(|outcome| outcome.certificate.unwrap())
}

#[test]
fn what_is_written_is_read_back() {
    let mut seen = [0; 4];
    for certificate in certificates() {
        let text = certificate.to_string();
        let again: Certificate = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(again, certificate);
        assert_eq!(again.to_string(), text);
        let entries = certificate.mate_entries().count() + certificate.nomate_entries().count();
        assert_eq!(entries, certificate.len());
        assert_eq!(checker::check(&text).unwrap().entries, certificate.len());

        let mut read = String::new();
        certificate.reader().read_to_string(&mut read).unwrap();
        assert_eq!(read, text);

        let defends = certificate.position().side_to_move() != certificate.attacker();
        let mate = matches!(certificate.claim(), Claim::Mate { .. });
        seen[usize::from(defends) + 2 * usize::from(mate)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

#[test]
fn the_examples_of_the_document_are_read() {
    let document = include_str!("../../../docs/certificate.md");
    let blocks = document.split("```\n");
    let blocks: Vec<&str> = blocks
        .filter(|block| block.starts_with("tsumi-certificate"))
        .collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        assert_eq!(block.parse::<Certificate>().unwrap().to_string(), block);
    }
}

/// Found by fuzzing: the checker reads a 1 before a letter, and the program did not.
#[test]
fn what_the_checker_accepts_is_read() {
    let text = "tsumi-certificate 1\nposition 8k/9/8P/9/9/9/9/9/9 b 1G1r2b 1\nattacker black\n\
                claim mate 1\nentries 1\n8k/9/8P/9/9/9/9/9/9 1G G*1b 1\nend\n";
    crate::checker::check(text).unwrap();
    let read: Certificate = text.parse().unwrap();
    assert!(read.to_string().contains(" b Gr2b 1\n"), "{read}");
}

#[test]
fn a_broken_text_is_an_error_or_another_certificate_and_never_a_panic() {
    let mut random = fastrand::Rng::with_seed(24);
    let alphabet: Vec<char> = "\n\r \t/+-*:0129abiPpKk#é歩\0".chars().collect();
    let (mut errors, mut others) = (0, 0);
    for certificate in certificates() {
        let text: Vec<char> = certificate.to_string().chars().take(3_000).collect();
        for _ in 0..300 {
            let mut broken = text.clone();
            for _ in 0..1 + random.usize(..2) {
                let (at, sign) = (
                    random.usize(..broken.len()),
                    alphabet[random.usize(..alphabet.len())],
                );
                match random.usize(..4) {
                    0 => broken[at] = sign,
                    1 => broken.insert(at, sign),
                    2 => broken.truncate(at + 1),
                    _ => drop(broken.remove(at)),
                }
            }
            let broken: String = broken.into_iter().collect();
            match broken.parse::<Certificate>() {
                Err(error) => {
                    assert!(error.line >= 1 && error.line <= broken.lines().count() + 1);
                    errors += 1;
                }
                Ok(read) => {
                    assert_eq!(read.to_string().parse::<Certificate>().unwrap(), read);
                    others += 1;
                }
            }
        }
    }
    assert!(errors > 1_000 && others > 10, "{errors} {others}");
}

#[test]
fn faults_of_the_form_are_named_with_their_line() {
    let text = solve(ROOTS[7].0, Color::Black).certificate.unwrap();
    let text = text.to_string();
    let long = format!("claim mate {}", "1".repeat(16 << 10));
    let cases = [
        (
            "tsumi-certificate 1",
            "tsumi-certificate 3",
            1,
            "an unknown version",
        ),
        (" b 2G 1", " b 5G 1", 2, "not a position"),
        (" b 2G 1", " b 0G 1", 2, "not a position"),
        (" b 2G 1", " b G2G 1", 2, "not a position"),
        (" b 2G 1", " b 2G 1 1", 2, "not a position"),
        (
            "attacker black",
            "attacker Black",
            3,
            "the attacker is neither black nor white",
        ),
        (
            "claim mate 1",
            "claim mate 2",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        (
            "claim mate 1",
            "claim mate 01",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        ("claim mate 1", &long, 4, "too long a line"),
        (
            "entries 1",
            "entries 2",
            7,
            "not an entry, or not as many as announced",
        ),
        (
            "entries 1",
            "entries 0",
            6,
            "expected: end, after the entries announced",
        ),
        (
            "G*1b 1\n",
            "G*1b 2\n",
            6,
            "not an entry, or not as many as announced",
        ),
        ("end\n", "end\n\n", 8, "something follows the end"),
    ];
    for (good, bad, line, reason) in cases {
        assert!(text.contains(good), "{good}\n{text}");
        let error = text.replacen(good, bad, 1).parse::<Certificate>();
        assert_eq!(error.unwrap_err(), ReadError { line, reason }, "{bad}");
    }
}

#[test]
fn a_certificate_passes_through_the_boards_of_its_entries_and_no_others() {
    let text = "tsumi-certificate 1\nposition 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1\n\
                attacker black\nclaim mate 1\nentries 1\n8k/9/8P/9/9/9/9/9/9 G G*1b 1\nend\n";
    let certificate: Certificate = text.parse().unwrap();
    let at = |text: &str| sfen::parse(text).unwrap().position;
    // Only the board is compared, whatever the hand is.
    let same = at("8k/9/8P/9/9/9/9/9/9 b 3G2r2b1g4s4n4l17p 1");
    let other = at("8k/9/7P1/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    assert!(!certificate.passes_through(&[]));
    assert!(!certificate.passes_through(std::slice::from_ref(&other)));
    assert!(certificate.passes_through(&[other, same]));
}

#[test]
fn an_entry_takes_less_than_its_text() {
    for certificate in certificates() {
        let packed = certificate.entries.bytes().len();
        assert!(packed < certificate.to_string().len(), "{certificate:?}");
    }
}
