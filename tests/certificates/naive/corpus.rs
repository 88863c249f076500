//! Small certificates to be tampered with, made by the naive solver.
use super::{Pieces, Solver, after, checks, position};

/// Mates of one to seven plies, both colours, both parities, with an
/// attacker's king and without, and a set with pieces missing.
pub fn mates() -> Vec<Pieces> {
    let sfens = [
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1",
        "1g1+N+N1+P1l/4+B4/4Np+P2/l1p1p1ppk/3PsnP1p/+r4P3/1pPG3PL/p2S1SGbP/SRK6 b GLPp 1",
        "l1+P1g4/1B1s1g2l/2+N2p1kp/p1p6/6P2/+b1+r1G1r2/5P+pNP/3P4L/2N1KS1N1 w 2S4Pgl4p 1",
        "8k/R8/g5N1b/5R3/6+b2/8L/9/9/9 b 3g4s3n3l18p 1",
        "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1",
        "5R3/6pk1/6N2/6P2/7p1/7N1/9/9/9 b N2Pr2b4g4sn4l13p 1",
    ];
    let mut all = Vec::new();
    for root in sfens.map(position) {
        let mut solver = Solver::default();
        let attacker = root.side_to_move();
        let pieces = solver.certify_mate(&root, attacker, 7).unwrap();
        let next = after(&root, solver.mate(&root, 7).unwrap().1);
        all.extend([Some(pieces), solver.certify_mate(&next, attacker, 6)]);
    }
    all.into_iter().flatten().collect()
}

/// No mates, likewise.
pub fn nomates() -> Vec<Pieces> {
    let sfens = [
        "7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1",
        "6G2/6+B1k/8p/9/6PP1/9/9/9/9 b 2rb3g4s4n4l15p 1",
        "l1G2k1nl/2r2s1ll/ppp3B+Sp/3pp1P2/N2s3pP/P1P4R1/NP1PPG3/2G1K4/2S4N1 w B3Pgp 1",
        "9/8k/9/8P/9/9/9/9/9 b Gr2p 1",
    ];
    let mut all = Vec::new();
    for root in sfens.map(position) {
        let mut solver = Solver::default();
        let attacker = root.side_to_move();
        let pieces = solver.certify_nomate(&root, attacker, 3, 400).unwrap();
        let next = after(&root, checks(&root)[0]);
        all.extend([Some(pieces), solver.certify_nomate(&next, attacker, 3, 400)]);
    }
    all.into_iter()
        .flatten()
        .filter(|pieces| pieces.items.len() < 60)
        .collect()
}
