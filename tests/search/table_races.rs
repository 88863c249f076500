//! The table's sequence numbers under every order of steps that the memory model
//! allows (`loom`), the very file that the table uses.
#![allow(dead_code)]

#[path = "../../src/table/sequence.rs"]
mod sequence;

/// What `sequence` is made of, here of `loom`'s.
mod sync {
    pub use loom::hint::spin_loop;
    pub use loom::sync::atomic::{AtomicU32, Ordering, fence};
    pub use loom::thread::yield_now;
}

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering::Relaxed};
use loom::thread;
use sequence::Sequence;

/// Two words that are equal whenever nobody writes.
#[derive(Default)]
struct Pair {
    sequence: Sequence,
    words: [AtomicU32; 2],
}

impl Pair {
    fn both(&self) -> [u32; 2] {
        [self.words[0].load(Relaxed), self.words[1].load(Relaxed)]
    }

    /// (Without reading the words first: `loom` would take the reading for the last
    /// access of others and leave orders out.)
    fn set(&self, n: u32) {
        let _writing = self.sequence.write();
        self.words[0].store(n, Relaxed);
        self.words[1].store(n, Relaxed);
    }
}

fn model(check: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(check);
}

#[test]
fn a_reader_sees_both_words_or_neither() {
    model(|| {
        let pair = Arc::new(Pair::default());
        let writer = {
            let pair = pair.clone();
            thread::spawn(move || pair.set(1))
        };
        let [a, b] = pair.sequence.read(|| pair.both(), || {});
        assert_eq!(a, b);
        writer.join().unwrap();
        assert_eq!(pair.sequence.read(|| pair.both(), || {}), [1, 1]);
    });
}

#[test]
fn writers_are_alone() {
    model(|| {
        let pair = Arc::new(Pair::default());
        let writer = {
            let pair = pair.clone();
            thread::spawn(move || pair.set(1))
        };
        pair.set(2);
        writer.join().unwrap();
        let [a, b] = pair.sequence.read(|| pair.both(), || {});
        assert!(a == b && a > 0);
    });
}

/// The test can fail: without the sequence a torn pair is seen.
#[test]
#[should_panic(expected = "torn")]
fn without_a_sequence_a_torn_pair_is_seen() {
    model(|| {
        let pair = Arc::new(Pair::default());
        let writer = {
            let pair = pair.clone();
            thread::spawn(move || pair.set(1))
        };
        let [a, b] = pair.both();
        assert!(a == b, "torn");
        writer.join().unwrap();
    });
}

/// Two keys whose runs meet at one empty slot, each with a sequence of its own, as in
/// `Table::insert`: both are there in the end, and who sees a key sees its data.
#[test]
fn two_keys_do_not_share_a_slot() {
    #[derive(Default)]
    struct Run {
        sequences: [Sequence; 2],
        keys: [AtomicU32; 2],
        data: [AtomicU32; 2],
    }

    impl Run {
        fn insert(&self, n: u32) {
            let _writing = self.sequences[n as usize - 1].write();
            let free = |at: &usize| {
                self.keys[*at]
                    .compare_exchange(0, n, Relaxed, Relaxed)
                    .is_ok()
            };
            let at = (0..2).find(free).expect("room for two");
            self.data[at].store(10 * n, Relaxed);
        }

        fn find(&self, n: u32) -> Option<u32> {
            let look = || {
                let at = (0..2).find(|&at| self.keys[at].load(Relaxed) == n)?;
                Some(self.data[at].load(Relaxed))
            };
            self.sequences[n as usize - 1].read(look, || {})
        }
    }

    model(|| {
        let run = Arc::new(Run::default());
        let writer = {
            let run = run.clone();
            thread::spawn(move || run.insert(1))
        };
        run.insert(2);
        assert!(matches!(run.find(1), None | Some(10)));
        writer.join().unwrap();
        assert_eq!((run.find(1), run.find(2)), (Some(10), Some(20)));
    });
}
