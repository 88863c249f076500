//! A search takes threads that come free while it runs. (What the program makes of it
//! is in `tests/program/spare_threads.rs`.)
use crate::common::{both_metrics, examine, pick, zuko};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use tsumi::solver::{Control, Options, Progress, Solver, Spare};

/// Threads come free in the middle of one search, which takes one after the other.
#[test]
fn a_running_search_takes_what_comes() {
    let p = pick(&zuko(), &["zuko-001"]).remove(0);
    let spare = Arc::new(Spare::new(4, 0));
    let mut solver = Solver::new(Options {
        shortest_raw: false,
        shortest_conventional: false,
        ..both_metrics(20_000_000)
    });
    solver.borrow_from(spare.clone());
    let ended = AtomicUsize::new(0);
    let progress = |_: &Progress| {
        while ended.load(SeqCst) < 3 {
            ended.fetch_add(1, SeqCst);
            spare.end(1);
        }
    };
    let control = Control {
        stop: None,
        progress: Some(&progress),
    };
    let o = solver.solve(&p.position, p.attacker, control).unwrap();
    assert_eq!((o.threads, spare.free()), (4, 0));
    assert!(examine(&p, &o).is_some());
    // What is borrowed is given back in the end.
    drop(solver);
    assert_eq!(spare.free(), 3);
}
