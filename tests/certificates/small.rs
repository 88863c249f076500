//! Certificates of small problems, made by brute force, are accepted; and the
//! checker is as independent as docs/certificate.md says.

use crate::naive::{Pieces, Solver, after, checks, color, holds, position};
use shogi_core::{Color, Move, PartialPosition, Piece, Square};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tsumi::checker::{Claim, check, check_reader, check_with};
use tsumi::proof::certificate::{Board, MateDraft, MateEntry};
use tsumi::shogi;

/// Mates, attacker to move: name in the lists of pitfalls (A to D) and of
/// positions from played games (game-*), position, raw plies.
const MATES: [(&str, &str, u32); 15] = [
    ("D18", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1),
    ("C18", "9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", 3),
    ("C3", "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1", 5),
    (
        "C12",
        "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1",
        5,
    ),
    ("C1", "3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1", 7),
    ("C6", "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", 7),
    ("C11", "9/6Spk/9/5R1+B1/9/9/9/9/9 b Nrb4g3s3n4l17p 1", 7),
    (
        "A8",
        "5R3/6pk1/6N2/6P2/7p1/7N1/9/9/9 b N2Pr2b4g4sn4l13p 1",
        7,
    ),
    // Both kings; the attacker meets checks by checks.
    ("B10", "7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p 1", 7),
    (
        "A1",
        "1g1+N+N1+P1l/4+B4/4Np+P2/l1p1p1ppk/3PsnP1p/+r4P3/1pPG3PL/p2S1SGbP/SRK6 b GLPp 1",
        3,
    ),
    // White attacks.
    (
        "game-00143m",
        "1pk3bsb/6g1l/ls+Ppg+N3/p3p2pp/4spnn1/PG2P1PPP/4SP3/L2+n2RGL/2+r+p1K3 w 3p 1",
        3,
    ),
    (
        "game-00341m",
        "l1+P1g4/1B1s1g2l/2+N2p1kp/p1p6/6P2/+b1+r1G1r2/5P+pNP/3P4L/2N1KS1N1 w 2S4Pgl4p 1",
        5,
    ),
    // Sets with pieces missing.
    ("C2 less", "3+R3nk/9/5p1G1/9/9/9/8p/9/8L b rb 1", 5),
    ("C2 bare", "3+R3nk/9/5p1G1/9/9/9/8p/9/8L b - 1", 1),
    ("C18 less", "9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1", 3),
];

/// No mates, attacker to move.
const NOMATES: [(&str, &str); 8] = [
    // Mate by a pawn drop would be the only mate.
    ("A9", "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1"),
    // Perpetual check: a closed set with cycles.
    ("B5", "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1"),
    (
        "game-00004n",
        "l1G2k1nl/2r2s1ll/ppp3B+Sp/3pp1P2/N2s3pP/P1P4R1/NP1PPG3/2G1K4/2S4N1 w B3Pgp 1",
    ),
    (
        "game-00025n",
        "l2g2gnb/r2k4l/1spp1pp1p/1p2p2p1/p8/3PP1PP1/1PGN1P2P/L2G2RS1/1NS3KNL b Sb2p 1",
    ),
    (
        "game-00037n",
        "2k2gs1l/2rg5/l1pp5/2n1p2pp/7+B1/4N4/PP1PPPNPP/1G2KG1RL/LNS3S2 w S5Pbp 1",
    ),
    // Sets with pieces missing; the first without a check.
    ("no check", "8k/9/9/9/9/9/9/9/4P4 b - 1"),
    ("one pawn", "9/8k/9/8P/9/9/9/9/9 b - 1"),
    ("C18 least", "9/8k/9/8P/9/9/9/9/9 b Gr2p 1"),
];

fn mate(sfen: &str) -> Pieces {
    let root = position(sfen);
    Solver::default()
        .certify_mate(&root, root.side_to_move(), 7)
        .unwrap()
}

fn nomate(sfen: &str) -> Pieces {
    let root = position(sfen);
    let mut solver = Solver::default();
    assert_eq!(solver.mate(&root, 3), None);
    solver
        .certify_nomate(&root, root.side_to_move(), 3, 400)
        .unwrap()
}

/// Asserts that a certificate is accepted, whoever reads it.
fn accepted(name: &str, pieces: &Pieces) {
    let text = pieces.text();
    println!(
        "{name}: {} entries, {} bytes",
        pieces.items.len(),
        text.len()
    );
    if pieces.items.len() < 100 {
        assert!(holds(pieces), "{name}");
    }
    let verified = check(&text).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
    let (claim, shown) = match pieces.mate {
        Some(plies) => (Claim::Mate(plies), format!("VERIFIED mate {plies}")),
        None => (Claim::NoMate, "VERIFIED nomate".to_string()),
    };
    assert_eq!(verified.claims, [claim]);
    assert_eq!(verified.to_string(), shown);
    assert_eq!(verified.entries, pieces.items.len());
    assert_eq!(verified.attacker, color(pieces.attacker));
    assert_eq!(verified.position, pieces.root.to_sfen_owned());
    assert_eq!(check_reader(text.as_bytes()), Ok(verified.clone()));
    assert_eq!(
        check_reader(text.replace('\n', "\r\n").as_bytes()),
        Ok(verified.clone())
    );
    assert_eq!(check_with(text.as_bytes(), 3, &|| false), Ok(verified));
}

#[test]
fn mates_are_verified() {
    for (name, sfen, plies) in MATES {
        let pieces = mate(sfen);
        assert_eq!(pieces.mate, Some(plies), "{name}");
        accepted(name, &pieces);
    }
}

#[test]
fn no_mates_are_verified() {
    for (name, sfen) in NOMATES {
        accepted(name, &nomate(sfen));
    }
}

/// The same problems one ply later, and one that starts there (D14).
#[test]
fn the_defender_may_begin() {
    let d14 = position("8p/9/9/7l1/nsns3pk/rbng3l1/rbng5/gssg3+P1/8L w 15Pl 1");
    let pieces = Solver::default()
        .certify_mate(&d14, Color::Black, 6)
        .unwrap();
    assert_eq!(pieces.mate, Some(4));
    accepted("D14", &pieces);
    for (name, sfen, plies) in MATES {
        let root = position(sfen);
        let mut solver = Solver::default();
        let mv = solver.mate(&root, plies).unwrap().1;
        let next = after(&root, mv);
        let pieces = solver
            .certify_mate(&next, root.side_to_move(), plies - 1)
            .unwrap();
        assert_eq!(pieces.mate, Some(plies - 1), "{name}");
        accepted(name, &pieces);
    }
    for (name, sfen) in NOMATES {
        let root = position(sfen);
        for check in checks(&root).into_iter().take(3) {
            let next = after(&root, check);
            let mut solver = Solver::default();
            let pieces = solver
                .certify_nomate(&next, root.side_to_move(), 3, 400)
                .unwrap();
            assert!(pieces.reply.is_some());
            accepted(name, &pieces);
        }
    }
}

#[test]
fn a_larger_hand_is_covered() {
    // The same certificate, a gold more in the attacker's hand at the root.
    let pieces = mate("9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    let richer = Pieces {
        root: position("9/8k/9/8P/9/9/9/9/9 b 3G2r2b1g4s4n4l17p 1"),
        ..pieces
    };
    accepted("three golds", &richer);
    // And a pawn less in a no-mate, where the pawn is no loss.
    let pieces = nomate("7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1");
    let poorer = Pieces {
        root: position("7nk/9/8G/9/9/9/9/9/9 b 2r2b3g4s3n4l18p 1"),
        ..pieces
    };
    accepted("no pawn", &poorer);
}

#[test]
fn the_examples_of_the_document_are_verified() {
    let document = include_str!("../../docs/certificate.md");
    let blocks = document
        .split("```\n")
        .filter(|block| block.starts_with("tsumi-certificate"));
    let verdicts: Vec<_> = blocks
        .map(|block| check(block).unwrap().to_string())
        .collect();
    let expected = ["mate 1", "mate 3, within 1, longer 1", "nomate"];
    assert_eq!(
        verdicts,
        expected.map(|claims| format!("VERIFIED {claims}"))
    );
}

/// So is its list of rows read, which proves nothing without its certificate.
#[test]
fn the_rows_of_the_document_are_read() {
    let document = include_str!("../../docs/certificate.md");
    let mut blocks = document.split("```\n");
    let block = blocks.find(|block| block.starts_with("tsumi-rows"));
    let rows = tsumi::checker::rows::Rows::read(block.unwrap().as_bytes()).unwrap();
    assert_eq!(rows.files().collect::<Vec<_>>(), ["zuko-092.tsc"]);
    let judged = rows.judge(&std::collections::HashMap::new());
    assert_eq!(judged.to_string(), "proved 0 of 1 rows");
}

#[test]
fn the_writer_writes_the_example_of_the_document() {
    let root = position("8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    let golds = root.hand_of_a_player(Color::Black);
    let (piece, to) = (Piece::B_G, Square::SQ_1B);
    let mut draft = MateDraft::new(&root, Color::Black);
    draft.push(&MateEntry {
        board: Board::of(&root),
        hand: shogi::Hand::from_core(golds),
        mv: Move::Drop { piece, to },
        distance: 1,
    });
    let certificate = draft.finish(1);
    assert_eq!(certificate.len(), 1);
    let document = include_str!("../../docs/certificate.md");
    assert!(document.contains(&certificate.to_string()));
}

#[test]
fn the_first_fault_is_named_by_any_number_of_threads() {
    let mut pieces = mate("3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1");
    let n = pieces.items.len();
    for broken in [n - 1, n - 9, n / 2, n / 3] {
        // No entry has its move on an empty board square like this.
        pieces.items[broken].moves = vec![Move::Normal {
            from: Square::SQ_5E,
            to: Square::SQ_5D,
            promote: false,
        }];
        for threads in [0, 1, 2, 3, 8, 1000, usize::MAX] {
            let rejected = check_with(pieces.text().as_bytes(), threads, &|| false).unwrap_err();
            assert_eq!(rejected.line, pieces.line(broken));
            let shown = format!("NOT VERIFIED line {}: 5e5d is not legal", rejected.line);
            assert_eq!(rejected.to_string(), shown);
            assert!(!rejected.interrupted);
        }
    }
}

#[test]
fn a_check_can_be_stopped() {
    let text = mate("3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1").text();
    for threads in [1, 2, 5] {
        for looks in 0..4 {
            let count = AtomicUsize::new(0);
            let stop = || count.fetch_add(1, Relaxed) >= looks;
            let rejected = check_with(text.as_bytes(), threads, &stop).unwrap_err();
            assert!(rejected.interrupted, "{rejected}");
        }
    }
}

/// The checker's manifest has no dependency of any kind, and its sources name no
/// crate but `std`: neither in a path nor by `extern`, and they have no `unsafe` and
/// take in no other file.
#[test]
fn the_checker_depends_on_nothing() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("checker");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        assert!(!line.contains("dependencies"), "{line}");
        assert!(!line.starts_with("build"), "{line}");
    }
    assert!(!folder.join("build.rs").exists());
    let mut files = 0;
    let mut roots = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(folder.join("src")).unwrap() {
        let file = file.unwrap().path();
        let source = std::fs::read_to_string(&file).unwrap();
        for line in source.lines().filter(|l| !l.trim_start().starts_with("//")) {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words {
                let foreign = [
                    "extern",
                    "unsafe",
                    "include",
                    "include_str",
                    "include_bytes",
                ];
                assert!(!foreign.contains(&word), "{}: {line}", file.display());
            }
            // The first word of a path in small letters: a crate, a module, a macro's
            // neighbour; those in capitals are types.
            for (at, _) in line.match_indices("::") {
                let before = &line[..at];
                let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_');
                let word = word.into_iter().next().unwrap();
                let is_first = !before[..before.len() - word.len()].ends_with("::");
                if is_first && word.starts_with(|c: char| c.is_ascii_lowercase()) {
                    roots.insert(word.to_string());
                }
            }
        }
        files += 1;
    }
    assert!(files >= 7, "{files}");
    // `tsumi_check` is the library in its own program; the others are modules, of
    // `std` and of the checker, and types.
    let allowed = [
        "board",
        "char",
        "crate",
        "fmt",
        "index",
        "io",
        "notation",
        "read",
        "rows",
        "rules",
        "std",
        "str",
        "super",
        "tsumi_check",
        "u16",
        "u32",
        "u64",
        "u8",
        "usize",
    ];
    for root in roots {
        assert!(allowed.contains(&root.as_str()), "{root}");
    }
}

/// The move number of a root says nothing and may be missing.
#[test]
fn the_move_number_is_ignored() {
    let root: PartialPosition = position("9/8k/9/8P/9/9/9/9/9 b - 1");
    let text = nomate("9/8k/9/8P/9/9/9/9/9 b - 1").text();
    let line = format!("position {}", root.to_sfen_owned());
    for other in ["9/8k/9/8P/9/9/9/9/9 b -", "9/8k/9/8P/9/9/9/9/9 b - 77"] {
        let text = text.replace(&line, &format!("position {other}"));
        assert_eq!(check(&text).unwrap().position, other);
    }
}
