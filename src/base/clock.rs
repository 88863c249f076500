//! The clock: that of the standard library, and in a browser, where that has none, the page's. And
//! the moments at which a search can be interrupted on the thread that it runs on.

#[cfg(target_family = "wasm")]
pub use self::wasm::{Instant, pause};
#[cfg(not(target_family = "wasm"))]
pub use self::watched::{pause, watched};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

/// The moments at which the caller of a search may do something of his own, on the thread that he
/// called from: look for Ctrl-C, for one.
#[cfg(not(target_family = "wasm"))]
mod watched {
    use std::cell::RefCell;
    use std::rc::Rc;

    /// What is to be called at every pause of a thread.
    type Watch = Rc<dyn Fn()>;

    thread_local! {
        static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
    }

    /// A running search calls this once in about a millisecond, and so do those who write a proof
    /// or check one. It does nothing but in [`watched`].
    pub fn pause() {
        // The watch may search itself, so it is called while nothing is borrowed.
        let watch = WATCH.with_borrow(Clone::clone);
        if let Some(watch) = watch {
            watch();
        }
    }

    /// Calls `watch` at every pause of what `work` does on this thread.
    pub fn watched<T>(watch: Rc<dyn Fn()>, work: impl FnOnce() -> T) -> T {
        /// Puts back what was there, after a panic too.
        struct Before(Option<Watch>);
        impl Drop for Before {
            fn drop(&mut self) {
                WATCH.set(self.0.take());
            }
        }
        let _before = Before(WATCH.replace(Some(watch)));
        work()
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::cell::Cell;

        #[test]
        fn a_watch_is_called_inside_and_not_after() {
            let calls = Rc::new(Cell::new(0));
            let counted = calls.clone();
            let count: Watch = Rc::new(move || counted.set(counted.get() + 1));
            pause();
            let inner = count.clone();
            watched(count, || {
                pause();
                watched(inner, pause);
                pause();
            });
            pause();
            assert_eq!(calls.get(), 3);
        }

        #[test]
        fn a_watch_ends_with_a_panic() {
            let failed = std::panic::catch_unwind(|| {
                watched(Rc::new(|| panic!("the watch")), pause);
            });
            assert!(failed.is_err());
            pause();
        }
    }
}

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
