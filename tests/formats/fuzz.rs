//! A hundred thousand damaged inputs, and not one panic.
//!
//! Good inputs of every format are mutated by a generator with a fixed seed:
//! bytes are flipped, cut out, doubled, and replaced by characters that mean
//! something in one of the formats. Whatever comes out is read to its end;
//! every error must be printable and every problem valid.

use encoding_rs::SHIFT_JIS;
use fastrand::Rng;
use shogi_core::Move;
use shogi_usi_parser::FromUsi;
use std::path::PathBuf;
use tsumi::formats::validate::validate;
use tsumi::formats::write::write;
use tsumi::formats::{Input, ReadOptions, Target, diagram, read_input};

const SPICE: [&str; 54] = [
    "00AL",
    "P+",
    "PI",
    "+7776FU",
    ",",
    "[",
    "変化：1手",
    "▲",
    "右",
    "まで",
    "/",
    "+",
    "k",
    "K",
    "P",
    "p",
    "9",
    "0",
    "1",
    "18",
    "99999999999999999999",
    "-",
    " ",
    "\t",
    "\n",
    "\r\n",
    "b",
    "w",
    "sfen ",
    "startpos",
    " moves ",
    "7g7f",
    "P*5e",
    "\"",
    "\\",
    "\\u0000",
    "{",
    "}",
    ":",
    "#",
    "*",
    "|",
    "v",
    "歩",
    "玉",
    "成",
    "十",
    "残り全部",
    "：",
    "後手番",
    "同　",
    "\u{feff}",
    "\u{0}",
    "\u{1b}[2J",
];

fn mutate(random: &mut Rng, seed: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.usize(..6) {
        let at = random.usize(..bytes.len() + 1);
        let end = (at + random.usize(..12)).min(bytes.len());
        match random.usize(..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.usize(..8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 => bytes.truncate(at),
            4 if at < bytes.len() => bytes[at] = random.usize(..256) as u8,
            _ => {
                let word = SPICE[random.usize(..SPICE.len())];
                let word = if random.usize(..4) == 0 {
                    SHIFT_JIS.encode(word).0.into_owned()
                } else {
                    word.as_bytes().to_vec()
                };
                let to = if random.usize(..2) == 0 { at } else { end };
                bytes.splice(at..to, word);
            }
        }
    }
    bytes
}

fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let line_of = |name: &str, n: usize| {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        text.lines().nth(n).unwrap().as_bytes().to_vec()
    };
    let kif = std::fs::read(root.join("problems/examples/head-gold-sjis.kif")).unwrap();
    let bod = std::fs::read(root.join("problems/examples/two-diagrams.bod")).unwrap();
    let sjis = SHIFT_JIS
        .encode(std::str::from_utf8(&bod).unwrap())
        .0
        .into_owned();
    let utf8 = SHIFT_JIS.decode(&kif).0.into_owned().into_bytes();
    let record = |target| {
        let sfen = "9/9/9/9/9/9/4p4/9/4K4 w g2r2b3g4s4n4l16p 1\t1\tG*5h";
        let input = Input::Memory {
            name: "a.sfen".into(),
            bytes: sfen.as_bytes().to_vec(),
        };
        let mut problem = read_input(&input, &ReadOptions::default())
            .next()
            .unwrap()
            .unwrap();
        let other = Move::from_usi_lite("5g5h").unwrap();
        let at = problem.tree.add(0, other);
        problem.tree.node_mut(at).comments.push("紛れ".into());
        write(&problem, target).into_bytes()
    };
    vec![
        ("csa", record(Target::Csa)),
        ("ki2", record(Target::Ki2)),
        ("kif", record(Target::Kif)),
        ("jkf", record(Target::Jkf)),
        (
            "csa",
            b"PI82HI22KA\n-\n-3334FU,T3\n/\nP1 *  *  *  * -OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n"
                .to_vec(),
        ),
        ("sfen", line_of("problems/zuko.sfen", 5)),
        (
            "sfen",
            b"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".to_vec(),
        ),
        (
            "txt",
            b"position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e".to_vec(),
        ),
        ("jsonl", line_of("problems/pitfalls.jsonl", 3)),
        (
            "jsonl",
            br#"{"id": "a", "sfen": "4k4\/9/4P4/9/9/9/9/9/9 b G 1", "line": "G*5b"}"#.to_vec(),
        ),
        ("kif", kif.clone()),
        ("kif", utf8),
        ("bod", bod.clone()),
        ("txt", kif),
        ("txt", bod),
        ("kif", sjis),
    ]
}

#[test]
fn a_hundred_thousand_mutations() {
    let seeds = seeds();
    let mut random = Rng::with_seed(0x7375_6d69_7473_7521);
    let (mut good, mut bad) = (0u32, 0u32);
    for n in 0..100_000 {
        let (extension, seed) = &seeds[n % seeds.len()];
        let bytes = mutate(&mut random, seed);
        let name = match n % 4 {
            0 => "mutant".to_string(),
            _ => format!("mutant.{extension}"),
        };
        let input = Input::Memory { name, bytes };
        let mut any = false;
        for read in read_input(&input, &ReadOptions::default()) {
            any = true;
            match read {
                Ok(problem) => {
                    good += 1;
                    assert_eq!(validate(&problem.position, None), Ok(problem.attacker));
                    if n % 16 == 0 {
                        assert!(!diagram::bod(&problem.position).is_empty());
                        for (target, _) in Target::ALL {
                            assert!(!write(&problem, target).is_empty());
                        }
                    }
                }
                Err(error) => {
                    bad += 1;
                    let text = error.to_string();
                    assert!(text.len() < 4000, "{text}");
                    let clean = |c: char| !c.is_control() || c == '\n';
                    assert!(text.chars().all(clean), "{text:?}");
                }
            }
        }
        assert!(any, "an input is never passed over in silence");
    }
    assert!(good > 5_000 && bad > 20_000, "good {good}, bad {bad}");
    println!("{good} problems, {bad} errors");
}
