//! Files that are cut off, forged or damaged are refused with a line number,
//! without a panic and without a large allocation; or they are still true.

use crate::naive::corpus::{mates, nomates};
use crate::naive::{Solver, color, position};
use fastrand::Rng;
use std::panic::catch_unwind;
use tsumi::checker::{Claim, Verified, check, check_reader};

#[test]
fn a_part_of_a_file_is_refused() {
    let mut count = 0;
    for pieces in mates().into_iter().chain(nomates()) {
        let text = pieces.text();
        let end = text.len() - 1;
        assert!(
            check(&text[..end]).is_ok(),
            "the last line feed may be missing"
        );
        let step = (end / 500).max(1);
        for cut in (0..end).step_by(step).chain(end - 40..end) {
            let rejected = check(&text[..cut]).unwrap_err();
            assert!(rejected.line >= 1 && rejected.line <= text[..cut].lines().count() + 1);
            count += 1;
        }
    }
    println!("{count} parts refused");
}

#[test]
fn hostile_files_are_refused() {
    let text = mates()[2].text();
    let entries = text
        .lines()
        .find(|line| line.starts_with("entries"))
        .unwrap();
    for wrong in [
        "0",
        "2",
        "4",
        "999999999",
        "1000000000",
        "4294967299",
        "18446744073709551619",
    ] {
        let rejected = check(&text.replace(entries, &format!("entries {wrong}"))).unwrap_err();
        assert!(rejected.line >= 5, "{wrong}");
    }
    let wrongs = [
        "-1",
        "+3",
        "03",
        "3 ",
        " 3",
        "",
        "x",
        "3.0",
        "３",
        "1000000001",
        "0",
        "2",
    ];
    for wrong in wrongs {
        assert!(check(&text.replace("claim mate 3", &format!("claim mate {wrong}"))).is_err());
        assert!(check(&text.replace(" 3\n", &format!(" {wrong}\n"))).is_err());
    }
    // As long as a number may be: true for the claim, no use for an entry.
    let long = text.replace("claim mate 3", "claim mate 999999999");
    assert_eq!(check(&long).unwrap().claims, [Claim::Mate(999_999_999)]);
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate() {
        let edits = [
            String::new(),
            format!("{line} "),
            format!(" {line}"),
            format!("{line}\n"),
            format!("{line}\n{line}"),
            format!("{line}\n#"),
            format!("{line}\0"),
            line.replace(' ', "  "),
            line.replace(' ', "\t"),
            line.to_uppercase(),
            format!("{line} 1"),
            format!("{line}{}", " 1a1b:1a1b".repeat(10_000)),
            format!("{line}{}", "9/".repeat(1 << 20)),
        ];
        for edit in edits.iter().filter(|edit| edit != line) {
            let mut lines = lines.clone();
            lines[i] = edit;
            let rejected = check(&(lines.join("\n") + "\n")).unwrap_err();
            assert!(rejected.line <= lines.len() + 1);
        }
    }
    for after in ["\n", "end\n", " ", "x", "\r\n"] {
        assert!(check(&format!("{text}{after}")).is_err());
    }
    for bytes in [
        &b"\xff\xfe"[..],
        &[0; 100_000],
        &[b'9'; 100_000],
        b"",
        b"\n\n\n",
    ] {
        assert_eq!(check_reader(bytes).unwrap_err().line, 1);
        let whole = [text.as_bytes(), bytes].concat();
        assert_eq!(check_reader(&whole[..]).is_ok(), bytes.is_empty());
    }
    for (i, root) in [
        "9/9/9/9/9/9/9/9/9 b - 1",
        "8k/8k/9/9/9/9/9/9/9 b - 1",
        "8k/9/9/9/9/9/9/9/9 w - 1",
        "8k/8G/9/9/9/9/9/9/9 b - 1",
        "8k/9/9/9/9/9/9/9/9 b 5G 1",
        "8k/9/9/9/9/9/9/9/9 b 3Rr 1",
        "P7k/9/9/9/9/9/9/9/9 b - 1",
        "8k/N8/9/9/9/9/9/9/9 b - 1",
        "8k/9/9/9/9/9/9/9/l8 b - 1",
        "8k/P8/P8/9/9/9/9/9/9 b - 1",
        "8k/9/9/9/9/9/9/9/9 x - 1",
        "8k/9/9/9/9/9/9/9/9 b - 1 1",
        "8k/9/9/9/9/9/9/9/9 b",
        "8k/9/9/9/9/9/9/9 b - 1",
    ]
    .iter()
    .enumerate()
    {
        let head = format!("tsumi-certificate 1\nposition {root}\nattacker black\nclaim nomate");
        let board = root.split(' ').next().unwrap();
        let text = format!("{head}\nentries 1\n{board} -\nend\n");
        let rejected = check(&text).unwrap_err();
        assert!(rejected.line <= 3, "{i}: {rejected}");
    }
}

/// A certificate that passes must be true: brute force looks at it again.
fn is_true(verified: &Verified) -> bool {
    let mut sfen = verified.position.clone();
    if sfen.split(' ').count() == 3 {
        sfen.push_str(" 1");
    }
    let root = position(&sfen);
    let mut solver = Solver::default();
    let attacks = color(root.side_to_move()) == verified.attacker;
    match &verified.claims[0] {
        Claim::Mate(plies) if attacks => solver.mate(&root, *plies.min(&7)).is_some(),
        Claim::Mate(plies) => solver.mated_within(&root, *plies.min(&6)),
        Claim::NoMate if attacks => solver.mate(&root, 5).is_none(),
        Claim::NoMate => !solver.mated_within(&root, 4),
        claim => panic!("version 1 has no claim {claim}"),
    }
}

#[test]
#[ignore = "long: about 10 s"]
fn random_bytes_do_no_harm() {
    let alphabet = b"/+*:- \n\rPLNSGBRKplnsgbrk0123456789abcdefghiwxyz\0\xff";
    let mut random = Rng::with_seed(20_260_101);
    let (mut count, mut passed, mut same_root) = (0, 0, 0);
    for pieces in mates().into_iter().chain(nomates()) {
        let text = pieces.text();
        let original = check(&text).unwrap();
        for round in 0..2500 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=round % 3 {
                let at = random.usize(..bytes.len());
                let byte = alphabet[random.usize(..alphabet.len())];
                match random.usize(..8) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, byte),
                    2 => bytes.swap(at, at.saturating_sub(1)),
                    3 => bytes[at] ^= 1 << random.usize(..8),
                    _ => bytes[at] = byte,
                }
            }
            let verdict = catch_unwind(|| check_reader(&bytes[..]));
            let shown = String::from_utf8_lossy(&bytes);
            let verdict = verdict.unwrap_or_else(|_| panic!("panic on\n{shown}"));
            count += 1;
            let Ok(verified) = verdict else { continue };
            passed += 1;
            if verified.position == original.position {
                same_root += 1;
                match (&original.claims[0], &verified.claims[0]) {
                    (Claim::Mate(old), Claim::Mate(new)) => assert!(new >= old, "{shown}"),
                    (old, new) => assert_eq!(old, new, "{shown}"),
                }
            }
            assert!(is_true(&verified), "{shown}");
        }
    }
    println!("{count} mutants, {passed} passed, {same_root} of them with the same root");
    assert!(count > 20_000 && passed < count / 5);
}
