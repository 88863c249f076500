//! The loop at depths that no test problem reaches in reasonable time.
use super::*;
use crate::search::testing::position;
use crate::table::Table;

fn salt(n: u64) -> Salt {
    Salt {
        problem: n,
        path: n,
    }
}

/// Check, evasion, check, evasion, back at the same position.
fn cycle(pos: &mut Position) -> [Move; 4] {
    let start = (pos.board_key(), pos.attacker_hand());
    let list = |pos: &Position| {
        let mut moves = Vec::new();
        match pos.side_to_move() {
            Side::Attacker => pos.generate_checks(&mut moves),
            Side::Defender => pos.generate_evasions(&mut moves),
        }
        moves
    };
    for a in list(pos) {
        pos.make(a);
        for b in list(pos) {
            pos.make(b);
            for c in list(pos) {
                pos.make(c);
                for d in list(pos) {
                    pos.make(d);
                    let back = (pos.board_key(), pos.attacker_hand()) == start;
                    pos.unmake(d);
                    if back {
                        pos.unmake(c);
                        pos.unmake(b);
                        pos.unmake(a);
                        return [a, b, c, d];
                    }
                }
                pos.unmake(c);
            }
            pos.unmake(b);
        }
        pos.unmake(a);
    }
    panic!("no cycle");
}

/// Frames are put on the path as `descend` does, round and round a perpetual check,
/// and then the search goes on from there and finishes every one of them.
fn deep(frames: usize) {
    let mut pos = position("4k4/9/9/9/5R3/9/9/9/9 b r2b4g4s4n4l18p 1");
    let cycle = cycle(&mut pos);
    let (table, mut repetition) = (Table::new(16 << 20), RepetitionTable::new(2 << 20));
    let mut workspace = Workspace::default();
    let limits = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    let before = pos.clone();
    let mut search = Search::new(
        pos,
        &table,
        &mut repetition,
        &mut workspace,
        limits,
        salt(1),
    );
    let open = (MOST + 1, MOST + 1);
    search.enter(Move::NONE, Step::Play, 1, Len::INFINITE, open, 0);
    for i in 0..frames {
        let mv = cycle[i % 4];
        let f = *search.frames.last().unwrap();
        let children = search.children_of(&f);
        let at = children.iter().position(|c| c.mv == mv).expect("a child");
        let path = search.child_path(f.path, f.start as usize + at, i as u16 + 2);
        let last = search.frames.last_mut().unwrap();
        (last.current, last.visited) = (at as u16, true);
        search.pos.make(mv);
        search.enter(mv, Step::Play, path, Len::INFINITE, open, 0);
    }
    assert_eq!(search.frames.len(), frames + 1);
    let value = search.drive().expect("within the limit");
    assert!(search.frames.is_empty() && search.children.is_empty());
    assert!(value.is_nomate(), "a lone rook does not mate");
    assert_eq!(search.pos, before, "the board is back at the root");
}

#[test]
fn five_thousand_frames_on_two_megabytes() {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(|| deep(5_000))
        .unwrap()
        .join()
        .unwrap();
}

/// A look leaves the board, the table and the search as they were.
#[test]
fn a_look_changes_nothing() {
    let pos = position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let (table, mut repetition) = (Table::new(1 << 20), RepetitionTable::new(1 << 16));
    let mut workspace = Workspace::default();
    let limits = Limits::default();
    let before = pos.clone();
    let mut search = Search::new(
        pos,
        &table,
        &mut repetition,
        &mut workspace,
        limits,
        salt(1),
    );
    let seen = search.look();
    assert!(!seen.is_final(), "{seen:?}: the checks are not searched");
    assert_eq!(search.position(), &before);
    let hand = before.attacker_hand();
    let found = search.probe(before.board_key(), hand, Len::INFINITE);
    assert!(matches!(found, Found::Open { amount: 0, .. }), "{found:?}");
    assert!(search.solve(Len::INFINITE).unwrap().is_mate());
}

/// A helper's repetition table keeps its slots from search to search; only its paths' salts
/// tell them apart, also of two searches about the same problem.
#[test]
fn helpers_of_two_searches_walk_different_paths() {
    let pos = position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let (table, mut repetition) = (Table::new(1 << 20), RepetitionTable::new(1 << 16));
    let mut workspace = Workspace::default();
    let mut seen = std::collections::HashSet::new();
    for number in 1..4 {
        let salt = Salt {
            problem: 1,
            path: number,
        };
        let (pos, limits) = (pos.clone(), Limits::default());
        let mut search = Search::new(pos, &table, &mut repetition, &mut workspace, limits, salt);
        for _ in 0..5 {
            assert!(seen.insert(search.question(Len::INFINITE).salt.path));
            search.solve(Len::INFINITE).unwrap();
        }
    }
}

/// A limit leaves the root's numbers behind, the board at the root, and in the table what
/// the next search goes on from.
#[test]
fn a_limit_leaves_what_is_known() {
    let before = position("9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1");
    let (table, mut repetition) = (Table::new(16 << 20), RepetitionTable::new(1 << 20));
    let mut workspace = Workspace::default();
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let (pos, salt) = (before.clone(), salt(1));
    let mut search = Search::new(pos, &table, &mut repetition, &mut workspace, limits, salt);
    assert_eq!(search.solve(Len::INFINITE).unwrap_err(), Limit::Nodes);
    let (pn, dn) = search.left_at.expect("it was left open");
    assert!((1..=MOST).contains(&pn) && (1..=MOST).contains(&dn));
    assert_eq!(search.position(), &before);
    assert!(search.frames.is_empty() && search.children.is_empty());
    let seen = search.look();
    assert_eq!(
        (seen.pn, seen.dn),
        (pn, dn),
        "the root's children are stored"
    );
    search.limits = Limits::default();
    assert!(search.solve(Len::INFINITE).unwrap().is_nomate());
}
