//! Tests of `sequence`: one after the other, and with more threads than processors.

use super::sequence::Sequence;
use super::sync::{AtomicU32, Ordering};
use std::sync::atomic::AtomicU64;

fn relaxed(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

#[test]
fn a_reading_that_met_a_writer_is_void() {
    let (data, looks) = (AtomicU64::new(0), AtomicU64::new(0));
    let sequence = Sequence::default();
    let seen = sequence.read(
        || relaxed(&data),
        || {
            if looks.fetch_add(1, Ordering::Relaxed) == 0 {
                let _writing = sequence.write();
                data.store(1, Ordering::Relaxed);
            }
        },
    );
    assert_eq!((seen, relaxed(&looks)), (1, 2));
}

#[test]
fn nobody_reads_while_somebody_writes() {
    let data = [AtomicU64::new(0), AtomicU64::new(0)];
    let sequence = Sequence::default();
    std::thread::scope(|scope| {
        let writing = sequence.write();
        data[0].store(7, Ordering::Relaxed);
        let reader = scope.spawn(|| sequence.read(|| data.each_ref().map(relaxed), || {}));
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(!reader.is_finished());
        data[1].store(7, Ordering::Relaxed);
        drop(writing);
        assert_eq!(reader.join().unwrap(), [7, 7]);
    });
}

#[test]
fn a_panic_while_writing_locks_nobody_out() {
    let sequence = Sequence::default();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _writing = sequence.write();
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert_eq!(sequence.read(|| 5, || {}), 5);
    drop(sequence.write());
}

#[test]
fn numbers_wrap_around() {
    let sequence = Sequence(AtomicU32::new(u32::MAX - 1));
    drop(sequence.write());
    assert_eq!(sequence.0.load(Ordering::Relaxed), 0);
    assert_eq!(sequence.read(|| 3, || {}), 3);
}

#[test]
fn words_that_belong_together_are_seen_together() {
    let words: [AtomicU64; 4] = Default::default();
    let sequence = Sequence::default();
    let rounds = 20_000;
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..rounds {
                    let _writing = sequence.write();
                    for (i, w) in words.iter().enumerate() {
                        w.store(relaxed(w) + i as u64 + 1, Ordering::Relaxed);
                    }
                }
            });
            scope.spawn(|| {
                for _ in 0..rounds {
                    let seen = sequence.read(|| words.each_ref().map(relaxed), || {});
                    let one = seen[0];
                    assert_eq!(seen, [one, 2 * one, 3 * one, 4 * one]);
                }
            });
        }
    });
    assert_eq!(relaxed(&words[0]), 3 * rounds);
}
