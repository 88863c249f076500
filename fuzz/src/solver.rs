//! The solver: its answers about small positions are those of brute force by the rules of the
//! checker, and its line is a mate.

use crate::board::{self, Bytes};
use crate::rules::plain;
use shogi_core::{Color, Move, PartialPosition};
use std::cell::RefCell;
use tsumi::base::Limit;
use tsumi::checker::board::Position;
use tsumi::checker::rules as law;
use tsumi::shogi::{self, rules};
use tsumi::solver::{Control, Options, Outcome, Solver, Verdict};

/// A position, a node limit and which lengths are to be proved minimal.
pub fn solve(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let what = bytes.next();
    let nodes = u64::from(bytes.next()) * 4 + 1;
    let position = board::position(&mut bytes);
    let mover = position.side_to_move();
    // A side that is in check defends.
    let attacker = if what & 1 == 0 { mover } else { mover.flip() };
    if shogi::Position::new(&position, attacker).is_err() {
        return;
    }
    let options = Options {
        nodes: Some(nodes),
        shortest_raw: what & 2 > 0,
        shortest_conventional: what & 4 > 0,
        prove_lengths: what & 16 > 0,
        lengths: if what & 8 == 0 {
            tsumi::solver::Lengths::Quick
        } else {
            tsumi::solver::Lengths::None
        },
        ..small()
    };
    let outcome = ask(&position, attacker, options);
    check_outcome(&position, attacker, &outcome);
}

/// The smallest tables.
fn small() -> Options {
    Options {
        memory: 2 << 20,
        ..Options::default()
    }
}

thread_local! {
    /// One solver for all questions, so that what one leaves behind is met by the next.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new(small()));
}

fn ask(position: &PartialPosition, attacker: Color, options: Options) -> Outcome {
    SOLVER.with_borrow_mut(|solver| {
        solver.set_options(options);
        let outcome = solver.solve(position, attacker, Control::default());
        outcome.expect("a position to start from")
    })
}

/// What the solver says of a position within some nodes, to be held against another answer.
pub fn quick(position: &PartialPosition, attacker: Color) -> Verdict {
    let options = Options {
        nodes: Some(2_000),
        shortest_raw: true,
        ..small()
    };
    ask(position, attacker, options).verdict
}

fn check_outcome(position: &PartialPosition, attacker: Color, outcome: &Outcome) {
    let sfen = position.to_sfen_owned();
    let verdict = outcome.verdict;
    assert_eq!(outcome.defect, None, "{sfen}");
    assert_ne!(verdict, Verdict::Unknown(Limit::SelfCheck), "{sfen}");
    let is_decided = !matches!(verdict, Verdict::Unknown(_));
    assert_eq!(outcome.verified, is_decided, "{sfen}");
    assert_eq!(outcome.certificate.is_some(), is_decided, "{sfen}");
    if let Verdict::Mate { raw, conventional } = verdict {
        assert!(raw.lower <= raw.upper, "{raw:?}, {sfen}");
        let lower = conventional.lower;
        assert!(lower <= conventional.upper, "{conventional:?}, {sfen}");
        assert!(is_mate_by(position, attacker, &outcome.line), "{sfen}");
    }
    let Some(shortest) = shortest_mate(position, attacker) else {
        return;
    };
    match (verdict, shortest) {
        (Verdict::Mate { raw, .. }, Some(plies)) => {
            let range = raw.lower..=raw.upper;
            assert!(range.contains(&plies), "{plies} and {raw:?}, {sfen}");
        }
        (Verdict::Mate { raw, .. }, None) => assert!(raw.upper > DEPTH, "{raw:?}, {sfen}"),
        (Verdict::NoMate, Some(plies)) => panic!("no mate and {plies}, {sfen}"),
        _ => {}
    }
}

/// True for a line of legal moves, each second one a check, that ends in mate. A defender who
/// could still drop pieces in between, all in vain (無駄合), is mated too.
pub fn is_mate_by(position: &PartialPosition, attacker: Color, line: &[Move]) -> bool {
    let mut position = position.clone();
    for &mv in line {
        let attacks = position.side_to_move() == attacker;
        let Some(next) = rules::after(&position, mv) else {
            return false;
        };
        if attacks && !rules::in_check(&next, attacker.flip()) {
            return false;
        }
        position = next;
    }
    let is_drop = |mv: &Move| matches!(mv, Move::Drop { .. });
    position.side_to_move() != attacker
        && rules::in_check(&position, attacker.flip())
        && rules::legal_moves(&position).iter().all(is_drop)
}

/// Plies of brute force.
pub const DEPTH: u32 = 3;

/// The length of the shortest mate within [`DEPTH`] plies, every interposition counted, or
/// that there is none; nothing where that takes too long.
pub fn shortest_mate(position: &PartialPosition, attacker: Color) -> Option<Option<u32>> {
    let mut patience = 150;
    let root = plain(position);
    let begins = position.side_to_move() == attacker;
    for plies in (0..=DEPTH).filter(|plies| (plies % 2 == 1) == begins) {
        let is_mate = if begins {
            attack(&root, plies, &mut patience)?
        } else {
            defence(&root, plies, &mut patience)?
        };
        if is_mate {
            return Some(Some(plies));
        }
    }
    Some(None)
}

fn attack(position: &Position, plies: u32, patience: &mut u32) -> Option<bool> {
    if plies == 0 {
        return Some(false);
    }
    *patience = patience.checked_sub(1)?;
    for check in law::checks(position) {
        if defence(&law::after(position, check), plies - 1, patience)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Is the side to move, which is in check, mated within `plies` plies?
fn defence(position: &Position, plies: u32, patience: &mut u32) -> Option<bool> {
    *patience = patience.checked_sub(1)?;
    let replies = law::legal_moves(position);
    if plies == 0 {
        return Some(replies.is_empty());
    }
    for reply in replies {
        if !attack(&law::after(position, reply), plies - 1, patience)? {
            return Some(false);
        }
    }
    Some(true)
}
