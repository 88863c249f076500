//! The searchers that all pages share: each has its part of the memory and of the threads, but one
//! thread at least, and does one request at a time.

use super::place::Place;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tsumi::service::{Engine, Service, Settings};

/// The fewest searchers, however few threads there are: a page has an analysis, the search for other
/// moves along its line, and a question, which is answered even if the other two have no limit.
const LEAST: usize = 3;
/// The most searchers.
const MOST: usize = 4;
/// How many requests may wait for a searcher.
const WAITING: usize = 16;
/// How often a request that waits looks whether its client has gone.
const LOOK: Duration = Duration::from_millis(20);

/// The searchers.
pub struct Searchers {
    free: Mutex<Vec<Service>>,
    came_free: Condvar,
    waiting: AtomicUsize,
}

/// Why a request gets no searcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Too many wait already.
    Busy,
    /// It was stopped while it waited.
    Stopped,
}

impl Searchers {
    /// Searchers that share `memory` (in bytes) and `threads`.
    pub fn new(memory: usize, threads: usize) -> Searchers {
        let count = threads.clamp(LEAST, MOST);
        let threads = threads.max(count);
        let settings = |n: usize| Settings {
            engine: Engine::Native,
            memory: memory / count,
            // The threads that are left over go to the searchers that are taken first.
            threads: threads / count + usize::from(n < threads % count),
        };
        let first = Service::new(settings(0));
        let others: Vec<Service> = (1..count).map(|n| first.beside(settings(n))).collect();
        let mut free: Vec<Service> = others.into_iter().rev().collect();
        free.push(first);
        Searchers {
            free: Mutex::new(free),
            came_free: Condvar::new(),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Lets `work` use a searcher as soon as one is free; `waits` is called first when it has to
    /// wait for one.
    ///
    /// # Errors
    /// When it gets none.
    pub fn with<R>(
        &self,
        stop: &AtomicBool,
        waits: impl FnOnce(),
        work: impl FnOnce(&mut Service) -> R,
    ) -> Result<R, Refused> {
        let at_once = self.free.lock().pop();
        let mut searcher = match at_once {
            Some(searcher) => searcher,
            None => {
                waits();
                self.wait(stop)?
            }
        };
        let result = work(&mut searcher);
        self.free.lock().push(searcher);
        self.came_free.notify_one();
        Ok(result)
    }

    fn wait(&self, stop: &AtomicBool) -> Result<Service, Refused> {
        let _place = Place::take(&self.waiting, WAITING).ok_or(Refused::Busy)?;
        let mut free = self.free.lock();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Refused::Stopped);
            }
            if let Some(searcher) = free.pop() {
                return Ok(searcher);
            }
            self.came_free.wait_for(&mut free, LOOK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_work_at_a_time_than_there_are_searchers() {
        let searchers = Searchers::new(16 << 20, 1);
        let stop = AtomicBool::new(false);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..10 {
                scope.spawn(|| {
                    searchers
                        .with(
                            &stop,
                            || (),
                            |_| {
                                most.fetch_max(
                                    now.fetch_add(1, Ordering::SeqCst) + 1,
                                    Ordering::SeqCst,
                                );
                                std::thread::sleep(Duration::from_millis(5));
                                now.fetch_sub(1, Ordering::SeqCst);
                            },
                        )
                        .unwrap();
                });
            }
        });
        assert_eq!(most.into_inner(), LEAST);
        assert_eq!(searchers.free.lock().len(), LEAST);
    }

    #[test]
    fn who_waits_can_go_and_too_many_are_sent_away() {
        let searchers = Searchers::new(16 << 20, 1);
        searchers.free.lock().truncate(1);
        let stop = AtomicBool::new(false);
        let outer = searchers.with(
            &stop,
            || panic!("it is free"),
            |_| {
                let gone = AtomicBool::new(true);
                let waited = AtomicBool::new(false);
                let stopped =
                    searchers.with(&gone, || waited.store(true, Ordering::Relaxed), |_| ());
                assert_eq!(stopped, Err(Refused::Stopped));
                assert!(waited.into_inner());
                searchers.waiting.store(WAITING, Ordering::Relaxed);
                assert_eq!(searchers.with(&stop, || (), |_| ()), Err(Refused::Busy));
                assert_eq!(searchers.waiting.swap(0, Ordering::Relaxed), WAITING);
            },
        );
        assert_eq!(outer, Ok(()));
    }
}
