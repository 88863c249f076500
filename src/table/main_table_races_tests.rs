//! The main table while several threads write into it.

use super::tests::{KEY, at, hand, keys, keys_at, mate, numbers};
use super::*;
use crate::shogi::Kind;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

type Hook = Box<dyn FnOnce()>;

thread_local! {
    static HOOK: RefCell<Option<Hook>> = const { RefCell::new(None) };
}

/// Called in the middle of every look-up.
pub(super) fn meanwhile() {
    let hook = HOOK.with(|h| h.borrow_mut().take());
    if let Some(hook) = hook {
        hook();
    }
}

/// A look-up of `KEY` in the middle of which `rewrite` happens.
fn look_up_during(t: &Arc<Table>, rewrite: impl FnOnce(&Table) + 'static) -> Found {
    let (table, done) = (t.clone(), Rc::new(RefCell::new(false)));
    let noted = done.clone();
    let hook: Hook = Box::new(move || {
        rewrite(&table);
        *noted.borrow_mut() = true;
    });
    HOOK.with(|h| *h.borrow_mut() = Some(hook));
    let found = t.probe(at(KEY, Hand::EMPTY), 1, Len::INFINITE);
    assert!(*done.borrow(), "the hook was called");
    found
}

#[test]
fn a_look_up_that_met_a_rewrite_is_void() {
    let t = Arc::new(Table::new(1 << 20).unwrap());
    // A new entry, a changed one, and one that another thread writes.
    let found = look_up_during(&t, |t| {
        t.store_open(at(KEY, Hand::EMPTY), 1, Numbers::new(7, 8), 1, 0);
    });
    assert_eq!(numbers(found), (7, 8, 1, false));
    let found = look_up_during(&t, |t| {
        t.store_open(at(KEY, Hand::EMPTY), 1, Numbers::new(70, 80), 2, 0);
    });
    assert_eq!(numbers(found), (70, 80, 2, false));
    let found = look_up_during(&t, |t| {
        std::thread::scope(|scope| {
            scope.spawn(|| t.store_mate(at(KEY, Hand::EMPTY), 1, Len::new(3), 1, 9));
        });
    });
    assert_eq!(mate(found), Some((Hand::EMPTY, Len::new(3), 9)));
    // A writer of another stripe does not disturb the look-up.
    let found = look_up_during(&t, |t| {
        let key = KEY ^ (STRIPE * GROUP) as u64;
        t.store_open(at(key, Hand::EMPTY), 1, Numbers::new(1, 1), 1, 0);
    });
    assert!(mate(found).is_some());
}

#[test]
fn a_look_up_during_a_collection_or_growth_is_void() {
    let t = Arc::new(Table::new(1 << 20).unwrap());
    t.store_mate(at(KEY, Hand::EMPTY), 1, Len::new(3), u16::MAX, 9);
    for key in keys().take(FULL as usize - 1) {
        t.store_open(at(key, Hand::EMPTY), 1, Numbers::new(5, 6), 1, 0);
    }
    let found = look_up_during(&t, |t| {
        let key = keys().nth(FULL as usize).unwrap();
        t.store_open(at(key, Hand::EMPTY), 1, Numbers::new(5, 6), 1, 0);
        assert_eq!(t.collections(), 1);
    });
    assert_eq!(mate(found), Some((Hand::EMPTY, Len::new(3), 9)));
    let t = Arc::new(Table::new(4 * BYTES).unwrap());
    t.store_mate(at(KEY, Hand::EMPTY), 1, Len::new(3), u16::MAX, 9);
    let found = look_up_during(&t, |t| {
        for key in keys().take(2 * SEGMENT) {
            t.store_open(at(key, Hand::EMPTY), 1, Numbers::new(5, 6), 1, 0);
        }
        assert_eq!(t.bytes(), 4 * BYTES);
    });
    // The look-up reads the segment that the key had before the growth: the entry is still
    // there or not, but what is found is right.
    match found {
        Found::Mate { len, mv, .. } => assert_eq!((len, mv), (Len::new(3), 9)),
        found => assert_eq!(numbers(found), (0, 0, 0, false)),
    }
}

/// More threads than processors store, look up, grow and collect at once. All that is
/// said of a position follows from its key, so half of one entry and half of another
/// would be seen.
#[test]
fn threads_see_whole_entries_only() {
    const THREADS: usize = 8;
    // One table that is full from the start, one that grows to its end.
    for bytes in [BYTES, 8 * BYTES] {
        let t = Table::new(bytes).unwrap();
        let hits: u64 = std::thread::scope(|scope| {
            let work = |n: usize| {
                let mut hits = 0u64;
                let count = if bytes == BYTES { SEGMENT } else { 4 * SEGMENT };
                for (i, key) in keys().take(3 * count).enumerate().skip(n * 991) {
                    let x = (key >> 33) as u32;
                    // Every thread writes some of the keys of every other.
                    if (i + n).is_multiple_of(3) {
                        let h = hand(&[(Kind::Pawn, (x % 19) as u8)]);
                        if x.is_multiple_of(5) {
                            let len = Len::new(1 + x % 50_000);
                            t.store_mate(at(key, h), 1, len, x as u16 | 1, x >> 8 | 1);
                        } else {
                            t.store_open(
                                at(key, h),
                                1,
                                Numbers::new(x, !x),
                                x as u16 | 1,
                                x >> 8 | 1,
                            );
                        }
                    }
                    let old = keys_at(i.saturating_sub((i * 7 + n * 13) % 64));
                    let x = (old >> 33) as u32;
                    let h = hand(&[(Kind::Pawn, (x % 19) as u8)]);
                    match t.probe(at(old, h), 1, Len::INFINITE) {
                        Found::Mate { hand, len, mv } => {
                            assert!(x.is_multiple_of(5));
                            assert_eq!((hand, len), (h, Len::new(1 + x % 50_000)));
                            assert_eq!(mv, x >> 8 | 1);
                            hits += 1;
                        }
                        Found::NoMate { .. } => panic!("never stored"),
                        Found::Open {
                            amount: 0, numbers, ..
                        } => assert_eq!(numbers, Numbers::UNKNOWN),
                        Found::Open {
                            numbers, amount, ..
                        } => {
                            assert_eq!(numbers, Numbers::new(x, !x));
                            assert_eq!(amount, x as u16 | 1);
                            assert_eq!(t.link(at(old, h)).unwrap_or(x >> 8 | 1), x >> 8 | 1);
                            hits += 1;
                        }
                    }
                }
                hits
            };
            let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(move || work(n))).collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        println!("{hits} found, {} collections", t.collections());
        assert!(hits > 100_000, "{hits}");
        assert_eq!(t.bytes(), bytes);
        assert!(bytes > BYTES || t.collections() > 5);
        let mut twice = std::collections::HashSet::new();
        for s in 0..t.directory.taken() {
            let slots = t.slots_of(s);
            let entries = slots.iter().filter(|e| e.key() != 0);
            let count = entries
                .map(|e| {
                    assert_eq!(t.directory.segment(e.key()), s);
                    assert!(twice.insert((e.key(), e.hand().bits())), "stored twice");
                    assert!(
                        t.run(s, e.key()).seek(e.hand()).is_some(),
                        "lost in its run"
                    );
                })
                .count();
            assert_eq!(count, t.used[s].load(Relaxed) as usize);
            assert!(count <= OVERFULL as usize + THREADS);
        }
    }
}
