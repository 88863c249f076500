//! What the tests of the solver share: problems, and a look at an outcome that
//! trusts nothing the solver says of itself.
#![allow(dead_code)]

use shogi_core::{Color, Move, PartialPosition};
use shogi_legality_lite as rules;
use shogi_usi_parser::FromUsi;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tsumi::checker::{Claim, check};
use tsumi::shogi::Position;
use tsumi::solver::{Control, Options, Outcome, Progress, Solver, Verdict};

/// A problem of the repository with what is known of it.
#[derive(Clone, Debug)]
pub struct Problem {
    pub id: String,
    pub position: PartialPosition,
    pub attacker: Color,
    pub mate: bool,
    /// Conventional length.
    pub plies: Option<u32>,
    pub raw_plies: Option<u32>,
}

/// An SFEN without the word in front.
pub fn position(sfen: &str) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap_or_else(|e| panic!("{sfen}: {e:?}"))
}

/// The side without a king, else the side to move.
pub fn attacker_of(position: &PartialPosition) -> Color {
    let king = |color| position.king_position(color).is_some();
    match (king(Color::Black), king(Color::White)) {
        (false, _) => Color::Black,
        (_, false) => Color::White,
        _ => position.side_to_move(),
    }
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("problems")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// `problems/<name>.jsonl`.
pub fn jsonl(name: &str) -> Vec<Problem> {
    let plies = |v: &serde_json::Value| v.as_u64().map(|n| n as u32);
    let problem = |line: &str| {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let position = position(v["sfen"].as_str().unwrap());
        Problem {
            id: v["id"].as_str().unwrap().to_string(),
            attacker: attacker_of(&position),
            position,
            mate: v["expect"] == "mate",
            plies: plies(&v["plies"]),
            raw_plies: plies(&v["raw_plies"]),
        }
    };
    read(&format!("{name}.jsonl"))
        .lines()
        .map(problem)
        .collect()
}

/// All hundred of Zuko, with the author's lengths.
pub fn zuko() -> Vec<Problem> {
    classic("zuko.sfen")
}

/// All hundred of Muso, with the author's lengths. Three are no mate: 037, 073 and 088.
pub fn muso() -> Vec<Problem> {
    let no_mate = ["muso-037", "muso-073", "muso-088"];
    let mut problems = classic("muso.sfen");
    for p in &mut problems {
        p.mate = !no_mate.contains(&p.id.as_str());
    }
    problems
}

/// The problems of a file of the repository with an id, a position and a length in a line.
fn classic(name: &str) -> Vec<Problem> {
    let problem = |line: &str| {
        let mut columns = line.split('\t');
        let id = columns.next().unwrap().to_string();
        let position = position(columns.next().unwrap());
        Problem {
            id,
            attacker: attacker_of(&position),
            position,
            mate: true,
            plies: columns.next().map(|n| n.parse().unwrap()),
            raw_plies: None,
        }
    };
    let text = read(name);
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .map(problem)
        .collect()
}

/// The problems with these ids, in the order of `problems`.
pub fn pick(problems: &[Problem], ids: &[&str]) -> Vec<Problem> {
    let wanted = |p: &&Problem| ids.contains(&p.id.as_str());
    let picked: Vec<Problem> = problems.iter().filter(wanted).cloned().collect();
    assert_eq!(picked.len(), ids.len(), "{ids:?}");
    picked
}

/// A solver that proves both lengths minimal and never runs for ever.
pub fn both_metrics(nodes: u64) -> Options {
    Options {
        nodes: Some(nodes),
        memory: 128 << 20,
        shortest_raw: true,
        shortest_conventional: true,
        ..Options::default()
    }
}

pub fn solve(solver: &mut Solver, p: &Problem) -> Outcome {
    solver
        .solve(&p.position, p.attacker, Control::default())
        .unwrap_or_else(|e| panic!("{}: {e}", p.id))
}

/// Looks at an outcome from outside: the certificate proves the verdict for this
/// very position, and the line is one that shogi allows. Gives the outcome's
/// lengths, `(raw, conventional)`, when it is mate.
pub fn examine(p: &Problem, o: &Outcome) -> Option<(u32, u32)> {
    let id = &p.id;
    let text = || {
        assert!(o.verified, "{id}: not verified");
        let text = o.certificate.as_ref().expect("a verdict has a certificate");
        let verified = check(&text.to_string()).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(verified.entries, o.certificate_entries(), "{id}");
        let attacker = format!("{:?}", p.attacker);
        assert_eq!(format!("{:?}", verified.attacker), attacker, "{id}");
        let of = |sfen: &str| -> Vec<String> {
            let mut words: Vec<&str> = sfen.split(' ').collect();
            words.retain(|&w| w != "sfen");
            words.truncate(3);
            words.into_iter().map(str::to_string).collect()
        };
        assert_eq!(of(&verified.position), of(&p.position.to_sfen_owned()));
        verified.claims[0].clone()
    };
    match o.verdict {
        Verdict::Mate { raw, conventional } => {
            let Claim::Mate(within) = text() else {
                panic!("{id}: the certificate claims no mate")
            };
            assert_eq!(within, raw.upper, "{id}");
            assert!(raw.lower <= raw.upper, "{id}: {raw:?}");
            assert!(conventional.lower <= conventional.upper, "{id}");
            assert!(conventional.upper <= raw.upper, "{id}: {conventional:?}");
            assert!(conventional.lower <= raw.lower, "{id}: {raw:?}");
            let parity = u32::from(p.position.side_to_move() == p.attacker);
            assert_eq!((raw.upper % 2, conventional.upper % 2), (parity, parity));
            assert_eq!(o.line.len() as u32, conventional.upper, "{id}: {raw:?}");
            check_line(p, o);
            Some((raw.upper, conventional.upper))
        }
        Verdict::NoMate => {
            assert_eq!(text(), Claim::NoMate, "{id}");
            assert!(o.line.is_empty() && o.leftover.is_empty(), "{id}");
            None
        }
        Verdict::Unknown(limit) => panic!("{id}: undecided, {limit:?}"),
    }
}

/// The line is legal, checks with every attacker's move, ends where no answer but
/// drops is left, and leaves the pieces said.
fn check_line(p: &Problem, o: &Outcome) {
    let id = &p.id;
    let mut now = p.position.clone();
    for &mv in &o.line {
        assert!(rules::is_legal_partial_lite(&now, mv), "{id}: {mv:?}");
        now.make_move(mv).unwrap();
        // Refuses a defender who is not in check.
        Position::new(&now, p.attacker).unwrap_or_else(|e| panic!("{id}: {mv:?}: {e}"));
    }
    assert_ne!(now.side_to_move(), p.attacker, "{id}");
    let answers = rules::all_legal_moves_partial(&now);
    let drops = |mv: &Move| matches!(mv, Move::Drop { .. });
    assert!(answers.iter().all(drops), "{id}: {answers:?}");
    let hand = now.hand_of_a_player(p.attacker);
    for kind in shogi_core::Hand::all_hand_pieces() {
        let said = o.leftover.iter().find(|l| l.0 == kind).map_or(0, |l| l.1);
        assert_eq!(hand.count(kind), Some(said), "{id}: {kind:?}");
    }
}

/// The position seen in a mirror, left and right exchanged.
pub fn mirrored(p: &Problem) -> Problem {
    let to = |s: shogi_core::Square| shogi_core::Square::new(10 - s.file(), s.rank()).unwrap();
    Problem {
        id: format!("{}, mirrored", p.id),
        position: moved(&p.position, to, false),
        ..p.clone()
    }
}

/// The position with the colours exchanged and the board turned.
pub fn flipped(p: &Problem) -> Problem {
    Problem {
        id: format!("{}, flipped", p.id),
        position: moved(&p.position, |s| s.flip(), true),
        attacker: p.attacker.flip(),
        ..p.clone()
    }
}

fn moved(
    from: &PartialPosition,
    to: impl Fn(shogi_core::Square) -> shogi_core::Square,
    exchange: bool,
) -> PartialPosition {
    let colour = |c: Color| if exchange { c.flip() } else { c };
    let mut out = PartialPosition::empty();
    for s in shogi_core::Square::all() {
        let piece = from.piece_at(s).map(|p| {
            let (kind, color) = p.to_parts();
            shogi_core::Piece::new(kind, colour(color))
        });
        out.piece_set(to(s), piece);
    }
    for c in Color::all() {
        *out.hand_of_a_player_mut(colour(c)) = from.hand_of_a_player(c);
    }
    out.side_to_move_set(colour(from.side_to_move()));
    out
}

/// Solves a problem and raises the flag, where it stays, at the first report of the
/// running search; the outcome and the nodes at that report.
pub fn solve_until(stop: &AtomicBool, solver: &mut Solver, p: &Problem) -> (Outcome, u64) {
    let nodes = AtomicU64::new(0);
    let progress = |progress: &Progress| {
        if !stop.swap(true, Ordering::Relaxed) {
            nodes.store(progress.nodes, Ordering::Relaxed);
        }
    };
    let control = Control {
        stop: Some(stop),
        progress: Some(&progress),
    };
    let outcome = solver.solve(&p.position, p.attacker, control).unwrap();
    (outcome, nodes.into_inner())
}
