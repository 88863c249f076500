//! Reading what another thread may be writing: a sequence number (seqlock).
//!
//! Writers are alone: who makes the number odd may write, and makes it even again,
//! one step further, when he is done. Readers write nothing: they note the number,
//! read, and look at it again. When it was odd, or has changed, what was read may be
//! half of one state and half of another; it is thrown away and read again. The data
//! themselves are atomics, read and written relaxed, so that a reading that is thrown
//! away was not undefined behaviour either (Boehm 2012, "Can seqlocks get along with
//! programming language memory models?", which the fences follow). On x86 a reader
//! pays two plain loads.

use std::sync::atomic::{AtomicU32, Ordering, fence};

/// Guards some data; odd while they are written. Zero bytes are a free one.
#[repr(transparent)]
#[derive(Default)]
pub struct Sequence(AtomicU32);

/// Tries before a waiting thread gives its processor away: who writes may be waiting
/// for it.
const SPINS: u32 = 64;

/// Waits a moment, longer from the `tries`th time on.
fn pause(tries: &mut u32) {
    *tries += 1;
    if *tries < SPINS {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}

impl Sequence {
    /// What `look` sees while nobody writes. It may be called more than once and may
    /// meet data in any state in between; it must come to an end all the same.
    #[inline(always)]
    pub fn read<R>(&self, look: impl Fn() -> R) -> R {
        let mut tries = 0;
        loop {
            let before = self.0.load(Ordering::Acquire);
            if before & 1 == 0 {
                let seen = look();
                #[cfg(test)]
                tests::between_the_looks();
                fence(Ordering::Acquire);
                if self.0.load(Ordering::Relaxed) == before {
                    return seen;
                }
            }
            pause(&mut tries);
        }
    }

    /// Waits until nobody else writes; readers and writers then wait until the guard
    /// is dropped.
    #[inline]
    pub fn write(&self) -> Writing<'_> {
        let mut tries = 0;
        loop {
            let now = self.0.load(Ordering::Relaxed);
            let odd = now.wrapping_add(1);
            let free = now & 1 == 0;
            let ours = |s: &AtomicU32| {
                s.compare_exchange_weak(now, odd, Ordering::Acquire, Ordering::Relaxed)
            };
            if free && ours(&self.0).is_ok() {
                // Nothing that is written is seen before the odd number.
                fence(Ordering::Release);
                return Writing {
                    sequence: self,
                    after: odd.wrapping_add(1),
                };
            }
            pause(&mut tries);
        }
    }
}

/// The right to write; given back when dropped, also by a panic.
pub struct Writing<'a> {
    sequence: &'a Sequence,
    after: u32,
}

impl Drop for Writing<'_> {
    #[inline]
    fn drop(&mut self) {
        self.sequence.0.store(self.after, Ordering::Release);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::sync::atomic::AtomicU64;

    type Hook = Box<dyn FnOnce()>;

    thread_local! {
        static HOOK: RefCell<Option<Hook>> = const { RefCell::new(None) };
    }

    /// Runs what `meanwhile` gave this thread, once.
    pub(super) fn between_the_looks() {
        let hook = HOOK.with(|h| h.borrow_mut().take());
        if let Some(hook) = hook {
            hook();
        }
    }

    /// What is to happen in this thread's next reading, after it has looked.
    pub fn meanwhile(hook: impl FnOnce() + 'static) {
        HOOK.with(|h| *h.borrow_mut() = Some(Box::new(hook)));
    }

    fn relaxed(word: &AtomicU64) -> u64 {
        word.load(Ordering::Relaxed)
    }

    #[test]
    fn a_reading_that_met_a_writer_is_void() {
        let data: &'static AtomicU64 = Box::leak(Box::default());
        let sequence: &'static Sequence = Box::leak(Box::default());
        meanwhile(|| {
            let _writing = sequence.write();
            data.store(1, Ordering::Relaxed);
        });
        assert_eq!(sequence.read(|| relaxed(data)), 1);
    }

    #[test]
    fn nobody_reads_while_somebody_writes() {
        let data = [AtomicU64::new(0), AtomicU64::new(0)];
        let sequence = Sequence::default();
        std::thread::scope(|scope| {
            let writing = sequence.write();
            data[0].store(7, Ordering::Relaxed);
            let reader = scope.spawn(|| sequence.read(|| data.each_ref().map(relaxed)));
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
        let panicked = std::panic::catch_unwind(|| {
            let _writing = sequence.write();
            panic!("on purpose");
        });
        assert!(panicked.is_err());
        assert_eq!(sequence.read(|| 5), 5);
        drop(sequence.write());
    }

    #[test]
    fn numbers_wrap_around() {
        let sequence = Sequence(AtomicU32::new(u32::MAX - 1));
        drop(sequence.write());
        assert_eq!(sequence.0.load(Ordering::Relaxed), 0);
        assert_eq!(sequence.read(|| 3), 3);
    }

    /// Writers and readers at once, more of them than processors.
    #[test]
    fn words_that_belong_together_are_seen_together() {
        let words: [AtomicU64; 4] = Default::default();
        let sequence = Sequence::default();
        let rounds = if cfg!(miri) { 50 } else { 20_000 };
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
            }
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..rounds {
                        let seen = sequence.read(|| words.each_ref().map(relaxed));
                        let one = seen[0];
                        assert_eq!(seen, [one, 2 * one, 3 * one, 4 * one]);
                    }
                });
            }
        });
        assert_eq!(relaxed(&words[0]), 3 * rounds);
    }
}
