//! The loop at depths that no test problem reaches in reasonable time.
use super::*;
use crate::search::testing::{Desk, position};
use crate::shogi::Side;

/// Asks for a mate of any length, with a limit of `nodes` nodes.
fn within(nodes: Option<u64>) -> Question<'static> {
    Question::new(Limits {
        nodes,
        ..Limits::default()
    })
}

/// Check, evasion, check and evasion that lead back to the position on the board.
fn cycle(pos: &mut Position) -> [Move; 4] {
    let start = pos.place();
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
                    let back = pos.place() == start;
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
    let mut desk = Desk::new(16 << 20);
    let before = pos;
    let mut search = desk.search(&before, 1);
    search.question = within(Some(1_000_000));
    let open = Numbers::UNBOUNDED;
    search.enter(Move::NONE, Way::Play, 1, Len::INFINITE, open, 0);
    for i in 0..frames {
        let mv = cycle[i % 4];
        let f = *search.work.frames.last().unwrap();
        let children = search.children_of(&f);
        let at = children.iter().position(|c| c.mv == mv).expect("a child");
        let path = search.child_path(i, f.start as usize + at);
        let last = search.work.frames.last_mut().unwrap();
        (last.current, last.visited) = (at as u16, true);
        search.pos.make(mv);
        search.enter(mv, Way::Play, path, Len::INFINITE, open, 0);
    }
    assert_eq!(search.work.frames.len(), frames + 1);
    let value = search.drive().expect("within the limit").value;
    assert!(search.work.frames.is_empty() && search.work.children.is_empty());
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
    let before = position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let mut desk = Desk::new(1 << 20);
    let mut search = desk.search(&before, 1);
    let seen = search.look();
    assert!(!seen.is_final(), "{seen:?}: the checks are not searched");
    assert_eq!(search.position(), &before);
    let found = search.probe(before.place(), Len::INFINITE);
    assert!(matches!(found, Found::Open { amount: 0, .. }), "{found:?}");
    assert!(search.solve(within(None)).unwrap().value.is_mate());
}

/// A helper's repetition table keeps its slots from search to search; only its paths' salts
/// tell them apart, also of two searches about the same problem.
#[test]
fn helpers_of_two_searches_walk_different_paths() {
    let pos = position("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let mut desk = Desk::new(1 << 20);
    let mut seen = std::collections::HashSet::new();
    for number in 1..4 {
        let mut search = desk.search(&pos, number);
        for _ in 0..5 {
            assert!(seen.insert(search.errand(within(None)).salt.path));
            search.solve(within(None)).unwrap();
        }
    }
}

/// A limit leaves the root's numbers behind, the board at the root, and in the table what
/// the next search goes on from.
#[test]
fn a_limit_leaves_what_is_known() {
    let before = position("9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1");
    let mut desk = Desk::new(16 << 20);
    let mut search = desk.search(&before, 1);
    let stopped = search.solve(within(Some(5_000))).err().unwrap();
    assert_eq!(stopped.limit, Limit::Nodes);
    assert_eq!(search.nodes(), 5_000, "to the node");
    let numbers = stopped.numbers.expect("it was looked at");
    assert_eq!(numbers, numbers.as_open());
    assert_eq!(search.position(), &before);
    assert!(search.work.frames.is_empty() && search.work.children.is_empty());
    let seen = search.look();
    assert_eq!(seen.numbers, numbers, "the root's children are stored");
    assert!(search.solve(within(None)).unwrap().value.is_nomate());
}

/// A budget may be overdrawn until the next reading of the clock; a node limit may not.
#[test]
fn node_limits_are_kept_to_the_node() {
    let pos = position("9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1");
    let mut desk = Desk::new(16 << 20);
    for (path, nodes) in [1, 2, 10, 500, 1023, 1024, 1025, 3000]
        .into_iter()
        .enumerate()
    {
        let mut search = desk.search(&pos, path as u64);
        let cut = search.solve(within(Some(nodes)));
        assert!(cut.is_err_and(|stopped| stopped.limit == Limit::Nodes));
        assert_eq!(search.nodes(), nodes);
        // Nothing is left, not even for a look.
        let again = search.solve(within(Some(nodes)));
        assert!(again.is_err_and(|stopped| stopped.numbers.is_none()));
        assert_eq!(search.nodes(), nodes);
    }
    let mut search = desk.search(&pos, 99);
    let cut = search.solve(within(Some(9_000)).at_most(2_000));
    assert!(cut.is_err_and(|stopped| stopped.limit == Limit::Nodes));
    assert!((2_000..2_000 + POLL).contains(&search.nodes()));
}
