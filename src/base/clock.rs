//! The clock: that of the standard library, and in a browser, where that has none, the page's. And
//! the moment at which a search can be interrupted where it has no thread of its own.

#[cfg(target_family = "wasm")]
pub use self::wasm::{Instant, pause};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

/// A running search calls this once in about a millisecond. Threads need nothing of the kind: only a
/// WebAssembly module hands the page the word (see there).
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub fn pause() {}

#[cfg(target_family = "wasm")]
mod wasm {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    #[link(wasm_import_module = "tsumi")]
    unsafe extern "C" {
        /// Milliseconds since some moment before the module was loaded; never fewer than before.
        safe fn now() -> f64;
        /// The page may put the search aside here and go on with it later (wasm/shogihome). That
        /// works only while no function on the stack was called through a pointer (`dyn`), since
        /// only the others are made ready for it.
        pub safe fn pause();
    }

    /// A moment, as `std::time::Instant` is one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::from_secs_f64(now().max(0.0) / 1e3))
        }

        /// Time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// Time from `earlier` to this moment; zero where it is the later one.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment after `time`; `None` where that cannot be told.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Instant;

        fn sub(self, time: Duration) -> Instant {
            Instant(self.0.saturating_sub(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
