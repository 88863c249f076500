//! Reading what another thread may be writing: a sequence number (seqlock).
//!
//! There is one writer at a time: the thread that makes the number odd may write, and makes
//! it even again, one step further, when it is done. Readers write nothing: they note the
//! number, read, and look at it again. When it was odd, or has changed, what was read may be
//! half of one state and half of another; it is thrown away and read again. The data
//! themselves are atomics, read and written relaxed, so that a reading that is thrown
//! away was not undefined behaviour either (Boehm 2012, "Can seqlocks get along with
//! programming language memory models?", which the fences follow). On x86 a reader
//! pays two plain loads.

// `tests/search/table_races.rs` runs this very file on the atomics of `loom`.
use super::sync::{AtomicU32, Ordering, fence, spin_loop, yield_now};

/// Guards some data; odd while they are written.
#[derive(Default)]
pub struct Sequence(pub(super) AtomicU32);

/// Tries before a waiting thread gives its processor away: the writer may be waiting for
/// one.
const SPINS: u32 = 64;

/// Waits a moment, longer from the `tries`th time on.
fn pause(tries: &mut u32) {
    *tries += 1;
    if *tries < SPINS {
        spin_loop();
    } else {
        yield_now();
    }
}

impl Sequence {
    /// What `look` sees while no thread writes. It may be called more than once, may meet
    /// data in any state, and must come to an end even then. `then` is called before the
    /// second look at the number, for tests.
    #[inline(always)]
    pub fn read<R>(&self, look: impl Fn() -> R, then: impl Fn()) -> R {
        let mut tries = 0;
        loop {
            let before = self.0.load(Ordering::Acquire);
            if before & 1 == 0 {
                let seen = look();
                then();
                fence(Ordering::Acquire);
                if self.0.load(Ordering::Relaxed) == before {
                    return seen;
                }
            }
            pause(&mut tries);
        }
    }

    /// Waits until no other thread writes; readers and writers then wait until the guard
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
